//! The values of tokens in braces.
//!
//! A fact with a value for each tax year has several tokens: {the-name-2025} is pinned to a year,
//! {the-name} is the value in force, and {the-name-year} the year in force.

use super::markdown::composed;
use jiff::civil::Date;
use serde_json::Value;
use site_schema::fees::grouped;
use std::collections::BTreeMap;

/// The suffix of the token for the year in force.
pub const YEAR_IN_FORCE: &str = "-year";

/// The tax years that facts may have.
const YEARS: std::ops::RangeInclusive<i16> = 2000..=2100;

/// The tokens of a site, and the facts that change with the tax year.
#[derive(Debug, Default)]
pub struct Tokens {
    /// The value of each token.
    pub values: BTreeMap<String, String>,
    /// By the names of the facts.
    pub yearly: BTreeMap<String, YearlyFact>,
}

/// A fact with a value for each tax year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YearlyFact {
    /// Sorted by year. There is at least one.
    pub values: Vec<YearValue>,
    /// The year of the value that an unpinned token shows; `None` if all values are of later years.
    pub in_force: Option<i16>,
}

/// The value of a fact in a tax year, and in the following years if the law doesn't change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YearValue {
    pub first: i16,
    pub last: i16,
    /// True if its last year is known. If `through` is wrong, only that is reported, and none of
    /// the consequences.
    has_known_last: bool,
    /// In the form that texts show.
    pub shown: String,
    /// True for a deadline, which is a different day each year.
    pub is_date: bool,
}

impl YearlyFact {
    /// Reads the years of an entry in `facts.toml`. `year` is the year of the content; without it,
    /// the newest value is in force. Returns `None` if the entry has no readable years.
    pub fn read(fact: &Value, year: Option<i16>) -> Option<Self> {
        let mut values = Vec::new();
        for (key, value) in fact["years"].as_object()? {
            values.extend(YearValue::read(key, value));
        }
        values.sort_by_key(|value| value.first);
        for index in 1..values.len() {
            let last_before = values[index].first - 1;
            let value = &mut values[index - 1];
            value.last = value.last.min(last_before);
        }

        let newest = values.last()?.first;
        let mut yearly = Self {
            values,
            in_force: None,
        };
        yearly.in_force = yearly.year_in_force(year.unwrap_or(newest));
        Some(yearly)
    }

    /// Returns the value in force in a year: the newest that isn't of a later year. Its last year
    /// may be over.
    pub fn newest_at(&self, year: i16) -> Option<&YearValue> {
        let mut newest_first = self.values.iter().rev();
        newest_first.find(|value| value.first <= year)
    }

    /// Returns the value that covers a year; `None` if there is no such value.
    pub fn of_year(&self, year: i16) -> Option<&YearValue> {
        self.newest_at(year).filter(|value| year <= value.last)
    }

    /// Returns the value that covers a year, in the form that texts show.
    fn shown_in(&self, year: i16) -> Option<String> {
        let value = self.of_year(year)?;
        Some(value.shown.clone())
    }

    /// Returns the year whose value is shown in a year: the year itself if it is covered, or the
    /// last covered year before it.
    pub fn year_in_force(&self, year: i16) -> Option<i16> {
        let value = self.newest_at(year)?;
        Some(year.min(value.last))
    }

    /// Returns every year that a value covers, sorted.
    pub fn years(&self) -> Vec<i16> {
        let mut years = Vec::new();
        for value in &self.values {
            years.extend(value.first..=value.last);
        }
        years
    }

    /// Returns true for a deadline: its day means nothing without its year.
    pub fn is_deadline(&self) -> bool {
        self.values.iter().any(|value| value.is_date)
    }

    /// Returns true if two facts show values of the same year, now and in all later years.
    pub fn turns_with(&self, other: &Self) -> bool {
        let mut values = self.values.iter().chain(&other.values);
        if values.any(|value| !value.has_known_last) {
            return true;
        }
        self.in_force == other.in_force && self.years_ahead() == other.years_ahead()
    }

    /// Returns the first and the last year of each value, starting with the value in force.
    fn years_ahead(&self) -> Vec<(i16, i16)> {
        let now = self.in_force.unwrap_or(i16::MIN);
        let mut ahead = Vec::new();
        for value in &self.values {
            if value.last >= now {
                ahead.push((value.first.max(now), value.last));
            }
        }
        ahead
    }
}

impl YearValue {
    fn read(key: &str, value: &Value) -> Option<Self> {
        let first: i16 = key.parse().ok()?;
        if !YEARS.contains(&first) {
            return None;
        }
        let last = match value.get("through") {
            None => Some(first),
            Some(through) => last_year(through, first),
        };
        Some(Self {
            first,
            last: last.unwrap_or(*YEARS.end()),
            has_known_last: last.is_some(),
            shown: shown(value)?,
            is_date: value.get("date").is_some(),
        })
    }
}

