//! One table from the opening of its log to the final seal.

mod coup;
pub(crate) mod days;
mod lines;
mod paying;
mod plan;
pub(crate) mod shoes;
mod staff;
mod times;

use std::io::{self, Write};

use plan::Plan;
use staff::Rota;
use times::Times;

use crate::chain::{Chain, Sealing};
use crate::config::{Config, Error, Planted, SimulatedLog};
use crate::csv;
use crate::dice::Dice;
use crate::expected::Expected;
use crate::fault::{Course, Ending};
use crate::keys::{Key, Listed, trust_yaml};
use crate::scene::{Before, Extra, Kept};
use crate::shoe::Shoe;
use crate::sources::{Sources, settings_yaml};
use crate::venue::Venue;

/// Whose logs are written: one of the whole table, or the shoe's with those of this many terminals and a display.
pub(crate) enum Logs<'o, W> {
    Whole(W),
    Split { terminals: usize, out: &'o mut dyn FnMut(&str) -> io::Result<W> },
}

pub(crate) fn run<W: Write, C: Write>(
    config: &Config,
    logs: Logs<'_, W>,
    mut csv_out: Option<&mut C>,
) -> Result<SimulatedLog, Error> {
    let mut course = Course::usual(config.rules);
    let mut plan = Plan::of(config, &mut course, matches!(logs, Logs::Split { .. }))?;
    let mut dice = Dice::new(config.seed);
    let mut venue = Venue::of(config.rules, config.seed, &mut dice);
    if let Some(commenced) = course.first_commenced {
        venue.start = commenced - 120_000;
    }
    if let Some(csv_out) = csv_out.as_mut() {
        csv::head(csv_out)?;
    }
    let mut listed = Vec::new();
    let (out, log, sources) = match logs {
        Logs::Whole(out) => (out, venue.log.clone(), None),
        Logs::Split { terminals, .. } if !(2..=99).contains(&terminals) => return Err(Error::Terminals),
        Logs::Split { terminals, out } => {
            let shoe = out("shoe.jsonl")?;
            let sources = Sources::open(terminals, &venue, config.seed, &mut listed, out)?;
            (shoe, format!("{}-shoe", venue.log), Some(sources))
        }
    };
    let chain = Chain::new(out, &log, venue.offset, venue.start);
    let mut table = Table::new(config, venue, course, chain, dice);
    table.listed = listed;
    table.sources = sources;
    table.rota = config.staff.then(|| Rota::new(config.seed, 0));
    table.open()?;
    for ordinal in 1..=config.coups {
        let fault = plan.next(ordinal, ordinal == config.coups);
        let placed = table.coup(ordinal, fault.map(|(fault, _)| fault), &mut csv_out)?;
        match fault {
            Some((fault, _)) if placed => {
                plan.free = ordinal + 1 + u64::from(fault.ahead || fault.breaks_the_line());
            }
            Some((fault, true)) => plan.again(ordinal, fault),
            _ => {}
        }
    }
    if let Some((at, faults)) = plan.at.into_iter().next() {
        let name = faults.first().map_or("", |fault| fault.name);
        return Err(Error::NoPlace(name.to_owned(), at));
    }
    table.close()
}

struct Table<'a, W: Write> {
    config: &'a Config,
    venue: Venue,
    course: Course,
    dice: Dice,
    /// The log of the table, or of the shoe where there are other sources.
    chain: Chain<W>,
    sources: Option<Sources<W>>,
    /// Who is on duty, where the log says it.
    rota: Option<Rota>,
    /// What the display showed of the coup before.
    shown: Option<&'static str>,
    /// The coup before in the log.
    before: Option<Before>,
    key: Key,
    other_keys: u64,
    listed: Vec<Listed>,
    shoe: Option<Shoe>,
    shoes: u64,
    /// The coup number last used in this shoe.
    number: u64,
    next: Option<Times>,
    kept: Option<Kept>,
    /// The shoe must not change before the next coup.
    hold: bool,
    end_shoe: bool,
    /// Lines to be written after the next coup.
    later: Vec<Extra>,
    since_seal: u64,
    /// A sign was written that no seal vouches for yet.
    sign_is_unsealed: bool,
    seal_after: u64,
    expected: Vec<Expected>,
    /// Faults that a log shows once.
    shown_once: Vec<&'static str>,
    /// The days of which money is expected not to be judged.
    unjudged_days: Vec<String>,
    planted: Vec<Planted>,
    staked: i64,
    returned: i64,
}

impl<'a, W: Write> Table<'a, W> {
    fn new(config: &'a Config, venue: Venue, course: Course, chain: Chain<W>, dice: Dice) -> Self {
        Table {
            config,
            chain,
            key: Key::of(config.seed, 0),
            other_keys: 0,
            listed: Vec::new(),
            sources: None,
            rota: None,
            shown: None,
            before: None,
            shoe: None,
            shoes: 0,
            number: 0,
            next: None,
            kept: None,
            hold: false,
            end_shoe: false,
            later: Vec::new(),
            since_seal: 0,
            sign_is_unsealed: false,
            seal_after: 20,
            expected: Vec::new(),
            shown_once: Vec::new(),
            unjudged_days: Vec::new(),
            planted: Vec::new(),
            staked: 0,
            returned: 0,
            dice,
            venue,
            course,
        }
    }

    fn close(mut self) -> Result<SimulatedLog, Error> {
        if let Some(shoe) = self.shoe.take().filter(|shoe| !shoe.end_logged) {
            self.shoe_event(&shoe.name, "end")?;
        }
        let at = self.chain.last_at + 150;
        let by = Sealing::By(&self.key);
        match self.course.ending {
            Ending::Final => {
                self.chain.seal(at, &by, true)?;
            }
            Ending::NotFinal => {
                self.chain.seal(at, &by, false)?;
            }
            Ending::NoSeal => {}
            Ending::AfterFinal => {
                self.chain.seal(at, &by, true)?;
                let fields = self.venue.limits.fields(&self.venue.bets);
                self.chain.record(at + 1_000, "limits", &fields, None)?;
            }
            Ending::NoLf => {
                self.chain.seal_torn_off(at, &by)?;
            }
        }
        self.chain.flush()?;
        let mut records = self.chain.lines;
        let settings_yaml = self.sources.as_ref().map(|sources| settings_yaml(sources.terminals));
        if let Some(sources) = self.sources.take() {
            records += sources.close(at)?;
        }
        if self.course.no_open {
            // nothing else is judged then
            self.expected.retain(|finding| finding.code == "integrity/no-open");
        }
        Ok(SimulatedLog {
            log: self.venue.log.clone(),
            expected: self.expected,
            trust_yaml: trust_yaml(&self.listed, self.venue.offset),
            planted: self.planted,
            settings_yaml,
            records,
            staked: self.staked,
            returned: self.returned,
        })
    }
}
