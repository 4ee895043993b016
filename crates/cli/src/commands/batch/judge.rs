use std::io;
use std::path::Path;
use std::rc::Rc;

use rayon::prelude::*;
use resettle_audit::Settings;
use resettle_coup_log::LogReader;
use resettle_report::document::TournamentRow;
use resettle_run::{Exporting, Store, TableResult, Unit, tournament_rows};
use resettle_sealed_log::{Heads, LogVerdict};

use crate::commands::ground::Ground;
use crate::commands::output;
use crate::error::Error;
use crate::files::{LogFile, Sharing};
use crate::judging::{JudgingContext, Tick, with_tournaments};

/// Judges units of work.
pub struct Judge<'j> {
    pub ground: &'j Ground<'j>,
    pub heads: Option<&'j Heads>,
    pub spill: &'j Store,
    /// How rows are made of the coups, if they are requested.
    pub exporting: Option<&'j Exporting<'j>>,
}

impl Judge<'_> {
    fn by<'b>(&'b self, settings: &'b Settings) -> JudgingContext<'b> {
        JudgingContext {
            trust: self.ground.trust(),
            settings,
            about: &self.ground.about,
            roster: self.ground.roster(),
            spill: self.spill,
            hashing: true,
            staff: self.ground.staff.asked(),
            exporting: self.exporting,
        }
    }

    /// One unit alone.
    pub fn unit(&self, unit: &Unit, tick: &Tick) -> Result<TableResult, Error> {
        let result = self.unit_by(&self.ground.settings, unit, tick)?;
        for (path, error) in &result.unread {
            output::report_cut(path, error, "judged");
        }
        Ok(result)
    }

    fn unit_by(&self, settings: &Settings, unit: &Unit, tick: &Tick) -> Result<TableResult, Error> {
        let mut result = self.by(settings).table(&unit.table, unit.window, self.heads, tick)?;
        result.reach(&unit.table, unit.window);
        Ok(result)
    }

    /// The remembered heads may have moved on since a result was kept, and no result holds them: each log is read for
    /// them again.
    pub fn against_heads(&self, unit: &Unit, result: &mut TableResult) -> Result<(), Error> {
        if self.heads.is_none() {
            return Ok(());
        }
        for (log, (_, verdict)) in unit.table.logs.iter().zip(&mut result.verdicts) {
            *verdict = self.authenticated(&log.path).map_err(|error| Error::read(&log.path, error))?;
        }
        Ok(())
    }

    fn authenticated(&self, path: &Path) -> io::Result<LogVerdict> {
        let away = self.spill.another();
        let mut file = LogFile::beside(path, Sharing::among(1, &away), |_| ())?;
        let mut reader = LogReader::new(file.content()?, self.ground.trust()).against(self.heads);
        while reader.next_entry()?.is_some() {
            reader.take_faults();
        }
        Ok(reader.finish())
    }

    /// What the tables record of tournaments is joined once all were judged, and the tables that record any are judged
    /// again with it. Returns the tournaments.
    pub fn tournaments(
        &self,
        units: &[Unit],
        results: &mut [Result<TableResult, Error>],
    ) -> Result<Vec<TournamentRow>, Error> {
        let of_one = |result: &Result<TableResult, Error>| result.as_ref().is_ok_and(|result| result.lot.tournament);
        if !results.iter().any(of_one) {
            return Ok(Vec::new());
        }
        let concerned = units.iter().zip(results.iter()).filter(|(_, result)| of_one(result));
        let paths = concerned.flat_map(|(unit, _)| &unit.table.logs).map(|log| log.path.as_path());
        let settings = with_tournaments(paths, self.ground.trust(), &self.ground.settings)?;
        units.par_iter().zip(results).filter(|(_, result)| of_one(result)).for_each(|(unit, result)| {
            let tick: Tick = Rc::new(|_| ());
            *result = self.unit_by(&settings, unit, &tick);
        });
        Ok(tournament_rows(&settings))
    }
}
