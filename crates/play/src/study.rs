//! Studies as text: a record whose moves have variations, names and comments.
//!
//! What a record does not have is in lines that begin with `;`, which are
//! comments to whoever reads the record alone: it reads the first line of play.

use crate::record::{BEGIN, BadRecord, Ply, Record, VERSION, header, turn, value_of};
use std::fmt;

/// Moves from a start, with variations.
///
/// ```
/// use play::Study;
/// let text = "[Legatus \"1\"]\n[Game \"nim\"]\n[Position \"1,2\"]\n\n\
///             1. left take 1 from heap 2\n; the only one\n\
///             ;(\n;1. left take 1 from heap 1\n;)\n\
///             2. right take 1 from heap 1\n";
/// let study = Study::read(text).unwrap();
/// assert_eq!(study.nodes.len(), 3);
/// assert_eq!(study.nodes[0].comment, "the only one");
/// assert_eq!(study.nodes[1].parent, None);
/// assert_eq!(study.to_string(), text);
/// // Who knows no variations reads the first line.
/// assert_eq!(play::Record::read_all(text).unwrap()[0].plies.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Study {
    /// Names and values in their order.
    pub headers: Vec<(String, String)>,
    /// What is said of the start.
    pub comment: String,
    /// The moves; each comes behind the one that it follows, and the first of
    /// those that follow the same is the main one.
    pub nodes: Vec<Node>,
}

/// A move of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The move that it follows; none at the start.
    pub parent: Option<usize>,
    /// The move.
    pub ply: Ply,
    /// What the line is called that begins with it; may be empty.
    pub name: String,
    /// What is said of it; may be empty.
    pub comment: String,
}

/// What is still to be written.
enum Due {
    /// The moves after this one.
    After(Option<usize>),
    /// A variation that begins with this move.
    Variation(usize),
    /// The end of a variation.
    End,
}

impl Study {
    /// The value of a header, its name in any case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        value_of(&self.headers, name)
    }

    /// For each move, and for the start behind them, the moves that follow.
    fn followers(&self) -> Vec<Vec<usize>> {
        let mut followers = vec![Vec::new(); self.nodes.len() + 1];
        for (place, node) in self.nodes.iter().enumerate() {
            followers[node.parent.unwrap_or(self.nodes.len())].push(place);
        }
        followers
    }

    /// How many moves lead to each move, with it.
    fn depths(&self) -> Vec<usize> {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            depths.push(node.parent.map_or(0, |parent| depths[parent]) + 1);
        }
        depths
    }

    /// Reads the first study, or the first game, of a text.
    ///
    /// # Errors
    ///
    /// The line that cannot be read, and why.
    pub fn read(text: &str) -> Result<Study, BadRecord> {
        let mut reading = Reading::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if reading.begun && is_version(line) {
                break;
            }
            let read = reading.line(line, number);
            read.map_err(|reason| BadRecord::at(number, reason))?;
        }
        match (reading.begun, reading.open.is_empty()) {
            (true, true) => Ok(reading.study),
            (true, false) => Err(BadRecord::at(
                text.lines().count(),
                "a variation has no end",
            )),
            (false, _) => Err(BadRecord::at(1, BEGIN)),
        }
    }
}

fn is_version(line: &str) -> bool {
    header(line).is_some_and(|(name, _)| name.eq_ignore_ascii_case("legatus"))
}

/// A study of which some lines have been read.
#[derive(Default)]
struct Reading {
    study: Study,
    depths: Vec<usize>,
    begun: bool,
    /// The move that was read last.
    last: Option<usize>,
    /// The moves to go on from when the variations that are open end.
    open: Vec<Option<usize>>,
}

