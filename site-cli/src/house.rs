//! Where everything stands.

use anyhow::{Context, Result, bail};
use std::env;
use std::path::{Path, PathBuf};

/// The folder that holds the whole product.
#[derive(Debug, Clone)]
pub struct House(PathBuf);

impl House {
    /// The house that `cargo site` was called in: the nearest folder, upwards,
    /// that holds both `content` and `site-schema`.
    pub fn find() -> Result<Self> {
        let here = env::current_dir().context("can't tell the current folder")?;
        let is_house =
            |folder: &&Path| folder.join("content").is_dir() && folder.join("site-schema").is_dir();
        match here.ancestors().find(is_house) {
            Some(root) => Ok(Self(root.to_owned())),
            None => bail!(
                "expected to be called within the site's repository (a folder with content/ and site-schema/), but it was called in {}; change into the repository and call it again",
                here.display()
            ),
        }
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.0.join(below)
    }

    pub fn root(&self) -> &Path {
        &self.0
    }

    pub fn content(&self) -> PathBuf {
        self.path("content")
    }

    pub fn web(&self) -> PathBuf {
        self.path("web")
    }

    /// The folder Cargo builds into.
    pub fn target(&self) -> PathBuf {
        env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| self.path("target"), |target| self.0.join(target))
    }

    /// The server's binary, once built.
    pub fn server(&self) -> PathBuf {
        self.target()
            .join("release")
            .join(format!("site-server{}", env::consts::EXE_SUFFIX))
    }
}
