//! What a log wrote and what it left out, counted: what a profile is held against.

mod shoes;

use std::collections::{BTreeMap, BTreeSet};

use resettle_game::words;
use resettle_sealed_log::{KeyId, SourceKind};
use serde::{Deserialize, Serialize};

use self::shoes::ShoesHeld;
use crate::quick::QuickCoup;
use crate::record::{Body, Coup, Declared, Limits, Record, ShoeEvent, Times};

words! {
    /// Something that the format lets a log leave out.
    Optional {
        /// All four times of a coup.
        Times = "times",
        /// When play of a coup commenced.
        Opened = "opened",
        /// When its bets were closed.
        Closed = "closed",
        /// When its first card came.
        FirstCard = "first_card",
        /// When it was settled.
        Settled = "settled",
        /// The cards of a coup.
        Cards = "cards",
        /// Where each of its cards went.
        To = "to",
        /// The result that was announced.
        Declared = "declared",
        /// The points of both hands that were announced.
        Points = "points",
        /// The number of sevens that was announced.
        Sevens = "sevens",
        /// What the display showed.
        Wrd = "wrd",
        /// The id of a wager.
        Id = "id",
        /// When a wager was placed.
        Placed = "placed",
        /// Whose it is, by account.
        Player = "player",
        /// Whose it is, by seat.
        Seat = "seat",
        /// Whose it is, by either.
        Person = "person",
        /// Its area.
        Area = "area",
        /// The terminal at which it was made.
        Terminal = "terminal",
        /// In the log of a terminal: that one, where it names any.
        OwnTerminal = "own_terminal",
        /// A table sign before it.
        Limits = "limits",
        /// A minimum of its bet on that sign.
        Min = "min",
        /// A maximum of its bet on that sign.
        Max = "max",
        /// The smallest chip on that sign.
        Chip = "chip",
        /// The bound between both hands on that sign.
        Differential = "differential",
        /// The bound of an area on that sign.
        AreaMax = "area_max",
        /// The cut card of a shoe.
        CutCard = "cut_card",
        /// The end of a shoe.
        End = "end",
        /// At the start of a shoe: that its cards were shuffled before.
        Preshuffled = "preshuffled",
    }
}

impl Optional {
    /// Whether each wager has it; otherwise the coup.
    #[must_use]
    pub fn is_of_wagers(self) -> bool {
        use Optional::{Area, Id, Limits, OwnTerminal, Person, Placed, Player, Seat, Terminal};
        matches!(self, Id | Placed | Player | Seat | Person | Area | Terminal | OwnTerminal | Limits)
            || self.is_of_signs()
    }

    /// Whether each shoe has it: its place among what is kept of shoes.
    fn of_shoes(self) -> Option<usize> {
        [Self::CutCard, Self::End, Self::Preshuffled].iter().position(|one| *one == self)
    }

    /// Whether each shoe has it.
    #[must_use]
    pub fn is_of_shoes(self) -> bool {
        self.of_shoes().is_some()
    }

    /// Whether the table sign before a wager has it; where there is none, it lacks with the sign.
    #[must_use]
    pub fn is_of_signs(self) -> bool {
        SignPart::ALL.iter().any(|(_, part)| part.optional() == self)
    }
}

words! {
    /// A bound that a table sign puts up.
    SignPart {
        /// The smallest chip.
        Chip = "chip",
        /// A minimum stake.
        Min = "min",
        /// A maximum stake.
        Max = "max",
        /// Between the stakes on both hands.
        Differential = "differential",
        /// Of the stakes of one area.
        AreaMax = "area_max",
    }
}

impl SignPart {
    /// What a wager lacks where the sign before it does not name this.
    fn optional(self) -> Optional {
        match self {
            Self::Chip => Optional::Chip,
            Self::Min => Optional::Min,
            Self::Max => Optional::Max,
            Self::Differential => Optional::Differential,
            Self::AreaMax => Optional::AreaMax,
        }
    }

