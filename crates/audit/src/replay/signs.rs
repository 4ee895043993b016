use std::collections::BTreeMap;
use std::rc::Rc;

use resettle_coup_log::{Limits, Wager};
use resettle_sealed_log::Moment;

use crate::table_limits::TableLimits;

/// The signs of one scope, in the order in which they come into force.
type Timeline = Vec<(Moment, Rc<Limits>)>;

/// How long a replaced sign is held, in nanoseconds.
const DAY: i128 = 86_400 * 1_000_000_000;

/// The table signs, by the source that records them: those of the source with the highest precedence count, as soon as
/// it records any.
#[derive(Debug, Default)]
pub(super) struct Signs {
    ranks: BTreeMap<u8, SourceSigns>,
}

/// The signs of one source: the table's own, and those that hold for one seat or player.
#[derive(Debug, Default)]
struct SourceSigns {
    /// When the first of them came into force.
    first: Option<Moment>,
    table: Timeline,
    seats: BTreeMap<String, Timeline>,
    players: BTreeMap<String, Timeline>,
}

impl Signs {
    /// `rank` is the rank of the source that records it; the lowest one goes first.
    pub(super) fn put(&mut self, at: Moment, limits: Limits, rank: u8) {
        self.ranks.entry(rank).or_default().put(at, limits);
    }

    /// The limits as they stood at a moment, as far as these wagers are concerned. A sign may be
    /// recorded between a coup's commencement and its record; it does not hold for that coup.
    pub(super) fn at(&self, moment: Moment, wagers: &[Wager]) -> TableLimits {
        let signs = self.ranks.values().find(|signs| signs.first.is_some_and(|first| first <= moment));
        signs.map(|signs| signs.at(moment, wagers)).unwrap_or_default()
    }
}

impl Signs {
    /// The one sign that holds from a moment on for every wager, and that moment; `None` if it depends on more than that.
    pub(super) fn steady(&self) -> Option<(Option<Moment>, Rc<Limits>, Vec<String>)> {
        let mut signs = self.ranks.values();
        match (signs.next(), signs.next()) {
            (None, _) => Some((None, Rc::default(), Vec::new())),
            (Some(signs), None) => {
                let apart = signs.seats.keys().chain(signs.players.keys()).cloned().collect();
                signs.table.last().map(|(at, limits)| (Some(*at), Rc::clone(limits), apart))
            }
            _ => None,
        }
    }
}

impl SourceSigns {
    fn put(&mut self, at: Moment, limits: Limits) {
        self.first = Some(self.first.map_or(at, |first| first.min(at)));
        let line = match (&limits.player, &limits.seat) {
            (Some(player), _) => self.players.entry(player.clone()).or_default(),
            (None, Some(seat)) => self.seats.entry(seat.clone()).or_default(),
            (None, None) => &mut self.table,
        };
        let place = line.partition_point(|(known, _)| *known <= at);
        line.insert(place, (at, Rc::new(limits)));
        // A coup is written down within a day: an older sign counts only as the one in force before that.
        let before = line.partition_point(|(known, _)| known.nanos <= at.nanos.saturating_sub(DAY));
        line.drain(..before.saturating_sub(1));
    }

    fn at(&self, moment: Moment, wagers: &[Wager]) -> TableLimits {
        let of = |lines: &BTreeMap<String, Timeline>, names: &mut dyn Iterator<Item = &String>| {
            names.filter_map(|name| Some((name.clone(), then(lines.get(name)?, moment)?))).collect()
        };
        TableLimits {
            table: then(&self.table, moment).unwrap_or_default(),
            seats: of(&self.seats, &mut wagers.iter().filter_map(|wager| wager.seat.as_ref())),
            players: of(&self.players, &mut wagers.iter().filter_map(|wager| wager.player.as_ref())),
        }
    }
}

/// The sign in force at a moment.
fn then(line: &Timeline, moment: Moment) -> Option<Rc<Limits>> {
    let before = line.partition_point(|(at, _)| *at <= moment);
    line.get(before.checked_sub(1)?).map(|(_, limits)| Rc::clone(limits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign(chip: i64, player: Option<&str>) -> Limits {
        Limits { chip: Some(chip), player: player.map(str::to_owned), ..Limits::default() }
    }

    #[test]
    fn a_sign_holds_from_its_own_time_whenever_it_was_recorded() {
        let mut signs = Signs::default();
        for (at, chip) in [(10, 1), (30, 3), (20, 2), (20, 4)] {
            signs.put(Moment::from_seconds(at), sign(chip, None), 0);
        }
        let chip = |at| signs.at(Moment::from_seconds(at), &[]).table.chip;
        assert_eq!([9, 10, 19, 20, 29, 30].map(chip), [None, Some(1), Some(1), Some(4), Some(4), Some(3)]);
    }

    #[test]
    fn signs_that_were_replaced_over_a_day_ago_are_not_held() {
        let mut signs = Signs::default();
        for hour in 0..100 {
            signs.put(Moment::from_seconds(hour * 3_600), sign(hour + 1, None), 0);
        }
        assert_eq!(signs.ranks[&0].table.len(), 25);
        let chip = |hour: i64| signs.at(Moment::from_seconds(hour * 3_600), &[]).table.chip;
        assert_eq!([75, 76, 99].map(chip), [Some(76), Some(77), Some(100)]);
    }

    #[test]
    fn a_sign_of_one_player_leaves_the_tables_own_standing() {
        let mut signs = Signs::default();
        signs.put(Moment::from_seconds(1), sign(1, None), 0);
        signs.put(Moment::from_seconds(2), sign(2, Some("A")), 0);
        let limits = signs.at(Moment::from_seconds(3), &[]);
        assert_eq!((limits.table.chip, limits.players.len()), (Some(1), 0));
    }

    #[test]
    fn another_sources_sign_holds_only_until_the_first_one_records_its_own() {
        let mut signs = Signs::default();
        signs.put(Moment::from_seconds(1), sign(7, None), 1);
        signs.put(Moment::from_seconds(5), sign(8, Some("A")), 1);
        signs.put(Moment::from_seconds(3), sign(1, None), 0);
        let at = |second| signs.at(Moment::from_seconds(second), &[]);
        assert_eq!([0, 1, 2, 3, 9].map(|second| at(second).table.chip), [None, Some(7), Some(7), Some(1), Some(1)]);
        assert!(at(9).players.is_empty(), "what the table itself does not say of a player does not hold");
    }
}
