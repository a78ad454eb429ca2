//! What an editor is told about a mistake in TOML.

use crate::diagnostic::line_at;
use crate::load::File;
use crate::load::scan::{Bare, Mistake, MistakeKind, ValueType};

/// The message of a mistake, and what to do.
pub struct Words {
    pub message: String,
    pub help: String,
}

impl Words {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: help.into(),
        }
    }
}

const CURLY: &str = "Put text in straight quotes (\"). Curly quotes are fine inside it.";
const SPACE: &str =
    "This line has a non-breaking space, as word processors insert it: delete it and type a space.";
const YAML: &str = "This is YAML. Write key = \"value\", dates and numbers without quotes, and similar lines likewise.";
const STRAY: &str = "Text over several lines goes between \"\"\". Otherwise write key = \"value\", or a section as [name] or [[name]].";
const GENERAL: &str = "Put text in straight quotes, = after a key, and lists in [ ]. Begin a section with [name] or [[name]].";

/// Returns the words for a mistake of a file.
pub fn of(file: &File, mistake: &Mistake) -> Words {
    match &mistake.kind {
        MistakeKind::OpenLongText(_)
        | MistakeKind::OpenText
        | MistakeKind::TextOverLines
        | MistakeKind::CurlyEnd
        | MistakeKind::CurlyQuotes
        | MistakeKind::InnerQuote
        | MistakeKind::Apostrophe
        | MistakeKind::Backslash => of_text(file, mistake),
        MistakeKind::Bare(bare) => of_bare(&file.text[mistake.span.clone()], bare),
        MistakeKind::Duplicate(first) => {
            let line = line_at(file, first.start);
            Words::new(
                format!("this is there already, in line {line}"),
                "A table can have each key once: delete or rename one of the two.",
            )
        }
        MistakeKind::SingleBrackets(name) => Words::new(
            format!("`{name}` is a list: each of its entries begins with two brackets"),
            format!(
                "Write two brackets, `[[{name}]]`, here and everywhere else that you find `[{name}]`."
            ),
        ),
        kind => of_structure(kind),
    }
}

/// Returns the words for a mistake in quotes.
fn of_text(file: &File, mistake: &Mistake) -> Words {
    match &mistake.kind {
        MistakeKind::OpenLongText(quotes) => Words::new(
            format!("this text begins with `{quotes}` and never ends"),
            format!("Write `{quotes}` after its last word."),
        ),
        MistakeKind::TextOverLines => Words::new(
            "this text goes on in another line",
            "Text over several lines goes between `\"\"\"`.",
        ),
        MistakeKind::CurlyEnd => Words::new(
            "this text begins with a straight quote and ends with a curly one",
            "Write a straight quote (\") here.",
        ),
        MistakeKind::CurlyQuotes if file.text[mistake.statement.clone()].contains('"') => {
            Words::new("this text begins with a curly quote", CURLY)
        }
        MistakeKind::CurlyQuotes => Words::new("this text is in curly quotes", CURLY),
        MistakeKind::InnerQuote => Words::new(
            "the quote inside ends the text",
            "The quote inside ends the text: write \\\". If the text ends here, write a comma before the next one.",
        ),
        MistakeKind::Apostrophe => Words::new(
            "the apostrophe ends a text in single quotes",
            "Use double quotes (\") around the text.",
        ),
        MistakeKind::Backslash => Words::new(
            "this backslash begins no character that TOML knows",
            "Write \\\\ for a backslash.",
        ),
        _ => Words::new(
            "this text is not closed",
            "Close the text with the quote that opened it (\"). Write a quote inside text as \\\".",
        ),
    }
}