    /// What a sign puts up, with the bet that it is of, if it is of one.
    fn on(sign: &Limits) -> impl Iterator<Item = (Self, Option<&String>, i64)> {
        let of_bets = [(Self::Min, &sign.min), (Self::Max, &sign.max)].into_iter();
        let of_bets = of_bets.flat_map(|(part, bets)| bets.iter().map(move |(bet, amount)| (part, Some(bet), *amount)));
        let of_all = [(Self::Chip, sign.chip), (Self::Differential, sign.differential), (Self::AreaMax, sign.area_max)];
        of_bets.chain(of_all.into_iter().filter_map(|(part, amount)| Some((part, None, amount?))))
    }
}

/// How much of a log something is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// How many coups it is about.
    pub coups: u64,
    /// How many wagers it is about.
    pub wagers: u64,
    /// What was staked on them, in minor units of the log's currency.
    pub staked: i128,
}

impl Extent {
    fn add(&mut self, coups: u64, wagers: usize, staked: i128) {
        self.coups += coups;
        self.wagers += wagers as u64;
        self.staked += staked;
    }

    fn join(&mut self, other: Self) {
        self.coups += other.coups;
        self.wagers += other.wagers;
        self.staked += other.staked;
    }
}

/// What a log wrote and what it left out. Of what may be many, at most [`LogContents::MOST`] different ones are kept: one more
/// than whoever compares them may allow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogContents {
    /// Whether it says that it was made from somebody's export.
    pub imported: bool,
    /// The currency of its money, as it names it; none before its first record.
    #[serde(default)]
    pub currency: Option<String>,
    /// All of its coups and wagers.
    pub all: Extent,
    /// What lacks each of [`Optional::ALL`], in that order.
    lacks: [Extent; Optional::ALL.len()],
    /// The keys that it names, by id.
    pub keys: BTreeSet<String>,
    /// With how many decks its shoes began.
    pub decks: BTreeSet<u32>,
    /// How many shoes began in a device that takes cards back.
    pub recirculating: u64,
    /// What was chosen of what the rules leave open: option and choice.
    pub elected: BTreeSet<(String, String)>,
    /// How many table signs there are.
    pub signs: u64,
    /// The lowest and the highest of each of [`SignPart::ALL`], in that order; minor units.
    bounds: [Option<(i64, i64)>; SignPart::ALL.len()],
    /// What single shoes lack, and which of them the log did not begin.
    #[serde(default)]
    shoes: ShoesHeld,
    /// The terminal that writes it.
    #[serde(skip)]
    terminal: Option<String>,
    /// What the last sign of the whole table names.
    #[serde(skip)]
    named: Named,
}

/// Which of [`SignPart::ALL`] are named, in that order.
type Parts = [bool; SignPart::ALL.len()];

/// What a sign names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Named {
    of_bets: BTreeMap<Vec<u8>, Parts>,
    of_all: Parts,
}

impl Named {
    fn of(sign: &Limits) -> Self {
        let mut named = Self::default();
        for (part, bet, _) in SignPart::on(sign) {
            let parts = match bet {
                Some(bet) => named.of_bets.entry(bet.as_bytes().to_vec()).or_default(),
                None => &mut named.of_all,
            };
            if let Some(part) = parts.get_mut(part as usize) {
                *part = true;
            }
        }
        named
    }

    /// What counts for a bet and is not named.
    fn lacks(&self, bet: &[u8]) -> impl Iterator<Item = Optional> + use<> {
        let of_bet = self.of_bets.get(bet).copied().unwrap_or_default();
        let named = of_bet.into_iter().zip(self.of_all).map(|(one, other)| one || other);
        SignPart::ALL.iter().zip(named).filter(|(_, named)| !named).map(|((_, part), _)| part.optional())
    }
}

/// What is counted of a coup, whichever way its line was read.
struct CoupHeld<'c> {
    shoe: Option<&'c str>,
    /// Whether it has opened, closed, first card and settled.
    times: [bool; 4],
    /// What it says of cards and result, where that is asked.
    said: Option<Said<'c>>,
}

