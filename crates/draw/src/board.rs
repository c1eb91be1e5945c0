//! Boards and other positions as an SVG picture.
//!
//! Colours are presentation attributes, so that the picture stands alone;
//! classes let a page restyle them. Left's pieces are dark and Right's light,
//! and each has its own outline, so that colour is not the only sign. Every
//! spot is drawn around its middle and moved to its place: pictures are short,
//! and a page can move what is in them.

use super::figure::{
    GREEN, INK, LIGHT, write_counter, write_figure, write_half, write_pin, write_tile,
};
use super::last::{Last, Marks, Role};
use super::text::escape;
use rules::{Figure, Holds, Outline, SIDE, Scene, Spot};
use std::fmt::Write;
use values::Player;

/// Space for coordinates, on the left and below.
const EDGE: i32 = 38;
/// Space on the other sides.
const RIM: i32 = 8;
const BLUE: &str = "#1f5fae";
const RED: &str = "#b3261e";

/// Draws a position. The spots in `marked`, those of the last move in its
/// order, are highlighted. Each spot is a group with its number in `data-spot`.
#[must_use]
pub fn board(scene: &Scene, title: &str, marked: &[usize]) -> String {
    drawn(scene, title, &Marks::of(scene, marked), None)
}

/// Draws a position after a move: what the move did is marked, what it took
/// away is shown where it was, and `bottom` is who sees the board as it is
/// drawn.
#[must_use]
pub fn played(scene: &Scene, title: &str, last: Option<&Last>, bottom: Option<Player>) -> String {
    let marks = last.map_or_else(Marks::default, |last| last.marks(scene));
    drawn(scene, title, &marks, bottom)
}

