//! The shapes of nodes that Markdown makes of literal characters.

use crate::load::markdown::{Kind, Node, Prose};
use crate::load::pattern;
use crate::rules::list::LARGE_NUMBER;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A node, with the nodes around it.
pub(super) struct Position<'a> {
    pub prose: &'a Prose,
    pub node: &'a Node,
    pub before: Option<&'a Node>,
    pub after: Option<&'a Node>,
    pub parent: Option<&'a Node>,
    /// The first asterisk in the prose that refers to a note.
    pub first_star: Option<usize>,
}

/// The fewest words of a line that certainly ends within a sentence.
const WORDS_OF_LINE: usize = 4;
/// The most words of a name, or of another line that isn't a sentence.
const WORDS_OF_NAME: usize = 6;
/// The most letters within a word that are bold to explain it.
const LETTERS_OF_WORD: usize = 2;
/// The most bytes of a word that are quoted.
const LONGEST_WORD: usize = 40;
/// Words in lower case within a name.
const NAME_PARTS: [&str; 9] = ["and", "at", "de", "in", "la", "of", "the", "to", "von"];

/// Words that begin with a figure.
static FIGURE: LazyLock<Regex> = LazyLock::new(|| pattern(r#"^[*_("'“]*[-+−]?[$€£]?\.?[0-9]"#));
/// The end of a sentence, with the marks that may follow it.
static SENTENCE_END: LazyLock<Regex> = LazyLock::new(|| pattern(r#"[.!?:…][*_`)\]"'”’»]*$"#));
/// An asterisk after a word, which refers to a note.
static NOTE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"(?:^|[0-9A-Za-z%)"”.,])\\?\*(?:[\s.,;:)]|$)"#));
/// Languages of code blocks that GitHub shows as drawings.
const DRAWINGS: [&str; 6] = [
    "mermaid",
    "math",
    "geojson",
    "topojson",
    "stl",
    "suggestion",
];

impl<'a> Position<'a> {
    fn written(&self) -> &'a str {
        self.prose.written(self.node)
    }

    fn first_line(&self) -> Range<usize> {
        let written = self.written();
        let length = written.find('\n').unwrap_or(written.len());
        let start = self.node.span.start;
        start..start + written[..length].trim_end().len()
    }

    /// The block above it, if no empty line is between them.
    fn adjoining(&self) -> Option<&'a Node> {
        let before = self.before?;
        let between = self.prose.text.get(before.span.end..self.node.span.start)?;
        (between.matches('\n').count() == 1).then_some(before)
    }

    /// The last line of a paragraph right above it, if no sentence ends there.
    fn open_sentence(&self) -> Option<&'a str> {
        let above = self.adjoining()?;
        if above.kind != Kind::Paragraph {
            return None;
        }
        let line = last_line(self.prose.written(above));
        (!SENTENCE_END.is_match(line)).then_some(line)
    }

    fn char_before(&self) -> Option<char> {
        self.prose.text[..self.node.span.start].chars().next_back()
    }

    fn char_after(&self) -> Option<char> {
        self.prose.text[self.node.span.end..].chars().next()
    }

    /// The number of characters of its mark, and what is between the marks.
    fn marks(&self) -> Option<(usize, &'a str)> {
        let length = match self.node.kind {
            Kind::Emphasis => 1,
            Kind::Strong => 2,
            _ => return None,
        };
        let written = self.written();
        let end = written.len().checked_sub(length)?;
        Some((length, written.get(length..end)?))
    }

    /// Returns the marker and the first line of the only item of a list.
    fn only_item(&self) -> Option<(&'a str, &'a str)> {
        match (&self.node.kind, self.node.children.as_slice()) {
            (Kind::List { .. }, [item]) => Some(marker(self.prose.written(item))),
            _ => None,
        }
    }
}

/// Marks with a digit, a letter, a bracket or a sign of a calculation on the outside of both: `12*500*2`, `(1+r)*n*2`.
pub(super) fn marks_within_words(place: &Position) -> Option<Range<usize>> {
    let (length, inner) = place.marks()?;
    let before = place.char_before()?;
    let after = place.char_after()?;
    // Bold letters of a word: **l**i**s**t.
    if length == 2 && inner.len() <= LETTERS_OF_WORD && inner.chars().all(char::is_alphabetic) {
        return None;
    }
    let continues_before = is_word(before) || matches!(before, ')' | ']' | '%' | '}');
    let continues_after = is_word(after) || matches!(after, '(' | '$' | '{');
    let has_word = is_word(before) || is_word(after);
    (continues_before && continues_after && has_word).then(|| with_words_around(place))
}

/// The bytes of the marks that have a digit outside each of them.
pub(super) fn marks_between_figures(place: &Position) -> Option<[Range<usize>; 2]> {
    let (length, _) = place.marks()?;
    if !is_digit(place.char_before()?) || !is_digit(place.char_after()?) {
        return None;
    }
    let Range { start, end } = place.node.span;
    Some([start..start + length, end - length..end])
}

