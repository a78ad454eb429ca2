//! Disclaimers: the words that the law or the firm has pages say.

use super::pages::Pairs;
use super::side::Compiled;
use super::words::{Words, compared};
use schemars::JsonSchema;
use serde::Serialize;
use site_check::reading::Reading;

/// A disclaimer with other words, or on other pages.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DisclaimerChange {
    /// What it is called, or what it stands under.
    pub name: String,
    /// None where nothing of the kind was there.
    pub before: Option<String>,
    /// None where nothing of the kind is there any more.
    pub after: Option<String>,
    pub words: Vec<Words>,
    /// The pages, as they are after the change; those removed as they were.
    pub pages: Vec<String>,
}

pub fn changes(old: &Compiled, new: &Compiled, pairs: &Pairs) -> Vec<DisclaimerChange> {
    let mut all: Vec<DisclaimerChange> = Vec::new();
    let before = stated(old, |path| pairs.path_after(path).to_owned());
    let after = stated(new, str::to_owned);
    let mut keys: Vec<&Key> = before.iter().chain(&after).map(|(key, _)| key).collect();
    keys.sort();
    keys.dedup();
    let find = |list: &[(Key, String)], key: &Key| {
        let mut list = list.iter();
        list.find(|(known, _)| known == key)
            .map(|(_, text)| text.clone())
    };
    for key in keys {
        let texts = (find(&before, key), find(&after, key));
        let Key(name, path, _) = key;
        // What every page says is no news of one that was added or removed.
        let one_sided = texts.0.is_none() || texts.1.is_none();
        if texts.0 == texts.1 || one_sided && is_everywhere(name, new) {
            continue;
        }
        let known = all.iter_mut().find(|change| {
            change.name == *name && change.before == texts.0 && change.after == texts.1
        });
        match known {
            Some(change) if change.pages.last() == Some(path) => {}
            Some(change) => change.pages.push(path.clone()),
            None => all.push(DisclaimerChange {
                name: name.clone(),
                words: compared(
                    texts.0.as_deref().unwrap_or_default(),
                    texts.1.as_deref().unwrap_or_default(),
                ),
                before: texts.0,
                after: texts.1,
                pages: vec![path.clone()],
            }),
        }
    }
    // A text that no page shows is still one that the firm has approved.
    let texts = |side: &Compiled| {
        let named = side.content.site.disclaimers.iter();
        let texts = named.map(|(name, text)| (name.to_owned(), text.to_string()));
        texts.collect::<Vec<_>>()
    };
    for change in super::spread::values(&texts(old), &texts(new)) {
        if all.iter().all(|known| known.name != change.name) {
            all.push(DisclaimerChange {
                words: compared(
                    change.before.as_deref().unwrap_or_default(),
                    change.after.as_deref().unwrap_or_default(),
                ),
                name: change.name,
                before: change.before,
                after: change.after,
                pages: Vec::new(),
            });
        }
    }
    all
}

fn is_everywhere(name: &str, side: &Compiled) -> bool {
    let states = |reading: &Reading| reading.disclaimers.iter().any(|stated| stated.name == name);
    side.readings.iter().all(states)
}

/// What a disclaimer is called, its page, and its place among those of its name there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key(String, String, usize);

fn stated(side: &Compiled, path: impl Fn(&str) -> String) -> Vec<(Key, String)> {
    let mut out: Vec<(Key, String)> = Vec::new();
    for reading in &side.readings {
        for disclaimer in &reading.disclaimers {
            let path = path(&reading.route);
            let same = |(key, _): &&(Key, String)| key.0 == disclaimer.name && key.1 == path;
            let place = out.iter().filter(same).count();
            out.push((
                Key(disclaimer.name.clone(), path, place),
                disclaimer.text.clone(),
            ));
        }
    }
    out
}
