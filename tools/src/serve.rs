//! How much of a processor it takes to serve the site, and how much nginx takes for the same bytes.
//!
//! Servers on one core, the load on another, rounds in turn. A crowded machine changes what is served in a second, but
//! hardly the processor time that one request takes: that is the figure to compare.

use crate::cases::{self, Page};
use crate::client::Client;
use crate::load::{self, Load, Round};
use crate::process::Running;
use crate::{nginx, workspace};
use anyhow::{Context, Result, ensure};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

/// As many as a small machine should bear at once.
const CONNECTIONS: usize = 10_000;
const HEAD: &str = "| | server | processor time a request | requests a second | p50 | p99 |
| --- | --- | ---: | ---: | ---: | ---: |";

pub fn bench(rounds: usize) -> Result<()> {
    workspace::built()?;
    let folder = tempfile::tempdir().context("cannot make a folder for the servers' files")?;
    let program = workspace::program("site-server")?;
    let ours = || Running::site_server(&program);
    let server = ours()?;
    let pages = cases::pages(server.address)?;
    let mut others = Vec::new();
    for (name, keeps_open) in [("nginx", false), ("nginx-files-kept-open", true)] {
        let below = folder.path().join(name);
        let nginx = nginx::write(server.address, &pages, &below, keeps_open)?;
        others.extend(nginx.map(|nginx| (name, nginx)));
    }
    if others.is_empty() {
        println!("nginx with its brotli_static module is not installed: nothing to compare with\n");
    }
    let mut servers = vec![("site-server", server)];
    for (name, nginx) in &others {
        servers.push((name, nginx.start()?));
    }
    println!("Each server on one core, h2load on another, {rounds} rounds in turn.\n\n{HEAD}");
    let mut equal = Vec::new();
    let mut ratios = Vec::new();
    for case in &cases::all(&pages)? {
        let servers = servers.iter();
        let loads = servers.map(|(name, server)| Load::new(name, server, case, folder.path()));
        let loads: Vec<_> = loads.collect::<Result<_>>()?;
        let rows = in_turn(&loads, rounds, None)?;
        for (load, row) in loads.iter().zip(&rows) {
            println!("{}", load::row(&case.name, load.name, row));
            let ratio = rows[0]
                .iter()
                .zip(row)
                .map(|(ours, theirs)| theirs.cpu / ours.cpu);
            let (least, median, most) = load::spread(ratio);
            ratios.push(format!(
                "- {}, {}: {median:.2} ({least:.2} to {most:.2})",
                case.name, load.name
            ));
        }
        let rate = |row: &Vec<Round>| load::spread(row.iter().map(|round| round.rate)).1;
        let slowest = rows.iter().map(rate).fold(f64::INFINITY, f64::min);
        let rows = in_turn(&loads, rounds, Some(slowest / 2.0))?;
        for (load, row) in loads.iter().zip(&rows) {
            equal.push(load::row(&case.name, load.name, row));
        }
    }
    println!("\nEach asked for half of what the slowest of them answers.\n\n{HEAD}");
    println!("{}", equal.join("\n"));
    println!(
        "\nRequests a processor second, ours as a multiple of theirs: the median round, the least and the most\n{}",
        ratios.join("\n")
    );
    println!(
        "\n| server | start to first response | memory idle | with {CONNECTIONS} connections open |"
    );
    println!("| --- | ---: | ---: | ---: |");
    drop(servers);
    print_idle("site-server", &pages[0], &ours)?;
    if let Some((name, nginx)) = others.first() {
        print_idle(name, &pages[0], &|| nginx.start())?;
    }
    Ok(())
}

/// The rounds of each.
fn in_turn(loads: &[Load], rounds: usize, rate: Option<f64>) -> Result<Vec<Vec<Round>>> {
    let mut rows = vec![Vec::new(); loads.len()];
    for _ in 0..rounds {
        for (load, row) in loads.iter().zip(&mut rows) {
            row.push(load.run(rate)?);
        }
    }
    Ok(rows)
}

/// What a server costs that does next to nothing.
fn print_idle(name: &str, page: &Page, start: &dyn Fn() -> Result<Running>) -> Result<()> {
    let begin = Instant::now();
    let server = start()?;
    Client::connect(server.address)?.get(&page.path, &[])?;
    let start = begin.elapsed().as_secs_f64() * 1000.0;
    let idle = server.memory()? as f64 / 1e6;
    let full = match open(&server, page) {
        Ok(_connections) => format!("{:.1} MB", server.memory()? as f64 / 1e6),
        Err(error) => format!("not measured: {error:#}"),
    };
    println!("| {name} | {start:.1} ms | {idle:.1} MB | {full} |");
    Ok(())
}

/// Connections that have each been served once, and stay.
fn open(server: &Running, page: &Page) -> Result<Vec<TcpStream>> {
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
