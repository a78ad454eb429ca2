//! What passes the check compiles, and the compiled file reads back as it was.

use site_check::load;
use site_schema::Compiled;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use walkdir::WalkDir;

/// A copy of the tests' content.
fn small() -> TempDir {
    let site = tempfile::tempdir().expect("a folder for the test");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-schema/tests/content");
    for file in WalkDir::new(&from).into_iter().flatten() {
        let to = file.path().strip_prefix(&from).expect("below");
        let to = site.path().join(to);
        if file.file_type().is_dir() {
            fs::create_dir_all(to).expect("writable");
        } else {
            fs::copy(file.path(), to).expect("writable");
        }
    }
    site
}

#[test]
fn any_path_that_passes_the_check_can_be_a_route() {
    let site = small();
    let pages = site.path().join("pages");
    let page = |title: &str| {
        format!(
            "[meta]\ntitle = \"{title}\"\nshort_title = \"{title}\"\ndescription = \"About {title}.\"\n\n[[blocks]]\nkind = \"hero\"\ntitle = \"{title}\"\n"
        )
    };
    fs::create_dir(pages.join("tax")).expect("writable");
    let added = [
        "401k",
        "home",
        "not-found",
        "self",
        "tax-services",
        "tax/services",
    ];
    for path in added {
        fs::write(
            pages.join(format!("{path}.toml")),
            page(&format!("At {path}")),
        )
        .expect("writable");
    }
    let home = pages.join("index.toml");
    let links: String = added
        .iter()
        .map(|path| format!("{{ label = \"See {path}\", href = \"/{path}\" }}, "))
        .collect();
    let text = fs::read_to_string(&home).expect("readable");
    let linked = text.replacen("actions = [", &format!("actions = [{links}"), 1);
    fs::write(home, linked).expect("writable");

    let loaded = load(site.path()).expect("the folder is there");
    assert_eq!(loaded.diagnostics, []);
    let content = loaded.content.expect("there is no error");
    for path in added {
        let page = content.page(&format!("/{path}")).expect(path);
        assert_eq!(&*page.meta.title, format!("At {path}"));
    }
    let routes: Vec<&str> = content.routes().collect();
    let mut once = routes.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(routes.len(), once.len());
}

#[test]
fn the_compiled_file_reads_back_as_it_was() {
    let content = load(small().path()).expect("the folder is there").content;
    let content = content.expect("there is no error");
    let text = Compiled::text(&content, 2026).expect("plain data");
    let read = Compiled::from_json(text.as_bytes()).expect("compiled content");
    assert_eq!((read.year, &read.content), (2026, &content));
    let again = Compiled::text(&read.content, 2027).expect("plain data");
    assert!(
        again.contains(&read.digest),
        "the digest is the content's alone"
    );

    let mut other = content;
    other.site.name = "Another".into();
    let other = Compiled::text(&other, 2026).expect("plain data");
    assert!(!other.contains(&read.digest));
}

#[test]
fn the_deepest_prose_that_passes_the_check_reads_back() {
    let site = small();
    let article = site.path().join("articles/second.mdx");
    let text = fs::read_to_string(&article).expect("readable");
    for mark in ["> ", "- "] {
        let mut deepest = 0;
        for depth in 1..64 {
            let nested = match mark {
                "- " => (0..depth)
                    .map(|level| format!("{}- x\n", "  ".repeat(level)))
                    .collect(),
                _ => format!("{}x\n", mark.repeat(depth)),
            };
            fs::write(&article, format!("{text}\n{nested}")).expect("writable");
            let loaded = load(site.path()).expect("the folder is there");
            let Some(content) = loaded.content else {
                continue;
            };
            deepest = depth;
            let text = Compiled::text(&content, 2026).expect("plain data");
            let read = Compiled::from_json(text.as_bytes());
            assert!(read.is_ok(), "{depth} of `{mark}`: {:?}", read.err());
        }
        assert!(deepest > 4, "{deepest} of `{mark}`");
    }
}
