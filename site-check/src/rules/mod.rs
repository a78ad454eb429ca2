//! The rules of content: one file for each, or for a few that belong together.
//!
//! A rule is a code, what it means, why it matters, an example of what breaks
//! it, and its check. `cargo site explain CODE` shows all but the check.

use crate::diagnostic::{Diagnostic, Severity};
use crate::load::validate::Violation;
use crate::load::{File, Tree};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

mod block_unknown_kind;
mod calendar_date;
mod calendar_order;
mod date;
mod draft;
mod fact_literal;
mod fact_text;
mod fact_unknown_token;
mod fees_difference;
mod fees_example;
mod fees_tiers;
mod file_end;
mod file_unexpected;
mod file_unreadable;
mod front_matter;
mod heading;
mod id_duplicate;
mod image_alt;
mod image_missing;
mod image_name;
mod link_broken;
mod link_form;
mod link_fragment;
mod link_lookalike;
mod link_markup;
mod link_own_site;
mod link_private;
mod link_text;
mod link_undefined;
mod mdx_component;
mod mdx_forbidden;
mod mdx_quotes;
mod mdx_syntax;
mod name_unknown;
mod path_form;
mod redirect;
mod redirect_chain;
mod route_duplicate;
mod route_form;
mod route_orphan;
mod schema_missing_key;
mod schema_type;
mod schema_unknown_key;
mod schema_value;
mod table;
mod text_blank;
mod text_conflict;
mod text_doubled_word;
mod text_hidden;
mod text_markdown;
mod text_marks;
mod text_other_markdown;
mod text_placeholder;
mod text_repeated;
mod title_duplicate;
mod toml_syntax;
mod url;

/// Every rule, by file.
pub static RULES: &[&Rule] = &[
    &block_unknown_kind::RULE,
    &calendar_date::RULE,
    &calendar_order::RULE,
    &date::FORM,
    &date::FUTURE,
    &date::ORDER,
    &date::NAME,
    &draft::LINKED,
    &draft::NEEDED,
    &fact_literal::RULE,
    &fact_text::BRACE,
    &fact_text::TAKEN,
    &fact_unknown_token::RULE,
    &fees_difference::RULE,
    &fees_example::RULE,
    &fees_tiers::RULE,
    &file_end::RULE,
    &file_unexpected::UNEXPECTED,
    &file_unexpected::MISSING,
    &file_unreadable::ENCODING,
    &file_unreadable::SPECIAL,
    &file_unreadable::TOO_LARGE,
    &file_unreadable::TOO_DEEP,
    &file_unreadable::UNREADABLE,
    &front_matter::RULE,
    &heading::DUPLICATE,
    &heading::EMPTY,
    &heading::LEVEL,
    &heading::SPACE,
    &id_duplicate::ANCHOR,
    &id_duplicate::ARTICLE,
    &image_alt::RULE,
    &image_missing::RULE,
    &image_name::RULE,
    &link_broken::RULE,
    &link_form::RULE,
    &link_fragment::RULE,
    &link_lookalike::RULE,
    &link_markup::RULE,
    &link_own_site::RULE,
    &link_private::RULE,
    &link_text::EMPTY,
    &link_text::VAGUE,
    &link_undefined::RULE,
    &mdx_component::UNKNOWN,
    &mdx_component::ATTRIBUTES,
    &mdx_forbidden::RULE,
    &mdx_quotes::RULE,
    &mdx_syntax::RULE,
    &name_unknown::RULE,
    &path_form::RULE,
    &redirect::RULE,
    &redirect_chain::LOOP,
    &redirect_chain::CHAIN,
    &redirect_chain::CASE,
    &route_duplicate::RULE,
    &route_form::RULE,
    &route_orphan::RULE,
    &schema_missing_key::RULE,
    &schema_type::RULE,
    &schema_unknown_key::RULE,
    &schema_value::RULE,
    &table::CELLS,
    &table::FORM,
    &table::START,
    &text_blank::RULE,
    &text_conflict::RULE,
    &text_doubled_word::RULE,
    &text_hidden::RULE,
    &text_markdown::RULE,
    &text_marks::FENCE,
    &text_marks::BACKTICK,
    &text_marks::EMPHASIS,
    &text_other_markdown::STRIKETHROUGH,
    &text_other_markdown::FOOTNOTE,
    &text_other_markdown::ADDRESS,
    &text_other_markdown::TITLE,
    &text_placeholder::RULE,
    &text_repeated::RULE,
    &text_repeated::EMPTY,
    &title_duplicate::TITLE,
    &title_duplicate::DESCRIPTION,
    &toml_syntax::RULE,
    &url::LOST,
    &url::ERASED,
];

/// The rule that explains even what other causes find in its place.
const CONFLICT: &str = "text/conflict";

/// One rule of content.
#[derive(Debug)]
pub struct Rule {
    /// Area and fault, such as `link/broken`.
    pub code: &'static str,
    pub severity: Severity,
    /// One sentence: what it finds.
    pub summary: &'static str,
    /// Why that is bad for visitors, or for the firm.
    pub why: &'static str,
    /// A file and what in it breaks the rule.
    pub bad: &'static str,
    /// The same, mended.
    pub good: &'static str,
    pub checks: &'static [Check],
}

