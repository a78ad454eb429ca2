//! A local version of GitHub's API, which knows commits of main and their pull requests.

use crate::verify::proxy::Request;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

pub const REPOSITORY: &str = "example/site";

type Answers = Arc<Mutex<BTreeMap<String, Value>>>;

pub struct GitHub {
    pub address: SocketAddr,
    answers: Answers,
}

impl GitHub {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        let answers = Answers::default();
        let known = Arc::clone(&answers);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                answer(&stream, &known);
            }
        });
        let github = Self { address, answers };
        github.knows("", json!({ "default_branch": "main" }));
        github.knows("/meta", json!({ "ssh_keys": ["ssh-ed25519 AAAAhost"] }));
        github
    }

    /// Sets the response for a path.
    pub fn knows(&self, path: &str, answer: Value) {
        let mut answers = self.answers.lock().expect("no thread panics");
        answers.insert(path.to_owned(), answer);
    }

    /// Adds an item to the list at a path.
    pub fn adds(&self, path: &str, item: Value) {
        let mut answers = self.answers.lock().expect("no thread panics");
        let list = answers.entry(path.to_owned()).or_insert_with(|| json!([]));
        list.as_array_mut().expect("a list").push(item);
    }

    /// Adds a person's pull request with its commits, merged as a commit of main.
    pub fn merged(&self, number: u64, title: &str, head: &str, merge: &str, at: &str) {
        let author = json!({ "login": "amy" });
        let pull = json!({
            "number": number,
            "title": title,
            "user": author,
            "merged_at": at,
            "merged_by": { "login": "erin" },
            "merge_commit_sha": merge,
            "head": { "sha": head },
            "base": { "ref": "main" },
        });
        let written = json!({
            "sha": head,
            "author": author,
            "committer": { "login": "web-flow" },
            "commit": { "verification": { "verified": true } },
        });
        let of_main = json!({
            "sha": merge,
            "author": { "login": "erin" },
            "committer": { "login": "web-flow" },
            "commit": { "comment_count": 0 },
        });
        self.knows(&format!("/commits/{merge}"), of_main);
        self.knows(&format!("/commits/{merge}/pulls"), json!([pull]));
        self.knows(&format!("/pulls/{number}"), pull);
        self.knows(&format!("/pulls/{number}/commits"), json!([written]));
        self.knows(&format!("/pulls/{number}/reviews"), json!([]));
        self.knows(&format!("/issues/{number}/comments"), json!([]));
    }

    /// Adds a person's approval of a pull request's head, with a comment.
    pub fn approved(&self, number: u64, login: &str, head: &str, at: &str) {
        let review = json!({
            "user": { "login": login },
            "state": "APPROVED",
            "body": "",
            "commit_id": head,
            "submitted_at": at,
        });
        self.adds(&format!("/pulls/{number}/reviews"), review);
    }
}

/// Answers the one request of a connection.
fn answer(mut stream: &TcpStream, answers: &Answers) {
    let Some(request) = Request::read(&mut BufReader::new(stream)) else {
        return;
    };
    let query = request.query.unwrap_or_default();
    let path = request
        .path
        .trim_start_matches("/repos/")
        .trim_start_matches(REPOSITORY);
    let known = answers.lock().expect("no thread panics").get(path).cloned();
    let (status, body) = match known {
        // All entries are on the first page.
        Some(Value::Array(_)) if query.contains("&page=") && !query.ends_with("&page=1") => {
            ("200 OK", json!([]))
        }
        Some(answer) => ("200 OK", answer),
        None => (
            "404 Not Found",
            json!({ "message": format!("Not Found: {path}") }),
        ),
    };
    let body = body.to_string();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    // A client that doesn't wait for its response isn't one of ours.
    _ = stream.write_all((head + &body).as_bytes());
}
