//! Who had to decide about an irregularity. `adjudication.md`, "The ruling" and "Who decides".

use resettle_game::Kind;
use resettle_ruleset::{Consequence, Ruleset};

use crate::catalogue::Code;
use crate::finding::Finding;
use crate::irregularity::{Effect, reaches};

/// A finding if the document refers an irregularity to somebody and nobody of that office decided, whatever was done.
pub(crate) fn undecided(ruleset: &Ruleset, effect: &Effect<'_>) -> Option<Finding> {
    let irregularity = &effect.logged.irregularity;
    let known = Kind::parse(&irregularity.kind_word).is_some();
    let asked = match effect.then {
        Some(Consequence::Referred) => known && (irregularity.kind != Kind::Other || effect.group.ruling.is_some()),
        Some(Consequence::DeviceVoid) => effect.row.is_some_and(|row| row.by.is_some()),
        _ => false,
    };
    if !asked || effect.logged.implied || !effect.group.first {
        return None;
    }
    let (lowest, name, clause) = match (effect.row.and_then(|row| row.by.as_ref()), &ruleset.otherwise) {
        (Some(by), _) => (by.role, by.name.clone(), &by.clause),
        (None, Some(otherwise)) => (otherwise.by, otherwise.by.word().replace('_', " "), &otherwise.clause),
        (None, None) => return None,
    };
    let decided = effect.group.office;
    if reaches(decided, lowest) {
        return None;
    }
    let logged = decided.map_or("no decider", |role| role.word()).replace('_', " ");
    let message = format!("a {name} has to decide this; logged is: {logged}");
    Some(
        Finding::new(Code::AuthorityMissing, &effect.logged.place, message)
            .clause(Some(ruleset.cite(clause)))
            .compared(format!("{name} or higher"), logged),
    )
}
