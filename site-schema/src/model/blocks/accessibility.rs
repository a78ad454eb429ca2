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

    /// A check, and a description of it.
    pub struct AccessibilityCheck {
        /// The name of the check, so that the page can't list a check that the tests don't run.
        pub check: CheckName,
        pub title: Text,
        pub detail: RichText,
    }

    /// A check that `cargo site test` runs: the browser tests with its name as a tag.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum CheckName {
        /// Every page, by axe, the most widely used checker.
        Axe,
        /// The contrast of text, focus marks and drawings, in the light and the dark color scheme.
        Contrast,
        /// Menus, the calculator and all other controls, with only a keyboard.
        Keyboard,
        /// The announcements of a screen reader when part of a page changes.
        Announcements,
        /// Every page at four times its size, in a window that is narrow in proportion.
        Zoom,
        /// Text at twice its size.
        TextSize,
        /// The spacing of letters, words, lines and paragraphs that WCAG 2.2 specifies (1.4.12).
        TextSpacing,
        /// The colors that the visitor's system chooses.
        ForcedColors,
        /// Less motion, if the visitor's system asks for it.
        Motion,
        /// Pages in the engines of Chrome, Firefox and Safari.
        Engines,
        /// Pages without scripts.
        WithoutScript,
        /// Pages on paper.
        Print,
    }
}
