//! What a run judges by, as far as it decides whether a finding could come of it again.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Carried;

/// What a report was judged by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Asked {
    /// The ruleset that was named to judge every coup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// The digest of each ruleset that judged coups.
    #[serde(default)]
    pub rulesets: BTreeMap<String, String>,
    /// The dates that were stated, by ruleset.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, String>,
    /// The SHA-256 of each trust store.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub trust: BTreeSet<String>,
    /// The SHA-256 of the approvers file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approvers: Option<String>,
    /// Whether every ruleset that nobody approved was reported.
    #[serde(default)]
    pub require_approved: bool,
    /// The settings; null where an earlier version does not say them.
    pub settings: Option<AskedSettings>,
    /// The SHA-256 of the roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roster: Option<String>,
    /// Whether logs were compared with what was remembered of them.
    #[serde(default)]
    pub heads: bool,
    /// Whether logs were compared with venue digests.
    #[serde(default)]
    pub digests: bool,
    /// The SHA-256 of each of these digests.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub digest_files: BTreeSet<String>,
}

/// The settings by which sources were judged, defaults included. Times in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AskedSettings {
    /// How much later than the close a wager of a source may be, by source.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub clock_tolerance: BTreeMap<String, i64>,
    /// `clock_slack.noticed`.
    pub noticed: i64,
    /// `clock_slack.times`.
    pub times: i64,
    /// `expected.shoe`.
    pub shoes: u64,
    /// `expected.display`.
    pub displays: u64,
    /// `expected.terminals`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terminals: Vec<String>,
}

/// Findings that come of a log's bytes and keys alone, whatever rules and settings judge.
fn is_of_the_log(code: &str) -> bool {
    code.starts_with("integrity/")
}

/// Findings of which the roster says what had to be there.
const ASKED_BY_A_ROSTER: [&str; 2] = ["reconcile/missing-log", "reconcile/profile"];

pub(super) const ANOTHER_ROSTER: &str = "--roster: another roster";

/// Findings about approvals of rulesets.
fn is_of_approvals(code: &str) -> bool {
    matches!(code, "ruleset/unapproved" | "ruleset/altered")
}

impl Asked {
    /// What this run lacks of what was asked `then`, as far as it may have given the exception; in words. `games` are those
    /// of its logs, as ids of rulesets name them (`mbs/baccarat`).
    #[must_use]
    pub fn lacks(&self, then: &Self, of: &Carried, games: &BTreeSet<String>) -> Vec<String> {
        let mut out = Vec::new();
        if !then.trust.is_empty() && self.trust.is_empty() {
            out.push("--trust: no seal was verified".to_owned());
        } else if matches!(
            of.code.as_str(),
            "integrity/untrusted-key" | "integrity/bad-signature" | "reconcile/unvouched"
        ) && self.trust != then.trust
        {
            out.push("--trust: another trust store".to_owned());
        }
        if then.approvers.is_some() && self.approvers.is_none() {
            out.push("--approvers: no approval was verified".to_owned());
        } else if is_of_approvals(&of.code) && self.approvers != then.approvers {
            out.push("--approvers: another file".to_owned());
        }
        if ASKED_BY_A_ROSTER.contains(&of.code.as_str()) && self.is_by_another_roster(then) {
            out.push(ANOTHER_ROSTER.to_owned());
        }
        if of.code == "reconcile/digest-mismatch" && !then.digest_files.is_subset(&self.digest_files) {
            out.push("--digests: not all of those of then".to_owned());
        }
        if then.require_approved && !self.require_approved {
            out.push("--require-approved".to_owned());
        }
        if !is_of_the_log(&of.code) && !is_of_approvals(&of.code) {
            self.lacks_rules(then, of, games, &mut out);
            self.lacks_settings(then, of, &mut out);
        }
        out
    }

    /// Whether the roster of then was another one: what it asked for this one may leave out, or ask less of.
    pub(super) fn is_by_another_roster(&self, then: &Self) -> bool {
        then.roster.is_some() && self.roster != then.roster
    }

    fn lacks_rules(&self, then: &Self, of: &Carried, games: &BTreeSet<String>, out: &mut Vec<String>) {
        match (&then.ruleset, &self.ruleset) {
            (then, now) if then == now => {}
            (Some(then), _) => out.push(format!("--ruleset {then}")),
            (None, now) => {
                let now = now.as_deref().unwrap_or_default();
                out.push(format!("the rulesets in force: every coup was judged by {now}"));
            }
        }
        if self.facts != then.facts {
            out.push("--facts: other dates of rulesets".to_owned());
        }
        let Some(id) = of.ruleset.as_deref() else {
            self.lacks_rules_of(games, then, out);
            return;
        };
        match (then.rulesets.get(id), self.rulesets.get(id)) {
            (Some(then), Some(now)) if then == now => {}
            (None, _) => {}
            (Some(_), Some(_)) => out.push(format!("the ruleset {id} as it was: its digest is another one")),
            (Some(_), None) => out.push(format!("the ruleset {id}: it judged no coup")),
        }
    }

    /// Where nothing says which ruleset judged a coup it was one of those of its game: no other may have judged that game now.
    fn lacks_rules_of(&self, games: &BTreeSet<String>, then: &Self, out: &mut Vec<String>) {
        if then.rulesets.is_empty() {
            return;
        }
        let is_of_game = |id: &str| games.contains(&id.split('/').skip(1).take(2).collect::<Vec<_>>().join("/"));
        // A ruleset may be called as its author likes.
        let any = then.rulesets.keys().any(|id| is_of_game(id));
        let mut now = self.rulesets.iter().filter(|(id, _)| !any || is_of_game(id)).peekable();
        if now.peek().is_none() {
            out.push("the rulesets of then: none of them judged a coup".to_owned());
        }
        for (id, _) in now.filter(|(id, digest)| then.rulesets.get(*id) != Some(*digest)) {
            out.push(format!("the rulesets of then: {id} judged coups, and as it is it judged none then"));
        }
    }

    fn lacks_settings(&self, then: &Self, of: &Carried, out: &mut Vec<String>) {
        let Some(now) = &self.settings else { return };
        // A version that did not say its settings may have had none.
        let Some(then) = &then.settings else {
            if !now.clock_tolerance.is_empty() || now.noticed > 60_000 || now.times > 1_000 {
                out.push("--settings: the report of then does not say by which it judged".to_owned());
            } else if of.code == "reconcile/missing-source" {
                out.push("--settings: which sources there had to be is not known".to_owned());
            }
            return;
        };
        for (source, now) in &now.clock_tolerance {
            let then = then.clock_tolerance.get(source).copied().unwrap_or(0);
            if *now > then {
                out.push(format!("--settings: the clock of {source} may be off by {now} ms, then by {then} ms"));
            }
        }
        for (what, now, then) in [("noticed", now.noticed, then.noticed), ("times", now.times, then.times)] {
            if now > then {
                out.push(format!("--settings: the slack of {what} is {now} ms, then {then} ms"));
            }
        }
        for (what, now, then) in [("shoes", now.shoes, then.shoes), ("displays", now.displays, then.displays)] {
            if now < then {
                out.push(format!("--settings: {now} {what} expected, then {then}"));
            }
        }
        let gone: Vec<&str> =
            then.terminals.iter().filter(|one| !now.terminals.contains(one)).map(String::as_str).collect();
        if !gone.is_empty() {
            out.push(format!("--settings: no log of {} expected", gone.join(", ")));
        }
    }
}
