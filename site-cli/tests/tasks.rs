//! The ten tasks of CONTRIBUTING.md, done word for word in a clone: what the
//! document says to type is typed, and the messages it shows are the check's own.
//!
//! The examples name places of the real content, which editors change from day to day. So the
//! tasks are a part of `cargo site test --long`, where a stale example shows without stopping
//! anybody's change, and the document's messages are compared with digits left out.

use crate::workspace::{Workspace, git, stdout};
use site_schema::model::Content;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A fenced box of the document: its language and its text.
type Fence = (String, String);

/// The heading below the last task.
const AFTER_THE_TASKS: &str = "\n## When the check finds something";

/// One task: its words, its boxes, and a clone to do it in.
struct Task {
    words: String,
    boxes: Vec<Fence>,
    clone: TempDir,
}

impl Task {
    fn new(heading: &str) -> Self {
        let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../CONTRIBUTING.md");
        let document = fs::read_to_string(document).expect("readable");
        let (_, section) = document
            .split_once(&format!("\n### {heading}\n"))
            .unwrap_or_else(|| panic!("CONTRIBUTING.md has the task {heading:?}"));
        let end = section
            .find("\n### ")
            .or_else(|| section.find(AFTER_THE_TASKS));
        let words = section[..end.expect("the section's end")].to_owned();
        let boxes = words
            .split("\n```")
            .collect::<Vec<_>>()
            .chunks_exact(2)
            .filter_map(|pair| pair[1].split_once('\n'))
            .map(|(language, text)| (language.to_owned(), text.to_owned()))
            .collect();
        Self {
            words,
            boxes,
            clone: clone(),
        }
    }

    /// What the document says to type: its box of that number, from 0.
    fn typed(&self, number: usize) -> &str {
        let mut typed = self.boxes.iter().filter(|(language, _)| language != "text");
        &typed.nth(number).expect("a box with what to type").1
    }

    /// A file that the document names.
    fn file(&self, name: &str) -> PathBuf {
        assert!(
            self.words.contains(&format!("`content/{name}`")),
            "{name} in:\n{}",
            self.words
        );
        self.clone.path().join("content").join(name)
    }

    fn edit(&self, name: &str, change: impl FnOnce(&str) -> String) {
        let path = self.file(name);
        let before = fs::read_to_string(&path).expect("readable");
        let after = change(&before);
        assert_ne!(before, after, "{name} is changed");
        fs::write(path, after).expect("writable");
    }

    /// `cargo site check`: whether it found no error, and what it said.
    fn check(&self) -> (bool, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_site"))
            .arg("check")
            .env_remove("GITHUB_STEP_SUMMARY")
            .current_dir(self.clone.path())
            .output()
            .expect("the command runs");
        (output.status.success(), stdout(&output))
    }

    /// The document's message of that number, from 0, is what the check says.
    fn reports(&self, number: usize) {
        let mut shown = self.boxes.iter().filter(|(language, _)| language == "text");
        let (_, shown) = shown.nth(number).expect("a message");
        let said = without_digits(&self.check().1);
        let mut lines = said.lines();
        for line in shown.lines() {
            let line = without_digits(line);
            assert!(
                lines.any(|said| said.ends_with(&line)),
                "expected the check to say, in this order,\n{shown}\nbut it says\n{said}"
            );
        }
    }

    /// The check is green; the compiled content, and the files changed.
    fn done(&self) -> (Content, Vec<String>) {
        let (clean, said) = self.check();
        assert!(clean, "{said}");
        let loaded = site_check::load(&self.clone.path().join("content")).expect("readable");
        git(&self.clone, &["add", "--all"]);
        let files = git(
            &self.clone,
            &["diff", "--cached", "--name-only", "--no-renames"],
        );
        let files = files.lines().map(str::to_owned).collect();
        (loaded.content.expect("no error"), files)
    }
}

