//! The rows of the coups of one table.

use std::collections::BTreeMap;
use std::sync::Arc;

use resettle_audit::{BetLimits, CardOrder, CleanCoup, CoupResult, CoupSeen, NotAtRisk};
use resettle_coup_log::{Accepted, CardCode, Declared, QuickCoup, Token};
use resettle_game::{Card, PerSide, Rank, Side, Suit};
use resettle_odds::Fraction;
use resettle_oversight::staffing::Duty;
use resettle_oversight::{Clock, Local, micros};
use resettle_ruleset::Ruleset;
use resettle_sealed_log::Time;
use resettle_words::To;

use crate::batch::Batch;
use crate::edges::{Edges, theoretical};
use crate::schema::{CARDS, COUPS, COUPS_WITHOUT_STAFF, WAGERS};

/// How many theoretical wins on a bet are remembered.
const REMEMBERED: usize = 1024;

/// Which table rows are of, as its logs name it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The jurisdiction.
    pub jurisdiction: String,
    /// The venue.
    pub venue: String,
    /// The game.
    pub game: String,
    /// The table.
    pub table: String,
    /// ISO 4217 code.
    pub currency: String,
}

/// Makes rows of the coups of one table.
pub struct Recorder<'e> {
    names: Names,
    clock: Clock,
    odds: Odds<'e>,
    coups: Batch,
    cards: Batch,
    wagers: Batch,
    /// The cards of the coup in hand.
    dealt: Vec<Card>,
}

/// What is the same in every row of a coup.
struct Of<'a> {
    shoe: Option<&'a str>,
    coup: Option<u64>,
    file: &'a str,
    line: Option<u64>,
    local: Option<Local>,
    chips: bool,
    result: CoupResult,
    ruleset: Option<&'a str>,
    decks: Option<u32>,
}

/// A wager, whichever way it came.
struct Wager<'a> {
    name: &'a str,
    bet: &'a str,
    seat: Option<&'a str>,
    area: Option<&'a str>,
    player: Option<&'a str>,
    terminal: Option<&'a str>,
    token: Option<Token>,
    placed: Option<i64>,
    withdrawn: Option<i64>,
    accepted: bool,
    removed: bool,
    approved: bool,
    stake: i64,
    returned: i64,
    commission: i64,
    /// What came back, commission taken off as far as it counts.
    came_back: i128,
    due: i128,
    judged: bool,
    not_at_risk: Option<NotAtRisk>,
    theoretical: Option<i128>,
    limits: BetLimits,
}

/// What the row of a coup says of its wagers.
#[derive(Default)]
struct Sums {
    wagers: u64,
    staked: i128,
    returned: i128,
    due: i128,
    theoretical: Option<i128>,
}

impl<'e> Recorder<'e> {
    /// Rows of this table, whose days begin by this clock; `with_staff` says whether they say who was on duty.
    #[must_use]
    pub fn new(names: Names, clock: Clock, edges: &'e Edges, with_staff: bool) -> Self {
        Self {
            names,
            clock,
            odds: Odds { edges, of: None },
            coups: Batch::new(if with_staff { &COUPS } else { &COUPS_WITHOUT_STAFF }),
            cards: Batch::new(&CARDS),
            wagers: Batch::new(&WAGERS),
            dealt: Vec::new(),
        }
    }

    /// Which table the rows are of.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The rows of coups, cards and wagers.
    pub fn batches(&mut self) -> [&mut Batch; 3] {
        [&mut self.coups, &mut self.cards, &mut self.wagers]
    }

