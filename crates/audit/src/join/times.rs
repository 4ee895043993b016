//! The times of a round where two sources state them, and what hangs on the close.

use resettle_coup_log::{QuickCoup, Times, Wager};
use resettle_ruleset::RoundTime;
use resettle_sealed_log::{SourceKind, Time};

use super::coup::{Part, differ};
use super::sources::Sources;
use crate::finding::Finding;
use crate::slack::after;

/// The record whose times count, of those that may speak: that of the table, the shoe, the display.
pub(super) fn timing<'p>(parts: impl Iterator<Item = &'p Part> + Clone, sources: &Sources) -> Option<&'p Part> {
    [SourceKind::Table, SourceKind::Shoe, SourceKind::Display]
        .into_iter()
        .filter_map(|wanted| parts.clone().find(|part| sources.kind_of(part.source) == Some(wanted)))
        .find(|part| part.coup.times != Times::default())
}

/// Times that a further source states otherwise, by more than `slack` nanoseconds and what its clock may be off: one finding
/// for each such source. `close` is the time after which wagers are late; where the two differ about it, the money is that
/// of the wagers that are in time by one of the two only: what went back less their stakes.
pub(super) fn disagreements<'p>(
    parts: impl Iterator<Item = &'p Part> + Clone,
    sources: &Sources,
    slack: i128,
    close: Option<RoundTime>,
    wagers: &[Wager],
) -> Vec<Finding> {
    let Some(first) = timing(parts.clone(), sources) else { return Vec::new() };
    let tolerance = |part: &Part| sources.get(part.source).map_or(0, |info| info.tolerance);
    let mut found = Vec::new();
    for other in parts.filter(|part| part.source != first.source) {
        let slack = slack.saturating_add(tolerance(first)).saturating_add(tolerance(other));
        let apart = |one: &Time, two: &Time| after(one, two, slack) || after(two, one, slack);
        let named = |part: &'p Part| {
            let Times { opened, closed, first_card, settled } = &part.coup.times;
            [("opened", opened), ("closed", closed), ("first_card", first_card), ("settled", settled)]
        };
        let differing: Vec<(&str, &Time, &Time)> = named(first)
            .into_iter()
            .zip(named(other))
            .filter_map(|((name, one), (_, two))| Some((name, one.as_ref()?, two.as_ref()?)))
            .filter(|(_, one, two)| apart(one, two))
            .collect();
        let (Some((name, one, two)), count) = (differing.first(), differing.len()) else { continue };
        let what = if count == 1 { format!("`{name}`") } else { format!("`{name}` and {} more", count - 1) };
        let finding = differ("times", &format!("times: {what}"), &first.place, &other.place, sources)
            .compared(format!("{name} {one}"), format!("{name} {two}"));
        let at_close = differing.iter().find(|(name, _, _)| close.is_some_and(|close| is(close, name)));
        let money = at_close.and_then(|(_, one, two)| between(wagers, one, two));
        found.push(match money {
            Some(money) => finding.money(money),
            None => finding,
        });
    }
    found
}

/// Whether no time that both state differs by more than `slack` nanoseconds.
pub(super) fn agree(one: &QuickCoup, other: &QuickCoup, slack: i128) -> bool {
    one.stated_times().into_iter().zip(other.stated_times()).all(|times| {
        let (Some(this), Some(that)) = times else { return true };
        this.nanos == that.nanos || {
            let (this, that) = (one.time(this), other.time(that));
            !after(&this, &that, slack) && !after(&that, &this, slack)
        }
    })
}

fn is(close: RoundTime, name: &str) -> bool {
    let own = match close {
        RoundTime::Opened => "opened",
        RoundTime::Closed => "closed",
        RoundTime::FirstCard => "first_card",
    };
    own == name
}

/// What went back less what was staked, over the wagers placed or withdrawn after the earlier of the two closes and by the
/// later one; `None` if there is none.
fn between(wagers: &[Wager], one: &Time, two: &Time) -> Option<i128> {
    let (one, two) = (one.moment(), two.moment());
    let (early, late) = (one.min(two), one.max(two));
    let among = |time: &Option<Time>| time.as_ref().is_some_and(|time| time.moment() > early && time.moment() <= late);
    let off: Vec<i128> = wagers
        .iter()
        .filter(|wager| among(&wager.placed) || among(&wager.withdrawn))
        .map(|wager| wager.net() - i128::from(wager.stake))
        .collect();
    (!off.is_empty()).then(|| off.iter().sum())
}
