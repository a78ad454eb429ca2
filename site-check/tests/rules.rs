//! Every rule finds what it is for, at the right place, and nothing else.
//!
//! Each case breaks the small site in `tests/content` in one way and is
//! reviewed as a snapshot of what an editor would read.

use jiff::civil::date;
use site_check::load::Update;
use site_check::{Loaded, load, load_at, load_on};
use site_schema::model::Content;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// One way to break the small site: the rule that finds it, a file, what to
/// replace and by what. An empty `from` replaces the whole file. `to` may begin
/// with what to do instead: DELETE, COPY a file (under a title of its own), ORPHAN
/// (a copy under an id of its own), LINKED (an orphan that the second article leads
/// to), either with DRAFT (it is one), BOTH (words for the end of both articles),
/// LINK to a path, PIPE, MANY times a text, or the encoding LATIN1 or UTF16.
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

/// The cases in which more than one thing is wrong, and how many.
const SEVERAL: &[(&str, usize)] = &[
    ("calendar/date no_form", 2),
    ("link/draft published_before", 2),
    ("redirect/invalid over_a_page", 2),
    ("redirect/loop and_a_way_into_it", 2),
    ("route/form capitals", 2),
    ("schema/type fee_in_quotes", 3),
    ("text/footnote both", 2),
    ("toml/syntax yaml", 2),
];

/// Rules whose cases need more than files: site-cli/tests/check.rs (a process
/// without the rights of root) and ledger.rs (Git).
const ELSEWHERE: &[&str] = &["file/unreadable", "url/erased"];

