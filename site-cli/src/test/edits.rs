//! Edits of content that no code may notice, made all at once in a clone of the
//! repository: what an editor does without a developer.
//!
//! They name no words of the site: a place is the first line that begins in a way,
//! and an article is one of those there are.

use super::{Progress, Tally};
use crate::house::House;
use crate::run::must;
use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One edit below `content/`.
enum Edit {
    /// The first line of a file that begins so becomes another.
    Line(&'static str, &'static str, &'static str),
    /// Lines before the first one of a file that begins so.
    Before(&'static str, &'static str, String),
    /// Lines at the end of a file.
    End(&'static str, &'static str),
    /// A file, new or in the place of another.
    File(&'static str, String),
    /// The last article of the list of files gets another address.
    RenameArticle(&'static str),
    /// The first article of the list of files goes, its links with it.
    DeleteArticle,
    /// The first drawing of the list of files becomes another.
    AnotherPicture(&'static str),
}
use Edit::{AnotherPicture, Before, DeleteArticle, End, File, Line, RenameArticle};

#[rustfmt::skip]
fn edits() -> Vec<Edit> {
    vec![
        Line("site.toml", "phone = ", "phone = \"(918) 555-0177\""),
        Line("site.toml", "email = ", "email = \"office@example.com\""),
        Line("site.toml", "hours = ", "hours = \"9am-4pm\""),
        Line("site.toml", "tagline = ", "tagline = \"A line that nobody has read before.\""),
        Line("site.toml", "disclosure = ", "disclosure = \"Another disclaimer. Investing involves risk.\""),
        Before("site.toml", "[[header.navigation]]", navigation()),
        End("site.toml", "\n[external.library-of-edits]\nlabel = \"Library\"\nhref = \"https://library.example.org/shelf\"\n"),
        Line("fees.toml", "minimum = 5", "minimum = 555"),
        End("fees.toml", TAX_SERVICE),
        End("facts.toml", "\n[tax-year-of-edits]\nvalue = \"$31,313\"\nsource = \"The record of edits\"\nreviewed = 2025-11-03\nexpires = 2099-12-31\n"),
        End("redirects.toml", "\n[[redirects]]\nfrom = \"/an-old-brochure\"\nto = \"/401k\"\n"),
        End("redirects.toml", "\n[[redirects]]\nfrom = \"/an-old-offer\"\ngone = true\n"),
        File("pages/401k.toml", page("The 401(k)", "What to do with a 401(k), at {tax-year-of-edits}.", 2)),
        File("pages/towns/a-long-page.toml", page("A Long Page", "Two hundred paragraphs.", 200)),
        Before("pages/faq.toml", "[[blocks.categories.questions]]", questions()),
        Line("pages/about.toml", "title = ", "title = \"About Those Who Advise\""),
        Line("pages/contact.toml", "description = ", "description = \"How to reach us, in other words than before.\""),
        File("articles/without-a-day.mdx", article(9_001, "Without a Day", "")),
        File("articles/with-a-day.mdx", article(9_002, "With a Day", "published = 2025-11-03\n")),
        File("articles/not-yet.mdx", article(9_003, "Not Yet", "draft = true\n")),
        RenameArticle("an-article-of-another-name"),
        DeleteArticle,
        AnotherPicture("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1600\" height=\"900\" viewBox=\"0 0 1600 900\"><path fill=\"#345\" d=\"M0 0h1600v900H0z\"/></svg>\n"),
    ]
}

const TAX_SERVICE: &str = "
[[tax_services]]
id = \"estate\"
service = \"Estate 1041\"
minimum = 1_234
description = \"The return of an estate.\"
includes = [\"The return\"]
";

fn navigation() -> String {
    let links = "    { name = \"The 401(k)\", href = \"/401k\" },\n    { name = \"Long\", href = \"/towns/a-long-page\" },\n";
    format!("[[header.navigation]]\nname = \"More\"\nsubmenu = [\n{links}]\n\n")
}

fn questions() -> String {
    let mut text = String::new();
    for number in 1..=10 {
        let _ = write!(
            text,
            "[[blocks.categories.questions]]\nquestion = \"Is this question number {number}?\"\nanswer = \"It is number {number}, and [{{phone}}](contact:phone) answers it during {{hours}}.\"\n\n"
        );
    }
    text
}

fn page(title: &str, description: &str, paragraphs: usize) -> String {
    let mut body = String::new();
    for number in 1..=paragraphs {
        let _ = write!(
            body,
            "Paragraph {number} of this page says that [fees](/fees) are paid each quarter, {number} times over.\n\n"
        );
    }
    format!(
        "[meta]\ntitle = \"{title}\"\nshort_title = \"{title}\"\ndescription = \"{description}\"\n\n[[blocks]]\nkind = \"hero\"\ntitle = \"{title}\"\n\n[[blocks]]\nkind = \"section\"\nheading = \"At Length\"\nbody = \"\"\"\n{}\"\"\"\n",
        body.trim_end()
    )
}

fn article(id: u32, title: &str, more: &str) -> String {
    let words = (1..200).fold(String::new(), |words, number| {
        format!("{words}Sentence {number} of {title} stands alone. ")
    });
    format!(
        "+++\nid = {id}\ntitle = \"{title}\"\nexcerpt = \"What {title} is about.\"\ncategory = \"Personal\"\nauthor = \"firm\"\n{more}hero = {{ src = \"logo.svg\", alt = \"The logo\" }}\n+++\n\n{words}\n\n## A heading\n\nSee [the library](external:library-of-edits), and [the 401(k)](/401k).\n"
    )
}

/// Makes every edit in a clone, records what a reviewer would accept, and runs everything.
pub fn green(house: &House, progress: Progress) -> Result<Tally> {
    let clone = clone(house, progress)?;
    let content = clone.join("content");
    for edit in edits() {
        make(&content, edit)?;
    }
    let site = |arguments: &[&str]| {
        let mut command = Command::new("cargo");
        command.arg("site").args(arguments).current_dir(&clone);
        // Compiled apart: the server in target/ stays the site's own.
        command.env("CARGO_TARGET_DIR", clone.with_extension("target"));
        must(&mut command, progress)
    };
    site(&["check"])?;
    site(&["test", "--accept"])?;
    site(&["test"])?;
    let changed = git(&clone, &["status", "--porcelain", "--untracked-files=all"])?;
    let strange: Vec<_> = changed.lines().filter(|line| !is_editors(line)).collect();
    if !strange.is_empty() {
        bail!(
            "expected an editor's change to touch content/ and snapshots alone, found:\n{}",
            strange.join("\n")
        );
    }
    Ok(Tally::passed(1))
}

/// Whether a line of `git status` names content or a snapshot.
fn is_editors(line: &str) -> bool {
    let path = line.get(3..).unwrap_or_default().trim_matches('"');
    path.starts_with("content/") || path.contains("/snapshots/") || path.contains("/__snapshots__/")
}

/// A clone of what is committed, below target/.
fn clone(house: &House, progress: Progress) -> Result<PathBuf> {
    let clone = house.target().join("site/edited");
    if clone.exists() {
        fs::remove_dir_all(&clone)?;
    }
    let mut command = Command::new("git");
    command.args(["clone", "--quiet"]);
    must(command.arg(house.root()).arg(&clone), progress)?;
    Ok(clone)
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String> {
    must(
        Command::new("git").args(arguments).current_dir(folder),
        &|_| {},
    )
}

fn make(content: &Path, edit: Edit) -> Result<()> {
    match edit {
        Line(file, begins, line) => at_line(&content.join(file), begins, |text, from, to| {
            text.replace_range(from..to, line);
        }),
        Before(file, begins, lines) => at_line(&content.join(file), begins, |text, from, _| {
            text.insert_str(from, &lines);
        }),
        End(file, lines) => {
            let path = content.join(file);
            let text = read(&path)?;
            write(&path, &(text + lines))
        }
        File(file, text) => write(&content.join(file), &text),
        RenameArticle(name) => {
            let (path, old) = articles(content)?.pop().context("there is an article")?;
            fs::rename(
                path,
                content.join("articles").join(name).with_extension("mdx"),
            )?;
            relink(content, &format!("/blog/{old}"), &format!("/blog/{name}"))?;
            redirect(content, &old, &format!("to = \"/blog/{name}\""))
        }
        DeleteArticle => {
            let (path, old) = articles(content)?.swap_remove(0);
            fs::remove_file(path)?;
            relink(content, &format!("/blog/{old}"), "/blog")?;
            redirect(content, &old, "gone = true")
        }
        AnotherPicture(drawing) => {
            let mut pictures = files(&content.join("images"), "svg")?;
            pictures.sort();
            write(pictures.first().context("there is a drawing")?, drawing)
        }
    }
}

fn at_line(
    path: &Path,
    begins: &str,
    change: impl FnOnce(&mut String, usize, usize),
) -> Result<()> {
    let mut text = read(path)?;
    let at = format!("\n{text}").find(&format!("\n{begins}"));
    let from = at.with_context(|| format!("{}: expected a line `{begins}…`", path.display()))?;
    let to = text[from..].find('\n').map_or(text.len(), |end| from + end);
    change(&mut text, from, to);
    write(path, &text)
}

/// Every article, by name: its file and its slug.
fn articles(content: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut articles = files(&content.join("articles"), "mdx")?;
    articles.sort();
    let named = articles.into_iter().filter_map(|path| {
        let slug = path.file_stem()?.to_string_lossy().into_owned();
        (!read(&path).ok()?.contains("id = 900")).then_some((path, slug))
    });
    Ok(named.collect())
}

/// Leads every link to a path elsewhere, whatever anchor it names.
fn relink(content: &Path, from: &str, to: &str) -> Result<()> {
    for path in [files(content, "toml")?, files(content, "mdx")?].concat() {
        let before = read(&path)?;
        if path.ends_with("published.toml") || !before.contains(from) {
            continue;
        }
        let mut after = before.clone();
        for end in [")", "\"", "#"] {
            after = after.replace(&format!("{from}{end}"), &format!("{to}{end}"));
        }
        while to == "/blog"
            && let Some(at) = after.find("(/blog#")
        {
            let end = after[at..].find(')').context("the link ends")? + at;
            after.replace_range(at..end, "(/blog");
        }
        write(&path, &after)?;
    }
    Ok(())
}

fn redirect(content: &Path, slug: &str, what: &str) -> Result<()> {
    let path = content.join("redirects.toml");
    let text = read(&path)?;
    write(
        &path,
        &format!("{text}\n[[redirects]]\nfrom = \"/blog/{slug}\"\n{what}\n"),
    )
}

fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder) {
        let path = entry?.into_path();
        if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    Ok(found)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("can't read {}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text).with_context(|| format!("can't write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{edits, files, is_editors, make};
    use std::fs;
    use std::path::Path;

    /// The tests' own site has every place that an edit looks for.
    #[test]
    fn the_edits_together_pass_the_check() {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-schema/tests/content");
        let content = tempfile::tempdir().expect("a folder for the test");
        for path in ["toml", "mdx", "svg"]
            .iter()
            .flat_map(|kind| files(&from, kind).expect("readable"))
        {
            let to = content
                .path()
                .join(path.strip_prefix(&from).expect("below"));
            fs::create_dir_all(to.parent().expect("a folder")).expect("writable");
            fs::copy(path, to).expect("writable");
        }
        for edit in edits() {
            make(content.path(), edit).expect("the place is there");
        }
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
