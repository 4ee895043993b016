use std::io::Write;

use super::breaches::At;
use super::expected::TournamentFinding;
use super::run::{ADVANCE, BOXES, PLACES, Shared, TournamentTable};
use super::seats::{Seat, Way, ranking, tie};
use super::wagers::Level;
use crate::config::Error;
use crate::fields::Fields;
use crate::moment::Moment;

/// How many coups a session has.
pub(super) const COUPS: i64 = 8;
/// The value of all chips at a table.
const INVENTORY: i64 = 5_000_000;

/// The play of one table in one round.
pub(super) struct Heat<'h, W: Write> {
    pub(super) round: i64,
    pub(super) number: usize,
    pub(super) key: String,
    pub(super) seats: Vec<Seat>,
    pub(super) table: &'h mut TournamentTable<W>,
    pub(super) shared: &'h mut Shared,
    /// What a `level` record set.
    pub(super) level: Option<Level>,
    pub(super) is_play_off: bool,
    eliminated: i64,
    /// The line of its `end`, where one was written.
    end_line: Option<u64>,
}

impl<'h, W: Write> Heat<'h, W> {
    pub(super) fn new(
        round: i64,
        number: usize,
        mut seats: Vec<Seat>,
        table: &'h mut TournamentTable<W>,
        shared: &'h mut Shared,
    ) -> Heat<'h, W> {
        let key = format!("R{round}-{}", table.name);
        if round == 1 {
            ways(number, &mut seats);
        }
        Heat {
            round,
            number,
            key,
            seats,
            table,
            shared,
            level: None,
            is_play_off: false,
            eliminated: 0,
            end_line: None,
        }
    }

    /// The code of a breach planted here.
    pub(super) fn plants(&mut self, name: &str, at: At) -> Option<&'static str> {
        self.shared.plants(name, at)
    }

    /// Where a coup is; a play-off is nowhere, so that nothing is planted twice.
    pub(super) fn in_coup(&self, coup: i64) -> At {
        At::Coup(self.round, if self.is_play_off { 0 } else { self.number }, coup)
    }

    pub(super) fn expect(&mut self, found: TournamentFinding) {
        self.shared.expected.push(found);
    }

    /// Something to be found at the record written last.
    pub(super) fn found(&mut self, code: &'static str) {
        let found = self.table.log.found(code);
        self.expect(found);
    }

    /// The fields that every record of the session has.
    pub(super) fn fields(&self) -> Fields {
        let mut fields = Fields::new();
        fields.text("session", &self.key);
        fields
    }

    /// Plays it and says who advances, or who has a place.
    ///
    /// `out` is somebody who did not advance to this round, `marked` are those who enter with breaches about them.
    pub(super) fn play(
        mut self,
        scheduled: Moment,
        out: Option<&str>,
        marked: &[String],
    ) -> Result<Vec<String>, Error> {
        self.start(scheduled, out, marked)?;
        let ends = At::End(self.round, self.number);
        let early = self.plants("ended_early", ends);
        for coup in 1..=if early.is_some() { 5 } else { COUPS } {
            self.coup(coup, None)?;
            self.between(coup)?;
        }
        if let Some(code) = self.plants("coup_too_many", self.in_coup(COUPS + 1)) {
            self.coup(COUPS + 1, None)?;
            let found = self.at_coup(code);
            self.expect(found);
        }
        self.end(ends)?;
        if let Some(code) = early {
            self.found(code);
        }
        let last_round = self.round == 4;
        let line = if last_round { PLACES } else { ADVANCE };
        let mut ranks = ranking(&self.seats);
        let unplayed = self.plants("tie_not_played_off", ends);
        while unplayed.is_none()
            && let Some(at) = tie(&ranks, line, last_round)
        {
            let tied = ranks.get(at).map(|(players, _)| players.clone()).unwrap_or_default();
            let parted = self.play_off(&tied, None)?;
            ranks.splice(at..=at, parted.into_iter().map(|player| (vec![player], false)));
        }
        let order: Vec<String> = ranks.into_iter().flat_map(|(players, _)| players).collect();
        if let Some(code) = self.plants("play_off_of_no_tie", ends) {
            let first = order.iter().take(2).cloned().collect::<Vec<_>>();
            self.play_off(&first, Some(code))?;
        }
        let advanced = self.result(ends, order, line)?;
        if let Some(code) = self.plants("coup_after_end", ends) {
            self.bare_coup(true)?;
            let found = self.at_coup(code);
            self.expect(found);
        }
        self.table.log.seal(false)?;
        Ok(advanced)
    }

    fn start(&mut self, scheduled: Moment, out: Option<&str>, marked: &[String]) -> Result<(), Error> {
        let here = At::Start(self.round, self.number);
        if let Some(code) = self.plants("not_advanced", here)
            && let (Some(player), Some(seat)) = (out, self.seats.first_mut())
        {
            player.clone_into(&mut seat.player);
            self.begin(scheduled + 300_000)?;
            let found = self.table.log.found(code).player(player);
            self.expect(found);
            return Ok(());
        }
        let early = self.plants("early_start", here);
        let allotted = self.plants("chips_over_allotment", here);
        let short = self.plants("buy_in_short", here);
        let passes = self.plants("pass_card_given", here);
        for (at, seat) in self.seats.iter_mut().enumerate() {
            seat.chips += if allotted.is_some() && at == 2 { 1_000 } else { 0 };
            seat.paid /= if short.is_some() && at == 3 { 2 } else { 1 };
            seat.passes += i64::from(passes.is_some() && at == 4);
        }
        self.begin(if early.is_some() { scheduled - 60_000 } else { scheduled + 300_000 })?;
        for code in early.into_iter().chain(self.plants("other_table", here)) {
            self.found(code);
        }
        for (code, at, money) in [(allotted, 2, Some(1_000)), (short, 3, None), (passes, 4, None)] {
            let Some((code, seat)) = code.zip(self.seats.get(at)) else { continue };
            let mut found = self.table.log.found(code).player(&seat.player);
            found.money = money;
            self.expect(found);
        }
        if let Some(code) = self.plants("played_after_refund", here)
            && let Some(player) = self.shared.refunded.take()
        {
            let found = self.table.log.found(code).player(&player);
            self.expect(found);
        }
        for (name, at) in [("not_given", 0), ("no_form", 1)] {
            if let (Some(code), Some(player)) = (self.plants(name, here), marked.get(at)) {
                let found = self.table.log.found(code).player(player);
                self.expect(found);
            }
        }
        Ok(())
    }

    fn begin(&mut self, at: Moment) -> Result<(), Error> {
        let kind = if self.round == 4 { "final" } else { "session" };
        let fields = self.start_fields(kind, None);
        Ok(self.table.log.session(Some(at), "start", &fields)?)
    }

    /// What a `start` says.
    pub(super) fn start_fields(&self, kind: &str, of: Option<&str>) -> Fields {
        let mut fields = self.fields();
        fields.int("round", self.round).text("kind", kind);
        if let Some(of) = of {
            fields.text("of", of);
        }
        fields.int("boxes", BOXES).int("inventory", INVENTORY);
        let seats: Vec<String> = self
            .seats
            .iter()
            .map(|seat| {
                let mut fields = Fields::new();
                fields.text("seat", &seat.number.to_string()).text("player", &seat.player);
                fields.int("chips", seat.chips).int("paid", seat.paid).int("pass_cards", seat.passes);
                fields.object()
            })
            .collect();
        fields.raw("seats", &format!("[{}]", seats.join(",")));
        fields
    }

    /// The count of all who are in.
    pub(super) fn count(&mut self) -> Result<(), Error> {
        let counts: Vec<String> = self
            .seats
            .iter()
            .filter(|seat| seat.is_in)
            .map(|seat| {
                let mut fields = Fields::new();
                fields.text("player", &seat.player).int("chips", seat.chips);
                fields.object()
            })
            .collect();
        let mut fields = self.fields();
        fields.raw("counts", &format!("[{}]", counts.join(",")));
        Ok(self.table.log.session(None, "count", &fields)?)
    }

    /// The `end` of a session, with what the chips come to.
    pub(super) fn ended(&mut self, missing: i64, accounted_for: bool) -> Result<(), Error> {
        let mut fields = self.fields();
        fields.int("inventory", INVENTORY - missing);
        if accounted_for {
            fields.raw("missing", "[{\"chip\":500,\"quantity\":1}]").list("notified", &["tournament_manager"]);
        }
        fields.text("by", "tournament_manager");
        self.table.log.session(None, "end", &fields)?;
        self.end_line = Some(self.table.log.lines());
        Ok(())
    }

    fn end(&mut self, ends: At) -> Result<(), Error> {
        let uncounted = self.plants("not_counted", ends);
        if uncounted.is_none() {
            let wrong = self.plants("counted_wrong", ends);
            if let (Some(_), Some(seat)) = (wrong, self.seats.first_mut()) {
                seat.chips += 500;
            }
            self.count()?;
            if let (Some(code), Some(seat)) = (wrong, self.seats.first()) {
                let found = self.table.log.found(code).player(&seat.player).money(500);
                self.expect(found);
            }
        }
        let gone = self.plants("chips_gone", ends);
        // A chip that is missing at one table, and accounted for.
        let accounted_for = (self.round, self.number) == (1, 7);
        self.ended(if gone.is_some() || accounted_for { 500 } else { 0 }, accounted_for)?;
        if let Some(code) = uncounted {
            self.found(code);
        }
        if let Some(code) = gone {
            let found = self.table.log.found(code).money(-500);
            self.expect(found);
        }
        Ok(())
    }

    fn result(&mut self, ends: At, order: Vec<String>, line: usize) -> Result<Vec<String>, Error> {
        let mut order = order;
        let three = self.plants("three_advance", ends);
        let others = self.plants("others_advance", ends);
        if others.is_some() && order.len() > 2 {
            order.swap(1, 2);
        }
        if let Some(code) = self.plants("result_unwritten", ends) {
            let mut found = self.table.log.found(code);
            found.line = self.end_line;
            self.expect(found);
            return Ok(order.into_iter().take(line).collect());
        }
        let many = line + usize::from(three.is_some());
        let placings: Vec<String> = order
            .iter()
            .enumerate()
            .map(|(at, player)| {
                let mut fields = Fields::new();
                fields.int("place", i64::try_from(at + 1).unwrap_or(0)).text("player", player);
                if self.round != 4 {
                    fields.flag("advances", at < many);
                }
                fields.object()
            })
            .collect();
        let mut fields = self.fields();
        fields.raw("placings", &format!("[{}]", placings.join(",")));
        self.table.log.session(None, "result", &fields)?;
        for code in three.into_iter().chain(self.plants("tie_not_played_off", ends)) {
            self.found(code);
        }
        if let (Some(code), Some(player)) = (others, order.get(1)) {
            let found = self.table.log.found(code).player(player);
            self.expect(found);
        }
        Ok(order.into_iter().take(line).collect())
    }

    /// Those who hold less than the next minimum fall, and are eliminated.
    pub(super) fn falls(&mut self, coup: i64) -> Result<(), Error> {
        let next = if coup == COUPS { coup } else { coup + 1 };
        let minimum = self.level.unwrap_or(Level::at(next)).min;
        let fallen: Vec<usize> = self
            .seats
            .iter()
            .enumerate()
            .filter(|(_, seat)| seat.plays() && seat.chips < minimum)
            .map(|(at, _)| at)
            .collect();
        for at in fallen {
            self.fall(at, coup);
            if coup < COUPS && self.plants("kept_on", self.in_coup(coup)).is_none() {
                self.eliminate(at)?;
            }
        }
        Ok(())
    }

    pub(super) fn fall(&mut self, at: usize, coup: i64) {
        self.eliminated += 1;
        if let Some(seat) = self.seats.get_mut(at) {
            seat.fell = Some((coup, seat.chips, seat.wagered, self.eliminated));
        }
    }

    pub(super) fn eliminate(&mut self, at: usize) -> Result<(), Error> {
        let Some(seat) = self.seats.get_mut(at) else { return Ok(()) };
        seat.is_in = false;
        let player = seat.player.clone();
        let mut fields = self.fields();
        fields.text("player", &player).text("ground", "minimum");
        Ok(self.table.log.session(None, "eliminated", &fields)?)
    }
}

/// Sessions of round 1 in which something comes about on purpose.
fn ways(number: usize, seats: &mut [Seat]) {
    for (at, seat) in seats.iter_mut().enumerate() {
        seat.way = match (number, at) {
            (1, 0) => Way::Wins(3),
            (1, 1 | 2) => Way::Wins(2),
            (1, _) => Way::Loses,
            (2 | 8, 0) => Way::Ruin,
            _ => Way::Usual,
        };
    }
}
