use super::report;
use crate::address::correct::own_path;
use crate::address::link::{CONTACTS, Destination, answers, parse};
use crate::load::{File, FileKind, Target, Tree};
use crate::moment_words::in_words;
use crate::names::{did_you_mean, suggest, suggest_from};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::Timestamp;

pub(super) static BROKEN: Rule = Rule {
    code: "link/broken",
    severity: Severity::Error,
    scope: Scope::FileInTree(check),
    summary: "A link leads to no page or anchor of this site, is in no form that leads anywhere, or leads to this site by its full address.",
    why: "A visitor who follows it finds the page for unknown addresses, or the top of a long page. Browsers take www.irs.gov without https:// for a page of this site. The full address of one of this site's own pages opens in a new tab, and no one notices when the page moves.",
    example: Example::InFile {
        file: "content/pages/index.toml",
        wrong: r#"lede = "Call {phone} or see [our fees](/fee).""#,
        right: r#"lede = "Call {phone} or see [our fees](/fees#tiers).""#,
    },
};

/// A link that does not lead where it should.
struct Broken {
    message: String,
    expected: String,
    help: String,
}

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    for link in file.references_of(Target::Link) {
        if let Some(broken) = broken(&link.name, file, tree) {
            let Broken {
                message,
                expected,
                help,
            } = broken;
            report(file, link, tree, message, help, out).expected(expected);
        }
    }
}

fn broken(href: &str, file: &File, tree: &Tree) -> Option<Broken> {
    match parse(href) {
        Destination::Page { path, fragment } => {
            if !path.is_empty() && !answers(path, tree) {
                if tree.absent.contains(path) {
                    return Some(Broken::absent_page(path));
                }
                return Some(match deleted_page(path, tree) {
                    Some(file) => Broken::deleted_page(path, file),
                    None => Broken::page(path, tree),
                });
            }
            broken_fragment(path, fragment?, file, tree)
        }
        Destination::Web(address) => own_path(address, tree).map(|path| Broken {
            message: "full address of a page of this site".to_owned(),
            expected: "its path, such as /fees".to_owned(),
            help: format!("Write its path: {path}"),
        }),
        Destination::External(name) => {
            let known = tree.keys(&FileKind::Site, "/external");
            if !tree.definitions_are_known || known.contains(&name) {
                return None;
            }
            let near = suggest_from(name, known, "content/site.toml, under [external]");
            Some(Broken::form(format!(
                "content/site.toml has no link of that name. {near}"
            )))
        }
        Destination::Contact(name) if CONTACTS.contains(&name) => None,
        Destination::Contact(name) => Some(Broken::form(suggest(name, CONTACTS))),
        Destination::Unknown => Some(Broken::form("Write https:// before the address of another site, / before that of a page of this site, and contact:phone or contact:email for the firm's own.".to_owned())),
    }
}

/// Returns the file of the page or the article at a path that the change deletes.
fn deleted_page<'a>(path: &str, tree: &'a Tree) -> Option<&'a str> {
    let base = tree.history.base.as_ref()?;
    for file in &base.paths {
        let route = FileKind::at(file).and_then(|kind| kind.route());
        if route.as_deref() == Some(path) && tree.is_deleted(file) {
            return Some(file);
        }
    }
    None
}

/// Returns what is wrong with the anchor of a link to a page that is there.
fn broken_fragment(path: &str, fragment: &str, file: &File, tree: &Tree) -> Option<Broken> {
    let own = file.route().unwrap_or_default();
    let page = if path.is_empty() { &own } else { path };
    let anchors = tree.routes.get(page)?.as_ref()?;
    if anchors.contains(fragment) {
        return None;
    }
    let message = format!("there is no anchor `#{fragment}` on {page}");
    let by_clock = tree.anchors_by_clock.get(page);
    if let Some(start) = by_clock.and_then(|anchors| anchors.get(fragment)) {
        return Some(Broken {
            message,
            expected: "an anchor that is there for as long as the link is".to_owned(),
            help: help_with_anchor_by_clock(page, *start, tree),
        });
    }
    Some(Broken {
        message,
        expected: format!("the `id` of a block, a heading or a question on {page}"),
        help: suggest(fragment, anchors.iter().map(String::as_str)),
    })
}

/// The way out for a link to a part of a page that starts or ends by the clock.
fn help_with_anchor_by_clock(page: &str, start: Option<Timestamp>, tree: &Tree) -> String {
    let mut help = format!("That part of {page} starts or ends by the clock");
    match start {
        Some(start) if tree.moment.is_some_and(|moment| moment < start) => {
            let from = in_words(start, &tree.zone(), tree.now);
            help += &format!(": it is there from {from} on");
        }
        _ => {}
    }
    help + ". Give what holds the link the same `starts` and `ends`, or that part others."
}

