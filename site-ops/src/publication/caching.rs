//! The directives of `Cache-Control` and `Strict-Transport-Security`, compared by what they mean.

use std::collections::BTreeMap;

/// The directives of a header, by their names in lower case; one without a value has an empty one.
fn directives(value: &str, separator: char) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for directive in value.split(separator) {
        let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
        let name = name.trim().to_ascii_lowercase();
        let value = value.trim().trim_matches('"').to_owned();
        if !name.is_empty() {
            // Of a name given twice, caches take different ones: neither is what was expected.
            found
                .entry(name)
                .and_modify(|both: &mut String| *both += " twice")
                .or_insert(value);
        }
    }
    found
}

/// Returns true if two values of Cache-Control have the same directives.
pub fn is_same_caching(expected: &str, found: &str) -> bool {
    directives(expected, ',') == directives(found, ',')
}

/// Returns true if a response is kept for longer than it may be.
pub fn is_kept_longer(expected: &str, found: &str) -> bool {
    let (expected, found) = (directives(expected, ','), directives(found, ','));
    for name in ["max-age", "s-maxage"] {
        let most = seconds(&expected, name).unwrap_or(0);
        if seconds(&found, name).is_some_and(|kept| kept > most) {
            return true;
        }
    }
    found.contains_key("immutable") && !expected.contains_key("immutable")
}

/// Returns true if a policy of Strict-Transport-Security asks for as much as the expected one, or for more.
pub fn is_as_strict(expected: &str, found: &str) -> bool {
    let (expected, found) = (directives(expected, ';'), directives(found, ';'));
    let (Some(least), Some(kept)) = (seconds(&expected, "max-age"), seconds(&found, "max-age"))
    else {
        return false;
    };
    let mut is_as_strict = kept >= least;
    for name in expected.keys() {
        is_as_strict &= found.contains_key(name);
    }
    is_as_strict
}

/// The seconds for which a shared cache may give a response to visitors without the server's word: fresh, then stale while it asks.
pub fn shared_seconds(caching: &str) -> i64 {
    let directives = directives(caching, ',');
    if directives.contains_key("no-cache") || directives.contains_key("no-store") {
        return 0;
    }
    let fresh = seconds(&directives, "s-maxage").or(seconds(&directives, "max-age"));
    let stale = seconds(&directives, "stale-while-revalidate");
    fresh.unwrap_or(0) + stale.unwrap_or(0)
}

fn seconds(directives: &BTreeMap<String, String>, name: &str) -> Option<i64> {
    directives.get(name)?.parse().ok()
}
