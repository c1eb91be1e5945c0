//! Sums, differences and multiples.

use crate::arena::Arena;
use crate::error::{Error, Result};
use crate::player::Player;
use crate::value::Value;
use num_bigint::BigInt;
use num_traits::Signed;

/// The largest multiple of a game that has no formula.
const MAX_MULTIPLE: u64 = 1 << 16;
/// A game whose order divides this, or whose multiple by this has a formula,
/// has multiples of any size.
const MAX_ORDER_BITS: u64 = 6;

/// A sum under construction: the options collected so far and where the next
/// one comes from.
struct Frame {
    g: Value,
    h: Value,
    /// Whether moving in g or h is useless because it is a number.
    skip: [bool; 2],
    player: Player,
    next: usize,
    sides: [Vec<Value>; 2],
}

impl Arena {
    /// G + H = {Gᴸ + H, G + Hᴸ | Gᴿ + H, G + Hᴿ}.
    ///
    /// # Complexity
    /// A canonical form for each pair of followers that is met, then
    /// remembered; G − G is 0 at once however large G is, uptimals are added
    /// by formula, and a number only shifts the options of the other part.
    ///
    /// # Literature
    /// J. H. Conway, *On Numbers and Games*, chapter 7; A. N. Siegel,
    /// *Combinatorial Game Theory*, chapter II, on number translation.
    ///
    /// ```
    /// use values::{Arena, Notation, Value};
    /// let mut arena = Arena::new();
    /// let g = arena.read("+-{1,1*}").unwrap();
    /// let h = arena.read("{2|-1/2}").unwrap();
    /// let sum = arena.add(g, h).unwrap();
    /// assert_eq!(arena.sub(sum, h).unwrap(), g);
    /// assert_eq!(arena.sub(g, g).unwrap(), Value::ZERO);
    /// ```
    pub fn add(&mut self, g: Value, h: Value) -> Result<Value> {
        if let Some(sum) = self.add_at_once(g, h)? {
            return Ok(sum);
        }
        let mut stack = vec![self.sum_frame(g, h)?];
        loop {
            self.tick()?;
            let frame = stack.last_mut().expect("a sum to finish");
            let (g, h) = (frame.g, frame.h);
            let mut below = None;
            while let Some(pair) = self.next_pair(frame) {
                match self.add_at_once(pair.0, pair.1)? {
                    Some(sum) => {
                        frame.sides[frame.player as usize].push(sum);
                        frame.next += 1;
                    }
                    None => {
                        below = Some(pair);
                        break;
                    }
                }
            }
            if let Some((g, h)) = below {
                let frame = self.sum_frame(g, h)?;
                stack.push(frame);
                continue;
            }
            let Frame {
                skip, mut sides, ..
            } = stack.pop().expect("a finished sum");
            let sum = if skip[0] || skip[1] {
                // Number translation keeps canonical forms canonical.
                for side in &mut sides {
                    side.sort_unstable();
                }
                self.intern(&sides[0], &sides[1])?
            } else {
                self.canonicalise(&mut sides)?
            };
            let (key, flip) = sum_key(g, h);
            self.sums.insert(key, sum.negated_if(flip));
            let Some(frame) = stack.last_mut() else {
                return Ok(sum);
            };
            frame.sides[frame.player as usize].push(sum);
            frame.next += 1;
        }
    }

    /// G − H.
    pub fn sub(&mut self, g: Value, h: Value) -> Result<Value> {
        self.add(g, -h)
    }

    /// n·G = G + … + G.
    ///
    /// Any n will do where the multiples of G have a formula (numbers, ups and
    /// nimbers, and games of which a small multiple is one of these); for
    /// other games |n| is at most 65536.
    ///
    /// ```
    /// use values::{Arena, Notation};
    /// let mut arena = Arena::new();
    /// let g = arena.read("^*").unwrap();
    /// let five = arena.multiple(&5.into(), g).unwrap();
    /// assert_eq!(arena.text(five, Notation::Ascii).unwrap(), "^5*");
    /// ```
    pub fn multiple(&mut self, n: &BigInt, g: Value) -> Result<Value> {
        if let Some(x) = self.as_number(g) {
            return self.number(&(&x * &n.clone().into()));
        }
        let mut total = Value::ZERO;
        let mut power = g.negated_if(n.is_negative());
        let bits = n.magnitude();
        for i in 0..bits.bits() {
            if bits.bit(i) {
                total = self.add(total, power)?;
            }
            if i + 1 < bits.bits() {
                let has_formula = self.up_star_form(power).is_some();
                if i >= MAX_ORDER_BITS && !has_formula && *bits > MAX_MULTIPLE.into() {
                    return Err(Error::TooLarge {
                        what: "too large a multiple of a game",
                        bound: MAX_MULTIPLE,
                    });
                }
                power = self.add(power, power)?;
                if power == Value::ZERO {
                    break;
                }
            }
        }
        Ok(total)
    }

    fn add_at_once(&mut self, g: Value, h: Value) -> Result<Option<Value>> {
        if g == Value::ZERO {
            return Ok(Some(h));
        }
        if h == Value::ZERO {
            return Ok(Some(g));
        }
        if g == -h {
            return Ok(Some(Value::ZERO));
        }
        let (key, flip) = sum_key(g, h);
        if let Some(sum) = self.sums.get(&key) {
            return Ok(Some(sum.negated_if(flip)));
        }
        match (self.up_star_form(g), self.up_star_form(h)) {
            (Some(a), Some(b)) => self.intern_up_star(a.plus(&b)?).map(Some),
            _ => self.add_uptimals(g, h),
        }
    }

    fn sum_frame(&mut self, g: Value, h: Value) -> Result<Frame> {
        self.list(g)?;
        self.list(h)?;
        Ok(Frame {
            g,
            h,
            skip: [self.is_number(g), self.is_number(h)],
            player: Player::Left,
            next: 0,
            sides: [Vec::new(), Vec::new()],
        })
    }

    /// The next option of the sum: a move in g or a move in h.
    fn next_pair(&self, frame: &mut Frame) -> Option<(Value, Value)> {
        loop {
            let moves = |v: Value, skip: bool| {
                let (slice, flip) = self.stored(v, frame.player);
                (if skip { &[] } else { slice }, flip)
            };
            let (in_g, flip_g) = moves(frame.g, frame.skip[0]);
            let (in_h, flip_h) = moves(frame.h, frame.skip[1]);
            if let Some(option) = in_g.get(frame.next) {
                return Some((option.negated_if(flip_g), frame.h));
            }
            if let Some(option) = in_h.get(frame.next - in_g.len()) {
                return Some((frame.g, option.negated_if(flip_h)));
            }
            if frame.player == Player::Right {
                return None;
            }
            frame.player = Player::Right;
            frame.next = 0;
        }
    }
}

/// G + H, H + G and −(−G − H) share a key; the flag says that the sum under
/// the key is the negative.
fn sum_key(g: Value, h: Value) -> ((Value, Value), bool) {
    let ordered = |a: Value, b: Value| if a <= b { (a, b) } else { (b, a) };
    let (direct, mirrored) = (ordered(g, h), ordered(-g, -h));
    if direct <= mirrored {
        (direct, false)
    } else {
        (mirrored, true)
    }
}
