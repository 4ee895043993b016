//! The coup of a shoe that waits only because an incident may still name it, as its line and its surroundings.

use std::sync::Arc;

use resettle_coup_log::{Body, QuickCoup};
use resettle_ruleset::Ruleset;
use resettle_sealed_log::{Digest, Moment, SourceKind, Time};
use serde::{Deserialize, Serialize};

use super::pending::Pending;
use crate::case::{Around, CoupBefore};
use crate::moments::{Aftermath, behind};
use crate::replay::place_of;
use crate::replay::round::Round;
use crate::shoe::Burns;
use crate::table_limits::TableLimits;

/// The line that a coup was read from quickly.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Line {
    pub(crate) bytes: Box<[u8]>,
    pub(crate) number: u64,
    pub(crate) sha256: Digest,
}

/// What is held of a coup that was packed with its shoe.
#[derive(Debug)]
pub(crate) struct Parked {
    pub(crate) shoe: String,
    pub(crate) source: usize,
    pub(crate) line: Option<u64>,
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) limits: TableLimits,
}

/// What is known of a coup that waited, when an incident can no longer name it.
pub(crate) struct ParkedCoup {
    pub(crate) coup: QuickCoup,
    pub(crate) vouched: bool,
    pub(crate) in_window: bool,
    pub(crate) first_of_shoe: bool,
    /// The bound before which it may not commence: behind the previous one, when that had settled and when the log was opened.
    pub(crate) not_before: Option<Moment>,
    pub(crate) ticket: u64,
}

impl Line {
    pub(crate) fn of(coup: &QuickCoup) -> Self {
        Self { bytes: coup.whole_line().into(), number: coup.line, sha256: coup.sha256 }
    }

    /// The coup; `None` if its line cannot be read quickly again.
    fn coup(&self) -> Option<QuickCoup> {
        QuickCoup::again(&self.bytes, self.number, self.sha256)
    }
}

impl Parked {
    /// What is held of a coup, and what of it is packed. `None` if more was found or reported about it than its line
    /// shows.
    pub(crate) fn of(pending: &Pending, shoe: &str) -> Option<(Self, Waiting)> {
        let Pending {
            round,
            read: Some(read),
            vouched,
            in_window,
            ruleset: Some(ruleset),
            unelected: None,
            limits,
            aftermath,
            incidents,
            late,
            first_of_shoe,
            burns,
            replaced_before: false,
            checked_before: None,
            cut: None,
            worst: None,
            commenced,
            opened,
            before,
            around: _,
            ticket,
        } = pending
        else {
            return None;
        };
        if !incidents.is_empty() || !late.is_empty() || burns.as_ref().is_some_and(|burns| !burns.is_empty()) {
            return None;
        }
        read.coup()?;
        let coup = Waiting {
            read: read.clone(),
            vouched: *vouched,
            in_window: *in_window,
            first_of_shoe: *first_of_shoe,
            burns: burns.is_some(),
            commenced: *commenced,
            opened: opened.clone(),
            before: before.clone(),
            aftermath: aftermath.clone(),
            ticket: *ticket,
        };
        let (source, line) = (round.place.source, round.place.line);
        let (ruleset, limits) = (Arc::clone(ruleset), limits.clone());
        Some((Self { shoe: shoe.to_owned(), source, line, ruleset, limits }, coup))
    }

    /// The coup as it waited; `kind` is that of the table's source.
    pub(crate) fn take(&self, kind: SourceKind, coup: Waiting) -> Option<Pending> {
        let Waiting { read, vouched, in_window, first_of_shoe, burns, commenced, opened, before, aftermath, ticket } =
            coup;
        let record = read.coup()?.record();
        let place = place_of(&record, self.source);
        let Body::Coup(coup) = record.body else { return None };
        let round = Round::of_one_log(coup, place, record.at, kind);
        Some(Pending {
            round,
            read: Some(read),
            vouched,
            in_window,
            ruleset: Some(Arc::clone(&self.ruleset)),
            unelected: None,
            limits: self.limits.clone(),
            aftermath,
            incidents: Vec::new(),
            late: Vec::new(),
            first_of_shoe,
            burns: burns.then(Burns::default),
            replaced_before: false,
            checked_before: None,
            cut: None,
            worst: None,
            commenced,
            opened,
            before,
            around: Around::default(),
            ticket,
        })
    }
}

/// What is packed of a coup with its shoe.
#[derive(Serialize, Deserialize)]
pub(crate) struct Waiting {
    read: Line,
    vouched: bool,
    in_window: bool,
    first_of_shoe: bool,
    /// Whether the record of the shoe's previous coup could be read.
    burns: bool,
    commenced: Moment,
    opened: Option<Time>,
    before: Option<CoupBefore>,
    aftermath: Aftermath,
    ticket: u64,
}

impl Waiting {
    /// The coup alone, without what followed it.
    pub(super) fn alone(self) -> Option<ParkedCoup> {
        let Self { read, vouched, in_window, first_of_shoe, opened, before, ticket, .. } = self;
        let coup = read.coup()?;
        let (commenced, settled) = before.map_or((None, None), |before| (before.commenced, before.settled));
        let bounds = [opened, settled].into_iter().flatten().map(|time| time.moment());
        let not_before = bounds.chain(commenced.map(|time| behind(time.moment()))).max();
        Some(ParkedCoup { coup, vouched, in_window, first_of_shoe, not_before, ticket })
    }
}
