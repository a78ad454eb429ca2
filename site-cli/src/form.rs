/// The forms that a document about the site can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// For people, and for GitHub
    Markdown,
    /// For programs, with nothing left out
    Json,
}
