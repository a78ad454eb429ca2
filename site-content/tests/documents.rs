//! The documents for machines, parsed like their readers would.

use atom_syndication::Feed;
use icalendar::parser::{read_calendar, unfold};
use serde_json::json;
use site_content::documents;
use site_schema::model::{
    Block, Calendar, CalendarEntry, Content, FrontMatter, Inline, Node, RichText, TaxDate,
    Withdrawn,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, LazyLock};

/// The tests' own site.
static CONTENT: LazyLock<Content> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-schema/tests/content");
    let loaded = site_check::load(&folder).expect("readable");
    loaded.content.expect("no error")
});

fn document(path: &str) -> String {
    let mut documents = documents(&CONTENT).expect("made").into_iter();
    let document = documents.find(|document| document.path == path);
    String::from_utf8(document.expect("the document").body).expect("text")
}

#[test]
fn the_known_paths_are_the_made_ones() {
    let made = documents(&CONTENT).expect("made").into_iter();
    let paths = made.map(|document| document.path);
    let known = site_schema::MACHINE_DOCUMENTS.into_iter();
    assert!(paths.eq(known.chain([site_schema::TAX_DATES])));
}

#[test]
fn robots_security_manifest_and_sitemap() {
    let paths = "/robots.txt /.well-known/security.txt /manifest.webmanifest /sitemap.xml";
    for path in paths.split(' ') {
        insta::assert_snapshot!(path.replace(['/', '.'], "_"), document(path));
    }
}

#[test]
fn llms_names_every_page_and_article() {
    insta::assert_snapshot!(document("/llms.txt"));
}

#[test]
fn the_feed_holds_the_dated_articles_in_full_newest_first() {
    let feed: Feed = document("/feed.xml").parse().expect("a feed");
    let articles = CONTENT.articles.iter();
    let dated = articles.filter(|article| article.matter.published.is_some());
    assert_eq!(feed.entries.len(), dated.count());
    let mut pairs = feed.entries.windows(2);
    assert!(pairs.all(|pair| pair[0].published >= pair[1].published));
    for entry in &feed.entries {
        let mut articles = CONTENT.articles.iter();
        let article = articles.find(|article| entry.id.ends_with(&*article.route));
        let article = article.expect("each entry is an article");
        let content = entry.content.as_ref();
        let html = content.and_then(|content| content.value.as_deref());
        let html = html.expect("full text").replace('<', " <");
        let words = html.split_whitespace().count();
        assert!(words as u32 >= article.words, "{}: {words}", article.slug);
    }
}

#[test]
fn a_link_to_a_part_of_an_article_leads_to_the_article_from_a_feed_reader() {
    let feed: Feed = document("/feed.xml").parse().expect("a feed");
    let url = "https://www.example.com/blog/links-of-every-kind";
    let entry = feed.entries.iter().find(|entry| entry.id == url);
    let content = entry.and_then(|entry| entry.content.as_ref());
    let html = content.and_then(|content| content.value.as_deref());
    let html = html.expect("full text");
    let link = format!("<a href=\"{url}#to-others\">a section below</a>");
    assert!(html.contains(&link), "{html}");
}

#[test]
fn a_feed_reader_shows_lists_tables_and_examples() {
    let text = |words: &str| json!([{ "type": "text", "text": words }]);
    let cell = |words: &str| json!({ "children": text(words) });
    let body = json!([
        {
            "type": "list",
            "ordered": true,
            "items": [{ "children": [{ "type": "paragraph", "children": text("One") }] }],
        },
        {
            "type": "table",
            "alignments": ["auto", "auto"],
            "header": [cell("Year"), cell("Rate")],
            "rows": [{ "cells": [cell("2026"), cell("4%")] }],
        },
        {
            "type": "component",
            "name": "WorkedExample",
            "attributes": [
                { "name": "schedule", "value": "calculator" },
                { "name": "assets", "value": "750000" },
            ],
            "children": [],
        },
    ]);
    let mut content = CONTENT.clone();
    for article in &mut content.articles {
        if article.route == "/blog/first" {
            Arc::make_mut(article).body = serde_json::from_value(body.clone()).expect("nodes");
        }
    }
    let made = documents(&content).expect("made");
    let document = made.iter().find(|document| document.path == "/feed.xml");
    let feed = str::from_utf8(&document.expect("a feed").body).expect("text");
    let feed: Feed = feed.parse().expect("a feed");
    let address = "https://www.example.com/blog/first";
    let entry = feed.entries.iter().find(|entry| entry.id == address);
    let content = entry.and_then(|entry| entry.content.as_ref());
    let html = content.and_then(|content| content.value.as_deref());
    let expected = [
        "<ol><li><p>One</p></li></ol>",
        "<table><thead><tr><th>Year</th><th>Rate</th></tr></thead>",
        "<tbody><tr><td>2026</td><td>4%</td></tr></tbody></table>",
        "<p>On $750,000 the fee is $9,375 a year, $781 a month.</p>",
    ];
    assert_eq!(html, Some(expected.concat().as_str()));
}

