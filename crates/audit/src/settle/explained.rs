//! What would explain an amount that was not due: what was announced, or other odds of the same bet.

use resettle_coup_log::Wager;
use resettle_game::counted;
use resettle_rules::Pays;

use super::payout::payout;
use super::unsettled::UnsettledCoup;
use crate::coup::Outcome;

impl UnsettledCoup<'_> {
    /// By what else the bet would have returned exactly this, if that is known.
    pub(super) fn explained(&self, wager: &Wager, bet: usize, returned: i128) -> Option<String> {
        let chip = self.limits.chip();
        if let Some(declared) = self.declared
            && let announced = Outcome::declared(self.ruleset, Some(declared), Some(&self.outcome.facts))
            && let Some(paid) = payout(self.ruleset, bet, &announced, None, wager.stake, chip)
            && paid.amount.off(returned) == 0
        {
            let pays = in_words(paid.row.pays());
            let said = announced.announced_in_words();
            return Some(format!(
                "what went back is as much as the result as announced{said} would pay: {pays}{}",
                self.others_paid(wager, bet, &announced)
            ));
        }
        let rows = self.ruleset.wagers.get(bet)?.rows.iter();
        let odds = rows.map(|row| row.pays()).filter(|pays| matches!(pays, Pays::Odds(_)));
        let pays = odds.into_iter().find(|pays| {
            let (low, high) = self.ruleset.returned(&wager.bet, *pays, wager.stake, chip);
            low == returned || high == returned
        })?;
        Some(format!(
            "what went back is what this bet pays at {}; these cards do not meet that line of its paytable",
            in_words(pays)
        ))
    }

    /// How many other wagers on the bet did not return what was announced: then it was not paid to all.
    fn others_paid(&self, wager: &Wager, bet: usize, announced: &Outcome) -> String {
        let others = self.wagers.iter().filter(|other| other.bet == wager.bet && !std::ptr::eq(other.wager, wager));
        let others = others.filter(|other| other.accepted && other.withdrawn.is_none());
        let paid = |other: &Wager| {
            payout(self.ruleset, bet, announced, None, other.stake, self.limits.chip())
                .map(|paid| paid.amount.off(other.net()) == 0)
        };
        let paid: Vec<bool> = others.filter_map(|other| paid(other)).collect();
        let otherwise = paid.iter().filter(|paid| !**paid).count();
        if otherwise == 0 {
            String::new()
        } else {
            format!("; {otherwise} of {} on it at this coup returned otherwise", counted(paid.len(), "other wager"))
        }
    }
}

fn in_words(pays: Pays) -> String {
    match pays {
        Pays::Push => "the stake back".to_owned(),
        Pays::Loses => "nothing".to_owned(),
        Pays::LosesPart { .. } => format!("the wager {pays}"),
        Pays::Odds(_) => pays.to_string(),
    }
}