/// Marks after two words, which refer to a note: `5%*, 6%*`.
pub(super) fn stars_of_notes(place: &Position) -> Option<Range<usize>> {
    let (_, inner) = place.marks()?;
    let is_behind_word = place.char_before().is_some_and(|c| is_word(c) || c == '%');
    let mut inner = inner.chars();
    let begins_with_end = matches!(inner.next(), Some('.' | ',' | ';' | ':' | '!' | '?' | ')'));
    let is_end = inner.next().is_some_and(char::is_whitespace);
    (is_behind_word && begins_with_end && is_end).then(|| with_words_around(place))
}

/// Underscores with only hyphens and the like between them: `___-__-____`.
pub(super) fn marks_of_nothing(place: &Position) -> Option<Range<usize>> {
    let (_, inner) = place.marks()?;
    let is_line = |c: char| c.is_whitespace() || matches!(c, '-' | '_' | '/' | '.' | '–');
    let is_blank = place.written().starts_with('_') && inner.chars().all(is_line);
    is_blank.then(|| place.node.span.clone())
}

/// Backticks for apostrophes: "the `80s and the `90s".
pub(super) fn code_within_words(place: &Position) -> Option<Range<usize>> {
    let Kind::InlineCode(code) = &place.node.kind else {
        return None;
    };
    let has_word_before = place.char_before().is_some_and(is_word);
    let has_word_after = place.char_after().is_some_and(is_word);
    let is_apostrophe = if has_word_after {
        has_word_before || code.ends_with([' ', '('])
    } else {
        has_word_before && code.starts_with([' ', '.', ','])
    };
    is_apostrophe.then(|| with_words_around(place))
}

/// A quotation that begins in the middle of a sentence.
pub(super) fn quote_within_sentence(place: &Position) -> Option<Range<usize>> {
    let (_, words, lines) = quote(place)?;
    let line = place.open_sentence()?;
    let is_in_sentence = if FIGURE.is_match(words) {
        true
    } else if words.starts_with(char::is_lowercase) || words.starts_with('{') {
        lines == 1 && line.contains(' ')
    } else {
        // A path through menus: Settings > Privacy.
        lines == 1 && (line.contains(" > ") || words.contains(" > "))
    };
    is_in_sentence.then(|| place.first_line())
}

/// A quotation of a figure that isn't a sentence: `>65 years`.
pub(super) fn quote_of_figure(place: &Position) -> Option<Range<usize>> {
    let (space, words, lines) = quote(place)?;
    let is_figure = FIGURE.is_match(words);
    let is_sign = if space.is_empty() {
        is_figure || words.starts_with('=') || words.starts_with(char::is_lowercase)
    } else {
        let begins_item = place.before.is_none() && place.parent.is_some_and(is_item);
        let is_short = words.split_whitespace().count() <= WORDS_OF_NAME;
        is_figure && lines == 1 && (begins_item || is_short && !SENTENCE_END.is_match(words))
    };
    is_sign.then(|| place.first_line())
}

/// The author of a quotation above: `- Benjamin Graham`.
pub(super) fn attribution(place: &Position) -> Option<Range<usize>> {
    let (marker, words) = place.only_item()?;
    if marker != "-" || !is_name(words) || place.after.is_some_and(is_list) {
        return None;
    }
    let before = place.before?;
    let is_said = match before.kind {
        Kind::Quote => true,
        Kind::Paragraph => {
            let line = last_line(place.prose.written(before));
            let is_in_quote = place.parent.is_some_and(|it| it.kind == Kind::Quote);
            place.adjoining().is_some()
                && !line.ends_with(':')
                && (is_in_quote || line.ends_with(['"', '”']))
        }
        _ => false,
    };
    is_said.then(|| place.first_line())
}

/// A note that begins with an asterisk. An asterisk above refers to it.
pub(super) fn star_of_note(place: &Position) -> Option<Range<usize>> {
    let (marker, words) = place.only_item()?;
    let leads_to_note = place.first_star? < place.node.span.start;
    (marker == "*" && !words.is_empty() && leads_to_note).then(|| place.first_line())
}

/// Returns the first asterisk of a text that refers to a note.
pub(super) fn first_star(prose: &Prose) -> Option<usize> {
    for node in prose.nodes() {
        let written = prose.written(node);
        if matches!(node.kind, Kind::Text(_))
            && written.contains('*')
            && let Some(found) = NOTE.find(written)
        {
            return Some(node.span.start + found.start());
        }
    }
    None
}

/// A list of one item that begins in the middle of a sentence.
pub(super) fn list_within_sentence(place: &Position) -> Option<Range<usize>> {
    let (marker, words) = place.only_item()?;
    if place.parent.is_some_and(is_item) {
        return None;
    }
    let is_figure = FIGURE.is_match(words);
    let is_plus = marker == "+";
    if is_plus && is_figure && place.adjoining().is_some_and(is_list) {
        return Some(place.first_line());
    }
    let line = place.open_sentence()?;
    let count = line.split_whitespace().count();
    let is_heading = line.starts_with("**") && line.ends_with("**");
    let is_long = count >= WORDS_OF_LINE && !is_heading;
    let is_in_sentence = if is_figure {
        is_plus || is_long
    } else if marker.starts_with(is_digit) {
        is_long || marker.ends_with(')') && line.rfind('(') > line.rfind(')')
    } else {
        is_long && words.starts_with(char::is_lowercase)
    };
    is_in_sentence.then(|| place.first_line())
}

