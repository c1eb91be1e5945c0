//! What heaps look like: columns of counters, or rows of pins where moves
//! take neighbours.

use super::{HeapRules, Heaps};
use crate::scene::{Figure, Holds, Label, Outline, SIDE, Scene, Spot, middle, side};

/// Heaps that are higher are drawn as one thing.
const HIGHEST: u64 = 24;
/// How far counters are from one another.
const FLAT: i32 = 50;
/// Pins stand as far from one another.
const PIN: i32 = 60;
/// The pins of one line, and how far lines are from one another.
const LINE: usize = 12;
const LINES: i32 = 150;
/// Room for a number below.
const NUMBER: i32 = 40;

/// Whether a position is rows of pins: every move takes some pins that stand
/// side by side, and leaves at most what stood on either side of them.
pub(super) fn stands_in_rows(rules: &HeapRules) -> bool {
    let HeapRules::TakeAndBreak(code) = rules else {
        return false;
    };
    code.digits().iter().enumerate().all(|(taken, digit)| {
        digit.is_zero() || taken > 0 && digit.most().is_some_and(|most| most <= 2)
    })
}

/// What the text of a move says.
pub(super) struct Named {
    /// The how-many-eth heap of its size, from 0.
    nth: usize,
    heap: u64,
    /// What is left, in the order of the text; an end at which nothing is left
    /// may be a 0.
    into: Vec<u64>,
    taken: u64,
}

impl Named {
    /// Reads `take 2 from 2nd heap 5` and `split 2nd 7 into 2+4 taking 1`.
    pub(super) fn read(text: &str) -> Option<Named> {
        let mut nth = 0;
        let mut numbers = Vec::new();
        for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
            let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            match digits.parse::<u64>() {
                Ok(number) if digits.len() == word.len() => numbers.push(number),
                Ok(number) => nth = usize::try_from(number.checked_sub(1)?).ok()?,
                Err(_) => {}
            }
        }
        if text.starts_with("take") {
            let [taken, heap] = numbers[..] else {
                return None;
            };
            let into = vec![heap.checked_sub(taken)?];
            return Some(Named {
                nth,
                heap,
                into,
                taken,
            });
        }
        let taken = match text.contains("taking") {
            true => numbers.pop()?,
            false => 0,
        };
        let heap = *numbers.first()?;
        let into = numbers.split_off(1);
        (into.iter().sum::<u64>().checked_add(taken) == Some(heap)).then_some(Named {
            nth,
            heap,
            into,
            taken,
        })
    }

    /// How many pins stand before those that are taken.
    fn before(&self) -> u64 {
        match self.into[..] {
            [one, _] => one,
            // Without a word on the side it is the far end.
            [rest] => rest,
            _ => 0,
        }
    }

    /// Where the heap is among others, from 0.
    fn place(&self, heaps: &[u64]) -> Option<usize> {
        let same = heaps.iter().enumerate().filter(|(_, h)| **h == self.heap);
        same.map(|(place, _)| place).nth(self.nth)
    }
}

/// A move in a row as it looks from the other side, if it looks different.
pub(super) fn turned(text: &str) -> Option<String> {
    let Named {
        nth,
        heap,
        into,
        taken,
    } = Named::read(text)?;
    let [one, other] = match into[..] {
        [rest] if rest > 0 => [0, rest],
        [one, other] if one != other => [other, one],
        _ => return None,
    };
    let nth = super::Nth(nth);
    Some(format!(
        "split {nth}{heap} into {one}+{other} taking {taken}"
    ))
}

/// What to click for a move.
pub(super) fn paths(position: &Heaps, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
    let found = Named::read(text).and_then(|named| Some((named.place(position.heaps())?, named)));
    let Some((place, named)) = found else {
        // A heap that becomes more than it was: the first stone stands for it.
        return (0..scene.spots.len().min(1))
            .map(|spot| vec![spot])
            .collect();
    };
    let number = place + 1;
    // A heap that is one thing is clicked whatever the move is.
    if let Some(whole) = scene.spot(&number.to_string()) {
        return vec![vec![whole]];
    }
    if stands_in_rows(position.rules()) {
        let spot = |place: u64| scene.spot(&format!("{number}.{place}"));
        let first = named.before() + 1;
        let ends = spot(first).zip(spot(first + named.taken - 1));
        return match ends {
            Some((one, other)) if one == other => vec![vec![one]],
            Some((one, other)) => vec![vec![one, other], vec![other, one]],
            None => Vec::new(),
        };
    }
    column_spots(&named, number, scene)
}

