//! The rows of the coups of one table.

use std::collections::BTreeMap;
use std::sync::Arc;

use resettle_audit::{CardOrder, CoupResult, CoupSeen, NotAtRisk, WagerSeen};
use resettle_coup_log::{CardCode, Declared, LoggedWager, RoundMoments, Token};
use resettle_game::{Card, KnownCard, PerSide, Rank, Side, Suit, To};
use resettle_odds::Fraction;
use resettle_oversight::staffing::Duty;
use resettle_oversight::{Clock, Local, micros};
use resettle_rules::PlayTable;
use resettle_ruleset::Ruleset;

use crate::batch::Batch;
use crate::edges::{Edges, theoretical};
use crate::schema::{CARD_OF_COUP, CARDS, COUPS, COUPS_WITHOUT_STAFF, OF_TABLE, RESULT_OF_COUP, WAGER_OF_COUP, WAGERS};

/// How many theoretical wins on a bet are remembered.
const REMEMBERED: usize = 1024;

/// Which table rows are of, as its logs name it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The jurisdiction's id, as logs and rulesets write it.
    pub jurisdiction: String,
    /// The venue's id, as its logs write it.
    pub venue: String,
    /// The game's id, as logs and rulesets write it.
    pub game: String,
    /// The table's id, as its logs write it.
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

    /// Takes a coup.
    pub fn coup(&mut self, seen: &CoupSeen<'_>, duty: &Duty) {
        let logged = seen.logged;
        let tournament = logged.tournament();
        let local = self.clock.at(seen.commenced.nanos);
        let by_record = match seen.day_moment() {
            moment if moment == seen.commenced => local,
            moment => self.clock.at(moment.nanos),
        };
        let of = Of {
            shoe: logged.shoe(),
            coup: logged.number(),
            file: seen.file,
            line: seen.line,
            local: local.zip(by_record).map(|(local, by_record)| Local { day: by_record.day, ..local }),
            chips: tournament.is_some(),
            result: seen.result,
            ruleset: seen.ruleset.map(|ruleset| ruleset.id.as_str()),
            decks: seen.decks,
        };
        let by_cards = seen.is_settled_by_cards() && tournament.is_none();
        let mut sums = Sums::default();
        for (at, (wager, judged)) in logged.wagers().zip(seen.wagers).enumerate() {
            let by_chance = by_cards && judged.not_at_risk.is_none();
            let theoretical = seen
                .ruleset
                .filter(|_| by_chance)
                .and_then(|ruleset| self.odds.win(ruleset, seen.decks?, judged.bet?, wager.stake));
            sums.add(judged, theoretical);
            write_wager(&mut self.wagers, &self.names, &of, at, &wager, judged, theoretical);
        }
        let codes = logged.cards();
        self.dealt.clear();
        let table = seen.ruleset.map(|ruleset| &ruleset.table);
        self.dealt.extend(codes.iter().copied().flatten().filter_map(|code| card_of(*code, table)));
        let went = Went::of(seen, &self.dealt);
        let mut list = String::with_capacity(codes.map_or(0, <[CardCode]>::len) * 3);
        for (at, code) in codes.iter().copied().flatten().enumerate() {
            spaced(&mut list, code.as_str());
            write_card(&mut self.cards, &self.names, &of, at, *code, went.hand(at));
        }
        let strict = logged.strict();
        let reconstructed = strict.and_then(|coup| coup.reconstructed_cards.as_ref()).map(|codes| {
            let mut list = String::new();
            codes.iter().for_each(|code| spaced(&mut list, code.as_str()));
            list
        });
        let is_first = self.coups.is_empty();
        let mut row = self.coups.row();
        write_of(&mut row, &self.names, &of, is_first);
        row.text(&**seen.log).text(of.file).nat(of.line).nat(seen.seq);
        row.int(micros(seen.commenced.nanos)).int(of.local.map(|local| local.wall));
        let RoundMoments { opened, closed, first_card, settled } = logged.moments();
        for moment in [opened, closed, first_card, settled, Some(seen.written.moment)] {
            row.int(moment.and_then(|moment| micros(moment.nanos)));
        }
        row.text(of.ruleset).nat(of.decks.map(u64::from));
        row.text(logged.mode().map_or("live", resettle_game::Mode::word)).flag(seen.dealt).flag(seen.counts);
        row.text(of.result.word()).flag(seen.from_cards);
        row.nat(seen.totals.player.map(u64::from)).nat(seen.totals.banker.map(u64::from));
        write_declared(&mut row, logged.declared());
        row.text(logged.wrd().map(resettle_game::Shown::word));
        row.text(codes.is_some().then_some(list.as_str())).text(reconstructed.as_deref());
        row.text(tournament.map(|tournament| tournament.id.as_str()));
        sums.write(&mut row);
        row.nat(strict.map_or(0, |coup| coup.irregularities.len() as u64)).text(seen.worst.map(|worst| worst.word()));
        row.int(seen.close().and_then(|close| micros(close.nanos))).flag(seen.cards_return);
        row.text(seen.order.map(CardOrder::word)).duty(duty);
    }
}

