//! Sums of positions of any games and of values.

use check::Summand;
use rules::{BadInput, Component};
use solve::{
    Action, Bag, LemmaProof, MisereForms, Parts, Patience, Search, Statement, Step, SumGraph,
    Unproved, prove,
};
use std::fmt;
use std::io::Write;
use std::sync::Arc;
use values::{
    Arena, Budget, Genus, Loopy, MisereArena, MisereForm, Notation, Player, Result, Stoppers,
    Thermograph, Value,
};

use crate::{Board, Detail, Play, Searching, Solvers};

/// A sum. Without terms it is 0.
#[derive(Clone)]
pub struct Sum {
    /// The summands.
    pub terms: Vec<Term>,
}

impl fmt::Debug for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |term: &Term| match term {
            Term::Board(board, negated) => {
                format!("{}{}", if *negated { "-" } else { "" }, call(board))
            }
            Term::Value(value) => format!("{value:?}"),
        };
        f.debug_list().entries(self.terms.iter().map(name)).finish()
    }
}

/// A summand.
#[derive(Clone)]
pub enum Term {
    /// A position, or its negative (`true`).
    Board(Arc<Board>, bool),
    /// A value.
    Value(Value),
}

impl From<Arc<Board>> for Sum {
    fn from(board: Arc<Board>) -> Self {
        Sum {
            terms: vec![Term::Board(board, false)],
        }
    }
}

impl From<Value> for Sum {
    fn from(value: Value) -> Self {
        Sum {
            terms: vec![Term::Value(value)],
        }
    }
}

/// A move in a sum.
#[derive(Clone, Debug)]
pub struct SumMove {
    /// In the notation of its summand.
    pub text: String,
    /// Which summand, from 0.
    pub place: usize,
    /// The sum after it.
    pub after: Sum,
}

impl Sum {
    /// The two sums together.
    #[must_use]
    pub fn plus(&self, other: &Sum) -> Sum {
        let terms = self.terms.iter().chain(&other.terms);
        Sum {
            terms: terms.cloned().collect(),
        }
    }

    /// The sum with the players exchanged.
    #[must_use]
    pub fn negated(&self) -> Sum {
        let negated = self.terms.iter().map(|term| match term {
            Term::Board(board, negated) => Term::Board(Arc::clone(board), !negated),
            Term::Value(value) => Term::Value(-*value),
        });
        Sum {
            terms: negated.collect(),
        }
    }

    /// The position that it is, if it is just one.
    #[must_use]
    pub fn board(&self) -> Option<&Arc<Board>> {
        match self.terms.as_slice() {
            [Term::Board(board, false)] => Some(board),
            _ => None,
        }
    }

    /// Whether both players have the same moves, here and from here on.
    #[must_use]
    pub fn is_impartial(&self, arena: &Arena) -> bool {
        self.terms.iter().all(|term| match term {
            Term::Board(board, _) => board.is_impartial(),
            Term::Value(value) => arena.as_nimber(*value).is_some(),
        })
    }

    /// Why it has not the answers that only games have in which play ends.
    pub fn finite(&self) -> std::result::Result<(), BadInput> {
        for term in &self.terms {
            if let Term::Board(board, _) = term
                && board.is_loopy()
            {
                return Err(BadInput::new(
                    format!(
                        "play in {} may not end, and this is asked of games that do",
                        board.game()
                    ),
                    "it has a value, an outcome and moves: legatus value, legatus outcome, legatus moves",
                ));
            }
        }
        Ok(())
    }

    /// The position that it is, if it is just one, in which play may not end.
    #[must_use]
    pub fn loopy(&self) -> Option<Component> {
        match self.terms.as_slice() {
            [Term::Board(board, negated)] if board.is_loopy() => Some(component(board, *negated)),
            _ => None,
        }
    }

    /// Its value, where play in some of its positions may not end.
    pub fn loopy_value(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
        stoppers: &mut Stoppers,
    ) -> Result<Loopy> {
        let mut sum = Loopy::from(Value::ZERO);
        for term in &self.terms {
            let value = match term {
                Term::Board(board, negated) if board.is_loopy() => {
                    solve::loopy_value(&component(board, *negated), arena, stoppers)?
                }
                Term::Board(board, negated) => {
                    let value = board.value(solvers, arena)?;
                    (if *negated { -value } else { value }).into()
                }
                Term::Value(value) => (*value).into(),
            };
            sum = stoppers.add(arena, &sum, &value)?;
        }
        Ok(sum)
    }

