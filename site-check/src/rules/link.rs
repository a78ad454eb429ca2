use super::{Check, Diagnostic, File, FileKind, Report, Rule, Severity, Tree};
use crate::fix::Fix;
use crate::link::{CONTACTS, Destination, corrected, own_path, parse};
use crate::load::markdown::Kind;
use crate::load::{Target, Use};
use crate::names::{nearest, suggest};

pub static RULES: &[Rule] = &[
    Rule {
        code: "link/broken",
        severity: Severity::Error,
        summary: "A link leads to a page of this site that does not exist.",
        why: "A visitor who follows it finds the page for unknown addresses.",
        bad: "content/pages/faq.toml\nanswer = \"See [our fees](/fee).\"",
        good: "content/pages/faq.toml\nanswer = \"See [our fees](/fees).\"",
        checks: &[Check::File(check_pages)],
    },
    Rule {
        code: "link/draft",
        severity: Severity::Error,
        summary: "A published page or article links to a draft.",
        why: "Drafts are not built: a visitor who follows the link finds the page for unknown addresses.",
        bad: "content/articles/market-drop.mdx\nSee [what comes next](/blog/rates-pause).\n# and content/articles/rates-pause.mdx has draft = true",
        good: "content/articles/rates-pause.mdx\n# without the line draft = true",
        checks: &[Check::File(check_drafts)],
    },
    Rule {
        code: "link/empty",
        severity: Severity::Error,
        summary: "A link has no words.",
        why: "There is nothing to click, and a screen reader reads out the address.",
        bad: "content/articles/market-drop.mdx\nSee [](/fees).",
        good: "content/articles/market-drop.mdx\nSee [our fees](/fees).",
        checks: &[Check::File(|file, _, report| {
            check_words(file, str::is_empty, report)
        })],
    },
    Rule {
        code: "link/form",
        severity: Severity::Error,
        summary: "A link is not in a form that leads anywhere.",
        why: "www.irs.gov without https:// is taken for a page of this site, and an unknown name leads nowhere.",
        bad: "content/articles/market-drop.mdx\nSee [the rules](www.irs.gov).",
        good: "content/articles/market-drop.mdx\nSee [the rules](https://www.irs.gov/).",
        checks: &[Check::File(check_form)],
    },
    Rule {
        code: "link/fragment",
        severity: Severity::Error,
        summary: "The # of a link is not followed by an anchor of the page it leads to.",
        why: "The visitor lands at the top of a long page and has to search for what was promised.",
        bad: "content/pages/index.toml\nhref = \"/about#taem\"",
        good: "content/pages/index.toml\nhref = \"/about#team\"",
        checks: &[Check::File(check_fragments)],
    },
    Rule {
        code: "link/own-site",
        severity: Severity::Error,
        summary: "A link leads to a page of this site by its full address.",
        why: "It is taken for a link to another site: it opens in a new tab, leads out of a preview, and nobody notices when the page moves.",
        bad: "content/pages/faq.toml\nanswer = \"See [our fees](https://www.example.com/fees).\"",
        good: "content/pages/faq.toml\nanswer = \"See [our fees](/fees).\"",
        checks: &[Check::File(check_own)],
    },
    Rule {
        code: "link/vague",
        severity: Severity::Warning,
        summary: "A link's words do not say where it leads: \"click here\", \"read more\", an address.",
        why: "People who use a screen reader go from link to link and hear only these words; search engines judge a page by them, too.",
        bad: "content/articles/market-drop.mdx\nFor our fees, [click here](/fees).",
        good: "content/articles/market-drop.mdx\nSee [what we charge](/fees).",
        checks: &[Check::File(|file, _, report| {
            check_words(file, is_vague, report)
        })],
    },
];

const FORMS: &str =
    "/path, /path#anchor, #anchor, https://…, external:NAME, contact:phone or contact:email";

/// Words that say nothing of a link's target.
const VAGUE: &str = "click here|click|here|this|this link|this page|this article|link|page|more|read more|learn more|find out more|see more|see here|go|go here|read this|details|website|this website";

fn check_pages(file: &File, tree: &Tree, report: &mut Report) {
    for (link, path, _) in page_links(file) {
        if path.is_empty() || tree.is_route(path) || site_schema::MACHINE_DOCUMENTS.contains(&path)
        {
            continue;
        }
        let help = match nearest(path, tree.routes.keys().map(String::as_str)) {
            Some(near) => format!("Did you mean `{near}`?"),
            None => "Write the path of a page (content/pages/fees.toml is /fees) or of an article (/blog/ and its file's name).".to_owned(),
        };
        report.push(
            at(
                file,
                link,
                format!("there is no page at {path}"),
                help,
                tree,
            )
            .expected("the path of a page or an article of this site"),
        );
    }
}

