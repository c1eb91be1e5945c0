//! The text of loopy values: a loop is a `pass`, or has a name: `a{0||0|a}`.

use super::layout::{Builder, Layout, Piece};
use super::style::Notation;
use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::loopy::{Graph, Loopy, Name, Pseudonumber, Side, Stopper, Stoppers};
use crate::player::Player;
use crate::value::Value;

/// Loops make a text longer than the graph; this many parts are written.
const MOST: usize = 1 << 20;

/// What is written: a stopper, or a vertex of a graph that is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Item {
    Stopper(Stopper),
    Vertex(u32),
}

enum Shape {
    PlusMinus,
    Tiny { number: String, miny: bool },
    Braces,
}

/// An item whose parts are being laid out.
struct Frame {
    item: Item,
    shape: Shape,
    /// How many of the parts are Left's options.
    left: usize,
    parts: Vec<Item>,
    done: Vec<u32>,
    /// Its place among all frames, by which it is named.
    serial: u32,
}

struct Writer<'a> {
    arena: &'a mut Arena,
    stoppers: &'a mut Stoppers,
    layout: Layout,
    frames: Vec<Frame>,
    serials: u32,
    /// Pieces that say the name of a frame, and the pieces that have one.
    references: Vec<(u32, u32)>,
    /// For a graph that is no stopper: its vertices that are values.
    graph: Option<(&'a Graph, Vec<Option<Value>>)>,
}

impl Stoppers {
    /// The text of a loopy value; where the sides differ, `onside & offside`.
    ///
    /// ```
    /// use values::{Arena, Notation, Player, Stoppers};
    /// let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    /// let upon = stoppers.upon(&mut arena)?;
    /// assert_eq!(stoppers.text(&mut arena, &upon.into(), Notation::Ascii)?, "^[on]");
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn text(&mut self, arena: &mut Arena, g: &Loopy, notation: Notation) -> Result<String> {
        if g.on == g.off {
            return self.side_text(arena, &g.on, notation);
        }
        let sides = g.as_sides();
        if let Some((on, off)) = sides {
            let dud = [on, off]
                == [
                    self.pass(arena, Player::Left)?,
                    self.pass(arena, Player::Right)?,
                ];
            if dud {
                return Ok(notation.word("dud"));
            }
        }
        let on = self.side_text(arena, &g.on, notation)?;
        let off = self.side_text(arena, &g.off, notation)?;
        Ok(format!("{on} {} {off}", notation.and()))
    }

    fn side_text(&mut self, arena: &mut Arena, side: &Side, notation: Notation) -> Result<String> {
        let (root, graph) = match side {
            Side::Stopper(Stopper::Short(value)) => return arena.text(*value, notation),
            Side::Stopper(stopper) => (Item::Stopper(*stopper), None),
            Side::Graph(graph) => {
                let values = short_vertices(arena, graph)?;
                (Item::Vertex(0), Some((&**graph, values)))
            }
        };
        let mut writer = Writer {
            arena,
            stoppers: self,
            layout: Layout::empty(notation),
            frames: Vec::new(),
            serials: 0,
            references: Vec::new(),
            graph,
        };
        writer.lay_out(root)?;
        writer.name();
        let mut layout = writer.layout;
        layout.count_slashes(|_| false);
        let mut bytes = Vec::new();
        layout
            .write(&mut bytes)
            .expect("writing to memory succeeds");
        Ok(String::from_utf8(bytes).expect("the symbols are UTF-8"))
    }
}

/// A number before something else, which alone says that it is zero.
fn unless_zero(notation: Notation, number: &Dyadic) -> String {
    let mut text = String::new();
    if !number.is_zero() {
        notation.number(number, &mut text);
    }
    text
}

/// The values of the vertices from which no loop can be reached.
fn short_vertices(arena: &mut Arena, graph: &Graph) -> Result<Vec<Option<Value>>> {
    let mut values = vec![None; graph.len()];
    for component in graph.components() {
        let &[v] = &component[..] else { continue };
        if let Some([left, right]) = graph.known_options(v, &values) {
            values[v as usize] = Some(arena.game(&left, &right)?);
        }
    }
    Ok(values)
}

