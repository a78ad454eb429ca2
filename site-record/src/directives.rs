//! The directives of a header such as `Cache-Control`, and how long they let caches serve a response.

use std::collections::BTreeMap;

/// The directives of a header by lower-case name. A directive without a value has an empty value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directives(BTreeMap<String, String>);

impl Directives {
    /// Parses a header. Directives are separated by commas in `Cache-Control` and by semicolons in `Strict-Transport-Security`.
    pub fn parse(value: &str, separator: char) -> Self {
        let mut directives = BTreeMap::new();
        for directive in value.split(separator) {
            let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
            let name = name.trim().to_ascii_lowercase();
            let value = value.trim().trim_matches('"').to_owned();
            if !name.is_empty() {
                // If a directive occurs twice, programs disagree about the value. The joined value matches neither and isn't a number.
                directives
                    .entry(name)
                    .and_modify(|both: &mut String| *both += " twice")
                    .or_insert(value);
            }
        }
        Self(directives)
    }

    /// Parses a `Cache-Control` header.
    pub fn of_caching(value: &str) -> Self {
        Self::parse(value, ',')
    }

    /// Returns the names of the directives.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns true if the header has this directive.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns the seconds of a directive, or `None` if it is missing or isn't a number.
    pub fn seconds(&self, name: &str) -> Option<i64> {
        self.0.get(name)?.parse().ok()
    }

    /// How long a shared cache that follows the standard may serve a response without asking the server, in seconds:
    /// while it is fresh, then while the cache revalidates it.
    pub fn shared_cache_seconds(&self) -> i64 {
        if self.has("no-cache") || self.has("no-store") {
            return 0;
        }
        let fresh = self.seconds("s-maxage").or(self.seconds("max-age"));
        self.with_stale(fresh)
    }

    /// How long any cache may serve a response, in seconds, whether it follows `max-age` or `s-maxage`.
    pub fn any_cache_seconds(&self) -> i64 {
        self.with_stale(self.seconds("max-age").max(self.seconds("s-maxage")))
    }

    /// Adds how long a stale response may be served, in seconds.
    fn with_stale(&self, fresh: Option<i64>) -> i64 {
        let stale = self.seconds("stale-while-revalidate").unwrap_or(0);
        fresh.unwrap_or(0).saturating_add(stale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_caches_and_any_cache_keep_a_response_for_their_own_time() {
        for (value, shared, any) in [
            ("max-age=0,s-maxage=60, Stale-While-Revalidate=60", 120, 120),
            ("max-age=3600, s-maxage=\"60\"", 60, 3600),
            ("max-age=300", 300, 300),
            ("no-cache, max-age=300", 0, 300),
            ("no-cache", 0, 0),
            ("max-age=300, max-age=5", 0, 0),
            ("", 0, 0),
        ] {
            let directives = Directives::of_caching(value);
            let seconds = [
                directives.shared_cache_seconds(),
                directives.any_cache_seconds(),
            ];
            assert_eq!(seconds, [shared, any], "{value}");
        }
    }
}