impl Broken {
    /// A path at which nothing answers.
    fn page(path: &str, tree: &Tree) -> Self {
        let near = did_you_mean(path, tree.routes.keys().map(String::as_str));
        Self {
            message: format!("there is no page at {path}"),
            expected: "the path of a page or an article of this site".to_owned(),
            help: near.unwrap_or_else(|| "Write the path of a page (content/pages/fees.toml is /fees) or of an article (/blog/ and its file's name).".to_owned()),
        }
    }

    /// The path of a page that is there at other moments.
    fn absent_page(path: &str) -> Self {
        Self {
            message: format!("there is no page at {path}"),
            expected: "a page that is there for as long as the link is".to_owned(),
            help: "The page starts or ends by the clock: its file says when, in `starts`, `ends` or `published`. Give what holds the link the same days, or the page others.".to_owned(),
        }
    }

    /// The path of a page that is there no more once the change is merged.
    fn deleted_page(path: &str, file: &str) -> Self {
        Self {
            message: format!("there is no page at {path}"),
            expected: "the path of a page or an article of this site".to_owned(),
            help: format!("This change deletes it ({file}): take the link out."),
        }
    }

    /// A link in none of the forms that lead anywhere.
    fn form(help: String) -> Self {
        Self {
            message: "not a valid link".to_owned(),
            expected: "/path, /path#anchor, #anchor, https://…, external:NAME, contact:phone or contact:email".to_owned(),
            help,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, found, found_in_branch, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn broken() {
        assert_snapshot!(check("pages/index.toml", "/fees#tiers", "/fee"), @r#"
        error[link/broken]: there is no page at /fee
          --> content/pages/index.toml:10:40
           |
        10 | lede = "Call {phone} or see [our fees](/fee)."
           |                                        ^^^^
           |
           = expected: the path of a page or an article of this site
           = found: `/fee`
           = help: Did you mean `/fees`?
        "#);
        assert_snapshot!(check("articles/first.mdx", "https://www.irs.gov/", "www.irs.gov"), @r#"
        error[link/broken]: not a valid link
          --> content/articles/first.mdx:15:35
           |
        15 | Some **words** of [the authority](www.irs.gov).
           |                                   ^^^^^^^^^^^
           |
           = expected: /path, /path#anchor, #anchor, https://…, external:NAME, contact:phone or contact:email
           = found: `www.irs.gov`
           = help: Write https:// before the address of another site, / before that of a page of this site, and contact:phone or contact:email for the firm's own.
        "#);
        assert_snapshot!(check("pages/index.toml", "/fees#tiers", "/FEES#Tiers"), @r#"
        error[link/broken]: there is no page at /FEES
          --> content/pages/index.toml:10:40
           |
        10 | lede = "Call {phone} or see [our fees](/FEES#Tiers)."
           |                                        ^^^^^^^^^^^
           |
           = expected: the path of a page or an article of this site
           = found: `/FEES#Tiers`
           = help: Write `/fees#tiers`.
           = note: `cargo site check --fix` fixes this
        "#);
        let by_clock = found("pages/fees.toml", "id = \"tiers\"", "id = \"tiers\"\nstarts = 2026-05-01");
        let help = "That part of /fees starts or ends by the clock: it is there from May 1 on. Give what holds the link the same `starts` and `ends`, or that part others.";
        assert!(by_clock.iter().any(|found| found.ends_with(help)), "{by_clock:#?}");
        let change = ("pages/index.toml", "/fees#tiers", "/prices");
        let found = found_in_branch(change, "", "content/pages/prices.toml");
        assert_eq!(found[0].help, "This change deletes it (content/pages/prices.toml): take the link out.");
        finds("link/broken", &[
            ("pages/index.toml", "href = \"/fees\"", "href = \"/Fees/\"", (12, 42)),
            ("articles/first.mdx", "/blog/second#a-heading", "/second", (11, 51)),
            ("articles/first.mdx", "/blog/second#", "/Blog/Second#", (11, 51)),
            ("redirects.toml", "/fees", "/feess", (3, 7)),
            ("articles/first.mdx", "/blog/second#a-heading", "/blog/the%20second", (11, 51)),
            ("articles/first.mdx", "/blog/second#a-heading", "../blog/second", (11, 51)),
            ("pages/index.toml", "/fees#tiers", "/fees#teirs", (10, 40)),
            ("articles/first.mdx", "/blog/second#a-heading", "https://www.example.com/blog/second#a-heading", (11, 51)),
            ("pages/index.toml", "href = \"/fees\"", "href = \"external:newsleter\"", (12, 42)),
            ("pages/index.toml", "href = \"/fees\"", "href = \"mailto:a@example.com\"", (12, 42)),
            ("articles/first.mdx", "https://www.irs.gov/", "http://www.irs.gov/", (15, 35)),
            ("articles/first.mdx", "#a-heading", "#heading", (11, 51)),
        ]);
        near_misses("link/broken", &[
            ("articles/first.mdx", "https://www.irs.gov/", "https://www.irs.gov/a%20b", "http://www.irs.gov/a%20b"),
        ]);
    }
}
