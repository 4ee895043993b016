//! What a claim can carry: an irregularity is somebody's word, taken as far as the rest of the log allows.
//! `adjudication.md`, "What a claim can carry".

mod clock;
mod deals;
mod dealt;
mod evidence;
mod office;
mod reach;
mod reconstruction;
mod refuted;
mod register;
mod ruling;
mod unreadable;

use std::collections::HashSet;

use resettle_game::Unit;

use crate::case::{Case, Judged, LeftOut};
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::irregularity::{Circumstances, Claim, Logged};
use crate::trace;

pub(crate) use clock::{clock, incident_clock};
pub(crate) use dealt::as_the_rules_send;
pub(crate) use evidence::{evidence, the_number_shows};
pub(crate) use office::{not_decided, undecided};
pub(crate) use reach::{Reach, laid, within};
pub(crate) use reconstruction::{Reconstruction, reconstruction};
pub(crate) use register::{about_coup, about_incident, about_unjudged};
pub(crate) use ruling::{decided_void, judge_rulings};
pub(crate) use unreadable::fits;

/// An amount with its sign, positive in the player's favour.
pub(crate) fn signed(money: i128, unit: Unit<'_>) -> String {
    format!("{}{}", if money > 0 { "+" } else { "" }, unit.of(money))
}

/// The irregularities of a coup that stand. Those that the log refutes are reported, and so are those that name a card
/// which the coup does not hold; both are judged as if they were not there. `timed` takes those whose clocks are checked:
/// the refuted ones too; what is left out stands in `judged`.
pub(crate) fn believed<'c>(
    case: &'c Case<'_>,
    circumstances: &Circumstances<'_>,
    timed: &mut Vec<&'c Logged>,
    judged: &mut Judged,
) -> Vec<Logged> {
    let mut seen: HashSet<Claim<'_>> = HashSet::new();
    let mut believed = Vec::with_capacity(case.irregularities.len());
    for (at, logged) in case.irregularities.iter().enumerate() {
        let faulty = case.coup.cards.as_ref().and_then(|cards| logged.irregularity.facts.no_card_of(cards.len()));
        if let Some(what) = faulty.filter(|_| !logged.implied) {
            let said = trace::as_logged(&logged.irregularity);
            let message =
                format!("this irregularity ({said}) is left out, and the coup judged as if it were not logged: {what}");
            judged.findings.push(Finding::new(Code::MalformedRecord, &logged.place, message));
            judged.left_out.push(LeftOut { at, why: what });
            continue;
        }
        timed.push(logged);
        let why = if case.around.asked && !logged.implied { refuted::why(case, circumstances, logged) } else { None };
        let Some(why) = why else {
            believed.push(logged.clone());
            continue;
        };
        if let Some(trace) = case.trace {
            trace::refuted(trace, &logged.irregularity, &why);
        }
        if seen.insert(logged.claim()) {
            let kind = logged.irregularity.kind_word.replace('_', " ");
            let message = format!(
                "this claim ({}) cannot be true together with the log, and the coup is judged without it: {why}",
                trace::as_logged(&logged.irregularity)
            );
            let finding = Finding::new(Code::ClaimRefuted, case.place, message);
            judged.findings.push(finding.compared("a claim that the log allows", kind));
        }
        judged.left_out.push(LeftOut { at, why });
    }
    believed
}
