use std::io::Write;

use resettle_reference::{Card, Round};

use super::breaches::At;
use super::coup::Clock;
use super::expected::TournamentFinding;
use super::heat::Heat;
use super::log::NAME;
use super::wagers::Level;
use crate::config::Error;
use crate::draft::Declared;
use crate::fields::Fields;
use crate::moment::written;

impl<W: Write> Heat<'_, W> {
    /// What happens after a coup and before the next one.
    pub(super) fn between(&mut self, coup: i64) -> Result<(), Error> {
        let here = self.in_coup(coup);
        match (self.round, self.number, coup) {
            (1, 2, 6) => {
                // Who was kept on goes now.
                if let Some(at) = self.seats.iter().position(|seat| seat.is_in && seat.fell.is_some()) {
                    self.eliminate(at)?;
                }
            }
            (1, 6, 4) => {
                self.conceals(true)?;
            }
            (1, 7, 3) => {
                self.dispute("dispute", "D1")?;
                self.dispute("dispute_settled", "D1")?;
            }
            (1, 8, 5) => self.buy_back()?,
            _ => {}
        }
        if self.plants("ordinary_coup", here).is_some() {
            self.bare_coup(false)?;
            let found = self.at_coup("tournament/not-exclusive");
            self.expect(found);
        }
        if let Some(code) = self.plants("concealing_let_off", here) {
            let player = self.conceals(false)?;
            let found = self.table.log.found(code).player(&player);
            self.expect(found);
        }
        if let Some(code) = self.plants("bounds_changed", here) {
            let level = Level { max: 50_000, ..Level::at(coup + 1) };
            let mut fields = self.fields().tail().to_owned();
            fields.push_str(level.fields().tail());
            self.table.log.session(None, "level", &Fields::from_tail(fields))?;
            self.found(code);
            self.level = Some(level);
        }
        if let Some(code) = self.plants("eliminated_with_chips", here) {
            let least = self.seats.iter().enumerate().filter(|(_, seat)| seat.plays());
            if let Some((at, _)) = least.min_by_key(|(_, seat)| seat.chips) {
                self.fall(at, coup);
                self.eliminate(at)?;
                self.found_of(code, at, None);
            }
        }
        if let Some(code) = self.plants("chips_given", here)
            && let Some(at) = self.seats.iter().rposition(super::seats::Seat::plays)
        {
            self.issue(at, 5_000, "other")?;
            self.found_of(code, at, Some(5_000));
        }
        Ok(())
    }

    fn found_of(&mut self, code: &'static str, at: usize, money: Option<i64>) {
        let Some(seat) = self.seats.get(at) else { return };
        let mut found = self.table.log.found(code).player(&seat.player);
        found.money = money;
        self.expect(found);
    }

    pub(super) fn dispute(&mut self, event: &str, id: &str) -> Result<(), Error> {
        let mut fields = self.fields();
        fields.text("dispute", id);
        if event == "dispute_settled" {
            fields.text("by", "tournament_manager");
        }
        Ok(self.table.log.session(None, event, &fields)?)
    }

    /// Somebody conceals chips, and is disqualified or let off.
    fn conceals(&mut self, disqualified: bool) -> Result<String, Error> {
        let Some(player) = self.seats.first().map(|seat| seat.player.clone()) else { return Ok(String::new()) };
        let mut fields = self.fields();
        fields.text("player", &player);
        let mut breach = fields.clone();
        breach.text("kind", "concealing");
        self.table.log.session(None, "breach", &breach)?;
        if disqualified && let Some(seat) = self.seats.first_mut() {
            seat.is_in = false;
            seat.unplaced = true;
            fields.text("ground", "concealing").text("by", "tournament_manager");
            self.table.log.session(None, "disqualified", &fields)?;
        }
        Ok(player)
    }

    /// Who was eliminated buys chips once more, as the conditions grant.
    fn buy_back(&mut self) -> Result<(), Error> {
        let Some(at) = self.seats.iter().position(|seat| seat.fell.is_some()) else { return Ok(()) };
        if let Some(seat) = self.seats.get_mut(at) {
            seat.fell = None;
            seat.is_in = true;
            seat.way = super::seats::Way::Usual;
        }
        self.issue(at, 100_000, "buy_back")
    }

    fn issue(&mut self, at: usize, chips: i64, reason: &str) -> Result<(), Error> {
        let Some(seat) = self.seats.get_mut(at) else { return Ok(()) };
        seat.chips += chips;
        let player = seat.player.clone();
        let mut fields = self.fields();
        fields.text("player", &player).int("chips", chips).text("reason", reason);
        Ok(self.table.log.session(None, "issue", &fields)?)
    }

    /// A coup without wagers: of this session, which has ended, or of no tournament.
    pub(super) fn bare_coup(&mut self, of_session: bool) -> Result<(), Error> {
        let (cards, round) = self.deal(None);
        let opened = self.table.log.now() + 6_000;
        let clock = Clock { opened, closed: opened + 15_000, first_card: opened + 18_000, settled: opened + 40_000 };
        let own = of_session.then(|| {
            let mut own = Fields::new();
            own.text("id", NAME).text("session", &self.key).text("marker", "1");
            own
        });
        self.record(&cards, &round, clock, &[], own)
    }

    /// Writes a coup.
    pub(super) fn record(
        &mut self,
        cards: &[Card],
        round: &Round,
        clock: Clock,
        wagers: &[String],
        own: Option<Fields>,
    ) -> Result<(), Error> {
        let offset = self.shared.offset;
        let mut times = Fields::new();
        times.text("opened", &written(clock.opened, offset)).text("closed", &written(clock.closed, offset));
        times.text("first_card", &written(clock.first_card, offset)).text("settled", &written(clock.settled, offset));
        let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
        let mut fields = Fields::new();
        fields.text("shoe", &self.table.shoe.name).raw("coup", &self.table.coups.to_string());
        fields.raw("times", &times.object()).list("cards", &cards).raw("wagers", &format!("[{}]", wagers.join(",")));
        fields.raw("irregularities", "[]").raw("declared", &Declared::of(round).object());
        fields.text("wrd", round.winner.word());
        if let Some(own) = own {
            fields.raw("tournament", &own.object());
        }
        Ok(self.table.log.record(Some(clock.settled + 500), "coup", &fields)?)
    }

    /// Something to be found at the coup written last.
    pub(super) fn at_coup(&self, code: &'static str) -> TournamentFinding {
        let mut found = self.table.log.found(code);
        found.shoe = Some(self.table.shoe.name.clone());
        found.coup = Some(self.table.coups);
        found
    }

    /// Whether a dispute goes on while a coup of this number is played.
    pub(super) fn disputed(&mut self, coup: i64) -> Option<&'static str> {
        let here = At::Coup(self.round, self.number, coup);
        self.plants("played_in_dispute", here)
    }
}
