//! Loading, checking and compiling a whole site.

mod again;
mod ahead;
mod compiled;
mod editions;
mod markdown;
mod neighbors;
mod pictures;
mod robust;
mod strings;
mod types;
mod years;
