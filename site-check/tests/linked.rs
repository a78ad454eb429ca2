//! Checks that the list of pages that code links to is complete. The rules make sure that these
//! pages exist.

use regex::Regex;
use site_schema::{LINKED_ROUTES, is_reserved};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use walkdir::WalkDir;

/// The code that creates links: the components of pages, and the documents for machines.
const FOLDERS: [&str; 2] = ["../web/src", "../site-content/src"];

#[test]
fn every_path_that_code_writes_is_one_of_the_linked_routes() {
    let path = Regex::new(r#"["'`](/[a-z][a-z0-9-]*)["'`]"#).expect("a pattern");
    let mut written = BTreeSet::new();
    for folder in FOLDERS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in WalkDir::new(folder).into_iter().flatten() {
            let name = entry.file_name().to_string_lossy();
            let is_code = name.ends_with(".ts") || name.ends_with(".tsx") || name.ends_with(".rs");
            let is_test =
                name.contains(".test.") || entry.path().to_string_lossy().contains("/testing/");
            if !is_code || is_test || name == "example.ts" {
                continue;
            }
            let text = fs::read_to_string(entry.path()).expect("readable");
            for found in path.captures_iter(&text) {
                let is_folder_of_files = is_reserved(&format!("{}/", &found[1]));
                if !is_folder_of_files {
                    written.insert(found[1].to_owned());
                }
            }
        }
    }
    for route in &written {
        assert!(
            LINKED_ROUTES.contains(&route.as_str()),
            "{route} is not one of LINKED_ROUTES"
        );
    }
    for route in LINKED_ROUTES {
        // Code doesn't link to the home page and the page for unknown addresses.
        let is_linked =
            written.contains(route) || ["/", site_schema::NOT_FOUND_ROUTE].contains(&route);
        assert!(is_linked, "no code leads to {route}");
    }
}
