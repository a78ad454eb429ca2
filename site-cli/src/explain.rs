//! `cargo site explain`: what docs/rules.md says of a rule.

use anyhow::{Result, bail};
use site_check::diagnostic::Severity;
use site_check::names::suggest;
use site_check::rules::{RULES, rule};

pub fn explain(code: Option<&str>) -> Result<bool> {
    let Some(code) = code else {
        for rule in RULES {
            let summary = rule.words().lines().next().unwrap_or_default();
            println!("{:<24} {summary}", rule.code);
        }
        return Ok(true);
    };
    let Some(rule) = rule(code) else {
        let help = suggest(code, RULES.iter().map(|rule| rule.code));
        bail!("expected the code of a rule, found `{code}`. {help}");
    };
    let severity = match rule.severity {
        Severity::Error => "error: the site is not built",
        Severity::Warning => "warning: the site is built all the same",
    };
    println!("{code}  ({severity})\n\n{}", rule.words());
    Ok(true)
}
