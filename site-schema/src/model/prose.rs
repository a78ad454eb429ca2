//! Rich text as a small typed tree: the result of compiling Markdown and article bodies.

use super::{Image, ResolvedLink, compiled};
use std::collections::BTreeMap;

compiled! {
    /// A part of rich text that takes up one or more lines.
    #[serde(tag = "type", rename_all = "snake_case")]
    pub enum Node {
        Paragraph { children: Vec<Inline> },
        Heading { level: u8, id: String, children: Vec<Inline> },
        List { ordered: bool, items: Vec<ListItem> },
        Quote { children: Vec<Node> },
        Table { alignments: Vec<Alignment>, header: Vec<Cell>, rows: Vec<Row> },
        CodeBlock { text: String },
        Divider,
        Component(Component),
    }

    /// A part of rich text within a line.
    #[serde(tag = "type", rename_all = "snake_case")]
    pub enum Inline {
        Text { text: String },
        Strong { children: Vec<Inline> },
        Emphasis { children: Vec<Inline> },
        Code { text: String },
        Link { link: ResolvedLink, children: Vec<Inline> },
        Image { image: Image },
        LineBreak,
    }

    pub struct ListItem {
        pub children: Vec<Node>,
    }

    /// The alignment of a column's cells; `Auto` if the author hasn't specified one.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum Alignment {
        Auto,
        Start,
        Center,
        End,
    }

    pub struct Cell {
        pub children: Vec<Inline>,
    }

    pub struct Row {
        pub cells: Vec<Cell>,
    }

    /// One of the components that articles may use.
    pub struct Component {
        pub name: ComponentName,
        pub attributes: Vec<Attribute>,
        pub children: Vec<Node>,
    }

    pub struct Attribute {
        pub name: String,
        pub value: String,
    }

    /// The components that articles may use. There are no others.
    #[derive(Copy, Hash)]
    #[schemars(extend("x-attributes" = BTreeMap::from(Self::FORMS.map(|it| (it.tag, it.required)))))]
    pub enum ComponentName {
        Buckets,
        Callout,
        Checklist,
        Disclaimer,
        KeyFigure,
        WorkedExample,
    }

    /// A heading of an article, for its table of contents.
    pub struct Heading {
        pub level: u8,
        pub id: String,
        pub text: String,
    }
}

/// The syntax of a component in articles.
pub struct ComponentForm {
    pub name: ComponentName,
    /// The name in a tag.
    tag: &'static str,
    pub required: &'static [&'static str],
    /// True if Markdown is between the component's opening and closing tags.
    pub has_children: bool,
}

impl ComponentForm {
    const fn new(
        name: ComponentName,
        tag: &'static str,
        required: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            tag,
            required,
            has_children: false,
        }
    }

    const fn with_children(self) -> Self {
        Self {
            has_children: true,
            ..self
        }
    }
}

impl ComponentName {
    /// Every component with its form, by name.
    pub const FORMS: [ComponentForm; 6] = [
        ComponentForm::new(Self::Buckets, "Buckets", &["cash", "bonds", "growth"]),
        ComponentForm::new(Self::Callout, "Callout", &["title"]).with_children(),
        ComponentForm::new(Self::Checklist, "Checklist", &["title"]).with_children(),
        ComponentForm::new(Self::Disclaimer, "Disclaimer", &["kind"]),
        ComponentForm::new(Self::KeyFigure, "KeyFigure", &["value", "label"]),
        ComponentForm::new(
            Self::WorkedExample,
            "WorkedExample",
            &["schedule", "assets"],
        )
        .with_children(),
    ];

    pub fn form(self) -> &'static ComponentForm {
        &Self::FORMS[self as usize]
    }

    pub fn as_str(self) -> &'static str {
        self.form().tag
    }

    pub fn parse(name: &str) -> Option<Self> {
        let form = Self::FORMS.iter().find(|form| form.tag == name);
        form.map(|form| form.name)
    }
}

/// Calls `visit` for every node, parents first.
pub fn each_node<'a>(nodes: &'a [Node], visit: &mut dyn FnMut(&'a Node)) {
    for node in nodes {
        visit(node);
        match node {
            Node::Quote { children } => each_node(children, visit),
            Node::Component(component) => each_node(&component.children, visit),
            Node::List { items, .. } => {
                for item in items {
                    each_node(&item.children, visit);
                }
            }
            _ => {}
        }
    }
}

/// Calls `visit` for every part of a line, parents first.
pub fn each_inline<'a>(line: &'a [Inline], visit: &mut dyn FnMut(&'a Inline)) {
    for part in line {
        visit(part);
        if let Inline::Strong { children }
        | Inline::Emphasis { children }
        | Inline::Link { children, .. } = part
        {
            each_inline(children, visit);
        }
    }
}

impl Node {
    /// Returns the lines of a paragraph, a heading or a table's cells.
    pub fn lines(&self) -> Vec<&[Inline]> {
        match self {
            Self::Paragraph { children } | Self::Heading { children, .. } => vec![children],
            Self::Table { header, rows, .. } => {
                let mut cells: Vec<&Cell> = header.iter().collect();
                for row in rows {
                    cells.extend(&row.cells);
                }
                cells.iter().map(|cell| cell.children.as_slice()).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Returns the visible text of rich text, with line breaks between nodes.
pub fn plain_text(nodes: &[Node]) -> String {
    let mut lines: Vec<String> = Vec::new();
    each_node(nodes, &mut |node| match node {
        Node::CodeBlock { text } => lines.push(text.clone()),
        Node::Component(component) => {
            for attribute in &component.attributes {
                if matches!(attribute.name.as_str(), "title" | "value" | "label") {
                    lines.push(attribute.value.clone());
                }
            }
        }
        _ => {
            for line in node.lines() {
                lines.push(inline_text(line));
            }
        }
    });
    lines.join("\n").trim_end().to_owned()
}

/// Returns the visible text of a line.
pub fn inline_text(line: &[Inline]) -> String {
    let mut out = String::new();
    each_inline(line, &mut |part| match part {
        Inline::Text { text } | Inline::Code { text } => out.push_str(text),
        Inline::LineBreak => out.push(' '),
        _ => {}
    });
    out
}
