//! The addresses that visitors could open before a change.

use crate::address::addresses::answering_at;
use crate::address::link::path_in;
use crate::fix::Fix;
use crate::load::{File, FileKind, Target, Tree};
use crate::names::nearest;
use crate::plant::{begin_change, copy};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use std::collections::BTreeSet;

pub(crate) static RULES: &[&Rule] = &[&LOST];

/// The file with the new addresses of old ones.
const REDIRECTS: &str = "content/redirects.toml";

static LOST: Rule = Rule {
    code: "url/lost",
    severity: Severity::Error,
    scope: Scope::WholeTree(check_lost),
    summary: "An address that visitors could open no longer exists, and has no redirect.",
    why: "Bookmarks, printed letters and search results still have it, and people who follow them find nothing and don't learn why. The check compares the content with the commit where the change left main, and on main with the previous commit; without Git, it compares nothing.",
    example: Example::Planted {
        wrong: "content/pages/letters-of-2018.toml is deleted.",
        right: r#"
content/pages/letters-of-2018.toml is deleted, and content/redirects.toml says:

[[redirects]]
from = "/letters-of-2018"
gone = true
"#,
        plant: |tree| {
            let page = "content/pages/letters-of-2018.toml";
            copy(tree, "content/pages/services.toml", page);
            begin_change(tree);
            tree.remove(page);
        },
    },
};

fn check_lost(tree: &Tree, out: &mut Diagnostics) {
    if !redirects_are_known(tree) {
        return;
    }
    let now = tree.answering();
    let history = &tree.history;
    let mut before = tree.answered_before.clone();
    for base in [&history.base, &history.parent].into_iter().flatten() {
        before.extend(answering_at(base, &now, tree));
    }
    report_lost(&before, &now, tree, out);
}

/// Returns true if the redirects can be read. If they can't, another rule reports that, and any address may be among them.
fn redirects_are_known(tree: &Tree) -> bool {
    match tree.file(&FileKind::Redirects) {
        Some(redirects) => redirects.is_parsed(),
        None => !tree.rejected.iter().any(|file| file.path == REDIRECTS),
    }
}

/// Reports each address that answered before the change and doesn't after it.
fn report_lost(
    before: &BTreeSet<String>,
    now: &BTreeSet<String>,
    tree: &Tree,
    out: &mut Diagnostics,
) {
    for address in before.difference(now) {
        let message = format!("published address {address} no longer exists");
        let lost = Lost::find(address, tree);
        let help = lost.help(address, now, tree);
        let diagnostic = match &lost {
            Lost::Drafted(file) => out.at_value(file, draft_key(file), message),
            Lost::Renamed { path, .. } => out.of_file(path, message),
            Lost::Absent | Lost::Forgotten { .. } | Lost::Deleted => {
                out.of_file(REDIRECTS, message)
            }
        };
        diagnostic
            .expected("a page, or an entry in content/redirects.toml")
            .found("neither")
            .help(help)
            .fix(lost.fix(address, tree));
    }
}

/// The reason why an address doesn't answer.
enum Lost<'a> {
    /// Its file is a draft.
    Drafted(&'a File),
    /// Git detected that its file was renamed: the new path and address.
    Renamed { path: &'a str, route: String },
    /// Its page has ended or hasn't started at the moment of the edition.
    Absent,
    /// Its redirect was deleted: the target, or `None` if the redirect said that the page is gone.
    Forgotten { to: Option<String> },
    /// Its file was deleted.
    Deleted,
}

impl<'a> Lost<'a> {
    fn find(address: &str, tree: &'a Tree) -> Self {
        for file in &tree.files {
            if file.is_draft() && file.route().as_deref() == Some(address) {
                return Self::Drafted(file);
            }
        }
        if tree.routes.at(address).is_absent {
            return Self::Absent;
        }
        if let Some(forgotten) = forgotten(address, tree) {
            return forgotten;
        }
        renamed(address, tree).unwrap_or(Self::Deleted)
    }

    /// Returns the help for an editor.
    fn help(&self, address: &str, now: &BTreeSet<String>, tree: &Tree) -> String {
        let (why, target) = match self {
            Self::Drafted(_) => {
                return "The page is a draft, which isn't built: delete its line `draft = true`."
                    .to_owned();
            }
            Self::Forgotten { to } => {
                let end = match to {
                    Some(to) => format!("to = \"{to}\""),
                    None => "gone = true".to_owned(),
                };
                return format!(
                    "content/redirects.toml had an entry for it: restore it, [[redirects]] from = \"{address}\" {end}, or redirect it to another page."
                );
            }
            Self::Absent => (
                "Its page or article starts or ends on a date in its file. A redirect applies while the page is absent. ",
                nearest_page(address, now, tree),
            ),
            Self::Renamed { route, .. } => ("Its file was renamed. ", Some(route.as_str())),
            Self::Deleted => ("", nearest_page(address, now, tree)),
        };
        let target = target.unwrap_or("/…");
        format!(
            "{why}Redirect it in content/redirects.toml to the page that replaces it, perhaps: [[redirects]] from = \"{address}\" to = \"{target}\". If nothing replaces it, write gone = true instead of `to`, or restore the page."
        )
    }

    /// Returns the fix that adds a redirect to the page, if the page is certain.
    fn fix(&self, address: &str, tree: &Tree) -> Option<Fix> {
        let Self::Renamed { route, .. } = self else {
            return None;
        };
        redirect(tree.file(&FileKind::Redirects)?, address, route)
    }
}

/// Returns the pointer of the key that makes a file a draft.
fn draft_key(file: &File) -> &'static str {
    match file.kind {
        FileKind::Article(_) => "/draft",
        _ => "/meta/draft",
    }
}

