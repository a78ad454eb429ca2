//! The leaves that an editor writes as strings and the loader compiles.
//!
//! In the schemas of content files, each leaf is a string whose `format` tells the loader how to
//! compile it. In the schema of [`super::Content`], it has its compiled form.

use super::{
    Node, Reflect, ResolvedOpenHours, ResolvedTime, ResolvedWeekdays, Value, compiled, model,
};
use crate::slug;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

/// Lists the `format` of each leaf in the schemas of content files.
macro_rules! formats {
    ($($name:ident = $format:literal,)*) => {
        /// The `format` of each leaf in the schemas of content files.
        pub mod format {
            $(pub const $name: &str = $format;)*

            /// All of them.
            pub const ALL: &[&str] = &[$($name),*];
        }
    };
}

formats! {
    TEXT = "text",
    RICH_TEXT = "markdown",
    LINK = "link",
    WEB_ADDRESS = "web-address",
    IMAGE = "image",
    ID = "id",
    SCHEDULE = "fee-schedule",
    EXTERNAL = "external-link",
    SUBJECT = "subject",
    DATE = "date",
    MOMENT = "moment",
    TIME_OF_YEAR = "time-of-year",
    TIME_ZONE = "time-zone",
    WEEKDAYS = "weekdays",
    OPEN_HOURS = "open-hours",
}

/// A description of valid names, which are slugs.
pub const NAME_FORM: &str = "a name in lower-case letters, digits and hyphens, such as our-team";

/// The pattern of texts: at least one character that isn't a space.
pub const NOT_BLANK: &str = r"\S";

/// Defines a leaf: its compiled form, and its schema for editors.
macro_rules! leaf {
    ($($(#[doc = $doc:literal])+ $name:ident($inner:ty) as $target:ty, $input:expr;)*) => {$(
        $(#[doc = $doc])+
        #[derive(
            Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                if generator.contract().is_serialize() {
                    return generator.subschema_for::<$inner>();
                }
                let mut schema: Schema = $input;
                schema.insert("type".into(), "string".into());
                schema.insert("description".into(), concat!($($doc,)+).trim().into());
                schema
            }
        }

        impl Deref for $name {
            type Target = $target;

            fn deref(&self) -> &$target {
                &self.0
            }
        }

        impl Reflect for $name {
            fn reflect(&self) -> Value<'_> {
                Value::$name(&self.0)
            }
        }
    )*};
}

leaf! {
    /// Plain text. Facts in braces, such as {phone}, are filled in.
    Text(String) as str, json_schema!({ "pattern": NOT_BLANK, "format": format::TEXT });

    /// Markdown: paragraphs, **strong**, *emphasis*, lists and [links](/fees). Facts in braces,
    /// such as {phone}, are filled in. HTML is not allowed.
    RichText(Vec<Node>) as [Node], json_schema!({ "pattern": NOT_BLANK, "format": format::RICH_TEXT });

    /// A name in lower-case letters, digits and hyphens, such as our-team. It is an anchor
    /// (#our-team) or a key that other places refer to.
    Id(String) as str, json_schema!({ "pattern": slug::PATTERN, "format": format::ID, "x-form": NAME_FORM });

    /// A date, written 2025-07-23 without quotes.
    Date(String) as str, json_schema!({ "format": format::DATE });

    /// A day, written 2027-01-01 without quotes, or a day with a time, 2027-01-01T09:00:00, in the
    /// firm's time zone and with seconds 00.
    Moment(String) as str, json_schema!({ "format": format::MOMENT });

    /// A file in content/images, such as founder.jpg.
    ImageFile(String) as str, json_schema!({ "minLength": 1, "format": format::IMAGE });

    /// The name of a fee schedule in content/fees.toml.
    ScheduleName(String) as str, json_schema!({ "format": format::SCHEDULE });

    /// The name of an external link in content/site.toml, under [external].
    ExternalName(String) as str, json_schema!({ "format": format::EXTERNAL });

    /// The name of a subject in content/subjects.toml.
    SubjectName(String) as str, json_schema!({ "format": format::SUBJECT });

    /// The name of a time zone, such as America/Chicago. The firm's days begin at midnight there.
    TimeZoneName(String) as str, json_schema!({ "format": format::TIME_ZONE, "x-form": "a time zone, such as America/Chicago" });

    /// A full web address that begins with https://
    WebAddress(String) as str, json_schema!({ "pattern": "^https://[^\\s/]+\\.[^\\s/]+(/\\S*)?$", "format": format::WEB_ADDRESS, "x-form": "a full web address, such as https://www.example.com/fees" });

    /// A link: a page of this site (/fees, /about#team), a full web address, external:NAME for a
    /// link named in content/site.toml, or contact:phone and contact:email.
    Link(ResolvedLink) as ResolvedLink, json_schema!({ "minLength": 1, "format": format::LINK });

    /// A time of the year: a day (April 15), a month (October) or a span (May to June, October 15
    /// to December 7). Facts in braces are filled in. A year in it must be the calendar's year, and
    /// is not shown.
    TimeOfYear(ResolvedTime) as ResolvedTime, json_schema!({ "minLength": 1, "format": format::TIME_OF_YEAR });

    /// Days of the week: one (Friday), days in a row (Monday to Thursday) or a list (Monday,
    /// Wednesday and Friday).
    Weekdays(ResolvedWeekdays) as ResolvedWeekdays, json_schema!({ "minLength": 1, "format": format::WEEKDAYS });

    /// The hours of these days, such as 8:30am-5pm, or 9am-noon and 1pm-5pm; or: closed, by
    /// appointment.
    OpenHours(ResolvedOpenHours) as ResolvedOpenHours, json_schema!({ "minLength": 1, "format": format::OPEN_HOURS });
}

// Values with unique names: a table of tables in TOML. No doc comment, because it would become the
// description of every such table in the schemas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, rename = "ByName{T}", extend("propertyNames" = { "pattern": slug::PATTERN, "x-form": NAME_FORM }))]
pub struct ByName<T>(BTreeMap<String, T>);

impl<T> Deref for ByName<T> {
    type Target = BTreeMap<String, T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T> DerefMut for ByName<T> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// A description of valid keys of a [`ByYear`].
pub const YEAR_FORM: &str = "a tax year, such as 2025";

// Values by tax year: a table of tables in TOML. No doc comment, as above.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, rename = "ByYear{T}", extend("propertyNames" = { "pattern": "^20[0-9]{2}$", "x-form": YEAR_FORM }))]
pub struct ByYear<T>(BTreeMap<String, T>);

/// No years.
impl<T> Default for ByYear<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> Deref for ByYear<T> {
    type Target = BTreeMap<String, T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T> DerefMut for ByYear<T> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

model! {
    /// An image, and its description.
    pub struct Image {
        pub src: ImageFile,
        /// The picture in one sentence, for people who can't see it.
        pub alt: Text,
    }
}

compiled! {
    /// The kind of target of a resolved link.
    #[serde(rename_all = "snake_case")]
    pub enum LinkKind {
        /// A page or an article of this site, perhaps with a fragment.
        Page,
        /// Another site; it opens in a new tab.
        External,
        Phone,
        Email,
    }

    /// A resolved link.
    pub struct ResolvedLink {
        pub kind: LinkKind,
        /// Ready for an `href` attribute.
        pub href: String,
    }
}
