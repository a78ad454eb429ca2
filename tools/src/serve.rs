//! How much of a processor it takes to serve the site, and how much nginx takes for the same bytes.
//!
//! Servers on one core, the load on another, in turn. A crowded machine changes what is served in a second, but hardly the
//! processor time that one request takes: that is the figure to compare.

use crate::cases::{self, Page};
use crate::load::{Load, Round};
use crate::process::{Server, certify};
use crate::{nginx, workspace};
use anyhow::{Context as _, Result, ensure};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

/// As many as a small machine should bear at once.
const CONNECTIONS: usize = 10_000;

const AS_BROWSER: &str = "As a browser comes: TLS 1.3, HTTP/2";
const AS_PROXY: &str = "As a proxy in front comes: HTTP/1.1 without TLS";

pub fn bench() -> Result<()> {
    let program = workspace::server()?;
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    certify(folder)?;
    let ours = Server::site_server(&program, folder)?;
    let pages = cases::pages(&program, ours.address)?;
    let mut servers = vec![ours];
    match nginx::start(&pages, folder)? {
        Some(nginx) => servers.push(nginx),
        None => println!(
            "nginx with its brotli_static module is not installed: nothing to compare with\n"
        ),
    }
    println!("| server | memory idle | with {CONNECTIONS} connections open |");
    println!("| --- | ---: | ---: |");
    for server in &servers {
        let idle = server.memory()? as f64 / 1e6;
        let connections = open(server, &pages[0])?;
        let full = server.memory()? as f64 / 1e6;
        drop(connections);
        println!("| {} | {idle:.1} MB | {full:.1} MB |", server.name);
    }
    for (title, as_browser) in [(AS_BROWSER, true), (AS_PROXY, false)] {
        println!("\n{title}\n");
        println!(
            "| | server | processor time a request | as a multiple of ours | requests a second | p50 and p99 at equal load |"
        );
        println!("| --- | --- | ---: | ---: | ---: | ---: |");
        for case in &cases::all(&pages)? {
            let loads = servers
                .iter()
                .map(|server| Load::new(server, as_browser, case, folder));
            let loads: Vec<_> = loads.collect::<Result<_>>()?;
            let flat_out = loads.iter().map(Load::flat_out);
            let flat_out: Vec<_> = flat_out.collect::<Result<_>>()?;
            // Flat out, the faster server does more work: what waits is compared at equal load.
            let rates = flat_out.iter().map(|round| round.rate);
            let slowest = rates.fold(f64::INFINITY, f64::min);
            let equal = loads.iter().map(|load| load.at_rate(slowest / 2.0));
            let equal: Vec<_> = equal.collect::<Result<_>>()?;
            for ((server, round), equal) in servers.iter().zip(&flat_out).zip(&equal) {
                let cost = cost(round, &flat_out);
                println!(
                    "| {} | {} | {cost} | {:.0} | {:.2} and {:.2} ms |",
                    case.name, server.name, round.rate, equal.p50, equal.p99
                );
            }
            if as_browser && case.status == 200 && case.pages.len() == 1 {
                let rounds = loads.iter().map(Load::connect);
                let rounds: Vec<_> = rounds.collect::<Result<_>>()?;
                for (server, round) in servers.iter().zip(&rounds) {
                    let cost = cost(round, &rounds);
                    let name = server.name;
                    println!("| the same, on a connection of its own | {name} | {cost} | | |");
                }
            }
        }
    }
    Ok(())
}

/// The processor time of a request, and as a multiple of ours, the first.
fn cost(round: &Round, rounds: &[Round]) -> String {
    format!("{:.2} µs | {:.2}", round.cpu, round.cpu / rounds[0].cpu)
}

/// Connections that have each been served once, and stay.
fn open(server: &Server, page: &Page) -> Result<Vec<TcpStream>> {
    let request = format!("HEAD {} HTTP/1.1\r\nhost: localhost\r\n\r\n", page.path);
    let mut open = Vec::with_capacity(CONNECTIONS);
    for count in 0..CONNECTIONS {
        let mut stream = TcpStream::connect(server.address)
            .with_context(|| format!("cannot open more than {count} connections"))?;
        stream.write_all(request.as_bytes())?;
        let read = stream.read(&mut [0; 4096])?;
        ensure!(read > 0, "the server closed connection {count}");
        open.push(stream);
    }
    Ok(open)
}
