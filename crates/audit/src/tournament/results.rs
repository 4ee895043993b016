use std::collections::BTreeMap;

use resettle_coup_log::Placing;
use resettle_sealed_log::Digest;

use super::gather::TournamentRecord;
use super::level;
use super::machine::Machine;
use super::ranking::{Rank, ranking};
use crate::catalogue::Code;

impl Machine<'_> {
    /// How many advance from a session, or are placed in the last round, and whether it is the last round.
    pub(super) fn line(&self, round: i64) -> Option<(usize, bool)> {
        let row = level::round_row(&self.conditions, round)?;
        let last = level::is_last(&self.conditions, round);
        let number = if last { row.places } else { row.advance }?;
        Some((usize::try_from(number).ok()?, last))
    }

    /// The ties of a session that make a difference, as they stand; `None` if that is not judged.
    pub(super) fn ties(&self, key: &str) -> Option<Vec<Vec<String>>> {
        let round = self.plays.get(key)?.round;
        let (line, last) = self.line(round).filter(|_| self.known)?;
        let ranks = ranking(&self.plays, key)?;
        let differs = |from: usize, to: usize| if last { from < line } else { from < line && line < to };
        let tied = spans(&ranks).filter(|(from, to, rank)| rank.tie && differs(*from, *to));
        Some(tied.map(|(_, _, rank)| rank.players.clone()).collect())
    }

    pub(super) fn result(&mut self, log: usize, item: &TournamentRecord, key: &str, placings: &[Placing]) {
        let record = item.sha256;
        let Some(play) = self.plays.get(key).filter(|play| play.log == log && play.ended.is_some()) else {
            return self.malformed(record, format!("no session {key} has ended here"));
        };
        if let Some(stranger) = placings.iter().find(|placing| !play.players.contains_key(&placing.player)) {
            return self.malformed(record, format!("{} is unknown to session {key}", stranger.player));
        }
        let (round, play_off) = (play.round, play.is_play_off());
        if self.known && !play_off {
            self.judged(record, key, round, placings);
        }
        if let Some(play) = self.plays.get_mut(key) {
            play.results.push(placings.to_vec());
        }
    }

    fn judged(&mut self, record: Digest, key: &str, round: i64, placings: &[Placing]) {
        let Some((line, last)) = self.line(round) else { return };
        if last {
            let Some(ranks) = ranking(&self.plays, key) else { return };
            return self.placed(record, key, line, &ranks, placings);
        }
        let mut advance: Vec<&str> = Vec::new();
        for placing in placings.iter().filter(|placing| placing.advances) {
            if !advance.contains(&placing.player.as_str()) {
                advance.push(&placing.player);
            }
        }
        let in_now = self.plays.get(key).map_or(0, |play| play.those_in().count());
        let number = advance.len();
        if number > line || (number < line && number < in_now) {
            let message = format!("{number} advance from session {key}; the conditions say {line}");
            return self
                .report(record, Code::TournamentAdvance, "advance", message, |finding| finding.compared(line, number));
        }
        let Some(ranks) = ranking(&self.plays, key) else { return };
        let mut wrong: Option<(String, bool)> = None;
        let mut parted = false;
        for (from, to, rank) in spans(&ranks) {
            let of: Vec<&String> = rank.players.iter().filter(|name| advance.contains(&name.as_str())).collect();
            let should = line.min(number).saturating_sub(from).min(to - from);
            let splits = !of.is_empty() && of.len() < rank.players.len();
            if rank.tie && should > 0 && should < to - from && splits {
                parted = true;
                let listed = rank.players.join(", ");
                let message = format!("{listed} are tied in session {key}, and no play-off parted them");
                self.report(record, Code::TournamentTie, "tie", message, |finding| {
                    finding.compared("a play-off", listed)
                });
                continue;
            }
            if of.len() != should && wrong.is_none() {
                let name = if of.len() > should { of.first().map(|name| (*name).clone()) } else { None };
                let name = name.or_else(|| rank.players.iter().find(|name| !of.contains(name)).cloned());
                wrong = name.map(|name| (name, rank.fell));
            }
        }
        // The finding names the first player who should not advance, in the order of the result.
        let beyond = advance.iter().find(|name| {
            !spans(&ranks).any(|(from, _, rank)| from < line.min(number) && rank.players.iter().any(|one| one == *name))
        });
        let wrong = match (wrong, beyond) {
            (Some((_, fell)), Some(name)) => Some(((*name).to_owned(), fell)),
            (None, Some(name)) => Some(((*name).to_owned(), false)),
            (wrong, None) => wrong,
        };
        if let Some((name, fell)) = wrong.filter(|_| !parted) {
            let first: Vec<&str> =
                ranks.iter().flat_map(|rank| &rank.players).take(number).map(String::as_str).collect();
            let message = format!("others advance from session {key} than its first {number}: {name}");
            self.report(record, Code::TournamentPlacing, "placing", message, |finding| {
                finding.player(&name).compared(first.join(", "), advance.join(", ")).reading(fell)
            });
        }
    }

    /// The places of the last round.
    fn placed(&mut self, record: Digest, key: &str, line: usize, ranks: &[Rank], placings: &[Placing]) {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut twice: Option<(&str, usize)> = None;
        for placing in placings {
            let place = usize::try_from(placing.place).unwrap_or(usize::MAX);
            let first = *places.entry(&placing.player).or_insert(place);
            if first != place {
                twice = twice.or(Some((&placing.player, first.max(place))));
                places.insert(&placing.player, first.min(place));
            }
        }
        if let Some((name, other)) = twice {
            let message = format!("{name} is placed twice in session {key}");
            return self.report(record, Code::TournamentPlacing, "placing", message, |finding| {
                finding.player(name).compared(
                    "one place each",
                    format!("{name} at {} and {other}", places.get(name).copied().unwrap_or(other)),
                )
            });
        }
        let mut parted = false;
        for (from, to, rank) in spans(ranks) {
            if !rank.tie || from >= line {
                continue;
            }
            let mut given: Vec<usize> = rank
                .players
                .iter()
                .map(|name| places.get(name.as_str()).copied().filter(|place| *place <= line).unwrap_or(usize::MAX))
                .collect();
            given.sort_unstable();
            given.dedup();
            // Others are placed there: that is reported as a wrong place.
            let theirs = given.iter().any(|place| from < *place && *place <= to);
            if given.len() > 1 && theirs {
                parted = true;
                let listed = rank.players.join(", ");
                let message = format!("{listed} are tied in session {key}, and no play-off parted them");
                self.report(record, Code::TournamentTie, "tie", message, |finding| {
                    finding.compared("a play-off", listed)
                });
            }
        }
        if parted {
            return;
        }
        let ranked = ranks.iter().map(|rank| rank.players.len()).sum::<usize>();
        for place in 1..=line.min(ranked) {
            let Some((_, _, rank)) = spans(ranks).find(|(from, to, _)| *from < place && place <= *to) else { continue };
            let here: Vec<&str> = places.iter().filter(|(_, given)| **given == place).map(|(name, _)| *name).collect();
            let shared = rank.tie && rank.players.iter().all(|name| places.contains_key(name.as_str()));
            let right =
                here.iter().all(|name| rank.players.iter().any(|one| one == name)) && (!here.is_empty() || shared);
            if right {
                continue;
            }
            let wrong = here.iter().find(|name| !rank.players.iter().any(|one| one == *name));
            let name = wrong
                .or(here.first())
                .map_or_else(|| rank.players.first().cloned().unwrap_or_default(), |name| (*name).to_owned());
            let fell = rank.fell || ranks.iter().any(|rank| rank.fell && rank.players.contains(&name));
            let message = format!("place {place} of session {key} is not {name}'s");
            let logged =
                format!("{} at {place}", if here.is_empty() { "no player".to_owned() } else { here.join(", ") });
            let right = format!("{} at {place}", rank.players.join(", "));
            return self.report(record, Code::TournamentPlacing, "placing", message, |finding| {
                finding.player(&name).compared(right, logged).reading(fell)
            });
        }
    }
}

/// The places that each rank covers, from 0, the end excluded.
fn spans(ranks: &[Rank]) -> impl Iterator<Item = (usize, usize, &Rank)> {
    ranks.iter().scan(0usize, |next, rank| {
        let from = *next;
        *next += rank.players.len();
        Some((from, *next, rank))
    })
}
