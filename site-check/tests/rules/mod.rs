//! Every rule finds what it is for, at the right place, and nothing else.
//!
//! Each case changes the fixture site in one way. What an editor then reads
//! stands beside it; further cases of one message give code, line and column.

mod articles;
mod dates;
mod facts;
mod fees;
mod files;
mod images;
mod links;
mod mdx;
mod near_misses;
mod routes;
mod schema;
mod text;

use crate::site::Site;
use jiff::Timestamp;
use regex::Regex;
use serde_json::Value;
use site_check::diagnostic::Diagnostic;
use site_check::rules::RULES;
use site_check::{Loaded, load_at};
use site_schema::schemas::SCHEMAS;
use std::fs;

/// Rules whose examples can't be tried by a change of words: cases here, or in
/// site-cli/tests/ledger.rs (`url/erased`), do.
const UNTRIED: &str = "file/end file/missing file/too-large file/unexpected file/unreadable image/name route/duplicate \
    route/form route/orphan text/hidden url/erased";

#[test]
fn the_fixture_has_no_fault() {
    let loaded = read(&Site::new());
    assert_eq!(shown(&loaded), "");
    assert!(loaded.content.is_some());
}

#[test]
fn the_document_of_the_rules_names_each_in_order() {
    let document = include_str!("../../../docs/rules.md");
    let headings = document.lines().filter_map(|line| line.strip_prefix("## "));
    let headings: Vec<_> = headings.filter(|heading| heading.contains('/')).collect();
    let codes: Vec<_> = RULES.iter().map(|rule| rule.code).collect();
    assert_eq!(headings, codes);
    for rule in RULES {
        let paragraphs: Vec<_> = rule.words().split("\n\n").collect();
        let is_words = |text: &str| text.ends_with('.') && !text.contains('\n');
        let [summary, why, ..] = paragraphs.as_slice() else {
            panic!("{}: {paragraphs:#?}", rule.code);
        };
        assert!(is_words(summary) && is_words(why), "{}", rule.code);
    }
}

#[test]
fn each_wrong_example_is_found_by_its_rule_and_no_right_one_by_any() {
    let example = Regex::new(
        r"(?s)\n\nWrong, in `content/([^`]+)`:\n\n~~~[a-z]+\n(.*)\n~~~\n\nRight:\n\n~~~[a-z]+\n(.*)\n~~~$",
    );
    let example = example.expect("a pattern");
    let mut untried = Vec::new();
    for rule in RULES {
        let code = rule.code;
        let Some(found) = example.captures(rule.words()) else {
            untried.push(code);
            continue;
        };
        let (file, wrong, right) = (&found[1], &found[2], &found[3]);
        let site = Site::new();
        if !site.path(file).exists() {
            let article = another(&site, "articles/first.mdx").replace("id = 1", "id = 3");
            site.write(file, format!("{article}\n{right}\n"));
        }
        assert_eq!(shown(&read(&site)), "", "{code}");
        change(&site, file, right, wrong);
        let found = read(&site).diagnostics;
        assert!(found.iter().any(|it| it.code == code), "{code}: {found:#?}");
    }
    assert_eq!(untried.join(" "), UNTRIED);
}

