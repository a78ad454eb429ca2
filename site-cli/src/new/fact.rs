//! `cargo site new fact`.

use super::ask::{self, Question};
use super::desk::Desk;
use crate::change::{Change, FileChange};
use crate::toml_text::quoted;
use anyhow::{Context, Result};
use clap::ValueEnum;
use site_check::diagnostic::Diagnostic;

/// What is asked for, and the flags that answer it.
#[derive(clap::Args)]
pub struct Wanted {
    /// Its name, such as child-tax-credit: texts quote it as {child-tax-credit}
    name: Option<String>,
    /// What stands in the text, such as "$2,200"
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
    expires: Option<jiff::civil::Date>,
    /// Where texts spell the value out already
    #[arg(long, value_enum)]
    spelt_out: Option<SpeltOut>,
}

/// What becomes of texts that spell the value out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SpeltOut {
    /// They mean this fact: write its name there instead
    Replace,
    /// They mean something else: the fact says so, and they stay
    Keep,
}

const PATH: &str = "content/facts.toml";
const NAME: Question = Question {
    flag: "NAME",
    prompt: "Name",
    takes: "its name in small letters, digits and hyphens, such as child-tax-credit",
};
const VALUE: Question = Question {
    flag: "--value",
    prompt: "Value",
    takes: "what stands in the text, such as $2,200",
};
const SOURCE: Question = Question {
    flag: "--source",
    prompt: "Source",
    takes: "who says so: the publication or the record it was taken from",
};
const SPELT_OUT: Question = Question {
    flag: "--spelt-out",
    prompt: "Texts spell this value out",
    takes: "replace (they mean this fact) or keep (they mean something else)",
};

struct Answers {
    name: String,
    value: String,
    source: String,
    url: Option<String>,
    tax_year: Option<u16>,
    expires: Option<jiff::civil::Date>,
    elsewhere: Vec<String>,
    today: jiff::civil::Date,
}

pub fn make(wanted: Wanted) -> Result<()> {
    let mut desk = Desk::open()?;
    ask::require(&[
        (NAME, wanted.name.is_some()),
        (VALUE, wanted.value.is_some()),
        (SOURCE, wanted.source.is_some()),
    ])?;
    let before = desk
        .text(PATH)
        .context("content/facts.toml is missing: bring it back first")?
        .to_owned();
    let known: Vec<String> = desk.tree().tokens.keys().cloned().collect();
    let mut answers = Answers {
        name: "a-new-fact".to_owned(),
        value: "a value".to_owned(),
        source: "A source".to_owned(),
        url: None,
        tax_year: None,
        expires: None,
        elsewhere: Vec::new(),
        today: desk.today(),
    };
    let literal = |found: &Diagnostic| found.code == "fact/literal";
    let mut judged = |answers: &Answers| match desk.objections(&answers.change(&before)) {
        found if found.iter().all(literal) => Ok(()),
        found => {
            let first = found.iter().find(|found| !literal(found));
            Err(first.map_or_else(String::new, |first| {
                format!("{}. {}", first.message, first.help)
            }))
        }
    };
    ask::text(NAME, wanted.name, None, |answer| {
        super::slug::fault(answer)?;
        if known.iter().any(|name| name == answer) {
            return Err(format!(
                "`{{{answer}}}` is a fact already; choose another name, or change that one"
            ));
        }
        answer.clone_into(&mut answers.name);
        judged(&answers)
    })?;
    ask::text(VALUE, wanted.value, None, |answer| {
        answer.clone_into(&mut answers.value);
        judged(&answers)
    })?;
    ask::text(SOURCE, wanted.source, None, |answer| {
        answer.clone_into(&mut answers.source);
        judged(&answers)
    })?;
    if let Some(url) = wanted.url {
        let question = Question {
            flag: "--url",
            prompt: "",
            takes: "",
        };
        ask::text(question, Some(url), None, |answer| {
            answers.url = Some(answer.to_owned());
            judged(&answers)
        })?;
    }
    answers.tax_year = wanted.tax_year;
    answers.expires = wanted.expires;
    let mut change = answers.change(&before);
    let places: Vec<Diagnostic> = desk
        .objections(&change)
        .into_iter()
        .filter(literal)
        .collect();
    if !places.is_empty() {
        match spelt_out(wanted.spelt_out, &answers, &places)? {
            SpeltOut::Keep => {
                answers.elsewhere = places.iter().map(|found| found.file.clone()).collect();
                answers.elsewhere.sort();
                answers.elsewhere.dedup();
                change = answers.change(&before);
            }
            SpeltOut::Replace => {
                for file in &desk.tree().files {
                    let spans = places.iter().filter(|found| found.file == file.path);
                    let mut spans: Vec<_> = spans.filter_map(|found| found.span.clone()).collect();
                    spans.sort_by_key(|span| span.start);
                    let mut after = file.text.to_string();
                    for span in spans.iter().rev() {
                        after.replace_range(span.clone(), &format!("{{{}}}", answers.name));
                    }
                    if !spans.is_empty() {
                        change.files.push(FileChange {
                            path: file.path.clone(),
                            new_path: file.path.clone(),
                            before: Some(file.text.to_string()),
                            after,
                        });
                    }
                }
            }
        }
    }
    desk.write(&change)?;
    println!("texts quote it as {{{}}}", answers.name);
    println!(
        "Next: move the entry to where its subject stands in the file, and let the compliance reviewer compare it with its source."
    );
    Ok(())
}

