//! In what logs are not as their table's profile says.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use resettle_coup_log::{LogContents, LogReader};
use resettle_oversight::roster::{Roster, Scope, draft};
use resettle_oversight::{DayRule, LogSeen, SealedParts, date_of, parse_date};
use resettle_sealed_log::{Digest, SourceKind, Time};
use resettle_testkit::{Log, Opening, file};

const AT: &str = "2023-06-01T12:00:00+08:00";

/// A log that has all that profiles here ask of it, with these records more or instead.
fn seen(opening: &Opening, records: &[&str]) -> LogSeen {
    let log = records.iter().fold(Log::opened(opening), |log, record| log.with(record));
    let bytes = file(&log.seal(true).lines);
    let mut contents = LogContents::default();
    let mut reader = LogReader::new(bytes.as_slice(), None);
    while let Some(entry) = reader.next_entry().unwrap() {
        if let resettle_coup_log::EntryBody::Record(record) = entry.body {
            contents.note(&record);
        }
    }
    let moment = Time::parse(AT).unwrap().moment();
    LogSeen {
        file: "f".into(),
        log: "t-1".into(),
        venue: "mbs".into(),
        game: "baccarat".into(),
        table: "T".into(),
        kind: SourceKind::Table,
        source: "T".into(),
        first: moment,
        last: moment,
        day: date_of(AT),
        touches: None,
        sealed: SealedParts::Unasked,
        content: Digest::ZERO,
        contents,
    }
}

const SIGN: &str = r#""type":"limits","min":{"player":1000},"max":{"player":100000},"chip":500"#;
const START: &str = r#""type":"shoe","shoe":"S","event":"start","decks":8,"burned":[]"#;
const COUP: &str = r#""type":"coup","shoe":"S","coup":1,"times":{"opened":"2023-06-01T12:00:01+08:00","closed":"2023-06-01T12:00:02+08:00","first_card":"2023-06-01T12:00:03+08:00","settled":"2023-06-01T12:00:04+08:00"},"cards":["KS","TS","8D","3C"],"to":"PBPB","declared":{"result":"player"},"wrd":"player","wagers":[{"id":"w","player":"p","seat":"1","area":"1","terminal":"X","bet":"player","stake":10000,"placed":"2023-06-01T12:00:01+08:00","returned":20000}]"#;

/// The sign of one source holds; that another source put up another one is said.
#[test]
fn signs_of_two_sources_that_differ_are_named() {
    let of = |kind: SourceKind, source: &str, day: &str, records: &[&str]| LogSeen {
        kind,
        source: source.to_owned(),
        day: parse_date(day),
        ..seen(&Opening::of("table", "T"), records)
    };
    let higher = SIGN.replace("100000", "1000000");
    let table = |day: &str| of(SourceKind::Table, "T", day, &[SIGN]);
    let terminal = |day: &str, sign: &str| of(SourceKind::Terminal, "X1", day, &[sign]);
    let said = |logs: &[LogSeen]| {
        let all = resettle_oversight::differing_signs(logs).into_iter();
        let words = |one: resettle_oversight::DifferingSigns| {
            let (sources, parts) = (one.sources.len(), one.parts.into_iter().collect::<Vec<_>>().join(" "));
            format!("{}: {sources} sources, {parts}, {} days, {} to {}", one.table, one.days, one.first, one.last)
        };
        all.map(words).collect::<Vec<_>>()
    };
    let (one, two, three) = ("2023-06-01", "2023-06-02", "2023-06-03");
    assert_eq!(said(&[table(one), terminal(one, SIGN), table(two), terminal(three, &higher)]), [""; 0]);
    assert_eq!(said(&[table(one), of(SourceKind::Shoe, "S", one, &[START])]), [""; 0]);
    let logs =
        [table(one), terminal(one, &higher), table(two), terminal(two, SIGN), table(three), terminal(three, &higher)];
    assert_eq!(said(&logs), ["T: 2 sources, max, 2 days, 2023-06-01 to 2023-06-03"]);
    // What a source puts up in several logs of a day counts together.
    assert_eq!(said(&[table(one), terminal(one, SIGN), terminal(one, SIGN)]), [""; 0]);
}

