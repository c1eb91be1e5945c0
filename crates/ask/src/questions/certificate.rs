//! Certificates of who wins, written beside the answer.

use solve::Unproved;
use std::io::Write;

use super::outcome::{OutcomeAnswer, OutcomeOptions, outcome, stopped};
use crate::proof::{self, LemmaAnswer};
use crate::{Desk, Stop, Trouble};
use positions::{Detail, Searching, Sum};

/// A certificate that was written.
#[derive(serde::Serialize)]
pub struct ProofAnswer {
    /// Its file.
    pub file: String,
    /// How many positions are in it.
    pub positions: u64,
    /// How many moves are answered.
    pub answers: u64,
    /// How long it is.
    pub bytes: u64,
}

/// How much a certificate holds.
#[must_use]
pub fn totals(states: u64, answers: u64) -> String {
    let [positions, moves] = [(states, "position"), (answers, "move")].map(|(n, what)| {
        let many = if n == 1 { "" } else { "s" };
        format!("{n} {what}{many}")
    });
    format!("{positions}, {moves} answered")
}

/// Finds who wins and writes a certificate that [`check`] verifies.
pub fn prove(
    desk: &mut Desk,
    sum: &Sum,
    options: &OutcomeOptions,
    out: &mut dyn Write,
) -> Result<OutcomeAnswer, Trouble> {
    let mut how = options.search();
    proved(desk, sum, &mut how, options.detail, out, "certificate")
}

fn proved(
    desk: &mut Desk,
    sum: &Sum,
    how: &mut Searching,
    detail: Detail,
    out: &mut dyn Write,
    file: &str,
) -> Result<OutcomeAnswer, Trouble> {
    sum.finite()?;
    sum.provable()?;
    let play = desk.working(|_, arena| sum.prove(arena, how, detail, out));
    let play = play.map_err(|unproved| match unproved {
        Unproved::Stopped(error) => stopped(desk, error, how),
        Unproved::Io(error) => Stop::file(file, &error).into(),
        Unproved::Contradiction(_) => Trouble::domain(unproved.to_string()),
    })?;
    let proof = play.proof.as_ref().map(|proof| ProofAnswer {
        file: file.to_owned(),
        positions: proof.states as u64,
        answers: proof.answers,
        bytes: proof.bytes,
    });
    let mut answer = OutcomeAnswer::short(play, detail);
    answer.proof = proof;
    Ok(answer)
}

/// Who wins, with a certificate of the values of the parts; and why there is
/// none.
pub(super) fn proved_by_lemmas(
    desk: &mut Desk,
    sum: &Sum,
    options: &OutcomeOptions,
    file: &str,
) -> Result<(OutcomeAnswer, Option<Trouble>), Trouble> {
    sum.finite()?;
    sum.provable()?;
    let mut found = outcome(desk, sum, options)?;
    let written = proof::in_file(file, |out| {
        let proved = desk.working(|_, arena| sum.prove_winners(arena, out));
        proved.map_err(|why| proof::unproved(file, why))
    });
    let (proof, failed) = proof::parted(written);
    found.lemmas = proof.map(|proof| LemmaAnswer::new(file, &proof));
    Ok((found, failed))
}

/// Who wins, and why the certificate could not be written.
pub(super) fn proved_in_file(
    desk: &mut Desk,
    sum: &Sum,
    options: &OutcomeOptions,
    file: &str,
) -> Result<(OutcomeAnswer, Option<Stop>), Trouble> {
    sum.finite()?;
    sum.provable()?;
    let mut how = options.search();
    let (mut found, unwritten) = proof::in_file(file, |out| {
        proved(desk, sum, &mut how, options.detail, out, file)
    })?;
    if unwritten.is_some() {
        found.proof = None;
    }
    Ok((found, unwritten))
}
