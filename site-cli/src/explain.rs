//! `cargo site explain`: prints a rule's documentation.

use anyhow::{Result, bail};
use site_check::names::suggest_from;
use site_check::rule::Severity;
use site_check::rules;

/// Prints the documentation of a rule, or one line about each rule if none is given.
pub fn explain(code: Option<&str>) -> Result<bool> {
    let Some(code) = code else {
        for rule in rules::all() {
            println!("{:<24} {}", rule.code, rule.summary);
        }
        return Ok(true);
    };
    let code = rules::joined(code).unwrap_or(code);
    let Some(rule) = rules::rule(code) else {
        let help = suggest_from(code, rules::all().map(|rule| rule.code), "docs/rules.md");
        bail!("expected the code of a rule, found `{code}`. {help}");
    };
    let severity = match rule.severity {
        Severity::Error => "error: the site is not built",
        Severity::Warning => "warning: the site is built all the same",
    };
    println!("{code}  ({severity})\n\n{}", rule.documentation(None));
    Ok(true)
}
