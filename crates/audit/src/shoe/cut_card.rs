//! What the cut card of a shoe leads to.

use resettle_game::counted;
use resettle_ruleset::Ruleset;
use serde::{Deserialize, Serialize};

use crate::catalogue::Code;
use crate::finding::{Finding, Place};

/// The cut card of a shoe appeared.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CutSeen {
    /// The first record that says so.
    pub(crate) place: Place,
    /// How many coups were logged since: the first is the coup in which it appeared, or that it opened.
    pub(crate) coups: u64,
    reported: bool,
}

impl CutSeen {
    pub(crate) fn new(place: Place) -> Self {
        Self { place, coups: 0, reported: false }
    }

    /// Another coup is logged, of which nothing more is known.
    pub(crate) fn unread(&mut self) {
        self.coups = self.coups.saturating_add(1);
    }

    /// Another coup is logged: whether it is one too many; reported once per shoe. `named` is the file of the record,
    /// if that is not the coup's.
    pub(crate) fn coup(&mut self, ruleset: Option<&Ruleset>, place: &Place, named: Option<&str>) -> Option<Finding> {
        self.unread();
        let ruleset = ruleset?;
        let rule = ruleset.cut_card.as_ref()?;
        let allowed = rule.then.coups().filter(|allowed| self.coups > *allowed && !self.reported)?;
        self.reported = true;
        let of = named.map_or_else(String::new, |file| format!(" of {file}"));
        let line = self.place.line.map_or_else(String::new, |line| format!(" (line {line}{of})"));
        let last = match allowed {
            1 => "the coup in which it appeared was to be the last",
            _ => "one more coup was to follow that in which it appeared",
        };
        let message = format!("the shoe was dealt from on after its cut card{line}: {last}");
        let expected = counted(allowed, "coup");
        let finding = Finding::new(Code::CutCard, place, message).clause(Some(ruleset.cite(&rule.clause)));
        Some(finding.compared(expected, format!("coup {} since", self.coups)))
    }
}
