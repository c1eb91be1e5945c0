//! A thermograph drawn with characters.

use super::corners::{bottom, corners, temperatures};
use super::numeral::{Charset, Numeral};
use super::scale::Scale;
use values::{Dyadic, Player, Thermograph};

/// Lines of the plot itself; with the mast, the axis and the labels a drawing
/// is at most 24 lines.
const ROWS: usize = 17;
/// A drawing with fewer lines than this is made larger if it can be.
const FEW: usize = 6;
/// Walls fewer columns apart than this are stretched.
const NARROW: f64 = 3.0;
const STRETCHED: f64 = 8.0;
/// Columns left free on either side of the walls.
const PAD: usize = 2;

struct Glyphs {
    charset: Charset,
    left: char,
    right: char,
    upright: char,
    arrow: char,
    zero: char,
    axis: char,
    tick: char,
    origin: char,
    floor: char,
    mark: char,
}

const UNICODE: Glyphs = Glyphs {
    charset: Charset::Unicode,
    left: '╱',
    right: '╲',
    upright: '│',
    arrow: '▲',
    zero: '┄',
    axis: '│',
    tick: '┤',
    origin: '└',
    floor: '─',
    mark: '┴',
};

const ASCII: Glyphs = Glyphs {
    charset: Charset::Ascii,
    left: '/',
    right: '\\',
    upright: '|',
    arrow: '^',
    zero: '-',
    axis: '|',
    tick: '+',
    origin: '+',
    floor: '-',
    mark: '+',
};

/// Draws a thermograph in at most 24 lines of `width` characters, in plain
/// ASCII if asked.
///
/// Each line of the drawing stands for one exact temperature. Labels on the
/// left name the temperatures at which a wall turns, labels below the values
/// at which it does, the label above the mast the mean; those that do not fit
/// are left out. No colour, no trailing spaces; every line ends in a newline.
#[must_use]
pub fn terminal(graph: &Thermograph, width: usize, ascii: bool) -> String {
    let glyphs = if ascii { &ASCII } else { &UNICODE };
    let label = |number: &Dyadic| {
        let text = Numeral::new(number, glyphs.charset).line();
        Some(text).filter(|text| text.chars().count() <= width / 4)
    };
    let turns = temperatures(graph);
    // Only as many as fit are shown, and the first are the most important.
    let labels: Vec<(&Dyadic, String)> = turns
        .iter()
        .take(4 * ROWS)
        .filter_map(|turn| Some((turn, label(turn)?)))
        .collect();
    let lengths = labels.iter().map(|(_, text)| text.chars().count());
    let margin = lengths.max().unwrap_or(0);
    let room = width.saturating_sub(margin + 2 + 2 * PAD + 1);
    let plot = Plot::new(graph, &turns, room);

    let mut lines: Vec<(String, Vec<char>)> = Vec::new();
    if let Some(mean) = label(graph.mean()) {
        let mut line = Vec::new();
        let start = plot
            .column(graph.mean())
            .saturating_sub(mean.chars().count() / 2);
        write_at(&mut line, start, &mean);
        lines.push((format!("{:margin$}  ", ""), line));
    }
    for (glyph, axis) in [(glyphs.arrow, ' '), (glyphs.upright, glyphs.axis)] {
        let mut line = Vec::new();
        write_at(
            &mut line,
            plot.column(graph.mean()),
            glyph.encode_utf8(&mut [0; 4]),
        );
        lines.push((format!("{:margin$} {axis}", ""), line));
    }
    for (i, row) in plot.rows.iter().enumerate() {
        let found = labels.iter().find(|(turn, _)| *turn == row);
        let (text, axis) = match found {
            Some((_, text)) => (text.as_str(), glyphs.tick),
            None => ("", glyphs.axis),
        };
        lines.push((format!("{text:>margin$} {axis}"), plot.line(i, glyphs)));
    }
    let (marks, texts) = plot.value_labels(width.saturating_sub(margin + 2), label);
    let mut floor = vec![glyphs.floor; plot.columns];
    for mark in marks {
        floor[mark] = glyphs.mark;
    }
    lines.push((format!("{:margin$} {}", "", glyphs.origin), floor));
    for text in texts {
        lines.push((format!("{:margin$}  ", ""), text));
    }
    let mut drawing = String::new();
    for (head, line) in lines {
        let line: String = head.chars().chain(line).take(width).collect();
        drawing.push_str(line.trim_end());
        drawing.push('\n');
    }
    drawing
}

/// Which temperature each line and which value each column stands for.
struct Plot<'a> {
    graph: &'a Thermograph,
    /// The temperatures of the lines, from the top.
    rows: Vec<Dyadic>,
    across: Scale,
    columns: usize,
}

impl<'a> Plot<'a> {
    fn new(graph: &'a Thermograph, turns: &[Dyadic], room: usize) -> Self {
        let spread = &graph.left.at(&bottom()) - &graph.right.at(&bottom());
        let step = step(graph, turns, &spread, room);
        let mut across = Scale::fit(&step, 1.0, f64::INFINITY);
        if !spread.is_zero() && across.length(&spread) < NARROW {
            across = Scale::fit(&spread, STRETCHED.min(room as f64), f64::INFINITY);
        }
        let mut plot = Plot {
            graph,
            rows: rows(graph, turns, &step),
            across,
            columns: 0,
        };
        plot.columns = plot.column(&graph.right.at(&bottom())) + PAD + 1;
        plot
    }

    fn column(&self, value: &Dyadic) -> usize {
        let leftmost = self.graph.left.at(&bottom());
        self.across.length(&(&leftmost - value)).round().max(0.0) as usize + PAD
    }

