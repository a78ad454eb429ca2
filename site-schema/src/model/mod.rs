//! What content may be. Each type is at once what an editor writes, what the
//! JSON Schema says, what `site-content` embeds and what the web reads.
//!
//! Only the leaves differ between the two sides: an editor writes a [`Text`],
//! a [`RichText`] or a [`Link`] as a string, and the loader compiles it (facts
//! filled in, Markdown parsed, links resolved) before the types are read.

mod addresses;
mod article;
mod blocks;
mod content;
mod facts;
mod fees;
mod page;
mod prose;
mod site;
mod text;
mod time_of_year;
mod time_zone;

pub use addresses::*;
pub use article::*;
pub use blocks::*;
pub use content::*;
pub use facts::*;
pub use fees::*;
pub use page::*;
pub use prose::*;
pub use site::*;
pub use text::*;
pub use time_of_year::*;
pub use time_zone::*;

/// Derives what every type of the model has.
macro_rules! compiled {
    ($($item:item)*) => {$(
        #[derive(
            Debug, Clone, PartialEq, Eq,
            serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        $item
    )*};
}
pub(crate) use compiled;

/// The same for what editors write: a key that its type does not know is an error.
macro_rules! model {
    ($($item:item)*) => {
        $crate::model::compiled! {$(
            #[serde(deny_unknown_fields)]
            $item
        )*}
    };
}
pub(crate) use model;
