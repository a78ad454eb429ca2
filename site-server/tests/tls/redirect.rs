//! The plain listener redirects to TLS.

use std::fs;

use super::files::{Files, connect, get};
use crate::common::{Server, ask};

/// Heads of requests, and the status and location of each response.
const HEADS: &str = "
GET /fees?a=1 HTTP/1.1⏎Host: www.example.com:80                       | 308 | https://www.example.com:PORT/fees?a=1
HEAD / HTTP/1.1⏎Host: WWW.Example.com:80                              | 308 | https://www.example.com:PORT/
POST / HTTP/1.1⏎Host: www.example.com.                                | 308 | https://www.example.com:PORT/
GET http://www.example.com/ HTTP/1.1⏎Host: evil.example               | 308 | https://www.example.com:PORT/
GET //evil.example/ HTTP/1.1⏎Host: www.example.com                    | 308 | https://www.example.com:PORT//evil.example/
GET / HTTP/1.1⏎Host: [::1]:80                                         | 308 | https://[::1]:PORT/
GET / HTTP/1.1⏎Host: evil.example                                     | 421 |
GET http://evil.example/ HTTP/1.1⏎Host: www.example.com               | 421 |
GET / HTTP/1.1⏎Host: 127.0.0.1                                        | 421 |
GET / HTTP/1.1⏎Host: www.example.com.evil.example                     | 421 |
GET / HTTP/1.1⏎Host:                                                  | 421 |
GET / HTTP/1.0                                                        | 421 |
GET / HTTP/1.1⏎Host: www.example.com@evil.example                     | 400 |
GET / HTTP/1.1                                                        | 400 |
GET / HTTP/1.1⏎Host: a⏎Host: a                                        | 400 |
OPTIONS * HTTP/1.1⏎Host: www.example.com                              | 204 |";

#[test]
fn the_plain_listener_leads_to_the_same_address_over_tls() {
    let mut files = Files::new();
    files.issue(|wanted| {
        let address = rcgen::SanType::IpAddress("::1".parse().expect("an address"));
        wanted.subject_alt_names.push(address);
    });
    for arguments in ["", "--redirect-port 443"] {
        let (server, address) = files.serve(arguments);
        let port = match arguments {
            "" => format!(":{}", address.port()),
            _ => String::new(),
        };
        for line in HEADS.lines().skip(1) {
            let line = line.replace('⏎', "\r\n").replace(":PORT", &port);
            let columns: Vec<_> = line.split('|').map(str::trim).collect();
            let response = ask(&mut server.connect(), &format!("{}\r\n\r\n", columns[0]));
            let status = columns[1].parse().expect("a number");
            // Strict-Transport-Security has no effect without encryption (RFC 6797, 7.2).
            let headers = [("location", columns[2]), ("strict-transport-security", "")];
            response.expect(status, &headers);
        }
    }
}

#[test]
fn an_authority_reads_a_challenge_before_and_after_there_is_a_certificate() {
    let files = Files::new();
    let webroot = files.folder.path();
    let folder = webroot.join(".well-known/acme-challenge");
    fs::create_dir_all(folder.join("folder")).expect("a folder");
    fs::write(folder.join("to_ken-1"), "to_ken-1.digest").expect("written");
    fs::write(folder.join("large"), [b'x'; 2000]).expect("written");
    fs::write(folder.join("a.txt"), "not a token").expect("written");
    let arguments = format!("--acme-webroot {}", webroot.display());
    let without = Server::start_with(&arguments);
    let (with, address) = files.serve(&arguments);
    for server in [&without, &with] {
        let get = |name: &str| {
            let path = format!("/.well-known/acme-challenge/{name}");
            ask(&mut server.connect(), &get(&path))
        };
        let expected = [("content-type", "text/plain"), ("body", "to_ken-1.digest")];
        get("to_ken-1").expect(200, &expected);
        get("absent").expect(404, &[("cache-control", "no-store")]);
        get("large").expect(404, &[]);
        get("folder").expect(404, &[]);
        // These aren't tokens, so they are answered like any other path.
        for name in ["a.txt", "..%2f..%2fcertificate.pem", ""] {
            assert_ne!(get(name).status, 200, "{name}");
        }
    }
    // Challenges aren't served over TLS.
    let mut encrypted = connect(address, &files.client(&[]));
    ask(&mut encrypted, &get("/.well-known/acme-challenge/to_ken-1")).expect(404, &[]);
}
