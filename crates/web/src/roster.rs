//! Who waits for a worker and who has one: what is due first goes first, and
//! those who think make room in time for those who wait.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};
use tokio::time::sleep_until;

/// The places at which work is done, and who waits for one.
///
/// Work that has a clock can be told to say what it has found so far. When
/// more of it waits than there are places, each gets a share of the time that
/// is left until the others are due, so that a crowd makes the computer play
/// faster, not later.
pub struct Roster {
    places: usize,
    most_waiting: usize,
    lists: Mutex<Lists>,
}

#[derive(Default)]
struct Lists {
    waiting: Vec<Waiting>,
    working: Vec<Working>,
    /// How many have come.
    came: u64,
}

/// When an answer is due, and whether the work can be told so.
#[derive(Clone, Debug, Default)]
pub struct Due {
    /// How long it may take from now on; as long as it needs if nothing is
    /// said.
    pub clock: Option<Duration>,
    /// By what name it can be hurried.
    pub name: Option<String>,
}

struct Waiting {
    number: u64,
    due: Instant,
    clocked: bool,
    name: Option<String>,
    grant: oneshot::Sender<Place>,
}

struct Working {
    number: u64,
    begun: Instant,
    due: Instant,
    name: Option<String>,
    /// When it has to say what it has found so far; nothing for work without a
    /// clock.
    cut: Option<watch::Sender<Instant>>,
}

/// A place at which somebody works, given up when this is dropped.
pub struct Place {
    roster: Arc<Roster>,
    number: u64,
    cut: Option<watch::Receiver<Instant>>,
}

/// How long it takes to say what was found, which everybody has to do before
/// the answer is due.
const SAYING: Duration = Duration::from_millis(100);
/// Work without a clock waits as if it had this one.
const USUAL: Duration = Duration::from_secs(1);

impl Roster {
    pub fn new(places: usize, most_waiting: usize) -> Arc<Self> {
        Arc::new(Roster {
            places,
            most_waiting,
            lists: Mutex::default(),
        })
    }

    /// Waits for a place; nothing if too many do.
    pub async fn place(self: &Arc<Self>, due: &Due) -> Option<Place> {
        let (grant, granted) = oneshot::channel();
        let number = {
            let mut lists = self.lock();
            if lists.working.len() >= self.places && lists.waiting.len() >= self.most_waiting {
                return None;
            }
            lists.came += 1;
            let number = lists.came;
            lists.waiting.push(Waiting {
                number,
                due: Instant::now() + due.clock.unwrap_or(USUAL),
                clocked: due.clock.is_some(),
                name: due.name.clone(),
                grant,
            });
            number
        };
        let _waiting = Gone(self, number);
        self.grant();
        granted.await.ok()
    }

    /// How many wait.
    #[cfg(test)]
    pub fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Has the work with this name answer at once; whether there is any.
    pub fn hurry(&self, name: &str) -> bool {
        let now = Instant::now();
        let mut lists = self.lock();
        let Lists {
            waiting, working, ..
        } = &mut *lists;
        let mine = |other: &Option<String>| other.as_deref() == Some(name);
        let mut found = false;
        for one in waiting.iter_mut().filter(|one| mine(&one.name)) {
            (one.due, found) = (now, true);
        }
        for one in working.iter_mut().filter(|one| mine(&one.name)) {
            (one.due, found) = (now, true);
        }
        lists.cut(self.places, now);
        found
    }

    /// Gives free places to those who wait, and says when those who work have
    /// to make room.
    fn grant(self: &Arc<Self>) {
        loop {
            let Some((grant, place)) = self.next() else {
                return;
            };
            // Who has left gives the place back at once, and somebody else
            // takes it.
            drop(grant.send(place));
        }
    }

    fn next(self: &Arc<Self>) -> Option<(oneshot::Sender<Place>, Place)> {
        let now = Instant::now();
        let mut lists = self.lock();
        if lists.working.len() >= self.places || lists.waiting.is_empty() {
            lists.cut(self.places, now);
            return None;
        }
        lists.waiting.sort_by_key(|one| (one.due, one.number));
        let first = lists.waiting.remove(0);
        let (cut, told) = first.clocked.then(|| watch::channel(first.due)).unzip();
        lists.working.push(Working {
            number: first.number,
            begun: now,
            due: first.due,
            name: first.name,
            cut,
        });
        let place = Place {
            roster: Arc::clone(self),
            number: first.number,
            cut: told,
        };
        Some((first.grant, place))
    }

