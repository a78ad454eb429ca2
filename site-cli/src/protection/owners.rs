//! `.github/CODEOWNERS` beside the files that are there: all that reaches visitors has an owner, and what only compliance
//! can judge has compliance.

use super::Fault;
use crate::approvers;
use crate::duties::is_for_compliance;
use crate::run::capture_stdout;
use crate::workspace::Workspace;
use anyhow::Result;
use fs_err as fs;
use regex::Regex;

const PATH: &str = ".github/CODEOWNERS";

/// The file by whose owners compliance is known: it says who may approve.
const COMPLIANCE: &str = approvers::PATH;

/// More files without an owner than these are not listed.
const LISTED: usize = 5;

/// A line of the file.
struct Line {
    number: usize,
    pattern: String,
    expression: Regex,
    owners: Vec<String>,
}

/// Returns what the file lacks.
pub fn faults(workspace: &Workspace) -> Result<Vec<Fault>> {
    let Ok(text) = fs::read_to_string(workspace.path(PATH)) else {
        return Ok(vec![fault(
            None,
            "expected the owners of all files, and the file can't be read".to_owned(),
        )]);
    };
    let Ok(listed) = capture_stdout(&mut workspace.git(&["ls-files", "-z"])) else {
        // Without Git nobody knows which files there are.
        return Ok(Vec::new());
    };
    let mut paths = Vec::new();
    for path in listed.split_terminator('\0') {
        paths.push(path.to_owned());
    }
    if paths.is_empty() {
        // A copy within another repository.
        return Ok(Vec::new());
    }
    let (lines, mut faults) = parse(&text);
    faults.extend(unused(&lines, &paths));
    faults.extend(unowned(&lines, &paths));
    let disclaiming = with_disclaimer(workspace, &paths);
    faults.extend(not_of_compliance(&lines, &paths, &disclaiming));
    Ok(faults)
}

/// Reads the lines; those that GitHub would skip are faults.
fn parse(text: &str) -> (Vec<Line>, Vec<Fault>) {
    let mut lines = Vec::new();
    let mut faults = Vec::new();
    for (number, written) in (1..).zip(text.lines()) {
        let (line, _) = written.split_once('#').unwrap_or((written, ""));
        let mut words = line.split_whitespace();
        let Some(pattern) = words.next() else {
            continue;
        };
        let owners: Vec<String> = words.map(str::to_owned).collect();
        for owner in &owners {
            if !owner.contains('@') {
                let message = format!(
                    "expected owners as @name, @organization/team or an email address, found `{owner}`; GitHub skips the whole line"
                );
                faults.push(fault(Some(number), message));
            }
        }
        match expression(pattern) {
            Some(expression) => lines.push(Line {
                number,
                pattern: pattern.to_owned(),
                expression,
                owners,
            }),
            None => faults.push(fault(
                Some(number),
                format!("expected a path or a pattern such as /content/, found `{pattern}`; GitHub knows no `!` and no `[ ]` here"),
            )),
        }
    }
    (lines, faults)
}

/// The expression of a pattern, which is one of Git's for files to ignore; none for what GitHub does not take.
fn expression(pattern: &str) -> Option<Regex> {
    if pattern.contains(['!', '[', ']', '\\']) {
        return None;
    }
    let path = pattern.trim_start_matches('/');
    let folder = path.trim_end_matches('/');
    let is_anchored = pattern.starts_with('/') || folder.contains('/');
    let mut out = if is_anchored {
        "^".to_owned()
    } else {
        "^(?:.*/)?".to_owned()
    };
    let mut rest = folder;
    while let Some(character) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("**/") {
            out += "(?:.*/)?";
            rest = after;
        } else if let Some(after) = rest.strip_prefix("**") {
            out += ".*";
            rest = after;
        } else {
            match character {
                '*' => out += "[^/]*",
                '?' => out += "[^/]",
                other => out += &regex::escape(&other.to_string()),
            }
            rest = &rest[character.len_utf8()..];
        }
    }
    let is_folder = path.ends_with('/');
    let is_files_of_a_folder = folder.ends_with("/*");
    if is_folder {
        out += "/.*$";
    } else if is_files_of_a_folder {
        out += "$";
    } else {
        out += "(?:/.*)?$";
    }
    Regex::new(&out).ok()
}

