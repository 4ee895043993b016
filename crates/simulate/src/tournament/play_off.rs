use std::io::Write;

use super::heat::Heat;
use super::seats::{Seat, Way, ranking};
use super::wagers::Level;
use crate::config::Error;

impl<W: Write> Heat<'_, W> {
    /// Plays off a tie and gives its players in their order; `needless` is the finding where there is none.
    pub(super) fn play_off(&mut self, tied: &[String], needless: Option<&'static str>) -> Result<Vec<String>, Error> {
        let level = self.level.unwrap_or(Level::at(super::heat::COUPS));
        let players = self.seats.iter().filter(|seat| tied.contains(&seat.player));
        let seats: Vec<Seat> =
            players.map(|seat| Seat { passes: 0, paid: 0, ..Seat::new(seat.number, &seat.player) }).collect();
        let mut heat = Heat::new(self.round, self.number, seats, self.table, self.shared);
        for (at, seat) in (1i64..).zip(&mut heat.seats) {
            seat.way = Way::Wins(at);
        }
        let of = heat.key.clone();
        heat.key = format!("{of}-P");
        heat.level = Some(level);
        heat.is_play_off = true;
        let fields = heat.start_fields("play_off", Some(&of));
        heat.table.log.session(None, "start", &fields)?;
        if let Some(code) = needless {
            heat.found(code);
        }
        heat.coup(1, Some(level))?;
        heat.count()?;
        heat.ended(0, false)?;
        Ok(ranking(&heat.seats).into_iter().flat_map(|(players, _)| players).collect())
    }
}