/// The file of tax dates for some content, or `None` if there is no such file.
fn tax_dates(content: &Content) -> Option<String> {
    let mut documents = documents(content).expect("made").into_iter();
    let document = documents.find(|document| document.path == "/tax-dates.ics")?;
    Some(String::from_utf8(document.body).expect("text"))
}

/// The tests' own site with modified tax dates.
fn with_tax_dates(change: impl Fn(&mut TaxDate)) -> Content {
    with_calendars(|calendar| {
        for entry in &mut calendar.entries {
            if let CalendarEntry::Tax(date) = entry {
                change(date);
            }
        }
    })
}

/// The tests' own site with modified calendars.
fn with_calendars(change: impl Fn(&mut Calendar)) -> Content {
    let mut content = CONTENT.clone();
    for page in &mut content.pages {
        for block in &mut Arc::make_mut(page).blocks {
            if let Block::Calendar(calendar) = block {
                change(calendar);
            }
        }
    }
    content
}

#[test]
fn the_tax_dates_are_events_of_whole_days_in_the_calendars_year() {
    let text = document("/tax-dates.ics");
    insta::assert_snapshot!(text.replace("\r\n", "\n"));
    assert_eq!(text, tax_dates(&CONTENT).expect("a file"));
}

#[test]
fn a_calendar_program_reads_whatever_an_editor_writes() {
    let words = "Écrit à la main; with a comma, a backslash \\ and a long end. ".repeat(9);
    let words = words.trim_end();
    let content = with_tax_dates(|date| {
        let text = words.to_owned();
        let children = vec![Inline::Text { text }];
        let nodes = vec![Node::Paragraph { children }];
        date.description = Some(RichText(nodes));
    });
    let text = tax_dates(&content).expect("a file");
    assert!(text.ends_with("END:VCALENDAR\r\n"));
    for line in text.split_terminator("\r\n") {
        assert!(line.len() <= 75, "{} bytes: {line}", line.len());
        assert!(!line.contains(['\r', '\n']), "{line}");
    }

    let unfolded = unfold(&text);
    let calendar = read_calendar(&unfolded).expect("a calendar");
    let mut uids = BTreeSet::new();
    for event in &calendar.components {
        let value = |name| event.find_prop(name).expect(name).val.as_str();
        assert!(uids.insert(value("UID")), "{} twice", value("UID"));
        assert!(value("DTSTART") < value("DTEND"), "{}", value("UID"));
        assert_eq!(value("DESCRIPTION"), words);
    }
    assert_eq!(uids.len(), 3, "{uids:?}");
}

#[test]
fn a_date_that_two_calendars_show_is_one_event() {
    let twice = with_calendars(|calendar| calendar.entries.extend(calendar.entries.clone()));
    assert_eq!(tax_dates(&twice), tax_dates(&CONTENT));
}

