//! Any part of the content as it is read: each value by its type, in the order of the types.

use super::values::shown;
use super::{ReadLink, Reading, schedule};
use site_schema::model::{Article, Content, Reflect, Value};

/// The keys of texts that the law or the firm has a page say.
const DISCLAIMERS: [&str; 2] = ["disclaimer", "disclosure"];

/// Gathers what is read of one page.
pub(super) struct Reader<'a> {
    pub content: &'a Content,
    pub reading: Reading,
}

impl<'a> Reader<'a> {
    pub fn new(content: &'a Content) -> Self {
        Self {
            content,
            reading: Reading::default(),
        }
    }

    /// Reads the value of a key. A link in it has the words of `label`.
    pub fn value(&mut self, key: &str, value: &Value, label: &str) {
        match value {
            Value::Absent => {}
            Value::String(text) | Value::Text(text) => self.line(text),
            Value::RichText(nodes) => self.prose(nodes),
            Value::TimeOfYear(time) => self.line(&time.label),
            Value::Weekdays(days) => self.line(&days.label),
            Value::OpenHours(hours) => self.line(&hours.label),
            Value::Link(link) => self.link(label, &link.href),
            Value::WebAddress(address) => self.link(label, address),
            Value::ExternalName(name) => self.external(name),
            Value::ImageFile(file) => self.reading.pictures.push((*file).to_owned()),
            Value::ScheduleName(name) => {
                self.reading.shows.insert(schedule(name));
            }
            Value::Bool(_)
            | Value::Number(_)
            | Value::Name(_)
            | Value::Id(_)
            | Value::SubjectName(_)
            | Value::Date(_)
            | Value::Moment(_)
            | Value::TimeZoneName(_) => self.mark(key, &shown(value)),
            Value::List(items) => {
                for item in items {
                    self.part(|reader| reader.value(key, item, label));
                }
            }
            Value::Fields(_) => {
                self.kind(value);
                self.fields(key, value, &[]);
            }
        }
    }

    /// Reads a part that may stand elsewhere among its like.
    pub fn part(&mut self, read: impl FnOnce(&mut Self)) {
        let number = self.reading.parts.len();
        let start = self.reading.lines.len();
        self.reading.parts.push(start..start);
        read(self);
        self.reading.parts[number].end = self.reading.lines.len();
    }

    /// Reads the fields of the value of a key, but for some. The first text
    /// among them is the label of the links beside it.
    pub fn fields(&mut self, key: &str, value: &Value, except: &[&str]) {
        let Value::Fields(fields) = value else {
            return;
        };
        let label = fields.iter().find_map(|(_, field)| match field {
            Value::Text(text) => Some(*text),
            _ => None,
        });
        for (name, field) in fields {
            if except.contains(name) {
                continue;
            }
            match field {
                Value::Text(text) if DISCLAIMERS.contains(name) => {
                    let whose = match value.field("heading") {
                        Some(Value::Text(heading)) => format!("“{heading}”"),
                        _ => format!("the {key}"),
                    };
                    self.disclaimer(&format!("the {name} of {whose}"), text);
                }
                // The name of a tax date, which only calendar programs read.
                Value::String(id) if *name == "id" => self.mark(name, id),
                _ => self.value(name, field, label.unwrap_or(name)),
            }
        }
    }

    /// Reads what a block shows of the rest of the content, which its kind says.
    fn kind(&mut self, block: &Value) {
        let Some(Value::Name(kind)) = block.field("kind") else {
            return;
        };
        self.reading.shows.insert(kind.clone());
        let cards = match kind.as_str() {
            "article_list" => self.content.articles.len(),
            "newest_articles" => 3,
            _ => 0,
        };
        for article in self.content.articles.iter().take(cards) {
            self.card(article);
        }
        if kind == "subject_index" {
            self.subjects();
        }
    }

    /// Reads the index of subjects: each with the articles on it.
    fn subjects(&mut self) {
        for (name, title) in self.content.subjects.iter() {
            let mut is_first = true;
            for article in &self.content.articles {
                if !article.matter.is_on(name) {
                    continue;
                }
                if is_first {
                    self.line(title);
                    self.mark("subject", name);
                    is_first = false;
                }
                self.title(article);
            }
        }
    }

    /// Reads a link that content/site.toml names.
    fn external(&mut self, name: &str) {
        if let Some(link) = self.content.site.external.get(name) {
            self.fields(name, &link.reflect(), &[]);
        }
    }

    /// Reads an article of a list.
    pub fn card(&mut self, article: &Article) {
        let picture = &article.matter.hero.src;
        self.reading.pictures.push(picture.to_string());
        self.title(article);
        self.line(&article.matter.excerpt);
    }

    /// Reads a link to an article, which has its title.
    pub fn title(&mut self, article: &Article) {
        self.line(&article.matter.title);
        self.link(&article.matter.title, &article.route);
    }

    pub fn line(&mut self, words: &str) {
        let words = spaced(words);
        if !words.is_empty() {
            self.reading.lines.push(words);
        }
    }

    pub fn link(&mut self, label: &str, href: &str) {
        self.reading.links.push(ReadLink {
            label: spaced(label),
            href: href.to_owned(),
        });
    }

    pub fn mark(&mut self, key: &str, value: &str) {
        let key = key.replace('_', " ");
        self.reading.marks.push(format!("{key} {value}"));
    }

    pub fn disclaimer(&mut self, name: &str, text: &str) {
        self.line(text);
        let disclaimer = (name.to_owned(), spaced(text));
        self.reading.disclaimers.push(disclaimer);
    }
}

/// Words with one space between each.
fn spaced(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for character in words.trim().chars() {
        if !character.is_whitespace() {
            out.push(character);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out
}
