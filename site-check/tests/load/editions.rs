//! Editions: the content from one moment to the next.

use super::again;
use crate::site::Site;
use site_check::{Loaded, Moments, load_for};
use site_schema::model::Content;
use site_schema::{Compiled, Edition};
use std::sync::Arc;

/// The time of the commit, and of the clock unless a test specifies it.
const COMMITTED: &str = "2026-01-31T18:00:00Z";

/// Returns the test site without its only token that changes with the year.
fn steady_site() -> Site {
    let site = Site::new();
    site.change(
        "pages/services.toml",
        "In {senior-allowance-year} people of 65 and older deduct {senior-allowance}.",
        "In 2025 people of 65 and older deduct {senior-allowance-2025}.",
    );
    site
}

/// Loads a committed site at a time of the clock.
fn load_on(site: &Site, now: &str) -> Loaded {
    let committed = COMMITTED.parse().expect("a moment");
    let now = Some(now.parse().expect("a moment"));
    let moments = Moments {
        committed: Some(committed),
        now,
        today: now,
    };
    load_for(site.folder(), moments, false).expect("the folder is there")
}

/// Returns the editions of a site without errors: the start of each, and its content.
fn editions(site: &Site) -> Vec<(Option<String>, Content)> {
    let loaded = load_on(site, COMMITTED);
    assert_eq!(loaded.errors(), 0, "{:#?}", loaded.diagnostics);
    let mut editions = Vec::new();
    for edition in loaded.editions {
        let starts = edition.starts.map(|seconds| {
            let moment = jiff::Timestamp::from_second(seconds).expect("a moment");
            moment.to_string()
        });
        editions.push((starts, edition.content));
    }
    editions
}

/// Returns the messages of all problems of a site.
fn found(site: &Site) -> Vec<String> {
    let mut found = Vec::new();
    for diagnostic in load_on(site, COMMITTED).diagnostics {
        found.push(format!("{}: {}", diagnostic.code, diagnostic.message));
    }
    found
}

/// Makes a change with windows. Each edition must be the same as content that was changed manually.
fn resolves(file: &str, from: &str, windowed: &str, by_hand: &[(&str, &str)]) {
    let site = steady_site();
    site.change(file, from, windowed);
    let made = editions(&site);
    assert_eq!(made.len(), by_hand.len() + 1, "{windowed}");
    for ((starts, content), (expected_start, text)) in made[1..].iter().zip(by_hand) {
        assert_eq!(starts.as_deref(), Some(*expected_start), "{windowed}");
        let resolved = steady_site();
        resolved.change(file, from, text);
        let (_, expected) = &editions(&resolved)[0];
        assert_eq!(content, expected, "{windowed}, from {expected_start}");
    }
    let (_, before) = &editions(&steady_site())[0];
    assert_eq!(&made[0].1, before, "{windowed}, before");
}

const HERO: &str = "[[blocks]]\nkind = \"hero\"\neyebrow = \"About\"";
const SECTION: &str = "[[blocks]]\nkind = \"section\"\nheading = \"An offer\"\nbody = \"Words.\"\n";

#[test]
fn a_block_is_there_from_its_start_to_its_end() {
    resolves(
        "pages/about.toml",
        HERO,
        &format!("{SECTION}starts = 2026-03-01\nends = 2026-03-31\n\n{HERO}"),
        &[
            ("2026-03-01T06:00:00Z", &format!("{SECTION}\n{HERO}")),
            ("2026-04-01T05:00:00Z", HERO),
        ],
    );
}

#[test]
fn a_time_is_the_moment_itself() {
    resolves(
        "pages/about.toml",
        HERO,
        &format!("{SECTION}starts = 2026-03-01T09:30:00\nends = 2026-03-01T17:00:00\n\n{HERO}"),
        &[
            ("2026-03-01T15:30:00Z", &format!("{SECTION}\n{HERO}")),
            ("2026-03-01T23:00:00Z", HERO),
        ],
    );
}

