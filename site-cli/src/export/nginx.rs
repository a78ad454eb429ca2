//! Two files for nginx to include: `http.conf` in `http { … }`, `server.conf` in the `server { … }` whose `root` is `site/`.
//!
//! Which encoding fits is decided by maps, not by `gzip_static` and `brotli_static`: any nginx can do that, without a module
//! that is seldom there, with zstd, and with the server's own entity tags, which differ by encoding.

use super::folder::File;
use super::layout;
use super::table::{Coding, Row, Table};
use anyhow::{Result, ensure};

pub fn files(table: &Table) -> Result<Vec<File>> {
    Ok(vec![
        File {
            path: "nginx/http.conf".to_owned(),
            bytes: http().into_bytes(),
        },
        File {
            path: "nginx/server.conf".to_owned(),
            bytes: server(table)?.into_bytes(),
        },
    ])
}

/// What accepts a coding by its name, unless with a weight of nothing.
pub fn accepts(coding: Coding) -> String {
    let name = coding.name();
    let weight = r"(?:\s*;\s*q\s*=\s*(?:1(?:\.0{0,3})?|0\.[0-9]{0,2}[1-9][0-9]{0,2}))?";
    format!(r"(?i)(?:^|,)\s*{name}{weight}\s*(?:,|$)")
}

fn http() -> String {
    let mut text = HTTP.to_owned();
    for coding in Coding::COMPRESSED {
        text += &format!(
            "map $http_accept_encoding $site_accepts_{} {{ \"~{}\" 1; default \"\"; }}\n",
            coding.name(),
            accepts(coding).replace('\\', "\\\\"),
        );
    }
    text += "map \"$site_accepts_br.$site_accepts_zstd.$site_accepts_gzip|$site_tags\" $site_coding {\n";
    for (coding, accepted) in
        Coding::COMPRESSED
            .into_iter()
            .zip(["1", "[^.]*\\\\.1", "[^.]*\\\\.[^.]*\\\\.1"])
    {
        text += &format!(
            "  \"~^{accepted}[^|]*\\\\|.*{}:\" {};\n",
            coding.name(),
            coding.ending()
        );
    }
    text += "  default \"\";\n}\nmap $site_coding $site_content_encoding {\n";
    for coding in Coding::COMPRESSED {
        text += &format!("  {} {};\n", coding.ending(), coding.name());
    }
    text += "  default \"\";\n}\nmap \"$site_coding|$site_tags\" $site_etag {\n";
    for coding in [Coding::Brotli, Coding::Zstd, Coding::Gzip, Coding::Identity] {
        let name = coding.name();
        text += &format!(
            "  \"~^{}\\\\|.*{name}:(?<site_tag_{name}>[0-9a-f]+)\" '\"$site_tag_{name}\"';\n",
            coding.ending().replace('.', "\\\\.")
        );
    }
    text + "  default \"\";\n}\n" + FRESH
}

const HTTP: &str = r#"# Made by `cargo site export`. Include this in http { … }, and server.conf in the server { … } whose root is site/.
# What differs from the server: the Server header, weights of Accept-Encoding other than 0 (the server heeds them),
# methods other than GET and HEAD, paths that nginx itself refuses, and the Content-Length of a 304, which says how long
# the whole is.

# Another spelling of a path, which leads to the one that is written without: // /./ /../ and their like.
map $request_uri $site_misspelt_path {
  "~*^/[^?]*%2f" slash;
  "~*^(?:/[^?]*)?/(?:/|(?:\.|%2e){1,2}(?:[/?]|$))" yes;
  default "";
}
"#;

/// A backreference: whether the tag stands in the list.
const FRESH: &str = r#"map "$site_etag|$http_if_none_match" $site_is_fresh {
  "~^\|" "";
  "~\|\s*\*\s*$" 1;
  "~^(?<site_tag>\"[^\"]+\")\|(?:.*,)?\s*(?:W/)?\1\s*(?:,|$)" 1;
  default "";
}
"#;

