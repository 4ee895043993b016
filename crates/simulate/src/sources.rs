use std::io::{self, Write};

use crate::chain::{Chain, Sealing};
use crate::draft::{Draft, DraftWager, Portion};
use crate::fields::Fields;
use crate::keys::{Key, Listed};
use crate::moment::Moment;
use crate::venue::Venue;

/// What the settings say of the last terminal's clock, in milliseconds.
pub(crate) const TOLERANCE: i64 = 250;

/// A seal after this many coups; each source seals by itself.
const SEAL_AFTER: u64 = 20;

/// Keys of sources are counted apart from those that a table changes to.
const FIRST_KEY: u64 = 1 << 32;

/// One source among those of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Shoe,
    Display,
    /// By its place among the terminals, from 0.
    Terminal(usize),
}

/// A coup that a terminal settled and no shoe dealt.
pub(crate) struct Undealt {
    pub(crate) number: u64,
    pub(crate) terminal: usize,
    pub(crate) wagers: Vec<DraftWager>,
}

/// What a fault asks of the sources of a table in addition to the shoe's own record.
#[derive(Default)]
pub(crate) struct Joining {
    /// This one does not write the coup.
    pub(crate) lost: Option<Who>,
    /// This one also says this.
    pub(crate) also: Option<(Who, Fields)>,
    /// This one writes the coup this many milliseconds later, or earlier.
    pub(crate) moved: Option<(Who, i64)>,
    pub(crate) undealt: Option<Undealt>,
}

impl Joining {
    pub(crate) fn loses(&self, who: Who) -> bool {
        self.lost == Some(who)
    }

    /// The record's fields with what this source also says.
    pub(crate) fn add_to(&self, who: Who, fields: Fields) -> Fields {
        match &self.also {
            Some((of, more)) if *of == who => Fields::from_tail(format!("{}{}", fields.tail(), more.tail())),
            _ => fields,
        }
    }

    fn delay(&self, who: Who) -> i64 {
        self.moved.filter(|(moved, _)| *moved == who).map_or(0, |(_, by)| by)
    }
}

/// At which of this many terminals a wager was placed. The last one is kept for those whose clock is off: its
/// tolerance would make others in time that are late by the clock of the table.
pub(crate) fn home(wager: &DraftWager, terminals: usize) -> usize {
    let last = terminals.saturating_sub(1);
    if wager.off_clock {
        return last;
    }
    let seat: usize = wager.seat.parse().unwrap_or(1);
    seat.saturating_sub(1).checked_rem(last).unwrap_or(0)
}

/// A wager as the log of its terminal names it, where `name` is its name in a log of the whole table.
pub(crate) fn name_at_home(name: &str, wagers: &[DraftWager], terminals: usize) -> String {
    let place = name.strip_prefix('#').and_then(|place| place.parse::<usize>().ok());
    let Some(wager) = place.and_then(|place| wagers.get(place.checked_sub(1)?)) else { return name.to_owned() };
    let place = place.unwrap_or(1);
    let own = home(wager, terminals);
    let before = wagers.iter().take(place).filter(|other| home(other, terminals) == own).count();
    format!("#{before}")
}

/// A source other than the shoe, with a log of its own.
struct Source<W: Write> {
    who: Who,
    chain: Chain<W>,
    key: Key,
    since_seal: u64,
}

impl<W: Write> Source<W> {
    fn write(&mut self, at: Moment, fields: &Fields) -> io::Result<()> {
        self.chain.record(at, "coup", fields, None)?;
        self.since_seal += 1;
        Ok(())
    }
}

/// The display and the terminals of a table whose shoe writes the main log.
pub(crate) struct Sources<W: Write> {
    pub(crate) terminals: usize,
    all: Vec<Source<W>>,
}

