//! Who had to be notified, who had to decide, which sections and times a coup has to hold.

use std::cmp::Ordering;

use resettle_coup_log::{Irregularity, Times, Wager};
use resettle_game::{Kind, Mode, NoBetReason, Role, Stage, counted};
use resettle_ruleset::{Cite, Consequence, IrregularityRow, RoundTime};
use resettle_sealed_log::{SourceKind, Time};

use super::if_it_falls;
use crate::case::{Case, Exposure, Judged, money};
use crate::catalogue::Code;
use crate::claims;
use crate::finding::{Finding, LATE_NOT_KNOWN, Place};
use crate::irregularity::{Effect, Effects, Logged, reaches};
use crate::money::Money;
use crate::placed_wager::PlacedWager;
use crate::trace::{logged_at_coup, plain};

pub(super) fn judge(case: &Case<'_>, effects: &Effects<'_>, judged: &mut Judged) {
    for effect in effects.all.iter().filter(|effect| !effect.logged.implied && effect.group.first) {
        notification(case, effect, judged);
    }
    claims::judge_rulings(case, effects, judged.is_void, &judged.wagers_voided, &mut judged.findings);
    // A void that nobody entitled decided is groundless, and only that is reported.
    if !judged.findings.iter().any(|finding| finding.code == Code::VoidGroundless) {
        judged.findings.extend(effects.all.iter().filter_map(|effect| claims::undecided(case.ruleset, effect)));
    }
    if judged.is_void {
        authority_for_void(case, effects, judged);
    } else {
        times(case, judged);
    }
    no_bet(case, effects, judged);
    sections(case, judged);
}

/// Everybody whom the clause names has to be among the notified.
fn notification(case: &Case<'_>, effect: &Effect<'_>, judged: &mut Judged) {
    let Some(notify) = effect.row.and_then(|row| row.notify.as_ref()) else { return };
    let finding = notification_missing(effect.logged, notify, &effect.group.notified);
    let reading = effect.row.is_some_and(|row| case.ruleset.duties_rest_on_a_reading(row));
    judged
        .findings
        .extend(finding.map(|finding| finding.clause(Some(case.ruleset.cite(&notify.clause))).reading(reading)));
}

/// A finding where somebody was not notified; shared with incidents.
pub(crate) fn notification_missing(
    of: &Logged,
    notify: &resettle_ruleset::Notify,
    notified: &[resettle_game::Role],
) -> Option<Finding> {
    let said = |role: &Role| match role {
        Role::Surveillance => plain(role.word()),
        _ => format!("the {}", plain(role.word())),
    };
    let missing: Vec<String> = notify.roles.iter().filter(|role| !notified.contains(role)).map(said).collect();
    if missing.is_empty() {
        return None;
    }
    let all: Vec<&str> = notify.roles.iter().map(|role| role.word()).collect();
    let logged: Vec<&str> = notified.iter().map(|role| role.word()).collect();
    let logged = if logged.is_empty() { "no one".to_owned() } else { logged.join(", ") };
    let names =
        if notified.is_empty() { logged.clone() } else { notified.iter().map(said).collect::<Vec<_>>().join(", ") };
    let kind = plain(&of.irregularity.kind_word);
    let missing = missing.join(" and ");
    let message =
        format!("the log does not name {missing} as notified of this irregularity ({kind}); it names {names}");
    Some(Finding::new(Code::NotificationMissing, &of.place, message).compared(all.join(" and "), logged))
}

/// An irregularity that voids the coup by itself needs its decider; one that only may void it does if nothing else voids it.
fn authority_for_void(case: &Case<'_>, effects: &Effects<'_>, judged: &mut Judged) {
    let voids = effects.voids().is_some();
    let may = effects.may_void().filter(|_| !voids);
    for effect in &effects.all {
        let is_ground = effect.then == Some(Consequence::Void) || may.is_some_and(|may| std::ptr::eq(may, effect));
        if is_ground || forfeited(case, effect) {
            let falls = is_ground && !effects.grounds_beside(effect);
            let gives = falls.then(|| format!("; if the void does not stand, {}", if_it_falls::gives(case, judged)));
            authority(case, effect, gives.as_deref(), judged);
        }
    }
}

/// Whether a wager was refused to a player under the irregularity's clause, which somebody entitled directs.
fn forfeited(case: &Case<'_>, effect: &Effect<'_>) -> bool {
    let names = effect.logged.irregularity.facts.wagers.as_deref().unwrap_or_default();
    effect.row.is_some_and(|row| row.forfeit.is_some())
        && case.wagers.iter().any(|wager| names.contains(&wager.name) && wager.net() == 0)
}

