//! Reads what a file says about moves on a board.

use super::super::cursor::{Cursor, Statement};
use super::super::unknown;
use super::alphabet::Alphabet;
use super::check;
use super::direction::{self, Along, Edge, Turn, Vector};
use super::pattern::{self, Line};
use super::symmetry::Image;
use super::syntax::{Cell, Condition, Ending, KEEP, Leg, Pattern, Place, Rule, Syntax, Test};
use crate::bad_input::BadInput;
use values::Player;

/// The statements of a game on a board.
const STATEMENTS: [&str; 12] = [
    "board", "strip", "ring", "cells", "size", "left", "right", "both", "mirror", "ends", "draw",
    "value",
];

/// A rule has at most so many legs.
const MOST_LEGS: usize = 4;

/// A player has at most so many rules.
const MOST_RULES: usize = 64;

/// The rules of a game in at most so many directions, one for each leg.
const MOST_WAYS: usize = 2048;

/// What must hold of a leg at a place.
type Check = fn(&Leg, &mut Cursor<'_>) -> Result<(), BadInput>;

/// Reads statements.
pub(crate) struct Reader<'r> {
    pub alphabet: &'r Alphabet,
    /// The board has one row.
    pub strip: bool,
    /// What numbers parameters have.
    pub parameters: &'r [(String, Vec<u64>)],
}

