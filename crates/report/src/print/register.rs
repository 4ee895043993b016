use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;

use anstyle::{AnsiColor, Style};

use resettle_audit::Code;
use resettle_game::{Amount, counted};
use unicode_width::UnicodeWidthStr as _;

use super::neutral::neutral;
use super::routine::routine_text;
use super::rows::{table_heading, table_row};
use super::text::{QUIET, STRONG};
use super::wrap::{KEPT, Width, shortened, wrapped};
use crate::document::{FactRow, IRREGULARITY, RegisterRow, Report, Rows};
use crate::tally::{By, RegisterSum};

/// How many entries are listed one by one.
const MOST_SHOWN: usize = 20;

/// The longest name that is printed whole.
const LONGEST_NAME: usize = 40;

const FAULT: Style = AnsiColor::Red.on_default().bold();
const ON_WORD: Style = AnsiColor::Yellow.on_default().bold();

/// The register of irregularities, no line wider than `width`: how much it holds, what people have to look at (with
/// `entries`), its sums by kind and decider, and what was only counted. Nothing where it is empty.
///
/// # Errors
/// What reading the rows says.
pub fn register_text(report: &Report, rows: &dyn Rows, entries: bool, width: Width) -> io::Result<String> {
    let mut sums = Vec::new();
    let mut moved: BTreeMap<String, i128> = BTreeMap::new();
    let mut due_unknown: BTreeMap<String, (u64, i128)> = BTreeMap::new();
    let mut patterns = By::ALL.map(|by| (by, Heaviest::default()));
    for sum in rows.register_sums() {
        let sum = sum?;
        if sum.by == By::Table {
            let all = moved.entry(sum.currency.clone()).or_default();
            *all = all.saturating_add(sum.moved);
            let (coups, returned) = due_unknown.entry(sum.currency.clone()).or_default();
            *coups += sum.due_unknown;
            *returned = returned.saturating_add(sum.due_unknown_returned);
        }
        // Kinds and offices are few; all else may be any number.
        if matches!(sum.by, By::Kind | By::Decider) {
            sums.push(sum);
        } else if sum.by != By::Table && sum.entries > 1 {
            patterns.iter_mut().filter(|(by, _)| *by == sum.by).for_each(|(_, heaviest)| heaviest.take(sum.clone()));
        }
    }
    let by = |by: By| sums.iter().filter(move |sum| sum.by == by);
    let count = |of: fn(&RegisterSum) -> u64| by(By::Kind).map(of).sum::<u64>();
    let (all, faulty, on_word) = (count(|sum| sum.entries), count(|sum| sum.faulty), count(|sum| sum.on_word));
    let routine = routine_text(report, width);
    if all == 0 {
        return Ok(routine);
    }
    let mut out = String::new();
    let _ = writeln!(out, "{STRONG}Register of irregularities{STRONG:#}");
    let _ = writeln!(out, "  {all} logged, {faulty} found wrong, {on_word} on the recorder's word");
    note(
        "an entry can be both; moved: returned less due by the cards as logged, as if there were no irregularity, so that a void moves all it sends back (of an interruption of terminals: of the wagers made there, and in the sums below of its coup); went back: all that did, where the cards do not show what was moved; what is owed is by the rules, and stands in the finding; + favours the players",
        width,
        &mut out,
    );
    for (currency, (coups, returned)) in due_unknown.iter().filter(|(_, (_, returned))| *returned != 0) {
        let unit = neutral(currency);
        let back = Amount::new(*returned, Some(&unit));
        note(
            &format!("{} of which the cards do not show what they made due; {back} went back", counted(*coups, "coup")),
            width,
            &mut out,
        );
    }
    if entries {
        write_entries(rows, width, &mut out)?;
    }
    for (kind, dropped) in &report.summary.register_truncated {
        let _ = writeln!(out, "  {STRONG}LEFT OUT{STRONG:#} {dropped} entries {}", name(kind));
        sentence("by --max-per-code; the sums count them", width, &mut out);
    }
    for (title, of) in [("By kind", By::Kind), ("By decider", By::Decider)] {
        heading(title, width, &mut out);
        by(of).for_each(|sum| line(sum, width, &mut out));
    }
    let nobody: u64 = by(By::Decider).filter(|sum| sum.name.is_none()).map(|sum| sum.wagers).sum();
    if nobody > 0 {
        note(&format!("not named: {nobody} of them wagers refused or removed, no decisions"), width, &mut out);
    }
    let under = |of: By, currency: &str| {
        by(of).filter(|sum| sum.currency == currency).fold(0_i128, |all, sum| all.saturating_add(sum.moved))
    };
    let twice =
        |(currency, all): &(&String, &i128)| [By::Kind, By::Decider].iter().any(|of| under(*of, currency) != **all);
    let is_any = moved.iter().any(|sum| twice(&sum));
    let reported: Vec<String> = moved
        .iter()
        .filter(|_| is_any)
        .map(|(currency, all)| Amount::new(*all, Some(&neutral(currency))).signed().to_string())
        .collect();
    if !reported.is_empty() {
        let reported = reported.join(", ");
        note(
            &format!(
                "a coup counts under each of its kinds and deciders, once however many entries it has there; moved in all, each coup once: {reported}"
            ),
            width,
            &mut out,
        );
    }
    for (by, heaviest) in &patterns {
        heaviest.write(*by, width, &mut out);
    }
    if patterns.iter().any(|(_, heaviest)| !heaviest.first.is_empty()) {
        note(
            "two or more: of whom there are two entries or more; of irregularities, and of wagers refused or removed, which `By dealer` and `By supervisor` do not count",
            width,
            &mut out,
        );
    }
    Ok(out + &routine)
}

