//! The steps of a settlement: each wager with its arithmetic.

use resettle_coup_log::Wager;
use resettle_game::Odds;
use resettle_rules::{Pays, When};
use resettle_ruleset::{AtLimit, Cite, Cited, RoundingUnit, Ruleset, WagerRow, WagerRule};
use resettle_sealed_log::{Moment, Time};

use super::amount::{Amount, listed_in_words};
use super::limits::Breach;
use super::status::WagerStatus;
use crate::placed_wager::PlacedWager;
use crate::trace::Trace;

/// A wager as logged, and its status.
pub(crate) fn wager(
    trace: &Trace<'_>,
    ruleset: &Ruleset,
    wager: &Wager,
    status: Option<WagerStatus>,
    close: Option<Moment>,
    leans: bool,
) {
    let mut parts = vec![format!("wager {}: {} on {}", wager.name, trace.unit.of(wager.stake), wager.bet)];
    let fields =
        [("player", &wager.player), ("seat", &wager.seat), ("area", &wager.area), ("terminal", &wager.terminal)];
    parts.extend(fields.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", value.as_ref()?))));
    if wager.approved {
        parts.push("approved".to_owned());
    }
    parts.extend(wager.token.map(|token| token.word().to_owned()));
    trace.say(parts.join(", "));
    let Some(status) = status else { return };
    time(trace, "placed", wager.placed.as_ref(), close, leans);
    time(trace, "withdrawn", wager.withdrawn.as_ref(), close, leans);
    if wager.removed {
        trace.inner("logged as removed");
    }
    let late = &ruleset.late.placed;
    let withdrawn = &ruleset.late.withdrawn;
    match status {
        WagerStatus::NotTaken | WagerStatus::Refused { grounded: true } => trace.inner_by(
            "it was not accepted: no wager, the stake goes back",
            ruleset.not_accepted.as_ref().map(|rule| &rule.clause),
            false,
        ),
        WagerStatus::Refused { grounded: false } => trace.inner_by(
            "it was refused before the close, and nothing grounds that: no wager, the stake goes back",
            ruleset.not_accepted.as_ref().map(|rule| &rule.clause),
            false,
        ),
        WagerStatus::Removed { .. } => {
            trace.inner_by("removed by right: no wager, the stake goes back", ruleset.removal.as_ref().map(|rule| &rule.clause), false)
        }
        WagerStatus::Withdrawn => {
            trace.inner_by("withdrawn in time: no wager, the stake goes back", Some(&withdrawn.in_time()), false);
        }
        WagerStatus::WithdrawnSometime => {
            trace.inner("withdrawn, and the log does not say when bets were closed: whether it still counts is not judged");
        }
        WagerStatus::NotOffered => trace.inner("the ruleset offers no such bet: not permitted, the stake goes back"),
        WagerStatus::InNoBetCoup => trace.inner_by(
            "a no-bet coup has no wagers: not permitted, the stake goes back",
            ruleset.no_bet_coups.as_ref().map(|rules| &rules.clause),
            false,
        ),
        WagerStatus::Late => {
            trace.inner_by(
                "late: not honoured, the stake goes back whatever the result",
                Some(&late.clause),
                false,
            );
        }
        WagerStatus::Live { taken_back_late: true } => trace.inner_by(
            "live: it was taken back too late or where no clause allows it, and is settled as if it were still on the layout",
            Some(&withdrawn.clause),
            false,
        ),
        WagerStatus::Live { taken_back_late: false } => trace.inner("live"),
    }
}

/// States that bets were closed for a wager by an announcement before the ordinary close.
pub(super) fn closed_early(trace: &Trace<'_>, clause: Option<&Cited>) {
    trace.inner_citing("for this wager bets were closed by the announcement of an undisclosed wager", clause);
}

fn time(trace: &Trace<'_>, what: &str, time: Option<&Time>, close: Option<Moment>, leans: bool) {
    let Some(time) = time else { return };
    let text = match close {
        None => format!("{what} at {time}"),
        Some(close) if time.moment() < close => format!("{what} at {time}, before the close"),
        Some(close) if time.moment() == close => format!("{what} at {time}, the instant of the close: in time"),
        Some(_) if leans => {
            format!("{what} at {time}, after the close, but within the tolerance of its clock: in time")
        }
        Some(_) => format!("{what} at {time}, after the close: too late"),
    };
    trace.inner_by(text, None, close == Some(time.moment()));
}

/// What a live wager comes to.
pub(super) struct LiveWager<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) wager: &'a Wager,
    pub(super) rule: &'a WagerRule,
    /// The row that applies; `None` if the facts it needs are not known.
    pub(super) row: Option<&'a WagerRow>,
    /// Due for the whole stake.
    pub(super) whole: Option<Amount>,
    /// The least and the most of the stake that counts, and what is due then.
    pub(super) counted: Option<((i64, i64), Amount)>,
    pub(super) maximum: Option<i64>,
    pub(super) chip: i64,
}

