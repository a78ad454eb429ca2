//! Prompts for missing arguments in a terminal.
//!
//! Each answer is validated at once: the command is rehearsed with it, and with samples for the answers that haven't
//! been given yet. The user sees each error right after typing the answer that caused it.

use anyhow::{Context as _, Result, anyhow};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Parser};
use dialoguer::{FuzzySelect, Input};
use std::env;
use std::error::Error as _;
use std::ffi::OsString;
use std::io::{IsTerminal, stderr, stdin};

/// A sample answer that is valid as an address, a name and a title.
const SAMPLE: &str = "a-name-for-a-rehearsal";

/// The functions that a command provides for its prompts.
pub struct Rehearsal<C> {
    /// Returns the values that the argument with an ID accepts, if the content limits them.
    pub choices: fn(&str) -> Result<Vec<String>>,
    /// Does everything that the command does, except writing files.
    pub rehearse: fn(&C) -> Result<()>,
}

/// Parses the command line and prompts for each missing argument. If another argument is invalid, prints the error and
/// exits.
///
/// # Errors
/// Returns an error if a prompt fails or the content can't be read.
pub fn parse<C: Parser>(rehearsal: &Rehearsal<C>) -> Result<C> {
    let mut arguments: Vec<OsString> = env::args_os().collect();
    let error = match C::try_parse_from(&arguments) {
        Ok(command) => return Ok(command),
        Err(error) => error,
    };
    let missing = missing(&error);
    if missing.is_empty() || !has_terminal() {
        error.exit();
    }

    let questions = questions(missing, rehearsal)?;
    rehearsal.attempt(&arguments, &questions)?;
    for (at, question) in questions.iter().enumerate() {
        let later = &questions[at + 1..];
        let answer = rehearsal.ask(question, &arguments, later)?;
        arguments.push(answer);
    }
    Ok(C::try_parse_from(&arguments).unwrap_or_else(|error| error.exit()))
}

/// Returns true if a person can read a question and answer it.
pub fn has_terminal() -> bool {
    stdin().is_terminal() && stderr().is_terminal()
}

impl<C: Parser> Rehearsal<C> {
    /// Prompts until the command accepts the answer; returns the argument.
    fn ask(
        &self,
        question: &Question,
        arguments: &[OsString],
        later: &[Question],
    ) -> Result<OsString> {
        let mut last = String::new();
        loop {
            let answer = question
                .prompt(&last)
                .context("no answer, so nothing was written")?;
            let argument = question.argument(&answer);
            let mut with_answer = arguments.to_vec();
            with_answer.push(argument.clone());
            match self.attempt(&with_answer, later) {
                Ok(()) => return Ok(argument),
                Err(error) => eprintln!("\n{error:#}\n"),
            }
            last = answer;
        }
    }

    /// Rehearses the command with the arguments, and with samples as answers to the questions.
    fn attempt(&self, arguments: &[OsString], questions: &[Question]) -> Result<()> {
        let mut arguments = arguments.to_vec();
        for question in questions {
            let Some(sample) = question.sample() else {
                return Ok(());
            };
            arguments.push(question.argument(sample));
        }
        match C::try_parse_from(&arguments) {
            Ok(command) => (self.rehearse)(&command),
            Err(error) => Err(anyhow!("{}", reason(&error))),
        }
    }
}

/// A missing argument.
struct Question {
    id: String,
    /// The flag that precedes the value; `None` for a positional argument.
    flag: Option<String>,
    /// The text of the prompt.
    text: String,
    /// The accepted values, if they are limited.
    choices: Vec<String>,
}

impl Question {
    fn new(argument: &Arg, choices: Vec<String>) -> Self {
        let help = argument.get_help().map(ToString::to_string);
        Self {
            id: argument.get_id().to_string(),
            flag: argument.get_long().map(str::to_owned),
            text: help.unwrap_or_else(|| argument.to_string()),
            choices,
        }
    }

    /// Shows the prompt and returns the answer; the user can edit the last answer.
    fn prompt(&self, last: &str) -> dialoguer::Result<String> {
        if self.choices.is_empty() {
            return Input::new()
                .with_prompt(&self.text)
                .with_initial_text(last)
                .allow_empty(true)
                .interact_text();
        }
        let chosen = FuzzySelect::new()
            .with_prompt(&self.text)
            .items(&self.choices)
            .default(0)
            .interact()?;
        Ok(self.choices[chosen].clone())
    }

    /// Returns the answer as a command-line argument.
    fn argument(&self, answer: &str) -> OsString {
        match &self.flag {
            Some(flag) => format!("--{flag}={answer}").into(),
            None => answer.into(),
        }
    }

    /// Returns an answer that the command accepts; `None` for a page that must exist.
    fn sample(&self) -> Option<&str> {
        if self.id == "old" {
            return None;
        }
        match self.choices.first() {
            Some(choice) => Some(choice),
            None => Some(SAMPLE),
        }
    }
}

/// Returns the missing arguments that an error names, as it writes them.
fn missing(error: &Error) -> &[String] {
    let is_missing = error.kind() == ErrorKind::MissingRequiredArgument;
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(names)) if is_missing => names,
        _ => &[],
    }
}

/// Returns the prompts for the missing arguments of the command, positional arguments first.
fn questions<C: Parser>(missing: &[String], rehearsal: &Rehearsal<C>) -> Result<Vec<Question>> {
    let mut command = C::command();
    let mut called = &mut command;
    for word in env::args().skip(1) {
        if called.find_subcommand(&word).is_some() {
            called = called.find_subcommand_mut(&word).context("it is there")?;
        }
    }

    called.build();
    let mut names = missing.to_vec();
    names.sort_by_key(|name| name.starts_with('-'));

    let mut questions = Vec::new();
    for name in names {
        let argument = called
            .get_arguments()
            .find(|argument| argument.to_string() == name)
            .context("clap names an argument that there is")?;
        let choices = choices(argument, rehearsal)?;
        questions.push(Question::new(argument, choices));
    }
    Ok(questions)
}

/// Returns the values that an argument accepts, from its type or else from the content.
fn choices<C>(argument: &Arg, rehearsal: &Rehearsal<C>) -> Result<Vec<String>> {
    let mut choices = Vec::new();
    for value in argument.get_possible_values() {
        choices.push(value.get_name().to_owned());
    }
    if choices.is_empty() {
        return (rehearsal.choices)(argument.get_id().as_str());
    }
    Ok(choices)
}

/// Returns the reason of an error, without the name of the argument, which the user didn't type.
fn reason(error: &Error) -> String {
    if let Some(source) = error.source() {
        return format!("Invalid: {source}.");
    }
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("error: ").to_owned()
}
