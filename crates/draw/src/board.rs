//! Boards and other positions as an SVG picture.
//!
//! Colours are presentation attributes, so that the picture stands alone;
//! classes let a page restyle them. Left's pieces are dark and Right's light,
//! and each has its own outline, so that colour is not the only sign.

use super::text::escape;
use rules::{Figure, Holds, Outline, SIDE, Scene, Spot};
use std::fmt::Write;

/// Space for coordinates, on the left and below.
const EDGE: i32 = 34;
const DARK: &str = "#26221d";
const LIGHT: &str = "#fdfbf6";
const BLUE: &str = "#1f5fae";
const RED: &str = "#b3261e";
const GREEN: &str = "#2f7d32";

/// Draws a position. The spots in `marked`, those of the last move, are
/// highlighted. Each spot is a group with its number in `data-spot`.
#[must_use]
pub fn board(scene: &Scene, title: &str, marked: &[usize]) -> String {
    let coordinates = scene.grid.filter(|_| {
        let first = scene.spots.first();
        first.is_some_and(|spot| matches!(spot.outline, Outline::Square | Outline::Half { .. }))
    });
    let edge = if coordinates.is_some() { EDGE } else { 8 };
    let [width, height] = scene.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} -8 {} {}\" width=\"{}\" \
         height=\"{}\" class=\"board\" role=\"group\" aria-label=\"{}\">\n",
        -edge,
        width + edge + 8,
        height + edge + 8,
        (width + edge + 8) * 4 / 5,
        (height + edge + 8) * 4 / 5,
        escape(title),
    );
    for [[x1, y1], [x2, y2]] in &scene.lines {
        let _ = writeln!(
            svg,
            "<line class=\"line\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" \
             stroke=\"#6b6459\" stroke-width=\"4\"/>"
        );
    }
    if let Some([rows, cols]) = coordinates {
        write_coordinates(scene, rows, cols, &mut svg);
    }
    for (number, spot) in scene.spots.iter().enumerate() {
        write_spot(scene, number, spot, marked.contains(&number), &mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}

/// What a spot is, in words.
#[must_use]
pub fn spoken(scene: &Scene, spot: &Spot) -> String {
    let piece = match (scene.figure, spot.outline) {
        (_, Outline::Edge { .. }) => "edge",
        (_, Outline::Heap { stones }) => return format!("heap {} of {stones}", spot.name),
        (Figure::Pawn, _) => "pawn",
        (Figure::Soldier, _) => "Soldier",
        (Figure::Amazon, _) => "amazon",
        (Figure::Animal, _) => {
            return match spot.holds {
                Holds::Left => format!("{}, toad", spot.name),
                Holds::Right => format!("{}, frog", spot.name),
                _ => format!("{}, empty", spot.name),
            };
        }
        (Figure::Paint, _) => "paint",
        (Figure::Domino, _) => "domino",
        (Figure::Stone, _) => "stone",
    };
    let blocked = match scene.figure {
        Figure::Amazon => "burned",
        _ => "blocked",
    };
    let edge = matches!(spot.outline, Outline::Edge { .. });
    let what = match spot.holds {
        Holds::Nothing => "empty".to_owned(),
        Holds::Left if edge => "blue edge".to_owned(),
        Holds::Right if edge => "red edge".to_owned(),
        Holds::Both if edge => "green edge".to_owned(),
        Holds::Left => format!("black {piece}"),
        Holds::Right => format!("white {piece}"),
        Holds::LeftKing => "black King".to_owned(),
        Holds::RightKing => "white King".to_owned(),
        Holds::Both => piece.to_owned(),
        Holds::Blocked => blocked.to_owned(),
        Holds::OnlyLeft => "free for Left only".to_owned(),
        Holds::OnlyRight => "free for Right only".to_owned(),
    };
    format!("{}, {what}", spot.name)
}

fn write_coordinates(scene: &Scene, rows: usize, cols: usize, out: &mut String) {
    let mut label = |x: i32, y: i32, text: &str| {
        let _ = writeln!(
            out,
            "<text class=\"coordinate\" x=\"{x}\" y=\"{y}\" font-size=\"22\" \
             font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"#6b6459\">{}</text>",
            escape(text)
        );
    };
    let below = scene.size[1] + 24;
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
            let y = row as i32 * SIDE + SIDE / 2 + 8;
            label(-18, y, &(rows - row).to_string());
        }
    }
}

