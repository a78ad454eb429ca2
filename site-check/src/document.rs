//! Creates docs/rules.md: a list of all rules, and for each rule its text, its example, and the
//! message for the wrong example on the test site.

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

The examples are tested on the test site, `site-schema/tests/content`: the rule finds each wrong example, and no rule finds a problem
in a right one. The message below a wrong example is what the check prints there, without the picture of the line. If the text of a
file can't show a problem, such as a missing file, the example describes it.
";

/// Returns the text of docs/rules.md, with the messages for a site on a day. The examples are
/// written for this site and this day.
///
/// # Errors
/// Returns an error if the folder of the site can't be read.
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

/// Returns the groups, each with links to its rules.
fn contents() -> String {
    let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for rule in all() {
        let (group, name) = rule.code.split_once('/').unwrap_or((rule.code, rule.code));
        // GitHub removes slashes from the anchors of headings.
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

/// Returns the message for the wrong example of a rule; `None` if the example isn't the text of a
/// file.
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

/// Returns the message for the first problem that a rule finds, without a picture of its line.
fn first_message(rule: &Rule, loaded: &Loaded) -> Option<String> {
    let found = loaded.diagnostics.iter().find(|it| it.code == rule.code)?;
    let mut of_file = found.clone();
    of_file.place = None;
    Some(of_file.to_string())
}

/// Checks a site after replacing the text of a file, or removing the file.
fn put(loaded: &mut Loaded, path: &str, text: Option<&str>) {
    match text {
        Some(text) => loaded.tree.put(path, text),
        None => loaded.tree.remove(path),
    }
    loaded.tree.rebuild_index();
    loaded.recheck();
}

/// Returns the path of an example's file, its right text and its wrong text. `text_of` returns the
/// texts of the site by path. If the site doesn't have the file, it becomes an article like the
/// first one, followed by the example. Returns `None` if the example is planted.
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

/// Returns an article with the front matter of another one but a different id, title and
/// description, and with a text at its end.
fn article_like(article: &str, end: &str) -> String {
    let (front_matter, _) = article.rsplit_once("\n+++\n").unwrap_or_default();
    let mut own = front_matter.replace("id = 1", "id = 3");
    for key in ["title", "excerpt"] {
        own = own.replace(&format!("{key} = \""), &format!("{key} = \"Another: "));
    }
    format!("{own}\n+++\n\nSome text.\n\n<Disclaimer kind=\"illustrative\" />\n\n{end}\n")
}
