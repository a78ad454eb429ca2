//! The table of prepared responses, and the file of a built server that ends with it.
//!
//! A program that has a file of a server reads it here, and doesn't run it.
//!
//! 1. [`Trailer`]: the last 256 bytes of a file, whose form never changes.
//! 2. [`Table`]: every response, of a file in the current format and in the one before it.
//! 3. [`identify`]: the digest and the commit of a file in either format.
//! 4. [`unpacked`] and [`parts`]: a table as files for other programs.
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
