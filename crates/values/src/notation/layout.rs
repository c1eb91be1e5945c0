//! How a value is laid out as text: each distinct sub-value once, so that the
//! text can be streamed, measured and compressed without being expanded.

use super::style::Notation;
use crate::arena::Arena;
use crate::error::Result;
use crate::listing::Listing;
use crate::player::Player;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::io;

/// The way one value prints; sub-values are places in the [`Layout`].
pub(super) enum Piece {
    /// An uptimal with a short notation. `compound` ones get parentheses
    /// behind ±.
    Atom { text: String, compound: bool },
    /// G = −G: its Left options.
    PlusMinus(Box<[u32]>),
    /// number + tiny or number + miny.
    Tiny {
        number: String,
        miny: bool,
        subscript: u32,
    },
    /// The options.
    Braces([Box<[u32]>; 2]),
    /// The options of a game in a loop, which they call by its name.
    Named {
        name: String,
        sides: [Box<[u32]>; 2],
    },
}

/// Where a piece stands, which decides on its brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// By itself or among several options: braces are kept.
    Closed,
    /// The only option of a side: braces are left out, slashes part it.
    Open,
    /// The only option behind ±.
    Lone,
}

/// Four slashes close a brace and counting starts again.
const MAX_SLASHES: u8 = 4;

/// All pieces of a value's text, parts before wholes; the value is the last.
pub(super) struct Layout {
    pub notation: Notation,
    pub pieces: Vec<Piece>,
    pub values: Vec<Value>,
    /// How many slashes part the options of each piece in braces.
    slashes: Vec<u8>,
}

/// What comes next in the text, from left to right.
pub(super) enum Token {
    Text(&'static str),
    Piece(u32, Place),
}

impl Layout {
    /// A layout without pieces.
    pub fn empty(notation: Notation) -> Layout {
        Layout {
            notation,
            pieces: Vec::new(),
            values: Vec::new(),
            slashes: Vec::new(),
        }
    }

    /// Adds a piece that is not the text of a value.
    pub fn add(&mut self, piece: Piece) -> u32 {
        self.values.push(Value::ZERO);
        self.pieces.push(piece);
        self.root()
    }

    pub fn atom(&mut self, text: String, compound: bool) -> u32 {
        self.add(Piece::Atom { text, compound })
    }

    fn is_named(&self, piece: u32) -> bool {
        matches!(self.pieces[piece as usize], Piece::Named { .. })
    }

    pub fn new(arena: &mut Arena, root: Value, notation: Notation) -> Result<Layout> {
        let (mut layout, _) = Builder::extend(arena, Layout::empty(notation), root)?;
        layout.count_slashes(|_| false);
        Ok(layout)
    }

    /// Counts the slashes anew when some pieces are written by name: one more
    /// than those that show in an only option without braces.
    pub fn count_slashes(&mut self, named: impl Fn(u32) -> bool) {
        self.slashes = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            let shown = |side: &[u32]| match side {
                [only] if !named(*only) && !self.is_named(*only) => {
                    match self.slashes[*only as usize] {
                        MAX_SLASHES => 0,
                        slashes => slashes,
                    }
                }
                _ => 0,
            };
            let slashes = match piece {
                Piece::Braces(sides) | Piece::Named { sides, .. } => {
                    1 + shown(&sides[0]).max(shown(&sides[1]))
                }
                _ => 0,
            };
            self.slashes.push(slashes);
        }
    }

    pub fn root(&self) -> u32 {
        self.pieces.len() as u32 - 1
    }

    /// Whether the piece keeps its braces where it stands.
    fn is_braced(slashes: u8, place: Place) -> bool {
        place != Place::Open || slashes == MAX_SLASHES
    }

