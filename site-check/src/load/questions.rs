//! The anchors of questions that have no id: each is made of the question's words, as that of an article's heading.

use super::markdown::anchor;
use serde_json::Value;
use std::collections::HashMap;

/// An anchor that is made of a question's words.
#[derive(Debug, PartialEq, Eq)]
pub struct QuestionAnchor {
    /// The JSON pointer of the question, such as `/blocks/1/categories/0/questions/2`.
    pub pointer: String,
    pub id: String,
}

/// The anchors of all questions without an id in the TOML of a page.
pub fn question_anchors(page: &Value) -> Vec<QuestionAnchor> {
    let mut anchors = Vec::new();
    for (block_index, block) in items(&page["blocks"]) {
        if block["kind"] != "faq" {
            continue;
        }
        for (category_index, category) in items(&block["categories"]) {
            for (question_index, question) in items(&category["questions"]) {
                if !question["id"].is_null() {
                    continue;
                }
                let words = question["question"].as_str().unwrap_or_default();
                anchors.push(QuestionAnchor {
                    pointer: format!(
                        "/blocks/{block_index}/categories/{category_index}/questions/{question_index}"
                    ),
                    id: anchor(words, &mut HashMap::new()),
                });
            }
        }
    }
    anchors
}

/// The items of an array with their places; none of anything else.
fn items(value: &Value) -> impl Iterator<Item = (usize, &Value)> {
    let array = value.as_array().map(Vec::as_slice).unwrap_or_default();
    array.iter().enumerate()
}
