//! Ids that several wagers of a coup have.

use std::collections::BTreeMap;

use resettle_game::Unit;

use crate::catalogue::Code;
use crate::finding::Finding;
use crate::placed_wager::PlacedWager;

/// Wagers that were taken and have one id, in one record and of one terminal: whoever looks a wager up by it finds either, and the
/// money of one may have been counted twice. Two terminals may give the same ids.
pub(crate) fn duplicate_ids(wagers: &[PlacedWager<'_>], unit: Unit<'_>) -> Vec<Finding> {
    let mut shared: BTreeMap<_, Vec<&PlacedWager<'_>>> = BTreeMap::new();
    for wager in wagers.iter().filter(|wager| !wager.shares.is_empty() && wager.accepted) {
        let record = (wager.place.source, wager.place.line);
        shared.entry((record, &wager.shares, &wager.terminal)).or_default().push(wager);
    }
    let mut found: Vec<(usize, Finding)> = Vec::new();
    for ((_, id, terminal), of_it) in shared {
        let [first, second, ..] = of_it.as_slice() else { continue };
        let at = terminal.as_ref().map_or(String::new(), |terminal| format!(" of terminal {terminal}"));
        let alike =
            |one: &&PlacedWager<'_>| (&one.bet, one.stake, &one.placed) == (&first.bet, first.stake, &first.placed);
        let why = if of_it.iter().all(alike) {
            let again: i128 = of_it.iter().skip(1).map(|wager| wager.net()).sum();
            let again = if again == 0 { String::new() } else { format!(", and {} went back too much", unit.of(again)) };
            format!(
                "bet, stake and time are the same too: if it was one wager, it was written and paid again{again}; if there were {}, each is judged by itself",
                of_it.len()
            )
        } else {
            "one may be a correction of the other, or what was paid may belong to the other".to_owned()
        };
        let seat = first.seat.as_ref().map_or_else(String::new, |seat| format!(", seat {seat}"));
        let message = format!(
            "{} wagers{at} have the id {id}, the first of them {} ({} on {}{seat}): {why}; {} went back of the first, {} of {}",
            of_it.len(),
            first.name,
            unit.of(first.stake),
            first.bet,
            unit.of(first.returned),
            unit.of(second.returned),
            second.name
        );
        let logged = format!("{id}, {} times", of_it.len());
        let finding = Finding::new(Code::DuplicateId, second.place, message).wager(&second.name);
        found.push((second.at, finding.compared("an id of its own for each wager", logged)));
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, finding)| finding).collect()
}
