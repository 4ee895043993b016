use std::collections::BTreeMap;

use resettle_ruleset::Ruleset;
use resettle_yaml::{Node, Position, Value};

use crate::leaves::{row_names, row_path};

/// Where the value of each path is in a file.
#[derive(Debug, Default)]
pub(crate) struct Places {
    by_path: BTreeMap<String, Position>,
}

impl Places {
    /// The places of a file that has been read and checked already; of any other text there are none.
    pub(crate) fn of(yaml: &str, ruleset: &Ruleset) -> Self {
        let mut places = Self::default();
        if let Ok(root) = resettle_yaml::parse(yaml) {
            for (key, node) in entries(&root) {
                match key.as_str() {
                    "draws" => places.draws(node),
                    "wagers" => places.wagers(node, ruleset),
                    "source" => {
                        places.walk(node, "source");
                        let files = node.member("files");
                        for row in files.into_iter().flat_map(items) {
                            if let (Some(name), Some(sum)) = (text(row, "name"), row.member("sha256")) {
                                places.put(format!("source.files.{name}"), sum.place);
                            }
                        }
                    }
                    _ => places.walk(node, &key),
                }
            }
        }
        places
    }

    /// Where a path is, or the nearest thing around it that has a place.
    pub(crate) fn of_path(&self, path: &str) -> Option<Position> {
        if let Some(place) = self.by_path.get(path) {
            return Some(*place);
        }
        if path.starts_with("draws.banker.")
            && let Some(place) = self.by_path.get("draws.banker_otherwise.then")
        {
            return Some(*place);
        }
        let mut rest = path;
        while let Some((around, _)) = rest.rsplit_once('.') {
            if let Some(place) = self.by_path.get(around) {
                return Some(*place);
            }
            rest = around;
        }
        None
    }

    /// Where a row of `irregularities` is, or the value in it that the path's last word names.
    pub(crate) fn irregularity(&self, row: usize, path: &str) -> Option<Position> {
        let own = format!("irregularities.{}", row + 1);
        let word = path.rsplit('.').next().unwrap_or_default();
        self.by_path.get(&format!("{own}.{word}")).or_else(|| self.by_path.get(&own)).copied()
    }

    fn put(&mut self, path: String, place: Position) {
        self.by_path.entry(path).or_insert(place);
    }

    /// Everything below a node, under the path of its keys; items of a list are counted from 1.
    fn walk(&mut self, node: &Node, path: &str) {
        self.put(path.to_owned(), node.place);
        for (key, value) in entries(node) {
            self.walk(value, &format!("{path}.{key}"));
        }
        for (item, number) in items(node).iter().zip(1..) {
            self.walk(item, &format!("{path}.{number}"));
        }
    }

    /// The rows of a bet are in the file in the order of the ruleset, unless some hold for other choices.
    fn wagers(&mut self, node: &Node, ruleset: &Ruleset) {
        self.put("wagers".to_owned(), node.place);
        for rule in &ruleset.wagers {
            // Of a bet that stands more than once, for different choices, nobody can say which it is.
            let mut own = items(node).iter().filter(|bet| text(bet, "bet").as_deref() == Some(rule.bet.as_str()));
            let (Some(bet), None) = (own.next(), own.next()) else { continue };
            self.put(format!("wagers.{}", rule.bet), bet.place);
            if let Some(reading) = bet.member("reading") {
                self.put(format!("wagers.{}.reading", rule.bet), reading.place);
            }
            let rows = bet.member("rows").map(items).unwrap_or_default();
            if rows.len() != rule.rows.len() {
                continue;
            }
            for (row, name) in rows.iter().zip(row_names(rule)) {
                let pays = row.member("pays").or_else(|| row.member("then"));
                self.put(row_path(&rule.bet, &name), pays.map_or(row.place, |pays| pays.place));
            }
        }
    }

    fn draws(&mut self, node: &Node) {
        for (key, value) in entries(node) {
            match key.as_str() {
                "player" | "banker" => {
                    self.put(format!("draws.{key}"), value.place);
                    for row in items(value) {
                        self.draw_row(row, &key);
                    }
                }
                "natural" => {
                    for total in value.member("totals").into_iter().flat_map(items) {
                        if let Some(name) = scalar(total) {
                            self.put(format!("draws.natural.{name}"), total.place);
                        }
                    }
                    self.walk(value, "draws.natural");
                }
                _ => self.walk(value, &format!("draws.{key}")),
            }
        }
        self.put("draws".to_owned(), node.place);
    }

    fn draw_row(&mut self, row: &Node, hand: &str) {
        let totals: Vec<String> = row.member("totals").into_iter().flat_map(items).filter_map(scalar).collect();
        let thirds: Vec<String> = match row.member("third") {
            None => vec![String::new()],
            Some(third) => match scalar(third) {
                Some(none) => vec![format!(".{none}")],
                None => items(third).iter().filter_map(scalar).map(|value| format!(".{value}")).collect(),
            },
        };
        let place = row.member("then").map_or(row.place, |then| then.place);
        for total in &totals {
            for third in &thirds {
                self.put(format!("draws.{hand}.{total}{third}"), place);
            }
        }
    }
}

fn entries(node: &Node) -> impl Iterator<Item = (String, &Node)> {
    let map = match &node.value {
        Value::Map(map) => map.as_slice(),
        _ => &[],
    };
    map.iter().filter_map(|(key, value)| Some((scalar(key)?, value)))
}

fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(items) => items,
        _ => &[],
    }
}

fn text(node: &Node, key: &str) -> Option<String> {
    scalar(node.member(key)?)
}

fn scalar(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) => Some(text.clone()),
        Value::Int(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Float(_) | Value::List(_) | Value::Map(_) => None,
    }
}
