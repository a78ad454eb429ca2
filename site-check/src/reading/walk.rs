//! Any part of the content as it is read: what a value is follows from the
//! `format` that the JSON Schema of its file gives it.

use super::values::Ordered;
use super::{ReadLink, Reading, schedule};
use serde_json::{Value, json};
use site_schema::model::{Article, Content, Image, format};
use site_schema::schemas::{SCHEMAS, choice, resolve};

/// The keys of texts that the law or the firm has a page say.
const DISCLAIMERS: [&str; 2] = ["disclaimer", "disclosure"];

/// A value with its key and the schema of what it may be.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    root: &'a Value,
    schema: &'a Value,
    key: &'a str,
    value: &'a Ordered,
}

impl<'a> Part<'a> {
    /// A whole file, by the name of its schema.
    pub fn of(file: &'a str, value: &'a Ordered) -> Self {
        let root = &SCHEMAS[file];
        Self {
            root,
            schema: root,
            key: file,
            value,
        }
    }

    fn format(&self) -> Option<&'a str> {
        self.schema.get("format").and_then(Value::as_str)
    }

    /// Whether it is one of a closed list of names.
    fn is_name(&self) -> bool {
        let lists = ["enum", "const", "oneOf"];
        lists.iter().any(|key| self.schema.get(key).is_some())
    }

    fn fields(self) -> Vec<Self> {
        let Ordered::Map(map) = self.value else {
            return Vec::new();
        };
        let kind = json!({ "kind": self.value.get("kind").text() });
        let schema = choice(self.root, self.schema, &kind);
        let fields = map.iter().filter_map(|(key, value)| {
            let properties = schema.get("properties");
            let schema = properties
                .and_then(|properties| properties.get(key))
                .or_else(|| schema.get("additionalProperties"))?;
            // Where a key is in no schema, it is false.
            schema.is_object().then(|| Self {
                schema: resolve(self.root, schema),
                key,
                value,
                ..self
            })
        });
        fields.collect()
    }

    fn field(self, key: &str) -> Option<Self> {
        self.fields().into_iter().find(|field| field.key == key)
    }

    fn items(self) -> impl Iterator<Item = Self> {
        let schema = self.schema.get("items").unwrap_or(&Value::Null);
        let schema = resolve(self.root, schema);
        let items = match self.value {
            Ordered::List(items) => items.as_slice(),
            _ => &[],
        };
        items.iter().map(move |value| Self {
            schema,
            value,
            ..self
        })
    }

    /// Where it leads, if it is a link.
    fn href(&self) -> Option<&'a str> {
        match (self.format(), self.value) {
            (Some(format::LINK), link) => link.get("href").text(),
            (None, Ordered::Text(text)) => Some(text.as_str()).filter(|t| t.starts_with("https:")),
            _ => None,
        }
    }
}

/// Gathers what is read of one page.
pub(super) struct Walk<'a> {
    pub content: &'a Content,
    all: &'a Ordered,
    pub reading: Reading,
}

impl<'a> Walk<'a> {
    pub fn new(content: &'a Content, all: &'a Ordered) -> Self {
        let reading = Reading::default();
        Self {
            content,
            all,
            reading,
        }
    }

    /// What pages share, by the keys that lead to it.
    pub fn shared(&mut self, path: &str) {
        let mut keys = path.split('.');
        let file = keys.next().unwrap_or_default();
        let whole = Part::of(file, self.all.get(file));
        if let Some(part) = keys.try_fold(whole, Part::field) {
            self.part(part, path);
        }
    }

    /// The fields of a value, but for some.
    pub fn fields(&mut self, part: Part, without: &[&str]) {
        let fields = part.fields();
        let mut each = fields.iter();
        let words = each.find(|field| field.format() == Some(format::TEXT));
        let label = words.and_then(|words| words.value.text());
        for field in fields.iter().filter(|field| !without.contains(&field.key)) {
            match (field.value, part.value.get("heading").text()) {
                (Ordered::Text(text), heading) if DISCLAIMERS.contains(&field.key) => {
                    let of =
                        heading.map_or(format!("the {}", part.key), |words| format!("“{words}”"));
                    self.disclaimer(&format!("the {} of {of}", field.key), text);
                }
                _ => self.part(*field, label.unwrap_or(field.key)),
            }
        }
    }

    /// A value that stands beside others, of which the first text is the label.
    fn part(&mut self, part: Part, label: &str) {
        if let Some(href) = part.href() {
            return self.link(label, href);
        }
        match (part.format(), part.value) {
            (_, Ordered::Null(())) => {}
            (Some(format::RICH_TEXT), nodes) => self.prose(&nodes.nodes()),
            (Some(format::TIME_OF_YEAR), time) => {
                self.line(time.get("label").text().unwrap_or_default());
            }
            (Some(format::TEXT), Ordered::Text(text)) => self.line(text),
            (Some(format::IMAGE), Ordered::Text(file)) => self.reading.pictures.push(file.clone()),
            (Some(format::SCHEDULE), Ordered::Text(name)) => {
                self.reading.shows.insert(schedule(name));
            }
            (Some(format::EXTERNAL), Ordered::Text(name)) => {
                self.shared(&format!("site.external.{name}"));
            }
            (None, Ordered::Text(text)) if !part.is_name() => self.line(text),
            (_, Ordered::List(_)) => part.items().for_each(|item| self.part(item, label)),
            (_, Ordered::Map(_)) => {
                self.shows_kind(part.value);
                self.fields(part, &[]);
            }
            (_, simple) => self.mark(part.key, &simple.shown()),
        }
    }

    /// A block says by its kind what else of the content it shows.
    fn shows_kind(&mut self, block: &Ordered) {
        let kind = block.get("kind").text();
        self.reading.shows.extend(kind.map(str::to_owned));
        if kind == Some("article_list") {
            self.cards(self.content.articles.iter().map(|article| &**article));
        }
    }

    /// Articles in a list.
    pub fn cards<'s>(&mut self, articles: impl IntoIterator<Item = &'s Article>) {
        for article in articles {
            let Image { src, alt: _ } = &article.matter.hero;
            self.reading.pictures.push(src.to_string());
            self.title(article);
            self.line(&article.matter.excerpt);
        }
    }

    /// Another article, by its title.
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
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
