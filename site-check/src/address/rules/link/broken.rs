//! Links that lead nowhere.

use super::FoundAddress;
use super::destination::{
    report_lookalike, report_parameters, report_private, report_restriction, report_wrapper,
};
use crate::address::addresses::addresses;
use crate::address::correct::own_path;
use crate::address::link::{CONTACTS, Destination, answers, parse};
use crate::address::web::decoded;
use crate::address::web::form::{FormError, email_error, form_error};
use crate::load::{File, FileKind, Tree};
use crate::moment_words::in_words;
use crate::names::{did_you_mean, suggest, suggest_from};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::Timestamp;

pub(super) static BROKEN: Rule = Rule {
    code: "link/broken",
    severity: Severity::Error,
    scope: Scope::FileInTree(check),
    summary: "A link leads to a page or an anchor that doesn't exist, or to a draft; it is mistyped; or it leads to a page of this site by its full address.",
    why: "Visitors who follow it find the page for unknown addresses, or the top of a long page; drafts aren't built. Browsers read www.irs.gov without https:// as a page of this site. The full address of one of this site's own pages opens in a new tab, and no one notices when the page moves.",
    example: Example::InFile {
        file: "content/pages/index.toml",
        wrong: r#"lede = "Call {phone} or see [our fees](/fee).""#,
        right: r#"lede = "Call {phone} or see [our fees](/fees#tiers).""#,
    },
};

/// The words for a broken link.
struct Broken {
    message: String,
    expected: String,
    help: String,
}

/// Reports the first problem of each address of a file, also for the rules on private, tracking and restricted addresses.
fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    for address in addresses(file) {
        let found = FoundAddress {
            file,
            tree,
            address,
        };
        if report_lookalike(&found, out) || report_private(&found, out) {
            continue;
        }
        let is_own = found.address.is_link && own_path(found.text(), tree).is_some();
        if !is_own && report_wrapper(&found, out) {
            continue;
        }
        if let Some(broken) = broken(&found) {
            let Broken {
                message,
                expected,
                help,
            } = broken;
            found.report(message, help, out).expected(expected);
            continue;
        }
        _ = report_parameters(&found, out) || report_restriction(&found, out);
    }
}

fn broken(found: &FoundAddress) -> Option<Broken> {
    let (file, tree) = (found.file, found.tree);
    let href = found.address.text;
    if !found.address.is_link {
        return match href.strip_prefix("mailto:") {
            Some(address) => email_address_error(address),
            None => external_error(href, WEB_FORM),
        };
    }
    match parse(href) {
        Destination::Page { path, .. } if tree.is_draft(path) && !file.is_draft() => {
            Some(Broken::draft(path, tree))
        }
        Destination::Page { path, fragment } => {
            if !path.is_empty() && !answers(path, tree) {
                return Some(Broken::page(path, tree));
            }
            broken_fragment(path, fragment?, file, tree)
        }
        Destination::Web(_) | Destination::Unknown if own_path(href.trim(), tree).is_some() => {
            Some(Broken::own_address(href.trim(), tree))
        }
        Destination::Web(address) => external_error(address, LINK_FORM),
        Destination::External(name) => {
            let known = tree.keys(&FileKind::Site, "/external");
            if !tree.definitions_are_known || known.contains(&name) {
                return None;
            }
            let near = suggest_from(name, known, "content/site.toml, under [external]");
            Some(Broken::form(format!(
                "content/site.toml has no link with that name. {near}"
            )))
        }
        Destination::Contact(name) if CONTACTS.contains(&name) => None,
        Destination::Contact(name) => Some(Broken::form(suggest(name, CONTACTS))),
        Destination::Unknown => Some(external_error(href, LINK_FORM).unwrap_or_else(|| {
            Broken::form("Write https:// before the address of another site, / before the path of a page of this site, and contact:phone or contact:email for the firm's own contacts.")
        })),
    }
}

