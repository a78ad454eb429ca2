//! The addresses of pages and articles. A file's name decides its address.

use crate::address::link::{answers, path_in};
use crate::load::markdown::Prose;
use crate::load::{File, FileKind, Target, Tree};
use crate::plant::copy;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, entries};
use serde_json::Value;
use site_schema::{is_reserved, slug};
use std::collections::{HashMap, HashSet};

pub(crate) static RULES: &[&Rule] = &[&DUPLICATE, &FORM, &ORPHAN, &RESERVED];

static DUPLICATE: Rule = Rule {
    code: "route/duplicate",
    severity: Severity::Error,
    scope: Scope::WholeTree(check_duplicates),
    summary: "Two files have the same address.",
    why: "Only one of them would be shown.",
    example: Example::Planted {
        wrong: r"
content/pages/fees/index.toml
# next to content/pages/fees.toml
",
        right: r"
content/pages/fees.toml
# the only file with this address
",
        plant: |tree| {
            copy(
                tree,
                "content/pages/fees.toml",
                "content/pages/fees/index.toml",
            )
        },
    },
};

fn check_duplicates(tree: &Tree, out: &mut Diagnostics) {
    let mut seen: HashMap<String, &str> = HashMap::new();
    for file in tree.files_changed_last() {
        let Some(route) = file.route() else { continue };
        let Some(first) = seen.get(&route.to_lowercase()) else {
            seen.insert(route.to_lowercase(), &file.path);
            continue;
        };
        out.of_file(&file.path, format!("two files have the address {route}"))
            .expected("one file for each address, ignoring capitals")
            .found(format!("{first} and {}", file.path))
            .help("Rename or delete one of the two files: a file's name is its address.");
    }
}

static FORM: Rule = Rule {
    code: "route/form",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_form),
    summary: "A file's name can't be an address.",
    why: "People mistype addresses with capitals, spaces and other characters, and links to them break.",
    example: Example::Planted {
        wrong: "content/articles/Market Drop.mdx",
        right: "content/articles/market-drop.mdx",
        plant: |tree| {
            copy(
                tree,
                "content/articles/first.mdx",
                "content/articles/Market Drop.mdx",
            )
        },
    },
};

fn check_form(file: &File, out: &mut Diagnostics) {
    let Some(route) = file.route() else { return };
    if route == "/" || route[1..].split('/').all(slug::is_slug) {
        return;
    }
    let better = with_slugs(&route);
    let help = if better.is_empty() {
        "Rename the file: its name is its address.".to_owned()
    } else {
        format!("Rename the file so that its address is {better}")
    };
    out.of_file(&file.path, format!("`{route}` is not a valid address"))
        .expected("lower-case letters, digits and hyphens")
        .quoting(&file.path)
        .help(help);
}

/// Returns an address with slugs for its parts, which is empty if no part has a slug.
fn with_slugs(route: &str) -> String {
    let mut address = String::new();
    for part in route.split('/') {
        let slug = slug::from_ascii(part);
        if !slug.is_empty() {
            address += "/";
            address += &slug;
        }
    }
    address
}

static ORPHAN: Rule = Rule {
    code: "route/orphan",
    severity: Severity::Warning,
    scope: Scope::WholeTree(check_orphans),
    summary: "No navigation, list or link leads to a page or an article.",
    why: "Visitors won't find it, and search engines will consider it unimportant.",
    example: Example::Planted {
        wrong: r"
content/pages/financial-planning-jenks.toml
# and no link to /financial-planning-jenks
",
        right: r#"
content/pages/financial-services.toml
body = "We also work [in Jenks](/financial-planning-jenks)."
"#,
        plant: |tree| {
            copy(
                tree,
                "content/pages/services.toml",
                "content/pages/financial-planning-jenks.toml",
            )
        },
    },
};

fn check_orphans(tree: &Tree, out: &mut Diagnostics) {
    let reached = linked_paths(tree);
    // `link/broken` reports a broken link, which may be the missing one.
    let has_broken_link = reached
        .iter()
        .any(|path| !path.is_empty() && !answers(path, tree));
    if has_broken_link || has_unread_file(tree) {
        return;
    }
    let lists_articles = tree.files.iter().any(|file| lists_articles(file));
    for file in &tree.files {
        let Some(route) = file.route() else { continue };
        let is_article = matches!(file.kind, FileKind::Article(_));
        let is_listed = is_article && lists_articles;
        if is_listed || reached.contains(route.as_str()) || needs_no_link(file, &route) {
            continue;
        }
        let noun = if is_article { "article" } else { "page" };
        out.of_file(&file.path, format!("no link leads to this {noun}"))
            .expected(format!(
                "a link to {route} on a page, in the navigation or in an article"
            ))
            .found("none")
            .help(format!(
                "Link to {route} where visitors would look for it, or delete the file."
            ));
    }
}

/// Returns the paths that visitors can reach from another page.
fn linked_paths(tree: &Tree) -> HashSet<&str> {
    let mut paths = HashSet::new();
    for file in &tree.files {
        // Only visitors with an old address follow a redirect, and no one sees a draft.
        if file.kind == FileKind::Redirects || file.is_draft() {
            continue;
        }
        let own = file.route();
        for link in file.references_of(Target::Link) {
            if let Some(path) = path_in(&link.name)
                && own.as_deref() != Some(path)
            {
                paths.insert(path);
            }
        }
    }
    paths
}

