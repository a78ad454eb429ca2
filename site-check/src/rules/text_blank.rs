use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, Tree};

pub static RULE: Rule = Rule {
    code: "text/blank",
    severity: Severity::Error,
    summary: "A text holds nothing but spaces.",
    why: "It satisfies whoever asks for a text, and gives visitors, search engines and screen readers none.",
    bad: "content/pages/fees.toml\n[meta]\ndescription = \" \"",
    good: "content/pages/fees.toml\n[meta]\ndescription = \"What we charge, and for what.\"",
    checks: &[Check::File(check)],
};

fn check(file: &File, _: &Tree, report: &mut Report) {
    for (pointer, text) in file.strings() {
        if text.is_empty() || !text.trim().is_empty() {
            continue;
        }
        let key = pointer
            .rsplit('/')
            .find(|part| part.parse::<usize>().is_err())
            .unwrap_or_default();
        let place = file.document.place(&pointer);
        report.cause(
            Diagnostic::at(
                file,
                place.clone(),
                format!("`{key}` holds nothing but spaces"),
            )
            .expected("words, or no such key where it may be left out")
            .found("spaces")
            .help(format!(
                "Write what belongs there, or delete the line of `{key}` where it may be left out."
            )),
            place,
        );
    }
}