fn good() -> Vec<String> {
    [SIGN, START, COUP].map(str::to_owned).to_vec()
}

fn roster(profile: &str) -> Roster {
    let entry = |first: &str, last: &str, profile: &str| {
        format!(
            "  - venue: mbs\n    game: baccarat\n    tables: [T]\n    zone: Asia/Singapore\n    first_day: {first}\n    \
             last_day: {last}\n    profile: {{{profile}}}\n"
        )
    };
    let text =
        format!("roster:\n{}{}", entry("2023-06-01", "2023-06-02", profile), entry("2023-06-05", "2023-06-06", ""));
    Roster::from_yaml(&text).unwrap_or_else(|faults| panic!("{}", faults.render("roster", &text, false)))
}

/// The members in which it breaks the profile, with wagers and stakes that this is about.
fn broken(profile: &str, log: &LogSeen) -> Vec<String> {
    let breaches = roster(profile).breaches(std::slice::from_ref(log), &Scope::default());
    let words = breaches.iter().map(|one| {
        format!(
            "{} {}/{} {} {} {}",
            one.member, one.expected, one.logged, one.amount.coups, one.amount.wagers, one.amount.staked
        )
    });
    words.collect()
}

fn of(records: &[String]) -> LogSeen {
    seen(&Opening::of("table", "T").log("t-1"), &records.iter().map(String::as_str).collect::<Vec<_>>())
}

const NONE: [&str; 0] = [];

