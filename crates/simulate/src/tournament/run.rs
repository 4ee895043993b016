use std::io::{self, Write};

use jiff::civil::date;

use super::breaches::{At, Breach};
use super::expected::TournamentFinding;
use super::heat::Heat;
use super::log::{Log, NAME};
use super::seats::Seat;
use super::wagers::RULES;
use super::{TournamentOutcome, desk};
use crate::config::Error;
use crate::dice::Dice;
use crate::fields::Fields;
use crate::keys::{Key, Listed, trust_yaml};
use crate::moment::{Moment, local};
use crate::shoe::Shoe;
use crate::venue::Venue;

/// The boxes of a table.
pub(super) const BOXES: i64 = 7;
/// How many tables a round has, and at which hour it begins.
pub(super) const ROUNDS: [(i64, usize, i64); 4] = [(1, 10, 12), (2, 4, 14), (3, 2, 16), (4, 1, 18)];
/// How many advance from a table.
pub(super) const ADVANCE: usize = 2;
/// How many have a place in the last round.
pub(super) const PLACES: usize = 3;

/// What every session of the tournament shares.
pub(super) struct Shared {
    pub(super) dice: Dice,
    planted: Vec<&'static Breach>,
    pub(super) expected: Vec<TournamentFinding>,
    used: Vec<&'static str>,
    /// Who sits down in round 1 although the fee went back.
    pub(super) refunded: Option<String>,
    pub(super) coups: u64,
    pub(super) offset: i64,
}

impl Shared {
    /// The breach of this name, where it is to be planted and has this place.
    pub(super) fn plants(&mut self, name: &str, at: At) -> Option<&'static str> {
        let breach = self.planted.iter().find(|breach| breach.name == name && breach.at == at)?;
        if !self.used.contains(&breach.name) {
            self.used.push(breach.name);
        }
        Some(breach.code)
    }

    /// Whether the conditions are among the logs.
    pub(super) fn known(&self) -> bool {
        !self.planted.iter().any(|breach| breach.name == "no_conditions")
    }

    /// Who sits down in round 1 with this breach about them, by their place at its table.
    pub(super) fn marked(&self, name: &str) -> bool {
        self.planted.iter().any(|breach| breach.name == name)
    }
}

/// A table with its log and shoe.
pub(super) struct TournamentTable<W: Write> {
    pub(super) name: String,
    pub(super) log: Log<W>,
    pub(super) shoe: Shoe,
    /// Coups from its shoe.
    pub(super) coups: u64,
}

/// The whole tournament.
pub(super) struct TournamentRun<W: Write> {
    pub(super) shared: Shared,
    pub(super) desk: Log<W>,
    tables: Vec<TournamentTable<W>>,
    listed: Vec<Listed>,
    files: Vec<String>,
    /// Who sits where in round 1.
    pub(super) drawn: Vec<Vec<String>>,
    pub(super) fees: i64,
}

/// Midnight of the day on which it is played.
pub(super) fn hour(hour: i64) -> Moment {
    local(date(2017, 7, 14), hour, 600)
}