/// A wager was voided under a clause that names who may do that.
pub(super) fn authority_for_voided_wagers(
    case: &Case<'_>,
    effects: &Effects<'_>,
    voided: &[String],
    judged: &mut Judged,
) {
    let names = |effect: &Effect<'_>| effect.logged.irregularity.facts.wagers.clone().unwrap_or_default();
    for effect in effects.all.iter().filter(|effect| effect.then == Some(Consequence::VoidsWagers)) {
        if names(effect).iter().any(|name| voided.contains(name)) {
            authority(case, effect, None, judged);
        }
    }
}

/// `gives` says what follows if what was done does not stand.
fn authority(case: &Case<'_>, effect: &Effect<'_>, gives: Option<&str>, judged: &mut Judged) {
    let Some(by) = effect.row.and_then(IrregularityRow::decider) else { return };
    if effect.logged.implied || !effect.group.first || reaches(effect.group.office, by.role) {
        return;
    }
    let mut finding = claims::not_decided(case.ruleset, effect, &by.name, &by.clause);
    finding.message.extend(gives);
    judged.findings.push(finding);
}

/// A no-bet coup must be one that the ruleset provides for, with its reason and permission, and the reason must have
/// occurred; and a coup that has to be a no-bet coup must be one.
fn no_bet(case: &Case<'_>, effects: &Effects<'_>, judged: &mut Judged) {
    let is = case.coup.mode == Some(Mode::NoBet);
    let fault = if is { wrongly_no_bet(case, effects, judged) } else { owed_no_bet(case, effects, judged) };
    let Some(NoBetFault { message, clause, expected, logged }) = fault else { return };
    let clause = clause.map(|clause| case.ruleset.cite(clause)).or_else(|| case.owes_no_bet.clone().filter(|_| !is));
    let message = message + &came_to(case);
    judged.findings.push(Finding::new(Code::NoBetCoup, case.place, message).clause(clause).compared(expected, logged));
}

/// What the wagers of a coup staked and brought their players.
fn came_to(case: &Case<'_>) -> String {
    let Money { wagers, staked, returned, .. } = money(case.coup);
    if wagers == 0 {
        return "; its record lists no wager".to_owned();
    }
    let won = returned - staked;
    let sum = case.unit.of(won.abs());
    let to_players = match won.cmp(&0) {
        Ordering::Greater => format!("{sum} won by the players"),
        Ordering::Less => format!("{sum} lost by the players"),
        Ordering::Equal => "nothing won or lost".to_owned(),
    };
    format!("; {}, {} staked: {to_players}", counted(wagers, "wager"), case.unit.of(staked))
}

struct NoBetFault<'a> {
    message: String,
    clause: Option<&'a Cite>,
    expected: &'static str,
    logged: &'static str,
}

/// A coup with wagers that has to be a no-bet coup.
fn owed_no_bet<'a>(case: &Case<'a>, effects: &Effects<'a>, judged: &Judged) -> Option<NoBetFault<'a>> {
    let opens = effects.all.iter().find(|effect| effect.then == Some(Consequence::OpensNoBetCoup));
    let removal =
        case.ruleset.removal.as_ref().map(|rule| &rule.clause).filter(|_| judged.all_removed && case.all_wagers);
    let (message, clause) = match (&case.owes_no_bet, opens, removal) {
        (Some(_), _, _) => {
            let why = "a card of the coup before was kept for this one, so that this one had to be a no-bet coup; it was dealt with wagers";
            (why.to_owned(), None)
        }
        (None, Some(effect), _) => {
            let kind = plain(&effect.logged.irregularity.kind_word);
            let why = format!(
                "this coup had to be a no-bet coup, because of what is logged ({kind}); it was dealt with wagers"
            );
            (why, effect.clause)
        }
        (None, None, Some(clause)) => {
            let why = "every wager was removed, as the clause allows: the coup had to go on as a no-bet coup, and is logged as an ordinary one";
            let logged = logged_at_coup(case.ruleset, effects, |_| true)
                .map_or_else(String::new, |logged| format!("; {logged}"));
            (format!("{why}{logged}"), Some(clause))
        }
        (None, None, None) => return None,
    };
    Some(NoBetFault { message, clause, expected: "no_bet", logged: "live" })
}

