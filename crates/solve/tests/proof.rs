//! Certificates: written by the solver, verified from the rules, and refused
//! when anything in them is changed.

use crate::support::{options, reachable, visit, wins_plainly};
use check::{Proved, Reader, Summand, Writer, check};
use rules::{Component, Game, Position, Random, Visitor};
use solve::{Convention, Proof, Search, Statement, Unproved, prove};
use std::collections::{HashMap, HashSet};
use values::{Arena, Budget, Error, Player};

struct Prove<'t> {
    name: &'t str,
    text: &'t str,
    convention: Convention,
}

impl Visitor for Prove<'_> {
    type Output = (Proof, Vec<u8>);

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let position = game.read(self.text).expect("a position");
        write(
            self.convention,
            std::slice::from_ref(&position),
            vec![summand(self.name, &game.write(&position), false)],
            &|part| game.write(part),
        )
    }
}

fn summand(game: &str, position: &str, negated: bool) -> Summand {
    Summand {
        game: game.into(),
        position: position.into(),
        negated,
    }
}

fn write<P: Position>(
    convention: Convention,
    positions: &[P],
    summands: Vec<Summand>,
    write: &dyn Fn(&P) -> String,
) -> (Proof, Vec<u8>) {
    let statement = Statement {
        positions,
        summands,
        write,
    };
    let (mut arena, mut file) = (Arena::new(), Vec::new());
    let mut search = Search::new(convention);
    let proof = prove(&mut search, &mut arena, statement, &mut file);
    (proof.expect("no limits are set"), file)
}

pub fn certificate(name: &str, text: &str, convention: Convention) -> (Proof, Vec<u8>) {
    let visitor = Prove {
        name,
        text,
        convention,
    };
    visit(name, text, visitor).expect("a game")
}

/// Games with and without parts, symmetries and impartial positions.
const POSITIONS: [(&str, &str); 9] = [
    ("legionnaires", "5x5-10"),
    ("legionnaires", "4x4"),
    ("legionnaires:mace", "4x4"),
    ("domineering", "4x4"),
    ("cram", "3x4"),
    ("clobber", "XOX/OXO/XOX"),
    ("amazons", "X../.../..O"),
    ("kayles", "9"),
    ("toads_and_frogs", "TT.FF.T"),
];

#[track_caller]
fn accepted(proof: &Proof, file: &[u8]) -> Proved {
    assert_eq!(proof.bytes, file.len() as u64);
    let proved =
        check(file, &Budget::unlimited()).unwrap_or_else(|why| panic!("{:?}: {why}", proof.header));
    assert_eq!(proved.header, proof.header);
    assert_eq!(proved.states, proof.states);
    assert_eq!(proved.answers, proof.answers);
    proved
}

#[test]
fn what_is_proved_is_accepted() {
    for (name, text) in POSITIONS {
        for convention in [Convention::Normal, Convention::Misere] {
            let (proof, file) = certificate(name, text, convention);
            accepted(&proof, &file);
        }
    }
}

/// Known outcomes, so that a certificate of the opposite would be noticed.
#[test]
fn the_claims_are_the_known_ones() {
    let winners = |name, text| {
        let (proof, file) = certificate(name, text, Convention::Normal);
        let proved = accepted(&proof, &file);
        Player::BOTH.map(|starter| proved.winner(starter).expect("a claim"))
    };
    use Player::{Left, Right};
    assert_eq!(winners("legionnaires", "5x5-10"), [Right, Left]);
    assert_eq!(winners("legionnaires", "4x4"), [Left, Right]);
    assert_eq!(winners("domineering", "4x4"), [Left, Right]);
    assert_eq!(winners("domineering", "2x3"), [Left, Right]);
    assert_eq!(winners("domineering", "3x1"), [Left, Left]);
    assert_eq!(winners("kayles", "9"), [Left, Right]);
}

/// The starts of Legionnaires are their own negatives, a row of Domineering
/// is not.
#[test]
fn one_starter_is_enough_for_a_position_that_is_its_own_negative() {
    let own = [
        ("legionnaires", "5x5-10"),
        ("legionnaires", "W./B."),
        ("domineering", "4x4"),
        ("clobber", "XOX/OXO"),
        ("kayles", "9"),
    ];
    let other = [("domineering", "3x2"), ("clobber", "XXO")];
    for (claims, positions) in [(1, &own[..]), (2, &other)] {
        for &(name, text) in positions {
            let (proof, file) = certificate(name, text, Convention::Normal);
            assert_eq!(proof.header.own_negative, claims == 1, "{name} {text}");
            assert_eq!(proof.header.claims.len(), claims, "{name} {text}");
            accepted(&proof, &file);
        }
    }
    // Said of a position that is not.
    let (proof, file) = certificate("domineering", "3x2", Convention::Normal);
    let (_, numbers) = numbers(&file);
    let mut header = proof.header;
    header.own_negative = true;
    let why =
        check(&rewritten(&header, &numbers)[..], &Budget::unlimited()).expect_err("a wrong proof");
    assert_eq!(why.to_string(), "the position is not its own negative");
}

