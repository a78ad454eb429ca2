//! The scheduled changes of a measured site: removes the real site's, and adds others.

use anyhow::{Context as _, Result};
use fs_err as fs;
use jiff::civil::Date;
use jiff::{ToSpan as _, Zoned};
use std::path::{Path, PathBuf};
use toml_edit::{DocumentMut, Item, TableLike, Value};
use walkdir::WalkDir;

/// Removes all scheduled changes from a site, so that today's edition is the only one.
pub fn remove(site: &Path) -> Result<()> {
    let content = site.join("content");
    let facts = document(&content.join("facts.toml"))?;
    for entry in WalkDir::new(&content) {
        let path = entry?.into_path();
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("toml") if !path.ends_with("facts.toml") => {
                let mut file = document(&path)?;
                remove_windows(file.as_table_mut());
                fs::write(&path, pinned(file.to_string(), &facts))?;
            }
            Some("mdx") => {
                let text = fs::read_to_string(&path)?;
                let (front_matter, body) = parts(&text)?;
                let mut matter: DocumentMut = front_matter.parse()?;
                remove_windows(matter.as_table_mut());
                if matter.get("published").is_some_and(is_ahead) {
                    matter["published"] = toml_day(in_days(-2)?)?;
                }
                fs::write(&path, format!("+++\n{matter}+++\n{body}"))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Removes windows from a table and its nested tables.
fn remove_windows(table: &mut dyn TableLike) {
    for key in ["starts", "ends", "closed"] {
        table.remove(key);
    }
    // Without `starts`, the key means something else, such as the label of a button.
    for key in ["next", "withdrawn"] {
        let has_start = |item: &Item| item.get("starts").is_some();
        if table.get(key).is_some_and(has_start) {
            table.remove(key);
        }
    }
    for (_, item) in table.iter_mut() {
        if let Some(inner) = item.as_table_like_mut() {
            remove_windows(inner);
        } else if let Some(list) = item.as_array_of_tables_mut() {
            for inner in list.iter_mut() {
                remove_windows(inner);
            }
        } else if let Some(list) = item.as_array_mut() {
            for value in list.iter_mut() {
                if let Some(inner) = value.as_inline_table_mut() {
                    remove_windows(inner);
                }
            }
        }
    }
}

/// Pins each token to the current year, so that the text doesn't change at the end of the year.
fn pinned(text: String, facts: &DocumentMut) -> String {
    let this_year = i64::from(today().year());
    let mut pinned = text;
    for (name, fact) in facts.iter() {
        let Some(years) = fact.get("years").and_then(Item::as_table_like) else {
            continue;
        };
        let mut in_force = None;
        for (key, value) in years.iter() {
            let first = key.parse().unwrap_or(i64::MAX);
            let last = value.get("through").and_then(Item::as_integer);
            if first <= this_year {
                in_force = in_force.max(Some(last.unwrap_or(first).min(this_year)));
            }
        }
        if let Some(year) = in_force {
            pinned = pinned.replace(&format!("{{{name}-year}}"), &year.to_string());
            pinned = pinned.replace(&format!("{{{name}}}"), &format!("{{{name}-{year}}}"));
        }
    }
    pinned
}

/// Changes to files that can be undone.
#[derive(Default)]
pub struct Planted {
    /// The contents of each file before its change, in order.
    before: Vec<(PathBuf, String)>,
}

impl Planted {
    /// Adds two scheduled changes of a fact. Only one article in two hundred quotes it, and no other page does.
    pub fn two_facts(site: &Path) -> Result<Self> {
        let mut planted = Self::default();
        let mut articles = Vec::new();
        // Only uses articles that the benchmark has made, because a real one may also mention the fact in its own way.
        for entry in fs::read_dir(site.join("content/articles"))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with("part-") {
                articles.push(path);
            }
        }
        articles.sort();
        let quoting = articles.len().div_ceil(200);
        for (days, articles) in (2..=3).zip(articles.chunks(quoting)) {
            let starts = in_days(days)?;
            let name = format!("benchmark-{days}");
            let year = starts.year();
            let source = "source = \"The benchmark\"\nurl = \"https://www.irs.gov/newsroom\"";
            let fact = format!(
                "\n[{name}.years.{year}]\nvalue = \"as it was\"\n{source}\n\n[{name}.years.{year}.next]\nstarts = {starts}\nvalue = \"as it is then\"\n{source}\n"
            );
            planted.append(&site.join("content/facts.toml"), &fact)?;
            for article in articles {
                planted.append(article, &format!("\nAll is {{{name}-{year}}}.\n"))?;
            }
        }
        Ok(planted)
    }

    /// Adds another scheduled change: an item of the navigation appears on every page.
    pub fn navigation(site: &Path) -> Result<Self> {
        let mut planted = Self::default();
        let path = site.join("content/site.toml");
        let mut file = document(&path)?;
        let items = file["header"]["navigation"].as_array_of_tables_mut();
        let items = items.context("expected [[header.navigation]] in content/site.toml")?;
        let last = items
            .iter_mut()
            .last()
            .context("expected an item of the navigation")?;
        last["starts"] = toml_day(in_days(4)?)?;
        planted.write(&path, &file.to_string())?;
        Ok(planted)
    }

    fn append(&mut self, path: &Path, text: &str) -> Result<()> {
        self.write(path, &(fs::read_to_string(path)? + text))
    }

    fn write(&mut self, path: &Path, text: &str) -> Result<()> {
        self.before
            .push((path.to_owned(), fs::read_to_string(path)?));
        Ok(fs::write(path, text)?)
    }

    /// Undoes the changes.
    pub fn remove(self) -> Result<()> {
        for (path, text) in self.before.into_iter().rev() {
            fs::write(path, text)?;
        }
        Ok(())
    }
}

fn document(path: &Path) -> Result<DocumentMut> {
    let text = fs::read_to_string(path)?;
    text.parse().with_context(|| path.display().to_string())
}

/// The front matter of an article and its text.
pub fn parts(text: &str) -> Result<(&str, &str)> {
    text.strip_prefix("+++\n")
        .and_then(|text| text.split_once("\n+++\n"))
        .context("expected front matter")
}

fn today() -> Date {
    Zoned::now().date()
}

/// The date this many days from today. In every time zone, the date two days from now is in the future, and the date two days ago isn't.
fn in_days(days: i64) -> Result<Date> {
    Ok(today().checked_add(days.days())?)
}

fn toml_day(day: Date) -> Result<Item> {
    let value: Value = day.to_string().parse()?;
    Ok(value.into())
}

/// Returns true if a date may be in the future in some time zone.
fn is_ahead(day: &Item) -> bool {
    let Some(day) = day.as_datetime().and_then(|day| day.date) else {
        return false;
    };
    let today = today();
    let today = (
        i64::from(today.year()),
        i64::from(today.month()),
        i64::from(today.day()),
    );
    (
        i64::from(day.year),
        i64::from(day.month),
        i64::from(day.day),
    ) >= today
}
