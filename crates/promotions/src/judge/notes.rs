//! What no clause judges and people have to see: counted, with its money and the first rows.

use resettle_game::PrizeKind;

use super::Judgement;
use crate::read::RowPlace;
use crate::register::Register;

/// Something that happened or did not, over all promotions that a ruleset judges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What, as the report names it.
    pub what: &'static str,
    /// What, in words.
    pub says: &'static str,
    /// How often.
    pub number: u64,
    /// The money in it, in minor units.
    pub money: i128,
    /// The first rows that show it.
    pub places: Vec<RowPlace>,
}

/// How many rows are named.
const PLACES: usize = 5;

impl Note {
    fn none_of(what: &'static str, says: &'static str) -> Self {
        Self { what, says, number: 0, money: 0, places: Vec::new() }
    }

    fn add(&mut self, money: i128, at: &RowPlace) {
        self.number += 1;
        self.money = self.money.saturating_add(money);
        if self.places.len() < PLACES {
            self.places.push(at.clone());
        }
    }
}

/// Those that happened, in a fixed order.
pub(super) fn notes(register: &Register, judgement: &Judgement<'_>) -> Vec<Note> {
    let mut not_held = Note::none_of("draws_not_held", "draws planned and not held, with the value of their prizes");
    let mut cash =
        Note::none_of("cash_above", "prizes paid in cash above the amount beyond which ways of payment are ruled");
    let mut above =
        Note::none_of("paid_above_value", "prizes other than cash for which more was paid than their value");
    let mut nobody = Note::none_of("payees_not_named", "payments that name no payee");
    let mut unpaid = Note::none_of("prizes_not_paid", "prizes that have a winner and of which no payment is recorded");
    for draw in &register.draws {
        let Some(applied) = judgement.rulesets_applied.get(&draw.promotion) else { continue };
        let Some(prize) = judgement.index.prize(&draw.promotion, &draw.prize) else { continue };
        if draw.held.is_none() && draw.planned.moment() <= judgement.as_of {
            not_held.add(prize.value.into(), &draw.at);
        }
        let parts = judgement.index.payments(&draw.promotion, &draw.draw);
        if draw.held.is_some() && draw.winner.is_some() && parts.is_empty() {
            unpaid.add(prize.value.into(), &draw.at);
        }
        for part in parts.iter().filter(|part| part.payee.is_none()) {
            nobody.add(part.amount.into(), &part.at);
        }
        let is_cash = |method: &str| method == "cash";
        let in_cash: i128 = parts.iter().filter(|part| is_cash(&part.method)).map(|part| i128::from(part.amount)).sum();
        if let Some(first) = parts.first().filter(|_| in_cash > i128::from(applied.rules.payment.prize_over)) {
            cash.add(in_cash, &first.at);
        }
        let paid: i128 = parts.iter().map(|part| i128::from(part.amount)).sum();
        let over = paid - i128::from(prize.value);
        if let Some(first) = parts.first().filter(|_| prize.kind != PrizeKind::Cash && over > 0) {
            above.add(over, &first.at);
        }
    }
    [not_held, unpaid, cash, above, nobody].into_iter().filter(|note| note.number > 0).collect()
}
