//! Writes, damages and verifies records in temporary folders.

mod chain;
mod format;
mod harm;
mod python;
mod shown;
mod site;
mod writing;
