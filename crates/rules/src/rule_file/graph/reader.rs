//! The statements of a file about a graph.
//!
//! ```text
//! graph [directed]
//! ground                                  the first vertex of a text is the ground
//! vertices LETTER[=LOOK] …                default `.`; the first may be left out in texts
//! edges LETTER[=LOOK] …                   default `-`
//! (left|right|both) WHAT {, EFFECT} {CONDITION}
//!
//! LOOK      = left | right | both | blocked | nothing
//! WHAT      = vertex CLASS -> NEW
//!           | edge CLASS -> NEW
//!           | along CLASS [-> NEW]: CLASS CLASS -> NEW NEW
//! EFFECT    = neighbours gone | neighbours CLASS -> NEW       of a vertex
//!           | ends gone | ends CLASS -> NEW                   of an edge
//!           | alone gone                  vertices that lose their last edge
//!           | loose gone                  what is not connected with the ground
//!           | again if a vertex is gone   the same player goes on
//! CONDITION = (if|unless) (beside CLASS | alone | anything is loose)
//! CLASS     = LETTER | {LETTER …} | _
//! NEW       = LETTER | {LETTER …} | _ | gone
//! ```
//!
//! As many letters in braces on the right as on the left become each other in
//! order; `_` on the left is any letter, on the right the letter as it was.

use super::super::cursor::{Cursor, Statement, suggestion};
use super::super::unknown;
use super::letters::{Letter, Letters, MOST_LETTERS, quoted};
use super::rule::{Change, Condition, Fact, New, Rule, What};
use crate::bad_input::BadInput;
use crate::scene::Holds;
use values::Player;

const KEYWORDS: [&str; 7] = [
    "graph", "ground", "vertices", "edges", "left", "right", "both",
];
const PLACES: [&str; 3] = ["vertex", "edge", "along"];
const CLAUSES: [&str; 7] = [
    "neighbours",
    "ends",
    "alone",
    "loose",
    "again",
    "if",
    "unless",
];
const FACTS: [&str; 3] = ["beside", "alone", "anything"];
const LOOKS: [(&str, Holds); 5] = [
    ("left", Holds::Left),
    ("right", Holds::Right),
    ("both", Holds::Both),
    ("blocked", Holds::Blocked),
    ("nothing", Holds::Nothing),
];

/// The text of the graph without vertices.
pub(super) const NOTHING: &str = "nothing";

/// The letters and each player's rules.
pub(super) fn read(statements: &[Statement]) -> Result<(Letters, [Vec<Rule>; 2]), BadInput> {
    let letters = read_letters(statements)?;
    let mut rules = [Vec::new(), Vec::new()];
    for statement in statements {
        let players: &[Player] = match statement.keyword.as_str() {
            "left" => &[Player::Left],
            "right" => &[Player::Right],
            "both" => &Player::BOTH,
            _ => continue,
        };
        let rule = RuleReader {
            cursor: statement.cursor(),
            letters: &letters,
        }
        .rule()?;
        if !rule.changes_anything() {
            return Err(statement.wrong(
                "the move changes nothing",
                "say what becomes of the vertex or the edge, such as `-> gone`",
            ));
        }
        for player in players {
            rules[*player as usize].push(rule.clone());
        }
    }
    let is_rule = |s: &&Statement| matches!(s.keyword.as_str(), "left" | "right" | "both");
    let Some(first) = statements.iter().find(is_rule) else {
        return Err(statements[0].wrong(
            "nobody has a move",
            "write rules such as `left vertex . -> B`",
        ));
    };
    let all = || rules.iter().flatten();
    if all().any(|rule| rule.again) && !all().all(Rule::only_takes) {
        return Err(first.wrong(
            "a player goes on, and letters change",
            "with `again` the rules may only take things away",
        ));
    }
    Ok((letters, rules))
}

