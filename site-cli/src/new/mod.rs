//! `cargo site new`: an article, a page or a fact.
//!
//! The flags give what is required, and templates the rest; the rules judge the whole.

mod article;
mod fact;
mod page;
pub mod slug;

use crate::load::Day;
use crate::workspace::Workspace;
use anyhow::{Result, bail, ensure};
use clap::Subcommand;
use site_check::Loaded;
use site_check::diagnostic::Diagnostic;
use site_check::load::FileKind;
use site_check::rules::{self, Cache};
use site_cli::change::{self, FileChange};
use std::slice;
use toml_writer::{ToTomlValue as _, TomlStringBuilder};

/// What can be made.
#[derive(Subcommand)]
pub enum What {
    /// An article: content/articles/SLUG.mdx
    Article(article::Flags),
    /// A page: content/pages/PATH.toml
    Page(page::Flags),
    /// A figure or a claim that texts quote as {NAME}: an entry in content/facts.toml
    Fact(fact::Flags),
}

/// The file that is added or changed, and what to do next.
type Made = (FileChange, String);

/// What the check reports about them may be done by hand, once the files are there.
const LEFT: [&str; 2] = ["fact/literal", "route/orphan"];

pub fn new(what: &What) -> Result<bool> {
    let workspace = Workspace::find()?;
    let loaded = workspace.load(Day::Today, false)?;
    let tree = &loaded.tree;
    let needed = [FileKind::Site, FileKind::Facts, FileKind::Redirects];
    let is_sound = |kind: &FileKind| tree.file(kind).is_some_and(|file| file.is_parsed());
    ensure!(
        needed.iter().all(is_sound) && tree.definitions_are_known,
        "expected content/site.toml, fees.toml, facts.toml and redirects.toml without errors of form; `cargo site check` shows what is wrong: fix that first"
    );
    let (file, hint) = match what {
        What::Article(flags) => article::make(flags, tree),
        What::Page(flags) => page::make(flags, tree),
        What::Fact(flags) => fact::make(flags, tree),
    }?;
    let is_added = file.before.is_none();
    let route = FileKind::at(&file.path).and_then(|kind| kind.route());
    let mut files = tree.files.iter();
    if let Some(other) = files.find(|file| is_added && file.route() == route) {
        bail!(
            "{} is there already, and nothing is overwritten; choose another",
            other.path
        );
    }
    let found = objections(loaded, &file).into_iter();
    let (left, objections): (Vec<_>, Vec<_>) = found.partition(|found| LEFT.contains(&found.code));
    change::refuse("the result would not pass the check", &objections)?;
    change::write(slice::from_ref(&file), workspace.root())?;
    let verb = if is_added { "wrote" } else { "changed" };
    println!("{verb} {}\n{hint}", file.path);
    for found in left {
        println!("\n{found}");
    }
    Ok(true)
}

/// What the rules report about the content with this file and do not report without it.
fn objections(loaded: Loaded, file: &FileChange) -> Vec<Diagnostic> {
    let mut tree = loaded.tree;
    tree.put(&file.path, &file.after);
    tree.rebuild_index();
    // Lines move.
    let key = |found: &Diagnostic| (found.file.clone(), found.code, found.message.clone());
    let mut known: Vec<_> = loaded.diagnostics.iter().map(key).collect();
    let mut found = rules::diagnose(&tree, &mut Cache::default());
    found.retain(|found| {
        let place = known.iter().position(|known| *known == key(found));
        place.map(|place| known.swap_remove(place)).is_none()
    });
    found
}

/// An argument that is a text, on one line and without blanks around it.
fn words(text: &str) -> Result<String, &'static str> {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then_some(words).ok_or("it is empty")
}

/// An argument that is an address, or a part of one.
fn address(text: &str) -> Result<String, &'static str> {
    let mut parts = text.trim_matches('/').split('/');
    parts.try_for_each(slug::fault)?;
    Ok(text.to_owned())
}

/// A text as TOML writes it, quotes included, on one line.
fn quoted(text: &str) -> String {
    TomlStringBuilder::new(text).as_basic().to_toml_value()
}

/// A template with a value for each `$name$`.
fn filled(template: &str, values: &[(&str, String)]) -> String {
    let value = |name: &str| {
        let value = values.iter().find(|(known, _)| *known == name);
        value.map_or("", |(_, value)| value)
    };
    let parts = template.split('$').enumerate();
    parts
        .map(|(place, part)| if place % 2 == 1 { value(part) } else { part })
        .collect()
}
