//! Text that was read in the wrong encoding, such as `donâ€™t`, and the original text.

use std::ops::Range;

/// A stretch of damaged characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    pub span: Range<usize>,
    /// The original characters, if they are certain.
    pub repaired: Option<String>,
}

/// The characters of an encoding for the bytes starting at 0x80. UTF-8 is often misread as one of
/// these encodings.
struct CodePage(&'static str);

/// The Western, Central European and Cyrillic code pages of Windows, the Mac's, and two of the
/// command line.
const CODE_PAGES: [CodePage; 6] = [
    CodePage(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
    ),
    CodePage(
        "€\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\u{a0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{ad}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
    ),
    CodePage(
        "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя",
    ),
    CodePage(
        "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
    ),
    CodePage(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    CodePage(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    ),
];

/// The maximum number of repairs of the same text: it may have been misread more than once.
const MOST_TIMES: usize = 3;

/// Returns the character that a control character represents in Windows' Western code page, such as
/// ’ for U+0092.
pub fn of_windows(control: char) -> Option<char> {
    let index = u32::from(control).checked_sub(0x80)?;
    let index = usize::try_from(index).ok().filter(|index| *index < 0x20)?;
    let character = CODE_PAGES[0].0.chars().nth(index)?;
    (!character.is_control()).then_some(character)
}

/// Returns the damaged stretches of a text.
pub fn damages(text: &str) -> Vec<Damage> {
    let mut found = Vec::new();
    if text.is_ascii() {
        return found;
    }
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let damage = if c.is_ascii() {
            None
        } else {
            damage_at(text, at)
        };
        match damage {
            Some(damage) => {
                at = damage.span.end;
                found.push(damage);
            }
            None => at += c.len_utf8(),
        }
    }
    found
}

/// Returns the damage that begins at a byte of a text.
fn damage_at(text: &str, at: usize) -> Option<Damage> {
    for page in &CODE_PAGES {
        let mut repaired = String::new();
        let mut end = at;
        while let Some((character, length)) = page.misread(text, end) {
            repaired.push(character);
            end += length;
        }
        for _ in 1..MOST_TIMES {
            repaired = repaired_once(&repaired);
        }
        if repaired.is_empty() || !repaired.chars().all(is_symbol_or_in_use) {
            continue;
        }
        let is_certain = repaired.chars().all(is_in_use);
        return Some(Damage {
            span: at..end,
            repaired: is_certain.then(|| repaired.replace('\u{a0}', " ")),
        });
    }
    remnant(&text[at..]).map(|length| Damage {
        span: at..at + length,
        repaired: None,
    })
}

/// Replaces each character that may have been misread with its original.
fn repaired_once(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let mut pages = CODE_PAGES.iter();
        let (character, length) = pages
            .find_map(|page| page.misread(text, at))
            .unwrap_or((c, c.len_utf8()));
        out.push(character);
        at += length;
    }
    out
}

impl CodePage {
    /// Returns the original of several misread characters at a byte of a text, and their length.
    fn misread(&self, text: &str, at: usize) -> Option<(char, usize)> {
        let mut rest = text[at..].chars();
        let first = rest.next()?;
        let mut bytes = vec![self.byte(first)?];
        let count = match bytes[0] {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => return None,
        };
        let mut length = first.len_utf8();
        while bytes.len() < count {
            let next = rest.next()?;
            let is_last = bytes.len() + 1 == count;
            // Non-breaking spaces are often lost.
            let byte = match self.byte(next) {
                Some(byte) => byte,
                None if next == ' ' && is_last && lost_space(text, at, first) => 0xa0,
                None => return None,
            };
            bytes.push(byte);
            length += next.len_utf8();
        }
        let character = std::str::from_utf8(&bytes).ok()?.chars().next()?;
        Some((character, length))
    }

    fn byte(&self, character: char) -> Option<u8> {
        let control = u32::from(character);
        if (0x80..0xa0).contains(&control) {
            return u8::try_from(control).ok();
        }
        let index = self.0.chars().position(|known| known == character)?;
        u8::try_from(index + 0x80).ok()
    }
}

/// Returns true if a space after a character at a byte of a text was a non-breaking space: "voilÃ "
/// and "10Â km".
fn lost_space(text: &str, at: usize, first: char) -> bool {
    let before = text[..at].chars().next_back();
    match first {
        'Ã' => before.is_some_and(char::is_lowercase),
        'Â' => !before.is_some_and(char::is_uppercase),
        _ => false,
    }
}

