//! Judges one log with the library: `cargo run -p resettle-audit --example judge_a_log -- LOG TRUST`

use std::error::Error;
use std::fs::{self, File};
use std::io::BufReader;

use resettle_audit::{Replay, Settings};
use resettle_coup_log::LogReader;
use resettle_game::Amount;
use resettle_sealed_log::TrustStore;

/// What was found in a log, a line each, and the sums.
///
/// # Errors
/// Files that cannot be read, a trust store that is none, a log of a tournament.
pub fn judge(log: &str, trust: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let yaml = fs::read_to_string(trust)?;
    let store = TrustStore::from_yaml(&yaml).map_err(|faults| faults.render(trust, &yaml, false))?;
    let settings = Settings { registry: resettle_rulesets::registry()?, ..Settings::default() };
    let judged = Replay::by(&settings).audit_log(LogReader::new(BufReader::new(File::open(log)?), Some(&store)), log);
    if let Some(error) = judged.read_error {
        return Err(error.into());
    }
    if judged.audit.tournament {
        return Err("a tournament is judged by all its logs together: docs/library.md".into());
    }
    let currency = judged.verdict.open.as_ref().map(|open| open.currency.as_str());
    let money = |amount: i128| Amount::new(amount, currency).to_string();
    let mut lines = Vec::new();
    for found in &judged.audit.findings {
        let place = &found.place;
        // What a log writes may hold anything: `{:?}` shows control characters as escapes.
        let at = format!("line {:?} shoe {:?} coup {:?} wager {:?}", place.line, place.shoe, place.coup, found.wager);
        let moved = found.money.map_or("-".to_owned(), |amount| money(amount.into()));
        lines.push(format!("{} {} {at} {moved}", found.code, found.severity));
    }
    let (read, sums) = (&judged.verdict, &judged.audit.totals);
    lines.push(format!("{} of {} records are authentic", read.authenticated_records, read.records));
    let net = sums.money.returned - sums.money.due;
    lines.push(format!("{} coups, {} wagers, net {}", sums.coups, sums.money.wagers, money(net)));
    Ok(lines)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [log, trust] = args.as_slice() else { return Err("usage: judge_a_log LOG TRUST".into()) };
    judge(log, trust)?.iter().for_each(|line| println!("{line}"));
    Ok(())
}
