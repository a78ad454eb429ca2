//! How far names are from each other, for «Did you mean …?» and for what is
//! certain enough to be mended.

use rapidfuzz::distance::osa::{Args, BatchComparator};

/// A name, perhaps misspelt, that is looked for among known ones; capitals do not count.
pub struct Wanted(BatchComparator<char>);

impl Wanted {
    pub fn new(name: &str) -> Self {
        let letters: Vec<char> = name.to_lowercase().chars().collect();
        Self(BatchComparator::new(letters))
    }

    /// How many letters are wrong, too many, missing or swapped; none where
    /// that is more than a limit.
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
