//! The format of a compiled file on disk: pools with each page and article once, and editions that
//! refer to them by index. Most of a site is the same in all of its editions.

use super::{Compiled, Edition};
use crate::model::{Article, Content, Facts, Fees, Page, Redirect, Site, Subjects};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

/// The whole file.
#[derive(Serialize, Deserialize)]
pub struct WithDigest {
    digest: String,
    year: i16,
    pages: Vec<Arc<Page>>,
    articles: Vec<Arc<Article>>,
    editions: Vec<PooledEdition>,
}

/// All editions: the input of the digest.
#[derive(Serialize)]
pub struct Pools {
    pages: Vec<Arc<Page>>,
    articles: Vec<Arc<Article>>,
    editions: Vec<PooledEdition>,
}

/// An edition whose pages and articles are indexes into the pools.
#[derive(Serialize, Deserialize)]
struct PooledEdition {
    starts: Option<i64>,
    site: Site,
    fees: Fees,
    facts: Facts,
    subjects: Subjects,
    redirects: Vec<Redirect>,
    pages: Vec<usize>,
    articles: Vec<usize>,
}

/// Unique values.
struct Pool<T> {
    values: Vec<Arc<T>>,
    /// The indexes of the values for each route.
    by_route: HashMap<String, Vec<usize>>,
}

impl<T: PartialEq> Pool<T> {
    fn new() -> Self {
        Self {
            values: Vec::new(),
            by_route: HashMap::new(),
        }
    }

    /// Returns the index of a value; adds the value if it's new.
    fn index_of(&mut self, route: &str, value: &Arc<T>) -> usize {
        let known = self.by_route.entry(route.to_owned()).or_default();
        for &index in known.iter() {
            let other = &self.values[index];
            if Arc::ptr_eq(other, value) || other == value {
                return index;
            }
        }
        let index = self.values.len();
        self.values.push(Arc::clone(value));
        known.push(index);
        index
    }
}

impl Pools {
    pub fn of(editions: &[Edition]) -> Self {
        let mut pages = Pool::new();
        let mut articles = Pool::new();
        let mut pooled = Vec::new();
        for Edition { starts, content } in editions {
            let mut page_indexes = Vec::new();
            for page in &content.pages {
                page_indexes.push(pages.index_of(&page.route, page));
            }
            let mut article_indexes = Vec::new();
            for article in &content.articles {
                article_indexes.push(articles.index_of(&article.route, article));
            }
            pooled.push(PooledEdition {
                starts: *starts,
                site: content.site.clone(),
                fees: content.fees.clone(),
                facts: content.facts.clone(),
                subjects: content.subjects.clone(),
                redirects: content.redirects.clone(),
                pages: page_indexes,
                articles: article_indexes,
            });
        }
        Self {
            pages: pages.values,
            articles: articles.values,
            editions: pooled,
        }
    }
}

impl From<Compiled> for WithDigest {
    fn from(compiled: Compiled) -> Self {
        let pools = Pools::of(&compiled.editions);
        Self {
            digest: compiled.digest,
            year: compiled.year,
            pages: pools.pages,
            articles: pools.articles,
            editions: pools.editions,
        }
    }
}

impl TryFrom<WithDigest> for Compiled {
    type Error = String;

    fn try_from(file: WithDigest) -> Result<Self, String> {
        let mut editions = Vec::new();
        for pooled in file.editions {
            let content = Content {
                site: pooled.site,
                fees: pooled.fees,
                facts: pooled.facts,
                subjects: pooled.subjects,
                redirects: pooled.redirects,
                pages: referred(&file.pages, &pooled.pages, "page")?,
                articles: referred(&file.articles, &pooled.articles, "article")?,
            };
            editions.push(Edition {
                starts: pooled.starts,
                content,
            });
        }
        if editions.is_empty() {
            return Err("no edition".to_owned());
        }
        Ok(Self {
            digest: file.digest,
            year: file.year,
            editions,
        })
    }
}

/// Returns the values at some indexes of a pool.
fn referred<T>(pool: &[Arc<T>], indexes: &[usize], name: &str) -> Result<Vec<Arc<T>>, String> {
    let mut values = Vec::new();
    for &index in indexes {
        let value = pool
            .get(index)
            .ok_or_else(|| format!("an edition with {name} {index}, which is not in the pool"))?;
        values.push(Arc::clone(value));
    }
    Ok(values)
}
