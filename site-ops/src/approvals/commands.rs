//! The commands in comments: `/approve` and `/break-glass`.

const COMMANDS: [&str; 2] = ["/approve", "/break-glass"];

/// The characters that can end a sentence after a commit.
const PUNCTUATION: [char; 5] = ['.', ',', ';', ':', '!'];

/// Returns the lines of a text that can contain a command. Skips blank lines, backticks and quotations, because someone
/// else may have written the quoted text.
fn lines(text: Option<&str>) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.unwrap_or_default().lines() {
        let plain = line.replace('`', "");
        let plain = plain.trim();
        if !plain.is_empty() && !plain.starts_with('>') {
            lines.push(plain.to_owned());
        }
    }
    lines
}

/// Returns the commit if the first line of the text begins with `/approve COMMIT`.
pub fn approved_commit(text: Option<&str>) -> Option<String> {
    let lines = lines(text);
    let words = words_after(lines.first()?, "/approve")?;
    Some(commit_of(words.split_whitespace().next()?))
}

/// Returns the commit and reason if the text begins with `/break-glass COMMIT REASON`. The reason can continue on later lines.
pub fn broken_glass(text: Option<&str>) -> Option<(String, String)> {
    let text = lines(text).join(" ");
    let words = words_after(&text, "/break-glass")?;
    let (commit, reason) = words.split_once(char::is_whitespace)?;
    let reason: Vec<_> = reason.split_whitespace().collect();
    Some((commit_of(commit), reason.join(" ")))
}

/// Returns the first command in the text and the number of lines before it.
pub fn first_command(text: Option<&str>) -> Option<(usize, &'static str)> {
    for (above, line) in lines(text).iter().enumerate() {
        for command in COMMANDS {
            let is_word = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric());
            if line.strip_prefix(command).is_some_and(is_word) {
                return Some((above, command));
            }
        }
    }
    None
}

/// Returns the words after a command at the start of a line.
fn words_after<'l>(line: &'l str, command: &str) -> Option<&'l str> {
    let rest = line.strip_prefix(command)?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim())
}

fn commit_of(word: &str) -> String {
    word.trim_end_matches(PUNCTUATION).to_owned()
}