impl Reader<'_> {
    /// All that statements say about moves.
    pub fn read(&self, statements: &[Statement]) -> Result<Syntax, BadInput> {
        let mut syntax = Syntax {
            rules: [Vec::new(), Vec::new()],
            endings: Vec::new(),
        };
        let mut mirror = None;
        for statement in statements {
            let mut cursor = statement.cursor();
            match statement.keyword.as_str() {
                "left" | "right" if cursor.take_word("wins") => {
                    let player = match statement.keyword.as_str() {
                        "left" => Player::Left,
                        _ => Player::Right,
                    };
                    let test = self.ending(&mut cursor)?;
                    syntax.endings.push((Ending::Won(player), test));
                }
                "ends" => syntax
                    .endings
                    .push((Ending::Over, self.ending(&mut cursor)?)),
                "draw" => syntax
                    .endings
                    .push((Ending::Drawn, self.ending(&mut cursor)?)),
                "left" => syntax.rules[0].extend(self.rules(&cursor)?),
                "right" => syntax.rules[1].extend(self.rules(&cursor)?),
                "both" => {
                    let rules = self.rules(&cursor)?;
                    syntax.rules[0].extend(rules.clone());
                    syntax.rules[1].extend(rules);
                }
                "mirror" => mirror = Some(self.mirror(&mut cursor)?),
                "board" | "strip" | "ring" => cursor.end()?,
                "cells" | "size" | "value" => (),
                _ => return Err(unknown(statement, &STATEMENTS)),
            }
            if syntax.rules.iter().any(|rules| rules.len() > MOST_RULES) {
                return Err(statement.wrong(
                    format!("a player has more than {MOST_RULES} rules"),
                    "write fewer, with classes such as `{B W}` and several directions",
                ));
            }
        }
        if let Some(image) = mirror {
            let mirrored: Vec<Rule> = syntax.rules[0].iter().map(|rule| image.of(rule)).collect();
            syntax.rules[1].extend(mirrored);
        }
        let ways = |rule: &Rule| {
            rule.legs
                .iter()
                .map(|leg| leg.vectors.len())
                .product::<usize>()
        };
        let ways: usize = syntax.rules.iter().flatten().map(ways).sum();
        if let Some(last) = statements.last().filter(|_| ways > MOST_WAYS) {
            return Err(last.wrong(
                format!("the rules can be used in {ways} ways, more than {MOST_WAYS}"),
                "take fewer directions, legs or rules",
            ));
        }
        match (&syntax.rules, statements.last()) {
            ([left, right], Some(last)) if left.is_empty() && right.is_empty() => Err(last.wrong(
                "nobody has a move",
                "write rules such as `left side: B W -> . B`",
            )),
            _ => Ok(syntax),
        }
    }

    /// `mirror B W, north south`: what is exchanged.
    fn mirror(&self, cursor: &mut Cursor<'_>) -> Result<Image, BadInput> {
        let mut letters = KEEP;
        let mut turn = Turn {
            transposed: false,
            flipped: false,
            mirrored: false,
        };
        let hint = "write what is exchanged: two letters, `north south`, `east west` or \
                    `rows columns`";
        let word = |cursor: &mut Cursor<'_>| {
            let word = cursor.peek_word().filter(|word| word.chars().count() > 1);
            word.inspect(|word| {
                cursor.take_word(word);
            })
        };
        loop {
            let mut begin = cursor.clone();
            match word(cursor) {
                None => {
                    let pair = [self.letter(cursor)?, self.letter(cursor)?];
                    let free = |&letter: &u8| letter > 0 && letters[usize::from(letter)] == letter;
                    if !pair.iter().all(free) {
                        return Err(begin.wrong(
                            "each letter is exchanged with one other, and `#` with none",
                            hint,
                        ));
                    }
                    letters[usize::from(pair[0])] = pair[1];
                    letters[usize::from(pair[1])] = pair[0];
                }
                Some(one) => {
                    let other = word(cursor).unwrap_or_default();
                    match (one.as_str(), other.as_str()) {
                        ("north", "south") | ("south", "north") => turn.flipped = true,
                        ("east", "west") | ("west", "east") => turn.mirrored = true,
                        ("rows", "columns") | ("columns", "rows") => turn.transposed = true,
                        _ => {
                            let message = format!("no mirror exchanges `{one}` and `{other}`");
                            return Err(begin.wrong(message, hint));
                        }
                    }
                }
            }
            if !cursor.take(",") {
                break;
            }
        }
        cursor.end()?;
        Ok(Image { turn, letters })
    }

    fn letter(&self, cursor: &mut Cursor<'_>) -> Result<u8, BadInput> {
        let found = cursor
            .peek()
            .and_then(|letter| self.alphabet.number(letter));
        let Some(number) = found else {
            return Err(cursor.expected(&format!("letters are {}", self.alphabet.words())));
        };
        let _ = cursor.next();
        Ok(number)
    }

    /// The rules that a statement makes: one for each number of every
    /// parameter that it names.
    fn rules(&self, cursor: &Cursor<'_>) -> Result<Vec<Rule>, BadInput> {
        let mut named = cursor.clone();
        let mut words = Vec::new();
        while !named.at_end() {
            match named.word() {
                Some(word) => words.push(word),
                None => drop(named.next()),
            }
        }
        let mut choices: Vec<Vec<(String, Vec<u64>)>> = vec![Vec::new()];
        for (name, numbers) in self.parameters {
            let of: Vec<Vec<u64>> = match words.contains(name) {
                true => numbers.iter().map(|number| vec![*number]).collect(),
                false => vec![numbers.clone()],
            };
            let longer = choices.iter().flat_map(|chosen| {
                of.iter().map(|numbers| {
                    let mut chosen = chosen.clone();
                    chosen.push((name.clone(), numbers.clone()));
                    chosen
                })
            });
            choices = longer.take(MOST_RULES + 1).collect();
        }
        let mut rules = Vec::new();
        for parameters in choices {
            let reader = Reader {
                parameters: &parameters,
                ..*self
            };
            reader.rule(&mut cursor.clone(), &mut rules)?;
        }
        Ok(rules)
    }

    /// Reads a rule, which is two where a shape is mirrored.
    fn rule(&self, cursor: &mut Cursor<'_>, into: &mut Vec<Rule>) -> Result<(), BadInput> {
        let begin = cursor.clone();
        let mut legs: Vec<Vec<Leg>> = vec![self.leg(cursor, check::again)?];
        let (mut also, mut conditions) = (Vec::new(), Vec::new());
        while let Some(word) = cursor.peek_word() {
            match word.as_str() {
                "then" => {
                    if legs.len() == MOST_LEGS {
                        return Err(cursor.wrong(
                            format!("a move has more than {MOST_LEGS} legs"),
                            "make it shorter",
                        ));
                    }
                    let _ = cursor.word();
                    legs.push(self.leg(cursor, check::again)?);
                }
                "also" => {
                    let _ = cursor.word();
                    also.extend(self.leg(cursor, check::spread)?);
                }
                "if" | "unless" => {
                    let _ = cursor.word();
                    let after = cursor.take_word("after");
                    let place = if after { Place::There } else { Place::Here };
                    let negated = word == "unless";
                    conditions.push(self.condition(cursor, negated, after, place)?);
                }
                _ => break,
            }
        }
        if !cursor.at_end() {
            return Err(cursor.expected("a rule goes on with `then`, `also`, `if` or `unless`"));
        }
        let mut chosen: Vec<Vec<Leg>> = vec![Vec::new()];
        for ways in legs {
            let longer = chosen.iter().flat_map(|legs| {
                ways.iter().map(|leg| {
                    let mut legs = legs.clone();
                    legs.push(leg.clone());
                    legs
                })
            });
            chosen = longer.collect();
        }
        for legs in chosen {
            let rule = Rule {
                legs,
                also: also.clone(),
                conditions: conditions.clone(),
            };
            check::work(&rule, &mut begin.clone())?;
            into.push(rule);
        }
        Ok(())
    }

    /// Directions, a pattern, and what becomes of it; two where a shape is
    /// mirrored.
    fn leg(&self, cursor: &mut Cursor<'_>, check: Check) -> Result<Vec<Leg>, BadInput> {
        let along = direction::read(cursor)?;
        let shape = self.shape(&along, cursor)?;
        let _ = cursor.peek();
        let mut begin = cursor.clone();
        let before = Line::read(self, cursor, shape)?;
        if !cursor.take("->") {
            return Err(cursor.expected("write `->` and what becomes of the pattern"));
        }
        let after = Line::read(self, cursor, shape)?;
        let pattern = before.becoming(&after, shape)?;
        let again = cursor.take_word("again");
        if pattern.moved.is_none() && pattern.cells().all(Cell::keeps) {
            // A leg that changes nothing is a look at the board.
            return Err(begin.wrong(
                "this leaves the board as it is",
                "write what changes; a look at the board is written with `if`",
            ));
        }
        let vectors = self.directed(&along, &pattern, &mut begin)?;
        let mut patterns = vec![pattern];
        if let Some(Along::Shape { mirrored: true, .. }) = along {
            let mut image = patterns[0].clone();
            for (below, _) in &mut image.shape {
                *below = -*below;
            }
            patterns.push(image);
        }
        let leg = |pattern| Leg {
            vectors: vectors.clone(),
            pattern,
            again,
        };
        let legs: Vec<Leg> = patterns.into_iter().map(leg).collect();
        legs.iter().try_for_each(|leg| check(leg, &mut begin))?;
        Ok(legs)
    }

    /// Whether a pattern is a shape.
    fn shape(&self, along: &Option<Along>, cursor: &mut Cursor<'_>) -> Result<bool, BadInput> {
        match along {
            Some(Along::Shape { .. }) if self.strip => Err(cursor.wrong(
                "a strip has no room for shapes",
                "write the pattern in a line",
            )),
            along => Ok(matches!(along, Some(Along::Shape { .. }))),
        }
    }

    /// The directions of a pattern; where none are given, those of a strip.
    fn directed(
        &self,
        along: &Option<Along>,
        pattern: &Pattern,
        begin: &mut Cursor<'_>,
    ) -> Result<Vec<Vector>, BadInput> {
        match along {
            // One cell lies the same in all directions.
            _ if pattern.is_single() => Ok(vec![(0, 1)]),
            Some(Along::Line(vectors) | Along::Shape { rows: vectors, .. }) => Ok(vectors.clone()),
            None if self.strip => Ok(vec![(0, -1), (0, 1)]),
            None => Err(begin.wrong(
                "the pattern has no direction",
                "write one before it, such as `side:`, `any:` or `north:`",
            )),
        }
    }

    /// `when CONDITION` of the whole board.
    fn ending(&self, cursor: &mut Cursor<'_>) -> Result<Condition, BadInput> {
        if !cursor.take_word("when") {
            return Err(cursor.expected("write `when` and a condition"));
        }
        let condition = self.of_board(cursor)?;
        cursor.end()?;
        Ok(condition)
    }

    /// A condition on the whole board.
    pub fn of_board(&self, cursor: &mut Cursor<'_>) -> Result<Condition, BadInput> {
        self.condition(cursor, false, true, Place::Somewhere)
    }

    fn condition(
        &self,
        cursor: &mut Cursor<'_>,
        negated: bool,
        after: bool,
        place: Place,
    ) -> Result<Condition, BadInput> {
        let made = |negated: bool, test: Test| Condition {
            negated,
            after,
            test,
        };
        if cursor.take_word("nowhere") {
            let test = self.seen(cursor, Place::Somewhere)?;
            return Ok(made(!negated, test));
        }
        if cursor.take_word("somewhere") {
            return Ok(made(negated, self.seen(cursor, Place::Somewhere)?));
        }
        if cursor.take_word("connected") {
            let class = pattern::read_class(self, cursor)?;
            let edges = [Edge::read(cursor), Edge::read(cursor)];
            let [Some(one), Some(other)] = edges else {
                return Err(cursor
                    .expected("write two sides of the board, such as `connected B north south`"));
            };
            let vectors = self.neighbours(cursor)?;
            let edges = [one.min(other), one.max(other)];
            let test = Test::Connected {
                class,
                edges,
                vectors,
            };
            return Ok(made(negated, test));
        }
        if cursor.take_word("group") {
            let class = pattern::read_class(self, cursor)?;
            if !cursor.take_word("without") {
                return Err(cursor.expected("write `without` and what the group does not touch"));
            }
            let free = pattern::read_class(self, cursor)?;
            let vectors = self.neighbours(cursor)?;
            let test = Test::Enclosed {
                class,
                free,
                vectors,
            };
            return Ok(made(negated, test));
        }
        let from = match () {
            () if cursor.take_word("there") => Place::There,
            () if cursor.take_word("here") => Place::Here,
            () => place,
        };
        if cursor.take_word("on") {
            let Some(edge) = Edge::read(cursor) else {
                return Err(cursor.expected("write a side of the board, such as `on north edge`"));
            };
            if !cursor.take_word("edge") {
                return Err(cursor.expected("write `edge` behind the side"));
            }
            return Ok(made(negated, Test::OnEdge { from, edge }));
        }
        Ok(made(negated, self.seen(cursor, from)?))
    }

    /// `by DIRECTIONS:` of neighbours; the four sides where nothing is said.
    fn neighbours(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Vector>, BadInput> {
        if !cursor.take_word("by") {
            return Ok(direction::sides());
        }
        match direction::read(cursor)? {
            Some(Along::Line(vectors)) => Ok(vectors),
            _ => Err(cursor.expected("write directions and a colon, such as `by hex:`")),
        }
    }

    fn seen(&self, cursor: &mut Cursor<'_>, from: Place) -> Result<Test, BadInput> {
        let mut begin = cursor.clone();
        let along = direction::read(cursor)?;
        let shape = self.shape(&along, cursor)?;
        if let Some(Along::Shape { mirrored: true, .. }) = along {
            return Err(begin.wrong(
                "a condition does not mirror what it looks for",
                "write two conditions, one for each shape",
            ));
        }
        let _ = cursor.peek();
        let mut begin = cursor.clone();
        let pattern = Line::read(self, cursor, shape)?.seen(shape)?;
        let vectors = self.directed(&along, &pattern, &mut begin)?;
        Ok(Test::Seen {
            from,
            vectors,
            pattern,
        })
    }
}
