//! Characters that come with pasted text, in the texts as visitors read them.
//!
//! Most kinds are patterns in a table. Three need a function: damaged encodings, letters with separate accents, and words that
//! mix two alphabets.

use super::wording::stretches;
use crate::fix::Fix;
use crate::load::mojibake::damages;
use crate::load::{FACT, File, Passage, Patterns, TextKind, latin_twin};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use std::ops::Range;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

pub(super) static GARBLED: Rule = Rule {
    code: "text/garbled",
    severity: Severity::Error,
    scope: Scope::Texts(check),
    summary: "A text has damaged characters: characters that were read in the wrong encoding, symbols from a font that visitors don't have, or marks that another program left behind.",
    why: "Visitors would read the damaged characters instead of the words.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "A fall isnâ€™t a loss.",
        right: "A fall isn’t a loss.",
    },
};

pub(super) static PASTED: Rule = Rule {
    code: "text/pasted",
    severity: Severity::Warning,
    scope: Scope::ByAnother,
    summary: "A text has characters that only look like the ones on a keyboard: joined letters from a PDF, special spaces, decorated letters, or accents that are separate from their letters.",
    why: "Searches don't find the words, screen readers misread them, and fonts may lack the characters.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "The ﬁrst fall of the year.",
        right: "The first fall of the year.",
    },
};

/// A kind of character, found by a regular expression.
struct Pattern {
    rule: &'static Rule,
    /// The kinds of text to search.
    over: &'static [TextKind],
    /// The diagnostic marks the group that matches, or the whole match if there is no group.
    expression: &'static str,
    message: &'static str,
    help: &'static str,
    fix: Option<fn(&str) -> String>,
}

/// All kinds of text except code.
const WORDS: &[TextKind] = &[
    TextKind::Plain,
    TextKind::Attribute,
    TextKind::Prose,
    TextKind::Description,
];

static PATTERNS: [Pattern; 12] = [
    Pattern {
        rule: &GARBLED,
        over: &[
            TextKind::Plain,
            TextKind::Attribute,
            TextKind::Prose,
            TextKind::Description,
            TextKind::Code,
        ],
        expression: r"[\u{e000}-\u{f8ff}\u{f0000}-\u{10fffd}]+",
        message: "a symbol from a font that visitors don't have",
        help: "Delete it, and type the intended character: visitors would see an empty box.",
        fix: None,
    },
    Pattern {
        rule: &GARBLED,
        over: WORDS,
        expression: r"[a-z](\?)(?:t|s|re|ll|ve|d|m)(?:[^\w=]|$)",
        message: "a question mark instead of an apostrophe",
        help: "Type an apostrophe: another program lost it.",
        fix: Some(|_| "'".to_owned()),
    },
    Pattern {
        rule: &GARBLED,
        over: WORDS,
        expression: r"[a-z](Õ)(?:t|s|re|ll|ve|d|m)(?:\W|$)|\s([ÐÑ])\s",
        message: "a letter from the Mac's old encoding",
        help: "Type the intended apostrophe or dash.",
        fix: Some(of_mac),
    },
    Pattern {
        rule: &GARBLED,
        over: WORDS,
        expression: r"Ò[^ÒÓ]{1,500}[^ÒÓ\s]Ó",
        message: "quotation marks from the Mac's old encoding",
        help: "Type quotation marks.",
        fix: Some(of_mac),
    },
    Pattern {
        rule: &GARBLED,
        over: WORDS,
        expression: r"Error! (?:Reference source|Bookmark|Hyperlink)[^.!]*[.!]|#(?:REF!|N/A(?-u:\b)|VALUE!|DIV/0!|NAME\?|NUM!|NULL!)",
        message: "an error message from another program",
        help: "Write the text that the message replaced.",
        fix: None,
    },
    Pattern {
        rule: &GARBLED,
        over: WORDS,
        expression: r":?contentReference\[[^\]]*\](?:\{[^}]*\})?|oaicite|【[^】]*】|(?-u:\b)turn\d+(?:search|news|view|file)\d+",
        message: "a mark that a chat program left behind",
        help: "Delete it. To cite the source, link to it.",
        fix: None,
    },
    Pattern {
        rule: &GARBLED,
        over: WORDS,
        expression: r"(?:=[89A-F][0-9A-F]){2,}|(?:%[89A-Fa-f][0-9A-Fa-f]){2,}|\\u[0-9a-fA-F]{4}",
        message: "the code of a character instead of the character",
        help: "Type the intended character: visitors would read its code.",
        fix: None,
    },
    Pattern {
        rule: &GARBLED,
        // In a plain text, `text/markdown` reports this as markup.
        over: &[TextKind::Attribute, TextKind::Prose, TextKind::Description],
        expression: r"&(?:amp;)*(?:#\d{2,6}|#x[0-9a-fA-F]{2,6}|nbsp|amp|quot|apos|lt|gt|[lr][sd]quo|[mn]dash|hellip|copy|reg|trade|frac\d\d|bull|middot|euro|pound|cent);",
        message: "the name of a character instead of the character",
        help: "Write it with one & and without amp;, or type the character: visitors would read its name.",
        fix: None,
    },
    Pattern {
        rule: &PASTED,
        over: WORDS,
        expression: r"[\u{fb00}-\u{fb06}]",
        message: "joined letters, as in PDFs",
        help: "Type the letters separately.",
        fix: Some(compatible),
    },
    Pattern {
        rule: &PASTED,
        over: WORDS,
        expression: r" *[\u{a0}\u{1680}\u{2000}-\u{200a}\u{202f}\u{205f}\u{3000}][\u{a0}\u{1680}\u{2000}-\u{200a}\u{202f}\u{205f}\u{3000} ]*",
        message: "a space other than the one on the keyboard",
        help: "Delete it, and type a space. If the line must not break there, write &nbsp; in prose.",
        fix: Some(|_| " ".to_owned()),
    },
    Pattern {
        rule: &PASTED,
        over: WORDS,
        expression: r"[\u{1d400}-\u{1d7ff}\u{ff01}-\u{ff5e}\u{fe50}-\u{fe6b}]+|[\u{24b6}-\u{24e9}]{2,}",
        message: "decorated characters",
        help: "Type plain letters: screen readers read these out as mathematical symbols. In prose, **two asterisks** make words bold.",
        fix: Some(compatible),
    },
    Pattern {
        rule: &PASTED,
        over: WORDS,
        expression: r"[A-Za-z]([´′‵ˋʹˈ‛])(?:t|s|re|ll|ve|d|m)(?:\W|$)",
        message: "an accent instead of an apostrophe",
        help: "Type an apostrophe.",
        fix: Some(|_| "'".to_owned()),
    },
];

