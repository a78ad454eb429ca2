use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};

pub static RULES: &[Rule] = &[Rule {
    code: "text/hidden",
    severity: Severity::Error,
    summary: "A text contains an invisible character: a control character, one of zero width, or one that reverses the text direction.",
    why: "It breaks links, names and searches in a way that nobody can see, and it can make a reviewer read something else than visitors do. It mostly comes with text copied from elsewhere.",
    bad: "content/articles/market-drop.mdx\nSee [the rules](https://www.irs.gov/⟨zero-width space⟩ira).",
    good: "content/articles/market-drop.mdx\nSee [the rules](https://www.irs.gov/ira).",
    checks: &[Check::File(check)],
}];

fn check(file: &File, _: &Tree, report: &mut Report) {
    let text = &*file.text;
    let mut cause = |place, character: char, name| {
        let code = u32::from(character);
        report.cause(
            Diagnostic::at(file, place, format!("invisible character U+{code:04X} ({name})"))
                .expected("visible characters, spaces and line breaks")
                .found(format!("U+{code:04X}"))
                .help("Delete it: put the cursor after it, press Backspace once, and retype what is missing. Paste copied text without its formatting."),
        );
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
