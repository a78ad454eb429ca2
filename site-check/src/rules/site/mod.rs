//! What `content/site.toml` says of the firm's hours and of the site's security.

mod expired;
mod hours;
mod menu;
mod preload;

use crate::rule::Rule;

pub(super) static RULES: &[&Rule] = &[
    &expired::EXPIRED,
    &hours::HOURS,
    &menu::MENU,
    &preload::PRELOAD,
];
