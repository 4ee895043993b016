//! What decides a finding, as somebody who knows the game says it: the cards of each hand and both totals, the result, what
//! was announced and shown; stake, odds, what was due and what went back.

use resettle_audit::{Code, LATE_NOT_KNOWN};
use resettle_game::{Amount, counted};

use super::money::compared;
use super::neutral::neutral;
use crate::document::{Beside, CoupOutcome, DecidedBy, DeclaredRow, FindingRow, WagerRow, WagersDecided, WrongTo};

/// The sentences; empty for a finding that no judged coup stands behind, and nothing beside it.
#[must_use]
pub fn decided_by(finding: &FindingRow) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(by) = finding.decided_by.as_deref() {
        out.push(coup(finding, by));
        out.extend(by.wager.as_ref().map(|wager| of_wager(finding, by, wager)));
        let wagers = by.wagers.as_ref().and_then(|wagers| of_wagers(finding, by, wagers));
        match is_counted_beside(finding) {
            // The finding that explains what went back wrongly goes before it.
            true => {
                out.extend([beside(finding), wagers.map_or_else(String::new, |wagers| wagers + &counted_there(by))])
            }
            false => out.extend(wagers.into_iter().chain([beside(finding)])),
        }
    } else {
        out.push(beside(finding));
    }
    out.retain(|sentence| !sentence.is_empty());
    out
}

/// Whether it has no money of its own, and a finding beside it has.
fn is_counted_beside(finding: &FindingRow) -> bool {
    finding.money.is_none() && finding.beside.iter().any(|beside| beside.money.is_some_and(|money| money != 0))
}

/// Behind what went back wrongly at a coup, where a finding beside it has the money.
fn counted_there(by: &DecidedBy) -> String {
    let wrong = by.wagers.as_ref().is_some_and(|wagers| wagers.overpaid != 0 || wagers.underpaid != 0);
    if wrong { " (all of it counted in that finding)".to_owned() } else { String::new() }
}

/// `at the same coup: void/groundless +1,025.91 SGD, claim/refuted`.
fn beside(finding: &FindingRow) -> String {
    let named = |beside: &Beside| {
        let mut out = neutral(&beside.code);
        out.extend(beside.wager.iter().map(|wager| format!(" of wager {}", neutral(wager))));
        match (&beside.what, Code::parse(&beside.code)) {
            (Some(what), _) => out.push_str(&format!(" ({})", neutral(what))),
            (None, Some(code)) => out.push_str(&format!(" ({})", code.title().trim_end_matches('.'))),
            (None, None) => {}
        }
        let money = beside.money.filter(|money| *money != 0);
        out.extend(money.map(|money| format!(" {}", finding.signed(money))));
        out
    };
    let all: Vec<String> = finding.beside.iter().map(named).collect();
    if all.is_empty() { String::new() } else { format!("at the same coup: {}", all.join("; ")) }
}

fn coup(finding: &FindingRow, by: &DecidedBy) -> String {
    let outcome = &by.outcome;
    let mut out = Vec::new();
    let hands = match by.cards.as_slice() {
        [] => hands(outcome),
        cards => format!("cards drawn {}", cards.iter().map(|card| neutral(card)).collect::<Vec<_>>().join(" ")),
    };
    let groundless = Code::parse(&finding.code) == Some(Code::VoidGroundless);
    let result = match result(outcome) {
        _ if outcome.result == "void" && outcome.cards_give.is_none() && groundless => {
            "voided, and what the cards give is not known".to_owned()
        }
        result if by.reconstructed => format!("{result}, as they were reconstructed"),
        result => result,
    };
    out.extend(match (hands.is_empty(), result.is_empty()) {
        (false, false) => Some(format!("{hands}: {result}")),
        (true, true) => None,
        _ => Some(hands + &result),
    });
    if let Some(declared) = outcome.declared.as_ref().map(announced).filter(|words| !words.is_empty()) {
        let settles = !outcome.from_cards && outcome.is_as_announced();
        // Of a coup of which nothing is judged it settles nothing, and a claim that nothing supports is beside sums by the cards.
        let by_a_claim = Code::parse(&finding.code) == Some(Code::ClaimUnsupported);
        let none = by_a_claim || by.wagers.as_ref().is_some_and(|sum| sum.not_judged == sum.wagers);
        let counts = if settles && !none && outcome.result != "void" { ", which counts" } else { "" };
        out.push(format!("announced {declared}{counts}"));
    }
    out.extend(outcome.wrd.as_ref().map(|shown| format!("displayed {}", neutral(shown))));
    out.join("; ")
}

