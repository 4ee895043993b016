use resettle_reference::Rules;

use crate::dice::Dice;
use crate::drawn::one_of;
use crate::fault::{Fault, Scope};
use crate::faults;

/// Which shoe gets a fault, and where in it.
pub(crate) struct FaultLot {
    faults: Vec<&'static Fault>,
    misses: Vec<&'static Fault>,
    one_in: u64,
    seed: u64,
    /// Shoes for which lots were drawn.
    shoes: u64,
    /// What the shoe in play is to show, from this coup of its on.
    drawn: Option<(u64, &'static Fault)>,
}

/// Within this many coups of its beginning a shoe shows its fault, if anything lets it: every shoe has as many.
const WITHIN: u64 = 25;

impl FaultLot {
    pub(crate) fn new(rules: Rules, one_in: u32, seed: u64) -> FaultLot {
        let fits = |fault: &&Fault| fault.fits(rules) && fault.fits_logs(false) && fault.scope != Scope::Log;
        let (faults, misses) = faults::all().filter(fits).partition(|fault| fault.code.is_some());
        FaultLot { faults, misses, one_in: u64::from(one_in), seed, shoes: 0, drawn: None }
    }

    /// Draws for a shoe that has just begun.
    pub(crate) fn shoe(&mut self) {
        self.drawn = None;
        if self.one_in == 0 {
            return;
        }
        self.shoes += 1;
        let mut dice = Dice::of(self.seed, "shoe", self.shoes);
        // One lot for both, so that no shoe has two.
        let from = match dice.below(self.one_in.max(2)) {
            0 => &self.faults,
            1 => &self.misses,
            _ => return,
        };
        let at = 2 + dice.below(WITHIN);
        self.drawn = one_of(from, self.seed, self.shoes).map(|fault| (at, fault));
    }

    /// What to plant on the shoe's coup of this number.
    pub(crate) fn due(&self, coup: u64, last: bool) -> Option<&'static Fault> {
        let (at, fault) = self.drawn?;
        (coup >= at && !(last && fault.ahead)).then_some(fault)
    }

    /// It found its place.
    pub(crate) fn planted(&mut self) {
        self.drawn = None;
    }
}