/// How many terminals, dealers, players and seats are listed of which entries come again.
const MOST_AGAIN: usize = 5;

/// The sums to look at first: those found wrong most often, then by money, then by entries.
#[derive(Default)]
struct Heaviest {
    first: Vec<RegisterSum>,
    all: usize,
}

impl Heaviest {
    fn take(&mut self, sum: RegisterSum) {
        self.all += 1;
        keep(&mut self.first, sum, MOST_AGAIN, |sum| (sum.faulty, sum.moved.unsigned_abs(), sum.entries));
    }

    fn write(&self, by: By, width: Width, out: &mut String) {
        if self.first.is_empty() {
            return;
        }
        heading(&format!("By {}, two or more", by.word()), width, out);
        self.first.iter().for_each(|sum| line(sum, width, out));
        if self.all > self.first.len() {
            note(
                &format!("and {} more, under `register_sums` in report.json", self.all - self.first.len()),
                width,
                out,
            );
        }
    }
}

/// Keeps the `most` heaviest, the heaviest first; of equal ones the first.
fn keep<T, W: Ord>(first: &mut Vec<T>, one: T, most: usize, weight: impl Fn(&T) -> W) {
    let at = first.partition_point(|other| weight(other) >= weight(&one));
    if at < most {
        first.insert(at, one);
        first.truncate(most);
    }
}

/// What stands out: what is found wrong first, then by how much it moves.
fn write_entries(rows: &dyn Rows, width: Width, out: &mut String) -> io::Result<()> {
    let mut first: Vec<RegisterRow> = Vec::new();
    let (mut all, mut faulty, mut shown, mut unmoved) = (0_usize, 0_usize, 0_usize, 0_usize);
    for row in rows.register() {
        let row = row?;
        if !row.stands_out() {
            *(if row.is_on_word() { &mut unmoved } else { &mut shown }) += 1;
            continue;
        }
        all += 1;
        faulty += usize::from(row.is_faulty());
        keep(&mut first, row, MOST_SHOWN, |row| (row.is_faulty(), row.money().unsigned_abs()));
    }
    first.iter().for_each(|row| entry(row, width, out));
    if all > first.len() {
        let listed = first.iter().filter(|row| row.is_faulty()).count();
        let _ = writeln!(
            out,
            "  and {} more, {} of them found wrong, under `register` in report.json",
            all - first.len(),
            faulty - listed
        );
    }
    let without_fault = [(shown, "that the log shows"), (unmoved, "on the recorder's word that moved nothing")];
    let counts: Vec<String> =
        without_fault.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    if !counts.is_empty() {
        let what = format!("and, without a fault found, {}", counts.join(" and "));
        note(&format!("{what}, under `register` in report.json"), width, out);
    }
    if all > 0 {
        let marks = "FAULT: the finding named says that what it claims, how it was handled or what was announced with it is wrong, which need not be the fault of who decided; WORD: it rests on the recorder's word alone; †: a reading";
        note(marks, width, out);
    }
    Ok(())
}