/// What to click for a move in heaps that stand as columns.
pub(crate) fn column_paths(heaps: &[u64], scene: &Scene, text: &str) -> Vec<Vec<usize>> {
    let found = Named::read(text).and_then(|named| Some((named.place(heaps)?, named)));
    let Some((place, named)) = found else {
        // A heap that becomes more than it was: the first stone stands for it.
        return (0..scene.spots.len().min(1))
            .map(|spot| vec![spot])
            .collect();
    };
    match scene.spot(&(place + 1).to_string()) {
        Some(whole) => vec![vec![whole]],
        None => column_spots(&named, place + 1, scene),
    }
}

fn column_spots(named: &Named, number: usize, scene: &Scene) -> Vec<Vec<usize>> {
    let lowest: Vec<u64> = match named.into[..] {
        // A heap that is cut: everything above goes to the one beside it.
        [one, other] if named.taken == 0 && one != other => vec![one + 1, other + 1],
        [one, _] if named.taken == 0 => vec![one + 1],
        // The lowest stone that is taken; the top one where none is.
        _ => vec![(named.heap + 1).saturating_sub(named.taken.max(1))],
    };
    let spot = |place: u64| scene.spot(&format!("{number}.{place}"));
    let spots: Vec<usize> = lowest.into_iter().filter_map(spot).collect();
    // A heap that becomes more is clicked at its top.
    let spots = match spots.is_empty() {
        true => spot(named.heap).into_iter().collect(),
        false => spots,
    };
    spots.into_iter().map(|spot| vec![spot]).collect()
}

/// What a position looks like on its own.
pub(super) fn scene(position: &Heaps) -> Scene {
    match stands_in_rows(position.rules()) {
        true => rows(&Row::all(position.heaps())),
        false => columns(position.heaps(), 0),
    }
}

/// What a position looks like that was reached by moves.
pub(super) fn traced(position: &Heaps, start: &Heaps, moves: &[&str]) -> Scene {
    if !stands_in_rows(position.rules()) {
        let highest = start.heaps().iter().filter(|heap| **heap <= HIGHEST).max();
        return columns(position.heaps(), highest.map_or(0, |heap| *heap as usize));
    }
    let mut row = Row::all(start.heaps());
    let known = moves.iter().all(|text| row.make(text));
    match known && row.sizes() == position.heaps() {
        true => rows(&row),
        false => scene(position),
    }
}

/// How many things a heap is drawn as.
fn shown(heap: u64) -> usize {
    if heap <= HIGHEST { heap as usize } else { 1 }
}

fn spot(heap: usize, place: usize, size: u64, at: [i32; 2], outline: Outline) -> Spot {
    let (name, outline) = match size {
        ..=HIGHEST => (format!("{}.{}", heap + 1, place + 1), outline),
        stones => (format!("{}", heap + 1), Outline::Heap { stones }),
    };
    Spot {
        name,
        at,
        outline,
        holds: Holds::Both,
    }
}

/// A column of counters for every heap, with room for one that is as high; a
/// click on a counter takes it and those above it.
pub(crate) fn columns(heaps: &[u64], high: usize) -> Scene {
    let highest = heaps.iter().map(|&heap| shown(heap)).max();
    let rows = highest.unwrap_or(1).max(high).max(2) as i32;
    let mut scene = Scene::blank(
        [side(heaps.len().max(1)), rows * FLAT + NUMBER],
        Figure::Counter,
    );
    let ground = rows * FLAT;
    for (number, &heap) in heaps.iter().enumerate() {
        for stone in 0..shown(heap) {
            let up = if heap > HIGHEST { SIDE / 2 } else { FLAT / 2 };
            let at = [middle(number), ground - stone as i32 * FLAT - up];
            scene
                .spots
                .push(spot(number, stone, heap, at, Outline::Counter));
        }
        if heap <= HIGHEST {
            scene.labels.push(Label {
                at: [middle(number), ground + NUMBER / 2 + 4],
                text: heap.to_string(),
            });
        }
    }
    scene.lines.push([[0, ground], [scene.size[0], ground]]);
    scene
}

