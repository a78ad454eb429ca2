use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, FileKind, Tree};
use std::collections::HashMap;

pub static TITLE: Rule = Rule {
    code: "title/duplicate",
    severity: Severity::Warning,
    summary: "Two pages or articles have the same title.",
    why: "In search results, tabs and bookmarks, and for people who use a screen reader, nothing tells the two apart.",
    bad: "content/pages/jenks-financial-planning.toml\n[meta]\ntitle = \"Financial Planning in Owasso\"",
    good: "content/pages/jenks-financial-planning.toml\n[meta]\ntitle = \"Financial Planning in Jenks\"",
    checks: &[Check::Tree(check_titles)],
};

pub static DESCRIPTION: Rule = Rule {
    code: "description/duplicate",
    severity: Severity::Warning,
    summary: "Two pages or articles have the same description or excerpt.",
    why: "Search engines show it below the title, and leave out a page that seems to say what another says.",
    bad: "content/articles/market-drop.mdx\n+++\nexcerpt = \"What we do when prices fall.\"\n+++",
    good: "content/articles/market-drop.mdx\n+++\nexcerpt = \"Five things to do in the week of a market drop.\"\n+++",
    checks: &[Check::Tree(check_descriptions)],
};

fn check_titles(tree: &Tree, report: &mut Report) {
    check(tree, "title", ["/meta/title", "/title"], report);
}

fn check_descriptions(tree: &Tree, report: &mut Report) {
    let pointers = ["/meta/description", "/excerpt"];
    check(tree, "description", pointers, report);
}

/// Compares the texts at a pointer of pages and at one of articles.
fn check(tree: &Tree, noun: &str, pointers: [&'static str; 2], report: &mut Report) {
    let mut seen: HashMap<String, (&File, &str)> = HashMap::new();
    for file in tree.files.iter().filter(|file| !file.is_draft()) {
        let pointer = match file.kind {
            FileKind::Page(_) => pointers[0],
            FileKind::Article(_) => pointers[1],
            _ => continue,
        };
        let Some(text) = file
            .document
            .value
            .pointer(pointer)
            .and_then(|it| it.as_str())
        else {
            continue;
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let same = words.join(" ").to_lowercase();
        if same.is_empty() {
            continue;
        }
        let Some((first, first_pointer)) = seen.get(&same) else {
            seen.insert(same, (file, pointer));
            continue;
        };
        let line = Diagnostic::at(first, first.document.place(first_pointer), "").line;
        let key = pointer.rsplit('/').next().unwrap_or_default();
        report.push(
            Diagnostic::at(
                file,
                file.document.place(pointer),
                format!("another file has the same {noun}"),
            )
            .expected(format!("a {noun} of its own for each page and article"))
            .found(format!("the same {noun} in {}, line {line}", first.path))
            .help(format!(
                "Say in the `{key}` of one of the two what sets it apart from the other."
            )),
        );
    }
}
