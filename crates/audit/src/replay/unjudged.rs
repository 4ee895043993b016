//! Money that is not judged, put together by day and reason: one finding each, with all that was staked and returned.

use std::collections::BTreeMap;

use resettle_game::counted;
use resettle_sealed_log::Time;

use super::shoes::Pending;
use super::table::TableAudit;
use crate::case::{Judged, Unjudged};
use crate::catalogue::Code;
use crate::finding::{Finding, Place, Severity};
use crate::money::Money;

/// The days on which money was not judged, as their logs write them, and why.
pub(super) type UnjudgedMoney = BTreeMap<(String, Unjudged), Sum>;

/// Money in minor units.
pub(super) struct Sum {
    /// The first record.
    place: Place,
    coups: u64,
    money: Money,
    /// Whether all of it stands in imports that nobody vouches for.
    by_imports: bool,
}

impl TableAudit<'_> {
    /// Counts a coup whose money is not judged.
    pub(super) fn note_unjudged(&mut self, pending: &Pending, judged: &Judged) {
        let Some(why) = judged.unjudged.filter(|_| pending.in_window) else { return };
        let round = &pending.round;
        let by_import = self.logs.is_import(round.place.source) && !self.asks_claims;
        let sum = self.unjudged.entry((day_of(pending), why)).or_insert_with(|| Sum {
            place: Place { shoe: None, coup: None, ..round.place.clone() },
            coups: 0,
            money: Money::default(),
            by_imports: true,
        });
        sum.coups += 1;
        sum.by_imports &= by_import;
        let wagers = round.wagers();
        for wager in wagers.iter().filter(|wager| judged.not_judged.binary_search(&wager.at).is_ok()) {
            sum.money.staked += i128::from(wager.stake);
            sum.money.returned += judged.came_back(wager);
        }
    }

    /// One finding for each day and reason.
    pub(super) fn report_unjudged(&mut self) {
        for ((day, why), sum) in std::mem::take(&mut self.unjudged) {
            let Sum { place, coups, money: Money { staked, returned, .. }, by_imports } = sum;
            let message = format!(
                "money of {} of {day} is not judged: {}; reported once for the day",
                counted(coups, "coup"),
                why.why()
            );
            let finding = Finding::new(Code::Unjudged, &place, message)
                .compared(format!("{staked} staked"), format!("{returned} returned"));
            self.out.report(if by_imports { finding.severity(Severity::Info) } else { finding });
        }
    }
}

/// The date on which a coup commenced, as its log writes it.
fn day_of(pending: &Pending) -> String {
    let times = &pending.round.coup.times;
    let at: &Time = times.opened.as_ref().or(times.first_card.as_ref()).unwrap_or(&pending.round.written);
    at.as_str().chars().take(10).collect()
}