#[test]
fn sums_across_games_are_proved() {
    let sums: [&[(&str, &str, bool)]; 5] = [
        &[("amazons", "X../..O", false), ("clobber", "XO/OX", false)],
        &[("nim", "3,4,5", false), ("kayles", "3", true)],
        &[("domineering", "3x3", false), ("domineering", "3x3", true)],
        &[("clobber", "XXO", true)],
        &[
            ("toads_and_frogs", "T.F", false),
            ("legionnaires:mace", "3x3", true),
            ("domineering", "2x3", false),
        ],
    ];
    for sum in sums {
        for convention in [Convention::Normal, Convention::Misere] {
            let mut positions = Vec::new();
            let mut summands = Vec::new();
            for &(game, text, negated) in sum {
                let position = Component::read(game, text).expect("a position");
                summands.push(summand(game, &position.text(), negated));
                positions.push(match negated {
                    true => position.negated(),
                    false => position,
                });
            }
            let (proof, file) = write(convention, &positions, summands, &Component::text);
            let proved = accepted(&proof, &file);
            for starter in Player::BOTH {
                let parts: Vec<Component> = positions.clone();
                let wins = wins_plainly(&parts, starter, convention, &mut HashMap::new());
                assert_eq!(proved.winner(starter) == Some(starter), wins, "{sum:?}");
            }
        }
    }
}

/// Every registered game, plain and with every variant that play in it ends.
#[test]
fn every_game_proves_what_the_definition_says() {
    struct Small<'n>(&'n str, &'n str);
    impl Visitor for Small<'_> {
        type Output = ();

        fn visit<G: Game>(self, game: G) {
            if game.is_loopy() {
                return;
            }
            let example = game.read(self.1).expect("an example");
            let mut random = Random::new(3);
            let mut random = |below: u64| random.below(below);
            let mut positions = vec![example.clone()];
            positions.extend((0..4).map(|_| game.scatter(&example, &mut random)));
            for position in positions {
                // Down to where the definition is quick.
                let mut position = position;
                while reachable(&position, 400) > 400 {
                    let both = Player::BOTH.map(|player| options(&position, player, 1000));
                    let mut options = both.concat();
                    position = options.swap_remove(random(options.len() as u64) as usize);
                }
                for convention in [Convention::Normal, Convention::Misere] {
                    let summands = vec![summand(self.0, &game.write(&position), false)];
                    let alone = [position.clone()];
                    let (proof, file) =
                        write(convention, &alone, summands, &|part| game.write(part));
                    let proved = accepted(&proof, &file);
                    for starter in Player::BOTH {
                        let wins = wins_plainly(&alone, starter, convention, &mut HashMap::new());
                        let said = proved.winner(starter) == Some(starter);
                        assert_eq!(said, wins, "{:?}", proved.header);
                    }
                }
            }
        }
    }
    for info in rules::games_in_rust() {
        let mut names = vec![rules::example_name(info)];
        let variants = info
            .variants
            .iter()
            .map(|v| format!("{}:{}", info.name, v.name));
        names.extend(variants);
        for name in names {
            visit(&name, info.example, Small(&name, info.example)).expect("a game");
        }
    }
}

#[test]
fn every_flipped_bit_is_noticed() {
    let (_, file) = certificate("domineering", "3x3", Convention::Normal);
    for at in 0..file.len() {
        for bit in 0..8 {
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            assert!(
                check(&changed[..], &Budget::unlimited()).is_err(),
                "bit {bit} of byte {at}"
            );
        }
    }
    assert!(check(&file[..file.len() - 1], &Budget::unlimited()).is_err());
    assert!(check(&[&file[..], b"x"].concat()[..], &Budget::unlimited()).is_err());
}

/// The numbers of a certificate, for changing them.
pub fn numbers(file: &[u8]) -> (check::Header, Vec<u64>) {
    let (mut reader, header) = Reader::new(file).expect("a header");
    let body = file.len() - header.to_string().len() - 32;
    let mut numbers = Vec::new();
    let mut read = 0;
    while read < body {
        let number = reader.number().expect("a number");
        // Seven bits a byte.
        read += number.checked_ilog2().unwrap_or(0) as usize / 7 + 1;
        numbers.push(number);
    }
    reader.finish().expect("the checksum");
    (header, numbers)
}

/// A certificate with a right checksum.
pub fn rewritten(header: &check::Header, numbers: &[u64]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = Writer::new(&mut file, header).expect("memory");
    for &number in numbers {
        writer.number(number).expect("memory");
    }
    writer.finish().expect("memory");
    file
}

/// Where the states begin in the numbers of a certificate with one claim:
/// each is the number of its moves and an answer to each.
fn states(header: &check::Header, numbers: &[u64]) -> Vec<usize> {
    let mut starts = Vec::new();
    // A winner's first move comes before them.
    let mut at = usize::from(header.claims[0].starter == header.claims[0].winner);
    // The totals come after them.
    while at < numbers.len() - 2 {
        starts.push(at);
        at += 1 + numbers[at] as usize;
    }
    starts
}