/// Returns the page or the article whose address resembles a lost one most.
fn nearest_page<'a>(address: &str, now: &'a BTreeSet<String>, tree: &Tree) -> Option<&'a str> {
    let mut pages = Vec::new();
    for route in now {
        if tree.is_route(route) && route != "/" {
            pages.push(route.as_str());
        }
    }
    nearest(address, pages)
}

/// Returns the redirect for an address in the content at the merge base.
fn forgotten<'a>(address: &str, tree: &Tree) -> Option<Lost<'a>> {
    let before = tree.toml_before(&FileKind::Redirects)?;
    for redirect in before["redirects"].as_array()? {
        if redirect["from"].as_str() == Some(address) {
            let to = redirect["to"].as_str().map(str::to_owned);
            return Some(Lost::Forgotten { to });
        }
    }
    None
}

/// Returns the page or the article whose renamed file had an address.
fn renamed<'a>(address: &str, tree: &'a Tree) -> Option<Lost<'a>> {
    let below = address.trim_matches('/');
    let mut candidates = vec![
        format!("content/pages/{below}.toml"),
        format!("content/pages/{below}/index.toml"),
    ];
    if let Some(slug) = below.strip_prefix("blog/") {
        candidates.insert(0, format!("content/articles/{slug}.mdx"));
    }
    for file in candidates {
        if let Some(path) = last_path(tree, &file)
            && let Some(route) = FileKind::at(path).and_then(|kind| kind.route())
            && tree.is_published(&route)
            && route != address
        {
            return Some(Lost::Renamed { path, route });
        }
    }
    None
}

/// Returns the path of a renamed file after all of its renames.
fn last_path<'a>(tree: &'a Tree, file: &str) -> Option<&'a str> {
    let renames = &tree.history.renames;
    let mut path = renames.get(file)?;
    // Renames can form a circle.
    for _ in 0..renames.len() {
        if tree.files.iter().any(|file| file.path == *path) {
            break;
        }
        path = renames.get(path)?;
    }
    Some(path)
}

/// Adds a redirect, and changes redirects to the old address into redirects to the new one.
fn redirect(file: &File, from: &str, to: &str) -> Option<Fix> {
    let mut entry = format!("\n[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\n");
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        entry.insert(0, '\n');
    }
    let end = file.text.len();
    let description = format!("Redirect `{from}` to `{to}`: Git knows that the file was renamed.");
    let mut fix = Fix::edit(file, end..end, entry.replace('\n', file.newline()));
    fix.description = description;
    for link in file.references_of(Target::Link) {
        if path_in(&link.name) == Some(from) {
            let right = format!("{to}{}", &link.name[from.len()..]);
            fix = fix.and(Fix::of_reference(file, link, &right)?);
        }
    }
    Some(fix)
}

#[cfg(test)]
mod tests {
    use crate::load::{Base, File};
    use crate::rules::tests::site::Site;
    use insta::assert_snapshot;
    use std::sync::Arc;

    const PAGE: &str = "pages/riverton-planning.toml";
    const REDIRECTS: &str = "redirects.toml";

    /// Returns the tests' own site as the content of a commit.
    fn base() -> Base {
        let tree = Site::new().load_today().tree;
        let text = |file: &Arc<File>| (file.path.clone(), Arc::clone(&file.text));
        Base {
            paths: tree.files.iter().map(|file| file.path.clone()).collect(),
            texts: tree.files.iter().map(text).collect(),
            committed: None,
        }
    }

    /// Returns the lost addresses of a site since a commit, with the renames that Git detected.
    fn since(base: Base, site: &Site, renames: &[(&str, &str)]) -> Vec<String> {
        let mut loaded = site.load_today();
        loaded.tree.history.base = Some(base);
        for (from, to) in renames {
            let renames = &mut loaded.tree.history.renames;
            renames.insert(format!("content/{from}"), format!("content/{to}"));
        }
        loaded.recheck();
        let lost = loaded.diagnostics.iter();
        let lost = lost.filter(|found| found.code == "url/lost");
        lost.map(ToString::to_string).collect()
    }

