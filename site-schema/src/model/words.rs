//! `content/words.toml`: the phrases that the firm doesn't use about itself, and the places where
//! they are allowed anyway.

use super::{NOT_BLANK, model};

model! {
    /// `content/words.toml`: the phrases that the firm's compliance officer doesn't want on the
    /// site, and the places where they are allowed.
    pub struct WordList {
        /// The phrases, each beginning with [[phrases]].
        #[serde(default)]
        pub phrases: Vec<Phrase>,
        /// Ignored. Delete it, because a later version will report it as unknown.
        #[serde(default)]
        pub performance: Performance,
        /// The figures that pages may type instead of quoting a fact.
        #[serde(default)]
        pub figures: Figures,
    }

    /// A phrase that must not appear in any text that visitors read.
    pub struct Phrase {
        /// The words, such as "risk-free". Case doesn't matter, and spaces or a hyphen can separate
        /// two words. Brackets contain alternatives: "[best / leading] [adviser / advisers]". An
        /// empty alternative makes the word optional: "best [tax / ] adviser[ / s]".
        #[schemars(length(max = 1000), regex(pattern = NOT_BLANK))]
        pub phrase: String,
        /// Longer phrases that are fine, such as "risk-free rate", in the same syntax.
        #[serde(default)]
        #[schemars(extend("items" = { "type": "string", "pattern": NOT_BLANK, "maxLength": 1000 }))]
        pub except: Vec<String>,
        /// The reason why the phrase isn't wanted, as a sentence for editors.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub why: String,
        /// What to write instead, as a sentence for editors.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub instead: String,
        /// The places where the phrase is allowed, each beginning with [[phrases.allowed]].
        #[serde(default)]
        pub allowed: Vec<AllowedPlace>,
    }

    /// Ignored: the places where a statement of performance was allowed.
    #[derive(Default)]
    pub struct Performance {
        /// Ignored. Delete each [[performance.allowed]].
        #[serde(default)]
        pub allowed: Vec<AllowedPlace>,
    }

    /// The amounts, percentages and numbers of clients that pages may type because they aren't
    /// facts, such as those in an example or in the name of a law.
    #[derive(Default)]
    pub struct Figures {
        /// Each begins with [[figures.allowed]].
        #[serde(default)]
        pub allowed: Vec<AllowedPlace>,
    }

    /// A place where words are allowed that aren't wanted elsewhere.
    pub struct AllowedPlace {
        /// The file, such as content/articles/market-drop.mdx.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub file: String,
        /// Words of the file that contain the phrase or the figure: enough to identify the place.
        #[schemars(length(max = 1000), regex(pattern = NOT_BLANK))]
        pub text: String,
        /// The reason why they are allowed there.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub allowed_because: String,
    }
}
