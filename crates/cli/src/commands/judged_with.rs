//! What a report says that judged beside the logs, and what nobody asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use resettle_audit::SourceSettings;
use resettle_oversight::carried::{Asked, AskedSettings};
use resettle_report::document::{FactsUsed, GivenRow, HeadsUsed, JudgedWith, TrustUsed};
use resettle_run::stated;

use super::ground::Ground;
use crate::approvals::Approvals;
use crate::error::Error;
use crate::files;
use crate::rules::listed;

/// Nanoseconds of a millisecond, in which settings are written.
const MILLISECOND: i128 = 1_000_000;

/// The files and options of a run.
pub struct GivenFiles<'g> {
    pub ground: &'g Ground<'g>,
    /// The stated facts, as the report lists them.
    pub facts: Option<&'g FactsUsed>,
    pub heads: Option<HeadsUsed>,
    /// The SHA-256 of each digest; a folder without any is refused.
    pub digests: BTreeSet<String>,
    pub previous: bool,
    /// Further rows: what a report is made with besides.
    pub more: Vec<GivenRow>,
}

/// A row for a file that is read here for its hash.
pub fn file_row(option: &str, path: &Path) -> Result<GivenRow, Error> {
    let sha256 = Some(files::sha256(&files::bytes(path)?));
    Ok(GivenRow { option: option.to_owned(), value: Some(path.display().to_string()), sha256 })
}

/// A row for the heads file; one that was not there before has no hash.
pub fn heads_row(used: &HeadsUsed) -> GivenRow {
    GivenRow { option: "--heads".to_owned(), value: Some(used.path.clone()), sha256: used.sha256.clone() }
}

/// A row for what is no file.
pub fn option_row(option: &str, value: Option<String>) -> GivenRow {
    GivenRow { option: option.to_owned(), value, sha256: None }
}

impl GivenFiles<'_> {
    /// All of it; `rulesets` are those that judged coups, with their digests.
    pub fn judged_with(self, rulesets: BTreeMap<String, String>) -> Result<JudgedWith, Error> {
        let asked = self.asked(rulesets);
        let mut given = Vec::new();
        let used = |option: &str, path: &str, sha256: &str| GivenRow {
            option: option.to_owned(),
            value: Some(path.to_owned()),
            sha256: Some(sha256.to_owned()),
        };
        let folder = |option: &str, path: &Path| option_row(option, Some(path.display().to_string()));
        let (by, ground) = (self.ground.by, self.ground);
        given.extend(self.trust().map(|one| used("--trust", &one.path, &one.sha256)));
        let named = by.rules.rulesets.iter().map(|place| ("--rulesets", place));
        for (option, place) in named.chain(by.rules.add_rulesets.iter().map(|place| ("--add-rulesets", place))) {
            let sha256 = Some(files::sha256(listed(place)?.as_bytes()));
            given.push(GivenRow { sha256, ..folder(option, place.named()) });
        }
        given.extend(ground.in_force.ruleset.clone().map(|id| option_row("--ruleset", Some(id))));
        given.extend(self.facts.map(|one| used("--facts", &one.path, &one.sha256)));
        given.extend(self.approvers().map(|one| used("--approvers", &one.path, &one.sha256)));
        given.extend(by.approval.approvals.iter().map(|path| folder("--approvals", path)));
        given.extend(ground.in_force.require_approved.then(|| option_row("--require-approved", None)));
        given.extend(by.settings.as_deref().map(|path| file_row("--settings", path)).transpose()?);
        given.extend(ground.roster.as_ref().map(|(_, (path, sha256))| used("--roster", path, sha256)));
        given.extend(ground.staff.given());
        given.extend(self.more);
        let lacks = [
            ("trust store", asked.trust.is_empty()),
            ("approvals", asked.approvers.is_none()),
            ("settings", by.settings.is_none()),
            ("roster", asked.roster.is_none()),
            ("heads", self.heads.is_none()),
            ("digests", self.digests.is_empty()),
            ("previous report", !self.previous),
        ];
        let not_asked = lacks.into_iter().filter(|(_, lacks)| *lacks).map(|(what, _)| what.to_owned()).collect();
        Ok(JudgedWith { given, not_asked, asked })
    }

    /// What a later report compares.
    pub fn asked(&self, rulesets: BTreeMap<String, String>) -> Asked {
        let ground = self.ground;
        Asked {
            ruleset: ground.in_force.ruleset.clone(),
            rulesets,
            facts: self.facts.map(stated).unwrap_or_default(),
            trust: self.trust().map(|used| used.sha256.clone()).collect(),
            approvers: self.approvers().map(|used| used.sha256.clone()),
            require_approved: ground.in_force.require_approved,
            settings: Some(settings(&ground.about)),
            roster: ground.roster.as_ref().map(|(_, (_, sha256))| sha256.clone()),
            // A file that remembers no log asks nothing.
            heads: self.heads.as_ref().is_some_and(|heads| heads.remembered > 0),
            digests: !self.digests.is_empty(),
            digest_files: self.digests.clone(),
        }
    }

    fn trust(&self) -> impl Iterator<Item = &TrustUsed> {
        self.ground.trusted.iter().flat_map(|(_, used)| used.files())
    }

    /// The approvers file with its hash.
    fn approvers(&self) -> Option<&TrustUsed> {
        self.ground.approvals.as_ref().map(Approvals::used)
    }
}

fn settings(about: &SourceSettings) -> AskedSettings {
    let millis = |nanos: i128| i64::try_from(nanos / MILLISECOND).unwrap_or(i64::MAX);
    AskedSettings {
        clock_tolerance: about
            .sources
            .iter()
            .map(|(source, stated)| (source.clone(), millis(stated.clock_tolerance)))
            .collect(),
        noticed: millis(about.clock_slack.noticed),
        times: millis(about.clock_slack.times),
        shoes: about.expected.shoe as u64,
        displays: about.expected.display as u64,
        terminals: about.expected.terminals.clone(),
    }
}
