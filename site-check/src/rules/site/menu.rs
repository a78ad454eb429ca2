//! Names in the navigation that lead nowhere.

use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static MENU: Rule = Rule {
    code: "site/menu",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Site, check),
    summary: "An item of the navigation has neither a link nor a menu with links, perhaps because all of these have ended.",
    why: "Visitors press a name, and nothing opens.",
    example: Example::InFile {
        file: "content/site.toml",
        wrong: r#"
name = "Blog"
submenu = []
"#,
        right: r#"
name = "Blog"
href = "/blog"
"#,
    },
};

fn check(file: &File, _: &Tree, out: &mut Diagnostics) {
    let navigation = file.document.value.pointer("/header/navigation");
    let items = navigation.and_then(|items| items.as_array());
    for (index, item) in items.into_iter().flatten().enumerate() {
        let menu = item["submenu"].as_array();
        let has_menu = menu.is_some_and(|menu| !menu.is_empty());
        if !item.is_object() || item.get("href").is_some() || has_menu {
            continue;
        }
        let pointer = format!("/header/navigation/{index}");
        let name = item["name"].as_str().unwrap_or_default();
        let place = if item.get("name").is_some() {
            format!("{pointer}/name")
        } else {
            pointer
        };
        out.at_value(file, &place, "this item of the navigation leads nowhere")
            .expected("`href`, or a `submenu` with at least one link")
            .quoting(name)
            .help("Write `href` with its page. Where the links of its menu end, let the item end with the last of them: write the same `ends` below its `name`.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn menu() {
        assert_snapshot!(check("site.toml", "name = \"Blog\"\nhref = \"/blog\"", "name = \"Blog\""), @r#"
        error[site/menu]: this item of the navigation leads nowhere
          --> content/site.toml:85:8
           |
        85 | name = "Blog"
           |        ^^^^^^
           |
           = expected: `href`, or a `submenu` with at least one link
           = found: `Blog`
           = help: Write `href` with its page. Where the links of its menu end, let the item end with the last of them: write the same `ends` below its `name`.
        "#);
        let (links, ending) = (
            "href = \"/services\" },\n    { name = \"Taxes\", href = \"/services#taxes\" },\n    { name = \"Riverton\", href = \"/riverton-planning\" },\n",
            "href = \"/services\", ends = 2027-12-31 },\n    { name = \"Taxes\", href = \"/services#taxes\", ends = 2027-12-31 },\n",
        );
        let with_another = format!("{ending}    {{ name = \"Riverton\", href = \"/riverton-planning\" }},\n");
        near_misses("site/menu", &[("site.toml", links, &with_another, "href = \"/services\" } ]\n\n[[header.navigation]]\nname = \"More\"\nsubmenu = [\n")]);
    }
}
