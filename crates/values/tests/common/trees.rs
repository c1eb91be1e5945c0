//! Games as explicit trees, and a slow reference that follows the definitions
//! on them and knows nothing of arenas.

use super::cases::Draws;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;
use values::{Arena, Dyadic, Player, Value};

/// A game as the set of its options for each player. Canonical forms are
/// unique, so two of them are equal games exactly when they are equal trees.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tree {
    /// Left's options, then Right's; sorted, without repetition.
    options: [Vec<Rc<Tree>>; 2],
}

pub type Game = Rc<Tree>;

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = Player::BOTH.map(|player| {
            let options: Vec<String> = self.of(player).iter().map(|o| format!("{o:?}")).collect();
            options.join(",")
        });
        write!(f, "{{{left}|{right}}}")
    }
}

impl Tree {
    pub fn of(&self, player: Player) -> &[Game] {
        &self.options[player as usize]
    }

    pub fn size(&self) -> usize {
        let options = self.options.iter().flatten();
        1 + options.map(|o| o.size()).sum::<usize>()
    }
}

/// {left|right}, as it stands.
pub fn tree(left: Vec<Game>, right: Vec<Game>) -> Game {
    tree_with([left, right])
}

fn tree_with(mut options: [Vec<Game>; 2]) -> Game {
    for side in &mut options {
        side.sort_unstable();
        side.dedup();
    }
    Rc::new(Tree { options })
}

// ---- the slow reference ----

/// G ≤ H unless some Gᴸ ≥ H or some Hᴿ ≤ G.
pub fn le(g: &Tree, h: &Tree) -> bool {
    !g.of(Player::Left).iter().any(|gl| le(h, gl))
        && !h.of(Player::Right).iter().any(|hr| le(hr, g))
}

/// Whether `player` is at least as happy with `a` as with `b`.
fn prefers(player: Player, a: &Tree, b: &Tree) -> bool {
    match player {
        Player::Left => le(b, a),
        Player::Right => le(a, b),
    }
}

/// Whether the player who moves first loses, for Right and for Left.
pub fn second_player_wins(g: &Tree) -> [bool; 2] {
    fn loses_first(g: &Tree, player: Player) -> bool {
        g.of(player)
            .iter()
            .all(|o| !loses_first(o, player.opposite()))
    }
    [Player::Right, Player::Left].map(|player| loses_first(g, player))
}

/// The canonical form: that of the options first, then dominated options go
/// and reversible ones are bypassed until there are none.
pub fn canonical(g: &Tree) -> Game {
    canonical_of(Player::BOTH.map(|player| g.of(player).iter().map(|o| canonical(o)).collect()))
}

/// The canonical form of a game whose options are in canonical form.
fn canonical_of(options: [Vec<Game>; 2]) -> Game {
    let mut g = tree_with(options);
    while let Some(simpler) = Player::BOTH
        .into_iter()
        .find_map(|player| without_dominated(&g, player).or_else(|| bypassed(&g, player)))
    {
        g = simpler;
    }
    g
}

fn with_side(g: &Tree, player: Player, side: Vec<Game>) -> Game {
    let mut options = g.options.clone();
    options[player as usize] = side;
    tree_with(options)
}

fn without_dominated(g: &Tree, player: Player) -> Option<Game> {
    let side = g.of(player);
    let dominated = side.iter().position(|o| {
        side.iter()
            .any(|other| !Rc::ptr_eq(o, other) && prefers(player, other, o))
    })?;
    let mut side = side.to_vec();
    side.remove(dominated);
    Some(with_side(g, player, side))
}

fn bypassed(g: &Tree, player: Player) -> Option<Game> {
    let opponent = player.opposite();
    for (i, option) in g.of(player).iter().enumerate() {
        // An answer that leaves the opponent no worse off than before.
        let answer = option
            .of(opponent)
            .iter()
            .find(|answer| prefers(opponent, answer, g));
        if let Some(answer) = answer {
            let mut side = g.of(player).to_vec();
            side.remove(i);
            side.extend_from_slice(answer.of(player));
            return Some(with_side(g, player, side));
        }
    }
    None
}

/// −G.
pub fn negative(g: &Tree) -> Game {
    let negatives = |player| g.of(player).iter().map(|o| negative(o)).collect();
    tree(negatives(Player::Right), negatives(Player::Left))
}

/// The canonical form of G + H, for canonical G and H.
pub fn sum(g: &Game, h: &Game) -> Game {
    // Without the memo the same pair is reached along every order of moves.
    fn go(g: &Game, h: &Game, memo: &mut HashMap<[*const Tree; 2], Game>) -> Game {
        let key = [Rc::as_ptr(g), Rc::as_ptr(h)];
        if let Some(known) = memo.get(&key) {
            return known.clone();
        }
        let options = Player::BOTH.map(|player| {
            let mut side = Vec::new();
            for option in g.of(player) {
                side.push(go(option, h, memo));
            }
            for option in h.of(player) {
                side.push(go(g, option, memo));
            }
            side
        });
        let result = canonical_of(options);
        memo.insert(key, result.clone());
        result
    }
    go(g, h, &mut HashMap::new())
}