/// One entry: what, with the money; where; what came of it; what is wrong with it.
fn entry(row: &RegisterRow, width: Width, out: &mut String) {
    let (colour, mark) = if row.is_faulty() { (FAULT, "FAULT") } else { (ON_WORD, "WORD") };
    let kind = name(&row.kind);
    let what = if row.subject == IRREGULARITY { kind } else { format!("{} on {kind}", plain(&row.subject)) };
    let what = shortened(&what, width.near(11));
    let currency = neutral(&row.currency);
    let money = match (row.moved, row.went_back) {
        (Some(moved), _) => Amount::new(moved, Some(&currency)).signed().to_string(),
        (None, Some(back)) => format!("{} went back", Amount::new(back, Some(&currency))),
        (None, None) if row.coup.is_some() => "not known; nothing went back".to_owned(),
        (None, None) => String::new(),
    };
    let gap = width.near(11).saturating_sub(what.width() + money.width());
    if money.is_empty() {
        let _ = writeln!(out, "  {colour}{mark:<8}{colour:#} {what}");
    } else if gap > 0 {
        let _ = writeln!(out, "  {colour}{mark:<8}{colour:#} {what}{:gap$}{money}", "");
    } else {
        let _ = writeln!(out, "  {colour}{mark:<8}{colour:#} {what}");
        let _ = writeln!(out, "           {money}");
    }
    let mut place = vec![name(&row.log)];
    match (&row.shoe, row.coup, row.line) {
        (Some(shoe), Some(coup), _) => place.push(format!("shoe{KEPT}{} coup{KEPT}{coup}", name(shoe))),
        (_, _, Some(line)) => place.push(format!("line{KEPT}{line}")),
        _ => {}
    }
    place.extend(row.wager.as_ref().map(|wager| format!("wager{KEPT}{}", name(wager))));
    let quiet = |text: &str, out: &mut String| {
        for line in wrapped(&shortened(text, width.longest()), width.beside(11)) {
            let _ = writeln!(out, "           {QUIET}{line}{QUIET:#}");
        }
    };
    quiet(&place.join(" "), out);
    let facts = facts(row);
    if !facts.is_empty() {
        quiet(&neutral(&facts), out);
    }
    let decided = match (row.ruling.as_deref().map(plain), row.by.as_deref().map(plain)) {
        (Some(ruling), Some(by)) => format!("ruling {ruling}, by {by}"),
        (Some(ruling), None) => format!("ruling {ruling}, decider not named"),
        (None, Some(by)) => format!("by {by}"),
        (None, None) => "no decision is logged".to_owned(),
    };
    let unsupported = row.faults.iter().any(|code| code == Code::ClaimUnsupported.as_str());
    let rests = match (row.is_on_word(), unsupported) {
        (true, _) => "on the recorder's word",
        (false, false) => "the log shows it",
        (false, true) => "the log shows that, but not the result that was declared by it",
    };
    sentence(&format!("{decided}; {rests}"), width, out);
    let clause = row.clause.as_ref().map_or_else(String::new, |clause| format!(" ({})", neutral(clause)));
    sentence(&format!("{}{clause}", neutral(&row.consequence)), width, out);
    if row.is_faulty() {
        let has_money = row.faults.iter().any(|code| Code::parse(code).is_some_and(Code::is_of_net_error));
        let owed = if has_money { ": what is owed by the rules stands in the finding" } else { "" };
        sentence(&format!("{}{owed}", neutral(&row.faults.join(", "))), width, out);
    }
}