fn write_spot(scene: &Scene, number: usize, spot: &Spot, marked: bool, out: &mut String) {
    let mark = if marked { " marked" } else { "" };
    let _ = write!(
        out,
        "<g class=\"spot{mark}\" data-spot=\"{number}\" data-name=\"{}\" \
         aria-label=\"{}\"><title>{}</title>",
        escape(&spot.name),
        escape(&spoken(scene, spot)),
        escape(&spot.name),
    );
    let [x, y] = spot.at;
    match spot.outline {
        Outline::Square => {
            write_square(spot, marked, out);
            write_piece(scene.figure, spot, out);
        }
        Outline::Disc => write_disc(scene.figure, spot, marked, out),
        Outline::Half { right } => write_half(spot, right, marked, out),
        Outline::Edge { to, bow } => write_edge(spot, to, bow, marked, out),
        Outline::Heap { stones } => {
            let _ = write!(
                out,
                "<rect class=\"stone\" x=\"{}\" y=\"{}\" width=\"88\" height=\"88\" rx=\"20\" \
                 fill=\"{DARK}\"/><text x=\"{x}\" y=\"{}\" font-size=\"26\" \
                 font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"{LIGHT}\">{}</text>",
                x - 44,
                y - 44,
                y + 9,
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

fn write_square(spot: &Spot, marked: bool, out: &mut String) {
    let [x, y] = spot.at.map(|middle| middle - SIDE / 2);
    let odd = (x / SIDE + y / SIDE) % 2 == 1;
    let (class, fill) = match spot.holds {
        Holds::Blocked => ("square blocked", "#57514a"),
        _ if marked => ("square", "#e8cf7a"),
        _ if odd => ("square odd", "#e4d8bf"),
        _ => ("square", "#efe6d2"),
    };
    let _ = write!(
        out,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" \
         fill=\"{fill}\" stroke=\"#b9ab8c\" stroke-width=\"2\"/>"
    );
    if spot.holds == Holds::Blocked {
        let (left, right) = (x + 30, x + SIDE - 30);
        let (top, bottom) = (y + 30, y + SIDE - 30);
        let _ = write!(
            out,
            "<path class=\"cross\" d=\"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}\" \
             stroke=\"#a79f92\" stroke-width=\"6\" stroke-linecap=\"round\"/>"
        );
    }
}

/// Fill and outline of a piece, and its class.
fn colours(holds: Holds) -> Option<(&'static str, &'static str, &'static str)> {
    match holds {
        Holds::Left | Holds::LeftKing => Some(("left", DARK, "#000")),
        Holds::Right | Holds::RightKing => Some(("right", LIGHT, "#3d372f")),
        Holds::Both => Some(("both", GREEN, "#1b4d1e")),
        _ => None,
    }
}

fn write_piece(figure: Figure, spot: &Spot, out: &mut String) {
    let [x, y] = spot.at;
    if let Holds::OnlyLeft | Holds::OnlyRight = spot.holds {
        let (word, fill) = match spot.holds {
            Holds::OnlyLeft => ("L", DARK),
            _ => ("R", "#8a7f6d"),
        };
        let _ = write!(
            out,
            "<text class=\"only\" x=\"{x}\" y=\"{}\" font-size=\"36\" font-family=\"sans-serif\" \
             text-anchor=\"middle\" fill=\"{fill}\">{word}</text>",
            y + 13
        );
        return;
    }
    let Some((class, fill, stroke)) = colours(spot.holds) else {
        return;
    };
    let body = match figure {
        Figure::Stone => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"36\"/>"),
        Figure::Paint => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"76\" height=\"76\" rx=\"8\"/>",
            x - 38,
            y - 38
        ),
        Figure::Pawn => format!(
            "<path d=\"M{x} {}a17 17 0 0 1 10 31q14 7 18 36h-56q4 -29 18 -36a17 17 0 0 1 10 -31z\"/>",
            y - 36
        ),
        Figure::Soldier => soldier(spot, if class == "left" { LIGHT } else { DARK }),
        // A crown over a gown.
        Figure::Amazon => format!(
            "<path d=\"M{} {}l14 22l10 -32l10 32l14 -22l-6 60h-36z\"/><path d=\"M{} {}h44\"/>",
            x - 24,
            y - 22,
            x - 22,
            y + 38
        ),
        Figure::Animal => format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"36\"/><text x=\"{x}\" y=\"{}\" font-size=\"40\" \
             font-family=\"sans-serif\" text-anchor=\"middle\" stroke=\"none\" fill=\"{}\">{}</text>",
            y + 14,
            if class == "left" { LIGHT } else { DARK },
            if class == "left" { "T" } else { "F" },
        ),
        Figure::Domino => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"40\" height=\"84\" rx=\"6\"/>",
            x - 20,
            y - 42
        ),
    };
    let _ = write!(
        out,
        "<g class=\"piece {class}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"4\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\">{body}</g>"
    );
}

/// A round shield with a boss; a King's has a crown on it.
fn soldier(spot: &Spot, ink: &str) -> String {
    let [x, y] = spot.at;
    match spot.holds {
        Holds::LeftKing | Holds::RightKing => format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"42\"/><path d=\"M{} {}l12 16l12 -28l12 28l12 -16\
             l-6 36h-36z\" fill=\"{ink}\" stroke=\"none\"/>",
            x - 24,
            y - 12,
        ),
        _ => format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"32\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"20\" \
             fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"6\" \
             fill=\"{ink}\" stroke=\"none\"/>"
        ),
    }
}