    /// Whether it is written with several terms.
    fn is_compound(&self) -> bool {
        self.terms.len() > 1
    }

    /// Its value.
    pub fn value(&self, solvers: &mut Solvers, arena: &mut Arena) -> Result<Value> {
        let mut sum = Value::ZERO;
        for term in &self.terms {
            let value = match term {
                Term::Board(board, negated) => {
                    let value = board.value(solvers, arena)?;
                    if *negated { -value } else { value }
                }
                Term::Value(value) => *value,
            };
            sum = arena.add(sum, value)?;
        }
        Ok(sum)
    }

    /// Its nim value; `None` if it is not impartial.
    pub fn nim_value(&self, solvers: &mut Solvers, arena: &mut Arena) -> Result<Option<u64>> {
        let mut sum = 0;
        for term in &self.terms {
            let value = match term {
                Term::Board(board, _) if board.is_impartial() => {
                    let budget = arena.budget().clone();
                    Some(board.nim_value(solvers, &budget)?)
                }
                // The moves differ, but the value may be a nimber all the same.
                Term::Board(board, _) => {
                    let value = board.value(solvers, arena)?;
                    arena.as_nimber(value)
                }
                Term::Value(value) => arena.as_nimber(*value),
            };
            match value {
                Some(value) => sum ^= value,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// Its genus, by which misère play is known; `None` if it is not impartial.
    pub fn genus(&self, solvers: &mut Solvers, arena: &mut Arena) -> Result<Option<Genus>> {
        let form = self.misere_form(solvers, arena)?;
        Ok(form.map(|form| misere_arena(solvers).genus(form).clone()))
    }

    /// Its misère canonical form, in [`misere_arena`]; `None` if it is not
    /// impartial.
    pub fn misere_form(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
    ) -> Result<Option<MisereForm>> {
        let (mut positions, mut nim) = (Vec::new(), Vec::new());
        for term in &self.terms {
            match term {
                Term::Board(board, _) if board.is_impartial() => positions.push(board.component()),
                Term::Board(..) => return Ok(None),
                Term::Value(value) => match arena.as_nimber(*value) {
                    Some(heap) => nim.push(heap),
                    None => return Ok(None),
                },
            }
        }
        let budget = arena.budget().clone();
        let forms: &mut MisereForms<Component> = solvers.memory(MisereForms::new);
        forms.sum(&positions, &nim, &budget).map(Some)
    }

    /// Its thermograph.
    pub fn thermograph(&self, solvers: &mut Solvers, arena: &mut Arena) -> Result<Thermograph> {
        let found = self.graph(solvers, arena, None)?;
        match (found.graph, found.stopped) {
            (Some(graph), _) => Ok(graph),
            (None, stopped) => Err(stopped.expect("a reason")),
        }
    }

    /// Its mean and its thermograph, as far as a search finds that in time.
    /// The thermographs of the summands are found before, within the budget
    /// of the arena.
    pub fn graph(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
        patience: Option<Patience>,
    ) -> Result<SumGraph> {
        match self.terms.as_slice() {
            [Term::Board(board, negated)] if board.parts().len() < 2 => {
                let graph = board.thermograph(solvers, arena.budget())?;
                let graph = if *negated { graph.negated() } else { graph };
                Ok(graph.into())
            }
            [Term::Value(value)] => Ok(arena.thermograph(*value)?.into()),
            _ => {
                let mut parts = Parts::new(arena.budget().clone());
                let bag = self.bag(&mut parts, arena)?;
                let budget = arena.budget();
                let limit = patience.map_or_else(|| budget.clone(), |how| how.budget(budget));
                SumGraph::find(&mut parts, arena, &limit, &bag)
            }
        }
    }

    /// The parts of all summands together.
    pub fn bag(&self, parts: &mut Parts, arena: &mut Arena) -> Result<Bag> {
        let mut bags = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            bags.push(match term {
                Term::Board(board, false) => board.bag(parts, arena)?,
                Term::Board(board, true) => -&board.bag(parts, arena)?,
                Term::Value(value) => parts.value(arena, *value)?,
            });
        }
        parts.sum(arena, &bags)
    }

    /// Who wins, and how.
    pub fn play(&self, arena: &mut Arena, how: &mut Searching, detail: Detail) -> Result<Play> {
        if let Some(board) = self.board() {
            return board.play(arena, how, detail);
        }
        let terms = self.search_terms();
        self.search(how, &mut how.search(), arena, &terms, detail)
    }

    /// Who wins, and how, with a certificate.
    pub fn prove(
        &self,
        arena: &mut Arena,
        how: &mut Searching,
        detail: Detail,
        out: &mut dyn Write,
    ) -> std::result::Result<Play, Unproved> {
        if let Some(board) = self.board() {
            return board.prove(arena, how, detail, out);
        }
        let (positions, summands) = self.summands();
        let statement = Statement {
            positions: &positions,
            summands,
            write: &|position| format!("{position:?}"),
        };
        // With one thread certificates are the same in every run.
        let mut search = Search::new(how.convention);
        let proof = prove(&mut search, arena, statement, out);
        how.done = Some(search.statistics());
        let proof = proof?;
        let terms: Vec<_> = positions.into_iter().map(solve::Term::Position).collect();
        let play = self.search(how, &mut search, arena, &terms, detail)?;
        Ok(Play {
            proof: Some(proof),
            ..play
        })
    }

    /// The positions, and how a certificate names them.
    fn summands(&self) -> (Vec<Component>, Vec<Summand>) {
        let boards = self.terms.iter().filter_map(|term| match term {
            Term::Board(board, negated) => Some((board, *negated)),
            Term::Value(_) => None,
        });
        let named =
            boards.map(|(board, negated)| (component(board, negated), board.summand(negated)));
        named.unzip()
    }

    /// Its value, with a certificate made of lemmas.
    pub fn prove_value(
        &self,
        arena: &mut Arena,
        out: &mut dyn Write,
    ) -> std::result::Result<(Value, LemmaProof), Unproved> {
        let (positions, summands) = self.summands();
        solve::prove_value(arena, &positions, summands, out)
    }

    /// Its nim value, with a certificate made of lemmas.
    pub fn prove_nim_value(
        &self,
        budget: &Budget,
        out: &mut dyn Write,
    ) -> std::result::Result<LemmaProof, Unproved> {
        let (positions, summands) = self.summands();
        solve::prove_nim_value(&positions, summands, budget, out)
    }

    /// Who wins in normal play, with a certificate made of lemmas about the
    /// values of its parts.
    pub fn prove_winners(
        &self,
        arena: &mut Arena,
        out: &mut dyn Write,
    ) -> std::result::Result<LemmaProof, Unproved> {
        let (positions, summands) = self.summands();
        solve::prove_winners(arena, &positions, summands, out)
    }

    /// Why there is no certificate about it, if there is none.
    pub fn provable(&self) -> std::result::Result<(), BadInput> {
        let values = self.terms.iter().any(|t| matches!(t, Term::Value(_)));
        if values || self.terms.is_empty() {
            return Err(BadInput::new(
                "a proof is about positions, not about values",
                "write nim(2) for *2",
            ));
        }
        for term in &self.terms {
            if let Term::Board(board, _) = term {
                board.registered()?;
            }
        }
        Ok(())
    }

    fn search(
        &self,
        how: &mut Searching,
        search: &mut Search<Component>,
        arena: &mut Arena,
        terms: &[solve::Term<Component>],
        detail: Detail,
    ) -> Result<Play> {
        let compound = self.is_compound();
        let mut name = |arena: &mut Arena, step: &Step<Component>| {
            Ok(match &step.action {
                Action::Move { mv, after } => {
                    let sign = if after.is_negated() { "-" } else { "" };
                    let name = after.game().name;
                    let text = match compound {
                        true => format!("{sign}{name} {mv}"),
                        false => mv.to_string(),
                    };
                    (text, format!("{sign}{name}(\"{}\")", after.text()))
                }
                Action::Value(value) => {
                    let after = arena.text(*value, Notation::Ascii)?;
                    (format!("to {after}"), after)
                }
            })
        };
        Play::find(how, search, arena, terms, detail, &mut name)
    }

    /// The sum with heaps in ascending order, where their places mean nothing.
    #[must_use]
    pub fn arranged(&self) -> Sum {
        let arranged = |term: &Term| match term {
            Term::Board(board, negated) => Term::Board(board.arranged(), *negated),
            Term::Value(value) => Term::Value(*value),
        };
        Sum {
            terms: self.terms.iter().map(arranged).collect(),
        }
    }

    /// The sum as the search takes it.
    #[must_use]
    pub fn search_terms(&self) -> Vec<solve::Term<Component>> {
        let terms = self.terms.iter().map(|term| match term {
            Term::Board(board, negated) => solve::Term::Position(component(board, *negated)),
            Term::Value(value) => solve::Term::Value(*value),
        });
        terms.collect()
    }

    /// The sum after every move of a player, with the move in words.
    pub fn moves(&self, arena: &mut Arena, player: Player) -> Result<Vec<(String, Sum)>> {
        let moves = self.moves_by_place(arena, player)?.into_iter();
        let named = moves.map(|made| match &self.terms[made.place] {
            Term::Board(board, negated) if self.is_compound() => {
                let sign = if *negated { "-" } else { "" };
                (format!("{sign}{} {}", board.game(), made.text), made.after)
            }
            _ => (made.text, made.after),
        });
        Ok(named.collect())
    }

    /// Every move of a player, and in which summand it is made.
    pub fn moves_by_place(&self, arena: &mut Arena, player: Player) -> Result<Vec<SumMove>> {
        let mut moves = Vec::new();
        for (place, term) in self.terms.iter().enumerate() {
            let mut push = |text: String, after: Term| {
                let mut terms = self.terms.clone();
                terms[place] = after;
                let after = Sum { terms };
                moves.push(SumMove { text, place, after });
            };
            match term {
                Term::Board(board, negated) => {
                    let inside = if *negated { player.opposite() } else { player };
                    for (text, after) in board.moves(inside, arena.budget())? {
                        arena.budget().look()?;
                        push(text, Term::Board(after, *negated));
                    }
                }
                Term::Value(value) => {
                    for option in arena.options(*value, player)? {
                        let text = arena.text(option, Notation::Ascii)?;
                        push(format!("to {text}"), Term::Value(option));
                    }
                }
            }
        }
        Ok(moves)
    }

    /// As it is written: a position as its game writes it, a sum as the
    /// calculator reads it.
    pub fn text(&self, arena: &mut Arena) -> Result<String> {
        if let Some(board) = self.board() {
            return Ok(board.text());
        }
        self.expression(arena)
    }

    /// As the calculator reads it.
    pub fn expression(&self, arena: &mut Arena) -> Result<String> {
        let mut text = String::new();
        for term in &self.terms {
            let (negated, word) = match term {
                Term::Board(board, negated) => (*negated, call(board)),
                Term::Value(value) => (false, arena.text(*value, Notation::Ascii)?),
            };
            text.push_str(match (text.is_empty(), negated) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            });
            text.push_str(&word);
        }
        if text.is_empty() {
            text.push('0');
        }
        Ok(text)
    }
}

/// A summand for the search.
/// Where the misère forms of sums are.
pub fn misere_arena(solvers: &mut Solvers) -> &mut MisereArena {
    let forms: &mut MisereForms<Component> = solvers.memory(MisereForms::new);
    forms.arena()
}

fn component(board: &Arc<Board>, negated: bool) -> Component {
    let component = board.component();
    if negated {
        component.negated()
    } else {
        component
    }
}

/// The call of the calculator's function for a position.
fn call(board: &Board) -> String {
    let text = board.text().replace('\\', "\\\\").replace('"', "\\\"");
    match board.game().split_once(':') {
        Some((name, variant)) => format!("{name}(\"{variant}\", \"{text}\")"),
        None => format!("{}(\"{text}\")", board.game()),
    }
}
