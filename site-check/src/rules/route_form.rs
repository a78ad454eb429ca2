use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::Fix;
use crate::load::{File, Target, Tree};

pub static RULE: Rule = Rule {
    code: "route/form",
    severity: Severity::Error,
    summary: "A file's name can't be an address.",
    why: "Capitals, spaces and other signs make addresses that people mistype and links that break.",
    bad: "content/articles/Market Drop.mdx",
    good: "content/articles/market-drop.mdx",
    checks: &[Check::File(check)],
};

fn check(file: &File, tree: &Tree, report: &mut Report) {
    let Some(route) = file.route() else { return };
    if route == "/" || route[1..].split('/').all(fine) {
        return;
    }
    let better: String = route
        .to_lowercase()
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '/' {
                c
            } else {
                '-'
            }
        })
        .collect();
    report.push(
        Diagnostic::whole(&file.path, format!("`{route}` can't be an address"))
            .expected("small letters, digits and hyphens")
            .found(format!("`{}`", file.path))
            .help(format!("Rename the file so that its address is {better}"))
            .fix(renamed(file, &route, &better, tree)),
    );
}

fn fine(part: &str) -> bool {
    part.chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && !part.is_empty()
        && !part.starts_with('-')
        && !part.ends_with('-')
}

/// Gives the file the name of the better address, and mends the links to it:
/// where only capitals and spaces were wrong, and no other file is there.
fn renamed(file: &File, route: &str, better: &str, tree: &Tree) -> Option<Fix> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_' | ' ');
    let free = !tree.routes.keys().any(|known| known == better);
    if !route.chars().all(plain) || !better[1..].split('/').all(fine) || !free {
        return None;
    }
    let to = file.path.to_lowercase().replace([' ', '_'], "-");
    let taken = tree.files.iter().any(|other| other.path == to)
        || tree.rejected.iter().any(|rejected| rejected.path == to);
    if !to.starts_with("content/") || taken {
        return None;
    }
    let links = tree.files.iter().flat_map(|from| {
        from.uses_of(Target::Link).filter_map(move |link| {
            let rest = link.name.strip_prefix(route)?;
            let whole = rest.is_empty() || rest.starts_with(['?', '#']);
            whole.then(|| {
                Fix::instead(
                    from,
                    link.span.clone(),
                    &link.name,
                    &format!("{better}{rest}"),
                )
            })
        })
    });
    let mut fix = Fix {
        description: format!("Rename {} to {to}, and mend the links to it.", file.path),
        edits: Vec::new(),
        rename: Some((file.path.clone(), to)),
    };
    for link in links {
        fix = fix.and(link?);
    }
    Some(fix)
}
