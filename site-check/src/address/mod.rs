//! The addresses of the site, and of what it links to.
//!
//! 1. `link`: the forms of a link, and where each leads
//! 2. `contact`: the firm's own phone and email, however they are written
//! 3. `correct`: the correct form of a broken link
//! 4. `ledger`: the addresses that were ever public
//! 5. `rules`: what can be wrong with a link, a redirect, a route or the ledger

pub mod contact;
pub mod correct;
pub mod ledger;
pub mod link;
pub(crate) mod rules;
