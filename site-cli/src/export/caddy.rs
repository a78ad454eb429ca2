//! A `Caddyfile` that serves `site/` as the server does.
//!
//! Caddy's `precompressed` gives every encoding the tag of the file that is not compressed, so the encoding is chosen by
//! maps here, and each has its own tag.

use super::folder::File;
use super::layout;
use super::nginx::accepts;
use super::table::{Coding, Row, Table};
use anyhow::{Result, ensure};

pub fn files(table: &Table) -> Result<Vec<File>> {
    Ok(vec![File {
        path: "Caddyfile".to_owned(),
        bytes: caddyfile(table)?.into_bytes(),
    }])
}

fn caddyfile(table: &Table) -> Result<String> {
    let names = names(table);
    let mut text = BEGIN.to_owned();
    text += "\tmap {site_path} {site_kind} {site_file} {site_to} {site_tags}";
    for name in &names {
        text += &format!(" {{{}}}", column(name));
    }
    text += " {\n";
    for row in &table.rows {
        text += &line(&quoted(&row.path)?, row, &names)?;
    }
    text += &line("default", &table.not_found, &names)?;
    text += "\t}\n";
    for (from, to) in [
        ("path", "site_right"),
        ("site_of_file", "site_right_of_file"),
    ] {
        text += &format!("\tmap {{{from}}} {{{to}}} {{\n");
        for row in &table.rows {
            let path = quoted(&row.path)?;
            text += &format!("\t\t{path} {path}\n");
        }
        text += "\t\tdefault \"\"\n\t}\n";
    }
    text += &codings();
    for name in &names {
        let column = column(name);
        text += &format!("\t@has_{column} expression `{{{column}}} != \"\"`\n");
    }
    text += BEGIN_ROUTES;
    let redirect = table.rows.iter().find(|row| row.status == 301);
    let redirect = redirect
        .map(|row| row.headers.as_slice())
        .unwrap_or_default();
    let mut moved = String::new();
    for (name, value) in redirect {
        if !["location", "cache-tag"].contains(&name.as_str()) {
            moved += &format!("\t\t\theader {name} {}\n", quoted(value)?);
        }
    }
    text += &MISSPELT.replace("HEADERS", &moved);
    text += &MOVED.replace("HEADERS", &moved);
    text += "\t\thandle @site_fresh {\n";
    for name in Row::FOR_CACHES {
        let column = column(name);
        text += &format!("\t\t\theader @has_{column} {name} {{{column}}}\n");
    }
    text += "\t\t\theader etag `\"{site_tag}\"`\n\t\t\trespond 304\n\t\t}\n";
    for (handle, status) in [("@site_gone", "410"), ("@site_missing", "404"), ("", "")] {
        text += &format!("\t\thandle {handle} {{\n");
        for name in names.iter().filter(|name| *name != "accept-ranges") {
            let column = column(name);
            text += &format!("\t\t\theader @has_{column} {name} {{{column}}}\n");
        }
        text += SERVE;
        text += &match status {
            "" => "\t\t\tfile_server\n\t\t}\n".to_owned(),
            _ => format!("\t\t\tfile_server {{\n\t\t\t\tstatus {status}\n\t\t\t}}\n\t\t}}\n"),
        };
    }
    Ok(text + "\t}\n}\n")
}

/// Which encoding fits, and its entity tag.
fn codings() -> String {
    let mut text = String::new();
    for coding in Coding::COMPRESSED {
        text += &format!(
            "\tmap {{header.Accept-Encoding}} {{site_accepts_{}}} {{\n\t\t`~{}` 1\n\t\tdefault 0\n\t}}\n",
            coding.name(),
            accepts(coding)
        );
    }
    text += "\tmap \"{site_accepts_br}{site_accepts_zstd}{site_accepts_gzip} {site_tags}\" {site_ending} {site_coding} {site_tag} {\n";
    for (coding, accepted) in [
        (Coding::Brotli, "1.. "),
        (Coding::Zstd, ".1. "),
        (Coding::Gzip, "..1 "),
        (Coding::Identity, "... "),
    ] {
        let name = coding.name();
        let told = if coding == Coding::Identity { "" } else { name };
        text += &format!(
            "\t\t`~^{accepted}.*{name}:([0-9a-f]*).*$` \"{}\" \"{told}\" \"${{1}}\"\n",
            coding.ending()
        );
    }
    text + "\t\tdefault \"\" \"\" \"\"\n\t}\n"
}

fn column(name: &str) -> String {
    format!("site_{}", name.replace('-', "_"))
}