fn read_letters(statements: &[Statement]) -> Result<Letters, BadInput> {
    let (mut directed, mut ground) = (false, false);
    let mut sets: [Option<(Vec<Letter>, usize)>; 2] = [None, None];
    for statement in statements {
        let mut cursor = statement.cursor();
        match statement.keyword.as_str() {
            "graph" => {
                directed = cursor.take_word("directed");
                cursor.end()?;
            }
            "ground" => {
                ground = true;
                cursor.end()?;
            }
            "vertices" | "edges" => {
                let set = &mut sets[usize::from(statement.keyword == "edges")];
                if let Some((_, line)) = set {
                    return Err(statement.wrong(
                        format!("line {line} names the {} already", statement.keyword),
                        "name them in one statement",
                    ));
                }
                *set = Some((alphabet(&mut cursor, &statement.keyword)?, statement.line));
            }
            "left" | "right" | "both" => {}
            _ => return Err(unknown(statement, &KEYWORDS)),
        }
    }
    let one = |symbol| {
        vec![Letter {
            symbol,
            holds: None,
        }]
    };
    let [vertices, edges] = sets;
    let last = statements
        .iter()
        .rfind(|s| matches!(s.keyword.as_str(), "vertices" | "edges"));
    let vertices = vertices.map_or_else(|| one('.'), |(letters, _)| letters);
    let edges = edges.map_or_else(|| one('-'), |(letters, _)| letters);
    let wrong = |message: String, hint: &str| match last {
        Some(statement) => statement.wrong(message, hint),
        None => BadInput::new(message, hint),
    };
    let symbols = |set: &[Letter]| -> Vec<char> { set.iter().map(|l| l.symbol).collect() };
    let [on_vertices, on_edges] = [symbols(&vertices), symbols(&edges)];
    if let Some(both) = on_vertices.iter().find(|c| on_edges.contains(c)) {
        return Err(wrong(
            format!("`{both}` is the letter of a vertex and of an edge"),
            "give them different letters",
        ));
    }
    let arrow = |c: &&char| matches!(**c, '<' | '>');
    if let Some(arrow) = on_vertices
        .iter()
        .chain(&on_edges)
        .find(arrow)
        .filter(|_| directed)
    {
        return Err(wrong(
            format!("`{arrow}` is an arrow in directed graphs"),
            "choose another letter",
        ));
    }
    if NOTHING
        .chars()
        .all(|c| on_edges.contains(&c) || on_vertices.contains(&c))
    {
        return Err(wrong(
            format!("`{NOTHING}` is written for the graph without vertices"),
            "do without one of its letters",
        ));
    }
    Ok(Letters::new(directed, ground, vertices, edges))
}

/// The letters behind `vertices` or `edges`.
fn alphabet(cursor: &mut Cursor<'_>, of: &str) -> Result<Vec<Letter>, BadInput> {
    let mut letters: Vec<Letter> = Vec::new();
    while let Some(symbol) = cursor.peek() {
        let word = cursor.peek_word();
        if word.is_some_and(|word| word.chars().count() > 1) {
            return Err(cursor.expected("letters are single characters, parted by blanks"));
        }
        if matches!(symbol, '(' | ')' | ';' | ':' | '{' | '}' | ',' | '=' | '_') {
            let message = format!("`{symbol}` cannot be a letter");
            return Err(cursor.wrong(message, "it has another meaning in graphs or rules"));
        }
        if letters.iter().any(|letter| letter.symbol == symbol) {
            let message = format!("`{symbol}` is there twice");
            return Err(cursor.wrong(message, "name a letter once"));
        }
        if letters.len() == MOST_LETTERS {
            let message = format!("there are more than {MOST_LETTERS} {of}");
            return Err(cursor.wrong(message, "do with fewer letters"));
        }
        let _ = cursor.next();
        let mut holds = None;
        if cursor.raw() == Some('=') {
            let _ = cursor.next();
            let word = cursor.peek_word().unwrap_or_default();
            let Some((_, look)) = LOOKS.iter().find(|(name, _)| *name == word) else {
                return Err(misread(cursor, &LOOKS.map(|(name, _)| name)));
            };
            let _ = cursor.word();
            holds = Some(*look);
        }
        if cursor.raw().is_some_and(|c| c != ' ') {
            return Err(cursor.expected("letters are single characters, parted by blanks"));
        }
        letters.push(Letter { symbol, holds });
    }
    match letters.is_empty() {
        true => Err(cursor.expected("write letters, such as `vertices . B W`")),
        false => Ok(letters),
    }
}

/// The complaint about a word that is none of the known ones.
fn misread(cursor: &mut Cursor<'_>, known: &[&str]) -> BadInput {
    match cursor.peek_word() {
        Some(word) => {
            let hint = suggestion(&word, known);
            cursor.wrong(format!("`{word}` is not expected here"), hint)
        }
        None => cursor.expected(&format!("known are {}", known.join(", "))),
    }
}

/// Of what something is said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Vertices,
    Edges,
}

struct RuleReader<'s> {
    cursor: Cursor<'s>,
    letters: &'s Letters,
}

