//! The kinds of content files, their addresses on the site, and the names of their schemas.

/// The kind of a content file, determined by its path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FileKind {
    Site,
    Fees,
    Facts,
    /// `content/subjects.toml`, the subjects of articles.
    Subjects,
    Redirects,
    /// `content/words.toml`, the phrases that the firm doesn't use.
    Words,
    /// `content/pages/**/*.toml`, with its route.
    Page(String),
    /// `content/articles/*.mdx`, with its slug.
    Article(String),
}

impl FileKind {
    /// The kinds with exactly one file.
    pub const SINGLE: [Self; 6] = [
        Self::Site,
        Self::Fees,
        Self::Facts,
        Self::Subjects,
        Self::Redirects,
        Self::Words,
    ];

    /// Returns the kind of the file at a path, such as `content/fees.toml`; `None` if it isn't a
    /// path of content.
    pub fn at(path: &str) -> Option<Self> {
        for kind in Self::SINGLE {
            if kind.path().as_deref() == Some(path) {
                return Some(kind);
            }
        }
        if let Some(name) = path.strip_prefix("content/articles/") {
            let slug = name.strip_suffix(".mdx")?;
            if slug.contains('/') {
                return None;
            }
            return Some(Self::Article(slug.to_owned()));
        }
        let page = path.strip_prefix("content/pages/")?.strip_suffix(".toml")?;
        let route = if page == "index" {
            "/".to_owned()
        } else if let Some(folder) = page.strip_suffix("/index") {
            format!("/{folder}")
        } else {
            format!("/{page}")
        };
        Some(Self::Page(route))
    }

    /// Returns the path of a page or an article on the site.
    pub fn route(&self) -> Option<String> {
        match self {
            Self::Page(route) => Some(route.clone()),
            Self::Article(slug) => Some(format!("/blog/{slug}")),
            _ => None,
        }
    }

    /// Returns the path of the only file of a kind; `None` if a kind has several files.
    pub fn path(&self) -> Option<String> {
        if Self::SINGLE.contains(self) {
            Some(format!("content/{}.toml", self.schema_name()))
        } else {
            None
        }
    }

    /// Returns the name in `schemas/` of the schema for its TOML.
    pub fn schema_name(&self) -> &'static str {
        match self {
            Self::Site => "site",
            Self::Fees => "fees",
            Self::Facts => "facts",
            Self::Subjects => "subjects",
            Self::Redirects => "redirects",
            Self::Words => "words",
            Self::Page(_) => "page",
            Self::Article(_) => "article",
        }
    }
}
