//! The fourteen tasks in docs/tasks.md, followed exactly in a clone: the test types what the document says to type, and
//! the check must print the messages in the document.
//!
//! The examples refer to places in the real content, which editors change daily. So the tasks are part of `cargo site
//! test --long`: there, a stale example is reported but doesn't block other changes. The comparison with the document's
//! messages ignores digits.

use crate::workspace::{Workspace, git, holds, lacks, said};
use site_schema::model::Content;
use std::fs;

const DOCUMENT: &str = include_str!("../../docs/tasks.md");

/// A function that performs a task.
type Done = fn(&Task);

/// Each task's heading, and the function that performs it.
const TASKS: [(&str, Done); 14] = [
    ("1. Fix a typo", fix_a_typo),
    ("2. Change the phone number", change_the_phone_number),
    (
        "3. Change a fee and its examples",
        change_a_fee_and_its_examples,
    ),
    ("4. Change a tax figure", change_a_tax_figure),
    ("5. Add a question to the FAQ", add_a_question_to_the_faq),
    ("6. Add an article", add_an_article),
    ("7. Add a local page", add_a_local_page),
    ("8. Replace a picture", replace_a_picture),
    ("9. Move a page", move_a_page),
    ("10. Remove a page", remove_a_page),
    ("11. Publish on a day", publish_on_a_day),
    (
        "12. Change a fee from January 1",
        change_a_fee_from_january_1,
    ),
    ("13. Close the office for a week", close_the_office),
    ("14. Withdraw an article", withdraw_an_article),
];

/// The year that scheduled tasks say to type.
const TYPED_YEAR: &str = "2027";

#[test]
fn the_document_has_these_tasks() {
    let headings = DOCUMENT
        .lines()
        .filter_map(|line| line.strip_prefix("### "));
    assert!(headings.eq(TASKS.map(|(heading, _)| heading)));
}

#[test]
#[ignore = "long"]
fn each_task_is_done_as_its_words_say() {
    for (heading, is_done) in TASKS {
        println!("{heading}");
        is_done(&Task::new(heading));
    }
}

/// A task: its text, the text to type, the messages shown, and a repository to perform it in.
struct Task {
    words: String,
    typed: Vec<String>,
    shown: Vec<String>,
    site: Workspace,
}

impl Task {
    fn new(heading: &str) -> Self {
        let heading = format!("\n### {heading}\n");
        let (_, section) = DOCUMENT.split_once(&heading).expect("the task");
        // The text to type may have headings.
        let words = section.split("\n### ").next().expect("its words");
        // The text of a numbered step is indented by three spaces.
        let words = words.replace("\n   ", "\n");
        let (mut typed, mut shown) = (Vec::new(), Vec::new());
        for text in words.split("\n```").skip(1).step_by(2) {
            match text.split_once('\n').expect("a language") {
                ("text", text) => shown.push(text.to_owned()),
                (_, text) => typed.push(text.to_owned()),
            }
        }
        Self {
            words,
            typed,
            shown,
            site: Workspace::with("../content").committed(),
        }
    }

    /// Edits a file that the document names.
    fn edit(&self, name: &str, change: impl FnOnce(&str) -> String) {
        assert!(self.words.contains(&format!("`content/{name}`")), "{name}");
        let before = self.site.read(name);
        let after = change(&before);
        assert_ne!(before, after, "{name} is changed");
        self.site.write(name, &after);
    }

    /// Replaces the first line after `place` that sets the same key with the typed line.
    fn retype(&self, name: &str, place: &str, typed: &str) {
        self.edit(name, |text| retyped(text, place, typed));
    }

    /// Appends the typed text to the redirects.
    fn redirect(&self) {
        let typed = &self.typed[0];
        self.edit("redirects.toml", |text| format!("{text}\n{typed}\n"));
    }

    /// Runs `cargo site check`; returns its output.
    fn check(&self) -> String {
        said(&self.site.site("check"))
    }

