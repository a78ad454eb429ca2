//! The addresses of the site, and of what it links to.
//!
//! 1. `link`: the forms of a link, where each leads, and the firm's own phone and email
//! 2. `web`: the addresses of other sites, their mistakes and their right form
//! 3. `correct`: the correct form of a broken link
//! 4. `addresses`: the addresses in files, and the addresses that visitors could open before a change
//! 5. `rules`: the rules of links, redirects, routes and lost addresses

pub mod addresses;
pub mod correct;
pub mod link;
pub mod web;

pub(crate) mod rules {
    pub(crate) mod link;
    pub(crate) mod redirect;
    pub(crate) mod route;
    pub(crate) mod url;
}
