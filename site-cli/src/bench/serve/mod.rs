//! How much of a processor it takes to serve the site, and how much nginx takes for the same bytes.
//!
//! Servers on one core, the load on another, rounds in turn. A crowded machine changes what is served in a second, but
//! hardly the processor time that one request takes: that is the figure to compare.

mod cases;
mod load;
mod nginx;
mod process;
mod steady;

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::build::build;
use crate::client::Client;
use crate::server;
use cases::{Case, Page};
use load::Load;
use process::Running;
use steady::Steady;

/// As many as a small machine should bear at once.
const CONNECTIONS: usize = 10_000;
const STARTS: usize = 9;
/// Nothing takes this long to start.
const PATIENCE: Duration = Duration::from_secs(20);

pub fn bench(rounds: usize) -> Result<()> {
    ensure!(rounds > 0, "expected --rounds as 1 or more, found 0");
    let house = build()?;
    let folder = tempfile::tempdir().context("can't make a folder for the servers' files")?;
    let ours = || {
        let mut server = server::command(&house.server(), &[]);
        // All of the load comes from one address.
        server.env("SITE_CONNECTIONS_PER_ADDRESS", "1000000");
        server.env("SITE_REQUESTS_PER_CONNECTION", "1000000000");
        Running::start_saying_where(server)
    };
    let server = ours()?;
    let pages = cases::pages(server.address)?;
    check_files(&pages, &house.web().join("dist"))?;
    let mut others = Vec::new();
    for (name, keeps_open) in [("nginx", false), ("nginx, files kept open", true)] {
        let below = folder.path().join(format!("nginx-{keeps_open}"));
        let nginx = nginx::write(server.address, &pages, &below, keeps_open)?;
        others.extend(nginx.map(|nginx| (name, nginx)));
    }
    let mut servers = vec![("site-server", server)];
    for (name, nginx) in &others {
        servers.push((name, nginx.start()?));
    }

    let cores = process::cores();
    println!("Each server on one core of {cores}, wrk on another, {rounds} rounds in turn.\n");
    println!("| | server | processor time a request | requests a second | p50 | p99 |");
    println!("| --- | --- | ---: | ---: | ---: | ---: |");
    let has_steady = process::installed("h2load");
    let mut ratios = Vec::new();
    let (mut steady_rows, mut steady_ratios) = (Vec::new(), Vec::new());
    for case in &cases::all(&pages)? {
        let load = |(name, server)| Load::new(name, server, case, folder.path());
        let loads: Vec<_> = servers
            .iter()
            .map(|(name, server)| load((name, server)))
            .collect::<Result<_>>()?;
        let rows = in_turn(&loads, rounds, Load::run)?;
        for (load, row) in loads.iter().zip(&rows) {
            println!("{}", load::row(&case.name, load.name, row));
        }
        let names: Vec<_> = loads.iter().map(|load| load.name).collect();
        let per_second = |ours: &load::Round, theirs: &load::Round| theirs.cpu / ours.cpu;
        ratios.extend(compared(&case.name, &names, &rows, per_second));
        if !has_steady || case.wanted[0].status != 200 {
            continue;
        }
        let rate = |row: &Vec<load::Round>| load::spread(row.iter().map(|round| round.rate)).1;
        let slowest = rows.iter().map(rate).fold(f64::INFINITY, f64::min);
        let steady = |(name, server)| Steady::new(name, server, case, slowest / 2.0, folder.path());
        let loads: Vec<_> = servers
            .iter()
            .map(|(name, server)| steady((name, server)))
            .collect::<Result<_>>()?;
        let rows = in_turn(&loads, rounds, Steady::run)?;
        for (load, row) in loads.iter().zip(&rows) {
            steady_rows.push(steady::row(&case.name, load.name, row));
        }
        let share = |ours: &steady::Round, theirs: &steady::Round| ours.p99 / theirs.p99;
        let shares = compared(&case.name, &names, &rows, share);
        let calmest = rows
            .iter()
            .skip(1)
            .map(|row| steady::least(&rows[0]) / steady::least(row));
        let told = shares.iter().zip(calmest);
        steady_ratios.extend(told.map(|(told, calmest)| format!("{told}; {calmest:.2}")));
    }
    match ratios.is_empty() {
        true => println!(
            "\nnginx with its brotli_static module is not installed; nothing to compare with"
        ),
        false => println!(
            "\nRequests a processor second, as a multiple of: the median round, the least and the most\n{}",
            ratios.join("\n")
        ),
    }

    if has_steady {
        println!("\nEach asked for half of what the slowest of them answers.\n");
        println!("| | server | requests a second | p50 | p99 | p99.9 |");
        println!("| --- | --- | ---: | ---: | ---: | ---: |");
        println!("{}", steady_rows.join("\n"));
        if !steady_ratios.is_empty() {
            println!(
                "\np99, as a share of: the median round, the least and the most; our calmest round and theirs\n{}",
                steady_ratios.join("\n")
            );
        }
    } else {
        println!(
            "\nh2load is not installed, Debian's package nghttp2-client has it; not measured: p99 where each server is asked equally often"
        );
    }

    println!(
        "\n| server | start to first response | memory idle | with {CONNECTIONS} connections open |"
    );
    println!("| --- | ---: | ---: | ---: |");
    drop(servers);
    print_still("site-server", &pages[0], &ours)?;
    if let Some((name, nginx)) = others.first() {
        print_still(name, &pages[0], &|| nginx.start())?;
    }
    Ok(())
}