    /// Takes a coup of which nothing was found.
    pub fn clean(&mut self, seen: &CleanCoup<'_>, duty: &Duty) {
        let coup = seen.coup;
        let times = &coup.times;
        let commenced = seen.commenced();
        let local = self.clock.at(i128::from(commenced.nanos));
        let of = Of {
            shoe: Some(coup.text(coup.shoe)),
            coup: Some(coup.coup),
            file: seen.file,
            line: Some(coup.line),
            local,
            chips: false,
            result: seen.result,
            ruleset: Some(&seen.ruleset.id),
            decks: Some(seen.decks),
        };
        let mut sums = Sums::default();
        for (at, (wager, judged)) in coup.wagers.iter().zip(seen.wagers).enumerate() {
            let text = |text: Option<resettle_coup_log::Span>| text.map(|text| coup.text(text));
            let bet = coup.text(wager.bet);
            let by_place;
            let name = match wager.id.filter(|_| !shares_id(coup, at)) {
                Some(id) => coup.text(id),
                None => {
                    by_place = format!("#{}", at + 1);
                    &by_place
                }
            };
            let row = Wager {
                name,
                bet,
                seat: text(wager.seat),
                area: text(wager.area),
                player: text(wager.player),
                terminal: text(wager.terminal),
                token: None,
                placed: wager.placed.and_then(|time| micros(i128::from(time.nanos))),
                withdrawn: None,
                accepted: true,
                removed: false,
                approved: wager.approved,
                stake: wager.stake,
                returned: wager.returned,
                commission: wager.commission,
                came_back: judged.returned,
                due: judged.returned,
                judged: true,
                not_at_risk: None,
                theoretical: self.odds.win(seen.ruleset, seen.decks, judged.bet, wager.stake),
                limits: seen.limits.get(judged.bet).copied().unwrap_or_default(),
            };
            sums.add(&row);
            write_wager(&mut self.wagers, &self.names, &of, at, &row);
        }
        let codes = coup.cards();
        self.dealt.clear();
        self.dealt.extend(codes.iter().filter_map(|code| card_of(*code)));
        let dealt = Dealing::of(seen.ruleset, &self.dealt);
        let mut list = String::with_capacity(codes.len() * 3);
        for (at, code) in codes.iter().enumerate() {
            let text = std::str::from_utf8(code).unwrap_or_default();
            spaced(&mut list, text);
            write_card(&mut self.cards, &self.names, &of, at, text, dealt.hand(at).map(word));
        }
        let moment = |time: resettle_coup_log::QuickTime| micros(i128::from(time.nanos));
        let is_first = self.coups.is_empty();
        let mut row = self.coups.row();
        write_of(&mut row, &self.names, &of, is_first);
        row.text(&**seen.log).text(of.file).nat(of.line).nat(coup.seq);
        row.int(moment(commenced)).int(of.local.map(|local| local.wall));
        for time in [times.opened, times.closed, times.first_card, times.settled, coup.at] {
            row.int(moment(time));
        }
        row.text(of.ruleset).nat(of.decks.map(u64::from));
        row.text(coup.mode.map_or("live", resettle_words::Mode::word)).flag(true).flag(true);
        row.text(of.result.word()).flag(true);
        row.nat(dealt.totals.map(|totals| u64::from(totals.player)));
        row.nat(dealt.totals.map(|totals| u64::from(totals.banker)));
        write_declared(&mut row, Some(&coup.declared));
        row.text(coup.wrd.map(resettle_words::Shown::word)).text(list.as_str()).text(None).text(None);
        sums.write(&mut row);
        row.nat(0).text(None);
        row.int(moment(seen.close())).flag(seen.cards_return).text(None).duty(duty);
    }

