//! What `content/site.toml` says of the firm's hours and of the site's security.

mod distant;
mod expired;
mod hours;
mod menu;
mod preload;

use crate::load::File;
use crate::rule::Rule;
use jiff::civil::Date;

pub(super) static RULES: &[&Rule] = &[
    &distant::DISTANT,
    &expired::EXPIRED,
    &hours::HOURS,
    &menu::MENU,
    &preload::PRELOAD,
];

/// The pointer of the day until which security.txt may be relied on.
const EXPIRES: &str = "/security/expires";

/// The day until which security.txt may be relied on, where it can be read.
fn expires(file: &File) -> Option<Date> {
    let written = file.document.value.pointer(EXPIRES)?;
    written.as_str()?.parse().ok()
}