/// A clone of the repository, as far as editors see it.
fn clone() -> TempDir {
    let origin = Workspace::with("../content");
    fs::write(origin.path().join("site-schema/README"), "").expect("writable");
    git(&origin, &["init", "--quiet"]);
    git(&origin, &["add", "--all"]);
    git(&origin, &["commit", "--quiet", "-m", "Content"]);
    let clone = tempfile::tempdir().expect("a folder for the test");
    let from = origin.path().to_string_lossy().into_owned();
    git(&clone, &["clone", "--quiet", &from, "."]);
    clone
}

fn without_digits(text: &str) -> String {
    let mut out = String::new();
    let mut within = false;
    for letter in text.chars() {
        if letter.is_ascii_digit() || within && matches!(letter, ',' | '_') {
            within = true;
        } else {
            if within {
                out.push('0');
            }
            within = false;
            out.push(letter);
        }
    }
    if within {
        out.push('0');
    }
    out
}

/// Replaces the first line after `place` that gives the same key.
fn retyped(text: &str, place: &str, typed: &str) -> String {
    let key = format!("{} =", typed.split(" =").next().expect("a key"));
    let from = text.find(place).expect("the place");
    let start = from + text[from..].find(&format!("\n{key}")).expect("the key") + 1;
    let end = start + text[start..].find('\n').expect("a line's end");
    format!("{}{typed}{}", &text[..start], &text[end..])
}

#[test]
#[ignore = "long"]
fn fix_a_typo() {
    let task = Task::new("1. Fix a typo");
    task.edit("pages/faq.toml", |text| {
        text.replacen("](/schedule)", "](/shedule)", 1)
    });
    task.reports(0);
    task.edit("pages/faq.toml", |text| {
        retyped(
            &text.replace("](/shedule)", "](/schedule)"),
            "",
            task.typed(0),
        )
    });
    let (content, files) = task.done();
    assert_eq!(files, ["content/pages/faq.toml"]);
    assert!(all(&content).contains("Questions and answers"));
}

fn all(content: &Content) -> String {
    serde_json::to_string(content).expect("JSON")
}

#[test]
#[ignore = "long"]
fn change_the_phone_number() {
    let task = Task::new("2. Change the phone number");
    let old = done_before(&task).site.contact.phone.to_string();
    assert!(task.words.contains("`phone = \"918 555 0199\"`"));
    task.edit("site.toml", |text| {
        retyped(text, "", "phone = \"918 555 0199\"")
    });
    task.reports(0);
    task.edit("site.toml", |text| retyped(text, "", task.typed(0)));
    let (content, files) = task.done();
    assert_eq!(files, ["content/site.toml"]);
    assert!(all(&content).contains("(918) 555-0199"));
    assert!(!all(&content).contains(&old), "{old} is nowhere left");
}

/// The content as it is before a task.
fn done_before(task: &Task) -> Content {
    let loaded = site_check::load(&task.clone.path().join("content")).expect("readable");
    loaded.content.expect("no error")
}

#[test]
#[ignore = "long"]
fn change_a_fee_and_its_examples() {
    let task = Task::new("3. Change a fee and its examples");
    let place = "[schedules.published]";
    assert!(task.words.contains(&format!("`{place}`")));
    task.edit("fees.toml", |text| retyped(text, place, task.typed(0)));
    task.reports(0);
    // Each figure as the help of its message says.
    let (_, said) = task.check();
    task.edit("fees.toml", |text| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for message in said.split("\n\n") {
            let Some((_, place)) = message.split_once("--> content/fees.toml:") else {
                continue;
            };
            let line: usize = place
                .split(':')
                .next()
                .expect("a line")
                .parse()
                .expect("a number");
            let (_, help) = message.split_once("help: Write ").expect("a help");
            let figure = help.split(", or").next().expect("a figure");
            lines[line - 1] = figure.to_owned();
        }
        lines.join("\n") + "\n"
    });
    let (content, files) = task.done();
    assert_eq!(files, ["content/fees.toml"]);
    let schedule = content
        .fees
        .schedules
        .get("published")
        .expect("the schedule");
    assert_eq!(schedule.tiers[0].rate, Some(120));
}

