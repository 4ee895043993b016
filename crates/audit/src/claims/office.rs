//! Who had to decide about an irregularity. `adjudication.md`, "The ruling" and "Who decides".

use resettle_game::Kind;
use resettle_ruleset::{Cite, Consequence, Ruleset};

use crate::catalogue::Code;
use crate::finding::Finding;
use crate::irregularity::{Effect, reaches};
use crate::trace::{as_logged, plain, who_decides};

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
    let (lowest, name, clause) = who_decides(ruleset, effect)?;
    (!reaches(effect.group.office, lowest)).then(|| not_decided(ruleset, effect, &name, clause))
}

/// That none of the office who has to decide about an irregularity did.
pub(crate) fn not_decided(ruleset: &Ruleset, effect: &Effect<'_>, name: &str, clause: &Cite) -> Finding {
    let logged = effect.group.office.map_or_else(|| "no decider".to_owned(), |role| plain(role.word()));
    let said = as_logged(&effect.logged.irregularity);
    let message =
        format!("a {name} or higher has to decide about this irregularity, and the log names {logged} ({said})");
    Finding::new(Code::AuthorityMissing, &effect.logged.place, message)
        .clause(Some(ruleset.cite(clause)))
        .compared(format!("{name} or higher"), logged)
}
