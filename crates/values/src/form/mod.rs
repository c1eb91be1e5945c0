//! Games as they are written.
//!
//! A [`Value`] is a canonical form, so the game `{-1|1}` is the value 0. Some
//! operations depend on more than the value: 0:1 is 1, but the ordinal sum of
//! {−1|1} and 1 is ½. A [`Form`] keeps a game as it was put together, either
//! from explicit options or as a compound of two games.

mod canonical;
mod options;
mod text;

use crate::arena::Arena;
use crate::compare::Outcome;
use crate::error::{Error, Result};
use crate::listing::Listing;
use crate::player::Player;
use crate::signed_id::signed_id;
use crate::value::Value;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A game as it is written: an id in a store of [`Forms`].
///
/// Two forms of one store are `==` when they are written alike; whether they
/// are equal games is a question about their [canonical
/// forms](Forms::canonical). Negation is free.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

signed_id!(Form, "form");

const MAX_INDEX: usize = (1 << 30) - 1;

/// The ways to play two games G and H at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compound {
    /// G + H: a move in one of the two.
    Sum,
    /// G:H: a move in one of the two; a move in G destroys H.
    OrdinalSum,
    /// The product of *On Numbers and Games*, with Left options
    /// GᴸH + GHᴸ − GᴸHᴸ and GᴿH + GHᴿ − GᴿHᴿ and Right options
    /// GᴸH + GHᴿ − GᴸHᴿ and GᴿH + GHᴸ − GᴿHᴸ.
    ConwayProduct,
    /// H with each move replaced by a copy of G, or of −G for Right's moves,
    /// on top of what it leads to: the Left options are GHᴸ:Gᴸ and
    /// GHᴿ:(−G)ᴸ, the Right options GHᴸ:Gᴿ and GHᴿ:(−G)ᴿ.
    OrdinalProduct,
    /// A move in one of the two or in both.
    SelectiveSum,
    /// A move in both; the end of either is the end.
    ConjunctiveSum,
}

impl Compound {
    /// All of them.
    pub const ALL: [Compound; 6] = [
        Compound::Sum,
        Compound::OrdinalSum,
        Compound::ConwayProduct,
        Compound::OrdinalProduct,
        Compound::SelectiveSum,
        Compound::ConjunctiveSum,
    ];

    /// Whether the negative is the compound of the negatives.
    fn is_sum(self) -> bool {
        !matches!(self, Compound::ConwayProduct | Compound::OrdinalProduct)
    }
}

/// The store of the forms of a job. It belongs to one [`Arena`], which all
/// its methods must be given, and counts towards that arena's budget.
///
/// ```
/// use values::{Arena, Compound, Forms, Notation};
/// let (mut arena, mut forms) = (Arena::new(), Forms::new());
/// let one = arena.integer(1)?;
/// let one = forms.value(&mut arena, one)?;
/// let zero = forms.explicit(&mut arena, &[-one], &[one])?;
/// let sum = forms.compound(&mut arena, Compound::OrdinalSum, zero, one)?;
/// assert_eq!(forms.text(&mut arena, sum, Notation::Ascii)?, "'{-1|1}' : 1");
/// let half = forms.canonical(&mut arena, sum)?;
/// assert_eq!(arena.text(half, Notation::Ascii)?, "1/2");
/// # Ok::<(), values::Error>(())
/// ```
#[derive(Default)]
pub struct Forms {
    nodes: Vec<Node>,
    edges: Vec<Form>,
    index: HashTable<u32>,
    misere: FxHashMap<usize, Outcome>,
    listing: Listing,
    growth: u32,
}

struct Node {
    kind: Kind,
    options: Option<Span>,
    value: Option<Value>,
}

/// How a form is put together. Values are those that an arena's record holds,
/// never their negatives.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Value(Value),
    Explicit,
    /// Explicit, with the same options for both players.
    Impartial,
    Compound(Compound, Form, Form),
}

/// Where the options are stored: Left's, then Right's.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    middle: u32,
    end: u32,
}

