//! A site as large as one wants, made from the real one.

use crate::workspace;
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use walkdir::WalkDir;

/// How many articles the measured sites have.
pub const SIZES: [usize; 2] = [40, 1_000];

/// A folder with the real content and as many articles: the real ones, and copies of them, each with
/// a slug, an id, a title, words and a link of its own.
pub fn write(articles: usize) -> Result<TempDir> {
    let folder = tempfile::tempdir()?;
    // By this `cargo site` knows the folder.
    fs::create_dir(folder.path().join("site-schema"))?;
    add_content(folder.path(), articles)?;
    Ok(folder)
}

/// The same in a folder that has everything else already.
pub fn add_content(folder: &Path, articles: usize) -> Result<()> {
    let content = workspace::root().join("content");
    for entry in WalkDir::new(&content) {
        let entry = entry?;
        let to = folder
            .join("content")
            .join(entry.path().strip_prefix(&content)?);
        if entry.file_type().is_dir() {
            fs::create_dir(to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    let real = article_files(folder)?;
    ensure!(
        !real.is_empty() && real.len() <= articles,
        "expected 1 to {articles} articles in content/articles, found {}",
        real.len()
    );
    let slug = |place: usize| {
        let slug = real[place % real.len()].file_stem().unwrap_or_default();
        match place / real.len() {
            0 => slug.display().to_string(),
            copy => format!("{}-{copy}", slug.display()),
        }
    };
    for place in real.len()..articles {
        let text = fs::read_to_string(&real[place % real.len()])?;
        let text = another(&text, place, &slug((place + 1) % articles));
        let path = format!("content/articles/{}.mdx", slug(place));
        fs::write(folder.join(path), text)?;
    }
    Ok(())
}

/// Adds a sentence to the first article.
pub fn change_an_article(folder: &Path) -> Result<()> {
    let files = article_files(folder)?;
    let first = files.first().context("there is no article")?;
    let text = fs::read_to_string(first)?;
    Ok(fs::write(first, text + "\nOne more sentence.\n")?)
}

/// The articles, by name.
fn article_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder.join("content/articles"))?;
    let mut files = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "mdx"));
    files.sort();
    Ok(files)
}

/// An article made from another one, with words of its own and a link to the next.
fn another(text: &str, place: usize, next: &str) -> String {
    let mut in_front_matter = true;
    let line = |(number, line): (usize, &str)| {
        in_front_matter &= number == 0 || line != "+++";
        match line.split_once(" = ") {
            // Far above the real ones.
            Some(("id", _)) => format!("id = {}", 1_000_000 + place),
            Some(("published", _)) => {
                let (month, day) = (place % 12 + 1, place / 12 % 28 + 1);
                format!("published = 2024-{month:02}-{day:02}")
            }
            Some(("modified", _)) => "modified = 2025-01-01".to_owned(),
            Some(("excerpt", _)) => format!("excerpt = \"What part {place} is about.\""),
            Some(("title", title)) if title.starts_with('"') && !title.contains('\\') => {
                format!("title = \"Part {place}: {}", &title[1..])
            }
            _ if in_front_matter || line.starts_with(['<', ' ']) || line.starts_with("| -") => {
                line.to_owned()
            }
            _ => numbered(line, place),
        }
    };
    let lines: Vec<_> = text.lines().enumerate().map(line).collect();
    format!(
        "{}\n\nSee also [what comes after it](/blog/{next}).\n",
        lines.join("\n")
    )
}

/// A line with a number after every sixteenth word: no two articles share a passage, and none is much longer than a real one.
fn numbered(line: &str, place: usize) -> String {
    let words = line.split(' ').enumerate().map(|(at, word)| match at % 16 {
        3 if word == "|" => format!("number{place} |"),
        3 => format!("{word} number{place}"),
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}
