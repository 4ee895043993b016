use resettle_game::Card;
use resettle_rules::Pays;
use resettle_ruleset::Cited;

use super::Unjudged;
use crate::coup::{Hands, Outcome};
use crate::finding::Finding;
use crate::irregularity::Logged;
use crate::placed_wager::PlacedWager;
use crate::sink::{NotAtRisk, not_taken_off};

/// An irregularity of a coup that is judged as if it were not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeftOut {
    /// Its place among those of the coup.
    pub(crate) at: usize,
    /// What refutes it, or what of it cannot be read, in words.
    pub(crate) why: String,
}

/// The judgement of a coup.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub(crate) findings: Vec<Finding>,
    pub(crate) due: i128,
    /// What was due for each wager, in their order.
    pub(crate) dues: Vec<i128>,
    /// Wagers for which it cannot be determined what was due; the sums use the amount returned instead.
    pub(crate) not_judged: Vec<usize>,
    /// Commissions that the rules let nobody take off: so much more came back of the wager at this place than its record nets.
    pub(crate) not_taken_off: Vec<(usize, i128)>,
    /// Why money of the coup is not judged, where no finding of the coup says so.
    pub(crate) unjudged: Option<Unjudged>,
    /// Wagers whose stakes were not at risk in a coup that is settled, and why, in their order.
    pub(crate) not_at_risk: Vec<(usize, NotAtRisk)>,
    /// What became of the stakes that counted, by the outcome, in their order.
    pub(crate) pays: Vec<(usize, Pays)>,
    /// What the coup was settled by; empty if it is void.
    pub(crate) outcome: Outcome,
    /// The hands, if the cards gave the outcome.
    pub(crate) hands: Option<Hands>,
    /// Whether the cards count as drawn, whatever reconstruction is logged.
    pub(crate) as_drawn: bool,
    /// Whether it was misdealt, but such an error cannot explain what was announced: the cards count.
    pub(crate) beyond_reach: bool,
    /// The card that was kept for the next coup by right, if rank and suit are known, and the clause if that has to be a no-bet
    /// coup.
    pub(crate) kept: Option<(Option<Card>, Option<Cited>)>,
    /// Of a void coup: the clause by which the next one has to be a no-bet coup, and its first card if that is known.
    pub(crate) owes_no_bet: Option<(Option<Card>, Cited)>,
    /// Its irregularities as far as they stand: those that the log refutes are not among them.
    pub(crate) believed: Vec<Logged>,
    /// Its irregularities that are judged as if they were not there, and why.
    pub(crate) left_out: Vec<LeftOut>,
    /// Wagers that are logged as not accepted, or as removed, by their places in order.
    pub(crate) not_left: Vec<usize>,
    /// What was due for each wager by the cards as logged, whatever anybody says; `None` if the cards do not show it.
    pub(crate) by_cards: Option<Vec<i128>>,
    /// Whether the coup was voided.
    pub(crate) is_void: bool,
    /// What the cards give, if the coup was voided without ground.
    pub(crate) without_ground: Option<(Outcome, Hands)>,
    /// Whether it had to be void but was settled.
    pub(crate) had_to_be_void: bool,
    /// Whether its deal is judged: not if it is void or had to be void.
    pub(crate) deal_judged: bool,
    /// Whether it stands as declared because somebody logged that it was misdealt, so that nobody asks how it was dealt.
    pub(crate) by_claim: bool,
    /// Wagers that were voided under a clause that lets somebody void wagers.
    pub(crate) wagers_voided: Vec<String>,
    /// Wagers that were removed without a logged time.
    pub(crate) undated_removals: Vec<usize>,
    /// Whether every wager was removed after a reconstruction.
    pub(crate) all_removed: bool,
    /// Wagers that are in time only by the tolerance of their source's clock.
    pub(crate) leaned: Vec<usize>,
}

impl Judged {
    /// What came back of a wager as far as it counts.
    pub(crate) fn came_back(&self, wager: &PlacedWager<'_>) -> i128 {
        wager.net() + not_taken_off(&self.not_taken_off, wager.at)
    }
}
