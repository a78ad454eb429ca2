//! Reads any part of the content: each value by its type, in the order of the types.

use super::values::format_value;
use super::{ReadLink, Reading, schedule};
use site_schema::model::{
    Article, Component, Content, Inline, Node, Reflect, Value, each_inline, each_node, inline_text,
};
use std::slice;

/// The keys of disclaimers: texts that the law or the firm requires on a page.
const DISCLAIMERS: [&str; 2] = ["disclaimer", "disclosure"];

/// Collects the reading of one page.
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

    /// Reads the value of a key. `label` is the text of its link.
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
            | Value::TimeZoneName(_) => self.mark(key, &format_value(value)),
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

    /// Reads a part that can move.
    pub fn part(&mut self, read: impl FnOnce(&mut Self)) {
        let number = self.reading.parts.len();
        let start = self.reading.lines.len();
        self.reading.parts.push(start..start);
        read(self);
        self.reading.parts[number].end = self.reading.lines.len();
    }

    /// Reads the fields of the value of a key, except some. The first text among them is the label
    /// of the links next to it.
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
                // The identifier of a tax date, which only calendar programs read.
                Value::String(id) if *name == "id" => self.mark(name, id),
                _ => self.value(name, field, label.unwrap_or(name)),
            }
        }
    }

    /// Reads what a block of this kind shows from the rest of the content.
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

    /// Reads the index of subjects, each with its articles.
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

    /// Reads an external link that content/site.toml defines.
    fn external(&mut self, name: &str) {
        if let Some(link) = self.content.site.external.get(name) {
            self.fields(name, &link.reflect(), &[]);
        }
    }

    /// Reads the card of an article in a list.
    pub fn card(&mut self, article: &Article) {
        let picture = &article.matter.hero.src;
        self.reading.pictures.push(picture.to_string());
        self.title(article);
        self.line(&article.matter.excerpt);
    }

    /// Reads a link to an article; its words are the title.
    pub fn title(&mut self, article: &Article) {
        self.line(&article.matter.title);
        self.link(&article.matter.title, &article.route);
    }

    pub fn line(&mut self, words: &str) {
        let words = normalize_spaces(words);
        if !words.is_empty() {
            self.reading.lines.push(words);
        }
    }

    pub fn link(&mut self, label: &str, href: &str) {
        self.reading.links.push(ReadLink {
            label: normalize_spaces(label),
            href: href.to_owned(),
        });
    }

    pub fn mark(&mut self, key: &str, value: &str) {
        let key = key.replace('_', " ");
        self.reading.marks.push(format!("{key} {value}"));
    }

    pub fn disclaimer(&mut self, name: &str, text: &str) {
        self.line(text);
        let disclaimer = (name.to_owned(), normalize_spaces(text));
        self.reading.disclaimers.push(disclaimer);
    }
}

/// Returns words separated by single spaces.
fn normalize_spaces(words: &str) -> String {
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

impl Reader<'_> {
    pub fn prose(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.part(|reader| reader.with_inner_nodes(node));
        }
    }

    fn with_inner_nodes(&mut self, node: &Node) {
        each_node(slice::from_ref(node), &mut |inner| self.node(inner));
    }

    /// Reads a node, but not its children.
    fn node(&mut self, node: &Node) {
        match node {
            Node::CodeBlock { text } => self.line(text),
            Node::Component(component) => self.component(component),
            _ => {
                for line in node.lines() {
                    self.words(line);
                }
                if let Node::Heading { id, .. } = node {
                    self.mark("anchor", id);
                }
            }
        }
    }

    /// Reads the text of one line, then its links and pictures.
    fn words(&mut self, line: &[Inline]) {
        self.line(&inline_text(line));
        each_inline(line, &mut |part| match part {
            Inline::Link { link, children } => self.link(&inline_text(children), &link.href),
            Inline::Image { image } => {
                self.reading.pictures.push(image.src.to_string());
                self.line(&image.alt);
            }
            _ => {}
        });
    }

    /// Reads the attributes that a component shows.
    fn component(&mut self, component: &Component) {
        for attribute in &component.attributes {
            let value = &attribute.value;
            match attribute.name.as_str() {
                "kind" => {
                    let text = self.content.site.disclaimers.get(value);
                    self.disclaimer(value, text.map_or("", |text| &**text));
                }
                "schedule" => {
                    self.reading.shows.insert(schedule(value));
                }
                _ => self.line(value),
            }
        }
    }
}
