//! The table of prepared responses, and the built server's file, which ends with the table.
//!
//! Programs use this crate to read a server's file without running it.
//!
//! 1. [`Trailer`]: the last 256 bytes of a file, whose format never changes.
//! 2. [`Table`]: every response, read from the current format or the one before it.
//! 3. [`identify`]: the digest and the commit of a file in either format.
//! 4. [`unpacked`] and [`parts`]: a table as files that other programs can read.
//! 5. [`assemble`]: a program and a table as one file.

mod assemble;
mod earlier;
mod identity;
mod moment;
pub mod parts;
mod problem;
mod program;
mod table;
pub mod trailer;
pub mod unpacked;

pub use assemble::assemble;
pub use identity::{Identity, identify};
pub use moment::Moment;
pub use problem::Problem;
pub use program::{Architecture, is_static};
pub use table::{Answer, Body, Field, Headers, IDENTITY, Part, Row, Table, VERSION, response};
pub use trailer::Trailer;
pub use unpacked::unpack;
