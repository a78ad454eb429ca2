use super::{File, Sink};
use crate::load::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// A link that is mistyped, captured in the group of what is wrong with it, or a
/// character that a backslash makes literal.
static LINK: LazyLock<Regex> = LazyLock::new(|| {
    let address = r"\s*(?:/|#|http|www\.|external:|contact:|mailto:|tel:)[^\s()\[\]]*\s*";
    pattern(&format!(
        r"(?m)\\.|(\]\s+\({address}\))|(\)\[{address}\])|(\]\([^)\n]*$)|(\]\(\s*[^)\s]+[^\S\n]+[^)\s][^)\n]*\))|(\]\([^)\n]*\))"
    ))
});

/// What is wrong with a link, by its group.
const WRONG: [&str; 5] = [
    "space between the words and the address of this link",
    "the brackets of this link are swapped",
    "the address of this link is not closed",
    "space in the address of this link",
    "missing [ before the words of this link, or a link inside another",
];

pub(super) fn check_links(file: &File, out: &mut Sink) {
    for text in file.written_markdown() {
        for found in LINK.captures_iter(text.text) {
            let mut groups = found.iter().skip(1).zip(WRONG);
            let Some((place, message)) = groups.find_map(|(it, message)| Some((it?, message)))
            else {
                continue;
            };
            out.in_text(file, &text, place.range(), message)
                .expected("[words](/path) or [words](https://…)")
                .help("Write the words in square brackets and right after them the address in parentheses, without a space in it. A link can't contain another one. Write literal brackets as \\[ and \\].");
        }
    }
}

/// A mark that marks nothing, captured, or what is none: `5 * 3`, `$500*`, `a_name`, `~5`.
static MARK: LazyLock<Regex> = LazyLock::new(|| {
    let word = r"\p{Alphabetic}\p{Number}";
    pattern(&format!(
        r"\\.|\*{{4,}}|_{{3,}}|~{{3,}}|(`+|\*{{2,3}})|(?:^|\s)(\*)[{word}]|(?:^|[^{word}])(_{{1,2}})\p{{Alphabetic}}|(~~)[{word}]"
    ))
});

pub(super) fn check_marks(file: &File, out: &mut Sink) {
    for text in file.written_markdown() {
        let mut marks = MARK.captures_iter(text.text);
        let Some(place) = marks.find_map(|found| found.iter().skip(1).flatten().next()) else {
            continue;
        };
        let mark = place.as_str();
        let message = format!("this {mark} would be shown as it is");
        let problem = out.at(file, text.span(place.range()), message);
        match &mark[..1] {
            "~" => problem
                .expected("only the words that visitors read")
                .help("Strikethrough is not supported: delete the words with their tildes, or only the tildes to keep the words."),
            one => problem
                .expected("the same mark before and after the words, without a space on the inner side")
                .help(format!("Write the missing {mark}, or delete this one. Write a literal one as \\{one}.")),
        };
    }
}

/// Markdown or HTML, in the group of what it is.
static MARKUP: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(\]\()|(\*\*)|(`)|(</?[A-Za-z][^<&>]*>|&#?[A-Za-z0-9]{2,9};)"));

pub(super) fn check_plain(file: &File, out: &mut Sink) {
    for text in file.written_plain() {
        if let Some(found) = MARKUP.captures(text.text) {
            let mut groups = found.iter().skip(1).zip(["a link", "bold", "code", "HTML"]);
            let what = groups.find_map(|(it, what)| it.map(|_| what));
            let message = format!("{} in a plain text", what.unwrap_or_default());
            out.in_text(file, &text, found.get_match().range(), message)
                .expected("plain words, and facts such as {phone}")
                .help("Delete the markup: this text can't be bold or contain a link or HTML.");
        }
    }
}