static EXPRESSIONS: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::new(PATTERNS.iter().map(|it| it.expression)));

/// A problem in a text.
struct Match {
    span: Range<usize>,
    rule: &'static Rule,
    message: String,
    help: String,
    fix: Option<String>,
}

fn check(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    for text in texts {
        let mut found = in_patterns(text);
        if !text.text.is_ascii() {
            found.extend(in_encoding(text));
            if text.kind != TextKind::Code {
                found.extend(in_accents(&text.text));
                found.extend(in_alphabets(&text.text));
            }
        }
        for one in found {
            report(file, text, one, out);
        }
    }
}

fn report(file: &File, text: &Passage, found: Match, out: &mut Diagnostics) {
    let place = text.source(found.span.clone());
    let words = &text.text[found.span.clone()];
    let written = &file.text[place.clone()];
    // A character that is written by its name is intentional.
    let is_named = found.rule.code == PASTED.code && written != words;
    if words.contains(FACT) || is_named || is_marker(file, &place) {
        return;
    }
    let mut out = out.for_rule(found.rule);
    let diagnostic = out.at(file, place.clone(), found.message);
    diagnostic.found(named(words)).help(found.help);
    if let Some(right) = found.fix
        && written == words
    {
        let description = format!("Write `{right}` instead of {}.", named(words));
        let fix = Fix::edit(file, place, right).described(description);
        diagnostic.fix(Some(fix));
    }
}

/// Returns characters as a message shows them: characters that a screen may not show, by their code points.
fn named(characters: &str) -> String {
    let is_unseen = |c: char| c != ' ' && c.is_whitespace() || is_private(c);
    if !characters.contains(is_unseen) {
        return format!("`{characters}`");
    }
    let mut names = Vec::new();
    for c in characters.chars().filter(|c| is_unseen(*c)) {
        names.push(format!("U+{:04X}", u32::from(c)));
    }
    names.join(" ")
}

fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}')
}