/// What to do about the texts that spell the value out.
fn spelt_out(
    given: Option<SpeltOut>,
    answers: &Answers,
    places: &[Diagnostic],
) -> Result<SpeltOut> {
    let listed: Vec<_> = places
        .iter()
        .map(|found| {
            format!(
                "  {}:{}: {}",
                found.file,
                found.line,
                found
                    .source_line
                    .trim()
                    .chars()
                    .take(100)
                    .collect::<String>()
            )
        })
        .collect();
    let (name, value) = (&answers.name, &answers.value);
    let places = format!("`{value}` is spelled out in:\n{}", listed.join("\n"));
    if let Some(given) = given {
        println!("{places}");
        return Ok(given);
    }
    if !ask::is_terminal() {
        anyhow::bail!(
            "{places}\n{} is needed: {}",
            SPELT_OUT.flag,
            SPELT_OUT.takes
        );
    }
    eprintln!("{places}");
    let replace = format!("They mean this fact: write {{{name}}} there");
    let keep = "They mean something else: leave them, and let the fact say so";
    let chosen = ask::choice(SPELT_OUT, None, &[&replace, keep])?;
    Ok(if chosen == replace {
        SpeltOut::Replace
    } else {
        SpeltOut::Keep
    })
}

impl Answers {
    fn change(&self, before: &str) -> Change {
        let end = if before.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let mut lines = vec![
            String::new(),
            format!("[{}]", self.name),
            format!("value = {}", quoted(&self.value)),
            format!("source = {}", quoted(&self.source)),
        ];
        lines.extend(self.url.iter().map(|url| format!("url = {}", quoted(url))));
        lines.push(format!("reviewed = {}", self.today));
        lines.extend(self.tax_year.map(|year| format!("tax_year = {year}")));
        lines.extend(self.expires.map(|day| format!("expires = {day}")));
        if !self.elsewhere.is_empty() {
            let files: Vec<_> = self.elsewhere.iter().map(|file| quoted(file)).collect();
            lines.push(format!("means_something_else_in = [{}]", files.join(", ")));
        }
        lines.push(String::new());
        let break_off = if before.ends_with('\n') { "" } else { end };
        Change {
            files: vec![FileChange {
                path: PATH.to_owned(),
                new_path: PATH.to_owned(),
                before: Some(before.to_owned()),
                after: format!("{before}{break_off}{}", lines.join(end)),
            }],
        }
    }
}
