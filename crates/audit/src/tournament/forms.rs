use resettle_coup_log::{Bounds, Coup, Form, Role, TournamentCoup};
use resettle_sealed_log::Digest;

use super::level::table_minimum;
use super::machine::Machine;
use super::play::Play;
use super::stakes::Stake;
use crate::catalogue::Code;
use crate::finding::{Finding, Place};

impl Machine<'_> {
    /// The forms of undisclosed wagers.
    pub(super) fn forms(
        &mut self,
        record: Digest,
        coup: &Coup,
        own: &TournamentCoup,
        play: &mut Play,
        stakes: &[Stake<'_>],
        bounds: &Bounds,
    ) {
        for form in &own.undisclosed {
            let stake = form.wager.as_ref().and_then(|name| stakes.iter().find(|stake| stake.wager.name == *name));
            let wager = stake.map(|stake| stake.wager.name.as_str());
            let limit = self.conditions.play.undisclosed.filter(|_| !play.is_play_off());
            if let Some(player) = play.players.get_mut(&form.player) {
                player.forms += 1;
                if let Some(limit) = limit.filter(|limit| player.forms > *limit) {
                    let message = format!("form {} of {}; {limit} are given", player.forms, form.player);
                    let forms = player.forms;
                    self.report(record, Code::TournamentUndisclosedCount, "undisclosed-count", message, |finding| {
                        let logged = format!("{forms} of {}", form.player);
                        about(finding, form, wager).compared(format!("at most {limit}"), logged)
                    });
                }
            }
            self.recorded(record, coup, form, wager);
            if form.complete() {
                self.announced(record, coup, form, wager);
            }
            self.amount(record, own, play, form, stake, stakes, bounds);
        }
    }

    fn recorded(&mut self, record: Digest, coup: &Coup, form: &Form, wager: Option<&str>) {
        let rules = &self.rules.forms;
        let first = coup.times.first_card.as_ref().map(resettle_sealed_log::Time::moment);
        let recorded = form.recorded.as_ref().map(resettle_sealed_log::Time::moment);
        let in_time = recorded.is_some_and(|recorded| first.is_none_or(|first| recorded <= first));
        let entitled = form.by.is_some_and(|by| by == Role::TournamentManager || by.reaches(rules.by));
        if in_time && entitled {
            return;
        }
        let what = if in_time { "by a role not entitled to" } else { "not by the first card" };
        let message = format!("the form of {} was recorded {what}", form.player);
        let finding = Finding::new(Code::TournamentUndisclosedForm, &Place::default(), message)
            .clause(Some(self.ruleset.cite(&rules.clause)));
        let finding = about(finding, form, wager)
            .compared("before the first card, by a gaming supervisor or higher", what.to_owned());
        super::machine::report(self.rulings, record, finding);
    }

    fn announced(&mut self, record: Digest, coup: &Coup, form: &Form, wager: Option<&str>) {
        let times = &coup.times;
        let at = form.announced.as_ref().map(resettle_sealed_log::Time::moment);
        let right = at.is_some_and(|at| {
            times.closed.as_ref().is_none_or(|closed| closed.moment() <= at)
                && times.first_card.as_ref().is_none_or(|first| at <= first.moment())
        });
        if right {
            return;
        }
        let logged = form.announced.as_ref().map_or_else(|| "not at all".to_owned(), ToString::to_string);
        let message = format!(
            "the undisclosed wager of {} was announced {logged}, which is not between the close and the first card",
            form.player
        );
        let clause = self.ruleset.cite(&self.rules.announcement.clause);
        let finding =
            Finding::new(Code::TournamentUndisclosedAnnouncement, &Place::default(), message).clause(Some(clause));
        let finding = about(finding, form, wager).compared("between the close and the first card", logged);
        super::machine::report(self.rulings, record, finding);
    }

    /// What the form counts for, and what it led to.
    #[allow(clippy::too_many_arguments, reason = "one question about everything of the coup")]
    fn amount(
        &mut self,
        record: Digest,
        own: &TournamentCoup,
        play: &Play,
        form: &Form,
        stake: Option<&Stake<'_>>,
        stakes: &[Stake<'_>],
        bounds: &Bounds,
    ) {
        let Some(player) = play.players.get(&form.player) else { return };
        let wager = stake.map(|stake| stake.wager.name.as_str());
        let wrong = match (&form.bet, form.amount) {
            (Some(bet), Some(amount)) => match stake {
                None => Some(("a wager by the form".to_owned(), "no wager".to_owned())),
                Some(stake) if stake.wager.bet != *bet => Some((bet.clone(), stake.wager.bet.clone())),
                Some(stake) if self.known => {
                    let right = player.chips.map(|chips| {
                        let others = stakes
                            .iter()
                            .filter(|other| other.counts() && !other.undisclosed)
                            .filter(|other| other.player == Some(form.player.as_str()));
                        let left = chips - others.map(|other| i128::from(other.wager.stake)).sum::<i128>();
                        counts_for(i128::from(amount), left, bounds, bet)
                    });
                    right
                        .filter(|right| *right != i128::from(stake.wager.stake))
                        .map(|right| (right.to_string(), stake.wager.stake.to_string()))
                }
                Some(_) => None,
            },
            _ if wager.is_some() => Some(("no wager by an incomplete form".to_owned(), "a wager".to_owned())),
            _ => {
                let taken: Vec<i64> = own
                    .deductions
                    .iter()
                    .filter(|deduction| !deduction.absent && deduction.player == form.player)
                    .map(|deduction| deduction.amount)
                    .collect();
                let minimum = table_minimum(bounds);
                let right = player.chips.map(|chips| chips.min(minimum)).filter(|_| self.known);
                let sum: i128 = taken.iter().map(|amount| i128::from(*amount)).sum();
                match right {
                    Some(right) if right != sum => Some((format!("{right} deducted"), format!("{sum} deducted"))),
                    None if taken.is_empty() => Some(("a deduction".to_owned(), "none".to_owned())),
                    _ => None,
                }
            }
        };
        let Some((expected, logged)) = wrong else { return };
        let message = format!("the form of {} counts for {expected}; logged is {logged}", form.player);
        self.report(record, Code::TournamentUndisclosedAmount, "undisclosed-amount", message, |finding| {
            about(finding, form, wager).compared(expected, format!("{logged}, of {}", form.player))
        });
    }
}

fn about(finding: Finding, form: &Form, wager: Option<&str>) -> Finding {
    let finding = finding.player(&form.player);
    match wager {
        Some(wager) => finding.wager(wager),
        None => finding,
    }
}

/// What an amount counts for, if this much is left.
fn counts_for(amount: i128, left: i128, bounds: &Bounds, bet: &str) -> i128 {
    let minimum = bounds.min.get(bet).copied().filter(|minimum| *minimum > 0).map(i128::from);
    let maximum = bounds.max.get(bet).copied().map(i128::from);
    if amount > left {
        return maximum.map_or(left, |maximum| left.min(maximum));
    }
    match (minimum, maximum) {
        (Some(minimum), _) if amount < minimum => minimum,
        (_, Some(maximum)) if amount > maximum => maximum,
        (Some(minimum), _) => amount - amount.rem_euclid(minimum),
        (None, _) => amount,
    }
}