/// `Player printed 7, TS = 7, Banker 2C 6D = 8, 1 seven counting the printed one`.
fn hands(outcome: &CoupOutcome) -> String {
    let hand = |name: &str, cards: &[String], printed: Option<u8>, total: Option<u8>| {
        if cards.is_empty() {
            return None;
        }
        let printed = printed.map(|value| format!("printed {value},"));
        let cards: Vec<String> = printed.into_iter().chain(cards.iter().map(|card| neutral(card))).collect();
        let total = total.map_or_else(String::new, |total| format!(" = {total}"));
        Some(format!("{name} {}{total}", cards.join(" ")))
    };
    let player = hand("Player", &outcome.player, outcome.permanent, outcome.player_total);
    let banker = hand("Banker", &outcome.banker, None, outcome.banker_total);
    let mut out: Vec<String> = player.into_iter().chain(banker).collect();
    if !out.is_empty() {
        let with = if outcome.permanent == Some(7) { " counting the printed one" } else { "" };
        out.extend(outcome.sevens.map(|sevens| format!("{}{with}", counted(sevens, "seven"))));
    }
    out.join(", ")
}

fn result(outcome: &CoupOutcome) -> String {
    let word = neutral(&outcome.result);
    match (&outcome.cards_give, word.as_str(), outcome.from_cards) {
        (Some(given), ..) => format!("{} by the cards, and the coup was voided", neutral(given)),
        (None, "void", _) if outcome.is_as_announced() => "the coup was voided".to_owned(),
        (None, "void", _) => "void".to_owned(),
        (None, "unknown", _) => String::new(),
        (None, _, true) => format!("{word} by the cards"),
        // What was announced says it.
        (None, _, false) if outcome.is_as_announced() => String::new(),
        (None, _, false) => format!("{word}, as it was announced"),
    }
}

fn announced(declared: &DeclaredRow) -> String {
    let total = |name: &str, total: Option<i64>| total.map(|total| format!("{name} {total}"));
    let result = declared.result.as_ref().map(|result| neutral(result));
    let sevens = declared.sevens.map(|sevens| counted(sevens, "seven"));
    let totals = [total("Player", declared.player), total("Banker", declared.banker), sevens];
    let totals: Vec<String> = totals.into_iter().flatten().collect();
    match (result, totals.is_empty()) {
        (Some(result), true) => result,
        (Some(result), false) => format!("{result} ({})", totals.join(", ")),
        (None, _) => totals.join(", "),
    }
}

