//! Names in messages: lists of them, and the nearest known one for
//! "Did you mean …?" and for fixes.

use strsim::osa_distance;

/// How many letters of a name are wrong, superfluous, missing or swapped, ignoring
/// case; none above the limit.
pub fn slips(name: &str, known: &str, limit: usize) -> Option<usize> {
    let (name, known) = (name.to_lowercase(), known.to_lowercase());
    let lengths = [&name, &known].map(|name| name.chars().count());
    // To compare the letters takes much longer than to count them.
    let may_be_near = lengths[0].abs_diff(lengths[1]) <= limit;
    let slips = may_be_near.then(|| osa_distance(&name, &known));
    slips.filter(|slips| *slips <= limit)
}

/// The nearest of the known names, where one is near enough to be meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best = None;
    for candidate in known {
        let limit = 1.max(candidate.chars().count().div_ceil(3));
        // Only a nearer one than the nearest so far matters.
        let limit = match best {
            Some((0, _)) => break,
            Some((distance, _)) => limit.min(distance - 1),
            None => limit,
        };
        if let Some(distance) = slips(name, candidate, limit) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// "Did you mean …?", or the known names, for an error's help.
pub fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<_> = known.into_iter().collect();
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("Did you mean `{near}`?"),
        None if known.is_empty() => "None is defined.".to_owned(),
        None => format!("Use one of {}.", listed(&known)),
    }
}

/// Names as a list in a sentence: `a`, `b` and `c`.
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<_> = names
        .iter()
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::slips;

    #[test]
    fn slips_are_counted_up_to_a_limit() {
        assert_eq!(slips("Titel", "title", 3), Some(1), "swapped");
        assert_eq!(slips("Titel", "TITEL", 0), Some(0));
        assert_eq!(slips("Titel", "short_title", 3), None);
        assert_eq!(slips("", "", 0), Some(0));
        assert_eq!(slips("", "ab", 2), Some(2));
        let long = "a".repeat(200);
        assert_eq!(slips(&long, &long[1..], 2), Some(1));
    }
}
