//! Tests from files to `Content`: reading, rules, and dependencies between crates.

mod edits;
mod imports;
mod linked;
mod load;
mod planned;
mod reading;
mod site;
mod words;
