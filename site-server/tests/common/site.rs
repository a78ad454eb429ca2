//! The tests' own site: a few pages with everything that a page can contain, and the tests' own content, prepared like the real
//! site.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde::Deserialize as _;
use serde_json::{Value, json};
use site_prepare::Source;
use site_schema::Compiled;

/// Every page of the site.
pub const PAGES: [&str; 5] = ["/", "/fees", "/blog", "/blog/first", "/contact"];

/// The table of the site, in a file.
pub static TABLE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let dist = tempfile::tempdir().expect("a folder");
    write(dist.path(), &files());
    let table = folder.join(concat!(env!("CARGO_CRATE_NAME"), ".bin"));
    prepare(&compiled(), dist.path(), &table, &folder.join("bodies")).expect("a table");
    table
});

/// The content digest in the pages.
const DIGEST: &str = "0f9a";

/// The tests' own compiled content with these redirects. Only two of its pages are kept; the other pages here aren't in any
/// content.
pub fn compiled() -> Value {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../web/src/testing/content.json"
    );
    let text = fs::read_to_string(file).expect("the content of the tests' own");
    let mut compiled: Value = serde_json::from_str(&text).expect("JSON");
    compiled["digest"] = json!(DIGEST);
    let indexes = [index_of(&compiled, "/"), index_of(&compiled, "/404")];
    let edition = &mut compiled["editions"][0];
    edition["pages"] = json!(indexes);
    edition["articles"] = json!([]);
    edition["redirects"] = json!([
        { "from": "/old", "to": { "kind": "page", "href": "/fees" }, "gone": false },
        { "from": "/gone", "to": null, "gone": true },
    ]);
    compiled
}

/// The index of a page among all pages.
pub fn index_of(compiled: &Value, route: &str) -> usize {
    let mut pages = compiled["pages"].as_array().expect("pages").iter();
    pages.position(|page| page["route"] == route).expect(route)
}

/// Makes the table from this compiled content and these pages, or returns the problems.
pub fn prepare(
    compiled: &Value,
    dist: &Path,
    table: &Path,
    cache: &Path,
) -> Result<(), Vec<String>> {
    let compiled = Compiled::deserialize(compiled).expect("compiled content");
    let source = Source {
        commit: None,
        name: "the tests' content".to_owned(),
        digest: &compiled.digest,
        editions: &compiled.editions,
    };
    site_prepare::prepare(&source, dist, table, cache)
}

/// Writes files to a folder, like the web build, including the digest of their content.
pub fn write(dist: &Path, files: &[(&str, Vec<u8>)]) {
    fs::write(dist.join(".content"), format!("{DIGEST}\n")).expect("written");
    for (name, bytes) in files {
        let file = dist.join(name);
        fs::create_dir_all(file.parent().expect("below the folder")).expect("a folder");
        fs::write(file, bytes).expect("written");
    }
}

fn files() -> Vec<(&'static str, Vec<u8>)> {
    let map = "<iframe src='https://maps.example.com/embed' title='Map'></iframe>";
    let svg = "<svg xmlns='http://www.w3.org/2000/svg'/>";
    let picture = noise(6000).map(|number| number as u8);
    vec![
        ("index.html", page("Home", "<script>home()</script>")),
        (
            "fees.html",
            page("Fees", "<style>th { color: red }</style>"),
        ),
        ("blog.html", page("Blog", "")),
        ("blog/first.html", page("First", "")),
        ("contact.html", page("Contact", map)),
        ("404.html", page("There is no such page", "")),
        ("favicon.svg", svg.into()),
        ("picture.png", picture.collect()),
        ("assets/main-1a2b3c4d.js", b"main();\n".repeat(99)),
        ("assets/style-5e6f7a8b.css", b"p { margin: 0 }\n".repeat(99)),
    ]
}

/// A page of realistic length.
fn page(title: &str, extra: &str) -> Vec<u8> {
    let vocabulary: Vec<_> =
        "tier basis points custodian plan year tax and the of a review question answer <p> client"
            .split(' ')
            .collect();
    let mut words = String::new();
    for number in noise(9000) {
        words += vocabulary[number as usize % vocabulary.len()];
        words.push(' ');
    }
    format!(
        "<!doctype html><html lang=en><title>{title}</title>\
         <link rel=stylesheet href=\"/assets/style-5e6f7a8b.css\">\
         <script type=module src=\"/assets/main-1a2b3c4d.js\"></script>\
         <script type=speculationrules>{{}}</script><script type=application/json>{{}}</script>\
         <style>p {{ color: black }}</style>{extra}<h1>{title}</h1><p>{words}"
    )
    .into_bytes()
}

/// Deterministic pseudorandom numbers.
fn noise(count: usize) -> impl Iterator<Item = u32> {
    let next = |seed: &u32| Some(seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    let seeds = std::iter::successors(Some(1), next);
    seeds.map(|seed| seed >> 16).take(count)
}
