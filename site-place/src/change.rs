//! The changes to a place's state: one function per request.
//!
//! A store loads the state, changes it with [`State::change`], and saves it, so the same rules apply to every kind of place.

use crate::refusal::Refusal;
use crate::request::{Grounds, Request};
use crate::state::{Approved, BrokenGlass, Event, Hold, State, Switch, TakeDown, Version, What};
use jiff::Timestamp;

/// The number of versions that a place keeps in addition to the live one and the one before it.
const VERSIONS: usize = 10;

/// The most events that a place keeps while no record has them.
const EVENTS: usize = 1_000;

impl State {
    /// Returns the state after a request.
    ///
    /// # Errors
    /// Returns the reason if the place refuses the request.
    pub fn change(&self, request: &Request, now: Timestamp) -> Result<Self, Refusal> {
        let mut next = self.clone();
        match request {
            Request::Status | Request::Get { .. } | Request::Parts => return Ok(next),
            Request::Keep(upload) => {
                next.require_revision(upload.revision)?;
                if !upload.is_take_down {
                    next.require_no_hold()?;
                }
            }
            Request::Switch {
                digest,
                revision,
                base,
                grounds,
                withdraws,
            } => {
                next.require_revision(*revision)?;
                next.switch(digest, base, grounds, withdraws, now)?;
            }
            Request::Confirm { digest } => next.confirm(digest)?,
            Request::Undo { digest } => next.undo(digest, now)?,
            Request::Back {
                digest,
                from,
                who,
                reason,
            } => next.go_back(digest, from, who, reason, now)?,
            Request::Hold {
                who,
                reason,
                if_free,
            } => {
                if !if_free || next.hold.is_none() {
                    next.hold(who, reason, now);
                }
            }
            Request::Release { who, reason, of } => next.release(who, reason, of.as_ref(), now)?,
            Request::Approve {
                commit,
                who,
                reason,
            } => next.approve(commit, who, reason, now),
            Request::Recorded { through } => {
                next.events.retain(|event| event.number > *through);
                next.has_record = true;
            }
        }
        if next != *self {
            next.revision += 1;
        }
        Ok(next)
    }

    /// Adds a kept version, and drops older ones. Returns the digests of the dropped versions.
    pub fn add_version(&mut self, version: Version) -> Vec<String> {
        self.versions.retain(|known| known.digest != version.digest);
        self.versions.push(version);
        self.revision += 1;
        self.forget_versions()
    }

    /// Drops all versions except the newest ones, the live one, the one before it, and the one that is starting.
    fn forget_versions(&mut self) -> Vec<String> {
        let live = self.live().map(|switch| switch.digest.clone());
        let before = self.before_live().map(|switch| switch.digest.clone());
        let needed = [live, before, self.starting.clone()];
        let mut extra = self.versions.len().saturating_sub(VERSIONS);
        let mut forgotten = Vec::new();
        self.versions.retain(|version| {
            let is_needed = needed
                .iter()
                .flatten()
                .any(|digest| *digest == version.digest);
            let is_old = extra > 0;
            extra = extra.saturating_sub(1);
            if is_old && !is_needed {
                forgotten.push(version.digest.clone());
                return false;
            }
            true
        });
        self.switches
            .retain(|switch| !forgotten.contains(&switch.digest));
        forgotten
    }

