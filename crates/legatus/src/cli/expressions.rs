//! Expressions as arguments. They may begin with a minus sign, which a parser
//! of options has to be told.

use std::ffi::OsString;

/// No argument contains this character, so that it can mark those that
/// only look like options.
pub const MARK: char = '\0';

/// The commands beside the questions whose arguments are expressions or
/// positions.
const COMMANDS: [&str; 2] = ["match", "play"];

/// Marks the arguments of these commands that begin with `-` but
/// are not options: all but `-h` and a double dash followed by a letter.
pub fn shield(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let command = arguments.get(1).and_then(|name| name.to_str());
    let asks = |name| ask::question(name).is_some_and(|question| question.takes_expressions());
    if command.is_some_and(|name| COMMANDS.contains(&name) || asks(name)) {
        for argument in &mut arguments[2..] {
            if argument.to_str().is_some_and(is_expression) {
                let mut marked = OsString::from(String::from(MARK));
                marked.push(&argument);
                *argument = marked;
            }
        }
    }
    arguments
}

fn is_expression(argument: &str) -> bool {
    match argument.strip_prefix('-') {
        None | Some("" | "-" | "h") => false,
        Some(rest) => !rest
            .strip_prefix('-')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic())),
    }
}

/// The expression as it was typed.
pub fn typed(argument: &str) -> String {
    argument.strip_prefix(MARK).unwrap_or(argument).to_owned()
}

/// [`typed`] for a parser that may fail.
pub fn parse(argument: &str) -> Result<String, String> {
    Ok(typed(argument))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_with_a_minus_sign_is_an_expression_or_an_option() {
        for expression in ["-1", "-^", "-v", "--2", "-(x)", "-x", "-hot"] {
            assert!(is_expression(expression), "{expression}");
        }
        for other in ["-", "--", "-h", "--json", "--svg=a", "1", "{1|-1}", ""] {
            assert!(!is_expression(other), "{other}");
        }
    }

    #[test]
    fn expressions_come_out_as_they_went_in() {
        let typed = ["legatus", "calc", "-1", "--json", "-^", "2"].map(OsString::from);
        let shielded = shield(typed);
        let read = |i: usize| parse(shielded[i].to_str().unwrap()).unwrap();
        assert_eq!(
            (read(2), read(4), read(5)),
            ("-1".into(), "-^".into(), "2".into())
        );
        assert_eq!(shielded[3], "--json");
        let other = ["legatus", "read", "-x"].map(OsString::from);
        assert_eq!(shield(other.clone()), other);
    }
}
