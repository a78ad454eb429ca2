//! The baseline of `cargo bench-site serve`: the same bytes and headers, served by plain hyper, with the same profile and features. It has
//! no limits, log or negotiation: one coding, and a 304 for any entity tag.

use std::collections::HashMap;
use std::convert::Infallible;
use std::env;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH, VARY};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper::{HeaderMap, Request, Response, StatusCode};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use site_table::Table;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// A page as sent to browsers, and the headers of its 304.
struct Page {
    status: StatusCode,
    headers: HeaderMap,
    unchanged: HeaderMap,
    body: &'static [u8],
}

/// The pages by path, and the page for all other paths.
struct Site {
    pages: HashMap<&'static str, Page>,
    not_found: Page,
}

/// Arguments: the table's file, an address, an address for TLS, and the files of a certificate and its key.
fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [table, address, tls_address, chain, key] = &arguments[..] else {
        anyhow::bail!("expected five arguments, found {}", arguments.len());
    };
    let table = Table::open(Path::new(table)).map_err(anyhow::Error::msg)?;
    let site: &Site = Box::leak(Box::new(site(&table)));
    let tls = acceptor(chain, key)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let plain = TcpListener::bind(address).await?;
        let encrypted = TcpListener::bind(tls_address).await?;
        tokio::spawn(serve_encrypted(encrypted, tls, site));
        serve_plain(plain, site).await
    })
}

/// Serves HTTP/1 without TLS.
async fn serve_plain(listener: TcpListener, site: &'static Site) -> Result<()> {
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        tokio::spawn(async move {
            let service = service_fn(|request| answer(site, request));
            let io = TokioIo::new(stream);
            // Any error is the client's.
            _ = http1::Builder::new().serve_connection(io, service).await;
        });
    }
}

/// Serves HTTP/2 over TLS.
async fn serve_encrypted(
    listener: TcpListener,
    tls: TlsAcceptor,
    site: &'static Site,
) -> Result<()> {
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let tls = tls.clone();
        tokio::spawn(async move {
            let Ok(stream) = tls.accept(stream).await else {
                return;
            };
            let service = service_fn(|request| answer(site, request));
            let http = http2::Builder::new(TokioExecutor::new());
            // Any error is the client's.
            _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

async fn answer(
    site: &'static Site,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let page = site.pages.get(request.uri().path());
    let page = page.unwrap_or(&site.not_found);
    let is_known = page.status == StatusCode::OK && request.headers().contains_key(IF_NONE_MATCH);
    let mut response = Response::new(Full::default());
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.headers_mut() = page.unchanged.clone();
    } else {
        *response.status_mut() = page.status;
        *response.headers_mut() = page.headers.clone();
        *response.body_mut() = Full::new(Bytes::from_static(page.body));
    }
    Ok(response)
}

/// The pages of a table's first edition, as sent to browsers.
fn site(table: &Table) -> Site {
    let mut pages = HashMap::new();
    for row in table.rows_of(0) {
        if let Some(body) = row.bodies.first() {
            pages.insert(row.path, page(row.status, &body.headers.0, body.bytes));
        }
    }
    let not_found = &table.not_found(0).bodies[0];
    Site {
        pages,
        not_found: page(404, &not_found.headers.0, not_found.bytes),
    }
}

fn page(status: u16, headers: &HeaderMap, body: &'static [u8]) -> Page {
    let mut unchanged = HeaderMap::new();
    for name in [CACHE_CONTROL, ETAG, VARY] {
        if let Some(value) = headers.get(&name) {
            unchanged.insert(name, value.clone());
        }
    }
    Page {
        status: StatusCode::from_u16(status).unwrap_or_default(),
        headers: headers.clone(),
        unchanged,
        body,
    }
}

/// A TLS acceptor with the same settings as our server.
fn acceptor(chain: &str, key: &str) -> Result<TlsAcceptor> {
    let chain = CertificateDer::pem_file_iter(chain)?.collect::<Result<Vec<_>, _>>()?;
    let key = PrivateKeyDer::from_pem_file(key)?;
    let mut config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .context("expected a certificate and its key")?;
    config.alpn_protocols = vec![b"h2".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
