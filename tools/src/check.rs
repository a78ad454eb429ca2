//! How long `cargo site check` takes, and how that grows with the site.

use crate::large_site::{self, SIZES};
use crate::workspace;
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

pub fn bench(baseline: Option<PathBuf>) -> Result<()> {
    let mut programs = vec![("site", workspace::site()?)];
    if let Some(file) = baseline {
        programs.push(("baseline", fs_err::canonicalize(file)?));
    }
    for articles in SIZES {
        let site = large_site::write(articles)?;
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
