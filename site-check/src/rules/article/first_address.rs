//! The identity of articles in the feed: the address where an article was first published.

use crate::address::addresses::published_at;
use crate::fix::Fix;
use crate::load::{Base, File, FileKind, Tree};
use crate::plant::{begin_change, copy};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use std::collections::HashMap;

const KEY: &str = "/first_address";

pub(super) static FIRST_ADDRESS: Rule = Rule {
    code: "article/first-address",
    severity: Severity::Error,
    // A scheduled article keeps its address, too.
    scope: Scope::AllEditions(check),
    summary: "An article has moved without its first address, or two articles have the same first address.",
    why: "Feed readers identify an article by the address where it was first published, so subscribers would get a moved article again as new, and only one of two articles with the same address.",
    example: Example::Planted {
        wrong: "
content/articles/second.mdx, which main has, is renamed to content/articles/moved.mdx, and says:

+++
id = 2
",
        right: r#"
content/articles/second.mdx, which main has, is renamed to content/articles/moved.mdx, and says:

+++
id = 2
first_address = "/blog/second"
"#,
        plant: |tree| {
            begin_change(tree);
            let path = "content/articles/second.mdx";
            copy(tree, path, "content/articles/moved.mdx");
            tree.remove(path);
        },
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
    report_shared(tree, out);
    let history = &tree.history;
    for base in [&history.base, &history.parent].into_iter().flatten() {
        report_lost(base, tree, out);
    }
}

/// Reports each article that has the same first address as another.
fn report_shared(tree: &Tree, out: &mut Diagnostics) {
    let mut known = HashMap::new();
    let mut files = tree.files_changed_last();
    // Report the new article at the old address of a moved one, not the moved article.
    files.sort_by_key(|file| is_changed(file, tree) && stated_address(file).is_none());
    for file in files {
        let Some(address) = first_address(file) else {
            continue;
        };
        let Some(other) = known.insert(address.clone(), &file.path) else {
            continue;
        };
        let help = match stated_address(file) {
            Some(_) => "Delete this line if the article hasn't moved. If it has, write the address where it was first published.".to_owned(),
            None => format!("If {other} was first published at this address, give this article a different file name: a moved article keeps its first address. If it wasn't, correct its `first_address`."),
        };
        let message = "two articles have the same first address";
        out.at_value(file, place(file), message)
            .expected("a different first address for each article")
            .found(format!("`{address}` here and in {other}"))
            .help(help);
    }
}

/// Returns true if a change adds or edits a file, or if the merge base is unknown.
fn is_changed(file: &File, tree: &Tree) -> bool {
    let base = tree.history.base.as_ref();
    let before = base.and_then(|base| base.texts.get(&file.path));
    before != Some(&file.text)
}

/// Reports each article that visitors could read at a commit, and whose first address has changed since then.
fn report_lost(base: &Base, tree: &Tree, out: &mut Diagnostics) {
    for (path, text) in &base.texts {
        let Some(kind @ FileKind::Article(_)) = FileKind::at(path) else {
            continue;
        };
        let is_unchanged = tree
            .files
            .iter()
            .any(|file| file.path == *path && file.text == *text);
        if is_unchanged {
            continue;
        }
        let Some(before) = published_at(path, kind, text, tree) else {
            continue;
        };
        let (Some(address), Some(now)) = (first_address(&before), find(&before, base, tree)) else {
            continue;
        };
        if first_address(now).as_ref() == Some(&address) {
            continue;
        }
        let found = match stated_address(now) {
            Some(other) => format!("`{other}`"),
            None => "none".to_owned(),
        };
        let line = format!("first_address = \"{address}\"");
        let message = "feed readers would show this article as new";
        let help =
            format!("Write {line} below `id`, and keep it there if the article moves again.");
        out.at_value(now, place(now), message)
            .expected(format!("the address where it was first published: {line}"))
            .found(found)
            .help(help)
            .fix(Some(write_line(now, &line)));
    }
}

/// Returns the current article for an article at a commit: the article with the same id and title, or else at the same address, or
/// else with the same id, title or text at a new address. `None` if the article was deleted, or if its file can't be read.
fn find<'a>(before: &File, base: &Base, tree: &'a Tree) -> Option<&'a File> {
    let has_same = |file: &File, key: &str| {
        let value = file.document.value.get(key);
        value.is_some() && value == before.document.value.get(key)
    };
    let articles: Vec<&File> = tree.articles().filter(|file| file.is_parsed()).collect();
    let find = |is_it: &dyn Fn(&File) -> bool| articles.iter().copied().find(|file| is_it(file));
    find(&|file| has_same(file, "id") && has_same(file, "title"))
        .or_else(|| find(&|file| file.path == before.path))
        .or_else(|| {
            find(&|file| {
                let is_new = !base.paths.contains(&file.path);
                let has_words = words(file).is_some() && words(file) == words(before);
                is_new && (has_same(file, "id") || has_same(file, "title") || has_words)
            })
        })
}

/// Returns the text below the front matter.
fn words(file: &File) -> Option<&str> {
    let start = file.body.as_ref()?.map.source(0..0).start;
    file.text.get(start..)
}

/// Returns the first address of an article: the value of `first_address`, or else its current address. `None` for other files.
fn first_address(file: &File) -> Option<String> {
    if !matches!(file.kind, FileKind::Article(_)) {
        return None;
    }
    match stated_address(file) {
        Some(address) => Some(address.to_owned()),
        None => file.route(),
    }
}

