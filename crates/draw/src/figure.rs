//! What stands and lies on a board, drawn around its middle.

use rules::{Figure, Holds, Scene};
use std::fmt::Write;

/// Left's colour, and that of what is written.
pub(super) const INK: &str = "#26221d";
const LIGHT: &str = "#fdf9f0";
pub(super) const GREEN: &str = "#2f7d32";

/// Class, fill, outline, and what is drawn on it, of something that is
/// somebody's.
fn colours(holds: Holds) -> Option<[&'static str; 4]> {
    match holds {
        Holds::Left | Holds::LeftKing => Some(["left", INK, "#000", LIGHT]),
        Holds::Right | Holds::RightKing => Some(["right", LIGHT, "#3d372f", INK]),
        Holds::Both => Some(["both", GREEN, "#1b4d1e", LIGHT]),
        _ => None,
    }
}

/// Draws the figure that stands on a spot, or who alone may come there.
pub(super) fn write_figure(figure: Figure, holds: Holds, out: &mut String) {
    if let Holds::OnlyLeft | Holds::OnlyRight = holds {
        let word = if holds == Holds::OnlyLeft { "L" } else { "R" };
        let _ = write!(
            out,
            "<text class=\"only\" y=\"13\" font-size=\"36\" font-family=\"sans-serif\" \
             text-anchor=\"middle\" fill=\"#57503f\">{word}</text>"
        );
        return;
    }
    let Some([class, mut fill, mut stroke, ink]) = colours(holds) else {
        return;
    };
    if figure == Figure::Animal && class == "left" {
        (fill, stroke) = ("#5b452e", "#2b1f12");
    } else if figure == Figure::Animal {
        (fill, stroke) = ("#cfe5b4", "#33472a");
    }
    let _ = write!(
        out,
        "<g class=\"piece {class}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"4\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\">{}</g>",
        body(figure, holds, ink)
    );
}

fn body(figure: Figure, holds: Holds, ink: &str) -> String {
    match figure {
        Figure::Pawn => "<path d=\"M0-38a16 16 0 0 1 10 28c11 6 15 18 17 32h-54c2-14 6-26 17-32\
             a16 16 0 0 1 10-28z\"/><path d=\"M-30 29h60v10h-60z\"/>"
            .to_owned(),
        Figure::Soldier => soldier(holds, ink),
        // A crown with four pearls over a gown.
        Figure::Amazon => "<path d=\"M-32-18l11 40h42l11-40-16 19-6-31-10 28-10-28-6 31z\"/>\
             <path d=\"M-25 30h50v9h-50z\"/><path d=\"M-32-22v0M-16-34v0M16-34v0M32-22v0\" \
             stroke-width=\"10\"/>"
            .to_owned(),
        Figure::Animal => animal(holds, ink),
        // Left's paint is plain, Right's has a line around it.
        Figure::Paint => format!(
            "<rect x=\"-40\" y=\"-40\" width=\"80\" height=\"80\" rx=\"12\"/><path d=\"{}\" \
             fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\"/>",
            match holds {
                Holds::Left => "M-22 22L22-22M-26-2L-2-26M2 26L26 2",
                _ => "M-27-27h54v54h-54z",
            }
        ),
        _ => format!(
            "<circle r=\"37\"/><circle r=\"27\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" \
             stroke-opacity=\"0.35\"/>"
        ),
    }
}

/// A toad with warts that looks to the right, or a frog with a wide mouth that
/// looks to the left.
fn animal(holds: Holds, ink: &str) -> String {
    let right = holds == Holds::Left;
    let tip = if right { 1 } else { -1 };
    let marks = match right {
        true => "<path d=\"M-20 2v0M-8 16v0M-24 16v0M6 4v0\" stroke-width=\"7\"/>",
        false => "<path d=\"M-26 10q22 18 46 0\" fill=\"none\"/>",
    };
    format!(
        "<path d=\"M-38 14c0-24 17-34 38-34s38 10 38 34c0 13-15 19-38 19s-38-6-38-19z\"/>\
         <circle cx=\"{}\" cy=\"-20\" r=\"13\"/><circle cx=\"{}\" cy=\"-20\" r=\"13\"/>\
         <g stroke=\"{ink}\"><path d=\"M{} -20v0M{} -20v0\" stroke-width=\"9\"/>{marks}\
         <path d=\"M{} 24h{}m{} -6l{} 6l{} 6\" fill=\"none\" stroke-width=\"3.5\"/></g>",
        -4 * tip,
        22 * tip,
        tip,
        27 * tip,
        6 * tip,
        18 * tip,
        -7 * tip,
        7 * tip,
        -7 * tip,
    )
}

