//! Every rule finds what it is for, at the right place, and nothing else.
//!
//! Each case breaks the small site in `tests/content` in one way and is
//! reviewed as a snapshot of what an editor would read.

use site_schema::{Loaded, load};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// One way to break the small site: the rule that finds it, a file, what to
/// replace and by what. An empty `from` replaces the whole file.
struct Case {
    code: &'static str,
    name: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
}

const fn case(
    code: &'static str,
    name: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
) -> Case {
    Case {
        code,
        name,
        file,
        from,
        to,
    }
}

#[rustfmt::skip]
const CASES: &[Case] = &[
    case("article/duplicate-id", "copied", "articles/second.mdx", "id = 2", "id = 1"),
    case("block/unknown-kind", "misspelt", "pages/fees.toml", "kind = \"fee_tiers\"", "kind = \"fee_tier\""),
    case("calendar/date", "no_such_day", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"April 15\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"June 31\"\ntitle = \"Due\"\n"),
    case("calendar/date", "no_form", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{withdrawal-rule}\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"next week\"\ntitle = \"Due\"\n"),
    case("calendar/date", "backwards", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"January 15\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"June to May\"\ntitle = \"Due\"\n"),
    case("calendar/order", "earlier", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"May to June\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"April 15\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"May 1, 2026\"\ntitle = \"Due\"\n"),
    case("fact/literal", "in_article", "articles/first.mdx", "Some **words**", "Some 4% **words**"),
    case("fact/literal", "in_text", "pages/fees.toml", "heading = \"Tiers\"", "heading = \"From $500\""),
    case("fact/unknown-token", "in_text", "pages/index.toml", "{firm}", "{frim}"),
    case("fact/unknown-token", "in_markdown", "pages/index.toml", "{phone}", "{fone}"),
    case("fact/unknown-token", "in_article", "articles/first.mdx", "{withdrawal-rule}", "{withdrawl-rule}"),
    case("fact/unknown-token", "in_attribute", "articles/first.mdx", "title=\"Mind\"", "title=\"Mind {fone}\""),
    case("fact/unknown-token", "in_time", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{valuation-date-5}\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{valuation-date-4}\"\ntitle = \"Due\"\n"),
    case("fees/difference", "unacknowledged", "fees.toml", "[terms]", "[schedules.other]\ntitle = \"Other\"\nbilling = \"cliff\"\ntiers = [{ label = \"All\", from = 0, rate = 100 }]\n\n[terms]"),
    case("fees/example", "annual", "fees.toml", "17_500", "17_600"),
    case("fees/tiers", "overlap", "fees.toml", "from = 1_000_001", "from = 1_000_000"),
    case("fees/tiers", "gap", "fees.toml", "from = 1_000_001", "from = 1_100_000"),
    case("fees/tiers", "start", "fees.toml", "from = 0", "from = 1"),
    case("fees/tiers", "reversed", "fees.toml", "up_to = 1_000_000\nrate = 125", "up_to = 1_000_000\nrate = 125\n\n[[schedules.small.tiers]]\nlabel = \"Middle\"\nfrom = 1_000_001\nup_to = 1_000_000\nrate = 110"),
    case("fees/tiers", "order", "fees.toml", "from = 0\nup_to = 1_000_000\nrate = 125\n\n[[schedules.small.tiers]]\nlabel = \"Above\"\nfrom = 1_000_001\nrate = 100", "from = 0\nup_to = 10\nrate = 125\n\n[[schedules.small.tiers]]\nlabel = \"Above\"\nfrom = 1_000_001\nup_to = 2_000_000\nrate = 100\n\n[[schedules.small.tiers]]\nlabel = \"Low\"\nfrom = 11\nrate = 100"),
    case("fees/tiers", "open", "fees.toml", "up_to = 1_000_000\n", ""),
    case("fees/tiers", "closed", "fees.toml", "from = 1_000_001\n", "from = 1_000_001\nup_to = 2_000_000\n"),
    case("fees/tiers", "no_rate", "fees.toml", "rate = 100", ""),
    case("fees/tiers", "no_minimum", "fees.toml", "rate = 125", ""),
    case("file/missing", "redirects", "redirects.toml", "", "DELETE"),
    case("file/unexpected", "markdown", "articles/note.md", "", "A note."),
    case("front-matter/missing", "none", "articles/first.mdx", "+++\nid = 1", "id = 1"),
    case("front-matter/missing", "yaml", "articles/first.mdx", "", "---\ntitle: First\n---\nWords."),
    case("front-matter/missing", "unclosed", "articles/second.mdx", "A square\" }\n+++", "A square\" }"),
    case("id/duplicate", "on_a_page", "pages/index.toml", "id = \"examples\"", "id = \"top\""),
    case("image/alt", "missing", "pages/index.toml", "src = \"picture.svg\", alt = \"A square\"", "src = \"picture.svg\""),
    case("image/alt", "empty", "articles/first.mdx", "alt = \"A square\"", "alt = \"\""),
    case("image/alt", "in_prose", "articles/first.mdx", "Some **words**", "![](picture.svg) Some **words**"),
    case("image/form", "from_a_phone", "images/founder.heic", "", "x"),
    case("image/form", "without_ending", "images/team/founder", "", "x"),
    case("image/missing", "capitals", "articles/first.mdx", "src = \"picture.svg\"", "src = \"Picture.svg\""),
    case("image/missing", "absent", "pages/index.toml", "src = \"picture.svg\"", "src = \"photo.jpg\""),
    case("image/missing", "illustration", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"service_cards\"\nheading = \"Services\"\n\n[[blocks.cards]]\ntitle = \"Plans\"\ndescription = \"Words.\"\nicon = \"compass\"\nillustration = \"drawing.svg\"\n"),
    case("link/broken", "in_markdown", "pages/index.toml", "/fees#tiers", "/fee"),
    case("link/broken", "in_action", "pages/index.toml", "href = \"/fees\"", "href = \"/Fees/\""),
    case("link/broken", "in_article", "articles/first.mdx", "/blog/second#a-heading", "/second"),
    case("link/form", "without_scheme", "articles/first.mdx", "https://www.irs.gov/", "www.irs.gov"),
    case("link/form", "unknown_name", "pages/index.toml", "href = \"/fees\"", "href = \"external:newsleter\""),
    case("link/form", "mailto", "pages/index.toml", "href = \"/fees\"", "href = \"mailto:a@example.com\""),
    case("link/fragment", "on_a_page", "pages/index.toml", "/fees#tiers", "/fees#teirs"),
    case("link/fragment", "in_article", "articles/first.mdx", "#a-heading", "#heading"),
    case("mdx/attributes", "missing", "articles/second.mdx", " assets=\"750000\"", ""),
    case("mdx/attributes", "unknown", "articles/first.mdx", "<Callout title=\"Mind\">", "<Callout title=\"Mind\" color=\"red\">"),
    case("mdx/attributes", "expression", "articles/first.mdx", "title=\"Mind\"", "title={1 + 1}"),
    case("mdx/forbidden", "import", "articles/first.mdx", "The rule", "import fs from \"fs\"\n\nThe rule"),
    case("mdx/forbidden", "expression", "articles/first.mdx", "{withdrawal-rule}", "{6 * 7}"),
    case("mdx/forbidden", "heading_on_a_page", "pages/index.toml", "challenge = \"Saving.\"", "challenge = \"## Saving\""),
    case("mdx/syntax", "open_brace", "articles/first.mdx", "{withdrawal-rule}", "{withdrawal-rule"),
    case("mdx/syntax", "less_than", "pages/index.toml", "Saving.", "Saving <5 % of pay."),
    case("mdx/syntax", "unclosed_component", "articles/first.mdx", "</Callout>", ""),
    case("mdx/unknown-component", "misspelt", "articles/first.mdx", "Callout", "Calout"),
    case("mdx/unknown-component", "html", "articles/first.mdx", "Some **words**", "Some <b>words</b>"),
    case("mdx/unknown-component", "on_a_page", "pages/index.toml", "Saving.", "<Disclaimer kind='illustrative' />"),
    case("name/unknown", "schedule", "pages/fees.toml", "schedule = \"small\"", "schedule = \"smal\""),
    case("name/unknown", "external", "site.toml", "client_resources = [\"newsletter\"]", "client_resources = [\"newsleter\"]"),
    case("name/unknown", "disclaimer", "articles/second.mdx", "kind=\"illustrative\"", "kind=\"ilustrative\""),
    case("redirect/invalid", "over_a_page", "redirects.toml", "/old", "/fees"),
    case("redirect/invalid", "neither", "redirects.toml", "to = \"/fees\"", ""),
    case("route/duplicate", "folder_and_file", "pages/fees/index.toml", "", "COPY pages/fees.toml"),
    case("route/form", "capitals", "articles/Third Article.mdx", "", "COPY articles/second.mdx"),
    case("schema/missing-key", "disclaimer", "pages/index.toml", "disclaimer = \"Hypothetical.\"\n", ""),
    case("schema/missing-key", "title", "articles/first.mdx", "title = \"First\"\n", ""),
    case("schema/missing-key", "kind", "pages/fees.toml", "kind = \"fee_tiers\"\n", ""),
    case("schema/type", "fee_in_quotes", "fees.toml", "investment_minimum = 250_000", "investment_minimum = \"$250,000\""),
    case("schema/type", "number_for_text", "pages/fees.toml", "title = \"Fees\"\nshort", "title = 5\nshort"),
    case("schema/unknown-key", "misspelt", "pages/index.toml", "short_title = \"Home\"", "short_title = \"Home\"\nkeyword = []"),
    case("schema/unknown-key", "in_a_block", "pages/fees.toml", "heading = \"Tiers\"", "heading = \"Tiers\"\nscedule = \"small\""),
    case("schema/value", "category", "articles/first.mdx", "\"Economy\"", "\"Economie\""),
    case("schema/value", "date", "articles/first.mdx", "2025-07-15", "\"205-07-15\""),
    case("schema/value", "name", "pages/fees.toml", "id = \"tiers\"", "id = \"The Tiers\""),
    case("schema/value", "empty", "pages/fees.toml", "title = \"Fees\"\nshort", "title = \"\"\nshort"),
    case("schema/value", "phone", "site.toml", "(918) 555-0199", "918 555 0199"),
    case("toml/syntax", "quote", "pages/fees.toml", "title = \"Fees\"\nshort", "title = \"Fees\nshort"),
    case("toml/syntax", "twice", "fees.toml", "transfer_days = 90", "transfer_days = 90\ntransfer_days = 60"),
    case("toml/syntax", "front_matter", "articles/first.mdx", "id = 1", "id = = 1"),
];

