//! What a server serves, asked of the server itself.

use crate::client::{Client, Response};
use crate::run::ask;
use crate::server::Server;
use anyhow::{Context, Result, bail, ensure};
use std::path::Path;

/// All responses, sorted by path, and the one to every other path.
pub struct Table {
    pub rows: Vec<Row>,
    pub not_found: Row,
}

/// What is served at one path.
pub struct Row {
    pub path: String,
    pub status: u16,
    /// Names in lower case, in the server's order; without those that depend on the encoding.
    pub headers: Vec<(String, String)>,
    /// In the server's order of preference, identity last.
    pub bodies: Vec<Body>,
}

pub struct Body {
    pub coding: Coding,
    /// The entity tag without its quotes; none where no condition applies.
    pub tag: Option<String>,
    pub bytes: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coding {
    Brotli,
    Zstd,
    Gzip,
    Identity,
}

impl Coding {
    pub const COMPRESSED: [Self; 3] = [Self::Brotli, Self::Zstd, Self::Gzip];

    /// As `Accept-Encoding` and `Content-Encoding` say it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }

    /// What a file in this coding has after its name.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Zstd => ".zst",
            Self::Gzip => ".gz",
            Self::Identity => "",
        }
    }
}

impl Row {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(found, _)| found == name)
            .map(|(_, value)| value.as_str())
    }

    /// The headers of a 304 and of the full response differ; these stand on both.
    pub const FOR_CACHES: [&'static str; 2] = ["cache-control", "vary"];
}

/// Of a body, or of the connection.
const NOT_OF_THE_ROW: [&str; 5] = [
    "content-encoding",
    "content-length",
    "etag",
    "date",
    "connection",
];

pub fn read(server: &Path) -> Result<Table> {
    let program = server.to_string_lossy();
    let paths = ask(&program, &["--paths"])
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
    let mut nowhere = "/404".to_owned();
    while rows.iter().any(|row| row.path == nowhere) {
        nowhere.push('4');
    }
    let not_found = row(&mut client, &nowhere)?;
    ensure!(
        not_found.status == 404,
        "expected that {nowhere} is not found, found status {}",
        not_found.status
    );
    Ok(Table { rows, not_found })
}

fn row(client: &mut Client, path: &str) -> Result<Row> {
    let mut bodies = Vec::new();
    for coding in Coding::COMPRESSED {
        let response = client.get(path, &[("accept-encoding", coding.name())])?;
        match response.header("content-encoding") {
            Some(found) if found == coding.name() => bodies.push(body(coding, response)?),
            None => {}
            Some(found) => bail!(
                "{path}: expected {} or no coding, found {found}",
                coding.name()
            ),
        }
    }
    let response = client.get(path, &[])?;
    let own = |(name, _): &&(String, String)| !NOT_OF_THE_ROW.contains(&name.as_str());
    let headers = response.headers.iter().filter(own).cloned().collect();
    let status = response.status;
    bodies.push(body(Coding::Identity, response)?);
    Ok(Row {
        path: path.to_owned(),
        status,
        headers,
        bodies,
    })
}

fn body(coding: Coding, response: Response) -> Result<Body> {
    let unquoted = |tag: &str| -> Option<String> {
        let tag = tag.strip_prefix('"')?.strip_suffix('"')?;
        Some(tag.to_owned())
    };
    let tag = match response.header("etag") {
        None => None,
        Some(tag) => {
            Some(unquoted(tag).with_context(|| format!("expected a strong tag, found {tag}"))?)
        }
    };
    Ok(Body {
        coding,
        tag,
        bytes: response.body,
    })
}