/// Stakes are money; all else stands as it was logged.
fn facts(row: &RegisterRow) -> String {
    let money =
        |value: &str| value.parse::<i128>().ok().map(|minor| Amount::new(minor, Some(&row.currency)).to_string());
    let said = |fact: &FactRow| {
        let money = matches!(fact.name.as_str(), "stake" | "returned").then(|| money(&fact.value)).flatten();
        let value = if fact.value.is_empty() { "none named" } else { money.as_deref().unwrap_or(&fact.value) };
        format!("{} {value}", fact.name)
    };
    row.facts.iter().map(said).collect::<Vec<_>>().join("; ")
}

fn sentence(text: &str, width: Width, out: &mut String) {
    for line in wrapped(&shortened(text, width.longest()), width.beside(11)) {
        let _ = writeln!(out, "           {line}");
    }
}

fn note(text: &str, width: Width, out: &mut String) {
    for line in wrapped(text, width.beside(3)) {
        let _ = writeln!(out, "   {QUIET}{line}{QUIET:#}");
    }
}

fn heading(title: &str, width: Width, out: &mut String) {
    let cells = format!(" {:>7} {:>6} {:>6} {:>7} {:>16}", "entries", "fault", "word", "unknown", "moved by cards");
    table_heading(width, (2, 27), title, &cells, out);
}

fn line(sum: &RegisterSum, width: Width, out: &mut String) {
    let of = sum.name.as_deref().unwrap_or("not named");
    let label = neutral(&format!("{} {of}", sum.currency));
    let currency = neutral(&sum.currency);
    let moved = match sum.due_unknown > 0 && sum.due_unknown >= sum.coups {
        true => "unknown".to_owned(),
        false => Amount::new(sum.moved, Some(&currency)).signed().number(),
    };
    let cells = format!(" {:>7} {:>6} {:>6} {:>7} {moved:>16}", sum.entries, sum.faulty, sum.on_word, sum.due_unknown);
    table_row(width, (3, 26), &label, &cells, out);
}

fn name(text: &str) -> String {
    shortened(&neutral(text), LONGEST_NAME)
}

