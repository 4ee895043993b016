//! What a report was made with, compared with the reader's own files: whoever makes a report chooses whose keys count in it.

use std::collections::{BTreeMap, BTreeSet};

use resettle_oversight::{digest, roster};
use resettle_sealed_log::{Digest, TrustStore};
use resettle_signing::allowed_signers::KeyStatus;
use resettle_signing::{AllowedSigners, Moment};

use super::Problem;
use crate::document::{Report, TrustUsed};

/// The reader's own files; what is not given is not compared.
#[derive(Clone, Copy, Debug)]
pub struct OwnFiles<'o> {
    /// Which keys seal logs, and the files that say so.
    pub trust: Option<(&'o TrustStore, &'o TrustUsed)>,
    /// Who signs rosters.
    pub roster_signers: Option<&'o AllowedSigners>,
    /// Who signs digests.
    pub digest_signers: Option<&'o AllowedSigners>,
    /// The moment at which they have to be accepted.
    pub moment: Moment,
}

/// Where what a report says that it was made with is not as the reader's files have it.
#[must_use]
pub fn not_as_own(report: &Report, own: &OwnFiles<'_>) -> Vec<Problem> {
    // A register of promotions rests on none of them.
    if report.promotions.is_some() {
        return Vec::new();
    }
    let all = [("trust store", trust(report, own)), ("roster", roster(report, own)), ("digests", digests(report, own))];
    all.into_iter().filter_map(|(what, why)| why.map(|why| Problem::NotAsOwn { what, why })).collect()
}

