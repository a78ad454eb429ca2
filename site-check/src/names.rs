//! Names in messages: lists of them, and the nearest known one for
//! "Did you mean …?" and for fixes.

use rapidfuzz::distance::osa::{Args, BatchComparator};

/// A name, perhaps misspelt, to compare with known ones, ignoring case.
pub struct Wanted(BatchComparator<char>);

impl Wanted {
    pub fn new(name: &str) -> Self {
        let letters: Vec<char> = name.to_lowercase().chars().collect();
        Self(BatchComparator::new(letters))
    }

    /// How many letters are wrong, superfluous, missing or swapped; none above
    /// the limit.
    pub fn distance(&self, known: &str, limit: usize) -> Option<usize> {
        let limit = Args::default().score_cutoff(limit);
        if known.chars().any(char::is_uppercase) {
            self.0
                .distance_with_args(known.to_lowercase().chars(), &limit)
        } else {
            self.0.distance_with_args(known.chars(), &limit)
        }
    }
}

/// The nearest of the known names, where one is near enough to be meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = Wanted::new(name);
    let mut best = None;
    for candidate in known {
        let limit = 1.max(candidate.chars().count().div_ceil(3));
        // Only a nearer one than the nearest so far matters.
        let limit = match best {
            Some((0, _)) => break,
            Some((distance, _)) => limit.min(distance - 1),
            None => limit,
        };
        if let Some(distance) = wanted.distance(candidate, limit) {
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
    use super::Wanted;

    #[test]
    fn slips_are_counted_up_to_a_limit() {
        let wanted = Wanted::new("Titel");
        assert_eq!(wanted.distance("title", 3), Some(1), "swapped");
        assert_eq!(wanted.distance("TITEL", 0), Some(0));
        assert_eq!(wanted.distance("short_title", 3), None);
        assert_eq!(Wanted::new("").distance("", 0), Some(0));
        assert_eq!(Wanted::new("").distance("ab", 2), Some(2));
        let long = "a".repeat(200);
        assert_eq!(Wanted::new(&long).distance(&long[1..], 2), Some(1));
    }
}
