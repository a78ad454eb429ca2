//! The test site with scheduled changes of every kind. No one may read any of them before July
//! 2026.

use crate::site::Site;

/// An edit for each kind of scheduled part: the file, a text in it, and its replacement, which
/// changes the site in July 2026.
const EDITS: [(&str, &str, &str); 13] = [
    (
        "pages/about.toml",
        "[[blocks]]\nkind = \"team\"",
        "[[blocks]]\nkind = \"section\"\nheading = \"Transfers\"\nbody = \"They take {transfer-days}.\"\n\n[[blocks]]\nkind = \"team\"",
    ),
    (
        "pages/about.toml",
        "short_title = \"About\"",
        "short_title = \"About\"\nwithdrawn = { starts = 2026-07-01, why = \"Zebrawithdrawn.\", instead = \"/zebrapage\" }",
    ),
    (
        "pages/about.toml",
        "[[blocks]]\nkind = \"team\"",
        "[[blocks]]\nkind = \"section\"\nheading = \"Zebrablock\"\nbody = \"It is {contribution-limit-2026}.\"\nstarts = 2026-07-01\n\n[[blocks]]\nkind = \"team\"",
    ),
    (
        "pages/faq.toml",
        "[[blocks.categories.questions]]\nquestion = \"Can I leave?\"",
        "[[blocks.categories.questions]]\nquestion = \"Zebraquestion?\"\nanswer = \"Yes.\"\nstarts = 2026-07-01\n\n[[blocks.categories.questions]]\nquestion = \"Can I leave?\"",
    ),
    (
        "site.toml",
        "{ name = \"Planning\", href = \"/services\" },",
        "{ name = \"Planning\", href = \"/services\" }, { name = \"Zebranavigation\", href = \"/fees\", starts = 2026-07-01 },",
    ),
    (
        "site.toml",
        "{ name = \"Every Section\", href = \"/everything\" },",
        "{ name = \"Every Section\", href = \"/everything\" }, { name = \"Zebrafooter\", href = \"/fees\", starts = 2026-07-01 },",
    ),
    (
        "site.toml",
        "[header]",
        "[[contact.closed]]\nstarts = 2026-07-20\nends = 2026-07-21\nwords = \"Zebraclosed.\"\n\n[header]",
    ),
    (
        "site.toml",
        "phone = \"(918) 555-0199\"",
        "phone = \"(918) 555-0199\"\nnext = { starts = 2026-07-01, phone = \"(918) 555-0123\" }",
    ),
    (
        "fees.toml",
        "transfer_days = 90\n",
        "transfer_days = 90\nnext = { starts = 2026-07-01, transfer_days = 87 }\n",
    ),
    (
        "fees.toml",
        "minimum = 1_150\n",
        "minimum = 1_150\nnext = { starts = 2026-07-01, minimum = 7_391 }\n",
    ),
    (
        "fees.toml",
        "[schedules.small]\n",
        "[schedules.small.next]\nstarts = 2026-07-01\ntiers = [{ from = 0, rate = 119 }]\nexamples = [{ assets = 1_000_000, annual = 11_900, monthly = 992 }]\n\n[schedules.small]\n",
    ),
    (
        "facts.toml",
        "[senior-allowance.years.2025]",
        "[contribution-limit.years.2026.next]\nstarts = 2026-07-01\nvalue = \"$72,519\"\nsource = \"Act of July\"\nurl = \"https://www.irs.gov/july\"\n\n[senior-allowance.years.2025]",
    ),
    (
        "redirects.toml",
        "[[redirects]]\nfrom = \"/old\"",
        "[[redirects]]\nfrom = \"/an-offer\"\nto = \"/zebrapage\"\n\n[[redirects]]\nfrom = \"/old\"",
    ),
];

/// The scheduled texts: in compiled content, and as visitors read them.
pub const AHEAD: [(&str, &str); 15] = [
    ("zebraarticle", "zebraarticle"),
    ("Zebraalt", "Zebraalt"),
    ("zebrapicture", "zebrapicture"),
    ("zebrapage", "zebrapage"),
    ("Zebrawithdrawn", "Zebrawithdrawn"),
    ("Zebrablock", "Zebrablock"),
    ("Zebraquestion", "Zebraquestion"),
    ("Zebranavigation", "Zebranavigation"),
    ("Zebrafooter", "Zebrafooter"),
    ("Zebraclosed", "Zebraclosed"),
    ("555-0123", "555-0123"),
    ("87 days", "87 days"),
    ("7391", "7,391"),
    ("11900", "11,900"),
    ("72,519", "72,519"),
];

/// Returns the test site with all of these edits, an article, a page that starts and a page that
/// ends.
pub fn planned_site() -> Site {
    let site = Site::new();
    for (file, from, to) in EDITS {
        site.change(file, from, to);
    }
    let article = site.another("articles/plain.mdx");
    let mut lines: Vec<String> = Vec::new();
    for line in article.lines() {
        if line.starts_with("id = ") {
            lines.push("id = 40\nstarts = 2026-07-01T09:00:00".to_owned());
        } else if line.starts_with("hero = ") {
            lines.push("hero = { src = \"zebrapicture.svg\", alt = \"Zebraalt\" }".to_owned());
        } else if !line.starts_with("published = ") {
            lines.push(line.to_owned());
        }
    }
    site.write("articles/zebraarticle.mdx", lines.join("\n") + "\n");
    site.write("images/zebrapicture.svg", site.text("images/hero.svg"));
    let title = "short_title = \"Another: Riverton\"";
    let page = site.another("pages/riverton-planning.toml");
    assert!(page.contains(title), "{page}");
    let starts = "short_title = \"Zebrapage\"\nstarts = 2026-07-01";
    let ends = "short_title = \"Offer\"\nends = 2026-06-30";
    let with_start = page.replace(title, starts);
    let starting = with_start.replace("Another", "Yet another");
    site.write("pages/zebrapage.toml", starting);
    site.write("pages/an-offer.toml", page.replace(title, ends));
    site
}
