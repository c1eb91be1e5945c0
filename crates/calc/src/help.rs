//! The pages of `help`, made from the table of functions.
//!
//! A line `> input` in a page is followed by its answer; a test runs them all.

use rules::Info;
use values::{Budget, Notation};

use super::Calculator;
use super::failure::Problem;
use super::functions::{self, Function, GROUPS};
use super::suggest;

/// Something to read about besides the functions.
struct Topic {
    name: &'static str,
    text: &'static str,
}

const INTRODUCTION: &str = "\
Type a value, or an expression over values:

  > {1|-1} + ^*
  {1^*|-1^*}
  > {3||2|1}.Cool(1/2)
  {5/2|2*}
  > atomic_weight({0||0|v3})
  0
  > thermograph({3||2|1})
  Thermograph(9/4,[3/4],[0,-1],9/4,[3/4,1/2],[0,1,0])

Functions are called f(g, x) or g.f(x), by these names or by CGSuite's
(atomic_weight or AtomicWeight). `help NAME` explains one, with an example.
";

const TOPICS: [Topic; 5] = [
    Topic {
        name: "notation",
        text: "\
How values are written:

  {a,b|c}      Left's options, then Right's; {a||b|c} is {a|{b|c}}
  3  -5  1/2   numbers; also ½ ¼ ¾
  *  *2        nimbers; also ∗ and ⋆
  ^  ^^  ^3    ups; v vv v3 downs; also ↑ ⇑ ↓ ⇓
  ^*  v3*2     ups and a star
  ^<2>  ^[2]   up-second; ^ plus up-second
  +-1          {1|-1}; +-{1,2} or +-(1,2) with several options; also ±
  Tiny(2)      {0||0|-2}; Miny(2) is its negative

Ups, a star or a tiny directly behind a number are added to it, as printed:

  > {5*|3^} + 1/2*
  {11/2|7/2^*}

But 3^4 is a power and 3*2 a product, as in CGSuite, with a note. The value is
written with + or with the symbols ↑ and ∗, or as the text of a value:

  > 3^4
  81
  > 3 + ^4 + *2
  3^4*2
  > 3↑4∗2 == value(\"3^4*2\")
  true
",
    },
    Topic {
        name: "operators",
        text: "\
From loose to tight; the words and signs of one line have the same strength:

  or
  and
  not
  == != < <= > >=    equality and order; <> confused; <| |> less, greater or confused
  Max NimSum ...     functions of two arguments between them
  + - +-             3+-2 is 3 plus the switch of 2
  :                  ordinal sum
  * / %              product by an integer, quotient and remainder of numbers
  ^                  power of a number
  .                  methods

  > ^ <> *
  true
  > 2*^*
  ^^
  > * : 1
  ^*
  > 4 Max 3 + 5
  8
",
    },
    Topic {
        name: "lists",
        text: "\
A list is written [a,b], a set {a,b}; sets are sorted and without repetition:

  > [*, 1, 1]
  [*,1,1]
  > {*, 1, 1}
  {1,*}
  > [n^2 for n from 1 to 10 by 3]
  [1,16,49,100]
  > [n for n from 1 to 10 where n % 3 == 0]
  [3,6,9]
  > [mean(g) for g in [{1|0}, {3||2|1}]]
  [1/2,9/4]
  > left_options(*3)[2]
  *
",
    },
    Topic {
        name: "variables",
        text: "\
A name keeps a value; semicolons separate statements and the last one answers:

  > x = {3||2|1}
  {3||2|1}
  > x + x
  {5||4,{5|4}|3}
  > t := temperature(x); x.Cool(t)
  9/4*
",
    },
    Topic {
        name: "forms",
        text: "\
Values are canonical forms. A form in quotes is kept as it is written, which
matters to operations that see the form, such as the ordinal sum:

  > {-1|1} : 1
  1
  > ('{-1|1}' : 1).CanonicalForm
  1/2
",
    },
];

/// The topic of the input `help TOPIC`, or no topic for `help`.
pub fn request(source: &str) -> Option<Option<&str>> {
    let mut words = source.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some("help"), topic, None) => Some(topic),
        _ => None,
    }
}

/// A page of several lines.
pub fn page(topic: Option<&str>) -> Result<String, Problem> {
    let Some(name) = topic else {
        return Ok(first_page());
    };
    if let Some(topic) = TOPICS.iter().find(|topic| topic.name == name) {
        return Ok(topic.text.to_owned());
    }
    if let Some(game) = game(name) {
        return Ok(game_page(game));
    }
    function(name).map(function_page)
}

/// Help on a topic in one line, for those who need an answer of one line.
pub fn line(topic: Option<&str>) -> Result<String, Problem> {
    let Some(name) = topic else {
        let names: Vec<&str> = functions::all().map(|function| function.name).collect();
        return Ok(format!("help NAME explains one of: {}", names.join(", ")));
    };
    if let Some(topic) = TOPICS.iter().find(|topic| topic.name == name) {
        let words: Vec<&str> = topic.text.split_whitespace().collect();
        return Ok(words.join(" "));
    }
    if let Some(game) = game(name) {
        let (input, answer) = game_example(game);
        return Ok(format!(
            "{}: {} Example: {input} gives {answer}",
            game.title, game.rules
        ));
    }
    let function = function(name)?;
    let (input, answer) = function.example;
    Ok(format!(
        "{}: {} Example: {input} gives {answer}",
        function.signature(),
        function.summary
    ))
}

