//! The table of play: where each card of a sequence goes.

use resettle_game::{KnownCard, PerSide, Side};
use resettle_ruleset::{Cite, Decision, Ruleset};

use super::outcome::Hands;

/// A coup dealt by the rules from a sequence of cards.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The hand that each card of the sequence goes to; shorter than the sequence if cards are left over.
    pub to: Vec<Side>,
    /// The hand that needs a card which the sequence does not hold, and the clause that gives it that card.
    pub lacks: Option<(Side, Cite)>,
    /// What each hand holds at the end of the deal, physical cards only.
    pub hands: Hands,
    /// How each draw was decided, in order.
    pub decisions: Vec<(Side, DrawStep)>,
}

/// One decision of the table of play.
#[derive(Clone, Debug)]
pub struct DrawStep {
    /// The total that decided it.
    pub total: u8,
    /// Whether the hand draws.
    pub draws: bool,
    /// Whether the total is a natural, which ends the drawing for both hands.
    pub natural: bool,
    /// Where the document says so.
    pub clause: Cite,
}

/// Deals `cards` by the ruleset's table of play.
#[must_use]
pub fn play<C: Copy + Into<KnownCard>>(ruleset: &Ruleset, cards: &[C]) -> Played {
    let mut played = Played::default();
    let mut rest = cards.iter().map(|card| (*card).into());
    for side in &ruleset.deal.order {
        if !deal_one(&mut played, *side, &mut rest, &ruleset.deal.clause) {
            return played;
        }
    }
    let totals = PerSide {
        player: played.hands.total(Side::Player, ruleset),
        banker: played.hands.total(Side::Banker, ruleset),
    };
    for side in Side::BOTH {
        let total = *totals.of(side);
        if ruleset.draws.is_natural(total) {
            let clause = ruleset.draws.natural_clause.clone();
            played.decisions.push((side, DrawStep { total, draws: false, natural: true, clause }));
            return played;
        }
    }
    let mut third = None;
    if let Some(decision) = ruleset.draws.player(totals.player) {
        note(&mut played, Side::Player, totals.player, decision);
        if decision.draws {
            if !deal_one(&mut played, Side::Player, &mut rest, &decision.clause) {
                return played;
            }
            third = played.hands.cards.player.last().map(|card| ruleset.table.points(*card));
        }
    }
    if let Some(decision) = ruleset.draws.banker(totals.banker, third) {
        note(&mut played, Side::Banker, totals.banker, decision);
        if decision.draws {
            deal_one(&mut played, Side::Banker, &mut rest, &decision.clause);
        }
    }
    played
}

fn note(played: &mut Played, side: Side, total: u8, decision: &Decision) {
    let step = DrawStep { total, draws: decision.draws, natural: false, clause: decision.clause.clone() };
    played.decisions.push((side, step));
}

fn deal_one(played: &mut Played, side: Side, rest: &mut impl Iterator<Item = KnownCard>, clause: &Cite) -> bool {
    match rest.next() {
        Some(card) => {
            played.to.push(side);
            played.hands.cards.of_mut(side).push(card);
            true
        }
        None => {
            played.lacks = Some((side, clause.clone()));
            false
        }
    }
}
