//! Huge values as a short list of definitions.
//!
//! A value that prints as millions of characters is usually a small DAG.
//! Sub-values that recur get names, where that makes the text shorter; a
//! sub-value and its negative share a name (`-a`).

use super::layout::{Layout, Place, Token};
use super::style::Notation;
use crate::arena::Arena;
use crate::error::Result;
use crate::value::Value;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::fmt;

/// A value as definitions and a text in terms of them.
///
/// ```
/// use values::{Arena, Notation};
/// let mut arena = Arena::new();
/// let g = arena.read("{{5|3||1|-7}|{5|3||1|-7|||-9},{5|3||1|-7||||-9|||-11}}").unwrap();
/// let short = arena.compress(g, Notation::Ascii).unwrap();
/// assert_eq!(short.to_string(), "a = {5|3||1|-7}\n{a|{a|-9},{a||-9|-11}}");
/// assert_eq!(arena.read(&short.to_string()).unwrap(), g);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compressed {
    definitions: Vec<(String, String)>,
    value: String,
    sizes: Sizes,
}

/// How large a value is as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Characters in full, counted without expanding.
    pub characters: BigUint,
    /// Distinct sub-values that the text names, the value included.
    pub distinct: usize,
    /// Characters of the compressed form.
    pub compressed: usize,
}

impl Compressed {
    /// The value in terms of the definitions.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The sizes of the full and the compressed text.
    #[must_use]
    pub fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    /// The whole on one line, parted by semicolons.
    #[must_use]
    pub fn one_line(&self) -> String {
        self.joined("; ")
    }

    fn joined(&self, separator: &str) -> String {
        let mut text = String::new();
        for (name, definition) in &self.definitions {
            text.push_str(name);
            text.push_str(" = ");
            text.push_str(definition);
            text.push_str(separator);
        }
        text.push_str(&self.value);
        text
    }
}

impl fmt::Display for Compressed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.joined("\n"))
    }
}

impl Arena {
    /// Writes a value shortly, by naming what recurs.
    pub fn compress(&mut self, v: Value, notation: Notation) -> Result<Compressed> {
        let mut layout = Layout::new(self, v, notation)?;
        let characters = full_length(&layout);
        let plan = Plan::new(&layout);
        layout.count_slashes(|piece| plan.is_named(piece));
        let short = plan.write(&layout, characters.clone());
        if BigUint::from(short.sizes.compressed) < characters || short.definitions.is_empty() {
            return Ok(short);
        }
        // The estimates were off; without names it is shorter.
        layout.count_slashes(|_| false);
        Ok(Plan::without_names(&layout).write(&layout, characters))
    }

    /// The number of characters of a value's text, counted without
    /// expanding it.
    ///
    /// ```
    /// use values::{Arena, Notation};
    /// let mut arena = Arena::new();
    /// let g = arena.read("{2|1||-2}").unwrap();
    /// assert_eq!(arena.text_length(g, Notation::Ascii).unwrap(), 9u32.into());
    /// ```
    pub fn text_length(&mut self, v: Value, notation: Notation) -> Result<BigUint> {
        Ok(full_length(&Layout::new(self, v, notation)?))
    }
}

const PLACES: [Place; 3] = [Place::Closed, Place::Open, Place::Lone];

/// The length of a piece in each place, from the lengths of its parts.
fn lengths<T>(layout: &Layout, piece: u32, part: impl Fn(u32, Place) -> T) -> [T; 3]
where
    T: From<u32> + std::ops::Add<Output = T>,
{
    PLACES.map(|place| {
        let (head, parenthesised) = layout.head(piece, place);
        let own = head.chars().count() as u32 + if parenthesised { 2 } else { 0 };
        let mut tokens = Vec::new();
        layout.tokens(piece, place, &mut tokens);
        tokens.iter().fold(T::from(own), |sum, token| {
            sum + match token {
                Token::Text(text) => T::from(text.chars().count() as u32),
                Token::Piece(p, place) => part(*p, *place),
            }
        })
    })
}

fn full_length(layout: &Layout) -> BigUint {
    let mut all: Vec<[BigUint; 3]> = Vec::with_capacity(layout.pieces.len());
    for piece in 0..layout.pieces.len() as u32 {
        let own = lengths(layout, piece, |p, place| {
            all[p as usize][place as usize].clone()
        });
        all.push(own);
    }
    all.pop().map(|[closed, ..]| closed).unwrap_or_default()
}

/// A length that stays at the top once it is too large to matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Length(u64);

impl From<u32> for Length {
    fn from(n: u32) -> Self {
        Length(u64::from(n))
    }
}

impl std::ops::Add for Length {
    type Output = Length;
    fn add(self, other: Length) -> Length {
        Length(self.0.saturating_add(other.0))
    }
}

/// Which pieces are named.
struct Plan {
    /// The piece that stands for this one and its negative.
    class: Vec<u32>,
    names: FxHashMap<u32, String>,
}

/// ` = ` and a line break.
const DEFINITION_COST: u64 = 4;

impl Plan {
    fn new(layout: &Layout) -> Plan {
        let class = classes(layout);
        let mut named = vec![true; layout.pieces.len()];
        let mut uses = Vec::new();
        // Lengths depend on what is named below, uses on what is named
        // above; a few rounds settle.
        for _ in 0..4 {
            uses = count_uses(layout, &class, &named);
            named = choose(layout, &class, &uses);
        }
        let mut order: Vec<u32> = (0..layout.root()).filter(|&p| named[p as usize]).collect();
        order.sort_by_key(|&p| (Reverse(uses[p as usize]), p));
        let names = order.into_iter().zip(Names::default()).collect();
        Plan { class, names }
    }

