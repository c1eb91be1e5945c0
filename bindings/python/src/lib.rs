//! Legatus in Python. Nothing is computed here: values, positions, questions,
//! play and pictures are those of the other crates, and the modules here say
//! how they look from Python.
//!
//! | module | what it wraps |
//! |---|---|
//! | `values`, `thermographs`, `numbers` | values, their thermographs, numbers |
//! | `calculator`, `things` | the calculator, and what it answers |
//! | `positions`, `games`, `written` | positions, games, games written in Python |
//! | `asking` | every question of the command line |
//! | `play` | players and matches |
//! | `tables` | the papers' tables, the museum |
//! | `shelf`, `parcel` | where values live, and how they move |
//! | `bundles`, `merging`, `answering` | rows of a count on many machines |
//! | `packs`, `frames` | rows on their way, columns of Arrow |
//! | `budget`, `errors` | limits and interrupts, exceptions |

mod answering;
mod asking;
mod budget;
mod bundles;
mod calculator;
mod errors;
mod frames;
mod games;
mod merging;
mod notebook;
mod numbers;
mod operators;
mod packs;
mod parcel;
mod play;
mod positions;
mod shelf;
mod tables;
mod thermographs;
mod things;
mod values;
mod written;

use pyo3::prelude::*;

/// Adds these classes and functions to a module.
macro_rules! add {
    ($module:ident, classes: [$($class:ty),* $(,)?], functions: [$($function:path),* $(,)?] $(,)?) => {
        $($module.add_class::<$class>()?;)*
        $($module.add_function(wrap_pyfunction!($function, $module)?)?;)*
    };
}

/// The compiled part of the package.
#[pymodule]
fn _legatus(module: &Bound<'_, PyModule>) -> PyResult<()> {
    games::allow_files();
    errors::add(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("_BUCKETS", solve::BUCKETS)?;
    add!(
        module,
        classes: [
            budget::Limits, values::Value, thermographs::Graph, things::Answer,
            calculator::Calculator, calculator::Function, positions::Position, positions::Move,
            games::Game, bundles::Bundler, merging::Merger, answering::Replier,
            answering::Answerer,
        ],
        functions: [
            bundles::_packed, bundles::_bundle_bits, bundles::_blake3, values::form,
            positions::position, games::game, games::games, calculator::function,
            calculator::_functions, asking::_ask, asking::_questions, play::_match,
            play::_players, tables::_papers, tables::_paper_table, tables::_museum,
            thermographs::_thermograph, thermographs::_plot, budget::_after_fork,
            budget::_set_progress,
        ],
    );
    Ok(())
}
