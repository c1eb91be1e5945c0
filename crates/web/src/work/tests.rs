//! Workers of all kinds, played by a shell.

use super::*;
use std::net::Ipv4Addr;
use std::time::Instant;

const QUEUE: usize = QUESTIONS.queue;
const PER_CLIENT: usize = QUESTIONS.per_client;
const PER_ADDRESS: usize = QUESTIONS.per_address;

/// Answers every order.
const DILIGENT: &str = "while read order; do echo '\"Broken\"'; done";
/// Answers when it is told to stop, and not before.
const ENDLESS: &str = "while read order; do case $order in *Stop*) echo '\"Broken\"';; esac; done";

fn workers(each: usize, script: &str) -> Arc<Workers> {
    let program = Program {
        path: "/bin/sh".into(),
        arguments: vec!["-c".into(), script.into()],
    };
    Workers::with(program, each, 7).unwrap()
}

fn request(address: u8, browser: &str) -> Request {
    Request {
        client: Client {
            address: Ipv4Addr::new(127, 0, 0, address).into(),
            browser: browser.into(),
        },
        time: Duration::from_millis(100),
        watch: Some(browser.into()),
    }
}

async fn ask_about(
    workers: &Arc<Workers>,
    request: &Request,
    game: Option<&str>,
) -> Result<String, Refusal> {
    let (due, about) = (Due::default(), (Lane::Questions, "a test", game));
    workers.order(request, &due, about, Value::Null).await
}

async fn ask(workers: &Arc<Workers>, request: &Request) -> Result<String, Refusal> {
    ask_about(workers, request, None).await
}

/// A question that is waited for in the background, for a minute.
fn asked(
    workers: &Arc<Workers>,
    mut request: Request,
) -> tokio::task::JoinHandle<Result<String, Refusal>> {
    request.time = Duration::from_secs(60);
    let workers = Arc::clone(workers);
    tokio::spawn(async move { ask(&workers, &request).await })
}

fn idle(workers: &Workers) -> Vec<u32> {
    let idle = lock(&workers.questions.idle);
    idle.iter().filter_map(|worker| worker.child.id()).collect()
}

