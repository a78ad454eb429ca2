use super::{Diagnostic, File, FileKind, Sink, Tree};
use crate::fix::Fix;
use crate::link::{CONTACTS, Destination, answers, corrected, own_path, parse, path_in};
use crate::load::markdown::Kind;
use crate::load::{Reference, Target};
use crate::names::{did_you_mean, suggest};

const FORMS: &str =
    "/path, /path#anchor, #anchor, https://…, external:NAME, contact:phone or contact:email";

/// Words that say nothing of a link's target.
const VAGUE: &str = "click here|click|here|this|this link|this page|this article|link|page|more|read more|learn more|find out more|see more|see here|go|go here|read this|details|website|this website";

pub(super) fn check_targets(file: &File, tree: &Tree, out: &mut Sink) {
    for link in file.references_of(Target::Link) {
        if let Some((message, expected, help)) = fault(&link.name, file, tree) {
            at(out, file, link, tree, message, help).expected(expected);
        }
    }
}

/// Why a link does not lead where it should, what was expected, and what to do.
fn fault(href: &str, file: &File, tree: &Tree) -> Option<(String, String, String)> {
    let nowhere = |help| Some(("this link leads nowhere".to_owned(), FORMS.to_owned(), help));
    match parse(href) {
        Destination::Page { path, .. } if !path.is_empty() && !answers(path, tree) => {
            let near = did_you_mean(path, tree.routes.keys().map(String::as_str));
            let help = near.unwrap_or_else(|| "Write the path of a page (content/pages/fees.toml is /fees) or of an article (/blog/ and its file's name).".to_owned());
            let expected = "the path of a page or an article of this site";
            Some((format!("there is no page at {path}"), expected.to_owned(), help))
        }
        Destination::Page { path, fragment } => {
            let own = file.route();
            let page = Some(path).filter(|path| !path.is_empty());
            let page = page.or(own.as_deref()).unwrap_or_default();
            let anchors = tree.routes.get(page)?.as_ref()?;
            let fragment = fragment.filter(|id| !anchors.contains(*id))?;
            Some((
                format!("there is no anchor `#{fragment}` on {page}"),
                format!("the `id` of a block, a heading or a question on {page}"),
                suggest(fragment, anchors.iter().map(String::as_str)),
            ))
        }
        Destination::Web(address) => {
            let path = own_path(address, tree)?;
            let message = "full address of a page of this site".to_owned();
            Some((message, "its path, such as /fees".to_owned(), format!("Write its path: {path}")))
        }
        Destination::External(name) => {
            let known = tree.keys(&FileKind::Site, "/external");
            let is_known = !tree.definitions_are_known || known.contains(&name);
            let help = || format!("content/site.toml has no link of that name. {}", suggest(name, known));
            (!is_known).then(help).and_then(nowhere)
        }
        Destination::Contact(name) if CONTACTS.contains(&name) => None,
        Destination::Contact(name) => nowhere(suggest(name, CONTACTS)),
        Destination::Unknown => nowhere("Write https:// before the address of another site, / before that of a page of this site, and contact:phone or contact:email for the firm's own.".to_owned()),
    }
}

pub(super) fn check_drafts(file: &File, tree: &Tree, out: &mut Sink) {
    for link in file
        .references_of(Target::Link)
        .filter(|_| !file.is_draft())
    {
        let path = path_in(&link.name);
        let Some(path) = path.filter(|path| tree.drafts.contains(*path)) else {
            continue;
        };
        let mut files = tree.files.iter();
        let draft = files.find(|file| file.route().as_deref() == Some(path));
        let draft = draft.map_or(path, |draft| &draft.path);
        let message = format!("the page at {path} is a draft");
        let help = format!(
            "Delete the line `draft = true` in {draft} to publish it, or remove the link until then."
        );
        at(out, file, link, tree, message, help)
            .expected("the path of a published page or article");
    }
}

pub(super) fn check_words(file: &File, out: &mut Sink) {
    for (prose, node) in file.nodes() {
        if !matches!(node.kind, Kind::Link(_)) {
            continue;
        }
        // A picture speaks for its link.
        let alts = node.children.iter().filter_map(|child| match &child.kind {
            Kind::Image(_, alt) => Some(alt.as_str()),
            _ => None,
        });
        let words = node.words() + &alts.collect::<String>();
        let code = match words.trim() {
            "" => "link/empty",
            words if is_vague(words) => "link/vague",
            _ => continue,
        };
        let message = "no words say where this link leads";
        out.for_rule(code)
            .at(file, prose.source(node), message)
            .expected("words between [ and ] that make sense on their own")
            .quoting(words.trim())
            .help("Link the words that name the thing: see [what we charge](/fees).");
    }
}

fn is_vague(words: &str) -> bool {
    let plain = words
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    let begins = |begin: &&str| plain.starts_with(begin);
    let is_address = !plain.contains(' ') && ["http://", "https://", "www."].iter().any(begins);
    is_address || VAGUE.split('|').any(|vague| vague == plain)
}

/// A problem at a link, with the link that must be meant, or with what to do.
fn at<'a>(
    out: &'a mut Sink,
    file: &File,
    link: &Reference,
    tree: &Tree,
    message: String,
    help: String,
) -> &'a mut Diagnostic {
    let right = corrected(&link.name, file, tree);
    let fix = right
        .as_deref()
        .and_then(|right| Fix::of_reference(file, link, right));
    out.at(file, link.span.clone(), message)
        .quoting(&link.name)
        .help(right.map_or(help, |right| format!("Write `{right}`.")))
        .fix(fix)
}
