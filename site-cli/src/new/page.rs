//! `cargo site new page`.

use super::article::in_prose;
use super::ask::{self, Question};
use super::desk::{Desk, taken};
use super::slug;
use crate::change::{Change, FileChange};
use crate::toml_text::{append, edit, inline, quoted};
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use site_check::load::{FileKind, Tree};
use toml_edit::{Array, DocumentMut, Item, Table};

/// What is asked for, and the flags that answer it.
#[derive(clap::Args)]
pub struct Wanted {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Template {
    /// A heading and how to get in touch
    Page,
    /// The same for one town, with what search engines are told of the service there
    LocalPage,
}

const PATH: Question = Question {
    flag: "PATH",
    prompt: "Address: /",
    takes: "its address, in small letters, digits and hyphens, such as jenks-financial-planning",
};
const TITLE: Question = Question {
    flag: "--title",
    prompt: "Title",
    takes: "the title, in the browser's tab and as the main heading",
};
const SHORT: Question = Question {
    flag: "--short-title",
    prompt: "Short title",
    takes: "its name in a word or two, for breadcrumbs and for the link to it",
};
const DESCRIPTION: Question = Question {
    flag: "--description",
    prompt: "Description",
    takes: "one or two sentences for search results; the page opens with them, too",
};
const TOWN: Question = Question {
    flag: "--town",
    prompt: "Town and state",
    takes: "the town and its state, such as \"Jenks, Oklahoma\"",
};
const FIRM: Question = Question {
    flag: "--firm",
    prompt: "Which firm is it about?",
    takes: "advisory or tax",
};
const FIRMS: [&str; 2] = ["advisory", "tax"];
const FOOTER: &str = "footer";

struct Answers {
    route: String,
    title: String,
    short_title: String,
    description: String,
    /// A local page's town and firm.
    local: Option<(String, String)>,
    /// The site's own button: label and where it leads.
    action: (String, String),
}

pub fn make(wanted: Wanted) -> Result<()> {
    let mut desk = Desk::open()?;
    let is_local = wanted.template == Some(Template::LocalPage) || wanted.town.is_some();
    ask::require(&[
        (PATH, wanted.path.is_some()),
        (TOWN, !is_local || wanted.town.is_some()),
        (FIRM, !is_local || wanted.firm.is_some()),
        (TITLE, wanted.title.is_some()),
        (SHORT, is_local || wanted.short_title.is_some()),
        (DESCRIPTION, wanted.description.is_some()),
    ])?;
    let house = desk.house.clone();
    let linked_from = match wanted.linked_from {
        Some(from) => from,
        None if is_local => with_areas(desk.tree()).unwrap_or_else(|| FOOTER.to_owned()),
        None => FOOTER.to_owned(),
    };
    let host = host(&desk, &linked_from)?;
    let mut answers = Answers {
        route: "/a-page-that-nothing-has".to_owned(),
        title: "A title".to_owned(),
        short_title: "A page".to_owned(),
        description: "A description.".to_owned(),
        local: is_local.then(|| ("Tulsa, Oklahoma".to_owned(), FIRMS[0].to_owned())),
        action: action(desk.tree())?,
    };
    // The link is judged with the whole: it makes the host's page longer, and no answer wrong.
    let mut judged = |answers: &Answers, answer: &str| {
        if answer.is_empty() {
            return Err("it is empty; write something".to_owned());
        }
        let change = answers
            .change(&host, &linked_from)
            .map_err(|error| format!("{error:#}"))?;
        desk.judge(&change)
    };
    ask::text(
        PATH,
        wanted.path.map(|path| tidy_path(&path)),
        None,
        |answer| {
            let path = tidy_path(answer);
            path.split('/').try_for_each(slug::fault)?;
            taken(&house, &format!("content/pages/{path}.toml"))?;
            taken(&house, &format!("content/pages/{path}/index.toml"))?;
            if path.starts_with("blog/") {
                return Err("what is at /blog/ is an article: cargo site new article".to_owned());
            }
            answers.route = format!("/{path}");
            judged(&answers, answer)
        },
    )?;
    if is_local {
        let town = ask::text(TOWN, wanted.town, None, |answer| {
            if let Some((town, _)) = &mut answers.local {
                answer.clone_into(town);
            }
            judged(&answers, answer)
        })?;
        let firm = ask::choice(FIRM, wanted.firm, &FIRMS)?;
        answers.local = Some((town, firm));
    }
    ask::text(TITLE, wanted.title, None, |answer| {
        answer.clone_into(&mut answers.title);
        judged(&answers, answer)
    })?;
    let town = answers
        .local
        .as_ref()
        .and_then(|(town, _)| town.split(',').next())
        .map(str::to_owned);
    ask::text(SHORT, wanted.short_title, town, |answer| {
        answer.clone_into(&mut answers.short_title);
        judged(&answers, answer)
    })?;
    ask::text(DESCRIPTION, wanted.description, None, |answer| {
        answer.clone_into(&mut answers.description);
        judged(&answers, answer)
    })?;
    desk.write(&answers.change(&host, &linked_from)?)?;
    println!(
        "it will be at {}, and a link leads to it from {}",
        answers.route,
        if linked_from == FOOTER {
            "the footer"
        } else {
            &linked_from
        }
    );
    println!(
        "Next: add blocks (the notes in the file help), put the link where visitors look for it, and see the page with `cargo site serve`."
    );
    Ok(())
}

fn tidy_path(path: &str) -> String {
    let path = path.trim().trim_matches('/');
    let path = path.strip_prefix("content/").unwrap_or(path);
    let path = path.strip_prefix("pages/").unwrap_or(path);
    path.strip_suffix(".toml").unwrap_or(path).to_owned()
}

/// The button that every page's header has.
fn action(tree: &Tree) -> Result<(String, String)> {
    let part = |key: &str| {
        let text = tree.value(&FileKind::Site, &format!("/header/action/{key}"))?;
        text.as_str().map(str::to_owned)
    };
    part("label")
        .zip(part("href"))
        .context("content/site.toml states no [header] action; `cargo site check` shows more")
}

/// The page that lists the towns served, with buttons that lead to their pages.
fn with_areas(tree: &Tree) -> Option<String> {
    let listing = tree.files.iter().find(|file| {
        let blocks = file
            .document
            .value
            .get("blocks")
            .and_then(|blocks| blocks.as_array());
        let mut blocks = blocks.into_iter().flatten();
        blocks.any(|block| {
            block
                .get("kind")
                .is_some_and(|kind| kind == "service_areas")
                && block.get("actions").is_some()
        })
    });
    listing?.route()
}

/// The file that a link is added to: its path and its text.
fn host(desk: &Desk, linked_from: &str) -> Result<(String, String)> {
    let files = &desk.tree().files;
    let found = match linked_from {
        FOOTER => desk.tree().file(&FileKind::Site),
        route => files
            .iter()
            .find(|file| matches!(&file.kind, FileKind::Page(known) if known == route)),
    };
    match found {
        Some(file) => Ok((file.path.clone(), file.text.to_string())),
        None => bail!(
            "--linked-from: expected footer or the address of a page, found `{}`. {}",
            site_check::diagnostic::visible(linked_from),
            site_check::names::suggest(
                linked_from,
                files.iter().filter_map(|file| match &file.kind {
                    FileKind::Page(route) => Some(route.as_str()),
                    _ => None,
                })
            )
        ),
    }
}

impl Answers {
    fn change(&self, (path, text): &(String, String), linked_from: &str) -> Result<Change> {
        let file = format!("content/pages{}.toml", self.route);
        let linked = edit(text, |document| {
            let (list, label) = match linked_from {
                FOOTER => (footer(document), "name"),
                _ => (buttons(document), "label"),
            };
            let Some(list) = list else {
                bail!(
                    "--linked-from: expected a place with buttons or links, and {path} has none; name a page that has a block with `actions`, such as / or /about"
                );
            };
            append(
                list,
                inline(&[(label, &self.short_title), ("href", &self.route)]),
            );
            Ok(())
        })?;
        Ok(Change {
            files: vec![
                FileChange::added(&file, self.text()),
                FileChange {
                    path: path.clone(),
                    new_path: path.clone(),
                    before: Some(text.clone()),
                    after: linked,
                },
            ],
        })
    }