/// A word of the format as people read it.
fn plain(word: &str) -> String {
    neutral(word).replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{FactRow, Held, Summary};
    use crate::print::is_unsafe;

    const EVIL: &str = "x\u{1b}[2J\u{9b}31m\u{202e}z\u{200b}\r\n\tw";

    fn report() -> Report {
        let text = r#"{"type":"resettle-report/1","tool":"resettle 0.1.0","generated_at":"2026-01-01T00:00:00Z","inputs":[],"rulesets":[],
            "summary":{"coups":1,"wagers":1,"staked":0,"returned":0,"due":0,"net_variance":0,"by_code":{},"by_severity":{}},"findings":[]}"#;
        crate::read::WrittenReport::parse(text.as_bytes()).unwrap().report
    }

    fn row(kind: &str, evidence: &str, moved: Option<i128>, faults: &[&str]) -> RegisterRow {
        RegisterRow {
            subject: IRREGULARITY.into(),
            kind: kind.into(),
            log: "mbs-E7U-01-20230601".into(),
            shoe: Some("S-0001".into()),
            coup: Some(7),
            facts: vec![FactRow { name: "dealt".into(), value: "too_many".into() }],
            ruling: Some("void".into()),
            by: Some("dealer".into()),
            clause: Some("sg/mbs/electronic-7-up-baccarat/2023-05-08 5.3".into()),
            consequence: "the coup was voided".into(),
            evidence: evidence.into(),
            moved,
            currency: "SGD".into(),
            faults: faults.iter().map(|code| (*code).to_owned()).collect(),
            ..RegisterRow::default()
        }
    }

    fn sum(by: By, name: Option<&str>, entries: u64) -> RegisterSum {
        let name = name.map(str::to_owned);
        RegisterSum {
            by,
            currency: "SGD".into(),
            name,
            entries,
            faulty: 1,
            on_word: 2,
            moved: -2_500,
            ..RegisterSum::default()
        }
    }

    #[test]
    fn what_nobody_decided_of_a_coup_without_a_known_due_is_shown() {
        let open = RegisterRow {
            ruling: None,
            by: None,
            facts: vec![FactRow { name: "text".into(), value: "the cards do not give the result".into() }],
            ..row("other", "word", None, &[])
        };
        let shown = text(vec![open.clone()], true);
        assert!(shown.contains("shoe S-0001 coup 7\n           text the cards do not give the result\n"), "{shown}");
        assert!(shown.contains("no decision is logged; on the recorder's word"), "{shown}");
        for known in [
            RegisterRow { ruling: Some("stands".into()), ..open.clone() },
            RegisterRow { moved: Some(0), ..open.clone() },
            RegisterRow { coup: None, ..open },
        ] {
            assert!(!text(vec![known], true).contains("WORD"), "an entry that is not open");
        }
    }

    #[test]
    fn amounts_that_stand_under_two_kinds_and_wagers_without_a_decider_are_reported() {
        let reported = |kinds: &[i128], decider: RegisterSum| {
            let of = |moved: &i128| RegisterSum { moved: *moved, ..sum(By::Kind, Some("fraud"), 2) };
            let mut sums: Vec<RegisterSum> = kinds.iter().map(of).collect();
            sums.extend([sum(By::Table, Some("T"), 4), decider]);
            let text = register_text(&report(), &Held { register_sums: sums, ..Held::default() }, false, Width::USUAL)
                .unwrap();
            uncoloured(&text)
        };
        let once = reported(&[-2_500], sum(By::Decider, Some("dealer"), 4));
        assert!(!once.contains("counts under each") && !once.contains("no decisions"), "{once}");
        let twice = reported(&[-2_500, -2_500], RegisterSum { wagers: 3, ..sum(By::Decider, None, 4) });
        assert!(twice.contains("not named: 3 of them wagers refused or removed, no decisions\n"), "{twice}");
        let joined = twice.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(joined.contains("a coup counts under each of its kinds and deciders"), "{joined}");
        assert!(joined.ends_with("moved in all, each coup once: -25.00 SGD"), "{joined}");
        assert!(twice.lines().all(|line| line.chars().count() <= 80), "{twice}");
    }

    fn text(register: Vec<RegisterRow>, entries: bool) -> String {
        let sums = vec![
            sum(By::Kind, Some("insufficient_cards"), register.len() as u64),
            sum(By::Table, Some("E7U-01"), register.len() as u64),
            sum(By::Terminal, Some("T-1"), 1),
            sum(By::Decider, None, register.len() as u64),
        ];
        let sums = if register.is_empty() { Vec::new() } else { sums };
        let rows = Held { register, register_sums: sums, ..Held::default() };
        let text = register_text(&report(), &rows, entries, Width::USUAL).unwrap();
        uncoloured(&text)
    }

    fn uncoloured(text: &str) -> String {
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap().to_owned();
        parts.fold(first, |out, part| out + part.split_once('m').unwrap().1)
    }

    const TEXT: &str = "\
Register of irregularities
  6 logged, 1 found wrong, 2 on the recorder's word
   an entry can be both; moved: returned less due by the cards as logged, as if
   there were no irregularity, so that a void moves all it sends back (of an
   interruption of terminals: of the wagers made there, and in the sums below of
   its coup); went back: all that did, where the cards do not show what was
   moved; what is owed is by the rules, and stands in the finding; + favours the
   players
  FAULT    unauthorised_draw                        not known; nothing went back
           mbs-E7U-01-20230601 shoe S-0001 coup 7
           dealt too_many
           ruling void, by dealer; the log shows it
           the coup was voided (sg/mbs/electronic-7-up-baccarat/2023-05-08 5.3)
           claim/refuted, void/groundless: what is owed by the rules stands in
           the finding
  WORD     insufficient_cards                                        -900.00 SGD
           mbs-E7U-01-20230601 shoe S-0001 coup 7
           dealt too_many
           ruling void, by dealer; on the recorder's word
           the coup was voided (sg/mbs/electronic-7-up-baccarat/2023-05-08 5.3)
  WORD     wrong_card_count                                           +25.00 SGD
           mbs-E7U-01-20230601 shoe S-0001 coup 7
           dealt too_many
           ruling void, by dealer; on the recorder's word
           the coup was voided (sg/mbs/electronic-7-up-baccarat/2023-05-08 5.3)
  WORD     refused wager on tie                                        +0.05 SGD
           mbs-E7U-01-20230601 shoe S-0001 coup 7 wager w3
           dealt too_many
           no decision is logged; on the recorder's word
           the coup was voided (sg/mbs/electronic-7-up-baccarat/2023-05-08 5.3)
   and, without a fault found, 1 that the log shows and 1 on the recorder's word
   that moved nothing, under `register` in report.json
   FAULT: the finding named says that what it claims, how it was handled or what
   was announced with it is wrong, which need not be the fault of who decided;
   WORD: it rests on the recorder's word alone; †: a reading
  By kind                     entries  fault   word unknown   moved by cards
   SGD insufficient_cards           6      1      2       0           -25.00
  By decider                  entries  fault   word unknown   moved by cards
   SGD not named                    6      1      2       0           -25.00