#[test]
fn every_pattern_of_a_schema_has_a_form_to_show() {
    fn visit(value: &Value, without: &mut Vec<String>) {
        let form = value["x-form"].as_str().unwrap_or_default();
        if let Some(pattern) = value["pattern"].as_str()
            && !form.contains(", such as ")
        {
            without.push(pattern.to_owned());
        }
        let items = value.as_array().into_iter().flatten();
        let values = value.as_object().into_iter().flat_map(|map| map.values());
        items.chain(values).for_each(|inner| visit(inner, without));
    }
    let mut without = Vec::new();
    for schema in SCHEMAS.values() {
        visit(schema, &mut without);
    }
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn line_ends_and_a_mark_at_the_beginning_do_not_matter() {
    let site = Site::new();
    let files = "pages/fees.toml pages/index.toml articles/first.mdx articles/second.mdx facts.toml site.toml fees.toml \
        redirects.toml published.toml";
    for file in files.split(' ') {
        let text = site.text(file).replace('\n', "\r\n");
        site.write(file, format!("\u{feff}{text}"));
    }
    let loaded = read(&site);
    assert_eq!(shown(&loaded), "");
    assert!(loaded.content.is_some());
    change(
        &site,
        "articles/first.mdx",
        "Some **words**",
        "Some **words",
    );
    let found = read(&site).diagnostics;
    assert_eq!((found.len(), start(&found[0])), (1, (15, 6)), "{found:#?}");
}

#[test]
fn a_build_knows_no_day() {
    let site = broken("articles/first.mdx", "2025-07-15", "2026-07-15");
    assert_eq!(read(&site).errors(), 1);
    assert_eq!(site.load().errors(), 0);
}

#[test]
fn drafts_are_content_only_where_they_are_asked_for() {
    let site = Site::new();
    let draft = site
        .text("articles/first.mdx")
        .replace("id = 1", "id = 3\ndraft = true");
    site.write("articles/third.mdx", draft);
    let now = "2026-01-31T18:00:00Z".parse().expect("a moment");
    let asked = load_at(site.folder(), Some(now), true)
        .expect("readable")
        .content;
    let draft = asked.expect("no error").article("third").cloned();
    assert!(draft.is_some_and(|article| article.matter.draft));
    let published = read(&site).content.expect("no error");
    assert!(published.article("third").is_none());
}

#[test]
fn everything_broken_together_is_found_together() {
    let site = Site::new();
    for (file, from, to) in [
        ("fees.toml", "from = 1_000_001", "from = 1_000_000"),
        ("pages/index.toml", "/fees#tiers", "/fee"),
        (
            "articles/first.mdx",
            "{withdrawal-rule}",
            "{withdrawal-rule",
        ),
        (
            "pages/fees.toml",
            "heading = \"Tiers\"",
            "heading = \"Tiers\"\nscedule = \"small\"",
        ),
        ("site.toml", "America/Chicago", "America/Tulsa"),
    ] {
        change(&site, file, from, to);
    }
    let found = read(&site).diagnostics;
    let places: Vec<_> = found
        .iter()
        .map(|it| (it.code, it.file.as_str(), start(it).0))
        .collect();
    assert_eq!(
        places,
        [
            ("mdx/syntax", "content/articles/first.mdx", 11),
            ("fees/tiers", "content/fees.toml", 15),
            ("schema/unknown-key", "content/pages/fees.toml", 14),
            ("link/broken", "content/pages/index.toml", 10),
            ("schema/value", "content/site.toml", 4),
        ]
    );
}

#[test]
fn what_is_loaded_again_is_as_if_it_were_loaded_first() {
    let site = Site::new();
    let mut loaded = read(&site);
    for (file, from, to) in [
        ("articles/first.mdx", "The rule says", "The rule still says"),
        ("facts.toml", "\"4%\"", "\"5%\""),
        ("site.toml", "555-0199", "555-0188"),
        ("site.toml", "https://newsletter.", "https://news."),
        ("articles/first.mdx", "id = 1", "id = 99"),
        ("articles/another.mdx", "", "COPY articles/second.mdx"),
        ("articles/another.mdx", "id = 2", "id = 3"),
        ("articles/second.mdx", "id = 2", "id = 2\ndraft = true"),
        ("articles/second.mdx", "\ndraft = true", ""),
        (
            "articles/first.mdx",
            "{withdrawal-rule}",
            "the the rule TODO",
        ),
        ("articles/first.mdx", "the the rule TODO", "a rule"),
        ("articles/another.mdx", "", "DELETE"),
    ] {
        change(&site, file, from, to);
        loaded.read(site.folder(), Some(now())).expect("readable");
        let first = read(&site);
        assert_eq!(loaded.diagnostics, first.diagnostics, "{file}: {to}");
        assert_eq!(loaded.content, first.content, "{file}: {to}");
    }
    // A day that is yet to come, then that day.
    change(&site, "articles/first.mdx", "2025-07-15", "2026-02-03");
    let that_day = "2026-02-03T18:00:00Z".parse().expect("a moment");
    for (now, found) in [(now(), 1), (that_day, 0)] {
        loaded.read(site.folder(), Some(now)).expect("readable");
        assert_eq!(loaded.diagnostics.len(), found, "{now}");
    }
}

/// What an editor reads after one change of the fixture: see [`change`].
fn found(file: &str, from: &str, to: &str) -> String {
    let loaded = read(&broken(file, from, to));
    let mut found = loaded.diagnostics.iter();
    assert!(found.all(|it| !it.help.is_empty()), "no help");
    shown(&loaded)
}

/// A rule's code, a change, and the line and the column of the one problem.
type At<'a> = (&'a str, &'a str, &'a str, &'a str, (usize, usize));

#[test]
fn further_cases_of_each_message_are_found_at_their_places() {
    let all = [
        articles::MORE,
        dates::MORE,
        facts::MORE,
        fees::MORE,
        files::MORE,
        images::MORE,
        links::MORE,
        mdx::MORE,
        routes::MORE,
        schema::MORE,
        text::MORE,
    ];
    for (code, file, from, to, place) in all.concat() {
        let found = read(&broken(file, from, to)).diagnostics;
        let found: Vec<_> = found.iter().map(|it| (it.code, start(it))).collect();
        assert_eq!(found, [(code, place)], "{file}: {to}");
    }
}

/// The line and the column of a problem, from 1; those of a file are at its beginning.
fn start(found: &Diagnostic) -> (usize, usize) {
    let place = found.place.as_ref();
    place.map_or((1, 1), |place| (place.line, place.column))
}

/// The fixture with one change.
fn broken(file: &str, from: &str, to: &str) -> Site {
    let site = Site::new();
    change(&site, file, from, to);
    site
}

/// Replaces a text of a file by another; an empty one is the whole file. The
/// other may begin with what to do instead: DELETE, COPY a file (under a title of
/// its own), LINK to a path, PIPE, MANY times a text, or the encoding LATIN1 or UTF16.
fn change(site: &Site, file: &str, from: &str, to: &str) {
    let path = site.path(file);
    let replaced = |to: &str| {
        let text = site.text(file);
        assert!(text.contains(from), "{file} contains {from:?}");
        // A component has its name twice.
        text.replacen(from, to, if from == "Callout" { 2 } else { 1 })
    };
    let (action, rest) = to.split_once(' ').unwrap_or((to, ""));
    match action {
        "DELETE" => fs::remove_file(&path).expect("the file is there"),
        "PIPE" => {
            let _ = fs::remove_file(&path);
            let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
            rustix::fs::mkfifoat(rustix::fs::CWD, &path, mode).expect("writable");
        }
        "LINK" => std::os::unix::fs::symlink(rest, &path).expect("writable"),
        "LATIN1" => {
            let text = replaced(rest);
            let bytes = text.chars().map(|c| u8::try_from(c).expect("Latin 1"));
            site.write(file, bytes.collect::<Vec<_>>());
        }
        "UTF16" => {
            let text = format!("\u{feff}{}", replaced(rest));
            let bytes = text.encode_utf16().flat_map(u16::to_le_bytes);
            site.write(file, bytes.collect::<Vec<_>>());
        }
        "MANY" => {
            let (count, part) = rest.split_once(' ').expect("a count and a text");
            let many = part.repeat(count.parse().expect("a count"));
            site.write(file, replaced(&many));
        }
        "COPY" => site.write(file, another(site, rest)),
        _ if from.is_empty() => site.write(file, to),
        _ => site.write(file, replaced(to)),
    }
}

/// A page or an article like another, with a title, a description and words of its own.
fn another(site: &Site, file: &str) -> String {
    let mut text = site.text(file);
    for key in ["title", "description", "excerpt"] {
        text = text.replace(&format!("{key} = \""), &format!("{key} = \"Another: "));
    }
    match text.rsplit_once("\n+++\n") {
        Some((front_matter, _)) => format!("{front_matter}\n+++\n\nWords of its own.\n"),
        None => text,
    }
}

fn read(site: &Site) -> Loaded {
    load_at(site.folder(), Some(now()), false).expect("the folder is there")
}

fn now() -> Timestamp {
    "2026-01-31T18:00:00Z".parse().expect("a moment")
}

/// All problems as an editor reads them.
fn shown(loaded: &Loaded) -> String {
    let found = loaded.diagnostics.iter();
    found
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n\n")
}
