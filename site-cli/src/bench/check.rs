//! How long `cargo site check` takes, and how that grows with the site.

use super::measure::{Cost, least};
use super::{large_site, others};
use crate::house::House;
use anyhow::{Context, Result, ensure};
use std::env;
use std::process::Command;
use std::thread::available_parallelism;

/// How many articles the measured sites have; growth is measured against the middle one.
const SIZES: [usize; 3] = [40, 1_000, 10_000];

pub fn bench() -> Result<()> {
    let house = House::find()?;
    let command = env::current_exe().context("can't tell which program this is")?;
    let cores = available_parallelism().map_or(1, usize::from);
    println!("cargo site check, the shortest of several runs, on {cores} cores\n");
    println!("| articles | time | processor time | articles a second | peak memory |");
    println!("| ---: | ---: | ---: | ---: | ---: |");
    let mut costs = Vec::new();
    let mut other_costs = Vec::new();
    for articles in SIZES {
        let site = tempfile::tempdir().context("can't make a folder for the site")?;
        large_site::write(&house.content(), site.path(), articles)?;
        let cost = least(|| {
            let mut check = Command::new(&command);
            check.arg("check").current_dir(site.path());
            check
        })?;
        ensure!(
            cost.succeeded,
            "the check of {articles} articles found errors; `cargo site check` must pass before it is measured"
        );
        println!("{}", row(articles, &cost));
        costs.push(cost);
        other_costs.push(others::measure(site.path(), articles)?);
    }
    println!("\nTime for each article, against that at {}:", SIZES[1]);
    let each = |place: usize| costs[place].seconds / SIZES[place] as f64;
    for (place, articles) in SIZES.into_iter().enumerate() {
        println!("- {articles}: {:.2}", each(place) / each(1));
    }
    println!("\nThe same number of plain pages built by others:");
    for line in other_costs.into_iter().flatten() {
        println!("- {line}");
    }
    Ok(())
}

fn row(articles: usize, cost: &Cost) -> String {
    format!(
        "| {articles} | {:.3} s | {:.3} s | {:.0} | {} MB |",
        cost.seconds,
        cost.processor_seconds,
        articles as f64 / cost.seconds,
        cost.peak_bytes / 1_000_000
    )
}
