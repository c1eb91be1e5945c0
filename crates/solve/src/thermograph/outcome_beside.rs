//! A position beside a small value: who wins the sum.

use super::Thermographer;
use rules::Position;
use rustc_hash::FxHashMap;
use values::{Arena, Dyadic, Outcome, Player, Result, Thermograph, Value};

/// A position, a value beside it, and who is to move.
type Situation<P> = (P, Value, Player);

/// A sum whose moves are being tried.
struct Frame<P> {
    situation: Situation<P>,
    /// The sums after the moves left to try, the next at the end.
    children: Vec<Situation<P>>,
}

/// Remembers who wins, for one question.
struct Play<'t, P> {
    thermographer: &'t mut Thermographer<P>,
    arena: &'t mut Arena,
    wins: FxHashMap<Situation<P>, bool>,
}

impl<P: Position> Thermographer<P> {
    /// Who wins the sum of a position and a value, such as a position and ↓:
    /// it is greater than ↑ if Left does.
    ///
    /// Once a position has its thermograph, so have all its followers. Their
    /// stops decide most sums, and the walls just below t = 0 decide every
    /// one in which the value has come to 0 (Berlekamp, "Sums of N × 2
    /// Amazons", section 6). So a search with few moves is enough where the
    /// canonical form would take long; the value should have few followers.
    ///
    /// ```
    /// use rules::{Amazons, Game};
    /// use solve::Thermographer;
    /// use values::{Arena, Outcome};
    /// let game = Amazons::<u64>::with_variant(None).unwrap();
    /// let position = game.read("A[-1,5]trbl").unwrap();
    /// let mut arena = Arena::new();
    /// let mut thermographer = Thermographer::new();
    /// let mut beside = |small: &str| {
    ///     let small = arena.read(small).unwrap();
    ///     thermographer.outcome_beside(&mut arena, &position, small).unwrap()
    /// };
    /// assert_eq!(beside("*"), Outcome::L);
    /// assert_eq!(beside("v*"), Outcome::P);
    /// ```
    pub fn outcome_beside(
        &mut self,
        arena: &mut Arena,
        position: &P,
        small: Value,
    ) -> Result<Outcome> {
        let mut play = Play {
            thermographer: self,
            arena,
            wins: FxHashMap::default(),
        };
        let [left, right] = Player::BOTH.map(|player| (position.clone(), small, player));
        let (left, right) = (play.starter_wins(left)?, play.starter_wins(right)?);
        Ok(Outcome::from_second_players(!right, !left))
    }
}

impl<P: Position> Play<'_, P> {
    /// Depth first with an explicit stack.
    fn starter_wins(&mut self, situation: Situation<P>) -> Result<bool> {
        if let Some(wins) = self.glance(&situation)? {
            return Ok(wins);
        }
        let mut stack = vec![self.opened(situation.clone())?];
        while let Some(frame) = stack.last_mut() {
            let wins = match frame.children.pop() {
                None => false,
                Some(child) => match self.glance(&child)? {
                    Some(true) => continue,
                    Some(false) => true,
                    None => {
                        let below = self.opened(child.clone())?;
                        frame.children.push(child);
                        stack.push(below);
                        continue;
                    }
                },
            };
            self.wins.insert(frame.situation.clone(), wins);
            stack.pop();
        }
        Ok(self.wins[&situation])
    }

    /// The moves that need a closer look; a winning one alone, if a glance
    /// finds it.
    fn opened(&mut self, situation: Situation<P>) -> Result<Frame<P>> {
        self.arena.budget().check()?;
        let (position, value, player) = &situation;
        let next = player.opposite();
        let mut moves = Vec::new();
        for option in self.arena.options(*value, *player)? {
            moves.push((position.clone(), option, next));
        }
        let budget = self.arena.budget();
        let mut looked = Ok(());
        let _ = position.options(*player, &mut |option| {
            moves.push((option, *value, next));
            budget.go_on(&mut looked)
        });
        looked?;
        let mut children = Vec::new();
        for child in moves {
            match self.glance(&child)? {
                Some(true) => {}
                Some(false) => {
                    children = vec![child];
                    break;
                }
                None => children.push(child),
            }
        }
        Ok(Frame {
            situation,
            children,
        })
    }

    /// Whether the player to move wins, if that is remembered or easy.
    fn glance(&mut self, situation: &Situation<P>) -> Result<Option<bool>> {
        if let Some(&wins) = self.wins.get(situation) {
            return Ok(Some(wins));
        }
        let (position, value, player) = situation;
        let graph = self.thermographer.thermograph(position)?;
        if graph.temperature().signum() < 0 {
            let number = self.arena.number(graph.mean())?;
            let total = self.arena.add(number, *value)?;
            let outcome = self.arena.outcome(total)?;
            return Ok(Some(first_wins(outcome, *player)));
        }
        if *value == Value::ZERO {
            return Ok(Some(below_zero(&graph, *player) == ahead(*player)));
        }
        // LS(G) + RS(V) ≤ LS(G + V) ≤ LS(G) + LS(V), and so for Right.
        let stop = graph.wall(*player).at(&Dyadic::zero());
        let [least, most] = [player.opposite(), *player].map(|side| {
            let total = &stop + &self.arena.stop(*value, side);
            total.signum() * ahead(*player)
        });
        Ok(match (least, most) {
            (1, _) => Some(true),
            (_, -1) => Some(false),
            _ => None,
        })
    }
}

/// The sign of what is good for a player.
fn ahead(player: Player) -> i32 {
    match player {
        Player::Left => 1,
        Player::Right => -1,
    }
}

fn first_wins(outcome: Outcome, starter: Player) -> bool {
    match outcome {
        Outcome::P => false,
        Outcome::N => true,
        Outcome::L => starter == Player::Left,
        Outcome::R => starter == Player::Right,
    }
}

/// The sign of a wall just below t = 0.
fn below_zero(graph: &Thermograph, player: Player) -> i32 {
    let wall = graph.wall(player);
    let at_zero = wall.at(&Dyadic::zero()).signum();
    if at_zero != 0 {
        return at_zero;
    }
    // The wall is straight from its last corner below.
    let below = |corner: &&values::Corner| corner.0.signum() < 0;
    let last = wall.corners().iter().rfind(below);
    last.map_or(0, |(_, value)| value.signum())
}
