//! A snapshot of every diagnostic for 500 edits of the test site. A commit that moves a rule must
//! not change it.
//!
//! A generator with a fixed seed chooses the edits, so every run makes the same ones. Each edit
//! changes a fresh copy.

use crate::site::{Site, fixture};
use insta::assert_snapshot;
use rayon::prelude::*;
use site_check::diagnostic::Diagnostic;
use std::fmt::Write;
use walkdir::WalkDir;

const EDITS: usize = 500;
const SEED: u64 = 57;

/// Mistakes that people type or paste into a text.
const MISTAKES: [&str; 72] = [
    "**",
    "*",
    "_",
    "`",
    "{",
    "}",
    "{phone",
    "{nobody}",
    "$70,000",
    "4%",
    "(918) 555-0199",
    "hello@example.com",
    "the the",
    "TODO: ask",
    "lorem ipsum",
    "XX percent",
    "risk-free",
    "guaranteed returns",
    "June 31, 2026",
    "Monday, January 30, 2026",
    "by December 1, 2025",
    "[words](/nowhere)",
    "[words] (/fees)",
    "(words)[/fees]",
    "[words](/fees",
    "[here](/fees)",
    "[](/fees)",
    "[words][1]",
    "[^1]",
    "https://www.irs.gov",
    "www.irs.gov",
    "[portal](https://localhost:3000/x)",
    "[form](https://www.example.com/fees)",
    "<b>",
    "<br>",
    "<!-- note -->",
    "{/* note */}",
    "<Callout>",
    "</Callout>",
    "<Unknown />",
    "<KeyFigure value=\"4\" />",
    "\n\n## A heading\n\n",
    "\n\n#### Too deep\n\n",
    "\n\n##\n\n",
    "\n\n• Save\n• Spend\n\n",
    "\n\n(1) Save\n(2) Spend\n\n",
    "\n\n3. Save\n4. Spend\n\n",
    "\n\n| a | b |\n| c | d |\n\n",
    "\n\n| a | b |\n|---|---|\n| c | d | e |\n\n",
    "\n\nA\tB\nC\tD\n\n",
    "\n\n    indented\n\n",
    "\n\n```\ncode\n\n",
    "\n\nimport x from \"y\"\n\n",
    "\n\n[label]: /fees\n\n",
    "\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n",
    "![](picture.svg)",
    "![A square](missing.svg)",
    "![picture.svg](picture.svg)",
    "\u{200b}",
    "\u{a0}",
    "\u{fffd}",
    "donâ€™t",
    "ﬁrst",
    "“so”",
    "\\",
    "\"",
    "'",
    "=",
    "#",
    "  \n",
    "12*500*2",
    "&nbsp;",
];

/// Lines of TOML that people add by mistake.
const LINES: [&str; 16] = [
    "draft = true",
    "draft = yes",
    "title = Fees",
    "titel = \"Fees\"",
    "starts = 2026-03-01",
    "ends = 2020-01-01",
    "reviewed = 2052-01-01",
    "published = 1925-01-01",
    "id = \"a b\"",
    "kind = \"herro\"",
    "rate = 1.25%",
    "value = $1,000",
    "[meta]",
    "[[blocks]]",
    "next = { starts = 2026-07-01 }",
    "list = [\"a\" \"b\"]",
];

/// Deterministic pseudorandom numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        // Knuth's constants, from MMIX.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, limit: usize) -> usize {
        let number = usize::try_from(self.next()).expect("31 bits");
        number % limit.max(1)
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// An edit of a file: its description, and the resulting text.
struct Edit {
    file: String,
    description: String,
    text: String,
}

fn edits() -> Vec<Edit> {
    let mut files = Vec::new();
    for entry in WalkDir::new(fixture())
        .sort_by_file_name()
        .into_iter()
        .flatten()
    {
        let path = entry.path();
        let is_text = path
            .extension()
            .is_some_and(|it| it == "toml" || it == "mdx");
        if is_text {
            let below = path.strip_prefix(fixture()).expect("below");
            files.push(below.to_str().expect("a name").replace('\\', "/"));
        }
    }
    let site = Site::new();
    let mut random = Random(SEED);
    let mut edits = Vec::new();
    while edits.len() < EDITS {
        let file = files[random.below(files.len())].clone();
        let before = site.text(&file);
        let (description, text) = edit(&before, &mut random);
        if text != before {
            edits.push(Edit {
                file,
                description,
                text,
            });
        }
    }
    edits
}

/// Returns a text with one edit, and a description of the edit.
fn edit(text: &str, random: &mut Random) -> (String, String) {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = random.below(lines.len());
    let mut start = 0;
    for before in &lines[..line] {
        start += before.len();
    }
    let written = lines[line];
    let number = line + 1;
    let at = start + written.floor_char_boundary(random.below(written.len()));
    let inserted = |what: &str, at: usize| format!("{}{what}{}", &text[..at], &text[at..]);
    match random.below(10) {
        0 => {
            let without = format!("{}{}", &text[..start], &text[start + written.len()..]);
            (format!("delete line {number}"), without)
        }
        1 => (format!("double line {number}"), inserted(written, start)),
        2 => {
            let character = text[at..].chars().next().unwrap_or(' ');
            let rest = &text[at + character.len_utf8()..];
            let description = format!("delete {character:?} in line {number}");
            (description, format!("{}{rest}", &text[..at]))
        }
        3 => {
            let line = random.of(&LINES);
            let description = format!("add {line:?} above line {number}");
            (description, inserted(&format!("{line}\n"), start))
        }
        4 => {
            let digit = written.find(|c: char| c.is_ascii_digit());
            let Some(digit) = digit else {
                return edit(text, random);
            };
            let other = random.below(10).to_string();
            let at = start + digit;
            let description = format!("write {other} for the first digit of line {number}");
            (
                description,
                format!("{}{other}{}", &text[..at], &text[at + 1..]),
            )
        }
        _ => {
            let mistake = random.of(&MISTAKES);
            // In most cases after a word, where people type.
            let at = match text[at..start + written.len()].find([' ', '"', '\n']) {
                Some(length) => at + length,
                None => at,
            };
            let column = text[start..at].chars().count() + 1;
            let description = format!("type {mistake:?} at {number}:{column}");
            (description, inserted(mistake, at))
        }
    }
}

/// Formats a problem on one line, without its excerpt.
fn line(found: &Diagnostic) -> String {
    let place = found.place.as_ref();
    let (line, column) = place.map_or((0, 0), |place| (place.line, place.column));
    let fix = found
        .fix
        .as_ref()
        .map_or(String::new(), |fix| format!(" | fix: {}", fix.description));
    let text = format!(
        "{} {line}:{column} {} | {}{fix}",
        found.code, found.message, found.help
    );
    text.replace(['\n', '\r'], " ")
}

#[test]
#[ignore = "long"]
fn the_check_says_the_same_about_500_edits() {
    let edits = edits();
    let parts: Vec<String> = edits
        .par_iter()
        .map(|edit| {
            let site = Site::new();
            site.write(&edit.file, &edit.text);
            let mut part = format!("{}: {}\n", edit.file, edit.description);
            for found in site.load_today().diagnostics {
                let other = format!("content/{}", edit.file);
                let place = if found.file == other { "" } else { &found.file };
                writeln!(part, "    {}{place}", line(&found)).expect("a string takes all");
            }
            part
        })
        .collect();
    assert_snapshot!(parts.concat());
}