#[rustfmt::skip]
const CASES: &[Case] = &[
    case("article/duplicate-id", "copied", "articles/second.mdx", "id = 2", "id = 1"),
    case("article/empty", "no_words", "articles/third.mdx", "", "+++\nid = 3\ntitle = \"Third\"\nexcerpt = \"The third article.\"\ncategory = \"Economy\"\nauthor = \"firm\"\nhero = { src = \"picture.svg\", alt = \"A square\" }\n+++\n\n<Disclaimer kind=\"illustrative\" />\n"),
    case("block/unknown-kind", "misspelt", "pages/fees.toml", "kind = \"fee_tiers\"", "kind = \"fee_tier\""),
    case("calendar/date", "no_such_day", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"April 15\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"June 31\"\ntitle = \"Due\"\n"),
    case("calendar/date", "no_form", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{withdrawal-rule}\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"next week\"\ntitle = \"Due\"\n"),
    case("calendar/date", "backwards", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"January 15\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"June to May\"\ntitle = \"Due\"\n"),
    case("calendar/order", "earlier", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"May to June\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"April 15\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"May 1, 2026\"\ntitle = \"Due\"\n"),
    case("date/file-name", "another_day", "articles/2025-07-14-third.mdx", "", "LINKED articles/first.mdx"),
    case("date/form", "digit_lost", "articles/first.mdx", "2025-07-15", "205-07-15"),
    case("date/form", "impossible", "articles/first.mdx", "2025-07-15", "2025-02-30"),
    case("date/form", "month_and_day_swapped", "articles/first.mdx", "2025-07-15", "2025-15-07"),
    case("date/form", "slashes", "articles/first.mdx", "2025-07-15", "2025/7/15"),
    case("date/form", "smart_dashes", "articles/first.mdx", "2025-07-15", "2025–07–15"),
    case("date/form", "american", "facts.toml", "2025-07-21", "07/21/2025"),
    case("date/form", "in_words", "facts.toml", "2025-07-21", "July 21, 2025"),
    case("date/future", "next_year", "articles/first.mdx", "2025-07-15", "2026-07-15"),
    case("date/future", "reviewed", "facts.toml", "2025-07-21", "2026-02-02"),
    case("date/order", "changed_before_published", "articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2024-07-16"),
    case("date/order", "expired_before_reviewed", "facts.toml", "2025-07-21", "2025-07-21\nexpires = 2025-07-20"),
    case("description/duplicate", "of_an_article", "pages/fees.toml", "What it costs.", "The first  Article."),
    case("fact/brace", "open", "pages/index.toml", "{firm}", "{firm"),
    case("fact/brace", "closed_alone", "articles/first.mdx", "Some **words**", "Some} **words**"),
    case("fact/brace", "twice", "pages/index.toml", "{firm}", "{{firm}}"),
    case("fact/literal", "in_article", "articles/first.mdx", "Some **words**", "Some 4% **words**"),
    case("fact/literal", "in_text", "pages/fees.toml", "heading = \"Tiers\"", "heading = \"From $500\""),
    case("fact/taken", "phone", "facts.toml", "[withdrawal-rule]", "[phone]\nvalue = \"(918) 555-0100\"\nsource = \"The firm\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]"),
    case("fact/unknown-token", "in_text", "pages/index.toml", "{firm}", "{frim}"),
    case("fact/unknown-token", "in_markdown", "pages/index.toml", "{phone}", "{fone}"),
    case("fact/unknown-token", "in_article", "articles/first.mdx", "{withdrawal-rule}", "{withdrawl-rule}"),
    case("fact/unknown-token", "in_attribute", "articles/first.mdx", "title=\"Mind\"", "title=\"Mind {fone}\""),
    case("fact/unknown-token", "in_time", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{valuation-date-5}\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{valuation-date-4}\"\ntitle = \"Due\"\n"),
    case("fees/difference", "unacknowledged", "fees.toml", "acknowledged_difference = \"One page charges the whole portfolio at one rate, the other each part at its own.\"\n", ""),
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
    case("file/encoding", "windows_1252", "articles/second.mdx", "What it shows.", "LATIN1 What it shöws."),
    case("file/encoding", "utf_16", "articles/second.mdx", "What it shows.", "UTF16 What it shows."),
    case("file/end", "without_newline", "pages/fees.toml", "agreed beforehand.\"\n", "agreed beforehand.\""),
    case("file/missing", "redirects", "redirects.toml", "", "DELETE"),
    case("file/special", "link_out", "articles/third.mdx", "", "LINK /etc/hostname"),
    case("file/special", "link_within", "pages/prices.toml", "", "LINK fees.toml"),
    case("file/special", "folder_link", "pages/more", "", "LINK /etc"),
    case("file/special", "pipe", "articles/third.mdx", "", "PIPE"),
    case("file/special", "picture_pipe", "images/picture.svg", "", "PIPE"),
    case("file/too-deep", "toml_arrays", "pages/fees.toml", "title = \"Fees\"\nshort", "MANY 100000 ["),
    case("file/too-deep", "toml_keys", "facts.toml", "[withdrawal-rule]", "MANY 1000 a."),
    case("file/too-deep", "quotes", "articles/first.mdx", "Some **words**", "MANY 5000 > "),
    case("file/too-deep", "lists", "articles/first.mdx", "Some **words**", "MANY 40 1. "),
    case("file/too-large", "article", "articles/first.mdx", "Some **words**", "MANY 100000 words "),
    case("file/too-large", "body", "articles/first.mdx", "Some **words**", "MANY 14000 such words "),
    case("file/too-large", "picture", "images/picture.svg", "<svg", "MANY 3000000 <!-- -->"),
    case("file/unexpected", "markdown", "articles/note.md", "", "A note."),
    case("file/unexpected", "readme", "articles/README.md", "", "About."),
    case("file/unexpected", "photograph", "articles/photo.jpg", "", "x"),
    case("file/unexpected", "raw_picture", "images/photo.heic", "", "x"),
    case("file/unexpected", "yaml", "pages/about.yml", "", "title: About"),
    case("front-matter/missing", "none", "articles/first.mdx", "+++\nid = 1", "id = 1"),
    case("front-matter/missing", "yaml", "articles/first.mdx", "", "---\ntitle: First\n---\nWords."),
    case("front-matter/missing", "unclosed", "articles/second.mdx", "A square\" }\n+++", "A square\" }"),
    case("front-matter/missing", "yaml_as_toml", "articles/first.mdx", "", "---\nid: 1\ntitle: First\npublished: 2025-07-15\nkeywords: [a, b]\nhero:\n  src: picture.svg\n---\nWords."),
    case("front-matter/missing", "below_a_line", "articles/first.mdx", "+++\nid = 1", "\n+++\nid = 1"),
    case("heading/duplicate", "same_words", "articles/second.mdx", "## A heading", "## A heading\n\nWords.\n\n## A heading"),
    case("heading/empty", "alone", "articles/second.mdx", "## A heading", "## A heading\n\n##\n\nWords."),
    case("heading/level", "skipped", "articles/second.mdx", "## A heading", "## A heading\n\n#### Deeper"),
    case("heading/level", "first", "articles/second.mdx", "## A heading", "### A heading"),
    case("heading/space", "missing", "articles/second.mdx", "## A heading", "## A heading\n\n##Another"),
    case("id/duplicate", "on_a_page", "pages/index.toml", "id = \"examples\"", "id = \"top\""),
    case("image/alt", "missing", "pages/index.toml", "src = \"picture.svg\", alt = \"A square\"", "src = \"picture.svg\""),
    case("image/alt", "empty", "articles/first.mdx", "alt = \"A square\"", "alt = \"\""),
    case("image/alt", "in_prose", "articles/first.mdx", "Some **words**", "![](picture.svg) Some **words**"),
    case("image/name", "capitals", "images/Our Picture.SVG", "", "COPY images/picture.svg"),
    case("image/name", "in_a_folder", "images/more/picture.svg", "", "COPY images/picture.svg"),
    case("image/missing", "capitals", "articles/first.mdx", "src = \"picture.svg\"", "src = \"Picture.svg\""),
    case("image/missing", "absent", "pages/index.toml", "src = \"picture.svg\"", "src = \"photo.jpg\""),
    case("image/missing", "illustration", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"service_cards\"\nheading = \"Services\"\n\n[[blocks.cards]]\ntitle = \"Plans\"\ndescription = \"Words.\"\nicon = \"compass\"\nillustration = \"drawing.svg\"\n"),
    case("link/broken", "in_markdown", "pages/index.toml", "/fees#tiers", "/fee"),
    case("link/broken", "in_action", "pages/index.toml", "href = \"/fees\"", "href = \"/Fees/\""),
    case("link/broken", "in_article", "articles/first.mdx", "/blog/second#a-heading", "/second"),
    case("link/broken", "capitals", "articles/first.mdx", "/blog/second#", "/Blog/Second#"),
    case("link/broken", "redirect_to_nowhere", "redirects.toml", "/fees", "/feess"),
    case("link/bare", "web_address", "articles/first.mdx", "Some **words**", "Some words at www.irs.gov/x and **words**"),
    case("link/bare", "another_host", "articles/first.mdx", "Some **words**", "Some words at https://www.irs.gov@evil.example and **words**"),
    case("link/bare", "mailbox", "articles/first.mdx", "Some **words**", "Some words to a@b.co and **words**"),
    case("link/bare", "on_a_page", "pages/index.toml", "Saving.", "Saving, as http://example.com says."),
    case("link/draft", "in_article", "articles/third.mdx", "", "LINKED DRAFT articles/first.mdx"),
    case("link/draft", "published_before", "articles/second.mdx", "id = 2\n", "id = 2\ndraft = true\n"),
    case("link/empty", "no_words", "articles/first.mdx", "[the second]", "[]"),
    case("link/form", "without_scheme", "articles/first.mdx", "https://www.irs.gov/", "www.irs.gov"),
    case("link/form", "unknown_name", "pages/index.toml", "href = \"/fees\"", "href = \"external:newsleter\""),
    case("link/form", "mailto", "pages/index.toml", "href = \"/fees\"", "href = \"mailto:a@example.com\""),
    case("link/form", "http", "articles/first.mdx", "https://www.irs.gov/", "http://www.irs.gov/"),
    case("link/fragment", "on_a_page", "pages/index.toml", "/fees#tiers", "/fees#teirs"),
    case("link/fragment", "in_article", "articles/first.mdx", "#a-heading", "#heading"),
    case("link/lookalike", "cyrillic", "articles/first.mdx", "www.irs.gov", "www.іrs.gov"),
    case("link/lookalike", "punycode", "articles/first.mdx", "www.irs.gov", "xn--80ak6aa92e.com"),
    case("link/lookalike", "before_an_at", "site.toml", "newsletter.example.com", "www.irs.gov@newsletter.example.com"),
    case("link/markup", "space", "articles/first.mdx", "[the second](", "[the second] ("),
    case("link/markup", "space_in_address", "articles/first.mdx", "(/blog/second#a-heading)", "(/blog/the second)"),
    case("link/markup", "wrong_way_round", "articles/first.mdx", "[the second](/blog/second#a-heading)", "(the second)[/blog/second#a-heading]"),
    case("link/markup", "not_closed", "pages/index.toml", "/fees#tiers)", "/fees#tiers"),
    case("link/markup", "not_opened", "pages/index.toml", "[our fees]", "our fees]"),
    case("link/private", "localhost", "articles/first.mdx", "/blog/second#a-heading", "http://localhost:4321/blog/second"),
    case("link/private", "network", "site.toml", "newsletter.example.com", "192.168.1.20/newsletter"),
    case("link/private", "file", "articles/first.mdx", "/blog/second#a-heading", "file:///C:/Users/Sam/second.html"),
    case("link/title", "in_quotes", "articles/first.mdx", "(/blog/second#a-heading)", "(/blog/second#a-heading \"The second\")"),
    case("link/undefined", "nowhere", "articles/first.mdx", "Some **words**", "Some [words][nowhere] of **words**"),
    case("link/undefined", "misspelt", "articles/first.mdx", "Some **words**", "Some [words][feess] of **words** and [our fees][fees]\n\n[fees]: /fees\n\nWords"),
    case("list/start", "three", "articles/first.mdx", "Some **words**", "3. Some\n4. More\n\nSome **words**"),
    case("link/vague", "click_here", "articles/first.mdx", "[the second]", "[click here]"),
    case("link/vague", "address", "articles/first.mdx", "[the authority]", "[https://www.irs.gov/]"),
    case("link/own-site", "in_article", "articles/first.mdx", "/blog/second#a-heading", "https://www.example.com/blog/second#a-heading"),
    case("mdx/attributes", "missing", "articles/second.mdx", " assets=\"750000\"", ""),
    case("mdx/attributes", "unknown", "articles/first.mdx", "<Callout title=\"Mind\">", "<Callout title=\"Mind\" color=\"red\">"),
    case("mdx/attributes", "expression", "articles/first.mdx", "title=\"Mind\"", "title={1 + 1}"),
    case("mdx/forbidden", "import", "articles/first.mdx", "The rule", "import fs from \"fs\"\n\nThe rule"),
    case("mdx/forbidden", "expression", "articles/first.mdx", "{withdrawal-rule}", "{6 * 7}"),
    case("mdx/forbidden", "heading_on_a_page", "pages/index.toml", "challenge = \"Saving.\"", "challenge = \"## Saving\""),
    case("mdx/forbidden", "comment", "articles/first.mdx", "Some **words**", "{/* later */} Some **words**"),
    case("mdx/forbidden", "html_comment", "articles/first.mdx", "Some **words**", "<!-- later --> Some **words**"),
    case("mdx/forbidden", "indented_code", "articles/first.mdx", "Some **words**", "Words:\n\n    some code\n\nSome **words**"),
    case("mdx/forbidden", "indented_list", "articles/first.mdx", "Some **words**", "Words:\n    - one\n\nSome **words**"),
    case("mdx/quotes", "both", "articles/first.mdx", "title=\"Mind\"", "title=“Mind”"),
    case("mdx/quotes", "closing", "articles/first.mdx", "title=\"Mind\"", "title=\"Mind”"),
    case("mdx/syntax", "open_brace", "articles/first.mdx", "{withdrawal-rule}", "{withdrawal-rule"),
    case("mdx/syntax", "less_than", "pages/index.toml", "Saving.", "Saving <5 % of pay."),
    case("mdx/syntax", "unclosed_component", "articles/first.mdx", "</Callout>", ""),
    case("mdx/syntax", "address", "articles/first.mdx", "Some **words**", "<https://www.irs.gov> Some **words**"),
    case("mdx/syntax", "mailbox", "articles/first.mdx", "Some **words**", "<sam@example.com> Some **words**"),
    case("mdx/syntax", "less_than_dollars", "articles/first.mdx", "Some **words**", "Some <$9 **words**"),
    case("mdx/syntax", "tag_in_line", "articles/first.mdx", "Some **words**", "Words <KeyFigure value=\"4%\" label=\"a year\" /> and **words**"),
    case("mdx/syntax", "no_empty_line_below", "articles/first.mdx", "<Callout title=\"Mind\">\n\n", "<Callout title=\"Mind\">\n"),
    case("mdx/syntax", "no_empty_line_above", "articles/first.mdx", ".\n\n</Callout>", ".\n</Callout>"),
    case("mdx/syntax", "tag_over_lines", "articles/first.mdx", "<Callout title=\"Mind\">", "<Callout\n  title=\"Mind\"\n>"),
    case("mdx/syntax", "closing_tag_alone", "articles/first.mdx", "Some **words**", "Some **words**\n\n</Checklist>\n\nWords"),
    case("mdx/syntax", "fact_alone", "articles/first.mdx", "The rule says {withdrawal-rule}; see", "The rule says\n{withdrawal-rule}\nand more; see"),
    case("mdx/syntax", "fact_in_address", "articles/first.mdx", "https://www.irs.gov/", "https://www.irs.gov/{phone}"),
    case("mdx/syntax", "two_braces", "articles/first.mdx", "{withdrawal-rule}", "{{withdrawal-rule}}"),
    case("mdx/unknown-component", "misspelt", "articles/first.mdx", "Callout", "Calout"),
    case("mdx/unknown-component", "html", "articles/first.mdx", "Some **words**", "Some <b>words</b>"),
    case("mdx/unknown-component", "line_break", "articles/first.mdx", "Some **words**", "Some<br>**words**"),
    case("mdx/unknown-component", "paragraph", "articles/first.mdx", "Some **words**", "<p>Some **words**"),
    case("mdx/unknown-component", "block", "articles/first.mdx", "Some **words**", "<div>\n\nSome **words**\n\n</div>\n\nWords"),
    case("mdx/unknown-component", "on_a_page", "pages/index.toml", "Saving.", "<Disclaimer kind='illustrative' />"),
    case("name/unknown", "schedule", "pages/fees.toml", "schedule = \"small\"", "schedule = \"smal\""),
    case("name/unknown", "external", "site.toml", "client_resources = [\"newsletter\"", "client_resources = [\"newsleter\""),
    case("name/unknown", "disclaimer", "articles/second.mdx", "kind=\"illustrative\"", "kind=\"ilustrative\""),
    case("path/form", "encoded_space", "articles/first.mdx", "/blog/second#a-heading", "/blog/the%20second"),
    case("path/form", "picture_with_encoded_space", "articles/first.mdx", "src = \"picture.svg\"", "src = \"the%20picture.svg\""),
    case("path/form", "picture_in_a_folder", "articles/first.mdx", "src = \"picture.svg\"", "src = \"../images/Picture.svg\""),
    case("path/form", "dots", "articles/first.mdx", "/blog/second#a-heading", "../blog/second"),
    case("path/form", "backslash", "articles/first.mdx", "src = \"picture.svg\"", "src = 'images\\picture.svg'"),
    case("path/form", "unknown_file", "facts.toml", "source =", "means_something_else_in = [\"content/articles/frist.mdx\"]\nsource ="),
    case("redirect/invalid", "to_the_phone", "redirects.toml", "to = \"/fees\"", "to = \"contact:phone\""),
    case("redirect/invalid", "to_other_letters", "redirects.toml", "to = \"/fees\"", "to = \"https://www.irs.gov/é\""),
    case("redirect/case", "capitals", "redirects.toml", "/old", "/Fees"),
    case("redirect/case", "twice", "redirects.toml", "[[redirects]]", "[[redirects]]\nfrom = \"/Old\"\nto = \"/fees\"\n\n[[redirects]]"),
    case("redirect/chain", "two_steps", "redirects.toml", "[[redirects]]", "[[redirects]]\nfrom = \"/older\"\nto = \"/old\"\n\n[[redirects]]"),
    case("redirect/chain", "to_what_is_gone", "redirects.toml", "to = \"/fees\"", "to = \"/gone\"\n\n[[redirects]]\nfrom = \"/gone\"\ngone = true"),
    case("redirect/invalid", "over_a_page", "redirects.toml", "/old", "/fees"),
    case("redirect/invalid", "neither", "redirects.toml", "to = \"/fees\"", ""),
    case("redirect/invalid", "over_a_document", "redirects.toml", "/old", "/sitemap.xml"),
    case("redirect/loop", "of_two", "redirects.toml", "to = \"/fees\"", "to = \"/new\"\n\n[[redirects]]\nfrom = \"/new\"\nto = \"/old\""),
    case("redirect/loop", "to_itself", "redirects.toml", "to = \"/fees\"", "to = \"/old\""),
    case("redirect/loop", "and_a_way_into_it", "redirects.toml", "to = \"/fees\"", "to = \"/old\"\n\n[[redirects]]\nfrom = \"/older\"\nto = \"/old\""),
    case("route/draft", "not_found", "pages/404.toml", "noindex = true", "noindex = true\ndraft = true"),
    case("route/duplicate", "folder_and_file", "pages/fees/index.toml", "", "COPY pages/fees.toml"),
    case("route/form", "capitals", "articles/Third Article.mdx", "", "COPY articles/second.mdx"),
    case("route/orphan", "page", "pages/prices.toml", "", "COPY pages/fees.toml"),
    case("schema/missing-key", "disclaimer", "pages/index.toml", "disclaimer = \"Hypothetical.\"\n", ""),
    case("schema/missing-key", "title", "articles/first.mdx", "title = \"First\"\n", ""),
    case("schema/missing-key", "kind", "pages/fees.toml", "kind = \"fee_tiers\"\n", ""),
    case("schema/type", "fee_in_quotes", "fees.toml", "investment_minimum = 250_000", "investment_minimum = \"$250,000\""),
    case("schema/type", "number_for_text", "pages/fees.toml", "title = \"Fees\"\nshort", "title = 5\nshort"),
    case("schema/type", "id_with_a_point", "articles/first.mdx", "id = 1\n", "id = 17.0\n"),
    case("schema/type", "rate_with_a_point", "fees.toml", "rate = 125", "rate = 125.0"),
    case("schema/type", "rate_in_percent", "fees.toml", "rate = 125", "rate = 1.25"),
    case("schema/type", "assets_with_a_point", "fees.toml", "assets = 1_500_000", "assets = 500_000.0"),
    case("schema/type", "too_many_digits", "articles/first.mdx", "id = 1\n", "id = 99_999_999_999_999_999_999\n"),
    case("schema/type", "infinite", "articles/first.mdx", "title = \"First\"", "title = inf"),
    case("schema/unknown-key", "misspelt", "pages/index.toml", "short_title = \"Home\"", "short_title = \"Home\"\nkeyword = []"),
    case("schema/unknown-key", "in_a_block", "pages/fees.toml", "heading = \"Tiers\"", "heading = \"Tiers\"\nscedule = \"small\""),
    case("schema/value", "id_too_large", "articles/first.mdx", "id = 1\n", "id = 5_000_000_000\n"),
    case("schema/value", "rate_too_high", "fees.toml", "rate = 125", "rate = 1_250"),
    case("schema/value", "rate_too_low", "fees.toml", "rate = 125", "rate = 1"),
    case("schema/value", "tax_fee_too_high", "fees.toml", "minimum = 500\n", "minimum = 500_000\n"),
    case("schema/value", "time_zone", "site.toml", "America/Chicago", "America/Tulsa"),
    case("schema/value", "origin", "site.toml", "origin = \"https://www.example.com\"", "origin = \"https://www.example.com/\""),
    case("schema/value", "redirect", "redirects.toml", "from = \"/old", "from = \"/öld"),
    case("schema/value", "category", "articles/first.mdx", "\"Economy\"", "\"Economie\""),
    case("schema/value", "date", "articles/first.mdx", "2025-07-15", "\"205-07-15\""),
    case("schema/value", "name", "pages/fees.toml", "id = \"tiers\"", "id = \"The Tiers\""),
    case("schema/value", "empty", "pages/fees.toml", "title = \"Fees\"\nshort", "title = \"\"\nshort"),
    case("schema/value", "phone", "site.toml", "(918) 555-0199", "918 555 0199"),
    case("schema/value", "http", "site.toml", "https://newsletter", "http://newsletter"),
    case("schema/value", "excerpt_too_long", "articles/first.mdx", "The first article.", "MANY 21 no such "),
    case("table/cells", "one_more", "articles/first.mdx", "Some **words**", "| a | b |\n|---|---|\n| c | d |\n| e | f | g |\n\nSome **words**"),
    case("table/form", "dashes", "articles/first.mdx", "Some **words**", "| a | b |\n|---|\n| c | d |\n\nSome **words**"),
    case("table/form", "words_below", "articles/first.mdx", "Some **words**", "| a | b |\n|---|---|\n| c | d |\nSome **words**"),
    case("text/backtick", "one", "articles/first.mdx", "Some **words**", "`Some **words**"),
    case("text/blank", "description", "pages/fees.toml", "What it costs.", "   "),
    case("text/blank", "source", "facts.toml", "Bengen, 1994", "\\t\u{a0}"),
    case("text/conflict", "in_article", "articles/first.mdx", "Some **words**", "<<<<<<< HEAD\nSome **words**\n=======\nFew {words <Callout\n>>>>>>> other\n"),
    case("text/conflict", "in_front_matter", "articles/first.mdx", "title = \"First\"", "<<<<<<< HEAD\ntitle = \"First\"\n||||||| base\ntitle = \"The first\"\n=======\ntitle = \"Number one\"\n>>>>>>> other"),
    case("text/conflict", "half_resolved", "facts.toml", "[withdrawal-rule]", ">>>>>>> other\n[withdrawal-rule]"),
    case("text/doubled-word", "in_article", "articles/first.mdx", "Some **words**", "Some of the the **words**"),
    case("text/doubled-word", "over_lines", "pages/fees.toml", "What it costs.", "What it it costs."),
    case("text/emphasis", "bold_not_closed", "articles/first.mdx", "Some **words**", "Some **words"),
    case("text/emphasis", "space_within", "articles/first.mdx", "Some **words**", "Some ** words **"),
    case("text/emphasis", "star_not_closed", "pages/index.toml", "Saving.", "*Saving."),
    case("text/fence", "not_closed", "articles/first.mdx", "Some **words**", "```\nSome **words**"),
    case("text/fence", "not_closed_at_the_end", "articles/second.mdx", "<Disclaimer", "~~~ text\n<Disclaimer"),
    case("text/footnote", "reference", "articles/first.mdx", "Some **words**", "Some **words**[^1]"),
    case("text/footnote", "both", "articles/first.mdx", "Some **words**", "Some **words**[^1]\n\n[^1]: A note\n\nWords"),
    case("text/hidden", "zero_width_in_link", "articles/first.mdx", "/blog/second", "/blog/\u{200b}second"),
    case("text/hidden", "zero_width_in_key", "pages/fees.toml", "short_title", "short\u{200b}_title"),
    case("text/hidden", "direction", "articles/first.mdx", "Some **words**", "Some \u{202e}**words**"),
    case("text/hidden", "control", "articles/first.mdx", "Some **words**", "Some \u{1b}[31m**words**"),
    case("text/hidden", "escaped", "pages/fees.toml", "What it costs.", "What it\\u200b costs."),
    case("text/markdown", "bold", "pages/fees.toml", "What it costs.", "What it **costs**."),
    case("text/markdown", "link", "articles/first.mdx", "The first article.", "The first, before [the second](/blog/second)."),
    case("text/markdown", "html", "pages/fees.toml", "What it costs.", "What it&nbsp;costs.<br>"),
    case("text/strikethrough", "words", "articles/first.mdx", "Some **words**", "~~Few~~ some **words**"),
    case("text/placeholder", "in_article", "articles/first.mdx", "Some **words**", "Some **XX percent** of words"),
    case("text/placeholder", "in_attribute", "articles/first.mdx", "title=\"Mind\"", "title=\"Mind (TBD)\""),
    case("text/placeholder", "in_fact", "facts.toml", "Bengen, 1994", "Bengen, 19xx"),
    case("text/placeholder", "in_markdown", "pages/index.toml", "Saving.", "Lorem ipsum dolor sit amet."),
    case("text/placeholder", "in_text", "pages/fees.toml", "heading = \"Tiers\"", "heading = \"Tiers TODO\""),
    case("text/repeated", "twelve_words", "articles/second.mdx", "", "BOTH Twelve words that {firm} wrote once stand in [two articles](/fees) of ours."),
    case("title/duplicate", "of_a_page", "pages/fees.toml", "title = \"Fees\"\nshort", "title = \"Home\"\nshort"),
    case("title/duplicate", "of_an_article", "articles/second.mdx", "title = \"Second\"", "title = \"First\""),
    case("toml/syntax", "quote", "pages/fees.toml", "title = \"Fees\"\nshort", "title = \"Fees\nshort"),
    case("toml/syntax", "twice", "fees.toml", "transfer_days = 90", "transfer_days = 90\ntransfer_days = 60"),
    case("toml/syntax", "front_matter", "articles/first.mdx", "id = 1", "id = = 1"),
    case("toml/syntax", "curly_quotes", "pages/fees.toml", "title = \"Fees\"\nshort", "title = “Fees”\nshort"),
    case("toml/syntax", "hard_space", "pages/fees.toml", "title = \"Fees\"\nshort", "title =\u{a0}\"Fees\"\nshort"),
    case("toml/syntax", "yaml", "articles/first.mdx", "id = 1\ntitle = \"First\"", "id: 1\ntitle: First"),
    case("url/lost", "near_another", "published.toml", "\"/fees\"", "\"/fees\",\n    \"/fee\""),
    case("url/lost", "far_from_all", "published.toml", "\"/fees\"", "\"/fees\",\n    \"/a-page-of-last-year\""),
];

