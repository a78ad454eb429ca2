//! The time that `cargo site check` takes, and how that grows with the site.

use crate::large_site::{self, SIZES};
use crate::workspace;
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

/// Measures the check on each size of site, of another build too where one is named.
pub fn bench(baseline: Option<PathBuf>) -> Result<()> {
    let mut programs = vec![workspace::site()?];
    programs.extend(baseline);
    for articles in SIZES {
        let site = large_site::write(articles)?;
        let mut hyperfine = Command::new("hyperfine");
        hyperfine.args(["--shell", "none", "--warmup", "2"]);
        for program in &programs {
            let program = program.display();
            hyperfine.args(["--command-name", &format!("{articles} articles, {program}")]);
            hyperfine.arg(format!("'{program}' check"));
        }
        workspace::run(hyperfine.current_dir(site.path()))?;
    }
    Ok(())
}