    /// Checks that the check prints the document's message with this number, starting at 0.
    fn reports(&self, number: usize) {
        let shown = &self.shown[number];
        let said = without_digits(&self.check());
        let mut lines = said.lines();
        for line in shown.lines().map(without_digits) {
            assert!(
                lines.any(|said| said.ends_with(&line)),
                "expected the check to say, in this order,\n{shown}\nbut it says\n{said}"
            );
        }
    }

    /// Returns the text to type, changed to a year that is always in the future.
    fn typed_ahead(&self, number: usize) -> String {
        let this_year = jiff::Zoned::now().year();
        self.typed[number].replace(TYPED_YEAR, &(this_year + 1).to_string())
    }

    /// Runs `cargo site schedule`; returns its output.
    fn schedule(&self) -> String {
        self.site.done("schedule")
    }

    fn content(&self) -> Content {
        let loaded = site_check::load(&self.site.path().join("content")).expect("readable");
        loaded.content.expect("no error")
    }

    /// Checks that there are no errors, and that only these files have changed, if any are given; returns the compiled
    /// content as JSON.
    fn done(&self, files: &[&str]) -> String {
        self.site.done("check");
        git(&self.site, "add --all");
        let changed = git(&self.site, "diff --cached --name-only --no-renames");
        let changed = changed.lines().map(|path| &path["content/".len()..]);
        let changed: Vec<_> = changed.collect();
        assert!(files.is_empty() || changed == files, "{changed:?}");
        serde_json::to_string(&self.content()).expect("JSON")
    }
}

fn without_digits(text: &str) -> String {
    let number = regex::Regex::new("[0-9][0-9,_]*").expect("a pattern");
    number.replace_all(text, "0").into_owned()
}

fn retyped(text: &str, place: &str, typed: &str) -> String {
    let key = format!("\n{} =", typed.split(" =").next().expect("a key"));
    let from = text.find(place).expect("the place");
    let start = from + text[from..].find(&key).expect("the key") + 1;
    let end = start + text[start..].find('\n').expect("a line's end");
    format!("{}{typed}{}", &text[..start], &text[end..])
}

fn fix_a_typo(task: &Task) {
    let (right, wrong) = ("](/schedule)", "](/shedule)");
    task.edit("pages/faq.toml", |text| text.replacen(right, wrong, 1));
    task.reports(0);
    task.edit("pages/faq.toml", |text| text.replace(wrong, right));
    task.retype("pages/faq.toml", "", &task.typed[0]);
    holds(&task.done(&["pages/faq.toml"]), &["Questions and answers"]);
}

fn change_the_phone_number(task: &Task) {
    let old = task.content().site.contact.phone.to_string();
    assert!(task.words.contains("`phone = \"918 555 0199\"`"));
    task.retype("site.toml", "", "phone = \"918 555 0199\"");
    task.reports(0);
    task.retype("site.toml", "", &task.typed[0]);
    let content = task.done(&["site.toml"]);
    holds(&content, &["(918) 555-0199"]);
    lacks(&content, &[&old]);
}

fn change_a_fee_and_its_examples(task: &Task) {
    let place = "[schedules.published]";
    assert!(task.words.contains(&format!("`{place}`")));
    task.retype("fees.toml", place, &task.typed[0]);
    task.reports(0);
    // Sets each figure to the value in the help of its message.
    let said = task.check();
    task.edit("fees.toml", |text| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for message in said.split("\n\n") {
            let Some((_, place)) = message.split_once("--> content/fees.toml:") else {
                continue;
            };
            let (line, _) = place.split_once(':').expect("a line");
            let (_, help) = message.split_once("help: Write ").expect("a help");
            let (figure, _) = help.split_once(", or").expect("a figure");
            lines[line.parse::<usize>().expect("a number") - 1] = figure.to_owned();
        }
        lines.join("\n") + "\n"
    });
    task.done(&["fees.toml"]);
    let schedules = task.content().fees.schedules;
    let published = schedules.get("published").expect("the schedule");
    assert_eq!(published.tiers[0].rate, Some(120));
}