/// Returns the words for a value without quotes.
fn of_bare(written: &str, bare: &Bare) -> Words {
    match bare {
        Bare::Number(right) if written.contains('.') || written.ends_with(char::is_alphabetic) => {
            Words::new(
                "a number is written with digits only",
                format!("Write {right}."),
            )
        }
        Bare::Number(right) if written.contains('$') => Words::new(
            "an amount is written with digits only",
            format!("Write {right}, without $ and commas."),
        ),
        Bare::Number(right) => Words::new(
            "a number has no commas",
            format!("Write {right}, without commas."),
        ),
        Bare::Rate(points) => Words::new(
            "a rate is a whole number of basis points, hundredths of a percent",
            format!("Write {points}."),
        ),
        Bare::Percentage => Words::new(
            "a percentage is no value",
            "Write only the number, or put text in straight quotes (\").",
        ),
        Bare::LeadingZero(right) => Words::new(
            "a number does not begin with zeros",
            format!("Write {right}."),
        ),
        Bare::Date(right) => Words::new(
            "a day is written as year-month-day",
            format!("Write {right}, without quotes."),
        ),
        Bare::NoSuchDay => Words::new(
            "no calendar has this day",
            "Write the day that is meant, such as 2026-01-31.",
        ),
        Bare::Boolean(right) if !written.eq_ignore_ascii_case(right) => Words::new(
            format!("this value must be true or false, not `{written}`"),
            format!("Write {right}, without quotes."),
        ),
        Bare::Boolean(right) => Words::new(
            "true and false are written in lower case",
            format!("Write {right}, without quotes."),
        ),
        Bare::Text => Words::new(
            "this value is text, and text has quotes",
            format!("Put it in straight quotes: \"{written}\"."),
        ),
        Bare::Other(value_type) => {
            let expected = expected(*value_type);
            Words::new(
                format!("this value must be {expected}, not `{written}`"),
                format!("Write {expected}."),
            )
        }
        Bare::QuoteAtEnd => Words::new(
            "the quote before this text is missing",
            "Write a straight quote (\") before its first word and after its last.",
        ),
        _ => Words::new(
            "text without quotes",
            "Put text in straight quotes (\"). Numbers, days, true and false have none.",
        ),
    }
}

/// Returns what a key of a type has as its value.
fn expected(value_type: ValueType) -> &'static str {
    match value_type {
        ValueType::Number => "a whole number, digits only",
        ValueType::Boolean => "true or false, without quotes",
        ValueType::Day => "a day without quotes, such as 2027-01-01",
        ValueType::List => "a list in square brackets",
        ValueType::Text | ValueType::Unknown => "text in straight quotes",
    }
}

/// Returns the words for what is wrong around keys and values.
fn of_structure(kind: &MistakeKind) -> Words {
    match kind {
        MistakeKind::OpenList => Words::new(
            "this list is not closed",
            "This list is not closed: write ].",
        ),
        MistakeKind::OpenTable => Words::new(
            "this table is not closed",
            "This table is not closed: write }.",
        ),
        MistakeKind::OpenHeader(right) => Words::new(
            "the brackets around this name are not complete",
            format!("Write `{right}`, as many brackets after the name as before it."),
        ),
        MistakeKind::BehindHeader => Words::new(
            "something follows the name of a section on its line",
            "Write each key on a line of its own, below the name.",
        ),
        MistakeKind::MissingComma => Words::new(
            "a comma is missing",
            "Write a comma between the two entries.",
        ),
        MistakeKind::ExtraComma => Words::new("one comma too many", "Delete the comma."),
        MistakeKind::EndMark(mark) => Words::new(
            format!("this line ends with `{mark}`"),
            format!("Delete the `{mark}`."),
        ),
        MistakeKind::ListWithoutBrackets => Words::new(
            "several values without brackets",
            "Put a list in square brackets: [\"…\", \"…\"].",
        ),
        MistakeKind::MissingEquals => Words::new(
            "no = between a key and its value",
            "Write = between the key and its value.",
        ),
        MistakeKind::ExtraEquals => Words::new(
            "one = too many",
            "Write = once between the key and its value.",
        ),
        MistakeKind::Colon => Words::new(
            "a colon between a key and its value",
            "Write = instead of the colon.",
        ),
        MistakeKind::MissingValue => Words::new(
            "this key has no value",
            "Write its value after the =, or delete the key.",
        ),
        MistakeKind::KeyAlone => Words::new(
            "this key has no value",
            "Write = and its value after the key, or delete the line.",
        ),
        MistakeKind::InvalidKey(right) => Words::new(
            "this is not a valid key",
            format!("Write a key without spaces, such as {right}."),
        ),
        MistakeKind::Yaml => Words::new("this is YAML, not TOML", YAML),
        MistakeKind::SlashComment => {
            Words::new("a comment begins with #", "Write # instead of //.")
        }
        MistakeKind::SpecialSpace => Words::new("this is not the space of the keyboard", SPACE),
        MistakeKind::BehindValue => Words::new(
            "something follows a value on its line",
            "Delete it. Only a comment (#) may follow a value; text goes in straight quotes (\").",
        ),
        MistakeKind::StrayLine => Words::new(
            "this line is neither a key with its value nor a section",
            STRAY,
        ),
        MistakeKind::TooDeep => Words::new(
            "this is nested too deeply",
            "This is nested too deeply: delete the characters that were typed or pasted many times.",
        ),
        MistakeKind::Other(message) => Words::new(format!("invalid TOML: {message}"), GENERAL),
        _ => Words::new("invalid TOML", GENERAL),
    }
}
