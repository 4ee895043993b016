//! The ruling is what was decided, and must be what was done. `adjudication.md`, "The ruling".

use resettle_game::Ruling;
use resettle_ruleset::Consequence;

use crate::case::{Case, money};
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::irregularity::{Effect, Effects};
use crate::money::Money;
use crate::trace;

/// The irregularity whose decision itself is the ground, decided as void by somebody entitled.
pub(crate) fn decided_void<'e, 'a>(effects: &'e Effects<'a>) -> Option<&'e Effect<'a>> {
    effects.all.iter().find(|effect| {
        let lowest = match effect.then {
            Some(Consequence::Referred | Consequence::MayVoid) => effects.decider(effect),
            _ => None,
        };
        lowest.is_some_and(|lowest| effect.group.ruled(lowest) == Some(Ruling::Void))
    })
}

/// Rulings that are not what was done. `voided` are the wagers that were voided under a clause that lets somebody void wagers.
pub(crate) fn judge_rulings(
    case: &Case<'_>,
    effects: &Effects<'_>,
    is_void: bool,
    voided: &[String],
    findings: &mut Vec<Finding>,
) {
    if findings.iter().any(|finding| matches!(finding.code, Code::VoidUndeclared | Code::VoidGroundless)) {
        return;
    }
    for effect in effects.all.iter().filter(|effect| effect.group.first && !effect.logged.implied) {
        let Some((ruling, by)) = effect.group.ruling else { continue };
        let done = match effect.then {
            // Whoever decides there decides by the ruling itself, or about terminals separately.
            Some(Consequence::Referred | Consequence::MayVoid | Consequence::TerminalsApart) => continue,
            Some(Consequence::VoidsWagers) => match is_void {
                true => continue,
                false => wagers_done(case, effect, ruling, voided),
            },
            _ if is_void => ruling == Ruling::Void || effects.grounds_beside(effect),
            _ => ruling != Ruling::Void,
        };
        if done {
            continue;
        }
        let kind = effect.logged.irregularity.kind_word.replace('_', " ");
        let by = by
            .map_or_else(|| " (decider not named)".to_owned(), |by| format!(" by the {}", by.word().replace('_', " ")));
        let was = if is_void { "voided" } else { "settled" };
        let what = if effect.then == Some(Consequence::VoidsWagers) {
            format!("its wagers were not treated so{}", wagers_named(case, effect))
        } else if is_void && effect.then == Some(Consequence::Void) {
            "yet the coup was voided, as the clause asks whatever is ruled".to_owned()
        } else {
            format!("was not followed: the coup was {was}{}", had_it_been_followed(case, ruling))
        };
        let ruled = ruling.word().replace('_', " ");
        let follows = trace::what_follows(case.ruleset, effect);
        let message = format!("the ruling on this irregularity ({kind}) is `{ruled}`{by}, and {what} [{follows}]");
        findings.push(
            Finding::new(Code::Ruling, case.place, message)
                .clause(effect.clause.map(|clause| case.ruleset.cite(clause)))
                .compared("a ruling and a settlement that agree", format!("ruled {ruled}, {was}")),
        );
    }
}

/// What a ruling that voids the coup would have sent back, and what went back.
fn had_it_been_followed(case: &Case<'_>, ruling: Ruling) -> String {
    let Money { wagers, staked, returned, .. } = money(case.coup);
    match ruling {
        Ruling::Void if wagers > 0 => format!(
            "; by the ruling {} was to go back (every stake); in fact {} went back{}",
            case.unit.of(staked),
            case.unit.of(returned),
            match returned - staked {
                0 => String::new(),
                off => format!(", {} {}", case.unit.of(off.abs()), if off > 0 { "more" } else { "less" }),
            }
        ),
        _ => String::new(),
    }
}

fn names<'e>(effect: &'e Effect<'_>) -> &'e [String] {
    effect.logged.irregularity.facts.wagers.as_deref().unwrap_or_default()
}

/// The wagers that an irregularity names, with what went back: `: x1 (100.00 SGD on banker), of which 0.00 SGD went back`.
fn wagers_named(case: &Case<'_>, effect: &Effect<'_>) -> String {
    let named = case.wagers.iter().filter(|wager| names(effect).contains(&wager.name)).map(|wager| {
        let (stake, back) = (case.unit.of(wager.stake), case.unit.of(wager.net()));
        format!("{} ({stake} on {}), of which {back} went back", wager.name, wager.bet)
    });
    let named: Vec<String> = named.collect();
    if named.is_empty() { String::new() } else { format!(": {}", named.join("; ")) }
}

/// For a prohibited device, the ruling refers to the wagers that it names.
fn wagers_done(case: &Case<'_>, effect: &Effect<'_>, ruling: Ruling, voided: &[String]) -> bool {
    let names = names(effect);
    match ruling {
        Ruling::Void => {
            let named = case.wagers.iter().filter(|wager| names.contains(&wager.name));
            named.into_iter().all(|wager| wager.net() == i128::from(wager.stake))
        }
        Ruling::Stands | Ruling::Reconstructed | Ruling::NoBet => !names.iter().any(|name| voided.contains(name)),
    }
}