    fn text(&self) -> String {
        let (title, short_title) = (quoted(&self.title), quoted(&self.short_title));
        let (description, lede) = (
            quoted(&self.description),
            quoted(&in_prose(&self.description)),
        );
        let (label, href) = (quoted(&self.action.0), quoted(&self.action.1));
        let local = self
            .local
            .as_ref()
            .map_or_else(String::new, |(town, firm)| {
                let (provider, name, service) = match firm.as_str() {
                    "tax" => ("AccountingService", "{tax-firm}", "Tax preparation"),
                    _ => ("FinancialService", "{firm}", "Financial planning"),
                };
                format!(
                    "
[meta.local_service]
provider_type = \"{provider}\"
name = \"{name}\"
firm = \"{firm}\"
service_type = \"{service}\"
area_served = [{}]
",
                    quoted(town)
                )
            });
        let eyebrow = self.local.as_ref().map_or_else(String::new, |(town, _)| {
            format!("eyebrow = {}\n", quoted(town))
        });
        format!(
            "\
# Lines that begin with # are notes: visitors never see them. Delete each when it is done.

[meta]
title = {title}
short_title = {short_title}
description = {description}
# Words by which search engines may find it:
# keywords = [\"financial planner\"]
{local}
[[blocks]]
kind = \"hero\"
{eyebrow}title = {title}
lede = {lede}
# A picture of content/images, and what it shows:
# image = {{ src = \"hero-season.svg\", alt = \"An oak tree in autumn leaf.\" }}
actions = [{{ label = {label}, href = {href} }}]

# Between here and the next block stands what the page is about. Each section is a
# block: copy one from another page in content/pages, or begin with this one:
# [[blocks]]
# kind = \"section\"
# heading = \"What we do here\"
# body = \"Running text, with **strong** words, [links](/fees) and facts such as {{phone}}.\"

[[blocks]]
kind = \"contact_details\"
id = \"contact\"
heading = \"Contact Information\"
"
        )
    }
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
    let has = |block: &Table| block.get("actions").is_some_and(Item::is_array);
    let towns = |block: &Table| {
        has(block) && block.get("kind").and_then(Item::as_str) == Some("service_areas")
    };
    let place = blocks.iter().position(towns).or_else(|| {
        let count = blocks.len();
        (0..count)
            .rev()
            .find(|place| blocks.get(*place).is_some_and(has))
    })?;
    blocks.get_mut(place)?.get_mut("actions")?.as_array_mut()
}
