use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::{Fix, meant};
use crate::load::{File, FileKind, Target, Tree};
use crate::names::suggest;

pub static RULE: Rule = Rule {
    code: "name/unknown",
    severity: Severity::Error,
    summary: "A fee schedule, an external link or a disclaimer is named that does not exist.",
    why: "A block without its schedule has no fees to show; a button without its link leads nowhere.",
    bad: "content/pages/fees.toml\n[[blocks]]\nkind = \"fee_tiers\"\nschedule = \"calculater\"",
    good: "content/pages/fees.toml\n[[blocks]]\nkind = \"fee_tiers\"\nschedule = \"calculator\"",
    checks: &[Check::File(check)],
};

fn check(file: &File, tree: &Tree, report: &mut Report) {
    if !tree.definitions_are_known {
        return;
    }
    let kinds = [
        (
            Target::Schedule,
            FileKind::Fees,
            "/schedules",
            "a fee schedule of content/fees.toml",
        ),
        (
            Target::External,
            FileKind::Site,
            "/external",
            "an external link of content/site.toml",
        ),
        (
            Target::Disclaimer,
            FileKind::Site,
            "/disclaimers",
            "a disclaimer of content/site.toml",
        ),
    ];
    for (target, defined_in, pointer, what) in kinds {
        let known = tree.keys(&defined_in, pointer);
        for named in file
            .uses_of(target)
            .filter(|named| !known.contains(&named.name.as_str()))
        {
            report.push(
                Diagnostic::at(
                    file,
                    named.span.clone(),
                    format!("`{}` is not {what}", named.name),
                )
                .expected(format!("the name of {what}"))
                .found(format!("`{}`", named.name))
                .help(suggest(&named.name, known.iter().copied()))
                .fix(
                    meant(&named.name, known.iter().copied())
                        .and_then(|near| Fix::instead(file, named.span.clone(), &named.name, near)),
                ),
            );
        }
    }
}
