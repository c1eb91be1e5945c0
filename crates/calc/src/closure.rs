//! Functions as objects.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::failure::Problem;
use super::object::{MAX_DEPTH, Object};
use super::syntax::Definition;

/// What names stand for.
pub type Variables = BTreeMap<Arc<str>, Object>;

/// A function, and what those of its names stand for that were local where it
/// was written.
#[derive(Debug)]
pub struct Closure {
    pub definition: Arc<Definition>,
    pub captured: Variables,
    pub depth: u32,
}

impl Closure {
    /// The function with the names that it uses, as `local` knows them.
    pub fn new(
        definition: &Arc<Definition>,
        local: impl Fn(&str) -> Option<Object>,
    ) -> Result<Self, Problem> {
        let used = definition.uses.iter();
        let captured: Variables = used
            .filter_map(|name| Some((Arc::clone(name), local(name)?)))
            .collect();
        Ok(Closure {
            definition: Arc::clone(definition),
            depth: depth(&captured)?,
            captured,
        })
    }

    /// All variables that it may look up when it runs, and that functions may
    /// which it calls: with them it gives the same whatever becomes of the
    /// variables.
    pub fn environment(&self, variables: &Variables) -> Result<Variables, Problem> {
        let mut found = Variables::new();
        let mut names: Vec<&Arc<str>> = self.definition.uses.iter().collect();
        let mut objects: Vec<&Object> = self.captured.values().collect();
        loop {
            if let Some(object) = objects.pop() {
                match object {
                    Object::Function(function) => {
                        names.extend(&function.definition.uses);
                        objects.extend(function.captured.values());
                    }
                    Object::List(items) | Object::Set(items) => objects.extend(items.iter()),
                    _ => {}
                }
                continue;
            }
            let Some(name) = names.pop() else {
                break;
            };
            if let Some(object) = variables.get(name)
                && found.insert(Arc::clone(name), object.clone()).is_none()
            {
                objects.push(object);
            }
        }
        depth(&found)?;
        Ok(found)
    }
}

/// One more than that of the deepest object: objects in objects are bounded.
fn depth(variables: &Variables) -> Result<u32, Problem> {
    let depth = 1 + variables.values().map(Object::depth).max().unwrap_or(0);
    match depth > MAX_DEPTH {
        true => Err(Problem::limit(format!(
            "functions that know functions: the bound is {MAX_DEPTH} levels"
        ))),
        false => Ok(depth),
    }
}
