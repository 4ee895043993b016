use std::io::Write;

use resettle_reference::Bet;

use super::coup::PlayedCoup;
use super::features::Feature;
use super::heat::Heat;
use super::seats::Seat;
use super::wagers::{Laid, hands};
use crate::config::Error;
use crate::fields::Fields;
use crate::moment::written;

/// Somebody who does something in addition to wagering, and what is to be found of it.
pub(super) struct Special<'s> {
    pub(super) seat: &'s Seat,
    pub(super) code: Option<&'static str>,
}

impl<W: Write> Heat<'_, W> {
    /// Does what is played on purpose; gives what lies down only after the close.
    pub(super) fn special(
        &mut self,
        who: &Special<'_>,
        what: Feature,
        coup: &mut PlayedCoup,
    ) -> Result<Option<Laid>, Error> {
        let (seat, code) = (who.seat, who.code);
        let player = seat.player.as_str();
        let (wins, loses) = hands(&coup.round);
        let (min, max) = (coup.level.min, coup.level.max);
        let id = format!("w{}", coup.laid.len() + 1);
        match what {
            Feature::Nothing => coup.find(code, |found| found.player(player)),
            Feature::Pass => {
                coup.passes.push(player.to_owned());
                coup.find(code, |found| found.player(player));
            }
            Feature::Absent(minima) => {
                coup.absent.push(player.to_owned());
                deduct(coup, player, minima * min, "absent");
                coup.find(code, |found| found.player(player).money(min - minima * min));
            }
            Feature::BlankForm => {
                let form = self.form(coup, player, None, false);
                coup.forms.push(form);
                deduct(coup, player, min.min(seat.chips), "form");
            }
            Feature::Form => return self.undisclosed(who, coup),
            Feature::Half => {
                coup.laid.push(Laid::new(seat, Bet::Player, min / 2));
                coup.find(code, |found| found.player(player).wager(&id));
            }
            Feature::Odd { paid } | Feature::Above { paid } => {
                let odd = matches!(what, Feature::Odd { .. });
                let (stake, counts) = if odd { (min * 5 / 2, min * 2) } else { (max + 5 * min, max) };
                let mut laid = Laid { counts, ..Laid::new(seat, wins, stake) };
                if paid {
                    laid.pay(&coup.round)?;
                    let right = laid.returned;
                    laid.counts = stake;
                    laid.pay(&coup.round)?;
                    let over = laid.returned - right;
                    // A stake above the maximum is reported by the ordinary rule, which names no player.
                    coup.find(code, |found| {
                        let found = if odd { found.player(player) } else { found };
                        found.wager(&id).money(over)
                    });
                }
                coup.laid.push(laid);
            }
            Feature::MoreThanAll => {
                let stake = (seat.chips / min + 5) * min;
                coup.laid.push(Laid { counts: max, ..Laid::new(seat, wins, stake) });
                coup.find(code, |found| found.player(player).money(seat.chips - stake));
            }
            Feature::Restricted { in_time } => {
                let mut laid = Laid { counts: min, restricted: true, ..Laid::new(seat, Bet::Banker, 5 * min) };
                if in_time {
                    coup.laid.push(laid);
                    coup.find(code, |found| found.player(player).wager(&id));
                } else {
                    laid.placed = coup.clock.opened + 11_000;
                    return Ok(Some(laid));
                }
            }
            Feature::AfterAnnouncement => {
                coup.laid.push(Laid::new(seat, wins, min));
                let mut laid = Laid { placed: coup.clock.closed + 2_000, ..Laid::new(seat, wins, min) };
                laid.pay(&coup.round)?;
                let over = laid.returned - laid.stake;
                coup.find(code, |found| found.money(over));
                return Ok(Some(laid));
            }
            Feature::TakesBack => {
                let mut laid = Laid::new(seat, loses, 2 * min);
                laid.withdrawn = Some(coup.clock.closed - 1_000);
                laid.returned = laid.stake;
                laid.paid = true;
                coup.find(code, |found| found.wager(&id).money(laid.stake));
                coup.laid.push(laid);
            }
        }
        Ok(None)
    }

    /// A form with its amount, and the wager that comes of it.
    fn undisclosed(&mut self, who: &Special<'_>, coup: &mut PlayedCoup) -> Result<Option<Laid>, Error> {
        let seat = who.seat;
        let here = self.in_coup(coup.number);
        let late = self.plants("form_late", here);
        let silent = self.plants("form_unannounced", here);
        let other = self.plants("form_other_amount", here);
        let amount = 25_000;
        let (min, max) = (coup.level.min, coup.level.max);
        let right = amount.min(max) - amount.min(max).rem_euclid(min);
        let stake = right + if other.is_some() { 2 * min } else { 0 };
        let mut form = self.form(coup, &seat.player, Some(amount), late.is_some());
        if silent.is_none() {
            form.text("announced", &written(coup.clock.closed + 1_000, self.shared.offset));
        }
        coup.forms.push(form);
        for code in [who.code, late, silent, other].into_iter().flatten() {
            coup.find(Some(code), |found| found.player(&seat.player));
        }
        let form = Some(coup.forms.len() - 1);
        Ok(Some(Laid { placed: coup.clock.closed + 1_500, form, ..Laid::new(seat, Bet::Banker, stake) }))
    }

    fn form(&self, coup: &PlayedCoup, player: &str, amount: Option<i64>, late: bool) -> Fields {
        let recorded = if late { coup.clock.first_card + 1_000 } else { coup.clock.opened + 3_000 };
        let mut form = Fields::new();
        form.text("player", player);
        match amount {
            Some(amount) => form.text("bet", "banker").int("amount", amount),
            None => form.raw("bet", "null").int("amount", 5_000),
        };
        form.text("recorded", &written(recorded, self.shared.offset)).text("by", "gaming_supervisor");
        form
    }
}

fn deduct(coup: &mut PlayedCoup, player: &str, amount: i64, reason: &str) {
    let mut fields = Fields::new();
    fields.text("player", player).int("amount", amount).text("reason", reason).text("by", "tournament_manager");
    coup.deductions.push(fields);
    coup.taken.push((player.to_owned(), amount));
}
