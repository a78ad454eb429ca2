//! What a server serves, asked of the server itself.

use crate::client::Response;
use crate::run::ask;
use crate::server::Running;
use anyhow::{Context, Result, ensure};
use site_schema::NOT_FOUND_ROUTE;
use std::path::Path;
use std::process::Command;

/// What is served at one path.
pub struct Row {
    pub path: String,
    /// Not compressed, and without the headers of the encoding or the connection.
    pub response: Response,
}

/// Of the encoding, or of the connection.
const NOT_OF_THE_PATH: [&str; 4] = ["content-length", "etag", "date", "connection"];

/// All responses, sorted by path, and last the one to every other path.
pub fn read(server: &Path) -> Result<Vec<Row>> {
    let program = server.display();
    let paths = ask(Command::new(server).arg("--paths"))
        .with_context(|| format!("expected {program} to be a built site-server"))?;
    ensure!(
        !paths.is_empty(),
        "expected a server with pages, found that {program} serves none; `cargo site build` makes it"
    );
    let running = Running::site_server(server, &[])?;
    let mut client = running.client()?;
    let rows = paths.lines().chain([NOT_FOUND_ROUTE]).map(|path| {
        let mut response = client.get(path, &[])?;
        let headers = &mut response.headers;
        headers.retain(|(name, _)| !NOT_OF_THE_PATH.contains(&name.as_str()));
        Ok(Row {
            path: path.to_owned(),
            response,
        })
    });
    rows.collect()
}
