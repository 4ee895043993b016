//! Units of work: what is judged by itself, and which logs were left out of it.

use std::collections::BTreeSet;

use resettle_audit::Window;
use resettle_oversight::roster::{Roster, Scope};
use resettle_report::document::Unread;
use resettle_report::print::neutral;
use resettle_ruleset::Registry;
use resettle_sealed_log::TrustStore;
use serde::{Deserialize, Serialize};

use crate::scope::{narrow, window};
use crate::source::LogSource;
use crate::tables::{Known, TableLogs, tables};

/// How many tables or venues a message names.
const NAMES_SHOWN: usize = 12;

/// What is judged by itself: the logs of a table. Shoes straddle logs and sources are joined, so no smaller unit is possible.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The logs, all of one table.
    pub table: TableLogs,
    /// Which moments of it are judged; `None` for all.
    pub window: Option<Window>,
}

impl Unit {
    /// Venue, game and table; for a log without a readable opening record, its file.
    pub fn name(&self) -> String {
        self.table.open().map_or_else(
            || self.table.logs.first().map_or_else(String::new, |log| log.name.clone()),
            |open| format!("{} {} {}", open.venue, open.game, open.table),
        )
    }
}

/// What was found below the folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundLogs {
    /// Logs below the folder.
    pub logs: u64,
    /// Logs left out because of days or tables.
    pub left_out: u64,
    /// Those, below the folder.
    #[serde(default)]
    pub left_out_logs: Vec<String>,
    /// Files that are no logs by their names nor by their first bytes.
    pub not_logs: Vec<String>,
    /// What could not be read.
    pub unread: Vec<Unread>,
}

/// The requested part of these logs, grouped by table, in the order of the report. Days are as the roster has them.
pub fn units(
    mut logs: Vec<Known>,
    scope: &Scope,
    roster: Option<&Roster>,
    trust: Option<&TrustStore>,
    registry: &Registry,
    source: &impl LogSource,
) -> Vec<Unit> {
    logs.retain(|log| scope.asks(log.open.as_ref().map(|(open, _)| open)));
    let unit = |mut table: TableLogs| {
        let window = window(scope, &table, roster, registry);
        narrow(&mut table, window);
        (!table.logs.is_empty()).then_some(Unit { table, window })
    };
    tables(logs, trust, source).into_iter().filter_map(unit).collect()
}

/// A requested table or venue that neither a log nor the roster names: a mistake, that would give a report without findings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct StrangeName {
    /// Of what no log is, in words.
    what: String,
    /// What there is instead.
    pub help: String,
    /// The name that nothing has.
    pub name: String,
    /// All names of its kind.
    pub known: Vec<String>,
}

impl StrangeName {
    fn new(what: String, help: &str, name: &str, known: &BTreeSet<&str>) -> Self {
        let known = known.iter().map(|name| (*name).to_owned()).collect();
        Self { what, help: format!("nothing was judged; {help}"), name: name.to_owned(), known }
    }
}

/// Requires that logs or the roster name what is requested.
///
/// # Errors
/// A table or venue that neither names, or a table that neither has at a requested venue.
pub fn require_known(scope: &Scope, logs: &[Known], roster: Option<&Roster>) -> Result<(), StrangeName> {
    let opens = logs.iter().filter_map(|log| log.open.as_ref());
    let of_logs: BTreeSet<(&str, &str)> = opens.map(|(open, _)| (open.venue.as_str(), open.table.as_str())).collect();
    let listed = roster.into_iter().flat_map(|roster| &roster.tables);
    let of_roster: BTreeSet<(&str, &str)> = listed.map(|one| (one.venue.as_str(), one.table.as_str())).collect();
    let all: BTreeSet<(&str, &str)> = of_logs.union(&of_roster).copied().collect();
    let names = |names: BTreeSet<&str>| neutral(&names.into_iter().take(NAMES_SHOWN).collect::<Vec<_>>().join(", "));
    if let Some(venue) = scope.venues.iter().find(|venue| all.iter().all(|(known, _)| *known != venue.as_str())) {
        let known: BTreeSet<&str> = of_logs.iter().map(|(venue, _)| *venue).collect();
        let help = format!("there are logs of {}", names(known.clone()));
        return Err(StrangeName::new(format!("is of venue {}", neutral(venue)), &help, venue, &known));
    }
    let is_strange = |table: &&str| all.iter().all(|(_, known)| known != table);
    let strange: Vec<&str> = scope.tables.iter().map(String::as_str).filter(is_strange).collect();
    if let Some(first) = strange.first() {
        let known: BTreeSet<&str> = of_logs.iter().map(|(_, table)| *table).collect();
        let more = if known.len() > NAMES_SHOWN { ", …" } else { "" };
        let there = if known.is_empty() { "no table".to_owned() } else { names(known.clone()) };
        let what = format!("is of table {}", neutral(&strange.join(", ")));
        return Err(StrangeName::new(what, &format!("there are logs of {there}{more}"), first, &known));
    }
    let venues = &scope.venues;
    let is_there = |table: &String| venues.iter().any(|venue| all.contains(&(venue.as_str(), table.as_str())));
    let elsewhere = scope.tables.iter().find(|table| !venues.is_empty() && !is_there(table));
    let Some(table) = elsewhere else { return Ok(()) };
    let known: Vec<&str> = all.iter().filter(|(_, known)| known == table).map(|(venue, _)| *venue).collect();
    let what = format!("is of table {} of venue {}", neutral(table), neutral(&venues.join(", ")));
    let help = format!("{} is a table of {}", neutral(table), neutral(&known.join(", ")));
    Err(StrangeName::new(what, &help, table, &BTreeSet::new()))
}
