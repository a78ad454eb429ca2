//! `cargo site new page`.

use super::article::in_prose;
use super::ask::Ask;
use super::{Made, filled, judge};
use crate::change::FileChange;
use crate::toml_text::{append, edit, quoted};
use anyhow::{Context, Result, bail, ensure};
use site_check::load::{File, FileKind, Tree};
use toml_edit::{Array, DocumentMut, InlineTable, Item};

#[derive(clap::Args)]
pub struct Flags {
    /// Its address, such as jenks-financial-planning
    path: Option<String>,
    /// The title, in the browser's tab and as the main heading
    #[arg(long)]
    title: Option<String>,
    /// Its name in a word or two, for breadcrumbs and for the link to it
    #[arg(long)]
    short_title: Option<String>,
    /// One or two sentences for search results; the page opens with them, too
    #[arg(long)]
    description: Option<String>,
    /// Makes it a local page, with what search engines read of the service in this town: "Jenks, Oklahoma"
    #[arg(long)]
    town: Option<String>,
    /// The firm that a local page is about: advisory or tax
    #[arg(long)]
    firm: Option<String>,
}

pub fn make(flags: &Flags, ask: &mut Ask, tree: &Tree) -> Result<Made> {
    let takes =
        "its address, in lower-case letters, digits and hyphens, such as jenks-financial-planning";
    let path = ask.text("PATH", takes, &flags.path, None)?;
    let path = path.trim_matches('/');
    let takes = "the title, in the browser's tab and as the main heading";
    let title = ask.text("--title", takes, &flags.title, None)?;
    let takes = "its name in a word or two, for breadcrumbs and for the link to it";
    let town = flags.town.as_deref();
    let short = town.and_then(|town| Some(town.split(',').next()?.to_owned()));
    let short_title = ask.text("--short-title", takes, &flags.short_title, short)?;
    let takes = "one or two sentences for search results; the page opens with them, too";
    let description = ask.text("--description", takes, &flags.description, None)?;
    let mut service = String::new();
    if let Some(town) = town {
        let firms = ["advisory", "tax"];
        let firm = ask.choice("--firm", "advisory or tax", &flags.firm, &firms)?;
        service = local_service(&firm, town);
    }
    ask.complete()?;
    judge("PATH", path)?;
    ensure!(
        !path.starts_with("blog/"),
        "what is at /blog/ is an article: cargo site new article"
    );

    let route = format!("/{path}");
    let eyebrow = town.map(|town| format!("eyebrow = {}\n", quoted(town)));
    let values = [
        ("title", quoted(&title)),
        ("short_title", quoted(&short_title)),
        ("description", quoted(&description)),
        ("lede", quoted(&in_prose(&description))),
        ("label", quoted(action(tree, "label")?)),
        ("href", quoted(action(tree, "href")?)),
        ("service", service),
        ("eyebrow", eyebrow.unwrap_or_default()),
    ];
    let text = filled(include_str!("page.toml"), &values);
    let page = FileChange::new(&format!("content/pages{route}.toml"), None, text);
    let host = linked(tree, town.is_some(), &short_title, &route)?;
    let hint = format!(
        "it will be at {route}, and a link leads to it from {}\n\
        Next: add blocks (the notes in the file help), put the link where visitors look for it, and see the page with `cargo site dev`.",
        host.path
    );
    Ok((vec![page, host], hint))
}

/// The button that every page's header has: its label or its address.
fn action<'t>(tree: &'t Tree, key: &str) -> Result<&'t str> {
    let text = tree.value(&FileKind::Site, &format!("/header/action/{key}"));
    text.and_then(|text| text.as_str())
        .context("content/site.toml states no [header] action; `cargo site check` shows more")
}

/// What search engines read of a firm's service in a town.
fn local_service(firm: &str, town: &str) -> String {
    let (provider, name, service) = match firm {
        "tax" => ("AccountingService", "{tax-firm}", "Tax preparation"),
        _ => ("FinancialService", "{firm}", "Financial planning"),
    };
    let values = [
        ("firm", firm),
        ("town", town),
        ("provider", provider),
        ("name", name),
        ("service_type", service),
    ];
    let values = values.map(|(name, value)| (name, quoted(value)));
    filled(include_str!("local_service.toml"), &values)
}

/// A file with a link to the page: of a town's page, where the towns served are listed; else the footer's.
fn linked(tree: &Tree, is_local: bool, name: &str, route: &str) -> Result<FileChange> {
    let is_page = |file: &&File| matches!(file.kind, FileKind::Page(_)) && file.is_parsed();
    let pages = tree.files.iter().filter(|file| is_local && is_page(file));
    for file in pages.chain(tree.file(&FileKind::Site)) {
        let mut is_added = false;
        let text = edit(&file.text, |document| {
            let (list, label) = match is_page(&file) {
                true => (towns(document), "label"),
                false => (footer(document), "name"),
            };
            if let Some(list) = list {
                let link = [(label, name), ("href", route)];
                append(list, InlineTable::from_iter(link));
                is_added = true;
            }
            Ok(())
        })?;
        if is_added {
            return Ok(FileChange::new(&file.path, Some(&file.text), text));
        }
    }
    bail!(
        "content/site.toml has no [[footer.columns]] with links, to which the page could be added"
    )
}

/// The last list of links in the footer.
fn footer(document: &mut DocumentMut) -> Option<&mut Array> {
    let columns = document.get_mut("footer")?.get_mut("columns")?;
    let last = columns.as_array_of_tables_mut()?.iter_mut().last()?;
    last.get_mut("links")?.as_array_mut()
}

/// The buttons of the block that lists the towns served.
fn towns(document: &mut DocumentMut) -> Option<&mut Array> {
    let mut blocks = document
        .get_mut("blocks")?
        .as_array_of_tables_mut()?
        .iter_mut();
    let listing = blocks.find(|block| {
        let kind = block.get("kind").and_then(Item::as_str);
        kind == Some("service_areas") && block.contains_key("actions")
    });
    listing?.get_mut("actions")?.as_array_mut()
}
