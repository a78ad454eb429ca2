use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree, words};
use crate::diagnostic::line_at;
use crate::load::markdown::Kind;
use rayon::prelude::*;
use std::collections::HashSet;
use std::ops::Range;

pub static RULES: &[Rule] = &[
    Rule {
        code: "text/repeated",
        severity: Severity::Warning,
        summary: "Two articles share twelve or more words in a row.",
        why: "It is mostly left over from copying. Regular readers notice, and search engines rank the copy lower.",
        bad: "content/articles/market-drop.mdx\nYears in the market matter more than the day on which you happen to enter it.\n# and the same sentence in can-stocks-go-higher.mdx",
        good: "content/articles/market-drop.mdx\nThe day you invest matters less than [the years you stay](/blog/can-stocks-go-higher).",
        checks: &[Check::Tree(check)],
    },
    Rule {
        code: "article/empty",
        severity: Severity::Error,
        summary: "An article has no words below its front matter.",
        why: "Its page would show a title and a picture, and nothing to read.",
        bad: "content/articles/market-drop.mdx\n+++\nid = 17\n+++",
        good: "content/articles/market-drop.mdx\n+++\nid = 17\n+++\n\nThe market fell, and we did nothing.",
        checks: &[Check::File(check_empty)],
    },
];

/// This many words in a row are no coincidence.
const RUN: usize = 12;

/// A word as it is compared, and its place in the file.
struct Word {
    hash: u64,
    place: Range<usize>,
}

fn check(tree: &Tree, report: &mut Report) {
    let articles: Vec<&File> = tree.articles().filter(|file| !file.is_draft()).collect();
    let words: Vec<Vec<Word>> = articles.par_iter().map(|file| words_of(file)).collect();
    let mut runs: Vec<(u64, usize, usize)> = words
        .par_iter()
        .enumerate()
        .flat_map_iter(|(article, words)| {
            let runs = words.windows(RUN).enumerate();
            runs.map(move |(at, run)| (hash(run.iter().map(|word| word.hash)), article, at))
        })
        .collect();
    runs.par_sort_unstable();
    let same = runs.chunk_by(|one, next| one.0 == next.0);
    let mut shared: Vec<_> = same
        .flat_map(|same| {
            let (_, first, first_at) = same[0];
            let others = same.iter().filter(move |(_, other, _)| *other != first);
            others.map(move |(_, other, at)| (*other, first, *at, first_at))
        })
        .collect();
    shared.sort_unstable();
    // One report for each two articles: where one passage was copied, others often were.
    let mut reported = HashSet::new();
    for (other, first, at, first_at) in shared {
        if !reported.insert((other, first)) {
            continue;
        }
        let (ours, theirs) = (&words[other][at..], &words[first][first_at..]);
        let pairs = ours.iter().zip(theirs);
        let length = pairs.take_while(|(one, two)| one.hash == two.hash).count();
        if length < RUN {
            continue;
        }
        let place = ours[0].place.start..ours[length - 1].place.end;
        let line = line_at(articles[first], theirs[0].place.start);
        report.push(
            Diagnostic::at(
                articles[other],
                place,
                format!("{length} words in a row that another article has, too"),
            )
            .expected("different words in each article")
            .found(format!("the same words in {}, line {line}", articles[first].path))
            .help("Rewrite the passage in one of the two articles, or link to the other instead. Put a notice that several articles share in content/site.toml, under [disclaimers]."),
        );
    }
}

fn check_empty(file: &File, _: &Tree, report: &mut Report) {
    if let Some(body) = &file.body
        && body.is_parsed()
        && !file.is_draft()
        && words_of(file).is_empty()
    {
        let end = body.map.source(0..0).start;
        report.push(
            Diagnostic::at(file, end..end, "this article has no words")
                .expected("the text of the article below the second line of +++")
                .found("nothing")
                .help("Write the article, or make it a draft until then (draft = true)."),
        );
    }
}

/// The words of an article's body. A fact counts as one, whatever it says;
/// component tags and the addresses of links do not count.
fn words_of(file: &File) -> Vec<Word> {
    let mut found = Vec::new();
    for (prose, node) in file.nodes().filter(|_| file.body.is_some()) {
        let written = prose.written(node);
        let mut add = |word: Range<usize>| {
            let letters = written[word.clone()].bytes();
            let start = node.span.start;
            found.push(Word {
                hash: hash(letters.map(|letter| u64::from(letter.to_ascii_lowercase()))),
                place: prose.map.source(start + word.start..start + word.end),
            });
        };
        match node.kind {
            Kind::Fact(_) => add(0..written.len()),
            Kind::Text(_) | Kind::InlineCode(_) | Kind::Code(_) => words(written).for_each(add),
            _ => {}
        }
    }
    found
}

/// FNV-1a: the same on every machine.
fn hash(parts: impl Iterator<Item = u64>) -> u64 {
    parts.fold(0xcbf2_9ce4_8422_2325, |hash, part| {
        (hash ^ part).wrapping_mul(0x0100_0000_01b3)
    })
}
