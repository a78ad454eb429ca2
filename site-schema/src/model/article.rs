//! `content/articles/*.mdx`: front matter and the compiled article.

use super::{
    ByName, Date, Heading, Image, Moment, Node, SubjectName, Text, WebAddress, Withdrawn, compiled,
    model,
};

/// `content/subjects.toml`: the subjects by which readers find articles, a line each, in alphabetical order:
/// the-name = "Its title". The name is the anchor in the index (/blog#the-name), and what an article writes
/// in its `subjects`. A subject is worth a line once two articles are on it.
pub type Subjects = ByName<Text>;

model! {
    /// The front matter of an article, between its two lines of +++.
    pub struct FrontMatter {
        /// The article's place in the list: a new one takes the highest number yet, plus one.
        #[schemars(range(min = 1))]
        pub id: u32,
        /// The first address of a moved article, such as /blog/market-drop. Feed readers identify the article by it, so keep it in all later moves. Leave it out if the article hasn't moved.
        #[schemars(regex(pattern = r"^/blog/[a-z0-9]+(-[a-z0-9]+)*$"), extend("x-form" = "the address of an article, such as /blog/market-drop"))]
        pub first_address: Option<String>,
        pub title: Text,
        /// The subject in a sentence or two, for the list of articles and for search engines, which cut off what is longer.
        #[schemars(length(max = 160))]
        pub excerpt: Text,
        pub category: Category,
        /// The subjects by which readers find it, by their names in content/subjects.toml, such as roth-conversions: those that it says something useful on.
        #[schemars(length(min = 1), extend("uniqueItems" = true))]
        pub subjects: Vec<SubjectName>,
        /// true: a draft, which `cargo site dev` shows and no build has. Delete the line to publish the article.
        #[serde(default)]
        pub draft: bool,
        /// false: the category is not shown above the title.
        #[serde(default = "yes")]
        pub badge: bool,
        pub author: AuthorName,
        /// The day it was published. A day ahead publishes it on that day, by itself. Leave it out where it is not known.
        pub published: Option<Date>,
        /// The time on the day in `published` at which it appears, such as 2027-01-01T09:00:00, where the beginning of that day is too early.
        pub starts: Option<Moment>,
        /// The day it was last changed in substance; without it, the day it was published.
        pub modified: Option<Date>,
        /// Words by which search engines may find it. Articles that share some are offered after one another.
        #[serde(default)]
        pub keywords: Vec<Text>,
        pub hero: Image,
        /// The picture shown when the article is shared, 1200 by 630; without it, one is made of the title and the hero.
        pub social_image: Option<Image>,
        /// Authorities the article leans on, in the order shown.
        #[serde(default)]
        pub references: Vec<Reference>,
        /// The box that closes the article; without it, the one in content/site.toml.
        pub call_to_action: Option<ArticleCallToAction>,
        /// The article stays at its address, but is no longer the firm's word: from then on it has a banner, and is out of lists, feed, sitemap and search engines.
        pub withdrawn: Option<Withdrawn>,
    }

    /// The subject of an article.
    #[derive(Copy, Hash, PartialOrd, Ord)]
    pub enum Category {
        #[serde(rename = "Tax Planning")]
        TaxPlanning,
        #[serde(rename = "Retirement Planning")]
        RetirementPlanning,
        #[serde(rename = "Investment Strategy")]
        InvestmentStrategy,
        #[serde(rename = "Financial Planning")]
        FinancialPlanning,
        Economy,
        Personal,
    }

    /// The author of an article.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum AuthorName {
        /// The founder, by name.
        Founder,
        /// The firm.
        Firm,
    }

    /// A page of an authority that an article leans on.
    pub struct Reference {
        pub title: Text,
        /// The publisher, such as Internal Revenue Service.
        pub publisher: Text,
        pub url: WebAddress,
    }

    /// The box that closes an article.
    pub struct ArticleCallToAction {
        pub heading: Text,
        pub body: Text,
        /// The button's label; it leads to /schedule.
        pub label: Text,
    }
}

compiled! {
    /// An article, compiled.
    pub struct Article {
        pub slug: String,
        /// Its path on the site: /blog/SLUG.
        pub route: String,
        pub matter: FrontMatter,
        /// The visible words of the body.
        pub words: u32,
        /// Minutes to read it at 225 words a minute, rounded up.
        pub minutes: u32,
        /// The slug of the article listed before it; none for the first.
        pub previous: Option<String>,
        /// The slug of the article listed after it; none for the last.
        pub next: Option<String>,
        /// The slugs of the articles offered after it, the closest first.
        pub related: Vec<String>,
        pub headings: Vec<Heading>,
        pub body: Vec<Node>,
    }
}

impl Category {
    pub const ALL: [Self; 6] = [
        Self::TaxPlanning,
        Self::RetirementPlanning,
        Self::InvestmentStrategy,
        Self::FinancialPlanning,
        Self::Economy,
        Self::Personal,
    ];
}

impl Article {
    /// Returns the address where it was first published.
    pub fn first_address(&self) -> &str {
        self.matter.first_address.as_deref().unwrap_or(&self.route)
    }
}

impl FrontMatter {
    /// Returns true if the article names a subject.
    pub fn is_on(&self, subject: &str) -> bool {
        self.subjects.iter().any(|name| **name == *subject)
    }

    /// Returns the date of the last substantial change, or the publication date; `None` if neither is known.
    pub fn last_changed(&self) -> Option<&Date> {
        self.modified.as_ref().or(self.published.as_ref())
    }
}

fn yes() -> bool {
    true
}
