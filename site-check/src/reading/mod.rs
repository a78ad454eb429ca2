//! What a visitor reads on each page, in reading order, made from the compiled
//! content: every word that content puts there, where links lead, which
//! pictures stand there, and what search engines are told.
//!
//! It follows the components of `web/`. A test changes every text of the
//! content in turn: none may change unseen.

mod article;
mod blocks;
mod prose;
mod search;
mod shell;

use site_schema::model::{Action, Content, Image};

/// One page as it is read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// Its path on the site. The page for unknown addresses has the route /404.
    pub route: String,
    pub title: String,
    /// The words, a line for each heading, paragraph, label or cell; the
    /// descriptions of pictures among them.
    pub lines: Vec<String>,
    pub links: Vec<ReadLink>,
    /// The files of the pictures, below content/images.
    pub pictures: Vec<String>,
    /// What is not words, yet seen or relied on: icons, anchors.
    pub marks: Vec<String>,
    /// The disclaimers: what each is, and its words. They are among the lines, too.
    pub disclaimers: Vec<Disclaimer>,
    /// What search engines and networks are told: name and value.
    pub search: Vec<(&'static str, String)>,
}

/// A link with its words.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReadLink {
    pub label: String,
    pub href: String,
}

/// What the law or the firm has a page say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disclaimer {
    /// What it is called: its name in content/site.toml, or what it stands under.
    pub name: String,
    pub text: String,
}

/// Every page and article as it is read: pages by route, then articles, the newest first.
pub fn readings(content: &Content) -> Vec<Reading> {
    let pages = content.pages.iter().map(|page| {
        let mut reader = Reader::new(content, &page.route, &page.meta.title);
        reader.header();
        page.blocks.iter().for_each(|block| reader.block(block));
        reader.footer();
        if page.meta.newsletter_prompt {
            reader.newsletter_prompt();
        }
        reader.page_search(page);
        reader.reading
    });
    let articles = content.articles.iter().map(|article| {
        let mut reader = Reader::new(content, &article.route, &article.matter.title);
        reader.header();
        reader.article(article);
        reader.footer();
        reader.article_search(article);
        reader.reading
    });
    pages.chain(articles).collect()
}

/// What no page shows and yet matters: name and value.
pub fn settings(content: &Content) -> Vec<(&'static str, String)> {
    search::settings(content)
}

/// Gathers the reading of one page.
struct Reader<'a> {
    content: &'a Content,
    reading: Reading,
}

impl<'a> Reader<'a> {
    fn new(content: &'a Content, route: &str, title: &str) -> Self {
        let reading = Reading {
            route: route.to_owned(),
            title: title.to_owned(),
            ..Reading::default()
        };
        Self { content, reading }
    }

    fn line(&mut self, words: &str) {
        let words = spaced(words);
        if !words.is_empty() {
            self.reading.lines.push(words);
        }
    }

    fn lines<'t>(&mut self, lines: impl IntoIterator<Item = &'t str>) {
        lines.into_iter().for_each(|line| self.line(line));
    }

    /// A link on a line of its own.
    fn link(&mut self, label: &str, href: &str) {
        self.line(label);
        self.leads(label, href);
    }

    /// A link whose words are part of a line.
    fn leads(&mut self, label: &str, href: &str) {
        self.reading.links.push(ReadLink {
            label: spaced(label),
            href: href.to_owned(),
        });
    }

    /// A link named in `content/site.toml`, under its own label or another.
    fn external(&mut self, name: &str, label: Option<&str>) {
        if let Some(link) = self.content.site.external.get(name) {
            self.link(label.unwrap_or(&link.label), &link.href);
        }
    }

    fn actions(&mut self, actions: &[Action]) {
        for Action { label, href } in actions {
            self.link(label, &href.0.href);
        }
    }

    fn picture(&mut self, Image { src, alt }: &Image) {
        self.reading.pictures.push(src.to_string());
        self.line(alt);
    }

    fn mark(&mut self, what: &str, value: &str) {
        self.reading.marks.push(format!("{what} {value}"));
    }

    fn disclaimer(&mut self, name: &str, text: &str) {
        self.line(text);
        self.reading.disclaimers.push(Disclaimer {
            name: name.to_owned(),
            text: spaced(text),
        });
    }

    fn phone(&mut self, label: &str) {
        let digits = |c: &char| c.is_ascii_digit();
        let phone: String = self
            .content
            .site
            .contact
            .phone
            .chars()
            .filter(digits)
            .collect();
        self.link(label, &format!("tel:+1{phone}"));
    }

    fn email(&mut self) {
        let email = &*self.content.site.contact.email;
        self.link(email, &format!("mailto:{email}"));
    }

    fn address(&mut self) {
        let address = &self.content.site.contact.address;
        let [street, city, region, code] = [
            &address.street,
            &address.city,
            &address.region,
            &address.postal_code,
        ]
        .map(|part| &**part);
        self.line(&format!("{street} {city}, {region} {code}"));
    }
}

/// Words with one space between each.
fn spaced(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whole dollars, as they are shown.
fn money(dollars: u64) -> String {
    format!("${}", site_schema::fees::grouped(dollars))
}