/// Returns true if part of a file can't be read, so that it may contain the missing link.
fn has_unread_file(tree: &Tree) -> bool {
    let is_broken = |file: &File| !file.is_parsed() || !file.proses().all(Prose::is_parsed);
    tree.rejected.iter().any(|rejected| rejected.kind.is_some())
        || tree.files.iter().any(|file| is_broken(file))
}

/// Returns true if visitors find a page without a link, or shouldn't find it.
fn needs_no_link(file: &File, route: &str) -> bool {
    let noindex = file.document.value.pointer("/meta/noindex");
    route == "/"
        || route == site_schema::NOT_FOUND_ROUTE
        || noindex == Some(&Value::Bool(true))
        || file.is_draft()
}

/// Returns true if a published page shows the list of all articles.
fn lists_articles(file: &File) -> bool {
    let is_list = |block: &Value| block.get("kind").is_some_and(|kind| kind == "article_list");
    !file.is_draft() && entries(file, "/blocks").any(|(_, block)| is_list(block))
}

static RESERVED: Rule = Rule {
    code: "route/reserved",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_reserved),
    summary: "A page or an article has an address that the site itself needs.",
    why: "Two things can't answer at one address, and the site could not be built.",
    example: Example::Planted {
        wrong: "content/articles/index.mdx, although /blog is the list of articles",
        right: "content/articles/an-index-of-prices.mdx",
        plant: |tree| {
            copy(
                tree,
                "content/articles/first.mdx",
                "content/articles/index.mdx",
            )
        },
    },
};

fn check_reserved(file: &File, out: &mut Diagnostics) {
    let Some(route) = file.route() else { return };
    let found = if is_reserved(&route) {
        "an address below /assets, where the build puts pictures, styles and scripts"
    } else if route.ends_with("/index") {
        "index, which stands for the page of its folder"
    } else {
        return;
    };
    out.of_file(
        &file.path,
        format!("the site itself needs the address {route}"),
    )
    .expected("a different address")
    .found(found)
    .help("Give the file another name: its name is its address.");
}

#[cfg(test)]
mod tests {
    use crate::load::pattern;
    use crate::rules::tests::{assert_snapshot, check, finds_files, near_misses};
    use site_schema::slug;

    #[test]
    fn reserved() {
        assert_snapshot!(check("articles/index.mdx", "", "COPY articles/first.mdx"), @r#"
        error[route/reserved]: the site itself needs the address /blog/index
        --> content/articles/index.mdx
         = expected: a different address
         = found: index, which stands for the page of its folder
         = help: Give the file another name: its name is its address.

        error[article/duplicate-id]: the id 1 is taken
         --> content/articles/index.mdx:2:6
          |
        2 | id = 1
          |      ^
          |
          = expected: a different id for each article
          = found: the same id in content/articles/first.mdx
          = help: Give the newer article the next id: 22
        "#);
        for file in [
            "pages/index/index.toml",
            "pages/fees/index/index.toml",
            "pages/assets/logos.toml",
        ] {
            let found = check(file, "", "COPY pages/fees.toml");
            assert!(found.contains("route/reserved"), "{file}: {found}");
        }
        for file in [
            "pages/assets.toml",
            "pages/index/fees.toml",
            "pages/favicon.toml",
            "pages/404/index.toml",
        ] {
            let found = check(file, "", "COPY pages/fees.toml");
            assert!(!found.contains("route/reserved"), "{file}: {found}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn duplicate() {
        assert_snapshot!(check("pages/fees/index.toml", "", "COPY pages/fees.toml"), @r#"
        error[route/duplicate]: two files have the address /fees
        --> content/pages/fees.toml
         = expected: one file for each address, ignoring capitals
         = found: content/pages/fees/index.toml and content/pages/fees.toml
         = help: Rename or delete one of the two files: a file's name is its address.
        "#);
    }

    #[test]
    #[rustfmt::skip]
    fn form() {
        assert_snapshot!(check("pages/Our Fees.toml", "", "COPY pages/404.toml"), @r#"
        error[route/form]: `/Our Fees` is not a valid address
        --> content/pages/Our Fees.toml
         = expected: lower-case letters, digits and hyphens
         = found: `content/pages/Our Fees.toml`
         = help: Rename the file so that its address is /our-fees
        "#);
        finds_files("route/form", &[
            ("pages/¿?.toml", "", "COPY pages/404.toml"),
        ]);
        assert_snapshot!(check("pages/our--fees.toml", "", "COPY pages/404.toml"), @r#"
        error[route/form]: `/our--fees` is not a valid address
        --> content/pages/our--fees.toml
         = expected: lower-case letters, digits and hyphens
         = found: `content/pages/our--fees.toml`
         = help: Rename the file so that its address is /our-fees
        "#);
    }

    #[test]
    fn an_address_is_made_of_what_a_name_may_be() {
        let pattern = pattern(slug::PATTERN);
        for text in ["a", "a-1", "", "A", "a_b", "-a", "a-", "a--b", "é", "a/b"] {
            assert_eq!(slug::is_slug(text), pattern.is_match(text), "{text}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn orphan() {
        assert_snapshot!(check("pages/prices.toml", "", "COPY pages/fees.toml"), @r#"
        warning[route/orphan]: no link leads to this page
        --> content/pages/prices.toml
         = expected: a link to /prices on a page, in the navigation or in an article
         = found: none
         = help: Link to /prices where visitors would look for it, or delete the file.
        "#);
        near_misses("route/orphan", &[
            ("pages/thanks.toml", "", "COPY pages/404.toml", "COPY pages/fees.toml"),
        ]);
    }
}
