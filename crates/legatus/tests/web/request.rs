//! Requests over HTTP, as any program sends them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Sends a request and reads the answer: status and body; the status is 0 if
/// nobody answers.
pub fn request(port: u16, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else {
        return (0, String::new());
    };
    stream
        .set_read_timeout(Some(Duration::from_secs(120)))
        .unwrap();
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Content-Length: {length}\r\n{headers}\r\n"
    );
    let sent = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(body.as_bytes()));
    // A server that is killed closes the connection.
    let answer = sent.map_or_else(|_| String::new(), |()| receive(&mut stream));
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    let body = match head.to_lowercase().contains("transfer-encoding: chunked") {
        true => unchunked(body),
        false => body.to_owned(),
    };
    (status.unwrap_or(0), body)
}

/// Reads until the end, or until as much has come as was announced: not every
/// server closes the connection.
fn receive(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let mut piece = [0; 1 << 16];
    // The end of the answer, once its head has come.
    let mut end = None;
    while end.is_none_or(|end| answer.len() < end) {
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => break,
            Ok(length) => answer.extend_from_slice(&piece[..length]),
        }
        end = end.or_else(|| announced(&answer));
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// How long an answer is whose head has come; for ever where that is not said.
fn announced(answer: &[u8]) -> Option<usize> {
    let place = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&answer[..place]).to_lowercase();
    let length = head.split("content-length:").nth(1);
    let length = length.and_then(|rest| rest.lines().next()?.trim().parse::<usize>().ok());
    Some(length.map_or(usize::MAX, |length| place + 4 + length))
}

fn unchunked(mut body: &str) -> String {
    let mut text = Vec::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or(0);
        if length == 0 || rest.len() < length {
            break;
        }
        text.extend_from_slice(&rest.as_bytes()[..length]);
        body = rest.get(length + 2..).unwrap_or("");
    }
    String::from_utf8_lossy(&text).into_owned()
}
