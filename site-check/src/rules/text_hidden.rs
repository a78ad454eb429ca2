use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, Tree};

pub static RULE: Rule = Rule {
    code: "text/hidden",
    severity: Severity::Error,
    summary: "A sign that nobody sees stands in the text: a control character, one of zero width, or one that turns the direction of writing.",
    why: "It breaks links, names and searches in a way that no eye finds, and it can make a reviewer read something else than visitors do. It mostly comes along with text copied from elsewhere.",
    bad: "content/articles/market-drop.mdx\nSee [the rules](https://www.irs.gov/⟨zero-width space⟩ira).",
    good: "content/articles/market-drop.mdx\nSee [the rules](https://www.irs.gov/ira).",
    checks: &[Check::File(check)],
};

const HELP: &str = "Delete it: put the cursor behind it, press Backspace once, and type what stood there again. Text copied from elsewhere is best pasted without its formatting.";

fn check(file: &File, _: &Tree, report: &mut Report) {
    for (at, sign, name) in hidden(file.readable()) {
        tell(file, at..at + sign.len_utf8(), sign, name, report);
    }
    // What is written as an escape can be seen, but what it stands for can not.
    if !file.readable().contains('\\') {
        return;
    }
    for (pointer, value) in file.strings() {
        let written = file.document.place(&pointer);
        if file.readable()[written.clone()].contains('\\')
            && let Some((_, sign, name)) = hidden(value).into_iter().next()
            && hidden(&file.readable()[written.clone()]).is_empty()
        {
            tell(file, written, sign, name, report);
        }
    }
}

fn tell(file: &File, place: std::ops::Range<usize>, sign: char, name: &str, report: &mut Report) {
    report.cause(
        Diagnostic::at(
            file,
            place.clone(),
            format!("{name} stands here, which nobody sees"),
        )
        .expected("signs that can be seen, spaces and line breaks")
        .found(format!("{name} (U+{:04X})", u32::from(sign)))
        .help(HELP),
        place,
    );
}

/// The hidden signs of a text, where each stands and what it is.
fn hidden(text: &str) -> Vec<(usize, char, &'static str)> {
    let mut found = Vec::new();
    let mut from = 0;
    // Most signs are ASCII, and none of that from the space to the tilde is hidden.
    let foreign = |byte: u8| !matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    while let Some(at) = text.as_bytes()[from..]
        .iter()
        .position(|byte| foreign(*byte))
    {
        let at = from + at;
        let mut signs = text[at..].chars();
        let sign = signs.next().unwrap_or_default();
        from = at + sign.len_utf8();
        let name = name(sign).filter(|_| match sign {
            '\u{feff}' => at > 0,
            '\r' => signs.next() != Some('\n'),
            '\u{200d}' => {
                let before = text[..at].chars().next_back();
                !(before.is_some_and(is_picture) && signs.next().is_some_and(is_picture))
            }
            _ => true,
        });
        found.extend(name.map(|name| (at, sign, name)));
    }
    found
}

fn name(sign: char) -> Option<&'static str> {
    Some(match sign {
        '\n' | '\t' => return None,
        '\r' => "a carriage return alone",
        '\0'..'\u{20}' | '\u{7f}'..='\u{9f}' => "a control character",
        '\u{ad}' => "a soft hyphen",
        '\u{200b}' => "a zero-width space",
        '\u{200c}' | '\u{200d}' => "a zero-width joiner",
        '\u{2060}'..='\u{2064}' | '\u{180e}' | '\u{115f}' | '\u{1160}' | '\u{3164}' => {
            "a sign of zero width"
        }
        '\u{feff}' => "a byte-order mark within the text",
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}' => {
            "a sign that turns the direction of writing"
        }
        '\u{2028}' | '\u{2029}' => "a separator of lines that is no line break",
        '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => "a mark for programs",
        '\u{fffd}' => "the mark of a character that was lost",
        _ => return None,
    })
}

/// Whether a sign belongs to an emoji, whose parts a joiner holds together.
fn is_picture(sign: char) -> bool {
    matches!(sign, '\u{2600}'..='\u{27bf}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}
