//! The list for people: two tables, and what to do.

use super::{ARTICLE_MONTHS, Because, Due, FACT_MONTHS, Reviews};
use std::fmt::Write as _;

pub fn render(reviews: &Reviews) -> String {
    let mut out = format!("## Due for review on {}\n", reviews.on);
    if reviews.facts.is_empty() && reviews.articles.is_empty() {
        out.push_str("\nNothing is due.\n");
    }
    if !reviews.facts.is_empty() {
        _ = write!(
            out,
            "\n### Facts: {}\n\nCompare each with its source. Where it still holds, write today's date as its `reviewed` in \
             `content/facts.toml`; where it does not, the new `value` as well. A fact is due {FACT_MONTHS} months after its \
             last review, when its tax year ends, or when it expires, whichever comes first.\n\n\
             | due since | fact | value | why | source |\n| --- | --- | --- | --- | --- |\n",
            reviews.facts.len()
        );
        for due in &reviews.facts {
            let source = due.source.as_deref().unwrap_or_default();
            _ = writeln!(
                out,
                "| {} | `{}` | {} | {} | {} |",
                due.due,
                due.name,
                cell(&due.says),
                because(due),
                cell(source)
            );
        }
    }
    if !reviews.articles.is_empty() {
        _ = write!(
            out,
            "\n### Articles: {}\n\nRead each once more. Where it was changed, write today's date as its `modified`. An article \
             is due {ARTICLE_MONTHS} months after its last change.\n\n| due since | article | title |\n| --- | --- | --- |\n",
            reviews.articles.len()
        );
        for due in &reviews.articles {
            _ = writeln!(
                out,
                "| {} | `{}` | {} |",
                due.due,
                due.name,
                cell(&due.says)
            );
        }
    }
    if !reviews.undated.is_empty() {
        _ = writeln!(
            out,
            "\n<details><summary>Articles without a date, which never come up by themselves: {}</summary>\n",
            reviews.undated.len()
        );
        for file in &reviews.undated {
            _ = writeln!(out, "- `{file}`");
        }
        out.push_str("\n</details>\n");
    }
    out
}

fn because(due: &Due) -> String {
    match due.because {
        Because::Expired => "it has expired".to_owned(),
        Because::TaxYearOver => "its tax year is over".to_owned(),
        Because::LongAgo => format!("last reviewed on {}", due.reviewed),
    }
}

/// Text that stays within its cell, and is nothing but text.
fn cell(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('|', "\\|")
        .replace('@', "&#64;")
        .replace(['\r', '\n'], " ")
}
