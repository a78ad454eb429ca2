//! `content/words.toml`: the phrases that the firm doesn't use about itself, and the places where they are allowed
//! anyway.

use super::{NOT_BLANK, model};

model! {
    /// `content/words.toml`: the phrases that the firm's compliance officer does not want on the
    /// site, and the places where they are right all the same.
    pub struct WordList {
        /// The phrases, each beginning with [[phrases]].
        #[serde(default)]
        pub phrases: Vec<Phrase>,
        /// Ignored. Delete it: a later version refuses it.
        #[serde(default)]
        pub performance: Performance,
        /// The figures that pages may have typed out.
        #[serde(default)]
        pub figures: Figures,
    }

    /// A phrase that is not to be met in any words that visitors read.
    pub struct Phrase {
        /// The words, such as "risk-free". Capitals do not count, and between two words may be
        /// white space or a hyphen. In brackets stand alternatives: "[best / leading] [adviser /
        /// advisers]". One that is left empty makes the word optional: "best [tax / ] adviser[ / s]".
        #[schemars(length(max = 1000), regex(pattern = NOT_BLANK))]
        pub phrase: String,
        /// Longer phrases that are fine, such as "risk-free rate", written in the same way.
        #[serde(default)]
        #[schemars(extend("items" = { "type": "string", "pattern": NOT_BLANK, "maxLength": 1000 }))]
        pub except: Vec<String>,
        /// Why it is not wanted, as a sentence for editors.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub why: String,
        /// What to write in its place, as a sentence for editors.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub instead: String,
        /// The places where it is right, each beginning with [[phrases.allowed]].
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

    /// The amounts, percentages and numbers of clients that pages may have typed out, because they are no facts: those
    /// of an example, or of a law's name.
    #[derive(Default)]
    pub struct Figures {
        /// Each begins with [[figures.allowed]].
        #[serde(default)]
        pub allowed: Vec<AllowedPlace>,
    }

    /// A place where words are right that are not wanted elsewhere.
    pub struct AllowedPlace {
        /// The file, such as content/articles/market-drop.mdx.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub file: String,
        /// Words of the file that hold the phrase or the figure, as many as show which place is meant.
        #[schemars(length(max = 1000), regex(pattern = NOT_BLANK))]
        pub text: String,
        /// Why they are right there.
        #[schemars(regex(pattern = NOT_BLANK))]
        pub allowed_because: String,
    }
}
