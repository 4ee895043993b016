use resettle_reference::{Bet, Card, CloseMoment, Due, Error, Kind, Round, Rules, settle, settle_as_declared};

use crate::Expected;
use crate::chain::Tamper;
use crate::draft::{Declared, Draft, DraftWager, Drawn, Irregularity, NoBet, On};
use crate::fields::Fields;
use crate::limits::Limits;
use crate::moment::Moment;
use crate::shoe::Shoe;
use crate::sources::Joining;
use crate::wagering::first_beside;

/// A seal asked for by a fault, right after its coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SealPlan {
    /// One bit of the signature is flipped.
    Spoilt,
    /// Another key, listed in the trust store like this (milliseconds against the seal's `at`).
    Other(Listing),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Listing {
    /// It is not listed at all.
    pub(crate) absent: bool,
    pub(crate) from: Option<i64>,
    pub(crate) until: Option<i64>,
    pub(crate) revoked: Option<i64>,
    pub(crate) other_table: bool,
    pub(crate) other_kind: bool,
}

/// Makes a line from the common fields, whatever else it makes of them.
pub(crate) type Shape = Box<dyn Fn(&str) -> Vec<u8>>;

/// A line in addition to the coup's own.
pub(crate) enum Extra {
    Record {
        at: Moment,
        kind: &'static str,
        fields: Fields,
        tamper: Option<Tamper>,
    },
    /// Any bytes; the shape gets the common fields.
    Spoilt {
        at: Moment,
        shape: Shape,
    },
}

/// A card that goes over into the next coup.
#[derive(Clone, Copy)]
pub(crate) struct Kept {
    pub(crate) card: Card,
    pub(crate) no_bet: Option<NoBet>,
    /// Whether the coup that follows begins with it.
    pub(crate) honoured: bool,
}

/// What the coup before in the log says of its times.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    pub(crate) commenced: Moment,
    pub(crate) settled: Moment,
}

impl Before {
    pub(crate) fn of(rules: Rules, draft: &Draft) -> Before {
        let (first, second) =
            if rules.is_mbs() { (draft.opened, draft.first_card) } else { (draft.first_card, draft.opened) };
        Before {
            commenced: first.or(second).unwrap_or(draft.at),
            // one later than its own record counts as that record's time
            settled: draft.settled.unwrap_or(draft.at).min(draft.at),
        }
    }
}

impl Extra {
    fn speaks_of(&self, word: &str) -> bool {
        matches!(self, Extra::Record { fields, .. } if fields.tail().contains(word))
    }
}

/// What a fault asks for in addition to its coup's record.
#[derive(Default)]
pub(crate) struct Orders {
    pub(crate) expected: Vec<Expected>,
    pub(crate) before: Vec<Extra>,
    pub(crate) after: Vec<Extra>,
    /// Written after the next coup.
    pub(crate) later: Vec<Extra>,
    pub(crate) tamper: Option<Tamper>,
    pub(crate) seal: Option<SealPlan>,
    pub(crate) kept: Option<Kept>,
    /// Change the shoe before the next coup.
    pub(crate) end_shoe: bool,
    /// What the sources of the table do, where each writes a log.
    pub(crate) joining: Joining,
    /// Where each source writes a log, none has the cards or what was declared: the coup's money is not judged.
    pub(crate) told_by_none: bool,
    /// Play rests for this many milliseconds before the next coup.
    pub(crate) rest: i64,
    /// Its `end` has been written after the coup.
    pub(crate) end_logged: bool,
    /// The shoe's `end` is written right after the coup, though it goes on.
    pub(crate) end_but_go_on: bool,
}

