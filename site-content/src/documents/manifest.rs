//! `/manifest.webmanifest`: the name, colors and icon for a phone's home screen.

use super::DocumentResult;
use serde_json::json;
use site_schema::model::Content;

/// Renders the manifest as text, because its keys are in a readable order.
pub fn manifest(content: &Content) -> DocumentResult {
    let site = &content.site;
    let name = json!(*site.name);
    let short_name = json!(*site.firms.advisory.name);
    let description = json!(*site.tagline);
    let color = json!(*site.theme_color);
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