/// Returns the length of a damaged character that has lost its end, such as `â€` for a closing
/// quotation mark.
fn remnant(rest: &str) -> Option<usize> {
    let starts = ["â€", "ÔÇ", "ΓÇ", "вЂ", "ï¿½"];
    let start = starts.iter().find(|start| rest.starts_with(**start))?;
    Some(start.len())
}

/// Returns true if people type a character or a word processor creates it. Repairs are only certain
/// with these characters.
fn is_in_use(c: char) -> bool {
    matches!(c,
        '‘' | '’' | '‚' | '“' | '”' | '„' | '‹' | '›' | '«' | '»' | '′' | '″'
        | '‐'..='―' | '−' | '…' | '·' | '•'
        | '¼'..='¾' | '⅐'..='⅞'
        | '¢'..='¥' | '\u{20a0}'..='\u{20bf}'
        | '©' | '®' | '™' | '°' | '±' | '×' | '÷' | '§' | '¶' | '†' | '‡' | '²' | '³' | '¹' | '№'
        | '≤' | '≥' | '≠' | '≈'
        | 'À'..='ž' | 'Ș'..='ț' | 'Ơ' | 'ơ' | 'Ư' | 'ư' | 'Ạ'..='ỹ'
        | '\u{a0}')
}

/// Returns true if a character is in use, an emoji or a mark within one.
fn is_symbol_or_in_use(c: char) -> bool {
    is_in_use(c)
        || matches!(c, '\u{2190}'..='\u{2bff}' | '\u{fe0f}' | '\u{200d}' | '\u{1f000}'..='\u{1faff}')
}

#[cfg(test)]
mod tests {
    use super::damages;

    fn repaired(text: &str) -> String {
        let mut out = text.to_owned();
        for damage in damages(text).into_iter().rev() {
            let repaired = damage.repaired.unwrap_or_else(|| "?".to_owned());
            out.replace_range(damage.span, &repaired);
        }
        out
    }

    #[test]
    fn damaged_characters_are_repaired() {
        for (damaged, right) in [
            ("donâ€™t", "don’t"),
            ("donâ\u{80}\u{99}t", "don’t"),
            ("â€œSaveâ€\u{9d}", "“Save”"),
            ("5â€“10 and so â€” well", "5–10 and so — well"),
            ("waitâ€¦", "wait…"),
            ("Â½ of Â£5, 5Â¢, â‚¬9", "½ of £5, 5¢, €9"),
            ("JosÃ© and FranÃ§ois Nguyá»…n", "José and François Nguyễn"),
            ("voilÃ  and 10Â km, 10Â\u{a0}km", "voilà and 10 km, 10 km"),
            ("donÃ¢â‚¬â„¢t", "don’t"),
            ("donÃƒÂ¢Ã¢â€šÂ¬Ã¢â€žÂ¢t", "don’t"),
            ("JosÃƒÂ©", "José"),
            ("don‚Äôt ‚Äî caf√©", "don’t — café"),
            ("donΓÇÖt, donÔÇÖt", "don’t, don’t"),
            ("donвЂ™t", "don’t"),
            ("CFPÂ® and â„¢", "CFP® and ™"),
            ("Å\u{81}Ã³dÅº", "Łódź"),
            ("Save â€ now", "Save ? now"),
            ("ðŸ˜€ fun", "? fun"),
        ] {
            assert_eq!(repaired(damaged), right, "{damaged}");
        }
    }

    #[test]
    fn honest_texts_are_left_alone() {
        for text in [
            "José Ñandú, Łukasz, Đặng Thị Ánh Nguyệt, Zoë, Åsa, Çelik, Señor, Crème brûlée",
            "SÃO PAULO, ROMÂNIA, AMANHÃ É, Âmbar, château, Ðorđe, Øystein, ÄÖÜ",
            "“So” – it’s 59½, 5², ™, ®, €5, £5, ¥5, 5°, №5, § 72(t), 10 × 3 ÷ 2",
            "Привет, мир. Καλημέρα. 你好. می\u{200c}خواهم. עברית",
            "👩\u{200d}💻 🇺🇸 ❤️ ☀️ 🏴",
            "Ü, Ä, Â, Ã, â",
        ] {
            assert_eq!(damages(text), [], "{text}");
        }
    }
}
