//! `--addr`: an unusable address is refused in one line, before anything is built.

use crate::workspace::{Workspace, holds, said};
use std::net::TcpListener;

#[track_caller]
fn is_refused(addr: &str, expected: &str) {
    let workspace = Workspace::small();
    for command in ["serve", "dev"] {
        let output = workspace.site(&format!("{command}|--addr|{addr}"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            format!("error: {expected}\n"),
            "{command}"
        );
        assert!(!output.status.success(), "{command}");
    }
}

#[test]
fn what_is_no_address_and_port_is_refused() {
    is_refused(
        "1",
        r#"expected an address and a port such as 127.0.0.1:8080, found "1"; write both after --addr"#,
    );
}

#[test]
fn a_port_that_does_not_exist_is_refused() {
    is_refused(
        "127.0.0.1:99999",
        r#"expected a port from 0 to 65535, found "99999" in "127.0.0.1:99999"; write another one after --addr"#,
    );
}

#[test]
fn a_port_that_is_taken_is_refused() {
    let other = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = other.local_addr().expect("an address");
    is_refused(
        &address.to_string(),
        &format!(
            "expected a free port, found another program at {address}; end it, or write another port after --addr"
        ),
    );
}

#[test]
fn an_address_of_another_machine_is_refused() {
    let workspace = Workspace::small();
    // An address reserved for documentation.
    let output = workspace.site("serve|--addr|192.0.2.1:80");
    let printed = said(&output);
    holds(
        &printed,
        &[
            r#"error: expected an address of this machine that this user may listen on, found "192.0.2.1:80" ("#,
        ],
    );
    assert_eq!(printed.lines().count(), 1);
}
