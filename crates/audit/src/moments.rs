//! The moments of a round that rules refer to.

use resettle_coup_log::{Coup, Times};
use resettle_ruleset::{AlsoCommences, Moments, RoundTime};
use resettle_sealed_log::{Moment, Time};
use serde::{Deserialize, Serialize};

/// One of the times of a round.
pub(crate) fn one_of<T>(which: RoundTime, opened: T, closed: T, first_card: T) -> T {
    match which {
        RoundTime::Opened => opened,
        RoundTime::Closed => closed,
        RoundTime::FirstCard => first_card,
    }
}

/// One of the times of a round, if the log records it.
pub(crate) fn round_time(times: &Times, which: RoundTime) -> Option<Moment> {
    one_of(which, &times.opened, &times.closed, &times.first_card).as_ref().map(Time::moment)
}

/// When play commenced: it was announced, or the first card left the device.
pub(crate) fn commencement(times: &Times) -> Option<Moment> {
    times.opened.as_ref().or(times.first_card.as_ref()).map(Time::moment)
}

/// The moment behind this one.
pub(crate) fn behind(moment: Moment) -> Moment {
    Moment { nanos: moment.nanos.saturating_add(1) }
}

/// What dates an imported coup that records no commencement: the nearest time to it that the coup has. The record's own
/// time is that of the import.
pub(crate) fn dates_import(coup: &Coup) -> Option<(&'static str, &Time)> {
    let times = &coup.times;
    let placed = coup.wagers.iter().flatten().filter_map(|wager| wager.placed.as_ref());
    let named = [("times.closed", times.closed.as_ref()), ("times.settled", times.settled.as_ref())];
    let named = named.into_iter().chain([("the last `placed` of its wagers", placed.max())]);
    named.filter_map(|(name, time)| Some((name, time?))).next()
}

/// When an imported coup was played, as it says.
pub(crate) fn played_at(coup: &Coup) -> Option<&Time> {
    let commenced = coup.times.opened.as_ref().or(coup.times.first_card.as_ref());
    commenced.or_else(|| dates_import(coup).map(|(_, time)| time))
}

/// The moment of a coup that records no commencement.
pub(crate) fn without_commencement(coup: &Coup, imported: bool, written: Moment) -> Moment {
    let dated = dates_import(coup).filter(|_| imported);
    dated.map_or(written, |(_, time)| time.moment())
}

/// When play commenced as a ruleset means it; if the log lacks that time, the other one.
pub(crate) fn commenced_at(times: &Times, which: RoundTime) -> Option<&Time> {
    let (opened, first_card) = (times.opened.as_ref(), times.first_card.as_ref());
    let (means, other) = commencement_of(which, opened, first_card);
    means.or(other)
}

/// The time that a ruleset means by commencement, and the other one.
pub(crate) fn commencement_of<T: Copy>(which: RoundTime, opened: T, first_card: T) -> (T, T) {
    // Play commences with the coup, not with its close.
    let means = one_of(which, opened, opened, first_card);
    (means, one_of(which, first_card, first_card, opened))
}

/// What came after a coup, as far as some ruleset may need it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Aftermath {
    /// The times of the table's next coup, and when its record was written.
    pub(crate) next_coup: Option<(Times, Moment)>,
    pub(crate) shoe_end: Option<Moment>,
    pub(crate) shoe_check: Option<Moment>,
    pub(crate) final_seal: Option<Moment>,
    /// Whether the same shoe dealt another coup, with no new start between.
    pub(crate) deals_on: bool,
    /// Whether the number of that coup is none that follows: then its own number may come again too.
    pub(crate) numbers_repeat: bool,
}

/// What set the next commencement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Follows {
    Coup,
    ShoeEnd,
    ShoeCheck,
    FinalSeal,
}

impl Aftermath {
    /// The next commencement as a ruleset understands it; `None` if nothing follows.
    pub(crate) fn next_commencement(&self, moments: &Moments) -> Option<Moment> {
        self.commences_next(moments).map(|(moment, _)| moment)
    }

    /// The next commencement and what set it.
    pub(crate) fn commences_next(&self, moments: &Moments) -> Option<(Moment, Follows)> {
        let coup = self.next_coup.as_ref().map(|(times, written)| {
            round_time(times, moments.next_commencement.time).or_else(|| commencement(times)).unwrap_or(*written)
        });
        let also = moments.next_commencement.also.iter().flatten().filter_map(|what| match what {
            AlsoCommences::ShoeEnd => Some((self.shoe_end?, Follows::ShoeEnd)),
            AlsoCommences::ShoeCheck => Some((self.shoe_check?, Follows::ShoeCheck)),
            AlsoCommences::FinalSeal => Some((self.final_seal?, Follows::FinalSeal)),
        });
        coup.map(|moment| (moment, Follows::Coup)).into_iter().chain(also).min()
    }
}
