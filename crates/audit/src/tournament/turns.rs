use std::collections::BTreeSet;

use resettle_coup_log::TournamentCoup;

use super::play::Seating;
use super::stakes::{Closes, Stake, State};

/// Goes through the wagers in the order of wagering: notes those made in turn, which may not be taken back, and returns
/// the places of those out of turn.
pub(super) fn out_of_turn(
    play: &Seating,
    own: &TournamentCoup,
    stakes: &mut [Stake<'_>],
    closes: Closes,
) -> Vec<usize> {
    let Some(marker) = own.marker.as_deref().and_then(|marker| marker.parse::<i64>().ok()) else { return Vec::new() };
    let boxes = play.boxes.max(1);
    // How far from the marker a player sits; `None` if they have no turn.
    let distance = |name: &str| {
        let player = play.players.get(name).filter(|player| player.is_in)?;
        let seat = player.seat.parse::<i64>().ok()?;
        let passes = own.passes.iter().any(|pass| pass == name) || own.absent.iter().any(|absent| absent == name);
        (!passes).then(|| seat.saturating_sub(marker).rem_euclid(boxes))
    };
    let close = closes.close(false);
    let in_time = |stake: &Stake<'_>| {
        let placed = stake.wager.placed.as_ref().map(resettle_sealed_log::Time::moment);
        placed.zip(close).is_none_or(|(placed, close)| placed <= close)
    };
    // A wager without a time is in time; whether it was in turn cannot be determined.
    let mut order: Vec<(usize, i64)> = stakes
        .iter()
        .enumerate()
        .filter(|(_, stake)| !stake.undisclosed && stake.wager.placed.is_some() && in_time(stake))
        .filter_map(|(at, stake)| Some((at, distance(stake.player?)?)))
        .collect();
    order.sort_by_key(|(at, _)| stakes.get(*at).map(Stake::placed));
    // Whoever places a wager that stays has a turn, and holds up those after them until then.
    let stays = |at: &usize| stakes.get(*at).is_some_and(|stake| stake.state != State::TakenBack);
    let turns: BTreeSet<i64> = order.iter().filter(|(at, _)| stays(at)).map(|(_, distance)| *distance).collect();
    let mut placed: BTreeSet<i64> = BTreeSet::new();
    let mut in_turn: BTreeSet<i64> = BTreeSet::new();
    let mut wrong = Vec::new();
    for (at, distance) in order {
        let waits = turns.range(..distance).any(|earlier| !placed.contains(earlier));
        let altered = in_turn.range(distance.saturating_add(1)..).next().is_some();
        let Some(stake) = stakes.get_mut(at) else { continue };
        if waits || altered {
            if stake.state != State::TakenBack {
                placed.insert(distance);
                wrong.push(at);
            }
            continue;
        }
        in_turn.insert(distance);
        placed.insert(distance);
        stake.in_turn = true;
        if stake.state == State::TakenBack {
            // A wager made in turn may not be taken back, and counts.
            stake.state = State::Live;
        }
    }
    wrong
}
