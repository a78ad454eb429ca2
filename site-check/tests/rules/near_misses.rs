//! Changes that look like a mistake and are none.

use super::{broken, read, shown};

/// The rule that might be wrong about it, a file, what to replace and by what.
#[rustfmt::skip]
const NEAR_MISSES: &[(&str, &str, &str, &str)] = &[
    ("date/form", "articles/first.mdx", "Some **words**", "On 2025/7/15 or 205-07-15, some **words**"),
    ("date/future", "articles/first.mdx", "2025-07-15", "2026-02-01"),
    ("date/future", "facts.toml", "2025-07-21", "2025-07-21\nexpires = 2027-12-31"),
    ("date/order", "articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2025-07-15"),
    ("fact/brace", "articles/first.mdx", "Some **words**", "Some \\{words\\}"),
    ("fact/taken", "facts.toml", "[withdrawal-rule]", "[commitment]\nvalue = \"one year\"\nsource = \"The firm\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]"),
    ("file/too-large", "articles/first.mdx", "Some **words**", "- a\n  - b\n    - c\n      1. d\n         > e\n\nSome **words**"),
    ("file/too-large", "articles/first.mdx", "Some **words**", "MANY 5000 such words "),
    ("file/unexpected", "images/.DS_Store", "", "x"),
    ("file/unexpected", "articles/.first.mdx.swp", "", "x"),
    ("file/unexpected", "articles/.#first.mdx", "", "LINK sam@computer.1234"),
    ("file/unexpected", "articles/#first.mdx#", "", "x"),
    ("front-matter/missing", "articles/first.mdx", "title = \"First\"", "title = \"C+++ --- and more\""),
    ("id/duplicate", "articles/second.mdx", "## A heading", "## A heading\n\n## A heading, too"),
    ("heading/empty", "articles/second.mdx", "## A heading", "## A heading\n\n## 2025"),
    ("heading/level", "articles/second.mdx", "## A heading", "## A heading\n\n### B\n\n#### C\n\n## D"),
    ("heading/space", "articles/first.mdx", "Some **words**", "#Tulsa and ## are some **words**"),
    ("image/name", "images/our-picture-2.svg", "", "COPY images/picture.svg"),
    ("link/markup", "articles/first.mdx", "Some **words**", "Some [sic] (or few) words, (so)[1] and array[0] (see above)"),
    ("link/markup", "articles/first.mdx", "Some **words**", "Some \\[words\\](/fees)"),
    ("link/markup", "articles/first.mdx", "Some **words**", "Write `[words] (/fees)`"),
    ("link/vague", "articles/first.mdx", "[the second]", "[here is the second]"),
    ("link/bare", "articles/first.mdx", "Some **words**", "Some `www.irs.gov`, irs.gov, @name and 5@3.50 **words**"),
    ("mdx/attributes", "articles/first.mdx", "title=\"Mind\"", "title='Q&amp;A: \"call\" {phone}'"),
    ("mdx/syntax", "articles/first.mdx", "Some **words**", "Write `{6 * 7}`, `<b>`, important exports and\nimport rules\n\n```\nimport x from \"y\"\n<b>{1}</b>\n```\n\nSome **words**"),
    ("mdx/syntax", "articles/first.mdx", "title=\"Mind\"", "title=\"Mind “this”\""),
    ("mdx/syntax", "articles/first.mdx", "Some **words**", "He said “some **words**” and title=“Mind”"),
    ("mdx/syntax", "articles/first.mdx", "Some **words**", "Some \\<5 and 7 \\< 8 \\{braces}"),
    ("mdx/syntax", "articles/first.mdx", "Some **words**", "- Some\n\n  <KeyFigure value='4%' label='a year' />\n\n  {phone}\n\n> <Checklist title=\"Look\">\n>\n> - **words**\n>\n> </Checklist>\n\nWords"),
    ("link/broken", "articles/first.mdx", "https://www.irs.gov/", "https://www.irs.gov/a%20b"),
    ("redirect/chain", "redirects.toml", "[[redirects]]", "[[redirects]]\nfrom = \"/older\"\nto = \"/fees\"\n\n[[redirects]]"),
    ("redirect/invalid", "redirects.toml", "/old", "/fee"),
    ("redirect/chain", "redirects.toml", "to = \"/fees\"", "to = \"/fees#tiers\""),
    ("route/orphan", "pages/thanks.toml", "", "COPY pages/404.toml"),
    ("table/form", "articles/first.mdx", "Some **words**", "| a | b |\n|:--|--:|\n| c \\| d | `e` |\n| f |\n\nSome **words**"),
    ("text/mark", "articles/first.mdx", "Some **words**", "A `word`, ``a ` b`` and \\` too"),
    ("text/blank", "pages/fees.toml", "What it costs.", " x "),
    ("text/conflict", "articles/first.mdx", "Some **words**", ">>>>>> quoted six times\n\nAnd `<<<<<<< HEAD` within a line"),
    ("text/doubled-word", "articles/first.mdx", "Some **words**", "He had had it, and said that that was so. Walla Walla, New York, New York"),
    ("text/mark", "articles/first.mdx", "Some **words**", "5 * 3, a_name, $ 5*, 3\\*\\*, ____ and \\*"),
    ("text/doubled-word", "articles/first.mdx", "Some **words**", "New York. York is old, a 5 a; the e-mail the; in a. A market, 2 2 and $5 $5"),
    ("text/fence", "articles/first.mdx", "Some **words**", "````\n```\n````\n\n~~~\n```\n~~~\n\nSome **words**"),
    ("link/undefined", "articles/first.mdx", "Some **words**", "Some [1] **words** [sic]^2"),
    ("text/hidden", "articles/first.mdx", "Some **words**", "Some 👩\u{200d}💻 and ☀\u{fe0f} words — “so” é"),
    ("text/markdown", "pages/fees.toml", "What it costs.", "What it * costs: 5 < 6 & 7 > 6 [sic] (so), Smith & Sons; <5 or >6."),
    ("text/mark", "articles/first.mdx", "Some **words**", "Some ~5 or ~~ 6 **words**"),
    ("text/placeholder", "articles/first.mdx", "Some **words**", "Some **words** of [Title XX](https://www.irs.gov/XX?todo:tbd), Super Bowl XXX, XXI, and [todos](/blog/second)"),
    ("text/placeholder", "articles/third.mdx", "", "+++\nid = 3\ndraft = true\ntitle = \"First\"\nexcerpt = \"TODO\"\ncategory = \"Economy\"\nauthor = \"firm\"\nhero = { src = \"picture.svg\", alt = \"A square\" }\n+++\n\nLorem ipsum XX.\n"),
    ("title/duplicate", "pages/index.toml", "title = \"Welcome to {firm}\"", "title = \"Fees\""),
    ("url/lost", "published.toml", "\"/fees\"", "\"/fees\",\n    \"/old\""),
    ("toml/syntax", "pages/fees.toml", "What it costs.", "What “it” costs – it’s here."),
];

#[test]
fn what_only_looks_like_a_mistake_is_none() {
    for (code, file, from, to) in NEAR_MISSES {
        assert_eq!(shown(&read(&broken(file, from, to))), "", "{code}: {to}");
    }
}
