//! What a report says that judged beside the logs, and what nobody asked for.

use std::collections::BTreeMap;
use std::path::Path;

use resettle_audit::SourceSettings;
use resettle_oversight::carried::{Asked, AskedSettings};
use resettle_report::document::{FactsUsed, GivenRow, HeadsUsed, JudgedWith, TrustUsed};
use resettle_run::stated;

use crate::args::{ApprovalArgs, RulesArgs};
use crate::error::Error;
use crate::files;
use crate::rules::listed;
use crate::staffing::StaffUse;

/// Nanoseconds of a millisecond, in which settings are written.
const MILLISECOND: i128 = 1_000_000;

/// The files and options of a run.
pub struct GivenFiles<'g> {
    pub trust: Option<&'g TrustUsed>,
    pub rules: &'g RulesArgs,
    pub ruleset: Option<&'g str>,
    pub facts: Option<&'g FactsUsed>,
    pub approval: &'g ApprovalArgs,
    /// The approvers file with its hash.
    pub approvers: Option<&'g TrustUsed>,
    pub require_approved: bool,
    pub settings: Option<&'g Path>,
    pub about: &'g SourceSettings,
    /// Path and hash.
    pub roster: Option<&'g (String, String)>,
    pub staff: &'g StaffUse,
    pub heads: bool,
    pub digests: bool,
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
        let trust = self.trust.into_iter().flat_map(TrustUsed::files);
        given.extend(trust.map(|one| used("--trust", &one.path, &one.sha256)));
        let named = self.rules.rulesets.iter().map(|path| ("--rulesets", path));
        for (option, path) in named.chain(self.rules.add_rulesets.iter().map(|path| ("--add-rulesets", path))) {
            given.push(GivenRow { sha256: Some(files::sha256(listed(path)?.as_bytes())), ..folder(option, path) });
        }
        given.extend(self.ruleset.map(|id| option_row("--ruleset", Some(id.to_owned()))));
        given.extend(self.facts.map(|one| used("--facts", &one.path, &one.sha256)));
        given.extend(self.approvers.map(|one| used("--approvers", &one.path, &one.sha256)));
        given.extend(self.approval.approvals.iter().map(|path| folder("--approvals", path)));
        given.extend(self.require_approved.then(|| option_row("--require-approved", None)));
        given.extend(self.settings.map(|path| file_row("--settings", path)).transpose()?);
        given.extend(self.roster.map(|(path, sha256)| used("--roster", path, sha256)));
        given.extend(self.staff.given());
        given.extend(self.more);
        let lacks = [
            ("trust store", asked.trust.is_empty()),
            ("approvals", asked.approvers.is_none()),
            ("settings", self.settings.is_none()),
            ("roster", asked.roster.is_none()),
            ("heads", !self.heads),
            ("digests", !self.digests),
            ("previous report", !self.previous),
        ];
        let not_asked = lacks.into_iter().filter(|(_, lacks)| *lacks).map(|(what, _)| what.to_owned()).collect();
        Ok(JudgedWith { given, not_asked, asked })
    }

    /// What a later report compares.
    pub fn asked(&self, rulesets: BTreeMap<String, String>) -> Asked {
        Asked {
            ruleset: self.ruleset.map(str::to_owned),
            rulesets,
            facts: self.facts.map(stated).unwrap_or_default(),
            trust: self.trust.into_iter().flat_map(TrustUsed::files).map(|used| used.sha256.clone()).collect(),
            approvers: self.approvers.map(|used| used.sha256.clone()),
            require_approved: self.require_approved,
            settings: Some(settings(self.about)),
            roster: self.roster.map(|(_, sha256)| sha256.clone()),
            heads: self.heads,
            digests: self.digests,
        }
    }
}

fn settings(about: &SourceSettings) -> AskedSettings {
    let millis = |nanos: i128| i64::try_from(nanos / MILLISECOND).unwrap_or(i64::MAX);
    AskedSettings {
        clock_tolerance: about.tolerances.iter().map(|(source, nanos)| (source.clone(), millis(*nanos))).collect(),
        noticed: millis(about.slack.noticed),
        times: millis(about.slack.times),
        shoes: about.expected.shoes as u64,
        displays: about.expected.displays as u64,
        terminals: about.expected.terminals.clone(),
    }
}
