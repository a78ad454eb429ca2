//! A page of Markdown that GitHub takes as a comment, however much there is to say.

/// GitHub takes 65,536 characters; the last lines need some of them.
const ROOM: usize = 65_536 - 1_500;

/// Sections of entries. What does not fit is counted.
#[derive(Default)]
pub struct Page {
    out: String,
    length: usize,
    heading: Option<String>,
    /// The sections from which entries are left out, with how many.
    left_out: Vec<(String, usize)>,
}

impl Page {
    /// Begins a section; without an entry it is not shown.
    pub fn section(&mut self, heading: &str) {
        self.heading = Some(heading.to_owned());
        self.left_out.push((heading.to_owned(), 0));
    }

    /// Adds an entry, whole or not at all.
    pub fn entry(&mut self, entry: &str) {
        let heading = self.heading.as_ref();
        let head = heading.map_or_else(String::new, |heading| format!("\n### {heading}\n\n"));
        let length = head.chars().count() + entry.chars().count() + 1;
        if self.length + length > ROOM {
            if let Some((_, count)) = self.left_out.last_mut() {
                *count += 1;
            }
            return;
        }
        self.heading = None;
        self.length += length;
        self.out += &head;
        self.out += entry;
        self.out.push('\n');
    }

    /// The page, with a plain word on what did not fit.
    pub fn finish(self) -> String {
        let left = self.left_out.iter().filter(|(_, count)| *count > 0);
        let left: Vec<String> = left
            .map(|(heading, count)| format!("{count} under “{heading}”"))
            .collect();
        if left.is_empty() {
            return self.out;
        }
        format!(
            "{}\n> [!IMPORTANT]\n> This report is longer than GitHub takes. Left out: {}. The whole is what `cargo site diff --format json` writes.\n",
            self.out,
            left.join(", ")
        )
    }
}
