//! `cargo site new`: an article, a page or a fact that passes the check.
//!
//! What is required is asked for where there is a terminal, each answer judged
//! by the rules at once; elsewhere it is given as flags. The rest is filled in.

mod article;
mod ask;
mod desk;
mod fact;
mod page;
pub mod slug;

use anyhow::Result;
use clap::Subcommand;

/// What can be made.
#[derive(Subcommand)]
pub enum What {
    /// An article: content/articles/SLUG.mdx
    Article(article::Wanted),
    /// A page: content/pages/PATH.toml, and a link to it
    Page(page::Wanted),
    /// A figure or a claim that texts quote as {NAME}: an entry in content/facts.toml
    Fact(fact::Wanted),
}

pub fn new(what: What) -> Result<bool> {
    match what {
        What::Article(wanted) => article::make(wanted),
        What::Page(wanted) => page::make(wanted),
        What::Fact(wanted) => fact::make(wanted),
    }?;
    Ok(true)
}
