//! `cargo site new page`.

use super::article::in_prose;
use super::ask::{self, Answers, Question};
use super::{filled, judge, slug};
use crate::change::{Change, FileChange};
use crate::toml_text::{append, edit, inline, quoted};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use site_check::Loaded;
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
    /// What the page begins with
    #[arg(long, value_enum)]
    template: Option<Template>,
    /// The town of a local page, such as "Jenks, Oklahoma"
    #[arg(long)]
    town: Option<String>,
    /// The firm that a local page is about: advisory or tax
    #[arg(long)]
    firm: Option<String>,
    /// Where a link to it is added: footer, or a page with buttons, such as /about
    #[arg(long)]
    linked_from: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Template {
    /// A heading and how to get in touch
    Page,
    /// The same for one town, with what search engines read of the service there
    LocalPage,
}

const FOOTER: &str = "footer";

/// The file that gets a link to the page.
struct Host {
    path: String,
    text: String,
    is_footer: bool,
}

pub fn make(flags: Flags, workspace: &Workspace, loaded: &mut Loaded) -> Result<(Change, String)> {
    let is_local = flags.template == Some(Template::LocalPage) || flags.town.is_some();
    let given = flags.path.map(|path| tidy_path(&path));
    let takes =
        "its address, in lower-case letters, digits and hyphens, such as jenks-financial-planning";
    let mut questions = vec![Question::new(
        "PATH",
        takes,
        "a-page-that-nothing-has",
        given,
    )];
    if is_local {
        let firms = ["advisory", "tax"].map(str::to_owned).to_vec();
        let takes = "the town and its state, such as \"Jenks, Oklahoma\"";
        questions.push(Question::new(
            "--town",
            takes,
            "Tulsa, Oklahoma",
            flags.town,
        ));
        questions.push(Question::choice(
            "--firm",
            "advisory or tax",
            firms,
            flags.firm,
        ));
    }
    let takes = "the title, in the browser's tab and as the main heading";
    questions.push(Question::new("--title", takes, "A title", flags.title));
    let takes = "its name in a word or two, for breadcrumbs and for the link to it";
    questions.push(Question {
        default: |answers| Some(answers.get("--town")?.split(',').next()?.to_owned()),
        ..Question::new("--short-title", takes, "A page", flags.short_title)
    });
    let takes = "one or two sentences for search results; the page opens with them, too";
    questions.push(Question::new(
        "--description",
        takes,
        "A description.",
        flags.description,
    ));
    let linked_from = flags
        .linked_from
        .or_else(|| lists_towns(&loaded.tree).filter(|_| is_local))
        .unwrap_or_else(|| FOOTER.to_owned());
    let host = host(&loaded.tree, &linked_from)?;
    let action = action(&loaded.tree)?;
    let answers = ask::answers(&questions, |answers| {
        let path = &answers["PATH"];
        path.split('/').try_for_each(slug::fault)?;
        if path.starts_with("blog/") {
            return Err("what is at /blog/ is an article: cargo site new article".to_owned());
        }
        let index = format!("content/pages/{path}/index.toml");
        if workspace.path(&index).exists() {
            return Err(format!(
                "{index} is there already, and nothing is overwritten; choose another"
            ));
        }
        let change = change(answers, &action, &host).map_err(|error| format!("{error:#}"))?;
        judge(&change, workspace, loaded)
    })?;
    let hint = format!(
        "it will be at /{}, and a link leads to it from {}\n\
        Next: add blocks (the notes in the file help), put the link where visitors look for it, and see the page with `cargo site serve`.",
        answers["PATH"],
        if host.is_footer {
            "the footer"
        } else {
            &linked_from
        }
    );
    Ok((change(&answers, &action, &host)?, hint))
}

fn tidy_path(path: &str) -> String {
    let path = path.trim().trim_matches('/');
    let path = path.strip_prefix("content/").unwrap_or(path);
    let path = path.strip_prefix("pages/").unwrap_or(path);
    path.strip_suffix(".toml").unwrap_or(path).to_owned()
}

/// The button that every page's header has: its label and its address.
fn action(tree: &Tree) -> Result<[String; 2]> {
    let part = |key: &str| {
        let text = tree.value(&FileKind::Site, &format!("/header/action/{key}"));
        let text = text.and_then(|text| text.as_str()).map(str::to_owned);
        text.context("content/site.toml states no [header] action; `cargo site check` shows more")
    };
    Ok([part("label")?, part("href")?])
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

fn host(tree: &Tree, linked_from: &str) -> Result<Host> {
    let found = match linked_from {
        FOOTER => tree.file(&FileKind::Site),
        route => tree.file(&FileKind::Page(route.to_owned())),
    };
    if let Some(file) = found {
        let (path, text) = (file.path.clone(), file.text.to_string());
        return Ok(Host {
            path,
            text,
            is_footer: linked_from == FOOTER,
        });
    }
    let pages = tree.files.iter().filter_map(|file| match &file.kind {
        FileKind::Page(route) => Some(route.as_str()),
        _ => None,
    });
    bail!(
        "--linked-from: expected footer or the address of a page, found `{}`. {}",
        visible(linked_from),
        suggest(linked_from, pages)
    )
}

fn change(answers: &Answers, action: &[String; 2], host: &Host) -> Result<Change> {
    let route = format!("/{}", answers["PATH"]);
    let linked = edit(&host.text, |document| {
        let list = if host.is_footer {
            footer(document)
        } else {
            buttons(document)
        };
        let list = list.with_context(|| {
            format!(
                "--linked-from: expected a place with buttons or links, and {} has none; name a page that has a block with `actions`, such as / or /about",
                host.path
            )
        })?;
        let label = if host.is_footer { "name" } else { "label" };
        append(
            list,
            inline(&[(label, &answers["--short-title"]), ("href", &route)]),
        );
        Ok(())
    })?;
    let page = FileChange::added(&format!("content/pages{route}.toml"), text(answers, action));
    let host = FileChange::changed(&host.path, &host.text, linked);
    Ok(Change {
        files: vec![page, host],
    })
}

fn text(answers: &Answers, [label, href]: &[String; 2]) -> String {
    let of = |flag: &str| {
        answers
            .get(flag)
            .map(|answer| quoted(answer))
            .unwrap_or_default()
    };
    let mut values = vec![
        ("title", of("--title")),
        ("short_title", of("--short-title")),
        ("description", of("--description")),
        ("lede", quoted(&in_prose(&answers["--description"]))),
        ("label", quoted(label)),
        ("href", quoted(href)),
        ("town", of("--town")),
        ("firm", of("--firm")),
    ];
    if let Some(firm) = answers.get("--firm") {
        let (provider, name, service) = match firm.as_str() {
            "tax" => ("AccountingService", "{tax-firm}", "Tax preparation"),
            _ => ("FinancialService", "{firm}", "Financial planning"),
        };
        values.push(("provider", quoted(provider)));
        values.push(("name", quoted(name)));
        values.push(("service_type", quoted(service)));
        let service = filled(include_str!("local_service.toml"), &values);
        values.push(("service", service));
        values.push(("eyebrow", format!("eyebrow = {}\n", of("--town"))));
    }
    filled(include_str!("page.toml"), &values)
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
