//! TOML with mistakes, read without them: each statement that has one gives way to one that can
//! be read, so that nothing else is lost, and what is missing is certainly missing.

use super::kind::FileKind;
use super::scan::{self, Mistake, MistakeKind, Scan, Statement};
use super::value_type;
use serde_json::Value;
use site_schema::schemas::{SCHEMAS, resolve};
use std::collections::BTreeSet;
use std::ops::Range;
use toml::de::DeValue;

/// A text of TOML in which statements with mistakes are replaced.
#[derive(Debug, Default)]
pub struct Recovered {
    pub text: String,
    pub mistakes: Vec<Mistake>,
    pub replacements: Replacements,
    statements: Vec<Statement>,
}

/// The parts of a text that others replace.
#[derive(Debug, Clone, Default)]
pub struct Replacements(Vec<Replacement>);

#[derive(Debug, Clone)]
struct Replacement {
    /// The bytes of the text as it is written.
    written: Range<usize>,
    /// Those of what stands in their place, in the text with all replacements.
    replaced: Range<usize>,
    /// The number of bytes with which both begin, such as those of the key.
    common: usize,
}

impl Recovered {
    /// Recovers a text of a kind of file.
    pub fn of(text: &str, kind: &FileKind) -> Self {
        let Scan {
            statements,
            mut mistakes,
        } = scan::scan(text, is_value);
        let root = &SCHEMAS[kind.schema_name()];
        for mistake in &mut mistakes {
            value_type::fit(mistake, text, &statements, root);
        }
        let single = single_brackets(text, &statements, kind);
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        for mistake in &mistakes {
            edits.push((mistake.statement.clone(), readable(text, mistake)));
        }
        for header in &single {
            edits.push((header.clone(), format!("[{}]", &text[header.clone()])));
        }
        edits.sort_by_key(|(span, _)| span.start);

        mistakes.extend(bracket_mistakes(text, single));
        mistakes.sort_by_key(|mistake| mistake.span.start);
        let (text, replacements) = replace(text, edits);
        Self {
            text,
            mistakes,
            replacements,
            statements,
        }
    }

    /// Adds what the parser finds in the recovered text: an error at a span of `written`.
    pub fn add(&mut self, written: &str, message: &str, span: Range<usize>) {
        let first = first_of(written, &self.statements, span.start);
        let is_duplicate = message.contains("duplicate key");
        if is_duplicate && first.is_none() && self.is_below_duplicate(span.start) {
            return;
        }
        let kind = match first {
            Some(first) if is_duplicate => MistakeKind::Duplicate(first),
            _ if message.contains("recursion limit") => MistakeKind::TooDeep,
            _ => MistakeKind::Other(message.to_owned()),
        };
        let is_key =
            matches!(kind, MistakeKind::Duplicate(_)) && !written[span.start..].starts_with('[');
        self.mistakes.push(Mistake {
            may_hide_keys: !is_key,
            kind,
            statement: span.clone(),
            span,
            key: None,
        });
    }
}

impl Recovered {
    /// Returns whether a byte is below a header that is there already, so that its keys may be there, too.
    fn is_below_duplicate(&self, at: usize) -> bool {
        let mut headers = self.statements.iter().rev();
        let header = headers.find(|statement| statement.is_header && statement.name.start <= at);
        let Some(header) = header else {
            return false;
        };
        let mut mistakes = self.mistakes.iter();
        mistakes.any(|mistake| {
            matches!(mistake.kind, MistakeKind::Duplicate(_))
                && header.name.contains(&mistake.span.start)
        })
    }
}

impl Replacements {
    /// Returns the span of the text as it is written for one of the text with replacements.
    pub fn written(&self, span: Range<usize>) -> Range<usize> {
        let start = self.written_byte(span.start);
        start..self.written_byte(span.end).max(start)
    }

    fn written_byte(&self, at: usize) -> usize {
        let next = self.0.partition_point(|part| part.replaced.start <= at);
        let Some(before) = next.checked_sub(1).and_then(|last| self.0.get(last)) else {
            return at;
        };
        if at < before.replaced.end {
            let within = at - before.replaced.start;
            return if within <= before.common {
                before.written.start + within
            } else {
                before.written.end
            };
        }
        before.written.end + (at - before.replaced.end)
    }
}

