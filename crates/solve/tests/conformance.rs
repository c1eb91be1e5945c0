//! The laws that every game keeps. A game is tested by being registered.

use rules::{
    BadInput, Bits, Game, Ground, Known, Normal, Packed, Place, Plan, Position, Visitor, games,
    visit,
};
use solve::Evaluator;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use values::{Arena, Player, Value};

/// Every name under which rules can be asked for: the games, their variants,
/// and all of these with both players' moves open to both.
fn names() -> Vec<(String, &'static str)> {
    struct Known;
    impl Visitor for Known {
        type Output = ();
        fn visit<G: Game>(self, _game: G) {}
    }
    let mut names = Vec::new();
    for info in games() {
        let variants = info.variants.iter().map(|v| format!(":{}", v.name));
        let before = names.len();
        for variant in std::iter::once(String::new()).chain(variants) {
            let name = format!("{}{variant}", info.name);
            // A game of codes has no plain rules.
            if visit(&name, info.example, Known).is_ok() {
                names.push((format!("{name}:impartial"), info.example));
                names.push((name, info.example));
            }
        }
        assert!(names.len() > before, "{} cannot be asked for", info.name);
    }
    names
}

/// Numbers that are random enough and the same in every run.
struct Random(u64);

impl Random {
    fn for_name(name: &str) -> Self {
        Random(
            name.bytes()
                .fold(7, |seed, b| seed * 31 % 1_000_003 + u64::from(b)),
        )
    }

    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((x ^ (x >> 31)) >> 11) % n
    }
}

/// The positions after a player's moves, or nothing if they are too many.
fn options<P: Position>(position: &P, player: Player) -> Option<Vec<P>> {
    let mut options = Vec::new();
    let flow = position.options(player, &mut |option| {
        options.push(option);
        if options.len() > 5000 {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    flow.is_continue().then_some(options)
}

/// The same by the short way: each option as parts in normal form.
/// A ground, and which players have pieces there.
type Held = (u64, bool, bool);

/// The regions with pieces and free posts after every move of one of two
/// pieces.
fn surveyed(ground: &Ground, [mine, theirs]: [Option<usize>; 2]) -> Vec<Vec<Held>> {
    let Some(from) = mine else {
        return Vec::new();
    };
    let enemy = |piece| theirs.unwrap_or(piece);
    let mut moves = Vec::new();
    for to in ground.reach(from, enemy(from)).squares() {
        for shot in ground.reach(to, enemy(to)).squares() {
            assert!(ground.reach(shot, theirs.unwrap_or(shot)).has(to));
            let after = ground.regions().iter();
            let mut regions: Vec<Held> = after
                .filter(|region| usize::from(region.shot) == shot)
                .map(|region| {
                    (
                        region,
                        region.posts.has(to),
                        theirs.is_some_and(|t| region.posts.has(t)),
                    )
                })
                .filter(|(region, mine, theirs)| {
                    let pieces = usize::from(*mine) + usize::from(*theirs);
                    pieces > 0 && region.posts.len() > pieces
                })
                .map(|(region, mine, theirs)| (region.ground, mine, theirs))
                .collect();
            regions.sort_unstable();
            moves.push(regions);
        }
    }
    moves
}

fn normal_options<P: Position>(position: &P, player: Player) -> Vec<Vec<(P, bool)>> {
    let at_place = |(place, negated)| {
        let part = P::at_place(&place).expect("a place has a position");
        (part, negated)
    };
    let mut options = Vec::new();
    let _ = position.normal_options(player, &mut |normal| {
        options.push(match normal {
            Normal::Placed(place, negated) => vec![at_place((place, negated))],
            Normal::Split(places) => places.map(at_place).to_vec(),
            Normal::Parts(parts) => parts.to_vec(),
        });
        ControlFlow::Continue(())
    });
    options
}

/// Random positions like the example and the starts, and what random play
/// makes of them.
fn samples<G: Game>(game: &G, example: &str, random: &mut Random) -> Vec<G::Position> {
    let example = game.read(example).expect("the example is a position");
    let mut samples = vec![example.clone()];
    for start in game.about().starts {
        // The type for small boards does not hold the large ones.
        samples.extend(game.read(start.name));
    }
    samples.extend((0..40).map(|_| game.scatter(&example, &mut |n| random.below(n))));
    for number in 0..samples.len() {
        let mut position = samples[number].clone();
        for _ in 0..3 {
            let player = Player::BOTH[random.below(2) as usize];
            let Some(mut options) = options(&position, player).filter(|o| !o.is_empty()) else {
                break;
            };
            position = options.swap_remove(random.below(options.len() as u64) as usize);
        }
        samples.push(position);
    }
    samples
}

/// The value from the definition: all options of all positions, nothing else.
/// Nothing if there are more than a few thousand positions.
struct Reference<P> {
    table: HashMap<P, Value>,
    left: usize,
}

impl<P: Position> Reference<P> {
    fn value(&mut self, arena: &mut Arena, position: &P) -> Option<Value> {
        if let Some(&value) = self.table.get(position) {
            return Some(value);
        }
        self.left = self.left.checked_sub(1)?;
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for option in options(position, player)? {
                sides[player as usize].push(self.value(arena, &option)?);
            }
        }
        let value = arena.game(&sides[0], &sides[1]).unwrap();
        self.table.insert(position.clone(), value);
        Some(value)
    }
}

fn closed(arena: &mut Arena, known: &Known) -> Value {
    arena
        .up_star(&known.number, known.ups, known.nimber)
        .unwrap()
}

struct Laws<'a> {
    name: &'a str,
    example: &'a str,
}

impl Visitor for Laws<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut random = Random::for_name(self.name);
        let samples = samples(&game, self.example, &mut random);
        let mut asked = 0;
        for position in &samples {
            let text = self.text(&game, position);
            self.moves(&game, position, &text);
            self.negatives(position, &text);
            asked += usize::from(game.slow_options(&text, Player::Left).is_some());
        }
        assert!(asked > 0, "{}: no second opinion on moves", self.name);
        self.places(&samples);
        self.grounds(&samples);
        self.packings(&samples);
        for position in &samples {
            self.board_places(position);
        }
        if !game.is_loopy() {
            self.values(&game, &samples);
        }
    }
}