    /// Takes a coup that was judged the long way.
    pub fn coup(&mut self, seen: &CoupSeen, duty: &Duty) {
        let coup = &seen.coup;
        let tournament = coup.tournament.as_ref();
        let ruleset = seen.ruleset.as_deref();
        let by_record = self.clock.at(seen.day_moment().nanos);
        let local = self.clock.at(seen.commenced.nanos).zip(by_record);
        let local = local.map(|(local, by_record)| Local { day: by_record.day, ..local });
        let of = Of {
            shoe: coup.shoe.as_deref(),
            coup: coup.coup,
            file: &seen.file,
            line: seen.place.line,
            local,
            chips: tournament.is_some(),
            result: seen.result,
            ruleset: ruleset.map(|ruleset| ruleset.id.as_str()),
            decks: seen.decks,
        };
        let by_cards = matches!(seen.result, CoupResult::Player | CoupResult::Banker | CoupResult::Tie)
            && seen.from_cards
            && seen.dealt
            && tournament.is_none();
        let moment = |time: &Option<Time>| time.as_ref().and_then(|time| micros(time.moment().nanos));
        let mut sums = Sums::default();
        for (at, (wager, judged)) in coup.wagers.iter().flatten().zip(seen.wagers()).enumerate() {
            let by_chance = by_cards && judged.not_at_risk.is_none();
            let by_odds = seen.ruleset.as_ref().filter(|_| by_chance).and_then(|ruleset| {
                let (bet, _) = ruleset.numbered(&wager.bet)?;
                self.odds.win(ruleset, seen.decks?, bet, wager.stake)
            });
            let row = Wager {
                name: &wager.name,
                bet: &wager.bet,
                seat: wager.seat.as_deref(),
                area: wager.area.as_deref(),
                player: wager.player.as_deref(),
                terminal: wager.terminal.as_deref(),
                token: wager.token,
                placed: moment(&wager.placed),
                withdrawn: moment(&wager.withdrawn),
                accepted: wager.accepted == Accepted::Yes,
                removed: wager.removed,
                approved: wager.approved,
                stake: wager.stake,
                returned: wager.returned,
                commission: wager.commission,
                came_back: judged.returned,
                due: judged.due,
                judged: judged.judged,
                not_at_risk: judged.not_at_risk,
                theoretical: by_odds,
                limits: seen.limits_of(wager),
            };
            sums.add(&row);
            write_wager(&mut self.wagers, &self.names, &of, at, &row);
        }
        let codes = coup.cards.as_deref().unwrap_or_default();
        let hands = hands_of(seen, codes);
        let mut list = String::new();
        for (at, code) in codes.iter().enumerate() {
            let text = code.to_string();
            spaced(&mut list, &text);
            write_card(&mut self.cards, &self.names, &of, at, &text, hands.get(at).copied().flatten());
        }
        let reconstructed = coup.reconstructed_cards.as_ref().map(|codes| {
            let mut list = String::new();
            codes.iter().for_each(|code| spaced(&mut list, &code.to_string()));
            list
        });
        let is_first = self.coups.is_empty();
        let mut row = self.coups.row();
        write_of(&mut row, &self.names, &of, is_first);
        row.text(&*seen.log).text(of.file).nat(of.line).nat(seen.place.seq);
        row.int(micros(seen.commenced.nanos)).int(of.local.map(|local| local.wall));
        let times = &coup.times;
        for time in [&times.opened, &times.closed, &times.first_card, &times.settled] {
            row.int(moment(time));
        }
        row.int(micros(seen.written.moment().nanos)).text(of.ruleset).nat(of.decks.map(u64::from));
        row.text(coup.mode.map_or("live", resettle_words::Mode::word)).flag(seen.dealt).flag(seen.counts);
        row.text(of.result.word()).flag(seen.from_cards);
        row.nat(seen.totals.player.map(u64::from)).nat(seen.totals.banker.map(u64::from));
        write_declared(&mut row, coup.declared.as_ref());
        row.text(coup.wrd.map(resettle_words::Shown::word));
        row.text(coup.cards.is_some().then_some(list.as_str())).text(reconstructed.as_deref());
        row.text(tournament.map(|tournament| tournament.id.as_str()));
        sums.write(&mut row);
        row.nat(coup.irregularities.len() as u64).text(seen.worst.map(|worst| worst.word()));
        row.int(seen.close().and_then(|close| micros(close.nanos))).flag(seen.cards_return);
        row.text(seen.order.map(CardOrder::word)).duty(duty);
    }
}

impl Sums {
    fn add(&mut self, wager: &Wager<'_>) {
        self.wagers += 1;
        self.staked += i128::from(wager.stake);
        self.returned += wager.came_back;
        self.due += wager.due;
        if let Some(win) = wager.theoretical {
            // Sums of fewer wagers than fit in a line stay far below the bound.
            self.theoretical = Some(self.theoretical.unwrap_or(0).saturating_add(win));
        }
    }

    fn write(&self, row: &mut crate::batch::Row<'_>) {
        row.nat(self.wagers).amount(self.staked).amount(self.returned).amount(self.due).wide(self.theoretical);
    }
}

