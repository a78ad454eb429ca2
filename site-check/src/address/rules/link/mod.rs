//! Links: their form, where they lead, and the words that say so.

mod bare;
mod broken;
mod draft;
mod full;
mod lookalike;
mod markup;
mod private;
mod title;
mod undefined;
mod words;

pub(crate) use title::report as report_title;
pub(crate) use undefined::{report as report_undefined, report_footnote};

use crate::address::correct::corrected;
use crate::diagnostic::Diagnostic;
use crate::fix::Fix;
use crate::load::{File, Reference, Tree};
use crate::rule::{Diagnostics, Rule};

pub(crate) static RULES: &[&Rule] = &[
    &bare::BARE,
    &broken::BROKEN,
    &draft::DRAFT,
    &words::EMPTY,
    &lookalike::LOOKALIKE,
    &markup::MARKUP,
    &private::PRIVATE,
    &title::TITLE,
    &undefined::UNDEFINED,
    &words::VAGUE,
];

/// Reports a link, with the link that must be meant, or with what to do.
fn report<'a>(
    file: &File,
    link: &Reference,
    tree: &Tree,
    message: String,
    help: String,
    out: &'a mut Diagnostics,
) -> &'a mut Diagnostic {
    let diagnostic = out.at(file, link.span.clone(), message);
    diagnostic.quoting(&link.name);
    match corrected(&link.name, file, tree) {
        Some(right) => diagnostic
            .help(format!("Write `{right}`."))
            .fix(Fix::of_reference(file, link, &right)),
        None => diagnostic.help(help),
    }
}