fn change_a_tax_figure(task: &Task) {
    let typed = &task.typed[0];
    let heading = typed.lines().next().expect("a heading");
    let old = heading.replace("2026", "2025");
    let words = |task: &Task| serde_json::to_string(&task.content().articles).expect("JSON");
    let before = words(task);
    task.edit("facts.toml", |text| {
        let start = text.find(&old).expect("the old year");
        let end = start + text[start..].find("\n\n").expect("its end");
        format!("{}\n\n{typed}{}", &text[..end], &text[end..])
    });
    task.done(&["facts.toml"]);
    assert_eq!(words(task), before);
    let text = task.site.read("pages/faq.toml");
    let spelled_out = retyped(&text, "", "answer = \"A person may give $111,000.\"");
    task.site.write("pages/faq.toml", &spelled_out);
    task.reports(0);
    let token = "answer = \"In {qcd-limit-year} a person may give {qcd-limit}.\"";
    task.site
        .write("pages/faq.toml", &retyped(&text, "", token));
    holds(&task.done(&[]), &["a person may give $111,000."]);
}

fn add_a_question_to_the_faq(task: &Task) {
    let question = task.typed[0].replace("{hours}", "{hour}");
    let first = "[[blocks.categories.questions]]";
    let with = format!("{question}\n\n{first}");
    task.edit("pages/faq.toml", |text| text.replacen(first, &with, 1));
    task.reports(0);
    task.edit("pages/faq.toml", |text| text.replace("{hour}", "{hours}"));
    let question = "Do you meet clients in the evening?";
    holds(&task.done(&["pages/faq.toml"]), &[question]);
}

fn add_an_article(task: &Task) {
    let file = "articles/a-drawer-for-december.mdx";
    assert!(task.words.contains(&format!("`content/{file}`")));
    assert!(task.words.contains("`/blog/a-drawer-for-december`"));
    let articles = task.content().articles;
    let ids = articles.iter().map(|article| article.matter.id);
    let taken = ids.max().expect("an article");
    let write = |id: u32| {
        let text = &task.typed[0];
        assert!(text.contains("\nid = 37\n"));
        let text = text.replace("\nid = 37\n", &format!("\nid = {id}\n"));
        task.site.write(file, &(text + "\n"));
    };
    write(taken);
    task.reports(1);
    let free = format!("Give the newer article the next id: {}", taken + 1);
    holds(&task.check(), &[&free]);
    write(taken + 1);
    holds(&task.done(&[file]), &["a-drawer-for-december"]);
}

fn add_a_local_page(task: &Task) {
    let page = "pages/bixby-financial-planning.toml";
    assert!(task.words.contains(&format!("`content/{page}`")));
    let text = task.site.read("pages/owasso-financial-planning.toml");
    task.site.write(page, &text.replace("Owasso", "Bixby"));
    task.reports(0);
    task.edit("pages/index.toml", |text| {
        let mut lines = text.lines();
        let line = lines.find(|line| line.contains("\"/owasso-financial-planning\""));
        let line = line.expect("the line for Owasso");
        text.replacen(line, &format!("{line}\n{}", &task.typed[0]), 1)
    });
    lacks(&task.check(), &["route/orphan"]);
    task.done(&[page, "pages/index.toml"]);
    assert!(task.content().page("/bixby-financial-planning").is_some());
}

fn replace_a_picture(task: &Task) {
    let typed = &task.typed[0];
    let (before_alt, _) = typed.split_once(", alt").expect("an alt");
    task.retype("pages/contact.toml", "", typed);
    task.reports(1);
    let image = task.site.read("images/hero-open-gate.svg");
    task.site.write("images/office-door.svg", &image);
    task.retype("pages/contact.toml", "", &format!("{before_alt} }}"));
    task.reports(0);
    task.retype("pages/contact.toml", "", typed);
    let content = task.done(&["images/office-door.svg", "pages/contact.toml"]);
    holds(&content, &["office-door.svg"]);
}

const OWASSO: &str = "/owasso-financial-planning";

