use std::fmt::Write as _;

use resettle_game::counted;
use resettle_ruleset::layout::{TextTable, wrap};
use serde::Serialize;

use crate::history::{History, SaidValue, ValueHistory};

/// A history for people: of each value since when it is what, and by which clause. With `changed` those values alone that
/// are not the same in all versions. Values are in it as the rulesets have them: neutralise before printing.
#[must_use]
pub fn history_text(history: &History, changed: bool) -> String {
    let mut out = format!("{}\n\n", history.game);
    let mut versions = TextTable::headed(&[12, 12, 64], &["since", "version", "digest"]);
    for version in &history.versions {
        versions.row(&[version.date.as_str(), version.version.as_deref().unwrap_or("–"), version.digest.as_str()]);
    }
    out.push_str(&versions.render());
    let shown: Vec<&ValueHistory> = history.values.iter().filter(|value| !changed || value.changed()).collect();
    let all = counted(history.values.len(), "value");
    let change = history.values.iter().filter(|value| value.changed()).count();
    let _ = writeln!(out, "\n  {all}, of which {change} changed.\n");
    if history.clauses_changed + history.notes_changed > 0 {
        let clauses = counted(history.clauses_changed, "clause");
        let notes = if history.notes_changed > 0 { ", and notes.md" } else { "" };
        let _ = writeln!(
            out,
            "  No values, and so not among them: {clauses} changed{notes}; `resettle diff` shows which.\n"
        );
    }
    let mut dates: Vec<&str> = history.reworded.iter().map(|one| one.date.as_str()).collect();
    dates.dedup();
    for date in dates {
        let clauses: Vec<&str> =
            history.reworded.iter().filter(|one| one.date == date).map(|one| one.clause.as_str()).collect();
        let they = if clauses.len() == 1 { "it enforces" } else { "they enforce" };
        let changed = counted(clauses.len(), "clause");
        let words = format!("{changed} changed in words, and nothing that {they} did");
        for line in wrap(&format!("{date}: {words}: {}", clauses.join(", ")), 96) {
            let _ = writeln!(out, "  {line}");
        }
        out.push('\n');
    }
    if shown.is_empty() {
        return out;
    }
    let mut table = TextTable::headed(&[46, 12, 34, 18], &["value", "since", "is", "clause"]);
    for value in shown {
        let mut name = value.path.as_str();
        let mut before: Option<&Option<SaidValue>> = None;
        for (version, said) in history.versions.iter().zip(&value.said) {
            // What a version says as the one before it did is not said again; nor that a value is not there yet.
            if before.map_or(said.is_none(), |before| before == said) {
                before = before.or(Some(said));
                continue;
            }
            before = Some(said);
            let (is, clause) = match said {
                Some(said) => (said.value.as_str(), said.clause.as_deref().unwrap_or("")),
                None => ("–", ""),
            };
            table.row(&[name, version.date.as_str(), is, clause]);
            name = "";
        }
    }
    out.push_str(&table.render());
    out
}

/// A history for machines.
#[derive(Clone, Debug, Serialize)]
pub struct HistoryJson {
    game: String,
    versions: Vec<VersionJson>,
    values: Vec<ValueJson>,
    clauses_changed: usize,
    reworded: Vec<RewordedJson>,
    notes_changed: usize,
}

#[derive(Clone, Debug, Serialize)]
struct VersionJson {
    ruleset: String,
    since: String,
    version: Option<String>,
    digest: String,
}

/// A clause whose words changed while no value that cites it did.
#[derive(Clone, Debug, Serialize)]
struct RewordedJson {
    since: String,
    clause: String,
}

#[derive(Clone, Debug, Serialize)]
struct ValueJson {
    path: String,
    changed: bool,
    said: Vec<SaidJson>,
}

#[derive(Clone, Debug, Serialize)]
struct SaidJson {
    since: String,
    value: Option<String>,
    clause: Option<String>,
}

/// A history for machines; what each version says of each value, null where it has no such value.
#[must_use]
pub fn history_json(history: &History, changed: bool) -> HistoryJson {
    let value = |value: &ValueHistory| ValueJson {
        path: value.path.clone(),
        changed: value.changed(),
        said: history
            .versions
            .iter()
            .zip(&value.said)
            .map(|(version, said)| SaidJson {
                since: version.date.clone(),
                value: said.as_ref().map(|said| said.value.clone()),
                clause: said.as_ref().and_then(|said| said.clause.clone()),
            })
            .collect(),
    };
    HistoryJson {
        game: history.game.clone(),
        versions: history
            .versions
            .iter()
            .map(|version| VersionJson {
                ruleset: version.id.clone(),
                since: version.date.clone(),
                version: version.version.clone(),
                digest: version.digest.clone(),
            })
            .collect(),
        values: history.values.iter().filter(|value| !changed || value.changed()).map(value).collect(),
        clauses_changed: history.clauses_changed,
        reworded: history
            .reworded
            .iter()
            .map(|one| RewordedJson { since: one.date.clone(), clause: one.clause.clone() })
            .collect(),
        notes_changed: history.notes_changed,
    }
}
