//! The identity of articles in the feed: the address at which each was first published.

use crate::address::addresses::published_at;
use crate::fix::Fix;
use crate::load::{Base, File, FileKind, Tree};
use crate::plant::{begin_change, copy};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use std::collections::BTreeMap;

const KEY: &str = "/first_address";

pub(super) static FIRST_ADDRESS: Rule = Rule {
    code: "article/first-address",
    severity: Severity::Error,
    // As written: one that waits for its day keeps its address, too.
    scope: Scope::AllEditions(check),
    summary: "An article has moved without naming its first address, or two articles have the same one.",
    why: "Feed readers know an article by the address at which it was first published. With another one, every subscriber gets the article again as new; of two articles with the same one, they show one.",
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

/// Reports each article that has the first address of another.
fn report_shared(tree: &Tree, out: &mut Diagnostics) {
    let mut known = BTreeMap::new();
    let mut files = tree.files_changed_last();
    // A new article may not know of one that has moved away from its address.
    files.sort_by_key(|file| is_changed(file, tree) && written(file).is_none());
    for file in files {
        let Some(address) = first_address(file) else {
            continue;
        };
        let Some(other) = known.insert(address.clone(), &file.path) else {
            continue;
        };
        let help = match written(file) {
            Some(_) => "Delete this line if the article has not moved. If it has, name the address at which it was first published.".to_owned(),
            None => format!("If {other} was first published at this address, give this article another file name: an article that has moved keeps its first address. If it was not, correct its `first_address`."),
        };
        out.at_value(
            file,
            place(file),
            "two articles have the same first address",
        )
        .expected("a different first address for each article")
        .found(format!("`{address}` here and in {other}"))
        .help(help);
    }
}

/// Returns true if a change adds or edits a file; true if its merge base is not known.
fn is_changed(file: &File, tree: &Tree) -> bool {
    let base = tree.history.base.as_ref();
    let before = base.and_then(|base| base.texts.get(&file.path));
    before != Some(&file.text)
}

/// Reports each article that visitors could read at a commit, and that has another first address now.
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
        let found = match written(now) {
            Some(other) => format!("`{other}`"),
            None => "none".to_owned(),
        };
        let line = format!("first_address = \"{address}\"");
        out.at_value(
            now,
            place(now),
            "feed readers would get this article as new",
        )
        .expected(format!(
            "the address at which it was first published: {line}"
        ))
        .found(found)
        .help(format!(
            "Write {line} below `id`, and leave it there in all later moves."
        ))
        .fix(Some(write_line(now, &line)));
    }
}

/// Returns the article that one at a commit is now: of the same id and title, or else at the same address, or else of the same
/// id, title or words at an address that no article had. `None` if it is gone, or if its file can't be read.
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

/// The words below the front matter.
fn words(file: &File) -> Option<&str> {
    let start = file.body.as_ref()?.map.source(0..0).start;
    file.text.get(start..)
}

/// The first address of an article: what it says, or its address. `None` for a file of another kind.
fn first_address(file: &File) -> Option<String> {
    if !matches!(file.kind, FileKind::Article(_)) {
        return None;
    }
    match written(file) {
        Some(address) => Some(address.to_owned()),
        None => file.route(),
    }
}

fn written(file: &File) -> Option<&str> {
    file.document.value.get("first_address")?.as_str()
}

/// The pointer of the value at which a problem is reported.
fn place(file: &File) -> &'static str {
    match written(file) {
        Some(_) => KEY,
        None => "/id",
    }
}

/// Writes the line of the first address instead of another one, or below the id.
fn write_line(file: &File, line: &str) -> Fix {
    let around = file.line_around(file.document.span(place(file)).start);
    let fix = match written(file) {
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
    use crate::rules::tests::base_of;
    use crate::rules::tests::site::Site;
    use insta::assert_snapshot;

    const OLD: &str = "articles/second.mdx";
    const NEW: &str = "articles/another.mdx";
    const ID: &str = "id = 2\n";

    /// What this rule finds in a site that was the tests' own at the merge base.
    fn found(site: &Site) -> Vec<String> {
        let mut loaded = site.load_today();
        loaded.tree.history.base = Some(base_of(&Site::new()));
        loaded.recheck();
        let found = loaded.diagnostics.iter();
        let found = found.filter(|it| it.code == "article/first-address");
        found.map(ToString::to_string).collect()
    }

    /// The tests' own site, where an article is moved, with other words in its front matter.
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
        error[article/first-address]: feed readers would get this article as new
         --> content/articles/another.mdx:2:6
          |
        2 | id = 2
          |      ^
          |
          = expected: the address at which it was first published: first_address = "/blog/second"
          = found: none
          = help: Write first_address = "/blog/second" below `id`, and leave it there in all later moves.
          = note: `cargo site check --fix` fixes this
        "#);
        let named = "id = 2\nfirst_address = \"/blog/second\"\n";
        for (front_matter, problems) in [
            (named, 0),
            ("id = 2\nfirst_address = \"/blog/first-of-all\"\n", 1),
            // The article is known by its title as well.
            ("id = 90\n", 1),
            ("id = 90\nfirst_address = \"/blog/second\"\n", 0),
        ] {
            assert_eq!(
                found(&moved(front_matter)).len(),
                problems,
                "{front_matter}"
            );
        }

        // And by its words.
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
            let mut loaded = after.load_today();
            loaded.tree.history.base = Some(base_of(&before));
            loaded.recheck();
            let found = loaded.diagnostics.iter();
            let found = found.filter(|it| it.code == "article/first-address");
            assert_eq!(found.count(), problems, "{change:?}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn two_articles_with_the_same_first_address() {
        let site = moved("id = 2\nfirst_address = \"/blog/first\"\n");
        let is_shared = |it: &String| it.contains("two articles have the same first address");
        assert!(found(&site).iter().any(is_shared));
        // A different article at the first address of one that has moved.
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
          = help: If content/articles/another.mdx was first published at this address, give this article another file name: an article that has moved keeps its first address. If it was not, correct its `first_address`.
        "#);
    }

    #[test]
    fn one_that_nobody_has_read_has_no_first_address_yet() {
        for unread in ["id = 2\ndraft = true\n", "id = 2\nstarts = 2099-01-01\n"] {
            let before = Site::new();
            before.change(OLD, ID, unread);
            let mut loaded = moved(ID).load_today();
            loaded.tree.history.base = Some(base_of(&before));
            loaded.recheck();
            let found = loaded.diagnostics.iter();
            let found = found.filter(|it| it.code == "article/first-address");
            assert_eq!(found.count(), 0, "{unread}");
        }
    }
}
