use super::{Check, Diagnostic, File, FileKind, Report, Rule, Severity, Tree, words};
use crate::load::Target;
use site_schema::model::format;
use std::ops::Range;

pub static RULES: &[Rule] = &[Rule {
    code: "text/placeholder",
    severity: Severity::Error,
    summary: "A text contains a placeholder: TODO, TBD, FIXME, TKTK, lorem ipsum, XX.",
    why: "It marks what somebody meant to write, and visitors would read it. Drafts may contain placeholders.",
    bad: "content/articles/market-drop.mdx\nThe index fell XX percent. TODO: look it up.",
    good: "content/articles/market-drop.mdx\nThe index fell 12 percent.",
    checks: &[Check::File(check)],
}];

/// Placeholders in capitals or small letters.
const PLACEHOLDERS: [&str; 5] = ["fixme", "tbd", "tktk", "lorem", "ipsum"];

/// What Roman numerals count: Title XX of the Social Security Act, Super Bowl XXX.
const NUMBERED: [&str; 2] = ["Title", "Bowl"];

fn check(file: &File, _: &Tree, report: &mut Report) {
    if file.is_draft() {
        return;
    }
    let mut push = |place: Range<usize>, word: &str| {
        report.push(
            Diagnostic::at(file, place, format!("`{word}` is a placeholder"))
                .expected("the final words or figure")
                .quoting(word)
                .help("Write the final text. If nobody knows it yet, say so, such as “to be announced”, or make the page or article a draft (draft = true)."),
        );
    };
    for leaf in file
        .leaves
        .iter()
        .filter(|leaf| leaf.format == format::TEXT)
    {
        for place in placeholders(&leaf.value) {
            push(leaf.map.source(place.clone()), &leaf.value[place]);
        }
    }
    if file.kind == FileKind::Facts {
        // A fact's value is a figure rather than a text, and its source is a name.
        for (pointer, text) in file.document.strings() {
            if pointer.ends_with("/value") || pointer.ends_with("/source") {
                for place in placeholders(text) {
                    push(file.document.place(pointer), &text[place]);
                }
            }
        }
    }
    for prose in file.proses() {
        for place in placeholders(&prose.text) {
            let source = prose.map.source(place.clone());
            if !is_in_address(file, &source) {
                push(source, &prose.text[place]);
            }
        }
    }
}

/// Whether a place is in the address of a link or the name of a picture.
fn is_in_address(file: &File, place: &Range<usize>) -> bool {
    let contains = |span: &Range<usize>| span.start <= place.start && place.end <= span.end;
    let is_address = |target| matches!(target, Target::Link | Target::Image);
    let mut uses = file.uses.iter();
    uses.any(|found| is_address(found.target) && contains(&found.span))
}

/// The placeholders in a text, as whole words. Of several in a row, such as
/// lorem ipsum or XXX-XXXX, only the first.
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

fn is_placeholder(word: &str, before: &str, after: &str) -> bool {
    let is = |placeholder: &&str| word.eq_ignore_ascii_case(placeholder);
    // 20XX is a placeholder; XXI is a number.
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
        let text =
            "TODO: XX%, $XX,XXX, xx in 20XX (tbd). Lorem ipsum – todo: FIXME (918) XXX-XXXX _TBD_";
        let all = "TODO XX XX xx 20XX tbd Lorem todo FIXME XXX TBD";
        assert_eq!(found(text).join(" "), all);
        let none = "Todos los días; a to-do list, mastodon, TBDs, XXI, XXL, axx, X, Title XX, Super Bowl XXX";
        assert!(found(none).is_empty());
    }
}