";

    #[test]
    fn a_register_as_people_read_it() {
        let rows = vec![
            row("display_error", "log", Some(50), &[]),
            row("fraud", "word", Some(0), &[]),
            row("wrong_card_count", "word", Some(2_500), &[]),
            row("insufficient_cards", "word", Some(-90_000), &[]),
            row("unauthorised_draw", "log", None, &["claim/refuted", "void/groundless"]),
            RegisterRow {
                subject: "refused_wager".into(),
                wager: Some("w3".into()),
                ruling: None,
                by: None,
                ..row("tie", "word", Some(5), &[])
            },
        ];
        assert_eq!(text(rows.clone(), true), TEXT);
        assert!(!text(rows, false).contains("FAULT"), "the sums alone");
        assert_eq!(text(Vec::new(), true), "");
    }

    #[test]
    fn the_most_severe_are_listed_and_the_others_are_counted() {
        let mut rows: Vec<RegisterRow> = (1..=30).map(|moved| row("fraud", "word", Some(moved), &[])).collect();
        rows.push(row("other", "log", Some(0), &["claim/refuted"]));
        let reported = text(rows, true);
        assert!(reported.contains("  FAULT    other"), "{reported}");
        assert!(reported.contains("+0.30 SGD") && !reported.contains("+0.11 SGD"), "{reported}");
        assert!(
            reported.contains("  and 11 more, 0 of them found wrong, under `register` in report.json\n"),
            "{reported}"
        );
        assert_eq!(reported.matches(" SGD\n").count(), MOST_SHOWN);
    }

    #[test]
    fn whatever_a_log_says_nothing_steers_the_terminal_or_is_wider_than_it() {
        let mut evil = row(EVIL, "word", Some(i128::MIN), &["claim/refuted", EVIL]);
        for text in [&mut evil.log, &mut evil.consequence, &mut evil.subject] {
            *text = EVIL.repeat(60);
        }
        (evil.shoe, evil.wager, evil.by, evil.clause) =
            (Some(EVIL.repeat(40)), Some(EVIL.repeat(40)), Some(EVIL.to_owned()), Some(EVIL.repeat(40)));
        evil.ruling = Some(EVIL.to_owned());
        evil.facts = vec![FactRow { name: EVIL.to_owned(), value: EVIL.repeat(900) }];
        let mut sums = vec![sum(By::Kind, Some(&EVIL.repeat(9)), 1)];
        sums[0].currency = EVIL.to_owned();
        (sums[0].entries, sums[0].faulty, sums[0].on_word) = (9_999_999, 999_999, 999_999);
        (sums[0].due_unknown, sums[0].moved) = (999_999, -999_999_999_999_999);
        let rows = Held { register: vec![evil], register_sums: sums, ..Held::default() };
        let mut report = report();
        report.summary = Summary { register_truncated: [(EVIL.to_owned(), 999_999)].into(), ..report.summary };
        let text = register_text(&report, &rows, true, Width::USUAL).unwrap();
        let text = uncoloured(&text);
        assert!(!text.chars().any(|letter| is_unsafe(letter) && letter != '\n'), "{text:?}");
        for line in text.lines() {
            assert!(line.width() <= 80, "{line}");
        }
    }
}