#[test]
fn questions_and_links_of_navigation_and_footer_have_windows() {
    let question =
        "[[blocks.categories.questions]]\nquestion = \"Is it cold?\"\nanswer = \"It is.\"\n";
    let leaving = "[[blocks.categories.questions]]\nquestion = \"Can I leave?\"";
    resolves(
        "pages/faq.toml",
        leaving,
        &format!("{question}starts = 2026-12-01\n\n{leaving}"),
        &[("2026-12-01T06:00:00Z", &format!("{question}\n{leaving}"))],
    );
    for link in [
        "{ name = \"Planning\", href = \"/services\" },",
        "{ name = \"Every Section\", href = \"/everything\" },",
    ] {
        let added = "{ name = \"New\", href = \"/fees\" },";
        let with_start = "{ name = \"New\", href = \"/fees\", starts = 2026-12-01 },";
        resolves(
            "site.toml",
            link,
            &format!("{link} {with_start}"),
            &[("2026-12-01T06:00:00Z", &format!("{link} {added}"))],
        );
    }
}

#[test]
fn what_follows_takes_the_place_of_whole_keys() {
    resolves(
        "fees.toml",
        "transfer_days = 90\n",
        "transfer_days = 90\nnext = { starts = 2026-07-01, transfer_days = 60 }\n",
        &[("2026-07-01T05:00:00Z", "transfer_days = 60\n")],
    );
    let business = "minimum = 1_150\ndescription = \"A return for a small company.\"\n";
    resolves(
        "fees.toml",
        business,
        &format!("{business}next = {{ starts = 2026-07-01, minimum = 1_250 }}\n"),
        &[(
            "2026-07-01T05:00:00Z",
            "minimum = 1_250\ndescription = \"A return for a small company.\"\n",
        )],
    );
    let tiers = "[[schedules.small.tiers]]\nfrom = 0\nup_to = 1_000_000\nrate = 125\n\n[[schedules.small.tiers]]\nfrom = 1_000_001\nrate = 100\n\n[[schedules.small.examples]]\nassets = 1_500_000\nannual = 17_500\nmonthly = 1_458\n";
    let next_tiers = "[[schedules.small.tiers]]\nfrom = 0\nrate = 120\n\n[[schedules.small.examples]]\nassets = 1_000_000\nannual = 12_000\nmonthly = 1_000\n";
    let next = next_tiers.replace("small.", "small.next.");
    resolves(
        "fees.toml",
        tiers,
        &format!("{tiers}\n[schedules.small.next]\nstarts = 2026-07-01\n\n{next}"),
        &[("2026-07-01T05:00:00Z", next_tiers)],
    );
    let phone = "phone = \"(918) 555-0199\"";
    let next_phone = "phone = \"(918) 555-0188\"";
    resolves(
        "site.toml",
        phone,
        &format!("{phone}\nnext = {{ starts = 2026-07-01T08:00:00, {next_phone} }}"),
        &[("2026-07-01T13:00:00Z", next_phone)],
    );
}

#[test]
fn a_value_of_a_year_changes_by_itself_and_within_the_year_by_next() {
    let site = steady_site();
    let page = "pages/about.toml";
    site.change(
        page,
        HERO,
        &format!(
            "{}\n{HERO}",
            SECTION.replace(
                "Words.",
                "In {contribution-limit-year} it is {contribution-limit}."
            )
        ),
    );
    site.change(
        "facts.toml",
        "[senior-allowance.years.2025]",
        "[contribution-limit.years.2026.next]\nstarts = 2026-07-01\nvalue = \"$72,500\"\nsource = \"Act of July\"\nurl = \"https://www.irs.gov/july\"\n\n[contribution-limit.years.2027]\nvalue = \"$74,000\"\nsource = \"Authority of examples, Notice 27-1\"\nurl = \"https://www.irs.gov/limits-2027\"\n\n[senior-allowance.years.2025]",
    );
    let loaded = load_on(&site, COMMITTED);
    assert_eq!(loaded.errors(), 0, "{:#?}", loaded.diagnostics);
    let mut shown = Vec::new();
    for (edition, compiled) in loaded.trees.iter().zip(&loaded.editions) {
        let page = compiled.content.page("/about").expect("there");
        let text = serde_json::to_string(&page.blocks[0]).expect("plain data");
        let value = &edition.tree.tokens["contribution-limit"];
        assert!(text.contains(&format!("it is {value}.")), "{text}");
        let pinned = &edition.tree.tokens["contribution-limit-2026"];
        let starts = edition.starts.map(|starts| starts.to_string());
        shown.push((starts.unwrap_or_default(), format!("{value} and {pinned}")));
    }
    let expected = [
        ("", "$72,000 and $72,000"),
        ("2026-07-01T05:00:00Z", "$72,500 and $72,500"),
        ("2027-01-01T06:00:00Z", "$74,000 and $72,500"),
    ];
    assert_eq!(
        shown,
        expected.map(|(at, values)| (at.to_owned(), values.to_owned()))
    );
}

