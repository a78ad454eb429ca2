//! A site as large as one wants, made from the real one.

use crate::moments;
use crate::workspace;
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use site_cli::workspace::Workspace;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use toml_edit::{DocumentMut, value};

/// The numbers of articles that the measured sites have.
pub const SIZES: [usize; 2] = [40, 1_000];

/// The most bytes of an article's text.
const LONGEST_TEXT: usize = 64 * 1024;

/// The repository as Git's index has it, with as many articles: the real ones, and copies of them, each with a slug, an id,
/// a title and words of its own, and a link.
pub fn write(articles: usize) -> Result<TempDir> {
    let site = tempfile::tempdir()?;
    let prefix = format!("--prefix={}/", site.path().display());
    let repository = Workspace::at(workspace::root().to_owned());
    workspace::run(&mut repository.git(&["checkout-index", "--all", &prefix]))?;
    let folder = site.path().join("content/articles");
    let real = article_paths(site.path())?;
    ensure!(
        (1..=articles).contains(&real.len()),
        "expected 1 to {articles} articles in content/articles, found {}",
        real.len()
    );
    for number in real.len()..articles {
        let original = &real[number % real.len()];
        let slug = original.file_stem().unwrap_or_default().display();
        let copy = copy(&fs::read_to_string(original)?, number)?;
        let link = format!("\n\nSee also [the one before it](/blog/{slug}).\n");
        fs::write(folder.join(format!("part-{number}.mdx")), copy + &link)?;
    }
    Ok(site)
}

/// Fills up the first article of a site with one line of the longest text that there may be, in
/// which each word repeats the one before it.
pub fn add_long_line(site: &Path) -> Result<()> {
    let path = article_paths(site)?
        .into_iter()
        .next()
        .context("expected an article")?;
    let text = fs::read_to_string(&path)?;
    let words = "x ".repeat((LONGEST_TEXT - text.len()) / 2);
    fs::write(path, format!("{text}\n{words}\n"))?;
    Ok(())
}

/// The articles of a site, by name.
fn article_paths(site: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(site.join("content/articles"))? {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}

/// An article made from another one, with words of its own.
fn copy(text: &str, number: usize) -> Result<String> {
    let (front_matter, body) = moments::parts(text)?;
    let mut matter: DocumentMut = front_matter.parse()?;
    let title = matter["title"].as_str().context("expected a title")?;
    matter["title"] = value(format!("Part {number}: {title}"));
    // Far above the real ones.
    matter["id"] = value(1_000_000 + number as i64);
    matter["excerpt"] = value(format!("What part {number} is about."));
    let mut lines = Vec::new();
    for line in body.lines() {
        let is_markup = line.starts_with(['<', ' ']) || line.starts_with("| -");
        if is_markup {
            lines.push(line.to_owned());
        } else {
            // An amount that is an example might be taken for that of a fact: the copy is not excepted as the original is.
            lines.push(numbered(&line.replace('$', ""), number));
        }
    }
    Ok(format!("+++\n{matter}+++\n{}", lines.join("\n")))
}

/// A line with a number after every sixteenth word: no two articles share a passage, and none is much longer than a real one.
fn numbered(line: &str, number: usize) -> String {
    let mut words = Vec::new();
    for (at, word) in line.split(' ').enumerate() {
        words.push(match at % 16 {
            3 if word == "|" => format!("number{number} |"),
            3 => format!("{word} number{number}"),
            _ => word.to_owned(),
        });
    }
    words.join(" ")
}
