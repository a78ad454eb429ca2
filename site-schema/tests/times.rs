//! Days of the year, and the firm's day.

use jiff::civil::date;
use site_schema::model::{DayOfYear, ResolvedTime, date_in, is_time_zone};

#[test]
fn a_day_begins_at_the_firms_midnight() {
    let moment = |text: &str| text.parse().expect("a moment");
    let evening = moment("2026-01-31T03:00:00Z");
    assert_eq!(date_in("America/Chicago", evening), date(2026, 1, 30));
    assert_eq!(date_in("Europe/Berlin", evening), date(2026, 1, 31));
    // Five hours behind in summer.
    let summer = moment("2026-07-01T05:00:00Z");
    assert_eq!(date_in("America/Chicago", summer), date(2026, 7, 1));
    assert_eq!(date_in("Tulsa", evening), date(2026, 1, 31));
}

#[test]
fn zones_are_known_by_their_names() {
    assert!(is_time_zone("America/Chicago"));
    for name in ["", "Tulsa", "America/Tulsa", "CST6CDT,M3.2.0", "../etc"] {
        assert!(!is_time_zone(name), "{name}");
    }
}

fn label(text: &str) -> Option<String> {
    ResolvedTime::parse(text).map(|time| time.label)
}

#[test]
fn days_months_and_spans_are_read() {
    for (text, shown) in [
        ("April 15", "April 15"),
        ("Mar 31", "March 31"),
        ("Sep. 15", "September 15"),
        ("January 15, 2026", "January 15"),
        ("October", "October"),
        ("October 2025", "October"),
        ("May to June", "May to June"),
        ("May–June", "May to June"),
        ("October and November", "October to November"),
        ("October 15 through December 7", "October 15 to December 7"),
        ("May to May 15", "May to May 15"),
    ] {
        assert_eq!(label(text).as_deref(), Some(shown), "{text}");
    }
    let span = ResolvedTime::parse("May to June 3").expect("a span");
    let day = |month, day| DayOfYear { month, day };
    assert_eq!((span.from, span.to), (day(5, None), Some(day(6, Some(3)))));
}

#[test]
fn what_does_not_come_every_year_is_refused() {
    let none = "|2026|soon|15|15 April|April 15 16|April x|May to|to May|May to 15|May 1 to 15|May 5 to|\
        April 1 of the following year|may|M|é|February 29|Feb 0|April 1 to April 31|\
        June to May|May 15 to May 1|November to February";
    for text in none.split('|') {
        assert_eq!(label(text), None, "{text}");
    }
}
