//! What well-known generators of static sites take for as many plain pages.

use super::measure::least;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A generator: its command, where it wants pages, and the files without which
/// it shows none.
struct Other {
    name: &'static str,
    files: [(&'static str, &'static str); 3],
}

const OTHERS: [Other; 2] = [
    Other {
        name: "hugo",
        files: [
            (
                "hugo.toml",
                "baseURL = \"https://www.example.com/\"\ndisableKinds = [\"taxonomy\", \"term\", \"RSS\", \"sitemap\"]\n",
            ),
            (
                "layouts/_default/single.html",
                "<h1>{{ .Title }}</h1>{{ .Content }}",
            ),
            (
                "layouts/_default/list.html",
                "{{ range .Pages }}<a href=\"{{ .Permalink }}\">{{ .Title }}</a>{{ end }}",
            ),
        ],
    },
    Other {
        name: "zola",
        files: [
            ("config.toml", "base_url = \"https://www.example.com\"\n"),
            (
                "templates/page.html",
                "<h1>{{ page.title }}</h1>{{ page.content | safe }}",
            ),
            (
                "templates/index.html",
                "{% for page in section.pages %}<a href=\"{{ page.permalink }}\">{{ page.title }}</a>{% endfor %}",
            ),
        ],
    },
];

/// A line for each generator: how long it takes for the articles of a house, as
/// pages of nothing but a title and Markdown.
pub fn measure(house: &Path, articles: usize) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for other in &OTHERS {
        let there = Command::new(other.name).arg("--help").output();
        if there.is_err() {
            lines.push(format!("{articles}: {} is not installed", other.name));
            continue;
        }
        let site = tempfile::tempdir().context("can't make a folder for the site")?;
        write(other, house, site.path())?;
        let cost = least(|| {
            let mut build = Command::new(other.name);
            let build_it = if other.name == "zola" {
                &["build", "--force"][..]
            } else {
                &[]
            };
            build.args(build_it).current_dir(site.path());
            build
        })?;
        let failed = if cost.succeeded { "" } else { ", and failed" };
        lines.push(format!(
            "{articles}: {} takes {:.3} s{failed}",
            other.name, cost.seconds
        ));
    }
    Ok(lines)
}

fn write(other: &Other, house: &Path, site: &Path) -> Result<()> {
    for (path, text) in other.files {
        let path = site.join(path);
        fs::create_dir_all(path.parent().unwrap_or(site))?;
        fs::write(path, text)?;
    }
    fs::create_dir(site.join("content"))?;
    for entry in fs::read_dir(house.join("content/articles"))? {
        let entry = entry?;
        let text = fs::read_to_string(entry.path())?;
        let body = text.splitn(3, "+++\n").nth(2).unwrap_or_default();
        let name = entry.file_name().to_string_lossy().replace(".mdx", "");
        // Components are HTML to them, and braces nothing but braces.
        let page = format!("+++\ntitle = \"{name}\"\n+++\n{body}");
        fs::write(site.join(format!("content/{name}.md")), page)?;
    }
    Ok(())
}
