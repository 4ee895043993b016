//! Which columns are of wagers.

use std::collections::BTreeSet;
use std::fmt::Write;

use resettle_game::{counted, minor_digits};

use super::amounts::{WHOLE, WrittenAmounts, is_negative};
use super::paid::{Evidence, Kind, LOST_AT_TIES, Staked, TO_REVIEW};
use super::place;
use super::table::{Column, DraftTable};
use super::{Writer, name, quoted, result};
use crate::parted_amount::is_amount;
use crate::vocabulary::{
    HOUSE_IN_ALL, NETS, PLAYER_LETTERS, RETURNS, STAKES, WINS, WON_IN_ALL, bet_of, is_name_of_an_amount, on_bet, words,
};

/// Names of columns that say what a wager is on.
const BET: [&str; 13] = [
    "bet",
    "bet type",
    "bet on",
    "bet name",
    "side",
    "selection",
    "position",
    "\u{6295}\u{6ce8}\u{9879}",
    "\u{6295}\u{6ce8}\u{9805}",
    "\u{6295}\u{6ce8}\u{9879}\u{76ee}",
    "\u{6295}\u{6ce8}\u{9805}\u{76ee}",
    "\u{4e0b}\u{6ce8}\u{9805}",
    "\u{73a9}\u{6cd5}",
];

/// Whether people write this for nought in accounts.
pub(super) fn is_dash(word: &str) -> bool {
    matches!(word, "-" | "--" | "\u{2013}" | "\u{2014}")
}

/// The bets that headers and cells name.
pub(super) fn bets(columns: &[Column]) -> BTreeSet<&'static str> {
    let in_header = |column: &Column| {
        let of = column.words();
        let of = of_seat(&of).map_or(of, |(_, rest)| rest);
        on_bet(&of, &STAKES)
            .or_else(|| bet_of(&of))
            .filter(|_| column.mostly(is_amount) && !PLAYER_LETTERS.contains(&of.as_str()))
    };
    let in_cells =
        columns.iter().filter(|column| BET.contains(&column.words().as_str())).flat_map(|column| &column.cells);
    columns.iter().filter_map(in_header).chain(in_cells.filter_map(|cell| bet_of(&words(cell)))).collect()
}

/// Whether amounts stand in a column, or dashes for nought alone.
fn is_of_amounts(column: &Column) -> bool {
    column.mostly(is_amount) || (column.cells.is_empty() && column.nothing.iter().any(|word| is_dash(word)))
}

/// The same, or nothing stands there so far, as beside a bet that never won.
fn may_be_of_amounts(column: &Column) -> bool {
    is_of_amounts(column) || column.cells.is_empty()
}

/// Whether a bet is on one of the hands, whose stake goes back at a tie.
pub(super) fn is_of_a_hand(bet: &str) -> bool {
    matches!(bet, "player" | "banker")
}

/// What a mapping says of those of these bets whose stake is lost at a tie that wins it nothing; none where all are on hands.
pub(super) fn at_tie_of<'b>(bets: impl Iterator<Item = &'b str>) -> Option<String> {
    let lost: Vec<String> = bets.filter(|bet| !is_of_a_hand(bet)).map(|bet| format!("{bet}: lost")).collect();
    (!lost.is_empty()).then(|| format!("{{{}}}", lost.join(", ")))
}

/// The column behind another, where others have its header too.
fn beside<'t>(table: &'t DraftTable, stake: &Column) -> Option<&'t Column> {
    let at = table.columns.iter().position(|column| std::ptr::eq(column, stake))? + 1;
    let beside = table.columns.get(at)?;
    let is_shared = table.columns.iter().filter(|column| column.header == beside.header).count() > 1;
    is_shared.then_some(beside)
}

