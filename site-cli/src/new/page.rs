//! `cargo site new page`.

use super::article::in_prose;
use super::ask::Ask;
use super::{filled, judge};
use crate::change::{Change, FileChange};
use crate::toml_text::{append, edit, inline, quoted};
use anyhow::{Context, Result, bail, ensure};
use site_check::diagnostic::visible;
use site_check::load::{FileKind, Tree};
use site_check::names::suggest;
use toml_edit::{Array, DocumentMut, Item, Table};

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
    /// Where a link to it is added: footer, or a page with buttons, such as /about
    #[arg(long)]
    linked_from: Option<String>,
}

const FOOTER: &str = "footer";

pub fn make(flags: &Flags, ask: &mut Ask, tree: &Tree) -> Result<(Change, String)> {
    let takes =
        "its address, in lower-case letters, digits and hyphens, such as jenks-financial-planning";
    let path = tidy_path(&ask.text("PATH", takes, &flags.path, None)?);
    let takes = "the title, in the browser's tab and as the main heading";
    let title = ask.text("--title", takes, &flags.title, None)?;
    let takes = "its name in a word or two, for breadcrumbs and for the link to it";
    let town = flags.town.as_deref();
    let short = town.and_then(|town| Some(town.split(',').next()?.to_owned()));
    let short_title = ask.text("--short-title", takes, &flags.short_title, short)?;
    let takes = "one or two sentences for search results; the page opens with them, too";
    let description = ask.text("--description", takes, &flags.description, None)?;
    let service = town.map(|town| {
        let firms = ["advisory", "tax"];
        let firm = ask.choice("--firm", "advisory or tax", &flags.firm, &firms)?;
        anyhow::Ok(local_service(&firm, town))
    });
    let service = service.transpose()?;
    ask.complete()?;
    judge("PATH", &path)?;
    ensure!(
        !path.starts_with("blog/"),
        "what is at /blog/ is an article: cargo site new article"
    );

    let towns = || town.and_then(|_| lists_towns(tree));
    let given = flags.linked_from.clone().or_else(towns);
    let linked_from = given.as_deref().unwrap_or(FOOTER);
    let route = format!("/{path}");
    let values = [
        ("title", quoted(&title)),
        ("short_title", quoted(&short_title)),
        ("description", quoted(&description)),
        ("lede", quoted(&in_prose(&description))),
        ("label", quoted(action(tree, "label")?)),
        ("href", quoted(action(tree, "href")?)),
        ("service", service.unwrap_or_default()),
        (
            "eyebrow",
            town.map_or_else(String::new, |town| format!("eyebrow = {}\n", quoted(town))),
        ),
    ];
    let text = filled(include_str!("page.toml"), &values);
    let page = FileChange::added(&format!("content/pages{route}.toml"), text);
    let host = linked(tree, linked_from, &short_title, &route)?;
    let place = if linked_from == FOOTER {
        "the footer"
    } else {
        linked_from
    };
    let hint = format!(
        "it will be at {route}, and a link leads to it from {place}\n\
        Next: add blocks (the notes in the file help), put the link where visitors look for it, and see the page with `cargo site dev`."
    );
    let files = vec![page, host];
    Ok((Change { files }, hint))
}

fn tidy_path(path: &str) -> String {
    let path = path.trim().trim_matches('/');
    let path = path.strip_prefix("content/").unwrap_or(path);
    let path = path.strip_prefix("pages/").unwrap_or(path);
    path.strip_suffix(".toml").unwrap_or(path).to_owned()
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

/// The address of the page that lists the towns served, with buttons that lead to their pages.
fn lists_towns(tree: &Tree) -> Option<String> {
    let lists = |block: &serde_json::Value| {
        block
            .get("kind")
            .is_some_and(|kind| kind == "service_areas")
            && block.get("actions").is_some()
    };
    let page = tree.files.iter().find(|file| {
        let blocks = file
            .document
            .value
            .get("blocks")
            .and_then(|blocks| blocks.as_array());
        blocks.is_some_and(|blocks| blocks.iter().any(lists))
    });
    page?.route()
}

/// The file of the footer or of a page, with a link.
fn linked(tree: &Tree, from: &str, name: &str, route: &str) -> Result<FileChange> {
    let is_footer = from == FOOTER;
    let file = match is_footer {
        true => tree.file(&FileKind::Site),
        false => tree.file(&FileKind::Page(from.to_owned())),
    };
    let Some(file) = file else {
        let pages = tree.files.iter().filter_map(|file| match &file.kind {
            FileKind::Page(route) => Some(route.as_str()),
            _ => None,
        });
        bail!(
            "--linked-from: expected footer or the address of a page, found `{}`. {}",
            visible(from),
            suggest(from, pages)
        )
    };
    let text = edit(&file.text, |document| {
        let (list, label) = match is_footer {
            true => (footer(document), "name"),
            false => (buttons(document), "label"),
        };
        let list = list.with_context(|| {
            format!(
                "--linked-from: expected a place with buttons or links, and {} has none; name a page that has a block with `actions`, such as / or /about",
                file.path
            )
        })?;
        append(list, inline(&[(label, name), ("href", route)]));
        Ok(())
    })?;
    Ok(FileChange::changed(&file.path, &file.text, text))
}

/// The last list of links in the footer.
fn footer(document: &mut DocumentMut) -> Option<&mut Array> {
    let columns = document
        .get_mut("footer")?
        .as_table_mut()?
        .get_mut("columns")?;
    let last = columns.as_array_of_tables_mut()?.iter_mut().last()?;
    last.get_mut("links")?.as_array_mut()
}

/// The buttons of the block that lists towns, or else of the last block that has any.
fn buttons(document: &mut DocumentMut) -> Option<&mut Array> {
    let blocks = document.get_mut("blocks")?.as_array_of_tables_mut()?;
    let has = |block: &&mut Table| block.get("actions").is_some_and(Item::is_array);
    let lists_towns =
        |block: &&mut Table| block.get("kind").and_then(Item::as_str) == Some("service_areas");
    let mut found: Vec<_> = blocks.iter_mut().filter(has).collect();
    let place = found.iter().position(lists_towns);
    let place = place.or(found.len().checked_sub(1))?;
    found.swap_remove(place).get_mut("actions")?.as_array_mut()
}
