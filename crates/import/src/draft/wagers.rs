//! Which columns are of wagers.

use std::collections::BTreeSet;

use super::amounts::{WrittenAmounts, is_amount, is_negative};
use super::table::{Column, words};
use super::{Writer, name, quoted};

/// Words for what was staked, for what went back, and for what was won or lost.
const STAKE: [&str; 14] = [
    "stake",
    "staked",
    "bet amount",
    "bet amt",
    "wager",
    "wagered",
    "amount",
    "turnover",
    "bet",
    "\u{6295}\u{6ce8}",
    "\u{4e0b}\u{6ce8}",
    "\u{6295}\u{6ce8}\u{989d}",
    "\u{4e0b}\u{6ce8}\u{91d1}\u{989d}",
    "\u{6295}\u{6ce8}\u{91d1}\u{984d}",
];
const RETURNED: [&str; 12] = [
    "returned",
    "return",
    "back",
    "paid back",
    "payout",
    "payoff",
    "payoff amount",
    "paid",
    "total return",
    "pay",
    "\u{6d3e}\u{5f69}",
    "\u{8fd4}\u{8fd8}",
];
const NET: [&str; 12] = [
    "net",
    "net win",
    "win loss",
    "winloss",
    "profit",
    "pnl",
    "p l",
    "result amount",
    "net result",
    "\u{8f93}\u{8d62}",
    "\u{8f38}\u{8d0f}",
    "\u{76c8}\u{4e8f}",
];
const BET: [&str; 9] = [
    "bet",
    "bet type",
    "bet on",
    "bet name",
    "side",
    "selection",
    "position",
    "\u{6295}\u{6ce8}\u{9879}",
    "\u{73a9}\u{6cd5}",
];

/// Words for bets, with the names that the rulesets of baccarat have for them.
const BETS: [(&str, &str); 25] = [
    ("player", "player"),
    ("p", "player"),
    ("punto", "player"),
    ("\u{95f2}", "player"),
    ("\u{9592}", "player"),
    ("banker", "banker"),
    ("b", "banker"),
    ("banco", "banker"),
    ("\u{5e84}", "banker"),
    ("\u{838a}", "banker"),
    ("tie", "tie"),
    ("t", "tie"),
    ("egalite", "tie"),
    ("\u{548c}", "tie"),
    ("player pair", "player_pair"),
    ("p pair", "player_pair"),
    ("pp", "player_pair"),
    ("\u{95f2}\u{5bf9}", "player_pair"),
    ("\u{9592}\u{5c0d}", "player_pair"),
    ("banker pair", "banker_pair"),
    ("b pair", "banker_pair"),
    ("bp", "banker_pair"),
    ("\u{5e84}\u{5bf9}", "banker_pair"),
    ("\u{838a}\u{5c0d}", "banker_pair"),
    ("super sevens", "super_sevens"),
];

/// The bet that words name.
pub(crate) fn bet_of(words: &str) -> Option<&'static str> {
    let words = words.strip_prefix("bc ").unwrap_or(words);
    BETS.iter().find(|(word, _)| *word == words).map(|(_, bet)| *bet)
}

/// The wagers of a row as the entries of a mapping.
#[derive(Default)]
pub(super) struct Wagers {
    pub(super) text: String,
    /// The columns by which a wager is told from others of its coup.
    pub(super) any: bool,
}

