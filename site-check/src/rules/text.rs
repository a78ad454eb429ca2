use super::{CONFLICT, File, Report, Rule, Tree, error, key};
use crate::load::markdown::{Kind, Prose};

pub static RULES: &[Rule] = &[
    error("article/empty").each_file(check_empty),
    error("text/blank").each_file(check_blank),
    error(CONFLICT).each_file(check_conflicts),
    error("text/hidden").each_file(check_hidden),
];

fn check_empty(file: &File, _: &Tree, out: &mut Report) {
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

fn check_blank(file: &File, _: &Tree, out: &mut Report) {
    for (pointer, text) in file.document.strings() {
        if !text.is_empty() && text.trim().is_empty() {
            let key = key(pointer);
            out.at_value(file, pointer, format!("`{key}` consists of spaces"))
                .expected("words")
                .found("spaces")
                .help(format!(
                    "Write the text, or delete the line of `{key}` if it is optional."
                ))
                .cause();
        }
    }
}

fn check_conflicts(file: &File, _: &Tree, out: &mut Report) {
    for conflict in &file.conflicts {
        let lines = &file.text[conflict.clone()];
        let first = lines.lines().next().unwrap_or_default().len();
        out.at(file, conflict.start..conflict.start + first, "unresolved merge conflict")
            .expected("one of the two versions, without Git's markers")
            .quoting(lines)
            .help("Keep the right lines. Delete the others and the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>.")
            .explains(conflict.clone());
    }
}

fn check_hidden(file: &File, _: &Tree, out: &mut Report) {
    let text = &*file.text;
    let mut cause = |place, character: char, name| {
        let code = u32::from(character);
        out.at(file, place, format!("invisible character U+{code:04X} ({name})"))
            .expected("visible characters, spaces and line breaks")
            .found(format!("U+{code:04X}"))
            .help("Delete it: put the cursor after it, press Backspace once, and retype what is missing. Paste copied text without its formatting.").cause();
    };
    for (at, character, name) in hidden(text) {
        cause(at..at + character.len_utf8(), character, name);
    }
    // An escape is visible, but the character it stands for is not.
    for (pointer, value) in file.document.strings() {
        let place = file.document.place(pointer);
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
    let named = characters.filter_map(|(at, character)| Some((at, character, name(character)?)));
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

fn name(character: char) -> Option<&'static str> {
    Some(match character {
        ' '..='~' | '\n' | '\t' => return None,
        '\r' => "carriage return",
        '\0'..'\u{20}' | '\u{7f}'..='\u{9f}' => "control character",
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero-width space",
        '\u{200c}' | '\u{200d}' => "zero-width joiner",
        '\u{2060}'..='\u{2064}' | '\u{180e}' | '\u{115f}' | '\u{1160}' | '\u{3164}' => "zero width",
        '\u{feff}' => "byte-order mark inside the text",
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}' => {
            "reverses text direction"
        }
        '\u{2028}' | '\u{2029}' => "line or paragraph separator",
        '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => "annotation or tag",
        '\u{fffd}' => "replaces a lost character",
        _ => return None,
    })
}

/// Whether a character is part of an emoji, whose parts a joiner combines.
fn is_picture(character: char) -> bool {
    matches!(character, '\u{2600}'..='\u{27bf}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}