/// A number in units of 2⁻²⁰.
pub type Fixed = i64;
pub const UNIT: u32 = 20;
pub const ONE: Fixed = 1 << UNIT;

pub fn dyadic(x: Fixed) -> Dyadic {
    Dyadic::new(x, UNIT)
}

/// The number that a canonical form is, if it is one: {|} = 0, {n|} = n + 1,
/// {|n} = n − 1, and {x|y} with x < y is halfway.
pub fn number(g: &Tree) -> Option<Fixed> {
    match (g.of(Player::Left), g.of(Player::Right)) {
        ([], []) => Some(0),
        ([x], []) => Some(number(x)? + ONE),
        ([], [y]) => Some(number(y)? - ONE),
        ([x], [y]) => {
            let (x, y) = (number(x)?, number(y)?);
            (x < y).then_some((x + y) / 2)
        }
        _ => None,
    }
}

/// Where a canonical form stops when `player` starts.
pub fn stop(g: &Tree, player: Player) -> Fixed {
    if let Some(x) = number(g) {
        return x;
    }
    let stops = g.of(player).iter().map(|o| stop(o, player.opposite()));
    match player {
        Player::Left => stops.max(),
        Player::Right => stops.min(),
    }
    .expect("a game that is not a number lets both move")
}

/// Both walls at the temperatures −1, −1 + 2⁻⁸, … below 6.
pub struct Walls {
    pub walls: [Vec<Fixed>; 2],
    /// Which of the temperatures is the temperature of the game.
    pub base: usize,
}

pub const STEP: Fixed = ONE >> 8;
const STEPS: usize = 7 << 8;

pub fn grid_temperature(i: usize) -> Fixed {
    i as Fixed * STEP - ONE
}

/// The walls of a canonical form: below the first temperature where the
/// scaffolds meet they are the scaffolds, from there on the mast. `None` when
/// a mast of the game or a follower begins between two grid points.
pub fn walls(g: &Tree) -> Option<Walls> {
    if let Some(n) = number(g).filter(|n| n % ONE == 0) {
        return Some(Walls {
            walls: [vec![n; STEPS], vec![n; STEPS]],
            base: 0,
        });
    }
    let mut scaffolds = [vec![Fixed::MIN; STEPS], vec![Fixed::MAX; STEPS]];
    for player in Player::BOTH {
        for option in g.of(player) {
            let option = walls(option)?;
            let opposite = &option.walls[player.opposite() as usize];
            for (i, best) in scaffolds[player as usize].iter_mut().enumerate() {
                let t = grid_temperature(i);
                *best = match player {
                    Player::Left => (*best).max(opposite[i] - t),
                    Player::Right => (*best).min(opposite[i] + t),
                };
            }
        }
    }
    let base = (0..STEPS).find(|&i| scaffolds[0][i] <= scaffolds[1][i])?;
    let mast = scaffolds[0][base];
    if mast != scaffolds[1][base] {
        return None;
    }
    for wall in &mut scaffolds {
        wall[base..].fill(mast);
    }
    Some(Walls {
        walls: scaffolds,
        base,
    })
}

// ---- games to try ----

fn number_tree(numerator: i64, exponent: u32) -> Game {
    let n = |k: i64, e: u32| number_tree(k, e);
    match (numerator, exponent) {
        (0, _) => tree(vec![], vec![]),
        (k, 0) if k > 0 => tree(vec![n(k - 1, 0)], vec![]),
        (k, 0) => tree(vec![], vec![n(k + 1, 0)]),
        (k, e) if k % 2 == 0 => n(k / 2, e - 1),
        (k, e) => tree(vec![n((k - 1) / 2, e - 1)], vec![n((k + 1) / 2, e - 1)]),
    }
}

fn nimber_tree(k: usize) -> Game {
    let options: Vec<Game> = (0..k).map(nimber_tree).collect();
    tree(options.clone(), options)
}

