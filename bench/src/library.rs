//! The two libraries behind one face, so that the work is written once and is
//! the same for both.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use cgt::short::partizan::canonical_form::CanonicalForm;
use cgt::short::partizan::thermograph::Thermograph as CgtThermograph;
use values::{Arena, Player, Thermograph, Value};

use crate::graphs::LEFT;

/// A library of values of games.
pub trait Library: Sized {
    /// The canonical form of a game.
    type Value: Clone;
    /// Both walls of a game.
    type Thermograph;

    /// A library that has computed nothing yet.
    fn new() -> Self;
    /// The same values in a library that knows nothing else.
    fn copy(&mut self, values: &[Self::Value]) -> (Self, Vec<Self::Value>);

    /// The canonical form of the game with these Left and Right options,
    /// given as indices into `values`.
    fn game(&mut self, values: &[Self::Value], options: &[Vec<u32>; 2]) -> Self::Value;
    /// −G.
    fn negative(&mut self, g: &Self::Value) -> Self::Value;
    /// G + H.
    fn add(&mut self, g: &Self::Value, h: &Self::Value) -> Self::Value;
    /// G − H.
    fn sub(&mut self, g: &Self::Value, h: &Self::Value) -> Self::Value;
    /// G ≤ H.
    fn le(&mut self, g: &Self::Value, h: &Self::Value) -> bool;
    /// The thermograph, down to −1.
    fn thermograph(&mut self, g: &Self::Value) -> Self::Thermograph;

    /// "number, ups, nimber" if the game is a number + n·↑ + ∗k.
    fn up_star(&self, g: &Self::Value) -> Option<String>;
    /// The options in the canonical form of a game.
    fn options(&mut self, g: &Self::Value, player: usize) -> Vec<Self::Value>;
    /// The left and the right wall: mast, critical points, slopes.
    fn walls(thermograph: &Self::Thermograph) -> [String; 2];

    /// What a canonical form is as a tree: a hash that both libraries agree
    /// on, and the number of nodes.
    fn fingerprint(&mut self, g: &Self::Value) -> Fingerprint {
        let mut hasher = DefaultHasher::new();
        let mut size = 1;
        if let Some(text) = self.up_star(g) {
            text.hash(&mut hasher);
        } else {
            for player in [0, 1] {
                let options = self.options(g, player);
                let options = options.iter().map(|option| self.fingerprint(option));
                let mut hashes: Vec<u64> = options
                    .map(|option| {
                        size += option.size;
                        option.hash
                    })
                    .collect();
                hashes.sort_unstable();
                hashes.hash(&mut hasher);
            }
        }
        Fingerprint {
            hash: hasher.finish(),
            size,
        }
    }
}

/// See [`Library::fingerprint`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint {
    /// Hash of the tree.
    pub hash: u64,
    /// Nodes of the tree, each number + n·↑ + ∗k being one.
    pub size: u64,
}

/// Our library. No budget is set, so nothing can fail.
pub struct Legatus {
    arena: Arena,
    left: Vec<Value>,
    right: Vec<Value>,
}

const NO_LIMIT: &str = "no limit is set";

impl Legatus {
    fn copy_into(
        &mut self,
        target: &mut Legatus,
        done: &mut HashMap<Value, Value>,
        g: Value,
    ) -> Value {
        if let Some(&copy) = done.get(&g) {
            return copy;
        }
        let copy = if let Some((number, ups, nimber)) = self.arena.as_up_star(g) {
            target.arena.up_star(&number, ups, nimber)
        } else {
            let [left, right] = [0, 1].map(|player| {
                let options = self.options(&g, player);
                let options = options
                    .into_iter()
                    .map(|option| self.copy_into(target, done, option));
                options.collect::<Vec<_>>()
            });
            target.arena.game(&left, &right)
        };
        let copy = copy.expect(NO_LIMIT);
        done.insert(g, copy);
        copy
    }
}

impl Library for Legatus {
    type Value = Value;
    type Thermograph = Thermograph;

    fn new() -> Self {
        Legatus {
            arena: Arena::new(),
            left: Vec::new(),
            right: Vec::new(),
        }
    }

