//! Members above the rounds of JSON: of the table, the day or the shoe that they are of.

use std::collections::{BTreeMap, HashMap};

use super::json::{LOOKED_AT, Leaf, is_plain};
use crate::json_import::above::Above;
use crate::json_import::locate::Round;
use crate::json_import::node::Node;
use crate::json_import::path::go_into;

/// So many items of an array above rounds are looked at.
const ITEMS: usize = 20;

/// A text above rounds.
struct Text {
    path: String,
    text: String,
    /// Whether it is one of an array beside the way to the rounds, and says nothing of each of them.
    of_array: bool,
}

/// The paths above these rounds with their values; in no array one for each round.
pub(super) fn leaves<'r>(above: &Above<'_>, rounds: impl Iterator<Item = &'r Round<'r>>) -> Vec<Leaf> {
    let (mut leaves, mut places) = (Vec::<Leaf>::new(), BTreeMap::<String, usize>::new());
    let mut known: HashMap<usize, Vec<Text>> = HashMap::new();
    for round in rounds {
        for level in above.of_round(round) {
            let is_new = !known.contains_key(level);
            let texts = known.entry(*level).or_insert_with(|| {
                let mut texts = Vec::new();
                if let Some(level) = above.levels.get(*level) {
                    collect(&level.node, &mut above.path_to(level), false, &mut texts);
                }
                texts
            });
            for Text { path, text, .. } in texts.iter().filter(|text| is_new || !text.of_array) {
                let at = *places.entry(path.clone()).or_insert_with(|| {
                    leaves.push(Leaf { path: path.clone(), values: Vec::new(), used: false });
                    leaves.len() - 1
                });
                if let Some(leaf) = leaves.get_mut(at).filter(|leaf| leaf.values.len() < LOOKED_AT) {
                    leaf.values.push(text.clone());
                }
            }
        }
    }
    leaves
}

fn collect(node: &Node<'_>, path: &mut String, of_array: bool, texts: &mut Vec<Text>) {
    let length = path.len();
    match node {
        Node::Null => {}
        Node::Text(text) if text.is_empty() => {}
        Node::Text(text) => texts.push(Text { path: path.clone(), text: text.clone().into_owned(), of_array }),
        Node::List(items) => {
            path.push_str("[]");
            items.iter().take(ITEMS).for_each(|item| collect(item, path, true, texts));
        }
        Node::Object(members) => {
            for (name, member) in members.iter().filter(|(name, _)| is_plain(name)) {
                go_into(path, name);
                collect(member, path, of_array, texts);
                path.truncate(length);
            }
        }
    }
    path.truncate(length);
}
