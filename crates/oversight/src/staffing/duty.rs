use std::collections::BTreeMap;

use resettle_sealed_log::Moment;
use serde::{Deserialize, Serialize};

/// Where an entry comes from: a record of a log.
pub const SOURCE_LOG: &str = "log";
/// Where an entry comes from: a row of a staffing file.
pub const SOURCE_STAFFING: &str = "staffing";

/// Who was on duty, by badge id.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Duty {
    /// Who dealt; left out where nobody says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer: Option<String>,
    /// Who supervised; likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supervisor: Option<String>,
    /// The shift, as a staffing file names it; likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift: Option<String>,
}

impl Duty {
    /// Whether nobody is named.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// From when on who was on duty at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DutyEntry {
    /// From when on, in microseconds since 1970.
    pub from: i64,
    /// Until when, likewise; none where the next entry ends it.
    pub until: Option<i64>,
    /// Who.
    pub duty: Duty,
    /// [`SOURCE_LOG`] or [`SOURCE_STAFFING`].
    pub source: String,
    /// The log or the staffing file.
    pub file: String,
    /// Its line, from 1.
    pub line: Option<u64>,
}

/// Who was on duty at one table, by time. What records of a log say goes before what a staffing file says.
#[derive(Clone, Debug, Default)]
pub struct Duties {
    /// By rank of the source, in the order of time; the lowest rank goes first.
    logged: BTreeMap<u8, Vec<(Moment, Duty)>>,
    /// From, until (not reached), who; in the order of time.
    rostered: Vec<(Moment, Moment, Duty)>,
}

impl Duties {
    /// From a moment on; who is not named stays as before.
    pub fn put(&mut self, from: Moment, duty: &Duty, rank: u8) {
        let line = self.logged.entry(rank).or_default();
        let place = line.partition_point(|(known, _)| *known <= from);
        let before = place.checked_sub(1).and_then(|before| line.get(before)).map(|(_, duty)| duty.clone());
        let mut then = before.unwrap_or_default();
        merge(&mut then, duty);
        line.insert(place, (from, then));
    }

    /// Between two moments, the later not included, as a staffing file says.
    pub fn put_rostered(&mut self, from: Moment, until: Moment, duty: Duty) {
        let place = self.rostered.partition_point(|(known, ..)| *known <= from);
        self.rostered.insert(place, (from, until, duty));
    }

    /// Whether nobody was named at any time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.logged.is_empty() && self.rostered.is_empty()
    }

    /// Who was on duty at a moment. Who changed at that very moment has changed.
    #[must_use]
    pub fn at(&self, moment: Moment) -> Duty {
        self.found(moment, |known| *known <= moment)
    }

    /// Who was on duty until a record of this moment was written: who changed at that very moment had not changed yet, unless
    /// nobody was there before.
    #[must_use]
    pub fn until(&self, moment: Moment) -> Duty {
        let before = self.found(moment, |known| *known < moment);
        if before.is_empty() { self.at(moment) } else { before }
    }

    fn found(&self, moment: Moment, begun: impl Fn(&Moment) -> bool) -> Duty {
        let rostered = self.rostered.iter().rev().find(|(from, until, _)| begun(from) && moment <= *until);
        let rostered = rostered.filter(|(_, until, _)| moment < *until || !begun(&moment));
        let mut duty = rostered.map(|(.., duty)| duty.clone()).unwrap_or_default();
        for line in self.logged.values().rev() {
            let place = line.partition_point(|(known, _)| begun(known));
            if let Some((_, logged)) = place.checked_sub(1).and_then(|before| line.get(before)) {
                merge(&mut duty, logged);
            }
        }
        duty
    }
}

fn merge(duty: &mut Duty, more: &Duty) {
    for (known, new) in
        [(&mut duty.dealer, &more.dealer), (&mut duty.supervisor, &more.supervisor), (&mut duty.shift, &more.shift)]
    {
        if new.is_some() {
            known.clone_from(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duty(dealer: &str, supervisor: &str) -> Duty {
        let named = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Duty { dealer: named(dealer), supervisor: named(supervisor), shift: None }
    }

    fn at(second: i64) -> Moment {
        Moment::from_seconds(second)
    }

    #[test]
    fn who_is_not_named_stays() {
        let mut duties = Duties::default();
        duties.put(at(10), &duty("D1", "S1"), 0);
        duties.put(at(20), &duty("D2", ""), 0);
        assert_eq!([9, 10, 20].map(|second| duties.at(at(second))), [duty("", ""), duty("D1", "S1"), duty("D2", "S1")]);
        // A coup that was written down as the dealer changed was dealt by the one before.
        assert_eq!(duties.until(at(20)), duty("D1", "S1"));
        assert_eq!(duties.until(at(10)), duty("D1", "S1"));
    }

    #[test]
    fn the_log_goes_before_the_staffing_file_and_the_table_before_others() {
        let mut duties = Duties::default();
        duties.put_rostered(at(0), at(100), Duty { shift: Some("night".into()), ..duty("R", "RS") });
        duties.put(at(50), &duty("T", ""), 1);
        duties.put(at(60), &duty("D", ""), 0);
        let reported = |second| duties.at(at(second));
        assert_eq!(reported(10).dealer.as_deref(), Some("R"));
        assert_eq!(reported(55), Duty { shift: Some("night".into()), ..duty("T", "RS") });
        assert_eq!(reported(60).dealer.as_deref(), Some("D"));
        assert_eq!(reported(100).shift, None);
        assert_eq!(duties.until(at(100)).shift.as_deref(), Some("night"));
    }
}
