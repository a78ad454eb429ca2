//! The arithmetic of content: fees and days.

mod fees;
mod times;
