use super::{CONFLICT, Check, Diagnostic, File, Report, Rule, Severity, Tree, key};
use crate::load::markdown::{Kind, Prose};

pub static RULES: &[Rule] = &[
    Rule {
        code: "article/empty",
        severity: Severity::Error,
        summary: "An article has no words below its front matter.",
        why: "Its page would show a title and a picture, and nothing to read.",
        bad: "content/articles/market-drop.mdx\n+++\nid = 17\n+++",
        good: "content/articles/market-drop.mdx\n+++\nid = 17\n+++\n\nThe market fell, and we did nothing.",
        checks: &[Check::File(check_empty)],
    },
    Rule {
        code: "text/blank",
        severity: Severity::Error,
        summary: "A text consists of spaces.",
        why: "It passes as a text, but gives visitors, search engines and screen readers none.",
        bad: "content/pages/fees.toml\n[meta]\ndescription = \" \"",
        good: "content/pages/fees.toml\n[meta]\ndescription = \"What we charge, and for what.\"",
        checks: &[Check::File(check_blank)],
    },
    Rule {
        code: CONFLICT,
        severity: Severity::Error,
        summary: "A merge conflict was committed unresolved, with its lines of <<<<<<<, ======= and >>>>>>>.",
        why: "Visitors would read both versions, with Git's markers between them.",
        bad: "content/redirects.toml\n<<<<<<< HEAD\nto = \"/fees\"\n=======\nto = \"/pricing\"\n>>>>>>> new-prices",
        good: "content/redirects.toml\nto = \"/fees\"",
        checks: &[Check::File(check_conflicts)],
    },
];

fn check_empty(file: &File, _: &Tree, report: &mut Report) {
    let Some(body) = file.body.as_ref().filter(|body| body.is_parsed()) else {
        return;
    };
    let is_words = |text: &str| text.contains(char::is_alphanumeric);
    let has_words = |prose: &Prose| {
        let mut nodes = prose.nodes();
        nodes.any(|node| match &node.kind {
            Kind::Fact(_) => true,
            Kind::Text(text) | Kind::InlineCode(text) | Kind::Code(text) => is_words(text),
            _ => false,
        })
    };
    if !file.is_draft() && !has_words(body) {
        let end = body.map.source(0..0).start;
        report.push(
            Diagnostic::at(file, end..end, "this article has no words")
                .expected("the text of the article below the second line of +++")
                .found("nothing")
                .help("Write the article, or make it a draft until then (draft = true)."),
        );
    }
}

fn check_blank(file: &File, _: &Tree, report: &mut Report) {
    for (pointer, text) in file.document.strings() {
        if !text.is_empty() && text.trim().is_empty() {
            let key = key(pointer);
            let place = file.document.place(pointer);
            report.cause(
                Diagnostic::at(file, place, format!("`{key}` consists of spaces"))
                    .expected("words")
                    .found("spaces")
                    .help(format!(
                        "Write the text, or delete the line of `{key}` if it is optional."
                    )),
            );
        }
    }
}

fn check_conflicts(file: &File, _: &Tree, report: &mut Report) {
    for conflict in &file.conflicts {
        let lines = &file.text[conflict.clone()];
        let first = lines.lines().next().unwrap_or_default().len();
        report.push(
            Diagnostic::at(file, conflict.start..conflict.start + first, "unresolved merge conflict")
                .expected("one of the two versions, without Git's markers")
                .quoting(lines)
                .help("Keep the right lines. Delete the others and the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>."),
        );
        report.explains(conflict.clone());
    }
}
