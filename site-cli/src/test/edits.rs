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

/// Where in a file below `content/` a text is written.
enum Edit {
    /// In place of the first line that begins so.
    Line(&'static str),
    /// Before it.
    Before(&'static str),
    /// At the end, or into a file that is not there yet.
    End,
}
use Edit::{Before, End, Line};

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

"#;
const DRAWING: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900"><path fill="#345" d="M0 0h1600v900H0z"/></svg>
"##;

#[rustfmt::skip]
fn edits() -> Vec<(&'static str, Edit, String)> {
    let said = [
        ("site.toml", Line("phone = "), "phone = \"(918) 555-0177\""),
        ("site.toml", Line("email = "), "email = \"office@example.com\""),
        ("site.toml", Line("hours = "), "hours = \"9am-4pm\""),
        ("site.toml", Line("tagline = "), "tagline = \"A line that nobody has read before.\""),
        ("site.toml", Line("disclosure = "), "disclosure = \"Another disclaimer. Investing involves risk.\""),
        ("site.toml", Before("[[header.navigation]]"), NAVIGATION),
        ("site.toml", End, "\n[external.library-of-edits]\nlabel = \"Library\"\nhref = \"https://library.example.org/shelf\"\n"),
        ("fees.toml", Line("minimum = 5"), "minimum = 555"),
        ("fees.toml", End, TAX_SERVICE),
        ("facts.toml", End, "\n[tax-year-of-edits]\nvalue = \"$31,313\"\nsource = \"The record of edits\"\nreviewed = 2025-11-03\nexpires = 2099-12-31\n"),
        ("redirects.toml", End, "\n[[redirects]]\nfrom = \"/an-old-brochure\"\nto = \"/towns/401k\"\n"),
        ("redirects.toml", End, "\n[[redirects]]\nfrom = \"/an-old-offer\"\ngone = true\n"),
        ("pages/about.toml", Line("title = "), "title = \"About Those Who Advise\""),
        ("pages/contact.toml", Line("description = "), "description = \"How to reach us, in other words than before.\""),
    ];
    let made = [
        ("pages/towns/401k.toml", End, page("The 401(k)", "What to do with a 401(k), at {tax-year-of-edits}.", 2)),
        ("pages/towns/a-long-page.toml", End, page("A Long Page", "Two hundred paragraphs.", 200)),
        ("pages/faq.toml", Before("[[blocks.categories.questions]]"), (1..=10).map(question).collect()),
        ("articles/without-a-day.mdx", End, article(9_001, "Without a Day", "")),
        ("articles/with-a-day.mdx", End, article(9_002, "With a Day", "published = 2025-11-03\n")),
        ("articles/not-yet.mdx", End, article(9_003, "Not Yet", "draft = true\n")),
    ];
    let said = said.map(|(file, place, text)| (file, place, text.to_owned()));
    said.into_iter().chain(made).collect()
}

fn question(number: u32) -> String {
    format!(
        "[[blocks.categories.questions]]\nquestion = \"Is this question number {number}?\"\nanswer = \"It is number {number}, and [{{phone}}](contact:phone) answers it during {{hours}}.\"\n\n"
    )
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
    let first = first(&content.join("articles"), "mdx")?;
    let slug = first.file_stem().unwrap_or_default().to_string_lossy();
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
    for (file, edit, text) in edits() {
        let path = content.join(file);
        let now = fs::read_to_string(&path).unwrap_or_default();
        let at = |begins: &str| {
            let at = format!("\n{now}").find(&format!("\n{begins}"));
            at.with_context(|| format!("{file}: expected a line `{begins}…`"))
        };
        let replaced = match edit {
            Line(begins) => {
                let at = at(begins)?;
                at..now[at..].find('\n').map_or(now.len(), |end| at + end)
            }
            Before(begins) => at(begins)?..at(begins)?,
            End => now.len()..now.len(),
        };
        let mut edited = now.clone();
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
