use std::io;

use resettle_game::counted;
use resettle_oversight::disposition::Book;
use resettle_oversight::{DifferingSigns, differing_signs};
use resettle_report::document::{Owing, Report, Run, ScopeUsed, VenueTotals};

use super::{Checks, Collected};
use crate::expectation::expect;
use crate::findings::expected::roster_used;
use crate::spill::{ReportRows, Store};
use crate::stated::Stated;

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
        let (mut report, rows) = of.gathered.seal(store, stated, true)?;
        if let Some(played) = &mut report.played {
            expect(played, self.registry);
            report.summary.owing(Owing::of(&report.inputs, &rows.whole())?);
            report.summary.in_doubt(played);
        }
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