impl Sums {
    fn add(&mut self, wager: &WagerSeen, theoretical: Option<i128>) {
        self.wagers += 1;
        self.staked += i128::from(wager.stake);
        self.returned += wager.returned;
        self.due += wager.due;
        if let Some(win) = theoretical {
            // Sums of fewer wagers than fit in a line stay far below the bound.
            self.theoretical = Some(self.theoretical.unwrap_or(0).saturating_add(win));
        }
    }

    fn write(&self, row: &mut crate::batch::RowWriter<'_>) {
        row.nat(self.wagers).amount(self.staked).amount(self.returned).amount(self.due).wide(self.theoretical);
    }
}

/// The first columns of coups and wagers. Behind other rows the names of the table are theirs: they are all of one table.
fn write_of(row: &mut crate::batch::RowWriter<'_>, names: &Names, of: &Of<'_>, is_first: bool) {
    if is_first {
        row.text(names.jurisdiction.as_str()).text(names.venue.as_str());
        row.text(names.game.as_str()).text(names.table.as_str());
    } else {
        row.again(OF_TABLE);
    }
    row.text(Some(names.currency.as_str()).filter(|_| !of.chips));
    row.text(if of.chips { "chips" } else { "money" }).int(of.local.map(|local| local.day));
    row.text(of.shoe).nat(of.coup);
}

fn write_wager(
    to: &mut Batch,
    names: &Names,
    of: &Of<'_>,
    at: usize,
    wager: &LoggedWager<'_>,
    judged: &WagerSeen,
    theoretical: Option<i128>,
) {
    let is_first = to.is_empty();
    let mut row = to.row();
    if at == 0 {
        write_of(&mut row, names, of, is_first);
        row.text(of.file).nat(of.line);
    } else {
        row.again(WAGER_OF_COUP);
    }
    row.nat(at as u64 + 1);
    row.text(&*wager.name).text(wager.bet).text(wager.seat).text(wager.area).text(wager.player).text(wager.terminal);
    row.text(wager.token.map(Token::word));
    for moment in [wager.placed, wager.withdrawn] {
        row.int(moment.and_then(|moment| micros(moment.nanos)));
    }
    row.flag(wager.accepted).flag(wager.removed).flag(wager.approved);
    row.int(wager.stake).int(wager.returned).int(wager.commission).amount(judged.due).flag(judged.judged);
    row.text(judged.not_at_risk.map(NotAtRisk::word));
    let back = judged.returned;
    row.amount(i128::from(wager.stake) - back).amount(back - judged.due).wide(theoretical);
    if at == 0 {
        row.text(of.result.word()).text(of.ruleset).nat(of.decks.map(u64::from));
    } else {
        row.again(RESULT_OF_COUP);
    }
    row.int(judged.limits.min).int(judged.limits.max);
}

