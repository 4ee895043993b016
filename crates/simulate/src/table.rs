use std::collections::BTreeMap;
use std::io::Write;

use resettle_reference::{Dealing, Round, Rules, deal, settle};

use crate::chain::{Chain, Sealing};
use crate::config::{Config, Error, Outcome, Planted, Style};
use crate::dice::Dice;
use crate::draft::{Declared, Draft, Drawn, NoBet, On, Wager};
use crate::expected::Expected;
use crate::fault::{Course, Ending, Fault, Scope, Setup};
use crate::fields::Fields;
use crate::keys::{Key, Listed, trust_yaml};
use crate::moment::Moment;
use crate::scene::{Extra, Kept, Scene, SealPlan};
use crate::shoe::Shoe;
use crate::venue::Venue;
use crate::{csv, faults, wagering};

#[derive(Clone, Copy)]
struct Times {
    opened: Moment,
    closed: Moment,
    first_card: Moment,
    settled: Moment,
    at: Moment,
}

impl Times {
    fn from(opened: Moment, dice: &mut Dice) -> Times {
        let closed = opened + dice.within(12_000, 18_000);
        let first_card = closed + dice.within(900, 3_000);
        let settled = first_card + dice.within(18_000, 32_000);
        Times {
            opened,
            closed,
            first_card,
            settled,
            at: settled + dice.within(100, 900),
        }
    }
}

/// Which fault comes when.
struct Plan {
    at: BTreeMap<u64, Vec<&'static Fault>>,
    lot: Vec<&'static Fault>,
    one_in: u32,
    dice: Dice,
    /// The first coup that is free.
    free: u64,
}

impl Plan {
    fn of(config: &Config, course: &mut Course) -> Result<Plan, Error> {
        let mut at: BTreeMap<u64, Vec<&'static Fault>> = BTreeMap::new();
        for (name, coup) in &config.faults.at {
            let fault = faults::all()
                .find(|fault| fault.name == name.as_str())
                .ok_or_else(|| Error::UnknownFault(name.clone()))?;
            if !fault.fits(config.rules) {
                return Err(Error::NotUnder(name.clone()));
            }
            if fault.scope == Scope::Log {
                (fault.course)(course);
            } else {
                at.entry(*coup).or_default().push(fault);
            }
        }
        let only = &config.faults.only;
        if let Some(name) = only
            .iter()
            .find(|name| !faults::all().any(|f| f.name == **name))
        {
            return Err(Error::UnknownFault(name.clone()));
        }
        let lot = faults::all()
            .filter(|fault| fault.fits(config.rules) && fault.scope != Scope::Log)
            .filter(|fault| only.is_empty() || only.iter().any(|name| name == fault.name))
            .collect();
        // others than the table's own, so that planting leaves the shuffle alone
        let dice = Dice::new(config.seed ^ 0x5eed_fa17);
        Ok(Plan {
            at,
            lot,
            one_in: config.faults.one_in,
            dice,
            free: 1,
        })
    }

    /// The fault for this coup; the flag says that it was asked for by name.
    fn next(&mut self, ordinal: u64, last: bool) -> Option<(&'static Fault, bool)> {
        if ordinal < self.free {
            return None;
        }
        let due = self.at.iter().find_map(|(at, faults)| {
            if *at > ordinal {
                return None;
            }
            let place = faults.iter().position(|fault| !(last && fault.ahead))?;
            Some((*at, place))
        });
        if let Some((at, place)) = due {
            let faults = self.at.get_mut(&at)?;
            let fault = faults.remove(place);
            if faults.is_empty() {
                self.at.remove(&at);
            }
            return Some((fault, true));
        }
        if self.one_in == 0 || !self.dice.chance(1, u64::from(self.one_in)) {
            return None;
        }
        let fault = self.lot.get(self.dice.index(self.lot.len())).copied()?;
        (!(last && fault.ahead)).then_some((fault, false))
    }

    fn again(&mut self, ordinal: u64, fault: &'static Fault) {
        self.at.entry(ordinal + 1).or_default().insert(0, fault);
    }
}