impl<W: Write> Sources<W> {
    /// Opens their logs, and lists their keys.
    pub(crate) fn open(
        terminals: usize,
        venue: &Venue,
        seed: u64,
        listed: &mut Vec<Listed>,
        out: &mut dyn FnMut(&str) -> io::Result<W>,
    ) -> io::Result<Sources<W>> {
        let mut all = Vec::new();
        let whose = std::iter::once(Who::Display).chain((0..terminals).map(Who::Terminal));
        for (who, number) in whose.zip(FIRST_KEY..) {
            let (kind, id, name) = match who {
                Who::Terminal(at) => ("terminal", format!("T{}", at + 1), format!("terminal-{}", at + 1)),
                _ => ("display", format!("{}-WRD", venue.table), "display".to_owned()),
            };
            let key = Key::of(seed, number);
            listed.push(Listed {
                name: format!("{} {name}", venue.table),
                public: key.public(),
                venue: venue.venue.to_owned(),
                table: venue.table.clone(),
                kind,
                imports: false,
                from: venue.start,
                until: None,
                revoked: None,
            });
            let log = format!("{}-{name}", venue.log);
            let mut chain = Chain::new(out(&format!("{name}.jsonl"))?, &log, venue.offset, venue.start);
            chain.record(venue.start, "open", &venue.opening(&log, kind, &id, Some(&key.id), false), None)?;
            all.push(Source { who, chain, key, since_seal: 0 });
        }
        Ok(Sources { terminals, all })
    }

    /// Each writes what it knows of a coup.
    pub(crate) fn coup(&mut self, draft: &Draft, joining: &Joining, offset: i64) -> io::Result<()> {
        let settled = draft.settled.unwrap_or(draft.at).min(draft.at);
        for source in &mut self.all {
            let who = source.who;
            if let (Some(undealt), Who::Terminal(at)) = (&joining.undealt, who)
                && undealt.terminal == at
            {
                let mut fields = Fields::new();
                fields.text("shoe", &draft.shoe).raw("coup", &undealt.number.to_string());
                let wagers: Vec<String> = undealt.wagers.iter().map(|wager| wager.object(offset)).collect();
                fields.raw("wagers", &format!("[{}]", wagers.join(",")));
                source.write(draft.opened.unwrap_or(settled), &fields)?;
            }
            if !joining.loses(who) {
                let delay = joining.delay(who);
                let (at, fields) = match who {
                    Who::Terminal(at) => {
                        let own = draft.wagers.as_ref().map(|wagers| {
                            let own = wagers.iter().filter(|wager| home(wager, self.terminals) == at);
                            own.collect::<Vec<&DraftWager>>()
                        });
                        let at = settled + delay;
                        (at, draft.fields_of(offset, &Portion::Terminal(own), Some(at)))
                    }
                    _ => (draft.at + 40 + delay, draft.fields_of(offset, &Portion::Display, None)),
                };
                source.write(at, &joining.add_to(who, fields))?;
            }
            if source.since_seal >= SEAL_AFTER {
                let at = source.chain.last_at + 110;
                source.chain.seal(at, &Sealing::By(&source.key), false)?;
                source.since_seal = 0;
            }
        }
        Ok(())
    }

    /// Sets the final seals; says how many lines there are.
    pub(crate) fn close(mut self, at: Moment) -> io::Result<u64> {
        let mut lines = 0;
        for source in &mut self.all {
            source.chain.seal(at, &Sealing::By(&source.key), true)?;
            source.chain.flush()?;
            lines += source.chain.lines;
        }
        Ok(lines)
    }
}

/// What is known of the sources, as `resettle replay --settings` reads it.
pub(crate) fn settings_yaml(terminals: usize) -> String {
    let all: Vec<String> = (1..=terminals).map(|number| format!("T{number}")).collect();
    format!(
        "sources:\n  T{terminals}: {{clock_tolerance: {TOLERANCE}ms}}\nexpected: {{shoe: 1, terminals: [{}], display: 1}}\n",
        all.join(", ")
    )
}
