//! `cargo site check --fix`: what it fixes and what it leaves unchanged.

use crate::workspace::{Workspace, lacks};
use std::fs;

/// Comments, odd spacing, and links in every form. One link to the second article is enough for the rule.
const ODD: &str = "
articles/first.mdx | [the authority](https://www.irs.gov/) | [the authority](https://www.irs.gov/) and [our news](external:newsletter), [pay](/fees)
articles/first.mdx | (/blog/second) | (/fees)
articles/first.mdx | id = 1 | # The first one.   ⏎id   =  1   # kept as it is\t
pages/fees.toml | [meta] | # What it costs, “in short” and 'in full'.⏎⏎⏎[meta]  # café ✓
articles/second.mdx | ## A heading | ## A heading⏎⏎2020\\. It fell by 12\\*500\\*2.⏎⏎## Another one⏎⏎- Save⏎- Spend⏎⏎1. Wait⏎2. Give
fees.toml | [terms] | [terms] # 250,000 is the {minimum}
";

fn sound() -> Workspace {
    let workspace = Workspace::small();
    workspace.replace_each(ODD);
    workspace
}

/// One mistake per line, each with a certain fix: file, right, wrong.
const SLIPS: &str = r#"
pages/index.toml | short_title = | short_titel =
pages/index.toml | {firm} | {frim}
pages/index.toml | {phone} | {phon}
pages/index.toml | (/fees#tiers) | (/fees.html#teirs)
pages/index.toml | href = "/fees" | href = "/Fees/"
pages/index.toml | image = { src = "picture.svg" | image = { src = "Picture.svg"
pages/fees.toml | kind = "fee_tiers" | kind = "fee_tier"
pages/fees.toml | schedule = "small" | schedule = "smal"
pages/fees.toml | [[blocks]]⏎kind = "fee_tier" | [[bloks]]⏎kind = "fee_tier"
site.toml | client_resources = ["newsletter" | client_resources = ["newsleter"
site.toml | tagline = | taglime =
pages/contact.toml | details = "{phone}" | details = "918.555.0199"
articles/first.mdx | category = "Economy" | category = "economie"
articles/first.mdx | {withdrawal-rule} | {withdrawl-rule}
articles/first.mdx | (/blog/second#a-heading) | (https://www.example.com/blog/second.html#a-heading)
articles/first.mdx | (https://www.irs.gov/) | (https://nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.irs.gov%2F%3Futm_source%3Da&amp;data=05)
site.toml | "https://portal.example.com/" | "https//portal.example.com/?fbclid=IwAR"
articles/first.mdx | (external:newsletter) | (external:newsletters)
articles/first.mdx | (/fees) | (/old)
articles/second.mdx | - Save⏎- Spend | • Save⏎•	Spend
articles/second.mdx | 2020\. It | 2020. It
articles/second.mdx | 12\*500\*2 | 12*500*2
articles/second.mdx | ## Another | ##Another
articles/second.mdx | 1. Wait⏎2. Give | (1) Wait⏎(2) Give
articles/second.mdx | schedule="small" | schedule="smal"
articles/second.mdx | kind="illustrative" | kind="ilustrative"
"#;

/// Returns the site with every mistake at once.
fn slipped() -> Workspace {
    let workspace = sound();
    workspace.replace_each(SLIPS);
    workspace
}

/// Writes the site in another form, such as with other line endings, and returns each file as text.
fn written(workspace: &Workspace, form: fn(String) -> String) -> Vec<String> {
    let files = workspace.content().into_iter().map(|(path, bytes)| {
        let text = form(String::from_utf8(bytes).expect("UTF-8"));
        fs::write(path, &text).expect("writable");
        text
    });
    files.collect()
}

#[test]
fn every_slip_is_fixed_and_every_other_byte_stays() {
    let forms: [fn(String) -> String; 2] = [
        |text| text,
        // CRLF after a byte-order mark.
        |text| format!("\u{feff}{}", text.replace('\n', "\r\n")),
    ];
    for (form, name) in forms.into_iter().zip(["as it is", "CRLF"]) {
        let expected = written(&sound(), form);
        let workspace = slipped();
        written(&workspace, form);
        let shown = workspace.prints("check|--fix", 0, &[": 0 errors, 0 warnings\n"]);
        if name == "as it is" {
            insta::assert_snapshot!("every_slip", shown);
        }
        let fixed = written(&workspace, |text| text);
        assert_eq!(fixed.len(), expected.len(), "{name}");
        for (fixed, expected) in fixed.iter().zip(&expected) {
            assert_eq!(fixed, expected, "{name}");
        }
        lacks(&workspace.done("check|--fix"), &["fixed["]);
        assert_eq!(written(&workspace, |text| text), fixed, "{name}");
    }
}

#[test]
fn what_a_fix_brings_to_light_is_reported() {
    let workspace = sound();
    // `keywords` is a list, so with the corrected name the value is invalid.
    let keyword = "[meta]\nkeyword = \"taxes\"\n";
    workspace.replace("pages/index.toml", "[meta]\n", keyword);
    workspace.prints("check|--fix", 1, &["error[schema/type]"]);
    let text = workspace.read("pages/index.toml");
    assert!(text.contains("keywords = \"taxes\""), "{text}");
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions_and_nothing_is_left_behind() {
    use std::os::unix::fs::PermissionsExt;
    let workspace = sound();
    workspace.replace("redirects.toml", "/fees", "/feees");
    let path = workspace.file("redirects.toml");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("changed");
    let count = workspace.content().len();
    workspace.done("check|--fix");
    let mode = fs::metadata(path).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(workspace.content().len(), count);
}
