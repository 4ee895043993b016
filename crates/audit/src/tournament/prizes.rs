//! Prizes are held against the result: who is placed where, by the last result of the last round or by the chips.

use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::SessionKind;
use resettle_sealed_log::Digest;

use super::level;
use super::machine::Machine;
use super::play::Play;
use super::ranking::ranking;
use super::summary::PrizeSummary;
use crate::catalogue::Code;

/// How many places without a prize, or players of one place, are named.
const NAMED: usize = 16;

/// What the conditions state for each place: how many rows, and what they come to together, in minor units.
type Stated = BTreeMap<i64, (usize, i64)>;

/// Players of neighbouring places, by the first of these, with the last of them.
type Ranked = BTreeMap<i64, (i64, BTreeSet<String>)>;

/// Who may have the prize of each place.
#[derive(Default)]
struct Winners {
    /// By the results.
    declared: BTreeMap<i64, BTreeSet<String>>,
    /// By the chips, of each last session.
    ranked: Vec<Ranked>,
    /// The end of the last session, at which prizes that lack are reported.
    record: Option<Digest>,
}

impl Winners {
    /// Those who have a place, by either; empty where nobody has it.
    fn at(&self, place: i64) -> impl Iterator<Item = &BTreeSet<String>> {
        let by_chips = self.ranked.iter().filter_map(move |ranked| {
            let (_, (last, players)) = ranked.range(..=place).next_back()?;
            (place <= *last).then_some(players)
        });
        self.declared.get(&place).into_iter().chain(by_chips)
    }

    fn is_reached(&self, place: i64) -> bool {
        self.at(place).next().is_some()
    }

    /// How many the results put at a place; at least one.
    fn number(&self, place: i64) -> usize {
        self.declared.get(&place).map_or(1, BTreeSet::len).max(1)
    }
}

impl Machine<'_> {
    /// Each prize against the placings. Prizes that lack are asked for where the logs are complete.
    pub(super) fn prizes(&mut self, complete: bool) {
        let mut stated = Stated::new();
        for row in self.conditions.prizes.iter().flatten() {
            let (rows, value) = stated.entry(row.place).or_default();
            *rows += 1;
            *value = value.saturating_add(row.value);
        }
        for (_, prize) in &mut self.desk.prizes_given {
            prize.stated = stated.get(&prize.place).map(|(_, value)| *value);
        }
        if self.desk.cancelled.is_some() {
            return self.given_though_cancelled();
        }
        let Some(winners) = self.winners() else { return };
        let given = self.desk.prizes_given.clone();
        let mut paid: BTreeMap<i64, usize> = BTreeMap::new();
        for (record, prize) in &given {
            // Of a place beyond the last round that the conditions give a prize to nobody here knows whose it is.
            let is_known = winners.is_reached(prize.place) || prize.stated.is_none();
            if is_known && !winners.at(prize.place).any(|players| players.contains(&prize.player)) {
                self.went_to_another(*record, prize, &winners);
                continue;
            }
            let paid = paid.entry(prize.place).or_default();
            *paid += 1;
            let most = stated.get(&prize.place).map_or(1, |(rows, _)| *rows) * winners.number(prize.place);
            if *paid > most {
                let message = format!("the prize of place {} was given once more, to {}", prize.place, prize.player);
                self.wrong_prize(*record, prize, message, &format!("given {most} times"), "once more");
            }
        }
        if complete {
            self.not_given(&stated, &winners, &given);
        }
    }

    /// Of a tournament that was cancelled every fee goes back, so that no prize is left to be won.
    fn given_though_cancelled(&mut self) {
        for (record, prize) in self.desk.prizes_given.clone() {
            let (place, player) = (prize.place, &prize.player);
            let message = format!("a prize of place {place} was given to {player}, and the tournament was cancelled");
            let expected = "no prize: all fees go back";
            self.report(record, Code::TournamentPrize, "refund-missing", message, |finding| {
                let logged = format!("{player} at {place}");
                finding.player(player).compared(expected, logged).money(i128::from(prize.value)).reading(true)
            });
        }
    }

    /// The placings of the last round; none where one of its sessions is neither declared nor computed, or none is there.
    fn winners(&self) -> Option<Winners> {
        let is_last = |play: &Play| match self.known {
            true => level::is_last(&self.conditions, play.round),
            false => play.kind == SessionKind::Final,
        };
        let mut winners = Winners::default();
        for (key, play) in self.plays.iter().filter(|(_, play)| !play.is_play_off() && is_last(play)) {
            let ranks = ranking(&self.plays, key).filter(|_| self.known && play.ended.is_some());
            let declared = play.results.last();
            if ranks.is_none() && declared.is_none() {
                return None;
            }
            for placing in declared.into_iter().flatten() {
                winners.declared.entry(placing.place).or_default().insert(placing.player.clone());
            }
            let mut last: i64 = 0;
            let mut ranked = Ranked::new();
            for rank in ranks.into_iter().flatten().filter(|rank| !rank.players.is_empty()) {
                let first = last.saturating_add(1);
                last = last.saturating_add(i64::try_from(rank.players.len()).unwrap_or(i64::MAX));
                ranked.insert(first, (last, rank.players.into_iter().collect()));
            }
            winners.ranked.push(ranked);
            winners.record = play.ended.or(winners.record);
        }
        winners.record.map(|_| winners)
    }

    fn went_to_another(&mut self, record: Digest, prize: &PrizeSummary, winners: &Winners) {
        let mut right: Vec<&str> = winners.at(prize.place).flatten().take(NAMED).map(String::as_str).collect();
        right.sort_unstable();
        right.dedup();
        let right = if right.is_empty() { "no player".to_owned() } else { right.join(" or ") };
        let message = format!("the prize of place {} went to {}, who is not placed there", prize.place, prize.player);
        let logged = format!("{} at {}", prize.player, prize.place);
        self.wrong_prize(record, prize, message, &format!("{right} at {}", prize.place), &logged);
    }

    fn wrong_prize(&mut self, record: Digest, prize: &PrizeSummary, message: String, expected: &str, logged: &str) {
        self.report(record, Code::TournamentPrize, "prize-pool", message, |finding| {
            finding.player(&prize.player).compared(expected, logged).money(i128::from(prize.value))
        });
    }

    /// Places with a prize in the conditions that somebody reached, and whose prize nobody was given; or no prize at all.
    fn not_given(&mut self, stated: &Stated, winners: &Winners, given: &[(Digest, PrizeSummary)]) {
        let Some(record) = winners.record else { return };
        let paid: BTreeSet<i64> = given.iter().map(|(_, prize)| prize.place).collect();
        let lacks: Vec<(i64, i64)> = stated
            .iter()
            .filter(|(place, _)| winners.is_reached(**place) && !paid.contains(*place))
            .map(|(place, (_, value))| (*place, *value))
            .collect();
        let mut off: i128 = lacks.iter().map(|(_, value)| i128::from(*value)).sum();
        let places = if given.is_empty() {
            off = off.max(self.desk.kept());
            "any place".to_owned()
        } else {
            let named = lacks.iter().take(NAMED).map(|(place, _)| place.to_string()).collect::<Vec<_>>().join(", ");
            let more = lacks.len().saturating_sub(NAMED);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            format!("{} {named}{more}", if lacks.len() == 1 { "place" } else { "places" })
        };
        if lacks.is_empty() && (off == 0 || !given.is_empty()) {
            return;
        }
        let message = format!("no prize was given for {places}");
        self.report(record, Code::TournamentPrize, "prize-pool", message, |finding| {
            finding.compared(format!("a prize for {places}"), "none").money(-off)
        });
    }
}
