//! The place that serves a published site.

pub mod named;
pub mod origin;
pub mod ssh;

use anyhow::{Context as _, Result, bail, ensure};
use origin::Origin;
use site_place::request::Request;
use site_place::state::State;
use std::env;
use std::path::Path;

/// A place's answer to a request for a change.
#[derive(Debug)]
pub enum Reply {
    /// The state after the change.
    Done(Box<State>),
    /// The reason why the place refused or failed. The live version hasn't changed.
    Refused(String),
}

/// A store that holds a place's state, keeps its versions, and starts them.
///
/// Each function returns an error if the place doesn't answer. Then it is unknown whether the change was made.
pub trait Place {
    /// Returns the state.
    fn state(&self) -> Result<State>;

    /// Returns a sentence if the place runs something other than its live version. A machine repairs that automatically.
    fn find_drift(&self) -> Result<Option<String>> {
        Ok(None)
    }

    /// Stores a built server, if the revision of the state is still `revision`.
    fn keep(&self, server: &Path, revision: u64, is_take_down: bool) -> Result<Reply>;

    /// Changes the state, and starts the server of the resulting live version.
    fn change(&self, request: &Request) -> Result<Reply>;

    /// Writes the server of a kept version to a file.
    fn get(&self, digest: &str, file: &Path) -> Result<()>;

    /// Returns a line for each part that pages of earlier versions may request: its name, and when it was last used.
    fn parts(&self) -> Result<String>;

    /// Opens a tunnel from this machine to the server itself.
    fn tunnel(&self) -> Result<Origin>;
}

/// Returns the address of the server itself from SITE_ORIGIN, or opens a tunnel to it.
///
/// # Errors
/// Returns an error if the tunnel can't be opened.
pub fn origin_of(place: &dyn Place) -> Result<Origin> {
    match variable("SITE_ORIGIN") {
        Some(url) => Ok(Origin::at(url)),
        None => place.tunnel(),
    }
}

/// The value of an environment variable. An empty value counts as missing, because workflows can't omit a variable.
pub fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// Downloads a kept version, and checks that the file is the right one.
///
/// # Errors
/// Returns an error if the place doesn't keep the version, or returns another file.
pub fn fetch(place: &dyn Place, state: &State, digest: &str, file: &Path) -> Result<()> {
    let Some(version) = state.version(digest) else {
        bail!(
            "expected the version {digest} at the place, found none; to list the versions: cargo site-ops status"
        );
    };
    place.get(digest, file)?;
    let found = sha256(file)?;
    ensure!(
        found == version.sha256,
        "expected the version {digest} with the SHA-256 {}, found {found}: the place keeps a damaged file. Roll back to another version, and publish again",
        version.sha256
    );
    Ok(())
}

/// The SHA-256 of a file, in hexadecimal.
pub fn sha256(path: &Path) -> Result<String> {
    site_place::sha256::of_file(path).with_context(|| {
        format!(
            "expected a file at {}; `cargo site build` makes one",
            path.display()
        )
    })
}

/// Converts a repository's fetch URL into its address for browsers.
pub fn web_address(url: &str) -> Option<String> {
    let bare = url.trim_end_matches('/').trim_end_matches(".git");
    if let Some(rest) = bare.strip_prefix("git@") {
        let (host, path) = rest.split_once(':')?;
        return Some(format!("https://{host}/{path}"));
    }
    bare.starts_with("https://").then(|| bare.to_owned())
}
