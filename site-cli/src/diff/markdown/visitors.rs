//! What visitors and search engines meet: pages, words, links, pictures.

use super::escape::{code, text};
use super::page::Page;
use super::{between, counted, folded, item, places, value, words};
use crate::diff::links::{LabelChange, LinkChange};
use crate::diff::pages::{AddedPage, Fate, RemovedPage};
use crate::diff::pictures::{PictureChange, PictureChangeKind};
use crate::diff::report::DiffReport;
use crate::diff::screenshots::Screenshot;
use crate::diff::spread::ValueChange;
use crate::diff::text::{LineChange, TextChange};

/// Lines that differ in the same way: more than these are folded.
const SHOWN: usize = 4;

/// No more words of links that changed in the same way are shown.
const MANY: usize = 8;

/// What nobody may overlook.
pub fn shout(page: &mut Page, report: &DiffReport) {
    for removed in report.pages.removed.iter().filter(|page| page.is_lost()) {
        page.entry(&lost(removed));
    }
}

pub fn render(page: &mut Page, report: &DiffReport) {
    let every = report.pages.compared;
    page.section("Pages");
    for removed in report.pages.removed.iter().filter(|page| !page.is_lost()) {
        page.entry(&item(&gone(removed), &[]));
    }
    for moved in &report.pages.moved {
        page.entry(&item(
            &format!(
                "**Moved**: “{}”, {} → {}, with a redirect from the old address",
                text(&moved.title),
                code(&moved.from),
                code(&moved.to)
            ),
            &[],
        ));
    }
    for new in &report.pages.added {
        page.entry(&added(new));
    }
    for change in &report.redirects {
        page.entry(&item(&redirect(change), &[]));
    }
    page.section("What visitors read");
    for change in report.text.iter().filter(|change| !is_told(change, report)) {
        page.entry(&reads(change, every));
    }
    page.section("Links");
    for change in &report.links {
        page.entry(&link(change, every));
    }
    page.section("Search engines and sharing");
    for search in &report.search {
        let (places, fold) = places(&search.change.pages, every);
        let words = between(search.change.before.as_ref(), search.change.after.as_ref());
        let line = format!("{}, {places}: {words}", text(&search.name));
        page.entry(&item(&line, fold.as_slice()));
    }
    page.section("Pictures");
    for change in &report.pictures {
        page.entry(&picture(change, every));
    }
    page.section("Screenshots");
    if let Some(screenshots) = &report.screenshots {
        for shot in &screenshots.shots {
            page.entry(&item(&screenshot(shot), &[]));
        }
        match screenshots.left_out {
            0 => {}
            1 => page.entry("- One more page looks different."),
            count => page.entry(&format!("- {count} more pages look different.")),
        }
    }
    page.section("Icons and anchors");
    for change in &report.marks {
        let (places, fold) = places(&change.pages, every);
        let words = between(change.before.as_ref(), change.after.as_ref());
        page.entry(&item(&format!("{places}: {words}"), fold.as_slice()));
    }
    page.section("Settings that no page shows");
    for change in &report.settings {
        page.entry(&item(&value(change), &[]));
    }
}

fn screenshot(shot: &Screenshot) -> String {
    let path = shot.after.as_ref().or(shot.before.as_ref());
    let files = [&shot.files.before, &shot.files.after].map(|file| match file {
        Some(file) => code(file),
        None => "no page".to_owned(),
    });
    format!(
        "{}, {} pixels wide: {}",
        code(path.map_or("", String::as_str)),
        shot.width,
        files.join(" → ")
    )
}

/// A page whose address answers nothing any more.
fn lost(page: &RemovedPage) -> String {
    let path = code(&page.path);
    let Fate::Lost { seems_moved_to } = &page.fate else {
        return String::new();
    };
    let (seems, mend) = match seems_moved_to {
        Some(to) => (
            format!(" It seems to have moved to {}.", code(to)),
            format!("`to = \"{}\"`", to.replace(['`', '"', '\n'], "")),
        ),
        None => (
            String::new(),
            "`to = \"/the-page-that-takes-its-place\"` (or `gone = true`)".to_owned(),
        ),
    };
    format!(
        "\n> [!CAUTION]\n> **REMOVED WITHOUT A REDIRECT: {path}** (“{}”). Every link and bookmark to it will fail.{seems} Add an entry to `content/redirects.toml` with `from` = {path} and {mend}.",
        text(&page.title)
    )
}

fn gone(page: &RemovedPage) -> String {
    let what = match &page.fate {
        Fate::Redirected { to } => format!("; its address leads to {}", code(to)),
        Fate::Gone => "; its address says that it is gone for good".to_owned(),
        Fate::Lost { .. } => String::new(),
    };
    format!(
        "**Removed**: “{}”, {}{what}",
        text(&page.title),
        code(&page.path)
    )
}