    /// Makes a version live, for the reasons that the caller gives.
    fn switch(
        &mut self,
        digest: &str,
        base: &str,
        grounds: &Grounds,
        withdraws: &[String],
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let commit = self.require_version(digest)?.commit.clone();
        let is_live = self.live_digest() == Some(digest);
        let from = match self.live() {
            Some(live) => live.commit.clone(),
            None => self.approved.commit.clone(),
        };
        let mut withdraws = withdraws.to_vec();
        let mut is_approved = false;
        match grounds {
            Grounds::Approved {
                commit: approved,
                program,
            } => {
                self.require_no_hold()?;
                self.require_checked(digest)?;
                self.require_approved(base)?;
                self.approved = Approved {
                    commit: approved.clone(),
                    program: program.clone(),
                };
                is_approved = *approved == commit;
            }
            Grounds::BrokenGlass { who, reason } => {
                self.require_no_hold()?;
                if !is_live {
                    self.broken_glass.push(BrokenGlass {
                        from,
                        to: commit.clone(),
                        who: who.clone(),
                        reason: reason.clone(),
                        at: now,
                    });
                }
            }
            Grounds::TakeDown {
                address,
                who,
                reason,
            } => {
                if self.hold.is_none() {
                    let reason = format!("taking down {address}: {reason}");
                    self.hold(who, &reason, now);
                }
                withdraws.push(address.clone());
                if !is_live {
                    self.take_downs.push(TakeDown {
                        address: address.clone(),
                        digest: digest.to_owned(),
                        commit: commit.clone(),
                    });
                }
            }
        }
        self.require_withdrawn(digest, &withdraws)?;
        if is_approved {
            self.broken_glass.clear();
        }
        if let Some(live) = self.switches.last_mut().filter(|_| is_live) {
            live.is_approved |= is_approved;
            live.withdraws = withdraws;
            return Ok(());
        }
        let (who, reason) = match grounds {
            Grounds::Approved { .. } => (None, None),
            Grounds::BrokenGlass { who, reason } | Grounds::TakeDown { who, reason, .. } => {
                (Some(who.clone()), Some(reason.clone()))
            }
        };
        self.switches.push(Switch {
            digest: digest.to_owned(),
            commit: commit.clone(),
            at: now,
            is_checked: false,
            is_approved,
            withdraws,
        });
        let what = What::Switched {
            digest: digest.to_owned(),
            commit,
        };
        self.add_event(what, who, reason, now);
        Ok(())
    }

    /// Marks the live version as checked. An approved version ends the take-downs, because it withdraws those pages too.
    fn confirm(&mut self, digest: &str) -> Result<(), Refusal> {
        self.require_live(digest)?;
        let Some(live) = self.switches.last_mut() else {
            return Err(Refusal::NothingBefore);
        };
        live.is_checked = true;
        if live.is_approved {
            self.take_downs.clear();
        }
        Ok(())
    }

    /// Returns to the version before one that failed its check. Changes nothing if another version is already live.
    fn undo(&mut self, digest: &str, now: Timestamp) -> Result<(), Refusal> {
        let Some(live) = self.live().filter(|live| live.digest == digest) else {
            return Ok(());
        };
        if live.is_checked {
            return Err(Refusal::Moved {
                what: "an unchecked version",
                expected: digest.to_owned(),
                found: "that it was checked".to_owned(),
            });
        }
        let Some(before) = self.before_live() else {
            return Err(Refusal::NothingBefore);
        };
        let (before, withdraws) = (before.digest.clone(), before.withdraws.clone());
        self.take_downs.retain(|taken| taken.digest != digest);
        // The version before a publication withdraws all other pages. The version before a rollback may not.
        self.require_withdrawn(&before, &withdraws)?;
        self.switches.pop();
        self.add_event(What::Undone { digest: before }, None, None, now);
        Ok(())
    }

    /// Makes an earlier version live for a person, and puts the place on hold.
    fn go_back(
        &mut self,
        digest: &str,
        from: &str,
        who: &str,
        reason: &str,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        self.require_live(from)?;
        if digest == from {
            return Err(Refusal::IsLive(digest.to_owned()));
        }
        let version = self.require_version(digest)?.clone();
        let place = self
            .switches
            .iter()
            .rposition(|switch| switch.digest == digest);
        let switch = match place {
            Some(place) => self.switches[place].clone(),
            None => Switch {
                digest: version.digest,
                commit: version.commit,
                at: now,
                is_checked: false,
                is_approved: false,
                withdraws: Vec::new(),
            },
        };
        self.require_withdrawn(digest, &switch.withdraws)?;
        let before = place.unwrap_or(self.switches.len().saturating_sub(1));
        self.switches.truncate(before);
        self.switches.push(Switch {
            at: now,
            is_checked: false,
            ..switch
        });
        let what = What::WentBack {
            digest: digest.to_owned(),
        };
        self.add_event(what, Some(who.to_owned()), Some(reason.to_owned()), now);
        self.hold(who, reason, now);
        Ok(())
    }

