//! The rules of content: one file each, found by standing in this folder.
//!
//! A rule is a code, what it means, why it matters, an example of what breaks
//! it, and its check. `cargo site explain CODE` shows all but the check.

#![allow(unsafe_code, reason = "linkme gathers the rules in a link section")]

use crate::diagnostic::{Diagnostic, Severity};
use crate::load::validate::Violation;
use crate::load::{File, Tree};
use linkme::distributed_slice;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use std::slice;

automod::dir!("src/rules");

/// Every rule, in no particular order: each file of this folder adds its own.
#[distributed_slice]
pub static RULES: [Rule];

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
    Files(fn(&[File], &mut Report)),
    /// At departures from a schema that it claims. Where several rules claim
    /// one, the most particular reports it.
    Violation {
        claims: fn(&Violation) -> bool,
        particular: bool,
        report: fn(&File, &Violation, &mut Report),
    },
}

/// Takes what one rule finds.
#[derive(Debug)]
pub struct Report<'a> {
    rule: &'a Rule,
    /// The content as a whole, for rules that look at a part of it.
    pub tree: &'a Tree,
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
    RULES.iter().find(|rule| rule.code == code)
}

/// Every rule, by code.
pub fn by_code() -> Vec<&'static Rule> {
    let mut rules: Vec<_> = RULES.iter().collect();
    rules.sort_by_key(|rule| rule.code);
    rules
}

/// What all rules find, by file and place.
pub fn check(tree: &Tree) -> Vec<Diagnostic> {
    let whole = RULES.par_iter().map(|rule| {
        let mut all = Findings::default();
        for check in rule.checks {
            if let Check::Tree(check) = check {
                check(tree, &mut all.report(rule, tree));
            }
        }
        all
    });
    let parts = tree.files.par_iter().map(|file| {
        let mut all = Findings::default();
        for (rule, check) in checks() {
            if let Check::Files(check) = check {
                check(slice::from_ref(file), &mut all.report(rule, tree));
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
    fn report<'a>(&'a mut self, rule: &'a Rule, tree: &'a Tree) -> Report<'a> {
        Report {
            rule,
            tree,
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
        .flat_map(|rule| rule.checks.iter().map(move |check| (rule, check)))
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
        report(file, violation, &mut all.report(rule, tree));
    }
}
