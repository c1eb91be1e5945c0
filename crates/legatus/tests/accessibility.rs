//! Everybody can use the pages: they are judged by axe-core, which `cargo xtask
//! test` installs, at the sizes and in the colours in which people see them.

use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;

use crate::requests::{full, post};
use crate::web::driver::Browser;
use crate::web::server::{Directory, Server};

/// The rules of WCAG 2.1, levels A and AA.
const JUDGE: &str = "\
    const done = arguments[arguments.length - 1];\
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];\
    axe.run(document, { runOnly: { type: 'tag', values: tags } }).then(({ violations }) =>\
      done(violations.flatMap(({ id, help, nodes }) => nodes.slice(0, 3).map((node) =>\
        `${id}: ${help}: ${node.target.join(' ')}: ${(node.failureSummary ?? '').replace(/\\s+/g, ' ')}`))),\
      (error) => done([`axe: ${error}`]));";

/// The script that judges pages.
fn axe() -> String {
    let place = "../../target/accessibility/node_modules/axe-core/axe.min.js";
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(place);
    let read = std::fs::read_to_string(&file);
    read.unwrap_or_else(|error| {
        panic!(
            "{}: {error}: `cargo xtask test` installs it",
            file.display()
        )
    })
}

/// Pages that are made alike, of which a few are enough: a path without what
/// it is about.
fn kind(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    match parts.as_slice() {
        ["learn", "puzzles", _] => "learn/puzzle".to_owned(),
        ["learn", page @ ("puzzles" | "museum" | "glossary")] => format!("learn/{page}"),
        ["papers", _, _] => "paper".to_owned(),
        [first, _, rest @ ..] => format!("{first}/*/{}", rest.join("/")),
        parts => parts.join("/"),
    }
}

/// The pages that this one leads to.
fn links(browser: &Browser) -> Vec<String> {
    let found = browser.run(
        "return [...document.querySelectorAll('a[href]')]\
         .filter((a) => a.origin === location.origin && !a.hasAttribute('download'))\
         .map((a) => a.pathname + a.search)",
    );
    let found = found.as_array().cloned().unwrap_or_default();
    let links = found.iter().filter_map(Value::as_str);
    links
        .filter(|link| !link.starts_with("/api/"))
        .map(str::to_owned)
        .collect()
}

/// Games that are over and under way, of every kind, by their pages.
fn tables(server: &Server) -> Vec<String> {
    let begin = |kind: &str, body: Value| {
        let (status, game) = post(server, &format!("/api/v1/{kind}"), &body.to_string());
        assert_eq!(status, 200, "{game}");
        let game: Value = serde_json::from_str(&game).unwrap();
        format!("/{kind}/{}", game["id"].as_str().unwrap())
    };
    let human = json!({"player": "human"});
    vec![
        begin(
            "play",
            json!({"game": "nim", "position": "3,4,5", "right": {"player": "nim"}}),
        ),
        begin(
            "play",
            json!({"game": "nim", "position": "1", "first": "left", "moves": ["take 1 from heap 1"]}),
        ),
        begin("play", json!({"game": "legionnaires", "position": "4x4"})),
        begin("latrunculus", json!({"left": human})),
        begin("cards", json!({"game": "amazons", "position": "4x2:a1,b4"})),
    ]
}

/// Every page that can be reached is without a violation, whole in its width,
/// and leads nowhere where nothing is.
#[test]
fn no_page_violates_the_guidelines() {
    // Told by `cargo xtask test`, which says at its end that this was not run.
    if std::env::var_os("LEGATUS_NO_AXE").is_some() {
        return;
    }
    let data = Directory::new();
    let server = Server::start(&data);
    let at = |path: &str| format!("http://127.0.0.1:{}{path}", server.port);
    let browser = Browser::open(1280, 900);
    let axe = axe();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut kinds: Vec<String> = Vec::new();
    let mut ahead: VecDeque<String> = tables(&server).into();
    ahead.push_back("/".to_owned());
    let alike = if full() { 4 } else { 1 };
    let mut wrong = Vec::new();
    while let Some(path) = ahead.pop_front() {
        let kind = kind(&path);
        // Games under way were chosen to differ.
        let table = seen.len() < 5;
        let known = kinds.iter().filter(|known| **known == kind).count();
        if !seen.insert(path.clone()) || (known >= alike && !table) {
            continue;
        }
        kinds.push(kind);
        let looks = [
            (1280, 900, "light"),
            (390, 844, "dark"),
            (1280, 900, "dark"),
            (390, 844, "light"),
        ];
        // Who has no time looks at one page on a desk, at the next on a phone.
        let looks = match full() {
            true => &looks[..],
            false => &looks[kinds.len() % 2..][..1],
        };
        for &(width, height, scheme) in looks {
            browser.resize(width, height);
            browser.scheme(scheme);
            browser.go(&at(&path));
            browser.find("//h1");
            let title = browser.run("return document.title");
            if title
                .as_str()
                .is_some_and(|title| title.starts_with("Not Found"))
            {
                wrong.push(format!("{path}: nothing is there"));
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(300));
            browser.run(&axe);
            let violations = browser.run_later(JUDGE);
            for violation in violations.as_array().into_iter().flatten() {
                wrong.push(format!("{path} {width} {scheme}: {violation}"));
            }
            let fits = "return document.documentElement.scrollWidth <= window.innerWidth";
            if browser.run(fits) != true {
                wrong.push(format!("{path} is wider than {width}"));
            }
        }
        ahead.extend(links(&browser));
    }
    for page in [
        "",
        "game/*/",
        "analyse",
        "calculator",
        "learn",
        "papers",
        "help",
        "rules",
        "saved",
    ] {
        assert!(
            kinds.iter().any(|kind| kind == page),
            "no {page} in {kinds:?}"
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
