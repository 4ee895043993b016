use crate::fault::IntegrityFault;
use crate::heads::{Head, Remembered};
use crate::key::KeyId;
use crate::open::Open;
use crate::time::Moment;

/// Coups of a log, and what is staked in them as far as it can be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoupStakes {
    /// Records of coups.
    pub coups: u64,
    /// In minor units, without chips.
    pub staked: i128,
}

impl std::ops::AddAssign for CoupStakes {
    fn add_assign(&mut self, more: Self) {
        self.coups = self.coups.saturating_add(more.coups);
        self.staked = self.staked.saturating_add(more.staked);
    }
}

/// What was found about a log as a log, once it has been read to its end.
#[derive(Debug, Default)]
pub struct LogVerdict {
    /// The opening record; `None` means that nothing was judged.
    pub open: Option<Open>,
    /// Every fault, in the order in which it was found, except those that were taken out before.
    pub faults: Vec<IntegrityFault>,
    /// Well-formed records.
    pub records: u64,
    /// The coups among them, as counted by whoever reads the records; so are the two counts of what could not be read.
    pub coups: u64,
    /// Records that a seal which counts vouches for.
    pub authenticated_records: u64,
    /// The coups that no seal which counts vouches for.
    pub not_vouched_coups: CoupStakes,
    /// The keys of the seals, each once: those of the trust store, and the first 1,000 others.
    pub keys: Vec<KeyId>,
    /// Whether this is an import without any seal: not authenticated, which is not a fault.
    pub unsealed_import: bool,
    /// Rounds of an import's source that could not be read, and are not coups of the log.
    pub unread_rounds: u64,
    /// Coups of an import of which some rows could not be read, and how many rows: as many of their wagers may lack.
    pub partly_read: (u64, u64),
    /// Coups that record no cards, and coups that record no declaration; an import may leave both out.
    pub lacking: (u64, u64),
    /// Whole lines, records or not.
    pub lines: u64,
    /// Whether the input failed before its end.
    pub cut_short: bool,
    /// The last seal that counts over a chain unbroken from the first line, and its line.
    pub head: Option<(u64, Head)>,
    /// Whether the last line is a seal that is spelled differently from the format's page. No seal covers the spelling
    /// of the last line, and its content is the same.
    pub end_respelled: bool,
    /// What became of the head that was remembered; `None` if there was none.
    pub remembered: Option<Remembered>,
    /// First and last lines, ascending.
    pub(crate) vouched: Vec<(u64, u64)>,
    /// The same stretches as `vouched`.
    pub(crate) sealed: Vec<SealedPart>,
}

/// A stretch of a log that a seal which counts vouches for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealedPart {
    /// When the earliest of its records was written.
    pub first: Moment,
    /// When the latest was.
    pub last: Moment,
    /// `seq` of the last seal that counts.
    pub seq: u64,
}

impl LogVerdict {
    /// What is known of a log of which only the opening record was read.
    #[must_use]
    pub fn unread(open: Option<Open>) -> Self {
        Self { open, ..Self::default() }
    }

    /// Whether a seal that counts vouches for the record on `line`.
    #[must_use]
    pub fn vouched(&self, line: u64) -> bool {
        let before = self.vouched.partition_point(|(from, _)| *from <= line);
        before.checked_sub(1).and_then(|at| self.vouched.get(at)).is_some_and(|(_, to)| line <= *to)
    }

    /// The lines that no seal which counts vouches for, in stretches from the first to the last of each, up to the last whole
    /// line.
    #[must_use]
    pub fn not_vouched(&self) -> Vec<(u64, u64)> {
        let ends = self.vouched.iter().copied().chain([(self.lines.saturating_add(1), self.lines)]);
        let mut next = 1;
        let mut gaps = Vec::new();
        for (from, to) in ends {
            if next < from {
                gaps.push((next, from.saturating_sub(1)));
            }
            next = to.saturating_add(1);
        }
        gaps
    }

    /// Whether seals that count vouch for every line of a log that was read to its end.
    #[must_use]
    pub fn wholly_vouched(&self) -> bool {
        let lines = self.vouched.iter().map(|(from, to)| to.saturating_sub(*from).saturating_add(1));
        self.lines > 0 && lines.sum::<u64>() == self.lines && !self.cut_short
    }

    /// From when to when the stretches were written for which seals that count vouch, in their order.
    #[must_use]
    pub fn sealed_parts(&self) -> &[SealedPart] {
        &self.sealed
    }

    /// The ranges of lines for which seals that count vouch, first and last line of each, ascending.
    #[must_use]
    pub fn vouched_lines(&self) -> &[(u64, u64)] {
        &self.vouched
    }
}
