//! The accountants of the games beside cards that were played last.

use play::Accountant;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, TryLockError};

use values::Budget;

use super::bytes;

/// The number of games whose accountants are kept, so that what one turn needed
/// serves the next one.
pub const GAMES: usize = 2;

/// Each game's accountant, by the name of the game, the last one first.
#[derive(Default)]
pub struct Accountants(Mutex<Vec<(String, Arc<Mutex<Accountant>>)>>);

/// Those of this process, which is a worker.
pub fn accountants() -> &'static Accountants {
    static ACCOUNTANTS: OnceLock<Accountants> = OnceLock::new();
    ACCOUNTANTS.get_or_init(Accountants::default)
}

impl Accountants {
    /// Does some work with the accountant of a game; with a new one while that
    /// is busy with another question.
    pub fn with<T>(&self, id: &str, budget: &Budget, work: impl FnOnce(&mut Accountant) -> T) -> T {
        let mine = self.of(id, budget);
        match mine.try_lock() {
            Ok(mut accountant) => {
                accountant.answer_to(budget, budget.deadline());
                return work(&mut accountant);
            }
            Err(TryLockError::WouldBlock) => {}
            // What a mistake left behind is of no use.
            Err(TryLockError::Poisoned(_)) => self.forget(id),
        }
        work(&mut Accountant::new(budget, bytes(budget)))
    }

    fn of(&self, id: &str, budget: &Budget) -> Arc<Mutex<Accountant>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.iter().position(|(game, _)| game == id);
        let mine = known.map(|place| kept.remove(place)).unwrap_or_else(|| {
            // One question's flag and deadline are not those of the next one.
            let bytes = bytes(budget);
            let lasting = Budget::new(Some(bytes));
            let accountant = Accountant::new(&lasting, bytes);
            (id.to_owned(), Arc::new(Mutex::new(accountant)))
        });
        let accountant = Arc::clone(&mine.1);
        kept.insert(0, mine);
        kept.truncate(GAMES);
        accountant
    }

    fn forget(&self, id: &str) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(game, _)| game != id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_accountants_of_the_last_games_are_kept() {
        let accountants = Accountants::default();
        let budget = Budget::new(Some(1 << 24));
        let first = accountants.of("a", &budget);
        assert!(Arc::ptr_eq(&first, &accountants.of("a", &budget)));
        accountants.of("b", &budget);
        assert!(Arc::ptr_eq(&first, &accountants.of("a", &budget)));
        accountants.of("c", &budget);
        assert!(Arc::ptr_eq(&first, &accountants.of("a", &budget)));
        accountants.of("b", &budget);
        accountants.of("c", &budget);
        assert!(!Arc::ptr_eq(&first, &accountants.of("a", &budget)));
    }

    /// Another question does not wait, and a stopped one leaves nothing behind.
    #[test]
    fn busy_accountants_hold_nobody_up() {
        let accountants = Accountants::default();
        let budget = Budget::new(Some(1 << 24));
        let twice = accountants.with("a", &budget, |_| accountants.with("a", &budget, |_| 2));
        assert_eq!(twice, 2);
        let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            accountants.with("a", &budget, |_| panic!("a mistake"));
        }));
        assert!(broken.is_err());
        let before = accountants.of("a", &budget);
        accountants.with("a", &budget, |_| ());
        assert!(!Arc::ptr_eq(&before, &accountants.of("a", &budget)));
    }
}
