//! Names in messages: lists of them, and the nearest known one for
//! "Did you mean …?" and for fixes.

use strsim::osa_distance;

/// How many letters of a name are wrong, extra, missing or swapped, ignoring case.
fn slips(name: &str, known: &str) -> usize {
    osa_distance(&name.to_lowercase(), &known.to_lowercase())
}

/// The nearest of the known names, where one is near enough to be meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known = known.into_iter();
    let near = known.map(|known| (slips(name, known), known));
    let near = near.filter(|(slips, known)| *slips <= 1.max(known.chars().count().div_ceil(3)));
    near.min_by_key(|(slips, _)| *slips).map(|(_, known)| known)
}

/// The one known name that a misspelled one must mean; none where two could be
/// meant, where it is too far off, or where figures differ.
pub fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known = known.into_iter();
    let mut near: Vec<(usize, &str)> = known.map(|known| (slips(name, known), known)).collect();
    near.sort();
    let (distance, candidate) = *near.first()?;
    let limit = match candidate.chars().count() {
        0..5 => 1,
        5..12 => 2,
        _ => 3,
    };
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let alone = near
        .get(1)
        .is_none_or(|(second, _)| *second > limit.max(distance + 1));
    let certain = distance <= limit && alone && digits(name) == digits(candidate);
    certain.then_some(candidate)
}

/// "Did you mean …?" with the nearest of the known names, where one is near enough.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|near| format!("Did you mean `{near}`?"))
}

/// The same, or the known names, for an error's help.
pub fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<_> = known.into_iter().collect();
    did_you_mean(name, known.iter().copied()).unwrap_or_else(|| {
        if known.is_empty() {
            "None is defined.".to_owned()
        } else {
            format!("Use one of {}.", listed(&known))
        }
    })
}

/// Names as a list in a sentence: `a`, `b` and `c`.
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let quoted = names.iter().map(|name| format!("`{}`", name.as_ref()));
    let quoted: Vec<_> = quoted.collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