impl Reading {
    fn line(&mut self, line: &str, number: usize) -> Result<(), String> {
        if let Some(more) = line.strip_prefix(';') {
            return self.more(more, number);
        }
        if line.is_empty() {
            return Ok(());
        }
        if !line.starts_with('[') {
            return match (self.begun, self.open.is_empty()) {
                (true, true) => self.ply(line, number),
                (true, false) => Err("a variation has no end".into()),
                (false, _) => Err(BEGIN.into()),
            };
        }
        let (name, value) = header(line).ok_or("expected a header such as [Game \"nim\"]")?;
        match (self.begun, is_version(line)) {
            (false, false) => Err(BEGIN.into()),
            (false, true) if value != VERSION => Err(format!(
                "version {value} of the format; this program reads version {VERSION}"
            )),
            (false, true) => {
                self.begun = true;
                Ok(())
            }
            (true, _) if !self.study.nodes.is_empty() => Err("a header among the moves".into()),
            (true, _) => {
                self.study.headers.push((name, value));
                Ok(())
            }
        }
    }

    /// What is behind a semicolon.
    fn more(&mut self, text: &str, number: usize) -> Result<(), String> {
        match text.trim() {
            "(" => {
                let last = self.last.ok_or("a variation stands behind a move")?;
                self.open.push(self.last);
                self.last = self.study.nodes[last].parent;
                Ok(())
            }
            ")" => {
                self.last = self.open.pop().ok_or("no variation begins before")?;
                Ok(())
            }
            ply if !self.open.is_empty() && ply.starts_with(|c: char| c.is_ascii_digit()) => {
                self.ply(ply, number)
            }
            words => {
                self.say(words);
                Ok(())
            }
        }
    }

    /// A name, or a line of a comment.
    fn say(&mut self, words: &str) {
        let comment = match (self.last, words.strip_prefix("= ")) {
            (Some(last), Some(name)) => {
                name.clone_into(&mut self.study.nodes[last].name);
                return;
            }
            (Some(last), None) => &mut self.study.nodes[last].comment,
            (None, _) => &mut self.study.comment,
        };
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(words);
    }

    fn ply(&mut self, line: &str, number: usize) -> Result<(), String> {
        let due = self.last.map_or(0, |last| self.depths[last]) + 1;
        let ply = turn(line, due)
            .ok_or_else(|| format!("expected move {due}, such as `{due}. left MOVE`"))?;
        self.study.nodes.push(Node {
            parent: self.last,
            ply: Ply {
                line: number,
                ..ply
            },
            name: String::new(),
            comment: String::new(),
        });
        self.depths.push(due);
        self.last = Some(self.study.nodes.len() - 1);
        Ok(())
    }
}

/// Writes what is said, line by line.
fn say(f: &mut fmt::Formatter<'_>, comment: &str) -> fmt::Result {
    for line in comment.lines().filter(|line| !line.trim().is_empty()) {
        // A comment must not look like anything else.
        let line = line.trim().trim_start_matches(['(', ')', '=']).trim();
        let guard = match line.starts_with(|c: char| c.is_ascii_digit()) {
            true => "- ",
            false => "",
        };
        if !line.is_empty() {
            writeln!(f, "; {guard}{line}")?;
        }
    }
    Ok(())
}

impl Study {
    fn show(
        &self,
        f: &mut fmt::Formatter<'_>,
        place: usize,
        depth: usize,
        main: bool,
    ) -> fmt::Result {
        let node = &self.nodes[place];
        let mark = if main { "" } else { ";" };
        write!(f, "{mark}{depth}. {}", node.ply.player.name())?;
        for (name, value) in &node.ply.notes {
            write!(f, " [{name} {value}]")?;
        }
        writeln!(f, " {}", node.ply.text)?;
        if !node.name.trim().is_empty() {
            writeln!(f, ";= {}", node.name.replace(char::is_control, " ").trim())?;
        }
        say(f, &node.comment)
    }
}

