//! The types of content. Each type defines what editors write, the JSON Schema, what `site-content`
//! embeds and what the web reads.
//!
//! Only the leaves differ: an editor writes a [`Text`], a [`RichText`] or a [`Link`] as a string,
//! and `site-check` compiles it (facts filled in, Markdown parsed, links resolved) before the types
//! are deserialized.

mod addresses;
mod article;
mod blocks;
mod content;
mod facts;
mod fees;
mod file;
mod hours;
mod moment;
mod page;
mod prose;
mod reflect;
mod site;
mod text;
mod time_of_year;
mod time_zone;
mod words;

pub use addresses::*;
pub use article::*;
pub use blocks::*;
pub use content::*;
pub use facts::*;
pub use fees::*;
pub use file::*;
pub use hours::*;
pub use moment::*;
pub use page::*;
pub use prose::*;
pub use reflect::*;
pub use site::*;
pub use text::*;
pub use time_of_year::*;
pub use time_zone::*;
pub use words::*;

/// Derives the traits that every type of the model has.
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

/// Derives the same traits for the types that editors write. Unknown keys are errors, and
/// [`Reflect`] reads every value.
///
/// Takes one type after another: a struct, an enum of names, or an enum of structs with a tag that
/// names the variant.
macro_rules! model {
    () => {};
    (
        $(#[$attribute:meta])*
        pub struct $name:ident $(<$parameter:ident>)? {
            $($(#[$of_field:meta])* pub $field:ident: $type:ty,)*
        }
        $($rest:tt)*
    ) => {
        $crate::model::compiled! {
            $(#[$attribute])*
            #[serde(deny_unknown_fields)]
            pub struct $name $(<$parameter>)? {
                $($(#[$of_field])* pub $field: $type,)*
            }
        }

        impl $(<$parameter: $crate::model::Reflect>)? $crate::model::Reflect for $name $(<$parameter>)? {
            fn reflect(&self) -> $crate::model::Value<'_> {
                $crate::model::Value::Fields(vec![$((stringify!($field), self.$field.reflect())),*])
            }
        }

        $crate::model::model! { $($rest)* }
    };
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $($(#[$of_variant:meta])* $variant:ident,)*
        }
        $($rest:tt)*
    ) => {
        $crate::model::compiled! {
            $(#[$attribute])*
            pub enum $name {
                $($(#[$of_variant])* $variant,)*
            }
        }

        /// In the form that editors write.
        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                serde::Serialize::serialize(self, out)
            }
        }

        impl $crate::model::Reflect for $name {
            fn reflect(&self) -> $crate::model::Value<'_> {
                $crate::model::Value::Name(self.to_string())
            }
        }

        $crate::model::model! { $($rest)* }
    };
    (
        $(#[doc = $doc:literal])*
        #[serde(tag = $tag:literal, rename_all = "snake_case")]
        pub enum $name:ident {
            $($(#[$of_variant:meta])* $variant:ident($struct:ty),)*
        }
        $($rest:tt)*
    ) => {
        $crate::model::compiled! {
            $(#[doc = $doc])*
            #[serde(tag = $tag, rename_all = "snake_case", deny_unknown_fields)]
            pub enum $name {
                $($(#[$of_variant])* $variant($struct),)*
            }
        }

        impl $crate::model::Reflect for $name {
            fn reflect(&self) -> $crate::model::Value<'_> {
                match self {
                    $(Self::$variant(inner) => inner.reflect().tagged($tag, stringify!($variant)),)*
                }
            }
        }

        $crate::model::model! { $($rest)* }
    };
}
pub(crate) use model;