/// Adds a copy of an article with an id, a slug and a day.
fn add_article(site: &Site, slug: &str, id: u32, day: &str) {
    let text = site.another("articles/plain.mdx");
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with("id = ") {
            lines.push(format!("id = {id}"));
            lines.push(day.to_owned());
        } else if line.starts_with("title = ") {
            lines.push(format!("title = \"Article {id}\""));
        } else if line.starts_with("excerpt = ") {
            lines.push(format!("excerpt = \"The subject of article {id}.\""));
        } else if !line.starts_with("published = ") {
            lines.push(line.to_owned());
        }
    }
    site.write(&format!("articles/{slug}.mdx"), lines.join("\n") + "\n");
}

#[test]
fn articles_start_on_their_day_and_are_listed_by_it() {
    let site = steady_site();
    add_article(&site, "later", 40, "published = 2026-03-02");
    add_article(
        &site,
        "at-noon",
        41,
        "published = 2026-03-01\nstarts = 2026-03-01T12:00:00",
    );
    add_article(&site, "by-time-alone", 42, "starts = 2026-02-20T09:00:00");
    let made = editions(&site);
    let mut first = Vec::new();
    for (starts, content) in &made {
        let slugs: Vec<&str> = content.articles.iter().map(|it| it.slug.as_str()).collect();
        first.push((starts.clone().unwrap_or_default(), slugs[..3].join(" ")));
    }
    let before = &made[0].1.articles;
    let known = |count: usize| {
        let slugs: Vec<&str> = before[..count].iter().map(|it| it.slug.as_str()).collect();
        slugs.join(" ")
    };
    assert_eq!(
        first,
        [
            (String::new(), known(3)),
            (
                "2026-02-20T15:00:00Z".to_owned(),
                format!("by-time-alone {}", known(2))
            ),
            (
                "2026-03-01T18:00:00Z".to_owned(),
                format!("at-noon by-time-alone {}", known(1))
            ),
            (
                "2026-03-02T06:00:00Z".to_owned(),
                "later at-noon by-time-alone".to_owned()
            ),
        ]
    );

    let last = &made[3].1;
    let article = last.article("by-time-alone").expect("there");
    assert_eq!(article.matter.published.as_deref(), Some("2026-02-20"));
    assert_eq!(
        article.matter.starts.as_deref(),
        Some("2026-02-20T09:00:00")
    );
    assert_eq!(article.previous.as_deref(), Some("at-noon"));

    // Once the days are past, a build of another commit is the same.
    let later = "2026-04-01T12:00:00Z".parse().expect("a moment");
    let moments = Moments::all_at(Some(later));
    let built = load_for(site.folder(), moments, false).expect("the folder is there");
    assert_eq!(built.content.as_ref(), Some(last));
}

#[test]
fn a_page_is_withdrawn_from_a_day_on() {
    let site = steady_site();
    let title = "short_title = \"About\"";
    site.change(
        "pages/about.toml",
        title,
        &format!("{title}\nwithdrawn = {{ starts = 2026-03-01, why = \"The team has changed.\", instead = \"/fees\" }}"),
    );
    site.change(
        "articles/plain.mdx",
        "author =",
        "withdrawn = { starts = 2026-03-01T10:00:00, why = \"The law has changed.\" }\nauthor =",
    );
    let made = editions(&site);
    assert_eq!(made.len(), 3);
    let page = |number: usize| made[number].1.page("/about").expect("there");
    assert!(page(0).meta.withdrawn.is_none() && !page(0).meta.noindex);
    assert!(page(1).meta.withdrawn.is_some() && page(1).meta.noindex);
    let last = &made[2].1;
    assert!(
        last.article("plain")
            .expect("there")
            .matter
            .withdrawn
            .is_some()
    );
    assert!(
        last.listed_articles()
            .all(|article| article.slug != "plain")
    );
    for article in &last.articles {
        let names = [&article.previous, &article.next];
        let is_near = names.into_iter().flatten().any(|slug| slug == "plain");
        assert!(!is_near && !article.related.contains(&"plain".to_owned()));
    }
}

