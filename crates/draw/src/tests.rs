//! Drawings checked as a reader would see them.

use super::place::Rect;
use super::{svg, terminal, text};
use values::{Arena, Dyadic, Player, Thermograph, Trajectory, Value};

fn read(text: &str) -> Thermograph {
    let mut arena = Arena::new();
    let value = arena.read(text).unwrap();
    arena.thermograph(value).unwrap()
}

const EXAMPLES: [&str; 18] = [
    "{3||2|1}",
    "{5|0||-1}",
    "*",
    "^",
    "1/2",
    "1/4",
    "-85/128",
    "1/1024",
    "±1",
    "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}",
    "{100|-100}",
    "{5|0||1}",
    "7",
    "{10|0||-3|||-20}",
    "{1000|1||-1|-1000}",
    "{1|1023/1024}",
    "{7|-1/64||-1/16|-9}",
    "{1000000000000000000000000000000|-1000000000000000000000000000000}",
];

fn examples() -> Vec<(String, Thermograph)> {
    let mut all: Vec<_> = EXAMPLES
        .iter()
        .map(|&text| (text.to_string(), read(text)))
        .collect();
    let mut arena = Arena::new();
    let mut seed = 1u64;
    let mut pick = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % count
    };
    let mut some = ["0", "1/2", "-3", "*"]
        .map(|text| arena.read(text).unwrap())
        .to_vec();
    for i in 0..200 {
        // Each option may carry a threat, which makes walls turn.
        let options = Player::BOTH.map(|player| {
            let option = some[pick(some.len())];
            let threat = arena.integer(pick(40) as i64).unwrap();
            match (pick(3), player) {
                (0, _) => option,
                (_, Player::Left) => arena.game(&[threat], &[option]).unwrap(),
                (_, Player::Right) => arena.game(&[option], &[-threat]).unwrap(),
            }
        });
        let value = arena.game(&options[..1], &options[1..]).unwrap();
        all.push((format!("random {i}"), arena.thermograph(value).unwrap()));
        some.push(value);
    }
    // A wall of dozens of steps, each half the last.
    let mut deep = Value::ZERO;
    for k in 1..60i64 {
        let threat = arena
            .integer(if k % 2 == 0 { 5 * k } else { -3 * k })
            .unwrap();
        let (left, right) = if k % 2 == 0 {
            (threat, deep)
        } else {
            (deep, threat)
        };
        deep = arena.game(&[left], &[right]).unwrap();
    }
    all.push(("deep".to_string(), arena.thermograph(deep).unwrap()));
    let huge = format!("1{}", "0".repeat(400));
    all.push(("huge".to_string(), read(&format!("{{{huge}|-{huge}}}"))));
    all.push(("huge integer".to_string(), read(&huge)));
    let slope = |value: Dyadic, slope: i32| Trajectory::mast(value).tilted(slope);
    let tiny =
        Thermograph::from_scaffolds(&slope(Dyadic::new(1, 5000), -1), &slope(Dyadic::zero(), 1));
    all.push(("tiny".to_string(), tiny));
    all
}

/// The texts of a drawing: content, centre x, baseline, size.
fn texts(svg: &str) -> Vec<(String, f64, f64, f64)> {
    let attribute = |tag: &str, name: &str| -> f64 {
        let start = tag.find(&format!(" {name}=\"")).unwrap() + name.len() + 3;
        tag[start..].split('"').next().unwrap().parse().unwrap()
    };
    svg.split("<text")
        .skip(1)
        .map(|part| {
            let (tag, rest) = part.split_once('>').unwrap();
            let content = rest.split("</text>").next().unwrap().to_string();
            (
                content,
                attribute(tag, "x"),
                attribute(tag, "y"),
                attribute(tag, "font-size"),
            )
        })
        .collect()
}

fn place_of(svg: &str, content: &str) -> (f64, f64) {
    let found = texts(svg).into_iter().find(|text| text.0 == content);
    let (_, x, y, _) = found.unwrap_or_else(|| panic!("no label {content}"));
    (x, y)
}

fn picture(text: &str) -> String {
    svg(&[(text.to_string(), read(text))])
}

/// Panics unless tags nest, attributes are quoted and text is escaped.
fn assert_well_formed(xml: &str) {
    let body = xml
        .strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        .unwrap();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = body;
    while let Some((text, after)) = rest.split_once('<') {
        assert!(!text.contains('>'));
        for entity in text.split('&').skip(1) {
            let name = entity.split(';').next().unwrap();
            assert!(["amp", "lt", "gt", "quot"].contains(&name), "&{name}");
        }
        let (tag, after) = after.split_once('>').unwrap();
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        rest = after;
    }
    assert!(open.is_empty());
    assert!(!xml.contains("NaN") && !xml.contains("inf"));
}

