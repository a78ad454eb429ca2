//! The Kubernetes store: the state is an annotation of the Deployment, and the versions are images in a registry.
//!
//! One replacement changes the state and the image, and carries the Deployment's resourceVersion. If two people change them
//! concurrently, the API refuses one of the changes, and that one decides again. When no rollout is in progress, a hold also pauses
//! the Deployment, as a second lock against other changes.

use super::Cluster;
use super::annotation;
use super::api::Replacement;
use super::deployment::{Deployment, Rollout};
use super::image::{Image, Source, time_of};
use super::update::{ATTEMPTS, Change};
use crate::place::origin::Origin;
use crate::place::{Place, Reply, sha256};
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use fs_err as fs;
use jiff::Timestamp;
use site_place::refusal::Refusal;
use site_place::request::{Request, Upload};
use site_place::state::{State, Version, What};
use site_record::digest::Digest;
use std::path::Path;

/// The servers of a version that a change made live.
enum Servers {
    /// They run, and no others do.
    Run(State),
    /// Another version has become live since.
    Replaced(State),
    /// They don't start, for this reason.
    Missing(String),
}

impl Cluster {
    /// The image of the live version.
    pub(super) fn image_of(&self, state: &State) -> Result<String> {
        let version = state
            .live_digest()
            .and_then(|digest| state.version(digest))
            .context("expected the place to keep its live version, found none; roll back to a version that `cargo site-ops status` lists")?;
        Ok(self.registry.image(image_digest(version)?))
    }

    /// Returns a sentence if the Deployment's image isn't the image of the live version.
    fn drift_of(&self, deployment: &Deployment, state: &State) -> Result<Option<String>> {
        if state.live().is_none() {
            return Ok(None);
        }
        let (expected, found) = (self.image_of(state)?, deployment.image());
        Ok((expected != found).then(|| {
            format!(
                "expected the cluster to run the live version, {expected}, found {found}: someone has changed the image by hand. \
                 The next change starts the live version again, such as: cargo site-ops hold --who WHO --reason REASON"
            )
        }))
    }

    /// Waits until the live version's servers run, and pauses the Deployment if the place is on hold.
    fn follow(&self, after: &State) -> Result<Servers> {
        let (deployment, rollout) = self.api.wait_for_rollout(self.patience)?;
        let state = annotation::read(&deployment)?;
        if state.live_digest() != after.live_digest() {
            return Ok(Servers::Replaced(state));
        }
        let reason = match rollout {
            Rollout::Complete => {
                if let Err(error) = self.pause_if_held() {
                    eprintln!(
                        "warning: the place is held, and its Deployment isn't paused: {error:#}"
                    );
                }
                return Ok(Servers::Run(state));
            }
            Rollout::Progressing(reason) | Rollout::DeadlineExceeded(reason) => reason,
            Rollout::Paused => "someone has paused the Deployment".to_owned(),
        };
        Ok(Servers::Missing(format!(
            "expected the servers of {} to start, and they don't: {reason}. See: kubectl --namespace site get pods",
            after.live_digest().unwrap_or_default()
        )))
    }

    /// Pauses the Deployment of a place on hold after its rollout has ended.
    fn pause_if_held(&self) -> Result<()> {
        for _ in 0..ATTEMPTS {
            let mut deployment = self.api.deployment()?;
            let is_held = annotation::read(&deployment)?.hold.is_some();
            // If someone has changed the place since, that change pauses it.
            if !is_held || deployment.paused() || deployment.rollout() != Rollout::Complete {
                return Ok(());
            }
            deployment.set_paused(true);
            match self.api.replace(&deployment)? {
                Replacement::Saved(_) => return Ok(()),
                Replacement::Conflict => {}
                Replacement::NoAnswer(message) => bail!("{message}"),
            }
        }
        Ok(())
    }

