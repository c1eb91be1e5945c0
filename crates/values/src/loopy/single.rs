//! The canonical form of a game whose options are stoppers in canonical form.

use super::pairs::Node;
use super::stopper::{Options, Stopper, Stoppers, sorted};
use crate::arena::Arena;
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;

impl Stoppers {
    /// {left | right}.
    ///
    /// # Complexity
    /// That of comparing the game with the options of its options; what is
    /// known of these is not computed again.
    ///
    /// ```
    /// use values::{Arena, Stopper, Stoppers};
    /// let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    /// let zero = Stopper::ZERO;
    /// let star = stoppers.game(&mut arena, &[zero], &[zero])?;
    /// assert_eq!(star.as_short(), Some(arena.nimber(1)?));
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn game(
        &mut self,
        arena: &mut Arena,
        left: &[Stopper],
        right: &[Stopper],
    ) -> Result<Stopper> {
        let given = [left, right].map(|side| sorted(side.to_vec()));
        if let Some(game) = self.found(arena, &given)? {
            return Ok(game);
        }
        self.check(arena)?;
        let mut options = given.clone();
        loop {
            let mut next = options.clone();
            for player in Player::BOTH {
                let unreversed = self.unreversed(arena, &given, &next, player)?;
                next[player as usize] = self.undominated(arena, unreversed, player)?;
            }
            if next == options {
                break;
            }
            options = next;
        }
        let game = match self.found(arena, &options)? {
            Some(game) => game,
            None => self.single(&options)?,
        };
        self.games.insert(given, game);
        Ok(game)
    }

    /// The game with these options, if they are short games or it is stored.
    fn found(&self, arena: &mut Arena, options: &Options) -> Result<Option<Stopper>> {
        let short = options.each_ref().map(|side| {
            let values = side.iter().map(|option| option.as_short());
            values.collect::<Option<Vec<Value>>>()
        });
        if let [Some(left), Some(right)] = short {
            return Ok(Some(arena.game(&left, &right)?.into()));
        }
        Ok(self.games.get(options).copied())
    }

    /// A player's options with the reversible ones bypassed. `given` are the
    /// options that the game was given, by which it is compared.
    fn unreversed(
        &mut self,
        arena: &mut Arena,
        given: &Options,
        options: &Options,
        player: Player,
    ) -> Result<Box<[Stopper]>> {
        let mut waiting = options[player as usize].to_vec();
        let mut seen = waiting.clone();
        let mut kept = Vec::new();
        while let Some(option) = waiting.pop() {
            let answers = self.unsorted(arena, option, player.opposite())?;
            let ask = |&answer: &Stopper| -> (Node, Node) {
                match player {
                    Player::Left => (None, Some(answer)),
                    Player::Right => (Some(answer), None),
                }
            };
            let questions: Vec<(Node, Node)> = answers.iter().map(ask).collect();
            let reverses = self.all_ge(arena, given, &questions)?;
            match reverses.iter().position(|&reverses| reverses) {
                None => kept.push(option),
                Some(at) => {
                    for next in self.unsorted(arena, answers[at], player)? {
                        if !seen.contains(&next) {
                            seen.push(next);
                            waiting.push(next);
                        }
                    }
                }
            }
        }
        Ok(sorted(kept))
    }

    /// The options that no other is at least as good as; they are different
    /// games, as they are canonical.
    fn undominated(
        &mut self,
        arena: &mut Arena,
        options: Box<[Stopper]>,
        player: Player,
    ) -> Result<Box<[Stopper]>> {
        let mut kept = options.to_vec();
        for &option in &options {
            let mut dominated = false;
            for &other in kept.iter().filter(|&&other| other != option) {
                dominated = match player {
                    Player::Left => self.le(arena, option, other)?,
                    Player::Right => self.le(arena, other, option)?,
                };
                if dominated {
                    break;
                }
            }
            if dominated {
                kept.retain(|&other| other != option);
            }
        }
        Ok(sorted(kept))
    }
}
