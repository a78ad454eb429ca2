//! How much of a processor it takes to serve the site, and how much nginx takes for the same bytes.
//!
//! Servers on one core, the load on another, rounds in turn. A crowded machine changes what is served in a second, but
//! hardly the processor time that one request takes: that is the figure to compare.

use crate::cases::{self, Page};
use crate::client::Client;
use crate::load::{Load, Round, spread};
use crate::process::{Server, certify};
use crate::{nginx, workspace};
use anyhow::{Context as _, Result, ensure};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

/// As many as a small machine should bear at once.
const CONNECTIONS: usize = 10_000;

const AS_BROWSER: &str = "As a browser comes: TLS 1.3, HTTP/2";
const AS_PROXY: &str = "As a proxy in front comes: HTTP/1.1 without TLS";

pub fn bench(rounds: usize) -> Result<()> {
    workspace::built()?;
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let program = workspace::server()?;
    certify(folder)?;
    let ours = || Server::site_server(&program, folder);
    let mut servers = vec![ours()?];
    let pages = cases::pages(servers[0].address)?;
    let nginx = nginx::write(&pages, folder)?;
    match nginx {
        Some(addresses) => servers.push(nginx::start(folder, addresses)?),
        None => println!(
            "nginx with its brotli_static module is not installed: nothing to compare with\n"
        ),
    }
    println!("Each server on one core, h2load on another, {rounds} rounds in turn, the median.");
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
            let rows = in_turn(&loads, rounds, |load| load.flat_out())?;
            let rates: Vec<f64> = rows.iter().map(|row| median(row, |it| it.rate)).collect();
            // Flat out, the faster server does more work: what waits is compared at equal load.
            let slowest = rates.iter().copied().fold(f64::INFINITY, f64::min);
            let equal = in_turn(&loads, rounds, |load| load.at_rate(slowest / 2.0))?;
            for (place, load) in loads.iter().enumerate() {
                println!(
                    "| {} | {} | {} | {:.0} | {:.2} and {:.2} ms |",
                    case.name,
                    load.server.name,
                    cost(&rows[0], &rows[place]),
                    rates[place],
                    median(&equal[place], |round| round.p50),
                    median(&equal[place], |round| round.p99)
                );
            }
            if as_browser && case.status == 200 && case.pages.len() == 1 {
                let rows = in_turn(&loads, rounds, |load| load.connect())?;
                for (load, row) in loads.iter().zip(&rows) {
                    println!(
                        "| the same, on a connection of its own | {} | {} | | |",
                        load.server.name,
                        cost(&rows[0], row)
                    );
                }
            }
        }
    }
    println!(
        "\n| server | start to first response | memory idle | with {CONNECTIONS} connections open |"
    );
    println!("| --- | ---: | ---: | ---: |");
    drop(servers);
    print_idle(&pages[0], ours)?;
    if let Some(addresses) = nginx {
        print_idle(&pages[0], || nginx::start(folder, addresses))?;
    }
    Ok(())
}

fn median(row: &[Round], figure: fn(&Round) -> f64) -> f64 {
    spread(row.iter().map(figure))[1]
}

/// The processor time of a request, and as a multiple of ours: the median round, the least and the most.
fn cost(ours: &[Round], row: &[Round]) -> String {
    let rounds = ours.iter().zip(row);
    let [least, middle, most] = spread(rounds.map(|(ours, theirs)| theirs.cpu / ours.cpu));
    let cpu = median(row, |round| round.cpu);
    format!("{cpu:.2} µs | {middle:.2} ({least:.2} to {most:.2})")
}

/// The rounds of each.
fn in_turn(
    loads: &[Load],
    rounds: usize,
    run: impl Fn(&Load) -> Result<Round>,
) -> Result<Vec<Vec<Round>>> {
    let mut rows = vec![Vec::new(); loads.len()];
    for _ in 0..rounds {
        for (load, row) in loads.iter().zip(&mut rows) {
            row.push(run(load)?);
        }
    }
    Ok(rows)
}

/// What a server costs that does next to nothing.
fn print_idle(page: &Page, start: impl Fn() -> Result<Server>) -> Result<()> {
    let begin = Instant::now();
    let server = start()?;
    Client::connect(server.address)?.get(&page.path, &[])?;
    let start = begin.elapsed().as_secs_f64() * 1000.0;
    let idle = server.memory()? as f64 / 1e6;
    let full = match open(&server, page) {
        Ok(_connections) => format!("{:.1} MB", server.memory()? as f64 / 1e6),
        Err(error) => format!("not measured: {error:#}"),
    };
    let name = server.name;
    println!("| {name} | {start:.1} ms | {idle:.1} MB | {full} |");
    Ok(())
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
