use std::io;

use resettle_game::counted;
use resettle_oversight::disposition::Book;
use resettle_oversight::{DifferingSigns, differing_signs};
use resettle_report::document::{
    FactsUsed, HeadsUsed, JudgedWith, OwedRow, Report, Run, ScopeUsed, TournamentRow, TrustUsed, VenueTotals,
};
use resettle_ruleset::Registry;

use super::{Checks, Collected};
use crate::expectation::expect;
use crate::findings::expected::roster_used;
use crate::spill::{Gathered, ReportRows, Store};

/// What a report states besides what was found.
#[derive(Default)]
pub struct Stated {
    /// The time that it bears.
    pub generated_at: String,
    /// The ruleset by which every coup was judged, if one was named.
    pub judged_by: Option<String>,
    /// The trust store.
    pub trust: Option<TrustUsed>,
    /// The dates that were stated.
    pub facts: Option<FactsUsed>,
    /// The file of heads.
    pub heads: Option<HeadsUsed>,
    /// The tournaments that the logs record.
    pub tournaments: Vec<TournamentRow>,
    /// Every file and option; `None` if that is not reported.
    pub judged_with: Option<JudgedWith>,
    /// At most this many findings of each code are kept.
    pub max_per_code: Option<u64>,
}

impl Gathered {
    /// The report on judged coups, and its rows.
    ///
    /// # Errors
    /// The temporary file fails.
    pub fn report(self, stated: Stated, registry: &Registry, store: &Store) -> io::Result<(Report, ReportRows)> {
        let (mut report, rows) = self.seal(store, stated.generated_at, true, stated.max_per_code)?;
        if let Some(played) = &mut report.played {
            expect(played, registry);
            report.summary.owed = OwedRow::of(&report.inputs, &rows.whole())?;
        }
        report.judged_by = stated.judged_by;
        report.trust = stated.trust;
        report.facts = stated.facts;
        report.heads = stated.heads;
        report.tournaments = stated.tournaments;
        report.judged_with = stated.judged_with;
        Ok((report, rows))
    }
}

impl Checks<'_> {
    /// The report, its rows, and the dispositions that are shown with them. `run` holds what was looked for and where, and
    /// the report states there what the logs were compared with; `None` if the logs were named one by one.
    ///
    /// # Errors
    /// The temporary file fails.
    pub fn seal(
        self,
        mut of: Collected,
        stated: Stated,
        run: Option<Run>,
        store: &Store,
    ) -> io::Result<(Report, ReportRows, Option<Book>)> {
        if run.is_none() {
            of.gathered.unread(std::mem::take(&mut of.unread));
        }
        let mut stated = stated;
        if let Some(judged) = &mut stated.judged_with {
            judged.not_asked.extend(differing_signs(&of.seen).iter().map(signs_in_words));
        }
        let (mut report, rows) = of.gathered.report(stated, self.registry, store)?;
        let (book, dispositions) = self.book.unzip();
        let (previous, digests, scope) = (self.previous, self.digests, self.scope);
        let kept = previous.as_ref().zip(of.carried.as_ref()).map(|(previous, rows)| previous.kept(rows));
        let Some(run) = run else { return Ok((report, rows, book)) };
        let drop = self.drops.as_ref().map(|drops| drops.join(&mut report, scope));
        report.run = Some(Run {
            scope: ScopeUsed {
                from: scope.from.map(|day| day.to_string()),
                to: scope.to.map(|day| day.to_string()),
                tables: scope.tables.clone(),
                venues: scope.venues.clone(),
                unread: of.unread,
                ..run.scope
            },
            venues: VenueTotals::of(report.played.as_ref().map_or(&[][..], |played| played.tables.as_slice())),
            roster: self
                .roster
                .zip(of.completeness)
                .map(|((_, used), there)| roster_used(used.clone(), self.roster_signer, &there)),
            undigested: digests.as_ref().map(|digests| digests.undigested(&of.seen, scope)).unwrap_or_default(),
            digests: digests.map(|digests| digests.used).unwrap_or_default(),
            dispositions,
            drop,
            before: kept.unwrap_or_default(),
            trend: previous.as_ref().map(|previous| previous.trend.clone()).unwrap_or_default(),
            previous: previous.map(|previous| previous.used),
            carried: of.carried,
            ..run
        });
        Ok((report, rows, book))
    }
}

/// That signs of two sources differ, of which one holds.
fn signs_in_words(one: &DifferingSigns) -> String {
    let DifferingSigns { venue, game, table, sources, parts, days, first, last } = one;
    let sources: Vec<String> = sources.iter().map(|(kind, id)| format!("{} {id}", kind.word())).collect();
    let parts: Vec<&str> = parts.iter().copied().collect();
    let days = if first == last {
        format!("on {first}")
    } else {
        format!("on {} between {first} and {last}", counted(*days, "day"))
    };
    format!(
        "why signs at {venue} {game} {table} differ {days}: in {}, of {}; the one that holds is that of the table, else of a display, \
         a terminal, a shoe",
        parts.join(", "),
        sources.join(", ")
    )
}