const BEGIN: &str = r#"# Made by `cargo site export`. Run it in this folder with `caddy run`, or take it over into a Caddyfile of your own.
# What differs from the server: weights of Accept-Encoding other than 0 (the server heeds them), methods other than GET
# and HEAD, and a condition of If-Range, which is answered with the whole.

{$SITE_ADDRESS:http://localhost:8080} {
	root * {$SITE_ROOT:site}

	# An encoded slash is none: nothing has such a path.
	map {http.request.orig_uri} {site_path} {
		`~(?i)^[^?]*%2f` "%2f"
		default {http.request.orig_uri.path}
	}
	map {path} {site_of_file} {
		`~^/index\.html$` /
		`~^(/.+)/index\.html$` "${1}"
		`~^(/.*[^/])\.html$` "${1}"
		default ""
	}
"#;

const BEGIN_ROUTES: &str = r#"
	@site_unknown expression `{site_kind} == "missing" && {site_path} != "%2f"`
	@site_right expression `{site_right} != "" && {site_path} != {site_right} && {site_kind} == "missing" && {site_path} != "%2f"`
	@site_right_of_file expression `{site_right_of_file} != "" && {site_kind} == "missing" && {site_path} != "%2f"`
	@site_queried expression `{http.request.orig_uri.query} != ""`
	@site_unqueried expression `{http.request.orig_uri.query} == ""`
	@site_moved expression `{site_kind} == "moved"`
	@site_gone expression `{site_kind} == "gone"`
	@site_missing expression `{site_kind} == "missing"`
	@site_fresh expression `{site_kind} == "file" && ({header.If-None-Match} == "*" || {header.If-None-Match}.contains("\"" + {site_tag} + "\""))`
	@site_coded expression `{site_coding} != ""`
	@site_tagged expression `{site_tag} != ""`
	@site_whole expression `{site_accept_ranges} == ""`

	route {
		header -server

		# Another spelling of a path leads to the one that is written without.
		uri @site_unknown path_regexp /{2,} /
		uri @site_unknown path_regexp (/\.)+(/|$) /
		uri @site_unknown path_regexp /[^/]+/\.\.(/|$) /
		uri @site_unknown path_regexp ^(/\.\.)+(/|$) /
		uri @site_unknown path_regexp (.)/$ $1
"#;

const MISSPELT: &str = r#"		handle @site_right {
HEADERS			header @site_unqueried location {site_right}
			header @site_queried location {site_right}?{http.request.orig_uri.query}
			respond 308
		}
		handle @site_right_of_file {
HEADERS			header @site_unqueried location {site_right_of_file}
			header @site_queried location {site_right_of_file}?{http.request.orig_uri.query}
			respond 308
		}
"#;

const MOVED: &str = r#"		handle @site_moved {
HEADERS			header @has_site_cache_tag cache-tag {site_cache_tag}
			header location {site_to}
			respond 301
		}
"#;

/// A file server says some headers itself, so these are said after it.
const SERVE: &str = r#"			header {
				-last-modified
				-etag
			}
			header @site_coded {
				content-encoding {site_coding}
				defer
			}
			header @site_tagged {
				etag `"{site_tag}"`
				defer
			}
			header @site_whole {
				-accept-ranges
			}
			request_header -if-none-match
			request_header -if-modified-since
			request_header @site_whole -range
			rewrite * {site_file}{site_ending}
"#;

/// All headers that any file has, but those that a file server says itself.
fn names(table: &Table) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for row in table.rows.iter().chain([&table.not_found]) {
        for (name, _) in &row.headers {
            if name != "location" && !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    names.sort();
    names
}

fn line(input: &str, row: &Row, names: &[String]) -> Result<String> {
    let kind = match row.status {
        301 => "moved",
        410 => "gone",
        404 => "missing",
        _ => "file",
    };
    let tags: Vec<_> = row
        .bodies
        .iter()
        .map(|body| {
            format!(
                "{}:{}",
                body.coding.name(),
                body.tag.as_deref().unwrap_or_default()
            )
        })
        .collect();
    let mut text = format!(
        "\t\t{input} {kind} {} {} {}",
        quoted(&layout::file(row).unwrap_or_default())?,
        quoted(row.header("location").unwrap_or_default())?,
        quoted(&tags.join(" "))?
    );
    for name in names {
        text += " ";
        text += &quoted(row.header(name).unwrap_or_default())?;
    }
    Ok(text + "\n")
}

/// As a word of a Caddyfile.
fn quoted(value: &str) -> Result<String> {
    ensure!(
        !value.contains(['{', '}', '$']),
        "expected no braces and no $ in what Caddy is told, which it would take for a variable, found {value:?}; write it otherwise"
    );
    Ok(format!(
        "\"{}\"",
        value.replace('\\', "\\\\").replace('"', "\\\"")
    ))
}