/// The first columns of coups and wagers. Behind other rows the names of the table are theirs: they are all of one table.
fn write_of(row: &mut crate::batch::Row<'_>, names: &Names, of: &Of<'_>, is_first: bool) {
    if is_first {
        row.text(names.jurisdiction.as_str()).text(names.venue.as_str());
        row.text(names.game.as_str()).text(names.table.as_str());
    } else {
        row.again(4);
    }
    row.text(Some(names.currency.as_str()).filter(|_| !of.chips));
    row.text(if of.chips { "chips" } else { "money" }).int(of.local.map(|local| local.day));
    row.text(of.shoe).nat(of.coup);
}

/// So many columns [`write_of`] writes.
const OF_COUP: usize = 9;

fn write_wager(to: &mut Batch, names: &Names, of: &Of<'_>, at: usize, wager: &Wager<'_>) {
    let is_first = to.is_empty();
    let mut row = to.row();
    if at == 0 {
        write_of(&mut row, names, of, is_first);
        row.text(of.file).nat(of.line);
    } else {
        row.again(OF_COUP + 2);
    }
    row.nat(at as u64 + 1);
    row.text(wager.name).text(wager.bet).text(wager.seat).text(wager.area).text(wager.player).text(wager.terminal);
    row.text(wager.token.map(Token::word)).int(wager.placed).int(wager.withdrawn);
    row.flag(wager.accepted).flag(wager.removed).flag(wager.approved);
    row.int(wager.stake).int(wager.returned).int(wager.commission).amount(wager.due).flag(wager.judged);
    row.text(wager.not_at_risk.map(NotAtRisk::word));
    let back = wager.came_back;
    row.amount(i128::from(wager.stake) - back).amount(back - wager.due).wide(wager.theoretical);
    if at == 0 {
        row.text(of.result.word()).text(of.ruleset).nat(of.decks.map(u64::from));
    } else {
        row.again(3);
    }
    row.int(wager.limits.min).int(wager.limits.max);
}

fn write_card(to: &mut Batch, names: &Names, of: &Of<'_>, at: usize, code: &str, hand: Option<&str>) {
    let known = code != "??" && code != "XX";
    let mut row = to.row();
    if at == 0 {
        row.text(names.venue.as_str()).text(names.table.as_str()).int(of.local.map(|local| local.day));
        row.text(of.shoe).nat(of.coup).text(of.file).nat(of.line);
    } else {
        row.again(7);
    }
    row.nat(at as u64 + 1);
    row.text(code).text(code.get(..1).filter(|_| known)).text(code.get(1..).filter(|_| known));
    row.text(hand);
}

fn write_declared(row: &mut crate::batch::Row<'_>, declared: Option<&Declared>) {
    row.text(declared.and_then(|declared| declared.result).map(resettle_words::DeclaredResult::word));
    row.int(declared.and_then(|declared| declared.player));
    row.int(declared.and_then(|declared| declared.banker));
    row.int(declared.and_then(|declared| declared.sevens));
}

fn word(side: Side) -> &'static str {
    match side {
        Side::Player => "player",
        Side::Banker => "banker",
    }
}

fn spaced(list: &mut String, text: &str) {
    if !list.is_empty() {
        list.push(' ');
    }
    list.push_str(text);
}

/// Whether another wager of the coup bears the same id.
fn shares_id(coup: &QuickCoup, at: usize) -> bool {
    let id = |wager: &resettle_coup_log::QuickWager| wager.id.map(|id| coup.bytes(id));
    let own = coup.wagers.get(at).and_then(id);
    coup.wagers.iter().filter(|other| id(other) == own).count() > 1
}

fn card_of([rank, suit]: [u8; 2]) -> Option<Card> {
    Some(Card { rank: Rank::from_letter(char::from(rank))?, suit: Suit::from_letter(char::from(suit))? })
}

fn card_of_code(code: CardCode) -> Option<Card> {
    Some(Card { rank: Rank::from_letter(code.rank()?)?, suit: Suit::from_letter(code.suit()?)? })
}