fn drawn(scene: &Scene, title: &str, marks: &Marks, bottom: Option<Player>) -> String {
    let coordinates = scene.grid.filter(|_| {
        let first = scene.spots.first();
        first.is_some_and(|spot| matches!(spot.outline, Outline::Square | Outline::Half { .. }))
    });
    let edge = if coordinates.is_some() { EDGE } else { RIM };
    let [width, height] = scene.size;
    let (wide, high) = (width + edge + RIM, height + edge + RIM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {wide} {high}\" width=\"{}\" \
         height=\"{}\" class=\"board\" role=\"group\" aria-label=\"{}\" data-figure=\"{}\"",
        -edge,
        -RIM,
        wide * 4 / 5,
        high * 4 / 5,
        escape(title),
        name(scene.figure),
    );
    if let Some(bottom) = bottom {
        let _ = write!(svg, " data-bottom=\"{}\"", side(bottom));
    }
    svg.push_str(">\n");
    match coordinates {
        Some([rows, cols]) => {
            write_frame(scene, &mut svg);
            write_coordinates(scene, rows, cols, &mut svg);
        }
        None => write_sheet(scene, &mut svg),
    }
    for [[x1, y1], [x2, y2]] in &scene.lines {
        let _ = writeln!(
            svg,
            "<path class=\"line\" d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"#6b6459\" \
             stroke-width=\"4\" stroke-linecap=\"round\"/>"
        );
    }
    for (number, spot) in scene.spots.iter().enumerate() {
        write_spot(scene, number, spot, marks.role(number), &mut svg);
    }
    for spot in &marks.gone {
        write_gone(spot, true, &mut svg);
    }
    for spot in &scene.gone {
        let last = marks.fallen.contains(&spot.at);
        write_gone(spot, last, &mut svg);
    }
    for (number, pair) in scene.tiles.iter().enumerate() {
        let last = marks.tile == Some(number);
        write_tile(scene, *pair, last, &mut svg);
    }
    for label in &scene.labels {
        let [x, y] = label.at;
        let _ = writeln!(
            svg,
            "<text class=\"count\" x=\"{x}\" y=\"{}\" font-size=\"26\" font-family=\"sans-serif\" \
             text-anchor=\"middle\" fill=\"#57503f\" aria-hidden=\"true\">{}</text>",
            y + 9,
            escape(&label.text)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The kind of figures, for scripts.
fn name(figure: Figure) -> &'static str {
    match figure {
        Figure::Stone => "stone",
        Figure::Pawn => "pawn",
        Figure::Soldier => "soldier",
        Figure::Amazon => "amazon",
        Figure::Animal => "animal",
        Figure::Paint => "paint",
        Figure::Domino => "domino",
        Figure::Tile { .. } => "tile",
        Figure::Counter => "counter",
        Figure::Pin => "pin",
        Figure::Edge => "edge",
    }
}

fn side(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

/// Whose it is that a spot holds, for scripts.
fn owner(holds: Holds) -> &'static str {
    match holds {
        Holds::Left | Holds::LeftKing => "left",
        Holds::Right | Holds::RightKing => "right",
        Holds::Both => "both",
        Holds::Blocked => "blocked",
        Holds::Nothing | Holds::OnlyLeft | Holds::OnlyRight => "",
    }
}

/// What a spot is, in words.
#[must_use]
pub fn spoken(scene: &Scene, spot: &Spot) -> String {
    let name = &spot.name;
    let edge = matches!(spot.outline, Outline::Edge { .. });
    let piece = match (scene.figure, spot.outline) {
        (_, Outline::Heap { stones }) => return format!("heap {name} of {stones}"),
        (Figure::Counter, _) => return in_heap(scene, spot, "heap", "stone"),
        (Figure::Pin, _) => return in_heap(scene, spot, "row", "pin"),
        (Figure::Animal, _) => {
            return match spot.holds {
                Holds::Left => format!("{name}, toad"),
                Holds::Right => format!("{name}, frog"),
                _ => format!("{name}, empty"),
            };
        }
        (Figure::Pawn, _) => "pawn",
        (Figure::Soldier, _) => "Soldier",
        (Figure::Amazon, _) => "amazon",
        (Figure::Paint, _) => "paint",
        (Figure::Domino | Figure::Tile { .. }, _) => "domino",
        (Figure::Stone | Figure::Edge, _) => "stone",
    };
    let what = match spot.holds {
        Holds::Nothing => "empty".to_owned(),
        Holds::Left if edge => "blue edge".to_owned(),
        Holds::Right if edge => "red edge".to_owned(),
        Holds::Both if edge => "green edge".to_owned(),
        Holds::Left => format!("black {piece}"),
        Holds::Right => format!("white {piece}"),
        Holds::LeftKing => "black King".to_owned(),
        Holds::RightKing => "white King".to_owned(),
        Holds::Both => format!("green {piece}"),
        Holds::Blocked => match scene.figure {
            Figure::Amazon => "burned",
            Figure::Tile { .. } => "covered",
            _ => "blocked",
        }
        .to_owned(),
        Holds::OnlyLeft => "free for Left only".to_owned(),
        Holds::OnlyRight => "free for Right only".to_owned(),
    };
    match spot.outline {
        Outline::Half { right } if spot.holds != Holds::Nothing => {
            let way = if right { "right" } else { "left" };
            format!("{name}, {what}, to the {way}")
        }
        _ => format!("{name}, {what}"),
    }
}

/// A stone of a heap: `heap 2, stone 3 of 4`.
fn in_heap(scene: &Scene, spot: &Spot, heap: &str, stone: &str) -> String {
    let Some((number, place)) = spot.name.split_once('.') else {
        return format!("{heap} {}", spot.name);
    };
    let of_heap = |other: &&Spot| {
        other
            .name
            .split_once('.')
            .is_some_and(|(heap, _)| heap == number)
    };
    let count = scene.spots.iter().filter(of_heap).count();
    format!("{heap} {number}, {stone} {place} of {count}")
}

/// The rim of a board, and the ground below its squares.
fn write_frame(scene: &Scene, out: &mut String) {
    write_ground(scene, "frame", "rx=\"6\" fill=\"#8a6b42\"", out);
}

/// What everything stands on that is no board.
fn write_sheet(scene: &Scene, out: &mut String) {
    let [light, _] = SQUARES;
    let look = format!("rx=\"14\" fill=\"{light}\" stroke=\"#c3ad83\" stroke-width=\"2\"");
    write_ground(scene, "sheet", &look, out);
}

/// What is below a whole scene, and a little around it.
fn write_ground(scene: &Scene, class: &str, look: &str, out: &mut String) {
    let [width, height] = scene.size.map(|size| size + 12);
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"-6\" y=\"-6\" width=\"{width}\" height=\"{height}\" {look}/>"
    );
}

fn write_coordinates(scene: &Scene, rows: usize, cols: usize, out: &mut String) {
    out.push_str(
        "<g class=\"coordinates\" font-size=\"27\" font-family=\"sans-serif\" \
         text-anchor=\"middle\" fill=\"#6b6459\" aria-hidden=\"true\">",
    );
    let mut label = |x: i32, y: i32, text: &str| {
        let text = escape(text);
        let _ = write!(
            out,
            "<text class=\"coordinate\" x=\"{x}\" y=\"{y}\">{text}</text>"
        );
    };
    let below = scene.size[1] + 31;
    // A row of places is numbered; a board has letters and numbers.
    let named_by_number = scene
        .spots
        .first()
        .is_some_and(|spot| spot.name.starts_with(|c: char| c.is_ascii_digit()));
    let last_row = scene.spots.len().saturating_sub(cols);
    for col in 0..cols {
        let x = col as i32 * SIDE + SIDE / 2;
        let name = if named_by_number {
            (col + 1).to_string()
        } else {
            let name = scene.spots.get(last_row + col).map_or("", |s| &*s.name);
            name.trim_end_matches(|c: char| c.is_ascii_digit())
                .to_owned()
        };
        label(x, below, &name);
    }
    if !named_by_number {
        for row in 0..rows {
            let y = row as i32 * SIDE + SIDE / 2 + 10;
            label(-22, y, &(rows - row).to_string());
        }
    }
    out.push_str("</g>\n");
}

fn write_spot(scene: &Scene, number: usize, spot: &Spot, role: Option<Role>, out: &mut String) {
    let class = match role {
        None => "spot".to_owned(),
        Some(role) => format!("spot marked {}", role.class()),
    };
    let _ = write!(
        out,
        "<g class=\"{class}\" data-spot=\"{number}\" data-name=\"{}\" data-holds=\"{}\" \
         role=\"img\" aria-label=\"{}\"",
        escape(&spot.name),
        owner(spot.holds),
        escape(&spoken(scene, spot)),
    );
    match spot.outline {
        Outline::Edge { .. } => out.push('>'),
        _ => {
            let [x, y] = spot.at;
            let _ = write!(out, " transform=\"translate({x} {y})\">");
        }
    }
    match spot.outline {
        Outline::Square => {
            write_square(scene, spot, role, out);
            write_figure(scene.figure, spot.holds, out);
        }
        Outline::Disc => {
            let fill = if role.is_some() { MARKED } else { SQUARES[0] };
            let _ = write!(
                out,
                "<circle class=\"vertex\" r=\"36\" fill=\"{fill}\" stroke=\"#6b6459\" \
                 stroke-width=\"4\"/>"
            );
            if role.is_some() {
                out.push_str(
                    "<path class=\"last\" d=\"M-47-28v-19h19M28-47h19v19M47 28v19h-19M-28 47h-19v-19\" \
                     fill=\"none\" stroke=\"#6b3f00\" stroke-width=\"5\"/>",
                );
            }
            write_figure(scene.figure, spot.holds, out);
        }
        Outline::Half { right } => write_half(spot.holds, right, role.is_some(), out),
        Outline::Edge { to, bow } => write_edge(spot, to, bow, role.is_some(), out),
        Outline::Counter => write_counter(role.is_some(), out),
        Outline::Pin => write_pin(out),
        Outline::Heap { stones } => {
            let _ = write!(
                out,
                "<rect class=\"stone\" x=\"-44\" y=\"-44\" width=\"88\" height=\"88\" rx=\"20\" \
                 fill=\"#7d5a2f\" stroke=\"#4e3c20\" stroke-width=\"4\"/><text y=\"9\" \
                 font-size=\"26\" font-family=\"sans-serif\" text-anchor=\"middle\" \
                 fill=\"{LIGHT}\">{}</text>",
                short(stones),
            );
        }
    }
    out.push_str("</g>\n");
}

/// A number that fits on a stone.
fn short(stones: u64) -> String {
    let text = stones.to_string();
    match text.len() {
        ..=6 => text,
        digits => format!("{}…({digits})", &text[..2]),
    }
}

/// The two woods of a board, and a square of the last move.
const SQUARES: [&str; 2] = ["#f1e6cf", "#e2d0ad"];
const MARKED: &str = "#ecd28a";

fn write_square(scene: &Scene, spot: &Spot, role: Option<Role>, out: &mut String) {
    let [x, y] = spot.at.map(|middle| middle / SIDE);
    let odd = (x + y) % 2 == 1;
    let (class, fill) = match (spot.holds, scene.figure) {
        (Holds::Blocked, Figure::Amazon) => ("square burned", "#4a423a"),
        (Holds::Blocked, Figure::Tile { .. }) => ("square covered", "#b89a6c"),
        (Holds::Blocked, _) => ("square hole", "#8a6b42"),
        _ if role.is_some() => ("square", MARKED),
        _ if odd => ("square odd", SQUARES[1]),
        _ => ("square", SQUARES[0]),
    };
    let _ = write!(
        out,
        "<rect class=\"{class}\" x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" fill=\"{fill}\" \
         stroke=\"#c3ad83\" stroke-width=\"1.5\"/>"
    );
    if spot.holds == Holds::Blocked && scene.figure == Figure::Amazon {
        // The arrow that burned it.
        out.push_str(
            "<path class=\"arrow\" d=\"M-22 22L20-20M20-20h-18M20-20v18M-22 22h-8M-22 22v8M-14 14h-8M-14 14v8\" \
             fill=\"none\" stroke=\"#c9bba5\" stroke-width=\"5\" stroke-linecap=\"round\"/>",
        );
    }
    if let Some(role) = role {
        role.write(out);
    }
}

/// The way of an edge.
fn way(spot: &Spot, to: [i32; 2], bow: i32) -> String {
    let [x1, y1] = spot.at;
    let [x2, y2] = to;
    if spot.at == to {
        // A loop, drawn beside its vertex.
        let r = 24 + bow.abs();
        return format!("M{x1} {y1}c{r} -{r} {r} {r} 0 0");
    }
    let (dx, dy) = (f64::from(x2 - x1), f64::from(y2 - y1));
    let length = dx.hypot(dy).max(1.0);
    let bend = 2.0 * f64::from(bow) / length;
    let middle = [
        (f64::from(x1 + x2) / 2.0 - bend * dy).round(),
        (f64::from(y1 + y2) / 2.0 + bend * dx).round(),
    ];
    format!("M{x1} {y1}Q{} {} {x2} {y2}", middle[0], middle[1])
}

fn write_edge(spot: &Spot, to: [i32; 2], bow: i32, marked: bool, out: &mut String) {
    let path = way(spot, to, bow);
    let [x2, y2] = to;
    let (class, colour, dashes) = match spot.holds {
        Holds::Left => ("left", BLUE, ""),
        Holds::Right => ("right", RED, " stroke-dasharray=\"20 18\""),
        _ => ("both", GREEN, " stroke-dasharray=\"4 12\""),
    };
    let width = if marked { 16 } else { 12 };
    let [lx, ly] = [
        (spot.at[0] + x2) / 2 + 22 + bow.abs(),
        (spot.at[1] + y2) / 2 + 8,
    ];
    // The wide one is easy to hit.
    let _ = write!(
        out,
        "<path class=\"hit\" d=\"{path}\" fill=\"none\" stroke=\"#000\" stroke-opacity=\"0\" \
         stroke-width=\"44\"/><path class=\"edge {class}\" d=\"{path}\" fill=\"none\" \
         stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"{dashes}/>\
         <circle class=\"joint\" cx=\"{x2}\" cy=\"{y2}\" r=\"8\" fill=\"{INK}\"/>\
         <text class=\"name\" x=\"{lx}\" y=\"{ly}\" font-size=\"24\" font-family=\"sans-serif\" \
         display=\"none\">{}</text>",
        escape(&spot.name),
    );
}

/// What was there before: an outline, or a pin that lies.
fn write_gone(spot: &Spot, last: bool, out: &mut String) {
    let class = if last { "gone last" } else { "gone" };
    let (colour, width) = if last { ("#6b3f00", 5) } else { ("#7b6e58", 3) };
    let [x, y] = spot.at;
    let _ = write!(
        out,
        "<g class=\"{class}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
         stroke-linecap=\"round\" aria-hidden=\"true\""
    );
    let _ = match spot.outline {
        Outline::Edge { to, bow } => write!(
            out,
            "><path d=\"{}\" stroke-dasharray=\"2 14\"/>",
            way(spot, to, bow)
        ),
        Outline::Counter => write!(
            out,
            " transform=\"translate({x} {y})\"><rect x=\"-44\" y=\"-22\" width=\"88\" \
             height=\"44\" rx=\"22\" stroke-dasharray=\"9 9\"/>"
        ),
        Outline::Pin => write!(
            out,
            " transform=\"translate({x} {y})\"><path d=\"M-16 50h32M-22 50a6 6 0 0 1 0-12q12 0 18 \
             -4 10-2 14 4a7 7 0 0 1-4 12z\"/>"
        ),
        Outline::Half { right } => {
            let tip = if right { 1 } else { -1 };
            write!(
                out,
                " transform=\"translate({x} {y})\"><path d=\"M-40 40h80v-14h-80zM{} 8h{}m{} -9l{} \
                 9l{} 9\"/>",
                -20 * tip,
                40 * tip,
                -10 * tip,
                10 * tip,
                -10 * tip
            )
        }
        _ => write!(
            out,
            " transform=\"translate({x} {y})\"><circle r=\"38\" stroke-dasharray=\"9 9\"/>"
        ),
    };
    out.push_str("</g>\n");
}
