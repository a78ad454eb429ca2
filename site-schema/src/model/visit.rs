//! Visits the texts in content, which are compiled after deserialization.

use super::{
    ByName, ByYear, Date, ExternalName, Id, ImageFile, Link, Moment, OpenHours, RichText,
    ScheduleName, SubjectName, Text, TimeOfYear, TimeZoneName, WebAddress, Weekdays,
};

/// Receives each leaf that [`VisitLeaves::visit_leaves`] visits.
pub trait LeafVisitor {
    fn visit_text(&mut self, text: &mut Text);
    fn visit_rich_text(&mut self, text: &mut RichText);
}

/// A value whose texts and rich texts can be visited and changed in place.
///
/// [`model!`](super::model) implements it for structs and enums.
pub trait VisitLeaves {
    /// Visits each leaf, in the order of the fields. A value without leaves visits none.
    fn visit_leaves(&mut self, _visitor: &mut dyn LeafVisitor) {}
}

impl VisitLeaves for Text {
    fn visit_leaves(&mut self, visitor: &mut dyn LeafVisitor) {
        visitor.visit_text(self);
    }
}

impl VisitLeaves for RichText {
    fn visit_leaves(&mut self, visitor: &mut dyn LeafVisitor) {
        visitor.visit_rich_text(self);
    }
}

impl<T: VisitLeaves> VisitLeaves for Option<T> {
    fn visit_leaves(&mut self, visitor: &mut dyn LeafVisitor) {
        if let Some(value) = self {
            value.visit_leaves(visitor);
        }
    }
}

impl<T: VisitLeaves> VisitLeaves for Vec<T> {
    fn visit_leaves(&mut self, visitor: &mut dyn LeafVisitor) {
        for item in self {
            item.visit_leaves(visitor);
        }
    }
}

impl<T: VisitLeaves> VisitLeaves for ByName<T> {
    fn visit_leaves(&mut self, visitor: &mut dyn LeafVisitor) {
        for value in self.values_mut() {
            value.visit_leaves(visitor);
        }
    }
}

impl<T: VisitLeaves> VisitLeaves for ByYear<T> {
    fn visit_leaves(&mut self, visitor: &mut dyn LeafVisitor) {
        for value in self.values_mut() {
            value.visit_leaves(visitor);
        }
    }
}

impl VisitLeaves for bool {}
impl VisitLeaves for u16 {}
impl VisitLeaves for u32 {}
impl VisitLeaves for u64 {}
impl VisitLeaves for String {}

impl VisitLeaves for Date {}
impl VisitLeaves for ExternalName {}
impl VisitLeaves for Id {}
impl VisitLeaves for ImageFile {}
impl VisitLeaves for Link {}
impl VisitLeaves for Moment {}
impl VisitLeaves for OpenHours {}
impl VisitLeaves for ScheduleName {}
impl VisitLeaves for SubjectName {}
impl VisitLeaves for TimeOfYear {}
impl VisitLeaves for TimeZoneName {}
impl VisitLeaves for Weekdays {}
impl VisitLeaves for WebAddress {}
