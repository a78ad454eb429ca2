//! Components, and whatever else prose may not contain.

mod attributes;
mod component;
mod syntax;
mod unknown_component;

use crate::rule::Rule;

pub(super) static RULES: &[&Rule] = &[
    &attributes::ATTRIBUTES,
    &syntax::SYNTAX,
    &unknown_component::UNKNOWN_COMPONENT,
];
