//! A table over many days, with a log for each.

use std::io::{self, Write};

use super::Table;
use super::staff::Rota;
use crate::chain::{Chain, Sealing};
use crate::config::{Config, Error, Faults};
use crate::dice::Dice;
use crate::expected::Expected;
use crate::fault::Course;
use crate::keys::trust_entries;
use crate::moment::Moment;
use crate::month::calendar::{self, DAY, Day, PACE, days};
use crate::month::lot::FaultLot;
use crate::month::{MonthConfig, MonthOutcome, MonthTable};
use crate::venue::Venue;

/// No fault is planted so close before midnight: what follows it must be in the same log.
const QUIET: i64 = 6 * 60_000;

type Opener<'o, W> = dyn FnMut(&str) -> io::Result<W> + 'o;

pub(crate) fn run<W: Write>(
    month: &MonthConfig,
    plan: &MonthTable,
    out: &mut Opener<'_, W>,
) -> Result<MonthOutcome, Error> {
    let seed = month.seed_of(plan);
    let config = Config {
        rules: plan.rules,
        coups: plan.coups,
        seed,
        faults: Faults::default(),
        style: month.style,
        staff: month.staff,
    };
    let mut venue = Venue::named(plan.rules, &plan.table, 0);
    let days = days(month.first_day, venue.offset, month.days, plan.coups, |day| Some(day) != plan.idle);
    let Some(first) = days.first() else { return Ok(MonthOutcome::default()) };
    venue.start = first.begins;
    venue.log = log_of(&venue, first);
    let mut done = MonthOutcome::default();
    let path = path_of(&venue, first);
    let chain = Chain::new(out(&path)?, &venue.log, venue.offset, venue.start);
    done.logs.push((path, venue.log.clone()));
    let mut table = Table::new(&config, venue, Course::usual(plan.rules), chain, Dice::new(seed));
    table.rota = month.staff.then(|| Rota::new(seed, plan.number));
    let lot = FaultLot::new(plan.rules, month.faulty_shoes, seed);
    Play { table, lot, days: &days, day: 0, done, out, stands_in: Vec::new(), since_roll: 0, free: 0 }.run(&config)
}

struct Play<'p, 'o, W: Write> {
    table: Table<'p, W>,
    lot: FaultLot,
    days: &'p [Day],
    /// The day whose log is written.
    day: usize,
    done: MonthOutcome,
    out: &'p mut Opener<'o, W>,
    /// Of the shoe in play: its first coup in each log that it is in.
    stands_in: Vec<(u64, String)>,
    /// Coups in the log that is written.
    since_roll: u64,
    /// The first coup on which something may be planted again.
    free: u64,
}

impl<W: Write> Play<'_, '_, W> {
    fn run(mut self, config: &Config) -> Result<MonthOutcome, Error> {
        self.table.open()?;
        self.table.sign_is_unsealed = true;
        let mut ordinal = 0;
        for at in 0..self.days.len() {
            let Some(day) = self.days.get(at) else { break };
            self.reach(at)?;
            for (coups, rests) in [(day.early, day.late > 0), (day.late, false)] {
                for left in (0..coups).rev() {
                    ordinal += 1;
                    self.coup(ordinal, ordinal == config.coups, left)?;
                }
                if rests {
                    let late = i64::try_from(day.late).unwrap_or(0);
                    self.rest(day.begins + DAY - late.saturating_mul(PACE))?;
                }
            }
        }
        self.close()
    }

    /// Sees to it that a day without a neighbour begins with its own log, at its own midnight.
    fn reach(&mut self, at: usize) -> Result<(), Error> {
        let Some(day) = self.days.get(at) else { return Ok(()) };
        let goes_on = at.checked_sub(1).and_then(|before| self.days.get(before));
        if goes_on.is_some_and(|before| before.late == 0) {
            self.rest(day.begins)?;
            self.roll(at)?;
        }
        Ok(())
    }

    /// Play rests until then, and goes on with a new shoe.
    fn rest(&mut self, until: Moment) -> Result<(), Error> {
        let table = &mut self.table;
        let busy = table.hold || table.kept.is_some() || !table.later.is_empty();
        if busy || table.chain.last_at >= until {
            return Ok(());
        }
        if let Some(shoe) = table.shoe.as_mut().filter(|shoe| !shoe.end_logged) {
            shoe.end_logged = true;
            let name = shoe.name.clone();
            table.shoe_event(&name, "end")?;
        }
        table.end_shoe = true;
        table.next = None;
        table.chain.last_at = until;
        Ok(())
    }

