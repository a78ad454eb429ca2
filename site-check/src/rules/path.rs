use super::{Check, Diagnostic, File, FileKind, Report, Rule, Severity, Tree, link};
use crate::fix::Fix;
use crate::load::Target;
use crate::names::nearest;
use serde_json::Value;
use std::ops::Range;

pub static RULES: &[Rule] = &[Rule {
    code: "path/form",
    severity: Severity::Error,
    summary: "The path of a page, an image or a file contains %20, a backslash, .. or a superfluous folder.",
    why: "Such paths work on one machine and break on another, and .. leads out of the content.",
    bad: "content/pages/about.toml\nportrait = { src = \"../images/the%20founder.svg\", alt = \"The founder\" }",
    good: "content/pages/about.toml\nportrait = { src = \"portrait-founder.svg\", alt = \"The founder\" }",
    checks: &[Check::File(check)],
}];

fn check(file: &File, tree: &Tree, report: &mut Report) {
    for image in file.uses_of(Target::Image) {
        let name = &image.name;
        if let Some(what) = image_fault(name, tree) {
            let last = decoded(name.rsplit(['/', '\\']).next().unwrap_or_default());
            let plain = tidy(&last);
            let right = Some(&plain).filter(|plain| tree.images.contains(*plain));
            let fix = right.and_then(|right| Fix::instead(file, image.span.clone(), name, right));
            let help = match right {
                Some(right) => format!("Write `{right}`, the file's name in content/images."),
                None => format!(
                    "Write the file's name in content/images, without folders. A name without spaces is `{plain}`."
                ),
            };
            report.cause(
                at(file, image.span.clone(), name, &what)
                    .help(help)
                    .fix(fix),
            );
        }
    }
    for used in file.uses_of(Target::Link) {
        if let Some(what) = link_fault(&used.name) {
            let path = decoded(used.name.split(['?', '#']).next().unwrap_or_default());
            let parts = path
                .split(['/', '\\'])
                .filter(|part| !matches!(*part, "" | "." | ".."));
            let path = parts.map(tidy).collect::<Vec<_>>().join("/");
            report.cause(
                at(file, used.span.clone(), &used.name, &what)
                    .help(format!(
                        "Write the page's whole path from the first slash, such as /{path}."
                    ))
                    .fix(link::fix(file, used, tree)),
            );
        }
    }
    if file.kind == FileKind::Facts {
        check_exceptions(file, tree, report);
    }
}

fn at(file: &File, place: Range<usize>, name: &str, what: &str) -> Diagnostic {
    Diagnostic::at(file, place, format!("this path {what}"))
        .expected("a plain path of small letters, digits, hyphens and slashes")
        .quoting(name)
}

fn image_fault(name: &str, tree: &Tree) -> Option<String> {
    if tree.images.contains(name) || name.contains("://") {
        return None;
    }
    let fault = match encoded(name) {
        Some(code) => return Some(format!("contains the code {code}")),
        None if name.contains('\\') => "contains a backslash",
        None if name.split('/').any(|part| part == "..") => "leads out of its folder",
        None if name.contains('/') => "contains a folder",
        None => return None,
    };
    Some(fault.to_owned())
}

fn link_fault(name: &str) -> Option<String> {
    let inside = name.starts_with(['/', '\\', '.']) && !name.starts_with("//");
    let path = name.split(['?', '#']).next().unwrap_or_default();
    if !inside || path.is_empty() {
        return None;
    }
    let fault = match encoded(path) {
        Some(code) => return Some(format!("contains the code {code}")),
        None if path.contains('\\') && !path.starts_with("\\\\") => "contains a backslash",
        None if path.split('/').any(|part| matches!(part, "." | "..")) => "contains . or ..",
        None => return None,
    };
    Some(fault.to_owned())
}

/// The files in which a fact's figure means something else must exist.
fn check_exceptions(file: &File, tree: &Tree, report: &mut Report) {
    for (name, fact) in file.document.value.as_object().into_iter().flatten() {
        let files = fact
            .get("means_something_else_in")
            .and_then(Value::as_array);
        for (index, path) in files.into_iter().flatten().enumerate() {
            let Some(path) = path.as_str() else { continue };
            let mut known = tree.files.iter().map(|file| file.path.as_str());
            if path.trim().is_empty() || known.clone().any(|known| known == path) {
                continue;
            }
            let pointer = format!("/{name}/means_something_else_in/{index}");
            let help = match nearest(path, &mut known) {
                Some(near) => format!("Did you mean `{near}`?"),
                None => "Write a file's path from content/, or delete the entry.".to_owned(),
            };
            let place = file.document.place(&pointer);
            report.cause(at(file, place, path, "leads to no content file").help(help));
        }
    }
}

/// The first code of a path, such as %20.
fn encoded(path: &str) -> Option<&str> {
    let at = path.find('%')?;
    let code = path.get(at..at + 3)?;
    let is_code = code[1..].chars().all(|c| c.is_ascii_hexdigit());
    is_code.then_some(code)
}

fn decoded(path: &str) -> String {
    path.replace("%20", " ")
        .replace("%2F", "/")
        .replace("%2f", "/")
}

fn tidy(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}
