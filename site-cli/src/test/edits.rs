//! Edits of content that no code may notice, made all at once in a clone of the
//! repository: what an editor does without a developer.
//!
//! They name no words of the site: a place is the first line that begins in a way,
//! and an article is one of those there are.

use crate::run::{Progress, ask, must};
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use fs_err as fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file below `content/`, what its first line begins with that gives way, and the text in its place; with no such line, the
/// text is added at the end, or is a file that is not there yet.
type Edit = (&'static str, Option<&'static str>, String);

const TAX_SERVICE: &str = "
[[tax_services]]
id = \"estate\"
service = \"Estate 1041\"
minimum = 1_234
description = \"The return of an estate.\"
includes = [\"The return\"]
";
const NAVIGATION: &str = r#"[[header.navigation]]
name = "More"
submenu = [
    { name = "The 401(k)", href = "/towns/401k" },
    { name = "Long", href = "/towns/a-long-page" },
]

[[header.navigation]]"#;
const DRAWING: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900"><path fill="#345" d="M0 0h1600v900H0z"/></svg>
"##;

#[rustfmt::skip]
fn edits() -> Vec<Edit> {
    let said = [
        ("site.toml", Some("phone = "), "phone = \"(918) 555-0177\""),
        ("site.toml", Some("email = "), "email = \"office@example.com\""),
        ("site.toml", Some("hours = "), "hours = \"9am-4pm\""),
        ("site.toml", Some("tagline = "), "tagline = \"A line that nobody has read before.\""),
        ("site.toml", Some("disclosure = "), "disclosure = \"Another disclaimer. Investing involves risk.\""),
        ("site.toml", Some("[[header.navigation]]"), NAVIGATION),
        ("site.toml", None, "\n[external.library-of-edits]\nlabel = \"Library\"\nhref = \"https://library.example.org/shelf\"\n"),
        ("fees.toml", Some("minimum = 5"), "minimum = 555"),
        ("fees.toml", None, TAX_SERVICE),
        ("facts.toml", None, "\n[tax-year-of-edits]\nvalue = \"$31,313\"\nsource = \"The record of edits\"\nreviewed = 2025-11-03\nexpires = 2099-12-31\n"),
        ("redirects.toml", None, "\n[[redirects]]\nfrom = \"/an-old-brochure\"\nto = \"/towns/401k\"\n"),
        ("redirects.toml", None, "\n[[redirects]]\nfrom = \"/an-old-offer\"\ngone = true\n"),
        ("pages/about.toml", Some("title = "), "title = \"About Those Who Advise\""),
        ("pages/contact.toml", Some("description = "), "description = \"How to reach us, in other words than before.\""),
    ];
    let made = [
        ("pages/towns/401k.toml", None, page("The 401(k)", "What to do with a 401(k), at {tax-year-of-edits}.", 2)),
        ("pages/towns/a-long-page.toml", None, page("A Long Page", "Two hundred paragraphs.", 200)),
        ("pages/faq.toml", Some(QUESTION), questions()),
        ("articles/without-a-day.mdx", None, article(9_001, "Without a Day", "")),
        ("articles/with-a-day.mdx", None, article(9_002, "With a Day", "published = 2025-11-03\n")),
        ("articles/not-yet.mdx", None, article(9_003, "Not Yet", "draft = true\n")),
    ];
    let said = said.map(|(file, line, text)| (file, line, text.to_owned()));
    said.into_iter().chain(made).collect()
}

const QUESTION: &str = "[[blocks.categories.questions]]";

/// Ten questions before the first.
fn questions() -> String {
    let question = |number: u32| {
        format!(
            "{QUESTION}\nquestion = \"Is this question number {number}?\"\nanswer = \"It is number {number}, and [{{phone}}](contact:phone) answers it during {{hours}}.\"\n\n"
        )
    };
    let questions: String = (1..=10).map(question).collect();
    questions + QUESTION
}

fn page(title: &str, description: &str, paragraphs: u32) -> String {
    let paragraph = |number: u32| {
        format!(
            "Paragraph {number} of this page says that [fees](/fees) are paid each quarter, {number} times over.\n\n"
        )
    };
    let body: String = (1..=paragraphs).map(paragraph).collect();
    format!(
        "[meta]\ntitle = \"{title}\"\nshort_title = \"{title}\"\ndescription = \"{description}\"\n\n[[blocks]]\nkind = \"hero\"\ntitle = \"{title}\"\n\n[[blocks]]\nkind = \"section\"\nheading = \"At Length\"\nbody = \"\"\"\n{}\"\"\"\n",
        body.trim_end()
    )
}

fn article(id: u32, title: &str, more: &str) -> String {
    let sentence = |number: u32| format!("Sentence {number} of {title} is like no other. ");
    let words: String = (1..200).map(sentence).collect();
    format!(
        "+++\nid = {id}\ntitle = \"{title}\"\nexcerpt = \"What {title} is about.\"\ncategory = \"Personal\"\nauthor = \"firm\"\n{more}hero = {{ src = \"logo.svg\", alt = \"The logo\" }}\n+++\n\n{words}\n\n## A heading\n\nSee [the library](external:library-of-edits), and [the 401(k)](/towns/401k).\n"
    )
}

/// Makes every edit in a clone, records what a reviewer would accept, and runs everything.
pub fn green(workspace: &Workspace, progress: Progress) -> Result<()> {
    let clone = workspace.target().join("site/edited");
    if clone.exists() {
        fs::remove_dir_all(&clone)?;
    }
    let mut git = workspace.command("git", &["clone", "--quiet", "."]);
    must(git.arg(&clone), progress)?;
    let content = clone.join("content");
    let moved = first(&content.join("articles"), "mdx")?;
    let slug = moved.file_stem().unwrap_or_default().to_string_lossy();
    make(&content)?;
    let site = |arguments: &[&str]| {
        let mut command = Command::new("cargo");
        command.arg("site").args(arguments).current_dir(&clone);
        // Compiled apart: the server in target/ stays the site's own.
        command.env("CARGO_TARGET_DIR", clone.with_extension("target"));
        must(&mut command, progress).map(drop)
    };
    site(&["mv", &slug, "an-article-of-another-name"])?;
    site(&["check"])?;
    site(&["test", "--accept"])?;
    site(&["test"])?;
    let mut git = Command::new("git");
    git.args(["status", "--porcelain", "--untracked-files=all", "--", "."])
        .args([":!content", ":!**/snapshots/**", ":!**/__snapshots__/**"]);
    let others = ask(git.current_dir(&clone))?;
    ensure!(
        others.is_empty(),
        "expected an editor's change to touch content/ and snapshots alone, found:\n{others}"
    );
    Ok(())
}

fn make(content: &Path) -> Result<()> {
    for (file, line, text) in edits() {
        let path = content.join(file);
        let mut edited = fs::read_to_string(&path).unwrap_or_default();
        let replaced = match line {
            Some(line) => {
                let at = format!("\n{edited}").find(&format!("\n{line}"));
                let at = at.with_context(|| format!("{file}: expected a line `{line}…`"))?;
                let length = edited[at..].find('\n').unwrap_or(edited[at..].len());
                at..at + length
            }
            None => edited.len()..edited.len(),
        };
        edited.replace_range(replaced, &text);
        fs::create_dir_all(path.parent().unwrap_or(content))?;
        fs::write(&path, edited)?;
    }
    Ok(fs::write(first(&content.join("images"), "svg")?, DRAWING)?)
}

/// The first file with an extension in a folder, by name.
fn first(folder: &Path, extension: &str) -> Result<PathBuf> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<Result<Vec<_>>>()?;
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    let first = files.into_iter().min();
    first.with_context(|| format!("{} has no {extension} file", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::make;
    use std::fs;
    use std::path::Path;
    use walkdir::WalkDir;

    /// The tests' own site has every place that an edit looks for.
    #[test]
    fn the_edits_together_pass_the_check() {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-schema/tests/content");
        let content = tempfile::tempdir().expect("a folder for the test");
        for entry in WalkDir::new(&from).min_depth(1) {
            let entry = entry.expect("readable");
            let to = content
                .path()
                .join(entry.path().strip_prefix(&from).expect("below"));
            match entry.file_type().is_dir() {
                true => fs::create_dir(to).expect("writable"),
                false => drop(fs::copy(entry.path(), to).expect("writable")),
            }
        }
        make(content.path()).expect("every place is there");
        let loaded = site_check::load(content.path()).expect("readable");
        assert_eq!(loaded.errors(), 0, "{:#?}", loaded.diagnostics);
    }
}
