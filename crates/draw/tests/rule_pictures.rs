//! The pictures of moves in docs/rule-files.md are those that its rules make.
//!
//! A row of a table there shows rules, a position, a move of Left's and what
//! becomes of the position; its picture is drawn from these.
//! `LEGATUS_UPDATE_DOCS=1 cargo test -p draw --test main` draws the pictures
//! anew: look at them before you keep them.

use rules::{Component, RuleFile};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use values::Player;

/// Where there is no other line about cells, as the page says.
const CELLS: &str = "cells . B W";
/// The statements that begin a file about something else than a board.
const ELSEWHERE: [&str; 3] = ["cells", "heaps", "graph"];
/// Between the boards, for the arrow.
const GAP: u32 = 70;

fn documents() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// A row of the page.
struct Example {
    picture: String,
    rules: Vec<String>,
    position: String,
    words: String,
    after: String,
}

impl Example {
    /// `| what | rules | position, move, position | picture |`
    fn read(row: &str) -> Option<Example> {
        let (_, picture) = row.split_once("(pictures/rules/")?;
        let (picture, _) = picture.split_once(".svg)")?;
        let cells: Vec<&str> = row.split('|').collect();
        let spans = |cell: &str| -> Vec<String> {
            let spans = cell.split('`').skip(1).step_by(2);
            spans.map(str::to_owned).collect()
        };
        let play = spans(cells[3]);
        let [position, words, after] = &play[..] else {
            panic!("{picture}: a position, a move and a position: {play:?}");
        };
        Some(Example {
            picture: picture.to_owned(),
            rules: spans(cells[2]),
            position: position.clone(),
            words: words.clone(),
            after: after.clone(),
        })
    }

    fn file(&self) -> String {
        let elsewhere = |rule: &String| ELSEWHERE.iter().any(|word| rule.starts_with(word));
        let cells = match self.rules.iter().any(elsewhere) {
            true => "",
            false => CELLS,
        };
        let rules = self.rules.join("\n");
        format!(
            "game {}\n{cells}\n{rules}\nexample {}\n",
            self.picture, self.position
        )
    }

    /// Plays the move, and draws both positions.
    fn draw(&self) -> String {
        let file =
            RuleFile::read(&self.file()).unwrap_or_else(|bad| panic!("{}: {bad}", self.picture));
        let rules = file.rules(None).unwrap();
        let before = Component::new(rules.clone(), rules.read(&self.position).unwrap());
        let mut after = None;
        let mut known = Vec::new();
        let _ = before.spoken_moves(Player::Left, &mut |words, option| {
            known.push(words.to_string());
            if known.last() == Some(&self.words) {
                after = Some(option);
            }
            ControlFlow::Continue(())
        });
        let after = after.unwrap_or_else(|| panic!("{}: moves are {known:?}", self.picture));
        assert_eq!(after.text(), self.after, "{}", self.picture);
        side_by_side([
            &draw::board(&before.scene(), "before", &[]),
            &draw::board(&after.scene(), "after", &[]),
        ])
    }
}

/// The number behind a name in the first tag of a picture.
fn number(picture: &str, name: &str) -> u32 {
    let (_, rest) = picture.split_once(name).unwrap();
    rest.split('"').next().unwrap().parse().unwrap()
}

/// Two pictures with an arrow between, at half the size.
fn side_by_side(pictures: [&String; 2]) -> String {
    let [left, right] =
        pictures.map(|picture| [" width=\"", " height=\""].map(|name| number(picture, name)));
    let (wide, high) = (left[0] + GAP + right[0], left[1].max(right[1]));
    let middle = high / 2;
    // On common ground.
    let begin = |x: u32, size: [u32; 2], picture: &str| {
        let y = high - size[1];
        picture.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1)
    };
    let [from, to] = [left[0] + 12, left[0] + GAP - 22];
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{}\" \
         height=\"{}\">\n{}<path d=\"M{from} {middle}H{to}m-12 -10l12 10l-12 10\" fill=\"none\" \
         stroke=\"#6b6459\" stroke-width=\"4\"/>\n{}</svg>\n",
        wide / 2,
        high / 2,
        begin(0, left, pictures[0]),
        begin(left[0] + GAP, right, pictures[1]),
    )
}

#[test]
fn pictures_of_rules_are_what_the_rules_make() {
    let page = fs::read_to_string(documents().join("rule-files.md")).unwrap();
    let examples: Vec<Example> = page.lines().filter_map(Example::read).collect();
    assert!(examples.len() >= 12, "{} examples", examples.len());
    for example in &examples {
        let real = example.draw();
        let path = documents().join(format!("pictures/rules/{}.svg", example.picture));
        if std::env::var_os("LEGATUS_UPDATE_DOCS").is_some() {
            fs::write(path, real).unwrap();
            continue;
        }
        let shown = fs::read_to_string(&path).unwrap_or_default();
        assert!(shown == real, "{} is not current", path.display());
    }
}