#[test]
fn a_date_that_is_corrected_twice_stays_one_event() {
    let first = document("/tax-dates.ics");
    assert_eq!(with_returns("Returns are due", 15, None), first);
    let mut sequence = 0;
    for (day, corrected) in [(20, "2026-07-01"), (21, "2026-07-02")] {
        let text = with_returns("Returns and payments", day, Some(corrected));
        let unfolded = unfold(&text);
        let calendar = read_calendar(&unfolded).expect("a calendar");
        let of_date = calendar.components.iter().filter(|event| {
            let uid = event.find_prop("UID").expect("UID").val.as_str();
            uid == "2026-returns@www.example.com"
        });
        let events: Vec<_> = of_date.collect();
        assert_eq!((events.len(), calendar.components.len()), (1, 3));
        let value = |name| events[0].find_prop(name).expect(name).val.as_str();
        assert_eq!(value("DTSTART"), format!("202604{day}"));
        assert_eq!(
            value("DTSTAMP"),
            format!("{}T000000Z", corrected.replace('-', ""))
        );
        let next: i32 = value("SEQUENCE").parse().expect("a number");
        assert!(next > sequence);
        sequence = next;
    }
}

/// The file after a change to the date of returns.
fn with_returns(title: &str, day: u8, corrected: Option<&str>) -> String {
    let content = with_tax_dates(|date| {
        if date.id == "returns" {
            date.title = title.into();
            date.when.0.from.day = Some(day);
            date.corrected =
                corrected.map(|day| serde_json::from_value(day.into()).expect("a day"));
        }
    });
    tax_dates(&content).expect("a file")
}

