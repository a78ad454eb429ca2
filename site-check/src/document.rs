//! docs/rules.md: a list of all rules, and each with its words, its example, and the message that the wrong example gets on the
//! tests' own site.

use crate::loaded::{Loaded, load_at};
use crate::rule::{Example, Rule};
use crate::rules::all;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

const HEAD: &str = "\
# The rules of content

What `cargo site check` finds, why it matters, and how to fix it. Each message begins with the code of its rule in brackets;
`cargo site explain link/broken` shows the same text in a terminal, without the message.

The examples are tested on the tests' own site, `site-schema/tests/content`: the rule finds each wrong one, and no rule finds anything
in a right one. The message below a wrong one is what the check prints about it there, without the drawing of the line. Problems that
the text of a file can't show, such as a missing file, are described, and made there.
";

/// Returns the text of docs/rules.md, with the messages that the check has for a site on a day: the site and the day that the
/// examples are written for.
///
/// # Errors
/// Only when the folder of the site can't be read.
pub fn document(site: &Path, today: Timestamp) -> io::Result<String> {
    let mut loaded = load_at(site, Some(today), false)?;
    let mut document = HEAD.to_owned();
    document += &format!("\n{}", contents());
    for rule in all() {
        let message = match rule.example {
            Example::InFile { .. } => message_in_file(rule, &mut loaded),
            Example::Planted { plant, .. } => {
                let mut planted = load_at(site, Some(today), false)?;
                plant(&mut planted.tree);
                planted.tree.rebuild_index();
                planted.recheck();
                first_message(rule, &planted)
            }
        };
        let documentation = rule.documentation(message.as_deref());
        document += &format!("\n## {}\n\n{documentation}\n", rule.code);
    }
    Ok(document)
}

/// The groups, by the first part of their codes, each with links to its rules.
fn contents() -> String {
    let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for rule in all() {
        let (group, name) = rule.code.split_once('/').unwrap_or((rule.code, rule.code));
        // The anchor that GitHub gives a heading has no slash.
        let anchor = rule.code.replace('/', "");
        let links = groups.entry(group).or_default();
        links.push(format!("[{name}](#{anchor})"));
    }
    let mut contents = "| group | rules |\n|---|---|\n".to_owned();
    for (group, links) in groups {
        contents += &format!("| {group} | {} |\n", links.join(", "));
    }
    contents
}

/// Returns what the check prints about the wrong example of a rule, where that is in a file.
fn message_in_file(rule: &Rule, loaded: &mut Loaded) -> Option<String> {
    let text_before = |path: &str| {
        let mut files = loaded.tree.files.iter();
        let file = files.find(|file| file.path == path)?;
        Some(file.text.to_string())
    };
    let (path, _, wrong) = planted(&rule.example, text_before)?;
    let before = text_before(path);
    put(loaded, path, Some(&wrong));
    let shown = first_message(rule, loaded);
    put(loaded, path, before.as_deref());
    shown
}

/// Returns what the check prints about the first problem of a rule, without the drawing of its line.
fn first_message(rule: &Rule, loaded: &Loaded) -> Option<String> {
    let found = loaded.diagnostics.iter().find(|it| it.code == rule.code)?;
    let mut of_file = found.clone();
    of_file.place = None;
    Some(of_file.to_string())
}

/// Checks a site with a file of another text, or without it.
fn put(loaded: &mut Loaded, path: &str, text: Option<&str>) {
    match text {
        Some(text) => loaded.tree.put(path, text),
        None => loaded.tree.remove(path),
    }
    loaded.tree.rebuild_index();
    loaded.recheck();
}

/// Returns the path of the file of an example, its text as it is right, and the same as it is wrong, on a site whose texts
/// `text_of` returns by their paths. A file that the site does not have is an article like its first one that ends with the example. `None`
/// where the example is planted.
pub(crate) fn planted(
    example: &Example,
    text_of: impl Fn(&str) -> Option<String>,
) -> Option<(&'static str, String, String)> {
    let Example::InFile { file, wrong, right } = example else {
        return None;
    };
    let wrong = wrong.trim_matches('\n');
    let right = right.trim_matches('\n');
    let right_text = match text_of(file) {
        Some(text) => text,
        None => article_like(&text_of("content/articles/first.mdx")?, right),
    };
    let wrong_text = right_text.replacen(right, wrong, 1);
    Some((*file, right_text, wrong_text))
}

/// Returns an article with the front matter of another one, but an id, a title and a description of its own, that ends with some text.
fn article_like(article: &str, end: &str) -> String {
    let (front_matter, _) = article.rsplit_once("\n+++\n").unwrap_or_default();
    let mut own = front_matter.replace("id = 1", "id = 3");
    for key in ["title", "excerpt"] {
        own = own.replace(&format!("{key} = \""), &format!("{key} = \"Another: "));
    }
    format!("{own}\n+++\n\nWords of its own.\n\n<Disclaimer kind=\"illustrative\" />\n\n{end}\n")
}
