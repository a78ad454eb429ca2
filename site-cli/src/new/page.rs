//! `cargo site new page`.

use super::{NewFile, filled, quoted};
use crate::arguments::{address, text};
use crate::change::FileChange;
use anyhow::{Context, Result, ensure};
use site_check::load::{FileKind, Tree};

#[derive(clap::Args)]
pub struct Flags {
    /// Its address, such as jenks-financial-planning
    #[arg(value_parser = address)]
    path: String,
    /// The title, for the browser tab and the main heading
    #[arg(long, value_parser = text)]
    title: String,
    /// A short name of a word or two, for breadcrumbs; without it, the town
    #[arg(long, value_parser = text, required_unless_present = "town")]
    short_title: Option<String>,
    /// One or two sentences for search results
    #[arg(long, value_parser = text)]
    description: String,
    /// Make it a local page, with data for search engines about the service in this town: "Jenks, Oklahoma"
    #[arg(long, value_parser = text, requires = "firm")]
    town: Option<String>,
    /// The firm that a local page is about
    #[arg(long, value_parser = ["advisory", "tax"])]
    firm: Option<String>,
}

/// Creates the file of a page, as a draft.
pub fn make(flags: &Flags, tree: &Tree) -> Result<NewFile> {
    let path = flags.path.trim_matches('/');
    ensure!(
        !path.starts_with("blog/"),
        "addresses below /blog/ are articles: use cargo site new article"
    );
    let town = flags.town.as_deref();
    let short_title = match (&flags.short_title, town) {
        (Some(short_title), _) => short_title,
        // The town, without the state.
        (None, Some(town)) => town.split(',').next().unwrap_or_default(),
        (None, None) => "",
    };
    let service = match (town, &flags.firm) {
        (Some(town), Some(firm)) => local_service(firm, town),
        _ => String::new(),
    };
    let eyebrow = match town {
        Some(town) => format!("eyebrow = {}\n", quoted(town)),
        None => String::new(),
    };
    let route = format!("/{path}");
    let values = [
        ("title", quoted(&flags.title)),
        ("short_title", quoted(short_title)),
        ("description", quoted(&flags.description)),
        ("label", quoted(action(tree, "label")?)),
        ("href", quoted(action(tree, "href")?)),
        ("service", service),
        ("eyebrow", eyebrow),
    ];
    let text = filled(include_str!("page.toml"), &values);
    let hint = format!(
        "it will be at {route}\n\
        Next: add blocks (the notes in the file help), and see it with `cargo site dev`.\n\
        It is a draft, so builds leave it out. To publish it, delete its line `draft = true`, and link to it where visitors look for it."
    );
    let path = format!("content/pages{route}.toml");
    Ok(NewFile {
        change: FileChange::new(&path, None, text),
        hint,
    })
}

/// Returns the label or the address of the button in every page's header.
fn action<'t>(tree: &'t Tree, key: &str) -> Result<&'t str> {
    tree.value(&FileKind::Site, &format!("/header/action/{key}"))
        .and_then(|text| text.as_str())
        .context("content/site.toml has no [header] action; `cargo site check` explains it")
}

/// Returns a firm's service in a town, as data for search engines.
fn local_service(firm: &str, town: &str) -> String {
    let (provider, name, service) = match firm {
        "tax" => ("AccountingService", "{tax-firm}", "Tax preparation"),
        _ => ("FinancialService", "{firm}", "Financial planning"),
    };
    let values = [
        ("firm", quoted(firm)),
        ("town", quoted(town)),
        ("provider", quoted(provider)),
        ("name", quoted(name)),
        ("service_type", quoted(service)),
    ];
    filled(include_str!("local_service.toml"), &values)
}
