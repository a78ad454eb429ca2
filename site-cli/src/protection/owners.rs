//! `.github/CODEOWNERS` compared with the files of the repository: each file has an owner, and compliance owns each
//! file that only compliance may change.
//!
//! The patterns are the same as in .gitignore files, with GitHub's exceptions. The `ignore` crate would need more code
//! around it than it replaces: it handles `!`, `[ ]`, `\` and `{ }` differently, and matches files in subfolders of
//! `docs/*`, which GitHub doesn't.

use crate::approvers;
use crate::duties::is_for_compliance;
use crate::fault::Fault;
use crate::run::capture_stdout;
use crate::workspace::Workspace;
use anyhow::Result;
use fs_err as fs;
use regex::Regex;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

const PATH: &str = ".github/CODEOWNERS";

/// The owners of this file, which lists who may approve, are compliance.
const COMPLIANCE: &str = approvers::PATH;

/// The maximum number of files without an owner in a message.
const LISTED: usize = 5;

static WORD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\S+").expect("a valid expression"));

/// The lines of the file.
pub struct Owners<'t> {
    text: &'t str,
    lines: Vec<Line>,
}

struct Line {
    number: usize,
    /// The byte range of the pattern in the file.
    span: Range<usize>,
    pattern: String,
    expression: Regex,
    owners: Vec<String>,
}

/// Returns the mistakes in the file.
pub fn faults(workspace: &Workspace) -> Result<Vec<Fault>> {
    let Ok(text) = fs::read_to_string(workspace.path(PATH)) else {
        return Ok(vec![Fault::of_file(
            PATH,
            "expected the owners of all files, found no readable file",
            "write a line for each folder, such as `/content/ @organization/editors`",
        )]);
    };
    // Without Git, the list of files is unknown. A copy in another repository has none.
    let listed = capture_stdout(&mut workspace.git(&["ls-files", "-z"])).unwrap_or_default();
    let paths: Vec<&str> = listed.split_terminator('\0').collect();
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let (owners, mut faults) = Owners::parse(&text);
    faults.extend(owners.unused_and_overruled(&paths));
    faults.extend(owners.unowned(&paths));
    faults.extend(owners.not_of_compliance(workspace, &paths));
    faults.sort_by_key(|fault| fault.place.as_ref().map(|place| place.start));
    Ok(faults)
}

