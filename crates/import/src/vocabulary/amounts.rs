//! What was staked, what went back, what was won or lost.

use super::{bet_of, words};

/// Names of what was staked, the plainest first.
pub(crate) const STAKES: [&str; 30] = [
    "stake",
    "bet amount",
    "stake amount",
    "amount",
    "amt",
    "wager",
    "wagered",
    "wager amount",
    "staked",
    "bet amt",
    "turnover",
    "bet",
    "einsatz",
    "einsatze",
    "mise",
    "puntata",
    "giocata",
    "importo",
    "apuesta",
    "apostado",
    "aposta",
    "\u{6295}\u{6ce8}",
    "\u{4e0b}\u{6ce8}",
    "\u{62bc}\u{6ce8}",
    "\u{6295}\u{6ce8}\u{989d}",
    "\u{4e0b}\u{6ce8}\u{91d1}\u{989d}",
    "\u{6295}\u{6ce8}\u{91d1}\u{984d}",
    "\u{6295}\u{6ce8}\u{91d1}\u{989d}",
    "\u{4e0b}\u{6ce8}\u{91d1}\u{984d}",
    "\u{4e0b}\u{6ce8}\u{984d}",
];
/// Names of what went back; of some the rows have to show whether the stake is in it.
pub(crate) const RETURNS: [&str; 37] = [
    "payout",
    "payoff",
    "payoff amount",
    "payout amount",
    "returned",
    "return",
    "paid",
    "paid back",
    "win amount",
    "total return",
    "paid out",
    "pay out",
    "credited",
    "amount credited",
    "credit",
    "amount paid",
    "amount returned",
    "back",
    "pay",
    "auszahlung",
    "ausbezahlt",
    "ruckzahlung",
    "gutschrift",
    "gewinn",
    "paiement",
    "paye",
    "gain",
    "pagato",
    "vincita",
    "pagado",
    "pago",
    "pagamento",
    "\u{6d3e}\u{5f69}",
    "\u{6d3e}\u{5f69}\u{91d1}\u{989d}",
    "\u{6d3e}\u{5f69}\u{91d1}\u{984d}",
    "\u{8fd4}\u{8fd8}",
    "\u{8fd4}\u{9084}",
];
/// Names of what was won or lost, without the stake.
pub(crate) const NETS: [&str; 14] = [
    "net",
    "net win",
    "win loss",
    "winloss",
    "profit",
    "pnl",
    "p l",
    "result amount",
    "net result",
    "gewinn verlust",
    "resultat net",
    "\u{8f93}\u{8d62}",
    "\u{8f38}\u{8d0f}",
    "\u{76c8}\u{4e8f}",
];
/// The same, where nothing else says what went back.
pub(crate) const WINS: [&str; 2] = ["win", "winnings"];

/// Names of what was won with all wagers of a row, and of what the house won with them.
pub(crate) const WON_IN_ALL: [&str; 10] =
    ["paid out", "payout", "paid", "payouts", "winnings", "total payout", "total paid", "won", "win", "auszahlung"];
pub(crate) const HOUSE_IN_ALL: [&str; 9] = [
    "house w l",
    "house win loss",
    "house win",
    "house result",
    "table win",
    "table w l",
    "table result",
    "win loss",
    "w l",
];

/// Words by which a name of amounts is one of something else: an id, a time, a bound, odds.
const OF_OTHERS: [&str; 29] = [
    "id",
    "no",
    "nr",
    "number",
    "count",
    "code",
    "type",
    "time",
    "at",
    "date",
    "seat",
    "ticket",
    "min",
    "max",
    "limit",
    "odds",
    "rate",
    "ratio",
    "percent",
    "status",
    "side",
    "card",
    "cards",
    "reference",
    "shoe",
    "duration",
    "seconds",
    "elapsed",
    "penetration",
];
/// Words for sums of what stands elsewhere.
const SUMS: [&str; 20] = [
    "total",
    "totals",
    "subtotal",
    "sum",
    "sums",
    "turnover",
    "handle",
    "drop",
    "balance",
    "gesamt",
    "summe",
    "zwischensumme",
    "somme",
    "totale",
    "totales",
    "suma",
    "\u{5408}\u{8ba1}",
    "\u{603b}\u{8ba1}",
    "\u{5408}\u{8a08}",
    "\u{7e3d}\u{8a08}",
];
/// More words than the label of a line of totals has.
const LONGEST_LABEL: usize = 3;

