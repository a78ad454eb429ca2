//! Values without quotes that TOML does not know, and what is meant by them.

/// The type of a key's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    Text,
    Number,
    Boolean,
    Day,
    List,
    /// The schema has no such key, or several types for it.
    Unknown,
}

/// A value without quotes that is none of TOML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bare {
    /// A number with signs of its own: how it is written.
    Number(String),
    /// A percentage for a rate in basis points: their number.
    Rate(String),
    /// A percentage of which it is not known what it stands for.
    Percentage,
    /// A number with zeros before it: without them.
    LeadingZero(String),
    /// A day in another form: how it is written.
    Date(String),
    /// A day that no calendar has.
    NoSuchDay,
    /// A word for true or false: the right one.
    Boolean(&'static str),
    /// Text with a quote at its end only.
    QuoteAtEnd,
    /// Text without quotes.
    Words,
    /// Characters without quotes for a key with a text.
    Text,
    /// A value of another type than the key has.
    Other(ValueType),
    /// A mark at the end that does not belong there.
    Mark(char),
    /// Several values with commas between them.
    List,
    /// A value, and other words behind it, from a byte.
    Behind(usize),
}

/// Returns the kind of mistake that a value without quotes is, for a key.
pub fn mistake(written: &str, key: &str) -> Bare {
    if let Some(kind) = mark(written) {
        return kind;
    }
    if let Some(right) = boolean(written) {
        return Bare::Boolean(right);
    }
    if let Some(kind) = date(written) {
        return kind;
    }
    if let Some(percentage) = written.strip_suffix('%') {
        return percent(percentage.trim_end(), key);
    }
    if let Some(kind) = number(written) {
        return kind;
    }
    if written.ends_with(['"', '\'', '”', '’']) {
        return Bare::QuoteAtEnd;
    }
    words(written)
}

/// Returns the length of a value in a table in braces: the commas of an amount are part of it.
pub fn length_in_table(line: &str) -> usize {
    let end = line.find([',', '}', ']']).unwrap_or(line.len());
    let mut length = end;
    while let Some(group) = line[length..].strip_prefix(',') {
        let digits = group.len() - group.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let is_amount = line[..end]
            .trim_start_matches('$')
            .bytes()
            .all(|b| b.is_ascii_digit());
        if digits != 3 || !is_amount {
            break;
        }
        length += 4;
    }
    length
}

fn mark(written: &str) -> Option<Bare> {
    let mark = written.chars().next_back()?;
    let value = written.strip_suffix([',', ';'])?;
    let is_one = !value.contains([',', ';', ' ']);
    is_one.then_some(Bare::Mark(mark))
}

fn boolean(written: &str) -> Option<&'static str> {
    match written.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Some("true"),
        "false" | "no" | "off" | "n" => Some("false"),
        _ => None,
    }
}

/// Returns the mistake of a percentage: rates are whole hundredths of a percent.
fn percent(percentage: &str, key: &str) -> Bare {
    if !key.ends_with("rate") {
        return Bare::Percentage;
    }
    match basis_points(percentage) {
        Some(points) => Bare::Rate(points),
        None => Bare::Percentage,
    }
}

/// Returns a percentage with at most two decimals in basis points.
pub fn basis_points(percentage: &str) -> Option<String> {
    let (whole, decimals) = percentage.split_once('.').unwrap_or((percentage, ""));
    if !is_digits(whole) || !is_digits(decimals) || decimals.len() > 2 || percentage.len() > 8 {
        return None;
    }
    let hundredths = format!("{whole}{decimals:0<2}");
    let points: u32 = hundredths.parse().ok()?;
    Some(points.to_string())
}

