//! Values that differ, and the same difference on many pages.

use schemars::JsonSchema;
use serde::Serialize;

/// A named value that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ValueChange {
    pub name: String,
    /// None where it was not there.
    pub before: Option<String>,
    /// None where it is no longer there.
    pub after: Option<String>,
}

/// The same difference on one or more pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Spread {
    /// None where it was not there.
    pub before: Option<String>,
    /// None where it is no longer there.
    pub after: Option<String>,
    /// The paths of the pages, as they are after the change.
    pub pages: Vec<String>,
}

impl Spread {
    /// The differences, each once, with the pages that have it.
    pub fn gathered(
        differing: impl IntoIterator<Item = (Option<String>, Option<String>, String)>,
    ) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (before, after, page) in differing {
            let known = all
                .iter_mut()
                .find(|change| change.before == before && change.after == after);
            match known {
                Some(change) if change.pages.last() == Some(&page) => {}
                Some(change) => change.pages.push(page),
                None => all.push(Self {
                    before,
                    after,
                    pages: vec![page],
                }),
            }
        }
        all
    }
}

/// Named values that differ, in the order of the names.
pub fn values<N: AsRef<str>>(old: &[(N, String)], new: &[(N, String)]) -> Vec<ValueChange> {
    let find = |values: &[(N, String)], name: &str| {
        let mut values = values.iter();
        values
            .find(|(known, _)| known.as_ref() == name)
            .map(|(_, value)| value.clone())
    };
    let lost = old
        .iter()
        .filter(|(name, _)| find(new, name.as_ref()).is_none());
    let names = new.iter().chain(lost).map(|(name, _)| name.as_ref());
    names
        .filter_map(|name| {
            let (before, after) = (find(old, name), find(new, name));
            (before != after).then(|| ValueChange {
                name: name.to_owned(),
                before,
                after,
            })
        })
        .collect()
}
