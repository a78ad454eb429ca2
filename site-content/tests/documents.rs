//! The documents that machines read, as their readers would take them.

use atom_syndication::Feed;
use icalendar::parser::{read_calendar, unfold};
use site_content::documents;
use site_schema::model::{
    Block, Calendar, CalendarKind, Content, Inline, Markdown, Node, RichText,
};
use std::collections::BTreeSet;
use std::path::Path;
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

/// The file of tax dates of some content; none where it has no such file.
fn tax_dates(content: &Content) -> Option<String> {
    let mut documents = documents(content).expect("made").into_iter();
    let document = documents.find(|document| document.path == "/tax-dates.ics")?;
    Some(String::from_utf8(document.body).expect("text"))
}

/// The tests' own site with its calendars changed.
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
    let content = with_calendars(|calendar| {
        for entry in &mut calendar.entries {
            let text = words.to_owned();
            let children = vec![Inline::Text { text }];
            let nodes = vec![Node::Paragraph { children }];
            entry.description = Some(RichText(Markdown::Compiled(nodes)));
        }
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
fn without_a_tax_date_there_is_no_file() {
    let without = with_calendars(|calendar| {
        calendar
            .entries
            .retain(|entry| entry.kind != CalendarKind::Tax);
    });
    assert_eq!(tax_dates(&without), None);
}
