//! The time that `cargo site check` takes, how that grows with the site, and what a line adds
//! that has a problem in every word.

use crate::large_site::{self, SIZES};
use crate::workspace;
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Measures the check on each size of site, of another build too where one is named.
pub fn bench(baseline: Option<PathBuf>) -> Result<()> {
    let mut programs = vec![workspace::site()?];
    programs.extend(baseline);
    for articles in SIZES {
        let site = large_site::write(articles)?;
        measure(&programs, site.path(), &format!("{articles} articles"))?;
    }
    let site = large_site::write(SIZES[0])?;
    large_site::add_long_line(site.path())?;
    measure(&programs, site.path(), "one line of 64 KB")
}

/// Measures the check of a site by each program.
fn measure(programs: &[PathBuf], site: &Path, name: &str) -> Result<()> {
    let mut hyperfine = Command::new("hyperfine");
    hyperfine.args(["--shell", "none", "--warmup", "2"]);
    for program in programs {
        let program = program.display();
        hyperfine.args(["--command-name", &format!("{name}, {program}")]);
        hyperfine.arg(format!("'{program}' check"));
    }
    workspace::run(hyperfine.current_dir(site))
}