impl Writer<'_> {
    fn lay_out(&mut self, root: Item) -> Result<()> {
        if self.begin(root)?.is_some() {
            return Ok(());
        }
        while let Some(frame) = self.frames.last() {
            self.arena.tick()?;
            if self.layout.pieces.len() > MOST {
                return Err(Error::TooLarge {
                    what: "the text of a loopy value is too long",
                    bound: MOST as u64,
                });
            }
            match frame.parts.get(frame.done.len()) {
                Some(&part) => {
                    if let Some(piece) = self.begin(part)? {
                        let frame = self.frames.last_mut().expect("a frame waits for it");
                        frame.done.push(piece);
                    }
                }
                None => {
                    let frame = self.frames.pop().expect("there is a last frame");
                    let piece = self.finish(frame);
                    if let Some(parent) = self.frames.last_mut() {
                        parent.done.push(piece);
                    }
                }
            }
        }
        Ok(())
    }

    /// Lays out what has no parts; for the rest a frame is opened.
    fn begin(&mut self, item: Item) -> Result<Option<u32>> {
        if let Some(frame) = self.frames.last()
            && frame.item == item
        {
            let text = self.layout.notation.word("pass");
            return Ok(Some(self.layout.atom(text, false)));
        }
        if let Some(frame) = self.frames.iter().find(|frame| frame.item == item) {
            let serial = frame.serial;
            let piece = self.layout.atom(String::new(), false);
            self.references.push((piece, serial));
            return Ok(Some(piece));
        }
        let value = match item {
            Item::Stopper(stopper) => stopper.as_short(),
            Item::Vertex(v) => self
                .graph
                .as_ref()
                .and_then(|(_, values)| values[v as usize]),
        };
        if let Some(value) = value {
            return Ok(Some(self.value(value)?));
        }
        if let Item::Stopper(stopper) = item {
            return self.begin_stopper(stopper);
        }
        self.open(item, Shape::Braces)?;
        Ok(None)
    }

    fn value(&mut self, value: Value) -> Result<u32> {
        let layout = std::mem::replace(&mut self.layout, Layout::empty(Notation::Ascii));
        let (layout, place) = Builder::extend(self.arena, layout, value)?;
        self.layout = layout;
        Ok(place)
    }

    fn begin_stopper(&mut self, g: Stopper) -> Result<Option<u32>> {
        let notation = self.layout.notation;
        let shape = match self.stoppers.name(self.arena, g)? {
            Some(Name::Pseudonumber(p)) => {
                let (text, compound) = notation.pseudonumber(&p);
                return Ok(Some(self.layout.atom(text, compound)));
            }
            Some(Name::Up {
                number,
                negative,
                sum,
                star,
            }) => {
                let mut text = unless_zero(notation, &number);
                text.push_str(&notation.endless_up(negative, sum));
                if star {
                    text.push_str(notation.star());
                }
                let compound = !number.is_zero() || star;
                return Ok(Some(self.layout.atom(text, compound)));
            }
            Some(Name::Tiny {
                number,
                miny,
                subscript,
            }) => {
                let number = unless_zero(notation, &number);
                self.push_frame(
                    Item::Stopper(g),
                    Shape::Tiny { number, miny },
                    vec![Item::Stopper(subscript)],
                    1,
                );
                return Ok(None);
            }
            None => {
                let symmetric = self.stoppers.negate(self.arena, g)? == g
                    && !self.stoppers.is_on_a_loop(self.arena, g)?;
                if symmetric {
                    Shape::PlusMinus
                } else {
                    Shape::Braces
                }
            }
        };
        self.open(Item::Stopper(g), shape)?;
        Ok(None)
    }

    fn open(&mut self, item: Item, shape: Shape) -> Result<()> {
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            if player == Player::Right && matches!(shape, Shape::PlusMinus) {
                continue;
            }
            sides[player as usize] = match (item, &self.graph) {
                (Item::Vertex(v), Some((graph, _))) => {
                    let options = graph.options(v, player).iter();
                    options.map(|&o| Item::Vertex(o)).collect()
                }
                (Item::Stopper(g), _) => {
                    let options = self.stoppers.options(self.arena, g, player)?;
                    options.into_iter().map(Item::Stopper).collect()
                }
                (Item::Vertex(_), None) => Vec::new(),
            };
        }
        let left = sides[0].len();
        self.push_frame(item, shape, sides.concat(), left);
        Ok(())
    }

    fn push_frame(&mut self, item: Item, shape: Shape, parts: Vec<Item>, left: usize) {
        self.frames.push(Frame {
            item,
            shape,
            left,
            parts,
            done: Vec::new(),
            serial: self.serials,
        });
        self.serials += 1;
    }

    fn finish(&mut self, frame: Frame) -> u32 {
        let mut left = frame.done;
        let right = left.split_off(frame.left);
        let named = self
            .references
            .iter()
            .any(|&(_, serial)| serial == frame.serial);
        let piece = match frame.shape {
            Shape::PlusMinus => Piece::PlusMinus(left.into()),
            Shape::Tiny { number, miny } => Piece::Tiny {
                number,
                miny,
                subscript: left[0],
            },
            Shape::Braces if named => Piece::Named {
                name: frame.serial.to_string(),
                sides: [left.into(), right.into()],
            },
            Shape::Braces => Piece::Braces([left.into(), right.into()]),
        };
        self.layout.add(piece)
    }

    /// Gives names in the order in which they are met in the text.
    fn name(&mut self) {
        let mut serials: Vec<u32> = self.references.iter().map(|&(_, serial)| serial).collect();
        serials.sort_unstable();
        serials.dedup();
        let name = |serial: u32| loop_name(serials.binary_search(&serial).unwrap_or(0));
        for &(piece, serial) in &self.references {
            if let Piece::Atom { text, .. } = &mut self.layout.pieces[piece as usize] {
                *text = name(serial);
            }
        }
        for piece in &mut self.layout.pieces {
            if let Piece::Named { name: text, .. } = piece
                && let Ok(serial) = text.parse()
            {
                *text = name(serial);
            }
        }
    }
}

