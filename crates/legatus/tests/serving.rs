//! Servers that are started where they cannot run.

use crate::common::{Answer, legatus};
use crate::web::server::{Directory, Server};

#[test]
fn a_second_server_says_where_the_first_one_runs() {
    let data = Directory::new();
    let server = Server::start(&data);
    let second = || {
        let output = legatus(&["serve", "--data"]).arg(&data.0).output();
        Answer::from(output.unwrap())
    };
    let refused = second();
    assert_eq!(refused.code, Some(2), "{refused:?}");
    let address = format!("http://127.0.0.1:{}/", server.port);
    assert!(refused.err.contains(&address), "{refused:?}");
    assert!(refused.err.contains("--data"), "{refused:?}");
    assert_eq!(refused.err.lines().count(), 1, "{refused:?}");
    // What a killed server has left misleads nobody.
    server.kill();
    Server::start(&data).kill();
}
