use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::{Fix, meant};
use crate::load::{File, Target, Tree};
use crate::names::suggest;

pub static RULE: Rule = Rule {
    code: "fact/unknown-token",
    severity: Severity::Error,
    summary: "A name in braces is not a fact.",
    why: "Visitors would read the braces, or a sentence with a hole where a figure belongs.",
    bad: "content/pages/contact.toml\nlede = \"Call us at {fone}.\"",
    good: "content/pages/contact.toml\nlede = \"Call us at {phone}.\"",
    checks: &[Check::File(check)],
};

fn check(file: &File, tree: &Tree, report: &mut Report) {
    if !tree.definitions_are_known {
        return;
    }
    for token in file.uses_of(Target::Token) {
        if tree.tokens.contains_key(&token.name) {
            continue;
        }
        let near = suggest(&token.name, tree.tokens.keys().map(String::as_str));
        let written = format!("{{{}}}", token.name);
        let fix = meant(&token.name, tree.tokens.keys().map(String::as_str))
            .map(|near| format!("{{{near}}}"))
            .and_then(|near| Fix::instead(file, token.span.clone(), &written, &near));
        report.push(
                Diagnostic::at(file, token.span.clone(), format!("`{written}` is not a known fact"))
                    .expected("the name of a fact in content/facts.toml, or of one that site.toml or fees.toml states")
                    .found(format!("`{written}`"))
                    .help(format!("{near} A brace that is meant as a brace is written \\{{."))
                    .fix(fix),
            );
    }
}
