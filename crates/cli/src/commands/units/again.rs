//! Units that are judged once more by whoever merges: nothing else shows that a result follows from its logs.

use std::io;

use rayon::prelude::*;
use resettle_report::document::ResultsUsed;
use resettle_report::print::neutral;
use resettle_run::{Store, TableResult, Unit};
use resettle_sealed_log::Digest;

use super::judging::judged;
use super::outcome;
use super::plan::UnitLine;
use crate::args::MergeArgs;
use crate::commands::batch::Judge;
use crate::commands::ground::Ground;
use crate::commands::named_logs::temporary_folder;
use crate::error::{Error, shown};
use crate::files::Hashing;
use crate::spelling::counted;

/// The units of the plan with the results that were read.
pub struct Again<'a> {
    pub args: &'a MergeArgs,
    pub ground: &'a Ground<'a>,
    pub lines: &'a [UnitLine],
    pub units: &'a [Unit],
}

impl Again<'_> {
    /// Judges the requested number of units again, and compares them with `results` as they were read, whatever happens
    /// to the files meanwhile.
    pub fn judge(&self, results: &[TableResult], by: &Judge<'_>) -> Result<Option<ResultsUsed>, Error> {
        let Some(asked) = self.args.judge_again else { return Ok(None) };
        let seed = self.args.again_seed.map_or_else(random, Ok)?;
        let drawn = drawn(self.lines, seed, usize::try_from(asked).unwrap_or(usize::MAX));
        let again = |at: &usize| -> Option<Result<(usize, Digest), Error>> {
            let (line, unit) = (self.lines.get(*at)?, self.units.get(*at)?);
            let spill = Store::new(&temporary_folder(None));
            let judge =
                Judge { ground: self.ground, heads: None, spill: &spill, exporting: by.exporting, with_steps: true };
            Some(judged(&judge, line, unit).and_then(|result| Ok((*at, content(&result)?))))
        };
        let again: Vec<(usize, Digest)> = drawn.par_iter().filter_map(again).collect::<Result<_, Error>>()?;
        let mut differing = Vec::new();
        for (at, content_here) in again {
            if let (Some(line), Some(result)) = (self.lines.get(at), results.get(at))
                && content(result)? != content_here
            {
                differing.push(line);
            }
        }
        if !differing.is_empty() {
            return Err(self.refused(&differing, seed));
        }
        let judged_again: Vec<String> =
            drawn.iter().filter_map(|at| self.lines.get(*at)).map(|line| line.name.clone()).collect();
        anstream::eprintln!(
            "judged again: {} of {}, drawn with seed {seed}; what they come to is what their results say",
            judged_again.len(),
            counted(self.lines.len(), "unit")
        );
        Ok(Some(ResultsUsed {
            path: self.args.results.display().to_string(),
            units: self.lines.len() as u64,
            seed,
            judged_again,
        }))
    }

    fn refused(&self, differing: &[&UnitLine], seed: u64) -> Error {
        let named = differing.iter().map(|line| {
            let path = outcome::path_of(&self.args.results, &line.key);
            format!("  unit {} ({}): {}", line.unit, neutral(&line.name), shown(&path))
        });
        let come = match differing.len() {
            1 => "one unit comes".to_owned(),
            many => format!("{many} units come"),
        };
        Error::new(format!("what {come} to here is not what the results say; nothing was reported"))
            .listing(named)
            .help(format!(
                "they were changed, or the machine that judged them is at fault, so no result of that folder can be relied on: keep it, judge all units again into another folder on machines that you trust (drawn with seed {seed})"
            ))
    }
}

/// The places of this many units, in their order: those that come first by SHA-256 of the seed and their keys.
fn drawn(lines: &[UnitLine], seed: u64, most: usize) -> Vec<usize> {
    let turn =
        |line: &UnitLine| Digest::of(format!("resettle-judge-again/1 {seed} {}", line.key).as_bytes()).to_string();
    let mut places: Vec<(String, usize)> = lines.iter().enumerate().map(|(at, line)| (turn(line), at)).collect();
    places.sort();
    places.truncate(most);
    let mut places: Vec<usize> = places.into_iter().map(|(_, at)| at).collect();
    places.sort_unstable();
    places
}

/// A hash of everything that a result states.
fn content(result: &TableResult) -> Result<Digest, Error> {
    let mut out = Hashing::new(io::sink());
    result.save(&mut out).map_err(Error::spill)?;
    Ok(out.into_parts().0)
}

fn random() -> Result<u64, Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::new(format!("the system gives no randomness: {error}")).help("pass --again-seed"))?;
    Ok(u64::from_le_bytes(bytes))
}
