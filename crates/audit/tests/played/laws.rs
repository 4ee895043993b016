//! Laws that hold for any log: engine and reference settle alike, money is conserved, order does not matter.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use crate::differential::{Played, settings};
use proptest::prelude::*;
use proptest::sample::select;
use resettle_audit::{
    AuditedLog, Code, Finding, Memory, Money, Replay, Settings, SourceLog, SourceSettings, Totals, Vouching, play,
};
use resettle_coup_log::LogReader;
use resettle_game::{PerSide, Side};
use resettle_reference::{Bet, Card, Dealing, Laid, Round, Rules, Winner, deal, due, offers};
use resettle_rules::Fact;
use resettle_sealed_log::TrustStore;
use resettle_simulate::{Config, Style, simulate_split};
use resettle_testkit::{Opening, chained, with};
use serde_json::{Map, Value, json};

/// A log that grows beside others.
#[derive(Clone, Default)]
struct Growing(Rc<RefCell<Vec<u8>>>);

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

static SETTINGS: LazyLock<Settings> = LazyLock::new(settings);

/// Everything judged by the ruleset of these rules.
fn judged_by(rules: Rules) -> Settings {
    let ruleset = SETTINGS.registry.get(rules.id()).unwrap();
    Settings { registry: SETTINGS.registry.clone(), named: Some(Arc::clone(ruleset)), ..Settings::default() }
}

fn replay(log: &[u8], settings: &Settings) -> AuditedLog {
    Replay::by(settings).audit_log(LogReader::new(log, None), "log.jsonl")
}

/// A wager that is not permitted, and is settled as any other.
fn below_the_chip(finding: &Finding) -> bool {
    finding.code == Code::NotPermitted && finding.money.is_none()
}

/// The findings that are not about the log as a log: here nothing is sealed.
fn on_the_game(audited: &AuditedLog) -> Vec<&Finding> {
    audited.audit.findings.iter().filter(|finding| !finding.code.as_str().starts_with("integrity/")).collect()
}

/// The close of the only coup is at 10:05, in milliseconds of the day.
const CLOSE: i64 = (10 * 60 + 5) * 60_000;

