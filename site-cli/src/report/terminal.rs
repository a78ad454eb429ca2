//! For people at a terminal: a picture of each place, in colors and as wide as the
//! terminal is; plain text where there is no terminal, or where colors are not wanted.

use site_check::diagnostic::{DecorStyle, Diagnostic, Renderer};
use std::io::{IsTerminal, stdout};
use terminal_size::{Width, terminal_size_of};

pub fn render(found: &[Diagnostic], summary: &str) -> String {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let in_color = (stdout().is_terminal() && !no_color).then(renderer);
    let drawn = found.iter().map(|found| match &in_color {
        Some(renderer) => found.drawn(renderer) + "\n\n",
        None => format!("{found}\n\n"),
    });
    drawn.collect::<String>() + summary + "\n"
}

fn renderer() -> Renderer {
    let renderer = Renderer::styled().decor_style(DecorStyle::Unicode);
    match terminal_size_of(stdout()) {
        Some((Width(width), _)) => renderer.term_width(width.into()),
        None => renderer,
    }
}
