//! What went back with each of several wagers, where the source has sums for all of them alone.

/// More wagers of a row are not distinguished: there would be too many ways.
const MOST: usize = 12;

/// What the source says of the wagers of a coup together, in minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sums {
    /// What was won, without stakes.
    pub(crate) won: Option<i64>,
    /// What the house won, negative where it lost.
    pub(crate) house: Option<i64>,
}

impl Sums {
    /// What went back with each wager, stake included, as far as these sums leave one way alone. A wager of several is taken to be
    /// lost whole, to have won, or to have gone back as it was.
    pub(crate) fn apart(self, stakes: &[i64]) -> Vec<Option<i64>> {
        self.in_one_way(stakes).unwrap_or_else(|| vec![None; stakes.len()])
    }

    /// Whether they contradict each other where there is one wager: what it won is what the house lost, and where it won nothing, the
    /// house won no more than its stake.
    pub(crate) fn disagree(self, stakes: &[i64]) -> bool {
        match (stakes, self.won, self.house) {
            ([stake], Some(0), Some(house)) => !(0..=*stake).contains(&house),
            ([_], Some(won), Some(house)) => won.checked_neg() != Some(house),
            ([stake], None, Some(house)) => house > *stake,
            _ => false,
        }
    }

    fn in_one_way(self, stakes: &[i64]) -> Option<Vec<Option<i64>>> {
        if self.disagree(stakes) {
            return None;
        }
        let staked = stakes.iter().try_fold(0_i64, |sum, stake| sum.checked_add(*stake))?;
        if let Some(house) = self.house {
            let returned = staked.checked_sub(house).filter(|returned| *returned >= 0)?;
            match (stakes, returned) {
                ([_], returned) => return Some(vec![Some(returned)]),
                (_, 0) if self.won.unwrap_or(0) == 0 => return Some(vec![Some(0); stakes.len()]),
                _ => {}
            }
        } else if let ([stake], Some(won)) = (stakes, self.won.filter(|won| *won > 0)) {
            return Some(vec![stake.checked_add(won)]);
        }
        let (won, house) = (self.won.filter(|won| *won >= 0)?, self.house?);
        let lost = house.checked_add(won)?;
        if stakes.len() > MOST {
            return None;
        }
        // Which wagers were lost: each way is a number, a bit for each wager.
        let is_lost = |way: u32, at: usize| way & (1 << at) != 0;
        let sum =
            |way: &u32| (0..).zip(stakes).filter(|(at, _)| is_lost(*way, *at)).map(|(_, stake)| *stake).sum::<i64>();
        let mut ways = (0..1_u32 << stakes.len()).filter(|way| sum(way) == lost);
        let way = ways.next().filter(|_| ways.next().is_none())?;
        let kept = stakes.len().saturating_sub(usize::try_from(way.count_ones()).ok()?);
        if won > 0 && kept == 0 {
            return None;
        }
        let back = |(at, stake): (usize, &i64)| match is_lost(way, at) {
            true => Some(0),
            // Of several that were not lost, it is open which have won.
            false => stake.checked_add(won).filter(|_| won == 0 || kept == 1),
        };
        Some(stakes.iter().enumerate().map(back).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_taken_apart_where_there_is_one_way() {
        for (stakes, won, house, expected) in [
            (&[500, 300][..], Some(300), Some(200), vec![Some(0), Some(600)]),
            (&[500, 300], Some(540), Some(-40), vec![Some(0), Some(840)]),
            (&[500, 300], Some(540), Some(-240), vec![Some(1_040), Some(0)]),
            (&[500, 300], Some(540), Some(-540), vec![None, None]),
            (&[500, 300], Some(240), Some(260), vec![Some(0), Some(540)]),
            (&[500, 300], Some(0), Some(0), vec![Some(500), Some(300)]),
            (&[500, 300, 50], Some(0), Some(50), vec![Some(500), Some(300), Some(0)]),
            (&[500, 300], Some(0), Some(800), vec![Some(0), Some(0)]),
            (&[500, 300], None, Some(800), vec![Some(0), Some(0)]),
            (&[500], None, Some(200), vec![Some(300)]),
            (&[500], Some(500), None, vec![Some(1_000)]),
            (&[], Some(0), Some(0), vec![]),
            // Two were kept, and one of them or both won; the third was lost.
            (&[500, 300, 50], Some(400), Some(-350), vec![None, None, Some(0)]),
            // Either was lost.
            (&[500, 500], Some(500), Some(0), vec![None, None]),
            // No stakes make up what was lost.
            (&[500, 300], Some(100), Some(300), vec![None, None]),
            (&[500], Some(0), None, vec![None]),
            (&[500], None, Some(600), vec![None]),
            // A half of it went back.
            (&[500], Some(0), Some(250), vec![Some(250)]),
            // One wager of which both sums cannot be true.
            (&[500], Some(500), Some(500), vec![None]),
            (&[500], Some(500), Some(-475), vec![None]),
            (&[500], Some(0), Some(-500), vec![None]),
            (&[500], Some(475), Some(-475), vec![Some(975)]),
            (&[500, 300], Some(300), Some(800), vec![None, None]),
            (&[500, 300], None, Some(200), vec![None, None]),
        ] {
            assert_eq!(Sums { won, house }.apart(stakes), expected, "{stakes:?} {won:?} {house:?}");
        }
        assert_eq!(Sums { won: Some(0), house: Some(1) }.apart(&[1; 13]), vec![None; 13]);
    }
}