    fn copy(&mut self, values: &[Value]) -> (Self, Vec<Value>) {
        let mut target = Legatus::new();
        let mut done = HashMap::new();
        let copies = values
            .iter()
            .map(|&g| self.copy_into(&mut target, &mut done, g))
            .collect();
        (target, copies)
    }

    fn game(&mut self, values: &[Value], [left, right]: &[Vec<u32>; 2]) -> Value {
        self.left.clear();
        self.left
            .extend(left.iter().map(|&option| values[option as usize]));
        self.right.clear();
        self.right
            .extend(right.iter().map(|&option| values[option as usize]));
        self.arena.game(&self.left, &self.right).expect(NO_LIMIT)
    }

    fn negative(&mut self, &g: &Value) -> Value {
        -g
    }

    fn add(&mut self, &g: &Value, &h: &Value) -> Value {
        self.arena.add(g, h).expect(NO_LIMIT)
    }

    fn sub(&mut self, &g: &Value, &h: &Value) -> Value {
        self.arena.sub(g, h).expect(NO_LIMIT)
    }

    fn le(&mut self, &g: &Value, &h: &Value) -> bool {
        self.arena.le(g, h).expect(NO_LIMIT)
    }

    fn thermograph(&mut self, &g: &Value) -> Thermograph {
        self.arena.thermograph(g).expect(NO_LIMIT)
    }

    fn up_star(&self, &g: &Value) -> Option<String> {
        let (number, ups, nimber) = self.arena.as_up_star(g)?;
        Some(format!("{number}, {ups}, {nimber}"))
    }

    fn options(&mut self, &g: &Value, player: usize) -> Vec<Value> {
        let player = if player == LEFT {
            Player::Left
        } else {
            Player::Right
        };
        self.arena.options(g, player).expect(NO_LIMIT)
    }

    fn walls(thermograph: &Thermograph) -> [String; 2] {
        [&thermograph.left, &thermograph.right].map(ToString::to_string)
    }
}

/// The crate `cgt`, whose values are trees: there is nothing to keep.
pub struct Cgt;

impl Library for Cgt {
    type Value = CanonicalForm;
    type Thermograph = CgtThermograph;

    fn new() -> Self {
        Cgt
    }

    fn copy(&mut self, values: &[CanonicalForm]) -> (Self, Vec<CanonicalForm>) {
        (Cgt, values.to_vec())
    }

    fn game(&mut self, values: &[CanonicalForm], options: &[Vec<u32>; 2]) -> CanonicalForm {
        let [left, right] = options.each_ref().map(|options| {
            let options = options
                .iter()
                .map(|&option| values[option as usize].clone());
            options.collect::<Vec<_>>()
        });
        CanonicalForm::new_from_moves(left, right)
    }

    fn negative(&mut self, g: &CanonicalForm) -> CanonicalForm {
        -g
    }

    fn add(&mut self, g: &CanonicalForm, h: &CanonicalForm) -> CanonicalForm {
        g + h
    }

    fn sub(&mut self, g: &CanonicalForm, h: &CanonicalForm) -> CanonicalForm {
        g - h
    }

    fn le(&mut self, g: &CanonicalForm, h: &CanonicalForm) -> bool {
        g <= h
    }

    fn thermograph(&mut self, g: &CanonicalForm) -> CgtThermograph {
        g.thermograph()
    }

    fn up_star(&self, g: &CanonicalForm) -> Option<String> {
        let closed = g.to_nus()?;
        let (number, ups, nimber) = (closed.number(), closed.up_multiple(), closed.nimber());
        Some(format!("{number}, {ups}, {}", nimber.value()))
    }

    fn options(&mut self, g: &CanonicalForm, player: usize) -> Vec<CanonicalForm> {
        if player == LEFT {
            g.left_moves().map(|option| option.into_owned()).collect()
        } else {
            g.right_moves().map(|option| option.into_owned()).collect()
        }
    }

    fn walls(thermograph: &CgtThermograph) -> [String; 2] {
        [&thermograph.left_wall, &thermograph.right_wall]
            .map(|wall| wall.to_string().replace(' ', ""))
    }
}
