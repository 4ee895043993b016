use resettle_coup_log::{Bounds, Conditions, RoundRow};

use super::play::Play;

/// The bounds that the conditions provide for a coup of a session of a round, counted from 1.
pub(super) fn foreseen(conditions: &Conditions, round: i64, coup: i64) -> Bounds {
    let rows = conditions.levels.iter().flatten();
    let holds = rows.filter(|row| row.round.is_none_or(|own| own == round) && row.coup <= coup);
    holds.max_by_key(|row| (row.coup, row.round.is_some())).map(|row| row.bounds.clone()).unwrap_or_default()
}

/// The bounds in force at a coup of a session.
pub(super) fn at(play: &Play, conditions: &Conditions, coup: i64) -> Bounds {
    match (&play.level, &play.fixed) {
        (Some(level), _) => level.clone(),
        (None, Some(fixed)) => fixed.clone(),
        (None, None) => foreseen(conditions, play.round, coup),
    }
}

/// The lowest of a level's minima; 0 if it has none.
pub(super) fn table_minimum(bounds: &Bounds) -> i128 {
    bounds.min.values().min().copied().map_or(0, i128::from)
}

/// What the conditions state about a round.
pub(super) fn round_row(conditions: &Conditions, round: i64) -> Option<RoundRow> {
    conditions.rounds.iter().flatten().find(|row| row.round == Some(round)).copied()
}

/// Whether a round is the last one.
pub(super) fn is_last(conditions: &Conditions, round: i64) -> bool {
    conditions.rounds.iter().flatten().filter_map(|row| row.round).max() == Some(round)
}

/// Whether a session has run the length of its round at a moment; a play-off has no length and runs until it ends.
/// `None` if the conditions do not state it.
pub(super) fn ran_its_length(play: &Play, conditions: &Conditions, now: resettle_sealed_log::Moment) -> Option<bool> {
    if play.is_play_off() {
        return Some(true);
    }
    let row = round_row(conditions, play.round)?;
    let coups = row.coups.map(|coups| play.coups >= coups);
    let time = row.minutes.map(|minutes| now.nanos >= play.started.nanos.saturating_add(minutes_in_nanos(minutes)));
    match (coups, time) {
        (None, None) => None,
        (one, other) => Some(one == Some(true) || other == Some(true)),
    }
}

/// Minutes in nanoseconds.
pub(super) fn minutes_in_nanos(minutes: i64) -> i128 {
    60 * nanos(minutes)
}

/// Seconds in nanoseconds.
pub(super) fn nanos(seconds: i64) -> i128 {
    i128::from(seconds) * 1_000_000_000
}