/// Heaps that stand in rows, each where it stood in the beginning.
struct Row {
    /// How long the rows were.
    lengths: Vec<u64>,
    /// The row, the pins before it there, and the size of every heap.
    heaps: Vec<(usize, u64, u64)>,
    /// The row and the place there of every pin that fell.
    fallen: Vec<(usize, u64)>,
}

impl Row {
    fn all(heaps: &[u64]) -> Row {
        let heap = |(row, &size): (usize, &u64)| (row, 0, size);
        Row {
            lengths: heaps.to_vec(),
            heaps: heaps.iter().enumerate().map(heap).collect(),
            fallen: Vec::new(),
        }
    }

    fn sizes(&self) -> Vec<u64> {
        self.heaps.iter().map(|&(_, _, size)| size).collect()
    }

    /// Takes pins away; false if the text is no such move.
    fn make(&mut self, text: &str) -> bool {
        let found = Named::read(text).and_then(|named| Some((named.place(&self.sizes())?, named)));
        let Some((place, named)) = found else {
            return false;
        };
        let (row, offset, size) = self.heaps[place];
        let before = named.before();
        let after = size - before - named.taken;
        let mut left = vec![
            (row, offset, before),
            (row, offset + before + named.taken, after),
        ];
        // As in the position: ascending, and an empty one only where all is.
        left.sort_by_key(|&(_, _, size)| size);
        left.retain(|&(_, _, size)| size > 0);
        if left.is_empty() {
            left.push((row, offset, 0));
        }
        self.heaps.splice(place..=place, left);
        if size <= HIGHEST {
            let pins = offset + before..offset + before + named.taken;
            self.fallen.extend(pins.map(|pin| (row, pin)));
        }
        true
    }
}

/// Rows of pins in lines, those that fell beside those that stand.
fn rows(row: &Row) -> Scene {
    // Where a row that was longer than can be drawn was cut is not told.
    let drawn = row.lengths.iter().all(|&length| length <= HIGHEST);
    let whole = row.fallen.is_empty() && row.lengths.len() >= row.heaps.len();
    if !drawn && !whole {
        return rows(&Row::all(&row.sizes()));
    }
    let lines = |length: u64| shown(length).div_ceil(LINE).max(1);
    let first: Vec<usize> = row
        .lengths
        .iter()
        .scan(0, |next, &length| {
            let line = *next;
            *next += lines(length);
            Some(line)
        })
        .collect();
    let longest = row.lengths.iter().map(|&length| shown(length).min(LINE));
    let wide = (longest.max().unwrap_or(1).max(2) as i32 * PIN).max(SIDE);
    let high = row
        .lengths
        .iter()
        .map(|&length| lines(length))
        .sum::<usize>() as i32
        * LINES;
    let at = |line: usize, pin: u64| {
        let pin = pin as usize;
        let line = (first[line] + pin / LINE) as i32;
        [(pin % LINE) as i32 * PIN + PIN / 2, line * LINES + PIN]
    };
    let mut scene = Scene::blank([wide, high], Figure::Pin);
    for line in 0..high / LINES {
        let ground = line * LINES + 2 * PIN - 4;
        scene.lines.push([[0, ground], [wide, ground]]);
    }
    for (number, &(line, offset, size)) in row.heaps.iter().enumerate() {
        for pin in 0..shown(size) {
            let mut place = at(line, offset + pin as u64);
            if size > HIGHEST {
                place[0] = SIDE / 2;
            }
            scene
                .spots
                .push(spot(number, pin, size, place, Outline::Pin));
        }
        if (1..=HIGHEST).contains(&size) {
            // Below the middle of the line on which it begins.
            let end = (offset % LINE as u64 + size).min(LINE as u64) - 1;
            let [from, to] = [offset, offset - offset % LINE as u64 + end].map(|pin| at(line, pin));
            scene.labels.push(Label {
                at: [(from[0] + to[0]) / 2, from[1] + PIN + 14],
                text: size.to_string(),
            });
        }
    }
    let fallen = row
        .fallen
        .iter()
        .enumerate()
        .map(|(number, &(line, pin))| Spot {
            name: format!("fallen {}", number + 1),
            at: at(line, pin),
            outline: Outline::Pin,
            holds: Holds::Nothing,
        });
    scene.gone = fallen.collect();
    scene
}