impl<'s> RuleReader<'s> {
    fn rule(mut self) -> Result<Rule, BadInput> {
        let place = self.cursor.peek_word().unwrap_or_default();
        if !PLACES.contains(&place.as_str()) {
            return Err(misread(&mut self.cursor, &PLACES));
        }
        let _ = self.cursor.word();
        let what = match place.as_str() {
            "vertex" => What::Vertex(self.change(Of::Vertices)?),
            "edge" => What::Edge(self.change(Of::Edges)?),
            _ => self.along()?,
        };
        let mut rule = Rule {
            what,
            around: vec![None; self.letters.vertices.len()],
            alone_gone: false,
            loose_gone: false,
            again: false,
            conditions: Vec::new(),
        };
        loop {
            let comma = self.cursor.take(",");
            if self.cursor.at_end() && !comma {
                break;
            }
            self.clause(&mut rule)?;
        }
        rule.conditions.sort_unstable();
        rule.conditions.dedup();
        Ok(rule)
    }

    /// `CLASS [-> NEW]: CLASS CLASS -> NEW NEW`
    fn along(&mut self) -> Result<What, BadInput> {
        let class = self.class(Of::Edges)?;
        let edge = match self.cursor.take("->") {
            true => self.becomes(Of::Edges, &class)?,
            false => self.table(Of::Edges, &class, New::Letter),
        };
        if !self.cursor.take(":") {
            let hint = "write `:` and the letters of its ends, such as `along -: T . -> gone T`";
            return Err(self.cursor.expected(hint));
        }
        let [tail, head] = [self.class(Of::Vertices)?, self.class(Of::Vertices)?];
        self.arrow()?;
        Ok(What::Along {
            edge,
            tail: self.becomes(Of::Vertices, &tail)?,
            head: self.becomes(Of::Vertices, &head)?,
        })
    }

    /// An effect or a condition.
    fn clause(&mut self, rule: &mut Rule) -> Result<(), BadInput> {
        let word = self.cursor.peek_word().unwrap_or_default();
        if !CLAUSES.contains(&word.as_str()) {
            return Err(misread(&mut self.cursor, &CLAUSES));
        }
        let mut at = self.cursor.clone();
        let _ = self.cursor.word();
        match word.as_str() {
            "neighbours" | "ends" => {
                let of_vertex = matches!(rule.what, What::Vertex(_));
                let of_edge = matches!(rule.what, What::Edge(_));
                if !(of_vertex && word == "neighbours" || of_edge && word == "ends") {
                    return Err(at.wrong(
                        format!("`{word}` does not belong to this rule"),
                        "a rule about a vertex has `neighbours`, one about an edge has `ends`",
                    ));
                }
                self.around(&mut rule.around)
            }
            "alone" => {
                rule.alone_gone = true;
                self.rest("alone gone")
            }
            "loose" => {
                rule.loose_gone = true;
                self.grounded(&mut at)?;
                self.rest("loose gone")
            }
            "again" => {
                rule.again = true;
                self.rest("again if a vertex is gone")
            }
            _ => {
                let condition = self.condition(word == "if", &rule.what)?;
                rule.conditions.push(condition);
                Ok(())
            }
        }
    }

    /// `gone`, or `CLASS -> NEW`.
    fn around(&mut self, around: &mut Change) -> Result<(), BadInput> {
        let mut at = self.cursor.clone();
        let change = match self.cursor.take_word("gone") {
            true => vec![Some(New::Gone); around.len()],
            false => self.change(Of::Vertices)?,
        };
        for (place, (old, new)) in around.iter_mut().zip(change).enumerate() {
            if old.is_some() && new.is_some() {
                let symbol = self.letters.vertices[place].symbol;
                return Err(at.wrong(
                    format!("the rule says already what becomes of `{symbol}` there"),
                    "say it once",
                ));
            }
            *old = old.or(new);
        }
        Ok(())
    }

    fn condition(&mut self, wanted: bool, what: &What) -> Result<Condition, BadInput> {
        let word = self.cursor.peek_word().unwrap_or_default();
        if !FACTS.contains(&word.as_str()) {
            return Err(misread(&mut self.cursor, &FACTS));
        }
        let mut at = self.cursor.clone();
        let _ = self.cursor.word();
        if word != "anything" && !matches!(what, What::Vertex(_)) {
            return Err(at.wrong(
                format!("`{word}` does not belong to this rule"),
                "only a rule about a vertex says what is beside it",
            ));
        }
        let what = match word.as_str() {
            "beside" => {
                let class = self.class(Of::Vertices)?;
                Fact::Beside(class.iter().fold(0, |set, x| set | 1 << x))
            }
            "alone" => Fact::Alone,
            _ => {
                self.grounded(&mut at)?;
                self.rest("anything is loose")?;
                Fact::Loose
            }
        };
        Ok(Condition { wanted, what })
    }

