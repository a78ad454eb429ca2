//! `cargo site new`: an article, a page or a fact that passes the check.
//!
//! What is required is given as flags, or asked for where there is a terminal; the rules judge the whole. Templates fill in
//! the rest.

mod article;
mod ask;
mod fact;
mod page;
pub mod slug;

use crate::change::{self, FileChange};
use crate::workspace::Workspace;
use anyhow::{Result, anyhow, bail};
use ask::Ask;
use clap::Subcommand;
use site_check::diagnostic::Diagnostic;
use site_check::load::FileKind;
use site_check::{Loaded, rules};

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

/// The files that are added or changed, and what to do next.
type Made = (Vec<FileChange>, String);

/// The content, and where it is.
struct Site {
    workspace: Workspace,
    loaded: Loaded,
}

pub fn new(what: &What) -> Result<bool> {
    let workspace = Workspace::find()?;
    let loaded = site_check::load(&workspace.content())?;
    let tree = &loaded.tree;
    let needed = [FileKind::Site, FileKind::Facts, FileKind::Redirects];
    let is_sound = |kind: &FileKind| tree.file(kind).is_some_and(|file| file.is_parsed());
    if !needed.iter().all(is_sound) || !tree.definitions_are_known {
        bail!(
            "expected content/site.toml, fees.toml, facts.toml and redirects.toml without errors of form; `cargo site check` shows what is wrong: fix that first"
        );
    }
    let site = Site { workspace, loaded };
    let mut ask = Ask::default();
    let (files, hint) = loop {
        match make(what, &mut ask, &site) {
            Err(fault) if ask.again() => {
                eprintln!("\n{fault:#}\n\nOnce more; Enter keeps what you have said:\n");
            }
            made => break made?,
        }
    };
    change::write(&files, &site.workspace)?;
    for file in &files {
        let is_changed = file.before.is_some();
        let verb = if is_changed { "changed" } else { "wrote" };
        println!("{verb} {}", file.path);
    }
    println!("{hint}");
    Ok(true)
}

/// What is asked for, if no rule objects.
fn make(what: &What, ask: &mut Ask, site: &Site) -> Result<Made> {
    let tree = &site.loaded.tree;
    let (files, hint) = match what {
        What::Article(flags) => article::make(flags, ask, tree),
        What::Page(flags) => page::make(flags, ask, tree),
        What::Fact(flags) => fact::make(flags, ask, site),
    }?;
    for added in files.iter().filter(|file| file.before.is_none()) {
        let route = FileKind::at(&added.path).and_then(|kind| kind.route());
        if let Some(other) = tree.files.iter().find(|file| file.route() == route) {
            bail!(
                "{} is there already, and nothing is overwritten; choose another",
                other.path
            );
        }
    }
    let objections = site.objections(&files)?;
    change::refuse("the result would not pass the check", &objections)?;
    Ok((files, hint))
}

impl Site {
    /// What the rules report about the content with these files and do not report without them.
    fn objections(&self, files: &[FileChange]) -> Result<Vec<Diagnostic>> {
        let mut tree = site_check::load(&self.workspace.content())?.tree;
        for file in files {
            tree.put(&file.path, Some(&file.after));
        }
        tree.define();
        // Lines move.
        let key = |found: &Diagnostic| (found.file.clone(), found.code, found.message.clone());
        let mut known: Vec<_> = self.loaded.diagnostics.iter().map(key).collect();
        let mut found = rules::check(&tree);
        found.retain(|found| {
            let place = known.iter().position(|known| *known == key(found));
            place.map(|place| known.swap_remove(place)).is_none()
        });
        Ok(found)
    }
}

/// Refuses what can't be a part of an address.
fn judge(flag: &str, slug: &str) -> Result<()> {
    let fault = slug.split('/').try_for_each(slug::fault);
    fault.map_err(|fault| anyhow!("{flag} can't be that: {fault}"))
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
