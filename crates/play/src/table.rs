mod bounds;

use std::collections::VecDeque;
use std::io::{self, Read};

use jiff::{SignedDuration, Timestamp};
use resettle_game::Card;
use resettle_rules::Pays;
use resettle_ruleset::{Consequence, Elected, IrregularityRow, Ruleset};
use serde_json::{Value, json};

use crate::coup::Laid;
use crate::dice::Dice;
use crate::fault::Fault;
use crate::shoe::Shoe;

/// The smallest chip of the table, in minor units: every stake is a multiple of it.
const CHIP: i64 = 1_000;

/// How much too much or too little is paid.
const OFF_BY: i64 = 500;

/// A coup begins this many seconds after the one before.
const BETWEEN: i64 = 45;

/// What to play.
#[derive(Clone, Debug)]
pub struct Config<'r> {
    /// The rules; of a ruleset with options those under the choices elected.
    pub ruleset: &'r Ruleset,
    /// The choices, which the log records.
    pub elected: Elected,
    /// When the log begins.
    pub begins: Timestamp,
    /// Three letters.
    pub currency: String,
    /// How many coups.
    pub coups: u64,
    /// Everything that is drawn by lot follows from it.
    pub seed: u64,
    /// Plant a fault in one coup out of this many; 0 for none.
    pub one_in: u32,
    /// The faults among which the lot is drawn; all where empty.
    pub only: Vec<Fault>,
    /// Faults at coups, counted from 1 through the whole log; one that does not fit waits for the next coup that it fits.
    pub at: Vec<(Fault, u64)>,
}

/// One finding that a replay gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Its code.
    pub code: &'static str,
    /// The id of the shoe that it is in.
    pub shoe: String,
    /// The coup in the shoe.
    pub coup: u64,
    /// The wager, where it is at one.
    pub wager: Option<String>,
    /// Returned less due, in minor units, where it is about money.
    pub money: Option<i64>,
}

/// A fault as it was planted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planted {
    /// What is wrong with the coup.
    pub fault: Fault,
    /// The coup's number through the whole log.
    pub ordinal: u64,
    /// The id of the shoe.
    pub shoe: String,
    /// The coup in the shoe.
    pub coup: u64,
}

/// Why a table cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No bet is on offer.
    #[error("the ruleset offers no bet")]
    NoBet,
    /// A fault found no coup.
    #[error("no coup at {1} or after it can show {0}")]
    NoPlace(&'static str, u64),
    /// The decks or the deal leave no coup.
    #[error("a shoe of these decks has not cards enough for a coup")]
    NoCards,
}

/// The records of the log as lines of JSON, made as they are read.
pub struct Lines<'r> {
    config: Config<'r>,
    dice: Dice,
    shoe: Option<Shoe>,
    shoes: u64,
    in_shoe: u64,
    ordinal: u64,
    now: Timestamp,
    queue: VecDeque<u8>,
    waiting: Vec<(Fault, u64)>,
    /// Whether this shoe is dealt from on after its cut card.
    plays_on: bool,
    begun: bool,
    failed: Option<Error>,
    /// What a replay should find.
    pub expected: Vec<Expected>,
    /// The faults so far, in the order of the coups that they were planted in.
    pub planted: Vec<Planted>,
}

/// A wager as it is going to be logged.
#[derive(Clone)]
struct PlayedWager {
    id: String,
    seat: usize,
    bet: usize,
    stake: i64,
    returned: i64,
    pays: Pays,
    /// How many seconds after the coup was opened it was placed.
    placed: i64,
    /// And taken back.
    withdrawn: Option<i64>,
}

impl PlayedWager {
    /// One of which it is not known yet what it is due.
    fn new(number: usize, seat: usize, bet: usize, stake: i64, placed: i64) -> Self {
        Self { id: format!("w{number}"), seat, bet, stake, returned: 0, pays: Pays::Loses, placed, withdrawn: None }
    }
}