struct Said<'c> {
    cards: bool,
    to: bool,
    declared: Option<&'c Declared>,
    wrd: bool,
}

/// The same of a wager.
struct WagerHeld<'c> {
    stake: i64,
    bet: &'c [u8],
    terminal: Option<&'c str>,
    id: bool,
    placed: bool,
    player: bool,
    seat: bool,
    area: bool,
}

impl LogContents {
    /// The most keys, numbers of decks and choices that are kept.
    pub const MOST: usize = 65;

    /// What lacks something. `asked` says of a shoe whether its cut card and the like are: it is given its name, and whether the log
    /// ends in its midst.
    #[must_use]
    pub fn lacks(&self, what: Optional, asked: impl Fn(&str, bool) -> bool) -> Extent {
        match what.of_shoes() {
            Some(what) => self.shoes.lacks(what, asked),
            None => self.lacks.get(what as usize).copied().unwrap_or_default(),
        }
    }

    /// Whether there is anything that may have it.
    #[must_use]
    pub fn may_hold(&self, what: Optional) -> bool {
        match what.of_shoes() {
            Some(what) => self.shoes.there(what) > 0,
            None if what.is_of_wagers() => self.all.wagers > 0,
            None => self.all.coups > 0,
        }
    }

    /// Whether it holds anything of a shoe that it does not begin.
    #[must_use]
    pub fn goes_on_with(&self, shoe: &str) -> bool {
        self.shoes.goes_on_with(shoe)
    }

    /// The lowest and the highest that its signs put up; `None` where none names it.
    #[must_use]
    pub fn bounds(&self, part: SignPart) -> Option<(i64, i64)> {
        self.bounds.get(part as usize).copied().flatten()
    }

    /// Notes a record.
    pub fn note(&mut self, record: &Record) {
        match &record.body {
            Body::Open(open) => {
                self.imported = open.imported;
                self.currency = Some(open.currency.clone());
                self.key(open.key);
                self.terminal = (open.source.kind == SourceKind::Terminal).then(|| open.source.id.clone());
            }
            Body::Seal(seal) => self.key(Some(seal.key)),
            Body::Limits(sign) => self.sign(sign),
            Body::Options(options) => options.elected.iter().for_each(|(option, choice)| {
                if self.elected.len() < Self::MOST {
                    self.elected.insert((option.clone(), choice.clone()));
                }
            }),
            Body::Shoe(shoe) => {
                self.shoes.event(shoe);
                if let ShoeEvent::Start { decks, recirculates, .. } = &shoe.event {
                    self.recirculating += u64::from(*recirculates);
                    if self.decks.len() < Self::MOST {
                        self.decks.insert(*decks);
                    }
                }
            }
            Body::Coup(coup) => self.note_coup(coup),
            Body::Staff(_) | Body::Incident(_) | Body::Session(_) | Body::Unknown(_) => {}
        }
    }

    /// Notes a coup that was read quickly, or what one of several sources holds of it.
    pub fn note_quick(&mut self, coup: &QuickCoup) {
        let said = Said { cards: coup.has_cards(), to: false, declared: Some(&coup.declared), wrd: coup.wrd.is_some() };
        let times = coup.stated_times().map(|time| time.is_some());
        let held = CoupHeld { shoe: Some(coup.text(coup.shoe)), times, said: Some(said) };
        let wagers = coup.wagers.iter().map(|wager| WagerHeld {
            stake: wager.stake,
            bet: coup.bytes(wager.bet),
            terminal: wager.terminal.map(|terminal| coup.text(terminal)),
            id: wager.id.is_some(),
            placed: wager.placed.is_some(),
            player: wager.player.is_some(),
            seat: wager.seat.is_some(),
            area: wager.area.is_some(),
        });
        self.coup(&held, wagers);
    }

