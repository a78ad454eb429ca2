//! `/tax-dates.ics` (RFC 5545): the tax dates of all calendars, for calendar programs.
//!
//! It follows the content alone, never the clock: two builds of the same content give the same bytes, and an event keeps its UID
//! for as long as its day and its title stay.

use crate::address;
use jiff::civil::{Date, date};
use site_schema::TAX_DATES;
use site_schema::model::{Block, Calendar, CalendarEntry, CalendarKind, Content, Page, plain_text};
use site_schema::slug;
use std::collections::BTreeMap;
use std::error::Error;

/// The most bytes of a line, without its end (RFC 5545, 3.1).
const LINE_BYTES: usize = 75;

/// Events by their first day and their UID. Two calendars that show the same date give one event.
type Events = BTreeMap<(Date, String), Event>;

/// An event of whole days.
struct Event {
    /// The day after its last one.
    end: Date,
    summary: String,
    description: Option<String>,
    /// The address of the calendar that shows it.
    url: String,
}

/// Renders the file; none where no calendar has a tax date.
pub fn tax_dates(content: &Content) -> Result<Option<String>, Box<dyn Error>> {
    let mut events = Events::new();
    // The heading of the first calendar that has a tax date.
    let mut heading = None;
    for page in &content.pages {
        for block in &page.blocks {
            let Block::Calendar(calendar) = block else {
                continue;
            };
            for entry in &calendar.entries {
                if entry.kind == CalendarKind::Tax {
                    heading = heading.or(Some(&*calendar.heading));
                    add_event(&mut events, content, page, calendar, entry)?;
                }
            }
        }
    }
    match heading {
        Some(heading) => Ok(Some(render(content, heading, &events))),
        None => Ok(None),
    }
}

/// Adds the event of an entry, unless it is there.
fn add_event(
    events: &mut Events,
    content: &Content,
    page: &Page,
    calendar: &Calendar,
    entry: &CalendarEntry,
) -> Result<(), Box<dyn Error>> {
    let year = i16::try_from(calendar.year)?;
    let from = entry.when.from;
    let to = entry.when.to.unwrap_or(from);
    let (Some(first), Some(last)) = (from.first_in(year), to.last_in(year)) else {
        return Err(format!("{year} has no {}", entry.when.label).into());
    };

    let host = content.site.origin.trim_start_matches("https://");
    let uid = format!("{first}-{}@{host}", slug::from_ascii(&entry.title));
    let mut url = address(content, &page.route);
    if let Some(id) = &calendar.id {
        url += &format!("#{}", &**id);
    }
    let description = entry.description.as_ref();
    events.entry((first, uid)).or_insert(Event {
        end: last.tomorrow()?,
        summary: entry.title.to_string(),
        description: description.map(|nodes| plain_text(nodes)),
        url,
    });
    Ok(())
}

/// The text of the file.
fn render(content: &Content, heading: &str, events: &Events) -> String {
    let name = escaped(&format!("{heading} | {}", &*content.site.name));
    let mut lines = vec![
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        format!("PRODID:-//{name}//EN"),
        "CALSCALE:GREGORIAN".to_owned(),
        format!("URL:{}", address(content, TAX_DATES)),
        // The name of RFC 7986, and the one that older programs know.
        format!("NAME:{name}"),
        format!("X-WR-CALNAME:{name}"),
        "REFRESH-INTERVAL;VALUE=DURATION:P1W".to_owned(),
    ];
    for ((first, uid), event) in events {
        lines.extend([
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}", escaped(uid)),
            format!("DTSTAMP:{}T000000Z", basic(known_since(*first))),
            format!("DTSTART;VALUE=DATE:{}", basic(*first)),
            format!("DTEND;VALUE=DATE:{}", basic(event.end)),
            format!("SUMMARY:{}", escaped(&event.summary)),
        ]);
        if let Some(description) = &event.description {
            lines.push(format!("DESCRIPTION:{}", escaped(description)));
        }
        lines.extend([
            format!("URL:{}", event.url),
            // Nobody is busy because a payment is due.
            "TRANSP:TRANSPARENT".to_owned(),
            "END:VEVENT".to_owned(),
        ]);
    }
    lines.push("END:VCALENDAR".to_owned());

    let mut text = String::new();
    for line in lines {
        text += &folded(&line);
        text += "\r\n";
    }
    text
}

/// The moment that an event is dated from. The format asks for one; the beginning of the year before it comes from the content,
/// where the time of a build would change every event at each build.
fn known_since(first: Date) -> Date {
    date(first.year() - 1, 1, 1)
}

/// A date as the format writes it: 20270415.
fn basic(date: Date) -> String {
    date.strftime("%Y%m%d").to_string()
}

/// Text with what separates values escaped (RFC 5545, 3.3.11).
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '\n' => out += "\\n",
            '\\' | ';' | ',' => out.extend(['\\', character]),
            character if character.is_control() => {}
            character => out.push(character),
        }
    }
    out
}

/// A line in pieces of at most [`LINE_BYTES`], each after the first with a space before it. No character is cut.
fn folded(line: &str) -> String {
    let mut out = String::new();
    let mut bytes = 0;
    for character in line.chars() {
        if bytes + character.len_utf8() > LINE_BYTES {
            out += "\r\n ";
            bytes = 1;
        }
        out.push(character);
        bytes += character.len_utf8();
    }
    out
}