/// a, b, …, without v, which is down; then a1, b1 and so on.
fn loop_name(number: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuwxyz";
    let letter = char::from(LETTERS[number % LETTERS.len()]);
    match number / LETTERS.len() {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

impl Notation {
    /// A word for a value, such as on.
    fn word(self, word: &str) -> String {
        match self {
            Notation::Latex => format!(r"\textbf{{{word}}}"),
            _ => word.to_owned(),
        }
    }

    fn and(self) -> &'static str {
        match self {
            Notation::Latex => r"\&",
            _ => "&",
        }
    }

    fn pseudonumber(self, p: &Pseudonumber) -> (String, bool) {
        let (number, word) = match p {
            Pseudonumber::On => return (self.word("on"), false),
            Pseudonumber::Off => return (self.word("off"), false),
            Pseudonumber::Near { number, side: 1 } => (number, "over"),
            Pseudonumber::Near { number, side: -1 } => (number, "under"),
            Pseudonumber::Near { number, .. } => (number, ""),
        };
        let mut text = String::new();
        if !number.is_zero() || word.is_empty() {
            self.number(number, &mut text);
        }
        let compound = !text.is_empty() && !word.is_empty();
        if !word.is_empty() {
            text.push_str(&self.word(word));
        }
        (text, compound)
    }

    /// ↑[on] or ↑^on.
    fn endless_up(self, negative: bool, sum: bool) -> String {
        let up = self.up_symbol(!negative);
        let on = self.word("on");
        match (self, sum) {
            (Notation::Latex, true) => format!("{up}^{{[{on}]}}"),
            (Notation::Latex, false) => format!("{up}^{{{on}}}"),
            (_, true) => format!("{up}[{on}]"),
            (_, false) => format!("{up}<{on}>"),
        }
    }
}
