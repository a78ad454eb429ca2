//! MDN's HTTP Observatory on the real server's pages: the most that a site can have.
//!
//! Its package brings so much with it that it is installed for this test alone.

use crate::package::package;
use crate::serving::program::serve;
use crate::workspace::said;
use std::process::Command;

/// 100, and 30 for a strict policy (10), its frame-ancestors (5), the referrer policy (5) and the resource policy (10). Five
/// each are for session cookies, for scripts with `integrity`, and for being in browsers' own list of HSTS, of which a page
/// can have none here.
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