    /// Undoes a switch whose servers don't start, unless someone has changed the live version since.
    fn undo(&self, digest: &str, reason: String) -> Result<Reply> {
        let request = Request::Undo {
            digest: digest.to_owned(),
        };
        let decided = self.update(&|_, state| {
            match state.change(&request, Timestamp::now()) {
                // On the first publication, nothing ran before.
                Err(Refusal::NothingBefore) => {
                    let mut next = state.clone();
                    next.switches.clear();
                    next.events
                        .retain(|event| !matches!(event.what, What::Switched { .. }));
                    next.revision += 1;
                    Ok(next)
                }
                result => result.map_err(|refusal| refusal.to_string()),
            }
        });
        let change = match decided.with_context(|| reason.clone())? {
            Ok(change) => change,
            Err(refusal) => bail!("{reason}. The place doesn't go back: {refusal}"),
        };
        if change.before.live_digest() != Some(digest) {
            return Ok(Reply::Refused(replaced(&reason, &change.before)));
        }
        if change.after.live().is_none() {
            return Ok(Reply::Refused(format!("{reason}. Nothing is live")));
        }
        match self.follow(&change.after).with_context(|| reason.clone())? {
            Servers::Run(_) => Ok(Reply::Refused(format!(
                "{reason}. The previous version is live"
            ))),
            Servers::Replaced(state) => Ok(Reply::Refused(replaced(&reason, &state))),
            Servers::Missing(other) => bail!("{reason}. For the version before it: {other}"),
        }
    }

    /// Creates and uploads the image with a server and the parts of earlier versions. Returns the digest of the image.
    fn send(&self, state: &State, server: &Path, commit: &str) -> Result<Digest> {
        let work = tempfile::tempdir().context("cannot make a temporary folder")?;
        let parts = work.path().join("parts");
        let mut images = Vec::new();
        let live = state.live_digest().and_then(|digest| state.version(digest));
        for version in live.into_iter().chain(state.versions.last()) {
            let digest = image_digest(version)?;
            if !images.contains(&digest) {
                images.push(digest);
            }
        }
        self.registry.collect_parts(&images, &parts)?;
        let source = Source {
            server,
            commit,
            time: time_of(&Workspace::find()?, commit)?,
            parts: Some(&parts),
        };
        let image = Image::make(&source, &work.path().join("layout"))?;
        self.registry.push(&image)?;
        Ok(image.digest)
    }

    /// Deletes the images of the versions that a change dropped. A leftover image does no harm.
    fn delete_forgotten(&self, change: &Change) {
        for version in &change.before.versions {
            let is_kept = change
                .after
                .versions
                .iter()
                .any(|kept| kept.image == version.image);
            if is_kept {
                continue;
            }
            let deleted = image_digest(version).and_then(|image| self.registry.delete(image));
            if let Err(error) = deleted {
                eprintln!("warning: {error:#}");
            }
        }
    }
}

impl Place for Cluster {
    fn state(&self) -> Result<State> {
        annotation::read(&self.api.deployment()?)
    }

    fn find_drift(&self) -> Result<Option<String>> {
        let deployment = self.api.deployment()?;
        self.drift_of(&deployment, &annotation::read(&deployment)?)
    }

    fn keep(&self, server: &Path, revision: u64, is_take_down: bool) -> Result<Reply> {
        let identity = site_table::identify(server)?;
        let commit = identity
            .commit
            .context("expected a server of a commit, found one with changes outside any commit; commit them, and build again")?;
        let request = Request::Keep(Upload {
            bytes: fs::metadata(server)?.len(),
            sha256: sha256(server)?,
            revision,
            is_take_down,
        });
        // Read before the upload, which may take minutes.
        let state = self.state()?;
        if let Err(refusal) = state.change(&request, Timestamp::now()) {
            return Ok(Reply::Refused(refusal.to_string()));
        }
        if let Some(version) = state.version(&identity.digest) {
            let is_live = state.live_digest() == Some(&identity.digest);
            let is_same = version.sha256 == sha256(server)?;
            if is_live || (is_same && self.registry.has(image_digest(version)?)?) {
                return Ok(Reply::Done(Box::new(state)));
            }
        }
        let image = self.send(&state, server, &commit)?;
        let version = Version {
            digest: identity.digest,
            commit,
            sha256: sha256(server)?,
            at: Timestamp::now(),
            image: Some(image.to_string()),
        };
        let decided = self.update(&|_, state| {
            let mut next = state
                .change(&request, Timestamp::now())
                .map_err(|refusal| refusal.to_string())?;
            next.add_version(version.clone());
            Ok(next)
        })?;
        let change = match decided {
            Ok(change) => change,
            Err(reason) => return Ok(Reply::Refused(reason)),
        };
        self.delete_forgotten(&change);
        Ok(Reply::Done(Box::new(change.after)))
    }

