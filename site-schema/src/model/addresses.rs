//! `content/redirects.toml`: addresses that have moved or are gone.

use super::{Link, model};

model! {
    /// Addresses that have moved or are gone for good.
    pub struct Redirects {
        #[serde(default)]
        pub redirects: Vec<Redirect>,
    }

    /// One old address: where it leads now, or that it is gone.
    pub struct Redirect {
        /// The old path, such as /services/planning.
        #[schemars(regex(pattern = r"^(/[A-Za-z0-9._~!$&'()*+,;=:@-]+)+$"), extend("x-form" = "a path of plain letters, digits and hyphens without a slash at the end, such as /services/planning"))]
        pub from: String,
        /// The page it has moved to (301).
        pub to: Option<Link>,
        /// true: the page is gone and nothing takes its place (410).
        #[serde(default)]
        pub gone: bool,
        /// True if a page returns to the address later, or has ended on schedule (302). Set when
        /// content is compiled.
        #[serde(default)]
        #[schemars(skip_deserializing)]
        pub temporary: bool,
    }
}