/// What a report rests on and the reader gave no file of, in words.
#[must_use]
pub fn not_compared(report: &Report, own: &OwnFiles<'_>) -> Vec<&'static str> {
    let run = report.run.as_ref();
    let rests = [
        (report.trust.is_some() && own.trust.is_none(), "its trust store (--trust)"),
        (
            run.is_some_and(|run| run.roster.is_some()) && own.roster_signers.is_none(),
            "the signer of its roster (--roster-signers)",
        ),
        (
            run.is_some_and(|run| !run.digests.is_empty()) && own.digest_signers.is_none(),
            "the signers of its digests (--digest-signers)",
        ),
    ];
    rests.into_iter().filter_map(|(is, what)| is.then_some(what)).collect()
}

/// One key that signed several of the things that are to vouch for each other, in words. `signer` is the fingerprint of the key
/// that signed the report, where it is known.
#[must_use]
pub fn one_key(report: &Report, signer: Option<&str>) -> Vec<String> {
    let mut signed: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let run = report.run.as_ref();
    let of_roster = run.and_then(|run| run.roster.as_ref()?.signer.as_deref());
    let of_digests = run.iter().flat_map(|run| &run.digests).map(|used| used.signer.as_str());
    let all = of_roster.and_then(fingerprint).map(|key| (key, "the roster")).into_iter();
    let all = all.chain(of_digests.filter_map(fingerprint).map(|key| (key, "digests")));
    for (key, what) in all.chain(signer.map(|key| (key, "this report"))) {
        signed.entry(key).or_default().insert(what);
    }
    let several = signed.iter().filter(|(_, what)| what.len() > 1);
    several
        .map(|(key, what)| {
            // In the order in which they are made.
            let named = ["the roster", "digests", "this report"].into_iter().filter(|one| what.contains(one));
            let named: Vec<&str> = named.collect();
            let (last, others) = named.split_last().map_or(("", &[][..]), |(last, others)| (*last, others));
            format!("one key signed {} and {last}: {key}", others.join(", "))
        })
        .collect()
}

/// The fingerprint at the end of a signer in words, before what is said of them.
fn fingerprint(signer: &str) -> Option<&str> {
    const LENGTH: usize = "SHA256:".len() + 43;
    let from = signer.rfind("SHA256:")?;
    signer.get(from..from + LENGTH)
}

fn trust(report: &Report, own: &OwnFiles<'_>) -> Option<String> {
    let (store, used) = own.trust?;
    let Some(theirs) = &report.trust else {
        return Some("it names none, so that no seal was asked for".to_owned());
    };
    let hashes = |of: &TrustUsed| of.files().map(|file| file.sha256.clone()).collect::<BTreeSet<String>>();
    let (of_report, of_own) = (hashes(theirs), hashes(used));
    if of_report == of_own {
        return None;
    }
    let listed = |all: &BTreeSet<String>| all.iter().cloned().collect::<Vec<_>>().join(", ");
    let known = |id: &str| Digest::from_hex(id).is_some_and(|id| store.get(id).is_some());
    let mut unknown: BTreeMap<&str, &str> = BTreeMap::new();
    for input in &report.inputs {
        input.keys.iter().filter(|id| !known(id)).for_each(|id| {
            unknown.entry(id).or_insert(&input.path);
        });
    }
    let keys: Vec<String> = unknown.iter().take(MOST_NAMED).map(|(id, path)| format!("{id} ({path})")).collect();
    let keys = match unknown.len() {
        0 => "every key that sealed a log of the report is in yours too, perhaps with other rights".to_owned(),
        all if all > MOST_NAMED => format!("not in yours are {}, and {} more", keys.join(", "), all - MOST_NAMED),
        _ => format!("not in yours are keys that sealed its logs: {}", keys.join(", ")),
    };
    Some(format!("its SHA-256 is {}, and that of yours {}; {keys}", listed(&of_report), listed(&of_own)))
}

/// How many keys are named one by one.
const MOST_NAMED: usize = 10;

fn roster(report: &Report, own: &OwnFiles<'_>) -> Option<String> {
    let signers = own.roster_signers?;
    let used = report.run.as_ref().and_then(|run| run.roster.as_ref());
    let Some(used) = used else { return Some("it was made without one".to_owned()) };
    let Some(signer) = &used.signer else {
        return Some(format!("{:?} was taken without asking who signed it", used.path));
    };
    refused(signer, signers, roster::NAMESPACE, own.moment).map(|why| format!("{:?} was signed by {why}", used.path))
}

fn digests(report: &Report, own: &OwnFiles<'_>) -> Option<String> {
    let signers = own.digest_signers?;
    let used = report.run.as_ref().map_or(&[][..], |run| run.digests.as_slice());
    if used.is_empty() {
        return Some("it was made without any".to_owned());
    }
    let by: BTreeSet<&str> = used.iter().map(|digest| digest.signer.as_str()).collect();
    let refused: Vec<String> =
        by.into_iter().filter_map(|signer| refused(signer, signers, digest::NAMESPACE, own.moment)).collect();
    (!refused.is_empty()).then(|| format!("some were signed by {}", refused.join("; ")))
}

/// Whom the reader's own file does not accept.
fn refused(signer: &str, signers: &AllowedSigners, namespace: &str, moment: Moment) -> Option<String> {
    let key = fingerprint(signer).and_then(|print| signers.by_fingerprint(print));
    let why = match key.map(|key| signers.status(key, None, namespace, moment)) {
        Some(KeyStatus::Accepted { .. }) => return None,
        Some(KeyStatus::Refused(refusals)) => refusals.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        Some(KeyStatus::Unknown) | None => "yours does not list that key".to_owned(),
    };
    Some(format!("{signer:?}: {why}"))
}

#[cfg(test)]
mod tests {
    use resettle_signing::PrivateKey;
    use serde_json::json;

    use super::*;
    use crate::read::WrittenReport;

    fn key(seed: u8) -> resettle_sealed_log::PublicKey {
        PrivateKey::from_seed(&[seed; 32], "").unwrap().public_key().unwrap()
    }

    /// Of key 1 the roster, of key 2 the digests, of key 3 the log.
    fn report(roster: Option<String>, digests: &[String]) -> Report {
        let digest = |signer: &String| json!({"path": "d", "sha256": "", "venue": "mbs", "day": "2023-06-01", "logs": 1, "idle": 0, "signer": signer});
        let scope = json!({"folder": "logs", "from": null, "to": null, "tables": [], "logs_found": 1, "logs_left_out": 0,
            "other_files": 0, "unread": []});
        let input = json!({"path": "logs/a", "log": "a", "sha256": "", "records": 1, "coups": 0, "authenticated_records": 1,
            "keys": [key(3).id().to_string()]});
        let roster =
            json!({"path": "roster.yaml", "sha256": "", "expected": 1, "missing": 0, "unlisted": [], "signer": roster});
        let file = json!({"type": "resettle-report/1", "tool": "t", "generated_at": "", "inputs": [input], "rulesets": [],
            "trust": {"path": "trust.yaml", "sha256": "aa"}, "scope": scope, "venues": [], "roster": roster,
            "digests": digests.iter().map(digest).collect::<Vec<_>>(),
            "summary": {"coups": 0, "wagers": 0, "by_code": {}, "by_severity": {}}, "findings": [], "tables": []});
        WrittenReport::parse(file.to_string().as_bytes()).unwrap().report
    }

    fn by(seed: u8) -> String {
        format!("somebody, {}", key(seed).fingerprint())
    }

    fn signers(namespace: &str, seed: u8) -> AllowedSigners {
        let line = format!("x@y namespaces=\"{namespace}\" {}\n", key(seed).to_openssh(""));
        AllowedSigners::parse(line.as_bytes()).unwrap()
    }

    const NOON: Moment = Moment { unix: 1_795_262_400, local_offset: 0 };
    const NONE: OwnFiles<'static> = OwnFiles { trust: None, roster_signers: None, digest_signers: None, moment: NOON };

    fn said(report: &Report, own: &OwnFiles<'_>) -> Vec<String> {
        let problems = not_as_own(report, own);
        assert!(problems.iter().all(|problem| problem.state() == crate::State::NotAsOwn));
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn signers_have_to_be_those_of_the_reader() {
        let made = report(Some(by(1)), &[by(2), format!("{}, whom no file names", key(2).fingerprint())]);
        let (rosters, digests) = (signers("resettle-roster", 1), signers("resettle-digest", 2));
        let own = OwnFiles { roster_signers: Some(&rosters), digest_signers: Some(&digests), ..NONE };
        assert_eq!(said(&made, &own), [""; 0]);
        // Another key, the right key for another use, none at all.
        for (roster, of_digests) in [(Some(by(4)), vec![by(4)]), (Some(by(2)), vec![by(1)]), (None, Vec::new())] {
            let other = report(roster, &of_digests);
            let found = said(&other, &own);
            let [roster, digests] = found.as_slice() else { panic!("{found:?}") };
            assert!(roster.starts_with("it was not made with the roster that you gave: "), "{roster}");
            assert!(digests.starts_with("it was not made with the digests that you gave: "), "{digests}");
        }
        let wrong = signers("file", 1);
        let found = said(&made, &OwnFiles { roster_signers: Some(&wrong), ..NONE });
        assert!(found[0].contains("line 1 allows it only for \"file\""), "{found:?}");
    }

    #[test]
    fn the_trust_store_has_to_be_that_of_the_reader() {
        let store = |seed: u8| {
            let key = key(seed).to_openssh("");
            TrustStore::from_yaml(&format!(
                "keys:\n  - name: B1\n    public_key: {key}\n    venue: mbs\n    tables: [B1]\n    from: 2023-01-01T00:00:00+08:00\n"
            ))
            .unwrap()
        };
        let used = |sha256: &str| TrustUsed { path: String::new(), sha256: sha256.to_owned(), also: Vec::new() };
        let (own, other) = (store(3), store(4));
        let (same, another) = (used("aa"), used("bb"));
        let with = |store, used| OwnFiles { trust: Some((store, used)), ..NONE };
        let made = report(None, &[]);
        assert_eq!(said(&made, &with(&own, &same)), [""; 0]);
        let found = said(&made, &with(&own, &another));
        assert!(found[0].contains("its SHA-256 is aa, and that of yours bb; every key that sealed a log"), "{found:?}");
        let found = said(&made, &with(&other, &another));
        assert!(found[0].contains(&format!("not in yours are keys that sealed its logs: {} (logs/a)", key(3).id())));
        let mut without = made;
        without.trust = None;
        assert!(said(&without, &with(&own, &same))[0].contains("it names none"));
    }

    #[test]
    fn what_was_not_compared_is_said() {
        let made = report(Some(by(1)), &[by(2)]);
        assert_eq!(not_compared(&made, &NONE).len(), 3);
        let rosters = signers("resettle-roster", 1);
        let own = OwnFiles { roster_signers: Some(&rosters), ..NONE };
        assert_eq!(
            not_compared(&made, &own),
            ["its trust store (--trust)", "the signers of its digests (--digest-signers)"]
        );
    }

    #[test]
    fn one_key_that_signed_several_is_named() {
        let print = |seed: u8| key(seed).fingerprint();
        let made = |roster: u8, digest: u8| report(Some(by(roster)), &[by(digest), by(digest)]);
        assert_eq!(one_key(&made(1, 2), Some(&print(3))), [""; 0]);
        let said = [format!("one key signed the roster and digests: {}", print(1))];
        assert_eq!(one_key(&made(1, 1), Some(&print(3))), said);
        assert_eq!(one_key(&made(1, 1), None), said);
        let said = [format!("one key signed digests and this report: {}", print(2))];
        assert_eq!(one_key(&made(1, 2), Some(&print(2))), said);
        let said = [format!("one key signed the roster, digests and this report: {}", print(1))];
        assert_eq!(one_key(&made(1, 1), Some(&print(1))), said);
    }
}
