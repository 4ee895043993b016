//! Members and columns that say of which currency, table or kind of play a round is, or what became of it, where the mapping does not
//! look at them.

use std::collections::BTreeMap;

use crate::hint::Hint;
use crate::json_import::above::Above;
use crate::json_import::node::Node;
use crate::json_import::path::{OF_THE_FILE, go_into};
use crate::mapping::{Mapping, Which};
use crate::problem::short;
use crate::status::{is_name_of_a_status, is_word_of_a_status, status_of};
use crate::vocabulary::is_of_table;

/// Names of such members.
const CURRENCY: [&str; 3] = ["currency", "currencyCode", "ccy"];
const OTHER: [&str; 2] = ["playMode", "mode"];
/// Names of members that may say of which game a round is, and may as well be its number or its id.
const GAME: [&str; 4] = ["game", "gameType", "gameName", "gameCode"];

/// Objects in a round whose status is that of the round.
const OF_ROUND: [&str; 8] = ["", "round", "game", "coup", "hand", "result", "outcome", "settlement"];

/// So many values of a member are kept.
const MOST_VALUES: usize = 4;
/// So many words for rounds that were played are kept.
const MOST_WORDS: usize = 16;

/// What such members hold.
#[derive(Debug, Default)]
pub(crate) struct Notice {
    values: BTreeMap<String, Values>,
}

/// What a member may say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Currency,
    Game,
    Table,
    /// What became of the round, by its name.
    Status,
    /// The same, if all it holds are words for that.
    Words,
}

/// Where a value stands.
#[derive(Debug, Clone, Copy)]
struct Of {
    line: u64,
    /// Of so many rounds.
    times: u64,
    /// Whether nothing of it is a status of a round that was played.
    no_status: bool,
}

#[derive(Debug)]
struct Values {
    kind: Kind,
    /// How often it holds anything.
    count: u64,
    /// Each with the line of the first round that has it; of a status those alone by which a round was not played to its end.
    seen: Vec<(String, u64)>,
    /// The others of a status.
    other: Vec<String>,
    /// Whether it holds something else than words for a status.
    is_no_status: bool,
}

impl Values {
    fn new(kind: Kind) -> Self {
        Self { kind, count: 0, seen: Vec::new(), other: Vec::new(), is_no_status: false }
    }

    /// Takes a value; false where no further one matters.
    fn take(&mut self, text: &str, of: Of) -> bool {
        let Of { line, times, .. } = of;
        self.count = self.count.saturating_add(times);
        if self.is_no_status || self.seen.iter().any(|(known, _)| known == text) {
            return !self.is_no_status;
        }
        let is_status = matches!(self.kind, Kind::Status | Kind::Words);
        if is_status && self.other.iter().any(|known| known == text) {
            return true;
        }
        if self.kind == Kind::Words && !is_word_of_a_status(text) {
            self.is_no_status = true;
            self.seen.clear();
            return false;
        }
        if is_status && !matches!(status_of(text), Some("void" | "left_out")) {
            if self.other.len() < MOST_WORDS {
                self.other.push(text.to_owned());
            }
        } else if self.seen.len() < MOST_VALUES {
            self.seen.push((text.to_owned(), line));
        }
        true
    }

    /// Whether all rounds are read alike, though they are not by it: names of games are words that come again, unlike numbers and ids,
    /// and what all rounds say is no status of theirs.
    fn are_odd(&self, currency: &str) -> bool {
        let letters = |text: &str| text.chars().filter(|letter| letter.is_alphabetic()).count();
        let is_word = |text: &str| letters(text) * 2 > text.chars().count();
        let (values, is_whole) = (self.seen.len(), self.seen.len() < MOST_VALUES);
        match self.kind {
            Kind::Currency => values > 1 || self.seen.iter().any(|(value, _)| value != currency),
            Kind::Table => values > 1,
            Kind::Game => {
                values > 1
                    && is_whole
                    && self.count >= 2 * values as u64
                    && self.seen.iter().all(|(value, _)| is_word(value))
            }
            Kind::Status => values > 0 && (values > 1 || !self.other.is_empty() || self.is_void()),
            Kind::Words => values > 0,
        }
    }

    fn is_void(&self) -> bool {
        self.seen.iter().any(|(value, _)| status_of(value) == Some("void"))
    }
}

impl Notice {
    /// Looks at a round on this line; `is_void` says that the mapping reads it as void.
    pub(crate) fn take(&mut self, round: &Node<'_>, line: u64, is_void: bool) {
        self.walk(round, &mut String::new(), "", Of { line, times: 1, no_status: is_void });
    }

