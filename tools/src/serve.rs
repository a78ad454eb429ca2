//! Measures the processor time for serving the site, and that of nginx and h2o for the same bytes.
//!
//! The servers run on one core and the load on another, in turn. On a busy machine, the number of requests per second varies, but the
//! processor time per request hardly does, so that is the number to compare.

use crate::cases::{self, Case, Page};
use crate::load::{Load, Round};
use crate::process::{SERVER_CORE, Server, certify, on_core};
use crate::{h2o, nginx, workspace};
use anyhow::{Context as _, Result, ensure};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

/// The number of concurrent connections that a small machine should handle.
const CONNECTIONS: usize = 10_000;

/// The rounds of each case, because the machine's speed varies between rounds.
const ROUNDS: usize = 20;

pub const AS_BROWSER: &str = "As a browser comes: TLS 1.3, HTTP/2";
pub const AS_PROXY: &str = "As a proxy in front comes: HTTP/1.1 without TLS";

pub fn bench() -> Result<()> {
    let program = workspace::server()?;
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path();
    certify(folder)?;
    let ours = Server::site_server(on_core(SERVER_CORE, &program), folder)?;
    let pages = cases::pages(&program, ours.address)?;
    let yardstick = on_core(SERVER_CORE, workspace::plain_hyper()?);
    let plain = Server::plain_hyper(yardstick, &workspace::table(), folder)?;
    let mut servers = vec![ours, plain];
    match nginx::start(&pages, folder)? {
        Some(nginx) => servers.push(nginx),
        None => println!("nginx with its brotli_static module is not installed: left out\n"),
    }
    match h2o::start(&pages, folder)? {
        Some(h2o) => servers.push(h2o),
        None => println!("h2o is not installed: left out\n"),
    }
    print_memory(&servers, &pages[0])?;
    for (title, as_browser) in [(AS_BROWSER, true), (AS_PROXY, false)] {
        println!("\n{title}\n");
        println!(
            "| | server | processor time per request | as a multiple of ours | requests per second | p50 and p99 at equal load |"
        );
        println!("| --- | --- | ---: | ---: | ---: | ---: |");
        for case in &cases::all(&pages)? {
            let mut loads = Vec::new();
            for server in &servers {
                loads.push(Load::new(server, as_browser, case, folder)?);
            }
            print_rounds(case, &loads)?;
            if as_browser && case.status == 200 && case.pages.len() == 1 {
                print_connecting(&loads)?;
            }
        }
    }
    Ok(())
}

/// Prints the memory of each server, idle and with many connections.
fn print_memory(servers: &[Server], page: &Page) -> Result<()> {
    println!("| server | memory idle | with {CONNECTIONS} connections open |");
    println!("| --- | ---: | ---: |");
    for server in servers {
        let idle = server.memory()? as f64 / 1e6;
        let connections = open(server, page)?;
        let full = server.memory()? as f64 / 1e6;
        drop(connections);
        println!("| {} | {idle:.1} MB | {full:.1} MB |", server.name);
    }
    Ok(())
}

/// Sends the requests of one case in rounds, to each server in turn, and prints a line for each server.
fn print_rounds(case: &Case, loads: &[Load]) -> Result<()> {
    let mut rounds: Vec<Vec<Round>> = Vec::new();
    rounds.resize_with(loads.len(), Vec::new);
    for _ in 0..ROUNDS {
        for (number, load) in loads.iter().enumerate() {
            rounds[number].push(load.flat_out()?);
        }
    }
    // At full speed, the faster server does more work, so latency is compared at equal load.
    let mut slowest = f64::INFINITY;
    for own in &rounds {
        slowest = slowest.min(spread(own, |round| round.rate).median);
    }
    let mut equal = Vec::new();
    for load in loads {
        equal.push(load.at_rate(slowest / 2.0)?);
    }
    let ours = spread(&rounds[0], |round| round.cpu).median;
    for (number, load) in loads.iter().enumerate() {
        let cpu = spread(&rounds[number], |round| round.cpu);
        let rate = spread(&rounds[number], |round| round.rate).median;
        println!(
            "| {} | {} | {:.2} µs ({:.2} to {:.2}) | {:.2} | {rate:.0} | {:.2} and {:.2} ms |",
            case.name,
            load.server.name,
            cpu.median,
            cpu.low,
            cpu.high,
            cpu.median / ours,
            equal[number].p50,
            equal[number].p99
        );
    }
    Ok(())
}

/// A measurement over many rounds: its median and interquartile range.
struct Spread {
    low: f64,
    median: f64,
    high: f64,
}

/// The spread of a measurement over rounds.
fn spread(rounds: &[Round], figure: impl Fn(&Round) -> f64) -> Spread {
    let mut figures = Vec::new();
    for round in rounds {
        figures.push(figure(round));
    }
    figures.sort_by(f64::total_cmp);
    Spread {
        low: figures[figures.len() / 4],
        median: figures[figures.len() / 2],
        high: figures[figures.len() * 3 / 4],
    }
}

/// Sends one request on each of many connections, and prints a line for each server.
fn print_connecting(loads: &[Load]) -> Result<()> {
    let mut rounds = Vec::new();
    for load in loads {
        rounds.push(load.connect()?);
    }
    for (load, round) in loads.iter().zip(&rounds) {
        let name = load.server.name;
        let cost = cost(round, &rounds);
        println!("| the same, on a separate connection | {name} | {cost} | | |");
    }
    Ok(())
}

/// The processor time per request, and its ratio to ours, which is the first.
fn cost(round: &Round, rounds: &[Round]) -> String {
    format!("{:.2} µs | {:.2}", round.cpu, round.cpu / rounds[0].cpu)
}

/// Opens connections that stay open after one request each.
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