/// Values that tend to make trouble: numbers, nimbers, ups, tinies, hot
/// games; in canonical form and with their negatives.
pub fn pool() -> Vec<Game> {
    let zero = number_tree(0, 0);
    let star = nimber_tree(1);
    let up = tree(vec![zero.clone()], vec![star.clone()]);
    let n = |k: i64| number_tree(k, 0);
    let lone = |a: &Game, b: &Game| tree(vec![a.clone()], vec![b.clone()]);
    let mut pool = vec![zero.clone()];
    pool.extend((1..=4).map(|k| number_tree(k, 0)));
    pool.extend([(1, 1), (3, 1), (1, 2), (3, 2), (9, 2), (5, 3)].map(|(k, e)| number_tree(k, e)));
    pool.extend((1..=4).map(nimber_tree));
    let mut ups = zero.clone();
    for _ in 1..=3 {
        ups = sum(&ups, &up);
        pool.extend((0..=2).map(|k| sum(&ups, &nimber_tree(k))));
    }
    let down_star = negative(&sum(&up, &star));
    pool.push(lone(&zero, &down_star)); // ↑²
    pool.push(lone(&up, &star)); // ↑ + ↑²
    for (a, b) in [(1, -1), (2, -2), (2, 0), (1, 0), (3, -1), (4, 1)] {
        pool.push(lone(&n(a), &n(b)));
    }
    for g in 1..=3 {
        pool.push(lone(&zero, &lone(&zero, &n(-g)))); // Tiny(g)
    }
    pool.push(lone(&n(1), &star));
    pool.push(lone(&n(1), &lone(&n(1), &n(-1)))); // 1 + Tiny(2)
    pool.push(lone(&lone(&n(3), &n(1)), &n(-2)));
    pool.push(lone(&n(3), &lone(&n(2), &n(1))));
    pool.push(lone(&lone(&n(2), &star), &lone(&up, &n(-2))));
    pool.push(tree(vec![n(1), lone(&n(4), &zero)], vec![n(-1)]));
    pool.push(tree(
        vec![star.clone(), up.clone()],
        vec![star.clone(), negative(&up)],
    ));
    pool.push(sum(&number_tree(1, 1), &star));
    pool.push(sum(&n(1), &up));
    let negatives: Vec<Game> = pool.iter().map(|g| negative(g)).collect();
    pool.extend(negatives);
    for g in &mut pool {
        *g = canonical(g);
    }
    pool.sort_unstable();
    pool.dedup();
    pool
}

/// Seldom none: a game where one player cannot move is an integer.
fn option_count(draws: &mut Draws) -> usize {
    match draws.below(20) {
        0 => 0,
        1..=7 => 1,
        8..=13 => 2,
        14..=17 => 3,
        _ => 4,
    }
}

/// A game with a few random options: from the pool or, while `depth` lasts,
/// random themselves. Nothing is in canonical form.
pub fn random_game(draws: &mut Draws, pool: &[Game], depth: usize) -> Game {
    let options = Player::BOTH.map(|_| {
        let count = option_count(draws);
        (0..count)
            .map(|_| {
                if depth > 0 && draws.below(3) == 0 {
                    random_game(draws, pool, depth - 1)
                } else {
                    draws.pick(pool).clone()
                }
            })
            .collect()
    });
    tree_with(options)
}

// ---- between trees and arenas ----

/// Carries games into an arena and values out of it.
#[derive(Default)]
pub struct Bridge {
    values: HashMap<Game, Value>,
    trees: HashMap<Value, Game>,
}

impl Bridge {
    /// The value of a tree, built option by option.
    pub fn value(&mut self, arena: &mut Arena, g: &Game) -> Value {
        if let Some(&known) = self.values.get(g) {
            return known;
        }
        let [left, right] = Player::BOTH.map(|player| -> Vec<Value> {
            let options = g.of(player).iter();
            options.map(|o| self.value(arena, o)).collect()
        });
        let value = arena.game(&left, &right).unwrap();
        if g.size() < 100 {
            self.values.insert(g.clone(), value);
        }
        value
    }

    /// The canonical form of a value as the arena lists it.
    pub fn tree(&mut self, arena: &mut Arena, v: Value) -> Game {
        if let Some(known) = self.trees.get(&v) {
            return known.clone();
        }
        let options = Player::BOTH.map(|player| {
            let options = arena.options(v, player).unwrap();
            let options = options.into_iter();
            options.map(|o| self.tree(arena, o)).collect()
        });
        let tree = tree_with(options);
        self.trees.insert(v, tree.clone());
        tree
    }
}

/// The pool as values.
pub fn pool_values(arena: &mut Arena) -> Vec<Value> {
    let mut bridge = Bridge::default();
    pool().iter().map(|g| bridge.value(arena, g)).collect()
}

/// A random value, like [`random_game`].
pub fn random_value(arena: &mut Arena, draws: &mut Draws, pool: &[Value], depth: usize) -> Value {
    let [left, right] = Player::BOTH.map(|_| {
        let count = option_count(draws);
        (0..count)
            .map(|_| {
                if depth > 0 && draws.below(3) == 0 {
                    random_value(arena, draws, pool, depth - 1)
                } else {
                    *draws.pick(pool)
                }
            })
            .collect::<Vec<Value>>()
    });
    arena.game(&left, &right).unwrap()
}
