use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::Fix;
use crate::link::corrected;
use crate::load::{File, FileKind, Target, Tree};
use serde_json::Value;
use std::ops::Range;

pub static RULE: Rule = Rule {
    code: "path/form",
    severity: Severity::Error,
    summary: "The path of a page, an image or a file is written as no path here is: with %20, a backslash, .. or a folder too many.",
    why: "Such paths work on one machine and break on another, and .. leads out of the content.",
    bad: "content/pages/about.toml\nportrait = { src = \"../images/the%20founder.svg\", alt = \"The founder\" }",
    good: "content/pages/about.toml\nportrait = { src = \"portrait-founder.svg\", alt = \"The founder\" }",
    checks: &[Check::File(check)],
};

fn check(file: &File, tree: &Tree, report: &mut Report) {
    for image in file.uses_of(Target::Image) {
        if let Some(fault) = image_fault(&image.name, tree) {
            tell(file, &image.name, image.span.clone(), &fault, report);
        }
    }
    for link in file.uses_of(Target::Link) {
        if let Some(mut fault) = link_fault(&link.name) {
            fault.right = corrected(&link.name, file, tree);
            tell(file, &link.name, link.span.clone(), &fault, report);
        }
    }
    if file.kind == FileKind::Facts {
        check_exceptions(file, tree, report);
    }
}

fn tell(file: &File, name: &str, place: Range<usize>, fault: &Fault, report: &mut Report) {
    let right = fault.right.as_deref();
    let fix = right.and_then(|to| Fix::instead(file, place.clone(), name, to));
    report.cause(
        Diagnostic::at(file, place.clone(), format!("this path {}", fault.what))
            .expected("a plain path with slashes, small letters, digits and hyphens")
            .found(format!("`{name}`"))
            .help(fault.help.clone())
            .fix(fix),
        place,
    );
}

/// What is wrong with a path.
struct Fault {
    what: String,
    help: String,
    /// The path that must be meant.
    right: Option<String>,
}

fn image_fault(name: &str, tree: &Tree) -> Option<Fault> {
    if tree.images.contains(name) || name.contains("://") {
        return None;
    }
    let last = decoded(name.rsplit(['/', '\\']).next().unwrap_or_default());
    let what = if let Some(code) = encoded(name) {
        format!("has the code {code} in it")
    } else if name.contains('\\') {
        "has a backslash in it".to_owned()
    } else if name.split('/').any(|part| part == "..") {
        "leads out of its folder".to_owned()
    } else if name.contains('/') {
        "names a folder".to_owned()
    } else {
        return None;
    };
    let plain = tidy(&last);
    let right = tree.images.contains(&plain).then(|| plain.clone());
    let help = if right.is_some() {
        format!("Write `{plain}`: an image is named by its file in content/images alone.")
    } else {
        format!(
            "Name the file as it stands in content/images, without folders; a name without spaces is `{plain}`."
        )
    };
    Some(Fault { what, help, right })
}

fn link_fault(name: &str) -> Option<Fault> {
    let inside = name.starts_with(['/', '\\', '.']) && !name.starts_with("//");
    let path = name.split(['?', '#']).next().unwrap_or_default();
    if !inside || path.is_empty() {
        return None;
    }
    let what = if let Some(code) = encoded(path) {
        format!("has the code {code} in it")
    } else if path.contains('\\') && !path.starts_with("\\\\") {
        "has a backslash in it".to_owned()
    } else if path.split('/').any(|part| matches!(part, "." | "..")) {
        "has . or .. in it".to_owned()
    } else {
        return None;
    };
    let parts: Vec<String> = decoded(path)
        .split(['/', '\\'])
        .filter(|part| !matches!(*part, "" | "." | ".."))
        .map(tidy)
        .collect();
    let help = format!(
        "Write the page's whole path from the first slash on, as in /{}.",
        parts.join("/")
    );
    Some(Fault {
        what,
        help,
        right: None,
    })
}

/// The files in which a fact's figure means something else must be there.
fn check_exceptions(file: &File, tree: &Tree, report: &mut Report) {
    for (name, fact) in file.document.value.as_object().into_iter().flatten() {
        let files = fact
            .get("means_something_else_in")
            .and_then(Value::as_array);
        for (index, path) in files.into_iter().flatten().enumerate() {
            let Some(path) = path.as_str() else { continue };
            if tree.files.iter().any(|known| known.path == path) || path.trim().is_empty() {
                continue;
            }
            let known = tree.files.iter().map(|file| file.path.as_str());
            let near = crate::names::nearest(path, known);
            let place = file
                .document
                .place(&format!("/{name}/means_something_else_in/{index}"));
            let help = near.map_or_else(
                || "Write a file's path from content/ on, or delete the entry.".to_owned(),
                |near| format!("Did you mean `{near}`?"),
            );
            let fault = Fault {
                what: "leads to no content file".to_owned(),
                help,
                right: None,
            };
            tell(file, path, place, &fault, report);
        }
    }
}

/// The first code of a path, such as %20.
fn encoded(path: &str) -> Option<&str> {
    let at = path.find('%')?;
    let code = path.get(at..at + 3)?;
    code[1..]
        .chars()
        .all(|c| c.is_ascii_hexdigit())
        .then_some(code)
}

fn decoded(path: &str) -> String {
    path.replace("%20", " ")
        .replace("%2F", "/")
        .replace("%2f", "/")
}

fn tidy(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}
