//! A run whose tables are judged: their results are collected, compared with what is known besides the logs, and sealed.

mod find;
mod seal;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use resettle_oversight::LogSeen;
use resettle_oversight::carried::Now;
use resettle_oversight::disposition::Book;
use resettle_oversight::roster::{Completeness, Missing, Roster, Scope};
use resettle_report::document::{CarriedRow, DayRow, DispositionsUsed, Unread};
use resettle_ruleset::Registry;
use resettle_sealed_log::{Digest, SourceKind};

use crate::drops::Drops;
use crate::findings::digests::Digests;
use crate::findings::expected::{lacking_members, missed_by_both, missing_logs, profile_broken};
use crate::findings::previous::{CompareError, Previous};
use crate::result::TableResult;
use crate::source::LogSource;
use crate::spill::{AboutTable, Gathered};
use crate::tables::TableLogs;

/// What the logs of a run are compared with, besides the rules; what is not compared is `None`.
pub struct Checks<'r> {
    /// Which part of the logs was judged.
    pub scope: &'r Scope,
    /// The rulesets that coups were judged by.
    pub registry: &'r Registry,
    /// The fingerprints that findings about missing rulesets would have, for each that is approved.
    pub restored: Vec<Digest>,
    /// The roster, with the path and SHA-256 of its file.
    pub roster: Option<&'r (Roster, (String, String))>,
    /// Who signed it, in words, where it was said whose rosters count.
    pub roster_signer: Option<String>,
    /// The digests of the venues.
    pub digests: Option<Digests>,
    /// Waivers, rulings and actions.
    pub book: Option<(Book, DispositionsUsed)>,
    /// The report of the period before.
    pub previous: Option<Previous>,
    /// What was counted in drop boxes.
    pub drops: Option<Drops>,
}

/// The results of all tables together.
pub struct Collected {
    /// What was found.
    gathered: Gathered,
    /// What could not be read or compared, in the order of paths.
    pub unread: Vec<Unread>,
    /// The digest of each ruleset that judged coups, by id.
    pub rulesets: BTreeMap<String, String>,
    seen: Vec<LogSeen>,
    /// The ids of the logs that were given.
    logs: BTreeSet<String>,
    completeness: Option<Completeness>,
    /// Findings about the logs that are not among those gathered yet.
    more: Vec<AboutTable>,
    /// Whether a record lies in the requested days, or something states that there has to be one.
    in_days: bool,
    now: Option<Now>,
    carried: Option<Vec<CarriedRow>>,
}

/// What hindered the collection of results.
pub enum Trouble<'t> {
    /// The log at this path, of this name, was not compared with an earlier report.
    NotCompared(&'t Path, &'t str, CompareError),
    /// Why the sources of a table could not be joined to the end.
    Stopped(&'t str),
}

impl Trouble<'_> {
    /// What the report states about it.
    #[must_use]
    pub fn unread(&self) -> Unread {
        match self {
            Self::NotCompared(_, name, error) => Unread { path: (*name).to_owned(), error: error.to_string() },
            Self::Stopped(why) => Unread { path: String::new(), error: (*why).to_owned() },
        }
    }
}

impl<'r> Checks<'r> {
    /// None: the logs are judged, and compared with nothing.
    pub fn none(scope: &'r Scope, registry: &'r Registry) -> Self {
        let (restored, roster, digests, book, previous) = (Vec::new(), None, None, None, None);
        Self { scope, registry, restored, roster, roster_signer: None, digests, book, previous, drops: None }
    }