/// Changes every page that names the page for Owasso.
fn in_pages(task: &Task, change: impl Fn(&str) -> String) {
    for (path, bytes) in task.site.content() {
        let text = String::from_utf8_lossy(&bytes);
        if text.contains(OWASSO) && path.to_string_lossy().contains("/pages/") {
            fs::write(path, change(&text)).expect("writable");
        }
    }
}

fn move_a_page(task: &Task) {
    let new = "/owasso-financial-advisor";
    let [file, new_file] = [OWASSO, new].map(|route| format!("pages{route}.toml"));
    task.site.rename(&file, &new_file);
    task.redirect();
    task.reports(0);
    in_pages(task, |text| text.replace(OWASSO, new));
    task.done(&[]);
    assert!(task.content().page(new).is_some());
}

fn remove_a_page(task: &Task) {
    let page = "pages/owasso-financial-planning.toml";
    task.site.remove(page);
    task.redirect();
    let message = "there is no page at /owasso-financial-planning";
    holds(&task.check(), &[message]);
    in_pages(task, |text| {
        let lines = text.lines();
        let lines = lines.filter(|line| !line.contains("{ label") || !line.contains("/owasso-"));
        let text = lines.collect::<Vec<_>>().join("\n") + "\n";
        text.replace("[Owasso](/owasso-financial-planning)", "Owasso")
    });
    task.done(&[]);
    assert!(task.content().page(OWASSO).is_none());
}

fn publish_on_a_day(task: &Task) {
    let file = "articles/a-drawer-for-january.mdx";
    assert!(task.words.contains(&format!("`content/{file}`")));
    let article = Task::new("6. Add an article").typed.remove(0);
    let highest = task
        .content()
        .articles
        .iter()
        .map(|each| each.matter.id)
        .max();
    let id = format!("\nid = {}\n", highest.expect("an article") + 1);
    let text = article.replace("\nid = 37\n", &id);
    let day = text.lines().find(|line| line.starts_with("published"));
    let text = text.replace(day.expect("its day"), &task.typed_ahead(0));
    task.site.write(file, &(text + "\n"));

    let faq = task.site.read("pages/faq.toml");
    let linked = faq.replacen("](/schedule)", "](/blog/a-drawer-for-january)", 1);
    task.site.write("pages/faq.toml", &linked);
    task.reports(0);
    task.site.write("pages/faq.toml", &faq);
    task.done(&[file]);
    holds(
        &task.schedule(),
        &["From 9:00 a.m. on January 4", "a-drawer-for-january"],
    );
}

fn change_a_fee_from_january_1(task: &Task) {
    let next = task.typed_ahead(0);
    task.edit("fees.toml", |text| format!("{text}\n{next}\n"));
    task.reports(0);
    let right = next.replace("6_250", "6_000").replace("521", "500");
    task.edit("fees.toml", |text| text.replace(&next, &right));
    task.done(&["fees.toml"]);
    holds(&task.schedule(), &["From January 1", "1.20"]);
}

fn close_the_office(task: &Task) {
    let closed = task.typed_ahead(0);
    let hours = "[[contact.hours]]";
    let with = format!("{closed}\n\n{hours}");
    task.edit("site.toml", |text| {
        text.replacen(hours, &with.replace("-03-19", "-03-12"), 1)
    });
    task.reports(0);
    task.edit("site.toml", |text| text.replacen("-03-12", "-03-19", 1));
    task.done(&["site.toml"]);
    holds(
        &task.schedule(),
        &["From March 1", "Closed from March 15 to March 19."],
    );
}

fn withdraw_an_article(task: &Task) {
    let withdrawn = task.typed_ahead(0);
    let file = "articles/market-drop.mdx";
    let wrong = withdrawn.replace("/faq", "/fq");
    task.edit(file, |text| {
        text.replacen("\ntitle", &format!("\n{wrong}\ntitle"), 1)
    });
    task.reports(0);
    task.edit(file, |text| text.replace("/fq", "/faq"));
    task.done(&[file]);
    holds(&task.schedule(), &["From February 1", "/blog/market-drop"]);
}