#[test]
#[ignore = "long"]
fn change_a_tax_figure() {
    let task = Task::new("4. Change a tax figure");
    let typed = task.typed(0);
    let name = typed.lines().next().expect("a name");
    task.edit("facts.toml", |text| {
        let start = text.find(name).expect("the fact");
        let end = start + text[start..].find("\n\n").expect("the fact's end");
        format!("{}{}{}", &text[..start], typed, &text[end..])
    });
    let (content, files) = task.done();
    assert_eq!(files, ["content/facts.toml"]);
    assert!(
        all(&content).matches("$32,200").count() > 1,
        "in a text, too"
    );

    let faq = task.clone.path().join("content/pages/faq.toml");
    let text = fs::read_to_string(&faq).expect("readable");
    let spelt = retyped(&text, "", "answer = \"A couple deducts $32,200.\"");
    fs::write(&faq, spelt).expect("writable");
    task.reports(0);
}

#[test]
#[ignore = "long"]
fn add_a_question_to_the_faq() {
    let task = Task::new("5. Add a question to the FAQ");
    let question = task.typed(0).to_owned();
    let first = "[[blocks.categories.questions]]";
    let added =
        |text: &str, question: &str| text.replacen(first, &format!("{question}\n\n{first}"), 1);
    task.edit("pages/faq.toml", |text| {
        added(text, &question.replace("{hours}", "{hour}"))
    });
    task.reports(0);
    task.edit("pages/faq.toml", |text| text.replace("{hour}", "{hours}"));
    let (content, files) = task.done();
    assert_eq!(files, ["content/pages/faq.toml"]);
    assert!(all(&content).contains("Do you meet clients in the evening?"));
}

#[test]
#[ignore = "long"]
fn add_an_article() {
    let task = Task::new("6. Add an article");
    let articles = done_before(&task).articles;
    let taken = articles
        .iter()
        .map(|article| article.matter.id)
        .max()
        .expect("an article");
    let file = task.file("articles/a-drawer-for-december.mdx");
    let typed = |id: u32| {
        let text = task.typed(0);
        assert!(text.contains("\nid = 37\n"));
        text.replace("\nid = 37\n", &format!("\nid = {id}\n")) + "\n"
    };
    fs::write(&file, typed(taken)).expect("writable");
    task.reports(0);
    let free = format!("Give the newer article the next id: {}", taken + 1);
    assert!(task.check().1.contains(&free));
    fs::write(&file, typed(taken + 1)).expect("writable");
    let (content, files) = task.done();
    assert_eq!(files, ["content/articles/a-drawer-for-december.mdx"]);
    assert!(task.words.contains("`/blog/a-drawer-for-december`"));
    let article = content
        .article("a-drawer-for-december")
        .expect("the article");
    assert_eq!(article.route, "/blog/a-drawer-for-december");
}

#[test]
#[ignore = "long"]
fn add_a_local_page() {
    let task = Task::new("7. Add a local page");
    let text =
        fs::read_to_string(task.file("pages/owasso-financial-planning.toml")).expect("readable");
    let page = task.file("pages/bixby-financial-planning.toml");
    fs::write(page, text.replace("Owasso", "Bixby")).expect("writable");
    task.reports(0);
    task.edit("pages/index.toml", |text| {
        let line = text
            .lines()
            .find(|line| line.contains("\"/owasso-financial-planning\""))
            .expect("the line for Owasso");
        text.replacen(line, &format!("{line}\n{}", task.typed(0)), 1)
    });
    assert!(!task.check().1.contains("route/orphan"));
    let (content, files) = task.done();
    let named = [
        "content/pages/bixby-financial-planning.toml",
        "content/pages/index.toml",
    ];
    assert_eq!(files, named);
    assert!(content.page("/bixby-financial-planning").is_some());
}