    /// The tokens of a piece, in order. Atoms have none.
    pub fn tokens(&self, piece: u32, place: Place, out: &mut Vec<Token>) {
        let list = |options: &[u32], place: Place, out: &mut Vec<Token>| {
            for (i, &option) in options.iter().enumerate() {
                if i > 0 {
                    out.push(Token::Text(","));
                }
                out.push(Token::Piece(option, place));
            }
        };
        let style = self.notation;
        match &self.pieces[piece as usize] {
            Piece::Atom { .. } => {}
            Piece::PlusMinus(options) => {
                out.push(Token::Text(style.plus_minus()));
                if let [option] = **options {
                    out.push(Token::Piece(option, Place::Lone));
                } else {
                    out.push(Token::Text(style.open()));
                    list(options, Place::Closed, out);
                    out.push(Token::Text(style.close()));
                }
            }
            Piece::Tiny {
                miny, subscript, ..
            } => {
                out.push(Token::Text(style.tiny(*miny)));
                out.push(Token::Piece(*subscript, Place::Closed));
                out.push(Token::Text(style.tiny_close()));
            }
            Piece::Braces(sides) | Piece::Named { sides, .. } => {
                let slashes = self.slashes[piece as usize];
                let braced = self.is_named(piece) || Self::is_braced(slashes, place);
                if braced {
                    out.push(Token::Text(style.open()));
                }
                for player in Player::BOTH {
                    let options = &sides[player as usize];
                    let place = if options.len() == 1 {
                        Place::Open
                    } else {
                        Place::Closed
                    };
                    list(options, place, out);
                    if player == Player::Left {
                        out.push(Token::Text(style.slashes(slashes)));
                    }
                }
                if braced {
                    out.push(Token::Text(style.close()));
                }
            }
        }
    }

    /// The text with which a piece begins (all of it, for an atom), and
    /// whether parentheses go around it.
    pub fn head(&self, piece: u32, place: Place) -> (&str, bool) {
        match &self.pieces[piece as usize] {
            Piece::Atom { text, compound } => (text, *compound && place == Place::Lone),
            Piece::Tiny { number, .. } => (number, !number.is_empty() && place == Place::Lone),
            Piece::Named { name, .. } => (name, false),
            _ => ("", false),
        }
    }

    /// Streams the text.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.write_piece(self.root(), Place::Closed, out, |_| None)
    }

    /// Streams the text of one piece; a piece that `name` knows is written by
    /// its name, except the one at the top.
    pub fn write_piece<'n>(
        &self,
        piece: u32,
        place: Place,
        out: &mut dyn io::Write,
        name: impl Fn(u32) -> Option<&'n str>,
    ) -> io::Result<()> {
        let mut stack = vec![Token::Piece(piece, place)];
        let mut tokens = Vec::new();
        let mut top = true;
        while let Some(token) = stack.pop() {
            let (piece, place) = match token {
                Token::Text(text) => {
                    out.write_all(text.as_bytes())?;
                    continue;
                }
                Token::Piece(piece, place) => (piece, place),
            };
            if let Some(name) = name(piece).filter(|_| !top) {
                out.write_all(name.as_bytes())?;
                continue;
            }
            top = false;
            let (head, parenthesised) = self.head(piece, place);
            if parenthesised {
                out.write_all(b"(")?;
                stack.push(Token::Text(")"));
            }
            out.write_all(head.as_bytes())?;
            tokens.clear();
            self.tokens(piece, place, &mut tokens);
            stack.extend(tokens.drain(..).rev());
        }
        Ok(())
    }
}

pub(super) struct Builder<'l> {
    layout: Layout,
    places: FxHashMap<Value, u32>,
    listing: &'l mut Listing,
    shapes: FxHashMap<Value, Shape>,
}

/// What a value will look like, before its parts are laid out.
enum Shape {
    PlusMinus,
    Tiny {
        number: String,
        miny: bool,
        subscript: Value,
    },
    Braces,
}