/// The result of a live wager, its odds and its winnings.
pub(super) fn live(trace: &Trace<'_>, live: &LiveWager<'_>, options: &[Amount], circumstances: &[Option<&str>]) {
    if let Some(maximum) = live.maximum {
        trace.inner(format!("the maximum of its player on {} is {}", live.wager.bet, trace.unit.of(maximum)));
    }
    let (Some(row), Some(whole)) = (live.row, live.whole) else {
        trace.inner("what it needs is not known: so its money is not judged");
        return;
    };
    let (stake, unit) = (live.wager.stake, trace.unit);
    let pays = row.pays();
    let word = match pays {
        Pays::Push => "stands off, the stake goes back".to_owned(),
        Pays::LosesPart { lost, of } => format!("loses {lost} of {of} parts of the stake"),
        Pays::Odds(_) | Pays::Loses => pays.outcome().to_owned(),
    };
    let by_a_reading = live.rule.reading.is_some() && pays.wins();
    trace.inner_by(format!("it {word}: {}", why(live.rule, row)), Some(&row.clause), by_a_reading);
    if let Pays::Odds(odds) = pays {
        trace.inner_by(format!("it pays {odds}"), Some(row.settled_by()), false);
        let counts: Vec<i64> = match live.counted {
            None => vec![stake],
            Some(((least, most), _)) if least == most => vec![least],
            Some(((least, most), _)) => vec![least, most],
        };
        for counts in counts {
            winnings(trace, live.ruleset, &live.rule.bet, odds, counts, live.chip);
        }
    }
    match live.counted {
        Some(((least, most), amount)) => {
            let counts = Amount::between(least.into(), most.into()).in_words(unit);
            let (staked, due) = (unit.of(stake), amount.in_words(unit));
            trace.inner(format!("of the stake {staked} only {counts} counts, the rest goes back: due {due}"));
            trace.inner(format!(
                "settled whole, {} would be due: that the limit was missed is a finding of its own",
                whole.in_words(unit)
            ));
        }
        None => {
            let what = if pays.wins() { ", the stake and the winnings" } else { "" };
            trace.inner(format!("due {}{what}", whole.in_words(unit)));
        }
    }
    for circumstance in circumstances.iter().flatten() {
        trace.inner(*circumstance);
    }
    if options.len() > 1 {
        trace.inner(format!("right are: {}", listed_in_words(options, unit)));
    }
}

/// When the row applies; for the remaining cases, that the other rows do not.
fn why(rule: &WagerRule, row: &WagerRow) -> String {
    if row.row.when != When::Otherwise {
        return row.row.in_words();
    }
    match rule.named_rows() {
        Some(others) => format!("not so that {}", others.in_words()),
        None => "no other row of the bet holds".to_owned(),
    }
}

