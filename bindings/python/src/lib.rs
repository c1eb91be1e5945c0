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

/// The compiled part of the package.
#[pymodule]
fn _legatus(module: &Bound<'_, PyModule>) -> PyResult<()> {
    games::allow_files();
    errors::add(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<budget::Limits>()?;
    module.add_class::<values::Value>()?;
    module.add_class::<thermographs::Graph>()?;
    module.add_class::<things::Answer>()?;
    module.add_class::<calculator::Calculator>()?;
    module.add_class::<calculator::Function>()?;
    module.add_class::<positions::Position>()?;
    module.add_class::<positions::Move>()?;
    module.add_class::<games::Game>()?;
    module.add_class::<bundles::Bundler>()?;
    module.add_class::<merging::Merger>()?;
    module.add_class::<answering::Replier>()?;
    module.add_class::<answering::Answerer>()?;
    module.add_function(wrap_pyfunction!(bundles::_packed, module)?)?;
    module.add("_BUCKETS", solve::BUCKETS)?;
    module.add_function(wrap_pyfunction!(bundles::_bundle_bits, module)?)?;
    module.add_function(wrap_pyfunction!(bundles::_blake3, module)?)?;
    module.add_function(wrap_pyfunction!(values::form, module)?)?;
    module.add_function(wrap_pyfunction!(positions::position, module)?)?;
    module.add_function(wrap_pyfunction!(games::game, module)?)?;
    module.add_function(wrap_pyfunction!(games::games, module)?)?;
    module.add_function(wrap_pyfunction!(calculator::function, module)?)?;
    module.add_function(wrap_pyfunction!(calculator::_functions, module)?)?;
    module.add_function(wrap_pyfunction!(asking::_ask, module)?)?;
    module.add_function(wrap_pyfunction!(asking::_questions, module)?)?;
    module.add_function(wrap_pyfunction!(play::_match, module)?)?;
    module.add_function(wrap_pyfunction!(play::_players, module)?)?;
    module.add_function(wrap_pyfunction!(tables::_papers, module)?)?;
    module.add_function(wrap_pyfunction!(tables::_paper_table, module)?)?;
    module.add_function(wrap_pyfunction!(tables::_museum, module)?)?;
    module.add_function(wrap_pyfunction!(thermographs::_thermograph, module)?)?;
    module.add_function(wrap_pyfunction!(thermographs::_plot, module)?)?;
    module.add_function(wrap_pyfunction!(budget::_after_fork, module)?)?;
    module.add_function(wrap_pyfunction!(budget::_set_progress, module)?)
}
