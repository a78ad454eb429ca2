//! Names in messages: lists of them, and the nearest known one for
//! "Did you mean …?" and for fixes.

use strsim::osa_distance;

/// The number of letters of a name that are wrong, extra, missing or swapped, ignoring case.
fn slips(name: &str, known: &str) -> usize {
    osa_distance(&name.to_lowercase(), &known.to_lowercase())
}

/// The nearest of the known names, where one is near enough to be meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut nearest: Option<(usize, &str)> = None;
    for candidate in known {
        let distance = slips(name, candidate);
        let limit = candidate.chars().count().div_ceil(3).max(1);
        let is_nearer = nearest.is_none_or(|(least, _)| distance < least);
        if distance <= limit && is_nearer {
            nearest = Some((distance, candidate));
        }
    }
    nearest.map(|(_, name)| name)
}

/// The one known name that a misspelled one must mean; none where two could be
/// meant, where it is too far off, or where figures differ.
pub fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut by_distance = Vec::new();
    for candidate in known {
        by_distance.push((slips(name, candidate), candidate));
    }
    by_distance.sort_unstable();

    let (distance, candidate) = *by_distance.first()?;
    let limit = match candidate.chars().count() {
        0..5 => 1,
        5..12 => 2,
        _ => 3,
    };
    if distance > limit || digits(name) != digits(candidate) {
        return None;
    }
    // A second name that is nearly as near may be meant just as well.
    if let Some((second_distance, _)) = by_distance.get(1)
        && *second_distance <= limit.max(distance + 1)
    {
        return None;
    }
    Some(candidate)
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// "Did you mean …?" with the nearest of the known names, where one is near enough.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|near| format!("Did you mean `{near}`?"))
}

/// "Did you mean …?", or else the list of the known names, for an error's help.
pub fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = known.into_iter().collect();
    if let Some(question) = did_you_mean(name, names.iter().copied()) {
        question
    } else if names.is_empty() {
        "None is defined.".to_owned()
    } else {
        format!("Use one of {}.", listed(&names))
    }
}

/// Names as a list in a sentence: `a`, `b` and `c`.
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let mut quoted = Vec::with_capacity(names.len());
    for name in names {
        quoted.push(format!("`{}`", name.as_ref()));
    }
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
