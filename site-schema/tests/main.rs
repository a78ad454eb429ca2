//! The arithmetic of content, fees and days, and its values by name.

mod fees;
mod reflect;
mod slug;
mod times;
