use std::cmp::Reverse;

use resettle_coup_log::{Bounds, End};
use resettle_sealed_log::Digest;

use super::level::{self, table_minimum};
use super::machine::Machine;
use super::play::Play;
use crate::catalogue::Code;

impl Machine<'_> {
    /// A session that ended before its length must have been determined, and agreed to if chips go out in cash.
    pub(super) fn early_end(&mut self, record: Digest, key: &str, play: &Play, end: &End) {
        let Some((line, _)) = self.line(play.round) else { return };
        let bounds = level::at(play, &self.conditions, play.coups + 1);
        let determined = determined(play, line, &bounds);
        let in_cash = self.conditions.chips_in_cash == Some(true);
        let against: Vec<&str> = play
            .those_in()
            .filter(|(name, _)| in_cash && !end.agreed.contains(name))
            .map(|(name, _)| name.as_str())
            .collect();
        let why = match (determined, against.is_empty()) {
            (Some(false), _) => "who advances was not determined".to_owned(),
            (_, false) => format!("{} did not agree", against.join(", ")),
            _ => return,
        };
        let message = format!("session {key} ended before its length, and {why}");
        self.report(record, Code::TournamentEarlyEnd, "early-end", message, |finding| {
            finding.compared("determined, and agreed to where chips go out in cash", why).reading(true)
        });
    }
}

/// Whether one coup could change who is above the line; `None` if chips are not known.
fn determined(play: &Play, line: usize, bounds: &Bounds) -> Option<bool> {
    let mut chips = Vec::new();
    for (_, player) in play.those_in() {
        chips.push(player.chips?);
    }
    chips.sort_by_key(|chips| Reverse(*chips));
    if line == 0 {
        return Some(true);
    }
    let Some((last, next)) = line.checked_sub(1).and_then(|at| chips.get(at)).zip(chips.get(line)) else {
        return Some(chips.len() <= line);
    };
    let loses = table_minimum(bounds).min(*last);
    Some(next + most(*next, bounds) < last - loses)
}

/// The most that somebody with these chips may wager on one bet.
fn most(chips: i128, bounds: &Bounds) -> i128 {
    let bets: std::collections::BTreeSet<&String> = bounds.min.keys().chain(bounds.max.keys()).collect();
    let of = |bet: &String| {
        let bounded = bounds.max.get(bet).map_or(chips, |maximum| chips.min(i128::from(*maximum)));
        let unit = bounds.min.get(bet).copied().filter(|unit| *unit > 0).map_or(1, i128::from);
        bounded - bounded.rem_euclid(unit)
    };
    bets.into_iter().map(of).max().unwrap_or(chips)
}
