use std::collections::BTreeMap;
use std::rc::Rc;

use resettle_coup_log::{Limits, Moment, Wager};

use crate::settle::TableLimits;

/// The signs of one scope, in the order in which they come into force.
type Line = Vec<(Moment, Rc<Limits>)>;

/// The table signs of a log: the table's own, and those that hold for one seat or player.
#[derive(Debug, Default)]
pub(super) struct Signs {
    table: Line,
    seats: BTreeMap<String, Line>,
    players: BTreeMap<String, Line>,
}

impl Signs {
    pub(super) fn put(&mut self, at: Moment, limits: Limits) {
        let line = match (&limits.player, &limits.seat) {
            (Some(player), _) => self.players.entry(player.clone()).or_default(),
            (None, Some(seat)) => self.seats.entry(seat.clone()).or_default(),
            (None, None) => &mut self.table,
        };
        let place = line.partition_point(|(known, _)| *known <= at);
        line.insert(place, (at, Rc::new(limits)));
    }

    /// The limits as they stood at a moment, as far as these wagers are concerned. A sign may be
    /// recorded between a coup's commencement and its record; it does not hold for that coup.
    pub(super) fn at(&self, moment: Moment, wagers: &[Wager]) -> TableLimits {
        let of = |lines: &BTreeMap<String, Line>, names: &mut dyn Iterator<Item = &String>| {
            names.filter_map(|name| Some((name.clone(), then(lines.get(name)?, moment)?))).collect()
        };
        TableLimits {
            table: then(&self.table, moment).unwrap_or_default(),
            seats: of(&self.seats, &mut wagers.iter().filter_map(|wager| wager.seat.as_ref())),
            players: of(&self.players, &mut wagers.iter().filter_map(|wager| wager.player.as_ref())),
        }
    }
}

/// The sign that stood at a moment.
fn then(line: &Line, moment: Moment) -> Option<Rc<Limits>> {
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
            signs.put(Moment::from_seconds(at), sign(chip, None));
        }
        let chip = |at| signs.at(Moment::from_seconds(at), &[]).table.chip;
        assert_eq!([9, 10, 19, 20, 29, 30].map(chip), [None, Some(1), Some(1), Some(4), Some(4), Some(3)]);
    }

    #[test]
    fn a_sign_of_one_player_leaves_the_tables_own_standing() {
        let mut signs = Signs::default();
        signs.put(Moment::from_seconds(1), sign(1, None));
        signs.put(Moment::from_seconds(2), sign(2, Some("A")));
        let limits = signs.at(Moment::from_seconds(3), &[]);
        assert_eq!((limits.table.chip, limits.players.len()), (Some(1), 0));
    }
}