/// Returns the mistake in an email address outside links.
fn email_address_error(address: &str) -> Option<Broken> {
    let error = email_error(address.split('?').next().unwrap_or_default())?;
    Some(Broken::of(
        format!("not a valid email address: {error}"),
        "an email address, such as mailto:security@example.com",
        "Write a name, @ and a site, without spaces.",
    ))
}

/// The forms of a link, and the form of a web address.
const LINK_FORM: &str =
    "/path, /path#anchor, #anchor, https://…, external:NAME, contact:phone or contact:email";
const WEB_FORM: &str = "a full web address, such as https://www.example.com/fees";

/// Returns the mistake in an address of another site.
fn external_error(address: &str, expected: &str) -> Option<Broken> {
    let FormError { message, help, .. } = form_error(address)?;
    Some(Broken::of(message, expected, help))
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

/// Returns the mistake in the anchor of a link to an existing page. Like a browser, it decodes the anchor and ignores the words
/// to highlight.
fn broken_fragment(path: &str, written: &str, file: &File, tree: &Tree) -> Option<Broken> {
    let own = file.route().unwrap_or_default();
    let page = if path.is_empty() { &own } else { path };
    let route = tree.routes.at(page);
    let anchors = route.page.as_ref()?.anchors.as_ref()?;
    let decoded = decoded(written);
    let fragment = decoded.split(":~:").next().unwrap_or_default();
    let has_words_only = fragment.is_empty() && !decoded.is_empty();
    if has_words_only || anchors.contains(fragment) {
        return None;
    }
    let message = format!("there is no anchor `#{fragment}` on {page}");
    if let Some(start) = route.by_clock.get(fragment) {
        return Some(Broken::of(
            message,
            "an anchor that exists for as long as the link does",
            help_with_anchor_by_clock(page, *start, tree),
        ));
    }
    Some(Broken::of(
        message,
        format!("the `id` of a block, a heading or a question on {page}"),
        suggest(fragment, anchors.iter().map(String::as_str)),
    ))
}

/// Returns the help for a link to a part of a page that starts or ends at a set moment.
fn help_with_anchor_by_clock(page: &str, start: Option<Timestamp>, tree: &Tree) -> String {
    let mut help = format!("That part of {page} starts or ends on a set date");
    if let Some(start) = start {
        let from = in_words(start, &tree.zone(), None);
        help += &format!(": it appears starting {from}");
    }
    help + ". Give the part with the link the same `starts` and `ends`, or change the dates of that part."
}

impl Broken {
    fn of(message: String, expected: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message,
            expected: expected.into(),
            help: help.into(),
        }
    }

    /// The full address of a page of this site.
    fn own_address(href: &str, tree: &Tree) -> Self {
        let path = own_path(href, tree).unwrap_or("/");
        Self::of(
            "this is the full address of a page of this site".to_owned(),
            "its path, such as /fees",
            format!("Write its path: {path}"),
        )
    }

    /// A path of a draft.
    fn draft(path: &str, tree: &Tree) -> Self {
        let is_at_path = |kind: FileKind| kind.route().as_deref() == Some(path);
        let mut files = tree.paths().into_iter();
        let draft = files.find(|file| FileKind::at(file).is_some_and(is_at_path));
        let draft = draft.unwrap_or(path);
        Self::of(
            format!("the page at {path} is a draft"),
            "the path of a published page or article",
            format!(
                "Delete the line `draft = true` in {draft} to publish it, or remove the link until then."
            ),
        )
    }

    /// A path without a page.
    fn page(path: &str, tree: &Tree) -> Self {
        let message = format!("there is no page at {path}");
        if tree.routes.at(path).is_absent {
            return Self::of(
                message,
                "a page that exists for as long as the link does",
                "The page starts or ends on a date in its file, in `starts`, `ends` or `published`. Give the part with the link the same dates, or change the dates of the page.",
            );
        }
        let help = if let Some(file) = deleted_page(path, tree) {
            format!("This change deletes it ({file}): remove the link.")
        } else if let Some(near) = did_you_mean(path, tree.routes.addresses()) {
            near
        } else {
            "Write the path of a page (content/pages/fees.toml is /fees) or of an article (/blog/ and its file's name).".to_owned()
        };
        Self::of(
            message,
            "the path of a page or an article of this site",
            help,
        )
    }

    /// A link in an unknown form.
    fn form(help: impl Into<String>) -> Self {
        Self::of("not a valid link".to_owned(), LINK_FORM, help)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, finds_in_files, found, found_in_branch, near_misses,
    };

    #[test]
    #[rustfmt::skip]
    fn anchors_are_compared_as_browsers_read_them() {
        let heading = |anchor: &str| found("articles/second.mdx", "## A heading", &format!("## Café à la carte\n\nSee [it](#{anchor}).\n\n## A heading")).join("\n");
        for right in ["café-à-la-carte", "caf%C3%A9-%C3%A0-la-carte", "a%2Dheading"] {
            assert_eq!(heading(right), "", "{right}");
        }
        for (wrong, help) in [
            ("Caf%C3%A9%20%C3%A0%20la%20carte", "Write `#café-à-la-carte`."), ("caf%C3%A9-%C3%A0-la-cart", "Write `#café-à-la-carte`."),
            ("a-heding:~:text=Words", "Write `#a-heading`."), ("A%20heading", "Write `#a-heading`."), ("caf%E9", "Use one of"),
        ] {
            assert!(heading(wrong).contains(help), "{wrong}: {}", heading(wrong));
        }
    }

    #[test]
    #[rustfmt::skip]
    fn own_addresses_in_every_form() {
        for written in [
            "https://www.example.com/fees", "http://www.example.com/fees", "https://example.com/fees/", "https://WWW.Example.COM/fees.html", "//www.example.com/fees",
            "www.example.com/fees", "example.com/fees", "https://www.example.com:443/fees/index.html", "https://www.example.com/fees?utm_source=a&gclid=b", "https://www.example.com./fees",
            "http://localhost:8080/fees", "localhost:4321/fees", "https//www.example.com/fees", "https://www.example.com/fees#:~:text=a", "/fees/index.html", "fees.html", "<https://www.example.com/fees>",
        ] {
            let found = found("pages/index.toml", "href = \"/fees\"", &format!("href = \"{written}\""));
            assert!(found.len() == 1 && found[0].ends_with("Write `/fees`."), "{written}: {found:?}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn mistyped_addresses() {
        let article = |to: &str| found("articles/first.mdx", "https://www.irs.gov/", to);
        for (written, help) in [
            ("www.irs.gov/forms", "Write `https://www.irs.gov/forms`."), ("https//www.irs.gov", "Write `https://www.irs.gov`."), ("https://www.irs,gov/", "Write `www.irs.gov` if that is the site."),
            ("mailto:sam@example.org", "contact:email"), ("https://www.irs.gov/p17.pdf.", "Write `https://www.irs.gov/p17.pdf`."), ("javascript:void(0)", "remove the link"),
            ("https://www.irs.gov/formshttps://www.irs.gov/pubs", "Keep one of the two"), ("<https://www.irs.gov/tax topics>", "%20"), ("https://8.8.4.4/", "name of the site"),
        ] {
            let found = article(written);
            assert!(found.len() == 1 && found[0].starts_with("link/broken") && found[0].contains(help), "{written}: {found:?}");
        }
        let reference = |url: &str| found("articles/first.mdx", "subjects =", &format!("references = [{{ title = \"A\", publisher = \"B\", url = \"{url}\" }}]\nsubjects ="));
        for (written, help) in [
            ("https//www.irs.gov/forms", "Write `https://www.irs.gov/forms`."), ("www.irs.gov", "Write `https://www.irs.gov`."), ("http://www.irs.gov", "Write `https://www.irs.gov`, and"),
            ("https://www.irs.gov/a b", "%20"), ("https://www.irs.con/", "`.com`"), ("https://www.irs.gov/?a=1&amp;b=2", "Write `https://www.irs.gov/?a=1&b=2`."),
        ] {
            let found = reference(written);
            assert!(found.len() == 1 && found[0].starts_with("link/broken") && found[0].contains(help), "{written}: {found:?}");
        }
        for right in ["https://en.wikipedia.org/wiki/Roth_(IRA)", "https://www.example.com/fees", "https://data.census.gov/table?f[0]=a|b"] {
            assert_eq!(reference(right), [""; 0], "{right}");
        }
        for (contact, count) in [("mailto:a@@example.com", 1), ("mailto:a@example", 1), ("mailto:a@example.com", 0), ("https://example.com/report", 0), ("https://www.example,com/", 1)] {
            let found = found("site.toml", "mailto:security@example.com", contact);
            assert_eq!(found.len(), count, "{contact}: {found:?}");
        }
    }

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
        error[link/broken]: this address doesn't begin with https://
          --> content/articles/first.mdx:15:35
           |
        15 | Some **words** of [the authority](www.irs.gov).
           |                                   ^^^^^^^^^^^
           |
           = expected: /path, /path#anchor, #anchor, https://…, external:NAME, contact:phone or contact:email
           = found: `www.irs.gov`
           = help: Write `https://www.irs.gov`.
           = note: `cargo site check --fix` fixes this
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
        let help = "That part of /fees starts or ends on a set date: it appears starting May 1, 2026. Give the part with the link the same `starts` and `ends`, or change the dates of that part.";
        assert!(by_clock.iter().any(|found| found.ends_with(help)), "{by_clock:#?}");
        let change = ("pages/index.toml", "/fees#tiers", "/prices");
        let found = found_in_branch(change, "", "content/pages/prices.toml");
        assert_eq!(found[0].help, "This change deletes it (content/pages/prices.toml): remove the link.");
        finds_in_files("link/broken", &[
            ("pages/index.toml", "href = \"/fees\"", "href = \"«/Fees/\""),
            ("articles/first.mdx", "/blog/second#a-heading", "«/second"),
            ("articles/first.mdx", "/blog/second#", "«/Blog/Second#"),
            ("redirects.toml", "/fees", "«/feess"),
            ("articles/first.mdx", "/blog/second#a-heading", "«/blog/the%20second"),
            ("articles/first.mdx", "/blog/second#a-heading", "«../blog/second"),
            ("pages/index.toml", "/fees#tiers", "«/fees#teirs"),
            ("articles/first.mdx", "/blog/second#a-heading", "«https://www.example.com/blog/second#a-heading"),
            ("pages/index.toml", "href = \"/fees\"", "href = \"«external:newsleter\""),
            ("pages/index.toml", "href = \"/fees\"", "href = \"«mailto:a@example.com\""),
            ("articles/first.mdx", "https://www.irs.gov/", "«http://www.irs.gov/"),
            ("articles/first.mdx", "/blog/second#a-heading", "«/blog/second#heading"),
        ]);
        near_misses("link/broken", &[
            ("articles/first.mdx", "https://www.irs.gov/", "https://www.irs.gov/a%20b", "http://www.irs.gov/a%20b"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn draft() {
        assert_snapshot!(check("articles/second.mdx", "id = 2\n", "id = 2\ndraft = true\n"), @r#"
        error[link/broken]: the page at /blog/second is a draft
          --> content/articles/first.mdx:11:51
           |
        11 | The rule says {withdrawal-rule}; see [the second](/blog/second#a-heading).
           |                                                   ^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: the path of a published page or article
           = found: `/blog/second#a-heading`
           = help: Delete the line `draft = true` in content/articles/second.mdx to publish it, or remove the link until then.

        error[link/broken]: the page at /blog/second is a draft
          --> content/articles/first.mdx:19:33
           |
        19 | More is in [the second article](/blog/second).
           |                                 ^^^^^^^^^^^^
           |
           = expected: the path of a published page or article
           = found: `/blog/second`
           = help: Delete the line `draft = true` in content/articles/second.mdx to publish it, or remove the link until then.
        "#);
    }
}