fn server(table: &Table) -> Result<String> {
    let mut text = SERVER.to_owned();
    for row in &table.rows {
        text += &format!(
            "location = {} {{\n  if ($site_misspelt) {{ set $site_to {}; return 418; }}\n",
            quoted(&row.path)?,
            quoted(&row.path)?
        );
        text += &match row.header("location") {
            Some(to) => format!(
                "  set $site_to {};\n  set $site_cache_tag {};\n  return 419;\n",
                quoted(to)?,
                quoted(row.header("cache-tag").unwrap_or_default())?
            ),
            None if row.status == 410 => "  return 410;\n".to_owned(),
            None => content(row)?,
        };
        text += "}\n";
    }
    text += "location @site_missing {\n";
    text += &content(&table.not_found)?;
    text += "}\n";
    text += ERRORS;
    for (location, ending) in [("@site_moved", ""), ("@site_misspelt", "$is_args$args")] {
        text += &format!("location {location} {{\n");
        let moved = table
            .rows
            .iter()
            .find(|row| row.header("location").is_some());
        for (name, value) in moved.map(|row| row.headers.as_slice()).unwrap_or_default() {
            let value = match name.as_str() {
                "location" => continue,
                "cache-tag" if ending.is_empty() => "$site_cache_tag".to_owned(),
                "cache-tag" => continue,
                _ => quoted(value)?,
            };
            text += &format!("  add_header {name} {value} always;\n");
        }
        text += "  types {} default_type \"\";\n";
        text +=
            &format!("  add_header location $site_to{ending} always;\n  return 200 \"\";\n}}\n");
    }
    Ok(text)
}

const SERVER: &str = r#"# Made by `cargo site export`. Include this in the server { … } whose root is site/, and http.conf in http { … }.
absolute_redirect off;
server_tokens off;
etag off;
if_modified_since off;
gzip off;
error_page 404 410 @site_missing;
set $site_misspelt $site_misspelt_path;
if ($site_misspelt = slash) { return 404; }

# Nothing has this path: is it another spelling of one?
location / {
  if ($site_misspelt = file) { return 404; }
  set $site_misspelt yes;
  rewrite ^(/.*[^/])/$ $1 last;
  set $site_misspelt file;
  rewrite ^/index\.html$ / last;
  rewrite ^(/.+)/index\.html$ $1 last;
  rewrite ^(/.*[^/])\.html$ $1 last;
  return 404;
}
"#;

/// Statuses that nothing else has stand for answers without a body: nginx itself would write one for a redirect, and
/// `return 304` would say that the page has no bytes. Of the file it says its length, which a 304 may.
const ERRORS: &str = r#"error_page 418 =308 @site_misspelt;
error_page 419 =301 @site_moved;
error_page 420 =304 @site_fresh;
location @site_fresh {
  add_header cache-control $site_cache_control;
  add_header vary $site_vary;
  add_header etag $site_etag;
  add_header last-modified "";
  types {} default_type "";
  max_ranges 0;
  rewrite ^ $site_file$site_coding break;
}
"#;

/// A file in the encoding that fits, or the news that the client has it.
fn content(row: &Row) -> Result<String> {
    let file = layout::file(row).unwrap_or_default();
    let mut tags = Vec::new();
    for body in &row.bodies {
        tags.push(format!(
            "{}:{}",
            body.coding.name(),
            body.tag.as_deref().unwrap_or_default()
        ));
    }
    let mut text = format!("  set $site_tags \"{}\";\n", tags.join(" "));
    text += &format!("  set $site_file {};\n", quoted(&file)?);
    if row.status == 200 {
        for name in Row::FOR_CACHES {
            let value = quoted(row.header(name).unwrap_or_default())?;
            text += &format!("  set $site_{} {value};\n", name.replace('-', "_"));
        }
        text += "  if ($site_is_fresh) { return 420; }\n";
    }
    // Parts are of bodies that are not compressed.
    if row.header("accept-ranges").is_none() {
        text += "  max_ranges 0;\n";
    }
    for (name, value) in &row.headers {
        text += &match name.as_str() {
            "content-type" => format!("  types {{}} default_type {};\n", quoted(value)?),
            "accept-ranges" => continue,
            _ => format!("  add_header {name} {} always;\n", quoted(value)?),
        };
    }
    text += "  add_header etag $site_etag;\n  add_header last-modified \"\";\n";
    text += "  add_header content-encoding $site_content_encoding always;\n";
    text += "  rewrite ^ $site_file$site_coding break;\n";
    Ok(text)
}

/// As a word of nginx's configuration.
fn quoted(value: &str) -> Result<String> {
    ensure!(
        !value.contains('$'),
        "expected no $ in what nginx is told, which it would take for a variable, found {value:?}; write it otherwise"
    );
    Ok(format!(
        "\"{}\"",
        value.replace('\\', "\\\\").replace('"', "\\\"")
    ))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_value_is_one_word_and_no_variable() {
        assert_eq!(quoted("a; \"b\\").ok().as_deref(), Some(r#""a; \"b\\""#));
        let error = quoted("/$uri").expect_err("a variable");
        assert!(error.to_string().contains("found \"/$uri\""), "{error}");
    }
}
