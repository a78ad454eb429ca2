use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, FileKind, Target, Tree};
use site_schema::model::format;
use std::iter;
use std::ops::Range;

pub static RULE: Rule = Rule {
    code: "text/placeholder",
    severity: Severity::Error,
    summary: "A text holds a placeholder: TODO, TBD, FIXME, TKTK, lorem ipsum, XX.",
    why: "It marks what somebody meant to write, and visitors would read it. Drafts may hold placeholders.",
    bad: "content/articles/market-drop.mdx\nThe index fell XX percent. TODO: look it up.",
    good: "content/articles/market-drop.mdx\nThe index fell 12 percent.",
    checks: &[Check::File(check)],
};

/// What is a placeholder in capitals and in small letters alike.
const PLACEHOLDERS: [&str; 5] = ["fixme", "tbd", "tktk", "lorem", "ipsum"];

/// What is counted in Roman numerals: Title XX of the Social Security Act, Super Bowl XXX.
const NUMBERED: [&str; 2] = ["Title", "Bowl"];

fn check(file: &File, _: &Tree, report: &mut Report) {
    if file.is_draft() {
        return;
    }

    for leaf in &file.leaves {
        if leaf.format == format::TEXT {
            for place in placeholders(&leaf.value) {
                let word = &leaf.value[place.clone()];
                push(file, leaf.map.source(place.clone()), word, report);
            }
        }
    }
    if file.kind == FileKind::Facts {
        check_facts(file, report);
    }
    for prose in file.proses() {
        for place in placeholders(&prose.text) {
            let word = &prose.text[place.clone()];
            let place = prose.map.source(place.clone());
            if !is_in_address(file, &place) {
                push(file, place, word, report);
            }
        }
    }
}

/// What a fact says is a figure rather than a text, and its source is a name.
fn check_facts(file: &File, report: &mut Report) {
    for (pointer, text) in file.strings() {
        if pointer.ends_with("/value") || pointer.ends_with("/source") {
            for place in placeholders(text) {
                push(file, file.document.place(&pointer), &text[place], report);
            }
        }
    }
}

fn push(file: &File, place: Range<usize>, word: &str, report: &mut Report) {
    report.push(
        Diagnostic::at(file, place, format!("`{word}` is a placeholder"))
            .expected("the words or the figure that belong here")
            .found(format!("`{word}`"))
            .help("Write what belongs here. What nobody knows yet is said in words, such as “to be announced”; a page or an article that is not finished is a draft (draft = true)."),
    );
}

/// Whether a place is within the address of a link or the name of a picture.
fn is_in_address(file: &File, place: &Range<usize>) -> bool {
    let addresses = file
        .uses
        .iter()
        .filter(|found| matches!(found.target, Target::Link | Target::Image));
    addresses
        .map(|found| &found.span)
        .any(|span| span.start <= place.start && place.end <= span.end)
}

/// Where placeholders stand in a text, each as a whole word. Of several that
/// follow one another, such as lorem ipsum or XXX-XXXX, the first alone.
fn placeholders(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut before = "";
    let mut last_end = None;
    for place in words(text) {
        let word = &text[place.clone()];
        if is_placeholder(word, before, &text[place.end..]) {
            if last_end.is_none_or(|last_end| last_end + 1 < place.start) {
                found.push(place.clone());
            }
            last_end = Some(place.end);
        }
        before = word;
    }
    found
}

fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_in_word = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    let mut next = 0;
    iter::from_fn(move || {
        let start = next + text[next..].find(is_in_word)?;
        let past = text[start..].find(|c| !is_in_word(c));
        next = past.map_or(text.len(), |past| start + past);
        Some(start..next)
    })
}

fn is_placeholder(word: &str, before: &str, after: &str) -> bool {
    let is = |placeholder: &&str| word.eq_ignore_ascii_case(placeholder);
    // 20XX is one as well; XXI is a number.
    let unknown = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_unknown = unknown.len() > 1 && unknown.bytes().all(|byte| matches!(byte, b'x' | b'X'));
    let is_numeral = matches!(word, "XX" | "XXX") && NUMBERED.contains(&before);
    word == "TODO"
        || (is(&"todo") && after.starts_with(':'))
        || PLACEHOLDERS.iter().any(is)
        || (is_unknown && !is_numeral)
}

#[cfg(test)]
mod tests {
    use super::placeholders;

    #[test]
    fn placeholders_are_whole_words() {
        let found = |text: &'static str| -> Vec<&str> {
            let places = placeholders(text).into_iter();
            places.map(|place| &text[place]).collect()
        };
        assert_eq!(
            found("TODO: look up XX%, $XX,XXX or xx in 20XX (tbd)."),
            ["TODO", "XX", "XX", "xx", "20XX", "tbd"]
        );
        assert_eq!(
            found("Lorem ipsum dolor – todo: FIXME"),
            ["Lorem", "todo", "FIXME"]
        );
        assert_eq!(
            found("(918) XXX-XXXX, **TODO** _TBD_"),
            ["XXX", "TODO", "TBD"]
        );
        assert!(
            found("Todos los días; a to-do list, mastodon, TBDs, XXI, XXL, axx, X.").is_empty()
        );
        assert!(found("Title XX of the Act, and Super Bowl XXX").is_empty());
    }
}
