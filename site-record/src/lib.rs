//! The record: every version that was online, with its times and approvals.
//!
//! A record is an append-only folder of events. Each event is an entry: a canonical JSON file whose SHA-256 is in its
//! own name and in the next entry. Response bodies are stored next to the entries, each once, under its SHA-256.
//! `docs/record.md` describes the format for readers without this program.
//!
//! Times are seconds since 1970, UTC. A place is what serves the site to visitors, and has a short name. Digests are SHA-256.
//!
//! 1. [`error`]: the errors of reading and writing
//! 2. [`digest`], [`canonical`]: SHA-256 and canonical JSON
//! 3. [`layout`]: the names of files, and reading without following links
//! 4. [`bodies`], [`entry`], [`record`], [`removal`]: the contents of the folder, and what was removed from it
//! 5. [`directives`], [`row`]: a site as its paths
//! 6. [`write`](mod@write): one writer at a time; each entry is written completely or not at all
//! 7. [`event`]: the events
//! 8. [`timeline`], [`index`], [`showing`]: what each place and path served, and when
//! 9. [`calendar`]: the firm's time zone
//! 10. [`verify`]: checks the chain and every body
//! 11. [`rebuilt`]: compares a publication with a rebuild of it
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
