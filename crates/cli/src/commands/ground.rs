use std::path::Path;
use std::sync::Arc;

use resettle_audit::{Settings, SourceSettings};
use resettle_oversight::roster::{Roster, Scope};
use resettle_report::document::{FactsUsed, JudgedWith, StatedFact, TrustUsed};
use resettle_ruleset::{Registry, Ruleset, StatedDate, StatedFacts};
use resettle_run::{Exporting, Options, Stated, Store};
use resettle_sealed_log::TrustStore;
use resettle_signing::Moment;

use crate::approvals::{self, Approvals};
use crate::args::{ApprovalArgs, ByArgs, ChosenArgs, ExportFormat, InForceArgs, JudgingArgs, RulesArgs};
use crate::clock;
use crate::error::Error;
use crate::files;
use crate::judging::JudgingContext;
use crate::rules;
use crate::staffing::StaffUse;

use super::{digest, named_logs, trust};

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
        let trusted = trust::load_all(&by.trust)?;
        let store = trusted.as_ref().map(|(store, _)| store);
        let rules = RulesUsed::read(&by.rules, by.facts.as_deref(), &by.approval, in_force, store)?;
        let about = named_logs::sources(by.settings.as_deref())?;
        let roster = expected.map(roster).transpose()?;
        let staff = StaffUse::of(&by.staff)?;
        let RulesUsed { generated_at, moment, registry, named, facts, approvals } = rules;
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

    /// How logs are judged by it; what is found goes into `spill`.
    pub fn judging<'g>(&'g self, spill: &'g Store, exporting: Option<&'g Exporting<'g>>) -> JudgingContext<'g> {
        JudgingContext {
            trust: self.trust(),
            settings: &self.settings,
            about: &self.about,
            roster: self.roster(),
            spill,
            hashing: true,
            with_steps: true,
            staff: self.staff.asked(),
            exporting,
        }
    }

    /// What a report states of all of it, and of what it is compared with.
    pub fn stated(&self, facts: Option<FactsUsed>, judged_with: JudgedWith) -> Stated {
        Stated {
            generated_at: self.generated_at.clone(),
            judged_by: self.in_force.ruleset.clone(),
            trust: self.trusted.as_ref().map(|(_, used)| used.clone()),
            facts,
            judged_with: Some(judged_with),
            ..Stated::default()
        }
    }

    pub fn trust(&self) -> Option<&TrustStore> {
        self.trusted.as_ref().map(|(store, _)| store)
    }

    pub fn roster(&self) -> Option<&Roster> {
        self.roster.as_ref().map(|(roster, _)| roster)
    }

    /// The stated facts, as reports list them.
    pub fn facts_used(&self) -> Option<FactsUsed> {
        facts_used(self.facts.clone(), self.by.facts.as_deref())
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
fn facts_used(facts: Option<(StatedFacts, Vec<u8>)>, path: Option<&Path>) -> Option<FactsUsed> {
    let ((facts, bytes), path) = facts.zip(path)?;
    let stated = |fact: StatedDate| StatedFact { from: fact.from, source: fact.source, by: fact.by };
    Some(FactsUsed {
        path: path.display().to_string(),
        sha256: files::sha256(&bytes),
        in_force: facts.in_force.into_iter().map(|(id, fact)| (id, stated(fact))).collect(),
    })
}

/// The rulesets by which something is judged, approved or not, and the time of the report.
pub struct RulesUsed {
    pub generated_at: String,
    pub moment: Moment,
    pub registry: Registry,
    pub named: Option<Arc<Ruleset>>,
    facts: Option<(StatedFacts, Vec<u8>)>,
    pub approvals: Option<Approvals>,
}

impl RulesUsed {
    /// Reads them; the keys of `store` approve none.
    pub fn read(
        rules: &RulesArgs,
        facts: Option<&Path>,
        approval: &ApprovalArgs,
        in_force: &InForceArgs,
        store: Option<&TrustStore>,
    ) -> Result<Self, Error> {
        let generated_at = clock::stamp(in_force.at.as_deref())?;
        let mut registry = rules::registry(rules)?;
        let facts = rules::facts(facts, &mut registry)?;
        let named = rules::named(in_force.ruleset.as_deref(), &registry)?;
        let moment = clock::moment(in_force.at.as_deref())?;
        let approvals = approvals::of_rules(approval, rules, &registry, store, moment)?;
        approvals::object(approvals.as_ref(), in_force.require_approved, &mut registry);
        Ok(Self { generated_at, moment, registry, named, facts, approvals })
    }

    /// What a report states of them; `path` is that of the facts.
    pub fn stated(&mut self, in_force: &InForceArgs, path: Option<&Path>) -> Stated {
        Stated {
            generated_at: self.generated_at.clone(),
            judged_by: in_force.ruleset.clone(),
            facts: facts_used(self.facts.take(), path),
            ..Stated::default()
        }
    }
}
