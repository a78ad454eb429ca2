//! `cargo site new`: an article, a page or a fact.
//!
//! The flags give what is required, and templates the rest; the rules check the whole.

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

/// The things that can be made.
#[derive(Subcommand)]
pub enum Thing {
    /// An article: content/articles/SLUG.mdx
    Article(article::Flags),
    /// A page: content/pages/PATH.toml
    Page(page::Flags),
    /// A figure or a claim that texts quote as {NAME}: an entry in content/facts.toml
    Fact(fact::Flags),
}

/// A file with the thing that is made.
struct NewFile {
    change: FileChange,
    /// The steps that follow.
    hint: String,
}

/// A file that can be written, since the rules do not object to it.
pub struct Plan {
    file: NewFile,
    /// The problems that may be solved by hand, once the file is there.
    left: Vec<Diagnostic>,
}

/// Makes a thing, writes its file and prints what is left to do.
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

/// Makes a thing without writing it.
///
/// # Errors
/// Where the rules object to it.
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
            "expected content/site.toml, fees.toml, facts.toml, subjects.toml and redirects.toml without errors of form; `cargo site check` shows what is wrong: fix that first"
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
    change::refuse("the result would not pass the check", &objections)?;
    Ok(Plan { file, left })
}

/// Refuses a file at whose address another one is.
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
                "{} is there already, and nothing is overwritten; choose another",
                file.path
            );
        }
    }
    Ok(())
}

/// The problems that the content has with a file and does not have without it.
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

/// Returns whether two diagnostics are of one problem, whose line may have moved.
fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.file == other.file && one.code == other.code && one.message == other.message
}

/// A text as TOML writes it, quotes included, on one line.
fn quoted(text: &str) -> String {
    TomlStringBuilder::new(text).as_basic().to_toml_value()
}

/// A template with a value for each `$name$`.
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