impl<'t> Owners<'t> {
    /// Reads the lines, and reports each line that GitHub skips.
    pub fn parse(text: &'t str) -> (Self, Vec<Fault>) {
        let mut lines = Vec::new();
        let mut faults = Vec::new();
        let mut start = 0;
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let words = WORD.find_iter(line);
            let mut words = words.take_while(|word| !word.as_str().starts_with('#'));
            let line_start = start;
            start += line.len();
            let span_of = |word: &regex::Match| line_start + word.start()..line_start + word.end();
            let Some(word) = words.next() else {
                continue;
            };
            let pattern = word.as_str();
            let span = span_of(&word);
            let mut owners = Vec::new();
            for word in words {
                let owner = word.as_str();
                if !is_owner(owner) {
                    let message = format!(
                        "expected owners as @name, @organization/team or an email address, found `{owner}`"
                    );
                    let fault =
                        Fault::of_file(PATH, message, "correct it; GitHub skips the whole line");
                    faults.push(fault.at(text, span_of(&word)));
                }
                owners.push(owner.to_owned());
            }
            let Some(expression) = expression(pattern) else {
                let message =
                    format!("expected a path or a pattern such as /content/, found `{pattern}`");
                let help =
                    "write it without `!`, `[ ]` and `\\`, which GitHub doesn't support here";
                faults.push(Fault::of_file(PATH, message, help).at(text, span));
                continue;
            };
            lines.push(Line {
                number,
                span,
                pattern: pattern.to_owned(),
                expression,
                owners,
            });
        }
        (Self { text, lines }, faults)
    }

    /// Returns the owners in the last line that matches a path; a line may have no owners.
    pub fn of(&self, path: &str) -> &[String] {
        self.line_of(path).map_or(&[], |line| &line.owners)
    }

    fn line_of(&self, path: &str) -> Option<&Line> {
        let mut lines = self.lines.iter().rev();
        lines.find(|line| line.expression.is_match(path))
    }

    fn fault(&self, line: &Line, message: String, help: &str) -> Fault {
        Fault::of_file(PATH, message, help).at(self.text, line.span.clone())
    }

    /// Reports each line that matches no file, for example after a rename, and each line that a later, broader line
    /// overrides.
    fn unused_and_overruled(&self, paths: &[&str]) -> Vec<Fault> {
        let mut matches = Vec::new();
        for line in &self.lines {
            let of_line = paths.iter().filter(|path| line.expression.is_match(path));
            matches.push(of_line.collect::<BTreeSet<_>>());
        }
        let mut faults = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            let Line {
                number, pattern, ..
            } = line;
            let files = &matches[index];
            if files.is_empty() {
                let message = format!("expected a file that matches `{pattern}`, found none");
                faults.push(Fault {
                    is_warning: true,
                    ..self.fault(line, message, "correct the path, or delete the line")
                });
                continue;
            }
            for (later, others) in self.lines.iter().zip(&matches).skip(index + 1) {
                let is_broader = files.is_subset(others)
                    && (files.len() < others.len() || *pattern == later.pattern);
                if is_broader && line.owners != later.owners {
                    let message = format!(
                        "expected `{}` on line {} to be above `{pattern}` on line {number}, found it below; the last line that matches a file decides, so line {number} has no effect",
                        later.pattern, later.number
                    );
                    let help = format!("move line {number} below line {}", later.number);
                    faults.push(self.fault(later, message, &help));
                    break;
                }
            }
        }
        faults
    }

    /// Reports the files without an owner.
    fn unowned(&self, paths: &[&str]) -> Option<Fault> {
        let mut unowned = Vec::new();
        for path in paths {
            if self.of(path).is_empty() {
                unowned.push(*path);
            }
        }
        let count = unowned.len();
        if count == 0 {
            return None;
        }
        unowned.truncate(LISTED);
        let mut listed = unowned.join(", ");
        if count > LISTED {
            listed += &format!(" and {} more", count - LISTED);
        }
        let message = format!("expected an owner for every file, found none for {listed}");
        let help = "add a line that matches, with an owner";
        Some(Fault::of_file(PATH, message, help))
    }

    /// Reports the files that need compliance and have other owners.
    fn not_of_compliance(&self, workspace: &Workspace, paths: &[&str]) -> Vec<Fault> {
        let Some(compliance) = self.line_of(COMPLIANCE) else {
            return Vec::new();
        };
        let of_articles = self.line_of("content/articles/any.mdx");
        if of_articles.is_some_and(|line| line.number == compliance.number) {
            let message = format!(
                "expected a separate line for {COMPLIANCE}, found only the line of the articles"
            );
            let help = "add a line with the owners of all files that need compliance; in a small firm, they may be the same people";
            return vec![self.fault(compliance, message, help)];
        }

        let mut faults = Vec::new();
        for path in paths {
            let is_certain = is_for_compliance(path);
            let owners = self.of(path);
            let is_right = owners == compliance.owners;
            if is_right || !(is_certain || has_disclaimer(workspace, path)) {
                continue;
            }
            let expected = compliance.owners.join(" ");
            let found = if owners.is_empty() {
                "none".to_owned()
            } else {
                owners.join(" ")
            };
            let message = format!(
                "expected the owners of {path} to be {expected}, as of {COMPLIANCE}, found {found}"
            );
            let help = "add a line for it below the others";
            let fault = match self.line_of(path) {
                Some(line) => self.fault(line, message, help),
                None => Fault::of_file(PATH, message, help),
            };
            faults.push(Fault {
                is_warning: !is_certain,
                ..fault
            });
        }
        faults
    }
}

fn is_owner(word: &str) -> bool {
    match word.split_once('@') {
        Some((_, name)) => !name.is_empty(),
        None => false,
    }
}

/// Returns the regular expression of a pattern; `None` if GitHub doesn't support the pattern.
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
    let is_files_of_a_folder = folder.ends_with("/*") || pattern == "/*";
    if is_folder {
        out += "/.*$";
    } else if is_files_of_a_folder {
        out += "$";
    } else {
        out += "(?:/.*)?$";
    }
    Regex::new(&out).ok()
}

/// Returns true if a page has the text of a disclaimer. The disclaimers of articles are in content/site.toml.
fn has_disclaimer(workspace: &Workspace, path: &str) -> bool {
    if !path.starts_with("content/pages/") {
        return false;
    }
    let text = fs::read_to_string(workspace.path(path)).unwrap_or_default();
    text.lines().any(|line| {
        let (key, _) = line.split_once('=').unwrap_or_default();
        key.trim() == "disclaimer"
    })
}