impl Forms {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of forms stored (G and −G share a record).
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing is stored yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let bytes = self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Form>()
            + self.index.capacity() * 5
            + self.misere.capacity() * 17;
        bytes as u64
    }

    /// The canonical form of a value, as a form.
    pub fn value(&mut self, arena: &mut Arena, v: Value) -> Result<Form> {
        let form = self.intern(arena, Kind::Value(v.unsigned()), [&[], &[]])?;
        Ok(form.negated_if(v.is_flipped()))
    }

    /// The form {left|right} with exactly these options, in this order.
    ///
    /// ```
    /// use values::{Arena, Forms, Notation, Value};
    /// let (mut arena, mut forms) = (Arena::new(), Forms::new());
    /// let zero = forms.value(&mut arena, Value::ZERO)?;
    /// let one = forms.explicit(&mut arena, &[zero], &[])?;
    /// assert_eq!(forms.text(&mut arena, one, Notation::Ascii)?, "'{0|}'");
    /// assert_eq!(forms.text(&mut arena, -one, Notation::Ascii)?, "'{|0}'");
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn explicit(&mut self, arena: &mut Arena, left: &[Form], right: &[Form]) -> Result<Form> {
        self.intern(arena, Kind::Explicit, [left, right])
    }

    /// The impartial form with exactly these options, which CGSuite writes
    /// `*[…]`; `None` if one of them is neither a nimber nor such a form.
    ///
    /// The options 0, ∗, …, ∗(k−1) make the nimber ∗k itself.
    ///
    /// ```
    /// use values::{Arena, Forms, Notation};
    /// let (mut arena, mut forms) = (Arena::new(), Forms::new());
    /// let three = arena.nimber(3)?;
    /// let three = forms.value(&mut arena, three)?;
    /// let form = forms.impartial(&mut arena, &[three])?.expect("nimbers are impartial");
    /// assert_eq!(forms.text(&mut arena, form, Notation::Ascii)?, "*[3]");
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn impartial(&mut self, arena: &mut Arena, options: &[Form]) -> Result<Option<Form>> {
        let mut heaps = Vec::new();
        for &option in options {
            match self.nodes[option.index()].kind {
                Kind::Impartial => {}
                Kind::Value(v) => match arena.as_nimber(v) {
                    Some(k) => heaps.push(k),
                    None => return Ok(None),
                },
                _ => return Ok(None),
            }
        }
        let all_heaps = heaps.len() == options.len();
        heaps.sort_unstable();
        heaps.dedup();
        let k = heaps.len() as u64;
        if all_heaps && heaps.iter().copied().eq(0..k) {
            let nimber = arena.nimber(k)?;
            return self.value(arena, nimber).map(Some);
        }
        self.intern(arena, Kind::Impartial, [options, options])
            .map(Some)
    }

    /// G and H played together.
    pub fn compound(
        &mut self,
        arena: &mut Arena,
        compound: Compound,
        g: Form,
        h: Form,
    ) -> Result<Form> {
        self.intern(arena, Kind::Compound(compound, g, h), [&[], &[]])
    }

    /// The value of a form that is written as a value.
    #[must_use]
    pub fn as_value(&self, form: Form) -> Option<Value> {
        match self.nodes[form.index()].kind {
            Kind::Value(v) => Some(v.negated_if(form.is_flipped())),
            _ => None,
        }
    }

    /// The parts of a compound, unless it is the negative of a product.
    fn parts(&self, form: Form) -> Option<(Compound, Form, Form)> {
        let flip = form.is_flipped();
        match self.nodes[form.index()].kind {
            Kind::Compound(compound, g, h) if !flip || compound.is_sum() => {
                Some((compound, g.negated_if(flip), h.negated_if(flip)))
            }
            _ => None,
        }
    }

    /// The stored options of a form that has some stored.
    fn listed(&self, form: Form, player: Player) -> impl Iterator<Item = Form> + '_ {
        let flip = form.is_flipped();
        let player = if flip { player.opposite() } else { player };
        let slice = match self.nodes[form.index()].options {
            Some(span) => self.slice(span, player),
            None => &[],
        };
        slice.iter().map(move |o| o.negated_if(flip))
    }

    fn slice(&self, span: Span, player: Player) -> &[Form] {
        let (start, end) = match player {
            Player::Left => (span.start, span.middle),
            Player::Right => (span.middle, span.end),
        };
        &self.edges[start as usize..end as usize]
    }

    /// The form of this kind, stored or new. The lists are the options of an
    /// explicit form and empty for other kinds.
    fn intern(&mut self, arena: &Arena, kind: Kind, lists: [&[Form]; 2]) -> Result<Form> {
        let symmetric = is_symmetric(kind, lists);
        if let Some(found) = self.find(kind, lists) {
            return Ok(Form::new(found as u32, symmetric, false));
        }
        if let Some(found) = self.find_mirrored(kind, lists) {
            return Ok(Form::new(found as u32, false, true));
        }
        let index = self.nodes.len();
        if index > MAX_INDEX {
            return Err(Error::TooLarge {
                what: "too many forms in one store",
                bound: MAX_INDEX as u64,
            });
        }
        self.tick(arena, 0)?;
        let options = match kind {
            Kind::Explicit | Kind::Impartial => Some(self.store(lists)?),
            _ => None,
        };
        self.nodes.push(Node {
            kind,
            options,
            value: None,
        });
        let Self {
            nodes,
            edges,
            index: table,
            ..
        } = self;
        table.insert_unique(hash(kind, lists), index as u32, |&i| {
            let node = &nodes[i as usize];
            hash(node.kind, key_lists(node, edges))
        });
        Ok(Form::new(index as u32, symmetric, false))
    }

    fn find(&self, kind: Kind, lists: [&[Form]; 2]) -> Option<usize> {
        let found = self.index.find(hash(kind, lists), |&i| {
            let node = &self.nodes[i as usize];
            node.kind == kind && key_lists(node, &self.edges) == lists
        })?;
        Some(*found as usize)
    }

    /// The record of the negative, where that is written with the negatives
    /// of the parts.
    fn find_mirrored(&self, kind: Kind, lists: [&[Form]; 2]) -> Option<usize> {
        let negatives = |list: &[Form]| list.iter().map(|&f| -f).collect::<Vec<_>>();
        match kind {
            Kind::Explicit => self.find(kind, [&negatives(lists[1]), &negatives(lists[0])]),
            Kind::Compound(compound, g, h) if compound.is_sum() => {
                self.find(Kind::Compound(compound, -g, -h), lists)
            }
            _ => None,
        }
    }

    fn store(&mut self, lists: [&[Form]; 2]) -> Result<Span> {
        let place = |n: usize| {
            u32::try_from(n).map_err(|_| Error::TooLarge {
                what: "too many options in one store of forms",
                bound: u64::from(u32::MAX),
            })
        };
        let start = self.edges.len();
        let middle = start + lists[0].len();
        let span = Span {
            start: place(start)?,
            middle: place(middle)?,
            end: place(middle + lists[1].len())?,
        };
        for list in lists {
            self.edges.extend_from_slice(list);
        }
        Ok(span)
    }

    /// A checkpoint at every thousandth call; `extra` bytes are in use beside
    /// the store.
    fn tick(&mut self, arena: &Arena, extra: usize) -> Result<()> {
        self.growth = self.growth.wrapping_add(1);
        if self.growth.is_multiple_of(1024) {
            self.checkpoint(arena, extra)?;
        }
        Ok(())
    }

    fn checkpoint(&self, arena: &Arena, extra: usize) -> Result<()> {
        arena.budget().check()?;
        let used = arena.bytes() + self.bytes() + extra as u64;
        arena.budget().check_bytes(used)
    }
}

/// Whether the form is its own negative.
fn is_symmetric(kind: Kind, lists: [&[Form]; 2]) -> bool {
    match kind {
        Kind::Value(v) => v.is_symmetric(),
        Kind::Explicit => lists[0].iter().copied().eq(lists[1].iter().map(|&f| -f)),
        Kind::Impartial => true,
        Kind::Compound(_, g, h) => g.is_symmetric() && h.is_symmetric(),
    }
}

/// The lists that are part of what a record is, as opposed to options derived
/// from it.
fn key_lists<'a>(node: &Node, edges: &'a [Form]) -> [&'a [Form]; 2] {
    match (node.kind, node.options) {
        (Kind::Explicit | Kind::Impartial, Some(span)) => [
            &edges[span.start as usize..span.middle as usize],
            &edges[span.middle as usize..span.end as usize],
        ],
        _ => [&[], &[]],
    }
}

fn hash(kind: Kind, lists: [&[Form]; 2]) -> u64 {
    let mut hasher = FxHasher::default();
    (kind, lists).hash(&mut hasher);
    hasher.finish()
}
