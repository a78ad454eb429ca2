use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::link::{Destination, parse};
use crate::load::{File, FileKind, Tree};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

pub static LOOP: Rule = Rule {
    code: "redirect/loop",
    severity: Severity::Error,
    summary: "Redirects lead in a circle.",
    why: "The visitor's browser gives up with an error of its own, and no page is shown.",
    bad: "content/redirects.toml\n[[redirects]]\nfrom = \"/pricing\"\nto = \"/costs\"\n\n[[redirects]]\nfrom = \"/costs\"\nto = \"/pricing\"",
    good: "content/redirects.toml\n[[redirects]]\nfrom = \"/pricing\"\nto = \"/fees\"\n\n[[redirects]]\nfrom = \"/costs\"\nto = \"/fees\"",
    checks: &[Check::Tree(check_loops)],
};

pub static CHAIN: Rule = Rule {
    code: "redirect/chain",
    severity: Severity::Error,
    summary: "A redirect leads to an address that has itself moved or is gone.",
    why: "Each step costs the visitor a second, search engines stop after a few, and one that ends at nothing should say so at once.",
    bad: "content/redirects.toml\n[[redirects]]\nfrom = \"/costs\"\nto = \"/pricing\"\n\n[[redirects]]\nfrom = \"/pricing\"\nto = \"/fees\"",
    good: "content/redirects.toml\n[[redirects]]\nfrom = \"/costs\"\nto = \"/fees\"\n\n[[redirects]]\nfrom = \"/pricing\"\nto = \"/fees\"",
    checks: &[Check::Tree(check_chains)],
};

pub static CASE: Rule = Rule {
    code: "redirect/case",
    severity: Severity::Error,
    summary: "A redirect's old address differs from a page's address in its capitals alone.",
    why: "Where capitals do not matter, as in many tools and on many machines, it is a redirect of the page to itself.",
    bad: "content/redirects.toml\n[[redirects]]\nfrom = \"/Fees\"\nto = \"/fees\"",
    good: "content/redirects.toml\n[[redirects]]\nfrom = \"/pricing\"\nto = \"/fees\"",
    checks: &[Check::Tree(check_case)],
};

/// A redirect to another page of this site, or to nothing.
struct Step<'a> {
    from: &'a str,
    /// The path it leads to; none where the page is gone or the target is elsewhere.
    to: Option<&'a str>,
    gone: bool,
    /// The target as it is written, with its anchor.
    target: &'a str,
    place: Range<usize>,
}

fn check_loops(tree: &Tree, report: &mut Report) {
    let Some((file, steps)) = steps(tree) else {
        return;
    };
    for round in loops(&steps) {
        let first = &steps[round[0]];
        let way: Vec<_> = round
            .iter()
            .map(|index| format!("`{}`", steps[*index].from))
            .collect();
        let way = format!("{} to `{}`", way.join(" to "), first.from);
        report.cause(
            Diagnostic::at(file, first.place.clone(), "this redirect leads in a circle")
                .expected("a page of this site, or another site")
                .found(way)
                .help("Write the page that takes its place, or gone = true instead of `to` where nothing does."),
            first.place.clone(),
        );
        for index in &round[1..] {
            report.explains(file, steps[*index].place.clone());
        }
    }
}

fn check_chains(tree: &Tree, report: &mut Report) {
    let Some((file, steps)) = steps(tree) else {
        return;
    };
    let by_from = by_from(&steps);
    let in_circle: BTreeSet<usize> = loops(&steps).into_iter().flatten().collect();
    for (index, step) in steps.iter().enumerate() {
        let next = step.to.and_then(|to| by_from.get(to));
        let Some(mut next) = next.map(|next| &steps[*next]) else {
            continue;
        };
        if in_circle.contains(&index) || tree.is_route(step.to.unwrap_or_default()) {
            continue;
        }
        let middle = next.from;
        let mut ends = true;
        for count in 0.. {
            let Some(following) = next.to.and_then(|to| by_from.get(to)) else {
                break;
            };
            if in_circle.contains(following) || count > steps.len() {
                ends = false;
                break;
            }
            next = &steps[*following];
        }
        let help = match () {
            () if !ends => format!("Mend the redirect of `{middle}` first; it leads in a circle."),
            () if next.gone => format!(
                "`{}` is gone: write gone = true instead of `to` here, too, or another page.",
                next.from
            ),
            () => format!("Write to = \"{}\" at once.", next.target),
        };
        report.cause(
            Diagnostic::at(
                file,
                step.place.clone(),
                format!("this redirect leads to another one, that of `{middle}`"),
            )
            .expected("the page where the visitor shall arrive")
            .found(format!("`{}`", step.target))
            .help(help),
            step.place.clone(),
        );
    }
}

fn check_case(tree: &Tree, report: &mut Report) {
    let Some((file, steps)) = steps(tree) else {
        return;
    };
    let mut known: BTreeMap<String, &str> = tree
        .routes
        .keys()
        .map(|route| (route.to_lowercase(), route.as_str()))
        .collect();
    let redirects = file
        .document
        .value
        .get("redirects")
        .and_then(Value::as_array);
    for (index, step) in redirects.into_iter().flatten().enumerate() {
        let Some(from) = step.get("from").and_then(Value::as_str) else {
            continue;
        };
        let near = known.entry(from.to_lowercase()).or_insert(from);
        if *near == from {
            continue;
        }
        let place = file.document.place(&format!("/redirects/{index}/from"));
        let to_itself = steps
            .iter()
            .find(|step| step.from == from)
            .map(|step| step.place.clone());
        report.cause(
            Diagnostic::at(
                file,
                place.clone(),
                format!("`{from}` differs from `{near}` in its capitals alone"),
            )
            .expected("an old address that differs in more than its capitals from every other one")
            .found(format!("`{from}`"))
            .help("Delete this redirect."),
            place,
        );
        if let Some(place) = to_itself {
            report.explains(file, place);
        }
    }
}

fn steps(tree: &Tree) -> Option<(&File, Vec<Step<'_>>)> {
    let file = tree.file(&FileKind::Redirects)?;
    let redirects = file.document.value.get("redirects")?.as_array()?;
    let steps = redirects
        .iter()
        .enumerate()
        .filter_map(|(index, redirect)| {
            let target = redirect
                .get("to")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let to = match parse(target) {
                Destination::Page { path, .. } => Some(path),
                _ => None,
            };
            Some(Step {
                from: redirect.get("from")?.as_str()?,
                to,
                gone: redirect.get("gone") == Some(&Value::Bool(true)),
                target,
                place: file.document.place(&format!("/redirects/{index}/to")),
            })
        });
    Some((file, steps.collect()))
}

/// The first redirect of each old address.
fn by_from<'a>(steps: &[Step<'a>]) -> BTreeMap<&'a str, usize> {
    let mut known = BTreeMap::new();
    for (index, step) in steps.iter().enumerate() {
        known.entry(step.from).or_insert(index);
    }
    known
}

/// The circles that redirects lead in, each once, from the first of its redirects on.
fn loops(steps: &[Step]) -> Vec<Vec<usize>> {
    let by_from = by_from(steps);
    let mut seen = vec![false; steps.len()];
    let mut found = Vec::new();
    for start in 0..steps.len() {
        let mut way = Vec::new();
        let mut at = Some(start);
        while let Some(index) = at.filter(|index| !seen[*index]) {
            seen[index] = true;
            way.push(index);
            at = steps[index].to.and_then(|to| by_from.get(to)).copied();
        }
        if let Some(back) = at.and_then(|at| way.iter().position(|index| *index == at)) {
            found.push(way.split_off(back));
        }
    }
    found
}