    /// Looks at what stands above rounds, where no status is that of a round.
    pub(crate) fn take_above(&mut self, above: &Above<'_>) {
        for level in above.levels.iter().filter(|level| level.rounds > 0) {
            let mut path = above.path_to(level);
            let within = path.trim_end_matches("[]").trim_start_matches(OF_THE_FILE).rsplit('.').next();
            let within = within.unwrap_or_default().to_owned();
            let within = within.strip_suffix('s').unwrap_or(&within);
            self.walk(&level.node, &mut path, within, Of { line: level.line, times: level.rounds, no_status: true });
        }
    }

    fn walk(&mut self, node: &Node<'_>, path: &mut String, within: &str, of: Of) {
        let length = path.len();
        match node {
            Node::Object(members) => {
                for (name, member) in members {
                    go_into(path, name);
                    match member {
                        Node::Text(text) if text.is_empty() => {}
                        Node::Text(text) => {
                            let kind = kind(path, within, name).filter(|kind| !(of.no_status && kind.is_status()));
                            if let Some(kind) = kind {
                                self.member(path, kind, text, of);
                            }
                        }
                        other => self.walk(other, path, name, of),
                    }
                    path.truncate(length);
                }
            }
            Node::List(items) => {
                path.push_str("[]");
                for item in items.iter().filter(|item| matches!(item, Node::Object(_) | Node::List(_))) {
                    self.walk(item, path, "", of);
                }
                path.truncate(length);
            }
            Node::Null | Node::Text(_) => {}
        }
    }

    /// Looks at a cell of a CSV in a column that is not read; false where no further one of it matters.
    pub(crate) fn cell(&mut self, header: &str, text: &str, line: u64, is_void: bool) -> bool {
        if text.is_empty() {
            return true;
        }
        let known = self.values.get(header).map(|values| values.kind);
        let Some(kind) = known.or_else(|| kind(header, "", header)) else { return false };
        let of = Of { line, times: 1, no_status: is_void };
        (is_void && kind.is_status()) || self.member(header, kind, text, of)
    }

    fn member(&mut self, path: &str, kind: Kind, text: &str, of: Of) -> bool {
        if !self.values.contains_key(path) {
            self.values.insert(path.to_owned(), Values::new(kind));
        }
        self.values.get_mut(path).is_some_and(|values| values.take(text, of))
    }

    /// What varies, or is another currency than the log's, though no column reads it.
    pub(crate) fn hints(&self, mapping: &Mapping) -> Vec<Hint> {
        let is_path = |name: &str, path: &str| match mapping.is_of_json() {
            true => name.split('|').any(|name| name.trim() == path),
            false => name == path,
        };
        let is_read = |path: &str| {
            mapping.columns.iter().any(|column| matches!(&column.which, Which::Header(name) if is_path(name, path)))
        };
        // What became of a round, or of a wager, is read elsewhere.
        let of_wagers = mapping.row.wagers.iter().any(|wager| wager.status.is_some());
        let is_known = |path: &str, values: &Values| {
            values.kind.is_status() && if path.contains("[]") { of_wagers } else { mapping.row.status.is_some() }
        };
        let odd = self.values.iter().filter(|(path, values)| {
            values.are_odd(&mapping.open.currency) && !is_read(path) && !is_known(path, values)
        });
        let hints = odd.map(|(path, values)| {
            let said = values.seen.iter().map(|(value, line)| format!("{:?} (line {line})", short(value)));
            let first = values.seen.first().map(|(value, _)| short(value)).unwrap_or_default();
            let (path, said) = (path.clone(), said.collect::<Vec<_>>().join(", "));
            match mapping.is_of_json() {
                true if values.kind.is_status() => {
                    Hint::StatusNotRead { rows: "rounds", values: said, place: format!("at {path:?}") }
                }
                true => Hint::NotLookedAt { path, values: said, first },
                false if values.kind.is_status() => {
                    Hint::StatusNotRead { rows: "rows", values: said, place: format!("in the column {path:?}") }
                }
                false => Hint::ColumnNotLookedAt { column: path, values: said, first },
            }
        });
        hints.collect()
    }
}

impl Kind {
    fn is_status(self) -> bool {
        matches!(self, Self::Status | Self::Words)
    }
}

/// What a member of this name may say, within the object of that name; none where it is not looked at.
fn kind(path: &str, within: &str, name: &str) -> Option<Kind> {
    let name = bare(name);
    let is = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(&name));
    if is(&CURRENCY) {
        Some(Kind::Currency)
    } else if is(&GAME) {
        Some(Kind::Game)
    } else if is(&OTHER) || is_of_table(within, &name) {
        Some(Kind::Table)
    } else if OF_ROUND.iter().any(|own| own.eq_ignore_ascii_case(within)) && is_name_of_a_status(&name) {
        Some(Kind::Status)
    } else {
        // Of objects by their ids there may be as many paths as rounds.
        (within.is_empty() && !path.contains('[')).then_some(Kind::Words)
    }
}

/// A header without blanks and the like, as members are named.
fn bare(header: &str) -> String {
    header.chars().filter(|letter| letter.is_alphanumeric()).collect()
}
