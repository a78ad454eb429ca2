//! A time in UTC, as in flags, the log and `/live`: `2027-01-01T06:00:00Z`.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use humantime::{format_rfc3339_seconds, parse_rfc3339};

/// Seconds since 1970, up to the year 9999.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment(pub i64);

/// The first second of the year 10000.
const END: i64 = 253_402_300_800;

impl Moment {
    /// Converts seconds since 1970. Returns `None` before 1970 and after 9999.
    #[inline]
    pub fn new(seconds: i64) -> Option<Self> {
        (0..END).contains(&seconds).then_some(Moment(seconds))
    }

    /// The current time by this machine's clock, or 1970 if the clock is earlier.
    #[inline]
    pub fn now() -> Self {
        Self::of(SystemTime::now())
    }

    /// Converts a system time. An earlier time becomes 1970.
    #[inline]
    pub fn of(time: SystemTime) -> Self {
        seconds_of(time)
    }
}

#[inline]
fn seconds_of(time: SystemTime) -> Moment {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    Moment(seconds.min(END - 1))
}

impl Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let since = Duration::from_secs(self.0.unsigned_abs());
        format_rfc3339_seconds(UNIX_EPOCH + since).fmt(f)
    }
}

impl FromStr for Moment {
    type Err = &'static str;

    /// Parses a time in the form that `Display` writes.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let time = parse_rfc3339(text).map_err(|_| EXPECTED)?;
        let moment = seconds_of(time);
        if moment.to_string() == text {
            Ok(moment)
        } else {
            Err(EXPECTED)
        }
    }
}

const EXPECTED: &str = "expected a moment in UTC with seconds and a Z, such as 2027-01-01T06:00:00Z; /live and the log print those of the editions";

#[cfg(test)]
mod tests {
    use super::{END, Moment};

    #[test]
    fn it_is_read_as_it_is_written() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (1_798_783_200, "2027-01-01T06:00:00Z"),
            (END - 1, "9999-12-31T23:59:59Z"),
        ] {
            let moment = Moment::new(seconds).expect("a moment");
            assert_eq!(moment.to_string(), text);
            assert_eq!(text.parse(), Ok(moment));
        }
        assert_eq!(Moment::new(-1), None);
        assert_eq!(Moment::new(END), None);
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_refused() {
        for text in [
            "",
            "2027-01-01",
            "2027-01-01T06:00:00",
            "2027-01-01T06:00Z",
            "2027-01-01T06:00:00.5Z",
            "2027-01-01T06:00:00+00:00",
            "2027-01-01T00:00:00-06:00",
            "2027-01-01 06:00:00Z",
            "2027-02-29T06:00:00Z",
            "2027-01-01T24:00:00Z",
            "1969-12-31T23:59:59Z",
            "1798783200",
        ] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
    }
}
