use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::Tree;
use linkme::distributed_slice;

#[distributed_slice(RULES)]
static RULE: Rule = Rule {
    code: "mdx/syntax",
    severity: Severity::Error,
    summary: "Prose can't be read: a brace, a < or a component's tag is left open.",
    why: "In articles and texts { begins a fact and < begins a component; one that does not end swallows what follows.",
    bad: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe penalty falls away at {rule-of-55-age.",
    good: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe penalty falls away at {rule-of-55-age}.",
    checks: &[Check::Tree(check)],
};

fn check(tree: &Tree, report: &mut Report) {
    for file in &tree.files {
        for prose in file.proses() {
            let Err(fault) = &prose.parsed else { continue };
            let place = prose.map.source(fault.span.clone());
            let at = Diagnostic::at(file, place, "this prose can't be read");
            let help = help(&fault.reason, &at.source_line);
            report.push(at.found(fault.reason.replace('`', "")).help(help));
        }
    }
}

fn help(reason: &str, line: &str) -> &'static str {
    match () {
        () if reason.contains("expression") => {
            "Close the brace of a fact: {name}. A brace that is meant as a brace is written \\{."
        }
        () if line.contains("<!--") => "Comments are not possible in prose: delete it.",
        () if line.contains(['“', '”']) => {
            "Use straight quotes (\") around the values of a component."
        }
        () if reason.contains("closing tag") || reason.contains("close") => {
            "Close each component: <Callout title=\"…\"> … </Callout>, or <KeyFigure … /> where nothing stands within."
        }
        () => "A < that is meant as less than is written \\<, a web address as [words](https://…).",
    }
}
