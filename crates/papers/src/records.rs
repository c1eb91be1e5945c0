//! Open tables of the field, computed as far as they go here, beside what is
//! in print.

mod amazons;
mod boards;
mod clobber;
mod components;
mod graphs;
mod heaps;
mod line;
mod polyominoes;
mod snort;
mod starts;
mod toads;

use super::{Exhibit, Paper};

pub(super) const PAPER: Paper = Paper {
    name: "records",
    title: "Open tables of the field, beside the print; each row names the command that gives it",
    exhibits: &[
        Exhibit {
            id: "clobber-xxo",
            title: "linear Clobber: the value of (XXO)^n",
            table: clobber::xxo,
            figures: None,
        },
        Exhibit {
            id: "clobber-xo",
            title: "linear Clobber: whether (XO)^n is above v",
            table: clobber::xo,
            figures: None,
        },
        Exhibit {
            id: "clobber-2xn",
            title: "who wins 2xn Clobber",
            table: clobber::two_rows,
            figures: None,
        },
        Exhibit {
            id: "clobber-3xn",
            title: "who wins 3xn Clobber",
            table: clobber::three_rows,
            figures: None,
        },
        Exhibit {
            id: "clobber-4xn",
            title: "who wins 4xn Clobber",
            table: clobber::four_rows,
            figures: None,
        },
        Exhibit {
            id: "clobber-5xn",
            title: "who wins 5xn Clobber",
            table: clobber::five_rows,
            figures: None,
        },
        Exhibit {
            id: "toads-equal",
            title: "Toads and Frogs: a toads, b places, a frogs",
            table: toads::equal,
            figures: None,
        },
        Exhibit {
            id: "toads-three",
            title: "Toads and Frogs: a toads, three places, three frogs",
            table: toads::three,
            figures: None,
        },
        Exhibit {
            id: "toads-fewer",
            title: "Toads and Frogs: a toads, a places, a - 1 frogs",
            table: toads::fewer,
            figures: None,
        },
        Exhibit {
            id: "legionnaires-3xn",
            title: "who wins 3xn Legionnaires",
            table: starts::legionnaires_3,
            figures: None,
        },
        Exhibit {
            id: "konane-3xn",
            title: "who wins 3xn Konane",
            table: starts::konane_3,
            figures: None,
        },
        Exhibit {
            id: "konane-4xn",
            title: "who wins 4xn Konane",
            table: starts::konane_4,
            figures: None,
        },
        Exhibit {
            id: "legionnaires-36",
            title: "who wins Legionnaires on boards of at most 36 squares",
            table: starts::legionnaires_36,
            figures: None,
        },
        Exhibit {
            id: "domineering",
            title: "who wins empty boards of Domineering",
            table: boards::domineering,
            figures: None,
        },
        Exhibit {
            id: "domineering-components",
            title: "values of connected positions of Domineering",
            table: components::table,
            figures: None,
        },
        Exhibit {
            id: "cram",
            title: "nim values of empty boards of Cram",
            table: boards::cram,
            figures: None,
        },
        Exhibit {
            id: "snort-degree",
            title: "Snort: temperature against the degree of the graph",
            table: snort::table,
            figures: None,
        },
        Exhibit {
            id: "amazons-nx2",
            title: "Nx2 Amazons with one amazon each",
            table: amazons::two_columns,
            figures: None,
        },
        Exhibit {
            id: "amazons-3xn",
            title: "3xn Amazons with one amazon each",
            table: amazons::three_rows,
            figures: None,
        },
        Exhibit {
            id: "octal-periods",
            title: "periods of octal games",
            table: heaps::periods,
            figures: None,
        },
        Exhibit {
            id: "octal-161",
            title: "octal games that agree for long",
            table: heaps::twins,
            figures: None,
        },
    ],
};