    fn note_coup(&mut self, coup: &Coup) {
        // An irregularity may keep cards from being dealt, announced and shown; it is in the register itself.
        let said = coup.irregularities.is_empty().then(|| Said {
            cards: coup.cards.is_some(),
            to: coup.to.is_some(),
            declared: coup.declared.as_ref(),
            wrd: coup.wrd.is_some(),
        });
        let Times { opened, closed, first_card, settled } = &coup.times;
        let times = [opened, closed, first_card, settled].map(Option::is_some);
        let held = CoupHeld { shoe: coup.shoe.as_deref(), times, said };
        let wagers = coup.wagers.iter().flatten().map(|wager| WagerHeld {
            stake: wager.stake,
            bet: wager.bet.as_bytes(),
            terminal: wager.terminal.as_deref(),
            id: wager.has_id(),
            placed: wager.placed.is_some(),
            player: wager.player.is_some(),
            seat: wager.seat.is_some(),
            area: wager.area.is_some(),
        });
        self.coup(&held, wagers);
    }

    fn coup<'c>(&mut self, held: &CoupHeld<'_>, wagers: impl Iterator<Item = WagerHeld<'c>>) {
        let (mut number, mut staked) = (0, 0);
        for wager in wagers {
            number += 1;
            staked += i128::from(wager.stake);
            self.wager(&wager);
        }
        self.all.add(1, number, staked);
        if let Some(shoe) = held.shoe {
            self.shoes.coup(shoe, (number, staked));
        }
        let [opened, closed, first_card, settled] = held.times;
        let times = [
            (Optional::Times, held.times == [true; 4]),
            (Optional::Opened, opened),
            (Optional::Closed, closed),
            (Optional::FirstCard, first_card),
            (Optional::Settled, settled),
        ];
        let said = held.said.as_ref().map(|said| {
            let declared = |has: fn(&Declared) -> bool| said.declared.is_some_and(has);
            [
                (Optional::Cards, said.cards),
                (Optional::To, said.to),
                (Optional::Declared, declared(|declared| declared.result.is_some())),
                (Optional::Points, declared(|declared| declared.player.is_some() && declared.banker.is_some())),
                (Optional::Sevens, declared(|declared| declared.sevens.is_some())),
                (Optional::Wrd, said.wrd),
            ]
        });
        let all = times.into_iter().chain(said.into_iter().flatten());
        for (what, _) in all.filter(|(_, there)| !there) {
            self.lack(what, 1, number, staked);
        }
    }

    fn wager(&mut self, wager: &WagerHeld<'_>) {
        let WagerHeld { stake, bet, terminal, id, placed, player, seat, area } = *wager;
        let another = self.terminal.as_deref().zip(terminal).is_some_and(|(own, named)| own != named);
        let there = [
            (Optional::Id, id),
            (Optional::Placed, placed),
            (Optional::Player, player),
            (Optional::Seat, seat),
            (Optional::Person, player || seat),
            (Optional::Area, area),
            (Optional::Terminal, terminal.is_some()),
            (Optional::OwnTerminal, !another),
            (Optional::Limits, self.signs > 0),
        ];
        let lacks = there.into_iter().filter(|(_, there)| !there).map(|(what, _)| what);
        let of_sign = self.named.lacks(bet);
        for what in lacks.chain(of_sign) {
            self.lack(what, 0, 1, stake.into());
        }
    }

    fn lack(&mut self, what: Optional, coups: u64, wagers: usize, staked: i128) {
        if let Some(amount) = self.lacks.get_mut(what as usize) {
            amount.add(coups, wagers, staked);
        }
    }

    fn key(&mut self, key: Option<KeyId>) {
        if self.keys.len() < Self::MOST {
            self.keys.extend(key.map(|key| key.to_string()));
        }
    }

    fn sign(&mut self, sign: &Limits) {
        self.signs += 1;
        if sign.seat.is_none() && sign.player.is_none() {
            self.named = Named::of(sign);
        }
        for (part, _, amount) in SignPart::on(sign) {
            if let Some(bounds) = self.bounds.get_mut(part as usize) {
                let (low, high) = bounds.unwrap_or((amount, amount));
                *bounds = Some((low.min(amount), high.max(amount)));
            }
        }
    }
}
