//! Content edits that must not require code changes, all made at once in a clone of the repository, as an editor would
//! without a developer. They don't depend on the site's text: each one finds its place by the start of a line.

use crate::workspace::{Workspace, git, said};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file below `content/`, the start of the line to replace, and the new text. If the start is empty, the text is
/// appended to the file. `⏎` is a line break.
const EDITS: &str = r#"
site.toml | phone = | phone = "(918) 555-0177"
site.toml | email = | email = "office@example.com"
site.toml | hours = | hours = "9am-4pm"
site.toml | tagline = | tagline = "A line that nobody has read before."
site.toml | disclosure = | disclosure = "Another disclaimer. Investing involves risk."
site.toml | [[header.navigation]] | [[header.navigation]]⏎name = "More"⏎submenu = [⏎    { name = "The 401(k)", href = "/towns/401k" },⏎    { name = "Long", href = "/towns/a-long-page" },⏎]⏎⏎[[header.navigation]]
site.toml |  | ⏎[external.library-of-edits]⏎label = "Library"⏎href = "https://library.example.org/shelf"⏎
fees.toml | minimum = 5 | minimum = 555
fees.toml |  | ⏎[[tax_services]]⏎id = "estate"⏎service = "Estate 1041"⏎minimum = 1_234⏎description = "The return of an estate."⏎includes = ["The return"]⏎
facts.toml |  | ⏎[tax-year-of-edits]⏎value = "$31,313"⏎source = "The record of edits"⏎record = "The office"⏎reviewed = 2025-11-03⏎expires = 2099-12-31⏎
subjects.toml |  | subject-of-edits = "What is edited"⏎
redirects.toml |  | ⏎[[redirects]]⏎from = "/an-old-brochure"⏎to = "/towns/401k"⏎
redirects.toml |  | ⏎[[redirects]]⏎from = "/an-old-offer"⏎gone = true⏎
pages/about.toml | title = | title = "About Those Who Advise"
pages/contact.toml | description = | description = "How to reach us, in other words than before."
"#;

const QUESTION: &str = "[[blocks.categories.questions]]";
const DRAWING: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900"><path fill="#345" d="M0 0h1600v900H0z"/></svg>
"##;

/// Accepts the new snapshots as a reviewer would, and runs everything.
#[test]
#[ignore = "long"]
fn an_editors_changes_are_green() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // Elsewhere: within this repository, Cargo would merge the aliases of the two.
    let folder = tempfile::tempdir().expect("a folder for the test");
    let clone = folder.path().join("edited");
    let mut git_clone = Command::new("git");
    git_clone.args(["clone", "--quiet"]).args([&root, &clone]);
    assert!(git_clone.status().is_ok_and(|status| status.success()));
    let moved = first(&clone.join("content/articles"), "mdx");
    let slug = moved.file_stem().expect("a name").to_string_lossy();
    edit(&clone.join("content"));
    for arguments in [
        &["mv", &slug, "an-article-of-another-name"][..],
        &["check"],
        &["test", "--accept"],
        &["test"],
    ] {
        let mut site = Command::new("cargo");
        site.arg("site").args(arguments).current_dir(&clone);
        // The clone must not replace this repository's programs.
        site.env_remove("CARGO_TARGET_DIR");
        let output = site.output().expect("Cargo runs");
        assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    }
    let recorded = ":!content :!**/snapshots/** :!**/__snapshots__/**";
    let status = "status --porcelain --untracked-files=all -- .";
    let others = git(&clone, &format!("{status} {recorded}"));
    assert_eq!(others, "", "only content/ and snapshots may change");
}

/// The test site has every place that an edit looks for.
#[test]
fn the_edits_together_pass_the_check() {
    let workspace = Workspace::small();
    edit(&workspace.path().join("content"));
    workspace.done("check");
}

fn edit(content: &Path) {
    for line in EDITS.lines().skip(1) {
        let line = line.replace('⏎', "\n");
        let parts: Vec<_> = line.splitn(3, " | ").collect();
        replace(content, parts[0], parts[1], parts[2]);
    }
    let question = |number: u32| {
        format!(
            "{QUESTION}\nquestion = \"Is this question number {number}?\"\nanswer = \"It is number {number}, and [{{phone}}](contact:phone) answers it during {{hours}}.\"\n\n"
        )
    };
    let questions: String = (1..=10).map(question).collect();
    replace(content, "pages/faq.toml", QUESTION, &(questions + QUESTION));
    let few = page("The 401(k)", "What is {tax-year-of-edits}.", 2);
    let many = page("A Long Page", "Two hundred paragraphs.", 200);
    let dated = article(9_002, "With a Day", "published = 2025-11-03\n");
    let draft = article(9_003, "Not Yet", "draft = true\n");
    fs::create_dir_all(content.join("pages/towns")).expect("writable");
    let write = |file: &str, text| fs::write(content.join(file), text).expect("writable");
    write("pages/towns/401k.toml", few);
    write("pages/towns/a-long-page.toml", many);
    write(
        "articles/without-a-day.mdx",
        article(9_001, "Without a Day", ""),
    );
    write("articles/with-a-day.mdx", dated);
    write("articles/not-yet.mdx", draft);
    fs::write(first(&content.join("images"), "svg"), DRAWING).expect("writable");
}

/// Replaces the first line with this start, or appends to the file.
fn replace(content: &Path, file: &str, begins: &str, text: &str) {
    let path = content.join(file);
    let edited = fs::read_to_string(&path).expect("readable");
    let at = match begins {
        "" => edited.len(),
        _ => format!("\n{edited}")
            .find(&format!("\n{begins}"))
            .unwrap_or_else(|| panic!("{file}: expected a line `{begins}…`")),
    };
    let length = edited[at..].find('\n').unwrap_or(0);
    let edited = [&edited[..at], text, &edited[at + length..]].concat();
    fs::write(path, edited).expect("writable");
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
        "+++\nid = {id}\ntitle = \"{title}\"\nexcerpt = \"What {title} is about.\"\ncategory = \"Personal\"\nsubjects = [\"subject-of-edits\"]\nauthor = \"firm\"\n{more}hero = {{ src = \"logo.svg\", alt = \"The logo\" }}\n+++\n\n{words}\n\n## A heading\n\nSee [the library](external:library-of-edits), and [the 401(k)](/towns/401k).\n\n<Disclaimer kind=\"illustrative\" />\n"
    )
}

/// Returns the first file with an extension in a folder, by name.
fn first(folder: &Path, extension: &str) -> PathBuf {
    let entries = fs::read_dir(folder).expect("readable");
    let files = entries.map(|entry| entry.expect("readable").path());
    let files = files.filter(|path| path.extension().is_some_and(|found| found == extension));
    files.min().expect("a file")
}
