//! The parts that entries of the report are made of.

use super::escape::code;

/// A list item, with what belongs to it indented below it.
pub fn item(line: &str, below: &[String]) -> String {
    let mut out = format!("- {line}");
    for line in below.iter().flat_map(|part| part.lines()) {
        out.push('\n');
        if !line.is_empty() {
            out += "  ";
            out += line;
        }
    }
    out
}

/// What unfolds on a click.
pub fn folded(summary: &str, inside: &str) -> String {
    format!("<details><summary>{summary}</summary>\n\n{inside}\n\n</details>\n")
}

/// Where something is, of so many pages: by name while few, else counted and
/// folded below.
pub fn places(pages: &[String], every: usize) -> (String, Option<String>) {
    match pages {
        [] => ("on no page".to_owned(), None),
        all if all.len() == every && every > 4 => (format!("on all {every} pages"), None),
        few if few.len() <= 4 => (format!("on {}", codes(few)), None),
        many => {
            let fold = folded("The pages", &codes(many));
            (format!("on {} pages", many.len()), Some(fold))
        }
    }
}

fn codes(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| code(name)).collect();
    names.join(", ")
}

/// The first few of a list.
pub fn some(names: &[String]) -> String {
    match names {
        few if few.len() <= 5 => codes(few),
        many => format!("{} and {} more", codes(&many[..4]), many.len() - 4),
    }
}

pub fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