impl<'r> Lines<'r> {
    /// A table about to begin.
    ///
    /// # Errors
    /// [`Error::NoBet`], [`Error::NoCards`].
    pub fn new(config: Config<'r>) -> Result<Self, Error> {
        if config.ruleset.wagers.is_empty() {
            return Err(Error::NoBet);
        }
        let mut waiting = config.at.clone();
        waiting.sort_by_key(|(_, ordinal)| *ordinal);
        let now = config.begins;
        let mut probe = Dice::new(config.seed);
        let (shoe, _) = Shoe::new(config.ruleset, 1, &mut probe);
        Laid::by_the_rules(config.ruleset, &shoe.ahead(config.ruleset.table.order.len() + 2)).ok_or(Error::NoCards)?;
        Ok(Self {
            dice: Dice::new(config.seed),
            config,
            shoe: None,
            shoes: 0,
            in_shoe: 0,
            ordinal: 0,
            now,
            queue: VecDeque::new(),
            waiting,
            plays_on: false,
            begun: false,
            failed: None,
            expected: Vec::new(),
            planted: Vec::new(),
        })
    }

    /// Whether everything asked for was planted; to be asked once all was read.
    ///
    /// # Errors
    /// [`Error::NoPlace`] for the first fault that found no coup.
    pub fn finished(&self) -> Result<(), Error> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        self.waiting.first().map_or(Ok(()), |(fault, at)| Err(Error::NoPlace(fault.name(), *at)))
    }

    fn after(&self, seconds: i64) -> String {
        self.now.saturating_add(SignedDuration::from_secs(seconds)).unwrap_or(self.now).to_string()
    }

    fn say(&mut self, record: &Value) {
        self.queue.extend(record.to_string().into_bytes());
        self.queue.push_back(b'\n');
    }

    fn begin(&mut self) {
        let ruleset = self.config.ruleset;
        let venue = ruleset.venues.first().unwrap_or(&ruleset.venue);
        let open = json!({
            "at": self.after(0), "type": "open", "format": "coup-log/1", "log": format!("played-{}", self.config.seed),
            "source": {"kind": "table", "id": "T-1"}, "jurisdiction": ruleset.jurisdiction, "venue": venue,
            "game": ruleset.game, "table": "T-1", "currency": self.config.currency,
        });
        self.say(&open);
        if !self.config.elected.0.is_empty() {
            let options = json!({"at": self.after(1), "type": "options", "elected": self.config.elected.0});
            self.say(&options);
        }
        let mut sign = json!({"at": self.after(2), "type": "limits", "chip": CHIP});
        let asked = ruleset.limits.stakes.iter().flatten().filter_map(|rule| rule.minimum_of.clone());
        let minima: serde_json::Map<String, Value> = asked.map(|bet| (bet, json!(CHIP))).collect();
        if let Some(sign) = sign.as_object_mut().filter(|_| !minima.is_empty()) {
            sign.insert("min".to_owned(), Value::Object(minima));
        }
        self.say(&sign);
        self.pass(5);
    }

    fn pass(&mut self, seconds: i64) {
        self.now = self.now.saturating_add(SignedDuration::from_secs(seconds)).unwrap_or(self.now);
    }

    /// Ends the shoe that is out, and begins the next.
    fn change_shoes(&mut self) {
        if let Some(shoe) = self.shoe.take() {
            let end = json!({"at": self.after(0), "type": "shoe", "shoe": shoe.name, "event": "end"});
            self.say(&end);
            self.pass(300);
        }
        self.shoes += 1;
        self.in_shoe = 0;
        let (shoe, burned) = Shoe::new(self.config.ruleset, self.shoes, &mut self.dice);
        let mut start =
            json!({"at": self.after(0), "type": "shoe", "shoe": shoe.name, "event": "start", "decks": shoe.decks});
        if !burned.is_empty()
            && let Some(fields) = start.as_object_mut()
        {
            fields.insert("burned".to_owned(), codes(&burned));
        }
        self.say(&start);
        self.pass(30);
        self.shoe = Some(shoe);
    }

    fn more(&mut self) {
        if !self.begun {
            self.begun = true;
            self.begin();
        }
        if self.failed.is_some() || self.ordinal == self.config.coups {
            return;
        }
        if self.shoe.as_ref().is_none_or(|shoe| shoe.is_out(self.in_shoe)) {
            self.plays_on = !self.plays_on && self.deals_on();
            if !self.plays_on {
                self.change_shoes();
            }
        }
        self.coup();
        if self.ordinal == self.config.coups
            && let Some(shoe) = &self.shoe
        {
            let end = json!({"at": self.after(0), "type": "shoe", "shoe": shoe.name, "event": "end"});
            self.say(&end);
        }
    }

    /// Whether a shoe that its cut card ended is dealt from once more: because that is due by now, else by a throw.
    fn deals_on(&mut self) -> bool {
        if !self.shoe.as_ref().is_some_and(Shoe::is_ended) {
            return false;
        }
        let fault = Fault::AfterCutCard;
        if let Some(at) = self.waiting.iter().position(|(of, at)| *of == fault && *at <= self.ordinal + 1) {
            self.waiting.remove(at);
            return true;
        }
        let among = self.config.only.is_empty() || self.config.only.contains(&fault);
        // A shoe ends once in sixty coups: one end in two, where faults are planted by lot.
        among && self.config.one_in > 0 && self.dice.below(2) == 0
    }

    fn coup(&mut self) {
        let ruleset = self.config.ruleset;
        let burned = self.shoe.as_mut().map_or_else(Vec::new, |shoe| shoe.burned_before_coup(ruleset));
        let ahead = self.shoe.as_ref().map_or_else(Vec::new, |shoe| shoe.ahead(ruleset.table.order.len() + 3));
        let Some(mut laid) = Laid::by_the_rules(ruleset, &ahead) else {
            self.failed = Some(Error::NoCards);
            return;
        };
        self.ordinal += 1;
        self.in_shoe += 1;
        let mut wagers = self.wagers(&laid);
        let fault = if self.plays_on { Some(Fault::AfterCutCard) } else { self.fault(&laid, &wagers) };
        if fault == Some(Fault::MissingDraw)
            && let Some(shorter) = laid.without_the_last(ruleset)
        {
            laid = shorter;
            wagers = self.paid(wagers, &laid);
        }
        let mut drawn = Vec::new();
        if let Some(shoe) = &mut self.shoe {
            let extra = usize::from(fault == Some(Fault::ExtraDraw));
            drawn.extend((0..laid.cards.len() + extra).filter_map(|_| shoe.draw()));
            shoe.discard(&drawn, &mut self.dice);
        }
        if fault == Some(Fault::ImpossibleCard)
            && let Some(first) = drawn.first_mut()
            && let Some(gone) = self.shoe.as_ref().and_then(|shoe| shoe.exhausted(*first))
        {
            *first = gone;
        }
        let (player, banker) = laid.totals();
        let mut result = laid.winner();
        let mut shown = result;
        let other = if result == "player" { "banker" } else { "player" };
        let (mut at_wager, mut money) = (None, None);
        match fault {
            Some(Fault::WrongDisplay) => shown = other,
            Some(Fault::Misdeclared) => result = other,
            Some(Fault::ForeignCardSettled) => {
                money = Some(wagers.iter().map(|wager| wager.returned - wager.stake).sum());
            }
            Some(Fault::WithoutOwn) => {
                let empty = wagers.iter().map(|wager| wager.seat).max().unwrap_or(0) + 1;
                if let Some(wager) = self.asking(&wagers).and_then(|at| wagers.get_mut(at)) {
                    wager.seat = empty;
                    at_wager = Some(wager.id.clone());
                }
            }
            Some(
                fault @ (Fault::OwnTakenBack
                | Fault::NoMultiple
                | Fault::AboveMinimum
                | Fault::AbovePart
                | Fault::BetClosed),
            ) => {
                if let Some((changed, at)) = self.out_of_bounds(fault, &laid, &wagers) {
                    wagers = changed;
                    at_wager = wagers.get(at).map(|wager| wager.id.clone());
                }
            }
            Some(Fault::GroundlessVoid) => {
                (result, shown) = ("void", "void");
                money = Some(wagers.iter().map(|wager| wager.stake - wager.returned).sum());
                wagers.iter_mut().for_each(|wager| wager.returned = wager.stake);
            }
            Some(fault) => {
                if let Some((at, off)) = off(ruleset, fault, &wagers)
                    && let Some(wager) = wagers.get_mut(at)
                {
                    wager.returned += off;
                    (at_wager, money) = (Some(wager.id.clone()), Some(off));
                }
            }
            None => {}
        }
        let mut cards = codes(&drawn);
        if fault == Some(Fault::ForeignCardSettled)
            && let Some(last) = cards.as_array_mut().and_then(|cards| cards.last_mut())
        {
            *last = json!("XX");
        }
        let shoe = self.shoe.as_ref().map_or_else(String::new, |shoe| shoe.name.clone());
        if !burned.is_empty() && fault != Some(Fault::NotBurned) {
            let burn =
                json!({"at": self.after(21), "type": "shoe", "shoe": shoe, "event": "burn", "cards": codes(&burned)});
            self.say(&burn);
        }
        if self.shoe.as_mut().is_some_and(Shoe::shows_cut_card) {
            let cut = json!({"at": self.after(30), "type": "shoe", "shoe": shoe, "event": "cut_card"});
            self.say(&cut);
        }
        let declared = match result {
            "void" => json!({"result": "void"}),
            _ => json!({"result": result, "player": player, "banker": banker}),
        };
        let record = json!({
            "at": self.after(41), "type": "coup", "shoe": shoe, "coup": self.in_shoe,
            "times": {"opened": self.after(0), "closed": self.after(20), "first_card": self.after(22), "settled": self.after(40)},
            "cards": cards, "wagers": self.written(&wagers), "irregularities": [],
            "declared": declared, "wrd": shown,
        });
        self.say(&record);
        self.pass(BETWEEN);
        if let Some(fault) = fault {
            let coup = self.in_shoe;
            self.expected.push(Expected { code: fault.code(), shoe: shoe.clone(), coup, wager: at_wager, money });
            self.planted.push(Planted { fault, ordinal: self.ordinal, shoe, coup });
        }
    }

    /// A wager on the first bet, and on each other by a throw; every one of another player in another seat.
    fn wagers(&mut self, laid: &Laid) -> Vec<PlayedWager> {
        let mut out = Vec::new();
        for bet in 0..self.config.ruleset.wagers.len() {
            if bet > 0 && self.dice.below(2) == 0 {
                continue;
            }
            let stake = CHIP * i64::try_from(1 + self.dice.below(20)).unwrap_or(1);
            if self.is_closed(bet) {
                continue;
            }
            let number = out.len() + 1;
            let stake = self.within_minimum(bet, stake);
            let (seat, most) = self.beside(bet, &out).unwrap_or((number, stake));
            let placed = 5 + i64::try_from(number % 10).unwrap_or(0);
            out.push(PlayedWager::new(number, seat, bet, stake.min(most), placed));
        }
        self.add_own(&mut out);
        self.paid(out, laid)
    }

    /// Adds to each wager on a bet that asks for others of the same player what it asks for and is not there yet.
    fn add_own(&self, wagers: &mut Vec<PlayedWager>) {
        let ruleset = self.config.ruleset;
        let mut at = 0;
        // What is added may ask for more; bets that ask for each other end it.
        while let Some(wager) = wagers.get(at).filter(|_| at < ruleset.wagers.len() * 4) {
            let (seat, stake, placed) = (wager.seat, wager.stake, wager.placed);
            let missing: Vec<usize> = self
                .own_rules(wager.bet)
                .filter(|any_of| !wagers.iter().any(|other| other.seat == seat && any_of.contains(&other.bet)))
                .filter_map(|any_of| any_of.into_iter().find(|bet| !self.is_closed(*bet)))
                .collect();
            for bet in missing {
                // A part of it is bounded by what is added.
                let stake = self.within_minimum(bet, stake * self.parts_asked());
                wagers.push(PlayedWager::new(wagers.len() + 1, seat, bet, stake, placed - 1));
            }
            at += 1;
        }
    }

    /// For each rule by which a bet asks for another wager of the same player the bets of which one has to be there.
    fn own_rules(&self, bet: usize) -> impl Iterator<Item = Vec<usize>> {
        let ruleset = self.config.ruleset;
        let number = |name: &String| ruleset.wagers.iter().position(|rule| rule.bet == *name);
        let name = ruleset.wagers.get(bet).map_or("", |rule| rule.bet.as_str());
        let rules = ruleset.combinations.requires.0.iter().filter(move |rule| rule.is_own() && rule.bet == name);
        rules.map(move |rule| rule.any_of.iter().filter_map(number).collect())
    }

    /// Of how many parts of another stake a bound may allow one.
    fn parts_asked(&self) -> i64 {
        let of_stakes = self.config.ruleset.limits.stakes.iter().flatten().filter(|rule| rule.stakes_of.is_some());
        let parts =
            of_stakes.filter_map(|rule| rule.at_most).map(|most| (most.of + most.times - 1) / most.times.max(1));
        parts.max().unwrap_or(1).max(1)
    }

    /// A stake within what is bounded by minima of the sign, which are a chip.
    fn within_minimum(&self, bet: usize, stake: i64) -> i64 {
        let name = self.config.ruleset.wagers.get(bet).map_or("", |rule| rule.bet.as_str());
        let rules = self.config.ruleset.limits.stakes.iter().flatten();
        rules.filter(|rule| rule.minimum_of.is_some() && rule.bet == name).fold(stake, |stake, rule| {
            let most = rule.at_most.map_or(stake, |most| (CHIP * most.times / most.of / CHIP * CHIP).max(CHIP));
            let least = rule.at_least.map_or(0, |least| (CHIP * least.times + least.of - 1) / least.of);
            stake.min(most).max((least + CHIP - 1) / CHIP * CHIP)
        })
    }

    /// Whether no wager on a bet is taken any more in this shoe.
    fn is_closed(&self, bet: usize) -> bool {
        let ruleset = self.config.ruleset;
        let name = ruleset.wagers.get(bet).map_or("", |rule| rule.bet.as_str());
        let mut rules = ruleset.limits.closed.iter().flatten();
        rules.any(|rule| self.in_shoe > u64::from(rule.after_coup) && rule.bets.iter().any(|known| known == name))
    }

    /// The wagers with what each is due. One of which the rules leave it open is taken off the table.
    fn paid(&self, wagers: Vec<PlayedWager>, laid: &Laid) -> Vec<PlayedWager> {
        let mut left: Vec<PlayedWager> = wagers.into_iter().filter_map(|wager| self.due(wager, laid)).collect();
        // Nor does one stay that asks for it.
        loop {
            let is_there = |wager: &PlayedWager| {
                let own = |any_of: Vec<usize>| {
                    left.iter().any(|other| other.seat == wager.seat && any_of.contains(&other.bet))
                };
                self.own_rules(wager.bet).all(own)
            };
            let stays: Vec<bool> = left.iter().map(is_there).collect();
            if stays.iter().all(|stays| *stays) {
                return left;
            }
            let mut stays = stays.into_iter();
            left.retain(|_| stays.next().unwrap_or(true));
        }
    }

    /// A wager with what it is due, unless the rules leave that open.
    fn due(&self, mut wager: PlayedWager, laid: &Laid) -> Option<PlayedWager> {
        let ruleset = self.config.ruleset;
        wager.pays = laid.pays(ruleset, wager.bet)?;
        let (low, high) = ruleset.returned(&ruleset.wagers.get(wager.bet)?.bet, wager.pays, wager.stake, CHIP);
        wager.returned = i64::try_from(low).ok().filter(|_| low == high)?;
        Some(wager)
    }

    fn written(&self, wagers: &[PlayedWager]) -> Value {
        let one = |wager: &PlayedWager| {
            let bet = self.config.ruleset.wagers.get(wager.bet).map_or("", |rule| rule.bet.as_str());
            let mut out = json!({
                "id": wager.id, "seat": wager.seat.to_string(), "area": wager.seat.to_string(),
                "player": format!("P{}", wager.seat), "bet": bet, "stake": wager.stake,
                "placed": self.after(wager.placed), "returned": wager.returned,
            });
            if let (Some(withdrawn), Some(out)) = (wager.withdrawn, out.as_object_mut()) {
                out.insert("withdrawn".to_owned(), json!(self.after(withdrawn)));
            }
            out
        };
        wagers.iter().map(one).collect()
    }

    /// Which fault this coup shows: one that is due by now, else one drawn by lot.
    fn fault(&mut self, laid: &Laid, wagers: &[PlayedWager]) -> Option<Fault> {
        let due = self.waiting.iter().position(|(fault, at)| *at <= self.ordinal && self.fits(*fault, laid, wagers));
        if let Some(at) = due {
            return Some(self.waiting.remove(at).0);
        }
        if self.config.one_in == 0 || self.dice.below(self.config.one_in.into()) > 0 {
            return None;
        }
        let among = if self.config.only.is_empty() { &Fault::ALL[..] } else { &self.config.only };
        let fit: Vec<Fault> = among.iter().copied().filter(|fault| self.fits(*fault, laid, wagers)).collect();
        let at = self.dice.index(fit.len());
        fit.get(at).copied()
    }

    fn fits(&self, fault: Fault, laid: &Laid, wagers: &[PlayedWager]) -> bool {
        let ruleset = self.config.ruleset;
        match fault {
            Fault::WrongDisplay => ruleset.display.is_some(),
            Fault::Misdeclared | Fault::GroundlessVoid => true,
            Fault::ForeignCardSettled => {
                let row = |row: &IrregularityRow| row.kind.word() == "foreign_card" && row.then == Consequence::Void;
                ruleset.irregularities.iter().any(row)
            }
            Fault::WithoutOwn => self.asking(wagers).is_some(),
            Fault::OwnTakenBack | Fault::NoMultiple | Fault::AboveMinimum | Fault::AbovePart | Fault::BetClosed => {
                self.out_of_bounds(fault, laid, wagers).is_some()
            }
            Fault::NotBurned => ruleset.deal.burn_before_coup.is_some(),
            Fault::AfterCutCard => false,
            Fault::MissingDraw => laid.without_the_last(ruleset).is_some(),
            Fault::ExtraDraw => laid.cards.len() == ruleset.table.order.len(),
            // Another suit of the same rank must make no difference to any bet.
            Fault::ImpossibleCard => {
                let first = laid.cards.first().copied();
                let exhausted = first.zip(self.shoe.as_ref()).and_then(|(first, shoe)| shoe.exhausted(first));
                exhausted.is_some() && !ruleset.book.asks_suits()
            }
            Fault::Underpaid | Fault::Overpaid | Fault::LoserPaid | Fault::NoCommission => {
                off(ruleset, fault, wagers).is_some()
            }
        }
    }
}

