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

/// One edit of a file below `content/`.
enum Edit {
    /// The first line that begins so becomes another.
    Line(&'static str, &'static str),
    /// Lines before the first one that begins so.
    Before(&'static str, String),
    /// Lines at the end.
    End(&'static str),
    /// Another text, whether or not the file is there.
    Text(String),
}
use Edit::{Before, End, Line, Text};

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
    { name = "The 401(k)", href = "/401k" },
    { name = "Long", href = "/towns/a-long-page" },
]

"#;
const DRAWING: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900"><path fill="#345" d="M0 0h1600v900H0z"/></svg>
"##;

#[rustfmt::skip]
fn edits() -> Vec<(&'static str, Edit)> {
    vec![
        ("site.toml", Line("phone = ", "phone = \"(918) 555-0177\"")),
        ("site.toml", Line("email = ", "email = \"office@example.com\"")),
        ("site.toml", Line("hours = ", "hours = \"9am-4pm\"")),
        ("site.toml", Line("tagline = ", "tagline = \"A line that nobody has read before.\"")),
        ("site.toml", Line("disclosure = ", "disclosure = \"Another disclaimer. Investing involves risk.\"")),
        ("site.toml", Before("[[header.navigation]]", NAVIGATION.to_owned())),
        ("site.toml", End("\n[external.library-of-edits]\nlabel = \"Library\"\nhref = \"https://library.example.org/shelf\"\n")),
        ("fees.toml", Line("minimum = 5", "minimum = 555")),
        ("fees.toml", End(TAX_SERVICE)),
        ("facts.toml", End("\n[tax-year-of-edits]\nvalue = \"$31,313\"\nsource = \"The record of edits\"\nreviewed = 2025-11-03\nexpires = 2099-12-31\n")),
        ("redirects.toml", End("\n[[redirects]]\nfrom = \"/an-old-brochure\"\nto = \"/401k\"\n")),
        ("redirects.toml", End("\n[[redirects]]\nfrom = \"/an-old-offer\"\ngone = true\n")),
        ("pages/401k.toml", Text(page("The 401(k)", "What to do with a 401(k), at {tax-year-of-edits}.", 2))),
        ("pages/towns/a-long-page.toml", Text(page("A Long Page", "Two hundred paragraphs.", 200))),
        ("pages/faq.toml", Before("[[blocks.categories.questions]]", (1..=10).map(question).collect())),
        ("pages/about.toml", Line("title = ", "title = \"About Those Who Advise\"")),
        ("pages/contact.toml", Line("description = ", "description = \"How to reach us, in other words than before.\"")),
        ("articles/without-a-day.mdx", Text(article(9_001, "Without a Day", ""))),
        ("articles/with-a-day.mdx", Text(article(9_002, "With a Day", "published = 2025-11-03\n"))),
        ("articles/not-yet.mdx", Text(article(9_003, "Not Yet", "draft = true\n"))),
    ]
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
        "+++\nid = {id}\ntitle = \"{title}\"\nexcerpt = \"What {title} is about.\"\ncategory = \"Personal\"\nauthor = \"firm\"\n{more}hero = {{ src = \"logo.svg\", alt = \"The logo\" }}\n+++\n\n{words}\n\n## A heading\n\nSee [the library](external:library-of-edits), and [the 401(k)](/401k).\n"
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
    make(&clone.join("content"))?;
    let site = |arguments: &[&str]| {
        let mut command = Command::new("cargo");
        command.arg("site").args(arguments).current_dir(&clone);
        // Compiled apart: the server in target/ stays the site's own.
        command.env("CARGO_TARGET_DIR", clone.with_extension("target"));
        must(&mut command, progress).map(drop)
    };
    site(&["check"])?;
    site(&["test", "--accept"])?;
    site(&["test"])?;
    let mut git = Command::new("git");
    git.args(["status", "--porcelain", "--untracked-files=all"]);
    let changed = ask(git.current_dir(&clone))?;
    let others: Vec<_> = changed.lines().filter(|line| !is_editors(line)).collect();
    ensure!(
        others.is_empty(),
        "expected an editor's change to touch content/ and snapshots alone, found:\n{}",
        others.join("\n")
    );
    Ok(())
}

/// Whether a line of `git status` names content or a snapshot.
fn is_editors(line: &str) -> bool {
    let path = line.get(3..).unwrap_or_default().trim_matches('"');
    path.starts_with("content/") || path.contains("/snapshots/") || path.contains("/__snapshots__/")
}

fn make(content: &Path) -> Result<()> {
    let articles = files(&content.join("articles"), "mdx")?;
    let (first, last) = articles
        .first()
        .zip(articles.last())
        .context("there is an article")?;
    for (file, edit) in edits() {
        let path = content.join(file);
        let (before, after) = match edit {
            Text(text) => (String::new(), text),
            End(lines) => (fs::read_to_string(&path)?, lines.to_owned()),
            Line(begins, line) => {
                let (before, after) = split(&path, begins)?;
                let end = after.find('\n').unwrap_or(after.len());
                (before, format!("{line}{}", &after[end..]))
            }
            Before(begins, lines) => {
                let (before, after) = split(&path, begins)?;
                (before, lines + &after)
            }
        };
        fs::create_dir_all(path.parent().unwrap_or(content))?;
        fs::write(&path, before + &after)?;
    }
    let slug = |path: &Path| {
        path.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let (renamed, deleted) = (slug(last), slug(first));
    fs::rename(last, last.with_file_name("an-article-of-another-name.mdx"))?;
    leave(content, &renamed, "/blog/an-article-of-another-name")?;
    fs::remove_file(first)?;
    leave(content, &deleted, "")?;
    let pictures = files(&content.join("images"), "svg")?;
    fs::write(pictures.first().context("there is a drawing")?, DRAWING)?;
    Ok(())
}

/// A file's text before the first line that begins so, and from there on.
fn split(path: &Path, begins: &str) -> Result<(String, String)> {
    let text = fs::read_to_string(path)?;
    let at = format!("\n{text}").find(&format!("\n{begins}"));
    let at = at.with_context(|| format!("{}: expected a line `{begins}…`", path.display()))?;
    Ok((text[..at].to_owned(), text[at..].to_owned()))
}

/// Leads every link to an article elsewhere, and its address; to nowhere where it is gone.
fn leave(content: &Path, slug: &str, to: &str) -> Result<()> {
    let from = format!("/blog/{slug}");
    let new = if to.is_empty() { "/blog" } else { to };
    for path in [files(content, "toml")?, files(content, "mdx")?].concat() {
        let text = fs::read_to_string(&path)?;
        if path.ends_with("published.toml") || !text.contains(&from) {
            continue;
        }
        let mut parts = text.split(&from);
        let mut after = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let is_link = part.starts_with([')', '"', '#']);
            after += if is_link { new } else { &from };
            // A list of articles has no heading of an article that is gone.
            let anchor = part.starts_with('#') && to.is_empty();
            after += match part.find(')').filter(|_| anchor) {
                Some(end) => &part[end..],
                None => part,
            };
        }
        fs::write(&path, after)?;
    }
    let redirects = content.join("redirects.toml");
    let entry = match to {
        "" => "gone = true".to_owned(),
        to => format!("to = \"{to}\""),
    };
    let text = fs::read_to_string(&redirects)?;
    fs::write(
        &redirects,
        format!("{text}\n[[redirects]]\nfrom = \"{from}\"\n{entry}\n"),
    )?;
    Ok(())
}

/// All files with an extension below a folder, by name.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{files, is_editors, make};
    use std::fs;
    use std::path::Path;

    /// The tests' own site has every place that an edit looks for.
    #[test]
    fn the_edits_together_pass_the_check() {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-schema/tests/content");
        let content = tempfile::tempdir().expect("a folder for the test");
        let kinds = ["toml", "mdx", "svg"];
        for path in kinds
            .iter()
            .flat_map(|kind| files(&from, kind).expect("readable"))
        {
            let below = path.strip_prefix(&from).expect("below");
            let to = content.path().join(below);
            fs::create_dir_all(to.parent().expect("a folder")).expect("writable");
            fs::copy(path, to).expect("writable");
        }
        make(content.path()).expect("every place is there");
        let loaded = site_check::load(content.path()).expect("readable");
        assert_eq!(loaded.errors(), 0, "{:#?}", loaded.diagnostics);
    }

    #[test]
    fn only_content_and_snapshots_are_an_editors() {
        assert!(is_editors(" M content/site.toml"));
        assert!(is_editors(
            "?? web/src/__snapshots__/prerender.test.tsx.snap"
        ));
        assert!(is_editors(
            " D site-server/tests/snapshots/pages/about.snap"
        ));
        assert!(!is_editors(" M web/src/testing/content.json"));
        assert!(!is_editors(" M schemas/page.schema.json"));
    }
}