#[test]
fn pictures_are_well_formed() {
    let mut all = examples();
    all.push(("<a & \"b\"> \u{0}".repeat(10_000), read("*")));
    assert_well_formed(&svg(&all));
    assert_well_formed(&svg(&[]));
    for example in all {
        let drawn = svg(std::slice::from_ref(&example));
        assert_well_formed(&drawn);
        assert!(drawn.contains("viewBox=\"0 0 ") && drawn.contains("fill=\"#fff\""));
        assert_eq!(drawn, svg(std::slice::from_ref(&example)));
    }
}

#[test]
fn values_increase_to_the_left_and_temperature_upward() {
    let drawn = picture("{10|0||-3|||-20}");
    let (left, middle, right) = (
        place_of(&drawn, "−3").0,
        place_of(&drawn, "−10").0,
        place_of(&drawn, "−20").0,
    );
    assert!(left < middle && middle < right);
    let (cold, hot) = (place_of(&drawn, "−1").1, place_of(&drawn, "3").1);
    assert!(hot < cold && place_of(&drawn, "10").1 < hot);
}

#[test]
fn breakpoints_are_labelled() {
    for (text, labels) in [
        ("{3||2|1}", "3 4 1 2 9 4 0 −1 3 2 4"),
        ("{100|-100}", "100 0 −1 101 −101 100 −100"),
        ("1/4", "− 1 4 − 1 2 0 −1 1 0"),
        ("7", "7 7 8 6 0 −1"),
        (
            "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}",
            "21 16 7 8 1 2 5 16 0 −1 1 −1",
        ),
    ] {
        let mut present: Vec<String> = texts(&picture(text)).into_iter().map(|t| t.0).collect();
        for label in labels.split(' ') {
            let found = present.iter().position(|text| text == label);
            present.remove(found.unwrap_or_else(|| panic!("{text} lacks {label}")));
        }
    }
}

#[test]
fn labels_do_not_overlap() {
    for (title, graph) in examples() {
        let drawn = svg(&[(title.clone(), graph)]);
        let boxes: Vec<(String, Rect)> = texts(&drawn)
            .into_iter()
            .map(|(content, x, y, size)| {
                let extent = (text::width(&content, size), 0.68 * size);
                (
                    content,
                    Rect::centred(x, y - 0.34 * size, extent).grown(-0.05),
                )
            })
            .collect();
        for (i, (a, place)) in boxes.iter().enumerate() {
            for (b, other) in &boxes[..i] {
                assert!(!place.overlaps(other), "{a} and {b} in {title}");
            }
        }
    }
}

#[test]
fn long_titles_are_shortened() {
    let drawn = svg(&[("{1|0}, ".repeat(500), read("{1|0}"))]);
    let (caption, ..) = texts(&drawn).pop().unwrap();
    assert!(caption.contains('…') && caption.chars().count() < 80);
}

#[test]
fn a_terminal_shows_the_same() {
    assert_eq!(
        terminal(&read("{3||2|1}"), 80, false),
        "             9/4
              ▲
    │         │
3/4 ┤         │
1/2 ┤        ╱ ╲
    │       ╱  │
  0 ┤┄┄┄┄┄┄╱┄┄┄│┄┄
    │     ╱    │
    │    ╱     │
    │   ╱      │
 −1 ┤  ╱       │
    └──┴───┴──┴┴──
       4   3   2
             9/4
"
    );
    assert_eq!(
        terminal(&read("^"), 24, true),
        r"              0
              ^
   |          |
 0 +----------|--
   |         /|
   |        / |
   |       /  |
   |      /   |
   |     /    |
   |    /     |
   |   /      |
-1 +  /       |
   +--+-------+--
      1       0
"
    );
}

#[test]
fn a_terminal_drawing_fits() {
    for (title, graph) in examples() {
        for width in (0..40).chain([80, 200]) {
            for ascii in [false, true] {
                let drawn = terminal(&graph, width, ascii);
                assert!(drawn.lines().count() <= 24, "{title} at {width}:\n{drawn}");
                assert!(drawn.lines().all(|line| line.chars().count() <= width));
                assert!(!ascii || drawn.is_ascii());
            }
        }
    }
}
