use std::io::Write;

use resettle_reference::{Card, Kind, Round, Rules};

use super::Table;
use super::shoes::dealt;
use super::times::Times;
use crate::chain::Sealing;
use crate::config::{Error, Planted, Style};
use crate::dice::Dice;
use crate::draft::{Declared, Draft, Drawn, Irregularity, Portion};
use crate::fault::{Fault, Scope};
use crate::fields::Fields;
use crate::moment::Moment;
use crate::scene::{Before, Orders, Scene};
use crate::shoe::Shoe;
use crate::sources::{Who, name_at_home};
use crate::{csv, wagering};

/// A coup as it was played, before anything is planted.
struct Played {
    rules: Rules,
    draft: Draft,
    round: Round,
    cards: Vec<Card>,
    shoe: Shoe,
    next: Times,
    /// The fault, if the cards could be arranged for it.
    fault: Option<&'static Fault>,
}

impl<W: Write> Table<'_, W> {
    /// Plays one coup and says whether the fault found its place.
    pub(super) fn coup<C: Write>(
        &mut self,
        ordinal: u64,
        fault: Option<&'static Fault>,
        csv_out: &mut Option<&mut C>,
    ) -> Result<bool, Error> {
        let rules = match self.course.first_rules {
            Some(rules) if ordinal == 1 => rules,
            _ => self.config.rules,
        };
        self.change_shoe(rules, ordinal, fault.filter(|fault| fault.scope == Scope::Shoe))?;
        self.relieve()?;
        if self.config.style == Style::Varied && self.dice.chance(1, 400) {
            self.limits()?;
            self.sign_is_unsealed = true;
        }
        let Some(mut played) = self.play(rules, ordinal, fault)? else {
            return Ok(false);
        };
        let mut scene = Scene {
            rules: played.rules,
            offset: self.venue.offset,
            round: played.round,
            draft: &mut played.draft,
            shoe: &mut played.shoe,
            limits: &self.venue.limits,
            bets: &self.venue.bets,
            physical: played.cards,
            next_opened: played.next.opened,
            next_first_card: played.next.first_card,
            last_at: self.chain.last_at,
            log_opened: self.venue.start,
            before: self.before,
            terminals: self.sources.as_ref().map_or(0, |sources| sources.terminals),
            shown_before: self.shown,
            orders: Orders::default(),
            error: None,
        };
        // Whatever breaks the line would leave the sign before it to nobody who vouches for it.
        let unsealed = self.sign_is_unsealed;
        let fault = played.fault.filter(|fault| !(unsealed && fault.breaks_the_line()));
        let planted = fault.filter(|fault| (fault.plant)(&mut scene).is_some());
        match self.course.first_plant.filter(|_| ordinal == 1) {
            Some(plant) => {
                plant(&mut scene).ok_or_else(|| Error::NoPlace("a fault of the first coup".to_owned(), 1))?;
            }
            None if planted.is_none() => scene.orders.expected.clear(),
            None => {}
        }
        if let Some(error) = scene.error {
            return Err(Error::Settlement(error));
        }
        let accounted = scene.accounts_for_cards();
        let (mut orders, physical) = (scene.orders, scene.physical);
        played.shoe.accounted |= accounted;

        self.next = Some(played.next.moved(orders.rest));
        self.hold = planted.is_some_and(|fault| fault.ahead);
        self.account(&played.draft, &orders.joining);
        self.shown = played.draft.wrd;
        self.before = Some(Before::of(rules, &played.draft));
        if let Some(sources) = &self.sources {
            let wagers = played.draft.wagers.as_deref().unwrap_or_default();
            for finding in &mut orders.expected {
                finding.wager = finding.wager.take().map(|name| name_at_home(&name, wagers, sources.terminals));
            }
        }
        if let Some(csv_out) = csv_out.as_mut() {
            csv::rows(csv_out, &self.venue.log, &played.draft, self.venue.offset)?;
        }
        if let Some(fault) = planted {
            self.planted.push(Planted {
                name: fault.name,
                ordinal,
                shoe: played.draft.shoe.clone(),
                coup: played.draft.coup,
            });
        }
        for finding in &orders.expected {
            self.expect(finding.clone(), planted.map_or("", |fault| fault.name));
        }
        if planted.is_some() && orders.told_by_none && self.sources.is_some() {
            self.find_unjudged(&played.draft);
        }
        self.write_out(&played.draft, orders, played.shoe, physical)?;
        Ok(planted.is_some())
    }

    /// Deals, lays and pays a coup as it should be.
    fn play(&mut self, rules: Rules, ordinal: u64, fault: Option<&'static Fault>) -> Result<Option<Played>, Error> {
        let Some(mut shoe) = self.shoe.take() else {
            return Ok(None);
        };
        let times = match self.next.take() {
            Some(times) => times,
            None => {
                let opened = self.chain.last_at + self.dice.within(5_000, 9_000);
                let first = self.course.first_commenced.filter(|_| ordinal == 1);
                let times = Times::from(first.unwrap_or(opened), &mut self.dice);
                match first {
                    // The Star's coup commences with its first card.
                    Some(first) if !rules.is_mbs() => times.moved(first - times.first_card),
                    _ => times,
                }
            }
        };
        let next = Times::from(times.at + self.dice.within(5_000, 9_000), &mut self.dice);

        let kept = self.kept.take();
        let carried = kept.filter(|kept| kept.honoured);
        if let Some(kept) = carried {
            shoe.push_back(kept.card);
        }
        let pinned = usize::from(carried.is_some());
        let fault = fault.filter(|fault| {
            // Others than the table's own, so that what comes after is drawn as if nothing were planted.
            let mut dice = Dice::of(self.config.seed, fault.name, ordinal);
            !matches!(fault.scope, Scope::Coup | Scope::Sources) || shoe.arrange(rules, pinned, &mut dice, fault.wants)
        });
        let (cards, round) = dealt(rules, &mut shoe);

        let no_bet = kept.and_then(|kept| kept.no_bet);
        let close = if rules.is_mbs() { times.closed } else { times.first_card };
        let (opened, settled) = (times.opened, times.settled);
        let wagers = if no_bet.is_some() {
            Vec::new()
        } else {
            let style = self.config.style;
            wagering::place(&self.venue, style, &mut self.dice, opened, close, settled)
        };
        let mut draft = Draft {
            shoe: shoe.name.clone(),
            coup: self.number + 1,
            at: times.at,
            opened: Some(opened),
            closed: Some(times.closed),
            first_card: Some(times.first_card),
            settled: Some(settled),
            cards: Some(cards.iter().map(|card| Drawn::Is(*card)).collect()),
            to: None,
            first_to: None,
            reconstructed: None,
            // what counts is that the card is there, said or not
            carried: carried.is_some() && self.dice.chance(4, 5),
            no_bet,
            wagers: Some(wagers),
            irregularities: Vec::new(),
            declared: Some(Declared::of(&round)),
            wrd: Some(round.winner.word()),
            utc: false,
            more: Fields::new(),
        };
        // announcements are optional at the Star (7.1)
        let unannounced = self.config.style == Style::Varied && !rules.is_mbs() && self.dice.chance(1, 10);
        if unannounced && fault.is_none() {
            draft.opened = None;
            draft.closed = None;
        }
        refused_at_terminals(&mut draft);
        self.pay(rules, &mut draft, &round, close)?;
        Ok(Some(Played { rules, draft, round, cards, shoe, next, fault }))
    }

    /// Writes the coup with what belongs before and after it, and clears the layout.
    fn write_out(
        &mut self,
        draft: &Draft,
        orders: Orders,
        mut shoe: Shoe,
        mut physical: Vec<Card>,
    ) -> Result<(), Error> {
        for extra in orders.before {
            self.extra(extra)?;
        }
        let offset = self.venue.offset;
        if let Some(sources) = &mut self.sources {
            sources.coup(draft, &orders.joining, offset)?;
            if !orders.joining.loses(Who::Shoe) {
                let fields = orders.joining.add_to(Who::Shoe, draft.fields_of(offset, &Portion::Shoe, None));
                self.chain.record(draft.at, "coup", &fields, orders.tamper.as_ref())?;
            }
        } else {
            self.chain.record(draft.at, "coup", &draft.fields(offset), orders.tamper.as_ref())?;
        }
        self.since_seal += 1;
        let later = std::mem::replace(&mut self.later, orders.later);
        for extra in orders.after.into_iter().chain(later) {
            self.extra(extra)?;
        }
        shoe.end_logged |= orders.end_logged;
        if orders.end_but_go_on {
            self.shoe_event(&draft.shoe, "end")?;
            shoe.end_logged = true;
        }
        if let Some(kept) = orders.kept.filter(|kept| kept.honoured)
            && let Some(at) = physical.iter().rposition(|card| *card == kept.card)
        {
            physical.remove(at);
        }
        shoe.clear(physical, &mut self.dice);
        if shoe.past_cut() && !shoe.cut_logged {
            shoe.cut_logged = true;
            self.shoe_event(&shoe.name, "cut_card")?;
        }
        self.number = draft.coup;
        self.shoe = Some(shoe);
        self.kept = orders.kept;
        self.end_shoe = orders.end_shoe;
        if let Some(seal) = orders.seal {
            self.odd_seal(seal)?;
        }
        if !self.course.no_seals && self.since_seal >= self.seal_after {
            let at = self.chain.last_at + 120;
            self.chain.seal(at, &Sealing::By(&self.key), false)?;
            self.since_seal = 0;
            self.sign_is_unsealed = false;
            self.seal_after = 15 + self.dice.below(12);
        }
        Ok(())
    }
}

/// A terminal that takes no wagers was interrupted, and the log says so (Electronic 5.10.2).
fn refused_at_terminals(draft: &mut Draft) {
    let mut struck: Vec<(Moment, String)> = Vec::new();
    for wager in draft.wagers.iter().flatten().filter(|wager| wager.refused) {
        if let (Some(placed), Some(terminal)) = (wager.placed, &wager.terminal) {
            struck.push((placed, terminal.clone()));
        }
    }
    for (noticed, terminal) in struck {
        let mut facts = Fields::new();
        facts.text("affects", "terminals").list("terminals", &[terminal]);
        draft.irregularities.push(Irregularity {
            kind: Kind::TechnicalInterruption.word().to_owned(),
            noticed: Some(noticed),
            notified_at: None,
            ruling: "",
            by: None,
            notified: Vec::new(),
            facts,
        });
    }
}
