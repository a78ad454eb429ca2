//! The requests and responses of the API server, one per connection.

use crate::verify::proxy::Request;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

/// Reads the body of a request, which kubectl sends in chunks.
pub fn read_body(request: &Request, reader: &mut BufReader<&TcpStream>) -> Vec<u8> {
    let mut body = Vec::new();
    if request.header("transfer-encoding") != "chunked" {
        let length = request.header("content-length").parse().unwrap_or(0);
        body.resize(length, 0);
        reader.read_exact(&mut body).expect("a whole body");
        return body;
    }
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a chunk");
        let length = usize::from_str_radix(line.trim(), 16).expect("a length");
        // The line ending belongs to the chunk.
        let mut chunk = vec![0; length + 2];
        reader.read_exact(&mut chunk).expect("a whole chunk");
        if length == 0 {
            return body;
        }
        body.extend(&chunk[..length]);
    }
}

/// Sends a response, and ends the connection.
pub fn answer(mut stream: &TcpStream, status: u16, body: &Value) {
    let body = body.to_string();
    let text = format!(
        "HTTP/1.1 {status} Status\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    // kubectl may have ended.
    _ = stream.write_all(text.as_bytes());
}

/// The body of a refusal, with its reason.
pub fn status(code: u16, reason: &str, message: &str) -> Value {
    json!({
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": message,
        "reason": reason,
        "details": {"name": "site", "group": "apps", "kind": "deployments"},
        "code": code,
    })
}
