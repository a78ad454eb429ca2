use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::markdown::FaultKind;
use crate::load::{File, Tree};

pub static CELLS: Rule = Rule {
    code: "table/cells",
    severity: Severity::Error,
    summary: "A row of a table has more cells than the table has columns.",
    why: "The cells that are too many are not shown: a figure is lost, or stands in the wrong column.",
    bad: "content/articles/market-drop.mdx\n| Year | Fall |\n| --- | --- |\n| 2008 | 37% | 2013 |",
    good: "content/articles/market-drop.mdx\n| Year | Fall | Recovered |\n| --- | --- | --- |\n| 2008 | 37% | 2013 |",
    checks: &[Check::File(check_cells)],
};

pub static FORM: Rule = Rule {
    code: "table/form",
    severity: Severity::Error,
    summary: "The line of dashes does not fit the header above it, so that there is no table; or a line right below a table becomes a row of it.",
    why: "Visitors would read bars and dashes in one long line, or a sentence within a cell.",
    bad: "content/articles/market-drop.mdx\n| Year | Fall |\n| --- |\n| 2008 | 37% |",
    good: "content/articles/market-drop.mdx\n| Year | Fall |\n| --- | --- |\n| 2008 | 37% |",
    checks: &[Check::File(check_form)],
};

pub static START: Rule = Rule {
    code: "list/start",
    severity: Severity::Error,
    summary: "A numbered list begins with another number than 1.",
    why: "Visitors would read 1 all the same: each list is numbered from 1.",
    bad: "content/articles/market-drop.mdx\n3. Rebalance.\n4. Wait.",
    good: "content/articles/market-drop.mdx\n1. Rebalance.\n2. Wait.",
    checks: &[Check::File(check_start)],
};

fn check_cells(file: &File, _: &Tree, report: &mut Report) {
    each_fault(file, report, &|kind| match kind {
        FaultKind::ExtraCells { columns } => Some((
            "this row has more cells than the table has columns",
            format!("{columns} cells, as in the header"),
            "Delete the cells that are too many, or give the header and the line of dashes below it as many. A bar that is meant as one is written \\|.",
        )),
        _ => None,
    });
}

fn check_form(file: &File, _: &Tree, report: &mut Report) {
    each_fault(file, report, &|kind| match kind {
        FaultKind::NoTable => Some((
            "this line of dashes makes no table",
            "as many cells as in the header, on the line right above it".to_owned(),
            "Write one cell of dashes for each cell of the header, with an empty line above the header: | --- | --- |.",
        )),
        FaultKind::RowWithoutBars => Some((
            "this line would be a row of the table above it",
            "an empty line below the table, or a row with its bars".to_owned(),
            "Leave an empty line above it; a row of the table is written between bars: | a | b |.",
        )),
        _ => None,
    });
}

fn check_start(file: &File, _: &Tree, report: &mut Report) {
    each_fault(file, report, &|kind| match kind {
        FaultKind::ListStart(_) => Some((
            "this list would be shown numbered from 1",
            "1. before the first item".to_owned(),
            "Write 1. before it. Where it goes on from a list above, indent what stands between by as much as the words of the items; a number that is meant as words is written 3\\.",
        )),
        _ => None,
    });
}

/// What to say of a fault: what it is, what is expected, and what to do.
type Words = (&'static str, String, &'static str);

fn each_fault(file: &File, report: &mut Report, words: &dyn Fn(&FaultKind) -> Option<Words>) {
    for prose in file.proses() {
        for fault in prose.faults() {
            let Some((message, expected, help)) = words(&fault.kind) else {
                continue;
            };
            let found = prose.text[fault.span.clone()].trim();
            let found = found.chars().take(60).collect::<String>();
            report.push(
                Diagnostic::at(file, prose.map.source(fault.span.clone()), message)
                    .expected(expected)
                    .found(format!("`{found}`"))
                    .help(help),
            );
        }
    }
}
