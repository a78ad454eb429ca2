//! A calendar's times are compiled from what an editor writes and from facts.

use site_check::load;
use site_schema::model::Block;
use std::fs;
use std::path::Path;

#[test]
fn times_of_the_year_are_compiled() {
    let site = tempfile::tempdir().expect("a folder for the test");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-schema/tests/content");
    for file in walkdir::WalkDir::new(&from).into_iter().flatten() {
        let to = site
            .path()
            .join(file.path().strip_prefix(&from).expect("below"));
        if file.file_type().is_dir() {
            fs::create_dir_all(to).expect("writable");
        } else {
            fs::copy(file.path(), to).expect("writable");
        }
    }
    let page = site.path().join("pages/fees.toml");
    let text = fs::read_to_string(&page).expect("readable");
    let calendar = r#"
[[blocks]]
kind = "calendar"
heading = "The year"
labels = { meeting = "Meeting", tax = "Tax", fee = "Fee" }
entries = [
    { kind = "meeting", when = "January and February", title = "Reviews" },
    { kind = "tax", when = "January 15, 2026", title = "Payment" },
    { kind = "fee", when = "{valuation-date-1}", title = "Quarter" },
    { kind = "fee", when = "{valuation-date-4}", title = "Year" },
]
"#;
    fs::write(&page, text + calendar).expect("writable");

    let loaded = load(site.path()).expect("the folder is there");
    assert_eq!(loaded.diagnostics, []);
    let content = loaded.content.expect("there is no error");
    let fees = content.page("/fees").expect("the page");
    let times: Vec<_> = fees
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::Calendar(calendar) => Some(calendar.entries.iter()),
            _ => None,
        })
        .flatten()
        .map(|entry| {
            let time = &entry.when.0;
            (
                time.label.as_str(),
                time.from.month,
                time.from.day,
                time.to.is_some(),
            )
        })
        .collect();
    assert_eq!(
        times,
        [
            ("January to February", 1, None, true),
            ("January 15", 1, Some(15), false),
            ("March 31", 3, Some(31), false),
            ("December 31", 12, Some(31), false),
        ]
    );
}
