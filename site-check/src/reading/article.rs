//! An article's page, and an article in a list.

use super::Reader;
use site_schema::model::{Article, AuthorName, Date};

/// From here on an article is long enough for a table of contents.
const LONG: (u32, usize) = (7, 4);

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Reader<'_> {
    pub(super) fn article(&mut self, article: &Article) {
        let content = self.content;
        let words = &content.site.articles;
        let matter = &article.matter;
        self.picture(&matter.hero);
        self.back_link();
        if matter.badge {
            self.line(matter.category.as_str());
        }
        self.line(&matter.title);
        let mut byline = vec![format!("By {}", self.author(article))];
        byline.extend(matter.published.as_ref().map(readable));
        byline.push(reading_time(article));
        self.line(&byline.join(" · "));
        self.contents(article);
        self.prose(&article.body);
        if !matter.references.is_empty() {
            self.line(&words.references_heading);
            for reference in matter.references.iter() {
                self.line(&format!("{}, {}", &*reference.publisher, &*reference.title));
                self.leads(&reference.title, &reference.url);
            }
        }
        let closing = matter.call_to_action.as_ref();
        let closing = closing.unwrap_or(&words.call_to_action);
        self.line(&closing.heading);
        self.line(&closing.body);
        self.link(&closing.label, "/schedule");
        for (label, slug) in [
            (&words.previous_label, &article.previous),
            (&words.next_label, &article.next),
        ] {
            if let Some(other) = slug.as_ref().and_then(|slug| content.article(slug)) {
                self.line(&format!("{} {}", &**label, &*other.matter.title));
                self.leads(&other.matter.title, &other.route);
            }
        }
        if !article.related.is_empty() {
            self.line(&words.related_heading);
            for other in article
                .related
                .iter()
                .filter_map(|slug| content.article(slug))
            {
                self.card(other);
            }
        }
        self.back_link();
    }

    pub(super) fn card(&mut self, article: &Article) {
        let matter = &article.matter;
        self.reading.pictures.push(matter.hero.src.to_string());
        self.line(matter.category.as_str());
        self.link(&matter.title, &article.route);
        self.line(&matter.excerpt);
        let date = matter.published.as_ref().map(readable);
        let byline: Vec<String> = date.into_iter().chain([reading_time(article)]).collect();
        self.line(&byline.join(" · "));
    }

    pub(super) fn author(&self, article: &Article) -> &str {
        match article.matter.author {
            AuthorName::Founder => &self.content.site.founder.name,
            AuthorName::Firm => &self.content.site.firms.advisory.name,
        }
    }

    fn contents(&mut self, article: &Article) {
        let sections = article.headings.iter().filter(|heading| heading.level == 2);
        let sections: Vec<_> = sections.collect();
        if article.minutes < LONG.0 || sections.len() < LONG.1 {
            return;
        }
        self.line(&self.content.site.articles.contents_heading);
        for section in sections {
            self.link(&section.text, &format!("#{}", section.id));
        }
    }

    fn back_link(&mut self) {
        self.link(&self.content.site.articles.back_label, "/blog");
    }
}

fn reading_time(article: &Article) -> String {
    format!("{} min read", article.minutes)
}

/// A date as readers know it: 2025-07-23 is July 23, 2025.
fn readable(date: &Date) -> String {
    let parts: Vec<&str> = date.split('-').collect();
    let month = |text: &str| {
        MONTHS
            .get(text.parse::<usize>().ok()?.checked_sub(1)?)
            .copied()
    };
    match parts.as_slice() {
        [year, m, day] => match month(m) {
            Some(month) => format!("{month} {}, {year}", day.trim_start_matches('0')),
            None => date.to_string(),
        },
        _ => date.to_string(),
    }
}
