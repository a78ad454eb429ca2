use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::markdown::FaultKind;
use crate::load::{File, Tree};

pub static RULE: Rule = Rule {
    code: "link/undefined",
    severity: Severity::Error,
    summary: "A link names a definition that is not there.",
    why: "Visitors would read brackets in the middle of a sentence, and have nothing to click.",
    bad: "content/articles/market-drop.mdx\nSee [what we charge][fees].",
    good: "content/articles/market-drop.mdx\nSee [what we charge][fees].\n\n[fees]: /fees",
    checks: &[Check::File(check)],
};

fn check(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        for fault in prose.faults() {
            let FaultKind::UndefinedReference(label) = &fault.kind else {
                continue;
            };
            let labels = prose.definitions().iter();
            let known: Vec<_> = labels.map(|it| format!("[{}]", it.label)).collect();
            let place = prose.map.source(fault.span.clone());
            report.push(
                    Diagnostic::at(file, place, format!("`[{label}]` is not defined"))
                        .expected(if known.is_empty() {
                            format!("a line such as [{label}]: /fees")
                        } else {
                            format!("one of {}", known.join(", "))
                        })
                        .found(format!("`{}`", &prose.text[fault.span.clone()]))
                        .help(format!("Write the link as [words](/fees), or define it on a line of its own: [{label}]: /fees. Brackets that are meant as brackets are written \\[ and \\].")),
                );
        }
    }
}
