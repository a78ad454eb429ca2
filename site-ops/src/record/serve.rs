//! `cargo site-ops record serve --on DAY`: the site of that day, only to this machine, with a banner on each page.

use super::moments::asked;
use super::opened::{Opened, SiteAt};
use crate::listen;
use crate::run::print;
use anyhow::{Context as _, Result, ensure};
use html_escape::encode_text;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use site_record::record::Record;
use site_record::row::Row;
use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::{Arc, RwLock};

/// Headers that describe the connection or other encodings, and would be wrong here.
const LEFT_OUT: [&str; 5] = [
    "content-length",
    "content-encoding",
    "etag",
    "strict-transport-security",
    "transfer-encoding",
];

/// A site from the record.
pub struct Replay {
    record: Record,
    site: SiteAt,
    /// The text above each page.
    banner: String,
}

/// The served site, which can be replaced at run time.
pub type Served = Arc<RwLock<Arc<Replay>>>;

/// Serves until the program is stopped.
///
/// `on` is a day or a time. A day means its end.
pub fn serve(opened: Opened, on: &str, place: Option<&str>, address: &str) -> Result<bool> {
    let address = listen::address(address)?;
    ensure!(
        address.ip().is_loopback(),
        "expected an address that only this machine can reach, such as 127.0.0.1:8090, found {address}: content that is no longer online must not become public; write another one after --addr"
    );
    let asked = asked(on, &opened.calendar.zone)?;
    let site = opened.site_at(asked.until - 1, place)?;
    let replay = Replay::new(&opened, site);
    print(&format!("{}\nhttp://{address}/\n", replay.banner))?;
    let listener = TcpListener::bind(address).context("cannot listen")?;
    answer_all(listener, Arc::new(RwLock::new(Arc::new(replay))))?;
    Ok(true)
}

impl Replay {
    pub fn new(opened: &Opened, site: SiteAt) -> Self {
        let banner = format!(
            "From the record, not online: the site as {} served it at {}, publication {}, commit {}",
            site.place,
            opened.shown(site.moment),
            site.publication,
            site.commit.as_deref().unwrap_or("unknown")
        );
        Self {
            record: opened.record.clone(),
            site,
            banner,
        }
    }

    /// The response to a path.
    fn answer(&self, path: &str) -> Response<Full<Bytes>> {
        match self.recorded(path) {
            Ok(response) => response,
            Err(error) => plain(500, &format!("{error:#}")),
        }
    }

    /// The recorded response. Pages get a banner.
    fn recorded(&self, path: &str) -> Result<Response<Full<Bytes>>> {
        let Some(row) = self.site.row(path) else {
            return Ok(plain(404, "nothing was at this address"));
        };
        if !self.record.bodies().has(row) {
            return Ok(plain(410, "this was removed from the record"));
        }
        let row = Row::parse(&self.record.bodies().read(row)?)?;
        let mut body = Vec::new();
        if let Some(digest) = &row.body {
            if !self.record.bodies().has(digest) {
                return Ok(plain(410, "this was removed from the record"));
            }
            body = self.record.bodies().read(digest)?;
        }
        if row.is_page() {
            body = with_banner(&body, &self.banner);
        }
        let mut response = Response::builder().status(row.status);
        for (name, value) in &row.headers {
            if !LEFT_OUT.contains(&name.as_str()) {
                response = response.header(name, self.local(&row, name, value));
            }
        }
        let response = response
            .header("cache-control", "no-store")
            .header("x-robots-tag", "noindex");
        Ok(response.body(Full::new(Bytes::from(body)))?)
    }

    /// The value of a header. A redirect within the site stays on this server.
    fn local(&self, row: &Row, name: &str, value: &str) -> String {
        if name == "location"
            && let Some((_, rest)) = value.split_once("://")
            && let Some(slash) = rest.find('/')
        {
            let path = &rest[slash..];
            let (bare, _) = path.split_once(['?', '#']).unwrap_or((path, ""));
            if bare != row.path && self.site.table.contains_key(bare) {
                return path.to_owned();
            }
        }
        value.to_owned()
    }
}

/// Adds text at the top of a page. The text has no style, because the page's policy allows only the page's own.
fn with_banner(page: &[u8], words: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(page);
    let banner = format!(
        "<p role=\"note\"><strong>{}</strong></p>",
        encode_text(words)
    );
    let lower = text.to_ascii_lowercase();
    let body = lower.find("<body");
    let end = body.and_then(|start| Some(start + lower[start..].find('>')? + 1));
    let (before, after) = text.split_at(end.unwrap_or(0));
    format!("{before}{banner}{after}").into_bytes()
}

/// A plain-text response.
fn plain(status: u16, words: &str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(words.to_owned())));
    *response.status_mut() = hyper::StatusCode::from_u16(status).expect("a status");
    response
}

/// Answers all requests to a listener.
pub fn answer_all(listener: TcpListener, served: Served) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    runtime.block_on(accept(listener, served))
}

async fn accept(listener: TcpListener, served: Served) -> Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    loop {
        let (stream, _) = listener.accept().await?;
        let served = served.clone();
        tokio::spawn(async move {
            let service = service_fn(move |request: Request<Incoming>| {
                let replay = served
                    .read()
                    .expect("no thread fails while it holds this")
                    .clone();
                async move { Ok::<_, Infallible>(replay.answer(request.uri().path())) }
            });
            let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
            // A browser that closes a connection early isn't an error.
            _ = connection.await;
        });
    }
}