/// Each member that a log may leave out, and what then lacks.
#[test]
fn whatever_a_log_leaves_out_breaks_the_profile_that_asks_for_it() {
    let all = "members: {table: [times, opened, closed, first_card, settled, cards, to, declared, wrd, id, placed, player, seat, person, area, terminal, limits]}";
    assert_eq!(broken(all, &of(&good())), NONE);
    let without = |removed: &str| {
        let mut records = good();
        assert!(records[2].contains(removed), "{removed}");
        records[2] = records[2].replace(removed, "");
        broken(all, &of(&records))
    };
    let coup = |word: &str| format!("{word} `{word}`/nothing 1 1 10000");
    let wager = |word: &str| format!("{word} `{word}`/nothing 0 1 10000");
    for (removed, lacks) in [
        (r#""closed":"2023-06-01T12:00:02+08:00","#, vec![coup("times"), coup("closed")]),
        (r#","to":"PBPB""#, vec![coup("to")]),
        (r#""cards":["KS","TS","8D","3C"],"to":"PBPB","#, vec![coup("cards"), coup("to")]),
        (r#""result":"player""#, vec![coup("declared")]),
        (r#""wrd":"player","#, vec![coup("wrd")]),
        (r#","placed":"2023-06-01T12:00:01+08:00""#, vec![wager("placed")]),
        (r#""player":"p","#, vec![wager("player")]),
        (r#""player":"p","seat":"1","#, vec![wager("player"), wager("seat"), wager("person")]),
        (r#""area":"1","#, vec![wager("area")]),
        (r#""terminal":"X","#, vec![wager("terminal")]),
        (r#""id":"w","#, vec![wager("id")]),
    ] {
        assert_eq!(without(removed), lacks, "{removed}");
    }
    assert_eq!(broken(all, &of(&good()[1..])), [wager("limits")]);
    let announced = "members: {table: [points, sevens]}";
    let coups = |declared: &str| {
        let mut records = good();
        records[2] = records[2].replace(r#""declared":{"result":"player"}"#, declared);
        broken(announced, &of(&records))
    };
    assert_eq!(coups(r#""declared":{"result":"player","player":8,"banker":3,"sevens":1}"#), NONE);
    assert_eq!(coups(r#""declared":{"result":"player","player":8,"sevens":1}"#), [coup("points")]);
    assert_eq!(coups(r#""declared":{"result":"player","player":8,"banker":3}"#), [coup("sevens")]);
    // A sign that names less than it has to, or another bet.
    let signs = "members: {table: [limits, min, max, chip, differential, area_max]}";
    let of_sign = |text: &str| broken(signs, &of(&[text.to_owned(), COUP.to_owned()]));
    let others = [wager("differential"), wager("area_max")];
    assert_eq!(of_sign(SIGN), others);
    let without = |removed: &str| of_sign(&SIGN.replace(removed, ""));
    assert_eq!(without(r#","max":{"player":100000}"#), [&[wager("max")], &others[..]].concat());
    assert_eq!(without(r#""min":{"player":1000},"#), [&[wager("min")], &others[..]].concat());
    assert_eq!(without(r#","chip":500"#), [&[wager("chip")], &others[..]].concat());
    let another = SIGN.replace("player", "banker");
    assert_eq!(of_sign(&another), [&[wager("min"), wager("max")], &others[..]].concat());
    // What holds for one player alone says nothing of the table; and of a log without any sign that alone is found.
    let of_one = SIGN.replace(r#""type":"limits""#, r#""type":"limits","player":"p""#);
    assert_eq!(of_sign(&of_one), ["min", "max", "chip", "differential", "area_max"].map(wager));
    assert_eq!(broken(signs, &of(&good()[1..])), [wager("limits")]);
    assert_eq!(broken("members: {table: [max]}", &of(&good()[1..])), [wager("max")]);
    // Of other kinds of source nothing is said.
    assert_eq!(broken("members: {shoe: [times]}", &of(&good()[..2])), NONE);
}

/// Only a terminal's own log says by which terminal a wager was made, without a second word.
#[test]
fn a_terminal_that_writes_wagers_of_another_breaks_the_profile() {
    let asked = "members: {table: [own_terminal], terminal: [own_terminal]}";
    let of = |id: &str| LogSeen {
        kind: SourceKind::Terminal,
        ..seen(&Opening::of("terminal", id).log("t-1"), &good().iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert_eq!(broken(asked, &of("X")), NONE);
    assert_eq!(broken(asked, &of("Y")), ["own_terminal `own_terminal`/nothing 0 1 10000"]);
    assert_eq!(broken(asked, &self::of(&good())), NONE, "a table's log holds wagers of all of them");
}

/// A shoe counts for the last log of its source that holds it; where the last log of all ends in its midst, it may go on.
#[test]
fn a_shoe_without_cut_card_or_end_breaks_the_profile() {
    let asked = "members: {table: [cut_card, end]}";
    let shoe = |name: &str, events: &[&str]| {
        let of = |text: &str| text.replace(r#""shoe":"S""#, &format!(r#""shoe":"{name}""#));
        let event = |event: &&str| format!(r#""type":"shoe","shoe":"{name}","event":"{event}""#);
        [of(START), of(COUP)].into_iter().chain(events.iter().map(event)).collect::<Vec<_>>()
    };
    let whole = |name: &str| shoe(name, &["cut_card", "end"]);
    let lacks = |word: &str| format!("{word} `{word}`/nothing 1 1 10000");
    let log = |shoes: &[Vec<String>]| of(&shoes.concat());
    assert_eq!(broken(asked, &log(&[whole("A"), whole("B")])), NONE);
    assert_eq!(broken(asked, &log(&[shoe("A", &["end"]), whole("B")])), [lacks("cut_card")]);
    assert_eq!(broken(asked, &log(&[shoe("A", &["cut_card"]), whole("B")])), [lacks("end")]);
    assert_eq!(broken(asked, &log(&[whole("A"), shoe("B", &[])])), NONE, "it may go on in a log that is not here");
    assert_eq!(broken(asked, &log(&[shoe("A", &[]), shoe("A", &["cut_card", "end"])])).len(), 2, "begun anew");
    // Several logs of the source.
    let later = |log: LogSeen, second: u32| {
        let moment = Time::parse(&format!("2023-06-01T13:00:{second:02}+08:00")).unwrap().moment();
        LogSeen { first: moment, last: moment, log: format!("t-{second}"), ..log }
    };
    let found = |logs: &[LogSeen]| {
        let all = roster(asked).breaches(logs, &Scope::default());
        all.into_iter().map(|one| (one.log, one.member)).collect::<Vec<_>>()
    };
    let begun = || log(&[shoe("A", &[])]);
    let rest = |events: &[&str]| later(log(&[shoe("A", events)[1..].to_vec(), whole("B")]), 2);
    let other = || later(log(&[whole("B")]), 2);
    let none: [(String, String); 0] = [];
    assert_eq!(found(&[begun(), rest(&["cut_card", "end"])]), none);
    assert_eq!(found(&[begun(), other()]), [("t-1".into(), "cut_card".into()), ("t-1".into(), "end".into())]);
    assert_eq!(found(&[begun(), rest(&["cut_card"])]), [("t-2".into(), "end".into())]);
    let shuffled = |yes: bool| {
        let more = format!(r#""decks":8,"preshuffled":{yes}"#);
        broken(
            "members: {table: [preshuffled]}",
            &log(&[whole("A").iter().map(|one| one.replace(r#""decks":8"#, &more)).collect()]),
        )
    };
    assert_eq!(shuffled(true), NONE);
    assert_eq!(shuffled(false), [lacks("preshuffled")]);
    // However many there are, none is forgotten.
    let many: Vec<Vec<String>> = (0..100).map(|at| shoe(&format!("S-{at:03}"), &["end"])).collect();
    let lack = broken(asked, &log(&[many, vec![whole("B")]].concat()));
    assert_eq!(lack, ["cut_card `cut_card`/nothing 100 100 1000000"]);
}

/// Several logs of one source on one day: a roster asks that it wrote, these when.
#[test]
fn a_source_without_a_log_in_its_hours_breaks_the_profile() {
    let log = |name: &str, from: &str, to: &str| {
        let moment = |at: &str| Time::parse(&format!("2023-06-{at}:30+08:00")).unwrap().moment();
        LogSeen {
            log: name.into(),
            first: moment(from),
            last: moment(to),
            day: parse_date("2023-06-01"),
            ..of(&good())
        }
    };
    let day = || [log("a", "01T10:00", "01T16:00"), log("b", "01T16:05", "01T22:00"), log("c", "01T22:05", "02T04:00")];
    let found = |profile: &str, logs: &[LogSeen]| {
        let all = roster(profile).breaches(logs, &Scope::default());
        all.into_iter()
            .map(|one| format!("{} {} {}: {}", one.log, one.member, one.expected, one.logged))
            .collect::<Vec<_>>()
    };
    let asked = r#"hours: {table: ["10:00", "04:00"]}, pause: {table: 5}"#;
    assert_eq!(found(asked, &day()), NONE);
    let without = |at: usize| {
        let mut logs = day().to_vec();
        logs.remove(at);
        found(asked, &logs)
    };
    assert_eq!(without(0), ["b hours a log from 10:00 on: the first from 2023-06-01 16:05 on"]);
    assert_eq!(without(1), ["c pause 5 minutes at most: 365 minutes before 2023-06-01 22:05"]);
    assert_eq!(without(2), ["a hours a log up to 04:00: the last up to 2023-06-01 22:00"]);
    assert_eq!(found(r#"hours: {shoe: ["10:00", "04:00"]}, pause: {shoe: 5}"#, &day()[2..]), NONE);
    assert_eq!(found("pause: {table: 4}", &day()).len(), 2);
    let next = LogSeen { day: parse_date("2023-06-02"), ..log("d", "02T10:00", "02T16:00") };
    assert_eq!(found("pause: {table: 5}", &[day().to_vec(), vec![next]].concat()), NONE, "no pause of one day");
}

/// An irregularity may keep cards from being dealt; the register shows it.
#[test]
fn a_coup_with_an_irregularity_is_not_asked_for_its_cards() {
    let mut records = good();
    records[2] = records[2].replace(
        r#""cards":["KS","TS","8D","3C"],"to":"PBPB","declared":{"result":"player"},"wrd":"player","#,
        r#""irregularities":[{"kind":"disruption","cause":"fire","noticed":"2023-06-01T12:00:03+08:00"}],"#,
    );
    assert_eq!(broken("members: {table: [cards, to, declared, wrd, times]}", &of(&records)), NONE);
}

#[test]
fn what_a_profile_does_not_allow_is_found_once_a_log_and_member() {
    let log = of(&good());
    let all = "1 1 10000";
    assert_eq!(broken("sources: {table: [T], shoe: [S]}", &log), NONE);
    assert_eq!(broken("sources: {table: [U], shoe: [T]}", &log), [format!("sources table U, shoe T/table T {all}")]);
    let own = resettle_testkit::id(&resettle_testkit::own()).to_string();
    let other = "0".repeat(64);
    assert_eq!(broken(&format!("keys: {{table: [\"{own}\"]}}"), &log), NONE);
    assert_eq!(broken(&format!("keys: {{shoe: [\"{other}\"]}}"), &log), NONE);
    assert_eq!(broken(&format!("keys: {{table: [\"{other}\"]}}"), &log), [format!("keys {other}/{own} {all}")]);
    assert_eq!(broken("currencies: [SGD]", &log), NONE);
    assert_eq!(broken("currencies: [AUD]", &log), [format!("currencies AUD/SGD {all}")]);
    assert_eq!(broken("decks: [6, 8]", &log), NONE);
    assert_eq!(broken("decks: [6]", &log), [format!("decks 6/8 {all}")]);
    assert_eq!(broken("chip: [500, 500], min: [1000, 1000], max: [1, 100000]", &log), NONE);
    assert_eq!(broken("differential: [1, 2]", &log), [format!("differential 1 to 2/nothing {all}")]);
    assert_eq!(broken("differential: [1, 2]", &of(&good()[1..])), NONE, "no sign at all: `limits` asks for one");
    let signs = [format!("chip 1000 to 2000/500 {all}"), format!("max 1 to 99999/100000 {all}")];
    assert_eq!(broken("chip: [1000, 2000], max: [1, 99999]", &log), signs);
    let mut records = good();
    records[1] = records[1].replace(r#""burned""#, r#""recirculates":true,"burned""#);
    records.insert(0, r#""type":"options","elected":{"no_commission":"six_pays_half"}"#.to_owned());
    let log = of(&records);
    let recirculates = format!("recirculation no shoe that takes cards back/shoes that take cards back: 1 {all}");
    assert_eq!(broken("", &log), [recirculates, format!("options none/no_commission: six_pays_half {all}")]);
    assert_eq!(broken("recirculation: true, options: {no_commission: [six_pays_half]}", &log), NONE);
    let imported = Opening::of("table", "T").log("t-1").imported();
    let log = seen(&imported, &[SIGN, START, COUP]);
    assert_eq!(broken("", &log), [format!("imports no import/an import {all}")]);
    assert_eq!(broken("imports: true", &log), NONE);
}

/// A draft asks what its logs hold: they keep to it, and a log that holds less does not.
#[test]
fn a_draft_is_kept_by_the_logs_that_it_was_made_of() {
    let mut other = good();
    other.insert(0, r#""type":"options","elected":{"no_commission":"six_pays_half"}"#.to_owned());
    other[3] = other[3].replace(r#""player":"p","#, "");
    let later = |log: LogSeen, at: &str| {
        let moment = Time::parse(at).unwrap().moment();
        LogSeen { first: moment, last: moment, day: date_of(at), ..log }
    };
    let logs = [of(&good()), later(of(&other), "2023-06-03T12:00:00+08:00")];
    let rule = DayRule::midnight("Asia/Singapore").unwrap();
    let text = draft(&logs, "Asia/Singapore", &rule);
    let drafted = Roster::from_yaml(&text).unwrap_or_else(|faults| panic!("{}", faults.render("draft", &text, false)));
    assert!(drafted.breaches(&logs, &Scope::default()).is_empty(), "{text}");
    assert!(drafted.compare(&logs, &Scope::default()).missing.is_empty(), "{text}");
    let own = resettle_testkit::id(&resettle_testkit::own()).to_string();
    let wanted = format!(
        r#"# Drafted from logs: what they hold is asked, and nothing else is allowed. Read it over before you sign it.
roster:
  - venue: "mbs"
    game: "baccarat"
    tables: ["T"]
    zone: "Asia/Singapore"
    first_day: 2023-06-01
    last_day: 2023-06-03
    day_starts: "00:00"
    closed: [2023-06-02]
    sources: {{table: 1}}
    logs: daily
    profile:
      sources: {{table: ["T"]}}
      keys: {{table: ["{own}"]}}
      members: {{table: ["area", "cards", "chip", "declared", "id", "limits", "max", "min", "placed", "seat", "terminal", "times", "to", "wrd"]}}
      currencies: ["SGD"]
      imports: false
      recirculation: false
      options: {{"no_commission": ["six_pays_half"]}}
      decks: [8]
      chip: [500, 500]
      min: [1000, 1000]
      max: [100000, 100000]
      # hours, pause: say when each kind of source has to have a log: {{table: ["10:00", "04:00"]}}, {{table: 30}}
"#
    );
    assert_eq!(text, wanted);
    let mut less = good();
    less[2] = less[2].replace(r#""area":"1","#, "");
    assert_eq!(drafted.breaches(&[of(&less)], &Scope::default()).len(), 1);
}

/// What wrote on some days alone is not expected of every day.
#[test]
fn a_draft_expects_of_each_day_what_wrote_on_every_day() {
    let log = |kind: SourceKind, source: &str, day: u32| {
        let at = format!("2023-06-{day:02}T12:00:00+08:00");
        let moment = Time::parse(&at).unwrap().moment();
        LogSeen { kind, source: source.into(), first: moment, last: moment, day: date_of(&at), ..of(&good()) }
    };
    let rule = DayRule::midnight("Asia/Singapore").unwrap();
    let drafted = |logs: &[LogSeen]| draft(logs, "Asia/Singapore", &rule);
    // Two devices in turn, of which both wrote on the second day; a terminal that was off on the first; a desk.
    let logs = [
        log(SourceKind::Shoe, "S-7", 1),
        log(SourceKind::Shoe, "S-7", 2),
        log(SourceKind::Shoe, "S-8", 2),
        log(SourceKind::Shoe, "S-8", 3),
        log(SourceKind::Terminal, "T1", 1),
        log(SourceKind::Terminal, "T1", 2),
        log(SourceKind::Terminal, "T2", 2),
        log(SourceKind::Terminal, "T1", 3),
        log(SourceKind::Desk, "office", 1),
        log(SourceKind::Desk, "office", 2),
        log(SourceKind::Desk, "office", 3),
    ];
    let text = drafted(&logs);
    assert!(text.contains("    sources: {shoe: 1, terminals: [\"T1\"], desk: 1}\n"), "{text}");
    let roster = Roster::from_yaml(&text).unwrap_or_else(|faults| panic!("{}", faults.render("draft", &text, false)));
    let missing = |logs: &[LogSeen]| roster.compare(logs, &Scope::default()).missing.len();
    assert_eq!(missing(&logs), 0, "{text}");
    assert_eq!(missing(&logs[..10]), 1, "the office on the last day");
    // A day of one source, a day of another: whoever reads it over says which has to be there.
    let text = drafted(&[log(SourceKind::Terminal, "T1", 1), log(SourceKind::Terminal, "T2", 2)]);
    assert!(text.contains("    # sources: none wrote on every day; say which have to\n"), "{text}");
}

#[test]
fn another_game_and_a_day_of_no_period_break_a_profile() {
    let at = |day: &str| LogSeen { day: parse_date(day), ..of(&good()) };
    assert_eq!(broken("decks: [6]", &at("2023-06-01")).len(), 1);
    assert_eq!(broken("decks: [6]", &at("2023-06-05")), NONE, "the other period");
    let periods = "period 2023-06-01 to 2023-06-02, 2023-06-05 to 2023-06-06/2023-06-03 1 1 10000";
    assert_eq!(broken("decks: [6]", &at("2023-06-03")), [periods]);
    let scope = Scope { to: parse_date("2023-06-02"), ..Scope::default() };
    assert!(roster("").breaches(&[at("2023-06-03")], &scope).is_empty());
    let other = LogSeen { game: "roulette".into(), ..of(&good()) };
    assert_eq!(broken("", &other), ["game baccarat/roulette 1 1 10000"]);
    let elsewhere = LogSeen { table: "U".into(), ..of(&good()) };
    assert_eq!(broken("", &elsewhere), NONE, "the report names it as a table that the roster does not list");
}