    fn change(&self, request: &Request) -> Result<Reply> {
        let is_switch = matches!(request, Request::Switch { .. });
        let decided = self.update(&|deployment, state| {
            let next = state
                .change(request, Timestamp::now())
                .map_err(|refusal| refusal.to_string())?;
            let drift = self.drift_of(deployment, state).unwrap_or_default();
            match drift.filter(|_| is_switch) {
                Some(drift) => Err(drift),
                None => Ok(next),
            }
        })?;
        let change = match decided {
            Ok(change) => change,
            Err(reason) => return Ok(Reply::Refused(reason)),
        };
        // A switch to the live version completes the switch of a publisher that stopped early.
        let starts_servers = is_switch || change.before.live_digest() != change.after.live_digest();
        if !starts_servers {
            return Ok(Reply::Done(Box::new(change.after)));
        }
        let live = change
            .after
            .live()
            .context("a version is live after a switch")?;
        match self.follow(&change.after)? {
            Servers::Run(state) => Ok(Reply::Done(Box::new(state))),
            Servers::Replaced(state) => {
                let reason = format!("expected {} as the live version", live.digest);
                Ok(Reply::Refused(replaced(&reason, &state)))
            }
            Servers::Missing(reason) if is_switch && !live.is_checked => {
                self.undo(&live.digest, reason)
            }
            Servers::Missing(reason) => bail!(
                "{reason}. The servers that ran before still run; the cluster starts the others once it can, or go back to another version"
            ),
        }
    }

    fn get(&self, digest: &str, file: &Path) -> Result<()> {
        let state = self.state()?;
        let version = state
            .version(digest)
            .with_context(|| format!("expected the version {digest} at the place, found none"))?;
        let work = tempfile::tempdir().context("cannot make a temporary folder")?;
        let unpacked = self.registry.fetch(image_digest(version)?, work.path())?;
        fs::copy(unpacked.server, file)?;
        Ok(())
    }

    fn parts(&self) -> Result<String> {
        let state = self.state()?;
        let Some(version) = state.live_digest().and_then(|digest| state.version(digest)) else {
            return Ok(String::new());
        };
        let work = tempfile::tempdir().context("cannot make a temporary folder")?;
        let unpacked = self.registry.fetch(image_digest(version)?, work.path())?;
        let mut lines = Vec::new();
        if let Some(parts) = unpacked.parts {
            for entry in fs::read_dir(parts)? {
                let entry = entry?;
                let at = Timestamp::try_from(entry.metadata()?.modified()?)?;
                lines.push(format!("{} {at}\n", entry.file_name().to_string_lossy()));
            }
        }
        lines.sort();
        Ok(lines.concat())
    }

    fn tunnel(&self) -> Result<Origin> {
        // During a rollout, the tunnel may lead to a server of the previous version.
        let (_, rollout) = self.api.wait_for_rollout(self.patience)?;
        if let Rollout::Progressing(reason) | Rollout::DeadlineExceeded(reason) = rollout {
            bail!(
                "expected the servers of the live version to run, and they don't: {reason}. See: kubectl --namespace site get pods"
            );
        }
        let tunnel = self.api.port_forward(0)?;
        let url = format!("http://{}", tunnel.address);
        Ok(Origin::behind(tunnel, url))
    }
}

/// The refusal if another version has become live since.
fn replaced(reason: &str, state: &State) -> String {
    format!(
        "{reason}, found {} live: a person has changed the place meanwhile, and that is kept",
        state.live_digest().unwrap_or("nothing")
    )
}

/// The digest of a version's image.
fn image_digest(version: &Version) -> Result<Digest> {
    let image = version.image.as_deref().with_context(|| {
        format!(
            "expected an image of {}, found none; go back to another version",
            version.digest
        )
    })?;
    Ok(Digest::parse(image)?)
}
