//! A site as large as one wants, made from the real one.

use crate::workspace;
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;
use toml_edit::{DocumentMut, value};

/// How many articles the measured sites have.
pub const SIZES: [usize; 2] = [40, 1_000];

/// The repository as Git's index has it, with as many articles: the real ones, and copies of them, each with a slug, an id,
/// a title and words of its own, and a link.
pub fn write(articles: usize) -> Result<TempDir> {
    let site = tempfile::tempdir()?;
    let mut git = Command::new("git");
    git.args(["checkout-index", "--all"]);
    git.arg(format!("--prefix={}/", site.path().display()));
    workspace::run(git.current_dir(workspace::root()))?;
    let folder = site.path().join("content/articles");
    let entries = fs::read_dir(&folder)?;
    let real = entries.map(|entry| Ok(entry?.path()));
    let mut real: Vec<PathBuf> = real.collect::<Result<_>>()?;
    real.sort();
    ensure!(
        (1..=articles).contains(&real.len()),
        "expected 1 to {articles} articles in content/articles, found {}",
        real.len()
    );
    for number in real.len()..articles {
        let original = &real[number % real.len()];
        let slug = original.file_stem().unwrap_or_default().display();
        let text = another(&fs::read_to_string(original)?, number)?;
        let text = format!("{text}\n\nSee also [the one before it](/blog/{slug}).\n");
        fs::write(folder.join(format!("part-{number}.mdx")), text)?;
    }
    Ok(site)
}

/// An article made from another one, with words of its own.
fn another(text: &str, number: usize) -> Result<String> {
    let parts = text.strip_prefix("+++\n");
    let parts = parts.and_then(|text| text.split_once("\n+++\n"));
    let (matter, body) = parts.context("expected front matter")?;
    let mut matter: DocumentMut = matter.parse()?;
    let title = matter["title"].as_str().context("expected a title")?;
    matter["title"] = value(format!("Part {number}: {title}"));
    // Far above the real ones.
    matter["id"] = value(1_000_000 + number as i64);
    matter["excerpt"] = value(format!("What part {number} is about."));
    let is_markup = |line: &str| line.starts_with(['<', ' ']) || line.starts_with("| -");
    let lines = body.lines().map(|line| match is_markup(line) {
        true => line.to_owned(),
        false => numbered(line, number),
    });
    let lines: Vec<_> = lines.collect();
    Ok(format!("+++\n{matter}+++\n{}", lines.join("\n")))
}

/// A line with a number after every sixteenth word: no two articles share a passage, and none is much longer than a real one.
fn numbered(line: &str, number: usize) -> String {
    let words = line.split(' ').enumerate().map(|(at, word)| match at % 16 {
        3 if word == "|" => format!("number{number} |"),
        3 => format!("{word} number{number}"),
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}