/// The line that counts for a path: the last that fits.
fn line_of<'l>(lines: &'l [Line], path: &str) -> Option<&'l Line> {
    lines
        .iter()
        .rev()
        .find(|line| line.expression.is_match(path))
}

/// The lines that fit no file, such as those of a file that was renamed.
fn unused(lines: &[Line], paths: &[String]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for line in lines {
        if !paths.iter().any(|path| line.expression.is_match(path)) {
            let message = format!(
                "expected a file that fits `{}`, found none; correct the path, or delete the line",
                line.pattern
            );
            faults.push(Fault {
                is_warning: true,
                ..fault(Some(line.number), message)
            });
        }
    }
    faults
}

/// The files that nobody owns.
fn unowned(lines: &[Line], paths: &[String]) -> Vec<Fault> {
    let mut unowned = Vec::new();
    for path in paths {
        if line_of(lines, path).is_none_or(|line| line.owners.is_empty()) {
            unowned.push(path.as_str());
        }
    }
    if unowned.is_empty() {
        return Vec::new();
    }
    let mut names = unowned.clone();
    names.truncate(LISTED);
    let mut listed = names.join(", ");
    if unowned.len() > LISTED {
        listed += &format!(" and {} more", unowned.len() - LISTED);
    }
    vec![fault(
        None,
        format!(
            "expected an owner of every file, found none of {listed}; add a line that fits, with an owner"
        ),
    )]
}

/// The files that only compliance can judge, and that others own.
fn not_of_compliance(lines: &[Line], paths: &[String], disclaiming: &[String]) -> Vec<Fault> {
    let Some(compliance) = line_of(lines, COMPLIANCE) else {
        return Vec::new();
    };
    let of_articles = line_of(lines, "content/articles/any.mdx");
    if let Some(line) = of_articles
        && line.number == compliance.number
    {
        let message = format!(
            "expected a line of its own for {COMPLIANCE}, found that of the articles; add one with the owners of what only compliance can judge, who may be the same people in a small firm"
        );
        return vec![fault(Some(line.number), message)];
    }

    let mut faults = Vec::new();
    for path in paths {
        if !is_for_compliance(path) && !disclaiming.contains(path) {
            continue;
        }
        let (number, owners) = match line_of(lines, path) {
            Some(line) => (Some(line.number), line.owners.join(" ")),
            None => (None, "none".to_owned()),
        };
        let expected = compliance.owners.join(" ");
        if owners != expected {
            let message = format!(
                "expected the owners of {path} to be {expected}, as of {COMPLIANCE}, found {owners}; add a line for it below the others"
            );
            faults.push(Fault {
                is_warning: !is_for_compliance(path),
                ..fault(number, message)
            });
        }
    }
    faults
}

/// The pages that hold the words of a disclaimer. Those of articles stand in content/site.toml.
fn with_disclaimer(workspace: &Workspace, paths: &[String]) -> Vec<String> {
    let mut disclaiming = Vec::new();
    for path in paths {
        if !path.starts_with("content/pages/") {
            continue;
        }
        let text = fs::read_to_string(workspace.path(path)).unwrap_or_default();
        let mut lines = text.lines();
        let holds = lines.any(|line| {
            let (key, _) = line.split_once('=').unwrap_or_default();
            key.trim() == "disclaimer"
        });
        if holds {
            disclaiming.push(path.clone());
        }
    }
    disclaiming
}

fn fault(line: Option<usize>, message: String) -> Fault {
    Fault {
        file: PATH.to_owned(),
        line,
        is_warning: false,
        message,
    }
}