fn write_card(to: &mut Batch, names: &Names, of: &Of<'_>, at: usize, code: CardCode, hand: Option<&str>) {
    let mut row = to.row();
    if at == 0 {
        row.text(names.venue.as_str()).text(names.table.as_str()).int(of.local.map(|local| local.day));
        row.text(of.shoe).nat(of.coup).text(of.file).nat(of.line);
    } else {
        row.again(CARD_OF_COUP);
    }
    row.nat(at as u64 + 1);
    row.text(code.as_str()).text(letter(&code, 0).filter(|_| code.rank().is_some()));
    row.text(letter(&code, 1).filter(|_| code.suit().is_some()));
    row.text(hand);
}

fn write_declared(row: &mut crate::batch::RowWriter<'_>, declared: Option<&Declared>) {
    row.text(declared.and_then(|declared| declared.result).map(resettle_game::DeclaredResult::word));
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

/// One of the two letters of a card.
fn letter(code: &CardCode, at: usize) -> Option<&str> {
    code.as_str().get(at..=at)
}

/// A card of the points that are known: by it the coup can be dealt, and it is never shown.
fn card_of(code: CardCode, table: Option<&PlayTable>) -> Option<Card> {
    let rank = code.rank().and_then(Rank::from_letter);
    match (rank, code.suit().and_then(Suit::from_letter)) {
        (Some(rank), Some(suit)) => Some(Card { rank, suit }),
        (Some(rank), None) => table?.some_card(KnownCard::Rank(rank)),
        (None, _) => table?.some_card(KnownCard::Points(code.points()?)),
    }
}

/// To which hand each card of a coup goes by the rules.
struct Dealing<'r> {
    order: &'r [Side],
    /// How many cards beyond the initial deal each hand drew, the Player's first.
    drawn: PerSide<usize>,
}

impl<'r> Dealing<'r> {
    fn of(ruleset: &'r Ruleset, cards: &[Card]) -> Self {
        let table = &ruleset.table;
        match ruleset.book.deal(table, cards) {
            None => Self { order: &[], drawn: PerSide::default() },
            Some(dealt) => {
                let drawn =
                    |hand: &resettle_rules::Hand, side| usize::from(hand.dealt()).saturating_sub(table.dealt_to(side));
                Self {
                    order: &table.order,
                    drawn: PerSide {
                        player: drawn(&dealt.player, Side::Player),
                        banker: drawn(&dealt.banker, Side::Banker),
                    },
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
enum Went<'a> {
    Unknown,
    Logged(&'a [To]),
    Dealt(Dealing<'a>),
}

impl<'a> Went<'a> {
    /// Of a coup with these cards, of which those that are none are left out.
    fn of(seen: &CoupSeen<'a>, cards: &[Card]) -> Self {
        let strict = seen.logged.strict();
        if strict.is_some_and(|coup| coup.reconstructed_cards.is_some()) {
            return Self::Unknown;
        }
        if let Some(to) = strict.and_then(|coup| coup.to.as_ref()) {
            return Self::Logged(to);
        }
        let all = seen.logged.cards().map_or(0, <[CardCode]>::len) == cards.len();
        seen.ruleset
            .filter(|_| all && seen.from_cards)
            .map_or(Self::Unknown, |ruleset| Self::Dealt(Dealing::of(ruleset, cards)))
    }

    /// Where the card at this place went.
    fn hand(&self, at: usize) -> Option<&'static str> {
        match self {
            Self::Unknown => None,
            Self::Dealt(dealing) => dealing.hand(at).map(word),
            Self::Logged(to) => to.get(at).map(|to| match to {
                To::Player => word(Side::Player),
                To::Banker => word(Side::Banker),
                To::Aside => "set_aside",
                To::Next => "next_coup",
            }),
        }
    }
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
