//! Certificates made of lemmas, written into files.

use serde::Serialize;
use solve::{LemmaProof, Unproved};
use std::io::{self, BufWriter, Write};

use crate::replace::{Replacement, Tolerant};
use crate::{Setting, Stop, Takes, Trouble};

/// The option that asks for a certificate.
pub(crate) const fn setting(about: &'static str) -> Setting {
    Setting::new("proof", Takes::Text("FILE"), about)
}

/// A certificate made of lemmas that was written.
#[derive(Clone, Debug, Serialize)]
pub struct LemmaAnswer {
    /// Its file.
    pub file: String,
    /// How many positions have lemmas, or how many heaps are in the table.
    pub lemmas: u64,
    /// How many comparisons are in it, and moves answered.
    pub steps: u64,
    /// How long it is.
    pub bytes: u64,
}

impl LemmaAnswer {
    pub(crate) fn new(file: &str, proof: &LemmaProof) -> Self {
        LemmaAnswer {
            file: file.to_owned(),
            lemmas: proof.lemmas,
            steps: proof.steps,
            bytes: proof.bytes,
        }
    }

    pub(crate) fn page(&self, out: &mut dyn Write) -> io::Result<()> {
        let totals = totals(self.lemmas, self.steps);
        writeln!(out, "proof: {totals}, {} bytes", self.bytes)
    }
}

/// How much a certificate of lemmas holds.
pub(crate) fn totals(lemmas: u64, steps: u64) -> String {
    let [lemmas, steps] = [(lemmas, "lemma"), (steps, "step")].map(|(n, what)| {
        let many = if n == 1 { "" } else { "s" };
        format!("{n} {what}{many}")
    });
    format!("{lemmas}, {steps}")
}

/// Why there is no certificate in a file.
pub(crate) fn unproved(file: &str, why: Unproved) -> Trouble {
    match why {
        Unproved::Stopped(error) => error.into(),
        Unproved::Io(error) => Stop::file(file, &error).into(),
        Unproved::Contradiction(_) => Trouble::domain(why.to_string()),
    }
}

/// The certificate that was written, or else why there is none.
pub(crate) fn parted<T>(
    written: Result<(T, Option<Stop>), Trouble>,
) -> (Option<T>, Option<Trouble>) {
    match written {
        Ok((proof, None)) => (Some(proof), None),
        Ok((_, Some(stop))) => (None, Some(stop.into())),
        Err(trouble) => (None, Some(trouble)),
    }
}

/// Writes a certificate into a file, which appears when it is complete: what
/// was found, and why the file could not be written.
pub(crate) fn in_file<T>(
    file: &str,
    prove: impl FnOnce(&mut dyn Write) -> Result<T, Trouble>,
) -> Result<(T, Option<Stop>), Trouble> {
    if file == "-" {
        return Err(Trouble::domain(
            "a proof is written to a file, not to standard output",
        ));
    }
    let unwritten = |error: io::Error| Stop::file(file, &error);
    let replacement = Replacement::new(file).map_err(unwritten)?;
    // A disk that is full must not cost the answer.
    let mut out = Tolerant::new(BufWriter::new(replacement.file()));
    let found = prove(&mut out);
    let written = out.end();
    let found = found?;
    let written = written.and_then(|()| replacement.complete());
    Ok((found, written.err().map(unwritten)))
}