    fn without_names(layout: &Layout) -> Plan {
        Plan {
            class: classes(layout),
            names: FxHashMap::default(),
        }
    }

    fn is_named(&self, piece: u32) -> bool {
        self.names.contains_key(&self.class[piece as usize])
    }

    fn write(&self, layout: &Layout, characters: BigUint) -> Compressed {
        let mut calls: FxHashMap<u32, String> = FxHashMap::default();
        for (piece, &class) in self.class.iter().enumerate() {
            if let Some(name) = self.names.get(&class) {
                let piece = piece as u32;
                let sign = if piece == class { "" } else { "-" };
                calls.insert(piece, format!("{sign}{name}"));
            }
        }
        let text = |piece: u32| {
            let mut bytes = Vec::new();
            layout
                .write_piece(piece, Place::Closed, &mut bytes, |p| {
                    calls.get(&p).map(String::as_str)
                })
                .expect("writing to memory succeeds");
            String::from_utf8(bytes).expect("the symbols are UTF-8")
        };
        let mut defined: Vec<u32> = self.names.keys().copied().collect();
        defined.sort_unstable();
        let definitions: Vec<(String, String)> = defined
            .into_iter()
            .map(|piece| (self.names[&piece].clone(), text(piece)))
            .collect();
        let mut compressed = Compressed {
            definitions,
            value: text(layout.root()),
            sizes: Sizes {
                characters,
                distinct: layout.pieces.len(),
                compressed: 0,
            },
        };
        compressed.sizes.compressed = compressed.to_string().chars().count();
        compressed
    }
}

/// The first piece laid out of each pair G, −G stands for both; the value
/// itself stands alone, so that its text is not a name.
fn classes(layout: &Layout) -> Vec<u32> {
    let mut first: FxHashMap<Value, u32> = FxHashMap::default();
    let mut class = Vec::with_capacity(layout.pieces.len());
    for (piece, &value) in layout.values.iter().enumerate() {
        let piece = piece as u32;
        class.push(*first.entry(value.unsigned()).or_insert(piece));
    }
    if let Some(root) = class.last_mut() {
        *root = layout.root();
    }
    class
}

/// How often each class is written when the named ones are written once.
fn count_uses(layout: &Layout, class: &[u32], named: &[bool]) -> Vec<u64> {
    let mut uses = vec![0u64; layout.pieces.len()];
    // How often the text of a piece is written out.
    let mut written = vec![0u64; layout.pieces.len()];
    written[layout.root() as usize] = 1;
    let mut tokens = Vec::new();
    for piece in (0..=layout.root()).rev() {
        let i = piece as usize;
        if piece != layout.root() && class[i] == piece && named[i] && uses[i] > 0 {
            written[i] = 1;
        }
        if written[i] == 0 {
            continue;
        }
        tokens.clear();
        layout.tokens(piece, Place::Closed, &mut tokens);
        for token in &tokens {
            let Token::Piece(part, _) = *token else {
                continue;
            };
            let c = class[part as usize] as usize;
            uses[c] = uses[c].saturating_add(written[i]);
            if !named[c] {
                let part = part as usize;
                written[part] = written[part].saturating_add(written[i]);
            }
        }
    }
    uses
}

/// Names the classes whose definitions pay, given how often they are used.
fn choose(layout: &Layout, class: &[u32], uses: &[u64]) -> Vec<bool> {
    let mut by_use: Vec<u32> = (0..layout.root())
        .filter(|&p| uses[p as usize] > 1)
        .collect();
    by_use.sort_by_key(|&p| (Reverse(uses[p as usize]), p));
    let mut name_length = vec![0u64; layout.pieces.len()];
    for (&p, name) in by_use.iter().zip(Names::default()) {
        name_length[p as usize] = name.len() as u64;
    }
    let mut named = vec![false; layout.pieces.len()];
    let mut all: Vec<[Length; 3]> = Vec::with_capacity(layout.pieces.len());
    for piece in 0..layout.pieces.len() as u32 {
        let i = piece as usize;
        let own = lengths(layout, piece, |p, place| all[p as usize][place as usize]);
        let name = name_length[i];
        let pays = name > 0 && {
            let before = own[0].0.saturating_mul(uses[i]);
            let after =
                (own[0].0 + name + DEFINITION_COST).saturating_add(name.saturating_mul(uses[i]));
            after < before
        };
        named[i] = pays;
        let representative = class[i];
        let short = named[representative as usize] && piece != layout.root();
        all.push(if short {
            let sign = u64::from(representative != piece);
            [Length(name_length[representative as usize] + sign); 3]
        } else {
            own
        });
    }
    named
}

/// a, b, …, z, aa, ab, … without the letter v, which means down, and without
/// the words that have a meaning.
#[derive(Default)]
struct Names(usize);

impl Iterator for Names {
    type Item = String;
    fn next(&mut self) -> Option<String> {
        const LETTERS: &[u8] = b"abcdefghijklmnopqrstuwxyz";
        loop {
            self.0 += 1;
            let mut n = self.0;
            let mut name = Vec::new();
            while n > 0 {
                n -= 1;
                name.push(LETTERS[n % LETTERS.len()]);
                n /= LETTERS.len();
            }
            name.reverse();
            let name = String::from_utf8(name).expect("letters");
            if !matches!(name.as_str(), "tiny" | "miny") {
                return Some(name);
            }
        }
    }
}