/// A coup logged as a no-bet coup that is not one.
fn wrongly_no_bet<'a>(case: &Case<'a>, effects: &Effects<'a>, judged: &Judged) -> Option<NoBetFault<'a>> {
    let fault = |message: String, clause, expected, logged| Some(NoBetFault { message, clause, expected, logged });
    let no_bet = case.coup.no_bet.unwrap_or_default();
    let Some(rules) = &case.ruleset.no_bet_coups else {
        let by = no_bet.by.map_or_else(|| "no decider".to_owned(), |role| plain(role.word()));
        let reason = no_bet.reason.map_or("none", |reason| reason.word());
        let message = format!(
            "it is logged as a no-bet coup (reason: {}, {by}), and the ruleset provides for no such coups",
            plain(reason)
        );
        return fault(message, None, "live", "no_bet");
    };
    let Some(reason) = no_bet.reason else {
        return fault("the no-bet coup names no reason".to_owned(), Some(&rules.clause), "a reason", "none");
    };
    let Some(rule) = rules.reasons.of(reason) else {
        let message = format!("no clause knows a no-bet coup for `{}`", reason.word());
        return fault(message, Some(&rules.clause), "a reason of the rules", reason.word());
    };
    let clause = Some(&rule.clause);
    if let Some(lowest) = rule.by.filter(|lowest| !reaches(no_bet.by, *lowest)) {
        let (reason, lowest_in_words) = (plain(reason.word()), plain(lowest.word()));
        let by = no_bet.by.map_or_else(
            || "no decider is logged".to_owned(),
            |role| format!("it was ordered by the {}", plain(role.word())),
        );
        let message =
            format!("a no-bet coup for this reason ({reason}) takes the {lowest_in_words} or a higher role, and {by}");
        return fault(message, clause, lowest.word(), no_bet.by.map_or("no decider", |role| role.word()));
    }
    if case.around.asked
        && let Some(why) = did_not_happen(case, effects, judged, reason)
    {
        let message = format!("the log does not bear out the reason of the no-bet coup (`{}`): {why}", reason.word());
        return fault(message, clause, "a reason that the log shows", reason.word());
    }
    None
}

/// Why the reason of a no-bet coup did not occur.
fn did_not_happen(
    case: &Case<'_>,
    effects: &Effects<'_>,
    judged: &Judged,
    reason: NoBetReason,
) -> Option<&'static str> {
    let logged = effects.all.iter().filter_map(|effect| exposure(&effect.logged.irregularity));
    let shown = |wanted: Exposure| {
        logged.clone().chain(case.around.shown_before.iter().copied()).any(|exposure| exposure == wanted)
    };
    let logs = |kind| effects.all.iter().any(|effect| effect.logged.irregularity.kind == kind);
    match reason {
        // What these state cannot be seen in a log.
        NoBetReason::Agreed | NoBetReason::PlayersRequest | NoBetReason::Inspection | NoBetReason::Free => None,
        NoBetReason::ExposedCard if shown(Exposure::FaceUpCard) || shown(Exposure::KeptCard) => None,
        NoBetReason::ExposedCard if logs(Kind::FaceUpCard) => {
            Some("a card is logged that lay face upwards, and not that it lay so before the coup")
        }
        NoBetReason::ExposedCard => Some("no card is logged that lay face upwards before the coup"),
        NoBetReason::UnauthorisedDraw if shown(Exposure::UnauthorisedDraw) => None,
        NoBetReason::UnauthorisedDraw => Some("no card is logged that was drawn without authority"),
        NoBetReason::AllRemoved if !effects.reconstructed() => Some("no reconstruction is logged"),
        NoBetReason::AllRemoved if case.wagers.is_empty() => case.all_wagers.then_some("no wager was removed"),
        NoBetReason::AllRemoved if !judged.all_removed && !judged.is_void => Some("not every wager was removed"),
        NoBetReason::AllRemoved => None,
    }
}

/// What an irregularity states about a card that may open a no-bet coup.
pub(crate) fn exposure(irregularity: &Irregularity) -> Option<Exposure> {
    match (irregularity.kind, irregularity.facts.stage) {
        (Kind::UnauthorisedDraw, _) => Some(Exposure::UnauthorisedDraw),
        (Kind::FaceUpCard, Some(Stage::BeforeCoup)) => Some(Exposure::FaceUpCard),
        _ => None,
    }
}

/// The times that a rule needs are there, and in order; one finding per coup.
fn times(case: &Case<'_>, judged: &mut Judged) {
    if case.imported && crate::moments::commencement(&case.coup.times).is_none() {
        return;
    }
    let unordered = case.wagers.iter().filter(|wager| case.around.asked && taken_back_before_placed(wager));
    judged.findings.extend(unordered.map(|wager| {
        let message = "the wager was withdrawn before it was placed";
        wager_times(case, wager, message, "withdrawn after it was placed", "withdrawn before")
    }));
    let undated: Vec<Finding> = judged
        .undated_removals
        .iter()
        .filter_map(|at| case.wagers.get(*at))
        .map(|wager| {
            let message = "the wager is logged as removed after the reconstruction of the coup, without the time: it is taken as removed in time";
            wager_times(case, wager, message, "the time at which it was removed (`withdrawn`)", "no time")
        })
        .collect();
    judged.findings.extend(undated);
    let (commencement, close) = (&case.ruleset.moments.next_commencement, &case.ruleset.moments.close);
    let missing = [(commencement.time, &commencement.clause), (close.time, &close.clause)]
        .into_iter()
        .find(|(time, _)| case.asks_times && !has(&case.coup.times, *time));
    if let Some((time, clause)) = missing {
        let late = (time == close.time).then_some(LATE_NOT_KNOWN);
        let noticed = (time == commencement.time).then_some(
            "if the coup before had an irregularity, whether that was noticed in time is judged by another time of this coup",
        );
        let without = late.into_iter().chain(noticed).collect::<Vec<_>>().join(", and ");
        let message = format!("the coup lacks the time `{}`: {without}", time.word());
        judged.findings.push(
            Finding::new(Code::Times, case.place, message)
                .clause(Some(case.ruleset.cite(clause)))
                .compared(format!("`{}`", time.word()), "missing"),
        );
        return;
    }
    judged.findings.extend(disorder(&case.coup.times, case.place));
}