/// Returns true if a place is the mark of a list or a heading, or the space after it: other rules report these.
fn is_marker(file: &File, place: &Range<usize>) -> bool {
    let line = file.line_around(place.start);
    let before = file.text[line.start..place.start].trim_start_matches([' ', '\t', '>']);
    let written = &file.text[place.clone()];
    if written.starts_with(['\u{f0b7}', '\u{f0a7}', '\u{f0d8}']) {
        return before.is_empty();
    }
    let is_space = written.trim().is_empty();
    let number = before.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = number.len() < before.len() && matches!(number, "." | ")");
    let is_mark = !before.is_empty() && before.chars().all(|c| "-*+#•".contains(c));
    is_space && (is_number || is_mark)
}

/// Finds the matches of the patterns in the table.
fn in_patterns(text: &Passage) -> Vec<Match> {
    let mut all = Vec::new();
    for (index, expression) in EXPRESSIONS.matching(&text.text) {
        let pattern = &PATTERNS[index];
        if !pattern.over.contains(&text.kind) {
            continue;
        }
        for groups in expression.captures_iter(&text.text) {
            let Some(found) = groups.get(1).or(groups.get(2)).or(groups.get(0)) else {
                continue;
            };
            all.push(Match {
                span: found.range(),
                rule: pattern.rule,
                message: pattern.message.to_owned(),
                help: pattern.help.to_owned(),
                fix: pattern.fix.map(|fix| fix(found.as_str())),
            });
        }
    }
    all
}

/// Finds characters that were read in a different encoding from the one they were written in.
fn in_encoding(text: &Passage) -> Vec<Match> {
    let mut all = Vec::new();
    for damage in damages(&text.text) {
        let help = match &damage.repaired {
            Some(repaired) => format!("Write `{repaired}`."),
            None => "Type the intended character.".to_owned(),
        };
        all.push(Match {
            span: damage.span,
            rule: &GARBLED,
            message: "damaged characters from a text that was read in the wrong encoding"
                .to_owned(),
            help: format!("{help} Paste copied text without its formatting."),
            fix: damage.repaired,
        });
    }
    all
}

/// Finds words with accents that are separate from their letters, although Unicode has one character for both.
fn in_accents(text: &str) -> Vec<Match> {
    let mut all = Vec::new();
    for span in stretches(text, |c| c.is_alphanumeric() || is_combining_mark(c)) {
        let word = &text[span.clone()];
        if word.is_ascii() {
            continue;
        }
        let composed: String = word.nfc().collect();
        if composed != word {
            all.push(Match {
                span,
                rule: &PASTED,
                message: "accents that are separate from their letters".to_owned(),
                help: format!("Retype the word as `{composed}`, each letter with its accent."),
                fix: Some(composed),
            });
        }
    }
    all
}

/// Finds words with letters of another alphabet that look like Latin letters, in a text without other letters of that alphabet.
fn in_alphabets(text: &str) -> Vec<Match> {
    let mut all = Vec::new();
    let is_foreign = |c: char| matches!(c, '\u{370}'..='\u{52f}');
    if text
        .chars()
        .any(|c| is_foreign(c) && latin_twin(c).is_none())
    {
        return all;
    }
    for span in stretches(text, char::is_alphanumeric) {
        let word = &text[span.clone()];
        if !word.contains(|c| latin_twin(c).is_some()) {
            continue;
        }
        let latin: String = word.chars().map(|c| latin_twin(c).unwrap_or(c)).collect();
        all.push(Match {
            span,
            rule: &PASTED,
            message: "letters of another alphabet that look like Latin letters".to_owned(),
            help: format!("Retype the word: `{latin}`."),
            fix: Some(latin),
        });
    }
    all
}

/// Returns the characters that a Mac wrote before Windows misread them.
fn of_mac(characters: &str) -> String {
    let mut out = String::new();
    for c in characters.chars() {
        out.push(match c {
            'Õ' => '’',
            'Ò' => '“',
            'Ó' => '”',
            'Ð' => '–',
            'Ñ' => '—',
            other => other,
        });
    }
    out
}

