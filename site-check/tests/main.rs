//! Content from files to `Content`: what is read, what is found, and that the code stays in order.

mod edits;
mod imports;
mod linked;
mod load;
mod planned;
mod reading;
mod site;
mod words;
