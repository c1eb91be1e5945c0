//! The strategies that look at thermographs.

use crate::effort::Effort;
use crate::player::{Choice, Engine, Listed};
use crate::state::State;
use crate::thermal::{BYTES_PER_OPTION, Situation, Strategy, Thermal, Turn};
use crate::thought::{Ground, Thought};
use rules::Random;
use solve::Convention;
use values::Result;

const SUITS: &str = "games with thermographs: they end, the players' moves differ, and who cannot \
                     move loses; they play those";

const fn listed(name: &'static str, about: &'static str, fresh: fn() -> Box<dyn Engine>) -> Listed {
    Listed {
        name,
        about,
        suits: SUITS,
        is_for,
        fresh,
    }
}

/// Plays where it is hottest.
pub(crate) const HOTSTRAT: Listed = listed(
    "hotstrat",
    "plays in the hottest part, by thermographs (E. Berlekamp); for sums",
    || Box::new(Thermostat::new(Strategy::Hotstrat)),
);

/// Answers threats.
pub(crate) const SENTESTRAT: Listed = listed(
    "sentestrat",
    "answers where the opponent just moved if that is hot, else hotstrat",
    || Box::new(Thermostat::new(Strategy::Sentestrat)),
);

/// Gains most at the ambient temperature.
pub(crate) const ORTHODOX: Listed = listed(
    "orthodox",
    "the move that gains most at the ambient temperature, by thermographs",
    || Box::new(Thermostat::new(Strategy::Orthodox)),
);

fn is_for(state: &State) -> bool {
    let normal = state.convention() == Convention::Normal;
    normal && !state.is_loopy() && !state.is_impartial()
}

struct Thermostat {
    strategy: Strategy,
    thermal: Option<Thermal>,
}

impl Thermostat {
    fn new(strategy: Strategy) -> Self {
        Thermostat {
            strategy,
            thermal: None,
        }
    }
}

/// Options that are looked at for a thermograph, for each node of an effort.
const OPTIONS_PER_NODE: u64 = 6;

impl Engine for Thermostat {
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        let thermal = self.thermal.get_or_insert_with(|| {
            // Whatever the clock says, so much is looked at.
            let options = effort.nodes().saturating_mul(OPTIONS_PER_NODE);
            let most = effort.bytes() / BYTES_PER_OPTION;
            Thermal::with_options(effort.budget(), effort.bytes(), options.min(most))
        });
        // What is not found in most of the time is estimated in the rest.
        thermal.answer_to(effort.budget());
        let situation = Situation {
            sum: state.components(),
            player: state.turn(),
            last: state.last(),
            card: None,
        };
        if let Some(decision) = thermal.decide(self.strategy, &situation)?
            && let Turn::Board(mv) = decision.turn
        {
            let ground = Ground::Temperature {
                degrees: decision.temperature.to_string(),
                estimated: decision.estimated,
            };
            return Ok(Choice::thinking(mv, Thought::guess(ground)));
        }
        let moves = state.moves_within(effort.budget())?;
        Ok(Choice::silent(random.pick(&moves).clone()))
    }
}
