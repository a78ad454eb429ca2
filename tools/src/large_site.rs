//! Makes a site of any size from the real one.

use crate::moments;
use crate::workspace;
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use site_cli::workspace::Workspace;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use toml_edit::{DocumentMut, value};

/// The numbers of articles in the measured sites.
pub const SIZES: [usize; 2] = [40, 1_000];

/// The longest text of an article in bytes.
const LONGEST_TEXT: usize = 64 * 1024;

/// Writes the repository from Git's index, with this many articles: the real ones, and copies with a unique slug, id, title, text
/// and link.
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

/// Extends the first article of a site with one line of the maximum length that repeats one word.
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

/// A copy of an article with unique text.
fn copy(text: &str, number: usize) -> Result<String> {
    let (front_matter, body) = moments::parts(text)?;
    let mut matter: DocumentMut = front_matter.parse()?;
    let title = matter["title"].as_str().context("expected a title")?;
    matter["title"] = value(format!("Part {number}: {title}"));
    // Far above the ids of real articles.
    matter["id"] = value(1_000_000 + number as i64);
    matter["excerpt"] = value(format!("What part {number} is about."));
    let mut lines = Vec::new();
    for line in body.lines() {
        let is_markup = line.starts_with(['<', ' ']) || line.starts_with("| -");
        if is_markup {
            lines.push(line.to_owned());
        } else {
            // Removes dollar signs, because an example amount could be mistaken for a fact's amount, and the copy isn't exempt like the original.
            lines.push(numbered(&line.replace('$', ""), number));
        }
    }
    Ok(format!("+++\n{matter}+++\n{}", lines.join("\n")))
}

/// Adds a number after every sixteenth word, so that no two articles share a passage, and none is much longer than the original.
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
