//! The arithmetic of fees: the reference that every other place is tested against.
//!
//! Money is whole dollars, rates are basis points, and a fee is kept exactly, as
//! dollars times basis points, until it is shown. Nothing here is a float.

mod golden;
mod label;
mod schedule;

pub use golden::golden_vectors;
pub use label::label;
pub use schedule::{Fee, Quote, TierError};

/// A whole number with thousands separators.
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

/// Whole dollars, as they are shown: "$1,250".
pub fn money(dollars: u64) -> String {
    format!("${}", grouped(dollars))
}

/// A rate in basis points as a percentage: 125 is "1.25%".
pub fn percent(basis_points: u32) -> String {
    format!("{}.{:02}%", basis_points / 100, basis_points % 100)
}