#[test]
fn the_small_site_is_sound() {
    let site = small_site();
    let loaded = read(&site);
    assert_eq!(shown(&loaded), "");
    assert!(loaded.content.is_some());
}

#[test]
fn each_rule_finds_what_it_is_for() {
    for case in CASES {
        let site = small_site();
        break_site(site.path(), case);
        let loaded = read(&site);
        let codes: Vec<_> = loaded.diagnostics.iter().map(|found| found.code).collect();
        assert!(
            codes.contains(&case.code),
            "{} {}: found {codes:?}",
            case.code,
            case.name
        );
        for diagnostic in &loaded.diagnostics {
            assert!(
                !diagnostic.help.is_empty(),
                "{} says what to do",
                diagnostic.code
            );
        }
        let name = format!("{} {}", case.code.replace('/', " "), case.name);
        insta::assert_snapshot!(name.replace(' ', "_"), shown(&loaded));
    }
}

#[test]
fn every_rule_has_a_case() {
    let without: Vec<_> = site_schema::rules::by_code()
        .into_iter()
        .map(|rule| rule.code)
        .filter(|code| CASES.iter().all(|case| case.code != *code))
        .collect();
    assert!(
        without.is_empty(),
        "rules without a case in CASES: {without:?}"
    );
}

#[test]
fn codes_are_unique() {
    let codes: Vec<_> = site_schema::rules::by_code()
        .into_iter()
        .map(|rule| rule.code)
        .collect();
    let mut unique = codes.clone();
    unique.dedup();
    assert_eq!(codes, unique);
}

