use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::tz::TimeZone;
use resettle_audit::Code;
use resettle_ruleset::{Objection, Registry, Ruleset};

use super::{AppliedRuleset, NoPromotions, UsedRuleset};
use crate::breach::Breach;
use crate::register::{Register, RegisterHeader};

/// Which ruleset judges which promotion.
pub(super) struct AppliedRulesets {
    rulesets: Vec<(Arc<Ruleset>, TimeZone)>,
    of: HashMap<String, usize>,
}

impl AppliedRulesets {
    /// Finds the ruleset of each promotion, and reports promotions that have none and rulesets that should not judge.
    pub(super) fn of(
        register: &Register,
        registry: &Registry,
        named: Option<&Arc<Ruleset>>,
        breaches: &mut Vec<Breach>,
    ) -> Result<(Self, Vec<UsedRuleset>), NoPromotions> {
        let header = &register.header;
        let mut rulesets_applied = Self { rulesets: Vec::new(), of: HashMap::new() };
        let mut used: BTreeMap<String, UsedRuleset> = BTreeMap::new();
        let mut uncertain = BTreeSet::new();
        if let Some(named) = named {
            can_judge(named, header)?;
        }
        for promotion in &register.promotions {
            let nanos = promotion.commences.moment().nanos;
            let ruleset = match named {
                Some(named) => Arc::clone(named),
                None => match registry.in_force(&header.jurisdiction, &header.venue, &header.game, nanos) {
                    None => {
                        breaches.push(none_in_force(header, promotion.promotion.as_str(), &promotion.at));
                        continue;
                    }
                    Some(found) => {
                        let id = &found.ruleset.id;
                        if let Some(why) = found.uncertain.filter(|_| uncertain.insert(id.clone())) {
                            let message =
                                format!("judged by {id}, but it is not certain that this was in force: {why}");
                            breaches
                                .push(Breach::new(Code::Uncertain, &header.at, message).compared("a stated date", id));
                        }
                        found.ruleset
                    }
                },
            };
            if !used.contains_key(&ruleset.id) {
                can_judge(&ruleset, header)?;
                breaches.extend(objection(registry, &ruleset, header));
                rulesets_applied.rulesets.push((Arc::clone(&ruleset), zone(&ruleset)));
            }
            let at = rulesets_applied.rulesets.iter().position(|(known, _)| known.id == ruleset.id).unwrap_or_default();
            rulesets_applied.of.insert(promotion.promotion.clone(), at);
            let id = ruleset.id.clone();
            used.entry(id).or_insert(UsedRuleset { ruleset, promotions: 0 }).promotions += 1;
        }
        Ok((rulesets_applied, used.into_values().collect()))
    }

    /// The ruleset that applies to a promotion; none where no ruleset judges it.
    pub(super) fn get(&self, promotion: &str) -> Option<AppliedRuleset<'_>> {
        let (ruleset, zone) = self.rulesets.get(*self.of.get(promotion)?)?;
        Some(AppliedRuleset { ruleset, rules: ruleset.promotions.as_ref()?, zone })
    }
}

fn can_judge(ruleset: &Ruleset, header: &RegisterHeader) -> Result<(), NoPromotions> {
    let id = ruleset.id.clone();
    match &ruleset.promotions {
        None => Err(NoPromotions::Silent { id }),
        Some(rules) if rules.currency.is != header.currency => {
            Err(NoPromotions::Currency { id, its: rules.currency.is.clone(), own: header.currency.clone() })
        }
        Some(_) => Ok(()),
    }
}

/// The venue's clock; a checked ruleset names a zone that there is.
fn zone(ruleset: &Ruleset) -> TimeZone {
    TimeZone::get(&ruleset.effective.zone).unwrap_or(TimeZone::UTC)
}

fn none_in_force(header: &RegisterHeader, promotion: &str, at: &crate::read::RowPlace) -> Breach {
    let message = "no ruleset at hand was in force when this promotion commenced: it is not judged";
    let wanted = format!("a ruleset of {}/{}/{}", header.jurisdiction, header.venue, header.game);
    Breach::new(Code::NoneInForce, at, message).of(promotion).compared(wanted, "none")
}

/// What approvals object to in a ruleset.
fn objection(registry: &Registry, ruleset: &Ruleset, header: &RegisterHeader) -> Option<Breach> {
    let id = &ruleset.id;
    Some(match registry.objection(id)? {
        Objection::Unapproved { why } => {
            let message = format!("judged by {id}, which no entitled person approved: {why}");
            Breach::new(Code::Unapproved, &header.at, message).compared("an approval of this digest", &ruleset.digest)
        }
        Objection::Altered { files, approved, by } => {
            let message =
                format!("judged by {id}, whose {} changed since it was approved by {by}", files.join(" and "));
            Breach::new(Code::Altered, &header.at, message).compared(approved, &ruleset.digest)
        }
    })
}
