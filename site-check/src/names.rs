//! Names in messages: lists of known names, and the nearest one for "Did you mean …?" and for
//! fixes.

use std::cmp::Reverse;
use strsim::osa_distance;

/// The maximum number of known names in a complete list.
const MOST_LISTED: usize = 8;

/// The number of known names to list if there are more.
const NEAREST: usize = 5;

/// The maximum number of wrong letters in a misspelled name.
const MOST_SLIPS: usize = 5;

/// Returns how many letters of a name are wrong, extra, missing or swapped, ignoring case.
fn slips(name: &str, known: &str) -> usize {
    osa_distance(&name.to_lowercase(), &known.to_lowercase())
}

/// Returns true if the lengths of two names allow for at most this many wrong letters. It rules out
/// most names quickly.
fn may_be_within(limit: usize, name: &str, known: &str) -> bool {
    name.chars().count().abs_diff(known.chars().count()) <= limit
}

/// Returns the nearest known name, if it is near enough.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let limit = 1.max(candidate.chars().count().div_ceil(3));
        if !may_be_within(limit, name, candidate) {
            continue;
        }
        let distance = slips(name, candidate);
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Returns the known name that a misspelled one must mean; `None` if it could mean two names, if it
/// is too different, or if digits differ.
pub fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut near: Vec<(usize, &str)> = Vec::new();
    for candidate in known {
        if may_be_within(MOST_SLIPS, name, candidate) {
            near.push((slips(name, candidate), candidate));
        }
    }
    near.sort();
    let (distance, candidate) = *near.first()?;
    let limit = match candidate.chars().count() {
        0..5 => 1,
        5..12 => 2,
        _ => 3,
    };
    let is_alone = match near.get(1) {
        Some((second, _)) => *second > limit.max(distance + 1),
        None => true,
    };
    let is_certain = distance <= limit && is_alone && digits(name) == digits(candidate);
    is_certain.then_some(candidate)
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Returns "Did you mean …?" with the nearest known name, if it is near enough.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|near| format!("Did you mean `{near}`?"))
}

/// Returns the question, or a list of known names, for an error's help. Of many names, lists the
/// nearest.
pub fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    suggest_from(name, known, "")
}

/// Returns the question or the list. If there are too many names to list, names the file that has
/// all of them, such as "content/facts.toml".
pub fn suggest_from<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    list: &str,
) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    if known.is_empty() {
        return "None is defined.".to_owned();
    }
    match did_you_mean(name, known.iter().copied()) {
        Some(question) => question,
        None => format!("Use {}.", one_of(name, &known, list)),
    }
}

/// Returns "one of" and the known names. Of many names, lists the nearest to `name`, their number,
/// and the file that has all of them, if given.
pub fn one_of(name: &str, known: &[&str], list: &str) -> String {
    if let [only] = known {
        return format!("`{only}`");
    }
    if known.len() <= MOST_LISTED {
        return format!("one of {}", listed(known));
    }
    let place = if list.is_empty() {
        String::new()
    } else {
        format!(" in {list}")
    };
    let count = known.len();
    let nearest = listed(&nearest_of_many(name, known));
    format!("one of the {count}{place}, such as {nearest}")
}

/// Returns the known names that resemble a name most: by common first letters, then by length. It
/// doesn't count wrong letters, because a text may have thousands of unknown names.
fn nearest_of_many<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
    let length = name.chars().count();
    let mut by_nearness: Vec<(Reverse<usize>, usize, &str)> = Vec::new();
    for candidate in known {
        let common = common_start(name, candidate);
        let difference = candidate.chars().count().abs_diff(length);
        by_nearness.push((Reverse(common), difference, candidate));
    }
    by_nearness.sort();
    by_nearness.truncate(NEAREST);
    by_nearness.into_iter().map(|(.., known)| known).collect()
}

fn common_start(one: &str, other: &str) -> usize {
    let pairs = one.chars().zip(other.chars());
    pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
}

/// Formats names as a list in a sentence: `a`, `b` and `c`.
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let mut quoted = Vec::new();
    for name in names {
        quoted.push(format!("`{}`", name.as_ref()));
    }
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
