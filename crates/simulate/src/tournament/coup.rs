use std::io::Write;

use resettle_reference::{Bet, Card, Round, Winner};

use super::expected::TournamentFinding;
use super::features;
use super::heat::Heat;
use super::log::NAME;
use super::run::BOXES;
use super::seats::Seat;
use super::special::Special;
use super::wagers::{Laid, Level, RULES, lay};
use crate::config::Error;
use crate::fields::Fields;
use crate::moment::Moment;
use crate::table::shoes::dealt;

/// When what of a coup happens.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    pub(super) opened: Moment,
    pub(super) closed: Moment,
    pub(super) first_card: Moment,
    pub(super) settled: Moment,
}

/// A coup while it is played.
pub(super) struct PlayedCoup {
    pub(super) number: i64,
    pub(super) level: Level,
    pub(super) round: Round,
    pub(super) clock: Clock,
    pub(super) marker: i64,
    pub(super) laid: Vec<Laid>,
    pub(super) passes: Vec<String>,
    pub(super) absent: Vec<String>,
    pub(super) deductions: Vec<Fields>,
    /// How many chips were taken of whom.
    pub(super) taken: Vec<(String, i64)>,
    pub(super) forms: Vec<Fields>,
    /// What is to be found: a code, and who or what.
    pub(super) found: Vec<TournamentFinding>,
}

impl PlayedCoup {
    /// Notes what is to be found here.
    pub(super) fn find(
        &mut self,
        code: Option<&'static str>,
        fill: impl FnOnce(TournamentFinding) -> TournamentFinding,
    ) {
        if let Some(code) = code {
            self.found.push(fill(TournamentFinding { code, ..TournamentFinding::default() }));
        }
    }
}

