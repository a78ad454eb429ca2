//! Whatever a request says: it has a response, which leads nowhere but to a path of the site.

use std::sync::LazyLock;

use http::{HeaderValue, Request, Response, Uri};
use http_body_util::Full;
use hyper::body::{Body as _, Bytes};
use proptest::prelude::*;
use site_server::respond;
use site_server::table::Table;

use crate::common::site;

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::open(&site::TABLE).expect("a table"));

/// None where it is no request at all.
fn ask(target: &str, name: &str, value: &[u8]) -> Option<Response<Full<Bytes>>> {
    let uri: Uri = target.parse().ok()?;
    let value = HeaderValue::from_bytes(value).ok()?;
    let request = Request::get(uri).header("host", "x").header(name, value);
    Some(respond(&TABLE, &request.body(()).ok()?))
}

fn is_of_the_site(response: &Response<Full<Bytes>>) -> bool {
    response.headers().get("location").is_none_or(|location| {
        let path = location.to_str().expect("ASCII").split('?').next();
        TABLE.paths().any(|known| Some(known) == path)
    })
}

proptest! {
    #[test]
    fn any_path(path in "/\\PC*|(/|\\.|%2e|%2F|%5c|fees|\\\\|%|html|\\?){0,12}") {
        prop_assert!(ask(&path, "x", b"").is_none_or(|response| is_of_the_site(&response)));
    }

    #[test]
    fn slashes_around_a_known_path_do_not_lose_it(before in "/{1,4}", after in "/{0,4}") {
        let response = ask(&format!("{before}fees{after}"), "x", b"");
        // Two before it are no path, but a host.
        prop_assert!(response.is_none_or(|response| [200, 308].contains(&response.status().as_u16())));
    }

    #[test]
    fn any_encoding(value: Vec<u8>) {
        ask("/fees", "accept-encoding", &value);
    }

    #[test]
    fn what_is_excluded_is_never_chosen_while_another_fits(noise in "[ a-z0-9;,=*.]{0,40}") {
        let value = format!("br;q=0, gzip;q=1, {noise}");
        let response = ask("/fees", "accept-encoding", value.as_bytes()).expect("a request");
        prop_assert_ne!(&response.headers()["content-encoding"], "br");
    }

    #[test]
    fn any_condition(value: Vec<u8>) {
        ask("/fees", "if-none-match", &value);
        ask("/fees", "if-match", &value);
    }

    #[test]
    fn a_tag_is_found_wherever_it_stands(
        before in prop::collection::vec("(W/)?\"[!#-~]{0,8}\"", 0..4),
        after in "[ -~]{0,9}",
    ) {
        let response = ask("/fees", "x", b"").expect("a request");
        let tag = response.headers()["etag"].to_str().expect("ASCII").to_owned();
        let line = before.into_iter().chain([tag]).collect::<Vec<_>>().join(", ");
        let line = format!("{line},{after}");
        let response = ask("/fees", "if-none-match", line.as_bytes()).expect("a request");
        prop_assert_eq!(response.status(), 304);
    }

    #[test]
    fn any_range_is_within_the_body(value in "(bytes=)?[-0-9, a]{0,30}") {
        let response = ask("/picture.png", "range", value.as_bytes()).expect("a request");
        let length = response.body().size_hint().exact().expect("known");
        prop_assert_eq!(&response.headers()["content-length"], &length.to_string());
        prop_assert_eq!(length > 0, [200, 206].contains(&response.status().as_u16()));
    }
}
