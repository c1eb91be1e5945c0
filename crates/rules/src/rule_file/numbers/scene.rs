//! What heaps of numbers look like: a column of counters for every number.

use super::heap::{Heap, read_heaps};
use crate::heaps::{column_paths, columns};
use crate::scene::{Holds, Outline, SIDE, Scene, Spot};

/// How far heaps of several numbers are from one another.
const GAP: i32 = SIDE / 2;

/// What a position looks like.
pub(super) fn scene(heaps: &[Heap], numbers: usize) -> Scene {
    let mut scene = columns(&flat(heaps, numbers), 0);
    if numbers > 1 {
        // Columns are as wide as squares; a gap is put before every heap.
        let shift = |x: i32| {
            let heap = x / SIDE / numbers as i32;
            heap * GAP
        };
        for spot in &mut scene.spots {
            spot.at[0] += shift(spot.at[0]);
        }
        for label in &mut scene.labels {
            label.at[0] += shift(label.at[0]);
        }
        let more = (heaps.len().max(1) as i32 - 1) * GAP;
        scene.size[0] += more;
        for line in &mut scene.lines {
            line[1][0] += more;
        }
    }
    // A heap of zeros has no counters; something is there to point at.
    for (number, heap) in heaps.iter().enumerate() {
        if heap.iter().all(|&number| number == 0) {
            let column = number * numbers;
            let x = column as i32 * SIDE + SIDE / 2 + number as i32 * GAP * i32::from(numbers > 1);
            scene.spots.push(Spot {
                name: format!("{}.0", column + 1),
                at: [x, scene.size[1] / 2],
                outline: Outline::Disc,
                holds: Holds::Nothing,
            });
        }
    }
    scene
}

fn flat(heaps: &[Heap], numbers: usize) -> Vec<u64> {
    let all = heaps.iter().flat_map(|heap| &heap[..numbers]);
    all.map(|&number| u64::from(number)).collect()
}

/// What to click for a move: in every column that changes the lowest counter
/// that goes, or the top one where the number grows. A heap that breaks can be
/// clicked for each of its parts.
pub(super) fn paths(heaps: &[Heap], numbers: usize, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
    if numbers == 1 && !text.contains("->") {
        return column_paths(&flat(heaps, 1), scene, text);
    }
    let Some((from, into)) = text.split_once("->") else {
        return Vec::new();
    };
    let read = |text: &str| read_heaps(text, numbers).unwrap_or_default();
    let from = read(from);
    let place = heaps.iter().position(|heap| from.first() == Some(heap));
    let Some(place) = place else {
        return Vec::new();
    };
    let heap = heaps[place];
    let spot = |number: usize, at: u32| {
        let column = place * numbers + number + 1;
        let whole = scene.spot(&column.to_string());
        whole.or_else(|| scene.spot(&format!("{column}.{at}")))
    };
    let mut found: Vec<Vec<usize>> = Vec::new();
    for part in read(&into.replace(" + ", "+")) {
        let path: Vec<usize> = (0..numbers)
            .filter(|&number| part[number] != heap[number])
            .filter_map(|number| match part[number] < heap[number] {
                true => spot(number, part[number] + 1),
                false => spot(number, heap[number]),
            })
            .collect();
        if !path.is_empty() && !found.contains(&path) {
            found.push(path);
        }
    }
    if found.is_empty() {
        // The whole heap: its first column that has anything.
        let any = (0..numbers).find_map(|number| spot(number, 1));
        found.extend(any.or_else(|| spot(0, 0)).map(|spot| vec![spot]));
    }
    found
}
