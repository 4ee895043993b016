//! Both ways of judging coups.

use resettle_audit::{CoupSeen, Finding, LateIncident, Registered, Replay, Settings, Sink, SourceLog, SourceSettings};
use resettle_coup_log::LogReader;
use resettle_sealed_log::TrustStore;

use crate::broken::{Broken, same};

/// What leaves the engine, where coups may take the quick way or may not, and incidents may be foreseen or may not.
#[derive(Default)]
struct Seen {
    is_quick: bool,
    foresees: bool,
    said: Vec<String>,
    late: Vec<LateIncident>,
}

impl Sink for Seen {
    fn finding(&mut self, finding: Finding) {
        self.said.push(format!("{finding:?}"));
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        let CoupSeen { line, logged, commenced, result, totals, wagers, worst, .. } = coup;
        let not_asked: Vec<_> = wagers.iter().enumerate().map(|(at, wager)| coup.not_asked_of(at, wager)).collect();
        let of_coup = coup.not_asked();
        let read = logged.whole();
        self.said.push(format!(
            "{line:?} {read:?} {commenced:?} {result:?} {totals:?} {wagers:?} {worst:?} {not_asked:?} {of_coup:?}"
        ));
    }

    fn registered(&mut self, entry: Registered) {
        self.said.push(format!("{entry:?}"));
    }

    fn late(&mut self, incident: LateIncident) {
        self.late.push(incident);
    }

    fn is_quick(&self) -> bool {
        self.is_quick
    }

    fn foresees(&self) -> bool {
        self.foresees
    }
}

/// A coup accepted the quick way is one of which the long way finds nothing, in one log or in several that are joined; and again
/// with the incidents known that came late. A table of which they are foreseen is judged as one that is read a second time for them.
pub(super) fn agree<'l>(
    logs: &[&'l [u8]],
    trust: Option<&'l TrustStore>,
    settings: &Settings,
    about: &SourceSettings,
) -> Result<(), Broken> {
    let judged = |is_quick, foresees, settings: &Settings| {
        let mut seen = Seen { is_quick, foresees, ..Seen::default() };
        let reader = |log: &'l [u8]| LogReader::new(log, trust);
        match logs {
            [log] => {
                Replay::by(settings).log(reader(log), "log", &mut seen);
            }
            _ => {
                let sources = logs.iter().enumerate().map(|(at, log)| SourceLog::new(format!("log-{at}"), reader(log)));
                Replay::by(settings).joining(about).logs(sources.collect(), &mut seen);
            }
        }
        seen.said.sort();
        seen
    };
    let compared = |settings: &Settings| {
        let (quick, long) = (judged(true, false, settings), judged(false, false, settings));
        same(&quick.said, &long.said, "the quick way and the long way differ")?;
        let late = |seen: &Seen| format!("{:?}", seen.late);
        same(&late(&quick), &late(&long), "what comes late depends on the way")?;
        Ok(long)
    };
    let mut known = compared(settings)?;
    if !known.late.is_empty() {
        known = compared(&settings.knowing(&known.late))?;
    }
    for is_quick in [true, false] {
        let mut foreseen = judged(is_quick, true, settings);
        if !foreseen.late.is_empty() {
            foreseen = judged(is_quick, true, &settings.knowing(&foreseen.late));
        }
        same(&foreseen.said, &known.said, "late incidents that are foreseen change what is found")?;
    }
    Ok(())
}
