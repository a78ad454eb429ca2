//! How large and how deeply nested content may be. Within these limits every
//! parser answers at once; beyond them some take minutes, or all of the stack.

use std::ops::Range;

/// The most bytes of a TOML file or an article: a hundred times the usual.
pub const MAX_FILE: u64 = 256 * 1024;
/// The most bytes of the ledger of addresses: some 80,000 of them.
pub const MAX_LEDGER: u64 = 4 * 1024 * 1024;
/// The most bytes of one text of Markdown, an article's body included: some 10,000 words.
pub const MAX_PROSE: usize = 64 * 1024;
/// The most bytes of a picture.
pub const MAX_IMAGE: u64 = 10 * 1024 * 1024;
/// The most levels of lists, quotes, brackets, components, tables and arrays within one another.
/// Each is up to four levels of the compiled file, which a reader of JSON takes 128 of.
pub const MAX_DEPTH: usize = 24;

/// Where TOML is nested more deeply than it may be.
pub fn too_deep_toml(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let bytes = &text.as_bytes()[range.clone()];
    let (mut at, mut open, mut dots) = (0, 0_usize, 0_usize);
    while at < bytes.len() {
        match bytes[at] {
            b'#' => at += line_length(&bytes[at..]),
            b'"' | b'\'' => {
                at += string_length(&bytes[at..]);
                continue;
            }
            b'[' | b'{' => {
                open += 1;
                dots = 0;
            }
            b']' | b'}' => open = open.saturating_sub(1),
            b'=' | b',' | b'\n' => dots = 0,
            b'.' => dots += 1,
            _ => {}
        }
        if open > MAX_DEPTH || dots > MAX_DEPTH {
            return Some(range.start + at..range.start + at + 1);
        }
        at += 1;
    }
    None
}

fn line_length(bytes: &[u8]) -> usize {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    end.unwrap_or(bytes.len()).saturating_sub(1)
}

/// The length of the TOML string that begins here.
fn string_length(bytes: &[u8]) -> usize {
    let quote = bytes[0];
    let long = bytes.len() >= 3 && bytes[..3] == [quote; 3];
    let delimiter = if long { 3 } else { 1 };
    let mut at = delimiter;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 1,
            b'\n' if !long => return at,
            byte if byte == quote && (!long || bytes[at..].starts_with(&[quote; 3])) => {
                return at + delimiter;
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toml_may_be_nested_but_not_without_end() {
        let deep = |text: &str| too_deep_toml(text, 0..text.len()).is_some();
        assert!(deep(&format!("a = {}", "[".repeat(40))));
        assert!(deep(&format!("{}b = 1", "a.".repeat(40))));
        assert!(deep(&format!("[{}b]", "a.".repeat(40))));
        assert!(!deep(&format!("a = \"{}\"", "[.".repeat(40))));
        assert!(!deep(&format!("a = '''\n{}\n'''", "[".repeat(40))));
        assert!(!deep(&format!("# {}", "[".repeat(40))));
        assert!(!deep(&"a = [1.5, 2.5]\n".repeat(40)));
        assert!(!deep("a = \"\\\"[\"\n"));
    }
}
