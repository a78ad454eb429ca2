//! What a person or a flag answers.

use anyhow::{Context, Result, bail};
use dialoguer::{Input, Select};
use std::io::{IsTerminal, stderr, stdin};

/// One thing that must be known: its flag, what is asked, and what it takes.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// `--category`, or the name of an argument without a flag.
    pub flag: &'a str,
    pub prompt: &'a str,
    /// What it takes, in words.
    pub takes: &'a str,
}

/// Whether there is somebody to ask.
pub fn is_terminal() -> bool {
    stdin().is_terminal() && stderr().is_terminal()
}

/// Refuses when nobody can be asked for what was not given: all of it at once.
pub fn require(questions: &[(Question, bool)]) -> Result<()> {
    let missing: Vec<_> = questions
        .iter()
        .filter(|(_, given)| !given)
        .map(|(question, _)| format!("  {}: {}", question.flag, question.takes))
        .collect();
    if is_terminal() || missing.is_empty() {
        return Ok(());
    }
    bail!(
        "there is no terminal to ask in, so these are needed, too, and nothing was written:\n{}",
        missing.join("\n")
    )
}

/// An answer in words: the one given, or the one that is asked for until it is right.
pub fn text(
    question: Question,
    given: Option<String>,
    default: Option<String>,
    mut judge: impl FnMut(&str) -> Result<(), String>,
) -> Result<String> {
    if let Some(given) = given {
        let answer = tidy(&given);
        return match judge(&answer) {
            Ok(()) => Ok(answer),
            Err(fault) => bail!("{} can't be that: {fault}", question.flag),
        };
    }
    if !is_terminal() {
        if let Some(default) = default {
            judge(&default)
                .map_err(|fault| anyhow::anyhow!("{} is needed: {fault}", question.flag))?;
            return Ok(default);
        }
        bail!("{} is needed: {}", question.flag, question.takes);
    }
    eprintln!("  {}", question.takes);
    let mut input = Input::<String>::new().with_prompt(question.prompt);
    if let Some(default) = default {
        input = input.with_initial_text(default);
    }
    let answer = input
        .validate_with(|answer: &String| judge(&tidy(answer)))
        .interact_text()
        .context("nobody answered, and nothing was written")?;
    Ok(tidy(&answer))
}

/// One of several answers.
pub fn choice(question: Question, given: Option<String>, options: &[&str]) -> Result<String> {
    if let Some(given) = given {
        let found = options.iter().find(|option| **option == given.trim());
        return match found {
            Some(found) => Ok((*found).to_owned()),
            None => bail!(
                "{}: expected {}, found `{}`. {}",
                question.flag,
                question.takes,
                site_check::diagnostic::visible(&given),
                site_check::names::suggest(&given, options.iter().copied())
            ),
        };
    }
    if !is_terminal() {
        bail!("{} is needed: {}", question.flag, question.takes);
    }
    let chosen = Select::new()
        .with_prompt(question.prompt)
        .items(options)
        .default(0)
        .max_length(12)
        .interact()
        .context("nobody answered, and nothing was written")?;
    Ok(options[chosen].to_owned())
}

/// On one line, without blanks around it.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
