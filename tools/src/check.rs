//! How long `cargo site check` takes, and how that grows with the site.

use crate::{large_site, workspace};
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::process::Command;

const SIZES: [usize; 2] = [40, 1_000];

pub fn bench(baseline: Option<PathBuf>) -> Result<()> {
    let mut programs = vec![("site", workspace::site()?)];
    if let Some(file) = baseline {
        let file = file
            .canonicalize()
            .with_context(|| format!("cannot find {}", file.display()))?;
        programs.push(("baseline", file));
    }
    for articles in SIZES {
        let site = tempfile::tempdir().context("cannot make a folder for the site")?;
        large_site::write(site.path(), articles)?;
        let mut hyperfine = Command::new("hyperfine");
        hyperfine.args(["--shell", "none", "--warmup", "2"]);
        for (name, program) in &programs {
            let name = format!("{name} check, {articles} articles");
            hyperfine.args(["--command-name", &name]);
            hyperfine.arg(format!("'{}' check", program.display()));
        }
        workspace::run(hyperfine.current_dir(site.path()))?;
    }
    Ok(())
}
