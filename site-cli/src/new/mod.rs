//! `cargo site new`: creates an article, a page or a fact.
//!
//! Flags provide the required values, and templates the rest. The rules check the result.

mod article;
mod fact;
mod page;
pub mod slug;

use crate::change::{self, FileChange};
use crate::load::Day;
use crate::workspace::Workspace;
use anyhow::{Result, bail, ensure};
use clap::Subcommand;
use site_check::Loaded;
use site_check::diagnostic::{Diagnostic, Severity};
use site_check::load::{FileKind, Tree};
use site_check::rules::{self, Cache};
use std::slice;
use toml_writer::{ToTomlValue as _, TomlStringBuilder};

/// The kinds of things that the command can create.
#[derive(Subcommand)]
pub enum Thing {
    /// An article: content/articles/SLUG.mdx
    Article(article::Flags),
    /// A page: content/pages/PATH.toml
    Page(page::Flags),
    /// A figure or a claim that texts quote as {NAME}: an entry in content/facts.toml
    Fact(fact::Flags),
}

/// The file of a new article, page or fact.
struct NewFile {
    change: FileChange,
    /// The next steps.
    hint: String,
}

/// A file that can be written, because the rules don't object to it.
pub struct Plan {
    file: NewFile,
    /// The problems that the editor can fix after the file is written.
    left: Vec<Diagnostic>,
}

/// Creates an article, a page or a fact, and prints the remaining steps.
pub fn new(thing: &Thing) -> Result<bool> {
    let workspace = Workspace::find()?;
    let Plan { file, left } = plan(thing, &workspace)?;
    change::write(slice::from_ref(&file.change), workspace.root())?;
    let verb = match file.change.before {
        None => "wrote",
        Some(_) => "changed",
    };
    println!("{verb} {}\n{}", file.change.path, file.hint);
    for diagnostic in left {
        println!("\n{diagnostic}");
    }
    Ok(true)
}

/// Prepares the file without writing it.
///
/// # Errors
/// Returns an error if the rules object to the file.
pub fn plan(thing: &Thing, workspace: &Workspace) -> Result<Plan> {
    let loaded = workspace.load(Day::Today, false)?;
    let tree = &loaded.tree;
    for kind in [
        FileKind::Site,
        FileKind::Facts,
        FileKind::Subjects,
        FileKind::Redirects,
    ] {
        ensure!(
            tree.file(&kind).is_some_and(|file| file.is_parsed()) && tree.definitions_are_known,
            "expected content/site.toml, fees.toml, facts.toml, subjects.toml and redirects.toml without syntax errors; `cargo site check` shows the errors: fix them first"
        );
    }
    let file = match thing {
        Thing::Article(flags) => article::make(flags, tree)?,
        Thing::Page(flags) => page::make(flags, tree)?,
        Thing::Fact(flags) => fact::make(flags, tree)?,
    };
    ensure_address_is_free(&file.change, tree)?;

    let mut objections = Vec::new();
    let mut left = Vec::new();
    for diagnostic in found_with(loaded, &file.change) {
        if diagnostic.severity == Severity::Warning || diagnostic.code == "fact/literal" {
            left.push(diagnostic);
        } else {
            objections.push(diagnostic);
        }
    }
    change::refuse("the result wouldn't pass the check", &objections)?;
    Ok(Plan { file, left })
}

/// Returns an error if another file already has the new file's address.
fn ensure_address_is_free(change: &FileChange, tree: &Tree) -> Result<()> {
    if change.before.is_some() {
        return Ok(());
    }
    let kind = FileKind::at(&change.path);
    let Some(route) = kind.and_then(|kind| kind.route()) else {
        return Ok(());
    };
    for file in &tree.files {
        if file.route().as_ref() == Some(&route) {
            bail!(
                "{} already exists, so nothing was written; choose another name",
                file.path
            );
        }
    }
    Ok(())
}

/// Returns the problems that the file adds to the content.
fn found_with(loaded: Loaded, change: &FileChange) -> Vec<Diagnostic> {
    let mut known = loaded.diagnostics;
    let mut tree = loaded.tree;
    tree.put(&change.path, &change.after);
    tree.rebuild_index();
    let mut found = Vec::new();
    for diagnostic in rules::diagnose(&tree, &mut Cache::default()) {
        let same = known.iter().position(|known| is_same(known, &diagnostic));
        if let Some(at) = same {
            known.swap_remove(at);
        } else {
            found.push(diagnostic);
        }
    }
    found
}

/// Returns true if two diagnostics are about the same problem, possibly on different lines.
fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.file == other.file && one.code == other.code && one.message == other.message
}

/// Returns a text as a TOML string on one line, including the quotes.
fn quoted(text: &str) -> String {
    TomlStringBuilder::new(text).as_basic().to_toml_value()
}

/// Fills in each `$name$` in a template.
fn filled(template: &str, values: &[(&str, String)]) -> String {
    let mut out = String::new();
    for (place, part) in template.split('$').enumerate() {
        let is_name = place % 2 == 1;
        if !is_name {
            out += part;
        } else if let Some((_, value)) = values.iter().find(|(name, _)| *name == part) {
            out += value;
        }
    }
    out
}
