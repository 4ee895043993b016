//! The engine against the reference settler: one log, what the simulator expects of it, what a replay finds.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeMap;

use resettle_audit::{Audit, AuditedLog, Finding, Replay, Settings};
use resettle_coup_log::LogReader;
use resettle_sealed_log::TrustStore;
use resettle_simulate::{Config, Expected, SimulatedLog, simulate};

/// A log that the reference settler played.
pub struct Played {
    pub log: Vec<u8>,
    pub outcome: SimulatedLog,
    pub trust: TrustStore,
}

impl Played {
    pub fn of(config: &Config) -> Played {
        let mut log = Vec::new();
        let outcome = simulate(config, &mut log).unwrap();
        let trust = TrustStore::from_yaml(&outcome.trust_yaml).unwrap();
        Played { log, outcome, trust }
    }

    pub fn replay(&self, settings: &Settings) -> AuditedLog {
        knowing_late(
            settings,
            |audited: &AuditedLog| &audited.audit,
            |settings| Replay::by(settings).audit_log(LogReader::new(&self.log[..], Some(&self.trust)), "log.jsonl"),
        )
    }

    /// Where the two do not agree, in words.
    pub fn disagreements(&self, settings: &Settings) -> Vec<String> {
        let found = self.replay(settings).audit.findings;
        let mut balance: BTreeMap<String, (Vec<&Expected>, Vec<&Finding>)> = BTreeMap::new();
        for wanted in &self.outcome.expected {
            balance.entry(key(wanted.code, wanted.shoe.as_deref(), wanted.coup)).or_default().0.push(wanted);
        }
        for finding in &found {
            let place = &finding.place;
            balance.entry(key(finding.code.as_str(), place.shoe.as_deref(), place.coup)).or_default().1.push(finding);
        }
        let mut wrong = Vec::new();
        for (key, (wanted, found)) in &balance {
            if wanted.len() != found.len() {
                wrong.push(format!("{key}: {} expected, {} found: {found:?}", wanted.len(), found.len()));
                continue;
            }
            for wanted in wanted {
                let fits = |finding: &&&Finding| {
                    wanted.wager.as_ref().is_none_or(|wager| finding.wager.as_ref() == Some(wager))
                        && wanted.money.is_none_or(|money| finding.money == Some(money))
                };
                if !found.iter().any(|finding| fits(&finding)) {
                    wrong.push(format!("{key}: expected {wanted:?}, found {found:?}"));
                }
            }
        }
        wrong
    }
}

/// Judges once more where incidents were written after their coups had been judged.
pub fn knowing_late<T>(settings: &Settings, audit: impl Fn(&T) -> &Audit, judged: impl Fn(&Settings) -> T) -> T {
    let first = judged(settings);
    let late = &audit(&first).late;
    if late.is_empty() {
        return first;
    }
    judged(&settings.knowing(late))
}

/// Findings of a log or ruleset have no place that the simulator states.
fn key(code: &str, shoe: Option<&str>, coup: Option<u64>) -> String {
    if code.starts_with("integrity/") || code.starts_with("ruleset/") {
        return code.to_owned();
    }
    format!("{code} {} {}", shoe.unwrap_or("-"), coup.unwrap_or(0))
}

/// The embedded rulesets, each in force when its document says.
pub fn settings() -> Settings {
    Settings { registry: resettle_rulesets::registry().unwrap(), named: None, ..Settings::default() }
}
