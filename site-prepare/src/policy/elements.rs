//! The elements of a page, as a browser without scripts parses it: what is in `<noscript>` counts.
//!
//! html5ever calls [`Elements`] while it parses. A policy needs no tree: each element is kept with the text directly in it, and its place
//! is not.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use html5ever::driver::{self, ParseOpts};
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ExpandedName, LocalName, QualName, ns};

pub struct Element {
    name: QualName,
    attributes: Vec<Attribute>,
    text: RefCell<String>,
}

impl Element {
    fn new(name: QualName, attributes: Vec<Attribute>) -> Rc<Self> {
        Rc::new(Self {
            name,
            attributes,
            text: RefCell::default(),
        })
    }

    /// A node that isn't an element.
    fn unnamed() -> Rc<Self> {
        Self::new(QualName::new(None, ns!(), LocalName::default()), Vec::new())
    }

    pub fn name(&self) -> &str {
        &self.name.local
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let found = attributes.find(|attribute| &*attribute.name.local == name)?;
        Some(&found.value)
    }

    /// The text directly in the element: all of it in a script or a style.
    pub fn text(&self) -> String {
        self.text.borrow().clone()
    }
}

/// Returns all elements of a page.
pub fn elements(html: &str) -> Vec<Rc<Element>> {
    let elements = Elements {
        document: Element::unnamed(),
        created: RefCell::default(),
    };
    let mut options = ParseOpts::default();
    options.tree_builder.scripting_enabled = false;
    driver::parse_document(elements, options).one(html)
}

struct Elements {
    document: Rc<Element>,
    created: RefCell<Vec<Rc<Element>>>,
}

impl TreeSink for Elements {
    type Handle = Rc<Element>;
    type Output = Vec<Rc<Element>>;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Self::Output {
        self.created.into_inner()
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        _: ElementFlags,
    ) -> Rc<Element> {
        let element = Element::new(name, attributes);
        self.created.borrow_mut().push(Rc::clone(&element));
        element
    }

    fn append(&self, parent: &Rc<Element>, child: NodeOrText<Rc<Element>>) {
        if let NodeOrText::AppendText(text) = child {
            parent.text.borrow_mut().push_str(&text);
        }
    }

    fn get_document(&self) -> Rc<Element> {
        Rc::clone(&self.document)
    }

    fn elem_name<'a>(&'a self, element: &'a Rc<Element>) -> ExpandedName<'a> {
        element.name.expanded()
    }

    fn same_node(&self, a: &Rc<Element>, b: &Rc<Element>) -> bool {
        Rc::ptr_eq(a, b)
    }

    fn get_template_contents(&self, template: &Rc<Element>) -> Rc<Element> {
        Rc::clone(template)
    }

    fn create_comment(&self, _: StrTendril) -> Rc<Element> {
        Element::unnamed()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Rc<Element> {
        Element::unnamed()
    }

    // The rest is about places, and about the document.

    fn append_before_sibling(&self, _: &Rc<Element>, _: NodeOrText<Rc<Element>>) {}

    fn append_based_on_parent_node(
        &self,
        _: &Rc<Element>,
        _: &Rc<Element>,
        _: NodeOrText<Rc<Element>>,
    ) {
    }

    fn remove_from_parent(&self, _: &Rc<Element>) {}

    fn reparent_children(&self, _: &Rc<Element>, _: &Rc<Element>) {}

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn add_attrs_if_missing(&self, _: &Rc<Element>, _: Vec<Attribute>) {}

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn parse_error(&self, _: Cow<'static, str>) {}
}