#[test]
fn closed_days_are_shown_two_weeks_ahead() {
    let site = steady_site();
    site.change(
        "site.toml",
        "[header]",
        "[[contact.closed]]\nstarts = 2026-12-24\nends = 2027-01-01\nwords = \"Closed December 24 to January 1\"\n\n[[contact.closed]]\nstarts = 2026-07-03\nends = 2026-07-03\nshown = 2026-07-01\nwords = \"Closed on July 3\"\n\n[header]",
    );
    let mut shown = Vec::new();
    for (starts, content) in editions(&site) {
        let words = content
            .site
            .contact
            .closed
            .first()
            .map(|days| days.words.to_string());
        shown.push((starts.unwrap_or_default(), words.unwrap_or_default()));
    }
    let expected = [
        ("", ""),
        ("2026-07-01T05:00:00Z", "Closed on July 3"),
        ("2026-07-04T05:00:00Z", ""),
        ("2026-12-10T06:00:00Z", "Closed December 24 to January 1"),
        ("2027-01-02T06:00:00Z", ""),
    ];
    assert_eq!(
        shown,
        expected.map(|(at, words)| (at.to_owned(), words.to_owned()))
    );
}

#[test]
fn a_redirect_holds_while_its_page_is_not_there() {
    let site = steady_site();
    let title = "short_title = \"Riverton\"";
    let page = site.text("pages/riverton-planning.toml");
    assert!(page.contains(title), "{page}");
    let windowed = page.replace(title, &format!("{title}\nends = 2026-03-31"));
    site.write("pages/riverton-planning.toml", windowed);
    let loaded = load_on(&site, COMMITTED);
    let lost = "starting April 1: there is no page at /riverton-planning";
    let is_dated = |message: &str| message == lost;
    let found = &loaded.diagnostics;
    assert!(
        found
            .iter()
            .any(|it| it.code == "link/broken" && is_dated(&it.message)),
        "{found:#?}"
    );

    let redirects = site.text("redirects.toml");
    site.write(
        "redirects.toml",
        format!("{redirects}\n[[redirects]]\nfrom = \"/riverton-planning\"\nto = \"/about\"\n"),
    );
    let loaded = load_on(&site, COMMITTED);
    let found = &loaded.diagnostics;
    let is_invalid = |code: &str| code.starts_with("redirect/") || code.starts_with("url/");
    assert!(!found.iter().any(|it| is_invalid(it.code)), "{found:#?}");
    let redirects = |number: usize| {
        let tree = &loaded.trees[number].tree;
        tree.toml(&site_check::load::FileKind::Redirects)["redirects"].to_string()
    };
    assert!(!redirects(0).contains("/riverton-planning"));
    assert!(redirects(1).contains("/riverton-planning"));
    assert!(
        loaded.trees[1]
            .tree
            .routes
            .at("/riverton-planning")
            .is_absent
    );
    assert!(
        loaded.trees[1]
            .tree
            .answered_before
            .contains("/riverton-planning")
    );
    assert!(
        loaded.trees[1]
            .tree
            .answering()
            .contains("/riverton-planning")
    );
}

#[test]
fn redirects_of_pages_that_end_may_not_lead_in_a_circle() {
    let site = steady_site();
    for page in ["riverton-planning", "questions-to-ask"] {
        let file = format!("pages/{page}.toml");
        site.change(&file, "[meta]", "[meta]\nends = 2026-11-30");
    }
    let redirects = site.text("redirects.toml");
    let circle = "\n[[redirects]]\nfrom = \"/riverton-planning\"\nto = \"/questions-to-ask\"\n\n[[redirects]]\nfrom = \"/questions-to-ask\"\nto = \"/riverton-planning\"\n";
    site.write("redirects.toml", format!("{redirects}{circle}"));
    let found = found(&site);
    let chains = found.iter().filter(|it| it.starts_with("redirect/chain: "));
    let from_december = chains.filter(|it| it.contains("starting December 1: "));
    assert_eq!(from_december.count(), 2, "{found:#?}");
}

