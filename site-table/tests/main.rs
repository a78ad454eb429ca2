//! The file formats: each test writes files and reads them as other programs do.

mod forged;
mod programs;
mod site;
mod tables;
mod trailers;
