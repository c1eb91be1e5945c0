//! The order in which stoppers are listed: those without loops first, as ever,
//! then pseudonumbers by size, then the others by their Left options and then
//! their Right options.

use super::pseudonumber::Pseudonumber;
use super::stopper::{Loaded, Stopper, Stoppers};
use crate::arena::Arena;
use crate::error::Result;
use crate::player::Player;
use rustc_hash::FxHashMap;

impl Stoppers {
    /// The options of a player, in listing order.
    pub fn options(&self, arena: &mut Arena, g: Stopper, player: Player) -> Result<Vec<Stopper>> {
        let mut options = self.unsorted(arena, g, player)?;
        self.sort(arena, &mut options)?;
        Ok(options)
    }

    /// All followers of a stopper, itself included, in listing order.
    pub fn followers(&self, arena: &mut Arena, g: Stopper) -> Result<Vec<Stopper>> {
        let mut loaded = Loaded::default();
        loaded.load(self, arena, g)?;
        let mut followers: Vec<Stopper> = loaded.known.into_iter().flatten().collect();
        self.sort(arena, &mut followers)?;
        Ok(followers)
    }

    /// Whether play in a stopper can come back to it.
    pub(crate) fn is_on_a_loop(&self, arena: &mut Arena, g: Stopper) -> Result<bool> {
        let mut loaded = Loaded::default();
        for player in Player::BOTH {
            for option in self.unsorted(arena, g, player)? {
                loaded.load(self, arena, option)?;
            }
        }
        Ok(loaded.known.contains(&Some(g)))
    }

    /// Sorts stoppers into listing order.
    pub fn sort(&self, arena: &mut Arena, stoppers: &mut [Stopper]) -> Result<()> {
        if stoppers.len() > 1 {
            let ranks = self.ranks(arena, stoppers)?;
            stoppers.sort_unstable_by_key(|stopper| ranks[stopper]);
        }
        Ok(())
    }

    /// A number for each follower of `roots` that orders as they are listed.
    /// Those that no formula orders are told apart by the ranks of their
    /// options, again and again.
    fn ranks(&self, arena: &mut Arena, roots: &[Stopper]) -> Result<FxHashMap<Stopper, u32>> {
        let mut loaded = Loaded::default();
        for &root in roots {
            loaded.load(self, arena, root)?;
        }
        let mut short = Vec::new();
        let mut pseudo: Vec<(Pseudonumber, u32)> = Vec::new();
        let mut others = Vec::new();
        let mut ranks = vec![0u32; loaded.known.len()];
        let mut places = FxHashMap::default();
        for (v, known) in (0u32..).zip(&loaded.known) {
            let stopper = known.expect("only stoppers are loaded");
            places.insert(stopper, v);
            match (stopper, self.pseudonumber(arena, stopper)?) {
                (Stopper::Short(value), _) => short.push(value),
                (_, Some(number)) => pseudo.push((number, v)),
                _ => others.push(v),
            }
        }
        arena.sort(&mut short)?;
        pseudo.sort_unstable();
        for (rank, value) in (0..).zip(&short) {
            ranks[places[&Stopper::Short(*value)] as usize] = rank;
        }
        let first = short.len() as u32;
        for (rank, (_, v)) in (first..).zip(&pseudo) {
            ranks[*v as usize] = rank;
        }
        let first = first + pseudo.len() as u32;
        others.iter().for_each(|&v| ranks[v as usize] = first);
        let mut classes = 0;
        loop {
            arena.tick()?;
            let mut signatures: Vec<(u32, [Vec<u32>; 2], u32)> = others
                .iter()
                .map(|&v| {
                    let lists = Player::BOTH.map(|player| {
                        let options = loaded.graph.options(v, player).iter();
                        let mut list: Vec<u32> = options.map(|&o| ranks[o as usize]).collect();
                        list.sort_unstable();
                        list
                    });
                    (ranks[v as usize], lists, v)
                })
                .collect();
            signatures.sort_unstable();
            let mut rank = first;
            for (i, (class, lists, v)) in signatures.iter().enumerate() {
                let before = i.checked_sub(1).map(|i| &signatures[i]);
                if before.is_some_and(|(c, l, _)| (c, l) != (class, lists)) {
                    rank += 1;
                }
                ranks[*v as usize] = rank;
            }
            if rank == classes || others.is_empty() {
                break;
            }
            classes = rank;
        }
        Ok(places
            .into_iter()
            .map(|(stopper, v)| (stopper, ranks[v as usize]))
            .collect())
    }
}