impl<W: Write> Heat<'_, W> {
    /// Plays a coup of the session and writes it down.
    pub(super) fn coup(&mut self, number: i64, level: Option<Level>) -> Result<(), Error> {
        let level = level.or(self.level).unwrap_or(Level::at(number));
        let disputed = self.disputed(number);
        if disputed.is_some() {
            self.dispute("dispute", "D2")?;
        }
        // Where something is won or lost on purpose, one hand wins.
        let decided: fn(_, &Round) -> bool = |_, round| round.winner != Winner::Tie;
        let (cards, round) = self.deal(if self.round == 1 || self.level.is_some() { Some(decided) } else { None });
        let opened = self.table.log.now() + 6_000;
        let closed = opened + self.shared.dice.within(15_000, 18_000);
        let clock = Clock { opened, closed, first_card: closed + 4_000, settled: closed + 26_000 };
        let moved = self.plants("marker_moved", self.in_coup(number));
        let marker = (number - 1 + i64::from(moved.is_some())).rem_euclid(BOXES) + 1;
        let mut coup = PlayedCoup {
            number,
            level,
            round,
            clock,
            marker,
            laid: Vec::new(),
            passes: Vec::new(),
            absent: Vec::new(),
            deductions: Vec::new(),
            taken: Vec::new(),
            forms: Vec::new(),
            found: Vec::new(),
        };
        coup.find(moved, |found| found);
        coup.find(disputed, |found| found);
        if let Some(code) = self.plants("kept_on", self.in_coup(number - 1))
            && let Some(seat) = self.seats.iter().find(|seat| seat.is_in && seat.fell.is_some())
        {
            coup.find(Some(code), |found| found.player(&seat.player));
        }
        let mut order: Vec<usize> = (0..self.seats.len()).collect();
        order.sort_by_key(|at| self.seats.get(*at).map_or(0, |seat| (seat.number - marker).rem_euclid(BOXES)));
        let mut later: Vec<Laid> = Vec::new();
        order.retain(|at| self.seats.get(*at).is_some_and(|seat| seat.plays()));
        let last = order.last().copied();
        for at in order {
            later.extend(self.turn(at, last == Some(at), &mut coup)?);
        }
        for (at, laid) in (1i64..).zip(&mut coup.laid) {
            laid.placed = if laid.placed == 0 { opened + 400 * at } else { laid.placed };
        }
        coup.laid.extend(later);
        self.odd_ones(&mut coup)?;
        for (at, laid) in (1usize..).zip(&mut coup.laid) {
            laid.id = format!("w{at}");
            if let Some(form) = laid.form.and_then(|form| coup.forms.get_mut(form)) {
                form.text("wager", &laid.id);
            }
        }
        self.write(&cards, &mut coup)?;
        self.settle(&coup);
        if disputed.is_some() {
            self.dispute("dispute_settled", "D2")?;
        }
        let play_off = self.key.ends_with("-P");
        if play_off { Ok(()) } else { self.falls(number) }
    }

    /// Draws a round that pleases.
    pub(super) fn deal(
        &mut self,
        pleases: Option<fn(resettle_reference::Rules, &Round) -> bool>,
    ) -> (Vec<Card>, Round) {
        if let Some(pleases) = pleases {
            self.table.shoe.arrange(RULES, 0, &mut self.shared.dice, pleases);
        }
        self.table.coups += 1;
        self.shared.coups += 1;
        dealt(RULES, &mut self.table.shoe)
    }

    /// What somebody does in turn; gives what lies down only after the close.
    fn turn(&mut self, at: usize, last: bool, coup: &mut PlayedCoup) -> Result<Option<Laid>, Error> {
        let Some(seat) = self.seats.get(at).cloned() else { return Ok(None) };
        let place = (self.round, self.number, coup.number, at);
        let play_off = self.key.ends_with("-P");
        let known = self.shared.known();
        let own = |at: usize| features::feature(place.0, place.1, place.2, at, known).filter(|_| !play_off);
        let own = own(at).or_else(|| own(features::LAST).filter(|_| last));
        let mut code = None;
        let mut what = own;
        for (name, where_, feature) in features::BREACHES {
            if where_ == place
                && !play_off
                && let Some(planted) = self.plants(name, self.in_coup(coup.number))
            {
                code = Some(planted);
                what = Some(feature);
            }
        }
        let Some(what) = what else {
            coup.laid.extend(lay(&seat, coup.level, &coup.round, &mut self.shared.dice));
            return Ok(None);
        };
        self.special(&Special { seat: &seat, code }, what, coup)
    }

    /// What is wrong with wagers as they lie.
    fn odd_ones(&mut self, coup: &mut PlayedCoup) -> Result<(), Error> {
        let here = self.in_coup(coup.number);
        if let Some(code) = self.plants("other_seat", here)
            && let Some(laid) = coup.laid.first_mut()
        {
            let taken: Vec<i64> = self.seats.iter().map(|seat| seat.number).collect();
            laid.seat = (1..=BOXES).find(|number| !taken.contains(number)).unwrap_or(laid.seat % BOXES + 1);
            coup.find(Some(code), |found| found.wager("w1"));
        }
        if let Some(code) = self.plants("cash_wagered", here)
            && let Some(laid) = coup.laid.first_mut()
        {
            laid.cash = true;
            coup.find(Some(code), |found| found.wager("w1"));
        }
        if let Some(code) = self.plants("out_of_turn", here) {
            let last = coup.laid.last().map(|laid| laid.player.clone()).unwrap_or_default();
            let own = coup.laid.iter().filter(|laid| laid.player == last).count();
            coup.laid.truncate(coup.laid.len().saturating_sub(own.saturating_sub(1)));
            if let Some(laid) = coup.laid.last_mut() {
                laid.placed = coup.clock.opened + 100;
            }
            let id = format!("w{}", coup.laid.len());
            coup.find(Some(code), |found| found.player(&last).wager(&id));
        }
        if let Some(code) = self.plants("stranger_wagers", here) {
            let mut laid = Laid::new(&Seat::new(BOXES + 1, "X01"), Bet::Player, coup.level.min);
            laid.placed = coup.clock.closed - 500;
            coup.laid.push(laid);
            let id = format!("w{}", coup.laid.len());
            coup.find(Some(code), |found| found.player("X01").wager(&id));
        }
        for laid in coup.laid.iter_mut().filter(|laid| !laid.paid) {
            laid.pay(&coup.round)?;
        }
        Ok(())
    }

    /// What the coup leaves in front of each player.
    fn settle(&mut self, coup: &PlayedCoup) {
        for seat in &mut self.seats {
            let own = || coup.laid.iter().filter(|laid| laid.player == seat.player);
            let taken: i64 =
                coup.taken.iter().filter(|(player, _)| *player == seat.player).map(|(_, taken)| taken).sum();
            seat.wagered = own().map(|laid| laid.stake).sum();
            seat.chips += own().map(|laid| laid.returned - laid.stake).sum::<i64>() - taken;
        }
    }

    fn write(&mut self, cards: &[Card], coup: &mut PlayedCoup) -> Result<(), Error> {
        let offset = self.shared.offset;
        let mut own = Fields::new();
        own.text("id", NAME).text("session", &self.key).text("marker", &coup.marker.to_string());
        for (name, players) in [("passes", &coup.passes), ("absent", &coup.absent)] {
            if !players.is_empty() {
                own.list(name, players);
            }
        }
        for (name, objects) in [("deductions", &coup.deductions), ("undisclosed", &coup.forms)] {
            if !objects.is_empty() {
                let inside: Vec<String> = objects.iter().map(Fields::object).collect();
                own.raw(name, &format!("[{}]", inside.join(",")));
            }
        }
        let wagers: Vec<String> = coup.laid.iter().map(|laid| laid.object(offset)).collect();
        self.record(cards, &coup.round, coup.clock, &wagers, Some(own))?;
        let place = self.at_coup("");
        for mut found in std::mem::take(&mut coup.found) {
            found.log.clone_from(&place.log);
            found.line = place.line;
            found.shoe.clone_from(&place.shoe);
            found.coup = place.coup;
            self.expect(found);
        }
        Ok(())
    }
}