fn time(milliseconds: i64) -> String {
    let (seconds, rest) = (milliseconds / 1_000, milliseconds % 1_000);
    format!("2024-03-01T{:02}:{:02}:{:02}.{rest:03}Z", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// A log of one coup, rightly declared and displayed.
fn one_coup(rules: Rules, limits: Value, cards: &[Card], round: &Round, wagers: &[Value]) -> Vec<u8> {
    let record = |kind: &str, at: i64, more: Value| with(json!({"at": time(at), "type": kind}), more);
    let venue = if rules.is_mbs() { ("SG", "mbs") } else { ("AU-NSW", "star") };
    let opening = Opening::of("table", "T-1").log("laws").venue(venue.0, venue.1).game("any").table("T-1");
    let names: Vec<String> = cards.iter().map(Card::to_string).collect();
    let start = json!({"shoe": "S-1", "event": "start", "decks": rules.decks().1});
    let coup = json!({"shoe": "S-1", "coup": 1,
        "times": {"opened": time(CLOSE - 20_000), "closed": time(CLOSE), "first_card": time(CLOSE),
            "settled": time(CLOSE + 30_000)},
        "cards": names, "wagers": wagers, "irregularities": [],
        "declared": {"result": round.winner.word(), "player": round.player_total, "banker": round.banker_total,
            "sevens": round.sevens},
        "wrd": round.winner.word()});
    chained(&[
        opening.record(&time(CLOSE - 300_000)),
        record("limits", CLOSE - 200_000, limits),
        record("shoe", CLOSE - 100_000, start),
        record("coup", CLOSE + 40_000, coup),
    ])
}

fn any_rules() -> impl Strategy<Value = Rules> {
    select(Rules::ALL.to_vec())
}

fn any_card() -> impl Strategy<Value = Card> {
    select(Card::deck())
}

/// Cards that make a whole round, sevens being likelier than in a shoe.
fn a_round(rules: Rules) -> impl Strategy<Value = (Vec<Card>, Round)> {
    let sevens: Vec<Card> = Card::deck().into_iter().filter(|card| card.rank.points() == 7).collect();
    let card = prop_oneof![4 => any_card(), 1 => select(sevens)];
    prop::collection::vec(card, 6).prop_map(move |cards| {
        (1..=cards.len())
            .find_map(|many| match deal(rules, &cards[..many]) {
                Dealing::Complete(round) => Some((cards[..many].to_vec(), round)),
                _ => None,
            })
            .unwrap()
    })
}

/// A wager with what befell it, times in milliseconds from the close; how much beside the due amount came back.
#[derive(Clone, Debug)]
struct Bid {
    bet: Bet,
    stake: i64,
    placed: Option<i64>,
    withdrawn: Option<i64>,
    accepted: bool,
    paid: Paid,
    commission: i64,
}

#[derive(Clone, Debug)]
enum Paid {
    Low(i64),
    High(i64),
    Exactly(i64),
    Stake,
}

fn a_bid(rules: Rules) -> impl Strategy<Value = Bid> {
    let bets: Vec<Bet> = Bet::ALL.into_iter().filter(|bet| offers(rules, *bet)).collect();
    let stake = prop_oneof![1i64..100, 1i64..5_000_000, select(vec![500i64, 1_000, 5_000, 99_999, 7])];
    let placed = prop_oneof![3 => Just(None), 2 => (-3i64..=3).prop_map(Some), 1 => (-20_000i64..0).prop_map(Some)];
    let withdrawn = prop_oneof![4 => Just(None), 1 => (0i64..3).prop_map(Some)];
    let paid = prop_oneof![
        2 => (-2i64..=0).prop_map(Paid::Low),
        2 => (0i64..=2).prop_map(Paid::High),
        1 => (0i64..10_000_000).prop_map(Paid::Exactly),
        1 => Just(Paid::Stake),
    ];
    let commission = if rules == Rules::MbsBaccarat2017 { 0i64..300 } else { 0i64..1 };
    (select(bets), stake, placed, withdrawn, prop::bool::weighted(0.9), paid, commission).prop_map(
        |(bet, stake, placed, withdrawn, accepted, paid, commission)| Bid {
            bet,
            stake,
            // what is taken back was put down before
            withdrawn: withdrawn.map(|after| placed.unwrap_or(0).max(-1) + after),
            placed,
            accepted,
            paid,
            commission,
        },
    )
}

/// Rules, a round, wagers, and the smallest chip if the sign names one.
type Case = (Rules, (Vec<Card>, Round), Vec<Bid>, Option<i64>);

fn a_case() -> impl Strategy<Value = Case> {
    let chip = prop_oneof![Just(None), select(vec![1i64, 50, 500, 2_500]).prop_map(Some)];
    any_rules().prop_flat_map(move |rules| {
        (Just(rules), a_round(rules), prop::collection::vec(a_bid(rules), 1..6), chip.clone())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    /// Any cards go to the same hands in both, stop at the same card, and come to the same.
    #[test]
    fn any_cards_are_dealt_alike(rules in any_rules(), cards in prop::collection::vec(any_card(), 0..9)) {
        let engines: Vec<resettle_game::Card> = cards.iter().map(|card| engines(*card)).collect();
        let played = play(SETTINGS.registry.get(rules.id()).unwrap(), &engines);
        let lacks = played.lacks.as_ref().map(|(side, _)| *side);
        match deal(rules, &cards) {
            Dealing::Needs(side) => prop_assert_eq!(lacks.map(Side::name), Some(engines_side(side).name())),
            Dealing::Complete(round) => {
                prop_assert_eq!((lacks, played.to.len()), (None, cards.len()));
                compare(rules, &played, &round)?;
            }
            Dealing::Surplus { round, used } => {
                prop_assert_eq!((lacks, played.to.len()), (None, used));
                compare(rules, &played, &round)?;
            }
        }
    }

    /// Any wagers, early or late, taken back or refused, of any stake, are due the same in both, to the minor unit.
    #[test]
    fn any_wagers_settle_alike((rules, (cards, round), bids, chip) in a_case()) {
        let mut wagers = vec![json!({"id": "w0", "seat": "0", "area": "0", "bet": "tie", "stake": 500,
            "returned": due(rules, &Laid::of(Bet::Tie, 500), 0, &round, chip).unwrap().high})];
        // Of each wager that is not right: its one finding's money and code.
        let mut wanted: Vec<(String, i64, Code)> = Vec::new();
        for (at, bid) in bids.iter().enumerate() {
            let laid = Laid {
                placed: bid.placed,
                withdrawn: bid.withdrawn,
                accepted: bid.accepted,
                ..Laid::of(bid.bet, bid.stake)
            };
            let due = due(rules, &laid, 0, &round, chip).unwrap();
            let returned = match bid.paid {
                Paid::Low(beside) => due.low + beside,
                Paid::High(beside) => due.high + beside,
                Paid::Exactly(amount) => amount,
                Paid::Stake => bid.stake,
            };
            let name = format!("w{}", at + 1);
            let taken_in_time = bid.withdrawn.is_some_and(|withdrawn| withdrawn <= 0);
            let late = bid.accepted && !taken_in_time && bid.placed.is_some_and(|placed| placed > 0);
            // A commission is taken off a winning Banker alone, up to what its odds lack to even money: what is beyond
            // makes no overpayment right.
            let live = bid.accepted && !taken_in_time && !late;
            let bears = rules == Rules::MbsBaccarat2017 && bid.bet == Bet::Banker && round.winner == Winner::Banker;
            let beyond = bid.commission - if live && bears { 2 * bid.stake - due.low } else { 0 };
            let overpaid = beyond > 0 && due.difference(returned + beyond).unwrap() > 0;
            let counts = if overpaid { returned + beyond } else { returned };
            let difference = due.difference(counts).unwrap();
            let let_out = bid.accepted && !late && bid.withdrawn.is_some_and(|w| w > 0) && counts == bid.stake;
            let code = match (late, let_out) {
                (true, _) => Code::LateHonoured,
                (_, true) => Code::WithdrawnHonoured,
                _ if difference < 0 => Code::Underpaid,
                _ => Code::Overpaid,
            };
            if difference != 0 {
                wanted.push((name.clone(), difference, code));
            }
            let seat = (at + 1).to_string();
            let mut wager = json!({"id": name, "seat": seat, "area": seat, "bet": bid.bet.word(), "stake": bid.stake,
                "accepted": bid.accepted, "returned": returned + bid.commission, "commission": bid.commission});
            for (field, moment) in [("placed", bid.placed), ("withdrawn", bid.withdrawn)] {
                if let Some(moment) = moment {
                    wager[field] = time(CLOSE + moment).into();
                }
            }
            wagers.push(wager);
        }
        let limits = chip.map_or(json!({}), |chip| json!({"chip": chip}));
        let audited = replay(&one_coup(rules, limits, &cards, &round, &wagers), &judged_by(rules));
        let malformed = audited.audit.findings.iter().find(|finding| finding.code == Code::MalformedRecord);
        prop_assert!(malformed.is_none(), "{malformed:?}");
        // Whether a refusal is grounded, and whether a stake is below the chip, the settler is not asked.
        let found: Vec<(String, i64, Code)> = on_the_game(&audited)
            .into_iter()
            .filter(|finding| finding.code != Code::Refused && !below_the_chip(finding))
            .filter_map(|finding| Some((finding.wager.clone()?, finding.money.unwrap(), finding.code)))
            .collect();
        prop_assert_eq!(found, wanted, "{} {:?}", rules.id(), cards);
        conserved(&audited)?;
    }

    /// In whatever order a coup's wagers stand in the record, the findings are the same: limits of persons and areas
    /// and combinations go by the order of placing, and no two of these wagers were placed in one instant.
    #[test]
    fn the_order_of_wagers_does_not_matter(
        (rules, (cards, round), bids, chip) in a_case(),
        seats in prop::collection::vec((1u8..3, 1u8..3), 6),
        apart in Just((1i64..7).collect::<Vec<i64>>()).prop_shuffle(),
        order in Just((0usize..6).collect::<Vec<usize>>()).prop_shuffle(),
        most in select(vec![3_000i64, 30_000, 1_000_000]),
    ) {
        let wagers: Vec<Value> = bids
            .iter()
            .enumerate()
            .map(|(at, bid)| {
                let due = due(rules, &Laid::of(bid.bet, bid.stake), 0, &round, chip).unwrap();
                json!({"id": format!("w{at}"), "seat": seats[at].0.to_string(), "area": seats[at].1.to_string(),
                    "bet": bid.bet.word(), "stake": bid.stake, "placed": time(CLOSE - 1_000 * apart[at]),
                    "returned": due.high})
            })
            .collect();
        let max: Map<String, Value> = Bet::ALL.into_iter().map(|bet| (bet.word().to_owned(), most.into())).collect();
        let limits = json!({"max": max, "area_max": 2 * most, "chip": chip.unwrap_or(500)});
        let reordered: Vec<Value> = order.iter().filter_map(|at| wagers.get(*at).cloned()).collect();
        let reported = |wagers: &[Value]| {
            let audited = replay(&one_coup(rules, limits.clone(), &cards, &round, wagers), &judged_by(rules));
            let mut reported: Vec<String> = on_the_game(&audited).into_iter().map(without_place).collect();
            reported.sort();
            (reported, audited.audit.totals)
        };
        prop_assert_eq!(reported(&wagers), reported(&reordered));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever is planted: what came back less what was due is the sum of the findings' money. No money is counted twice,
    /// and none is missing.
    #[test]
    fn money_is_conserved(rules in any_rules(), seed in any::<u64>(), one_in in 1u32..6) {
        let mut config = Config::clean(rules, 150, seed);
        config.faults.one_in = one_in;
        conserved(&Played::of(&config).replay(&SETTINGS))?;
    }

    /// A coup without a fault has no finding, and the sums are those of the table.
    #[test]
    fn a_clean_coup_has_no_finding(rules in any_rules(), seed in any::<u64>(), plain in any::<bool>()) {
        let style = if plain { Style::Plain } else { Style::Varied };
        let played = Played::of(&Config { style, ..Config::clean(rules, 150, seed) });
        let audit = played.replay(&SETTINGS).audit;
        let found: Vec<&Finding> = audit.findings.iter().filter(|finding| finding.code != Code::Uncertain).collect();
        prop_assert!(found.is_empty(), "{found:?}");
        let Totals { coups, money: Money { staked, returned, due, .. }, .. } = audit.totals;
        let tables = (i128::from(played.outcome.staked), i128::from(played.outcome.returned));
        prop_assert_eq!((coups, staked, returned, due), (150, tables.0, tables.1, tables.1));
    }

    /// Whatever else is wrong with a log: a further fault in one coup, of its payments, its declaration or its display,
    /// leaves every finding at every other line as it was.
    #[test]
    fn a_fault_in_one_coup_changes_no_other(
        rules in any_rules(),
        seed in any::<u64>(),
        which in any::<prop::sample::Index>(),
        what in 0u8..4,
    ) {
        let mut config = Config::clean(rules, 60, seed);
        config.faults.one_in = 4;
        let played = Played::of(&config);
        let records: Vec<Value> = String::from_utf8_lossy(&played.log)
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .filter(|record: &Value| record.get("type").is_some_and(|kind| kind != "seal"))
            .collect();
        let coups: Vec<usize> = (0..records.len()).filter(|at| records[*at]["type"] == "coup").collect();
        let at = *which.get(&coups);
        let mut changed = records.clone();
        plant(changed[at].as_object_mut().unwrap(), what);
        let (before, after) = (chained(&records), chained(&changed));
        let elsewhere = |log: &[u8]| -> Vec<String> {
            let line = at as u64 + 1;
            let audited = replay(log, &SETTINGS);
            let others = on_the_game(&audited).into_iter().filter(|finding| finding.place.line != Some(line));
            others.map(|finding| format!("{:?} {}", finding.place.line, without_place(finding))).collect()
        };
        prop_assert_eq!(elsewhere(&before), elsewhere(&after));
    }
}

/// The sum of the findings' money is what came back less what was due.
fn conserved(audited: &AuditedLog) -> Result<(), TestCaseError> {
    // What a claim or a refusal moved was due as declared: it stands in no sum.
    let beside = [Code::ClaimUnsupported, Code::Refused];
    let findings = audited.audit.findings.iter().filter(|finding| !beside.contains(&finding.code));
    let reported: i128 = findings.filter_map(|finding| finding.money).map(i128::from).sum();
    prop_assert_eq!(reported, audited.audit.totals.money.net_variance(), "{:#?}", audited.audit.findings);
    Ok(())
}

/// One thing wrong in a coup that touches nothing after it.
fn plant(coup: &mut Map<String, Value>, what: u8) {
    let other = |word: &Value| if word == "banker" { "player" } else { "banker" };
    match what {
        0 | 1 => {
            let wager = coup.get_mut("wagers").and_then(|wagers| wagers.get_mut(0));
            if let Some(returned) = wager.and_then(|wager| wager.get_mut("returned")) {
                let beside = if what == 0 { -700 } else { 700 };
                *returned = (returned.as_i64().unwrap() + beside).into();
            }
        }
        2 => {
            if let Some(declared) = coup.get_mut("declared") {
                declared["result"] = other(&declared["result"]).into();
            }
        }
        _ => {
            let shown = coup.get("wrd").map_or("player", other);
            coup.insert("wrd".to_owned(), shown.into());
        }
    }
}

fn without_place(finding: &Finding) -> String {
    let Finding { code, severity, clause, wager, expected, logged, money, message, reading, .. } = finding;
    format!("{code} {severity:?} {clause:?} {wager:?} {expected:?} {logged:?} {money:?} {message} {reading}")
}

fn engines(card: Card) -> resettle_game::Card {
    let name = card.to_string();
    let mut letters = name.chars();
    let rank = resettle_game::Rank::from_letter(letters.next().unwrap()).unwrap();
    let suit = resettle_game::Suit::from_letter(letters.next().unwrap()).unwrap();
    resettle_game::Card { rank, suit }
}

fn engines_side(side: resettle_reference::Side) -> Side {
    match side {
        resettle_reference::Side::Player => Side::Player,
        resettle_reference::Side::Banker => Side::Banker,
    }
}

/// The hands as they lie, and what they come to.
fn compare(rules: Rules, played: &resettle_audit::Played, round: &Round) -> Result<(), TestCaseError> {
    let ruleset = SETTINGS.registry.get(rules.id()).unwrap();
    let outcome = played.hands.outcome(ruleset);
    let names = |cards: &[resettle_game::KnownCard]| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
    let others = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
    prop_assert_eq!(names(&played.hands.cards.player), others(&round.player));
    prop_assert_eq!(names(&played.hands.cards.banker), others(&round.banker));
    prop_assert_eq!(outcome.winner.unwrap().word(), round.winner.word());
    let totals = PerSide { player: Some(round.player_total), banker: Some(round.banker_total) };
    prop_assert_eq!(outcome.totals, totals);
    prop_assert_eq!(outcome.sevens, Some(round.sevens));
    for (side, pair) in [(Side::Player, round.player_pair), (Side::Banker, round.banker_pair)] {
        let known = ruleset.book.known(&outcome.facts, Fact::Pair(side));
        prop_assert!(known.is_none() || known == Some(u8::from(pair)));
    }
    Ok(())
}

/// The logs of a split table, of which only some have keys that are trusted; what joining them in this order finds.
fn joined(logs: &[(String, Vec<u8>)], order: &[usize], trust: &TrustStore) -> (Vec<Finding>, Totals) {
    let mut sink = Memory::default();
    let sources = order.iter().map(|at| {
        let (name, log) = &logs[*at];
        let reader = || LogReader::new(log.as_slice(), Some(trust));
        SourceLog::new(name.clone(), reader())
            .again(move || Ok(LogReader::new(log.as_slice(), Some(trust))))
            .vouched_by(Vouching::of(reader()))
    });
    let about = SourceSettings::default();
    let reported = Replay::by(&SETTINGS).joining(&about).logs(sources.collect(), &mut sink);
    assert!(reported.stopped.is_none());
    // Places number the logs in an order of their own.
    let mut findings = sink.findings;
    findings.sort_by(|one, other| one.sort_key().cmp(&other.sort_key()));
    (findings, reported.totals)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whichever logs of a table somebody vouches for, the order in which they are handed over changes nothing.
    #[test]
    fn the_order_of_files_changes_nothing_whoever_vouches_for_them(
        rules in any_rules(),
        seed in 0u64..1_000,
        vouched in prop::collection::vec(any::<bool>(), 5),
        order in Just(vec![0usize, 1, 2, 3, 4]).prop_shuffle(),
    ) {
        let mut config = Config::clean(rules, 60, seed);
        config.faults.one_in = 4;
        config.faults.only = ["banker_seven_paid_even", "winner_misdeclared", "display_wrong", "foreign_card_settled"]
            .into_iter()
            .filter(|name| resettle_simulate::faults().iter().any(|fault| fault.name == *name && fault.fits(rules)))
            .map(str::to_owned)
            .collect();
        let files: RefCell<Vec<(String, Growing)>> = RefCell::default();
        let open = |name: &str| {
            let log = Growing::default();
            files.borrow_mut().push((name.to_owned(), log.clone()));
            Ok(log)
        };
        let outcome = simulate_split(&config, 3, open).unwrap();
        let logs: Vec<(String, Vec<u8>)> =
            files.into_inner().into_iter().map(|(name, log)| (name, log.0.borrow().clone())).collect();
        prop_assert_eq!(logs.len(), 5);
        let mut entries = outcome.trust_yaml.split("  - ");
        let head = entries.next().unwrap().to_owned();
        let kept = entries.zip(&vouched).filter(|(_, vouched)| **vouched);
        let list: String = kept.map(|(entry, _)| format!("  - {entry}")).collect();
        let list = if list.is_empty() { "keys: []\n".to_owned() } else { head + &list };
        let trust = TrustStore::from_yaml(&list).unwrap();
        let first = joined(&logs, &[0, 1, 2, 3, 4], &trust);
        let other = joined(&logs, &order, &trust);
        prop_assert_eq!(&first.0, &other.0);
        prop_assert_eq!(first.1, other.1);
    }
}
