//! Where the engine's findings go: each finding and each judged coup is passed on at once, so that nothing of a long
//! log is held here.

mod coverage;
mod memory;
mod out;
mod register;
mod routine;
mod seen;

use std::sync::Arc;

use resettle_coup_log::{Coup, Staff};
use resettle_sealed_log::Moment;

use crate::finding::{Finding, Place, Severity};
use crate::late::LateIncident;
use crate::trace::CoupName;

pub(crate) use coverage::Asked;
pub use coverage::{Check, NotAsked};
pub use memory::Memory;
pub(crate) use memory::Plain;
pub(crate) use out::Out;
pub use register::{AtTerminal, Evidence, Registered, Subject};
pub use routine::Routine;
pub use seen::{CardOrder, CoupResult, CoupSeen, NotAtRisk, WagerSeen, WrittenAt};
pub(crate) use seen::{not_taken_off, of_wager};

/// Takes what the engine finds, as it is found.
///
/// Findings come in no order, and without [`Finding::authenticated`], which a later seal determines: the verdict on the
/// log states it for their lines once the log has been read. A coup comes once it is judged; the coups of one shoe come
/// in the order played.
pub trait Sink {
    /// Takes a finding.
    fn finding(&mut self, finding: Finding);

    /// Takes a finding that judging a coup gave, with the coup, just before [`Sink::coup`] takes that.
    fn finding_of(&mut self, finding: Finding, _coup: &CoupSeen<'_>) {
        self.finding(finding);
    }

    /// Takes a judged coup.
    fn coup(&mut self, coup: &CoupSeen<'_>);

    /// Whether clean coups may be accepted quickly. It changes nothing but the time that it takes: tests compare both ways.
    fn is_quick(&self) -> bool {
        true
    }

    /// Whether a coup may be judged with incidents that were read before their turn. That changes nothing but how often a table
    /// is read: tests compare both ways.
    fn foresees(&self) -> bool {
        true
    }

    /// Whether what is found is still of use. Where the table is judged again in any case, only [`Sink::late`] and
    /// [`Sink::tournament`] are: then coups are followed, and need not be judged.
    fn is_of_use(&self) -> bool {
        true
    }

    /// Takes an entry of the register of irregularities. Entries come in no order; like findings they come without
    /// [`Registered::authenticated`].
    fn registered(&mut self, entry: Registered);

    /// Takes who is on duty from the record's time on, also outside the days that are judged; of several sources the
    /// one with the lowest `rank` counts. It comes before the coups that commence then.
    fn staff(&mut self, _staff: &Staff, _place: &Place, _file: &Arc<str>, _rank: u8) {}

    /// Takes that a record of who is on duty from its time on does not count, for no seal vouches for it while one vouches
    /// for what is dealt then: who is in the posts that it names is not known.
    fn staff_unknown(&mut self, _staff: &Staff, _place: &Place, _rank: u8) {}

    /// Takes what happened as a matter of routine beside the wagers of coups, at a moment: how many cards, and how much money
    /// in minor units.
    fn routine(&mut self, _routine: Routine, _at: Moment, _cards: u64, _money: i128) {}

    /// Stores what is known of a shoe for which nothing is awaited, so that it need not be held; returns where. `None`
    /// if nothing is stored: then it is held.
    fn put_away(&mut self, _shoe: &[u8]) -> Option<Stored> {
        None
    }

    /// Returns what was stored there: a later record names the shoe. `None` if that fails, which ends the replay:
    /// [`Sink::is_full`].
    fn take_back(&mut self, _at: Stored) -> Option<Vec<u8>> {
        None
    }

    /// Called once tournament play was read that nobody has judged yet: [`crate::Settings::tournaments`].
    fn tournament(&mut self) {}

    /// Takes an incident whose coup had already been judged: the table has to be judged again with all of them known,
    /// [`crate::Settings::knowing`], and what was found so far is not valid.
    fn late(&mut self, _incident: LateIncident) {}

    /// For which coups the steps of the judgement are wanted. Asked again for each coup.
    fn steps(&self) -> Steps<'_> {
        Steps::Never
    }

    /// Whether nothing more can be taken: the replay then stops where it is.
    fn is_full(&self) -> bool {
        false
    }
}

/// Where a sink stored bytes: what its parts count is the sink's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// Which piece of what it stores.
    pub section: u32,
    /// Where in it they begin, in bytes.
    pub from: u32,
    /// How many bytes.
    pub len: u32,
}

/// For which coups the steps of the judgement are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps<'a> {
    /// For none.
    Never,
    /// For this coup, each time that a record mentions it.
    Of(&'a CoupName),
    /// For those with a finding at least this grave.
    From(Severity),
}

impl Steps<'_> {
    /// Whether the steps of this coup may be wanted, whatever its result.
    pub(crate) fn may_want(self, coup: &Coup, place: &Place) -> bool {
        match self {
            Self::Never => false,
            Self::Of(name) => name.names(coup, place.record_sha256.as_deref()),
            Self::From(_) => true,
        }
    }

    /// Whether they are wanted, now that its gravest finding is known.
    pub(crate) fn wants(self, coup: &Coup, place: &Place, worst: Option<Severity>) -> bool {
        match self {
            Self::From(least) => worst >= Some(least),
            other => other.may_want(coup, place),
        }
    }
}