fn winnings(trace: &Trace<'_>, ruleset: &Ruleset, bet: &str, odds: Odds, stake: i64, chip: i64) {
    let won = odds.winnings(stake);
    let (a, b) = (odds.win(), odds.stake());
    let unit = trace.unit;
    let (staked, floor) = (unit.of(stake), unit.of(won.floor));
    let sum = if won.exact {
        format!("winnings {staked} × {a} ÷ {b} = {floor}")
    } else {
        let rest = (i128::from(stake) * i128::from(a)).rem_euclid(i128::from(b));
        format!("winnings {staked} × {a} ÷ {b} = {floor} and {rest}/{b} of the smallest unit")
    };
    match &ruleset.rounding {
        Some(rounding) => {
            let rounded = rounding.rule.round(i128::from(stake) * i128::from(a), i128::from(b), chip);
            let chip = unit.of(chip);
            let to = match rounding.rule.unit {
                RoundingUnit::Chip => format!("the smallest chip ({chip})"),
                RoundingUnit::Minor(to) => unit.of(to),
            };
            let text = if won.exact && rounded == won.floor {
                format!("{sum}, a multiple of {to}")
            } else {
                format!("{sum}, {}: {}", rounding.rule.in_words(Some(&chip)), unit.of(rounded))
            };
            trace.inner_by(text, Some(&rounding.clause), false);
        }
        None if won.exact => trace.inner(sum),
        None => trace.inner_by(
            format!("{sum}; the document is silent on fractions of a minor unit: {floor} or {}", unit.of(won.ceil())),
            None,
            true,
        ),
    }
    if let Some(most) = ruleset.bound_on_winnings(odds, stake) {
        trace.inner_by(format!("no wager wins more than {}", unit.of(most.at_most)), Some(&most.clause), false);
    }
    if let Some((rate, commission)) = ruleset.commission_rate(bet).zip(ruleset.commission.as_ref()) {
        let (part, of) = rate.of_winnings;
        trace.inner_by(format!("of the winnings {part} of {of} parts are commission"), Some(&commission.clause), false);
    }
}

/// A wager for which its stake is due, whatever the result.
pub(crate) fn stake_back(trace: &Trace<'_>, why: &str, clause: Option<&Cite>, reading: bool, forfeited: bool) {
    let or = if forfeited { "; or 0, as an irregularity names it" } else { "" };
    trace.inner_by(format!("{why}: the stake is due back{or}"), clause, reading);
}

/// What came back compared with what was due, as the settlement counted it.
pub(crate) fn returned(trace: &Trace<'_>, wager: &Wager, back: i128, due: Option<i128>) {
    let taken_off = i128::from(wager.returned) - back;
    let unit = trace.unit;
    let commission = match (wager.commission, taken_off) {
        (0, _) => String::new(),
        (taken, 0) => format!(" (its commission of {} does not count)", unit.of(taken)),
        _ => format!(" (returned {} less commission {})", unit.of(wager.returned), unit.of(taken_off)),
    };
    let returned = unit.of(back);
    let Some(due) = due else {
        trace.inner(format!("came back {returned}{commission}: not judged, nothing shows what was due"));
        return;
    };
    let verdict = match back - due {
        0 => "right".to_owned(),
        off => format!("{returned} - {} = {}", unit.of(due), unit.signed(off)),
    };
    trace.inner(format!("came back {returned}{commission}, due {}: {verdict}", unit.of(due)));
}

/// Limits that were exceeded.
pub(super) fn breaches(trace: &Trace<'_>, breaches: &[Breach<'_>], live: &[PlacedWager<'_>]) {
    for Breach { last, limit, staked, then, clause, what, .. } in breaches {
        let then = match then {
            AtLimit::Whole => "settled whole, and reported",
            AtLimit::Capped => "paid or collected to it, the excess taken from the wager placed last",
            AtLimit::ProRata => "reduced pro rata, within one chip of the exact share",
        };
        let bet = live.get(*last).map_or("", |wager| wager.bet.as_str());
        let (limit, staked) = (trace.unit.of(*limit), trace.unit.of(*staked));
        trace.by(format!("{what} of {limit} on {bet} exceeded, {staked} staked: {then}"), *clause, false);
    }
}

/// A wager that may not be combined with others.
pub(super) fn forbidden(trace: &Trace<'_>, name: &str, why: &str, clause: &Cite) {
    trace.by(format!("wager {name} is not permitted: {why}; it is settled as usual"), Some(clause), false);
}
