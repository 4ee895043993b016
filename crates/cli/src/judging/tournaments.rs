use rayon::prelude::*;
use resettle_report::document::TournamentRow;
use resettle_run::{Known, TableResult, tournament_rows};

use super::logs::with_tournaments;
use super::{Judged, JudgingContext};
use crate::error::Error;

/// What tables record of tournaments is joined once all were judged, and those that record any are judged again with it.
/// Returns the tournaments.
pub fn join_tournaments<T: Sync>(
    context: &JudgingContext<'_>,
    tables: &[T],
    all: &mut [Judged],
    logs: impl Fn(&T) -> &[Known],
    judge: impl Fn(&JudgingContext<'_>, &T) -> Judged + Sync,
) -> Result<Vec<TournamentRow>, Error> {
    let of_one = |judged: &Judged| judged.as_ref().is_ok_and(|result: &TableResult| result.lot.tournament);
    if !all.iter().any(of_one) {
        return Ok(Vec::new());
    }
    let concerned = tables.iter().zip(all.iter()).filter(|(_, judged)| of_one(judged));
    let paths = concerned.flat_map(|(table, _)| logs(table)).map(|log| log.path.as_path());
    let settings = with_tournaments(paths.collect::<Vec<_>>().into_iter(), context.trust, context.settings)?;
    let again = JudgingContext { settings: &settings, ..*context };
    tables.par_iter().zip(all).filter(|(_, judged)| of_one(judged)).for_each(|(table, judged)| {
        *judged = judge(&again, table);
    });
    Ok(tournament_rows(&settings))
}