/// Returns the plain characters for decorated characters.
fn compatible(characters: &str) -> String {
    characters.nfkc().collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{
        assert_snapshot, check, finds_in_each, finds_in_files, finds_in_none, passes,
    };

    #[test]
    #[rustfmt::skip]
    fn garbled() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Itâ€™s some **words**"), @r#"
        error[text/garbled]: damaged characters from a text that was read in the wrong encoding
          --> content/articles/first.mdx:15:3
           |
        15 | Itâ€™s some **words** of [the authority](https://www.irs.gov/).
           |   ^^^
           |
           = found: `â€™`
           = help: Write `’`. Paste copied text without its formatting.
           = note: `cargo site check --fix` fixes this
        "#);
        finds_in_each("text/garbled", &[
            "donâ€™t", "donâ€™t and then", "â€œSave", "5â€“10", "waitâ€¦", "JosÃ©", "Â½ of it", "voilÃ  it is",
            "donÃ¢â‚¬â„¢t", "don‚Äôt", "donΓÇÖt", "don&acirc;&euro;&trade;t", "ðŸ˜€ fun", "so â€ it is",
            "a \u{f04a} smile", "**\u{f0e0}** to", "we?re late", "I don?t know.", "Error! Reference source not found.", "It is #REF! today",
            "It rose.:contentReference[oaicite:0]{index=0}", "It rose【4†source】.", "It rose turn0search3 today",
            "wonÕt do", "ÒSaveÓ he said", "so Ñ well", "don=E2=80=99t", "don%E2%80%99t", "don&amp;rsquo;t", "fish &amp;amp; chips", "a&amp;nbsp;b",
        ]);
        finds_in_files("text/garbled", &[
            ("pages/fees.toml", "What it costs.", "What it doesn«â€™t cost."),
            ("pages/fees.toml", "What it costs.", "What it doesn«\\u00e2\\u20ac\\u2122t cost."),
            ("articles/first.mdx", "title=\"Mind\"", "title=\"Don«â€™t\""),
            ("facts.toml", "value = \"a third\"", "value = \"a«Â third\""),
            ("articles/first.mdx", "alt = \"A square\"", "alt = \"A square«â€™s\""),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn pasted() {
        finds_in_each("text/pasted", &[
            "the ﬁrst", "eﬃcient", "oﬀ", "5\u{a0}percent", "a\u{202f}thin space", "a\u{2003}wide one", "an\u{3000}ideographic one",
            "𝗕𝗼𝗹𝗱 claims", "Ｆｅｅｓ", "don´t", "we′re", "Jose\u{301}", "Nguye\u{302}\u{303}n", "5 Å\u{212b}", "С\u{430}sh", "Rоth", "ⓑⓞⓛⓓ",
        ]);
        finds_in_files("text/pasted", &[
            ("pages/fees.toml", "What it costs.", "What it«\u{a0}costs."),
            ("articles/first.mdx", "title=\"Mind\"", "title=\"O«ﬃce\""),
        ]);
    }

    #[test]
    fn honest_characters_pass() {
        let honest = [
            "59½, 5², ™, №, ®, ©, °, §, €5, £5, ¥5, ₹5, 10 × 3 ÷ 2 = 15",
            "José, Nguyễn Thị Ánh, Łukasz Wójcik, Đặng, Zoë, Søren, Çelik, O’Neil, Kauaʻi",
            "می\u{200c}خواهم is Persian. Привет, как дела? Καλημέρα σας. 你好。 שלום",
            "👩\u{200d}💻 🏳️\u{200d}🌈 🇺🇸 ❤️\u{200d}🔥 👍🏽 1️⃣ 🐈\u{200d}⬛ 🙂\u{200d}↔️",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} is England",
            "a&nbsp;b, 5&thinsp;%, &frac12;, fish &amp; chips, R&amp;D, R&D",
            "Ready? Set? Is it so? “Why?” he asked.",
            "β is 1.2, σ is 0.1, Δ, μ, 5 µm, π",
            "“So,” he said – or “not” … it’s ’90s, 5′ 10″",
            "See watch?v=5 and page?t=3. C# and F#.",
            "100% of it, a 50%25 typo, E=MC2, x=A5",
        ];
        for code in ["text/garbled", "text/pasted", "text/hidden"] {
            finds_in_none(code, &honest);
        }
        passes(
            "pages/fees.toml",
            "What it costs.",
            "What it costs in Kraków: 59½% – “so”.",
        );
        passes("pages/fees.toml", "What it costs.", "What it\\u00a0costs.");
    }

    #[test]
    fn a_fix_writes_what_was_meant() {
        let site = Site::new();
        site.change(
            "articles/first.mdx",
            "Some **words**",
            "Donâ€™t ﬁnd 5\u{a0}percent, JosÃ© or Jose\u{301}, 𝗕𝗼𝗹𝗱 or don´t",
        );
        let mut loaded = site.load_today();
        crate::apply::apply(&mut loaded.tree);
        let path = "content/articles/first.mdx";
        let file = loaded.tree.files.iter().find(|file| file.path == path);
        let text = &file.expect("the article").text;
        let fixed = "Don’t find 5 percent, José or José, Bold or don't";
        assert!(text.contains(fixed), "{text}");
    }
}