/// The seat that words of a header name, and the words behind it: `s1 player`, `seat 3 tie`, `p1 bet banker`.
fn of_seat(words: &str) -> Option<(String, String)> {
    let is_number = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let (first, rest) = words.split_once(' ')?;
    let number = SEATS.iter().find_map(|seat| first.strip_prefix(seat)).filter(|number| is_number(number));
    match number {
        Some(number) => Some((number.to_owned(), rest.to_owned())),
        None if SEATS.contains(&first) => {
            let (number, rest) = rest.split_once(' ').filter(|(number, _)| is_number(number))?;
            Some((number.to_owned(), rest.to_owned()))
        }
        None => None,
    }
}

/// Whether words of a header name a seat and a bet.
pub(super) fn is_of_a_seat(words: &str) -> bool {
    let is_bet = |rest: &str| rest.split(' ').any(|word| bet_of(word).is_some()) || bet_of(rest).is_some();
    of_seat(words).is_some_and(|(_, rest)| is_bet(&rest))
}

/// Words for a seat at the table, the longest first.
const SEATS: [&str; 7] = ["position", "seat", "spot", "box", "pos", "s", "p"];

/// What a column of stakes is on.
enum Bet<'t> {
    Always(&'static str),
    /// The cells of this column say it, as the entry of a mapping reads them.
    Coded(&'t Column, String),
}

/// A column beside stakes.
#[derive(Clone, Copy)]
struct Back<'t> {
    column: &'t Column,
    /// Whether its header says that it is what was won or lost.
    is_named_net: bool,
}

/// A column of stakes, and what stands beside them; nothing where sums of the row say what went back.
struct Entry<'t> {
    bet: Bet<'t>,
    /// The seat that the header of its stakes names.
    seat: Option<String>,
    stake: &'t Column,
    back: Option<Back<'t>>,
}

/// The wagers of a row as the entries of a mapping.
#[derive(Default)]
pub(super) struct Wagers {
    pub(super) text: String,
    /// What stands before or behind amounts.
    pub(super) symbols: BTreeSet<String>,
    /// The columns by which a wager is distinguished from others of its coup.
    pub(super) any: bool,
}

impl Wagers {
    /// Adds a member to each of the entries.
    pub(super) fn add(&mut self, member: &str) {
        let with = |line: &str| match line.strip_suffix('}').filter(|_| line.starts_with("    - ")) {
            Some(entry) => format!("{entry}{member}}}\n"),
            None => format!("{line}\n"),
        };
        self.text = self.text.lines().map(with).collect();
    }
}

