//! Members and columns that say of which currency, table or kind of play a round is, where the mapping does not look at them.

use std::collections::BTreeMap;

use crate::hint::Hint;
use crate::json_import::node::Node;
use crate::mapping::{Mapping, Which};
use crate::problem::short;

/// Names of such members.
const CURRENCY: [&str; 3] = ["currency", "currencyCode", "ccy"];
const OTHER: [&str; 6] = ["playMode", "mode", "table", "tableId", "tableName", "tableCode"];
/// Names of members that may say of which game a round is, and may as well be its number or its id.
const GAME: [&str; 4] = ["game", "gameType", "gameName", "gameCode"];
/// Members of an object `table`.
const OF_TABLE: [&str; 3] = ["id", "name", "code"];

/// So many values of a member are kept.
const MOST_VALUES: usize = 4;

/// What such members hold.
#[derive(Debug, Default)]
pub(crate) struct Notice {
    values: BTreeMap<String, Values>,
}

#[derive(Debug, Default)]
struct Values {
    is_currency: bool,
    is_game: bool,
    /// How often it holds anything.
    count: u64,
    /// Each with the line of the first round that has it.
    seen: Vec<(String, u64)>,
}

impl Values {
    /// Whether the rounds are of several kinds by it. Names of games are words that come again, unlike numbers and ids.
    fn vary(&self) -> bool {
        let letters = |text: &str| text.chars().filter(|letter| letter.is_alphabetic()).count();
        let is_word = |text: &str| letters(text) * 2 > text.chars().count();
        let (values, is_whole) = (self.seen.len(), self.seen.len() < MOST_VALUES);
        let are_games =
            is_whole && self.count >= 2 * values as u64 && self.seen.iter().all(|(value, _)| is_word(value));
        values > 1 && (!self.is_game || are_games)
    }
}

impl Notice {
    /// Looks at a round on this line.
    pub(crate) fn take(&mut self, round: &Node<'_>, line: u64) {
        self.walk(round, &mut String::new(), "", line);
    }

    fn walk(&mut self, node: &Node<'_>, path: &mut String, within: &str, line: u64) {
        let length = path.len();
        match node {
            Node::Object(members) => {
                for (name, member) in members {
                    path.push_str(if length == 0 { "" } else { "." });
                    path.push_str(name);
                    match member {
                        Node::Text(text) => self.member(path, within, name, text, line),
                        other => self.walk(other, path, name, line),
                    }
                    path.truncate(length);
                }
            }
            Node::List(items) => {
                path.push_str("[]");
                for item in items.iter().filter(|item| matches!(item, Node::Object(_) | Node::List(_))) {
                    self.walk(item, path, "", line);
                }
                path.truncate(length);
            }
            Node::Null | Node::Text(_) => {}
        }
    }

    /// Whether a column of a CSV is looked at.
    pub(crate) fn looks_at(header: &str) -> bool {
        let name = bare(header);
        CURRENCY.iter().chain(&OTHER).chain(&GAME).any(|known| known.eq_ignore_ascii_case(&name))
    }

    /// Looks at a cell of such a column.
    pub(crate) fn cell(&mut self, header: &str, text: &str, line: u64) {
        if !text.is_empty() {
            self.member(header, "", &bare(header), text, line);
        }
    }

    fn member(&mut self, path: &str, within: &str, name: &str, text: &str, line: u64) {
        let is = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        let is_currency = is(&CURRENCY);
        let is_game = is(&GAME);
        if !(is_currency || is_game || is(&OTHER) || within.eq_ignore_ascii_case("table") && is(&OF_TABLE)) {
            return;
        }
        if !self.values.contains_key(path) {
            self.values.insert(path.to_owned(), Values { is_currency, is_game, count: 0, seen: Vec::new() });
        }
        let Some(Values { seen, count, .. }) = self.values.get_mut(path) else { return };
        *count = count.saturating_add(1);
        if seen.len() < MOST_VALUES && !seen.iter().any(|(known, _)| known == text) {
            seen.push((text.to_owned(), line));
        }
    }

    /// What varies, or is another currency than the log's, though no column reads it.
    pub(crate) fn hints(&self, mapping: &Mapping) -> Vec<Hint> {
        let is_read = |path: &str| {
            mapping.columns.iter().any(|column| matches!(&column.which, Which::Header(name) if name == path))
        };
        let odd = self.values.iter().filter(|(path, values)| {
            let other = values.is_currency && values.seen.iter().any(|(value, _)| *value != mapping.open.currency);
            (other || values.vary()) && !is_read(path)
        });
        let hints = odd.map(|(path, values)| {
            let said = values.seen.iter().map(|(value, line)| format!("{:?} (line {line})", short(value)));
            let first = values.seen.first().map(|(value, _)| short(value)).unwrap_or_default();
            let (path, values) = (path.clone(), said.collect::<Vec<_>>().join(", "));
            match mapping.is_of_json() {
                true => Hint::NotLookedAt { path, values, first },
                false => Hint::ColumnNotLookedAt { column: path, values },
            }
        });
        hints.collect()
    }
}

/// A header without blanks and the like, as members are named.
fn bare(header: &str) -> String {
    header.chars().filter(|letter| letter.is_alphanumeric()).collect()
}
