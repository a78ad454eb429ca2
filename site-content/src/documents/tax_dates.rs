//! `/tax-dates.ics` (RFC 5545): the tax dates of all calendars, for calendar apps.
//!
//! It depends only on the content, never on Git or the clock: two builds of the same content produce the same bytes. A calendar app
//! recognizes an event by its UID, which consists of the year and the `id` of the date. A correction of the date keeps the UID, and gives
//! the event a higher SEQUENCE and a later DTSTAMP, so that the app moves the existing event.
//!
//! A date that the content no longer has is left out, without `STATUS:CANCELLED` (RFC 5545, 3.8.1.11): apps that subscribe to the file
//! remove what it no longer contains. With the status, Google's hides the event, Apple's keeps it struck through, and others show it
//! as before. An app that has imported the file once keeps the event in either case, until the visitor deletes it.

use crate::address;
use jiff::civil::{Date, date};
use site_schema::TAX_DATES;
use site_schema::model::{Block, Calendar, CalendarEntry, Content, Page, TaxDate, plain_text};
use std::collections::BTreeMap;
use std::error::Error;

/// The longest line in bytes, without its end (RFC 5545, 3.1).
const LINE_BYTES: usize = 75;

/// Events by their first day and UID. If two calendars show the same date, they share one event.
type Events = BTreeMap<(Date, String), Event>;

/// An all-day event.
struct Event {
    /// The day after the event's last day.
    end: Date,
    /// The day of the last correction.
    corrected: Option<Date>,
    summary: String,
    description: Option<String>,
    /// The address of the page with the calendar.
    url: String,
}

/// Renders the file. Returns `None` if no calendar has a tax date.
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
                if let CalendarEntry::Tax(tax_date) = entry {
                    heading = heading.or(Some(&*calendar.heading));
                    add_event(&mut events, content, page, calendar, tax_date)?;
                }
            }
        }
    }
    match heading {
        Some(heading) => Ok(Some(render(content, heading, &events))),
        None => Ok(None),
    }
}

/// Adds the event of a tax date, unless another calendar has added it.
fn add_event(
    events: &mut Events,
    content: &Content,
    page: &Page,
    calendar: &Calendar,
    tax_date: &TaxDate,
) -> Result<(), Box<dyn Error>> {
    let year = i16::try_from(calendar.year)?;
    let from = tax_date.when.from;
    let to = tax_date.when.to.unwrap_or(from);
    let (Some(first), Some(last)) = (from.first_in(year), to.last_in(year)) else {
        return Err(format!("{year} has no {}", tax_date.when.label).into());
    };

    let host = content.site.first_origin().trim_start_matches("https://");
    let uid = format!("{year}-{}@{host}", tax_date.id);
    let mut url = address(content, &page.route);
    if let Some(id) = &calendar.id {
        url += &format!("#{}", &**id);
    }
    let corrected = match &tax_date.corrected {
        Some(day) => Some(day.parse()?),
        None => None,
    };
    let description = tax_date.description.as_ref();
    events.entry((first, uid)).or_insert(Event {
        end: last.tomorrow()?,
        corrected,
        summary: tax_date.title.to_string(),
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
        // The names of RFC 7986, and the names that older programs use.
        format!("NAME:{name}"),
        format!("X-WR-CALNAME:{name}"),
        // Within a day, a corrected date is in the calendars of subscribers.
        "REFRESH-INTERVAL;VALUE=DURATION:P1D".to_owned(),
        "X-PUBLISHED-TTL:P1D".to_owned(),
    ];
    for ((first, uid), event) in events {
        lines.extend([
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}", escaped(uid)),
            format!("DTSTAMP:{}T000000Z", basic(event.stated_on(*first))),
            format!("DTSTART;VALUE=DATE:{}", basic(*first)),
            format!("DTEND;VALUE=DATE:{}", basic(event.end)),
            format!("SUMMARY:{}", escaped(&event.summary)),
        ]);
        if let Some(corrected) = event.corrected {
            lines.push(format!("SEQUENCE:{}", basic(corrected)));
        }
        if let Some(description) = &event.description {
            lines.push(format!("DESCRIPTION:{}", escaped(description)));
        }
        lines.extend([
            format!("URL:{}", event.url),
            // An event doesn't mark anyone as busy.
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

impl Event {
    /// The date of the last change to an event with this first day, which the format requires. Before any correction, it is the start of
    /// the previous year, derived from the content, because the time of a build would change every event in each build.
    fn stated_on(&self, first: Date) -> Date {
        self.corrected.unwrap_or(date(first.year() - 1, 1, 1))
    }
}

/// A date in the format's form: 20270415.
fn basic(date: Date) -> String {
    date.strftime("%Y%m%d").to_string()
}

/// Escapes the characters that separate values (RFC 5545, 3.3.11).
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

/// Splits a line into pieces of at most [`LINE_BYTES`], each after the first with a leading space. Characters stay whole.
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
