//! Lines that are not records, and wagers and irregularities that are malformed: a limited number is reported one by
//! one, the rest are counted.

use resettle_game::{Amount, counted};
use resettle_sealed_log::strict::PartFault;
use resettle_sealed_log::{ChainPosition, FaultCode, IntegrityFault, UnreadStakes};

use crate::decode::{Envelope, NamedWagers};

/// The most lines of a log that are not records and are reported one by one.
const MAX_MALFORMED: u64 = 1_000_000;

/// More wagers than a real line can hold; the faults beyond are reported as one.
const MAX_PARTS: usize = 2_000;

/// Lines that are not records.
///
/// Blank lines are the shortest: if all were reported one by one, the reports would take hundreds of times the size of the log.
#[derive(Debug, Default)]
pub(super) struct MalformedLines {
    count: u64,
    /// The last of those that are only counted.
    last: Option<ChainPosition>,
}

impl MalformedLines {
    /// Another such line; `None` if it is only counted.
    pub(super) fn add(&mut self, place: &ChainPosition, what: String) -> Option<IntegrityFault> {
        self.count += 1;
        if self.count > MAX_MALFORMED {
            self.last = Some(place.clone());
            return None;
        }
        Some(place.fault(FaultCode::MalformedRecord, what))
    }

    /// Those that were only counted.
    pub(super) fn counted(&mut self) -> Option<IntegrityFault> {
        let place = self.last.take()?;
        let more = self.count.saturating_sub(MAX_MALFORMED);
        let what = format!(
            "{more} more lines of this log are no records, up to this one: {MAX_MALFORMED} of a log are reported one by one"
        );
        let stakes = Some(UnreadStakes { staked: None, more: true });
        Some(IntegrityFault { stakes, ..place.fault(FaultCode::MalformedRecord, what) })
    }
}

/// What was staked on a line that is not a record; `None` of one that is no coup, or has chips. A line of which not even the kind
/// can be read may be a coup.
pub(super) fn stakes_of(envelope: &Envelope, broken: bool, line: &[u8]) -> Option<UnreadStakes> {
    let unknown = Some(UnreadStakes { staked: None, more: true });
    match (envelope.wagers, &envelope.other) {
        (_, Some(_)) => None,
        (Some(NamedWagers { chips: true, .. }), _) => None,
        (Some(NamedWagers { wagers, staked, unread, .. }), None) => {
            let staked = (unread < wagers || wagers == 0).then_some(staked);
            Some(UnreadStakes { staked, more: unread > 0 })
        }
        _ if broken => unknown.filter(|_| !line.iter().all(u8::is_ascii_whitespace)),
        _ => None,
    }
}

/// What is lost with a line that is not a record: its kind, or the coup and its stakes.
pub(super) fn not_judged(
    what: &str,
    envelope: &Envelope,
    stakes: Option<UnreadStakes>,
    currency: Option<&str>,
) -> String {
    let unknown = stakes.is_some_and(|stakes| stakes.staked.is_none());
    match (&envelope.other, envelope.coup.is_some() || envelope.wagers.is_some()) {
        (Some(kind), _) => {
            let event = envelope.event.as_ref().map_or_else(String::new, |event| format!(" with the event `{event}`"));
            let about = envelope.shoe.as_ref().map_or_else(|| event.clone(), |shoe| format!("{event} of shoe {shoe}"));
            let lost = lost_with(kind, envelope.event.as_deref()).map_or_else(String::new, |lost| format!("; {lost}"));
            format!("a `{kind}` record{about} is not as the format asks, and what it says is left out: {what}{lost}")
        }
        (None, true) => {
            format!("{what}; nothing of what it says is judged{}", lost(envelope.wagers, unknown, currency))
        }
        (None, false) if unknown => format!("{what}; what it staked, if it is a coup, cannot be read"),
        (None, false) => what.to_owned(),
    }
}

/// What nobody knows without a record of a kind, or of a shoe with this event.
fn lost_with(kind: &str, event: Option<&str>) -> Option<&'static str> {
    Some(match (kind, event) {
        ("shoe", Some("start")) => "the shoe is not started by it, nor is it known from it what the shoe holds",
        ("shoe", Some("cut_card")) => "when the cut card came is not known from it",
        ("shoe", Some("burn")) => "the cards that it burned are not counted",
        ("shoe", Some("check")) => "it counts for no check of the shoe",
        ("shoe", Some("replace")) => "the cards that it replaced are not known from it",
        ("shoe", Some("end")) => "the shoe is not ended by it",
        ("incident", _) => "coups are judged as if the incident were not logged",
        ("limits", _) => "the table sign is taken to be as it was before",
        ("options", _) => "what was chosen is taken to be as it was before",
        ("staff", _) => "who came on duty is not known from it",
        ("seal", _) => "it vouches for no line",
        _ => return None,
    })
}

fn lost(named: Option<NamedWagers>, unknown: bool, currency: Option<&str>) -> String {
    let Some(NamedWagers { wagers, staked, unread, chips }) = named else {
        return if unknown { ", and its stakes cannot be read".to_owned() } else { String::new() };
    };
    let staked = match chips {
        true => format!("{staked} chips"),
        false => Amount::new(staked, currency).to_string(),
    };
    let staked = match unread {
        0 => format!("{staked} staked"),
        _ if unread == wagers => "whose stakes cannot be read".to_owned(),
        _ => format!("at least {staked} staked"),
    };
    format!(": {}, {staked}, left out of all totals", counted(wagers, "wager"))
}

/// Wagers and irregularities of a record that are left out of it.
pub(super) fn malformed_parts(
    place: &ChainPosition,
    parts: Vec<PartFault>,
    chips: bool,
    currency: Option<&str>,
    mut note: impl FnMut(IntegrityFault),
) {
    let more = parts.len().saturating_sub(MAX_PARTS);
    for part in parts.into_iter().take(MAX_PARTS) {
        let without = match (&part.wager, part.stake) {
            (Some(_), stake) => {
                let stake = match stake {
                    Some(stake) if chips => format!("its stake of {stake} chips is left out of all totals"),
                    Some(stake) => format!("its stake of {} is left out of all totals", Amount::new(stake, currency)),
                    None => "its stake is not known".to_owned(),
                };
                format!("this wager is not judged, and {stake}; the other wagers of the coup are judged as far as they can be read")
            }
            (None, _) => "the coup is judged as if this irregularity were not logged; if the coup was voided, it may have been the ground".to_owned(),
        };
        let stakes = UnreadStakes { staked: part.stake, more: part.stake.is_none() };
        let stakes = Some(stakes).filter(|_| part.wager.is_some() && !chips);
        let fault = place.fault(FaultCode::MalformedRecord, format!("{}; {without}", part.what));
        note(IntegrityFault { wager: part.wager, stakes, ..fault });
    }
    if more > 0 {
        let what = format!("{more} more wagers or irregularities of this record are malformed");
        let stakes = Some(UnreadStakes { staked: None, more: true }).filter(|_| !chips);
        note(IntegrityFault { stakes, ..place.fault(FaultCode::MalformedRecord, what) });
    }
}
