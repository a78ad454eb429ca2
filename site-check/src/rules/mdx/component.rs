//! The components of a file's prose, and how they are written.

use crate::load::File;
use crate::load::markdown::tag::Tag;
use crate::load::markdown::{Kind, Node, Prose};
use site_schema::model::ComponentForm;
use std::ops::Range;

/// The help for HTML: what to write instead.
pub(super) const HTML: &str = "HTML is not allowed in prose, and only articles can have components. Write **words** for bold, *words* for italics, [words](/fees) for a link, ![what it shows](picture.jpg) for an image, \\ at the end of a line for a new line, --- for a rule, and an empty line between paragraphs. Write a literal less-than character as \\<.";

/// A component of prose, known or not.
pub(super) struct Component<'a> {
    pub prose: &'a Prose,
    pub node: &'a Node,
    pub tag: &'a Tag,
}

impl Component<'_> {
    /// The place of the tag's name in the file, with the < before it.
    pub fn name_span(&self) -> Range<usize> {
        let start = self.tag.span.start;
        let end = start + 1 + self.tag.name.len();
        self.prose.map.source(start..end)
    }
}

pub(super) fn components(file: &File) -> impl Iterator<Item = Component<'_>> {
    file.nodes().filter_map(|(prose, node)| match &node.kind {
        Kind::Component(tag) => Some(Component { prose, node, tag }),
        _ => None,
    })
}

/// Returns a component as an author writes it, with … for each text.
pub(super) fn example(form: &ComponentForm) -> String {
    let name = form.name.as_str();
    let mut tag = format!("<{name}");
    for attribute in form.required {
        tag += &format!(" {attribute}=\"…\"");
    }
    if form.has_children {
        format!("{tag}> … </{name}>")
    } else {
        format!("{tag} />")
    }
}
