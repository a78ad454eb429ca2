//! What flags give, and what a person is asked where a flag is missing and a terminal is there.

use anyhow::{Context, Result, bail, ensure};
use site_check::diagnostic::visible;
use site_check::names::suggest;
use std::collections::BTreeMap;
use std::io::{IsTerminal, stderr, stdin};

/// The answers of one call.
#[derive(Default)]
pub struct Ask {
    /// Whether somebody has answered, and may again.
    is_answered: bool,
    /// What each flag was answered with; a person who is asked again keeps it with Enter.
    answers: BTreeMap<&'static str, String>,
    /// What no flag gives, where there is nobody to ask.
    missing: Vec<String>,
}

impl Ask {
    /// A text: `takes` says in words which, and `default` what it is where nothing else is said.
    pub fn text(
        &mut self,
        flag: &'static str,
        takes: &str,
        given: &Option<String>,
        default: Option<String>,
    ) -> Result<String> {
        self.answer(flag, takes, given, default, &[])
    }

    /// One of a few texts.
    pub fn choice(
        &mut self,
        flag: &'static str,
        takes: &str,
        given: &Option<String>,
        options: &[&str],
    ) -> Result<String> {
        let answer = self.answer(flag, takes, given, None, options)?;
        if self.missing.is_empty() && !options.contains(&&*answer) {
            bail!(
                "{flag} can't be that: expected {takes}, found `{}`. {}",
                visible(&answer),
                suggest(&answer, options.iter().copied())
            );
        }
        Ok(answer)
    }

    fn answer(
        &mut self,
        flag: &'static str,
        takes: &str,
        given: &Option<String>,
        default: Option<String>,
        options: &[&str],
    ) -> Result<String> {
        let answer = match (self.answers.remove(flag), given) {
            (None, Some(given)) => given.clone(),
            (former, _) if stdin().is_terminal() && stderr().is_terminal() => {
                let default = default.or(former).unwrap_or_default();
                self.asked(flag, takes, default, options)?
            }
            _ => default.unwrap_or_else(|| {
                self.missing.push(format!("  {flag}: {takes}"));
                "missing".to_owned()
            }),
        };
        let answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
        self.answers.insert(flag, answer.clone());
        ensure!(!answer.is_empty(), "{flag} is empty: write {takes}");
        Ok(answer)
    }

    fn asked(
        &mut self,
        flag: &str,
        takes: &str,
        default: String,
        options: &[&str],
    ) -> Result<String> {
        eprintln!("{flag}: {takes}");
        for (place, option) in options.iter().enumerate() {
            eprintln!("  {}. {option}", place + 1);
        }
        match default.as_str() {
            "" => eprint!(" > "),
            default => eprint!("[{default}] > "),
        }
        let mut line = String::new();
        let read = stdin().read_line(&mut line);
        self.is_answered = read.context("cannot read from the terminal")? > 0;
        ensure!(self.is_answered, "nobody answered, and nothing was written");
        let number = line.trim().parse::<usize>().ok();
        let option = number.and_then(|number| options.get(number.checked_sub(1)?));
        Ok(match option {
            Some(option) => (*option).to_owned(),
            None if line.trim().is_empty() => default,
            None => line,
        })
    }

    /// Fails where something is missing that nobody can be asked for.
    pub fn complete(&self) -> Result<()> {
        ensure!(
            self.missing.is_empty(),
            "there is no terminal to ask in, so these are needed as well, and nothing was written:\n{}",
            self.missing.join("\n")
        );
        Ok(())
    }

    /// Whether somebody answers again, having read what is wrong.
    pub fn again(&self) -> bool {
        self.is_answered
    }
}