    fn lock(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lists {
    /// Says when those who work with a clock have to make room: when they are
    /// due, or if others wait, as many as those are after their share.
    fn cut(&mut self, places: usize, now: Instant) {
        self.waiting.sort_by_key(|one| (one.due, one.number));
        let share = self.share(places, now);
        // Who has worked longest makes room first.
        self.working.sort_by_key(|one| (one.begun, one.number));
        let clocked = self
            .working
            .iter()
            .filter_map(|one| Some((one.cut.as_ref()?, one)));
        for (place, (cut, one)) in clocked.enumerate() {
            let end = match share {
                Some(share) if place < self.waiting.len() => {
                    one.due.min((one.begun + share).max(now))
                }
                _ => one.due,
            };
            cut.send_if_modified(|known| std::mem::replace(known, end) != end);
        }
    }

    /// How long each may take if all who wait are to be answered in time; as
    /// long as it likes if nobody waits.
    fn share(&self, places: usize, now: Instant) -> Option<Duration> {
        let waiting = self.waiting.iter().enumerate();
        let shares = waiting.map(|(place, one)| {
            // Those before it and its own, and the one that is under way.
            let rounds = 2.0 + place as f64 / places.max(1) as f64;
            let left = one.due.saturating_duration_since(now);
            left.saturating_sub(SAYING).div_f64(rounds)
        });
        shares.min()
    }
}

impl Place {
    /// Waits until the work has to say what it has found so far.
    pub async fn due(&mut self) {
        let Some(cut) = &mut self.cut else {
            return std::future::pending().await;
        };
        loop {
            let end = *cut.borrow_and_update();
            tokio::select! {
                () = sleep_until(end.into()) => return,
                changed = cut.changed() => if changed.is_err() {
                    return std::future::pending().await;
                },
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let number = self.number;
        self.roster
            .lock()
            .working
            .retain(|one| one.number != number);
        self.roster.grant();
    }
}

/// Somebody who waits or has waited; he no longer does when this is dropped.
struct Gone<'r>(&'r Arc<Roster>, u64);

impl Drop for Gone<'_> {
    fn drop(&mut self) {
        let mut lists = self.0.lock();
        lists.waiting.retain(|one| one.number != self.1);
        lists.cut(self.0.places, Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::timeout;

    fn within(millis: u64) -> Due {
        Due {
            clock: Some(Duration::from_millis(millis)),
            name: Some(millis.to_string()),
        }
    }

    /// Takes a place as soon as there is one, and works until it is told.
    async fn work(roster: Arc<Roster>, due: Due) -> (Instant, Instant) {
        let mut place = roster.place(&due).await.unwrap();
        let begun = Instant::now();
        place.due().await;
        (begun, Instant::now())
    }

    async fn waiting(roster: &Roster, count: usize) {
        while roster.waiting() != count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Forty who may take half a second each, at two places, all have their
    /// turn in about that time.
    #[tokio::test]
    async fn a_crowd_is_answered_in_time() {
        let roster = Roster::new(2, 100);
        let begun = Instant::now();
        let all = (0..40).map(|_| tokio::spawn(work(Arc::clone(&roster), within(500))));
        for one in all.collect::<Vec<_>>() {
            let (_, end) = one.await.unwrap();
            let late = end.duration_since(begun);
            assert!(late < Duration::from_millis(1500), "{late:?}");
        }
    }

    /// Whoever is alone has all the time; who comes then and is due earlier
    /// has a place before that.
    #[tokio::test]
    async fn who_thinks_long_makes_room() {
        let roster = Roster::new(1, 100);
        let long = tokio::spawn(work(Arc::clone(&roster), within(60_000)));
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(!long.is_finished());
        let (begun, _) = work(Arc::clone(&roster), within(200)).await;
        let (_, end) = long.await.unwrap();
        assert!(end <= begun);
    }

    /// What has no clock is never told to end.
    #[tokio::test]
    async fn work_without_a_clock_is_left_alone() {
        let roster = Roster::new(1, 1);
        let mut place = roster.place(&Due::default()).await.unwrap();
        let other = tokio::spawn(work(Arc::clone(&roster), within(10)));
        waiting(&roster, 1).await;
        let told = timeout(Duration::from_millis(100), place.due()).await;
        assert!(told.is_err());
        assert!(roster.place(&within(10)).await.is_none());
        drop(place);
        other.await.unwrap();
    }

    /// Who is hurried answers at once, and who leaves is not waited for.
    #[tokio::test]
    async fn thinking_is_hurried_by_its_name() {
        let roster = Roster::new(1, 10);
        let long = tokio::spawn(work(Arc::clone(&roster), within(60_000)));
        while roster.lock().working.is_empty() {
            tokio::task::yield_now().await;
        }
        assert!(!roster.hurry("another"));
        assert!(roster.hurry("60000"));
        long.await.unwrap();
        let place = roster.place(&Due::default()).await.unwrap();
        let left = tokio::spawn(work(Arc::clone(&roster), within(70_000)));
        waiting(&roster, 1).await;
        left.abort();
        waiting(&roster, 0).await;
        drop(place);
        assert!(roster.lock().working.is_empty());
    }
}
