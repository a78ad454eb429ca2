use super::{CONFLICT, Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, Tree};

pub static RULE: Rule = Rule {
    code: CONFLICT,
    severity: Severity::Error,
    summary: "A merge conflict was committed unresolved: the lines of <<<<<<<, ======= and >>>>>>> still stand.",
    why: "Visitors would read both versions, with Git's marks between them.",
    bad: "content/redirects.toml\n<<<<<<< HEAD\nto = \"/fees\"\n=======\nto = \"/pricing\"\n>>>>>>> new-prices",
    good: "content/redirects.toml\nto = \"/fees\"",
    checks: &[Check::File(check)],
};

fn check(file: &File, _: &Tree, report: &mut Report) {
    for conflict in &file.conflicts {
        let line = file.text[conflict.clone()]
            .lines()
            .next()
            .unwrap_or_default();
        let at = Diagnostic::at(
            file,
            conflict.start..conflict.start + line.len(),
            "this merge conflict is not resolved",
        );
        report.cause(
                at.expected("one of the two versions, without Git's marks")
                    .found(line.chars().take(60).collect::<String>())
                    .help("Keep the lines that are right, and delete the other ones and the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>."),
                conflict.clone(),
            );
    }
}
