//! The coup of a shoe that waits only because an incident may still name it, as its line and its surroundings.

use std::sync::Arc;

use resettle_coup_log::{Body, QuickCoup, Times};
use resettle_ruleset::Ruleset;
use resettle_sealed_log::{Digest, Moment, SourceKind, Time};

use super::pending::Pending;
use crate::case::{Around, CoupBefore};
use crate::moments::Aftermath;
use crate::replay::place_of;
use crate::replay::round::Round;
use crate::shoe::{Burns, Bytes, Text};
use crate::table_limits::TableLimits;

/// The line that a coup was read from quickly.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) bytes: Box<[u8]>,
    pub(crate) number: u64,
    pub(crate) sha256: Digest,
}

/// What is held of a coup that was put away with its shoe.
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
    /// The bound before which it may not commence: when the previous one had settled and when the log was opened.
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
    /// What is held of a coup; the rest of it is written down. `None` if more was found or reported about it than its
    /// line shows.
    pub(crate) fn put(pending: &Pending, shoe: &str, text: &mut Text) -> Option<Self> {
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
        let Line { bytes, number, sha256 } = read;
        text.bytes(bytes);
        text.number(*number);
        text.digest(sha256);
        [*vouched, *in_window, *first_of_shoe, burns.is_some()].into_iter().for_each(|flag| text.flag(flag));
        text.moment(*commenced);
        text.times(opened.as_ref());
        text.flag(before.is_some());
        for CoupBefore { commenced, settled } in before.iter() {
            text.times(commenced.as_ref());
            text.times(settled.as_ref());
        }
        let Aftermath { next_coup, shoe_end, shoe_check, final_seal, deals_on } = aftermath;
        text.flag(next_coup.is_some());
        for (Times { opened, closed, first_card, settled }, written) in next_coup.iter() {
            [opened, closed, first_card, settled].into_iter().for_each(|time| text.times(time.as_ref()));
            text.moment(*written);
        }
        [shoe_end, shoe_check, final_seal].into_iter().for_each(|moment| text.moments(*moment));
        text.flag(*deals_on);
        text.number(*ticket);
        let (source, line) = (round.place.source, round.place.line);
        let (ruleset, limits) = (Arc::clone(ruleset), limits.clone());
        Some(Self { shoe: shoe.to_owned(), source, line, ruleset, limits })
    }

    /// The coup alone, without what followed it.
    pub(super) fn coup(bytes: &mut Bytes<'_>) -> Option<ParkedCoup> {
        let Written { read, vouched, in_window, first_of_shoe, opened, before, ticket, .. } = Written::read(bytes)?;
        let coup = read.coup()?;
        let before = before.map_or([None, None], |before| [before.commenced, before.settled]);
        let bounds = [opened].into_iter().chain(before).flatten();
        let not_before = bounds.map(|time| time.moment()).max();
        Some(ParkedCoup { coup, vouched, in_window, first_of_shoe, not_before, ticket })
    }

    /// The coup as it waited; `kind` is that of the table's source.
    pub(crate) fn take(&self, kind: SourceKind, bytes: &mut Bytes<'_>) -> Option<Pending> {
        let written = Written::read(bytes)?;
        let record = written.read.coup()?.record();
        let place = place_of(&record, self.source);
        let Body::Coup(coup) = record.body else { return None };
        let round = Round::of_one_log(coup, place, record.at, kind);
        Some(Pending {
            round,
            read: Some(written.read),
            vouched: written.vouched,
            in_window: written.in_window,
            ruleset: Some(Arc::clone(&self.ruleset)),
            unelected: None,
            limits: self.limits.clone(),
            aftermath: written.aftermath,
            incidents: Vec::new(),
            late: Vec::new(),
            first_of_shoe: written.first_of_shoe,
            burns: written.burns.then(Burns::default),
            replaced_before: false,
            checked_before: None,
            cut: None,
            worst: None,
            commenced: written.commenced,
            opened: written.opened,
            before: written.before,
            around: Around::default(),
            ticket: written.ticket,
        })
    }
}

/// What [`Parked::put`] writes down, in that order.
struct Written {
    read: Line,
    vouched: bool,
    in_window: bool,
    first_of_shoe: bool,
    burns: bool,
    commenced: Moment,
    opened: Option<Time>,
    before: Option<CoupBefore>,
    aftermath: Aftermath,
    ticket: u64,
}

impl Written {
    fn read(bytes: &mut Bytes<'_>) -> Option<Self> {
        let line: Box<[u8]> = bytes.bytes()?.into();
        let read = Line { bytes: line, number: bytes.number()?, sha256: bytes.digest()? };
        let (vouched, in_window, first_of_shoe, burns) = (bytes.flag()?, bytes.flag()?, bytes.flag()?, bytes.flag()?);
        let (commenced, opened) = (bytes.moment()?, bytes.times()?);
        let before = match bytes.flag()? {
            true => Some(CoupBefore { commenced: bytes.times()?, settled: bytes.times()? }),
            false => None,
        };
        let next_coup = match bytes.flag()? {
            true => Some((times(bytes)?, bytes.moment()?)),
            false => None,
        };
        let (shoe_end, shoe_check, final_seal) = (bytes.moments()?, bytes.moments()?, bytes.moments()?);
        let aftermath = Aftermath { next_coup, shoe_end, shoe_check, final_seal, deals_on: bytes.flag()? };
        let ticket = bytes.number()?;
        Some(Self { read, vouched, in_window, first_of_shoe, burns, commenced, opened, before, aftermath, ticket })
    }
}

fn times(bytes: &mut Bytes<'_>) -> Option<Times> {
    Some(Times { opened: bytes.times()?, closed: bytes.times()?, first_card: bytes.times()?, settled: bytes.times()? })
}
