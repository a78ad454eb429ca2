//! What a server serves, asked of the server itself.

use crate::client::Client;
use crate::run::ask;
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// All responses, sorted by path, and the one to every other path.
pub struct Table {
    pub rows: Vec<Row>,
    pub not_found: Row,
}

/// What is served at one path.
#[derive(Clone)]
pub struct Row {
    pub path: String,
    pub status: u16,
    /// Names in lower case, in the server's order; without those of the encoding or the connection.
    pub headers: Vec<(String, String)>,
    /// Not compressed.
    pub body: Vec<u8>,
}

impl Row {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(found, _)| found == name)
            .map(|(_, value)| value.as_str())
    }
}

/// Of the encoding, or of the connection.
const NOT_OF_THE_PATH: [&str; 4] = ["content-length", "etag", "date", "connection"];

pub fn read(server: &Path) -> Result<Table> {
    let program = server.display();
    let paths = ask(Command::new(server).arg("--paths"))
        .with_context(|| format!("expected {program} to be a built site-server"))?;
    ensure!(
        !paths.is_empty(),
        "expected a server with pages, found that {program} serves none; `cargo site build` makes it"
    );
    let running = Server::start(server)?;
    let mut client = Client::connect(running.address)?;
    let rows: Vec<Row> = paths
        .lines()
        .map(|path| row(&mut client, path))
        .collect::<Result<_>>()?;
    let not_found = row(&mut client, "/404")?;
    ensure!(
        not_found.status == 404,
        "expected that /404 is not found, found status {}",
        not_found.status
    );
    Ok(Table { rows, not_found })
}

fn row(client: &mut Client, path: &str) -> Result<Row> {
    let response = client.get(path, &[])?;
    let mut headers = response.headers;
    headers.retain(|(name, _)| !NOT_OF_THE_PATH.contains(&name.as_str()));
    Ok(Row {
        path: path.to_owned(),
        status: response.status,
        headers,
        body: response.body,
    })
}