fn stated_address(file: &File) -> Option<&str> {
    file.document.value.get("first_address")?.as_str()
}

/// Returns the pointer of the value where problems are reported.
fn place(file: &File) -> &'static str {
    match stated_address(file) {
        Some(_) => KEY,
        None => "/id",
    }
}

/// Returns the fix that replaces the line of the first address, or adds it below the id.
fn write_line(file: &File, line: &str) -> Fix {
    let around = file.line_around(file.document.span(place(file)).start);
    let fix = match stated_address(file) {
        Some(_) => Fix::edit(file, around, line),
        None => Fix::edit(
            file,
            around.end..around.end,
            format!("{}{line}", file.newline()),
        ),
    };
    fix.described(format!("Write {line}."))
}

#[cfg(test)]
mod tests {
    use crate::apply::apply;
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{assert_snapshot, base_of, found_since};

    const OLD: &str = "articles/second.mdx";
    const NEW: &str = "articles/another.mdx";
    const ID: &str = "id = 2\n";

    /// The problems in a site that was the tests' own at the merge base.
    fn found(site: &Site) -> Vec<String> {
        found_in(&Site::new(), site)
    }

    /// The problems in a site that was another one at the merge base.
    fn found_in(before: &Site, after: &Site) -> Vec<String> {
        let mut found = found_since(before, after);
        found.retain(|it| it.code == "article/first-address");
        found.iter().map(ToString::to_string).collect()
    }

    /// The tests' own site with a moved article, and other front matter instead of the article's id.
    fn moved(front_matter: &str) -> Site {
        let site = Site::new();
        let text = site.text(OLD).replacen(ID, front_matter, 1);
        site.change(OLD, "", "DELETE");
        site.write(NEW, text);
        site
    }

    #[test]
    #[rustfmt::skip]
    fn an_article_that_has_moved() {
        assert_snapshot!(found(&moved(ID)).join("\n"), @r#"
        error[article/first-address]: feed readers would show this article as new
         --> content/articles/another.mdx:2:6
          |
        2 | id = 2
          |      ^
          |
          = expected: the address where it was first published: first_address = "/blog/second"
          = found: none
          = help: Write first_address = "/blog/second" below `id`, and keep it there if the article moves again.
          = note: `cargo site check --fix` fixes this
        "#);
        let named = "id = 2\nfirst_address = \"/blog/second\"\n";
        for (front_matter, problems) in [
            (named, 0),
            ("id = 2\nfirst_address = \"/blog/first-of-all\"\n", 1),
            // The title identifies the article, too.
            ("id = 90\n", 1),
            ("id = 90\nfirst_address = \"/blog/second\"\n", 0),
        ] {
            assert_eq!(
                found(&moved(front_matter)).len(),
                problems,
                "{front_matter}"
            );
        }

        // And its text.
        let renamed = moved("id = 90\n");
        renamed.change(NEW, "title = \"Second\"", "title = \"Another\"");
        assert_eq!(found(&renamed).len(), 1);

        let mut loaded = moved(ID).load_today();
        loaded.tree.history.base = Some(base_of(&Site::new()));
        loaded.recheck();
        apply(&mut loaded.tree);
        let article = loaded.tree.articles().find(|file| file.path.ends_with(NEW));
        assert!(article.expect("the article").text.contains(named));
    }

    #[test]
    fn an_article_that_has_moved_before_keeps_its_first_address() {
        let before = moved("id = 2\nfirst_address = \"/blog/second\"\n");
        for (change, problems) in [
            (("first_address = \"/blog/second\"\n", ""), 1),
            (("/blog/second", "/blog/another"), 1),
            (("title = \"Second\"", "title = \"Another\""), 0),
        ] {
            let after = moved("id = 2\nfirst_address = \"/blog/second\"\n");
            after.change(NEW, change.0, change.1);
            assert_eq!(found_in(&before, &after).len(), problems, "{change:?}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn two_articles_with_the_same_first_address() {
        let site = moved("id = 2\nfirst_address = \"/blog/first\"\n");
        let is_shared = |it: &String| it.contains("two articles have the same first address");
        assert!(found(&site).iter().any(is_shared));
        // A different article at the first address of a moved article.
        let site = moved("id = 2\nfirst_address = \"/blog/second\"\n");
        let other = Site::new().text(OLD).replacen(ID, "id = 90\n", 1);
        site.write(OLD, other.replacen("\"Second\"", "\"Other\"", 1));
        assert_snapshot!(found(&site).join("\n"), @r#"
        error[article/first-address]: two articles have the same first address
         --> content/articles/second.mdx:2:6
          |
        2 | id = 90
          |      ^^
          |
          = expected: a different first address for each article
          = found: `/blog/second` here and in content/articles/another.mdx
          = help: If content/articles/another.mdx was first published at this address, give this article a different file name: a moved article keeps its first address. If it wasn't, correct its `first_address`.
        "#);
    }

    #[test]
    fn an_article_that_was_never_published_has_no_first_address() {
        for unread in ["id = 2\ndraft = true\n", "id = 2\nstarts = 2099-01-01\n"] {
            let before = Site::new();
            before.change(OLD, ID, unread);
            assert_eq!(found_in(&before, &moved(ID)), [""; 0], "{unread}");
        }
    }
}