/// Returns the year in `through`; `None` if it isn't a year, or is before the first year of the
/// value.
fn last_year(through: &Value, first: i16) -> Option<i16> {
    let year = i16::try_from(through.as_i64()?).ok()?;
    (first..=*YEARS.end()).contains(&year).then_some(year)
}

/// Formats the value of a year; `None` if it isn't readable.
pub fn shown(value: &Value) -> Option<String> {
    let Some(date) = value["date"].as_str() else {
        return text(&value["value"]);
    };
    let date: Date = date.parse().ok()?;
    let form = if value["show"] == "day" {
        "%B %-d"
    } else {
        "%B %-d, %Y"
    };
    Some(date.strftime(form).to_string())
}

/// Returns the token of a fact that is pinned to a year, without braces.
pub fn pinned(name: &str, year: i16) -> String {
    format!("{name}-{year}")
}

/// Splits a token that ends with a year into the fact's name and the year.
pub fn split_pinned(token: &str) -> Option<(&str, i16)> {
    let (name, year) = token.rsplit_once('-')?;
    let is_year = year.len() == 4 && (year.starts_with("19") || year.starts_with("20"));
    let year = year.parse().ok().filter(|_| is_year)?;
    Some((name, year))
}

/// Returns the facts in `facts.toml`, and those in the site and fee files. `year` is the year of
/// the content.
pub fn tokens(facts: &Value, site: &Value, fees: &Value, year: Option<i16>) -> Tokens {
    let mut tokens = Tokens::default();
    for (name, fact) in facts.as_object().into_iter().flatten() {
        match YearlyFact::read(fact, year) {
            Some(yearly) => tokens.add_yearly(name, yearly),
            None => tokens.add(name, text(&fact["value"])),
        }
    }
    tokens.values.extend(stated(site, fees));
    tokens
}

impl Tokens {
    fn add(&mut self, name: &str, value: Option<String>) {
        if let Some(value) = value {
            self.values.insert(name.to_owned(), composed(value));
        }
    }

    fn add_yearly(&mut self, name: &str, yearly: YearlyFact) {
        for year in yearly.years() {
            self.add(&pinned(name, year), yearly.shown_in(year));
        }
        if let Some(year) = yearly.in_force {
            self.add(name, yearly.shown_in(year));
            let of_the_year = format!("{name}{YEAR_IN_FORCE}");
            self.add(&of_the_year, Some(year.to_string()));
        }
        self.yearly.insert(name.to_owned(), yearly);
    }
}

/// Returns the tokens that `site.toml` and `fees.toml` define.
pub fn stated(site: &Value, fees: &Value) -> BTreeMap<String, String> {
    let mut tokens = Tokens::default();

    let contact = &site["contact"];
    tokens.add("phone", text(&contact["phone"]));
    tokens.add("email", text(&contact["email"]));
    tokens.add("address", address(&contact["address"]));
    tokens.add("hours", join(&contact["hours"], "; ", hours));
    tokens.add("firm", text(&site["firms"]["advisory"]["name"]));
    tokens.add("tax-firm", text(&site["firms"]["tax"]["name"]));
    tokens.add("founder", text(&site["founder"]["name"]));

    let terms = &fees["terms"];
    tokens.add("investment-minimum", dollars(&terms["investment_minimum"]));
    tokens.add("transfer-days", days(&terms["transfer_days"]));
    tokens.add("commitment", text(&terms["commitment"]));
    let notice = &terms["termination_notice_days"];
    tokens.add("termination-notice", days(notice));

    let valuation_dates = &terms["valuation_dates"];
    tokens.add("valuation-dates", join(valuation_dates, ", ", text));
    for (number, date) in (1..).zip(list(valuation_dates)) {
        tokens.add(&format!("valuation-date-{number}"), text(date));
    }
    for service in list(&fees["tax_services"]) {
        let id = service["id"].as_str().unwrap_or_default();
        let name = format!("tax-minimum-{id}");
        tokens.add(&name, dollars(&service["minimum"]));
    }
    tokens.values
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn dollars(amount: &Value) -> Option<String> {
    let amount = amount.as_u64()?;
    Some(format!("${}", grouped(amount)))
}

fn days(count: &Value) -> Option<String> {
    let count = count.as_u64()?;
    Some(format!("{count} days"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn join(values: &Value, separator: &str, shown: fn(&Value) -> Option<String>) -> Option<String> {
    let shown: Vec<_> = values.as_array()?.iter().filter_map(shown).collect();
    Some(shown.join(separator))
}

fn address(address: &Value) -> Option<String> {
    let part = |name: &str| address[name].as_str();
    let (street, city) = (part("street")?, part("city")?);
    let (region, postal_code) = (part("region")?, part("postal_code")?);
    Some(format!("{street}, {city}, {region} {postal_code}"))
}

fn hours(line: &Value) -> Option<String> {
    let (days, hours) = (line["days"].as_str()?, line["hours"].as_str()?);
    Some(format!("{days} {hours}"))
}