fn number(written: &str) -> Option<Bare> {
    if let Some(number) = multiplied(written).or_else(|| with_periods(written)) {
        return Some(Bare::Number(number));
    }
    let amount = written.trim_start_matches('$').trim_start();
    let groups: Vec<&str> = amount.split([',', '_']).collect();
    if amount.starts_with([',', '_']) || amount.is_empty() || !is_digits(&groups.concat()) {
        return None;
    }
    if is_digits(amount) && amount == written {
        let without = amount.trim_start_matches('0');
        return Some(Bare::LeadingZero(
            if without.is_empty() { "0" } else { without }.to_owned(),
        ));
    }
    let (first, rest) = groups.split_first()?;
    let is_grouped = first.len() <= 3 && rest.iter().all(|group| group.len() == 3);
    if !rest.is_empty() && !is_grouped {
        return amount.contains(',').then_some(Bare::List);
    }
    let digits = groups.concat();
    Some(Bare::Number(grouped(&digits)))
}

/// Returns the number of one with a letter or a word for thousands or millions: 1.5M is 1_500_000.
fn multiplied(written: &str) -> Option<String> {
    let number = written.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let zeros = match written[number.len()..].to_ascii_lowercase().as_str() {
        "k" | "thousand" => 3,
        "m" | "million" => 6,
        _ => return None,
    };
    let number = number.trim_start_matches('$').trim();
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || !is_digits(whole) || !is_digits(decimals) || decimals.len() > zeros {
        return None;
    }
    Some(grouped(&format!("{whole}{decimals:0<zeros$}")))
}

/// Returns the number of one with periods between its groups of digits: 1.000.000 is 1_000_000.
fn with_periods(written: &str) -> Option<String> {
    let groups: Vec<&str> = written.trim_start_matches('$').split('.').collect();
    let (first, rest) = groups.split_first()?;
    let is_grouped =
        !first.is_empty() && first.len() <= 3 && rest.iter().all(|group| group.len() == 3);
    let digits = groups.concat();
    (rest.len() > 1 && is_grouped && is_digits(&digits)).then(|| grouped(&digits))
}

/// Returns digits with an underscore between each three of them.
fn grouped(digits: &str) -> String {
    let digits = digits.trim_start_matches('0');
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('_');
        }
        out.push(digit);
    }
    if out.is_empty() {
        out.push('0');
    }
    out
}

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// Returns the mistake of a day that is not written as TOML writes one.
fn date(written: &str) -> Option<Bare> {
    let mut parts = Vec::new();
    for part in written.split(['/', '-', '.', ',', ' ', '–', '—', '‑']) {
        if !part.is_empty() {
            parts.push(part);
        }
    }
    let [first, second, third] = *parts.as_slice() else {
        return None;
    };
    let (year, month, day): (&str, u32, u32) = if let Some(month) = month_named(first) {
        (third, month, second.parse().ok()?)
    } else if first.len() == 4 {
        (first, second.parse().ok()?, third.parse().ok()?)
    } else {
        (third, first.parse().ok()?, second.parse().ok()?)
    };
    if year.len() != 4 || !is_digits(year) {
        return None;
    }
    let days = match month {
        2 => 29,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    let right = format!("{year}-{month:02}-{day:02}");
    if right == written || !(1..=days).contains(&day) {
        return Some(Bare::NoSuchDay);
    }
    Some(Bare::Date(right))
}

/// Returns the month of a name such as "Sept" or "September".
fn month_named(word: &str) -> Option<u32> {
    let name = word.to_ascii_lowercase();
    if !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    for (number, month) in (1..).zip(MONTHS) {
        if name.starts_with(month) {
            return Some(number);
        }
    }
    None
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the mistake of words: a number with its unit, several values, or a text.
fn words(written: &str) -> Bare {
    let (first, rest) = written.split_once(' ').unwrap_or((written, ""));
    let is_number = !first.is_empty() && is_digits(first);
    if !is_number || rest.is_empty() || rest.len() > 15 {
        return Bare::Words;
    }

    let is_part_of_unit = |c: char| c.is_alphabetic() || c == ' ';
    if rest.chars().all(is_part_of_unit) {
        return Bare::Behind(first.len() + 1);
    }
    Bare::Words
}
