use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::play::Play;

/// Players of one rank. A tie has to be broken by a play-off if it makes a difference; other ranks with several players
/// have no order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rank {
    pub(super) players: Vec<String>,
    pub(super) tie: bool,
    /// Whether it rests on a fall.
    pub(super) fell: bool,
}

/// The ranking of a session with its play-offs so far; `None` if chips are not known.
pub(super) fn ranking(plays: &BTreeMap<String, Play>, key: &str) -> Option<Vec<Rank>> {
    ranked(plays, key, 0)
}

/// The deepest nesting of play-offs of play-offs.
const DEPTH: usize = 16;

fn ranked(plays: &BTreeMap<String, Play>, key: &str, depth: usize) -> Option<Vec<Rank>> {
    let play = plays.get(key)?;
    let mut ranks = alone(play)?;
    if depth >= DEPTH {
        return Some(ranks);
    }
    let mut play_offs: Vec<(&String, &Play)> = plays
        .iter()
        .filter(|(_, play)| play.is_play_off() && play.ended.is_some() && play.of.as_deref() == Some(key))
        .collect();
    play_offs.sort_by_key(|(_, play)| play.started);
    for (own, play) in play_offs {
        let mut players: Vec<&String> = play.players.keys().collect();
        players.sort();
        let at = ranks.iter().position(|rank| {
            let mut tied: Vec<&String> = rank.players.iter().collect();
            tied.sort();
            rank.tie && tied == players
        });
        let Some(at) = at else { continue };
        let mut parted = ranked(plays, own, depth + 1)?;
        let placed: Vec<&String> = parted.iter().flat_map(|rank| &rank.players).collect();
        let rest: Vec<String> = play.players.keys().filter(|name| !placed.contains(name)).cloned().collect();
        parted.extend(rest.into_iter().map(|name| Rank { players: vec![name], tie: false, fell: true }));
        ranks.splice(at..=at, parted);
    }
    Some(ranks)
}

/// The ranking of a session by itself.
fn alone(play: &Play) -> Option<Vec<Rank>> {
    let mut standing = Vec::new();
    let mut fallen = Vec::new();
    for (name, player) in play.players.iter().filter(|(_, player)| !player.unplaced) {
        match (player.fell, player.is_in) {
            (Some(fall), _) => fallen.push(((fall.coup, fall.chips, fall.wagered, fall.record), name)),
            (None, true) => standing.push((player.chips?, name)),
            (None, false) => {}
        }
    }
    standing.sort_by_key(|(chips, name)| (Reverse(*chips), *name));
    fallen.sort_by_key(|(fall, name)| (Reverse(*fall), *name));
    let mut out = Vec::new();
    grouped(&mut out, standing.into_iter().map(|(chips, name)| (chips, name, chips != 0)), false);
    grouped(&mut out, fallen.into_iter().map(|(fall, name)| (fall, name, false)), true);
    Some(out)
}

fn grouped<'n, K: PartialEq>(out: &mut Vec<Rank>, players: impl Iterator<Item = (K, &'n String, bool)>, fell: bool) {
    let mut last: Option<K> = None;
    for (key, name, ties) in players {
        match out.last_mut().filter(|_| last.as_ref() == Some(&key)) {
            Some(rank) => {
                rank.players.push(name.clone());
                rank.tie = ties;
            }
            None => out.push(Rank { players: vec![name.clone()], tie: false, fell }),
        }
        last = Some(key);
    }
}
