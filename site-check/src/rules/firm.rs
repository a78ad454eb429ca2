//! The two firms: what the law asks of them by where they are registered.

use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;

pub(super) static RULES: &[&Rule] = &[&CRS];

static CRS: Rule = Rule {
    code: "firm/form-crs",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Site, check),
    summary: "The firm is registered with the SEC, and the footer does not link its Form CRS.",
    why: "An adviser of private clients that is registered with the SEC must post its relationship summary, Form CRS, where visitors find it.",
    example: Example::InFile {
        file: "content/site.toml",
        wrong: r#"
description = "Plans."
registration = "SEC"
"#,
        right: r#"
description = "Plans."
registration = "state"
"#,
    },
};

/// The name of the link to the firm's Form CRS.
const FORM_CRS: &str = "form-crs";

fn check(file: &File, _: &Tree, out: &mut Diagnostics) {
    let site = &file.document.value;
    let registration = site.pointer("/firms/advisory/registration");
    if registration.and_then(Value::as_str) != Some("SEC") {
        return;
    }
    // A list that isn't there is another rule's.
    let Some(documents) = site.pointer("/footer/documents").and_then(Value::as_array) else {
        return;
    };
    if documents.iter().any(|name| name == FORM_CRS) {
        return;
    }
    out.at_value(file, "/footer/documents", "a firm registered with the SEC must link its Form CRS in the footer")
        .expected(format!("\"{FORM_CRS}\" among the footer's `documents`"))
        .quoting(&file.text[file.document.span("/footer/documents")])
        .help(format!("Add \"{FORM_CRS}\" to the list, and the document under [external.{FORM_CRS}] with its label and address; or write registration = \"state\" under [firms.advisory], where that is true."));
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{check, finds};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn form_crs() {
        assert_snapshot!(check("site.toml", "registration = \"state\"", "registration = \"SEC\""), @r#"
        error[firm/form-crs]: a firm registered with the SEC must link its Form CRS in the footer
          --> content/site.toml:90:13
           |
        90 | documents = ["privacy", "brochure"]
           |             ^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: "form-crs" among the footer's `documents`
           = found: `["privacy", "brochure"]`
           = help: Add "form-crs" to the list, and the document under [external.form-crs] with its label and address; or write registration = "state" under [firms.advisory], where that is true.
        "#);
        let linked = "documents = [\"privacy\", \"form-crs\"]";
        let crs = "[external.form-crs]\nlabel = \"Form CRS\"\nhref = \"https://documents.example.com/form-crs.pdf\"\n\n[external.privacy]";
        let site = Site::new();
        site.change("site.toml", "documents = [\"privacy\", \"brochure\"]", linked);
        site.change("site.toml", "[external.privacy]", crs);
        // A firm of a state may link one as well.
        assert_eq!(site.load_today().diagnostics, []);
        site.change("site.toml", "\"state\"", "\"SEC\"");
        assert_eq!(site.load_today().diagnostics, []);
        finds("schema/value", &[
            ("site.toml", "\"state\"", "\"State\"", (14, 16)),
        ]);
    }
}