#[test]
fn what_is_found_in_some_editions_says_in_which() {
    let with = |first: &str, second: &str| {
        let site = steady_site();
        let block = SECTION.replace("Words.", "See [it](/nowhere).");
        site.change(
            "pages/about.toml",
            HERO,
            &format!("{block}{first}\n\n{HERO}"),
        );
        site.change(
            "pages/faq.toml",
            "[[blocks]]\nkind = \"faq\"",
            &format!("{SECTION}{second}\n\n[[blocks]]\nkind = \"faq\""),
        );
        found(&site)
    };
    let broken = "there is no page at /nowhere";
    for (first, second, when) in [
        ("", "", ""),
        ("starts = 2027-01-01", "", "starting January 1, 2027: "),
        ("starts = 2026-12-01", "", "starting December 1: "),
        ("ends = 2026-11-30", "", "until the end of November 30: "),
        (
            "starts = 2026-12-01\nends = 2026-12-05",
            "",
            "on December 1: ",
        ),
        (
            "starts = 2026-12-01T09:00:00",
            "",
            "starting 9:00 a.m. on December 1: ",
        ),
        ("", "starts = 2026-05-01", ""),
        (
            "starts = 2026-12-01\nends = 2026-12-05",
            "starts = 2026-12-03\nends = 2026-12-03",
            "from December 1 until the end of December 5: ",
        ),
    ] {
        assert_eq!(
            with(first, second),
            [format!("link/broken: {when}{broken}")],
            "{first}"
        );
    }
}

#[test]
fn what_is_found_again_later_says_each_time() {
    let site = steady_site();
    let window = |starts: &str, ends: &str| {
        format!("{SECTION}starts = 2026-{starts}\nends = 2026-{ends}\n\n")
    };
    let mut blocks = "[[blocks]]\nkind = \"section\"\nheading = \"A start\"\nid = \"begin\"\nbody = \"Words.\"\nstarts = 2026-06-01\nends = 2026-06-30\n\n".to_owned();
    blocks += &SECTION.replace("Words.", "See [it](/about#begin).");
    blocks += "starts = 2026-05-01\nends = 2026-07-31\n\n";
    site.change("pages/about.toml", HERO, &format!("{blocks}{HERO}"));
    let apart = found(&site);
    assert_eq!(apart.len(), 1, "{apart:#?}");
    assert!(
        apart[0].starts_with("link/broken: on May 1, and on July 1: "),
        "{apart:#?}"
    );

    // One more edition within the first of the two periods.
    site.change(
        "pages/faq.toml",
        "[[blocks]]\nkind = \"faq\"",
        &format!("{}[[blocks]]\nkind = \"faq\"", window("05-10", "05-12")),
    );
    let several = found(&site);
    let times = "link/broken: from May 1 until the end of May 31, and on July 1: ";
    assert!(several[0].starts_with(times), "{several:#?}");
}

#[test]
fn an_edition_that_is_over_is_built_and_not_judged() {
    let site = steady_site();
    let block = SECTION.replace("Words.", "See [it](/nowhere).");
    site.change(
        "pages/about.toml",
        HERO,
        &format!("{block}ends = 2026-03-31\n\n{HERO}"),
    );
    assert_eq!(load_on(&site, COMMITTED).errors(), 1);
    let later = load_on(&site, "2026-05-01T00:00:00Z");
    assert_eq!(later.diagnostics, []);
    assert_eq!(later.editions.len(), 2);
    assert_eq!(later.content.as_ref(), Some(&later.editions[1].content));
}

#[test]
fn a_list_that_must_not_be_empty_is_empty_in_no_edition() {
    let site = steady_site();
    let question = "question = \"Can I leave?\"";
    site.change(
        "pages/faq.toml",
        question,
        &format!("{question}\nends = 2026-11-30"),
    );
    let found = found(&site);
    assert!(
        found.len() == 1 && found[0].contains("starting December 1"),
        "{found:#?}"
    );
}

#[test]
fn a_menu_whose_links_all_end_is_found() {
    let site = steady_site();
    let ending = |link: &str| link.replace(" }", ", ends = 2026-11-30 }");
    for link in [
        "{ name = \"Planning\", href = \"/services\" }",
        "{ name = \"Taxes\", href = \"/services#taxes\" }",
        "{ name = \"Riverton\", href = \"/riverton-planning\" }",
    ] {
        site.change("site.toml", link, &ending(link));
    }
    let found = found(&site);
    let expected =
        "site/menu: starting December 1: this item of the navigation leads nowhere".to_owned();
    assert!(found.contains(&expected), "{found:#?}");
}