    /// Plays one coup, with this many left before a break or the day's end.
    fn coup(&mut self, ordinal: u64, last: bool, left: u64) -> Result<(), Error> {
        let opens = self.table.next.as_ref().map_or(self.table.chain.last_at, |times| times.opened);
        if let Some(next) = self.days.get(self.day + 1)
            && opens >= next.begins
        {
            self.roll(self.day + 1)?;
        }
        let shoes = self.table.shoes;
        let coming = self.table.number + 1;
        let midnight = self.days.get(self.day).map_or(Moment::MAX, |day| day.begins + DAY);
        let quiet = opens + QUIET > midnight || left < 3 || self.since_roll < 3 || ordinal < self.free;
        let fault = if quiet { None } else { self.lot.due(coming, last) };
        let placed = self.table.coup(ordinal, fault, &mut None::<&mut Vec<u8>>)?;
        if let Some(fault) = fault.filter(|_| placed) {
            self.lot.planted();
            self.free = ordinal + 1 + u64::from(fault.ahead || fault.breaks_the_line());
        }
        if self.table.shoes != shoes {
            self.stands_in = vec![(1, self.table.venue.log.clone())];
            // A shoe that was changed for its fault has had it.
            if fault.is_none() {
                self.lot.shoe();
            }
        }
        self.since_roll += 1;
        self.done.coups += 1;
        Ok(())
    }

    /// Seals the day's log and opens the next one.
    fn roll(&mut self, to: usize) -> Result<(), Error> {
        let Some(day) = self.days.get(to) else { return Ok(()) };
        self.finish_log()?;
        let table = &mut self.table;
        table.venue.log = log_of(&table.venue, day);
        table.venue.start = day.begins.max(table.chain.last_at + 500);
        let path = path_of(&table.venue, day);
        let out = (self.out)(&path)?;
        self.done.logs.push((path, table.venue.log.clone()));
        table.chain = Chain::new(out, &table.venue.log, table.venue.offset, table.venue.start);
        table.since_seal = 0;
        table.before = None;
        // Listed with the first log.
        let listed = table.listed.len();
        table.open()?;
        table.listed.truncate(listed);
        table.sign_is_unsealed = true;
        self.day = to;
        self.since_roll = 0;
        if table.shoe.is_some() && !table.end_shoe {
            self.done.straddling += 1;
            self.stands_in.push((table.number + 1, table.venue.log.clone()));
        }
        Ok(())
    }

    /// Sets the final seal, and returns what the log is to show.
    fn finish_log(&mut self) -> Result<(), Error> {
        let table = &mut self.table;
        let at = table.chain.last_at + 150;
        table.chain.seal(at, &Sealing::By(&table.key), true)?;
        table.chain.flush()?;
        self.done.records += table.chain.lines;
        table.shown_once.clear();
        let found: Vec<Expected> = table.expected.drain(..).collect();
        let shoe = format!("S-{:04}", table.shoes);
        for finding in found {
            // What is reported at a coup of a shoe that straddles midnight is reported where that coup is.
            let own = finding.coup.filter(|_| finding.shoe.as_deref() == Some(shoe.as_str()));
            let log = own.and_then(|coup| self.stands_in.iter().rfind(|(first, _)| *first <= coup));
            self.done.expected.push((log.map_or(&table.venue.log, |(_, log)| log).clone(), finding));
        }
        Ok(())
    }

    fn close(mut self) -> Result<MonthOutcome, Error> {
        if let Some(shoe) = self.table.shoe.take().filter(|shoe| !shoe.end_logged) {
            self.table.shoe_event(&shoe.name, "end")?;
        }
        self.finish_log()?;
        let table = self.table;
        self.done.trust_yaml = trust_entries(&table.listed, table.venue.offset);
        self.done.planted = table.planted;
        self.done.shoes = table.shoes;
        self.done.staked = table.staked;
        self.done.returned = table.returned;
        Ok(self.done)
    }
}

fn log_of(venue: &Venue, day: &Day) -> String {
    format!("{}-{}-{}", venue.venue, venue.table, day.date.strftime("%Y%m%d"))
}

fn path_of(venue: &Venue, day: &calendar::Day) -> String {
    format!("{}/{}/{}.jsonl", venue.venue, venue.table, day.date)
}
