//! Letters of other alphabets that look like Latin ones.

/// Cyrillic and Greek letters, each before the Latin letter that looks like it.
const TWINS: &str =
    "аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSοoΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX";

/// Returns the Latin letter that a letter of another alphabet looks like.
pub fn latin_twin(letter: char) -> Option<char> {
    if !matches!(letter, '\u{370}'..='\u{52f}') {
        return None;
    }
    let mut letters = TWINS.chars();
    while let Some(other) = letters.next() {
        let latin = letters.next()?;
        if other == letter {
            return Some(latin);
        }
    }
    None
}