impl<'t> Writer<'t> {
    /// Writes `amounts` and `wagers`; empty where no column is of any.
    pub(super) fn wagers(&mut self) -> Wagers {
        let is_of =
            |column: &Column, words: &[&str]| words.contains(&column.words().as_str()) && column.mostly(is_amount);
        let bet = self.take(|column| BET.contains(&column.words().as_str()) && !column.mostly(is_amount));
        let stake = bet.and_then(|_| self.take(|column| is_of(column, &STAKES)));
        let mut entries = Vec::new();
        let mut together = None;
        let mut amounts: Vec<&'t Column> = Vec::new();
        if let (Some(bet), Some(stake)) = (bet, stake) {
            match self.back(|column, words| is_of(column, words)) {
                Some(back) => {
                    let coded = self.bet(bet);
                    entries.push(Entry { bet: Bet::Coded(bet, coded), seat: None, stake, back: Some(back) });
                    amounts.extend([stake, back.column]);
                }
                None => self.no_back(&[("", stake)]),
            }
        } else {
            // A bet in the header: `Player bet`, `Player back`.
            let mut stakes: Vec<(&'static str, &'t Column)> = Vec::new();
            while let Some((bet, stake)) = self.wide_stake(&stakes) {
                stakes.push((bet, stake));
            }
            let of_seats = stakes.iter().filter(|(_, stake)| of_seat(&stake.words()).is_some()).count();
            if of_seats > 0 {
                self.guess(format!(
                    "{of_seats} columns of stakes are taken as of a seat and a bet each, as {} is",
                    stakes
                        .iter()
                        .find(|(_, stake)| of_seat(&stake.words()).is_some())
                        .map(|(_, stake)| name(stake))
                        .unwrap_or_default()
                ));
            }
            let mut alone = Vec::new();
            for (bet, stake) in stakes {
                let seat = of_seat(&stake.words()).map(|(seat, _)| seat);
                let rest = |column: &Column, words: &[&str]| {
                    let of = column.words();
                    let of_column = of_seat(&of);
                    let is_of_seat = of_column.as_ref().map(|(other, _)| other) == seat.as_ref();
                    let of = of_column.map_or(of, |(_, rest)| rest);
                    is_of_seat && on_bet(&of, words) == Some(bet) && may_be_of_amounts(column)
                };
                match self.back(rest).or_else(|| self.back_beside(stake)) {
                    Some(back) => {
                        entries.push(Entry { bet: Bet::Always(bet), seat, stake, back: Some(back) });
                        amounts.extend([stake, back.column]);
                    }
                    None => alone.push((bet, stake)),
                }
            }
            if entries.is_empty() {
                (entries, together) = self.together(alone, &mut amounts);
            } else if !alone.is_empty() {
                self.no_back(&alone);
            }
        }
        self.unread_amounts();
        if entries.is_empty() {
            return Wagers::default();
        }
        for column in &amounts {
            let odd: Vec<(u64, &str)> = column.odd(is_amount).collect();
            self.odd(column, "amount", &odd);
        }
        let mut written = WrittenAmounts::of(amounts.iter().flat_map(|column| column.cells.iter().map(String::as_str)));
        if written.either {
            self.guess(
                "what stands between the figures of amounts is taken as between thousands; it could be before decimals",
            );
        }
        if written.symbols.len() > 1 {
            let symbols: Vec<&str> = written.symbols.iter().map(String::as_str).collect();
            self.guess(format!(
                "amounts bear several symbols: {}; a log has one currency, so amounts of another have to go into a log of their own",
                symbols.join(", ")
            ));
        }
        let digits = place::currency(&written.symbols).and_then(minor_digits);
        let (decimals, said) = written.decimals_within(digits);
        said.into_iter().for_each(|said| self.guess(said));
        written.decimals = decimals;
        if written.are_whole && digits != Some(0) {
            self.guess(WHOLE);
        }
        self.guess(format!("the currency is taken to have {} decimals", written.decimals));
        let own = |words: &'static [&'static str]| move |column: &Column| words.contains(&column.words().as_str());
        let one = entries.len() == 1;
        let parts = [
            (
                "id",
                self.take(own(&[
                    "bet id",
                    "wager id",
                    "ticket",
                    "ticket id",
                    "ticket no",
                    "tx id",
                    "transaction id",
                    "\u{6ce8}\u{5355}\u{53f7}",
                ]))
                .filter(|_| one),
            ),
            ("seat", self.take(own(&["seat", "seat id", "seat no", "box", "\u{5ea7}\u{4f4d}"]))),
            (
                "player",
                self.take(own(&[
                    "account",
                    "account id",
                    "account no",
                    "player account",
                    "player no",
                    "player id",
                    "member",
                    "member id",
                    "user",
                    "user id",
                    "username",
                    "patron",
                    "\u{4f1a}\u{5458}",
                    "\u{8d26}\u{53f7}",
                    "\u{5e33}\u{865f}",
                    "\u{73a9}\u{5bb6}",
                    "\u{4f1a}\u{5458}\u{8d26}\u{53f7}",
                ])),
            ),
        ];
        let parts: String =
            parts.into_iter().filter_map(|(key, column)| Some(format!(", {key}: {}", name(column?)))).collect();
        let mut of_amounts: Vec<String> =
            Some(written.entries.clone()).filter(|entries| !entries.is_empty()).into_iter().collect();
        let (backs, blanks) = self.backs(&entries, &written);
        let zero: BTreeSet<&String> =
            amounts.iter().flat_map(|column| &column.nothing).filter(|word| is_dash(word)).collect();
        let mut zero: Vec<String> = zero.into_iter().map(|word| quoted(word)).collect();
        if !zero.is_empty() {
            self.guess(format!("amounts that are written {} are taken as 0", zero.join(", ")));
        }
        zero.extend(blanks.then(|| quoted("")));
        if !zero.is_empty() {
            of_amounts.push(format!("zero: [{}]", zero.join(", ")));
        }
        let mut text = String::new();
        if !of_amounts.is_empty() {
            text = format!("  amounts: {{{}}}\n", of_amounts.join(", "));
        }
        if let Some(together) = together {
            let _ = writeln!(text, "  together: {{{together}, decimals: {}}}", written.decimals);
        }
        text.push_str("  wagers:\n");
        for (Entry { bet, seat, stake, .. }, back) in entries.iter().zip(backs) {
            let bet = match bet {
                Bet::Always(bet) => bet,
                Bet::Coded(_, coded) => coded.as_str(),
            };
            let (back, remark) =
                back.split_once('#').map_or((back.as_str(), ""), |(back, _)| (back.trim_end(), TO_REVIEW));
            text.push_str(&format!(
                "    - {{bet: {bet}, stake: {}{back}, decimals: {}{}{parts}}}{remark}\n",
                name(stake),
                written.decimals,
                seat.as_ref().map(|seat| format!(", seat: {{is: {}}}", quoted(seat))).unwrap_or_default()
            ));
        }
        Wagers { text, symbols: written.symbols, any: true }
    }

    /// A column of stakes whose header names its bet; beside others, one of a side bet may be named by the bet alone.
    fn wide_stake(&mut self, others: &[(&'static str, &'t Column)]) -> Option<(&'static str, &'t Column)> {
        let table = self.table;
        let bet = |column: &Column| {
            let of = column.words();
            if let Some((_, rest)) = of_seat(&of) {
                let is_new = !others.iter().any(|(_, other)| std::ptr::eq(*other, column));
                let bet = on_bet(&rest, &STAKES).or_else(|| bet_of(&rest));
                return bet.filter(|_| is_new && is_of_amounts(column));
            }
            // What went back stands behind it under a header that others share, or nothing but a side bet has this name.
            let has_back = || {
                let beside = beside(table, column).map(|beside| words(&beside.header));
                beside.is_some_and(|beside| RETURNS.iter().chain(&NETS).any(|word| *word == beside))
            };
            let is_side_bet = |bet: &str| !others.is_empty() && !matches!(bet, "player" | "banker");
            // `Banker` beside `Banker net`.
            let names_back = |bet: &str| {
                let mut backs = table.columns.iter().filter(|other| may_be_of_amounts(other));
                backs.any(|other| {
                    [&RETURNS[..], &NETS, &WINS].iter().any(|list| on_bet(&other.words(), list) == Some(bet))
                })
            };
            let is_letter = PLAYER_LETTERS.contains(&of.as_str());
            let alone = bet_of(&of).filter(|bet| is_side_bet(bet) || has_back() || (!is_letter && names_back(bet)));
            let bet = on_bet(&of, &STAKES).or(alone)?;
            let is_new = !others.iter().any(|(other, _)| *other == bet);
            (is_new && is_of_amounts(column)).then_some(bet)
        };
        let column = self.take(|column| bet(column).is_some())?;
        Some((bet(column)?, column))
    }

    /// Says that it is not known what went back with these stakes.
    fn no_back(&mut self, stakes: &[(&str, &Column)]) {
        let names: Vec<String> = stakes.iter().map(|(_, column)| name(column)).collect();
        self.guess(format!(
            "{} looks like stakes, and no column says what went back: no wagers are read",
            names.join(", ")
        ));
    }

    /// Sums of what was won, or what the house won, in place of what went back with each wager.
    fn together(
        &mut self,
        stakes: Vec<(&'static str, &'t Column)>,
        amounts: &mut Vec<&'t Column>,
    ) -> (Vec<Entry<'t>>, Option<String>) {
        if stakes.is_empty() {
            return (Vec::new(), None);
        }
        let of = |words: &'static [&'static str]| {
            move |column: &Column| words.contains(&column.words().as_str()) && column.mostly(is_amount)
        };
        let won = self.take(of(&WON_IN_ALL));
        let house = self.take(of(&HOUSE_IN_ALL));
        if won.or(house).is_none() {
            self.no_back(&stakes);
            return (Vec::new(), None);
        }
        let mut sums = Vec::new();
        if let Some(won) = won {
            self.guess(format!("{} is taken as what was won with all wagers of a row, without stakes", name(won)));
            sums.push(format!("won: {}", name(won)));
        }
        if let Some(house) = house {
            self.guess(format!("{} is taken as what the house won or lost with all wagers of a row", name(house)));
            sums.push(format!("net: {{column: {}, of: house}}", name(house)));
        }
        self.guess("what went back with each wager is in no column: a wager is judged where the sums of its row leave one way, and left out and listed elsewhere");
        amounts.extend(stakes.iter().map(|(_, column)| *column).chain(won).chain(house));
        let entries = stakes.into_iter().map(|(bet, stake)| {
            let seat = of_seat(&stake.words()).map(|(seat, _)| seat);
            Entry { bet: Bet::Always(bet), seat, stake, back: None }
        });
        let entries = entries.collect();
        (entries, Some(sums.join(", ")))
    }

    /// The column of what went back or was won.
    fn back(&mut self, is: impl Fn(&Column, &[&str]) -> bool) -> Option<Back<'t>> {
        let net = self.take(|column| is(column, &NETS));
        let returned = if net.is_some() { None } else { self.take(|column| is(column, &RETURNS)) };
        let is_named_net = returned.is_none();
        let column = net.or(returned).or_else(|| self.take(|column| is(column, &WINS)))?;
        Some(Back { column, is_named_net })
    }

    /// What went back with a stake, in the column behind it, whose header others have too.
    fn back_beside(&mut self, stake: &Column) -> Option<Back<'t>> {
        let beside = beside(self.table, stake)?;
        let of = words(&beside.header);
        self.back(|column, words| {
            std::ptr::eq(column, beside) && words.contains(&of.as_str()) && may_be_of_amounts(column)
        })
    }

    /// What each of these columns is, as the entries of a mapping write it, and whether nothing stands beside stakes where others
    /// write 0.
    fn backs(&mut self, entries: &[Entry<'t>], written: &WrittenAmounts) -> (Vec<String>, bool) {
        let results = self.results;
        let of_rows = |entry: &Entry<'t>, back: &Column, evidence: &mut Evidence| {
            for (line, stake) in entry.stake.lines.iter().zip(&entry.stake.cells) {
                let bet = match &entry.bet {
                    Bet::Always(bet) => Some(*bet),
                    Bet::Coded(column, _) => column.at(*line).and_then(|cell| bet_of(&words(cell))),
                };
                // A word for nothing is no empty cell.
                let back = back.at(*line).unwrap_or_default();
                let result = results.and_then(|column| column.at(*line)).and_then(result);
                evidence.take(Staked { bet, stake, back, result, line: *line });
            }
        };
        let is_below_zero = |column: &Column| column.cells.iter().any(|cell| is_negative(cell));
        let (mut all, mut blanks, mut count) = (Evidence::of(written), false, 0);
        let mut kinds = Vec::new();
        for entry in entries {
            let Some(back) = entry.back else {
                kinds.push(None);
                continue;
            };
            let mut own = Evidence::of(written);
            of_rows(entry, back.column, &mut own);
            let is_net = is_below_zero(back.column) || (back.is_named_net && !own.is_no_net());
            if own.blank > 0 && own.zero == 0 && back.column.nothing.is_empty() {
                (blanks, count) = (true, count + own.blank);
            }
            if !is_net {
                of_rows(entry, back.column, &mut all);
            }
            kinds.push(Some((back.column, is_net)));
        }
        let columns = |net: bool| {
            let own = kinds.iter().flatten().filter(|(_, is_net)| *is_net == net);
            own.map(|(column, _)| name(column)).collect::<Vec<_>>().join(", ")
        };
        for (column, _) in kinds.iter().flatten().filter(|(_, is_net)| *is_net) {
            self.guess(format!(
                "{} is taken as what the player won or lost; `of: house` where it is the house's",
                name(column)
            ));
        }
        let (kind, others) = (all.kind(), columns(false));
        if !others.is_empty() {
            self.guess(all.said(&others));
        }
        if blanks {
            self.guess(format!(
                "where nothing stands beside a stake ({}), nothing is taken to have been won or to have gone back",
                counted(count, "stake")
            ));
        }
        // Bets beside those on the hands, of which none goes back at a tie.
        let at_tie = |bet: &Bet<'_>| match bet {
            Bet::Always(bet) => (!is_of_a_hand(bet)).then(|| "lost".to_owned()),
            Bet::Coded(column, _) => {
                let bets: BTreeSet<&str> = column.cells.iter().filter_map(|cell| bet_of(&words(cell))).collect();
                at_tie_of(bets.into_iter())
            }
        };
        if kind == Kind::Won && entries.iter().any(|entry| entry.back.is_some() && at_tie(&entry.bet).is_some()) {
            self.guess(LOST_AT_TIES);
        }
        let text = |(entry, kind_of): (&Entry<'t>, &Option<(&Column, bool)>)| match kind_of {
            None => String::new(),
            Some((column, true)) => format!(", net: {}", name(column)),
            Some((column, false)) => match kind {
                Kind::Won => match at_tie(&entry.bet) {
                    Some(at_tie) => format!(", won: {{column: {}, at_tie: {at_tie}}}", name(column)),
                    None => format!(", won: {}", name(column)),
                },
                Kind::Returned => format!(", returned: {}", name(column)),
                Kind::Open => format!(", returned: {}#", name(column)),
            },
        };
        (entries.iter().zip(&kinds).map(text).collect(), blanks)
    }

    /// A column of bets with what its cells mean.
    fn bet(&mut self, column: &Column) -> String {
        let cells: BTreeSet<&String> = column.cells.iter().collect();
        let mut own = Vec::new();
        let mut values = Vec::new();
        for cell in cells.into_iter().take(100) {
            let known = bet_of(&words(cell)).map(str::to_owned);
            let bet = known.unwrap_or_else(|| {
                own.push(cell.clone());
                quoted(&words(cell).replace(' ', "_"))
            });
            values.push(format!("{}: {bet}", quoted(cell)));
        }
        if !own.is_empty() {
            self.guess(format!(
                "bets that the CSV alone names, to be written as the ruleset names them: {}",
                own.join(", ")
            ));
        }
        format!("{{column: {}, values: {{{}}}}}", name(column), values.join(", "))
    }

    /// Columns that may be of wagers and that nothing reads.
    fn unread_amounts(&mut self) {
        let is = |column: &Column| {
            let of = column.words();
            // `Einsatz Player`, and no total of a hand.
            let large =
                |cell: &String| cell.contains(['.', ',']) || cell.chars().filter(char::is_ascii_digit).count() > 2;
            let of_bet = || of.split(' ').any(|word| bet_of(word).is_some()) && column.cells.iter().any(large);
            let of_people = of.split(' ').any(|word| ["account", "id", "member", "user", "patron"].contains(&word));
            !of_people && column.mostly(is_amount) && (is_name_of_an_amount(&of, false) || of_bet())
        };
        let free = self.table.columns.iter().zip(&self.used).filter(|(_, used)| !**used).map(|(column, _)| column);
        let names: Vec<String> = free.filter(|column| is(column)).map(name).collect();
        if !names.is_empty() {
            self.guess(format!(
                "{} may be of wagers, and none of it is read: see `wagers` in docs/spec/mapping.md, and `not_read` for sums and the like",
                names.join(", ")
            ));
        }
    }
}