fn check_drafts(file: &File, tree: &Tree, report: &mut Report) {
    let links = page_links(file).filter(|(_, path, _)| tree.drafts.contains(*path));
    for (link, path, _) in links.filter(|_| !file.is_draft()) {
        let mut files = tree.files.iter();
        let draft = files.find(|file| file.route().as_deref() == Some(path));
        let draft = draft.map_or(path, |draft| &draft.path);
        let help = format!(
            "Delete the line `draft = true` in {draft} to publish it, or remove the link until then."
        );
        report.push(
            at(
                file,
                link,
                format!("the page at {path} is a draft"),
                help,
                tree,
            )
            .expected("the path of a published page or article"),
        );
    }
}

fn check_fragments(file: &File, tree: &Tree, report: &mut Report) {
    let own = file.route();
    for (link, path, fragment) in page_links(file) {
        let page = match path {
            "" => own.as_deref().unwrap_or_default(),
            path => path,
        };
        let (Some(fragment), Some(Some(anchors))) = (fragment, tree.routes.get(page)) else {
            continue;
        };
        if !anchors.contains(fragment) {
            let message = format!("there is no anchor `#{fragment}` on {page}");
            let help = suggest(fragment, anchors.iter().map(String::as_str));
            report.push(at(file, link, message, help, tree).expected(format!(
                "the `id` of a block, a heading or a question on {page}"
            )));
        }
    }
}

fn check_form(file: &File, tree: &Tree, report: &mut Report) {
    for link in file.uses_of(Target::Link) {
        let help = match parse(&link.name) {
            Destination::Page { .. } | Destination::Web(_) => continue,
            Destination::External(name) => {
                let known = tree.keys(&FileKind::Site, "/external");
                if !tree.definitions_are_known || known.contains(&name) {
                    continue;
                }
                format!(
                    "content/site.toml has no link of that name. {}",
                    suggest(name, known)
                )
            }
            Destination::Contact(name) if CONTACTS.contains(&name) => continue,
            Destination::Contact(name) => suggest(name, CONTACTS),
            Destination::Unknown => "Write https:// before the address of another site, / before that of a page of this site, and contact:phone or contact:email for the firm's own.".to_owned(),
        };
        report.push(at(file, link, "this link leads nowhere", help, tree).expected(FORMS));
    }
}

fn check_own(file: &File, tree: &Tree, report: &mut Report) {
    for link in file.uses_of(Target::Link) {
        if let Destination::Web(address) = parse(&link.name)
            && let Some(path) = own_path(address, tree)
        {
            let message = "full address of a page of this site";
            let help = format!("Write its path: {path}");
            report.push(at(file, link, message, help, tree).expected("its path, such as /fees"));
        }
    }
}

fn check_words(file: &File, is_wrong: fn(&str) -> bool, report: &mut Report) {
    for (prose, node) in file.nodes() {
        if !matches!(node.kind, Kind::Link(_)) {
            continue;
        }
        // A picture speaks for its link.
        let alts = node.children.iter().filter_map(|child| match &child.kind {
            Kind::Image(_, alt) => Some(alt.as_str()),
            _ => None,
        });
        let words = node.words() + &alts.collect::<String>();
        if is_wrong(words.trim()) {
            report.push(
                Diagnostic::at(
                    file,
                    prose.source(node),
                    "no words say where this link leads",
                )
                .expected("words between [ and ] that make sense on their own")
                .quoting(words.trim())
                .help("Link the words that name the thing: see [what we charge](/fees)."),
            );
        }
    }
}

fn is_vague(words: &str) -> bool {
    let plain = words
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    let begins = |begin: &&str| plain.starts_with(begin);
    let is_address = !plain.contains(' ') && ["http://", "https://", "www."].iter().any(begins);
    is_address || VAGUE.split('|').any(|vague| vague == plain)
}

/// A problem at a link, with the link that must be meant, or with what to do.
fn at(
    file: &File,
    link: &Use,
    message: impl Into<String>,
    help: String,
    tree: &Tree,
) -> Diagnostic {
    let right = corrected(&link.name, file, tree);
    let fix = right
        .as_ref()
        .and_then(|right| Fix::instead(file, link.span.clone(), &link.name, right));
    Diagnostic::at(file, link.span.clone(), message)
        .quoting(&link.name)
        .help(right.map_or(help, |right| format!("Write `{right}`.")))
        .fix(fix)
}

/// The links to pages of this site, with their paths and fragments.
fn page_links(file: &File) -> impl Iterator<Item = (&Use, &str, Option<&str>)> {
    let links = file.uses_of(Target::Link);
    links.filter_map(|link| match parse(&link.name) {
        Destination::Page { path, fragment } => Some((link, path, fragment)),
        _ => None,
    })
}
