//! `cargo site new fact`.

use super::ask::{self, Answers, Question};
use super::{sentences, slug};
use crate::change::{Change, FileChange};
use crate::toml_text::quoted;
use anyhow::{Context, Result};
use jiff::Timestamp;
use jiff::civil::Date;
use site_check::Loaded;
use site_check::diagnostic::{Diagnostic, Place};
use site_check::load::{FileKind, Tree};
use std::collections::BTreeSet;

#[derive(clap::Args)]
pub struct Flags {
    /// Its name, such as child-tax-credit: texts quote it as {child-tax-credit}
    name: Option<String>,
    /// The value as texts show it, such as "$2,200"
    #[arg(long)]
    value: Option<String>,
    /// Who says so: the publication or the record it was taken from
    #[arg(long)]
    source: Option<String>,
    /// The source's own page, https://…
    #[arg(long)]
    url: Option<String>,
    /// The tax year the value belongs to
    #[arg(long)]
    tax_year: Option<u16>,
    /// The day after which it must not be quoted unreviewed: 2026-12-31
    #[arg(long)]
    expires: Option<Date>,
    /// Where texts spell the value out already: replace or keep
    #[arg(long)]
    spelt_out: Option<String>,
}

const PATH: &str = "content/facts.toml";

pub fn make(flags: Flags, loaded: &mut Loaded) -> Result<(Change, String)> {
    let before = loaded.tree.file(&FileKind::Facts);
    let before = before.context("content/facts.toml is missing: bring it back first")?;
    let before = before.text.to_string();
    let known: Vec<String> = loaded.tree.tokens.keys().cloned().collect();
    let mut last = vec![format!(
        "reviewed = {}",
        loaded.tree.date_at(Timestamp::now())
    )];
    last.extend(flags.tax_year.map(|year| format!("tax_year = {year}")));
    last.extend(flags.expires.map(|day| format!("expires = {day}")));
    let mut questions = vec![
        Question::new(
            "NAME",
            "its name in lower-case letters, digits and hyphens, such as child-tax-credit",
            "a-fact-that-nothing-has",
            flags.name,
        ),
        Question::new(
            "--value",
            "the value as texts show it, such as $2,200",
            "a value",
            flags.value,
        ),
        Question::new(
            "--source",
            "who says so: the publication or the record it was taken from",
            "A source",
            flags.source,
        ),
    ];
    if flags.url.is_some() {
        let url = Question::new(
            "--url",
            "the source's own page",
            "https://www.example.org/",
            flags.url,
        );
        questions.push(url);
    }
    let is_literal = |found: &Diagnostic| found.code == "fact/literal";
    let answers = ask::answers(&questions, |answers| {
        let name = &answers["NAME"];
        slug::fault(name)?;
        if known.contains(name) {
            return Err(format!(
                "`{{{name}}}` is a fact already; choose another name, or change that one"
            ));
        }
        let found = entry(&before, answers, &last).objections(loaded);
        let other = found.iter().find(|found| !is_literal(found));
        other.map_or(Ok(()), |found| Err(sentences(found)))
    })?;
    let mut change = entry(&before, &answers, &last);
    let mut places = change.objections(loaded);
    places.retain(is_literal);
    if !places.is_empty() {
        println!("`{}` is spelled out in:", answers["--value"]);
        for (file, place) in places.iter().filter_map(placed) {
            let line: String = place.source_line.trim().chars().take(100).collect();
            println!("  {file}:{}: {line}", place.line);
        }
        let takes = "replace (they mean this fact) or keep (they mean something else)";
        let options = ["replace", "keep"].map(str::to_owned).to_vec();
        let question = Question::choice("--spelt-out", takes, options, flags.spelt_out);
        let means = ask::answers(&[question], |_| Ok(()))?;
        if means["--spelt-out"] == "keep" {
            let files: BTreeSet<_> = places.iter().map(|found| quoted(&found.file)).collect();
            let files: Vec<_> = files.into_iter().collect();
            last.push(format!("means_something_else_in = [{}]", files.join(", ")));
            change = entry(&before, &answers, &last);
        } else {
            let token = format!("{{{}}}", answers["NAME"]);
            change.files.extend(replaced(&loaded.tree, &places, &token));
        }
    }
    let hint = format!(
        "texts quote it as {{{}}}\n\
        Next: move the entry to its subject in the file, and let the compliance reviewer compare it with its source.",
        answers["NAME"]
    );
    Ok((change, hint))
}

/// The entry at the end of the file, its lines ended as the others are.
fn entry(before: &str, answers: &Answers, last: &[String]) -> Change {
    let end = if before.contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let mut lines = vec![String::new(), format!("[{}]", answers["NAME"])];
    for flag in ["--value", "--source", "--url"] {
        let answer = answers.get(flag).map(|answer| quoted(answer));
        lines.extend(answer.map(|answer| format!("{} = {answer}", &flag[2..])));
    }
    lines.extend_from_slice(last);
    lines.push(String::new());
    let break_off = if before.ends_with('\n') { "" } else { end };
    let after = format!("{before}{break_off}{}", lines.join(end));
    Change {
        files: vec![FileChange::changed(PATH, before, after)],
    }
}

fn placed(found: &Diagnostic) -> Option<(&str, &Place)> {
    Some((&found.file, found.place.as_ref()?))
}

/// The files in which these places are, each place with the fact's token instead.
fn replaced(tree: &Tree, places: &[Diagnostic], token: &str) -> Vec<FileChange> {
    let mut changes = Vec::new();
    for file in &tree.files {
        let places = places.iter().filter_map(placed);
        let places = places.filter(|(path, _)| *path == file.path);
        let mut places: Vec<_> = places.map(|(_, place)| place.start..place.end).collect();
        places.sort_by_key(|place| place.start);
        let mut after = file.text.to_string();
        for place in places.iter().rev() {
            after.replace_range(place.clone(), token);
        }
        if !places.is_empty() {
            changes.push(FileChange::changed(&file.path, &file.text, after));
        }
    }
    changes
}