    /// A line of the plot. A wall leans towards where it is one line higher.
    fn line(&self, row: usize, glyphs: &Glyphs) -> Vec<char> {
        let temperature = &self.rows[row];
        let ground = if temperature.is_zero() {
            glyphs.zero
        } else {
            ' '
        };
        let mut line = vec![ground; self.columns];
        for player in Player::BOTH {
            let wall = self.graph.wall(player);
            let here = self.column(&wall.at(temperature));
            let higher = match row.checked_sub(1) {
                Some(above) => self.column(&wall.at(&self.rows[above])),
                None => here,
            };
            let leaning = match player {
                Player::Left => glyphs.left,
                Player::Right => glyphs.right,
            };
            let upright = here == higher || line[here] != ground;
            line[here] = if upright { glyphs.upright } else { leaning };
        }
        line
    }

    /// Labels for the values of the walls where they end, cross t = 0 and
    /// turn: the columns that got one, and the labels on up to two lines.
    fn value_labels(
        &self,
        room: usize,
        label: impl Fn(&Dyadic) -> Option<String>,
    ) -> (Vec<usize>, Vec<Vec<char>>) {
        let ends = Player::BOTH.map(|player| (0, 0, self.graph.wall(player).at(&bottom())));
        let turns = Player::BOTH
            .into_iter()
            .flat_map(|player| corners(self.graph, player))
            .map(|corner| {
                let rank = if corner.temperature.is_zero() { 1 } else { 2 };
                (rank, corner.value.exponent(), corner.value)
            });
        let mut values: Vec<(u8, u32, Dyadic)> = ends.into_iter().chain(turns).collect();
        values.push((3, 0, self.graph.mean().clone()));
        values.sort();
        let mut marks: Vec<usize> = Vec::new();
        let mut lines: Vec<Vec<char>> = vec![Vec::new(); 2];
        for (_, _, value) in values {
            let column = self.column(&value);
            let Some(text) = label(&value).filter(|_| !marks.contains(&column)) else {
                continue;
            };
            let length = text.chars().count();
            let start = column.saturating_sub(length / 2);
            if start + length > room {
                continue;
            }
            let free = |line: &&mut Vec<char>| {
                let around = start.saturating_sub(1)..start + length + 1;
                line.iter()
                    .enumerate()
                    .all(|(i, &c)| c == ' ' || !around.contains(&i))
            };
            if let Some(line) = lines.iter_mut().find(free) {
                write_at(line, start, &text);
                marks.push(column);
            }
        }
        lines.retain(|line| !line.is_empty());
        (marks, lines)
    }
}

/// Overwrites part of a line, lengthening it as needed.
fn write_at(line: &mut Vec<char>, start: usize, text: &str) {
    let end = start + text.chars().count();
    if line.len() < end {
        line.resize(end, ' ');
    }
    line.splice(start..end, text.chars());
}

/// The temperature between two lines.
///
/// Preferably the coarsest 1/2ⁿ that shows every corner in its place; else
/// the finest that fits; else, for a hot game, a fraction of the temperature.
fn step(graph: &Thermograph, turns: &[Dyadic], spread: &Dyadic, room: usize) -> Dyadic {
    let height = &top(graph) - &bottom();
    let fits = |step: &Dyadic| {
        let scale = Scale::fit(step, 1.0, f64::INFINITY);
        scale.length(&height) < ROWS as f64 && scale.length(spread) <= room as f64
    };
    let tall =
        |step: &Dyadic| Scale::fit(step, 1.0, f64::INFINITY).length(&height) + 1.0 >= FEW as f64;
    let halvings: Vec<Dyadic> = (0..=4).map(|n| Dyadic::new(1, n)).filter(fits).collect();
    let finest = turns.iter().map(Dyadic::exponent).max().unwrap_or(0);
    let exact = halvings
        .iter()
        .find(|step| step.exponent() >= finest && tall(step));
    if let Some(step) = exact.or(halvings.last()) {
        return step.clone();
    }
    let top = top(graph);
    (1..=4)
        .rev()
        .map(|n| Dyadic::new(top.numerator(), top.exponent() + n))
        .find(|step| step.signum() > 0 && fits(step))
        .unwrap_or(height)
}

/// The highest temperature drawn, apart from the mast.
fn top(graph: &Thermograph) -> Dyadic {
    graph.temperature().max(&Dyadic::zero()).clone()
}

/// The temperatures of the lines from the top: multiples of `step`, moved
/// where one can be made to show a turn exactly. 0, −1 and the base of the
/// mast always have a line.
fn rows(graph: &Thermograph, turns: &[Dyadic], step: &Dyadic) -> Vec<Dyadic> {
    let mut rows = vec![Dyadic::zero()];
    let mut up = step.clone();
    while up <= top(graph) {
        rows.insert(0, up.clone());
        up = &up + step;
    }
    let mut down = -step;
    while down >= bottom() {
        rows.push(down.clone());
        down = &down - step;
    }
    let essential = [Dyadic::zero(), bottom(), graph.temperature().clone()];
    let mut pinned: Vec<Dyadic> = Vec::new();
    for turn in essential.iter().chain(turns) {
        if pinned.contains(turn) {
            continue;
        }
        let place = rows.partition_point(|row| row > turn);
        if rows.get(place) != Some(turn) {
            let near = |&i: &usize| {
                let free = !pinned.contains(&rows[i]);
                free && (&rows[i] - turn).abs() < *step
            };
            let beside = [place.wrapping_sub(1), place]
                .into_iter()
                .filter(|&i| i < rows.len());
            let nearest = beside.filter(near).min_by_key(|&i| (&rows[i] - turn).abs());
            match nearest {
                Some(i) => rows[i] = turn.clone(),
                None if essential.contains(turn) => rows.insert(place, turn.clone()),
                None => continue,
            }
        }
        pinned.push(turn.clone());
    }
    rows
}
