//! How many faults of each kind chance gives whoever was on duty.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use resettle_odds::{Fraction, root};
use resettle_report::document::StaffRow;
use resettle_report::tally::{Post, StaffCounts, StaffMost};

/// Says for everybody who is named beside others of the post how many faults of each kind chance gives at most, if all of the
/// post make them equally often: the faults of all of them fall to their coups by lot.
pub fn bound(rows: &mut [StaffRow]) {
    let mut all: BTreeMap<(String, String, Post), (StaffCounts, usize)> = BTreeMap::new();
    let post = |row: &StaffRow| (row.venue.clone(), row.currency.clone(), row.post);
    for row in rows.iter().filter(|row| row.id.is_some()) {
        let (counts, people) = all.entry(post(row)).or_default();
        counts.add(&row.counts);
        *people += 1;
    }
    for row in rows.iter_mut().filter(|row| row.id.is_some()) {
        let Some((all, _)) = all.get(&post(row)).filter(|(_, people)| *people > 1) else { continue };
        row.most_by_chance = StaffMost::of(|work| most(all.faults(work), row.counts.coups, all.coups));
    }
}

/// The most of `faults` that fall to `own` of `coups` by lot, but for one time in 2000: the mean, as many deviations as a band
/// reaches, and the skewness of small counts (Cornish and Fisher), which differs from the exact number by one at most.
/// `None` where there are no coups.
fn most(faults: u64, own: u64, coups: u64) -> Option<u64> {
    if coups == 0 {
        return None;
    }
    if own == coups {
        return Some(faults);
    }
    let part = Fraction::new(own.into(), coups.into());
    let mean = whole(faults) * &part;
    let variance = &mean * (whole(1) - &part);
    let reach = reach();
    let skewness = (&reach * &reach - whole(1)) / whole(6) * (whole(1) - whole(2) * &part);
    let most = (mean + root(&variance, 6)? * reach + skewness).round().to_integer();
    Some(u64::try_from(most.max(BigInt::ZERO)).ok()?.min(faults))
}

/// How far a band reaches, in standard deviations.
pub(crate) fn reach() -> Fraction {
    Fraction::new(329.into(), 100.into())
}

pub(crate) fn whole(number: impl Into<BigInt>) -> Fraction {
    Fraction::from_integer(number.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exact numbers, from sums of the binomial distribution, are 3, 4, 11 and 132.
    #[test]
    fn few_faults_fall_to_one_of_many() {
        assert_eq!(most(5, 100, 1_000), Some(4));
        assert_eq!(most(10, 50, 1_000), Some(4));
        assert_eq!(most(20, 200, 1_000), Some(11));
        assert_eq!(most(1_000, 100, 1_000), Some(133));
        assert_eq!(most(3, 1_000, 1_000), Some(3));
        assert_eq!(most(0, 10, 1_000), Some(0));
        assert_eq!(most(1, 0, 0), None);
    }

    #[test]
    fn whoever_is_alone_is_compared_with_nobody() {
        let row = |id: Option<&str>, coups, dealing| StaffRow {
            id: id.map(str::to_owned),
            counts: StaffCounts { coups, dealing, ..StaffCounts::default() },
            ..StaffRow::default()
        };
        let mut alone = [row(Some("ann"), 1_000, 9), row(None, 50_000, 0)];
        bound(&mut alone);
        assert!(alone.iter().all(|row| row.most_by_chance.is_none()));
        let mut several = [row(Some("ann"), 1_000, 9), row(Some("ben"), 9_000, 1), row(None, 50_000, 70)];
        bound(&mut several);
        let most = several.map(|row| row.most_by_chance.map(|most| most.dealing));
        assert_eq!(most, [Some(5), Some(10), None]);
    }
}
