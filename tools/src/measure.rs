//! What a command costs.

use anyhow::{Context, Result};
use std::process::Command;
use std::time::Instant;
use wait4::Wait4;

/// What one run of a command costs.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    pub seconds: f64,
    /// Of all cores together, the system's work included.
    pub processor_seconds: f64,
    pub peak_bytes: u64,
    pub succeeded: bool,
}

/// One run, with all the programs that it runs.
pub fn once(mut command: Command) -> Result<Cost> {
    let begin = Instant::now();
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {program}"))?;
    let used = child
        .wait4()
        .with_context(|| format!("cannot wait for {program}"))?;
    Ok(Cost {
        seconds: begin.elapsed().as_secs_f64(),
        processor_seconds: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
        peak_bytes: used.rusage.maxrss,
        succeeded: used.status.success(),
    })
}
