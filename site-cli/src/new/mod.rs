//! `cargo site new`: an article, a page or a fact that passes the check.
//!
//! What is required is given as flags, or asked for where there is a terminal; the rules judge the whole. Templates fill in
//! the rest.

mod article;
mod ask;
mod fact;
mod page;
pub mod slug;

use crate::change::{self, Change};
use crate::workspace::Workspace;
use anyhow::{Result, anyhow, bail};
use ask::Ask;
use clap::Subcommand;
use site_check::Loaded;
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
    let mut ask = Ask::new();
    let (change, hint) = loop {
        let made = make(&what, &mut ask, &mut loaded);
        match made {
            Err(fault) if ask.again() => {
                eprintln!("\n{fault:#}\n\nOnce more; Enter keeps what you have said:\n");
            }
            made => break made?,
        }
    };
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

/// What is asked for, if no rule objects, and what to do next.
fn make(what: &What, ask: &mut Ask, loaded: &mut Loaded) -> Result<(Change, String)> {
    let (change, hint) = match what {
        What::Article(flags) => article::make(flags, ask, &loaded.tree),
        What::Page(flags) => page::make(flags, ask, &loaded.tree),
        What::Fact(flags) => fact::make(flags, ask, loaded),
    }?;
    for added in change.files.iter().filter(|file| file.before.is_none()) {
        let route = FileKind::at(&added.path).and_then(|kind| kind.route());
        let mut files = loaded.tree.files.iter();
        if let Some(other) = files.find(|file| file.route() == route) {
            bail!(
                "{} is there already, and nothing is overwritten; choose another",
                other.path
            );
        }
    }
    match change.objections(loaded).as_slice() {
        [] => Ok((change, hint)),
        objections => Err(change::refuse(
            "the result would not pass the check",
            objections,
        )),
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
