//! Whether a paper's cell and a computed one agree.

/// How a computed cell compares with the printed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// They say the same.
    Agrees,
    /// The paper left the cell blank.
    Fills,
    /// They differ, for a reason.
    Explained(String),
    /// What is left of the cell cannot be read; it was restored, for a
    /// reason, to what was computed.
    Reconstructed(String),
    /// It was not computed, for a reason.
    Skipped(String),
    /// They differ, and nobody knows why.
    Disagrees,
}

impl Agreement {
    /// One word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Agreement::Agrees => "agrees",
            Agreement::Fills => "fills",
            Agreement::Explained(_) => "explained",
            Agreement::Reconstructed(_) => "reconstructed",
            Agreement::Skipped(_) => "skipped",
            Agreement::Disagrees => "disagrees",
        }
    }

    /// Why, if there is more to say.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Agreement::Explained(reason)
            | Agreement::Reconstructed(reason)
            | Agreement::Skipped(reason) => Some(reason),
            _ => None,
        }
    }
}

/// A cell of a paper.
#[derive(Clone, Copy, Debug, Default)]
pub struct Printed<'d> {
    /// As it is printed; `None` if it is blank.
    pub cell: Option<&'d str>,
    /// Whether the surviving text of the cell is damaged, so that it says
    /// nothing by itself.
    pub garbled: bool,
    /// What is known to come out instead.
    pub known: Option<Known<'d>>,
}

/// A known difference.
#[derive(Clone, Copy, Debug)]
pub struct Known<'d> {
    /// What comes out; `None` if that depends on something the paper does
    /// not fix. Anything else than this disagrees all the same.
    pub computed: Option<&'d str>,
    /// Why it is not what is printed.
    pub reason: &'d str,
}

impl<'d> Printed<'d> {
    /// A cell as it is printed.
    #[must_use]
    pub fn cell(text: &'d str) -> Self {
        Printed {
            cell: Some(text),
            ..Printed::default()
        }
    }

    /// A cell that the paper left blank.
    #[must_use]
    pub fn blank() -> Self {
        Printed::default()
    }

    /// The cell with a difference that is known and explained.
    #[must_use]
    pub fn but(self, known: Known<'d>) -> Self {
        Printed {
            known: Some(known),
            ..self
        }
    }

    /// Compares texts.
    #[must_use]
    pub fn against(&self, computed: &str) -> Agreement {
        self.judge(|cell| cell == computed)
    }

    /// Compares in a way of the caller's: whether a cell says what was
    /// computed.
    #[must_use]
    pub fn judge(&self, says: impl Fn(&str) -> bool) -> Agreement {
        match (self.cell, self.known) {
            (Some(cell), _) if !self.garbled && says(cell) => Agreement::Agrees,
            (_, Some(known)) if known.computed.is_none_or(&says) => {
                let reason = known.reason.to_owned();
                match self.garbled {
                    true => Agreement::Reconstructed(reason),
                    false => Agreement::Explained(reason),
                }
            }
            (None, None) => Agreement::Fills,
            _ => Agreement::Disagrees,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doctored_cell_disagrees() {
        assert_eq!(Printed::cell("982").against("982"), Agreement::Agrees);
        assert_eq!(Printed::cell("983").against("982"), Agreement::Disagrees);
        assert_eq!(Printed::blank().against("982"), Agreement::Fills);
    }

    #[test]
    fn an_explanation_covers_the_difference_it_knows_and_no_other() {
        let known = Known {
            computed: Some("89"),
            reason: "another printer",
        };
        let printed = Printed::cell("90").but(known);
        assert_eq!(printed.against("90"), Agreement::Agrees);
        let explained = Agreement::Explained("another printer".into());
        assert_eq!(printed.against("89"), explained);
        assert_eq!(printed.against("88"), Agreement::Disagrees);
        let open = Known {
            computed: None,
            ..known
        };
        assert_eq!(Printed::cell("90").but(open).against("7"), explained);
        let garbled = Printed {
            garbled: true,
            ..printed
        };
        let restored = Agreement::Reconstructed("another printer".into());
        assert_eq!(garbled.against("89"), restored);
        assert_eq!(garbled.against("90"), Agreement::Disagrees);
        let blank = Printed::blank().but(known);
        assert_eq!(blank.against("7"), Agreement::Disagrees);
    }
}
