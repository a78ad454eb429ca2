//! Names in messages: lists of them, and the nearest known one for
//! "Did you mean …?" and for fixes.

use std::cmp::Reverse;
use strsim::osa_distance;

/// The most known names that a message lists whole.
const MOST_LISTED: usize = 8;

/// The known names that a message lists of more.
const NEAREST: usize = 5;

/// A known name is never meant by one that differs from it in more letters than this.
const MOST_SLIPS: usize = 5;

/// Returns how many letters of a name are wrong, extra, missing or swapped, ignoring case.
fn slips(name: &str, known: &str) -> usize {
    osa_distance(&name.to_lowercase(), &known.to_lowercase())
}

/// Returns whether two names may differ in at most so many letters: their lengths alone say
/// that most do not, which takes no time to see.
fn may_be_within(limit: usize, name: &str, known: &str) -> bool {
    name.chars().count().abs_diff(known.chars().count()) <= limit
}

/// Returns the nearest of the known names, where one is near enough to be meant.
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

/// Returns the one known name that a misspelled one must mean; none where two could be
/// meant, where it is too far off, or where figures differ.
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

/// Returns "Did you mean …?" with the nearest of the known names, where one is near enough.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|near| format!("Did you mean `{near}`?"))
}

/// Returns the same, or the known names, for an error's help: of many the nearest.
pub fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    suggest_from(name, known, "")
}

/// Returns the same, with the place where all of the known names stand, such as
/// "content/facts.toml", where they are too many to be listed.
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

/// Returns "one of" and the known names; of many the nearest to a name, their number, and
/// the place of all, where it is given.
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

/// Returns the known names that resemble a name most: by the letters with which they begin,
/// then by their length. A text may have thousands of unknown names, so no letters are compared further.
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

/// Returns names as a list in a sentence: `a`, `b` and `c`.
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