    /// Puts the results of these tables together in their order, compares each log with the previous report, and the logs
    /// with roster and digests. `unread` is what could not be read before; `trouble` reports what hinders, and returns
    /// what the report states about it.
    pub fn collect(
        &mut self,
        results: Vec<TableResult>,
        tables: &[TableLogs],
        unread: Vec<Unread>,
        source: &impl LogSource,
        trouble: &mut dyn FnMut(Trouble<'_>) -> Unread,
    ) -> Collected {
        let mut out = Collected {
            gathered: Gathered::default(),
            unread,
            rulesets: BTreeMap::new(),
            seen: Vec::new(),
            logs: BTreeSet::new(),
            completeness: None,
            more: Vec::new(),
            in_days: false,
            now: self.previous.as_ref().map(Previous::now),
            carried: None,
        };
        let mut replaced = Vec::new();
        let mut sealing = BTreeSet::new();
        for mut result in results {
            out.in_days |= result.in_days;
            out.rulesets.extend(result.rulesets.iter().map(|used| (used.id.clone(), used.digest.clone())));
            if let Some((previous, now)) = self.previous.as_ref().zip(out.now.as_mut()) {
                for (input, mut reach) in result.inputs.iter().zip(std::mem::take(&mut result.reaches)) {
                    let path = path_of(tables, &input.path);
                    match previous.compare(&path, input, &mut reach, source) {
                        Ok(found) => replaced.extend(found),
                        Err(error) => out.unread.push(trouble(Trouble::NotCompared(&path, &input.path, error))),
                    }
                    if !input.log.is_empty() {
                        now.judged(&input.log, reach);
                    }
                }
            }
            for input in &result.inputs {
                out.logs.insert(input.log.clone());
                sealing.extend(input.keys.iter().cloned());
            }
            out.unread.extend(result.unread.drain(..).map(|(path, error)| Unread { path, error }));
            out.unread.extend(result.stopped.as_deref().map(|why| trouble(Trouble::Stopped(why))));
            out.seen.append(&mut result.seen);
            out.gathered.result(result);
        }
        out.unread.sort();
        self.missing(&mut out, &sealing);
        out.more.extend(replaced);
        out
    }

    /// What roster and digests expect and is not there, or is different; `sealing` are the keys that sealed logs.
    fn missing(&mut self, out: &mut Collected, sealing: &BTreeSet<String>) {
        let roster = self.roster.map(|(roster, _)| roster);
        if let Some(digests) = &mut self.digests {
            digests.refuse_sealing_keys(sealing);
            out.more = digests.findings(&out.seen, roster, self.scope);
        }
        if let Some((roster, (path, _))) = self.roster {
            let mut completeness = roster.compare(&out.seen, self.scope);
            if !completeness.ends.is_empty() {
                let days = out.gathered.days();
                completeness.miss_ends(|one| is_idle(one, &days));
            }
            let expected = missed_by_both(missing_logs(&completeness, path), &mut out.more);
            out.more.extend(expected);
            if roster.tables.iter().any(|table| !table.must.is_empty()) {
                out.more.extend(lacking_members(roster, &out.gathered.days(), path));
            }
            if roster.has_profiles() {
                let days = out.gathered.days();
                for breach in roster.breaches(&out.seen, self.scope) {
                    let own = |day: &&DayRow| {
                        (&day.venue, &day.game, &day.table) == (&breach.venue, &breach.game, &breach.table)
                    };
                    let currency = days.iter().find(own).map(|day| day.currency.clone()).unwrap_or_default();
                    out.more.push(profile_broken(breach, &currency, path));
                }
            }
            out.in_days |= completeness.expected > 0;
            out.completeness = Some(completeness);
        }
        out.in_days |= !out.more.is_empty();
    }

    /// Whether days were requested in which no record lies, and nothing confirms that: most likely a mistake.
    #[must_use]
    pub fn is_outside(&self, collected: &Collected) -> bool {
        let days = self.scope.from.is_some() || self.scope.to.is_some();
        days && !collected.in_days && collected.unread.is_empty()
    }
}

/// Whether nothing was played at a table on a day, though it was on others. Of another source than the table's, and of a table
/// without money, it is not known.
fn is_idle(asked: &Missing, days: &[DayRow]) -> bool {
    let of_table = asked.source.split(' ').next() == Some(SourceKind::Table.word());
    let is_of = |row: &&DayRow| (&row.venue, &row.game, &row.table) == (&asked.venue, &asked.game, &asked.table);
    let own = || days.iter().filter(is_of);
    let day = asked.day.to_string();
    of_table && own().next().is_some() && !own().any(|row| row.day == day)
}

/// Where the log of these tables is that reports call by a name.
pub fn path_of(tables: &[TableLogs], name: &str) -> PathBuf {
    let mut logs = tables.iter().flat_map(|table| &table.logs);
    logs.find(|log| log.name == name).map_or_else(|| PathBuf::from(name), |log| log.path.clone())
}