impl<'t> Writer<'t> {
    /// Writes `amounts` and `wagers`; empty where no column is of any.
    pub(super) fn wagers(&mut self) -> Wagers {
        let is_of =
            |column: &Column, words: &[&str]| words.contains(&column.words().as_str()) && column.mostly(is_amount);
        let bet = self.take(|column| BET.contains(&column.words().as_str()) && !column.mostly(is_amount));
        let stake = bet.and_then(|_| self.take(|column| is_of(column, &STAKE)));
        let mut entries = Vec::new();
        let mut amounts: Vec<&Column> = Vec::new();
        if let (Some(bet), Some(stake)) = (bet, stake) {
            if let Some((back, column)) = self.back(stake, |column, words| is_of(column, words)) {
                entries.push((self.bet(bet), stake, back));
                amounts.extend([stake, column]);
            }
        } else {
            // A bet in the header: `Player bet`, `Player back`.
            while let Some((bet, stake)) = self.wide_stake() {
                let rest = |column: &Column, words: &[&str]| {
                    let of = column.words();
                    let of = words.iter().find_map(|word| of.strip_suffix(word).or_else(|| of.strip_prefix(word)));
                    of.and_then(|of| bet_of(of.trim())) == Some(bet) && column.mostly(is_amount)
                };
                let Some((back, column)) = self.back(stake, rest) else { break };
                entries.push((bet.to_owned(), stake, back));
                amounts.extend([stake, column]);
            }
        }
        self.unread_amounts();
        if entries.is_empty() {
            return Wagers::default();
        }
        let written = WrittenAmounts::of(amounts.iter().flat_map(|column| column.cells.iter().map(String::as_str)));
        if written.either {
            self.guess(
                "what stands between the figures of amounts is taken as between thousands; it could be before decimals",
            );
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
                    "player id",
                    "member",
                    "member id",
                    "user",
                    "user id",
                    "username",
                    "patron",
                    "\u{4f1a}\u{5458}",
                    "\u{8d26}\u{53f7}",
                ])),
            ),
        ];
        let parts: String =
            parts.into_iter().filter_map(|(key, column)| Some(format!(", {key}: {}", name(column?)))).collect();
        let mut text = String::new();
        if !written.entries.is_empty() {
            text = format!("  amounts: {{{}}}\n", written.entries);
        }
        text.push_str("  wagers:\n");
        for (bet, stake, back) in entries {
            text.push_str(&format!(
                "    - {{bet: {bet}, stake: {}, {back}, decimals: {}{parts}}}\n",
                name(stake),
                written.decimals
            ));
        }
        Wagers { text, any: true }
    }

    /// A column of stakes whose header names its bet.
    fn wide_stake(&mut self) -> Option<(&'static str, &'t Column)> {
        let bet = |column: &Column| {
            let of = column.words();
            let of = ["stake", "bet", "wager", "bet amount"].iter().find_map(|word| of.strip_suffix(word));
            of.and_then(|of| bet_of(of.trim())).filter(|_| column.mostly(is_amount))
        };
        let column = self.take(|column| bet(column).is_some())?;
        Some((bet(column)?, column))
    }

    /// What went back or was won: its entry, and its column.
    fn back(&mut self, stake: &Column, is: impl Fn(&Column, &[&str]) -> bool) -> Option<(String, &'t Column)> {
        let net = self.take(|column| is(column, &NET));
        let (is_named_net, column) = (net.is_some(), net.or_else(|| self.take(|column| is(column, &RETURNED))));
        let Some(column) = column else {
            self.guess(format!(
                "{} looks like stakes, and no column says what went back: no wagers are read",
                name(stake)
            ));
            return None;
        };
        let is_net = is_named_net || column.cells.iter().any(|cell| is_negative(cell));
        if is_net {
            self.guess(format!(
                "{} is taken as what the player won or lost; `of: house` where it is the house's",
                name(column)
            ));
            return Some((format!("net: {}", name(column)), column));
        }
        self.guess(format!("{} is taken as all that went back, the stake included", name(column)));
        Some((format!("returned: {}", name(column)), column))
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
        let all: Vec<&str> = STAKE.iter().chain(&RETURNED).chain(&NET).copied().collect();
        let is = |column: &Column| {
            let of = column.words();
            column.mostly(is_amount) && of.split(' ').any(|word| all.contains(&word))
        };
        let free = self.table.columns.iter().zip(&self.used).filter(|(_, used)| !**used).map(|(column, _)| column);
        let names: Vec<String> = free.filter(|column| is(column)).map(name).collect();
        if !names.is_empty() {
            self.guess(format!(
                "{} may be of wagers, and none of it is read: see `wagers` in docs/spec/mapping.md",
                names.join(", ")
            ));
        }
    }
}
