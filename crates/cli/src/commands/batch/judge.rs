use std::io;
use std::path::Path;
use std::rc::Rc;

use resettle_coup_log::LogReader;
use resettle_report::document::TournamentRow;
use resettle_run::{Exporting, Store, TableResult, Unit};
use resettle_sealed_log::{Heads, LogVerdict};

use crate::commands::ground::Ground;
use crate::commands::output;
use crate::error::Error;
use crate::files::{LogFile, Sharing};
use crate::judging::{Judged, JudgingContext, Tick, join_tournaments};

/// Judges units of work.
pub struct Judge<'j> {
    pub ground: &'j Ground<'j>,
    pub heads: Option<&'j Heads>,
    pub spill: &'j Store,
    /// How rows are made of the coups, if they are requested.
    pub exporting: Option<&'j Exporting<'j>>,
    /// Whether the steps of verdicts are needed: where a report is made of the results, now or later.
    pub with_steps: bool,
}

impl Judge<'_> {
    fn context(&self) -> JudgingContext<'_> {
        JudgingContext { with_steps: self.with_steps, ..self.ground.judging(self.spill, self.exporting) }
    }

    /// One unit alone.
    pub fn unit(&self, unit: &Unit, tick: &Tick) -> Result<TableResult, Error> {
        let result = self.unit_by(&self.context(), unit, tick)?;
        for (path, error) in &result.unread {
            output::report_cut(path, error, "judged");
        }
        Ok(result)
    }

    fn unit_by(&self, context: &JudgingContext<'_>, unit: &Unit, tick: &Tick) -> Judged {
        let mut result = context.table(&unit.table, unit.window, self.heads, tick)?;
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

    /// Units that record tournaments are judged again, with what all of them record. Returns the tournaments.
    pub fn tournaments(&self, units: &[Unit], results: &mut [Judged]) -> Result<Vec<TournamentRow>, Error> {
        let again = |context: &JudgingContext<'_>, unit: &Unit| self.unit_by(context, unit, &(Rc::new(|_| ()) as Tick));
        join_tournaments(&self.context(), units, results, |unit| &unit.table.logs, again)
    }
}