/// How a rule looks.
#[derive(Debug)]
pub enum Check {
    /// At the content as a whole.
    Tree(fn(&Tree, &mut Report)),
    /// At each file by itself, on all cores.
    File(fn(&File, &Tree, &mut Report)),
    /// At departures from a schema that it claims. Where several rules claim
    /// one, the most particular reports it.
    Violation {
        claims: fn(&Violation) -> bool,
        particular: bool,
        report: fn(&File, &Violation, &Tree, &mut Report),
    },
}

/// Takes what one rule finds.
#[derive(Debug)]
pub struct Report<'a> {
    rule: &'a Rule,
    found: &'a mut Vec<Diagnostic>,
    causes: &'a mut Causes,
}

/// What is wrong only because something else is: places by file, each with the
/// rule that explains everything there.
type Causes = BTreeMap<String, Vec<(&'static str, Range<usize>)>>;

impl Report<'_> {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(Diagnostic {
            code: self.rule.code,
            severity: self.rule.severity,
            ..diagnostic
        });
    }

    /// A problem from which others follow: what other rules find in the place
    /// is not reported.
    pub fn cause(&mut self, diagnostic: Diagnostic, place: Range<usize>) {
        let causes = self.causes.entry(diagnostic.file.clone()).or_default();
        causes.push((self.rule.code, place));
        self.push(diagnostic);
    }

    /// Another place that the last problem explains.
    pub fn explains(&mut self, file: &File, place: Range<usize>) {
        let causes = self.causes.entry(file.path.clone()).or_default();
        causes.push((self.rule.code, place));
    }
}

/// The rule of a code.
pub fn rule(code: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.code == code)
}

/// Every rule, by code.
pub fn by_code() -> Vec<&'static Rule> {
    let mut rules = RULES.to_vec();
    rules.sort_by_key(|rule| rule.code);
    rules
}

/// What all rules find, by file and place.
pub fn check(tree: &Tree) -> Vec<Diagnostic> {
    let whole = RULES.par_iter().map(|rule| {
        let mut all = Findings::default();
        for check in rule.checks {
            if let Check::Tree(check) = check {
                check(tree, &mut all.report(rule));
            }
        }
        all
    });
    let parts = tree.files.par_iter().map(|file| {
        let mut all = Findings::default();
        for (rule, check) in checks() {
            if let Check::File(check) = check {
                check(file, tree, &mut all.report(rule));
            }
        }
        for violation in &file.violations {
            report(tree, file, violation, &mut all);
        }
        all
    });
    let (whole, parts): (Vec<_>, Vec<_>) = rayon::join(|| whole.collect(), || parts.collect());
    let Findings { mut found, causes } = whole.into_iter().chain(parts).collect();
    found.retain(|found| !follows(found, &causes));
    found.sort_by(|a, b| {
        let key = |found: &'_ Diagnostic| (found.span.is_some(), found.line, found.column);
        (&a.file, key(a), a.code, &a.message).cmp(&(&b.file, key(b), b.code, &b.message))
    });
    found.dedup();
    found
}

/// What some of the rules find.
#[derive(Debug, Default)]
struct Findings {
    found: Vec<Diagnostic>,
    causes: Causes,
}

impl Findings {
    fn report<'a>(&'a mut self, rule: &'a Rule) -> Report<'a> {
        Report {
            rule,
            found: &mut self.found,
            causes: &mut self.causes,
        }
    }
}

impl FromIterator<Self> for Findings {
    fn from_iter<I: IntoIterator<Item = Self>>(all: I) -> Self {
        let mut gathered = Self::default();
        for some in all {
            gathered.found.extend(some.found);
            for (file, places) in some.causes {
                gathered.causes.entry(file).or_default().extend(places);
            }
        }
        gathered
    }
}

/// Every check, with the rule it belongs to.
fn checks() -> impl Iterator<Item = (&'static Rule, &'static Check)> {
    RULES
        .iter()
        .flat_map(|rule| rule.checks.iter().map(move |check| (*rule, check)))
}

/// Whether another rule explains what was found.
fn follows(found: &Diagnostic, causes: &Causes) -> bool {
    let (Some(span), Some(causes)) = (&found.span, causes.get(&found.file)) else {
        return false;
    };
    let is_cause = causes.iter().any(|(code, _)| *code == found.code);
    causes.iter().any(|(code, place)| {
        *code != found.code
            && (!is_cause || *code == CONFLICT)
            && span.start < place.end
            && place.start < span.end.max(span.start + 1)
    })
}

fn report(tree: &Tree, file: &File, violation: &Violation, all: &mut Findings) {
    let claiming = checks().filter_map(|(rule, check)| match check {
        Check::Violation {
            claims,
            particular,
            report,
        } if claims(violation) => Some((particular, rule, report)),
        _ => None,
    });
    if let Some((_, rule, report)) =
        claiming.max_by_key(|(particular, rule, _)| (*particular, rule.code))
    {
        report(file, violation, tree, &mut all.report(rule));
    }
}
