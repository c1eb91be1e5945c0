//! What is sent with a request.

use serde::Deserialize;

use super::fault::Fault;
use super::parameters::LONGEST_TEXT;

/// Refuses a text that is too long, with this error.
pub fn fits(text: &str, error: &str) -> Result<(), Fault> {
    let hint = || format!("at most {LONGEST_TEXT} bytes are read");
    match text.len() > LONGEST_TEXT {
        true => Err(Fault::bad(error, hint())),
        false => Ok(()),
    }
}

/// Reads a JSON body.
pub fn read_body<T: for<'de> Deserialize<'de>>(body: &str) -> Result<T, Fault> {
    serde_json::from_str(body).map_err(|error| {
        let mut error = error.to_string();
        error.truncate(
            error
                .char_indices()
                .nth(200)
                .map_or(error.len(), |(end, _)| end),
        );
        Fault::bad(
            format!("the body is not what was expected: {error}"),
            "/api/v1/openapi.json describes it",
        )
    })
}
