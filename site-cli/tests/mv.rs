//! `cargo site mv`: file, links and redirect in one go, or nothing at all.

use crate::workspace::Workspace;
use std::fs;

/// Moves, and the check finds nothing in the result.
fn moved(workspace: &Workspace, old: &str, new: &str) {
    workspace.done(&format!("mv|{old}|{new}"));
    workspace.is_sound();
}

fn refused(workspace: &Workspace, old: &str, new: &str, why: &str) {
    workspace.refuses(&format!("mv|{old}|{new}"), why);
}

#[test]
fn an_article_moves_with_all_its_links() {
    let workspace = Workspace::small();
    // In every form: with an anchor, with a query, alone.
    workspace.replace("articles/tables-and-lists.mdx", "\n<Disclaimer", "\nSee [one](/blog/a-long-walk#the-second-mile), [two](/blog/a-long-walk?from=here) and [three](/blog/a-long-walk).\n\n<Disclaimer");
    workspace.replace(
        "facts.toml",
        "source = \"The firm's own record\"",
        "source = \"The firm's article at https://www.example.com/blog/a-long-walk\"",
    );
    let before = workspace.content();
    let shown = workspace.done("mv|a-long-walk|what-a-drop-asks");
    assert!(
        shown.contains("/blog/a-long-walk leads to /blog/what-a-drop-asks"),
        "{shown}"
    );
    assert!(!workspace.file("articles/a-long-walk.mdx").exists());
    let can = workspace.read("articles/tables-and-lists.mdx");
    for link in [
        "(/blog/what-a-drop-asks#the-second-mile)",
        "(/blog/what-a-drop-asks?from=here)",
        "(/blog/what-a-drop-asks)",
    ] {
        assert!(can.contains(link), "{link}");
    }
    assert!(
        workspace
            .read("facts.toml")
            .contains("https://www.example.com/blog/a-long-walk\"")
    );
    assert!(workspace.read("redirects.toml").ends_with("gone = true\n\n[[redirects]]\nfrom = \"/blog/a-long-walk\"\nto = \"/blog/what-a-drop-asks\"\n"));
    // Nothing else has changed.
    let after = workspace.content();
    let text = |bytes: &[u8]| {
        String::from_utf8(bytes.to_vec())
            .expect("UTF-8")
            .replace("a-long-walk", "what-a-drop-asks")
    };
    let mut same = 0;
    for (path, bytes) in &before {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .replace("a-long-walk", "what-a-drop-asks");
        let now = &after[&path.with_file_name(&name)];
        if now == bytes {
            same += 1;
        } else if name != "redirects.toml" && name != "facts.toml" {
            assert_eq!(text(now), text(bytes), "{name}");
        }
    }
    assert!(same > before.len() / 2);
    assert_eq!(before.len(), after.len());
}

#[test]
fn pages_move_by_address_file_and_slug_and_chains_collapse() {
    let workspace = Workspace::small();
    moved(&workspace, "/fees", "/what-we-charge");
    let redirects = workspace.read("redirects.toml");
    assert!(
        redirects.contains("from = \"/old\"\nto = \"/what-we-charge\""),
        "{redirects}"
    );
    assert!(
        redirects.contains("from = \"/fees\"\nto = \"/what-we-charge\""),
        "{redirects}"
    );
    moved(
        &workspace,
        "content/pages/what-we-charge.toml",
        "content/pages/costs/overview.toml",
    );
    assert!(workspace.file("pages/costs/overview.toml").exists());
    let redirects = workspace.read("redirects.toml");
    for old in ["/old", "/fees", "/what-we-charge"] {
        assert!(
            redirects.contains(&format!("from = \"{old}\"\nto = \"/costs/overview\"")),
            "{redirects}"
        );
    }
    moved(&workspace, "costs/overview", "what-it-costs");
    assert!(
        !workspace.file("pages/costs").exists(),
        "no empty folder stays"
    );
    moved(&workspace, "about", "who-we-are");
    assert!(
        workspace
            .read("redirects.toml")
            .contains("to = \"/who-we-are#team\"")
    );
    moved(
        &workspace,
        "https://www.example.com/contact",
        "get-in-touch",
    );
    moved(&workspace, "articles/a-long-walk.mdx", "/blog/a-drop");
}

