//! Where the games of a calculator live.

use values::{
    Arena, Budget, Compound, Form, Forms, Loopy, MisereArena, MisereForm, Notation, Player,
    Stoppers, Value,
};

use super::closure::Variables;
use super::failure::Problem;
use super::functions;
use super::object::Object;
use positions::{Solvers, Sum};

/// Values, and games as they are written.
pub struct Games {
    pub arena: Arena,
    pub forms: Forms,
    pub solvers: Solvers,
    pub stoppers: Stoppers,
    pub variables: Variables,
    /// The rounds of loops and the calls of this evaluation.
    pub rounds: u64,
    /// The items that this evaluation has listed, in the units of
    /// [`Object::weight`].
    pub weight: u64,
    /// How many functions are running that functions of the table called.
    pub nested: usize,
    /// How many games this calculator has made.
    pub made: u64,
}

impl Games {
    pub fn new(arena: Arena) -> Self {
        Self {
            arena,
            forms: Forms::new(),
            solvers: Solvers::default(),
            stoppers: Stoppers::new(),
            variables: Variables::new(),
            rounds: 0,
            weight: 0,
            nested: 0,
            made: 0,
        }
    }

    /// What is counted of one evaluation is counted anew.
    pub fn begin(&mut self) {
        (self.rounds, self.weight) = (0, 0);
    }

    /// The misère canonical forms, and the budget for them.
    pub fn misere(&mut self) -> (&mut MisereArena, Budget) {
        let budget = self.arena.budget().clone();
        (positions::misere_arena(&mut self.solvers), budget)
    }

    /// The misère form of an impartial game; `None` if it is none.
    pub fn as_misere(&mut self, object: &Object) -> Result<Option<MisereForm>, Problem> {
        if let Object::Misere(form) = object {
            return Ok(Some(*form));
        }
        let Some(sum) = self.as_sum(object)? else {
            return Ok(None);
        };
        sum.finite()?;
        Ok(sum.misere_form(&mut self.solvers, &mut self.arena)?)
    }

    /// A misère form as a game with exactly its options.
    fn misere_as_form(&mut self, form: MisereForm) -> Result<Option<Form>, Problem> {
        let (arena, budget) = self.misere();
        if arena.is_nim_heap(form, &budget)? {
            let heap = arena.birthday(form).into();
            let nimber = self.arena.nimber(heap)?;
            return Ok(Some(self.forms.value(&mut self.arena, nimber)?));
        }
        let options = arena.options(form, &budget)?;
        // Recursion is bounded by the birthday of misère forms.
        let mut forms = Vec::with_capacity(options.len());
        for &option in options.iter() {
            forms.extend(self.misere_as_form(option)?);
        }
        Ok(self.forms.impartial(&mut self.arena, &forms)?)
    }

    /// The object of a value.
    pub fn object(&self, value: Value) -> Object {
        Object::value(&self.arena, value)
    }

    /// The object of a loopy value; one without loops is an ordinary value.
    pub fn loopy_object(&self, game: Loopy) -> Object {
        functions::loopy::object(self, game)
    }

    /// The game that an object is, with loops or without; `None` if it is none.
    pub fn as_loopy(&mut self, object: &Object) -> Result<Option<Loopy>, Problem> {
        match object {
            Object::Loopy(game) => Ok(Some(Loopy::clone(game))),
            Object::Sum(sum) => functions::loopy::sum_value(self, sum).map(Some),
            _ => Ok(self.as_value(object)?.map(Loopy::from)),
        }
    }

    /// The object of a form; one that is written as a value is that value.
    pub fn form_object(&self, form: Form) -> Object {
        match self.forms.as_value(form) {
            Some(value) => self.object(value),
            None => Object::Form(form),
        }
    }

    /// The set of values that the arena gives in printing order.
    pub fn options(&self, values: Vec<Value>) -> Result<Object, Problem> {
        let items = values.into_iter().map(|value| self.object(value));
        Object::sorted_set(items.collect())
    }

    /// The game that an object is, as a form; `None` if it is none.
    pub fn as_form(&mut self, object: &Object) -> Result<Option<Form>, Problem> {
        match object {
            Object::Form(form) => return Ok(Some(*form)),
            Object::Misere(form) => return self.misere_as_form(*form),
            _ => {}
        }
        Ok(match self.as_value(object)? {
            Some(value) => Some(self.forms.value(&mut self.arena, value)?),
            None => None,
        })
    }

    /// The value of the game that an object is; `None` if it is none.
    pub fn as_value(&mut self, object: &Object) -> Result<Option<Value>, Problem> {
        match object {
            Object::Form(form) => Ok(Some(self.canonical(*form)?)),
            Object::Sum(sum) => Ok(Some(self.sum_value(sum)?)),
            Object::Misere(form) => {
                let nim_value = self.misere().0.genus(*form).nim_value();
                Ok(Some(self.arena.nimber(nim_value)?))
            }
            _ => object.as_value(&mut self.arena),
        }
    }

    /// The value of positions.
    pub fn sum_value(&mut self, sum: &Sum) -> Result<Value, Problem> {
        sum.finite()?;
        Ok(sum.value(&mut self.solvers, &mut self.arena)?)
    }

    /// The game that an object is, its positions kept as they are; `None` if it is none.
    pub fn as_sum(&mut self, object: &Object) -> Result<Option<Sum>, Problem> {
        if let Object::Sum(sum) = object {
            return Ok(Some(Sum::clone(sum)));
        }
        Ok(self.as_value(object)?.map(Sum::from))
    }

    pub fn canonical(&mut self, form: Form) -> values::Result<Value> {
        self.forms.canonical(&mut self.arena, form)
    }

    pub fn explicit(&mut self, left: &[Form], right: &[Form]) -> Result<Object, Problem> {
        let form = self.forms.explicit(&mut self.arena, left, right)?;
        Ok(self.form_object(form))
    }

    pub fn compound(&mut self, compound: Compound, g: Form, h: Form) -> Result<Object, Problem> {
        let form = self.forms.compound(&mut self.arena, compound, g, h)?;
        Ok(self.form_object(form))
    }

    /// The options of a form, in the order in which they are written.
    pub fn form_options(&mut self, form: Form, player: Player) -> Result<Object, Problem> {
        let options = self.forms.options(&mut self.arena, form, player)?;
        let items = options.into_iter().map(|option| self.form_object(option));
        let items = items.collect();
        Object::set(self, items)
    }

    pub fn form_text(&mut self, form: Form, notation: Notation) -> values::Result<String> {
        self.forms.text(&mut self.arena, form, notation)
    }
}
