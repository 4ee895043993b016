use std::collections::{HashMap, HashSet};

use resettle_yaml::{Node, Position, Value};

use crate::clause::Cite;
use crate::options::Elected;

/// Where the parts of a ruleset are in its YAML.
pub(super) struct Places {
    clauses: HashMap<String, Position>,
    /// The rows by which bets win, each with the choices under which it and its bet hold.
    rows: Vec<(Position, Vec<Stands>)>,
    irregularities: Vec<Position>,
    cited: HashSet<String>,
    decks: Position,
    draws: Position,
}

impl Places {
    pub(super) fn of(root: &Node) -> Self {
        let mut clauses = HashMap::new();
        if let Some((_, Value::Map(entries))) = entry(root, "clauses").map(|(key, node)| (key, &node.value)) {
            for (key, _) in entries {
                if let Value::Text(number) = &key.value {
                    clauses.insert(number.clone(), key.place);
                }
            }
        }
        let rows = |name: &str| match entry(root, name).map(|(_, node)| &node.value) {
            Some(Value::List(rows)) => rows.iter().map(|row| row.place).collect(),
            _ => Vec::new(),
        };
        let of = |name: &str| entry(root, name).map(|(key, _)| key.place).unwrap_or_default();
        let irregularities = rows("irregularities");
        let paying = items(entry(root, "wagers").map(|(_, node)| node))
            .iter()
            .flat_map(|bet| items(entry(bet, "rows").map(|(_, node)| node)).iter().map(move |row| (bet, row)))
            .filter(|(_, row)| entry(row, "pays").is_some())
            .map(|(bet, row)| (row.place, [stands(bet), stands(row)].concat()));
        let mut cited = HashSet::new();
        if let Value::Map(entries) = &root.value {
            let others =
                entries.iter().filter(|(key, _)| !matches!(&key.value, Value::Text(text) if text == "clauses"));
            others.for_each(|(_, node)| citations(node, &mut cited));
        }
        Self { clauses, rows: paying.collect(), irregularities, cited, decks: of("decks"), draws: of("draws") }
    }

    /// Whether anything names a clause beside the list of all.
    pub(super) fn is_cited(&self, number: &str) -> bool {
        self.cited.contains(number)
    }

    pub(super) fn clause(&self, number: &str) -> Position {
        self.clauses.get(number).copied().unwrap_or_default()
    }

    /// The rows by which bets win, in the order of the file: where each is, and whether it holds under what is
    /// elected.
    pub(super) fn rows<'e>(&'e self, elected: Option<&'e Elected>) -> impl Iterator<Item = (Position, bool)> + 'e {
        self.rows.iter().map(move |(place, stands)| {
            let under = |elected: &Elected| {
                stands.iter().all(|(option, choices)| {
                    elected.0.get(option).is_some_and(|choice| choices.iter().any(|one| one == choice))
                })
            };
            (*place, elected.is_none_or(under))
        })
    }

    pub(super) fn irregularity(&self, at: usize) -> Position {
        self.irregularities.get(at).copied().unwrap_or_default()
    }

    pub(super) fn draws(&self) -> Position {
        self.draws
    }

    pub(super) fn decks(&self) -> Position {
        self.decks
    }
}

/// Every clause that a citation of the node names; a text that is none adds what no clause is called.
fn citations(node: &Node, out: &mut HashSet<String>) {
    match &node.value {
        Value::Text(text) => out.extend(Cite::of(text).into_iter().flat_map(|cite| cite.all().to_vec())),
        Value::List(items) => items.iter().for_each(|item| citations(item, out)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| citations(value, out)),
        _ => {}
    }
}

/// An option and the choices under which something holds.
type Stands = (String, Vec<String>);

/// What `elected` says of a bet or row.
fn stands(node: &Node) -> Vec<Stands> {
    let Some((_, Value::Map(options))) = entry(node, "elected").map(|(key, node)| (key, &node.value)) else {
        return Vec::new();
    };
    let text = |node: &Node| match &node.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    };
    let choices = |node: &Node| match &node.value {
        Value::List(list) => list.iter().filter_map(text).collect(),
        _ => text(node).into_iter().collect(),
    };
    options.iter().filter_map(|(key, node)| Some((text(key)?, choices(node)))).collect()
}

fn items(node: Option<&Node>) -> &[Node] {
    match node.map(|node| &node.value) {
        Some(Value::List(items)) => items,
        _ => &[],
    }
}

fn entry<'n>(root: &'n Node, name: &str) -> Option<(&'n Node, &'n Node)> {
    let Value::Map(entries) = &root.value else { return None };
    let (key, node) = entries.iter().find(|(key, _)| matches!(&key.value, Value::Text(text) if text == name))?;
    Some((key, node))
}
