use super::super::{Action, Id, RichText, Text, model};

model! {
    pub struct AccessibilityChecks {
        pub id: Option<Id>,
        pub heading: Text,
        pub intro: Option<RichText>,
        /// The checks, in the order shown.
        #[schemars(length(min = 1))]
        pub items: Vec<AccessibilityCheck>,
        /// Text below the checks.
        pub note: Option<RichText>,
        #[serde(default)]
        pub actions: Vec<Action>,
    }

    /// A check with what it looks for.
    pub struct AccessibilityCheck {
        /// The check that this describes, so that the page names none that the tests do not run.
        pub check: CheckName,
        pub title: Text,
        pub detail: RichText,
    }

    /// A check that `cargo site test` runs: the browser tests that are tagged with its name.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum CheckName {
        /// Each page by axe, the most used program for the purpose.
        Axe,
        /// The contrast of words, of the mark of the focus and of what is drawn, in the light and the dark scheme.
        Contrast,
        /// Menus, the calculator and whatever else is operated, by keyboard alone.
        Keyboard,
        /// What a screen reader announces when something on the page changes.
        Announcements,
        /// Each page in a window as narrow as four times the size makes it.
        Zoom,
        /// Text alone at twice its size.
        TextSize,
        /// Letters, words, lines and paragraphs as far apart as WCAG 2.2 names them (1.4.12).
        TextSpacing,
        /// Colors that the visitor's system chooses.
        ForcedColors,
        /// Less motion, where the visitor's system asks for it.
        Motion,
        /// What pages do in three engines: those of Chrome, Firefox and Safari.
        Engines,
        /// Pages without scripts.
        WithoutScript,
        /// Pages on paper.
        Print,
    }
}
