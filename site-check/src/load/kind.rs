//! What a content file is, its address on the site, and its schema.

/// What a content file is, by its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileKind {
    Site,
    Fees,
    Facts,
    Redirects,
    /// `content/published.toml`, the ledger of addresses.
    Published,
    /// `content/pages/**/*.toml`, with its route.
    Page(String),
    /// `content/articles/*.mdx`, with its slug.
    Article(String),
}

impl FileKind {
    /// The kinds of which there is one file.
    pub const SINGLE: [Self; 5] = [
        Self::Site,
        Self::Fees,
        Self::Facts,
        Self::Redirects,
        Self::Published,
    ];

    /// What the file at a path is, such as `content/fees.toml`.
    pub fn at(path: &str) -> Option<Self> {
        let is_it = |kind: &Self| kind.path().as_deref() == Some(path);
        if let Some(kind) = Self::SINGLE.into_iter().find(is_it) {
            return Some(kind);
        }
        if let Some(name) = path.strip_prefix("content/articles/") {
            let slug = name.strip_suffix(".mdx").filter(|slug| !slug.contains('/'));
            return slug.map(|slug| Self::Article(slug.to_owned()));
        }
        let page = path.strip_prefix("content/pages/")?;
        let page = page.strip_suffix(".toml")?;
        Some(Self::Page(match page.strip_suffix("/index") {
            _ if page == "index" => "/".to_owned(),
            Some(folder) => format!("/{folder}"),
            None => format!("/{page}"),
        }))
    }

    /// The path on the site of a page or an article.
    pub fn route(&self) -> Option<String> {
        match self {
            Self::Page(route) => Some(route.clone()),
            Self::Article(slug) => Some(format!("/blog/{slug}")),
            _ => None,
        }
    }

    /// The path of the one file of its kind; none where there are several.
    pub fn path(&self) -> Option<String> {
        let is_single = Self::SINGLE.contains(self);
        is_single.then(|| format!("content/{}.toml", self.schema_name()))
    }

    /// The schema of its TOML, by its name in `schemas/`.
    pub fn schema_name(&self) -> &'static str {
        match self {
            Self::Site => "site",
            Self::Fees => "fees",
            Self::Facts => "facts",
            Self::Redirects => "redirects",
            Self::Published => "published",
            Self::Page(_) => "page",
            Self::Article(_) => "article",
        }
    }
}
