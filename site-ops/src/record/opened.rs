//! A record with its index and the firm's calendar.

use super::moments;
use anyhow::{Result, bail};
use jiff::Timestamp;
use site_record::calendar::Calendar;
use site_record::digest::Digest;
use site_record::event::Event;
use site_record::index::{Index, editions};
use site_record::record::Record;
use site_record::row::{NOT_FOUND, Table};
use site_record::timeline::{Span, Time, spans_by};

/// A record with its index and calendar.
pub struct Opened {
    pub record: Record,
    pub index: Index,
    pub calendar: Calendar,
}

/// The site at a given time.
pub struct SiteAt {
    pub moment: i64,
    pub place: String,
    /// The number of its publication.
    pub publication: u64,
    pub commit: Option<String>,
    pub table: Table,
}

impl Opened {
    pub fn new(record: Record) -> Result<Self> {
        if record.head()?.is_none() {
            bail!(
                "expected a record with entries, found none in {}; create one with `cargo site-ops record create`",
                record.folder().display()
            );
        }
        Ok(Self {
            index: Index::open(&record)?,
            calendar: Calendar::of(&record)?,
            record,
        })
    }

    /// The name of the firm's time zone.
    pub fn zone(&self) -> &str {
        self.calendar.zone.iana_name().unwrap_or("UTC")
    }

    /// A time as text.
    pub fn shown(&self, moment: i64) -> String {
        moments::shown(moment, &self.calendar.zone)
    }

    /// A span as text: both starts, both ends, and how long caches may have kept it.
    pub fn shown_time(&self, time: &Time, cached_for: Option<i64>) -> Vec<String> {
        let mut lines = Vec::new();
        match (time.surely_from, time.surely_until) {
            (Some(from), Some(until)) if from < until => {
                lines.push(format!("at least from  {}", self.shown(from)));
                lines.push(format!("at least until {}", self.shown(until)));
            }
            (Some(from), None) => {
                lines.push(format!("at least from  {}", self.shown(from)));
            }
            _ => lines.push("no check saw it: it may have been served, or not".to_owned()),
        }
        lines.push(format!("at most from   {}", self.shown(time.may_from)));
        match time.may_until {
            Some(until) => {
                lines.push(format!("at most until  {}", self.shown(until)));
                lines.push(match cached_for {
                    Some(seconds) => {
                        let kept = self.shown(until.saturating_add(seconds));
                        format!("in caches until {kept} at most")
                    }
                    None => {
                        "in caches until an unknown time, because the answer was removed".to_owned()
                    }
                });
            }
            None => lines.push("still served, as far as the record knows".to_owned()),
        }
        lines
    }

    /// The time of the first publication, as text.
    pub fn begins_in_words(&self) -> Result<String> {
        for entry in self.index.entries() {
            if let Event::Begins(_) = entry.event {
                let moment = self.shown(entry.moment.ours);
                return Ok(format!(
                    "the first publication of this record began {moment}"
                ));
            }
        }
        Ok("this record has no publication yet".to_owned())
    }

    /// When each edition of each publication was served, up to now.
    pub fn spans(&self) -> Vec<Span> {
        spans_by(self.index.entries(), Timestamp::now().as_second())
    }

    /// The site that a place served at a given time. `place` may be omitted if there is only one.
    pub fn site_at(&self, moment: i64, place: Option<&str>) -> Result<SiteAt> {
        let mut found: Option<Span> = None;
        for span in self.spans() {
            let is_asked = place.is_none_or(|name| name == span.place);
            if !is_asked || !span.time.overlaps(moment, moment + 1) {
                continue;
            }
            if let Some(other) = &found
                && other.place != span.place
            {
                bail!(
                    "expected one place, found {} and {}; choose one with --place",
                    other.place,
                    span.place
                );
            }
            // During a switch, the version that was live is more certain than the new one.
            let is_sure = span.time.surely_from.is_some_and(|from| from <= moment);
            if found.is_none() || is_sure {
                found = Some(span);
            }
        }
        let Some(span) = found else {
            bail!(
                "expected a moment when something was online, found {}; {}, and `cargo site-ops record list` shows every publication",
                self.shown(moment),
                self.begins_in_words()?
            );
        };
        self.site_in(&span, moment)
    }

    /// The site of a span at a time within it.
    pub fn site_in(&self, span: &Span, moment: i64) -> Result<SiteAt> {
        let entry = self.index.entry(span.publication)?;
        let removals = self.index.removals();
        let mut editions = editions(&self.record, entry, removals)?;
        let edition = editions.swap_remove(span.edition);
        let Some(table) = edition.table else {
            bail!(
                "expected the table of publication {}, body {}, found it {}: the record doesn't know which addresses the site had then; name another day",
                entry.number,
                edition.digest,
                removals[&edition.digest]
            );
        };
        Ok(SiteAt {
            moment,
            place: span.place.clone(),
            publication: entry.number,
            commit: entry.begins()?.commit.clone(),
            table,
        })
    }
}

impl SiteAt {
    /// The digest of a path's response, or of the response to unknown paths. `None` if the site has neither.
    pub fn row(&self, path: &str) -> Option<&Digest> {
        self.table.get(path).or_else(|| self.table.get(NOT_FOUND))
    }
}