/// To which hand each card of a coup goes by the rules.
struct Dealing<'r> {
    order: &'r [Side],
    /// How many cards beyond the initial deal each hand drew, the Player's first.
    drawn: PerSide<usize>,
    totals: Option<PerSide<u8>>,
}

impl<'r> Dealing<'r> {
    fn of(ruleset: &'r Ruleset, cards: &[Card]) -> Self {
        let table = &ruleset.table;
        match ruleset.book.deal(table, cards) {
            None => Self { order: &[], drawn: PerSide::default(), totals: None },
            Some(dealt) => {
                let drawn =
                    |hand: &resettle_rules::Hand, side| usize::from(hand.dealt()).saturating_sub(table.dealt_to(side));
                Self {
                    order: &table.order,
                    drawn: PerSide {
                        player: drawn(&dealt.player, Side::Player),
                        banker: drawn(&dealt.banker, Side::Banker),
                    },
                    totals: Some(PerSide { player: dealt.player.total(), banker: dealt.banker.total() }),
                }
            }
        }
    }

    /// Where the card at this place goes, from 0.
    fn hand(&self, at: usize) -> Option<Side> {
        let beyond = match self.order.get(at) {
            Some(side) => return Some(*side),
            None => at.checked_sub(self.order.len())?,
        };
        if beyond < self.drawn.player {
            Some(Side::Player)
        } else {
            (beyond < self.drawn.player + self.drawn.banker).then_some(Side::Banker)
        }
    }
}

/// Where each card as logged went: where the log says so, else by the rules, where they gave the result.
fn hands_of(seen: &CoupSeen, codes: &[CardCode]) -> Vec<Option<&'static str>> {
    let coup = &seen.coup;
    if coup.reconstructed_cards.is_some() {
        return Vec::new();
    }
    if let Some(to) = &coup.to {
        let place = |to: &To| match to {
            To::Player => word(Side::Player),
            To::Banker => word(Side::Banker),
            To::Aside => "set_aside",
            To::Next => "next_coup",
        };
        return to.iter().map(place).map(Some).collect();
    }
    let cards: Option<Vec<Card>> = codes.iter().copied().map(card_of_code).collect();
    let (Some(ruleset), Some(cards), true) = (&seen.ruleset, cards, seen.from_cards) else { return Vec::new() };
    let dealing = Dealing::of(ruleset, &cards);
    (0..cards.len()).map(|at| dealing.hand(at).map(word)).collect()
}

/// A ruleset, decks, and of each bet the edge and what is known of it.
type InHand = (Arc<Ruleset>, u32, Vec<OnBet>);

/// The edge of a bet, if it has one, and its theoretical wins by stake: stakes are few.
#[derive(Default)]
struct OnBet {
    edge: Option<Fraction>,
    wins: BTreeMap<i64, Option<i128>>,
}

/// Theoretical wins by the odds of the ruleset in hand.
struct Odds<'e> {
    edges: &'e Edges,
    of: Option<InHand>,
}

impl Odds<'_> {
    /// The theoretical win on a bet, by its number in the ruleset. Variants of a ruleset share its id, so it is known by
    /// where it is held.
    fn win(&mut self, ruleset: &Arc<Ruleset>, decks: u32, bet: usize, stake: i64) -> Option<i128> {
        if !self.of.as_ref().is_some_and(|(known, of, _)| Arc::ptr_eq(known, ruleset) && *of == decks) {
            let edges: Arc<crate::edges::Bets> = self.edges.bets(&ruleset.id, decks);
            let edge = |bet: &String| edges.get(bet).cloned();
            let bets = ruleset.wagers.iter().map(|rule| OnBet { edge: edge(&rule.bet), ..OnBet::default() });
            self.of = Some((Arc::clone(ruleset), decks, bets.collect()));
        }
        let (_, _, bets) = self.of.as_mut()?;
        let OnBet { edge: Some(edge), wins } = bets.get_mut(bet)? else { return None };
        if let Some(win) = wins.get(&stake) {
            return *win;
        }
        if wins.len() >= REMEMBERED {
            wins.clear();
        }
        let win = theoretical(stake, edge);
        wins.insert(stake, win);
        win
    }
}