pub(crate) fn run<W: Write, C: Write>(
    config: &Config,
    out: &mut W,
    mut csv_out: Option<&mut C>,
) -> Result<Outcome, Error> {
    let mut course = Course {
        rules: config.rules,
        ending: Ending::Final,
        no_open: false,
        no_seals: false,
        first_opened: None,
        first_rules: None,
        untrusted: false,
        imported: false,
        expected: Vec::new(),
    };
    let mut plan = Plan::of(config, &mut course)?;
    let mut dice = Dice::new(config.seed);
    let mut venue = Venue::of(config.rules, config.seed, &mut dice);
    if let Some(opened) = course.first_opened {
        venue.start = opened - 120_000;
    }
    if let Some(csv_out) = csv_out.as_mut() {
        csv::head(csv_out)?;
    }
    let chain = Chain::new(out, &venue.log, venue.offset, venue.start);
    let mut table = Table {
        config,
        chain,
        key: Key::of(config.seed, 0),
        other_keys: 0,
        listed: Vec::new(),
        shoe: None,
        shoes: 0,
        number: 0,
        next: None,
        kept: None,
        next_no_bet: None,
        hold: false,
        end_shoe: false,
        later: Vec::new(),
        since_seal: 0,
        seal_after: 20,
        expected: Vec::new(),
        told: Vec::new(),
        planted: Vec::new(),
        staked: 0,
        returned: 0,
        dice,
        venue,
        course,
    };
    table.open()?;
    for ordinal in 1..=config.coups {
        let fault = plan.next(ordinal, ordinal == config.coups);
        let placed = table.coup(ordinal, fault.map(|(fault, _)| fault), &mut csv_out)?;
        match fault {
            Some((fault, _)) if placed => {
                plan.free = ordinal + 1 + u64::from(fault.ahead);
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

struct Table<'a, 'w, W: Write> {
    config: &'a Config,
    venue: Venue,
    course: Course,
    dice: Dice,
    chain: Chain<'w, W>,
    key: Key,
    other_keys: u64,
    listed: Vec<Listed>,
    shoe: Option<Shoe>,
    shoes: u64,
    /// The coup number last used in this shoe.
    number: u64,
    next: Option<Times>,
    kept: Option<Kept>,
    next_no_bet: Option<NoBet>,
    /// The shoe must not change before the next coup.
    hold: bool,
    end_shoe: bool,
    /// Lines to be written after the next coup.
    later: Vec<Extra>,
    since_seal: u64,
    seal_after: u64,
    expected: Vec<Expected>,
    /// Faults that a log shows once.
    told: Vec<&'static str>,
    planted: Vec<Planted>,
    staked: i64,
    returned: i64,
}

impl<W: Write> Table<'_, '_, W> {
    fn open(&mut self) -> Result<(), Error> {
        let venue = &self.venue;
        self.listed.push(Listed {
            name: venue.table.clone(),
            public: if self.course.untrusted {
                Key::of(self.config.seed, u64::MAX).public()
            } else {
                self.key.public()
            },
            venue: venue.venue.to_owned(),
            table: venue.table.clone(),
            kind: "table",
            from: venue.start,
            until: None,
            revoked: None,
        });
        if !self.course.no_open {
            let mut source = Fields::new();
            source.text("kind", "table").text("id", &venue.table);
            let mut fields = Fields::new();
            fields.text("format", "coup-log/1").text("log", &venue.log);
            fields.raw("source", &source.object());
            fields
                .text("jurisdiction", venue.jurisdiction)
                .text("venue", venue.venue);
            fields.text("game", venue.game).text("table", &venue.table);
            fields.text("currency", venue.currency);
            if self.course.imported {
                fields.flag("imported", true);
            } else {
                fields.text("key", &self.key.id);
            }
            self.chain.record(venue.start, "open", &fields, None)?;
        }
        self.limits()?;
        if matches!(
            self.config.rules,
            Rules::StarSevenUp2016 | Rules::MbsSevenUp2011
        ) {
            self.find_in_log("ruleset/uncertain");
        }
        for code in self.course.expected.clone() {
            self.find_in_log(code);
        }
        Ok(())
    }

    fn find_in_log(&mut self, code: &'static str) {
        self.expected.push(Expected {
            code,
            shoe: None,
            coup: None,
            wager: None,
            money: None,
        });
    }

    fn limits(&mut self) -> Result<(), Error> {
        let fields = self.venue.limits.fields(&self.venue.bets);
        let at = self.chain.last_at + 1_000;
        self.chain.record(at, "limits", &fields, None)?;
        self.since_seal += 1;
        Ok(())
    }

    /// Plays one coup and says whether the fault found its place.
    fn coup<C: Write>(
        &mut self,
        ordinal: u64,
        fault: Option<&'static Fault>,
        csv_out: &mut Option<&mut C>,
    ) -> Result<bool, Error> {
        let rules = match self.course.first_rules {
            Some(rules) if ordinal == 1 => rules,
            _ => self.config.rules,
        };
        self.change_shoe(
            rules,
            ordinal,
            fault.filter(|fault| fault.scope == Scope::Shoe),
        )?;
        if self.config.style == Style::Varied && self.dice.chance(1, 400) {
            self.limits()?;
        }
        let Some(mut shoe) = self.shoe.take() else {
            return Ok(false);
        };

        let times = match self.next.take() {
            Some(times) => times,
            None => {
                let opened = self.chain.last_at + self.dice.within(5_000, 9_000);
                let opened = match self.course.first_opened {
                    Some(first) if ordinal == 1 => first,
                    _ => opened,
                };
                Times::from(opened, &mut self.dice)
            }
        };
        let next = Times::from(times.at + self.dice.within(5_000, 9_000), &mut self.dice);

        let kept = self.kept.take();
        if let Some(kept) = kept.filter(|kept| kept.honoured) {
            shoe.push_back(kept.card);
        }
        let honoured = kept.is_some_and(|kept| kept.honoured);
        let mut fault = fault;
        if let Some(wanted) = fault.filter(|fault| fault.scope == Scope::Coup)
            && !shoe.arrange(rules, usize::from(honoured), &mut self.dice, wanted.wants)
        {
            fault = None;
        }
        let (cards, round) = dealt(rules, &mut shoe);

        let no_bet = self
            .next_no_bet
            .take()
            .or(kept.and_then(|kept| kept.no_bet));
        let close = if rules.is_mbs() {
            times.closed
        } else {
            times.first_card
        };
        let wagers = if no_bet.is_some() {
            Vec::new()
        } else {
            wagering::place(
                &self.venue,
                self.config.style,
                &mut self.dice,
                times.opened,
                close,
                times.settled,
            )
        };
        let mut draft = Draft {
            shoe: shoe.name.clone(),
            coup: self.number + 1,
            at: times.at,
            opened: Some(times.opened),
            closed: Some(times.closed),
            first_card: Some(times.first_card),
            settled: Some(times.settled),
            cards: Some(cards.iter().map(|card| Drawn::Is(*card)).collect()),
            to: None,
            first_to: None,
            reconstructed: None,
            carried: honoured && self.dice.chance(4, 5),
            no_bet,
            wagers: Some(wagers),
            irregularities: Vec::new(),
            declared: Some(Declared::of(&round)),
            wrd: Some(round.winner.word()),
            utc: false,
            more: Fields::new(),
        };
        // announcements are optional at the Star (7.1)
        if self.config.style == Style::Varied
            && fault.is_none()
            && !rules.is_mbs()
            && self.dice.chance(1, 10)
        {
            draft.opened = None;
            draft.closed = None;
        }
        self.pay(rules, &mut draft, &round, close)?;

        let mut scene = Scene {
            rules,
            offset: self.venue.offset,
            round,
            draft: &mut draft,
            shoe: &mut shoe,
            limits: &self.venue.limits,
            bets: &self.venue.bets,
            physical: cards,
            next_opened: next.opened,
            next_first_card: next.first_card,
            last_at: self.chain.last_at,
            expected: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            later: Vec::new(),
            tamper: None,
            seal: None,
            kept: None,
            next_no_bet: None,
            end_shoe: false,
            end_but_go_on: false,
            error: None,
        };
        let mut placed = false;
        if let Some(fault) = fault {
            placed = (fault.plant)(&mut scene).is_some();
            if let Some(error) = scene.error {
                return Err(Error::Settlement(error));
            }
        }
        let mut physical = std::mem::take(&mut scene.physical);
        let found = std::mem::take(&mut scene.expected);
        let (before, after) = (
            std::mem::take(&mut scene.before),
            std::mem::take(&mut scene.after),
        );
        let later = std::mem::replace(&mut self.later, std::mem::take(&mut scene.later));
        let (tamper, seal) = (scene.tamper.take(), scene.seal.take());
        let (kept, next_no_bet) = (scene.kept.take(), scene.next_no_bet.take());
        let (end_shoe, end_but_go_on) = (scene.end_shoe, scene.end_but_go_on);
        if let Some(kept) = &kept
            && let Some(at) = physical.iter().rposition(|card| *card == kept.card)
            && kept.honoured
        {
            physical.remove(at);
        }

        for extra in before {
            self.extra(extra)?;
        }
        let fields = draft.fields(self.venue.offset);
        self.chain
            .record(draft.at, "coup", &fields, tamper.as_ref())?;
        self.since_seal += 1;
        if let Some(csv_out) = csv_out.as_mut() {
            csv::rows(csv_out, &self.venue.log, &draft, self.venue.offset)?;
        }
        for extra in after.into_iter().chain(later) {
            self.extra(extra)?;
        }
        if end_but_go_on {
            self.shoe_event(&draft.shoe, "end")?;
            shoe.end_told = true;
        }
        shoe.clear(physical, &mut self.dice);
        if shoe.past_cut() && !shoe.cut_told {
            shoe.cut_told = true;
            self.shoe_event(&shoe.name, "cut_card")?;
        }
        self.number = draft.coup;
        self.shoe = Some(shoe);
        self.next = Some(next);
        self.kept = kept;
        self.next_no_bet = next_no_bet;
        self.end_shoe = end_shoe;
        self.hold = placed && fault.is_some_and(|fault| fault.ahead);
        self.account(&draft);
        if let Some(fault) = fault.filter(|_| placed) {
            self.planted.push(Planted {
                name: fault.name,
                ordinal,
                shoe: draft.shoe.clone(),
                coup: draft.coup,
            });
            for finding in found {
                self.expect(finding, fault.name);
            }
        }
        if let Some(seal) = seal {
            self.odd_seal(seal)?;
        }
        if !self.course.no_seals && self.since_seal >= self.seal_after {
            let at = self.chain.last_at + 120;
            self.chain.seal(at, &Sealing::By(&self.key), false)?;
            self.since_seal = 0;
            self.seal_after = 15 + self.dice.below(12);
        }
        Ok(placed)
    }

    fn expect(&mut self, finding: Expected, fault: &'static str) {
        // told once a log and word, however often it stands there
        if finding.code == "integrity/unknown-kind" {
            if self.told.contains(&fault) {
                return;
            }
            self.told.push(fault);
        }
        self.expected.push(finding);
    }

    fn account(&mut self, draft: &Draft) {
        for wager in draft.wagers.iter().flatten() {
            self.staked = self.staked.saturating_add(wager.stake);
            self.returned = self.returned.saturating_add(wager.net());
        }
    }

    /// Settles every wager as it should be.
    fn pay(
        &mut self,
        rules: Rules,
        draft: &mut Draft,
        round: &Round,
        close: Moment,
    ) -> Result<(), Error> {
        let chip = self.venue.limits.chip;
        for wager in draft.wagers.iter_mut().flatten() {
            let live = !wager.refused
                && wager.placed.is_none_or(|placed| placed <= close)
                && wager.withdrawn.is_none_or(|withdrawn| withdrawn > close);
            let On::Bet(bet) = wager.on else { continue };
            if !live {
                wager.returned = wager.stake;
                wager.commission = None;
                continue;
            }
            let due = settle(rules, bet, wager.stake, round, chip)?;
            wager.returned = self.dice.within(due.low, due.high);
            collect_apart(wager, round);
        }
        Ok(())
    }

    fn extra(&mut self, extra: Extra) -> Result<(), Error> {
        match extra {
            Extra::Record {
                at,
                kind,
                fields,
                tamper,
            } => {
                self.chain.record(at, kind, &fields, tamper.as_ref())?;
            }
            Extra::Spoilt { at, shape } => self.chain.spoilt(at, shape.as_ref())?,
        }
        self.since_seal += 1;
        Ok(())
    }

    fn shoe_event(&mut self, shoe: &str, event: &str) -> Result<(), Error> {
        let mut fields = Fields::new();
        fields.text("shoe", shoe).text("event", event);
        let at = self.chain.last_at + 700;
        self.chain.record(at, "shoe", &fields, None)?;
        self.since_seal += 1;
        Ok(())
    }

    fn odd_seal(&mut self, plan: SealPlan) -> Result<(), Error> {
        let at = self.chain.last_at + 100;
        match plan {
            SealPlan::Spoilt => {
                self.chain.seal(at, &Sealing::Spoilt(&self.key), false)?;
            }
            SealPlan::Other(listing) => {
                self.other_keys += 1;
                let key = Key::of(self.config.seed, self.other_keys);
                let sealed = self.chain.seal(at, &Sealing::By(&key), false)?;
                if !listing.absent {
                    let table = &self.venue.table;
                    self.listed.push(Listed {
                        name: format!("{table} spare {}", self.other_keys),
                        public: key.public(),
                        venue: self.venue.venue.to_owned(),
                        table: if listing.other_table {
                            format!("{table}-X")
                        } else {
                            table.clone()
                        },
                        kind: if listing.other_kind {
                            "terminal"
                        } else {
                            "table"
                        },
                        from: listing.from.map_or(self.venue.start, |d| sealed + d),
                        until: listing.until.map(|d| sealed + d),
                        revoked: listing.revoked.map(|d| sealed + d),
                    });
                }
            }
        }
        self.since_seal = 0;
        Ok(())
    }

    fn change_shoe(
        &mut self,
        rules: Rules,
        ordinal: u64,
        fault: Option<&'static Fault>,
    ) -> Result<(), Error> {
        let spent = match &self.shoe {
            Some(shoe) => {
                self.end_shoe
                    || fault.is_some()
                    || !shoe.has_a_round()
                    || (shoe.spent() && !self.hold)
            }
            None => true,
        };
        if !spent {
            return Ok(());
        }
        self.end_shoe = false;
        if let Some(old) = self.shoe.take() {
            if !old.end_told {
                self.shoe_event(&old.name, "end")?;
            }
            self.next = None;
        }
        self.kept = None;
        self.next_no_bet = None;
        let (least, most) = rules.decks();
        // what the first coup is played by may allow fewer
        let most = match self.course.first_rules {
            Some(_) if ordinal == 1 => most.min(self.config.rules.decks().1),
            _ => most,
        };
        let decks = self.dice.within(i64::from(least), i64::from(most));
        let recirculates = rules == Rules::MbsElectronic2023
            && self.config.style == Style::Varied
            && self.dice.chance(1, 3);
        let mut setup = Setup {
            decks: u32::try_from(decks).unwrap_or(least),
            burned: None,
            top: Vec::new(),
            recirculates,
            unstarted: false,
            twice: false,
        };
        if let Some(fault) = fault {
            (fault.setup)(&mut setup);
        }
        self.shoes += 1;
        self.number = 0;
        let name = format!("S-{:04}", self.shoes);
        let returns = rules.cards_return() || setup.recirculates;
        let mut shoe = Shoe::new(name, setup.decks, returns, &mut self.dice);
        let mut burned = Vec::new();
        match &setup.burned {
            Some(cards) => {
                shoe.stack(cards);
                for _ in cards {
                    burned.extend(shoe.draw());
                }
            }
            None if rules.burns_first_card() => burned.extend(shoe.draw()),
            None => {}
        }
        for card in &burned {
            shoe.burn(*card);
        }
        shoe.stack(&setup.top);
        if !setup.unstarted {
            let texts: Vec<String> = burned.iter().map(|card| card.to_string()).collect();
            let mut fields = Fields::new();
            fields.text("shoe", &shoe.name).text("event", "start");
            fields
                .int("decks", i64::from(setup.decks))
                .list("burned", &texts);
            if !rules.is_mbs() && self.dice.chance(1, 2) {
                fields.flag("preshuffled", true);
            }
            if setup.recirculates {
                fields.flag("recirculates", true);
            }
            let at = self.chain.last_at + self.dice.within(30_000, 60_000);
            for _ in 0..if setup.twice { 2 } else { 1 } {
                self.chain.record(at, "shoe", &fields, None)?;
                self.since_seal += 1;
            }
        }
        self.shoe = Some(shoe);
        Ok(())
    }

    fn close(mut self) -> Result<Outcome, Error> {
        if let Some(shoe) = self.shoe.take().filter(|shoe| !shoe.end_told) {
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
        if self.course.no_open {
            // nothing else is judged then
            self.expected
                .retain(|finding| finding.code == "integrity/no-open");
        }
        Ok(Outcome {
            log: self.venue.log.clone(),
            expected: self.expected,
            trust_yaml: trust_yaml(&self.listed, self.venue.offset),
            planted: self.planted,
            records: self.chain.lines,
            staked: self.staked,
            returned: self.returned,
        })
    }
}

/// Baccarat's commission collected apart: the whole is paid, and what the document takes off is taken.
fn collect_apart(wager: &mut Wager, round: &Round) {
    if wager.commission.is_none() {
        return;
    }
    let won = round.winner == resettle_reference::Winner::Banker
        && wager.on == On::Bet(resettle_reference::Bet::Banker);
    if !won {
        wager.commission = None;
        return;
    }
    let paid = wager.stake.saturating_mul(2);
    wager.commission = Some(paid.saturating_sub(wager.returned));
    wager.returned = paid;
}

fn dealt(rules: Rules, shoe: &mut Shoe) -> (Vec<resettle_reference::Card>, Round) {
    let mut cards = Vec::new();
    loop {
        match deal(rules, &cards) {
            Dealing::Complete(round) | Dealing::Surplus { round, .. } => return (cards, round),
            Dealing::Needs(_) => match shoe.draw() {
                Some(card) => cards.push(card),
                // shoes are changed long before they run out
                None => return (cards, Round::of(rules, Vec::new(), Vec::new())),
            },
        }
    }
}
