//! `wagers`: the wagers of a row.

use std::collections::BTreeMap;

use resettle_yaml::schemars::{Schema, SchemaGenerator, json_schema};
use resettle_yaml::{Form, Node, Value, Word, section, word_schema};

use super::moments::AsTime;
use super::{Columns, LogName, Meanings, OrColumn, Trimmed, alternatives, or_column};
use crate::mapping::{AtTie, AtTies, Back, Bet, Coded, Column, Seat, TimeRule, Together, WagerRule, Which};

/// More decimals than any currency or token counts by, and as many as the integers of a log hold.
const MOST_DECIMALS: i64 = 18;

section! {
    Columns;
    /// The columns of one wager; no wager where both amounts are empty or 0, and none where only the stake is 0, which is reported.
    WagerKeys as "a wager" checked by what_went_back {
        /// `player`, `banker`, `tie`, `super_sevens`, `player_pair`, `banker_pair`, or whatever a ruleset names; one that no ruleset at
        /// hand offers is warned about.
        bet: Bet,
        /// What lay on the layout.
        stake: Column,
        /// In place of `returned`, what was won or lost: `-100` or `(100)` where a stake of 100 was lost, `0` where it went back alone.
        net: Option<Net> = OrColumn,
        /// In place of `returned`, what was won, without the stake: where that is 0, the stake was lost by a result of `player` or
        /// `banker`; at a tie, a void or without a result the wager is left out and listed, because nothing says whether its stake
        /// went back. An empty cell beside a stake is listed, unless `zero: [""]` says that it stands for 0.
        won: Option<Won> = OrColumn,
        /// All that went back, stake included; needed without `net`, `won` and `together`.
        returned: Option<Column>,
        /// The decimals of the amounts, at most as many as the currency of `open` has: `2` where `25.50` is 2550 cents; noughts behind
        /// them are read where four places or more stand there (`25.5000`; `1.000` may be a thousand).
        decimals: u32 = Decimals,
        /// The wager's id.
        id: Option<Column>,
        /// The seat; `{is: "3"}` where all wagers of the entry are of one, as of stakes by seat.
        seat: Option<Seat>,
        /// The account.
        player: Option<Column>,
        /// When the wager was placed: as `opened` of `row`.
        placed: Option<TimeRule> = AsTime,
        /// What says that the wager was not taken: see [JSON](#json).
        rejected: Option<Rejected> = OrColumn,
        /// Such a cell says that its settlement was reversed: see [JSON](#json).
        reversed: Option<Column>,
        /// What says whether the wager was settled: see [JSON](#json).
        status: Option<Settled>,
    }

    /// What was won or lost, and by whom.
    Net {
        /// Which column it is.
        column: Column,
        /// Whose win is positive. Left out, `player`.
        of: Winner = ["player", "house"] => or(Winner::Player),
    }

    /// What was won without the stake.
    Won {
        /// Which column it is.
        column: Column,
        /// What became of a stake that won nothing at a tie; of the bets of a column each by its name in the log, as `{tie: lost,
        /// player_pair: lost}`. `lost` is for bets that do not go back at a tie (pairs, the tie itself); a draft writes it for all bets
        /// beside those on the two hands.
        at_tie: Option<AtTies>,
    }

    /// The column that says that a wager was not taken.
    Rejected {
        /// Which column it is.
        column: Column,
        /// The cells that say so; without them anything but nothing, 0, `false` and `none`.
        values: Option<Vec<String>> = Trimmed,
    }

    /// The column that says whether a wager was settled.
    Settled as "`status`" {
        /// Which column it is.
        column: Column,
        /// Its words for that.
        settled: Vec<String> = Trimmed,
    }

    /// The one seat of all rows.
    SeatKeys as "`seat`" {
        /// The seat: text of at most 200 bytes.
        is: String = LogName,
    }

    /// What was won with all wagers of the row, without stakes, and what was won or lost on balance; one of both at least.
    TogetherKeys as "`together`" checked by one_sum {
        /// What was won, without stakes.
        won: Option<Column>,
        /// What was won or lost on balance.
        net: Option<Net> = OrColumn,
        /// The decimals of both, as in `wagers`.
        decimals: u32 = Decimals,
    }
}

or_column! {
    Net: |column| Self { column, of: Winner::Player };
    Won: |column| Self { column, at_tie: None };
    Rejected: |column| Self { column, values: None };
}

/// Whose win is positive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Winner {
    Player,
    House,
}

impl Word for Winner {
    fn of(word: &str) -> Option<Self> {
        Some(if word == "house" { Self::House } else { Self::Player })
    }
}

impl Net {
    fn back(&self) -> Back {
        match self.of {
            Winner::Player => Back::NetOfPlayer(self.column),
            Winner::House => Back::NetOfHouse(self.column),
        }
    }
}

/// The decimals of amounts: a log counts the minor units of its currency, so more than it has would make each sum ten times
/// too large for every one.
struct Decimals;

impl Form<Columns, Decimals> for u32 {
    fn read(node: &Node, key: &'static str, _: &Decimals, columns: &mut Columns) -> Option<Self> {
        let decimals = Self::read(node, key, &(0..=MOST_DECIMALS), columns)?;
        if let Some(digits) = columns.digits.filter(|digits| decimals > *digits) {
            columns.faults.add_with_help(
                node.place,
                format!("the currency of `open` has {digits} decimals, not {decimals}"),
                format!(
                    "write `decimals: {digits}`; noughts behind them, four places in all or more, as in 100.0000, are read"
                ),
            );
        }
        Some(decimals)
    }

    fn schema(_: &Decimals, generator: &mut SchemaGenerator) -> Schema {
        <Self as Form<Columns, _>>::schema(&(0..=MOST_DECIMALS), generator)
    }
}

