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
    /// Not compressed.
    pub response: Response,
}

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
        Ok(Row {
            path: path.to_owned(),
            response: client.get(path, &[])?,
        })
    });
    rows.collect()
}