/// The rounds of each.
fn in_turn<L, R: Clone>(
    loads: &[L],
    rounds: usize,
    run: impl Fn(&L) -> Result<R>,
) -> Result<Vec<Vec<R>>> {
    let mut rows = vec![Vec::new(); loads.len()];
    for _ in 0..rounds {
        for (load, row) in loads.iter().zip(&mut rows) {
            row.push(run(load)?);
        }
    }
    Ok(rows)
}

/// Our rounds, the first row, beside those of each other server.
fn compared<R>(
    case: &str,
    names: &[&str],
    rows: &[Vec<R>],
    ratio: impl Fn(&R, &R) -> f64,
) -> Vec<String> {
    let others = names.iter().zip(rows).skip(1);
    others
        .map(|(name, row)| {
            let ratios = rows[0]
                .iter()
                .zip(row)
                .map(|(ours, theirs)| ratio(ours, theirs));
            let (least, median, most) = load::spread(ratios);
            format!("- {case}, {name}: {median:.2} ({least:.2} to {most:.2})")
        })
        .collect()
}

/// What a server costs that does next to nothing.
fn print_still(name: &str, page: &Page, start: &dyn Fn() -> Result<Running>) -> Result<()> {
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        let began = Instant::now();
        let server = start()?;
        Client::connect_within(server.address, PATIENCE)?.get(&page.path, &[])?;
        starts.push(began.elapsed().as_secs_f64() * 1000.0);
    }
    let server = start()?;
    Client::connect_within(server.address, PATIENCE)?.get(&page.path, &[])?;
    let idle = server.memory()?;
    let (_, start, _) = load::spread(starts.into_iter());
    let full = match open(&server, page) {
        Ok(clients) => {
            let full = server.memory()?;
            drop(clients);
            format!("{:.1} MB", full as f64 / 1e6)
        }
        Err(error) => format!("not measured: {error:#}"),
    };
    println!(
        "| {name} | {start:.1} ms | {:.1} MB | {full} |",
        idle as f64 / 1e6
    );
    Ok(())
}

/// Connections that have each been served once, and stay.
fn open(server: &Running, page: &Page) -> Result<Vec<Client>> {
    let mut clients = Vec::with_capacity(CONNECTIONS);
    for _ in 0..CONNECTIONS {
        let mut client = Client::connect(server.address)
            .with_context(|| format!("the limit on open files allows {}", clients.len()))?;
        let response = client.get(&page.path, &[("accept-encoding", "br")])?;
        ensure!(
            response.status == 200,
            "expected 200, found {}",
            response.status
        );
        clients.push(client);
    }
    Ok(clients)
}

/// Our server sends the pages that were built: without a coding each is its file.
fn check_files(pages: &[Page], dist: &Path) -> Result<()> {
    for page in pages {
        let file = match page.path.as_str() {
            "/" => dist.join("index.html"),
            path => dist.join(format!("{}.html", &path[1..])),
        };
        let built =
            std::fs::read(&file).with_context(|| format!("can't read {}", file.display()))?;
        let Some(identity) = page.bodies.iter().find(|body| body.coding.is_none()) else {
            bail!("{} has no body without a coding", page.path);
        };
        ensure!(
            identity.response.body == built,
            "expected {} to be {}, found another body; run `cargo site build`",
            page.path,
            file.display()
        );
    }
    Ok(())
}

/// Every response of a case is the one expected before it is measured.
fn check(name: &str, server: &Running, case: &Case) -> Result<()> {
    let mut client = Client::connect(server.address)?;
    for wanted in &case.wanted {
        let mut headers: Vec<_> = case
            .headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let tag = match case.conditional {
            true => client
                .get(&wanted.path, &headers)?
                .header("etag")
                .map(str::to_owned),
            false => None,
        };
        headers.extend(tag.as_deref().map(|tag| ("if-none-match", tag)));
        let response = client.get(&wanted.path, &headers)?;
        let found = (
            response.status,
            response.header("content-encoding"),
            blake3::hash(&response.body),
        );
        let expected = (wanted.status, wanted.coding, wanted.digest);
        ensure!(
            found == expected,
            "{name} answers {} with {found:?}, expected {expected:?}",
            wanted.path
        );
        let missing = wanted
            .headers
            .iter()
            .find(|(name, value)| response.header(name) != Some(value));
        ensure!(
            missing.is_none(),
            "{name} answers {} without {missing:?}",
            wanted.path
        );
    }
    Ok(())
}
