//! The content as it is, to judge answers and to write what was made of them.

use crate::change::{self, Change};
use crate::house::House;
use anyhow::{Result, bail};
use jiff::Timestamp;
use jiff::civil::Date;
use site_check::Loaded;
use site_check::diagnostic::visible;
use site_check::load::{FileKind, Tree};

pub struct Desk {
    pub house: House,
    loaded: Loaded,
}

impl Desk {
    pub fn open() -> Result<Self> {
        let house = House::find()?;
        let loaded = site_check::load(&house.content())?;
        let needed = [FileKind::Site, FileKind::Facts, FileKind::Redirects];
        let broken = needed
            .iter()
            .find(|kind| !loaded.tree.file(kind).is_some_and(|file| file.is_parsed()));
        if broken.is_some() || !loaded.tree.definitions_are_known {
            bail!(
                "expected content/site.toml, fees.toml, facts.toml and redirects.toml without errors of form; `cargo site check` shows what is wrong: mend that first"
            );
        }
        Ok(Self { house, loaded })
    }

    pub fn tree(&self) -> &Tree {
        &self.loaded.tree
    }

    /// The firm's day.
    pub fn today(&self) -> Date {
        self.tree().date_at(Timestamp::now())
    }

    /// What the rules would say against a change, in a few sentences.
    pub fn judge(&mut self, change: &Change) -> Result<(), String> {
        let objections = change.objections(&mut self.loaded);
        let Some(first) = objections.first() else {
            return Ok(());
        };
        let expected = first
            .expected
            .iter()
            .map(|text| format!("; expected {text}"));
        let found = first.found.iter().map(|text| format!("; found {text}"));
        let more: String = expected.chain(found).collect();
        Err(visible(&format!("{}{more}. {}", first.message, first.help)))
    }

    /// All that the rules say against a change.
    pub fn objections(&mut self, change: &Change) -> Vec<site_check::diagnostic::Diagnostic> {
        change.objections(&mut self.loaded)
    }

    /// Writes what the rules have nothing against.
    pub fn write(&mut self, change: &Change) -> Result<()> {
        let objections = self.objections(change);
        if !objections.is_empty() {
            return Err(change::refuse(
                "the result would not pass the check",
                &objections,
            ));
        }
        change.write(&self.house)?;
        for file in &change.files {
            let verb = if file.before.is_some() {
                "changed"
            } else {
                "wrote"
            };
            println!("{verb} {}", file.path);
        }
        Ok(())
    }

    /// The text of a content file.
    pub fn text(&self, path: &str) -> Option<&str> {
        let file = self.tree().files.iter().find(|file| file.path == path)?;
        Some(&file.text)
    }

    /// Pictures whose name begins in a certain way, those that nothing shows yet first.
    pub fn pictures(&self, beginning: &str) -> Vec<String> {
        let shown = |name: &str| {
            let mut files = self.tree().files.iter();
            files.any(|file| file.text.contains(name))
        };
        let mut found: Vec<_> = self
            .tree()
            .images
            .iter()
            .filter(|name| name.starts_with(beginning))
            .cloned()
            .collect();
        if found.is_empty() {
            found = self.tree().images.iter().cloned().collect();
        }
        found.sort_by_cached_key(|name| shown(name));
        found
    }
}

/// Says so where a file stands at a path already.
pub fn taken(house: &House, path: &str) -> Result<(), String> {
    match std::fs::symlink_metadata(house.path(path)) {
        Ok(_) => Err(format!(
            "{path} is there already, and nothing is overwritten; choose another"
        )),
        Err(_) => Ok(()),
    }
}