/// Debian's calendar program, as a visitor's: it imports the file, then the corrected file.
#[test]
#[ignore = "long"]
fn a_calendar_program_moves_a_corrected_date() {
    if Command::new("khal").arg("--version").output().is_err() {
        println!("not checked: how khal imports a corrected tax date, because it isn't installed");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("khal");
    _ = fs::remove_dir_all(&folder);
    let [dates, settings] = ["dates", "settings"].map(|name| folder.join(name));
    fs::create_dir_all(&dates).expect("created");
    let text = format!(
        "[calendars]\n[[tax]]\npath = {}\n[sqlite]\npath = {}\n[locale]\nlongdateformat = %Y-%m-%d\ndateformat = %Y-%m-%d\n",
        dates.display(),
        folder.join("khal.db").display()
    );
    fs::write(&settings, text).expect("written");
    let khal = |arguments: &[&str]| {
        let mut khal = Command::new("khal");
        khal.env("LC_ALL", "C.UTF-8").env("HOME", &folder);
        let output = khal.arg("-c").arg(&settings).args(arguments).output();
        let output = output.expect("khal runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let first = document("/tax-dates.ics");
    let corrected = with_returns("Returns and payments", 20, Some("2026-07-01"));
    for (text, title, day) in [
        (first, "Returns are due", "2026-04-15"),
        (corrected, "Returns and payments", "2026-04-20"),
    ] {
        let file = folder.join("tax-dates.ics");
        fs::write(&file, text).expect("written");
        khal(&["import", "--batch", &file.to_string_lossy()]);
        assert_eq!(fs::read_dir(&dates).expect("listed").count(), 3);
        let listed = khal(&[
            "list",
            "--format",
            "{start-date} {title}",
            "2026-04-01",
            "2026-04-30",
        ]);
        let of_returns: Vec<_> = listed.lines().filter(|it| it.contains("Returns")).collect();
        assert_eq!(of_returns, [format!("{day} {title}")]);
    }
}

#[test]
fn a_move_of_an_article_or_of_the_site_keeps_what_is_known_by_its_address() {
    let of = |content: &Content| {
        let documents = documents(content).expect("made");
        let text = |path| {
            let document = documents.iter().find(|document| document.path == path);
            String::from_utf8(document.expect("made").body.clone()).expect("text")
        };
        let feed: Feed = text("/feed.xml").parse().expect("a feed");
        let mut ids: Vec<_> = feed.entries.into_iter().map(|entry| entry.id).collect();
        ids.push(feed.id);
        let dates = text("/tax-dates.ics");
        ids.extend(
            dates
                .lines()
                .filter(|line| line.starts_with("UID"))
                .map(str::to_owned),
        );
        (ids, text("/feed.xml"))
    };
    let mut moved = CONTENT.clone();
    moved.site.first_origin = Some(moved.site.origin.clone());
    moved.site.origin = "https://www.example.org".to_owned();
    for article in &mut moved.articles {
        if article.route == "/blog/first" {
            let article = Arc::make_mut(article);
            article.matter.first_address = Some(article.route.clone());
            article.route = "/blog/first-of-all".to_owned();
        }
    }
    let (ids, _) = of(&CONTENT);
    let (ids_after, feed) = of(&moved);
    assert_eq!(ids_after, ids);
    assert!(feed.contains("href=\"https://www.example.org/blog/first-of-all\""));
}

#[test]
fn without_a_tax_date_there_is_no_file() {
    let without = with_calendars(|calendar| {
        calendar
            .entries
            .retain(|entry| !matches!(entry, CalendarEntry::Tax(_)));
    });
    assert_eq!(tax_dates(&without), None);
}

/// The tests' own feed after a change to the article at this address.
fn feed_with(route: &str, change: impl Fn(&mut FrontMatter)) -> Feed {
    let mut content = CONTENT.clone();
    for article in &mut content.articles {
        if article.route == route {
            change(&mut Arc::make_mut(article).matter);
        }
    }
    let made = documents(&content).expect("made");
    let document = made.iter().find(|document| document.path == "/feed.xml");
    let text = str::from_utf8(&document.expect("a feed").body).expect("text");
    text.parse().expect("a feed")
}

#[test]
fn an_entry_has_the_moment_at_which_its_article_went_online() {
    let route = "/blog/first";
    let address = "https://www.example.com/blog/first";
    for (day, starts, modified, published, updated) in [
        (
            Some("2026-12-07"),
            None,
            None,
            "2026-12-07T00:00:00-06:00",
            "2026-12-07T00:00:00-06:00",
        ),
        (
            Some("2026-07-06"),
            Some("2026-07-06T09:30:00"),
            None,
            "2026-07-06T09:30:00-05:00",
            "2026-07-06T09:30:00-05:00",
        ),
        // The update has the same date without a time, so it starts before the publication.
        (
            Some("2026-07-06"),
            Some("2026-07-06T09:30:00"),
            Some("2026-07-06"),
            "2026-07-06T09:30:00-05:00",
            "2026-07-06T09:30:00-05:00",
        ),
        (
            None,
            Some("2026-07-06"),
            Some("2026-07-08"),
            "2026-07-06T00:00:00-05:00",
            "2026-07-08T00:00:00-05:00",
        ),
    ] {
        let feed = feed_with(route, |matter| {
            matter.published = day.map(|day| serde_json::from_value(day.into()).expect("a day"));
            matter.starts = starts.map(|at| serde_json::from_value(at.into()).expect("a moment"));
            matter.modified =
                modified.map(|day| serde_json::from_value(day.into()).expect("a day"));
        });
        let entry = feed.entries.iter().find(|entry| entry.id == address);
        let entry = entry.expect("an entry");
        let found = entry.published.expect("a moment");
        assert_eq!(found.to_rfc3339(), published);
        assert_eq!(entry.updated.to_rfc3339(), updated);
    }
}

#[test]
fn what_is_withdrawn_is_in_no_list() {
    let withdrawn: Withdrawn = serde_json::from_value(json!({
        "starts": "2026-07-06",
        "why": "The law has changed.",
        "instead": null,
    }))
    .expect("what an editor writes");
    let mut content = CONTENT.clone();
    for article in &mut content.articles {
        if article.route == "/blog/first" {
            Arc::make_mut(article).matter.withdrawn = Some(withdrawn.clone());
        }
    }
    for page in &mut content.pages {
        if page.route == "/contact" {
            Arc::make_mut(page).meta.withdrawn = Some(withdrawn.clone());
        }
    }
    for (content, is_listed) in [(&*CONTENT, true), (&content, false)] {
        for document in documents(content).expect("made") {
            let text = str::from_utf8(&document.body).expect("text");
            let lists_articles =
                ["/feed.xml", "/llms.txt", "/sitemap.xml"].contains(&document.path);
            let lists_pages = lists_articles && document.path != "/feed.xml";
            let has = |route: &str| text.contains(&format!("https://www.example.com{route}"));
            let path = document.path;
            assert_eq!(has("/blog/first"), lists_articles && is_listed, "{path}");
            if lists_pages {
                assert_eq!(has("/contact"), is_listed, "{path}");
            }
        }
    }
}