fn write_disc(figure: Figure, spot: &Spot, marked: bool, out: &mut String) {
    let [x, y] = spot.at;
    if figure == Figure::Stone {
        let fill = if marked { "#e8cf7a" } else { "#8c6f43" };
        let _ = write!(
            out,
            "<circle class=\"stone\" cx=\"{x}\" cy=\"{y}\" r=\"42\" fill=\"{fill}\" \
             stroke=\"#4e3c20\" stroke-width=\"4\"/>"
        );
        return;
    }
    let fill = if marked { "#e8cf7a" } else { "#efe6d2" };
    let _ = write!(
        out,
        "<circle class=\"vertex\" cx=\"{x}\" cy=\"{y}\" r=\"32\" fill=\"{fill}\" \
         stroke=\"#6b6459\" stroke-width=\"4\"/>"
    );
    let figure = match colours(spot.holds) {
        Some((class, fill, stroke)) => format!(
            "<circle class=\"piece {class}\" cx=\"{x}\" cy=\"{y}\" r=\"25\" fill=\"{fill}\" \
             stroke=\"{stroke}\" stroke-width=\"4\"/>"
        ),
        None => {
            write_piece(Figure::Paint, spot, out);
            return;
        }
    };
    out.push_str(&figure);
}

fn write_half(spot: &Spot, right: bool, marked: bool, out: &mut String) {
    let [x, y] = spot.at;
    let (from, flag) = if right {
        (x, "right-half")
    } else {
        (x - 26, "left-half")
    };
    let _ = write!(
        out,
        "<rect class=\"ground {flag}\" x=\"{}\" y=\"{}\" width=\"50\" height=\"{SIDE}\" \
         fill=\"{}\"/>",
        if right { x } else { x - 50 },
        y - SIDE / 2,
        if marked { "#e8cf7a" } else { "#efe6d2" },
    );
    let Some((class, fill, stroke)) = colours(spot.holds) else {
        return;
    };
    let arrow = if right { "▸" } else { "◂" };
    let ink = if class == "right" { DARK } else { LIGHT };
    let _ = write!(
        out,
        "<g class=\"piece {class}\"><rect x=\"{from}\" y=\"{}\" width=\"26\" height=\"84\" \
         fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"4\"/><text x=\"{}\" y=\"{}\" \
         font-size=\"24\" text-anchor=\"middle\" fill=\"{ink}\">{arrow}</text></g>",
        y - 42,
        from + 13,
        y + 8,
    );
}

fn write_edge(spot: &Spot, to: [i32; 2], bow: i32, marked: bool, out: &mut String) {
    let [x1, y1] = spot.at;
    let [x2, y2] = to;
    let path = if spot.at == to {
        // A loop, drawn beside its vertex.
        let r = 24 + bow.abs();
        format!("M{x1} {y1}c{r} -{r} {r} {r} 0 0")
    } else {
        let (dx, dy) = (f64::from(x2 - x1), f64::from(y2 - y1));
        let length = dx.hypot(dy).max(1.0);
        let bend = 2.0 * f64::from(bow) / length;
        let middle = [
            (f64::from(x1 + x2) / 2.0 - bend * dy).round(),
            (f64::from(y1 + y2) / 2.0 + bend * dx).round(),
        ];
        format!("M{x1} {y1}Q{} {} {x2} {y2}", middle[0], middle[1])
    };
    let (class, colour, dashes) = match spot.holds {
        Holds::Left => ("left", BLUE, ""),
        Holds::Right => ("right", RED, " stroke-dasharray=\"26 8\""),
        _ => ("both", GREEN, " stroke-dasharray=\"4 12\""),
    };
    let width = if marked { 16 } else { 12 };
    // The wide one is easy to hit.
    let _ = write!(
        out,
        "<path class=\"hit\" d=\"{path}\" fill=\"none\" stroke=\"#000\" stroke-opacity=\"0\" \
         stroke-width=\"44\"/><path class=\"edge {class}\" d=\"{path}\" fill=\"none\" \
         stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"{dashes}/>\
         <circle class=\"joint\" cx=\"{x2}\" cy=\"{y2}\" r=\"8\" fill=\"{DARK}\"/>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spot_can_be_found() {
        let scene = Scene::board("W.#/..B", Figure::Pawn);
        let svg = board(&scene, "a board", &[5]);
        assert_eq!(svg.matches("data-spot=").count(), 6);
        assert!(svg.contains("aria-label=\"a2, white pawn\""), "{svg}");
        assert!(svg.contains("aria-label=\"c2, blocked\""));
        assert!(svg.contains("class=\"spot marked\" data-spot=\"5\""));
    }
}
