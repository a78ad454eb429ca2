//! `/manifest.webmanifest`: what a phone needs to keep the site on its home screen.

use super::Made;
use crate::CONTENT;
use serde::Serialize;

#[derive(Serialize)]
struct Manifest {
    name: &'static str,
    short_name: &'static str,
    description: &'static str,
    lang: &'static str,
    start_url: &'static str,
    scope: &'static str,
    display: &'static str,
    theme_color: &'static str,
    background_color: &'static str,
    icons: [Icon; 1],
}

#[derive(Serialize)]
struct Icon {
    src: &'static str,
    sizes: &'static str,
    #[serde(rename = "type")]
    media_type: &'static str,
}

pub fn manifest() -> Made {
    let site = &CONTENT.site;
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