impl Laws<'_> {
    /// Reading inverts writing, of the position, of its parts and of its
    /// normal form.
    fn text<G: Game>(&self, game: &G, position: &G::Position) -> String {
        let check = |position: &G::Position| {
            let text = game.write(position);
            match game.read(&text) {
                Ok(read) => assert_eq!(&read, position, "{}: {text} reads otherwise", self.name),
                Err(bad) => panic!("{}: cannot read {text}: {bad}", self.name),
            }
            assert!(
                !game.draw(position).trim().is_empty(),
                "{text} is not drawn"
            );
            text
        };
        position.parts(&mut |part| drop(check(&part)));
        let normal = position.normal_form().0;
        assert!(
            normal.rank() <= position.rank(),
            "{}: rank rises",
            self.name
        );
        check(&normal);
        check(position)
    }

    /// Moves lead to the options, fall in rank, and are those of the rules.
    fn moves<G: Game>(&self, game: &G, position: &G::Position, text: &str) {
        let at = format!("{} {text}", self.name);
        let mut both = Vec::new();
        for player in Player::BOTH {
            let Some(options) = options(position, player) else {
                return;
            };
            let mut by_text: HashMap<String, G::Position> = HashMap::new();
            let mut played = HashSet::new();
            let mut count = 0;
            let _ = position.moves(player, &mut |mv| {
                count += 1;
                let next = position.play(player, &mv);
                let same = by_text.entry(mv.to_string()).or_insert(next.clone());
                assert_eq!(same, &next, "{at}: `{mv}` means two moves");
                played.insert(next);
                ControlFlow::Continue(())
            });
            let distinct: HashSet<G::Position> = options.iter().cloned().collect();
            assert!(played == distinct, "{at}: playing differs from options");
            assert_eq!(position.can_move(player), count > 0, "{at}: can_move");
            let mobility = position.mobility(player);
            assert!(
                mobility == count || mobility == distinct.len(),
                "{at}: mobility {mobility} with {count} moves"
            );
            let mut calls = 0;
            let _ = position.moves(player, &mut |_| {
                calls += 1;
                ControlFlow::Break(())
            });
            assert_eq!(calls, count.min(1), "{at}: moves do not stop");
            for option in options.iter().filter(|_| !game.is_loopy()) {
                assert!(option.rank() < position.rank(), "{at}: rank does not fall");
            }
            if let Some(slow) = game.slow_options(text, player) {
                let slow: HashSet<String> = slow.into_iter().collect();
                let fast: HashSet<String> = distinct.iter().map(|o| game.write(o)).collect();
                let more: Vec<_> = fast.difference(&slow).collect();
                let fewer: Vec<_> = slow.difference(&fast).collect();
                assert!(
                    more.is_empty() && fewer.is_empty(),
                    "{at}: not by the rules {more:?}, missing {fewer:?}"
                );
            }
            both.push(distinct);
        }
        if game.is_impartial() || position.is_impartial() {
            assert!(both[0] == both[1], "{at}: the players' moves differ");
        }
    }

    /// Negatives exchange the players' options, and twice is nothing.
    fn negatives<P: Position>(&self, position: &P, text: &str) {
        let at = format!("{} {text}", self.name);
        let negatives: Vec<P> = (0..).map_while(|s| position.negative(s)).collect();
        for (symmetry, negative) in negatives.iter().enumerate() {
            let again = negative.negative(symmetry);
            assert_eq!(again.as_ref(), Some(position), "{at}: {symmetry}");
            for player in Player::BOTH {
                let mine = options(position, player);
                let theirs = options(negative, player.opposite());
                let (Some(mine), Some(theirs)) = (mine, theirs) else {
                    continue;
                };
                let mine = mine.iter().map(|option| option.negative(symmetry));
                let mine: HashSet<P> = mine.map(Option::unwrap).collect();
                assert!(mine == theirs.into_iter().collect(), "{at}: {symmetry}");
            }
        }
    }

    /// Places on a board name their positions, and the options of a place
    /// are the places of the options.
    fn board_places<P: Position>(&self, position: &P) {
        let Some(place) = position.board_place() else {
            return;
        };
        let name = |place: &Place, index: u32| {
            assert!(index < place.size, "{}: {place:?}", self.name);
            (place.cluster, index, place.size)
        };
        assert_eq!(position.at_board_place(&place).as_ref(), Some(position));
        let mut expected = Vec::new();
        for player in Player::BOTH {
            if player == Player::Right && position.is_impartial() {
                continue;
            }
            let options: HashSet<P> = options(position, player).into_iter().flatten().collect();
            for option in options {
                let place = option.board_place().expect("options have places, too");
                let read = position.at_board_place(&place);
                assert_eq!(read.as_ref(), Some(&option), "{}", self.name);
                expected.push(name(&place, place.index));
            }
        }
        let mut found = Vec::new();
        position.cluster_options(&place, &[place.index], &mut |place, indices| {
            found.extend(indices.iter().map(|&index| name(place, index)));
        });
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{}: {position:?}", self.name);
    }

    /// Different positions are packed differently.
    fn packings<P: Position>(&self, samples: &[P]) {
        let mut found: HashMap<Packed, P> = HashMap::new();
        for sample in samples {
            let mut positions = vec![sample.clone(), sample.normal_form().0];
            sample.parts(&mut |part| positions.push(part));
            for player in Player::BOTH {
                positions.extend(options(sample, player).into_iter().flatten());
            }
            for position in positions {
                if let Some(packed) = position.packed() {
                    let there = found.entry(packed).or_insert_with(|| position.clone());
                    assert_eq!(there, &position, "{}: packed alike", self.name);
                    if let Some(back) = sample.unpacked(packed.words) {
                        assert_eq!(back, position, "{}: unpacked", self.name);
                    }
                }
            }
        }
    }

    /// Different positions have different places.
    fn places<P: Position>(&self, samples: &[P]) {
        let mut found: HashMap<(u64, u32), P> = HashMap::new();
        let mut sizes: HashMap<u64, u32> = HashMap::new();
        for sample in samples {
            let mut positions = vec![sample.clone()];
            for player in Player::BOTH {
                positions.extend(options(sample, player).into_iter().flatten());
            }
            for position in positions {
                let position = position.normal_form().0;
                let Some(place) = position.place() else {
                    continue;
                };
                assert!(place.index < place.size, "{}: {place:?}", self.name);
                let size = *sizes.entry(place.cluster).or_insert(place.size);
                assert_eq!(P::at_place(&place).as_ref(), Some(&position));
                assert_eq!(size, place.size, "{}: a cluster has one size", self.name);
                let key = (place.cluster, place.index);
                let there = found.entry(key).or_insert_with(|| position.clone());
                assert_eq!(
                    there, &position,
                    "{}: two positions in one place",
                    self.name
                );
            }
        }
    }

    /// What a survey of a ground finds are the moves of the positions there.
    fn grounds<P: Position>(&self, samples: &[P]) {
        let mut parts = Vec::new();
        samples
            .iter()
            .for_each(|s| s.parts(&mut |part| parts.push(part)));
        let mut ground = Ground::default();
        for part in parts {
            let Some(place) = part.ground_place() else {
                continue;
            };
            P::survey(place.ground, &mut ground);
            let posts: Vec<usize> = ground.posts().squares().collect();
            assert_eq!(posts.len(), usize::from(place.posts), "{}", self.name);
            let pieces = place
                .ranks
                .map(|rank| rank.map(|rank| posts[usize::from(rank)]));
            for player in Player::BOTH {
                let pieces = [player, player.opposite()].map(|p| pieces[p as usize]);
                let mut found = surveyed(&ground, pieces);
                let mut expected = Vec::new();
                let _ = part.options(player, &mut |option| {
                    let mut regions = Vec::new();
                    option.parts(&mut |part| {
                        let place = part.ground_place().expect("one region");
                        let has = |p: Player| place.ranks[p as usize].is_some();
                        regions.push((place.ground, has(player), has(player.opposite())));
                    });
                    regions.sort_unstable();
                    expected.push(regions);
                    ControlFlow::Continue(())
                });
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{}: {part:?}", self.name);
            }
        }
    }

    /// Plans promise no more than values keep, in sums, too.
    fn plans(&self, arena: &mut Arena, planned: &[(String, Value, [Plan; 2])]) {
        let alone = planned.iter().map(|p| (&p.0, p.1, p.2));
        let sums = planned.iter().zip(&planned[planned.len().min(1)..]);
        let mut checks: Vec<(&String, Value, [Plan; 2])> = alone.collect();
        for ((at, one, plans), (_, other, more)) in sums {
            let mut sum = *plans;
            sum[0].add(&more[0]);
            sum[1].add(&more[1]);
            checks.push((at, arena.add(*one, *other).unwrap(), sum));
        }
        for (at, value, plans) in checks {
            for (plan, value) in plans.into_iter().zip([value, -value]) {
                let least = arena.integer(plan.answering()).unwrap();
                assert!(arena.le(least, value).unwrap(), "{at}: {plan:?} answering");
                let reached = arena.integer(plan.beginning() - 1).unwrap();
                let beyond = !arena.le(value, reached).unwrap();
                assert!(beyond, "{at}: {plan:?} beginning");
            }
        }
    }

    /// The evaluator, the parts, the symmetries and the closed forms agree
    /// with the definition.
    fn values<G: Game>(&self, game: &G, samples: &[G::Position]) {
        let mut arena = Arena::new();
        let mut evaluator = Evaluator::new();
        let mut reference = Reference {
            table: HashMap::new(),
            left: 0,
        };
        let mut compared = 0;
        let mut planned = Vec::new();
        for position in samples {
            let mut slow = |arena: &mut Arena, position: &G::Position| {
                reference.left = 3000;
                reference.value(arena, position)
            };
            let arena = &mut arena;
            let Some(value) = slow(arena, position) else {
                continue;
            };
            compared += 1;
            let at = format!("{} {}", self.name, game.write(position));
            let fast = evaluator.value(arena, position).unwrap();
            assert!(fast == value, "{at}: evaluator and definition differ");

            let mut parts = Vec::new();
            position.parts(&mut |part| parts.push(part));
            let mut sum = Some(Value::ZERO);
            for part in &parts {
                let part = slow(arena, part);
                sum = sum.zip(part).map(|(a, b)| arena.add(a, b).unwrap());
            }
            assert!(
                sum.is_none_or(|sum| sum == value),
                "{at}: the parts' sum differs"
            );

            for player in Player::BOTH {
                let long: Option<HashSet<Value>> = options(position, player)
                    .and_then(|all| all.iter().map(|option| slow(arena, option)).collect());
                let short: Option<HashSet<Value>> = normal_options(position, player)
                    .iter()
                    .map(|parts| {
                        let mut sum = Value::ZERO;
                        for (part, negated) in parts {
                            let part = slow(arena, part)?;
                            sum = arena.add(sum, if *negated { -part } else { part }).unwrap();
                        }
                        Some(sum)
                    })
                    .collect();
                assert!(
                    long.zip(short).is_none_or(|(long, short)| long == short),
                    "{at}: normal_options differ"
                );
            }

            for position in parts.iter().chain([position]) {
                let at = format!("{at}, {}", game.write(position));
                let Some(value) = slow(arena, position) else {
                    continue;
                };
                let (normal, negated) = position.normal_form();
                if let Some(normal) = slow(arena, &normal) {
                    let normal = if negated { -normal } else { normal };
                    assert!(normal == value, "{at}: the normal form differs");
                }
                if let Some(known) = position.known_value() {
                    let known_value = closed(arena, &known);
                    assert!(known_value == value, "{at}: it is not {known:?}");
                }
                if position.is_own_negative() {
                    assert!(value == -value, "{at}: not its own negative");
                }
                if let Some(plans) = position.plans() {
                    planned.push((at.clone(), value, plans));
                }
                if let Some((base, top)) = position.ordinal_sum()
                    && let Some(top) = slow(arena, &top)
                {
                    let base = closed(arena, &base);
                    let sum = arena.ordinal_sum(base, top).unwrap();
                    assert!(sum == value, "{at}: the ordinal sum differs");
                }
            }
        }
        self.plans(&mut arena, &planned);
        assert!(compared >= 10, "{}: too few small positions", self.name);
    }
}

