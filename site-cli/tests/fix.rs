//! `cargo site check --fix`: what it fixes, and that it touches nothing else.

use crate::workspace::{Workspace, stdout};
use std::fs;

/// A sound site: the small one, with a comment, odd spacing, and links of every form.
fn sound() -> Workspace {
    let workspace = Workspace::small();
    workspace.replace(
        "articles/first.mdx",
        "[the authority](https://www.irs.gov/)",
        "[the authority](https://www.irs.gov/) and [our news](external:newsletter), [pay](/fees)",
    );
    // One link to the second article is enough to be followed.
    workspace.replace("articles/first.mdx", "(/blog/second)", "(/fees)");
    workspace.replace(
        "articles/first.mdx",
        "id = 1",
        "# The first one.   \nid   =  1   # kept as it is\t",
    );
    workspace.replace(
        "pages/fees.toml",
        "[meta]",
        "# What it costs, “in short” and 'in full'.\n\n\n[meta]  # café ✓",
    );
    workspace.replace("fees.toml", "[terms]", "[terms] # 250,000 is the {minimum}");
    workspace
}

/// One slip each, every one of which can be fixed for sure: file, right, wrong. `⏎` is a line break.
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
redirects.toml | gone = true⏎ | gone = true
articles/first.mdx | category = "Economy" | category = "economie"
articles/first.mdx | {withdrawal-rule} | {withdrawl-rule}
articles/first.mdx | (/blog/second#a-heading) | (https://www.example.com/blog/second.html#a-heading)
articles/first.mdx | (external:newsletter) | (external:newsletters)
articles/first.mdx | (/fees) | (/old)
articles/second.mdx | schedule="small" | schedule="smal"
articles/second.mdx | kind="illustrative" | kind="ilustrative"
"#;

fn slips() -> impl Iterator<Item = [String; 3]> {
    let lines = SLIPS.lines().skip(1).map(|line| line.replace('⏎', "\n"));
    lines.map(|line| {
        let parts: Vec<_> = line.split(" | ").map(str::to_owned).collect();
        parts.try_into().expect("file, right, wrong")
    })
}

fn as_written(workspace: &Workspace, form: &dyn Fn(String) -> String) {
    for (path, bytes) in workspace.content() {
        let text = String::from_utf8(bytes).expect("UTF-8");
        fs::write(path, form(text)).expect("writable");
    }
}

/// The site with every slip at once.
fn slipped() -> Workspace {
    let workspace = sound();
    for [file, right, wrong] in slips() {
        workspace.replace(&file, &right, &wrong);
    }
    workspace
}

#[test]
fn every_slip_is_fixed_and_every_other_byte_stays() {
    let forms: [(&str, &dyn Fn(String) -> String); 3] = [
        ("as it is", &|text| text),
        ("CRLF", &|text| text.replace('\n', "\r\n")),
        ("CRLF after a byte-order mark", &|text| {
            format!("\u{feff}{}", text.replace('\n', "\r\n"))
        }),
    ];
    for (name, form) in forms {
        let right = sound();
        let workspace = slipped();
        as_written(&right, form);
        as_written(&workspace, form);
        assert_eq!(workspace.site(&["check"]).status.code(), Some(1), "{name}");

        let output = workspace.site(&["check", "--fix"]);
        let shown = stdout(&output);
        assert!(
            shown.ends_with(": 0 errors, 0 warnings\n"),
            "{name}: {shown}"
        );
        assert_eq!(output.status.code(), Some(0), "{name}");
        let fixed = workspace.content();
        let expected = right.content();
        assert_eq!(fixed.len(), expected.len(), "{name}");
        for ((path, fixed), (_, expected)) in fixed.iter().zip(&expected) {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(text(fixed), text(expected), "{name}: {}", path.display());
        }
        if name == "as it is" {
            insta::assert_snapshot!("every_slip", shown);
        }

        let again = workspace.site(&["check", "--fix"]);
        assert!(
            !stdout(&again).contains("fixed["),
            "{name}: {}",
            stdout(&again)
        );
        assert_eq!(workspace.content(), fixed, "{name}");
    }
}

#[test]
fn what_a_fix_brings_to_light_is_reported() {
    let workspace = sound();
    // `keywords` is a list: with the right name the value is wrong.
    workspace.replace(
        "pages/index.toml",
        "[meta]\n",
        "[meta]\nkeyword = \"taxes\"\n",
    );
    let output = workspace.site(&["check", "--fix"]);
    assert_eq!(output.status.code(), Some(1));
    let text = workspace.read("pages/index.toml");
    assert!(text.contains("keywords = \"taxes\""), "{text}");
    let shown = stdout(&output);
    assert!(shown.contains("error[schema/type]"), "{shown}");
}

#[test]
fn a_file_keeps_its_permissions_and_nothing_is_left_behind() {
    let workspace = sound();
    workspace.replace("redirects.toml", "/fees", "/feees");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let path = workspace.file("redirects.toml");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("changed");
        let count = workspace.content().len();
        assert_eq!(workspace.site(&["check", "--fix"]).status.code(), Some(0));
        let mode = fs::metadata(path).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(workspace.content().len(), count);
    }
}
