//! The steps of a change on a machine. For tests, a program with debug assertions can be killed at each of them.

use clap::ValueEnum;

/// A point between two changes to the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Step {
    /// The folder of an upload exists, and its file doesn't.
    UploadBegun,
    /// The file of an upload is complete, and isn't a kept version yet.
    UploadComplete,
    /// The file is among the kept versions, and the state doesn't name it.
    VersionMoved,
    /// The state names the kept version, and the dropped ones still exist.
    VersionSaved,
    /// The new state is a complete file, but isn't renamed yet.
    StateWritten,
    /// The state names the version whose server is going to start.
    StartSaved,
    /// The folder has the parts of both versions.
    PartsWritten,
    /// Both servers answer, and the state names the earlier one as live.
    ServerStarted,
    /// Both servers answer, and the state names the new one as live.
    SwitchSaved,
    /// The link leads to the new version, and both servers answer.
    LinkMoved,
}

/// The environment variable that names the step where a test ends the program.
#[cfg(debug_assertions)]
pub const VARIABLE: &str = "SITE_PLACE_KILLED_AT";

/// Exits if a test asks for it at this step.
#[cfg(debug_assertions)]
pub fn reach(step: Step) {
    let name = step
        .to_possible_value()
        .map(|value| value.get_name().to_owned());
    if name.is_some() && std::env::var(VARIABLE).ok() == name {
        std::process::abort();
    }
}

/// Does nothing in an installed program.
#[cfg(not(debug_assertions))]
pub fn reach(_step: Step) {}