/// Of a finding about the whole coup: what went wrong either way, and with whom; of a wrong announcement, display or deal also
/// that nothing did. By a claim what it moved counts as due.
fn of_wagers(finding: &FindingRow, by: &DecidedBy, wagers: &WagersDecided) -> Option<String> {
    let about_result = ["result/", "deal/", "display/", "procedure/", "void/", "claim/"]
        .iter()
        .any(|family| finding.code.starts_with(family));
    let about_money = finding.money.is_some();
    let by_a_claim = Code::parse(&finding.code) == Some(Code::ClaimUnsupported);
    if wagers.wagers == 0 || by_a_claim || !about_result && !about_money {
        return None;
    }
    // A seat may stand on both sides: its bet says which wager is meant.
    let on = |one: &WrongTo| match one.bet.as_str() {
        "" => neutral(&one.whose),
        bet => format!("{} on {}", neutral(&one.whose), neutral(bet)),
    };
    let whose = |all: &[WrongTo]| match all {
        [one] => on(one),
        several => {
            let each = several.iter().map(|one| format!("{} {}", on(one), amount(finding, one.money)));
            each.collect::<Vec<_>>().join(", ")
        }
    };
    // Of each the difference stands first, so that it is not taken for what was staked.
    let due = if by.outcome.from_cards || by.outcome.result == "void" { "due" } else { "due by what was announced" };
    let went = |sum: i128, how: &str, all: &[WrongTo]| {
        let sum = amount(finding, sum);
        match all {
            [one] => format!("{sum} {how} than {due} went back to {}", on(one)),
            several => {
                let each = several.iter().map(|one| format!("{} {how} to {}", amount(finding, one.money), on(one)));
                format!("{sum} {how} than {due} went back: {}", each.collect::<Vec<_>>().join(", "))
            }
        }
    };
    let mut out = Vec::new();
    if wagers.overpaid != 0 {
        out.push(went(wagers.overpaid, "more", &wagers.overpaid_to));
    }
    if wagers.underpaid != 0 {
        out.push(went(wagers.underpaid, "less", &wagers.underpaid_to));
    }
    if wagers.not_judged > 0 {
        let of = counted(wagers.wagers, "wager");
        let (staked, back) = (amount(finding, wagers.staked_not_judged), amount(finding, wagers.returned_not_judged));
        let on = match wagers.not_judged_on.as_slice() {
            [] => String::new(),
            bets => format!(" (on {})", neutral(&bets.join(", "))),
        };
        out.push(format!(
            "what was due of {} of {of}{on} is not known: {staked} staked, {back} went back",
            wagers.not_judged
        ));
    } else if out.is_empty() {
        out.push(match (by.outcome.result.as_str(), by.outcome.from_cards) {
            ("void", _) if wagers.kept > 0 => {
                let kept = amount(finding, wagers.kept);
                format!("every stake that was due went back; {kept} of {} forfeited", whose(&wagers.kept_of))
            }
            ("void", _) => "every stake went back".to_owned(),
            (_, true) if finding.code == Code::Ruling.as_str() => {
                "every wager was settled as it was due by the cards, not by the ruling".to_owned()
            }
            (_, true) if finding.code == Code::NoBetCoup.as_str() => {
                "every wager was settled by the cards; what is due of wagers in such a coup no clause says".to_owned()
            }
            (_, true) if finding.message.contains(LATE_NOT_KNOWN) => {
                "every wager was settled as it was due if none was late".to_owned()
            }
            (_, true) if finding.code == Code::ImpossibleCard.as_str() => {
                "by the cards as logged, with this one, every wager was settled as it was due".to_owned()
            }
            (_, true) if finding.code == Code::AuthorityMissing.as_str() => {
                "every wager was settled as it was due, if what was done without that decision stands".to_owned()
            }
            (_, true) => "every wager was settled as it was due".to_owned(),
            (_, false) => "every wager was settled as it was due by what was announced".to_owned(),
        });
    }
    Some(out.join("; "))
}

/// A sum of the finding's currency, or in chips.
fn amount(finding: &FindingRow, sum: i128) -> String {
    match finding.unit.is_some() {
        true => format!("{sum} chips"),
        false => Amount::new(sum, finding.unit().as_deref()).to_string(),
    }
}

/// `w3: 250.00 SGD on banker wins at 1 to 1; due 500.00 SGD, went back 475.00 SGD`.
fn of_wager(finding: &FindingRow, by: &DecidedBy, wager: &WagerRow) -> String {
    let amount = |sum: i128| amount(finding, sum);
    let mut out = format!("{} on {}", amount(wager.stake.into()), neutral(&wager.bet));
    for (what, name) in [("seat", &wager.seat), ("terminal", &wager.terminal), ("player", &wager.player)] {
        out.extend(name.iter().map(|name| format!(", {what} {}", neutral(name))));
    }
    if wager.pays.is_some() && (wager.player.is_some() || wager.seat.is_some() || wager.terminal.is_some()) {
        out.push(',');
    }
    match wager.pays.as_deref() {
        Some("push") => out.push_str(" stands off"),
        Some(loses) if loses.starts_with("loses") => out.extend([" ", &neutral(loses)]),
        Some(odds) => {
            out.extend([" wins at ", &neutral(odds)]);
            if is_rounded_up(odds, wager) {
                out.push_str(&format!(", rounded up to {}", amount(wager.due - i128::from(wager.stake))));
            }
        }
        None => {}
    }
    let mut out = vec![out];
    // When it was placed says something only of what is wrong with the wager itself.
    let asks_times = finding.code.starts_with("wager/") || wager.withdrawn.is_some();
    out.extend(wager.placed.as_ref().filter(|_| asks_times).map(|at| format!("placed {}", neutral(at))));
    out.extend(wager.withdrawn.as_ref().map(|at| format!("withdrawn {}", neutral(at))));
    if asks_times {
        let with =
            by.closed_by.as_ref().map_or_else(String::new, |by| format!(" with the {}", neutral(by).replace('_', " ")));
        out.extend(by.closed.as_ref().map(|at| format!("bets closed{with} {}", neutral(at))));
    }
    out.extend(wager.refused.then(|| "not accepted".to_owned()));
    out.extend(wager.removed.then(|| "removed".to_owned()));
    let mut money = match wager.not_judged {
        // Its message says what would have been due.
        _ if finding.code == Code::Refused.as_str() => String::new(),
        true => "what was due cannot be known, ".to_owned(),
        false => match finding.expected.as_ref().filter(|expected| finding.is_payment() && expected.contains(" or ")) {
            Some(either) => format!("due {}, ", compared(finding, either)),
            None => format!("due {}, ", amount(wager.due)),
        },
    };
    money.push_str(&format!("went back {}", amount(wager.returned.into())));
    if wager.commission != 0 {
        money.push_str(&format!(" less commission of {}", amount(wager.commission.into())));
    }
    out.push(money);
    out.join("; ")
}