#[test]
fn a_move_back_turns_the_redirect_round() {
    let workspace = Workspace::small();
    let before = workspace.read("redirects.toml");
    moved(&workspace, "a-long-walk", "a-drop");
    moved(&workspace, "a-drop", "a-long-walk");
    let after = workspace.read("redirects.toml");
    assert_eq!(
        after,
        format!("{before}\n[[redirects]]\nfrom = \"/blog/a-drop\"\nto = \"/blog/a-long-walk\"\n")
    );
}

#[test]
fn line_ends_and_marks_stay() {
    let workspace = Workspace::small();
    let path = workspace.file("redirects.toml");
    let crlf = format!(
        "\u{feff}{}",
        workspace.read("redirects.toml").replace('\n', "\r\n")
    );
    fs::write(&path, &crlf).expect("writable");
    moved(&workspace, "a-long-walk", "a-drop");
    let now = workspace.read("redirects.toml");
    assert_eq!(
        now,
        format!(
            "{crlf}\r\n[[redirects]]\r\nfrom = \"/blog/a-long-walk\"\r\nto = \"/blog/a-drop\"\r\n"
        )
    );
}

#[test]
fn what_would_do_harm_is_refused_and_nothing_is_written() {
    let workspace = Workspace::small();
    // What moves, where to, and why not.
    let cases = "\
a-long-walk -> a-long-walk -> is its address already
a-long-walk -> tables-and-lists -> is taken by content/articles/tables-and-lists.mdx
a-long-walk -> Market Drop -> `market-drop` would do
a-long-walk -> ../../etc/passwd -> every article is at /blog/
a-long-walk ->  -> a part of it is empty
a-long-walk -> a--b -> one is enough
a-long-walk -> /a-page -> every article is at /blog/
a-long-walk -> pages/a-page.toml -> every article is at /blog/
fees -> articles/fees.mdx -> a page stays a page
fees -> ../fees -> can't be an address
fees -> /about -> is taken by content/pages/about.toml
about -> /old -> `/old` is a page of this site
about -> /letters-of-2019 -> `/letters-of-2019` is a page of this site
about -> /404 -> is taken by
/ -> /home -> is where the site begins
404 -> /not-found -> answers unknown addresses
blog -> /articles-all -> every article leads back
schedule -> /meet -> the box below every article
a-long-wolk -> a-drop -> Did you mean `/blog/a-long-walk`?
facts.toml -> a-drop -> there is none of that name
";
    for case in cases.lines() {
        let parts: Vec<_> = case.split(" -> ").collect();
        refused(&workspace, parts[0], parts[1], parts[2]);
    }
    let long = "long-".repeat(60) + "name";
    refused(&workspace, "a-long-walk", &long, "too long");
    fs::create_dir_all(workspace.file("pages/taken.toml")).expect("writable");
    refused(&workspace, "about", "/taken", "is there already");
}

#[test]
fn content_that_cannot_be_read_or_fixed_stops_the_move() {
    let workspace = Workspace::small();
    workspace.replace(
        "articles/tables-and-lists.mdx",
        "\n<Disclaimer",
        "\nSee [one](/blog/a&#45;long-walk).\n\n<Disclaimer",
    );
    refused(
        &workspace,
        "a-long-walk",
        "a-drop",
        "there is no page at /blog/a-long-walk",
    );
    let workspace = Workspace::small();
    workspace.replace("pages/contact.toml", "[meta]", "[meta");
    refused(
        &workspace,
        "a-long-walk",
        "a-drop",
        "expected content without errors",
    );
}
