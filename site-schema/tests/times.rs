//! Days of the year, the firm's day and its hours.

use jiff::civil::date;
use site_schema::model::{
    DayOfYear, ResolvedOpenHours, ResolvedTime, ResolvedWeekdays, date_in, is_time_zone, years_in,
};

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
        ("October - November", "October to November"),
        ("February 29", "February 29"),
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
fn a_day_is_in_the_years_that_have_it() {
    let leap_day = ResolvedTime::parse("February 29").expect("a day").from;
    assert_eq!(leap_day.first_in(2028), Some(date(2028, 2, 29)));
    assert_eq!(leap_day.first_in(2027), None);
    let month = ResolvedTime::parse("May").expect("a month").from;
    assert_eq!(month.first_in(2027), Some(date(2027, 5, 1)));
    assert_eq!(years_in("May 5, 2026 to June 3, 2027."), [2026, 2027]);
    assert_eq!(years_in("October 15 to December 7"), [0; 0]);
}

#[test]
fn what_is_no_time_of_a_year_is_refused() {
    let none = "|2026|soon|15|15 April|April 15 16|April x|May to|to May|May to 15|May 1 to 15|May 5 to|\
        April 1 of the following year|may|M|é|February 30|Feb 0|May 5 and June 15|October and November|April 1 to April 31|\
        June to May|May 15 to May 1|November to February";
    for text in none.split('|') {
        assert_eq!(label(text), None, "{text}");
    }
}

#[test]
fn hours_have_the_form_of_schema_org() {
    for (text, form) in [
        ("Monday", "Mo"),
        ("Monday to Thursday", "Mo-Th"),
        ("Mon through Thurs.", "Mo-Th"),
        ("Tuesday–Sunday", "Tu-Su"),
        ("Monday, Wednesday and Friday", "Mo,We,Fr"),
        ("Monday, Wednesday, and Friday", "Mo,We,Fr"),
        ("Monday to Wednesday and Saturday", "Mo-We,Sa"),
    ] {
        let days = ResolvedWeekdays::parse(text).map(|days| days.schema_org);
        assert_eq!(days.as_deref(), Some(form), "{text}");
    }
    for text in [
        "",
        "weekdays",
        "Mo",
        "Thursday to Monday",
        "Monday to",
        "monday",
        "Monday or so",
        "é",
    ] {
        assert_eq!(ResolvedWeekdays::parse(text), None, "{text}");
    }

    for (text, forms) in [
        ("8:30am-5pm", "08:30-17:00"),
        ("9 a.m. to 5 p.m.", "09:00-17:00"),
        ("12am–12:05pm", "00:00-12:05"),
        ("9am-noon and 1pm-5:30pm", "09:00-12:00,13:00-17:30"),
        ("Closed", ""),
        ("by appointment", ""),
    ] {
        let hours = ResolvedOpenHours::parse(text).map(|hours| hours.schema_org.join(","));
        assert_eq!(hours.as_deref(), Some(forms), "{text}");
    }
    let none = "|whenever|9-5pm|9am|5pm-9am|9am-9am|13pm-2pm|9:5am-5pm|9:60am-5pm|+9am-5pm|\
        1pm-5pm and 9am-noon|9am-noon and noon-5pm";
    for text in none.split('|') {
        assert_eq!(ResolvedOpenHours::parse(text), None, "{text}");
    }
}
