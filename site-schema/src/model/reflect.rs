//! Content as a tree of typed values, for code that reads every field regardless of its name: the
//! text of a page, settings by name.
//!
//! [`model!`](super::model) implements [`Reflect`] for structs and enums, `leaf!` for leaves.

use super::{
    ByName, ByYear, Node, ResolvedLink, ResolvedOpenHours, ResolvedTime, ResolvedWeekdays,
};

/// A value of content. Its type determines its meaning for readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<'a> {
    /// An optional value that the file leaves out.
    Absent,
    Bool(bool),
    Number(u64),
    /// A name from a fixed list.
    Name(String),
    /// A string that is not a leaf, such as a phone number.
    String(&'a str),
    Text(&'a str),
    RichText(&'a [Node]),
    Id(&'a str),
    Date(&'a str),
    Moment(&'a str),
    ImageFile(&'a str),
    ScheduleName(&'a str),
    ExternalName(&'a str),
    SubjectName(&'a str),
    TimeZoneName(&'a str),
    WebAddress(&'a str),
    Link(&'a ResolvedLink),
    TimeOfYear(&'a ResolvedTime),
    Weekdays(&'a ResolvedWeekdays),
    OpenHours(&'a ResolvedOpenHours),
    List(Vec<Self>),
    /// The fields of a struct in the order of its type, or the values of a
    /// [`ByName`] or a [`ByYear`] in the order of their names. A block begins with its kind.
    Fields(Vec<(&'a str, Self)>),
}

/// A type whose values can be read without knowing its fields.
pub trait Reflect {
    fn reflect(&self) -> Value<'_>;
}

impl<'a> Value<'a> {
    /// Returns a struct with its variant's name as the first field, as in `serde(tag, rename_all =
    /// "snake_case")`.
    pub(super) fn tagged(self, tag: &'a str, variant: &str) -> Self {
        let mut fields = vec![(tag, Value::Name(snake_case(variant)))];
        if let Self::Fields(others) = self {
            fields.extend(others);
        }
        Self::Fields(fields)
    }

    /// Returns the field with this name.
    pub fn field(&self, name: &str) -> Option<&Self> {
        let Self::Fields(fields) = self else {
            return None;
        };
        let (_, value) = fields.iter().find(|(known, _)| *known == name)?;
        Some(value)
    }
}

impl Reflect for bool {
    fn reflect(&self) -> Value<'_> {
        Value::Bool(*self)
    }
}

impl Reflect for u16 {
    fn reflect(&self) -> Value<'_> {
        Value::Number((*self).into())
    }
}

impl Reflect for u32 {
    fn reflect(&self) -> Value<'_> {
        Value::Number((*self).into())
    }
}

impl Reflect for u64 {
    fn reflect(&self) -> Value<'_> {
        Value::Number(*self)
    }
}

impl Reflect for String {
    fn reflect(&self) -> Value<'_> {
        Value::String(self)
    }
}

impl<T: Reflect> Reflect for Option<T> {
    fn reflect(&self) -> Value<'_> {
        match self {
            Some(value) => value.reflect(),
            None => Value::Absent,
        }
    }
}

impl<T: Reflect> Reflect for Vec<T> {
    fn reflect(&self) -> Value<'_> {
        Value::List(self.iter().map(T::reflect).collect())
    }
}

impl<T: Reflect> Reflect for ByName<T> {
    fn reflect(&self) -> Value<'_> {
        let mut fields = Vec::new();
        for (name, value) in self.iter() {
            fields.push((name.as_str(), value.reflect()));
        }
        Value::Fields(fields)
    }
}

impl<T: Reflect> Reflect for ByYear<T> {
    fn reflect(&self) -> Value<'_> {
        let mut fields = Vec::new();
        for (year, value) in self.iter() {
            fields.push((year.as_str(), value.reflect()));
        }
        Value::Fields(fields)
    }
}

/// Converts `ServiceCards` to `service_cards`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for character in name.chars() {
        if character.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(character.to_ascii_lowercase());
    }
    out
}
