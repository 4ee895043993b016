use crate::dice::Dice;
use crate::moment::Moment;

/// The moments of one coup.
#[derive(Clone, Copy)]
pub(super) struct Times {
    pub(super) opened: Moment,
    pub(super) closed: Moment,
    pub(super) first_card: Moment,
    pub(super) settled: Moment,
    pub(super) at: Moment,
}

impl Times {
    pub(super) fn from(opened: Moment, dice: &mut Dice) -> Times {
        let closed = opened + dice.within(12_000, 18_000);
        let first_card = closed + dice.within(900, 3_000);
        let settled = first_card + dice.within(18_000, 32_000);
        Times { opened, closed, first_card, settled, at: settled + dice.within(100, 900) }
    }

    /// The same, this many milliseconds later.
    pub(super) fn moved(self, by: i64) -> Times {
        Times {
            opened: self.opened + by,
            closed: self.closed + by,
            first_card: self.first_card + by,
            settled: self.settled + by,
            at: self.at + by,
        }
    }
}
