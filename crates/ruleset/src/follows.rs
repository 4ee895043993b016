//! What follows from an irregularity: the one place that chooses among the rows.

use resettle_game::{Kind, ResolvedFacts, Role};

use crate::clause::Cite;
use crate::irregularity::{Consequence, IrregularityRow};
use crate::model::Ruleset;

/// What a ruleset says of an irregularity in certain circumstances.
#[derive(Clone, Copy, Debug)]
pub struct Follows<'r> {
    /// The row that it falls under; none where no row covers it.
    pub row: Option<&'r IrregularityRow>,
    /// What follows; none where the document is silent.
    pub then: Option<Consequence>,
    /// The clause behind `then`.
    pub clause: Option<&'r Cite>,
    /// Who decides where no row says so, but the clause for all that no row covers does.
    pub by: Option<Role>,
}

impl Ruleset {
    /// What follows from an irregularity: by its row, else by the clause for all that no row covers, else nothing. Rows of
    /// one kind never overlap, so at most one fits.
    #[must_use]
    pub fn follows(&self, kind: Kind, facts: &ResolvedFacts) -> Follows<'_> {
        let row = self.irregularities.iter().find(|row| row.kind == kind && row.when.fits(facts));
        match (row, &self.otherwise) {
            (Some(row), _) => Follows { row: Some(row), then: Some(row.then), clause: row.clause.as_ref(), by: None },
            (None, Some(otherwise)) => Follows {
                row: None,
                then: Some(otherwise.then),
                clause: Some(&otherwise.clause),
                by: Some(otherwise.by),
            },
            (None, None) => Follows { row: None, then: None, clause: None, by: None },
        }
    }

    /// The rows on other irregularities whose clause covers this one too by another reading, in the same circumstances.
    pub fn may_cover<'r>(&'r self, kind: Kind, facts: &'r ResolvedFacts) -> impl Iterator<Item = &'r IrregularityRow> {
        self.irregularities.iter().filter(move |row| {
            row.then == Consequence::Void
                && row.may_cover.iter().flatten().any(|one| *one == kind)
                && row.when.fits(facts)
        })
    }
}