/// A round shield with a boss; a King's has a crown on it.
fn soldier(holds: Holds, ink: &str) -> String {
    match holds {
        Holds::LeftKing | Holds::RightKing => format!(
            "<circle r=\"42\"/><path d=\"M-24-12l12 16l12-28l12 28l12-16l-6 36h-36z\" \
             fill=\"{ink}\" stroke=\"none\"/>"
        ),
        _ => format!(
            "<circle r=\"32\"/><circle r=\"20\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\"/>\
             <circle r=\"6\" fill=\"{ink}\" stroke=\"none\"/>"
        ),
    }
}

/// A domino that lies on two squares.
pub(super) fn write_tile(scene: &Scene, [one, other]: [usize; 2], last: bool, out: &mut String) {
    let [[x1, y1], [x2, y2]] = [one, other].map(|spot| scene.spots[spot].at);
    let upright = x1 == x2;
    let (class, [fill, stroke, ink]) = match scene.figure {
        Figure::Tile { sided: true } if upright => ("left", [INK, "#000", LIGHT]),
        Figure::Tile { sided: true } => ("right", [LIGHT, "#3d372f", INK]),
        _ => ("both", ["#9a5b34", "#4a2712", LIGHT]),
    };
    let last = if last { " last" } else { "" };
    let turn = if upright { "" } else { " rotate(90)" };
    let _ = writeln!(
        out,
        "<g class=\"tile {class}{last}\" transform=\"translate({} {})\" fill=\"{fill}\" \
         stroke=\"{stroke}\" stroke-width=\"4\" aria-hidden=\"true\"><g transform=\"scale(1){turn}\">\
         <rect x=\"-42\" y=\"-92\" width=\"84\" height=\"184\" rx=\"14\"/><path class=\"pips\" \
         d=\"M-26 0h52M-17-64v0M17-30v0M-17 30v0M17 64v0M0 47v0\" stroke=\"{ink}\" \
         stroke-linecap=\"round\" stroke-width=\"{}\"/></g></g>",
        (x1 + x2) / 2,
        (y1 + y2) / 2,
        8,
    );
}

/// Half of a standing domino, with the way in which it is pushed.
pub(super) fn write_half(holds: Holds, right: bool, marked: bool, out: &mut String) {
    let (ground, from, tip) = if right { (0, 0, 1) } else { (-50, -24, -1) };
    let _ = write!(
        out,
        "<rect class=\"ground{}\" x=\"{ground}\" y=\"-50\" width=\"50\" height=\"100\" fill=\"{}\"/>",
        if marked { " marked" } else { "" },
        if marked { "#ecd28a" } else { "#f1e6cf" },
    );
    let Some([class, fill, stroke, ink]) = colours(holds) else {
        return;
    };
    let _ = write!(
        out,
        "<g class=\"piece {class}\"><rect x=\"{from}\" y=\"-44\" width=\"24\" height=\"88\" rx=\"4\" \
         fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"3\"/><path class=\"push\" d=\"M{} -9l{} 9l{} \
         9z\" fill=\"{ink}\"/></g>",
        8 * tip,
        9 * tip,
        -9 * tip,
    );
}

/// A flat stone of a heap.
pub(super) fn write_counter(marked: bool, out: &mut String) {
    let fill = if marked { "#ecd28a" } else { "#a97c46" };
    let _ = write!(
        out,
        "<rect class=\"stone piece\" x=\"-44\" y=\"-22\" width=\"88\" height=\"44\" rx=\"22\" \
         fill=\"{fill}\" stroke=\"#4e3c20\" stroke-width=\"4\"/><path class=\"shine\" d=\"M-28-8h56\" \
         stroke=\"#fdf9f0\" stroke-opacity=\"0.45\" stroke-width=\"4\" stroke-linecap=\"round\"/>"
    );
}

/// A pin that stands.
pub(super) fn write_pin(out: &mut String) {
    out.push_str(
        "<rect class=\"ground\" x=\"-30\" y=\"-60\" width=\"60\" height=\"120\" fill=\"#f1e6cf\" \
         fill-opacity=\"0\"/><g class=\"piece\" fill=\"#fdf9f0\" stroke=\"#3d372f\" stroke-width=\"4\" \
         stroke-linejoin=\"round\"><path d=\"M0-50c9 0 14 7 14 15 0 10-6 15-6 24 0 13 13 19 13 37 0 11\
         -4 20-8 27h-26c-4-7-8-16-8-27 0-18 13-24 13-37 0-9-6-14-6-24 0-8 5-15 14-15z\"/><path \
         d=\"M-10-20h20M-9-12h18\" stroke=\"#8c3b22\"/></g>",
    );
}
