//! `cargo site new`: an article, a page or a fact that passes the check.
//!
//! What is required is given as flags, or asked for where there is a terminal; each answer is judged by the rules. Templates
//! fill in the rest.

mod article;
mod ask;
mod fact;
mod page;
pub mod slug;

use crate::change::{self, Change};
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use clap::Subcommand;
use fs_err as fs;
use site_check::Loaded;
use site_check::diagnostic::{Diagnostic, visible};
use site_check::load::FileKind;

/// What can be made.
#[derive(Subcommand)]
pub enum What {
    /// An article: content/articles/SLUG.mdx
    Article(article::Flags),
    /// A page: content/pages/PATH.toml, and a link to it
    Page(page::Flags),
    /// A figure or a claim that texts quote as {NAME}: an entry in content/facts.toml
    Fact(fact::Flags),
}

pub fn new(what: What) -> Result<bool> {
    let workspace = Workspace::find()?;
    let mut loaded = site_check::load(&workspace.content())?;
    let needed = [FileKind::Site, FileKind::Facts, FileKind::Redirects];
    let is_sound = |kind: &FileKind| loaded.tree.file(kind).is_some_and(|file| file.is_parsed());
    if !needed.iter().all(is_sound) || !loaded.tree.definitions_are_known {
        bail!(
            "expected content/site.toml, fees.toml, facts.toml and redirects.toml without errors of form; `cargo site check` shows what is wrong: fix that first"
        );
    }
    let (change, hint) = match what {
        What::Article(flags) => article::make(flags, &workspace, &mut loaded),
        What::Page(flags) => page::make(flags, &workspace, &mut loaded),
        What::Fact(flags) => fact::make(flags, &mut loaded),
    }?;
    let objections = change.objections(&mut loaded);
    if !objections.is_empty() {
        return Err(change::refuse(
            "the result would not pass the check",
            &objections,
        ));
    }
    change.write(&workspace)?;
    for file in &change.files {
        let verb = if file.before.is_some() {
            "changed"
        } else {
            "wrote"
        };
        println!("{verb} {}", file.path);
    }
    println!("{hint}");
    Ok(true)
}

/// What the first rule objects to in a change, in a few sentences.
fn judge(change: &Change, workspace: &Workspace, loaded: &mut Loaded) -> Result<(), String> {
    let added = change.files.iter().filter(|file| file.before.is_none());
    for path in added.map(|file| &file.path) {
        if fs::symlink_metadata(workspace.path(path)).is_ok() {
            return Err(format!(
                "{path} is there already, and nothing is overwritten; choose another"
            ));
        }
    }
    change
        .objections(loaded)
        .first()
        .map_or(Ok(()), |first| Err(sentences(first)))
}

fn sentences(found: &Diagnostic) -> String {
    let expected = found
        .expected
        .iter()
        .map(|text| format!("; expected {text}"));
    let actual = found.found.iter().map(|text| format!("; found {text}"));
    let more: String = expected.chain(actual).collect();
    visible(&format!("{}{more}. {}", found.message, found.help))
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
