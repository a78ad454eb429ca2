use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::markdown::FaultKind;
use crate::load::{File, Tree};

pub static RULE: Rule = Rule {
    code: "mdx/quotes",
    severity: Severity::Error,
    summary: "A component's attribute stands in curly quotes.",
    why: "Only straight quotes end a value; with curly ones everything behind it is swallowed. Word processors and phones put them in by themselves.",
    bad: "content/articles/market-drop.mdx\n<Callout title=“Note”>",
    good: "content/articles/market-drop.mdx\n<Callout title=\"Note\">",
    checks: &[Check::File(check)],
};

fn check(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        for fault in prose.faults() {
            if fault.kind != FaultKind::CurlyQuote {
                continue;
            }
            let quote = &prose.text[fault.span.clone()];
            let place = prose.map.source(fault.span.clone());
            report.push(
                Diagnostic::at(file, place, "this value stands in curly quotes")
                    .expected("straight quotes (\") before and after the value")
                    .found(format!("`{quote}`"))
                    .help("Type \" before and after the value; within it, curly quotes may stand."),
            );
        }
    }
}
