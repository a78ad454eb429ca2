//! `/manifest.webmanifest`: what a phone needs to keep the site on its home screen.

use super::Made;
use serde::Serialize;
use site_schema::model::Content;

#[derive(Serialize)]
struct Manifest<'a> {
    name: &'a str,
    short_name: &'a str,
    description: &'a str,
    lang: &'a str,
    start_url: &'a str,
    scope: &'a str,
    display: &'a str,
    theme_color: &'a str,
    background_color: &'a str,
    icons: [Icon; 1],
}

#[derive(Serialize)]
struct Icon {
    src: &'static str,
    sizes: &'static str,
    #[serde(rename = "type")]
    media_type: &'static str,
}

pub fn manifest(content: &Content) -> Made {
    let site = &content.site;
    let manifest = Manifest {
        name: &site.name,
        short_name: &site.firms.advisory.name,
        description: &site.tagline,
        lang: "en-US",
        start_url: "/",
        scope: "/",
        display: "browser",
        theme_color: &site.theme_color,
        background_color: &site.theme_color,
        icons: [Icon {
            src: "/favicon.svg",
            sizes: "any",
            media_type: "image/svg+xml",
        }],
    };
    Ok(serde_json::to_string_pretty(&manifest)? + "\n")
}
