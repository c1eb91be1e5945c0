//! A map: a square of squares, each with a letter and a colour.

use super::svg::framed;
use super::text::{coordinate, text, width};
use std::fmt::Write;

/// A map to draw.
pub struct Map {
    /// What it shows.
    pub title: String,
    /// What the columns and the rows are.
    pub axes: [&'static str; 2],
    /// How many columns and rows there are, named from 1.
    pub size: usize,
    /// The squares that are not blank.
    pub tiles: Vec<Tile>,
    /// Every letter and what it means.
    pub legend: &'static [(&'static str, &'static str)],
}

/// A square of a map.
pub struct Tile {
    /// From the left.
    pub column: usize,
    /// From the bottom.
    pub row: usize,
    /// Its letters; the first gives the colour.
    pub letters: Vec<String>,
    /// Behind the letters.
    pub mark: &'static str,
}

/// The side of a square.
const SIDE: f64 = 38.0;
const MARGIN: f64 = 14.0;
const FONT: f64 = 13.0;
const INK: &str = "#000";
/// Light colours that stay apart in print and for most eyes; letters tell
/// them apart for the others.
const COLOURS: [&str; 11] = [
    "#9cc4ea", "#f2a45c", "#a5d08a", "#e6a5c6", "#f5dd6b", "#b9a9dc", "#d9b99b", "#e8f1fa",
    "#fbe3cc", "#e6f2dc", "#f0e6dc",
];

/// Draws a map with its legend, as a standalone SVG document.
#[must_use]
pub fn map(map: &Map) -> String {
    let class = |letter: &String| map.legend.iter().position(|(known, _)| known == letter);
    let colour = |class: usize| COLOURS[class % COLOURS.len()];
    let mut body = String::new();
    let side = SIDE * map.size as f64;
    let (left, top) = (MARGIN + 40.0, MARGIN + 28.0);
    let title_width = width(&map.title, FONT + 1.0);
    let mut legend_width = 0.0f64;
    let blank = r##"fill="#fff" stroke="#bbb" stroke-width="0.6""##;
    square(left, top, side, blank, &mut body);
    for tile in &map.tiles {
        let x = left + SIDE * tile.column as f64;
        let y = top + SIDE * (map.size - 1 - tile.row.min(map.size - 1)) as f64;
        let first = tile.letters.first().and_then(class);
        let fill = first.map_or("#ededed", colour);
        let paint = format!(r##"fill="{fill}" stroke="#888" stroke-width="0.6""##);
        square(x, y, SIDE, &paint, &mut body);
        labels(tile, (x + SIDE / 2.0, y + SIDE / 2.0), &mut body);
    }
    for i in 0..map.size {
        let middle = SIDE * (i as f64 + 0.5);
        let name = (i + 1).to_string();
        text(
            &name,
            (left + middle, top + side + 16.0),
            11.0,
            INK,
            &mut body,
        );
        text(
            &name,
            (left - 10.0, top + side - middle + 4.0),
            11.0,
            INK,
            &mut body,
        );
    }
    text(
        map.axes[0],
        (left + side / 2.0, top + side + 33.0),
        FONT,
        INK,
        &mut body,
    );
    let (x, y) = (MARGIN + 10.0, top + side / 2.0);
    let _ = write!(
        body,
        r#"<g transform="rotate(-90 {} {})">"#,
        coordinate(x),
        coordinate(y)
    );
    text(map.axes[1], (x, y), FONT, INK, &mut body);
    body.push_str("</g>\n");
    // Only the letters that are met.
    let mut row = 0.0;
    for (i, (letter, meaning)) in map.legend.iter().enumerate() {
        let mut letters = map.tiles.iter().flat_map(|tile| &tile.letters);
        if !letters.any(|met| met == letter) {
            continue;
        }
        let (x, y) = (left + side + 24.0, top + 26.0 * row);
        let paint = format!(r##"fill="{}" stroke="#888" stroke-width="0.6""##, colour(i));
        square(x, y, 18.0, &paint, &mut body);
        text(letter, (x + 9.0, y + 13.5), 12.0, INK, &mut body);
        line(meaning, (x + 26.0, y + 13.5), FONT, &mut body);
        legend_width = legend_width.max(50.0 + width(meaning, FONT));
        row += 1.0;
    }
    let full_width = (left + side + legend_width + 2.0 * MARGIN).max(title_width + 2.0 * MARGIN);
    line(&map.title, (MARGIN, MARGIN + 8.0), FONT + 1.0, &mut body);
    let full_height = (top + side + 45.0).max(top + 26.0 * row + MARGIN);
    framed(
        &map.title,
        "Every square has the letters of its moves; the colour is that of the first.",
        full_width,
        full_height,
        &body,
    )
}

/// How many letters stand beside each other.
const ABREAST: usize = 3;

/// Writes the letters of a square around its middle, many of them in lines.
fn labels(tile: &Tile, (x, y): (f64, f64), out: &mut String) {
    let count = tile.letters.len().div_ceil(ABREAST).max(1);
    let mut lines: Vec<String> = match tile.letters.as_slice() {
        [] => vec!["·".into()],
        letters => letters
            .chunks(letters.len().div_ceil(count))
            .map(<[String]>::concat)
            .collect(),
    };
    if let Some(last) = lines.last_mut() {
        last.push_str(tile.mark);
    }
    let widest = lines
        .iter()
        .map(|line| width(line, FONT))
        .fold(1.0, f64::max);
    let size = FONT
        .min(FONT * (SIDE - 4.0) / widest)
        .min((SIDE - 4.0) / lines.len() as f64);
    let first = y - size * 0.5 * (lines.len() as f64 - 1.0) + size * 0.35;
    for (i, line) in lines.iter().enumerate() {
        text(line, (x, first + size * i as f64), size, INK, out);
    }
}

/// Writes a text that begins at a point.
fn line(content: &str, at: (f64, f64), size: f64, out: &mut String) {
    out.push_str(r#"<g text-anchor="start">"#);
    text(content, at, size, INK, out);
    out.push_str("</g>\n");
}

fn square(x: f64, y: f64, side: f64, paint: &str, out: &mut String) {
    let [x, y, side] = [x, y, side].map(coordinate);
    let _ = writeln!(
        out,
        r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" {paint}/>"#
    );
}