impl Builder<'_> {
    /// Adds the pieces of a value; its own is the last.
    pub(super) fn extend(arena: &mut Arena, layout: Layout, root: Value) -> Result<(Layout, u32)> {
        arena.with_listing(|arena, listing| {
            let mut builder = Builder {
                layout,
                places: FxHashMap::default(),
                listing,
                shapes: FxHashMap::default(),
            };
            builder.build(arena, root)?;
            let place = builder.layout.root();
            Ok((builder.layout, place))
        })
    }

    fn build(&mut self, arena: &mut Arena, root: Value) -> Result<()> {
        arena.in_turn(root, |arena, v, missing| {
            if self.places.contains_key(&v) {
                return Ok(());
            }
            let atom = arena
                .uptimal_expansion(v)
                .and_then(|e| self.layout.notation.uptimal(&e));
            if let Some((text, compound)) = atom {
                self.place(v, Piece::Atom { text, compound });
                return Ok(());
            }
            let waiting = missing.len();
            self.need_parts(arena, v, missing)?;
            if missing.len() == waiting {
                let piece = self.piece(v);
                self.place(v, piece);
            }
            Ok(())
        })?;
        // The root may have been placed early as a part; make it the last.
        let at = self.places[&root] as usize;
        debug_assert_eq!(at + 1, self.layout.pieces.len());
        Ok(())
    }

    fn place(&mut self, v: Value, piece: Piece) {
        self.places.insert(v, self.layout.pieces.len() as u32);
        self.layout.pieces.push(piece);
        self.layout.values.push(v);
    }

    /// Decides on the shape of `v` and stacks the parts that are not placed.
    fn need_parts(&mut self, arena: &mut Arena, v: Value, stack: &mut Vec<Value>) -> Result<()> {
        self.listing.prepare(arena, v)?;
        if !self.shapes.contains_key(&v) {
            let shape = self.shape(arena, v)?;
            self.shapes.insert(v, shape);
        }
        let mut need = |part: Value| {
            if !self.places.contains_key(&part) {
                stack.push(part);
            }
        };
        let options = |player| self.listing.options(v, player).iter().copied();
        match &self.shapes[&v] {
            Shape::PlusMinus => options(Player::Left).for_each(&mut need),
            Shape::Tiny { subscript, .. } => need(*subscript),
            Shape::Braces => Player::BOTH
                .into_iter()
                .flat_map(options)
                .for_each(&mut need),
        }
        Ok(())
    }

    fn shape(&self, arena: &mut Arena, v: Value) -> Result<Shape> {
        if v.is_symmetric() {
            return Ok(Shape::PlusMinus);
        }
        let Some((number, player, subscript)) = arena.number_tiny(v)? else {
            return Ok(Shape::Braces);
        };
        let mut text = String::new();
        if !number.is_zero() {
            self.layout.notation.number(&number, &mut text);
        }
        Ok(Shape::Tiny {
            number: text,
            miny: player == Player::Right,
            subscript,
        })
    }

    fn piece(&self, v: Value) -> Piece {
        let places = |player| -> Box<[u32]> {
            let options = self.listing.options(v, player);
            options.iter().map(|o| self.places[o]).collect()
        };
        match &self.shapes[&v] {
            Shape::PlusMinus => Piece::PlusMinus(places(Player::Left)),
            Shape::Tiny {
                number,
                miny,
                subscript,
            } => Piece::Tiny {
                number: number.clone(),
                miny: *miny,
                subscript: self.places[subscript],
            },
            Shape::Braces => Piece::Braces(Player::BOTH.map(places)),
        }
    }
}

impl Arena {
    /// The text of a value.
    ///
    /// ```
    /// use values::{Arena, Notation};
    /// let mut arena = Arena::new();
    /// let g = arena.read("{0|||0||-1|-2}").unwrap();
    /// assert_eq!(arena.text(g, Notation::Ascii).unwrap(), "Tiny({2|1})");
    /// ```
    pub fn text(&mut self, v: Value, notation: Notation) -> Result<String> {
        let layout = Layout::new(self, v, notation)?;
        let mut bytes = Vec::new();
        layout
            .write(&mut bytes)
            .expect("writing to memory succeeds");
        Ok(String::from_utf8(bytes).expect("the symbols are UTF-8"))
    }

    /// Streams the text of a value: memory stays in proportion to its DAG,
    /// whatever the length of the text.
    pub fn write(
        &mut self,
        v: Value,
        notation: Notation,
        out: &mut dyn io::Write,
    ) -> Result<io::Result<()>> {
        let layout = Layout::new(self, v, notation)?;
        Ok(layout.write(out))
    }
}
