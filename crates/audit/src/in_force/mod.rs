//! By which rules a coup is judged: the ruleset in force when play commenced, with what the operator chose of its options.

mod approval;
mod elected;
mod elections;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use resettle_coup_log::Times;
use resettle_ruleset::{InForce, Registry, RoundTime, Ruleset};
use resettle_sealed_log::{Moment, Open, Time};

use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::moments::commenced_at;
use crate::ruleset_use::RulesetUse;
pub(crate) use elected::Unelected;
pub(crate) use elections::Elections;

/// The rulesets used, by id, with the number of coups.
pub(crate) type Used = BTreeMap<String, RulesetUse>;

/// The rules of one table over time, and which of them judged a coup.
pub(crate) struct RulesInForce<'s> {
    registry: &'s Registry,
    /// Everything is judged by this one, whatever was in force.
    named: Option<&'s Arc<Ruleset>>,
    /// Whose rules are asked for.
    open: Open,
    elections: Elections,
    /// Rulesets already reported as uncertain to be in force.
    uncertain: BTreeSet<String>,
    missed: approval::Missed,
    used: Used,
}

impl<'s> RulesInForce<'s> {
    pub(crate) fn new(registry: &'s Registry, named: Option<&'s Arc<Ruleset>>, open: Open) -> Self {
        Self {
            registry,
            named,
            open,
            elections: Elections::default(),
            uncertain: BTreeSet::new(),
            missed: approval::Missed::default(),
            used: Used::new(),
        }
    }

    /// A later log of the source is read: what was reported once may be reported again.
    pub(crate) fn next_log(&mut self) {
        self.uncertain.clear();
    }

    /// The ruleset at a moment, whatever was chosen of its options.
    pub(crate) fn at(&self, moment: Moment) -> Option<Arc<Ruleset>> {
        match self.named {
            Some(named) => Some(Arc::clone(named)),
            None => self.found(moment).map(|found| found.ruleset),
        }
    }

    fn found(&self, moment: Moment) -> Option<InForce> {
        let open = &self.open;
        self.registry.in_force(&open.jurisdiction, &open.venue, &open.game, moment.nanos)
    }

    /// When play commenced, and the ruleset that was in force then. The ruleset states which of a coup's times is the
    /// commencement.
    pub(crate) fn commenced(&self, times: &Times, written: Moment) -> (Moment, Option<InForce>) {
        let at = |which| commenced_at(times, which).map_or(written, Time::moment);
        if let Some(named) = self.named {
            let found = InForce { ruleset: Arc::clone(named), uncertain: None };
            return (at(named.moments.next_commencement.time), Some(found));
        }
        for which in [RoundTime::Opened, RoundTime::FirstCard] {
            let moment = at(which);
            if let Some(in_force) = self.found(moment)
                && at(in_force.ruleset.moments.next_commencement.time) == moment
            {
                return (moment, Some(in_force));
            }
        }
        let moment = at(RoundTime::Opened);
        (moment, self.found(moment))
    }

    /// Approved rulesets that are missing and would have judged a coup; each once.
    pub(crate) fn not_available(&mut self, moment: Moment, place: &Place) -> Vec<Finding> {
        match self.named {
            Some(_) => Vec::new(),
            None => self.missed.at(self.registry, &self.open, moment, place),
        }
    }

    /// Notes that a ruleset judges the coup at this place.
    pub(crate) fn judges(&mut self, in_force: &InForce, place: &Place, found: &mut Vec<Finding>) {
        let InForce { ruleset, uncertain } = in_force;
        if let Some(why) = uncertain {
            found.extend(self.in_doubt(ruleset, why, place));
        }
        if !self.used.contains_key(&ruleset.id) {
            found.extend(approval::finding(self.registry, ruleset, place));
        }
        let used = self.used.entry(ruleset.id.clone()).or_insert_with(|| RulesetUse::none_of(ruleset));
        used.coups += 1;
        used.uncertain += u64::from(uncertain.is_some());
    }

    /// Reports that it is uncertain whether a ruleset is in force; once per log.
    pub(crate) fn in_doubt(&mut self, ruleset: &Ruleset, why: &str, place: &Place) -> Option<Finding> {
        if !self.uncertain.insert(ruleset.id.clone()) {
            return None;
        }
        let message = format!("judged by {}, but it is not certain that this was in force: {why}", ruleset.id);
        Some(Finding::new(Code::Uncertain, place, message).compared("a stated date", ruleset.id.clone()))
    }

    /// Whether that was already reported for a ruleset.
    pub(crate) fn is_in_doubt(&self, id: &str) -> bool {
        self.uncertain.contains(id)
    }

    /// Whether a coup was judged by this ruleset before.
    pub(crate) fn has_used(&self, id: &str) -> bool {
        self.used.contains_key(id)
    }

    /// Counts further coups that were judged by a ruleset that has judged some before.
    pub(crate) fn judged_more(&mut self, id: &str, coups: u64, is_uncertain: bool) {
        if let Some(used) = self.used.get_mut(id) {
            used.coups += coups;
            used.uncertain += if is_uncertain { coups } else { 0 };
        }
    }

    /// What was chosen of the options that the rules leave open, as stated by a source; of several sources the one with
    /// the lowest `rank` counts. Choices that the rules do not offer are reported.
    pub(crate) fn elect(
        &mut self,
        at: Moment,
        elected: BTreeMap<String, String>,
        rank: u8,
        place: &Place,
    ) -> Vec<Finding> {
        let found = self.at(at).map_or_else(Vec::new, |rules| elected::not_offered(&rules, &elected, place));
        self.elections.put(at, elected, rank);
        found
    }

    /// The rules under what was chosen when play commenced; if that is not known, the reason.
    pub(crate) fn elected(&self, ruleset: &Arc<Ruleset>, moment: Moment) -> Result<Arc<Ruleset>, Unelected> {
        if ruleset.options.is_empty() {
            return Ok(Arc::clone(ruleset));
        }
        ruleset.under(&self.elections.at(moment)).map_err(|why| Unelected::of(ruleset, why))
    }

    pub(crate) fn into_used(self) -> Used {
        self.used
    }
}
