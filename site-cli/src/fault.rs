//! A mistake in a file that protects content, outside `content/`.

use site_check::diagnostic::{Diagnostic, Place, Severity, visible};
use std::fmt;
use std::ops::Range;

/// A mistake in a file that protects content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The path of the file, relative to the root of the repository.
    pub file: String,
    pub place: Option<Place>,
    /// True if the file only lags behind the content. That doesn't block the merge of an editor's change.
    pub is_warning: bool,
    /// What was expected and found.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl Fault {
    /// Returns an error about a whole file.
    pub fn of_file(file: &str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            place: None,
            is_warning: false,
            message: message.into(),
            help: help.into(),
        }
    }

    /// Adds the place, a span of the file's text.
    pub fn at(self, text: &str, span: Range<usize>) -> Self {
        Self {
            place: Some(Place::of_text(text, span)),
            ..self
        }
    }
}

impl From<Fault> for Diagnostic {
    fn from(fault: Fault) -> Self {
        let mut diagnostic = Self::of_file(&fault.file, fault.message);
        diagnostic.place = fault.place;
        diagnostic.help = fault.help;
        if fault.is_warning {
            diagnostic.severity = Severity::Warning;
        }
        diagnostic
    }
}

impl fmt::Display for Fault {
    /// Writes the mistake on one line.
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let mut at = self.file.clone();
        if let Some(Place { line, column, .. }) = self.place {
            at += &format!(":{line}:{column}");
        }
        let text = format!("{at}: {}; {}", self.message, self.help);
        formatter.write_str(&visible(&text))
    }
}
