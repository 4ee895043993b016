use std::collections::BTreeMap;

use resettle_yaml::{Fault, Position};

use super::{Level, RULES, Remark, Subject};
use crate::effective::date;
use crate::model::Ruleset;

/// What is to be said of rulesets side by side: two in force at once, versions known and not held.
#[must_use]
pub fn check_registry(rulesets: &[&Ruleset]) -> Vec<Remark> {
    // By the folder above the dates, so that a game which two files spell in two ways is seen.
    let mut games: BTreeMap<&str, Vec<&Ruleset>> = BTreeMap::new();
    for ruleset in rulesets {
        let game = ruleset.id.rsplit_once('/').map_or("", |(game, _)| game);
        games.entry(game).or_default().push(ruleset);
    }
    let mut remarks = Vec::new();
    for versions in games.values_mut() {
        versions.sort_by_key(|ruleset| (ruleset.effective.start, ruleset.id.clone()));
        first_held(versions, &mut remarks);
        for (at, own) in versions.iter().enumerate() {
            alone(own, versions.get(at + 1).copied(), &mut remarks);
        }
        for pair in versions.windows(2) {
            if let [own, next] = pair {
                side_by_side(own, next, &mut remarks);
            }
        }
    }
    for own in rulesets.iter().filter(|own| !own.venues.is_empty()) {
        for other in rulesets {
            shared(own, other, rulesets, &mut remarks);
        }
    }
    remarks
}

/// A rulebook of several venues next to another ruleset: no table has two at once.
fn shared(own: &Ruleset, other: &Ruleset, all: &[&Ruleset], remarks: &mut Vec<Remark>) {
    let same = own.versions() == other.versions()
        || (own.jurisdiction.as_str(), &own.game) != (&other.jurisdiction, &other.game);
    // Two of several venues are reported once.
    if same || (!other.venues.is_empty() && other.id < own.id) {
        return;
    }
    let Some(venue) = own.venues.iter().find(|venue| other.is_for(venue)) else { return };
    let until = |ruleset: &Ruleset| {
        let later = all.iter().filter(|one| one.versions() == ruleset.versions());
        later.map(|one| one.effective.start).filter(|start| *start > ruleset.effective.start).min().unwrap_or(i64::MAX)
    };
    let from = own.effective.start.max(other.effective.start);
    if from < until(own).min(until(other)) {
        say(
            remarks,
            Level::Error,
            other,
            format!(
                "from {} on it is in force for {venue}, and so is {}: two rulesets of one game at once",
                date(from, &other.effective.zone),
                own.id
            ),
            "take the venue out of `venues`, in a version from the day on which it has rules of its own",
        );
    }
}

fn say(remarks: &mut Vec<Remark>, level: Level, ruleset: &Ruleset, message: String, help: &str) {
    remarks.push(Remark {
        level,
        subject: Subject::Registry,
        id: ruleset.id.clone(),
        file: RULES.to_owned(),
        fault: Fault { place: Position::default(), message, help: Some(help.to_owned()) },
    });
}

/// The number of a version, where it has a plain one.
fn number(ruleset: &Ruleset) -> Option<u32> {
    ruleset.version.as_deref()?.parse().ok()
}

fn first_held(versions: &[&Ruleset], remarks: &mut Vec<Remark>) {
    let Some(first) = versions.first() else { return };
    if let Some(number) = number(first).filter(|number| *number > 1) {
        let from = date(first.effective.start, &first.effective.zone);
        say(
            remarks,
            Level::Note,
            first,
            format!("version {number} is the first one held: a coup before {from} finds no ruleset"),
            "obtain the versions before it, if such coups are to be judged",
        );
    }
}

/// What a ruleset says of itself that a reader of the registry should see.
fn alone(own: &Ruleset, next: Option<&Ruleset>, remarks: &mut Vec<Remark>) {
    let zone = own.effective.zone.as_str();
    if own.effective.open {
        say(
            remarks,
            Level::Note,
            own,
            format!("its date is open: it is used from {} on, the day of signing", own.effective.text),
            "find out when it was published, and state that with `--facts`",
        );
    }
    for gap in &own.gaps {
        say(
            remarks,
            Level::Note,
            own,
            format!("versions known and not held, {}: {}", gap.span(zone), gap.why),
            "obtain them; until then coups of that time are judged by this ruleset, and reported as uncertain",
        );
        if let Some(next) = next.filter(|next| gap.until > next.effective.start) {
            say(
                remarks,
                Level::Error,
                own,
                format!(
                    "its gap lasts until {}, but {} is in force from {} on",
                    date(gap.until, zone),
                    next.id,
                    date(next.effective.start, zone)
                ),
                "let the gap end where the next version held begins",
            );
        }
    }
}

fn side_by_side(own: &Ruleset, next: &Ruleset, remarks: &mut Vec<Remark>) {
    let zone = own.effective.zone.as_str();
    if own.effective.start == next.effective.start {
        say(
            remarks,
            Level::Error,
            next,
            format!(
                "it is in force from {} on, as {} is: two rulesets of one game at once",
                date(own.effective.start, zone),
                own.id
            ),
            "keep the one that applies, or correct the date of the other",
        );
    }
    if own.jurisdiction != next.jurisdiction {
        say(
            remarks,
            Level::Error,
            next,
            format!("it writes `jurisdiction: {}`, and {} writes `{}`", next.jurisdiction, own.id, own.jurisdiction),
            "logs name it in one way: the other ruleset would never be found",
        );
    }
    if zone != next.effective.zone {
        say(
            remarks,
            Level::Warning,
            next,
            format!("its dates are of the zone {}, those of {} of {zone}", next.effective.zone, own.id),
            "one venue lies in one zone: correct the wrong one",
        );
    }
    if let Some((older, newer)) = number(own).zip(number(next)) {
        let declared = own.gaps.iter().any(|gap| gap.until == next.effective.start);
        if newer <= older {
            say(
                remarks,
                Level::Warning,
                next,
                format!("version {newer} follows version {older} of {}", own.id),
                "compare versions and dates with the documents",
            );
        } else if newer > older + 1 && !declared {
            say(
                remarks,
                Level::Warning,
                own,
                format!(
                    "version {older} is followed by version {newer} of {}, and no gap says that others lie between",
                    next.id
                ),
                "declare the span in `gaps`, or obtain the versions between",
            );
        }
    }
    for file in &own.source.files {
        if next.source.files.iter().any(|other| other.sha256 == file.sha256) {
            say(
                remarks,
                Level::Warning,
                next,
                format!("it was read from the same file as {}: {}", own.id, file.name),
                "two versions have two documents: check `source`",
            );
        }
    }
}
