//! What flags answer, and what a person is asked where a flag is missing and a terminal is there.

use anyhow::{Context, Result, bail};
use site_check::diagnostic::visible;
use site_check::names::suggest;
use std::collections::BTreeMap;
use std::io::{IsTerminal, stderr, stdin};

/// Each answer under its flag.
pub type Answers = BTreeMap<&'static str, String>;

/// One thing that must be known.
pub struct Question {
    /// `--category`, or the name of an argument without a flag.
    pub flag: &'static str,
    /// What it takes, in words.
    pub takes: String,
    pub given: Option<String>,
    /// The only answers it may have; none where it takes any text.
    pub options: Vec<String>,
    /// What an empty answer means, from the answers before it.
    pub default: fn(&Answers) -> Option<String>,
    /// Takes the answer's place while those before it are judged.
    pub sample: String,
}

impl Question {
    /// A question that takes any text.
    pub fn new(flag: &'static str, takes: &str, sample: &str, given: Option<String>) -> Self {
        Self {
            flag,
            takes: takes.to_owned(),
            given,
            options: Vec::new(),
            default: |_| None,
            sample: sample.to_owned(),
        }
    }

    /// A question that takes one of these.
    pub fn choice(
        flag: &'static str,
        takes: &str,
        options: Vec<String>,
        given: Option<String>,
    ) -> Self {
        let sample = options.first().map_or("", |option| option);
        Self {
            options: options.clone(),
            ..Self::new(flag, takes, sample, given)
        }
    }

    fn ask(&self, default: Option<&str>) -> Result<String> {
        eprintln!("{}: {}", self.flag, self.takes);
        for (place, option) in self.options.iter().enumerate() {
            eprintln!("  {}. {option}", place + 1);
        }
        eprint!(
            "{} > ",
            default.map(|text| format!("[{text}]")).unwrap_or_default()
        );
        let mut line = String::new();
        let read = stdin()
            .read_line(&mut line)
            .context("cannot read from the terminal")?;
        if read == 0 {
            bail!("nobody answered, and nothing was written");
        }
        let line = tidy(&line);
        let chosen = line
            .parse::<usize>()
            .ok()
            .and_then(|number| self.options.get(number.checked_sub(1)?));
        Ok(match (chosen, default) {
            (Some(option), _) => option.clone(),
            (None, Some(default)) if line.is_empty() => default.to_owned(),
            _ => line,
        })
    }

    fn judge(&self, answer: &str) -> Result<(), String> {
        if answer.is_empty() {
            return Err("it is empty; write something".to_owned());
        }
        if self.options.is_empty() || self.options.iter().any(|option| option == answer) {
            return Ok(());
        }
        let options = self.options.iter().map(String::as_str);
        Err(format!(
            "expected {}, found `{}`. {}",
            self.takes,
            visible(answer),
            suggest(answer, options)
        ))
    }
}

/// The answer to each question, judged with those before it: a wrong flag is refused, a person is asked again.
pub fn answers(
    questions: &[Question],
    mut judge: impl FnMut(&Answers) -> Result<(), String>,
) -> Result<Answers> {
    let is_terminal = stdin().is_terminal() && stderr().is_terminal();
    let samples = questions
        .iter()
        .map(|question| (question.flag, question.sample.clone()));
    let mut answers: Answers = samples.collect();
    let missing: Vec<_> = questions
        .iter()
        .filter(|question| question.given.is_none() && (question.default)(&answers).is_none())
        .map(|question| format!("  {}: {}", question.flag, question.takes))
        .collect();
    if !is_terminal && !missing.is_empty() {
        bail!(
            "there is no terminal to ask in, so these are needed as well, and nothing was written:\n{}",
            missing.join("\n")
        );
    }
    for question in questions {
        let flag = question.flag;
        loop {
            let default = (question.default)(&answers);
            let answer = match (&question.given, &default) {
                (Some(given), _) => tidy(given),
                (None, _) if is_terminal => question.ask(default.as_deref())?,
                (None, Some(default)) => default.clone(),
                (None, None) => bail!("{flag} is needed: {}", question.takes),
            };
            let fault = question.judge(&answer).and_then(|()| {
                answers.insert(flag, answer);
                judge(&answers)
            });
            match fault {
                Ok(()) => break,
                Err(fault) if question.given.is_some() => bail!("{flag} can't be that: {fault}"),
                Err(fault) if !is_terminal => bail!("{flag} is needed: {fault}"),
                Err(fault) => eprintln!("That can't be: {fault}"),
            }
        }
    }
    Ok(answers)
}

/// On one line, without blanks around it.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
