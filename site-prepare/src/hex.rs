//! Bytes as hexadecimal digits.

/// Writes bytes in lower-case hexadecimal digits, two each.
pub fn hex(bytes: &[u8]) -> String {
    let mut digits = String::new();
    for byte in bytes {
        digits += &format!("{byte:02x}");
    }
    digits
}
