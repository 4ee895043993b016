use std::fmt;

use resettle_rules::{Dealt, Reading};
use resettle_ruleset::{Ruleset, WagerRule};

/// The amounts that are right for a wager, in minor units, stake included: spans, each at most one
/// unit wide, where a document leaves a fraction open; several where a condition has another reading,
/// the ruleset's own first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Due(Vec<(i128, i128)>);

impl Due {
    fn exactly(amount: i128) -> Self {
        Self(vec![(amount, amount)])
    }

    fn or(mut self, other: Self) -> Self {
        for span in other.0 {
            if !self.0.contains(&span) {
                self.0.push(span);
            }
        }
        self
    }

    /// Whether nobody can say what is right: no row pays the win.
    pub(crate) fn unknown(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the stake, and nothing else, is right.
    pub(crate) fn is(&self, amount: i64) -> bool {
        *self == Self::exactly(i128::from(amount))
    }
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (low, high)) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(" or ")?;
            }
            match low == high {
                true => write!(f, "{low}")?,
                false => write!(f, "{low} or {high}")?,
            }
        }
        Ok(())
    }
}

/// What a stake on a bet returns by the ruleset's own reading; `chip` is the smallest chip at the table.
/// A bet that is not offered is not a wager: its stake goes back.
pub(crate) fn due(ruleset: &Ruleset, bet: &str, dealt: &Dealt, stake: i64, chip: i64) -> Due {
    match ruleset.numbered(bet) {
        None => Due::exactly(i128::from(stake)),
        Some((bet, _)) => settled(ruleset, bet, None, dealt, stake, chip),
    }
}

/// The same by every reading that the ruleset knows of.
pub(crate) fn due_by_any_reading(ruleset: &Ruleset, bet: &str, dealt: &Dealt, stake: i64, chip: i64) -> Due {
    let own = due(ruleset, bet, dealt, stake, chip);
    match ruleset.numbered(bet) {
        Some((bet, WagerRule { reading: reading @ Some(_), .. })) => {
            own.or(settled(ruleset, bet, *reading, dealt, stake, chip))
        }
        _ => own,
    }
}

fn settled(ruleset: &Ruleset, bet: usize, reading: Option<Reading>, dealt: &Dealt, stake: i64, chip: i64) -> Due {
    let Some(row) = ruleset.row(bet, reading, &ruleset.book.facts_dealt(dealt)) else { return Due::default() };
    let name = ruleset.wagers.get(bet).map_or("", |rule| rule.bet.as_str());
    Due(vec![ruleset.returned(name, row.pays(), stake, chip)])
}
