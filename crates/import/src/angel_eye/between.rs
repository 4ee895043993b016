//! Pauses between two coups that were long enough for as many frames to be lost as the sequence characters count: whole coups then
//! are missing without a gap, and nothing but the time shows it.

/// Fewer pauses do not show what is usual.
const FEWEST: usize = 3;

/// So many are kept.
const MOST: usize = 4_096;

/// From the result of a coup to the first card of the next one of its shoe.
#[derive(Debug, Clone)]
pub(super) struct Pause {
    /// The place of the result, and of the first card.
    pub(super) from: u64,
    pub(super) to: u64,
    /// The number of the coup that ended.
    pub(super) coup: i64,
    pub(super) shoe: String,
    pub(super) milliseconds: i64,
}

/// The pauses of a capture.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    kept: Vec<Pause>,
    /// Pauses beyond the number that is kept, and the place of the first card behind the first of them.
    more: u64,
    first_more: u64,
}

impl Pauses {
    pub(super) fn take(&mut self, pause: Pause) {
        if self.kept.len() < MOST {
            self.kept.push(pause);
            return;
        }
        if self.more == 0 {
            self.first_more = pause.to;
        }
        self.more = self.more.saturating_add(1);
    }

    /// How many pauses are not kept, and so not compared, and the place behind the first of them; `None` where all are.
    pub(super) fn not_kept(&self) -> Option<(u64, u64)> {
        (self.more > 0).then_some((self.more, self.first_more))
    }

    /// Those in which as many frames may have come as the characters count, which take as long as `row` and with a whole coup among
    /// them have two pauses between coups, one of which may be short; and what is usual.
    pub(super) fn long(&self, row: Option<i64>) -> (i64, Vec<&Pause>) {
        let mut all: Vec<i64> = self.kept.iter().map(|pause| pause.milliseconds).collect();
        all.sort_unstable();
        match (all.get(all.len() / 2), row) {
            (Some(usual), Some(row)) if all.len() >= FEWEST => {
                let least = row.max(usual.saturating_add(usual / 2));
                (*usual, self.kept.iter().filter(|pause| pause.milliseconds >= least).collect())
            }
            _ => (0, Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_in_which_so_many_frames_may_have_come() {
        let pauses = |all: &[i64]| {
            let mut pauses = Pauses::default();
            for (coup, milliseconds) in (1..).zip(all) {
                pauses.take(Pause { from: 1, to: 2, coup, shoe: "x".to_owned(), milliseconds: *milliseconds });
            }
            pauses
        };
        let long = |all: &[i64], row| {
            let (usual, coups) =
                (pauses(all).long(row).0, pauses(all).long(row).1.iter().map(|pause| pause.coup).collect());
            (usual, coups)
        };
        assert_eq!(long(&[12_000, 13_000, 30_000, 12_000], Some(30_000)), (13_000, vec![3]));
        assert_eq!(long(&[12_000, 13_000, 29_000, 12_000], Some(30_000)), (13_000, vec![]));
        // Where bets are placed for longer than so many frames take.
        assert_eq!(long(&[60_000, 62_000, 61_000, 95_000], Some(30_000)), (62_000, vec![4]));
        assert_eq!(long(&[12_000, 13_000, 45_000], None), (0, vec![]));
        assert_eq!(long(&[12_000, 90_000], Some(30_000)), (0, vec![]));
        assert_eq!(pauses(&[12_000; MOST]).not_kept(), None);
        assert_eq!(pauses(&[12_000; MOST + 3]).not_kept(), Some((3, 2)));
    }
}