#[cfg(test)]
mod tests {
    use crate::Component;

    fn scene_after(game: &str, start: &str, moves: &[&str], position: &str) -> crate::Scene {
        let [start, position] = [start, position].map(|text| Component::read(game, text).unwrap());
        position.traced(&start, moves)
    }

    #[test]
    fn a_pin_of_a_row_is_clicked_where_it_stands() {
        let row = Component::read("kayles", "7").unwrap();
        let scene = row.scene();
        let names = |text: &str| -> Vec<String> {
            let paths = row.paths(&scene, text);
            let named = |path: &Vec<usize>| {
                let names = path.iter().map(|&spot| scene.spots[spot].name.as_str());
                names.collect::<Vec<_>>().join(" ")
            };
            paths.iter().map(named).collect()
        };
        assert_eq!(names("split 7 into 2+4 taking 1"), ["1.3"]);
        assert_eq!(names("split 7 into 4+2 taking 1"), ["1.5"]);
        assert_eq!(names("split 7 into 1+4 taking 2"), ["1.2 1.3", "1.3 1.2"]);
        assert_eq!(names("take 1 from heap 7"), ["1.7"]);
        assert_eq!(names("split 7 into 0+6 taking 1"), ["1.1"]);
    }

    /// A move and the same from the other side touch the mirror images of the
    /// same pins, and no two moves the same.
    #[test]
    fn every_pin_and_every_pair_is_one_move() {
        use std::collections::BTreeSet;
        let row = Component::read("kayles", "9").unwrap();
        let scene = row.scene();
        let mut runs = BTreeSet::new();
        let mut ways = 0;
        let _ = row.spoken_moves(values::Player::Left, &mut |mv, _| {
            let text = mv.to_string();
            for way in [Some(text.clone()), row.turned(&text)]
                .into_iter()
                .flatten()
            {
                runs.insert(row.paths(&scene, &way));
                ways += 1;
            }
            std::ops::ControlFlow::Continue(())
        });
        // Nine pins and eight pairs.
        assert_eq!((runs.len(), ways), (17, 17));
    }

    #[test]
    fn pins_stay_where_they_stood() {
        let moves = ["split 7 into 4+2 taking 1", "split 4 into 0+2 taking 2"];
        let scene = scene_after("kayles", "7", &moves, "2,2");
        let places: Vec<i32> = scene.spots.iter().map(|spot| spot.at[0] / 60).collect();
        // The heap of two at the far end came first and is listed first.
        assert_eq!(places, [5, 6, 2, 3]);
        let gone: Vec<i32> = scene.gone.iter().map(|spot| spot.at[0] / 60).collect();
        assert_eq!(gone, [4, 0, 1]);
        // What does not fit the position is not believed.
        let scene = scene_after("kayles", "7", &moves, "5");
        assert_eq!((scene.spots.len(), scene.gone.len()), (5, 0));
    }

    #[test]
    fn heaps_stay_on_the_ground_they_stood_on() {
        let [alone, traced] = [
            Component::read("nim", "1,0").unwrap().scene(),
            scene_after("nim", "5,1", &["take 4 from heap 5"], "1,1"),
        ];
        assert_eq!(alone.spots[0].at[1], 75);
        assert_eq!(traced.spots[0].at[1], 225);
        let counts: Vec<&str> = traced.labels.iter().map(|label| &*label.text).collect();
        assert_eq!(counts, ["1", "1"]);
    }

    #[test]
    fn a_heap_is_cut_where_it_is_clicked() {
        let heap = Component::read("grundys_game", "7").unwrap();
        let scene = heap.scene();
        let paths = heap.paths(&scene, "split 7 into 3+4");
        let names: Vec<&str> = paths.iter().map(|p| &*scene.spots[p[0]].name).collect();
        assert_eq!(names, ["1.4", "1.5"]);
    }
}