    #[test]
    fn a_page_that_is_deleted() {
        let site = Site::new();
        site.change(PAGE, "", "DELETE");
        assert_snapshot!(since(base(), &site, &[]).join("\n"), @r#"
        error[url/lost]: published address /riverton-planning no longer exists
        --> content/redirects.toml
         = expected: a page, or an entry in content/redirects.toml
         = found: neither
         = help: Redirect it in content/redirects.toml to the page that replaces it, perhaps: [[redirects]] from = "/riverton-planning" to = "/…". If nothing replaces it, write gone = true instead of `to`, or restore the page.
        "#);
        for entry in ["gone = true", "to = \"/about\""] {
            let site = Site::new();
            site.change(PAGE, "", "DELETE");
            let redirects = site.text(REDIRECTS);
            let from = "from = \"/riverton-planning\"";
            site.write(
                REDIRECTS,
                format!("{redirects}\n[[redirects]]\n{from}\n{entry}\n"),
            );
            assert_eq!(since(base(), &site, &[]).len(), 0, "{entry}");
        }
    }

    #[test]
    fn a_page_that_is_renamed() {
        let site = Site::new();
        site.change("pages/riverton.toml", "", &format!("MOVED {PAGE}"));
        let renames = [(PAGE, "pages/riverton.toml")];
        assert_snapshot!(since(base(), &site, &renames).join("\n"), @r#"
        error[url/lost]: published address /riverton-planning no longer exists
        --> content/pages/riverton.toml
         = expected: a page, or an entry in content/redirects.toml
         = found: neither
         = help: Its file was renamed. Redirect it in content/redirects.toml to the page that replaces it, perhaps: [[redirects]] from = "/riverton-planning" to = "/riverton". If nothing replaces it, write gone = true instead of `to`, or restore the page.
         = note: `cargo site check --fix` fixes this
        "#);
    }

    #[test]
    fn a_page_that_becomes_a_draft() {
        let site = Site::new();
        site.change(PAGE, "[meta]", "[meta]\ndraft = true");
        assert_snapshot!(since(base(), &site, &[]).join("\n"), @r#"
        error[url/lost]: published address /riverton-planning no longer exists
         --> content/pages/riverton-planning.toml:2:9
          |
        2 | draft = true
          |         ^^^^
          |
          = expected: a page, or an entry in content/redirects.toml
          = found: neither
          = help: The page is a draft, which isn't built: delete its line `draft = true`.
        "#);
        // A page that was always a draft was never published.
        let before = base_with("[meta]\ndraft = true");
        assert_eq!(since(before, &site, &[]).len(), 0);
    }

    /// Returns the same content with another beginning of the page.
    fn base_with(meta: &str) -> Base {
        let mut base = base();
        let text = base.texts.get_mut(&format!("content/{PAGE}"));
        let text = text.expect("the page");
        *text = text.replace("[meta]", meta).into();
        base
    }

    #[test]
    fn a_page_that_ends_by_the_clock() {
        let site = Site::new();
        site.change(PAGE, "[meta]", "[meta]\nends = 2026-02-10");
        let found = since(base(), &site, &[]);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(
            found[0].contains("A redirect applies while the page is absent."),
            "{}",
            found[0]
        );
        let redirects = site.text(REDIRECTS);
        let gone = "[[redirects]]\nfrom = \"/riverton-planning\"\ngone = true\n";
        site.write(REDIRECTS, format!("{redirects}\n{gone}"));
        assert_eq!(since(base(), &site, &[]).len(), 0);
        // A page that hasn't started may be deleted.
        let site = Site::new();
        site.change(PAGE, "", "DELETE");
        let before = base_with("[meta]\nstarts = 2026-03-01");
        assert_eq!(since(before, &site, &[]).len(), 0);
    }

    #[test]
    fn a_redirect_that_is_deleted() {
        let site = Site::new();
        site.change(REDIRECTS, "from = \"/old\"", "from = \"/older\"");
        assert_snapshot!(since(base(), &site, &[]).join("\n"), @r#"
        error[url/lost]: published address /old no longer exists
        --> content/redirects.toml
         = expected: a page, or an entry in content/redirects.toml
         = found: neither
         = help: content/redirects.toml had an entry for it: restore it, [[redirects]] from = "/old" to = "/fees", or redirect it to another page.
        "#);
        site.change(REDIRECTS, "", "DELETE");
        assert!(since(base(), &site, &[]).len() > 1);
        // A file that can't be read may have any redirect.
        site.change(REDIRECTS, "", "from = ");
        assert_eq!(since(base(), &site, &[]).len(), 0);
    }

    #[test]
    fn what_is_new_may_be_taken_back() {
        let mut before = base();
        before.texts.remove(&format!("content/{PAGE}"));
        let site = Site::new();
        site.change(PAGE, "", "DELETE");
        assert_eq!(since(before, &site, &[]).len(), 0);
    }
}
