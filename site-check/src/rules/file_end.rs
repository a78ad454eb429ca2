use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::Fix;
use crate::load::{File, Tree};

pub static RULE: Rule = Rule {
    code: "file/end",
    severity: Severity::Warning,
    summary: "A file's last line does not end.",
    why: "Whoever adds a line below changes the last one too, and a reviewer reads a change that is none.",
    bad: "content/redirects.toml\nto = \"/fees\"⏎ is missing here",
    good: "content/redirects.toml\nto = \"/fees\"⏎",
    checks: &[Check::File(check)],
};

fn check(file: &File, _: &Tree, report: &mut Report) {
    let text = file.text.trim_start_matches('\u{feff}');
    if text.is_empty() || text.ends_with('\n') || !file.is_parsed() {
        return;
    }
    let end = file.text.len();
    let newline = match text.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    report.push(
        Diagnostic::at(file, end..end, "file does not end with a newline")
            .expected("a line break at the end of the file")
            .found("the end of the file")
            .help("Press Enter at the very end of the file.")
            .fix(Some(
                Fix::edit(file, end..end, newline).described("End the last line."),
            )),
    );
}
