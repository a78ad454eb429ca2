//! `content/articles/*.mdx`: front matter and the compiled article.

use super::{
    ByName, Date, Heading, Image, Moment, Node, SubjectName, Text, WebAddress, Withdrawn, compiled,
    model,
};

/// `content/subjects.toml`: the subjects in the index of articles, one on each line, in
/// alphabetical order: the-name = "Its title". The name is the anchor in the index
/// (/blog#the-name), and articles list it in their `subjects`. Add a subject once two articles
/// cover it.
pub type Subjects = ByName<Text>;

model! {
    /// The front matter of an article, between its two lines of +++.
    pub struct FrontMatter {
        /// The article's place in the list. A new article takes the highest number so far, plus
        /// one.
        #[schemars(range(min = 1))]
        pub id: u32,
        /// The first address of a moved article, such as /blog/market-drop. Feed readers identify
        /// the article by it, so keep it in all later moves. Leave it out if the article hasn't
        /// moved.
        #[schemars(regex(pattern = r"^/blog/[a-z0-9]+(-[a-z0-9]+)*$"), extend("x-form" = "the address of an article, such as /blog/market-drop"))]
        pub first_address: Option<String>,
        pub title: Text,
        /// The subject in a sentence or two, for the list of articles and for search engines, which
        /// cut off longer texts.
        #[schemars(length(max = 160))]
        pub excerpt: Text,
        pub category: Category,
        /// The subjects in the index that the article covers well, by their names in
        /// content/subjects.toml, such as roth-conversions.
        #[schemars(length(min = 1), extend("uniqueItems" = true))]
        pub subjects: Vec<SubjectName>,
        /// true: a draft, which `cargo site dev` shows and builds leave out. Delete the line to
        /// publish the article.
        #[serde(default)]
        pub draft: bool,
        /// false: the category is not shown above the title.
        #[serde(default = "yes")]
        pub badge: bool,
        pub author: AuthorName,
        /// The day the article was published. If the day is in the future, the article appears on
        /// that day. Leave it out if you don't know it.
        pub published: Option<Date>,
        /// The time when the article appears, such as 2027-01-01T09:00:00, on the day in
        /// `published`. Leave it out if the article appears when that day begins.
        pub starts: Option<Moment>,
        /// The day of the last substantial change; without it, the day in `published`.
        pub modified: Option<Date>,
        /// Words that help search engines find the article. Articles that share words are offered
        /// after one another.
        #[serde(default)]
        pub keywords: Vec<Text>,
        pub hero: Image,
        /// The picture shown when the article is shared, 1200 by 630 pixels; without it, the build
        /// makes one from the title and the hero.
        pub social_image: Option<Image>,
        /// The authorities that the article relies on, in the order shown.
        #[serde(default)]
        pub references: Vec<Reference>,
        /// The box that closes the article; without it, the one in content/site.toml.
        pub call_to_action: Option<ArticleCallToAction>,
        /// The article stays at its address, but visitors may no longer rely on it. It gets a
        /// banner, and lists, the feed, the sitemap and search engines leave it out.
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

    /// A page of an authority that an article relies on.
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
        /// The button's label. The button leads to /schedule.
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
        /// The number of visible words in the body.
        pub words: u32,
        /// Minutes to read it at 225 words a minute, rounded up.
        pub minutes: u32,
        /// The slug of the article listed before it; `None` for the first.
        pub previous: Option<String>,
        /// The slug of the article listed after it; `None` for the last.
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
    /// Returns the address where the article was first published.
    pub fn first_address(&self) -> &str {
        self.matter.first_address.as_deref().unwrap_or(&self.route)
    }
}

impl FrontMatter {
    /// Returns true if the article names a subject.
    pub fn is_on(&self, subject: &str) -> bool {
        self.subjects.iter().any(|name| **name == *subject)
    }

    /// Returns the date of the last substantial change, or the publication date; `None` if neither
    /// is known.
    pub fn last_changed(&self) -> Option<&Date> {
        self.modified.as_ref().or(self.published.as_ref())
    }
}

fn yes() -> bool {
    true
}
