//! The record of publications: what was online, from when to when, by whose approval, provably.
//!
//! A record is a folder to which events are only ever added. Each is an entry: a file in one form of JSON, whose
//! SHA-256 stands in its own name and in the entry after it. What was served lies beside the entries as bodies, each
//! once, under its SHA-256. `docs/record.md` has the format, for whoever reads a record without this program.
//!
//! Moments are seconds since 1970, UTC. Places (what serves the site to visitors) are short names. Digests are SHA-256.
//!
//! 1. [`error`]: the ways in which reading or writing fails
//! 2. [`digest`], [`canonical`]: SHA-256, and the one form of JSON
//! 3. [`layout`]: the names of files, and reading without following links
//! 4. [`bodies`], [`entry`], [`record`], [`removal`]: what lies in the folder, and what was removed from it
//! 5. [`directives`], [`row`]: a site as its paths
//! 6. [`write`](mod@write): one writer at a time, whole entries or none
//! 7. [`event`]: the events that are written
//! 8. [`timeline`], [`index`], [`showing`]: what was served when, at each place and at each path
//! 9. [`calendar`]: the firm's time zone
//! 10. [`verify`]: the chain and every body
//! 11. [`rebuilt`]: a publication that was built again, compared
//!
//! # Errors
//! Every function that reads or writes returns an [`Error`](error::Error).

pub mod bodies;
pub mod calendar;
pub mod canonical;
pub mod digest;
pub mod directives;
pub mod entry;
pub mod error;
pub mod event;
pub mod index;
pub mod layout;
pub mod rebuilt;
pub mod record;
pub mod removal;
pub mod row;
pub mod showing;
pub mod timeline;
pub mod verify;
pub mod write;