/// A coup played and paid as it should be, before a fault changes it.
pub(crate) struct Scene<'a> {
    pub(crate) rules: Rules,
    /// Minutes east of Greenwich.
    pub(crate) offset: i64,
    pub(crate) round: Round,
    pub(crate) draft: &'a mut Draft,
    pub(crate) shoe: &'a mut Shoe,
    pub(crate) limits: &'a Limits,
    pub(crate) bets: &'a [Bet],
    /// The cards that lie on the layout.
    pub(crate) physical: Vec<Card>,
    /// The next coup's `opened` and `first_card`.
    pub(crate) next_opened: Moment,
    pub(crate) next_first_card: Moment,
    /// When the record before was written.
    pub(crate) last_at: Moment,
    /// When the log was opened.
    pub(crate) log_opened: Moment,
    /// The coup before in the log.
    pub(crate) before: Option<Before>,
    /// How many terminals write logs of their own; none where the table writes one log.
    pub(crate) terminals: usize,
    /// What the display showed of the coup before.
    pub(crate) shown_before: Option<&'static str>,
    pub(crate) orders: Orders,
    /// The error that settling came to, if any.
    pub(crate) error: Option<Error>,
}

impl Scene<'_> {
    /// Whether an irregularity or an incident of this coup accounts for a card that is replaced later.
    pub(crate) fn accounts_for_cards(&self) -> bool {
        let orders = &self.orders;
        let extras = || orders.before.iter().chain(&orders.after).chain(&orders.later);
        let foreign = |cards: &Vec<Drawn>| cards.iter().any(|card| matches!(card, Drawn::Foreign));
        self.draft.cards.as_ref().is_some_and(foreign)
            || [Kind::ForeignCard, Kind::ExtraCard, Kind::MissingCard].iter().any(|kind| {
                self.draft.irregularities.iter().any(|one| one.kind == kind.word())
                    || extras().any(|extra| extra.speaks_of(kind.word()))
            })
    }

    /// A finding at this coup.
    pub(crate) fn find(&mut self, code: &'static str) {
        self.push(code, None, None);
    }

    /// A finding at this coup, with its money.
    pub(crate) fn find_money(&mut self, code: &'static str, money: i64) {
        self.push(code, None, Some(money));
    }

    /// A finding at one of its wagers.
    pub(crate) fn find_wager(&mut self, code: &'static str, wager: &str, money: Option<i64>) {
        self.push(code, Some(wager.to_owned()), money);
    }

    /// A finding without a place.
    pub(crate) fn find_in_log(&mut self, code: &'static str) {
        self.orders.expected.push(Expected { code, shoe: None, coup: None, wager: None, money: None });
    }

    fn push(&mut self, code: &'static str, wager: Option<String>, money: Option<i64>) {
        self.orders.expected.push(Expected {
            code,
            shoe: Some(self.draft.shoe.clone()),
            coup: Some(self.draft.coup),
            wager,
            money,
        });
    }

    /// The close of the coup: late is what comes after it.
    pub(crate) fn close(&self) -> Moment {
        let close = match CloseMoment::of(self.rules) {
            CloseMoment::Closed => self.draft.closed,
            CloseMoment::FirstCard => self.draft.first_card,
        };
        close.unwrap_or(self.draft.at)
    }

    /// When the next coup commences, for what has to be noticed before.
    pub(crate) fn next_commencement(&self) -> Moment {
        if self.rules.is_mbs() { self.next_opened } else { self.next_first_card }
    }

    /// When this coup commenced.
    pub(crate) fn commencement(&self) -> Moment {
        Before::of(self.rules, self.draft).commenced
    }

    /// The coup's record is written after this moment: nobody writes down what is not known yet.
    pub(crate) fn written_after(&mut self, moment: Moment) {
        self.draft.at = self.draft.at.max(moment + 250);
    }

    /// All times of the coup and of its wagers are this many milliseconds later.
    pub(crate) fn move_times(&mut self, by: i64) {
        for time in
            [&mut self.draft.opened, &mut self.draft.closed, &mut self.draft.first_card, &mut self.draft.settled]
        {
            *time = time.map(|time| time + by);
        }
        for wager in self.draft.wagers.iter_mut().flatten() {
            wager.placed = wager.placed.map(|placed| placed + by);
            wager.withdrawn = wager.withdrawn.map(|withdrawn| withdrawn + by);
        }
        for irregularity in &mut self.draft.irregularities {
            irregularity.noticed = irregularity.noticed.map(|noticed| noticed + by);
        }
    }

    /// Shortly after the first card.
    pub(crate) fn midway(&self) -> Moment {
        self.draft.first_card.unwrap_or(self.draft.at).saturating_add(4_000)
    }

    /// A moment in the time for wagers.
    pub(crate) fn in_time(&self) -> Moment {
        self.draft
            .opened
            .or(self.draft.first_card)
            .map_or(self.draft.at, |t| if self.draft.opened.is_some() { t + 2_500 } else { t - 2_500 })
    }

    pub(crate) fn due(&mut self, bet: Bet, stake: i64) -> Option<Due> {
        self.due_on(&self.round.clone(), bet, stake)
    }

    pub(crate) fn due_on(&mut self, round: &Round, bet: Bet, stake: i64) -> Option<Due> {
        match settle(self.rules, bet, stake, round, self.limits.chip) {
            Ok(due) => Some(due),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }

    /// Adds a wager of a seat of its own, settled as it should be; says where it is.
    pub(crate) fn add(&mut self, id: &str, seat: &str, bet: Bet, stake: i64) -> Option<usize> {
        let due = self.due(bet, stake)?;
        let mut placed = self.in_time();
        if self.rules == Rules::StarSevenUp2016 && bet == Bet::SuperSevens {
            // the Star 10.3: after a wager on Player, Banker or Tie
            let first = first_beside(self.draft.wagers.as_deref().unwrap_or_default(), self.close());
            placed = first.map_or(placed, |first| placed.max(first));
        }
        let mut wager = DraftWager::new(id.to_owned(), seat, bet, stake, placed);
        wager.returned = due.high;
        if self.rules == Rules::MbsElectronic2023 {
            wager.terminal = Some(format!("T{seat}"));
        }
        let wagers = self.draft.wagers.as_mut()?;
        wagers.push(wager);
        Some(wagers.len() - 1)
    }

    pub(crate) fn wager(&mut self, at: usize) -> Option<&mut DraftWager> {
        self.draft.wagers.as_mut()?.get_mut(at)
    }

    /// Drops the wagers of the ordinary seats.
    pub(crate) fn clear_wagers(&mut self) {
        self.draft.wagers = Some(Vec::new());
    }

    /// Whether a terminal was interrupted.
    pub(crate) fn interrupted(&self) -> bool {
        self.draft.irregularities.iter().any(|one| one.kind == Kind::TechnicalInterruption.word())
    }

    /// Logs an irregularity, noticed shortly after the first card.
    pub(crate) fn irregularity(&mut self, kind: Kind, change: impl FnOnce(&mut Irregularity)) {
        self.irregularity_of(kind.word(), change);
    }

    pub(crate) fn irregularity_of(&mut self, kind: &str, change: impl FnOnce(&mut Irregularity)) {
        let mut irregularity = Irregularity {
            kind: kind.to_owned(),
            noticed: Some(self.midway()),
            notified_at: None,
            ruling: "stands",
            by: None,
            notified: Vec::new(),
            facts: Fields::new(),
        };
        change(&mut irregularity);
        self.draft.irregularities.push(irregularity);
    }

    /// The coup is declared void and every stake goes back.
    pub(crate) fn declare_void(&mut self) {
        self.draft.declared = Some(Declared::void());
        self.draft.wrd = Some("void");
        for wager in self.draft.wagers.iter_mut().flatten() {
            wager.returned = wager.stake;
            wager.commission = None;
        }
        // Where nobody ruled, what was done counts as the ruling.
        for irregularity in self.draft.irregularities.iter_mut().filter(|one| !one.ruling.is_empty()) {
            irregularity.ruling = "void";
        }
    }

    /// All that went back less all stakes: the money of a void that was not declared. No wager of it won, so that what was
    /// collected as commission makes nothing right.
    pub(crate) fn balance(&self) -> i64 {
        self.draft
            .wagers
            .iter()
            .flatten()
            .map(|wager| wager.returned.saturating_sub(wager.stake))
            .fold(0, i64::saturating_add)
    }

    /// Whether the wager takes part in the result.
    pub(crate) fn live(&self, wager: &DraftWager) -> bool {
        let close = self.close();
        !(wager.refused
            || wager.removed
            || wager.placed.is_some_and(|placed| placed > close)
            || wager.withdrawn.is_some_and(|withdrawn| withdrawn <= close))
    }

    /// Settles every wager on the coup as these hands were declared, display and all.
    pub(crate) fn stand_as(&mut self, round: &Round, pairs: (bool, bool)) -> Option<()> {
        self.draft.declared = Some(Declared::of(round));
        self.draft.wrd = Some(round.winner.word());
        let wagers = self.draft.wagers.clone()?;
        let mut settled = Vec::new();
        for mut wager in wagers {
            wager.commission = None;
            wager.returned = match wager.on {
                On::Bet(bet) if self.live(&wager) => {
                    let totals = (round.player_total, round.banker_total);
                    let due = settle_as_declared(
                        self.rules,
                        bet,
                        wager.stake,
                        round.winner,
                        totals,
                        round.sevens,
                        pairs,
                        self.limits.chip,
                    );
                    match due {
                        Ok(due) => due.high,
                        Err(error) => {
                            self.error = Some(error);
                            return None;
                        }
                    }
                }
                _ => wager.stake,
            };
            settled.push(wager);
        }
        self.draft.wagers = Some(settled);
        Some(())
    }

    /// Draws one more card onto the layout.
    pub(crate) fn draw(&mut self) -> Option<Card> {
        let card = self.shoe.draw()?;
        self.physical.push(card);
        self.draft.cards.as_mut()?.push(Drawn::Is(card));
        Some(card)
    }

    /// Draws a card that comes out at this place among those that lie.
    pub(crate) fn draw_at(&mut self, place: usize) -> Option<Card> {
        let card = self.shoe.draw()?;
        let cards = self.draft.cards.as_mut()?;
        if place > cards.len() || place > self.physical.len() {
            return None;
        }
        cards.insert(place, Drawn::Is(card));
        self.physical.insert(place, card);
        Some(card)
    }

    /// Puts the last card back into the shoe.
    pub(crate) fn undraw(&mut self) -> Option<Card> {
        let card = self.physical.pop()?;
        self.draft.cards.as_mut()?.pop();
        self.shoe.push_back(card);
        Some(card)
    }

    /// The letters of `to` for the round as the rules dealt it.
    pub(crate) fn rightly_to(&self) -> String {
        let (mut player, mut banker) = (Vec::new(), Vec::new());
        let mut to = String::new();
        for card in &self.physical {
            let Some(side) = resettle_reference::next_card(self.rules, &player, &banker) else {
                break;
            };
            match side {
                resettle_reference::Side::Player => player.push(*card),
                resettle_reference::Side::Banker => banker.push(*card),
            }
            to.push(side.letter());
        }
        to
    }

    /// A record after the coup, this many milliseconds on.
    pub(crate) fn record_after(&mut self, delay: i64, kind: &'static str, fields: Fields) {
        let at = self.draft.at + delay;
        self.orders.after.push(Extra::Record { at, kind, fields, tamper: None });
    }

    /// A record before the coup.
    pub(crate) fn record_before(&mut self, kind: &'static str, fields: Fields) {
        let at = self.last_at + 200;
        self.orders.before.push(Extra::Record { at, kind, fields, tamper: None });
    }

    /// A record about the shoe, right after the coup.
    pub(crate) fn shoe_event(&mut self, event: &str) {
        let mut fields = Fields::new();
        fields.text("shoe", &self.draft.shoe.clone()).text("event", event);
        self.record_after(1_000, "shoe", fields);
    }
}
