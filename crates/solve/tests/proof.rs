//! Certificates: written by the solver, verified from the rules, and refused
//! when anything in them is changed.

use check::{Reader, Writer, check};
use rules::{Game, Visitor};
use solve::{Convention, Proof, prove};
use values::{Arena, Player};

struct Prove<'t> {
    name: &'t str,
    text: &'t str,
    convention: Convention,
}

impl Visitor for Prove<'_> {
    type Output = (Proof, Vec<u8>);

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let position = game.read(self.text).expect("a position");
        let (mut arena, mut file) = (Arena::new(), Vec::new());
        let proof = prove(
            &game,
            self.name,
            &position,
            self.convention,
            &mut arena,
            &mut file,
        );
        (proof.expect("no limits are set"), file)
    }
}

fn certificate(name: &str, text: &str, convention: Convention) -> (Proof, Vec<u8>) {
    let visitor = Prove {
        name,
        text,
        convention,
    };
    rules::visit(name, text, visitor).expect("a game")
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

#[test]
fn what_is_proved_is_accepted() {
    for (name, text) in POSITIONS {
        for convention in [Convention::Normal, Convention::Misere] {
            let (proof, file) = certificate(name, text, convention);
            assert_eq!(proof.bytes, file.len() as u64, "{name} {text}");
            let proved = check(&file[..]).unwrap_or_else(|why| panic!("{name} {text}: {why}"));
            assert_eq!(proved.header.claims, proof.claims, "{name} {text}");
            assert_eq!(proved.states, proof.states, "{name} {text}");
            assert_eq!(proved.answers, proof.answers, "{name} {text}");
        }
    }
}

/// Known outcomes, so that a certificate of the opposite would be noticed.
#[test]
fn the_claims_are_the_known_ones() {
    let winners = |name, text| {
        let (proof, _) = certificate(name, text, Convention::Normal);
        [proof.claims[0].winner, proof.claims[1].winner]
    };
    use Player::{Left, Right};
    assert_eq!(winners("legionnaires", "5x5-10"), [Right, Left]);
    assert_eq!(winners("legionnaires", "4x4"), [Left, Right]);
    assert_eq!(winners("domineering", "4x4"), [Left, Right]);
    assert_eq!(winners("kayles", "9"), [Left, Right]);
}

#[test]
fn every_flipped_bit_is_noticed() {
    let (_, file) = certificate("domineering", "3x3", Convention::Normal);
    for at in 0..file.len() {
        for bit in 0..8 {
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            assert!(check(&changed[..]).is_err(), "bit {bit} of byte {at}");
        }
    }
    assert!(check(&file[..file.len() - 1]).is_err());
    assert!(check(&[&file[..], b"x"].concat()[..]).is_err());
}

/// The numbers of a certificate, for changing them.
fn numbers(file: &[u8]) -> (check::Header, Vec<u64>) {
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
fn rewritten(header: &check::Header, numbers: &[u64]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = Writer::new(&mut file, header).expect("memory");
    for &number in numbers {
        writer.number(number).expect("memory");
    }
    writer.finish().expect("memory");
    file
}

#[test]
fn changes_with_a_right_checksum_are_refused_for_a_reason() {
    let (_, file) = certificate("legionnaires", "5x5-10", Convention::Normal);
    let (header, original) = numbers(&file);
    assert_eq!(rewritten(&header, &original), file);
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for round in 0..1000 {
        let mut header = header.clone();
        let mut numbers = original.clone();
        let at = random(numbers.len());
        match round % 5 {
            // A dropped answer.
            0 => drop(numbers.remove(at)),
            // An illegal move.
            1 => numbers[at] += 1000,
            // No answer.
            2 => numbers.insert(at, 0),
            // Positions missing at the end.
            3 => numbers.truncate(at),
            // The starter's win instead of the other's.
            _ => {
                let claim = &mut header.claims[at % 2];
                claim.winner = -claim.winner;
            }
        }
        let reason = check(&rewritten(&header, &numbers)[..]).expect_err("a wrong proof");
        assert!(!reason.to_string().is_empty());
    }
}

#[test]
fn other_files_are_refused() {
    for text in ["", "legatus proof 1\n", "legatus proof 2\n\n", "\0\0\n\n"] {
        assert!(check(text.as_bytes()).is_err(), "{text:?}");
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
        assert!(check(text.as_bytes()).is_err(), "{text:?}");
    }
}