/// Changes of the small site that look like a mistake of the rule and are none.
#[rustfmt::skip]
const NEAR_MISSES: &[Case] = &[
    case("date/file-name", "the_same_day", "articles/2025-07-15-third.mdx", "", "LINKED articles/first.mdx"),
    case("date/form", "in_prose", "articles/first.mdx", "Some **words**", "On 2025/7/15 or 205-07-15, some **words**"),
    case("date/future", "tomorrow_elsewhere", "articles/first.mdx", "2025-07-15", "2026-02-01"),
    case("date/future", "expires", "facts.toml", "2025-07-21", "2025-07-21\nexpires = 2027-12-31"),
    case("date/order", "the_same_day", "articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2025-07-15"),
    case("fact/brace", "escaped", "articles/first.mdx", "Some **words**", "Some \\{words\\}"),
    case("fact/taken", "the_same_value", "facts.toml", "[withdrawal-rule]", "[commitment]\nvalue = \"one year\"\nsource = \"The firm\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]"),
    case("file/too-deep", "lists", "articles/first.mdx", "Some **words**", "- a\n  - b\n    - c\n      1. d\n         > e\n\nSome **words**"),
    case("file/too-large", "long_article", "articles/first.mdx", "Some **words**", "MANY 5000 such words "),
    case("file/unexpected", "finder", "images/.DS_Store", "", "x"),
    case("file/unexpected", "open_in_vim", "articles/.first.mdx.swp", "", "x"),
    case("file/unexpected", "open_in_emacs", "articles/.#first.mdx", "", "LINK sam@computer.1234"),
    case("file/unexpected", "changed_in_emacs", "articles/#first.mdx#", "", "x"),
    case("front-matter/missing", "marks_in_a_value", "articles/first.mdx", "title = \"First\"", "title = \"C+++ --- and more\""),
    case("heading/duplicate", "almost_the_same", "articles/second.mdx", "## A heading", "## A heading\n\n## A heading, too"),
    case("heading/empty", "a_figure", "articles/second.mdx", "## A heading", "## A heading\n\n## 2025"),
    case("heading/level", "back_up", "articles/second.mdx", "## A heading", "## A heading\n\n### B\n\n#### C\n\n## D"),
    case("heading/space", "hashtag", "articles/first.mdx", "Some **words**", "#Tulsa and ## are some **words**"),
    case("image/name", "hyphens", "images/our-picture-2.svg", "", "COPY images/picture.svg"),
    case("link/lookalike", "umlaut", "articles/first.mdx", "www.irs.gov", "www.münchen.example"),
    case("link/markup", "an_aside", "articles/first.mdx", "Some **words**", "Some [sic] (or few) words, (so)[1] and array[0] (see above)"),
    case("link/markup", "escaped", "articles/first.mdx", "Some **words**", "Some \\[words\\](/fees)"),
    case("link/markup", "code", "articles/first.mdx", "Some **words**", "Write `[words] (/fees)`"),
    case("link/private", "a_name_within", "articles/first.mdx", "www.irs.gov/", "localhost.example.com/"),
    case("link/vague", "more_words", "articles/first.mdx", "[the second]", "[here is the second]"),
    case("link/bare", "names_and_code", "articles/first.mdx", "Some **words**", "Some `www.irs.gov`, irs.gov, @name and 5@3.50 **words**"),
    case("link/undefined", "defined", "articles/first.mdx", "Some **words**", "Some [words][fees], [fees] and [fees][] \\[a\\][b]\n\n[fees]: /fees\n\nSome **words**"),
    case("mdx/attributes", "entity", "articles/first.mdx", "title=\"Mind\"", "title='Q&amp;A: \"call\" {phone}'"),
    case("mdx/forbidden", "in_code", "articles/first.mdx", "Some **words**", "Write `{6 * 7}`, `<b>`, important exports and\nimport rules\n\n```\nimport x from \"y\"\n<b>{1}</b>\n```\n\nSome **words**"),
    case("mdx/quotes", "within_a_value", "articles/first.mdx", "title=\"Mind\"", "title=\"Mind “this”\""),
    case("mdx/quotes", "in_prose", "articles/first.mdx", "Some **words**", "He said “some **words**” and title=“Mind”"),
    case("mdx/syntax", "escaped", "articles/first.mdx", "Some **words**", "Some \\<5 and 7 \\< 8 \\{braces}"),
    case("mdx/syntax", "around_tags", "articles/first.mdx", "Some **words**", "- Some\n\n  <KeyFigure value='4%' label='a year' />\n\n  {phone}\n\n> <Checklist title=\"Look\">\n>\n> - **words**\n>\n> </Checklist>\n\nWords"),
    case("path/form", "percent_elsewhere", "articles/first.mdx", "https://www.irs.gov/", "https://www.irs.gov/a%20b"),
    case("redirect/chain", "to_a_page", "redirects.toml", "[[redirects]]", "[[redirects]]\nfrom = \"/older\"\nto = \"/fees\"\n\n[[redirects]]"),
    case("redirect/case", "another_word", "redirects.toml", "/old", "/fee"),
    case("redirect/loop", "to_its_own_anchor", "redirects.toml", "to = \"/fees\"", "to = \"/fees#tiers\""),
    case("route/orphan", "draft", "articles/third.mdx", "", "ORPHAN DRAFT articles/second.mdx"),
    case("route/orphan", "no_index", "pages/thanks.toml", "", "COPY pages/404.toml"),
    case("table/cells", "escaped_bar", "articles/first.mdx", "Some **words**", "| a | b |\n|:--|--:|\n| c \\| d | `e` |\n| f |\n\nSome **words**"),
    case("text/backtick", "code_and_escapes", "articles/first.mdx", "Some **words**", "A `word`, ``a ` b`` and \\` too"),
    case("text/blank", "one_word", "pages/fees.toml", "What it costs.", " x "),
    case("text/conflict", "heading_line", "articles/first.mdx", "Some **words**", ">>>>>> quoted six times\n\nAnd `<<<<<<< HEAD` within a line"),
    case("text/doubled-word", "meant", "articles/first.mdx", "Some **words**", "He had had it, and said that that was so. Walla Walla, New York, New York"),
    case("text/emphasis", "signs", "articles/first.mdx", "Some **words**", "5 * 3, a_name, $ 5*, 3\\*\\*, ____ and \\*"),
    case("text/fence", "closed", "articles/first.mdx", "Some **words**", "````\n```\n````\n\n~~~\n```\n~~~\n\nSome **words**"),
    case("text/footnote", "in_brackets", "articles/first.mdx", "Some **words**", "Some [1] **words** [sic]^2"),
    case("text/hidden", "emoji", "articles/first.mdx", "Some **words**", "Some 👩‍💻 and ☀️ words — “so” é"),
    case("text/markdown", "signs", "pages/fees.toml", "What it costs.", "What it * costs: 5 < 6 & 7 > 6 [sic] (so)."),
    case("text/strikethrough", "about", "articles/first.mdx", "Some **words**", "Some ~5 or ~~ 6 **words**"),
    case("text/placeholder", "in_names_and_numbers", "articles/first.mdx", "Some **words**", "Some **words** of [Title XX](https://www.irs.gov/XX?todo:tbd), Super Bowl XXX, XXI, and [todos](/blog/second)"),
    case("text/placeholder", "in_a_draft", "articles/third.mdx", "", "+++\nid = 3\ndraft = true\ntitle = \"First\"\nexcerpt = \"TODO\"\ncategory = \"Economy\"\nauthor = \"firm\"\nhero = { src = \"picture.svg\", alt = \"A square\" }\n+++\n\nLorem ipsum XX.\n"),
    case("text/repeated", "eleven_words", "articles/second.mdx", "", "BOTH Eleven words that {firm} wrote once stand in [both our articles](/fees#tiers)."),
    case("title/duplicate", "of_a_block", "pages/index.toml", "title = \"Welcome to {firm}\"", "title = \"Fees\""),
    case("url/lost", "moved", "published.toml", "\"/fees\"", "\"/fees\",\n    \"/old\""),
    case("toml/syntax", "curly_quotes_within", "pages/fees.toml", "What it costs.", "What “it” costs – it’s here."),
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
fn what_only_looks_like_a_mistake_is_none() {
    for case in NEAR_MISSES {
        let site = small_site();
        break_site(site.path(), case);
        assert_eq!(shown(&read(&site)), "", "{} {}", case.code, case.name);
    }
}

#[test]
fn one_cause_has_one_message() {
    let mut others = Vec::new();
    for case in CASES {
        let site = small_site();
        break_site(site.path(), case);
        let found = read(&site).diagnostics;
        let name = format!("{} {}", case.code, case.name);
        let several = SEVERAL.iter().find(|(several, _)| *several == name);
        if found.len() != several.map_or(1, |(_, count)| *count) {
            let messages = found
                .iter()
                .map(|it| format!("{}: {}", it.code, it.message));
            others.push((name, messages.collect::<Vec<_>>()));
        }
    }
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn line_ends_and_a_mark_at_the_beginning_do_not_matter() {
    let site = small_site();
    for file in [
        "pages/fees.toml",
        "pages/index.toml",
        "articles/first.mdx",
        "articles/second.mdx",
        "facts.toml",
        "site.toml",
        "fees.toml",
        "redirects.toml",
        "published.toml",
    ] {
        let path = site.path().join(file);
        let text = fs::read_to_string(&path).expect("readable");
        fs::write(path, format!("\u{feff}{}", text.replace('\n', "\r\n"))).expect("writable");
    }
    let loaded = read(&site);
    assert_eq!(shown(&loaded), "");
    assert!(loaded.content.is_some());
    let path = site.path().join("articles/first.mdx");
    let text = fs::read_to_string(&path).expect("readable");
    fs::write(path, text.replace("Some **words**", "Some **words")).expect("writable");
    let found = read(&site).diagnostics;
    assert_eq!(
        (found.len(), found[0].line, found[0].column),
        (1, 15, 6),
        "{found:#?}"
    );
}

#[test]
fn a_build_knows_no_day() {
    let site = small_site();
    let future = CASES
        .iter()
        .find(|case| case.code == "date/future")
        .expect("a case");
    break_site(site.path(), future);
    assert_eq!(read(&site).errors(), 1);
    assert_eq!(load(site.path()).expect("the folder is there").errors(), 0);
}

#[test]
fn an_update_tells_what_has_changed_and_no_more() {
    let site = small_site();
    let first = site.path().join("articles/first.mdx");
    let third = site.path().join("articles/third.mdx");
    let text = fs::read_to_string(&first).expect("readable");
    let now = "2026-01-31T18:00:00Z".parse().expect("a moment");
    let mut before: Option<Content> = None;
    let mut told = || {
        let after = load_at(site.path(), now, true).expect("readable").content;
        let after = after.expect("no error");
        let update = Update::between(before.as_ref(), &after);
        before = Some(after);
        update
    };
    let mut change = |path: &Path, text: &str| {
        fs::write(path, text).expect("writable");
        told()
    };
    let all = change(&first, &text);
    assert!(all.basis.is_some() && !all.pages.is_empty() && all.articles.len() > 2);
    assert!(change(&first, &text).is_empty());
    let told = change(
        &first,
        &text.replace("title = \"First\"", "title = \"Another\""),
    );
    assert_eq!(told.articles.len(), 1);
    assert!(told.basis.is_none() && told.pages.is_empty() && told.gone.is_empty());
    // Its place in the list is what the neighbors of two others depend on.
    assert_eq!(
        change(&first, &text.replace("id = 1", "id = 3"))
            .articles
            .len(),
        3
    );
    assert_eq!(change(&first, &text).articles.len(), 3);
    let draft = change(&third, &text.replace("id = 1", "id = 3\ndraft = true"));
    assert!(draft.articles.iter().any(|article| article.matter.draft));
    let published = read(&site).content.expect("no error");
    assert!(published.article("third").is_none());
    fs::remove_file(&third).expect("writable");
    assert_eq!(change(&first, &text).gone, ["/blog/third"]);
}

#[test]
fn every_rule_has_a_case() {
    let without: Vec<_> = site_check::rules::by_code()
        .into_iter()
        .map(|rule| rule.code)
        .filter(|code| CASES.iter().all(|case| case.code != *code))
        .filter(|code| !ELSEWHERE.contains(code))
        .collect();
    assert!(
        without.is_empty(),
        "rules without a case in CASES: {without:?}"
    );
}

#[test]
fn codes_are_unique() {
    let codes: Vec<_> = site_check::rules::by_code()
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
    copy(&small(), site.path());
    site
}

fn small() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-schema/tests/content")
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
    if case.to == "PIPE" {
        let _ = fs::remove_file(&path);
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        return rustix::fs::mkfifoat(rustix::fs::CWD, &path, mode).expect("writable");
    }
    if let Some(target) = case.to.strip_prefix("LINK ") {
        return std::os::unix::fs::symlink(target, path).expect("writable");
    }
    let replaced = |to: &str| {
        let text = fs::read_to_string(&path).expect("readable");
        assert!(
            text.contains(case.from),
            "{} holds {:?}",
            case.file,
            case.from
        );
        text.replacen(case.from, to, 1)
    };
    if let Some(to) = case.to.strip_prefix("LATIN1 ") {
        let text = replaced(to);
        let bytes = text.chars().map(|c| u8::try_from(c).expect("Latin 1"));
        return fs::write(&path, bytes.collect::<Vec<_>>()).expect("writable");
    }
    if let Some(to) = case.to.strip_prefix("UTF16 ") {
        let units = format!("\u{feff}{}", replaced(to));
        let bytes = units.encode_utf16().flat_map(u16::to_le_bytes);
        return fs::write(&path, bytes.collect::<Vec<_>>()).expect("writable");
    }
    if let Some((count, part)) = case
        .to
        .strip_prefix("MANY ")
        .and_then(|rest| rest.split_once(' '))
    {
        let many = part.repeat(count.parse().expect("a count"));
        return fs::write(&path, replaced(&many)).expect("writable");
    }
    if let Some(words) = case.to.strip_prefix("BOTH ") {
        for article in ["articles/first.mdx", "articles/second.mdx"] {
            let text = fs::read_to_string(site.join(article)).expect("readable");
            fs::write(site.join(article), format!("{text}\n{words}\n")).expect("writable");
        }
        return;
    }
    let linked = case.to.strip_prefix("LINKED ");
    if linked.is_some() {
        let slug = path.file_stem().expect("a name").to_string_lossy();
        let second = site.join("articles/second.mdx");
        let text = fs::read_to_string(&second).expect("readable");
        fs::write(&second, format!("{text}\nAnd [another](/blog/{slug}).\n")).expect("writable");
    }
    if let Some(source) = linked.or_else(|| case.to.strip_prefix("ORPHAN ")) {
        let (source, id) = match source.strip_prefix("DRAFT ") {
            Some(source) => (source, "id = 3\ndraft = true"),
            None => (source, "id = 3"),
        };
        let text = another(&fs::read_to_string(site.join(source)).expect("readable"));
        let text = text.replace("id = 1", id).replace("id = 2", id);
        return fs::write(&path, text).expect("writable");
    }
    let text = match case.to.strip_prefix("COPY ") {
        Some(source) => another(&fs::read_to_string(site.join(source)).expect("readable")),
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

/// A page or an article like another, with a title, a description and words of its own.
fn another(text: &str) -> String {
    let mut text = text.to_owned();
    for key in ["title", "description", "excerpt"] {
        text = text.replace(&format!("{key} = \""), &format!("{key} = \"Another: "));
    }
    match text.rsplit_once("\n+++\n") {
        Some((front_matter, _)) => format!("{front_matter}\n+++\n\nWords of its own.\n"),
        None => text,
    }
}

fn read(site: &TempDir) -> Loaded {
    load_on(site.path(), Some(date(2026, 1, 31))).expect("the folder is there")
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
