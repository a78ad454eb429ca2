//! `cargo site explain`: what a rule finds, why that matters, how to fix it.

use anyhow::{Result, bail};
use site_check::diagnostic::Severity;
use site_check::names::suggest;
use site_check::rules::{Rule, by_code, rule};

pub fn explain(code: Option<&str>) -> Result<bool> {
    let Some(code) = code else {
        for rule in by_code() {
            println!("{:<24} {}", rule.code, rule.summary);
        }
        return Ok(true);
    };
    let Some(rule) = rule(code) else {
        let help = suggest(code, by_code().into_iter().map(|rule| rule.code));
        bail!("expected the code of a rule, found `{code}`. {help}");
    };
    println!("{}", text(rule));
    Ok(true)
}

fn text(rule: &Rule) -> String {
    let severity = match rule.severity {
        Severity::Error => "error: the site is not built",
        Severity::Warning => "warning: the site is built all the same",
    };
    let indented = |example: &str| -> String {
        let lines = example.lines();
        lines.map(|line| format!("    {line}\n")).collect()
    };
    format!(
        "{}  ({severity})\n\n{}\n\nWhy it matters\n  {}\n\nExample of what it finds\n{}\nFixed\n{}",
        rule.code,
        rule.summary,
        rule.why,
        indented(rule.bad),
        indented(rule.good)
    )
}