/// The game of that name, unless a function has it.
fn game(name: &str) -> Option<&'static Info> {
    match functions::find(name) {
        Some(_) => None,
        None => rules::find(name).ok(),
    }
}

/// The example of a game and its value.
fn game_example(game: &Info) -> (String, String) {
    /// Examples are small.
    const BYTES: u64 = 1 << 30;
    let input = positions::example_call(game);
    let answer = Calculator::new(Budget::new(Some(BYTES)))
        .evaluate(&input)
        .and_then(|mut answer| answer.text(Notation::Ascii))
        .unwrap_or_else(|failure| failure.to_string());
    (input, answer)
}

fn game_page(game: &Info) -> String {
    let example = match game.kind.chance {
        true => format!(
            "  It has no value; `legatus games {}` tells what can be asked.",
            game.name
        ),
        false => {
            let (input, answer) = game_example(game);
            format!("  > {input}\n  {answer}")
        }
    };
    let [rules, notation] = [game.rules, game.notation].map(positions::paragraph);
    format!("{}\n\n{rules}\n{notation}\n{example}\n", game.title)
}

fn function(name: &str) -> Result<&'static Function, Problem> {
    // `help g.AtomicWeight`, `help cool(g, t)` and the like are clear enough.
    let bare = name.split('(').next().unwrap_or(name);
    let bare = bare.rsplit('.').next().unwrap_or(bare);
    functions::find(bare).ok_or_else(|| {
        let topics = TOPICS.iter().map(|topic| topic.name);
        match suggest::nearest(bare, topics) {
            Some(near) => Problem::missing(format!(
                "there is no help on `{bare}`; did you mean `help {near}`?"
            )),
            None => functions::unknown(bare, "function", Vec::new()),
        }
    })
}

fn first_page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for group in &GROUPS {
        let names = group.functions.iter().map(|function| function.name);
        page.push_str(&format!("\n{}:\n", group.title));
        page.push_str(&wrapped(names));
    }
    let topics = TOPICS.iter().map(|topic| topic.name);
    page.push_str("\nMore to read, with `help TOPIC`:\n");
    page.push_str(&wrapped(topics));
    page.push_str("\nGames, each a function of its positions; `help NAME` explains one:\n");
    page.push_str(&wrapped(rules::names().into_iter()));
    page
}

/// Indented lines of at most 78 columns.
fn wrapped<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column == 0 {
            text.push_str("  ");
            column = 2;
        } else if column + 2 + word.len() > 78 {
            text.push_str(",\n  ");
            column = 2;
        } else {
            text.push_str(", ");
            column += 2;
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
    text
}

fn function_page(function: &'static Function) -> String {
    let (receiver, others) = function.parameters.split_at(1);
    let arguments = match others {
        [] => String::new(),
        _ => format!("({})", others.join(", ")),
    };
    let method = format!("{}.{}{arguments}", receiver[0], function.name);
    let further: Vec<String> = function.names().skip(1).collect();
    let (input, answer) = function.example;
    let mut page = format!("{}, or {method}\n", function.signature());
    page.push_str(&format!("also called {}\n", further.join(", ")));
    if function.infix {
        let [x, y] = [function.parameters[0], function.parameters[1]];
        page.push_str(&format!("also written {x} {} {y}\n", further[0]));
    }
    page.push_str(&format!(
        "\n{}\n\n  > {input}\n  {answer}\n",
        function.summary
    ));
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages() -> Vec<String> {
        let topics = TOPICS.iter().map(|topic| topic.name);
        let names = functions::all().map(|function| function.name);
        let games = rules::games().into_iter().map(|game| game.name);
        let named = topics
            .chain(names)
            .chain(games)
            .map(|name| page(Some(name)).unwrap());
        std::iter::once(page(None).unwrap()).chain(named).collect()
    }

    #[test]
    fn what_the_pages_show_is_true() {
        for page in pages() {
            let mut calculator = Calculator::new(Budget::unlimited());
            let mut lines = page.lines();
            while let Some(line) = lines.next() {
                if let Some(input) = line.strip_prefix("  > ") {
                    let answer = calculator
                        .evaluate(input)
                        .and_then(|mut answer| answer.text(Notation::Ascii))
                        .unwrap_or_else(|failure| failure.to_string());
                    assert_eq!(
                        lines.next().map(str::trim),
                        Some(answer.as_str()),
                        "{input}"
                    );
                }
            }
        }
    }

    #[test]
    fn pages_fit_a_terminal() {
        for page in pages() {
            for line in page.lines() {
                assert!(line.chars().count() <= 100, "{line}");
            }
        }
    }

    #[test]
    fn every_function_has_a_line() {
        for function in functions::all() {
            let line = line(Some(function.name)).unwrap();
            assert!(!line.contains('\n'));
            assert!(function.summary.ends_with('.'), "{}", function.summary);
        }
    }

    #[test]
    fn help_is_recognised() {
        assert_eq!(request(" help "), Some(None));
        assert_eq!(request("help mean"), Some(Some("mean")));
        assert_eq!(request("help mean cool"), None);
        assert!(page(Some("g.AtomicWeight")).is_ok());
        assert!(
            page(Some("list"))
                .unwrap_err()
                .message
                .contains("help lists")
        );
    }
}