fn taken_back_before_placed(wager: &Wager) -> bool {
    matches!((&wager.placed, &wager.withdrawn), (Some(placed), Some(withdrawn)) if withdrawn < placed)
}

fn wager_times(case: &Case<'_>, wager: &PlacedWager<'_>, message: &str, expected: &str, logged: &str) -> Finding {
    let finding = Finding::new(Code::Times, wager.place, message).wager(&wager.name).compared(expected, logged);
    finding.clause(
        case.ruleset
            .removal
            .as_ref()
            .map(|rule| &rule.clause)
            .filter(|_| wager.removed)
            .map(|clause| case.ruleset.cite(clause)),
    )
}

fn has(times: &Times, time: RoundTime) -> bool {
    match time {
        RoundTime::Opened => times.opened.is_some(),
        RoundTime::Closed => times.closed.is_some(),
        RoundTime::FirstCard => times.first_card.is_some(),
    }
}

/// `opened`, `closed`, `first_card`, `settled` follow one another.
pub(crate) fn disorder(times: &Times, place: &Place) -> Option<Finding> {
    let named = [
        ("opened", &times.opened),
        ("closed", &times.closed),
        ("first_card", &times.first_card),
        ("settled", &times.settled),
    ];
    let present: Vec<(&str, &Time)> =
        named.into_iter().filter_map(|(name, time)| Some((name, time.as_ref()?))).collect();
    for pair in present.windows(2) {
        let [(first, earlier), (second, later)] = pair else { continue };
        if later < earlier {
            let gap = earlier.moment().apart(later.moment());
            let (from, to) = (later.moment(), earlier.moment());
            let further =
                |at: &&Time| at.moment() > to && at.moment().nanos.abs_diff(to.nanos) > to.nanos.abs_diff(from.nanos);
            let written = place.at.as_ref().filter(further).map_or_else(String::new, |at| {
                format!("; the record was written at {at}, {} after the latter", at.moment().apart(to))
            });
            let message = format!("`{second}` ({later}) lies {gap} before `{first}` ({earlier}){written}");
            return Some(Finding::new(Code::Times, place, message).compared(format!("{earlier} or later"), later));
        }
    }
    None
}

/// A table's log holds cards, wagers and a declaration for every coup.
fn sections(case: &Case<'_>, judged: &mut Judged) {
    judged.findings.extend(missing_sections(case.coup, case.place, case.source, case.imported));
}

/// Shared with coups that no ruleset judges.
pub(crate) fn missing_sections(
    coup: &resettle_coup_log::Coup,
    place: &Place,
    source: SourceKind,
    imported: bool,
) -> Option<Finding> {
    // An import leaves out what its source does not hold.
    if source != SourceKind::Table || imported {
        return None;
    }
    let wagers_due = coup.mode != Some(Mode::NoBet);
    let missing: Vec<&str> = [
        (coup.cards.is_none(), "cards"),
        (wagers_due && coup.wagers.is_none(), "wagers"),
        (coup.declared.is_none(), "declared"),
    ]
    .into_iter()
    .filter_map(|(is, name)| is.then_some(name))
    .collect();
    if missing.is_empty() {
        return None;
    }
    let in_words = missing.iter().map(|name| match *name {
        "declared" => "announced result",
        "wagers" => "list of wagers",
        other => other,
    });
    let unasked = missing.iter().map(|name| match *name {
        "cards" => "whether it was dealt by the rules",
        "wagers" => "its money",
        _ => "whether the right result was announced",
    });
    let message = format!(
        "the record of the coup has no {}: {} is not judged",
        in_words.collect::<Vec<_>>().join(", no "),
        unasked.collect::<Vec<_>>().join(" and ")
    );
    Some(
        Finding::new(Code::SectionMissing, place, message)
            .compared("cards, wagers and declaration", format!("no {}", missing.join(", no "))),
    )
}