    /// The complaint if there is no ground.
    fn grounded(&mut self, at: &mut Cursor<'_>) -> Result<(), BadInput> {
        match self.letters.ground {
            true => Ok(()),
            false => Err(at.wrong("there is no ground", "add the statement `ground`")),
        }
    }

    /// The rest of a phrase, behind its first word.
    fn rest(&mut self, phrase: &str) -> Result<(), BadInput> {
        match phrase
            .split(' ')
            .skip(1)
            .all(|word| self.cursor.take_word(word))
        {
            true => Ok(()),
            false => Err(self.cursor.expected(&format!("write `{phrase}`"))),
        }
    }

    fn arrow(&mut self) -> Result<(), BadInput> {
        match self.cursor.take("->") {
            true => Ok(()),
            false => Err(self.cursor.expected("write `->` and what becomes of it")),
        }
    }

    /// `CLASS -> NEW`
    fn change(&mut self, of: Of) -> Result<Change, BadInput> {
        let class = self.class(of)?;
        self.arrow()?;
        self.becomes(of, &class)
    }

    fn known(&self, of: Of) -> &'s [Letter] {
        match of {
            Of::Vertices => &self.letters.vertices,
            Of::Edges => &self.letters.edges,
        }
    }

    /// The letters of a class, in order.
    fn class(&mut self, of: Of) -> Result<Vec<u8>, BadInput> {
        if self.cursor.clone().take("->") {
            let hint = format!("write a letter: {}", quoted(self.known(of)));
            return Err(self.cursor.wrong("a letter is missing", hint));
        }
        if self.cursor.take("_") {
            return Ok((0..self.known(of).len() as u8).collect());
        }
        self.several(of)
    }

    /// A letter, or several in braces.
    fn several(&mut self, of: Of) -> Result<Vec<u8>, BadInput> {
        if !self.cursor.take("{") {
            return Ok(vec![self.letter(of)?]);
        }
        let mut letters = Vec::new();
        while !self.cursor.take("}") {
            if self.cursor.at_end() {
                return Err(self.cursor.expected("write `}` behind the letters"));
            }
            letters.push(self.letter(of)?);
        }
        match letters.is_empty() {
            true => Err(self
                .cursor
                .wrong("there are no letters in the braces", "write some")),
            false => Ok(letters),
        }
    }

    fn letter(&mut self, of: Of) -> Result<u8, BadInput> {
        let known = self.known(of);
        let what = match of {
            Of::Vertices => "a vertex",
            Of::Edges => "an edge",
        };
        let hint = format!("known are {}", quoted(known));
        let long = self
            .cursor
            .peek_word()
            .filter(|word| word.chars().count() > 1);
        let symbol = self.cursor.peek();
        let found = known
            .iter()
            .position(|letter| Some(letter.symbol) == symbol);
        match (long, symbol, found) {
            (None, _, Some(place)) => {
                let _ = self.cursor.next();
                Ok(place as u8)
            }
            (Some(word), ..) => {
                let message = format!("`{word}` is no letter of {what}");
                Err(self.cursor.wrong(message, hint))
            }
            (None, Some(symbol), None) => {
                let message = format!("`{symbol}` is no letter of {what}");
                Err(self.cursor.wrong(message, hint))
            }
            (None, None, None) => Err(self.cursor.wrong("a letter is missing", hint)),
        }
    }

    /// What becomes of the letters of a class.
    fn becomes(&mut self, of: Of, class: &[u8]) -> Result<Change, BadInput> {
        if self.cursor.take_word("gone") {
            return Ok(self.table(of, class, |_| New::Gone));
        }
        if self.cursor.take("_") {
            return Ok(self.table(of, class, New::Letter));
        }
        let mut at = self.cursor.clone();
        let new = self.several(of)?;
        if new.len() == 1 {
            return Ok(self.table(of, class, |_| New::Letter(new[0])));
        }
        if new.len() != class.len() {
            return Err(at.wrong(
                format!("{} letters cannot become {}", class.len(), new.len()),
                "write one letter, or as many as on the left",
            ));
        }
        let new_of = |x: u8| {
            class
                .iter()
                .position(|y| *y == x)
                .map_or(x, |place| new[place])
        };
        Ok(self.table(of, class, |x| New::Letter(new_of(x))))
    }

    fn table(&self, of: Of, class: &[u8], new: impl Fn(u8) -> New) -> Change {
        let mut change = vec![None; self.known(of).len()];
        for &x in class {
            change[usize::from(x)] = Some(new(x));
        }
        change
    }
}
