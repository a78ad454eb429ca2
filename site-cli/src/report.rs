//! Problems as a person reads them: a picture of the place in a terminal, plain
//! lines everywhere else.

use miette::{
    GraphicalReportHandler, LabeledSpan, MietteDiagnostic, NamedSource, Report, Severity as Level,
};
use site_schema::Loaded;
use site_schema::diagnostic::{Diagnostic, Severity};
use std::io::{IsTerminal, stdout};

/// Prints every problem and a summary.
pub fn print(loaded: &Loaded) {
    let draw = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for diagnostic in &loaded.diagnostics {
        if draw {
            println!("{}", drawn(loaded, diagnostic));
        } else {
            println!("{diagnostic}\n");
        }
    }
    let files = loaded.tree.files.len();
    let (errors, warnings) = (loaded.errors(), loaded.warnings());
    println!(
        "{files} files: {errors} {}, {warnings} {}",
        if errors == 1 { "error" } else { "errors" },
        if warnings == 1 { "warning" } else { "warnings" }
    );
}

fn drawn(loaded: &Loaded, diagnostic: &Diagnostic) -> String {
    let expected = diagnostic
        .expected
        .as_ref()
        .map(|expected| format!("expected: {expected}\n"));
    let level = match diagnostic.severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
    };
    let mut told = MietteDiagnostic::new(diagnostic.message.clone())
        .with_code(diagnostic.code)
        .with_severity(level)
        .with_help(expected.unwrap_or_default() + &diagnostic.help);
    if let Some(span) = &diagnostic.span {
        let label = diagnostic
            .found
            .as_ref()
            .map(|found| format!("found: {found}"));
        told = told.with_label(LabeledSpan::new(label, span.start, span.len()));
    } else {
        told.message = format!("{}: {}", diagnostic.file, told.message);
    }
    let file = loaded
        .tree
        .files
        .iter()
        .find(|file| file.path == diagnostic.file);
    let report = match file.filter(|_| diagnostic.span.is_some()) {
        Some(file) => {
            Report::new(told).with_source_code(NamedSource::new(&file.path, file.text.clone()))
        }
        None => Report::new(told),
    };
    let mut out = String::new();
    match GraphicalReportHandler::new().render_report(&mut out, report.as_ref()) {
        Ok(()) => out,
        Err(_) => diagnostic.to_string(),
    }
}
