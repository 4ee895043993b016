use std::collections::HashMap;

use resettle_yaml::{Node, Place, Value};

/// Where the parts of a ruleset stand in its YAML.
pub(super) struct Places {
    clauses: HashMap<String, Place>,
    /// The rows by which bets win.
    rows: Vec<Place>,
    irregularities: Vec<Place>,
    decks: Place,
    draws: Place,
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
            .flat_map(|bet| items(entry(bet, "rows").map(|(_, node)| node)))
            .filter(|row| entry(row, "pays").is_some())
            .map(|row| row.place);
        Self { clauses, rows: paying.collect(), irregularities, decks: of("decks"), draws: of("draws") }
    }

    pub(super) fn clause(&self, number: &str) -> Place {
        self.clauses.get(number).copied().unwrap_or_default()
    }

    pub(super) fn row(&self, at: usize) -> Place {
        self.rows.get(at).copied().unwrap_or_default()
    }

    pub(super) fn irregularity(&self, at: usize) -> Place {
        self.irregularities.get(at).copied().unwrap_or_default()
    }

    pub(super) fn draws(&self) -> Place {
        self.draws
    }

    pub(super) fn decks(&self) -> Place {
        self.decks
    }
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
