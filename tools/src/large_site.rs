//! A site as large as one wants, made from the real one.

use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use walkdir::WalkDir;

/// Writes the real content and as many articles into an empty folder: the real
/// ones, and copies of them, each with a slug, an id, a title, words and a link
/// of its own.
pub fn write(folder: &Path, articles: usize) -> Result<()> {
    // By this `cargo site` knows the folder.
    fs::create_dir(folder.join("site-schema"))?;
    add_content(folder, articles)
}

/// The same in a folder that has everything else already.
pub fn add_content(folder: &Path, articles: usize) -> Result<()> {
    let content = &workspace::root().join("content");
    let mut real = Vec::new();
    for entry in WalkDir::new(content).sort_by_file_name() {
        let entry = entry.context("cannot read the content")?;
        let below = entry.path().strip_prefix(content)?;
        let to = folder.join("content").join(below);
        if entry.file_type().is_dir() {
            fs::create_dir(&to).with_context(|| format!("cannot make {}", to.display()))?;
            continue;
        }
        fs::copy(entry.path(), &to).with_context(|| format!("cannot write {}", to.display()))?;
        if below.extension().is_some_and(|ending| ending == "mdx") {
            let slug = below.file_stem().unwrap_or_default().to_string_lossy();
            real.push((slug.into_owned(), fs::read_to_string(entry.path())?));
        }
    }
    ensure!(
        !real.is_empty() && real.len() <= articles,
        "expected 1 to {articles} articles in content/articles, found {}",
        real.len()
    );
    let slug = |place: usize| match (&real[place % real.len()].0, place / real.len()) {
        (slug, 0) => slug.clone(),
        (slug, copy) => format!("{slug}-{copy}"),
    };
    for place in real.len()..articles {
        let text = another(
            &real[place % real.len()].1,
            place,
            &slug((place + 1) % articles),
        );
        let path = folder.join(format!("content/articles/{}.mdx", slug(place)));
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// An article made from another one, with words of its own and a link to the next.
fn another(text: &str, place: usize, next: &str) -> String {
    let mut in_front_matter = true;
    let line = |(number, line): (usize, &str)| {
        in_front_matter &= number == 0 || line != "+++";
        if line.starts_with("id = ") {
            // Far above the real ones.
            format!("id = {}", 1_000_000 + place)
        } else if line.starts_with("published = ") {
            let (month, day) = (place % 12 + 1, place / 12 % 28 + 1);
            format!("published = 2024-{month:02}-{day:02}")
        } else if line.starts_with("modified = ") {
            "modified = 2025-01-01".to_owned()
        } else if line.starts_with("excerpt = ") {
            format!("excerpt = \"What stands in part {place}.\"")
        } else if let Some(title) = line
            .strip_prefix("title = \"")
            .filter(|_| !line.contains('\\'))
        {
            format!("title = \"Part {place}: {title}")
        } else if in_front_matter || line.starts_with(['<', ' ']) || line.starts_with("| -") {
            line.to_owned()
        } else {
            numbered(line, place)
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
