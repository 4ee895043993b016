//! Wagers refused in time.

use crate::{Authority, Rules};

/// How a refusal in time is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Some clause grounds it.
    Grounded,
    /// The document knows refusals, and this one has no ground: reported for information.
    Ungrounded,
    /// The document knows no refusal.
    Unknown,
}

/// Whether a wager may have been refused, at a terminal that an interruption names or by somebody.
pub fn refusal(rules: Rules, terminal_interrupted: bool, by: Option<Authority>) -> Refusal {
    let grounded = match rules {
        // 5.10.2
        Rules::MbsElectronic2023 => terminal_interrupted,
        // 14.11, 1.1
        Rules::StarSevenUp2016 => by >= Some(Authority::GamingSupervisor),
        Rules::MbsSevenUp2011 | Rules::MbsSevenUp2017 | Rules::MbsBaccarat2017 => return Refusal::Unknown,
    };
    if grounded { Refusal::Grounded } else { Refusal::Ungrounded }
}
