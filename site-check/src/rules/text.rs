use super::{File, Sink, key};
use crate::diagnostic::invisible;
use crate::load::markdown::{Kind, Prose};

pub(super) fn check_empty(file: &File, out: &mut Sink) {
    let Some(body) = file.body.as_ref().filter(|body| body.is_parsed()) else {
        return;
    };
    let is_words = |text: &str| text.contains(char::is_alphanumeric);
    let has_words = |prose: &Prose| {
        let mut nodes = prose.nodes();
        nodes.any(|node| match &node.kind {
            Kind::Fact(_) => true,
            Kind::Text(text) | Kind::InlineCode(text) | Kind::Code(text) => is_words(text),
            _ => false,
        })
    };
    if !file.is_draft() && !has_words(body) {
        let end = body.map.source(0..0).start;
        out.at(file, end..end, "this article has no words")
            .expected("the text of the article below the second line of +++")
            .found("nothing")
            .help("Write the article, or make it a draft until then (draft = true).");
    }
}

pub(super) fn check_blank(file: &File, out: &mut Sink) {
    for (pointer, text) in file.document.strings() {
        if !text.is_empty() && text.trim().is_empty() {
            let key = key(pointer);
            out.at_value(file, pointer, format!("`{key}` consists of spaces"))
                .expected("words")
                .found("spaces")
                .help(format!(
                    "Write the text, or delete the line of `{key}` if it is optional."
                ))
                .suppresses_its_span();
        }
    }
}

pub(super) fn check_conflicts(file: &File, out: &mut Sink) {
    for conflict in file.conflicts() {
        let lines = &file.text[conflict.clone()];
        let first = lines.lines().next().unwrap_or_default().len();
        let place = conflict.start..conflict.start + first;
        out.at(file, place, "unresolved merge conflict")
            .expected("one of the two versions, without Git's markers")
            .quoting(lines)
            .help("Keep the right lines. Delete the others and the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>.")
            .suppresses(conflict);
    }
}

pub(super) fn check_hidden(file: &File, out: &mut Sink) {
    let text = &*file.text;
    let mut cause = |place, character: char, name| {
        let code = u32::from(character);
        out.at(file, place, format!("invisible character U+{code:04X} ({name})"))
            .expected("visible characters, spaces and line breaks")
            .found(format!("U+{code:04X}"))
            .help("Delete it: put the cursor after it, press Backspace once, and retype what is missing. Paste copied text without its formatting.").suppresses_its_span();
    };
    for (at, character, name) in hidden(text) {
        cause(at..at + character.len_utf8(), character, name);
    }
    // An escape is visible, but the character it stands for is not.
    for (pointer, value) in file.document.strings() {
        let place = file.document.span(pointer);
        let written = &text[place.clone()];
        if written.contains('\\')
            && let Some((_, character, name)) = hidden(value).into_iter().next()
            && hidden(written).is_empty()
        {
            cause(place, character, name);
        }
    }
}

/// The invisible characters of a text: the place and the name of each.
fn hidden(text: &str) -> Vec<(usize, char, &'static str)> {
    let shown = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(shown) {
        return Vec::new();
    }
    let characters = text.char_indices();
    let named =
        characters.filter_map(|(at, character)| Some((at, character, invisible(character)?)));
    let is_hidden = |(at, character, _): &(usize, char, &str)| {
        let before = text[..*at].chars().next_back();
        let after = text[at + character.len_utf8()..].chars().next();
        match character {
            '\u{feff}' => *at > 0,
            '\r' => after != Some('\n'),
            '\u{200d}' => !(before.is_some_and(is_picture) && after.is_some_and(is_picture)),
            _ => true,
        }
    };
    named.filter(is_hidden).collect()
}

/// Whether a character is part of an emoji, whose parts a joiner combines.
fn is_picture(character: char) -> bool {
    matches!(character, '\u{2600}'..='\u{27bf}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}
