use std::path::Path;

use resettle_audit::{Settings, SourceSettings};
use resettle_oversight::roster::{Roster, Scope};
use resettle_report::document::{FactsUsed, StatedFact, TrustUsed};
use resettle_ruleset::{StatedDate, StatedFacts};
use resettle_run::{Exporting, Options};
use resettle_sealed_log::TrustStore;
use resettle_signing::Moment;

use crate::approvals::{self, Approvals};
use crate::args::{ByArgs, ChosenArgs, ExportFormat, InForceArgs, JudgingArgs};
use crate::clock;
use crate::error::Error;
use crate::files;
use crate::rules;
use crate::staffing::StaffUse;

use super::{digest, replay, trust};

/// What logs are judged by, and which tables: everything that determines their results except the logs.
pub struct Ground<'a> {
    pub by: &'a ByArgs,
    pub in_force: &'a InForceArgs,
    /// The time that the report bears.
    pub generated_at: String,
    pub moment: Moment,
    pub scope: Scope,
    pub trusted: Option<(TrustStore, TrustUsed)>,
    facts: Option<(StatedFacts, Vec<u8>)>,
    pub approvals: Option<Approvals>,
    pub settings: Settings,
    pub about: SourceSettings,
    /// With its path and hash.
    pub roster: Option<(Roster, (String, String))>,
    pub staff: StaffUse,
}

impl<'a> Ground<'a> {
    /// Reads it all: for the days and tables that are chosen, by a roster if one is named.
    pub fn of(by: &'a JudgingArgs, chosen: &'a ChosenArgs) -> Result<Self, Error> {
        Self::read(&by.logs, &chosen.in_force, scope(chosen)?, by.roster.as_deref())
    }

    /// Reads it all: for logs whole.
    pub fn of_logs(by: &'a ByArgs, in_force: &'a InForceArgs, roster: Option<&Path>) -> Result<Self, Error> {
        Self::read(by, in_force, Scope::default(), roster)
    }

    fn read(by: &'a ByArgs, in_force: &'a InForceArgs, scope: Scope, expected: Option<&Path>) -> Result<Self, Error> {
        let generated_at = clock::stamp(in_force.at.as_deref())?;
        let trusted = trust::load_all(&by.trust)?;
        let store = trusted.as_ref().map(|(store, _)| store);
        let mut registry = rules::registry(&by.rules)?;
        let facts = rules::facts(by.facts.as_deref(), &mut registry)?;
        let named = rules::named(in_force.ruleset.as_deref(), &registry)?;
        let moment = clock::moment(in_force.at.as_deref())?;
        let approvals = approvals::of_rules(&by.approval, &by.rules, &registry, store, moment)?;
        approvals::object(approvals.as_ref(), in_force.require_approved, &mut registry);
        let about = replay::sources(by.settings.as_deref())?;
        let roster = expected.map(roster).transpose()?;
        let staff = StaffUse::of(&by.staff)?;
        let settings = Settings { registry, named, slack: about.clock_slack, tournaments: None, late: None };
        Ok(Self {
            by,
            in_force,
            generated_at,
            moment,
            scope,
            trusted,
            facts,
            approvals,
            settings,
            about,
            roster,
            staff,
        })
    }

    pub fn trust(&self) -> Option<&TrustStore> {
        self.trusted.as_ref().map(|(store, _)| store)
    }

    pub fn roster(&self) -> Option<&Roster> {
        self.roster.as_ref().map(|(roster, _)| roster)
    }

    /// The stated facts, as reports list them.
    pub fn facts_used(&self) -> Option<FactsUsed> {
        self.facts.clone().zip(self.by.facts.as_deref()).map(|(facts, path)| facts_used(facts, path))
    }

    /// How rows are made of the coups, if a form is requested.
    pub fn exporting(&self, form: Option<ExportFormat>) -> Option<Exporting<'_>> {
        form.map(|form| self.exporting_as(form))
    }

    /// How rows of this form are made of the coups.
    pub fn exporting_as(&self, form: ExportFormat) -> Exporting<'_> {
        Exporting::new(form.form(), &self.settings.registry, self.roster()).with_staff(self.staff.is_reported())
    }

    /// All of it by names and hashes; `folder` is what reports call the folder of the logs.
    pub fn options(&self, folder: &str, form: Option<ExportFormat>) -> Result<Options, Error> {
        let mut options = Options::default();
        let or_none = |value: Option<&str>| value.unwrap_or("-").to_owned();
        for ruleset in self.settings.registry.iter() {
            options.add("ruleset", format!("{} {}", ruleset.id, ruleset.digest));
            if let Some(objection) = self.settings.registry.objection(&ruleset.id) {
                options.add("objection", format!("{} {objection:?}", ruleset.id));
            }
        }
        for absent in self.settings.registry.absent() {
            options.add("absent", format!("{absent:?}"));
        }
        options.add("named", or_none(self.in_force.ruleset.as_deref()));
        match &self.trusted {
            None => options.add("trust", "-".to_owned()),
            Some((_, used)) => {
                std::iter::once(used).chain(&used.also).for_each(|used| options.add("trust", used.sha256.clone()));
            }
        }
        options.add("facts", self.facts.as_ref().map_or_else(|| "-".to_owned(), |(_, bytes)| files::sha256(bytes)));
        let settings = self.by.settings.as_deref().map(files::bytes).transpose()?;
        options.add("settings", or_none(settings.map(|bytes| files::sha256(&bytes)).as_deref()));
        options.add("roster", or_none(self.roster.as_ref().map(|(_, (_, sha256))| sha256.as_str())));
        options.add("staff", self.staff.state().to_owned());
        for (name, day) in [("from", self.scope.from), ("to", self.scope.to)] {
            options.add(name, or_none(day.map(|day| day.to_string()).as_deref()));
        }
        options.add("folder", folder.to_owned());
        if let Some(form) = form {
            options.add("export", form.word().to_owned());
        }
        self.scope.tables.iter().for_each(|table| options.add("table", table.clone()));
        self.scope.venues.iter().for_each(|venue| options.add("venue", venue.clone()));
        Ok(options)
    }
}

/// The requested days and tables.
fn scope(chosen: &ChosenArgs) -> Result<Scope, Error> {
    let from = chosen.from.as_deref().map(digest::day_asked).transpose()?;
    let to = chosen.to.as_deref().map(digest::day_asked).transpose()?;
    if let (Some(from), Some(to)) = (from, to)
        && to < from
    {
        return Err(Error::new(format!("--to {to} lies before --from {from}")));
    }
    Ok(Scope { from, to, tables: chosen.table.clone(), venues: chosen.venue.clone() })
}

/// A roster with its path and hash.
fn roster(path: &Path) -> Result<(Roster, (String, String)), Error> {
    let roster = digest::roster(path)?;
    let sha256 = files::sha256(&files::bytes(path)?);
    Ok((roster, (path.display().to_string(), sha256)))
}

/// The facts of a file with its hash, as reports list them.
pub fn facts_used((facts, bytes): (StatedFacts, Vec<u8>), path: &Path) -> FactsUsed {
    let stated = |fact: StatedDate| StatedFact { from: fact.from, source: fact.source, by: fact.by };
    FactsUsed {
        path: path.display().to_string(),
        sha256: files::sha256(&bytes),
        in_force: facts.in_force.into_iter().map(|(id, fact)| (id, stated(fact))).collect(),
    }
}
