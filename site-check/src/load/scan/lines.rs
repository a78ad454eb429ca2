//! The lines of TOML, and those that begin a statement.

/// Returns true for a character of a key without quotes.
pub fn is_bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// Returns the end of the line of a byte, before its line ending.
pub fn line_end(text: &str, at: usize) -> usize {
    match text[at..].find('\n') {
        Some(length) => at + length,
        None => text.len(),
    }
}

/// Returns the beginning of the line below that of a byte.
pub fn next_line(text: &str, at: usize) -> usize {
    (line_end(text, at.min(text.len())) + 1).min(text.len())
}

/// Returns whether a line looks like the beginning of a statement: a key with an equals sign, or a header.
pub fn begins_statement(line: &str) -> bool {
    value_of_line(line).is_some() || is_header(line)
}

/// Returns whether a line within a long text must be the beginning of a statement. Such a text may have words before
/// an equals sign, but hardly a value as TOML writes it.
pub fn begins_statement_in_text(line: &str) -> bool {
    let begins_value = |c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '[' | '{');
    match value_of_line(line) {
        Some(value) => value.starts_with(begins_value) || matches!(value, "true" | "false"),
        None => is_header(line),
    }
}

/// Returns what is behind the equals sign of a line that begins with a key.
fn value_of_line(line: &str) -> Option<&str> {
    let (key, value) = line.split_once('=')?;
    let key = key.trim_end();
    let is_part = |c: char| is_bare(c) || c == '.';
    let is_key = !key.is_empty() && key.chars().all(is_part);
    is_key.then(|| value.trim())
}

/// Returns whether a line is a header, such as `[meta]` or `[[blocks.items]]`.
fn is_header(line: &str) -> bool {
    let written = line.trim_end();
    let Some(inner) = written.strip_prefix('[') else {
        return false;
    };
    let name = inner.trim_start_matches('[').trim_end_matches(']');
    let is_part = |c: char| is_bare(c) || c == '.';
    let begins_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
    written.ends_with(']') && begins_name && name.chars().all(is_part)
}