#[test]
fn everything_broken_together_is_found_together() {
    let site = small_site();
    let together = [
        "schema/unknown-key",
        "fees/tiers",
        "link/broken",
        "mdx/syntax",
        "schema/value",
    ];
    let mut files = Vec::new();
    for case in CASES {
        if together.contains(&case.code) && !files.contains(&case.file) {
            break_site(site.path(), case);
            files.push(case.file);
        }
    }
    assert!(files.len() >= 4, "{files:?}");
    insta::assert_snapshot!(shown(&read(&site)));
}

fn small_site() -> TempDir {
    let site = tempfile::tempdir().expect("a folder for the test");
    copy(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/content"),
        site.path(),
    );
    site
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("writable");
    for entry in fs::read_dir(from).expect("readable") {
        let entry = entry.expect("readable");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("writable");
        }
    }
}

fn break_site(site: &Path, case: &Case) {
    let path = site.join(case.file);
    if case.to == "DELETE" {
        return fs::remove_file(path).expect("the file is there");
    }
    fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
    let text = match case.to.strip_prefix("COPY ") {
        Some(source) => fs::read_to_string(site.join(source)).expect("readable"),
        None if case.from.is_empty() => case.to.to_owned(),
        None => {
            let text = fs::read_to_string(&path).expect("readable");
            assert!(
                text.contains(case.from),
                "{} holds {:?}",
                case.file,
                case.from
            );
            text.replacen(
                case.from,
                case.to,
                if case.from == "Callout" { 2 } else { 1 },
            )
        }
    };
    fs::write(path, text).expect("writable");
}

fn read(site: &TempDir) -> Loaded {
    load(site.path()).expect("the folder is there")
}

/// What an editor would read.
fn shown(loaded: &Loaded) -> String {
    loaded
        .diagnostics
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n\n")
}