/// An item with a large number that doesn't follow the number of the item above.
pub(super) fn number_out_of_order(place: &Position) -> Option<Range<usize>> {
    if place.node.kind != (Kind::List { ordered: true }) {
        return None;
    }
    let mut first = None;
    for (index, item) in place.node.children.iter().enumerate() {
        let written = place.prose.written(item);
        let (marker, _) = marker(written);
        let Ok(number) = marker.trim_end_matches(['.', ')']).parse::<usize>() else {
            continue;
        };
        // `list/form` reports a list that doesn't begin with 1.
        let first = *first.get_or_insert(number);
        if number >= LARGE_NUMBER && number != index + 1 && first == 1 {
            let length = written.find('\n').unwrap_or(written.len());
            return Some(item.span.start..item.span.start + length);
        }
    }
    None
}

/// A # at the end of a heading that has no matching # at its beginning: `## Press #`.
pub(super) fn number_sign_at_end(place: &Position) -> Option<Range<usize>> {
    let Kind::Heading(level) = place.node.kind else {
        return None;
    };
    let line = place.prose.text[place.node.span.start..].lines().next()?;
    let line = line.trim_end();
    let words = line.trim_end_matches('#');
    let marks = line.len() - words.len();
    let is_mark = line.starts_with('#') && words.ends_with([' ', '\t']) && marks > 0;
    let closes = marks == usize::from(level) || marks > 1;
    let end = place.node.span.start + line.len();
    (is_mark && !closes && words.contains(char::is_alphanumeric)).then(|| end - marks..end)
}

/// Code that GitHub shows as a drawing.
pub(super) fn drawing(place: &Position) -> Option<Range<usize>> {
    let Kind::Code(_) = place.node.kind else {
        return None;
    };
    let line = place.first_line();
    let fence = &place.prose.text[line.clone()];
    let language = fence.trim_start_matches(['`', '~']).trim();
    DRAWINGS.contains(&language).then_some(line)
}

/// The spaces after the > of a quotation, its first words, and its number of lines that begin with a >.
fn quote<'a>(place: &Position<'a>) -> Option<(&'a str, &'a str, usize)> {
    // `list/form` reports a number at the beginning.
    if place.node.kind != Kind::Quote || place.node.children.first().is_some_and(is_list) {
        return None;
    }
    let written = place.written();
    let after = written.strip_prefix('>')?;
    let line = after.lines().next()?;
    let words = line.trim_start();
    let space = &line[..line.len() - words.len()];
    let is_mark = |line: &&str| line.trim_start().starts_with('>');
    Some((
        space,
        words.trim_end(),
        written.lines().filter(is_mark).count(),
    ))
}

/// Returns true if words can name a person, or a person and their work: "Benjamin Graham, Letter to Shareholders, 1965".
fn is_name(words: &str) -> bool {
    let is_part = |word: &str| {
        let begins_name = |c: char| c.is_uppercase() || c.is_numeric() || "(“\"*_".contains(c);
        NAME_PARTS.contains(&word) || word.starts_with(begins_name)
    };
    words.starts_with(char::is_uppercase)
        && words.split_whitespace().count() <= WORDS_OF_NAME
        && words.split_whitespace().all(is_part)
        && !words.ends_with(['.', '!', '?', ':', ';'])
}

/// Returns the marker of an item, and the rest of its first line.
fn marker(item: &str) -> (&str, &str) {
    let line = item.lines().next().unwrap_or_default();
    let line = line.trim_start();
    let (marker, words) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    (marker, words.trim())
}

/// Returns the place of a node with the rest of the words around it, as far as they fit in a message.
fn with_words_around(place: &Position) -> Range<usize> {
    let text = &place.prose.text;
    let Range { start, end } = place.node.span;
    let from = text.ceil_char_boundary(start.saturating_sub(LONGEST_WORD));
    let to = text.floor_char_boundary((end + LONGEST_WORD).min(text.len()));
    let before = text[from..start].rsplit(is_apart).next();
    let after = text[end..to].split(is_apart).next();
    let start = start - before.unwrap_or_default().len();
    let end = end + after.unwrap_or_default().len();
    let first_line = text[start..end].find('\n');
    start..first_line.map_or(end, |length| start + length)
}

fn last_line(written: &str) -> &str {
    let line = written.trim_end().rsplit('\n').next().unwrap_or_default();
    line.trim_matches([' ', '\t', '>'])
}

fn is_item(node: &Node) -> bool {
    node.kind == Kind::Item
}

fn is_list(node: &Node) -> bool {
    matches!(node.kind, Kind::List { .. })
}

/// Returns true if a character belongs to a word that has spaces around it. Chinese words have none.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() && c < '\u{2e80}'
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

fn is_apart(c: char) -> bool {
    c.is_whitespace() || c == '|'
}