/// Whether more is due than the odds give to the unit: what is paid is rounded, and up.
fn is_rounded_up(odds: &str, wager: &WagerRow) -> bool {
    let terms =
        odds.split_once(" to ").and_then(|(win, of)| Some((win.parse::<i128>().ok()?, of.parse::<i128>().ok()?)));
    let Some((win, of)) = terms.filter(|_| wager.commission == 0 && !wager.not_judged) else { return false };
    let stake = i128::from(wager.stake);
    let exact = stake.checked_mul(win);
    let due = wager.due.checked_sub(stake).and_then(|won| won.checked_mul(of));
    exact.zip(due).is_some_and(|(exact, due)| due > exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(code: &'static str, decided_by: serde_json::Value) -> FindingRow {
        let row = serde_json::json!({
            "code": code, "severity": "critical", "clause": null, "currency": "SGD", "log": "l", "file": "f", "line": 1, "seq": 0,
            "shoe": "S", "coup": 1, "wager": null, "expected": null, "logged": null, "money": null, "message": "m",
            "authenticated": true, "record_sha256": null, "reading": false, "decided_by": decided_by,
        });
        serde_json::from_value(row).unwrap()
    }

    #[test]
    fn the_cards_the_result_and_the_money_are_in_words() {
        let by = serde_json::json!({
            "player": ["TS"], "banker": ["2C", "6D"], "permanent": 7, "player_total": 7, "banker_total": 8, "sevens": 1,
            "result": "banker", "from_cards": true, "declared": {"result": "player", "player": 7, "banker": 8}, "wrd": "none",
            "closed": "2023-06-01T09:08:11+08:00",
            "wager": {"name": "w3", "bet": "banker", "stake": 25000, "returned": 47500, "due": 50000, "pays": "1 to 1",
                      "placed": "2023-06-01T09:08:12+08:00"},
        });
        let coup = "Player printed 7, TS = 7, Banker 2C 6D = 8, 1 seven counting the printed one: banker by the cards; announced player (Player 7, \
             Banker 8); displayed none";
        let paid = "250.00 SGD on banker wins at 1 to 1; due 500.00 SGD, went back 475.00 SGD";
        assert_eq!(decided_by(&finding("settlement/underpaid", by.clone())), [coup, paid]);
        let mut up = by.clone();
        up["wager"]["pays"] = "19 to 20".into();
        up["wager"]["due"] = 48_800.into();
        let rounded =
            "250.00 SGD on banker wins at 19 to 20, rounded up to 238.00 SGD; due 488.00 SGD, went back 475.00 SGD";
        assert_eq!(decided_by(&finding("settlement/underpaid", up)), [coup, rounded]);
        let late = "250.00 SGD on banker wins at 1 to 1; placed 2023-06-01T09:08:12+08:00; bets closed \
             2023-06-01T09:08:11+08:00; due 500.00 SGD, went back 475.00 SGD";
        assert_eq!(decided_by(&finding("wager/late-honoured", by)), [coup, late]);
    }

    #[test]
    fn what_is_not_known_is_not_said() {
        let mut by = serde_json::json!({
            "cards": ["7H", "XX"], "player": [], "banker": [], "permanent": null, "player_total": null, "banker_total": null,
            "result": "void", "from_cards": false, "declared": null, "wrd": null,
            "wager": {"name": "#1", "bet": "tie", "stake": 100, "returned": 0, "due": 0, "not_judged": true, "commission": 5},
        });
        let wager = "1.00 SGD on tie; what was due cannot be known, went back 0.00 SGD less commission of 0.05 SGD";
        assert_eq!(decided_by(&finding("void/undeclared", by.clone())), ["cards drawn 7H XX: void", wager]);
        by["result"] = "unknown".into();
        by["cards"] = serde_json::json!([]);
        by["wager"] = serde_json::Value::Null;
        assert!(decided_by(&finding("result/misdeclared", by)).is_empty());
        assert!(decided_by(&finding("integrity/no-open", serde_json::Value::Null)).is_empty());
    }
}
