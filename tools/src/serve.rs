//! How much of a processor it takes to serve the site, and how much nginx takes for the same bytes.
//!
//! Servers on one core, the load on another, rounds in turn. A crowded machine changes what is served in a second, but
//! hardly the processor time that one request takes: that is the figure to compare.

use crate::cases::{self, Page};
use crate::client::Client;
use crate::load::{Load, Round, Way, spread};
use crate::process::{Certificate, Running};
use crate::{nginx, workspace};
use anyhow::{Context, Result, ensure};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

/// As many as a small machine should bear at once.
const CONNECTIONS: usize = 10_000;

/// How each table is headed.
const TABLES: [(Way, &str); 2] = [
    (Way::Browser, "As a browser comes: TLS 1.3, HTTP/2"),
    (
        Way::Proxy,
        "As a proxy in front comes: HTTP/1.1 without TLS",
    ),
];

pub fn bench(rounds: usize) -> Result<()> {
    workspace::built()?;
    let folder = tempfile::tempdir().context("cannot make a folder for the servers' files")?;
    let folder = folder.path();
    let program = workspace::server()?;
    let certificate = Certificate::make(folder)?;
    let ours = || Running::site_server(&program, &certificate);
    let mut servers = vec![("site-server", ours()?)];
    let pages = cases::pages(servers[0].1.address)?;
    let nginx = nginx::write(&pages, &folder.join("nginx"), &certificate)?;
    match &nginx {
        Some(nginx) => servers.push(("nginx", nginx.start()?)),
        None => println!(
            "nginx with its brotli_static module is not installed: nothing to compare with\n"
        ),
    }
    println!("Each server on one core, h2load on another, {rounds} rounds in turn, the median.");
    for (way, title) in TABLES {
        println!("\n{title}\n");
        println!(
            "| | server | processor time a request | as a multiple of ours | requests a second | p50 and p99 at equal load |"
        );
        println!("| --- | --- | ---: | ---: | ---: | ---: |");
        for case in &cases::all(&pages)? {
            let loads = servers
                .iter()
                .map(|(name, server)| Load::new((name, server), way, case, folder));
            let loads: Vec<_> = loads.collect::<Result<_>>()?;
            let rows = in_turn(&loads, rounds, |load| load.run(None))?;
            let rate = |row: &Vec<Round>| spread(row.iter().map(|round| round.rate)).1;
            let slowest = rows.iter().map(rate).fold(f64::INFINITY, f64::min);
            // Flat out, the faster server does more work: what waits is compared at equal load.
            let equal = in_turn(&loads, rounds, |load| load.run(Some(slowest / 2.0)))?;
            for ((load, row), equal) in loads.iter().zip(&rows).zip(&equal) {
                let median = |figure: fn(&Round) -> f64| spread(equal.iter().map(figure)).1;
                let [p50, p99] = [median(|round| round.p50), median(|round| round.p99)];
                println!(
                    "| {} | {} | {} | {:.0} | {p50:.2} and {p99:.2} ms |",
                    case.name,
                    load.name,
                    cost(&rows[0], row),
                    rate(row)
                );
            }
            if way == Way::Browser && case.status == 200 && case.pages.len() == 1 {
                let rows = in_turn(&loads, rounds, |load| load.connect())?;
                for (load, row) in loads.iter().zip(&rows) {
                    let cost = cost(&rows[0], row);
                    println!(
                        "| the same, on a connection of its own | {} | {cost} | | |",
                        load.name
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
    print_idle("site-server", &pages[0], &ours)?;
    if let Some(nginx) = &nginx {
        print_idle("nginx", &pages[0], &|| nginx.start())?;
    }
    Ok(())
}

/// The processor time of a request, and as a multiple of ours: the median round, the least and the most.
fn cost(ours: &[Round], row: &[Round]) -> String {
    let (_, cpu, _) = spread(row.iter().map(|round| round.cpu));
    let ratios = ours
        .iter()
        .zip(row)
        .map(|(ours, theirs)| theirs.cpu / ours.cpu);
    let (least, median, most) = spread(ratios);
    format!("{cpu:.2} µs | {median:.2} ({least:.2} to {most:.2})")
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
