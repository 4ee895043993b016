//! What a ruleset says by each clause.

use std::collections::BTreeMap;

use resettle_diff::history;
use resettle_ruleset::{Cite, Ruleset};

/// A value, or several of one table that are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// What it is: the path, or the path of a table and the cells.
    pub path: String,
    /// The value as a diff writes it; a dash where the version before alone has one.
    pub says: String,
    /// What the version before says, where it is something else: `Some(None)` where it has no such value.
    pub before: Option<Option<String>>,
}

/// Every value with the clauses that it cites.
pub(crate) struct Values {
    all: Vec<(Vec<String>, Value)>,
    /// Those that the version before has alone, with the clauses that it cites.
    gone: Vec<(Vec<String>, Value)>,
}

impl Values {
    /// Those of a ruleset; `old` is a version to compare with.
    pub(crate) fn of(ruleset: &Ruleset, old: Option<&Ruleset>) -> Self {
        let of = |ruleset: &Ruleset| history("", &[ruleset]).values;
        let cited =
            |clause: Option<&str>| clause.and_then(Cite::of).map(|cite| cite.all().to_vec()).unwrap_or_default();
        let before: Option<BTreeMap<String, (String, Vec<String>)>> = old.map(|old| {
            let said = of(old).into_iter().filter_map(|value| {
                let said = value.said.into_iter().next()??;
                Some((value.path, (said.value, cited(said.clause.as_deref()))))
            });
            said.collect()
        });
        let mut gone = before.clone().unwrap_or_default();
        let mut all = Vec::new();
        for value in of(ruleset) {
            let Some(said) = value.said.into_iter().next().flatten() else { continue };
            let clauses = cited(said.clause.as_deref());
            gone.remove(&value.path);
            let before = before
                .as_ref()
                .map(|all| all.get(&value.path).map(|(was, _)| was.clone()))
                .filter(|was| was.as_ref() != Some(&said.value));
            all.push((clauses, Value { path: value.path, says: said.value, before }));
        }
        let gone = gone.into_iter().map(|(path, (was, clauses))| {
            (clauses, Value { path, says: "\u{2013}".to_owned(), before: Some(Some(was)) })
        });
        Self { all, gone: gone.collect() }
    }

    /// Those that cite a clause, cells of a table that say the same together.
    pub(crate) fn by(&self, clause: &str) -> Vec<Value> {
        let all = self.all.iter().chain(&self.gone);
        let own = all.filter(|(clauses, _)| clauses.iter().any(|cited| cited == clause));
        let mut out: Vec<Value> = Vec::new();
        for (_, value) in own {
            let table = value.path.rsplit_once('.').filter(|(_, cell)| {
                value.path.starts_with("draws.") || value.path.starts_with("cards.values.") || cell.len() == 1
            });
            let joined = table.and_then(|(table, cell)| {
                let same = |known: &&mut Value| {
                    known.says == value.says
                        && known.before == value.before
                        && known.path.starts_with(&format!("{table}: "))
                };
                Some((out.iter_mut().find(same)?, cell))
            });
            match (joined, table) {
                (Some((known, cell)), _) => known.path.push_str(&format!(", {cell}")),
                (None, Some((table, cell))) => out.push(Value { path: format!("{table}: {cell}"), ..value.clone() }),
                (None, None) => out.push(value.clone()),
            }
        }
        out
    }

    /// The text of the values by one clause.
    pub(crate) fn text(&self, clause: &str) -> String {
        self.said(|clauses, _| clauses.iter().any(|cited| cited == clause))
    }

    /// The text of all values, but for those of cards and draws: they hold each number up to nine, whatever it counts elsewhere.
    pub(crate) fn text_elsewhere(&self) -> String {
        let of_cards = |path: &str| path.starts_with("cards.values.") || path.starts_with("draws.");
        self.said(|_, value| !of_cards(&value.path))
    }

    /// The totals of a natural: a text that speaks of naturals has its numbers among them, whichever clause is cited.
    pub(crate) fn naturals(&self) -> String {
        let of_naturals = |path: &str| path == "draws.natural" || path.starts_with("draws.natural.");
        self.said(|_, value| of_naturals(&value.path))
    }

    fn said(&self, wanted: impl Fn(&[String], &Value) -> bool) -> String {
        let own = self.all.iter().filter(|(clauses, value)| wanted(clauses, value));
        own.map(|(_, value)| format!("{} {}\n", value.path, value.says)).collect()
    }
}

impl Values {
    /// Those that cite no clause and are a rule all the same: the head of the ruleset says what it is, not what it rules.
    pub(crate) fn without_clause(&self) -> Vec<Value> {
        const HEAD: [&str; 9] =
            ["title", "version", "jurisdiction", "venue", "game", "effective", "gaps", "source", "favours_player"];
        let head = |path: &str| {
            HEAD.iter().any(|name| {
                path.split('.').next().is_some_and(|first| first.trim_end_matches('s') == name.trim_end_matches('s'))
            })
        };
        self.all
            .iter()
            .chain(&self.gone)
            .filter(|(clauses, value)| clauses.is_empty() && !head(&value.path))
            .map(|(_, value)| value.clone())
            .collect()
    }
}