#[test]
#[ignore = "long"]
fn replace_a_picture() {
    let task = Task::new("8. Replace a picture");
    let typed = task.typed(0);
    let (before_alt, _) = typed.split_once(", alt").expect("an alt");
    task.edit("pages/contact.toml", |text| retyped(text, "", typed));
    task.reports(1);
    let images = task.clone.path().join("content/images");
    fs::copy(
        images.join("hero-open-gate.svg"),
        images.join("office-door.svg"),
    )
    .expect("copied");
    task.edit("pages/contact.toml", |text| {
        retyped(text, "", &format!("{before_alt} }}"))
    });
    task.reports(0);
    task.edit("pages/contact.toml", |text| retyped(text, "", typed));
    let (content, files) = task.done();
    assert_eq!(
        files,
        [
            "content/images/office-door.svg",
            "content/pages/contact.toml"
        ]
    );
    assert!(all(&content).contains("office-door.svg"));
}

/// The pages with a line that holds the text, in which each such line is made another.
fn in_pages(task: &Task, text: &str, other: impl Fn(&str) -> String) {
    let pages = task.clone.path().join("content/pages");
    for entry in fs::read_dir(pages).expect("readable") {
        let path = entry.expect("readable").path();
        let before = fs::read_to_string(&path).expect("readable");
        if before.contains(text) {
            fs::write(path, other(&before)).expect("writable");
        }
    }
}

fn add_redirect(task: &Task) {
    task.edit("redirects.toml", |text| {
        format!("{text}\n{}\n", task.typed(0))
    });
}

#[test]
#[ignore = "long"]
fn move_a_page() {
    let task = Task::new("9. Move a page");
    let old = task.file("pages/owasso-financial-planning.toml");
    fs::rename(old, task.file("pages/owasso-financial-advisor.toml")).expect("renamed");
    add_redirect(&task);
    task.reports(0);
    in_pages(&task, "/owasso-financial-planning", |text| {
        text.replace("/owasso-financial-planning", "/owasso-financial-advisor")
    });
    let (content, _) = task.done();
    assert!(content.page("/owasso-financial-advisor").is_some());
    let redirect = content
        .redirects
        .iter()
        .find(|redirect| redirect.from == "/owasso-financial-planning")
        .expect("the redirect");
    assert!(!redirect.gone);
}

#[test]
#[ignore = "long"]
fn remove_a_page() {
    let task = Task::new("10. Remove a page");
    fs::remove_file(task.file("pages/owasso-financial-planning.toml")).expect("removed");
    add_redirect(&task);
    let (clean, said) = task.check();
    assert!(
        !clean && said.contains("there is no page at /owasso-financial-planning"),
        "{said}"
    );
    in_pages(&task, "/owasso-financial-planning", |text| {
        let lines = text
            .lines()
            .filter(|line| !line.contains("{ label") || !line.contains("/owasso-"));
        let text = lines.collect::<Vec<_>>().join("\n") + "\n";
        text.replace("[Owasso](/owasso-financial-planning)", "Owasso")
    });
    let (content, _) = task.done();
    assert!(content.page("/owasso-financial-planning").is_none());
    let redirect = content
        .redirects
        .iter()
        .find(|redirect| redirect.from == "/owasso-financial-planning")
        .expect("the entry");
    assert!(redirect.gone);
}

#[test]
fn the_document_has_ten_tasks_and_each_is_tried_here() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = fs::read_to_string(root.join("../CONTRIBUTING.md")).expect("readable");
    let tests = fs::read_to_string(root.join("tests/tasks.rs")).expect("readable");
    let headings: Vec<_> = document
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .collect();
    assert_eq!(headings.len(), 10, "{headings:?}");
    for heading in headings {
        assert!(
            tests.contains(&format!("Task::new(\"{heading}\")")),
            "{heading}"
        );
    }
}
