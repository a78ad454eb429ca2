//! The plain listener leads to TLS.

use super::files::Files;
use crate::common::ask;

/// Heads of requests, and the status and the location of each.
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
            // The second is of no worth where nothing is encrypted (RFC 6797, 7.2).
            let headers = [("location", columns[2]), ("strict-transport-security", "")];
            response.expect(status, &headers);
        }
    }
}
