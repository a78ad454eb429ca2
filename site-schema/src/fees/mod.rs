//! Fee arithmetic: the reference for testing every other implementation.
//!
//! Money is in whole dollars and rates are in basis points. A fee is stored exactly, as dollars
//! times basis points, until it's displayed. There is no floating-point arithmetic.

mod golden;
mod label;
mod schedule;

pub use golden::golden_vectors;
pub use label::label;
pub use schedule::{Fee, Quote, TierError};

/// Formats a whole number with thousands separators.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        let digits_left = digits.len() - index;
        if index > 0 && digits_left.is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats whole dollars: "$1,250".
pub fn money(dollars: u64) -> String {
    format!("${}", grouped(dollars))
}

/// Formats a rate in basis points as a percentage: 125 is "1.25%".
pub fn percent(basis_points: u32) -> String {
    format!("{}.{:02}%", basis_points / 100, basis_points % 100)
}
