//! The parts that need compliance approval (the firm's phone number, the addresses of its documents, and the list of
//! prohibited phrases), and the sentences with figures that compliance reads.

use super::entry::{Entry, Section, compare_values};
use super::side::Side;
use crate::escape::{code, text};
use serde::Deserialize;
use site_check::load::FileKind;
use site_check::statements::{Statement, changed, statements};
use site_schema::model::{AllowedPlace, WordList};

/// Returns the sections for contact details and for the list of phrases.
pub fn sections(base: &Side, head: &Side) -> [Section; 2] {
    let contact = compare_values(&contact(base), &contact(head));
    let words = compare_values(&words(base), &words(head));
    [
        Section::new("For compliance: phone number and documents", contact)
            .counting("phone number or document")
            .unseen(),
        Section::new("For compliance: phrases", words)
            .counting("phrase")
            .unseen(),
    ]
}

/// Returns the new or changed sentences with a figure about the firm or its results. Compliance reads this list; it
/// doesn't require approval.
pub fn statements_section(base: &Side, head: &Side) -> Section {
    let (before, after) = (statements(&base.tree), statements(&head.tree));
    let mut entries = Vec::new();
    for statement in changed(&before, &after) {
        entries.push(Entry::new(statement_line(statement)));
    }
    Section::new(STATEMENTS, entries).unseen()
}

/// The heading of the sentences with figures. It doesn't start with “For compliance”: that would require approval.
pub const STATEMENTS: &str = "Sentences with figures, for compliance to read";

/// Returns a sentence in Markdown, with its place and the reason why it's listed.
pub fn statement_line(statement: &Statement) -> String {
    let Statement { path, line, .. } = statement;
    let place = code(&format!("{path}:{line}"));
    let sentence = text(&statement.sentence);
    let (word, figure) = (text(&statement.word), text(&statement.figure));
    format!("{place}: {sentence} (*{word}*, *{figure}*)")
}

/// Returns the phone number and the addresses of the footer's documents, each with its name.
fn contact(side: &Side) -> Vec<(String, String)> {
    let site = &side.content.site;
    let mut stated = vec![("the phone number".to_owned(), site.contact.phone.clone())];
    for name in &site.footer.documents {
        if let Some(document) = site.external.get(&**name) {
            let address = document.href.to_string();
            stated.push((format!("the address of “{}”", &*document.label), address));
        }
    }
    stated
}

/// Returns the phrases in content/words.toml, and the places where they are allowed.
fn words(side: &Side) -> Vec<(String, String)> {
    let list = WordList::deserialize(side.tree.toml(&FileKind::Words));
    let mut stated = Vec::new();
    let Ok(list) = list else {
        return stated;
    };
    for phrase in &list.phrases {
        let mut entry = format!("{} {}", phrase.why, phrase.instead);
        for except in &phrase.except {
            entry += &format!(" Fine: {except}.");
        }
        stated.push((format!("the phrase “{}”", phrase.phrase), entry));
        for place in &phrase.allowed {
            stated.push(allowed(&phrase.phrase, place));
        }
    }
    for place in &list.figures.allowed {
        stated.push(allowed("a typed figure", place));
    }
    stated
}

/// Returns an allowed place and the reason for it.
fn allowed(what: &str, place: &AllowedPlace) -> (String, String) {
    let name = format!("{what}, allowed in {}", place.file);
    let reason = format!("“{}”: {}", place.text, place.allowed_because);
    (name, reason)
}
