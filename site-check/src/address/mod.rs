//! The addresses of the site, and of what it links to.
//!
//! 1. `link`: the forms of a link, and where each leads
//! 2. `contact`: the firm's own phone and email, however they are written
//! 3. `web`: the addresses of other sites, taken apart
//! 4. `correct`: the correct form of a broken link
//! 5. `addresses`: the addresses that files have
//! 6. `answering`: the addresses that visitors could open before
//! 7. `rules`: what can be wrong with a link, a redirect or a route, and addresses that are lost

pub mod addresses;
pub mod answering;
pub mod contact;
pub mod correct;
pub mod link;
pub(crate) mod rules;
pub mod web;