#[test]
fn two_parts_of_one_id_may_follow_each_other() {
    let part = |window: &str, heading: &str| {
        format!(
            "[[blocks]]\nkind = \"section\"\nid = \"offer\"\nheading = \"{heading}\"\nbody = \"Words.\"\n{window}\n\n"
        )
    };
    let with = |first: &str, second: &str| {
        let site = steady_site();
        let parts = part(first, "One") + &part(second, "Two");
        site.change("pages/about.toml", HERO, &format!("{parts}{HERO}"));
        found(&site)
    };
    assert!(with("ends = 2026-12-31", "starts = 2027-01-01").is_empty());
    let twice = with("ends = 2026-12-31", "starts = 2026-12-31");
    assert!(
        twice.len() == 1 && twice[0].starts_with("id/duplicate: on December 31"),
        "{twice:#?}"
    );
}

#[test]
fn editions_share_what_is_the_same_and_a_second_reading_changes_nothing() {
    let site = steady_site();
    site.change(
        "pages/about.toml",
        HERO,
        &format!("{SECTION}starts = 2026-03-01\n\n{HERO}"),
    );
    let mut loaded = load_on(&site, COMMITTED);
    let [first, second] = loaded.editions.as_slice() else {
        panic!("{:#?}", loaded.diagnostics);
    };
    let mut different = Vec::new();
    for (page, other) in first.content.pages.iter().zip(&second.content.pages) {
        if !Arc::ptr_eq(page, other) {
            different.push(page.route.clone());
        }
    }
    assert_eq!(different, ["/about"]);
    for (article, other) in first.content.articles.iter().zip(&second.content.articles) {
        assert!(Arc::ptr_eq(article, other), "{}", article.slug);
    }

    let before = loaded.editions.clone();
    loaded
        .read(site.folder(), loaded.moments())
        .expect("readable");
    assert_eq!(loaded.editions, before);
    let is_shared = |number: usize| {
        let pages = loaded.editions[number].content.pages.iter();
        pages
            .zip(&before[number].content.pages)
            .all(|(page, other)| Arc::ptr_eq(page, other))
    };
    assert!(is_shared(0) && is_shared(1));
}

#[test]
fn a_mistake_in_a_window_is_found_once() {
    for (file, from, to, code) in [
        (
            "pages/fees.toml",
            "id = \"tiers\"",
            "id = \"tiers\"\nstarts = 2026-05-01\nends = 2026-04-01",
            "window/order",
        ),
        (
            "pages/index.toml",
            "[meta]",
            "[meta]\nends = 2026-05-01",
            "window/place",
        ),
    ] {
        let site = steady_site();
        site.change(file, from, to);
        let found = found(&site);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].starts_with(code), "{found:#?}");
    }

    // A file with a window is also checked as written.
    let site = steady_site();
    let next = "\n[terms.next]\nstarts = 2026-05-01\ntransfer_days = 60\n";
    let fees = site.text("fees.toml") + next;
    let labeled = fees.replacen("from = 0\n", "from = 0\nlabel = \"All\"\n", 1);
    site.write("fees.toml", labeled);
    let found = found(&site);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with("schema/unknown-key"), "{found:#?}");
}

/// Adds windows of several kinds: on visible parts, on parts that other files quote, and on an
/// article.
fn add_windows(site: &Site) {
    site.change(
        "site.toml",
        "{ name = \"Planning\", href = \"/services\" },",
        "{ name = \"Planning\", href = \"/services\" }, { name = \"New\", href = \"/fees\", starts = 2026-05-01, ends = 2026-05-31 },",
    );
    site.change(
        "site.toml",
        "[header]",
        "[[contact.closed]]\nstarts = 2026-12-24\nends = 2027-01-01\nwords = \"Closed\"\n\n[header]",
    );
    site.change(
        "site.toml",
        "phone = \"(918) 555-0199\"",
        "phone = \"(918) 555-0199\"\nnext = { starts = 2026-07-01, phone = \"(918) 555-0188\" }",
    );
    add_article(site, "later", 40, "published = 2026-03-02");
}

#[test]
fn editions_that_are_read_again_are_as_if_they_were_read_first() {
    let site = steady_site();
    add_windows(&site);
    again::read_again(&site);
}

