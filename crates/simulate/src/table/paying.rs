use std::io::Write;

use resettle_reference::{Bet, Round, Rules, Winner, settle};

use super::Table;
use crate::config::Error;
use crate::draft::{Draft, DraftWager, On};
use crate::moment::Moment;
use crate::sources::{Joining, Who, home};

impl<W: Write> Table<'_, W> {
    /// Counts what is written.
    pub(super) fn account(&mut self, draft: &Draft, joining: &Joining) {
        let terminals = self.sources.as_ref().map_or(0, |sources| sources.terminals);
        let written = |wager: &&DraftWager| !joining.loses(Who::Terminal(home(wager, terminals)));
        let own = draft.wagers.iter().flatten().filter(written);
        for wager in own.chain(joining.undealt.iter().flat_map(|undealt| &undealt.wagers)) {
            self.staked = self.staked.saturating_add(wager.stake);
            self.returned = self.returned.saturating_add(wager.net());
        }
    }

    /// Settles every wager as it should be.
    pub(super) fn pay(&mut self, rules: Rules, draft: &mut Draft, round: &Round, close: Moment) -> Result<(), Error> {
        let chip = self.venue.limits.chip;
        for wager in draft.wagers.iter_mut().flatten() {
            let live = !wager.refused
                && wager.placed.is_none_or(|placed| placed <= close)
                && wager.withdrawn.is_none_or(|withdrawn| withdrawn > close);
            let On::Bet(bet) = wager.on else { continue };
            if !live {
                wager.returned = wager.stake;
                wager.commission = None;
                continue;
            }
            let due = settle(rules, bet, wager.stake, round, chip)?;
            wager.returned = self.dice.within(due.low, due.high);
            collect_apart(wager, round);
        }
        Ok(())
    }
}

/// Baccarat's commission collected apart: the whole is paid, and what the document takes off is taken.
fn collect_apart(wager: &mut DraftWager, round: &Round) {
    if wager.commission.is_none() {
        return;
    }
    let won = round.winner == Winner::Banker && wager.on == On::Bet(Bet::Banker);
    if !won {
        wager.commission = None;
        return;
    }
    let paid = wager.stake.saturating_mul(2);
    wager.commission = Some(paid.saturating_sub(wager.returned));
    wager.returned = paid;
}