/// The bet that a name of such amounts names as well: `banker stake`, `stake banker`, `einsatz banker`.
pub(crate) fn on_bet(name: &str, of_amounts: &[&str]) -> Option<&'static str> {
    let rest = |word: &&str| name.strip_suffix(word).or_else(|| name.strip_prefix(word)).map(str::trim);
    of_amounts.iter().filter_map(rest).find_map(bet_of)
}

/// Whether one of the words of a name is in a list.
fn has(name: &str, list: &[&str]) -> bool {
    name.split(' ').any(|word| list.contains(&word))
}

/// Whether a column or member of this name may be an amount of a wager; `beside_wagers` where the amounts of others are read, of which it
/// may be a sum.
pub(crate) fn is_name_of_an_amount(name: &str, beside_wagers: bool) -> bool {
    let of = words(name);
    let is_named = [&STAKES[..], &RETURNS, &NETS].iter().any(|list| list.contains(&of.as_str()) || has(&of, list));
    is_named && !is_name_of_something_else(name, beside_wagers)
}

/// Whether a name says that amounts below it are of something else, or sums of amounts that are read.
pub(crate) fn is_name_of_something_else(name: &str, beside_wagers: bool) -> bool {
    let of = words(name);
    has(&of, &OF_OTHERS) || (beside_wagers && has(&of, &SUMS))
}

/// Whether a cell is the label of a line of totals: `Total`, `Summe Schicht`, `Grand total`.
pub(crate) fn says_totals(cell: &str) -> bool {
    let of = words(cell);
    let labels = of.split(' ').filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit()));
    labels.count() <= LONGEST_LABEL && has(&of, &SUMS)
}

/// Whether a member of this name, at this path, may be what was staked.
pub(crate) fn is_name_of_a_stake(name: &str, path: &str) -> bool {
    let (name, path) = (words(name), path.to_lowercase());
    let of_wagers = || ["bet", "wager", "stake"].iter().any(|word| path.contains(word));
    // An amount may be of a prize as well, and a turnover is a sum.
    (STAKES.contains(&name.as_str()) && name != "turnover" && (name != "amount" || of_wagers()))
        || (bet_of(&name).is_some() && of_wagers())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bets_in_names_of_stakes() {
        for (header, bet) in [
            ("Einsatz Banker", Some("banker")),
            ("Stake (Banker)", Some("banker")),
            ("banker_stake", Some("banker")),
            ("BankerBet", Some("banker")),
            ("Player bet amount", Some("player")),
            ("Mise \u{c9}galit\u{e9}", Some("tie")),
            ("Tie", None),
            ("Stake", None),
        ] {
            assert_eq!(on_bet(&words(header), &STAKES), bet, "{header}");
        }
        for (header, bet) in [("Banker paid out", Some("banker")), ("Payout Banker", Some("banker"))] {
            assert_eq!(on_bet(&words(header), &RETURNS), bet, "{header}");
        }
    }

    #[test]
    fn labels_of_totals() {
        for (cell, is) in [
            ("Total", true),
            ("Summe:", true),
            ("Grand total 45", true),
            ("\u{5408}\u{8ba1}", true),
            ("total loss of power at the table", false),
            ("T7", false),
        ] {
            assert_eq!(says_totals(cell), is, "{cell}");
        }
    }

    #[test]
    fn names_of_amounts() {
        for (name, alone, beside) in [
            ("Stake", true, true),
            ("credited", true, true),
            ("Paid out", true, true),
            ("Total staked", true, false),
            ("Bet ID", false, false),
            ("Max bet", false, false),
            ("payoutOdds", false, false),
            ("Bets closed", false, false),
            ("Shoe", false, false),
        ] {
            assert_eq!(
                (is_name_of_an_amount(name, false), is_name_of_an_amount(name, true)),
                (alone, beside),
                "{name}"
            );
        }
    }
}
