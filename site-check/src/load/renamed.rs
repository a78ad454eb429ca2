//! Addresses of files that have been renamed.

use super::kind::FileKind;
use super::tree::Tree;

impl Tree {
    /// Where the page or the article is whose file had an address before it was renamed.
    pub fn renamed_to(&self, address: &str) -> Option<String> {
        let below = address.trim_matches('/');
        let article = below.strip_prefix("blog/");
        let article = article.map(|slug| format!("content/articles/{slug}.mdx"));
        let pages = [format!("{below}.toml"), format!("{below}/index.toml")];
        let pages = pages.map(|page| format!("content/pages/{page}"));
        article.into_iter().chain(pages).find_map(|file| {
            let mut path = self.history.renames.get(&file)?;
            for _ in 0..self.history.renames.len() {
                if self.files.iter().any(|file| file.path == *path) {
                    break;
                }
                path = self.history.renames.get(path)?;
            }
            let route = FileKind::at(path)?.route()?;
            (self.is_published(&route) && route != address).then_some(route)
        })
    }
}