#[test]
fn every_game_keeps_the_laws() {
    for (name, example) in names() {
        // Games on boards have a type for large ones; ask for both.
        for like in [example, "9x9"] {
            let name = name.as_str();
            visit(name, like, Laws { name, example }).unwrap();
        }
    }
}

/// Reads a text and uses what it gives.
struct Use<'a>(&'a str);

impl Visitor for Use<'_> {
    type Output = Result<(), BadInput>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let position = game.read(self.0)?;
        let text = game.write(&position);
        let again = game
            .read(&text)
            .unwrap_or_else(|bad| panic!("{text}: {bad}"));
        assert_eq!(again, position, "{:?} is written as {text}", self.0);
        game.draw(&position);
        for player in Player::BOTH {
            let mut count = 0;
            let _ = position.moves(player, &mut |mv| {
                count += 1;
                drop(position.play(player, &mv));
                if count < 100 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
        Ok(())
    }
}

#[test]
fn damaged_texts_are_refused_in_one_line() {
    const LETTERS: &[char] = &[
        '.', '#', 'B', 'w', 'x', 'o', 'l', 'r', 'e', 't', 'f', '/', '|', '\n', ' ', '(', ')', ';',
        ':', '-', '{', '}', '<', '>', '+', ',', '0', '1', '9', 'é', '×', '"', '[', ']', 'A', '\0',
    ];
    for (name, example) in names() {
        let mut random = Random::for_name(&name);
        let starts = rules::find(name.split(':').next().unwrap()).unwrap().starts;
        let texts: Vec<&str> = std::iter::once(example)
            .chain(starts.iter().map(|start| start.text))
            .collect();
        for round in 0..400 {
            let mut text: Vec<char> = texts[round % texts.len()].chars().collect();
            for _ in 0..=random.below(3) {
                let place = random.below(text.len() as u64 + 1) as usize;
                let letter = LETTERS[random.below(LETTERS.len() as u64) as usize];
                match random.below(3) {
                    0 => text.insert(place, letter),
                    1 if place < text.len() => text[place] = letter,
                    _ if place < text.len() => drop(text.remove(place)),
                    _ => {}
                }
            }
            let text: String = text.into_iter().collect();
            if let Err(bad) = visit(&name, &text, Use(&text)).unwrap() {
                let reason = bad.to_string();
                assert!(
                    !reason.is_empty() && !reason.contains(['\n', '\r']),
                    "{name}: {text:?} is refused with {reason:?}"
                );
            }
        }
        for start in starts {
            visit(&name, start.name, Use(start.name)).unwrap().unwrap();
        }
        for text in [
            "",
            "/",
            "0x0",
            "99999999999x9",
            "999x999",
            "(((((",
            "no such start",
        ] {
            if let Err(bad) = visit(&name, text, Use(text)).unwrap() {
                assert!(!bad.to_string().contains('\n'), "{name}: {text:?}");
            }
        }
    }
}
