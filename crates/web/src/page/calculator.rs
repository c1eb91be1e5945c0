//! The calculator's page.

use axum::http::Uri;
use axum::response::Html;
use calc::Calculator;
use maud::{Markup, html};
use std::sync::OnceLock;
use values::Budget;

use super::super::api::Parameters;
use super::super::fault::PageFault;
use super::Page;
use super::form::{code, message, written};

/// `GET /calculator?expression=`.
pub async fn calculator(uri: Uri) -> Result<Html<String>, PageFault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["expression"])?;
    let expression = parameters.get("expression").unwrap_or("");
    let body = html! {
        h1 { "Calculator" }
        p.lead { "Expressions over values and positions, as CGSuite reads them." }
        div.columns {
            section.panel {
                ol.history id="history" aria-live="polite" {}
                form.row id="ask" {
                    label.wide {
                        "Expression "
                        (written("expression", Some(expression), Some("{3||1|-1} + *2")))
                    }
                    button.main type="submit" { "=" }
                }
                (message())
                p {
                    "Try " (attempt("{1|-1} + ^*")) ", " (attempt("domineering(\"3x3\")")) ", "
                    (attempt("temperature({3||1|-1})")) "."
                }
            }
            aside.panel {
                h2 { "Thermograph" }
                div id="thermograph" {}
                h2 { "Functions" }
                div.functions { (functions()) }
            }
        }
    };
    let page = Page::new("Calculator", body).at("/calculator");
    Ok(page.script("calculator.js").html())
}

/// An expression that a click evaluates.
fn attempt(expression: &str) -> Markup {
    html! { button.link data-try=(expression) { (expression) } }
}

/// The help on every function, line by line, with an example to try.
fn functions() -> &'static Markup {
    static FUNCTIONS: OnceLock<Markup> = OnceLock::new();
    FUNCTIONS.get_or_init(|| {
        let calculator = Calculator::new(Budget::new(None));
        let help = |call: &str| {
            let name = call.split('(').next();
            calculator.help(name).unwrap_or_default()
        };
        html! {
            @for (call, about) in Calculator::summaries() {
                @let help = help(&call);
                @let example = help.lines().find_map(|line| line.trim_start().strip_prefix("> "));
                details {
                    summary { code { (call) } " " (code(&about)) }
                    pre { (help.trim_end()) }
                    @if let Some(example) = example { (attempt(example)) }
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_on_a_function_keeps_its_lines() {
        let help = "<pre>mean(g), or g.mean\n";
        assert!(functions().0.contains(help), "{}", functions().0);
    }
}
