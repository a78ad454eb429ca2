//! Merge conflicts that were committed unresolved.

use std::ops::Range;

/// The lines that Git left between two versions of a text.
pub fn conflicts(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        match mark(line) {
            Some('<') => open = open.or(Some(start)),
            Some('>') => found.push(open.take().unwrap_or(start)..end),
            Some('|') if open.is_none() => found.push(start..end),
            _ => {}
        }
        start = end;
    }
    found.extend(open.map(|at| at..text[at..].find('\n').map_or(text.len(), |end| at + end + 1)));
    found
}

/// The character of a marker line that Git writes into a conflict.
fn mark(line: &str) -> Option<char> {
    let line = line.trim_end();
    let first = line.chars().next()?;
    let rest = line.trim_start_matches(first);
    let is_mark = line.len() - rest.len() == 7
        && match first {
            '<' | '>' | '|' => rest.is_empty() || rest.starts_with(' '),
            '=' => rest.is_empty(),
            _ => false,
        };
    is_mark.then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_marker_is_one_too_and_a_heading_is_none() {
        assert_eq!(conflicts("a\n>>>>>>> other\nb\n").len(), 1);
        assert_eq!(conflicts("a\n<<<<<<< HEAD\nb\n").len(), 1);
        assert!(conflicts("Heading\n=======\n").is_empty());
        assert!(conflicts("> > > > > > > quoted\n>>>>>>>> eight\n").is_empty());
    }
}