/// Notes where not one column says what went back.
fn what_went_back(_: Option<&WagerKeys>, node: &Node, columns: &mut Columns) {
    let has = |key: &&str| node.member(key).is_some();
    let faults = &mut columns.faults;
    if columns.together {
        for (name, place) in node.names().filter(|(name, _)| ["net", "won", "returned"].contains(name)) {
            let help = "`together` has the sums of all wagers of a row: take out this, or that";
            faults.add_with_help(place, format!("`{name}` of a wager stands beside `together`"), help);
        }
        return;
    }
    match ["net", "won", "returned"].into_iter().filter(has).count() {
        0 => faults.add(node.place, "a wager lacks `returned`"),
        1 => {}
        _ => faults.add_with_help(
            node.member("net").or_else(|| node.member("won")).unwrap_or(node).place,
            "of `returned`, `net` and `won` more than one is given",
            "`returned` is all that went back, `net` what was won or lost, `won` what was won without the stake",
        ),
    }
}

fn one_sum(_: Option<&TogetherKeys>, node: &Node, columns: &mut Columns) {
    if node.member("won").is_none() && node.member("net").is_none() {
        columns.faults.add(node.place, "`together` names neither `won` nor `net`");
    }
}

impl Form<Columns> for Together {
    fn read(node: &Node, key: &'static str, (): &(), columns: &mut Columns) -> Option<Self> {
        let TogetherKeys { won, net, decimals } = TogetherKeys::read(node, key, &(), columns)?;
        (won.is_some() || net.is_some()).then(|| Self { won, net: net.as_ref().map(Net::back), decimals })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        TogetherKeys::schema(&(), generator)
    }
}

impl Form<Columns> for WagerRule {
    fn read(node: &Node, key: &'static str, (): &(), columns: &mut Columns) -> Option<Self> {
        let keys = WagerKeys::read(node, key, &(), columns)?;
        let (back, at_tie) = match (keys.net, keys.won, keys.returned) {
            (Some(net), ..) => (net.back(), None),
            (None, Some(won), _) => (Back::Won(won.column), won.at_tie),
            (None, None, Some(column)) => (Back::Returned(column), None),
            (None, None, None) => (Back::Together, None),
        };
        let WagerKeys { bet, stake, decimals, id, seat, player, placed, rejected, reversed, status, .. } = keys;
        let status = status.map(|Settled { column, settled }| (column, settled));
        Some(Self { bet, stake, back, at_tie, decimals, id, seat, player, placed, rejected, reversed, status })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        WagerKeys::schema(&(), generator)
    }
}

/// Wagers of which no amount is that of another one, too.
pub(super) struct Apart;

impl Form<Columns, Apart> for Vec<WagerRule> {
    fn read(node: &Node, key: &'static str, _: &Apart, columns: &mut Columns) -> Option<Self> {
        let wagers = Self::read(node, key, &(), columns)?;
        let mut seen: Vec<&Which> = Vec::new();
        for amount in wagers.iter().flat_map(|rule| [Some(rule.stake), rule.back.column()]).flatten() {
            let Some(column) = columns.list.get(amount.0) else { continue };
            if seen.contains(&&column.which) {
                columns.faults.add_with_help(
                    column.place,
                    "this column is an amount of another wager of the row, or another amount of this one",
                    "a column of what went back with all wagers of a row is: together: {won: COLUMN} or together: {net: COLUMN}",
                );
            }
            seen.push(&column.which);
        }
        Some(wagers)
    }

    fn schema(_: &Apart, generator: &mut SchemaGenerator) -> Schema {
        Self::schema(&(), generator)
    }
}

const AT_TIE: &[(&str, AtTie)] = &[("lost", AtTie::Lost), ("back", AtTie::Back)];

/// `lost` or `back`, or a map of bets to one of both.
impl Form<Columns> for AtTies {
    fn read(node: &Node, key: &'static str, (): &(), columns: &mut Columns) -> Option<Self> {
        let Value::Map(_) = &node.value else { return node.word(AT_TIE, &mut columns.faults).map(Self::All) };
        let mut bets = BTreeMap::new();
        for (bet, node) in node.spellings(&format!("`{key}`"), &mut columns.faults)? {
            if let Some(at_tie) = node.word(AT_TIE, &mut columns.faults) {
                columns.bets.push((node.place, bet.clone().into_owned()));
                bets.insert(bet.into_owned(), at_tie);
            }
        }
        Some(Self::Of(bets))
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        let words = word_schema(AT_TIE);
        alternatives([words.clone(), json_schema!({"type": "object", "additionalProperties": words})])
    }
}

/// A column of seats, or the one seat of all rows.
impl Form<Columns> for Seat {
    fn read(node: &Node, key: &'static str, (): &(), columns: &mut Columns) -> Option<Self> {
        match &node.value {
            Value::Map(_) => SeatKeys::read(node, key, &(), columns).map(|seat| Self::Always(seat.is)),
            _ => Column::read(node, key, &(), columns).map(Self::Of),
        }
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        alternatives([Column::schema(&(), generator), SeatKeys::schema(&(), generator)])
    }
}

/// The bet of all rows, or a column of bets.
impl Form<Columns> for Bet {
    fn read(node: &Node, key: &'static str, (): &(), columns: &mut Columns) -> Option<Self> {
        match &node.value {
            Value::Map(_) => Coded::read(node, key, &Meanings::Bets, columns).map(Self::Coded),
            _ => columns.bet(node, key).map(Self::Always),
        }
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        alternatives([json_schema!({"type": "string"}), Coded::schema(&Meanings::Bets, generator)])
    }
}