async fn until(mut is: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is() {
        assert!(begun.elapsed() < Duration::from_secs(20), "that takes long");
        sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test]
async fn a_worker_that_answers_stays() {
    let workers = workers(1, DILIGENT);
    let before = idle(&workers);
    for _ in 0..3 {
        assert_eq!(
            ask(&workers, &request(1, "a")).await,
            Ok("\"Broken\"".into())
        );
        assert_eq!(idle(&workers), before);
    }
}

#[tokio::test]
async fn a_worker_that_does_not_stop_is_killed() {
    let workers = workers(1, "sleep 1000");
    let before = idle(&workers);
    let begun = Instant::now();
    assert_eq!(ask(&workers, &request(1, "a")).await, Err(Refusal::Late));
    assert!(begun.elapsed() < 10 * GRACE);
    let after = idle(&workers);
    assert_eq!(after.len(), 1);
    assert_ne!(after, before);
}

#[tokio::test]
async fn a_worker_that_dies_is_replaced() {
    let workers = workers(1, "read order; exit 3");
    for _ in 0..2 {
        assert_eq!(ask(&workers, &request(1, "a")).await, Err(Refusal::Broken));
        assert_eq!(idle(&workers).len(), 1);
    }
    let starved = self::workers(
        1,
        "read order; echo 'memory allocation of 9 bytes failed' >&2",
    );
    let refusal = ask(&starved, &request(1, "a")).await;
    assert_eq!(refusal, Err(Refusal::Starved(7)));
}

#[tokio::test]
async fn work_stops_when_the_client_leaves() {
    let workers = workers(1, ENDLESS);
    let before = idle(&workers);
    let left = asked(&workers, request(1, "a"));
    until(|| idle(&workers).is_empty()).await;
    assert_eq!(workers.progress("a"), Some(0));
    left.abort();
    until(|| idle(&workers) == before).await;
    assert_eq!(workers.progress("a"), None);
    let deaf = self::workers(1, "sleep 1000");
    let before = idle(&deaf);
    let left = asked(&deaf, request(1, "a"));
    until(|| idle(&deaf).is_empty()).await;
    left.abort();
    until(|| !idle(&deaf).is_empty()).await;
    assert_ne!(idle(&deaf), before);
}

#[tokio::test]
async fn a_full_queue_says_so() {
    let workers = workers(1, ENDLESS);
    // One is being answered, the others wait.
    let name = |number: usize| number.to_string();
    let mut busy = vec![asked(&workers, request(1, "a"))];
    until(|| idle(&workers).is_empty()).await;
    busy.extend((0..QUEUE).map(|number| asked(&workers, request(2 + number as u8, &name(number)))));
    until(|| workers.questions.roster.waiting() == QUEUE).await;
    let late = request(200, "late");
    assert_eq!(ask(&workers, &late).await, Err(Refusal::Busy));
    // Those who leave make room, and games have places of their own.
    let reply = workers
        .order(
            &late,
            &Due::default(),
            (Lane::Games, "a test", None),
            Value::Null,
        )
        .await;
    assert_eq!(reply, Err(Refusal::Late));
    busy.pop().unwrap().abort();
    until(|| workers.questions.roster.waiting() < QUEUE).await;
}

#[tokio::test]
async fn one_client_cannot_fill_the_queue() {
    let workers = workers(1, ENDLESS);
    let mut busy = Vec::new();
    for number in 0..PER_ADDRESS {
        // A browser may say that it is another one.
        busy.push(asked(
            &workers,
            request(1, &(number / PER_CLIENT).to_string()),
        ));
    }
    let all = || lock(&workers.questions.addresses).values().sum::<usize>();
    until(|| all() == PER_ADDRESS).await;
    let again = request(1, "0");
    assert_eq!(ask(&workers, &again).await, Err(Refusal::Impatient));
    let forged = request(1, "another");
    assert_eq!(ask(&workers, &forged).await, Err(Refusal::Impatient));
    busy.iter().for_each(tokio::task::JoinHandle::abort);
    until(|| all() == 0).await;
    assert!(lock(&workers.questions.browsers).is_empty());
}

/// What the server does itself ends in its time, whether or not it looks at
/// the clock.
#[tokio::test]
async fn quick_work_is_quick_or_refused() {
    let time = Duration::from_millis(50);
    let done = aside_within(time, |_| Ok(7)).await.unwrap();
    assert_eq!(done, 7);
    let looking = aside_within(time, |budget| -> Result<(), Fault> {
        loop {
            budget.look()?;
        }
    });
    let begun = Instant::now();
    assert_eq!(looking.await.unwrap_err().status.as_u16(), 422);
    assert!(begun.elapsed() < 10 * GRACE);
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let deaf = aside_within(time, move |_| {
        let _ = ended.recv();
        Ok(())
    });
    assert_eq!(deaf.await.unwrap_err().status.as_u16(), 422);
    drop(end);
}

/// Who has left is not worked for.
#[tokio::test]
async fn quick_work_ends_with_its_client() {
    let (tell, told) = std::sync::mpsc::channel();
    let work = aside_within(
        Duration::from_secs(60),
        move |budget| -> Result<(), Fault> {
            while budget.look().is_ok() {
                std::thread::yield_now();
            }
            let _ = tell.send(());
            Ok(())
        },
    );
    let left = timeout(Duration::from_millis(50), work).await;
    assert!(left.is_err());
    told.recv_timeout(Duration::from_secs(20)).unwrap();
}

/// What a worker remembers of a game serves its next turn.
#[tokio::test]
async fn a_game_goes_to_the_worker_that_knows_it() {
    let workers = workers(2, DILIGENT);
    let request = request(1, "a");
    let (a, b) = (Some("a"), Some("b"));
    let both = tokio::join!(
        ask_about(&workers, &request, a),
        ask_about(&workers, &request, b)
    );
    assert!(both.0.is_ok() && both.1.is_ok());
    for game in [a, a, b, a, b, b] {
        ask_about(&workers, &request, game).await.unwrap();
        let idle = lock(&workers.questions.idle);
        let knowing = idle.iter().filter(|worker| !worker.games.is_empty());
        assert_eq!(knowing.count(), 2);
        assert!(idle.iter().all(|worker| worker.games.len() == 1));
    }
}
