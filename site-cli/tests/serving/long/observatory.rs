//! MDN's HTTP Observatory on the real server's pages: the highest possible score.
//!
//! The package has so many dependencies that it's installed only for this test.

use crate::package::package;
use crate::serving::program::serve;
use crate::workspace::said;
use std::process::Command;

/// 100, plus 30 for a strict policy (10), its frame-ancestors (5), the referrer policy (5) and the resource policy
/// (10). The remaining points are unavailable here: five each for session cookies, for scripts with `integrity`, and
/// for the browsers' HSTS preload list.
const TOP: &str = "A+ 130 of 145 10/10";

#[test]
#[ignore = "long"]
fn every_kind_of_page_has_the_top_score() {
    let folder = package("observatory", &["score.mjs"]);
    let server = serve(&[]);
    let pages = "/ /fees /contact /blog /blog/market-drop /nowhere";
    let output = Command::new("node")
        .arg("score.mjs")
        .arg(format!("http://{}", server.address))
        .args(pages.split(' '))
        .current_dir(&folder)
        .output()
        .expect("Node.js runs");
    assert!(output.status.success(), "{}", said(&output));
    let expected = pages.split(' ').map(|page| format!("{page} {TOP}"));
    let scores = String::from_utf8_lossy(&output.stdout);
    assert!(scores.lines().map(str::trim_end).eq(expected), "{scores}");
    println!("Observatory: {TOP} for {pages}");
}