    /// Puts the place on hold until a person releases it.
    fn hold(&mut self, who: &str, reason: &str, now: Timestamp) {
        self.hold = Some(Hold {
            who: who.to_owned(),
            reason: reason.to_owned(),
            at: now,
        });
        self.add_event(
            What::Held,
            Some(who.to_owned()),
            Some(reason.to_owned()),
            now,
        );
    }

    /// Ends a hold. If the caller names its own hold, any other hold stays.
    fn release(
        &mut self,
        who: &str,
        reason: &str,
        of: Option<&Hold>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        if of.is_some() && of != self.hold.as_ref() {
            return Ok(());
        }
        if self.hold.take().is_none() {
            return Err(Refusal::NoHold);
        }
        self.add_event(
            What::Released,
            Some(who.to_owned()),
            Some(reason.to_owned()),
            now,
        );
        Ok(())
    }

    /// Sets the approved commit, for a person with full rights to the place.
    fn approve(&mut self, commit: &str, who: &str, reason: &str, now: Timestamp) {
        self.approved = Approved {
            commit: commit.to_owned(),
            program: None,
        };
        let what = What::ApprovedByHand {
            commit: commit.to_owned(),
        };
        self.add_event(what, Some(who.to_owned()), Some(reason.to_owned()), now);
    }

    fn add_event(
        &mut self,
        what: What,
        who: Option<String>,
        reason: Option<String>,
        now: Timestamp,
    ) {
        // A revision has at most two events: a switch and its hold.
        let number = (self.revision + 1) * 2;
        let last = self.events.last().map_or(0, |event| event.number);
        self.events.push(Event {
            number: number.max(last + 1),
            at: now,
            what,
            who,
            reason,
        });
        let extra = self.events.len().saturating_sub(EVENTS);
        self.events.drain(..extra);
    }

    fn require_revision(&self, revision: u64) -> Result<(), Refusal> {
        if revision == self.revision {
            return Ok(());
        }
        Err(Refusal::Moved {
            what: "the revision of the place",
            expected: revision.to_string(),
            found: self.revision.to_string(),
        })
    }

    fn require_no_hold(&self) -> Result<(), Refusal> {
        match &self.hold {
            Some(hold) => Err(Refusal::Held(hold.clone())),
            None => Ok(()),
        }
    }

    fn require_checked(&self, digest: &str) -> Result<(), Refusal> {
        match self.live() {
            Some(live) if !live.is_checked && live.digest != digest => {
                Err(Refusal::Unchecked(live.digest.clone()))
            }
            _ => Ok(()),
        }
    }

    fn require_approved(&self, base: &str) -> Result<(), Refusal> {
        if base == self.approved.commit {
            return Ok(());
        }
        Err(Refusal::Moved {
            what: "the newest approved commit",
            expected: base.to_owned(),
            found: self.approved.commit.clone(),
        })
    }

    fn require_live(&self, digest: &str) -> Result<(), Refusal> {
        let Some(live) = self.live_digest() else {
            return Err(Refusal::NothingBefore);
        };
        if live == digest {
            return Ok(());
        }
        Err(Refusal::Moved {
            what: "the live version",
            expected: digest.to_owned(),
            found: live.to_owned(),
        })
    }

    fn require_version(&self, digest: &str) -> Result<&Version, Refusal> {
        self.version(digest)
            .ok_or_else(|| Refusal::NotKept(digest.to_owned()))
    }

    fn require_withdrawn(&self, digest: &str, withdraws: &[String]) -> Result<(), Refusal> {
        for taken in &self.take_downs {
            if !withdraws.contains(&taken.address) {
                return Err(Refusal::ShowsAgain {
                    digest: digest.to_owned(),
                    address: taken.address.clone(),
                });
            }
        }
        Ok(())
    }
}