#[test]
fn a_link_to_the_tax_dates_is_found_in_the_edition_after_the_last_calendar() {
    let site = steady_site();
    again::link_to_tax_dates(&site);
    let calendar = "kind = \"calendar\"";
    let ending = format!("{calendar}\nends = 2026-03-31");
    site.change("pages/about.toml", calendar, &ending);
    let found = found(&site);
    assert!(
        found.len() == 1 && found[0].starts_with("link/broken"),
        "{found:?}"
    );
}

/// Reads a site after a change, and shows one edition first. Returns that edition and the result.
fn read_first(looked_at: &str, change: impl Fn(&Site)) -> (Option<Edition>, Loaded) {
    let site = steady_site();
    add_windows(&site);
    let mut loaded = load_on(&site, COMMITTED);
    assert_eq!(loaded.errors(), 0, "{:#?}", loaded.diagnostics);
    change(&site);

    let moments = loaded.moments();
    let looked_at = looked_at.parse().expect("a moment");
    let mut shown = None;
    loaded
        .read_first(site.folder(), moments, looked_at, |edition, starts| {
            assert_eq!(starts.len(), 7);
            shown = Some(edition);
        })
        .expect("readable");

    // The result doesn't depend on the edition shown first, or on shared parts of editions.
    let alone = load_on(&site, COMMITTED);
    assert_eq!(loaded.diagnostics, alone.diagnostics);
    assert_eq!(loaded.editions, alone.editions);
    (shown, loaded)
}

#[test]
fn the_edition_that_is_looked_at_is_shown_before_the_others_are_checked() {
    for (number, looked_at) in [
        (0, COMMITTED),
        (3, "2026-06-15T12:00:00Z"),
        (6, "2027-06-01T00:00:00Z"),
    ] {
        let (shown, loaded) = read_first(looked_at, |site| {
            site.change("pages/about.toml", "Who We Are", "Who We Were");
        });
        let shown = shown.expect("without an error");
        assert_eq!(shown, loaded.editions[number]);
        for (page, other) in shown
            .content
            .pages
            .iter()
            .zip(&loaded.editions[number].content.pages)
        {
            assert!(Arc::ptr_eq(page, other), "{}", page.route);
        }
    }
}

#[test]
fn an_edition_with_an_error_is_not_shown_first_and_one_beside_it_is() {
    let break_link = |site: &Site| {
        let block = SECTION.replace("Words.", "See [it](/nowhere).");
        site.change(
            "pages/about.toml",
            HERO,
            &format!("{block}starts = 2026-07-01\n\n{HERO}"),
        );
    };
    let (shown, loaded) = read_first("2026-08-01T00:00:00Z", break_link);
    assert!(shown.is_none() && loaded.editions.is_empty());
    let (shown, loaded) = read_first(COMMITTED, break_link);
    assert!(shown.is_some() && loaded.editions.is_empty());
}

#[test]
fn one_commit_is_compiled_alike_on_any_day() {
    let site = steady_site();
    add_windows(&site);
    let compiled = |now: &str| {
        let loaded = load_on(&site, now);
        assert_eq!(loaded.errors(), 0, "{:#?}", loaded.diagnostics);
        Compiled::text(&loaded.editions, 2026).expect("plain data")
    };
    let on_its_day = compiled(COMMITTED);
    for later in [
        "2026-05-15T12:00:00Z",
        "2026-12-31T12:00:00Z",
        "2029-01-01T12:00:00Z",
    ] {
        assert!(on_its_day == compiled(later), "{later}");
    }
}

#[test]
fn a_problem_is_reported_in_the_block_that_has_it() {
    let site = steady_site();
    let block = "[[blocks]]\nkind = \"section\"\nheading = \"Hours\"\nbody = \"See [the hours](/hours).\"\n";
    let about = site.text("pages/about.toml");
    site.write(
        "pages/about.toml",
        format!("{about}\n{block}ends = 2026-03-31\n\n{block}starts = 2026-04-01\n"),
    );
    let mut lines = Vec::new();
    for diagnostic in load_on(&site, COMMITTED).diagnostics {
        assert_eq!(diagnostic.code, "link/broken", "{diagnostic}");
        lines.push(diagnostic.place.expect("a place").line);
    }
    let first = about.lines().count() + 5;
    assert_eq!(lines, [first, first + 6]);
}
