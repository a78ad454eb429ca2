//! `cargo site new page`.

use super::{Made, address, filled, quoted, words};
use anyhow::{Context, Result, ensure};
use site_check::load::{FileKind, Tree};
use site_cli::change::FileChange;

#[derive(clap::Args)]
pub struct Flags {
    /// Its address, such as jenks-financial-planning
    #[arg(value_parser = address)]
    path: String,
    /// The title, in the browser's tab and as the main heading
    #[arg(long, value_parser = words)]
    title: String,
    /// Its name in a word or two, for breadcrumbs; without it, the town
    #[arg(long, value_parser = words, required_unless_present = "town")]
    short_title: Option<String>,
    /// One or two sentences for search results
    #[arg(long, value_parser = words)]
    description: String,
    /// Makes it a local page, with what search engines read of the service in this town: "Jenks, Oklahoma"
    #[arg(long, value_parser = words, requires = "firm")]
    town: Option<String>,
    /// The firm that a local page is about
    #[arg(long, value_parser = ["advisory", "tax"])]
    firm: Option<String>,
}

pub fn make(flags: &Flags, tree: &Tree) -> Result<Made> {
    let path = flags.path.trim_matches('/');
    ensure!(
        !path.starts_with("blog/"),
        "what is at /blog/ is an article: cargo site new article"
    );
    let town = flags.town.as_deref();
    let in_town = || town?.split(',').next();
    let short_title = flags.short_title.as_deref().or_else(in_town);
    let short_title = short_title.unwrap_or_default();
    let service = town.zip(flags.firm.as_deref());
    let service = service.map(|(town, firm)| local_service(firm, town));

    let route = format!("/{path}");
    let eyebrow = town.map(|town| format!("eyebrow = {}\n", quoted(town)));
    let values = [
        ("title", quoted(&flags.title)),
        ("short_title", quoted(short_title)),
        ("description", quoted(&flags.description)),
        ("label", quoted(action(tree, "label")?)),
        ("href", quoted(action(tree, "href")?)),
        ("service", service.unwrap_or_default()),
        ("eyebrow", eyebrow.unwrap_or_default()),
    ];
    let text = filled(include_str!("page.toml"), &values);
    let hint = format!(
        "it will be at {route}\n\
        Next: add blocks (the notes in the file help), link to the page where visitors look for it, and see it with `cargo site dev`."
    );
    let path = format!("content/pages{route}.toml");
    Ok((FileChange::new(&path, None, text), hint))
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