fn added(page: &AddedPage) -> String {
    let line = format!("**Added**: “{}”, {}", text(&page.title), code(&page.path));
    let lines: Vec<String> = page
        .text
        .iter()
        .map(|line| format!("> {}", text(line)))
        .collect();
    let mut below = vec![folded("All that it says", &lines.join("\n>\n"))];
    if !page.links.is_empty() {
        let links = page.links.iter();
        let links: Vec<String> = links
            .map(|link| format!("- “{}” → {}", text(&link.label), code(&link.href)))
            .collect();
        below.push(folded("Its links to other sites", &links.join("\n")));
    }
    item(&line, &below)
}

fn redirect(change: &ValueChange) -> String {
    let from = code(&change.name);
    match (&change.before, &change.after) {
        (None, Some(to)) => format!("Redirect added: {from} → {}", code(to)),
        (Some(to), None) => format!("Redirect removed: {from} → {}", code(to)),
        (before, after) => {
            let [before, after] = [before, after].map(|to| code(to.as_deref().unwrap_or_default()));
            format!("Redirect changed: {from} → {before}, then → {after}")
        }
    }
}

fn reads(change: &TextChange, every: usize) -> String {
    let (place, fold) = places(&change.pages, every);
    if let [only] = change.lines.as_slice() {
        return item(&format!("{place}: {}", line(only)), fold.as_slice());
    }
    let count = counted(change.lines.len(), "line", "lines");
    let lines = change.lines.iter().map(|each| {
        let (place, _) = places(&each.pages, every);
        format!("- {place}: {}", line(each))
    });
    let lines: Vec<String> = lines.collect();
    let mut below: Vec<String> = lines.iter().take(SHOWN).cloned().collect();
    if lines.len() > SHOWN {
        let rest = &lines[SHOWN..];
        let summary = counted(rest.len(), "more line", "more lines");
        below.push(String::new() + "\n" + &folded(&summary, &rest.join("\n")));
    }
    below.extend(fold.map(|fold| "\n".to_owned() + &fold));
    item(&format!("{place}, the same in {count}:"), &below)
}

/// Whether a change of text is one of disclaimers, which stand on top.
fn is_told(change: &TextChange, report: &DiffReport) -> bool {
    change.lines.iter().all(|line| {
        let mut told = report.disclaimers.iter();
        told.any(|told| told.before == line.before && told.after == line.after)
    })
}

fn line(change: &LineChange) -> String {
    match (&change.before, &change.after) {
        (None, Some(after)) => format!("added: **{}**", text(after)),
        (Some(before), None) => format!("removed: ~~{}~~", text(before)),
        _ => words(&change.words),
    }
}

fn link(change: &LinkChange, every: usize) -> String {
    let (place, fold) = places(&change.pages, every);
    let labels = labels(&change.labels);
    let line = match (&change.before, &change.after) {
        (None, Some(to)) => format!("added: {labels} → {}", code(to)),
        (Some(to), None) => format!("removed: {labels} → {}", code(to)),
        (Some(old), Some(new)) if old == new => {
            format!("to {}, in other words: {labels}", code(new))
        }
        (Some(old), Some(new)) => format!(
            "now to {} and no longer to {}: {labels}",
            code(new),
            code(old)
        ),
        (None, None) => return String::new(),
    };
    item(&format!("{place}: {line}"), fold.as_slice())
}

/// The words of links, the first few of them.
fn labels(labels: &[LabelChange]) -> String {
    let shown = labels.iter().take(MANY).map(|label| {
        let quoted = |label: &Option<String>| {
            let label = label.as_deref().unwrap_or_default();
            format!("“{}”", text(label))
        };
        match (&label.before, &label.after) {
            (Some(before), Some(after)) if before != after => {
                format!("{} → {}", quoted(&label.before), quoted(&label.after))
            }
            (None, _) => quoted(&label.after),
            _ => quoted(&label.before),
        }
    });
    let mut shown: Vec<String> = shown.collect();
    if labels.len() > MANY {
        shown.push(format!("and {} more", labels.len() - MANY));
    }
    shown.join(", ")
}

fn picture(change: &PictureChange, every: usize) -> String {
    let name = |file: &Option<String>| code(file.as_deref().unwrap_or_default());
    let (before, after) = (name(&change.before), name(&change.after));
    let what = match change.change {
        PictureChangeKind::Added => format!("**Added**: {after}"),
        PictureChangeKind::Removed => format!("**Removed**: {before}"),
        PictureChangeKind::Changed => format!("**Changed**: {after} is another picture"),
        PictureChangeKind::Replaced => match (&change.before, &change.after) {
            (Some(_), Some(_)) => format!("{after} is shown in place of {before}"),
            (None, _) => format!("{after} is shown"),
            (_, None) => format!("{before} is no longer shown"),
        },
    };
    if change.pages.is_empty() {
        return item(&what, &[]);
    }
    let (place, fold) = places(&change.pages, every);
    item(&format!("{what}, {place}"), fold.as_slice())
}