fn is_value(text: &str) -> bool {
    DeValue::parse(text).is_ok()
}

/// Returns what stands in place of a statement with a mistake.
fn readable(text: &str, mistake: &Mistake) -> String {
    match (&mistake.kind, &mistake.key) {
        (MistakeKind::OpenHeader(right), _) => right.clone(),
        (_, Some(key)) => format!("{} = 0", &text[key.clone()]),
        _ => String::new(),
    }
}

/// Returns a text with edits made, which are in order.
fn replace(text: &str, edits: Vec<(Range<usize>, String)>) -> (String, Replacements) {
    let mut out = String::with_capacity(text.len());
    let mut replacements = Vec::new();
    let mut from = 0;
    for (written, with) in edits {
        out += &text[from..written.start];
        let start = out.len();
        out += &with;
        from = written.end;
        replacements.push(Replacement {
            common: common_start(&text[written.clone()], &with),
            written,
            replaced: start..out.len(),
        });
    }
    out += &text[from..];
    (out, Replacements(replacements))
}

/// Returns the number of bytes with which two texts begin alike.
fn common_start(one: &str, other: &str) -> usize {
    let mut length = 0;
    for (a, b) in one.chars().zip(other.chars()) {
        if a != b {
            break;
        }
        length += a.len_utf8();
    }
    length
}

/// Returns the headers in single brackets of what is a list in a kind of file.
fn single_brackets(text: &str, statements: &[Statement], kind: &FileKind) -> Vec<Range<usize>> {
    let root = &SCHEMAS[kind.schema_name()];
    let mut headers = Vec::new();
    for statement in statements {
        let written = &text[statement.name.clone()];
        if statement.is_header && !written.starts_with("[[") && is_list(root, inner(written)) {
            headers.push(statement.name.clone());
        }
    }
    headers
}

/// Returns a mistake for each list whose headers have single brackets: the first of them.
fn bracket_mistakes(text: &str, headers: Vec<Range<usize>>) -> Vec<Mistake> {
    let mut names = BTreeSet::new();
    let mut mistakes = Vec::new();
    for header in headers {
        let name = inner(&text[header.clone()]);
        if names.insert(name) {
            mistakes.push(Mistake {
                kind: MistakeKind::SingleBrackets(name.to_owned()),
                span: header.clone(),
                statement: header,
                key: None,
                may_hide_keys: false,
            });
        }
    }
    mistakes
}

/// Returns the name in the brackets of a header.
fn inner(header: &str) -> &str {
    header.trim_matches(['[', ']']).trim()
}

/// Returns whether a schema has a list of tables under a name such as `blocks.items`.
fn is_list(root: &Value, name: &str) -> bool {
    let mut schemas = vec![root];
    for key in name.split('.') {
        let mut inner = Vec::new();
        for schema in schemas {
            for table in tables(root, schema) {
                let others = &table["additionalProperties"];
                inner.push(table["properties"].get(key).unwrap_or(others));
            }
        }
        schemas = inner;
    }
    let is_list_of_tables = |schema: &Value| {
        let schema = resolve(root, schema);
        schema["type"] == "array" && resolve(root, &schema["items"])["type"] != "string"
    };
    schemas.into_iter().any(is_list_of_tables)
}

/// Returns the schemas of the tables that a schema allows: those of a list's entries, and
/// each of several choices.
fn tables<'a>(root: &'a Value, schema: &'a Value) -> Vec<&'a Value> {
    let mut table = resolve(root, schema);
    if table["type"] == "array" {
        table = resolve(root, &table["items"]);
    }
    match table["oneOf"].as_array() {
        Some(choices) => choices.iter().map(|choice| resolve(root, choice)).collect(),
        None => vec![table],
    }
}

/// Returns the name that the one at a byte repeats: a key of the same table, or a header.
fn first_of(text: &str, statements: &[Statement], at: usize) -> Option<Range<usize>> {
    let index = statements
        .iter()
        .position(|statement| statement.name.start <= at && at < statement.name.end)?;
    let own = &statements[index];
    let name = &text[own.name.clone()];
    for earlier in statements[..index].iter().rev() {
        if !own.is_header && earlier.is_header {
            return None;
        }
        if earlier.is_header == own.is_header && text[earlier.name.clone()] == *name {
            return Some(earlier.name.clone());
        }
    }
    None
}
