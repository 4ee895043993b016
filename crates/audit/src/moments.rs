//! The moments of a round that rules speak of.

use resettle_coup_log::{Moment, Time, Times};
use resettle_ruleset::{AlsoCommences, Moments, RoundTime};

/// One of the times of a round, where the log tells it.
pub(crate) fn round_time(times: &Times, which: RoundTime) -> Option<Moment> {
    let time = match which {
        RoundTime::Opened => &times.opened,
        RoundTime::Closed => &times.closed,
        RoundTime::FirstCard => &times.first_card,
    };
    time.as_ref().map(Time::moment)
}

/// When play commenced: it was announced, or the first card left the device.
pub(crate) fn commencement(times: &Times) -> Option<Moment> {
    times.opened.as_ref().or(times.first_card.as_ref()).map(Time::moment)
}

/// What came after a coup, as far as some ruleset may ask for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aftermath {
    /// The times of the table's next coup, and when its record was written.
    pub(crate) next_coup: Option<(Times, Moment)>,
    pub(crate) shoe_end: Option<Moment>,
    pub(crate) shoe_check: Option<Moment>,
    pub(crate) final_seal: Option<Moment>,
}

impl Aftermath {
    /// The next commencement as a ruleset understands it; none where nothing follows.
    pub(crate) fn next_commencement(&self, moments: &Moments) -> Option<Moment> {
        let coup = self.next_coup.as_ref().map(|(times, written)| {
            round_time(times, moments.next_commencement).or_else(|| commencement(times)).unwrap_or(*written)
        });
        let also = moments.also.iter().filter_map(|what| match what {
            AlsoCommences::ShoeEnd => self.shoe_end,
            AlsoCommences::ShoeCheck => self.shoe_check,
            AlsoCommences::FinalSeal => self.final_seal,
        });
        coup.into_iter().chain(also).min()
    }
}
