//! Records that are written, harmed and verified, in folders of the tests' own.

mod chain;
mod format;
mod harm;
mod python;
mod shown;
mod site;
mod writing;
