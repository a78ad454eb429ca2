//! Fee arithmetic, days, and content values by name.

mod fees;
mod reflect;
mod slug;
mod times;