impl Lines<'_> {
    /// A wager for which one other wager of the same player has to be there, and nothing else.
    fn asking(&self, wagers: &[PlayedWager]) -> Option<usize> {
        wagers.iter().position(|wager| {
            let leans = |other: &PlayedWager| {
                other.id != wager.id
                    && other.seat == wager.seat
                    && self.own_rules(other.bet).any(|any_of| any_of.contains(&wager.bet))
            };
            self.own_rules(wager.bet).count() == 1 && !wagers.iter().any(leans)
        })
    }
}

/// At which wager a fault of payment shows, and by how much.
fn off(ruleset: &Ruleset, fault: Fault, wagers: &[PlayedWager]) -> Option<(usize, i64)> {
    let wins = |wager: &PlayedWager| wager.pays.wins();
    match fault {
        Fault::Underpaid => Some((wagers.iter().position(wins)?, -OFF_BY)),
        Fault::Overpaid => Some((wagers.iter().position(wins)?, OFF_BY)),
        Fault::LoserPaid => {
            let at = wagers.iter().position(|wager| wager.pays == Pays::Loses)?;
            Some((at, wagers.get(at)?.stake))
        }
        Fault::NoCommission => wagers.iter().enumerate().filter(|(_, wager)| wins(wager)).find_map(|(at, wager)| {
            let bet = &ruleset.wagers.get(wager.bet)?.bet;
            ruleset.commission_rate(bet)?;
            let won = wager.pays.odds()?;
            let gross = i128::from(wager.stake) * i128::from(won.win()) / i128::from(won.stake());
            let taken = i64::try_from(i128::from(wager.stake) + gross - i128::from(wager.returned)).ok()?;
            (taken > 0).then_some((at, taken))
        }),
        _ => None,
    }
}

fn codes(cards: &[Card]) -> Value {
    cards.iter().map(ToString::to_string).collect()
}

impl Read for Lines<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.queue.is_empty() {
            self.more();
        }
        self.queue.read(into)
    }
}
