//! Reading and writing positions.

use super::{Laws, names};
use crate::support::{damaged, full, seed};
use rules::{BadInput, Game, Position, Random, Visitor, games, games_in_rust, visit};
use std::ops::ControlFlow;
use values::Player;

impl Laws<'_> {
    /// Reading inverts writing, of the position, of its parts and of its
    /// normal form.
    pub(super) fn text<G: Game>(&self, game: &G, position: &G::Position) -> String {
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
    let in_rust = names(games_in_rust()).len();
    for (number, (name, example)) in names(games()).into_iter().enumerate() {
        let rounds = if full() || number < in_rust { 400 } else { 20 };
        let mut random = Random::new(seed(&name));
        let starts = rules::find(name.split(':').next().unwrap()).unwrap().starts;
        let texts: Vec<&str> = std::iter::once(example)
            .chain(starts.iter().map(|start| start.text))
            .collect();
        for round in 0..rounds {
            let text = damaged(texts[round % texts.len()], LETTERS, &mut random);
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