#[test]
fn changes_with_a_right_checksum_are_refused_for_a_reason() {
    let certificates = [
        ("legionnaires", "6x6-12", Convention::Normal),
        ("legionnaires", "3x6", Convention::Normal),
        ("clobber", "XOXOX/OXOXO", Convention::Normal),
        ("domineering", "4x4", Convention::Misere),
    ];
    let certificates = certificates.map(|(name, text, convention)| {
        let (_, file) = certificate(name, text, convention);
        let (header, numbers) = numbers(&file);
        assert_eq!(rewritten(&header, &numbers), file);
        assert_eq!(header.claims.len(), 1);
        (header, numbers)
    });
    let mut random = Random::new(4);
    let mut random = |below: usize| random.below(below as u64) as usize;
    let mut reasons = HashSet::new();
    for round in 0..1200 {
        let (mut header, mut numbers) = certificates[round / 6 % 4].clone();
        let at = random(numbers.len());
        match round % 6 {
            // A dropped answer.
            0 => drop(numbers.remove(at)),
            // An illegal move.
            1 => numbers[at] += 1000,
            // No answer where one is needed.
            2 => match numbers[at] {
                0 => numbers.insert(at, 0),
                _ => numbers[at] = 0,
            },
            // A missing position.
            3 => {
                let states = states(&header, &numbers);
                let state = random(states.len());
                let end = states.get(state + 1).copied();
                numbers.drain(states[state]..end.unwrap_or(numbers.len() - 2));
            }
            // The end is missing.
            4 => numbers.truncate(at),
            // The other starter, or the other winner.
            _ => {
                let claim = &mut header.claims[0];
                match at % 2 {
                    0 => claim.starter = -claim.starter,
                    _ => claim.winner = -claim.winner,
                }
            }
        }
        let reason = check(&rewritten(&header, &numbers)[..], &Budget::unlimited())
            .expect_err("a wrong proof");
        assert!(!reason.to_string().is_empty() && reason.unreadable().is_none());
        let words = reason.to_string();
        reasons.insert(words.split(' ').take(3).collect::<Vec<_>>().join(" "));
    }
    assert!(reasons.len() >= 4, "{reasons:?}");
}

/// Another answer than the one that was found may do as well, but what is
/// accepted is true.
#[test]
fn other_answers_prove_nothing_false() {
    let (proof, file) = certificate("domineering", "3x3", Convention::Normal);
    let (header, original) = numbers(&file);
    for at in 0..original.len() {
        for number in 0..8 {
            let mut numbers = original.clone();
            numbers[at] = number;
            for winner in Player::BOTH {
                let mut header = header.clone();
                header.claims[0].winner = winner;
                if let Ok(proved) = check(&rewritten(&header, &numbers)[..], &Budget::unlimited()) {
                    assert_eq!(proved.header, proof.header);
                }
            }
        }
    }
}

/// A heap can have more moves than fit in any file.
#[test]
fn too_many_moves_are_refused() {
    let position = Component::read("nim", "9223372036854775807,9223372036854775806,3");
    let positions = [position.expect("heaps")];
    let statement = Statement {
        positions: &positions,
        summands: vec![summand("nim", &positions[0].text(), false)],
        write: &Component::text,
    };
    let mut search = Search::new(Convention::Normal);
    let proof = prove(&mut search, &mut Arena::new(), statement, &mut Vec::new());
    assert!(matches!(
        proof,
        Err(Unproved::Stopped(Error::TooLarge { .. }))
    ));
}

#[test]
fn other_files_are_refused() {
    for text in ["", "legatus proof 1\n", "legatus proof 2\n\n", "\0\0\n\n"] {
        assert!(
            check(text.as_bytes(), &Budget::unlimited()).is_err(),
            "{text:?}"
        );
    }
    // What is said names both kinds.
    let long = format!("legatus proof 1{}", "\n0".repeat(1 << 20));
    for text in ["anything else", "legatus proof 3\n\n", &long] {
        let why = check::verdict(text.as_bytes(), &Budget::unlimited()).unwrap_err();
        for kind in ["`legatus proof 1`", "`legatus proof 2`"] {
            assert!(why.to_string().contains(kind), "{kind}: {why}");
        }
    }
    let header = |game: &str, position: &str, claim: &str| {
        format!(
            "legatus proof 1\ngame: {game}\nposition: {position}\nconvention: normal\nclaim: {claim}\n\n"
        )
    };
    for text in [
        header("nothing", "3x3", "left starts, left wins"),
        header("domineering", "3y3", "left starts, left wins"),
        header("domineering", "3x3", "left wins"),
        header("legionnaires:centurion", "3x3", "left starts, left wins"),
    ] {
        assert!(
            check(text.as_bytes(), &Budget::unlimited()).is_err(),
            "{text:?}"
        );
    }
}