impl fmt::Display for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = Record {
            headers: self.headers.clone(),
            plies: Vec::new(),
        };
        write!(f, "{record}")?;
        if !self.nodes.is_empty() || !self.comment.is_empty() {
            writeln!(f)?;
        }
        say(f, &self.comment)?;
        let (followers, depths) = (self.followers(), self.depths());
        let mut within = 0;
        let mut due = vec![Due::After(None)];
        while let Some(next) = due.pop() {
            match next {
                Due::After(place) => {
                    let follow = &followers[place.unwrap_or(self.nodes.len())];
                    let Some((&main, others)) = follow.split_first() else {
                        continue;
                    };
                    self.show(f, main, depths[main], within == 0)?;
                    due.push(Due::After(Some(main)));
                    due.extend(others.iter().rev().map(|&other| Due::Variation(other)));
                }
                Due::Variation(place) => {
                    within += 1;
                    writeln!(f, ";(")?;
                    self.show(f, place, depths[place], false)?;
                    due.extend([Due::End, Due::After(Some(place))]);
                }
                Due::End => {
                    within -= 1;
                    writeln!(f, ";)")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Random;
    use values::Player;

    fn node(parent: Option<usize>, number: usize) -> Node {
        let player = Player::BOTH[number % 2];
        Node {
            parent,
            ply: Ply::new(player, Vec::new(), format!("move {number}")),
            name: if number.is_multiple_of(3) {
                format!("line {number}")
            } else {
                String::new()
            },
            comment: if number.is_multiple_of(4) {
                format!("one\ntwo {number}")
            } else {
                String::new()
            },
        }
    }

    /// The moves from the start to each move: what a study is, in whatever
    /// order its lines were written.
    fn lines(study: &Study) -> Vec<String> {
        let mut paths: Vec<String> = Vec::new();
        for node in &study.nodes {
            let before = node.parent.map_or("", |parent| &paths[parent]);
            let path = format!("{before}/{}={}:{}", node.ply.text, node.name, node.comment);
            paths.push(path);
        }
        paths.sort();
        paths
    }

    #[test]
    fn random_studies_are_read_as_they_were_written() {
        let mut random = Random::new(7);
        for size in 0..60 {
            let mut study = Study {
                comment: "start".into(),
                ..Study::default()
            };
            study.headers.push(("Game".into(), "nim".into()));
            for number in 0..size {
                let parent = random.below(number as u64 + 1) as usize;
                study.nodes.push(node(parent.checked_sub(1), number));
            }
            let text = study.to_string();
            let read = Study::read(&text).unwrap();
            assert_eq!(lines(&read), lines(&study), "{text}");
            assert_eq!(read.comment, "start");
            assert_eq!(read.to_string(), text, "written once more it is the same");
            let plain = Record::read_all(&text).unwrap();
            let mut main = Vec::new();
            let followers = study.followers();
            let mut here = followers[study.nodes.len()].first();
            while let Some(&place) = here {
                main.push(study.nodes[place].ply.text.clone());
                here = followers[place].first();
            }
            let plies: Vec<_> = plain[0].plies.iter().map(|ply| ply.text.clone()).collect();
            assert_eq!(plies, main, "{text}");
        }
    }

    #[test]
    fn comments_cannot_be_taken_for_moves() {
        let mut study = Study::default();
        study.nodes.push(node(None, 1));
        study.nodes.push(node(None, 2));
        study.nodes[1].comment = "2. left wins\n(\n) no\n= name".into();
        let read = Study::read(&study.to_string()).unwrap();
        assert_eq!(read.nodes.len(), 2);
        assert_eq!(read.nodes[1].comment, "- 2. left wins\nno\nname");
    }

    #[test]
    fn what_is_no_study_says_where() {
        for (text, line) in [
            ("1. left a", 1),
            ("[Legatus \"1\"]\n;(\n", 2),
            ("[Legatus \"1\"]\n1. left a\n;)\n", 3),
            (
                "[Legatus \"1\"]\n1. left a\n;(\n;1. left b\n2. right c\n",
                5,
            ),
            ("[Legatus \"1\"]\n1. left a\n;(\n;1. left b\n", 4),
            ("[Legatus \"2\"]\n", 1),
            ("[Legatus \"1\"]\n2. left a\n", 2),
            ("", 1),
        ] {
            assert_eq!(Study::read(text).unwrap_err().line, line, "{text}");
        }
    }
}
