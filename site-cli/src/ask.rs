//! Arguments that are missing, asked for where there is a terminal.

use anyhow::{Context as _, Result, bail};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Parser};
use std::collections::BTreeMap;
use std::env;
use std::io::{IsTerminal, stderr, stdin};

/// What a person has answered so far, by argument.
#[derive(Default)]
pub struct Answers(BTreeMap<String, String>);

impl Answers {
    /// What the program was called for, with an answer for each argument that was missing.
    ///
    /// # Errors
    /// Where an answer can't be taken, or nobody answers. What was wrong from the start ends the program.
    pub fn complete<C: Parser>(&mut self) -> Result<C> {
        let mut arguments: Vec<_> = env::args_os().collect();
        let error = match C::try_parse_from(&arguments) {
            Ok(command) => return Ok(command),
            Err(error) => error,
        };
        let mut missing = missing(&error).to_vec();
        let has_terminal = stdin().is_terminal() && stderr().is_terminal();
        if missing.is_empty() || !has_terminal {
            error.exit();
        }
        let mut command = C::command();
        let mut called = &mut command;
        for word in env::args().skip(1) {
            if called.find_subcommand(&word).is_some() {
                called = called.find_subcommand_mut(&word).context("it is there")?;
            }
        }
        called.build();
        missing.sort_by_key(|name| name.starts_with('-'));
        for name in missing {
            let mut known = called.get_arguments();
            let argument = known.find(|known| known.to_string() == name);
            let argument = argument.context("clap names an argument that there is")?;
            let answer = self.ask(argument)?;
            arguments.push(match argument.get_long() {
                Some(long) => format!("--{long}={answer}").into(),
                None => answer.into(),
            });
        }
        Ok(C::try_parse_from(&arguments)?)
    }

    /// Whether somebody has answered, and may answer again, having read what is wrong.
    pub fn are_given(&self) -> bool {
        !self.0.is_empty()
    }

    /// Enter alone gives the same answer as before.
    fn ask(&mut self, argument: &Arg) -> Result<String> {
        let name = argument.to_string();
        let help = argument.get_help().map(ToString::to_string);
        eprintln!("{name}: {}", help.unwrap_or_default());
        for value in argument.get_possible_values() {
            eprintln!("  - {}", value.get_name());
        }
        let former = self.0.remove(&name).unwrap_or_default();
        match former.as_str() {
            "" => eprint!("> "),
            former => eprint!("[{former}] > "),
        }
        let mut line = String::new();
        let read = stdin().read_line(&mut line);
        if read.context("cannot read from the terminal")? == 0 {
            self.0.clear();
            bail!("no answer, so nothing was written");
        }
        let answer = match line.trim() {
            "" => former,
            text => text.to_owned(),
        };
        self.0.insert(name, answer.clone());
        Ok(answer)
    }
}

/// The arguments that an error says are missing, as it writes them.
fn missing(error: &Error) -> &[String] {
    let is_missing = error.kind() == ErrorKind::MissingRequiredArgument;
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(names)) if is_missing => names,
        _ => &[],
    }
}
