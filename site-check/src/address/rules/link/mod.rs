//! Links: their form, their words, and where they lead.

mod broken;
mod destination;
mod form;

pub(crate) use form::FORM;

use crate::address::addresses::WrittenAddress;
use crate::address::correct::corrected;
use crate::diagnostic::Diagnostic;
use crate::fix::Fix;
use crate::load::{File, Tree};
use crate::rule::{Diagnostics, Rule};

pub(crate) static RULES: &[&Rule] = &[
    &broken::BROKEN,
    &destination::ACCOUNT,
    &destination::LOOKALIKE,
    &destination::PRIVATE,
    &destination::TRACKING,
    &form::BARE,
    &form::EMPTY,
    &FORM,
    &form::VAGUE,
];

/// An address in a file, with the data to report it.
struct FoundAddress<'a> {
    file: &'a File,
    tree: &'a Tree,
    address: WrittenAddress<'a>,
}

impl FoundAddress<'_> {
    /// The address without spaces around it.
    fn text(&self) -> &str {
        self.address.text.trim()
    }

    /// Reports it, with the intended address if that is certain, and otherwise with `help`.
    fn report<'a>(
        &self,
        message: impl Into<String>,
        help: impl Into<String>,
        out: &'a mut Diagnostics,
    ) -> &'a mut Diagnostic {
        let WrittenAddress {
            text,
            span,
            is_link,
        } = &self.address;
        let diagnostic = out.at(self.file, span.clone(), message);
        diagnostic.quoting(self.text()).help(help);
        if !is_link {
            // The schema reports the same text if it isn't a web address.
            diagnostic.suppresses_its_span();
        }
        let right = corrected(text, self.file, self.tree);
        if let Some(right) = right
            && (*is_link || right.starts_with("https://"))
        {
            let fix = Fix::of_address(self.file, span, text, &right);
            diagnostic.help(format!("Write `{right}`.")).fix(fix);
        }
        diagnostic
    }
}
