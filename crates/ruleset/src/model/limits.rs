//! What follows from the limits of the table sign.

use resettle_yaml::Fixed;

use crate::clause::Cite;
use crate::section::{ALONE, rule, words};

words! {
    /// What follows from a breach of a maximum.
    AtLimit {
        /// The stake is settled whole; nothing in the document says otherwise.
        Whole = "whole",
        /// The wager is paid or collected to the maximum, the excess goes back.
        Capped = "capped",
        /// The same, reduced pro rata.
        ProRata = "pro_rata",
    }
}

words! {
    /// What follows from a breach of a minimum.
    BelowLimit {
        /// The wager is valid.
        Valid = "valid",
        /// The minimum binds although the document has no consequence for it: the breach is reported.
        Reported = "reported",
    }
}

rule! {
    Limits {
        /// The maximum of one player on one bet.
        maximum: Option<MaximumRule> => Settlement(else "whole"),
        /// The maximum of one area on one bet.
        area_maximum: Option<AreaMaximumRule> => Settlement(else "whole"),
        /// The minimum of one player on one bet: valid below it, or a breach that is reported.
        minimum: Option<MinimumRule>,
        differential: Option<ValidRule>,
        /// The clause on limits for one player alone.
        personal: Option<Cite> = ALONE => Procedure("valid"),
    }

    MaximumRule as "a limit" => Settlement(|rule| rule.then.word()) {
        then: AtLimit = ["whole", "capped"],
        clause: Cite,
        /// The clause by which results of earlier coups stand.
        earlier_coups: Option<Cite> => Settlement("results stand"),
    }

    AreaMaximumRule as "a limit" => Settlement(|rule| rule.then.word()) {
        then: AtLimit = ["whole", "pro_rata"],
        clause: Cite,
        /// The clause by which results of earlier coups stand.
        earlier_coups: Option<Cite> => Settlement("results stand"),
    }

    MinimumRule as "a limit" => Procedure(|rule| rule.then.word()) {
        then: BelowLimit = ["valid", "reported"],
        clause: Cite,
    }

    ValidRule as "a limit" => Procedure(|_rule| "valid") {
        then: Fixed = ["valid"],
        clause: Cite,
    }
}

/// What follows from a breach of a maximum, and by which clauses.
#[derive(Clone, Copy, Debug)]
pub struct AtMaximum<'r> {
    /// What follows.
    pub then: AtLimit,
    /// The clause; none where the document is silent.
    pub clause: Option<&'r Cite>,
    /// The clause by which results of earlier coups stand.
    pub earlier_coups: Option<&'r Cite>,
}

impl Limits {
    /// Those of a document that says nothing of the table sign.
    pub(crate) const SILENT: Self =
        Self { maximum: None, area_maximum: None, minimum: None, differential: None, personal: None };

    /// What follows from more than one player may have on one bet.
    #[must_use]
    pub fn at_maximum(&self) -> AtMaximum<'_> {
        at_maximum(self.maximum.as_ref().map(|rule| (rule.then, &rule.clause, rule.earlier_coups.as_ref())))
    }

    /// What follows from more than one area may have on one bet.
    #[must_use]
    pub fn at_area_maximum(&self) -> AtMaximum<'_> {
        at_maximum(self.area_maximum.as_ref().map(|rule| (rule.then, &rule.clause, rule.earlier_coups.as_ref())))
    }

    /// The clause by which a wager below the minimum is valid.
    #[must_use]
    pub fn valid_below(&self) -> Option<&Cite> {
        self.below(BelowLimit::Valid)
    }

    /// The clause by which a wager below the minimum is reported.
    #[must_use]
    pub fn reported_below(&self) -> Option<&Cite> {
        self.below(BelowLimit::Reported)
    }

    /// The clauses that a tournament may switch off.
    pub(crate) fn can_be_off(&self) -> Vec<String> {
        let differential = self.differential.as_ref().map(|rule| &rule.clause);
        self.valid_below().into_iter().chain(differential).flat_map(|rule| rule.0.clone()).collect()
    }

    fn below(&self, then: BelowLimit) -> Option<&Cite> {
        self.minimum.as_ref().filter(|rule| rule.then == then).map(|rule| &rule.clause)
    }
}

fn at_maximum<'r>(rule: Option<(AtLimit, &'r Cite, Option<&'r Cite>)>) -> AtMaximum<'r> {
    match rule {
        Some((then, clause, earlier_coups)) => AtMaximum { then, clause: Some(clause), earlier_coups },
        None => AtMaximum { then: AtLimit::Whole, clause: None, earlier_coups: None },
    }
}
