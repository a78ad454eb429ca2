use super::Found;
use crate::address::addresses::addresses;
use crate::address::link::path_in;
use crate::load::{File, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static DRAFT: Rule = Rule {
    code: "link/draft",
    severity: Severity::Error,
    scope: Scope::FileInTree(check),
    summary: "A published page or article links to a draft.",
    why: "Drafts are not built: a visitor who follows the link finds the page for unknown addresses.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "See [what comes next](/blog/unfinished).",
        right: "See [what came before](/blog/second).",
    },
};

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    if file.is_draft() {
        return;
    }
    for address in addresses(file) {
        let Some(path) = path_in(address.text) else {
            continue;
        };
        if !tree.drafts.contains(path) {
            continue;
        }
        let draft = tree
            .files
            .iter()
            .find(|file| file.route().as_deref() == Some(path))
            .map_or(path, |draft| &draft.path);
        let message = format!("the page at {path} is a draft");
        let help = format!(
            "Delete the line `draft = true` in {draft} to publish it, or remove the link until then."
        );
        let found = Found {
            file,
            tree,
            address,
        };
        found
            .report(message, help, out)
            .expected("the path of a published page or article");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::check;
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn draft() {
        assert_snapshot!(check("articles/second.mdx", "id = 2\n", "id = 2\ndraft = true\n"), @r#"
        error[link/draft]: the page at /blog/second is a draft
          --> content/articles/first.mdx:11:51
           |
        11 | The rule says {withdrawal-rule}; see [the second](/blog/second#a-heading).
           |                                                   ^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: the path of a published page or article
           = found: `/blog/second#a-heading`
           = help: Delete the line `draft = true` in content/articles/second.mdx to publish it, or remove the link until then.

        error[link/draft]: the page at /blog/second is a draft
          --> content/articles/first.mdx:19:33
           |
        19 | More is in [the second article](/blog/second).
           |                                 ^^^^^^^^^^^^
           |
           = expected: the path of a published page or article
           = found: `/blog/second`
           = help: Delete the line `draft = true` in content/articles/second.mdx to publish it, or remove the link until then.
        "#);
    }
}
