use super::{File, FileKind, Sink, Tree, key, leaves};
use crate::diagnostic::line_at;
use crate::load::markdown::{Kind, anchor};
use serde_json::Value;
use site_schema::model::format;
use std::collections::{BTreeMap, HashMap};

pub(super) fn check_articles(tree: &Tree, out: &mut Sink) {
    let id = |file: &File| file.document.value.get("id")?.as_u64();
    let highest = tree.articles().filter_map(id).max().unwrap_or(0);
    let mut seen = BTreeMap::new();
    for file in tree.articles() {
        let Some(id) = id(file) else { continue };
        if let Some(first) = seen.insert(id, &file.path) {
            let next = highest + 1;
            out.at_value(file, "/id", format!("the id {id} is taken"))
                .expected("a different id for each article")
                .found(format!("the same id in {first}"))
                .help(format!("Give the newer article the next id: {next}"));
        }
    }
}

pub(super) fn check_anchors(file: &File, out: &mut Sink) {
    let ids = leaves(file, format::ID)
        .map(|leaf| (leaf.value.clone(), leaf.map.source(0..leaf.value.len())));
    let headings = file
        .nodes()
        .filter(|(_, node)| matches!(node.kind, Kind::Heading(_)));
    let headings = headings.map(|(prose, node)| {
        let id = anchor(&node.words(), &mut HashMap::new());
        (id, prose.source(node))
    });
    let mut seen = HashMap::new();
    for (id, place) in ids.chain(headings).filter(|(id, _)| !id.is_empty()) {
        let message = format!("duplicate anchor `#{id}`");
        let Some(first) = seen.get(&id) else {
            seen.insert(id, place.start);
            continue;
        };
        out.at(file, place, message)
            .expected("a different id for each part of a page, and different headings")
            .found(format!("the same one in line {}", line_at(file, *first)))
            .help("Give one of the two another id, or say in its heading how it differs, and change the links to it.");
    }
}

pub(super) fn check_texts(tree: &Tree, out: &mut Sink) {
    // What a text is called, and where it is in a page and in an article.
    for (noun, in_page, in_article) in [
        ("title", "/meta/title", "/title"),
        ("description", "/meta/description", "/excerpt"),
    ] {
        let mut seen: HashMap<String, (&File, &str)> = HashMap::new();
        for file in tree.files.iter().filter(|file| !file.is_draft()) {
            let pointer = match file.kind {
                FileKind::Page(_) => in_page,
                FileKind::Article(_) => in_article,
                _ => continue,
            };
            let text = file.document.value.pointer(pointer).and_then(Value::as_str);
            let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
            if words.is_empty() {
                continue;
            }
            let same = words.join(" ").to_lowercase();
            let Some((first, first_pointer)) = seen.get(&same) else {
                seen.insert(same, (file, pointer));
                continue;
            };
            let line = line_at(first, first.document.span(first_pointer).start);
            let key = key(pointer);
            out.at_value(file, pointer, format!("another file has the same {noun}"))
                .expected(format!("a different {noun} for each page and article"))
                .found(format!("the same {noun} in {}, line {line}", first.path))
                .help(format!(
                    "Say in the `{key}` of one of the two how it differs."
                ));
        }
    }
}
