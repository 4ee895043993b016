//! What a log wrote and what it left out, counted: what a profile is held against.

mod shoes;

use std::collections::BTreeSet;

use resettle_game::words;
use resettle_sealed_log::{KeyId, SourceKind};
use serde::{Deserialize, Serialize};

use self::shoes::ShoesHeld;
use crate::quick::{QuickCoup, QuickWager};
use crate::record::{Body, Coup, Declared, Limits, Record, ShoeEvent, Times, Wager};

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
        [Id, Placed, Player, Seat, Person, Area, Terminal, OwnTerminal, Limits].contains(&self) || self.is_of_signs()
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
        matches!(self, Self::Min | Self::Max | Self::Chip | Self::Differential | Self::AreaMax)
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

/// What a sign names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Named {
    /// The bets with a minimum or a maximum, in order: which, and of which of both.
    bets: Vec<(Vec<u8>, [bool; 2])>,
    /// Whether there is a smallest chip, a differential and a bound of an area.
    others: [bool; 3],
}

impl Named {
    fn of(sign: &Limits) -> Self {
        let names: BTreeSet<&String> = sign.min.keys().chain(sign.max.keys()).collect();
        let one =
            |name: &String| (name.as_bytes().to_vec(), [sign.min.contains_key(name), sign.max.contains_key(name)]);
        let others = [sign.chip, sign.differential, sign.area_max].map(|bound| bound.is_some());
        Self { bets: names.into_iter().map(one).collect(), others }
    }

    fn of_bet(&self, bet: &[u8]) -> [bool; 2] {
        let at = self.bets.binary_search_by(|(name, _)| name.as_slice().cmp(bet));
        at.ok().and_then(|at| self.bets.get(at)).map_or([false; 2], |(_, named)| *named)
    }
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
            Body::Coup(coup) => self.coup(coup),
            Body::Staff(_) | Body::Incident(_) | Body::Session(_) | Body::Unknown(_) => {}
        }
    }

    /// Notes a coup that was read quickly, or what one of several sources holds of it.
    pub fn note_quick(&mut self, coup: &QuickCoup) {
        let staked = coup.wagers.iter().map(|wager| i128::from(wager.stake)).sum();
        let times = coup.stated_times().map(|time| time.is_some());
        let [result, points, sevens] = announced(&coup.declared);
        let said = [coup.has_cards(), false, result, points, sevens, coup.wrd.is_some()];
        self.round((coup.wagers.len(), staked), times, Some(said));
        self.shoes.coup(coup.text(coup.shoe), (coup.wagers.len(), staked));
        for wager in &coup.wagers {
            let terminal = wager.terminal.map(|terminal| coup.text(terminal));
            let QuickWager { id, placed, player, seat, area, .. } = wager;
            let has = [id.is_some(), placed.is_some(), player.is_some(), seat.is_some(), area.is_some()];
            self.wager(wager.stake, coup.bytes(wager.bet), terminal, has);
        }
    }

    fn coup(&mut self, coup: &Coup) {
        let wagers = coup.wagers.as_deref().unwrap_or_default();
        let staked = wagers.iter().map(|wager| i128::from(wager.stake)).sum();
        let Times { opened, closed, first_card, settled } = &coup.times;
        let times = [opened, closed, first_card, settled].map(Option::is_some);
        // An irregularity may keep cards from being dealt, announced and shown; it is in the register itself.
        let said = coup.irregularities.is_empty().then(|| {
            let [result, points, sevens] = coup.declared.as_ref().map_or([false; 3], announced);
            [coup.cards.is_some(), coup.to.is_some(), result, points, sevens, coup.wrd.is_some()]
        });
        self.round((wagers.len(), staked), times, said);
        if let Some(shoe) = &coup.shoe {
            self.shoes.coup(shoe, (wagers.len(), staked));
        }
        for wager in wagers {
            let Wager { stake, bet, placed, player, seat, area, terminal, .. } = wager;
            let has = [wager.has_id(), placed.is_some(), player.is_some(), seat.is_some(), area.is_some()];
            self.wager(*stake, bet.as_bytes(), terminal.as_deref(), has);
        }
    }

    /// A coup with so many wagers and so much staked: which of opened, closed, first card and settled it has, and of cards, to,
    /// declared, points, sevens and display, where that is asked.
    fn round(&mut self, (wagers, staked): (usize, i128), times: [bool; 4], said: Option<[bool; 6]>) {
        self.all.add(1, wagers, staked);
        let of_times = [Optional::Opened, Optional::Closed, Optional::FirstCard, Optional::Settled];
        let of_said =
            [Optional::Cards, Optional::To, Optional::Declared, Optional::Points, Optional::Sevens, Optional::Wrd];
        let whole = (Optional::Times, times.iter().all(|there| *there));
        let each = of_times.into_iter().zip(times).chain(of_said.into_iter().zip(said.into_iter().flatten()));
        for (what, _) in each.chain([whole]).filter(|(_, there)| !there) {
            self.lack(what, 1, wagers, staked);
        }
    }

    /// A wager with its terminal: which of id, placed, player, seat and area it has.
    fn wager(&mut self, stake: i64, bet: &[u8], terminal: Option<&str>, has: [bool; 5]) {
        if self.terminal.as_deref().zip(terminal).is_some_and(|(own, named)| own != named) {
            self.lack(Optional::OwnTerminal, 0, 1, stake.into());
        }
        let [id, placed, player, seat, area] = has;
        let of_each = [
            (Optional::Id, id),
            (Optional::Placed, placed),
            (Optional::Player, player),
            (Optional::Seat, seat),
            (Optional::Area, area),
            (Optional::Terminal, terminal.is_some()),
        ];
        for (what, _) in of_each.into_iter().filter(|(_, there)| !there) {
            self.lack(what, 0, 1, stake.into());
        }
        if !player && !seat {
            self.lack(Optional::Person, 0, 1, stake.into());
        }
        if self.signs == 0 {
            self.lack(Optional::Limits, 0, 1, stake.into());
        }
        let [min, max] = self.named.of_bet(bet);
        let [chip, differential, area_max] = self.named.others;
        let of_signs = [
            (Optional::Min, min),
            (Optional::Max, max),
            (Optional::Chip, chip),
            (Optional::Differential, differential),
            (Optional::AreaMax, area_max),
        ];
        for (what, _) in of_signs.into_iter().filter(|(_, there)| !there) {
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
        let mut put = |part: SignPart, amount: i64| {
            if let Some(bounds) = self.bounds.get_mut(part as usize) {
                let (low, high) = bounds.unwrap_or((amount, amount));
                *bounds = Some((low.min(amount), high.max(amount)));
            }
        };
        sign.min.values().for_each(|amount| put(SignPart::Min, *amount));
        sign.max.values().for_each(|amount| put(SignPart::Max, *amount));
        for (part, amount) in [
            (SignPart::Chip, sign.chip),
            (SignPart::Differential, sign.differential),
            (SignPart::AreaMax, sign.area_max),
        ] {
            amount.into_iter().for_each(|amount| put(part, amount));
        }
    }
}

/// Whether a result, both points and a number of sevens were announced.
fn announced(declared: &Declared) -> [bool; 3] {
    let Declared { result, player, banker, sevens, .. } = declared;
    [result.is_some(), player.is_some() && banker.is_some(), sevens.is_some()]
}