impl<W: Write> TournamentRun<W> {
    pub(super) fn open(
        seed: u64,
        planted: Vec<&'static Breach>,
        out: &mut dyn FnMut(&str) -> io::Result<W>,
    ) -> Result<TournamentRun<W>, Error> {
        let mut dice = Dice::new(seed);
        let venue = Venue::named(RULES, "7UP-01", hour(9));
        let (desk, desk_key) = Log::open(&venue, "desk", NAME, Key::of(seed, 0), hour(9), out("desk.jsonl")?)?;
        let mut listed = vec![desk_key];
        let mut files = vec!["desk.jsonl".to_owned()];
        let mut tables = Vec::new();
        for number in 1..=10u64 {
            let name = format!("7UP-{number:02}");
            let file = format!("{name}.jsonl");
            let (mut log, key) = Log::open(&venue, "table", &name, Key::of(seed, number), hour(11), out(&file)?)?;
            listed.push(key);
            files.push(file);
            let mut shoe = Shoe::new(format!("{name}/S1"), 6, false, &mut dice);
            let burned: Vec<String> = shoe.draw().iter().map(ToString::to_string).collect();
            let mut fields = Fields::new();
            fields.text("shoe", &shoe.name).text("event", "start").int("decks", 6).list("burned", &burned);
            log.record(Some(hour(12) - 300_000), "shoe", &fields)?;
            tables.push(TournamentTable { name, log, shoe, coups: 0 });
        }
        let mut entrants: Vec<String> = (1..=64).map(|number| format!("E{number:02}")).collect();
        dice.shuffle(&mut entrants);
        let mut drawn = Vec::new();
        for at in 0..10 {
            drawn.push(entrants.split_off(entrants.len() - if at < 4 { 7 } else { 6 }));
        }
        let shared = Shared {
            dice,
            planted,
            expected: Vec::new(),
            used: Vec::new(),
            refunded: None,
            coups: 0,
            offset: venue.offset,
        };
        Ok(TournamentRun { shared, desk, tables, listed, files, drawn, fees: 0 })
    }

    pub(super) fn play(mut self) -> Result<TournamentOutcome, Error> {
        self.shared.expected.push(TournamentFinding { code: "ruleset/uncertain", ..TournamentFinding::default() });
        desk::before(&mut self)?;
        let mut seated = self.drawn.clone();
        for (round, _, at) in ROUNDS {
            let mut advanced = Vec::new();
            let marked = self.drawn.last().cloned().unwrap_or_default();
            let is_out = |player: &&String| !seated.iter().flatten().any(|other| other == *player);
            let out = self.drawn.iter().flatten().find(is_out).cloned();
            for (place, players) in seated.iter().enumerate() {
                let number = place + 1;
                let Some(table) = self.tables.get_mut(place) else { continue };
                let heat = Heat::new(round, number, seats(players, &mut self.shared), table, &mut self.shared);
                advanced.push(heat.play(hour(at), out.as_deref(), &marked)?);
            }
            if round == 1 {
                desk::between(&mut self)?;
            }
            let next = ROUNDS.iter().find(|(own, _, _)| *own == round + 1).map_or(0, |(_, tables, _)| *tables);
            seated = shared_out(&advanced, next);
            if round == 4 {
                desk::after(&mut self, advanced.first().map_or(&[], Vec::as_slice))?;
            }
        }
        self.close()
    }

    fn close(mut self) -> Result<TournamentOutcome, Error> {
        let mut records = 0;
        for table in &mut self.tables {
            let mut fields = Fields::new();
            fields.text("shoe", &table.shoe.name).text("event", "end");
            table.log.record(None, "shoe", &fields)?;
            table.log.seal(true)?;
            records += table.log.lines();
        }
        self.desk.seal(true)?;
        records += self.desk.lines();
        Ok(TournamentOutcome {
            logs: self.files,
            expected: self.shared.expected,
            trust_yaml: trust_yaml(&self.listed, self.shared.offset),
            planted: self.shared.used,
            records,
            coups: self.shared.coups,
        })
    }
}

/// Seats by lot.
fn seats(players: &[String], shared: &mut Shared) -> Vec<Seat> {
    let mut boxes: Vec<i64> = (1..=BOXES).collect();
    shared.dice.shuffle(&mut boxes);
    let mut seats: Vec<Seat> =
        boxes.into_iter().zip(players).map(|(number, player)| Seat::new(number, player)).collect();
    seats.sort_by_key(|seat| seat.number);
    seats
}

/// Those who advance, one to each table in turn.
fn shared_out(advanced: &[Vec<String>], tables: usize) -> Vec<Vec<String>> {
    let mut out = vec![Vec::new(); tables];
    for (at, player) in advanced.iter().flatten().enumerate() {
        if let Some(table) = out.get_mut(at % tables.max(1)) {
            table.push(player.clone());
        }
    }
    out
}
