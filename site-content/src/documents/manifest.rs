//! `/manifest.webmanifest`: what a phone needs to keep the site on its home screen.

use super::Made;
use serde_json::json;
use site_schema::model::Content;

pub fn manifest(content: &Content) -> Made {
    let site = &content.site;
    let [name, short_name, description, color] = [
        &*site.name,
        &*site.firms.advisory.name,
        &*site.tagline,
        &*site.theme_color,
    ]
    .map(|text| json!(text));
    Ok(format!(
        r#"{{
  "name": {name},
  "short_name": {short_name},
  "description": {description},
  "lang": "en-US",
  "start_url": "/",
  "scope": "/",
  "display": "browser",
  "theme_color": {color},
  "background_color": {color},
  "icons": [
    {{
      "src": "/favicon.svg",
      "sizes": "any",
      "type": "image/svg+xml"
    }}
  ]
}}
"#
    ))
}
