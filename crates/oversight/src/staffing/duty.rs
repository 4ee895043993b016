use std::collections::BTreeMap;

use resettle_sealed_log::Moment;
use serde::{Deserialize, Serialize};

/// Where an entry comes from: a record of a log.
pub const SOURCE_LOG: &str = "log";
/// Where an entry comes from: a row of a staffing file.
pub const SOURCE_STAFFING: &str = "staffing";

/// In nanoseconds.
const MINUTE: i128 = 60 * 1_000_000_000;

/// A shorter row of a staffing file is no turn at a table, and its ends excuse nothing.
const SHORTEST_STRETCH: i128 = 10 * MINUTE;

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
    /// Who is on duty, and as what.
    pub duty: Duty,
    /// [`SOURCE_LOG`] or [`SOURCE_STAFFING`].
    pub source: String,
    /// The log or the staffing file.
    pub file: String,
    /// Its line, from 1.
    pub line: Option<u64>,
}

/// Who was on duty at one table, by time. What the casino's staffing file says goes before what records of a log say.
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
        self.change(from, rank, |then| merge(then, duty));
    }

    /// From a moment on it is not known who is in the posts that `duty` names: what names somebody else does not count.
    pub fn put_unknown(&mut self, from: Moment, duty: &Duty, rank: u8) {
        self.change(from, rank, |then| {
            then.dealer.take_if(|_| duty.dealer.is_some());
            then.supervisor.take_if(|_| duty.supervisor.is_some());
        });
    }

    fn change(&mut self, from: Moment, rank: u8, change: impl FnOnce(&mut Duty)) {
        let line = self.logged.entry(rank).or_default();
        let place = line.partition_point(|(known, _)| *known <= from);
        let before = place.checked_sub(1).and_then(|before| line.get(before)).map(|(_, duty)| duty.clone());
        let mut then = before.unwrap_or_default();
        change(&mut then);
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

    /// Who dealt and who supervised at a moment, where both a log and the staffing file say so and they differ: the log's
    /// word, then the file's. A change is no difference in the minute around it: from whom the log names or to them, or where
    /// a longer stretch of the file begins or ends.
    #[must_use]
    pub fn differ(&self, moment: Moment) -> Vec<(String, String)> {
        if self.logged.is_empty() || self.rostered.is_empty() {
            return Vec::new();
        }
        let logged = self.logged(&|known: &Moment| *known <= moment);
        let around = [0, -MINUTE, MINUTE].map(|off| {
            let moment = Moment { nanos: moment.nanos.saturating_add(off) };
            self.stretch(moment, &|known: &Moment| *known <= moment)
        });
        let [Some((from, until, _)), ..] = around else { return Vec::new() };
        let long = until.nanos.saturating_sub(from.nanos) >= SHORTEST_STRETCH;
        let posts: [fn(&Duty) -> Option<&String>; 2] = [|duty| duty.dealer.as_ref(), |duty| duty.supervisor.as_ref()];
        let differs = |post: &fn(&Duty) -> Option<&String>| {
            let own = post(&logged)?;
            let [then, before, after] = around.map(|found| found.and_then(|(.., duty)| post(duty)));
            let then = then.filter(|then| *then != own)?;
            let changes = (before == Some(own)) != (after == Some(own));
            let ends = long && (before.is_none() != after.is_none());
            (!changes && !ends).then(|| (own.clone(), then.clone()))
        };
        posts.iter().filter_map(differs).collect()
    }

    fn found(&self, moment: Moment, begun: impl Fn(&Moment) -> bool) -> Duty {
        let mut duty = self.logged(&begun);
        merge(&mut duty, &self.rostered(moment, &begun));
        duty
    }

    fn rostered(&self, moment: Moment, begun: &impl Fn(&Moment) -> bool) -> Duty {
        self.stretch(moment, begun).map(|(.., duty)| duty.clone()).unwrap_or_default()
    }

    /// The row of the staffing file that holds at a moment.
    fn stretch(&self, moment: Moment, begun: &impl Fn(&Moment) -> bool) -> Option<&(Moment, Moment, Duty)> {
        let rostered = self.rostered.iter().rev().find(|(from, until, _)| begun(from) && moment <= *until);
        rostered.filter(|(_, until, _)| moment < *until || !begun(&moment))
    }

    fn logged(&self, begun: &impl Fn(&Moment) -> bool) -> Duty {
        let mut duty = Duty::default();
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
    fn whoever_a_record_that_does_not_count_names_is_not_whoever_was_there_before() {
        let mut duties = Duties::default();
        duties.put(at(10), &duty("D1", "S1"), 0);
        duties.put_unknown(at(20), &duty("D2", ""), 0);
        duties.put(at(30), &duty("D3", ""), 0);
        let reported = [15, 25, 30].map(|second| duties.at(at(second)));
        assert_eq!(reported, [duty("D1", "S1"), duty("", "S1"), duty("D3", "S1")]);
    }

    #[test]
    fn the_staffing_file_goes_before_the_log_and_the_table_before_others() {
        let mut duties = Duties::default();
        duties.put_rostered(at(0), at(100), Duty { shift: Some("night".into()), ..duty("R", "") });
        duties.put(at(50), &duty("T", "TS"), 1);
        duties.put(at(60), &duty("D", ""), 0);
        let reported = |second| duties.at(at(second));
        assert_eq!(reported(10).dealer.as_deref(), Some("R"));
        assert_eq!(reported(55), Duty { shift: Some("night".into()), ..duty("R", "TS") });
        assert_eq!(reported(100).dealer.as_deref(), Some("D"));
        assert_eq!(reported(100).shift, None);
        assert_eq!(duties.until(at(100)).shift.as_deref(), Some("night"));
    }

    #[test]
    fn what_a_log_says_otherwise_than_the_staffing_file_differs_but_for_a_minute_around_a_change() {
        let mut duties = Duties::default();
        duties.put(at(0), &duty("D1", "S1"), 0);
        assert!(duties.differ(at(10)).is_empty(), "there is no file");
        duties.put_rostered(at(0), at(1_000), duty("D1", ""));
        duties.put_rostered(at(1_000), at(2_000), duty("D2", "S1"));
        let pair = |logged: &str, file: &str| vec![(logged.to_owned(), file.to_owned())];
        assert!(duties.differ(at(10)).is_empty() && duties.differ(at(1_059)).is_empty());
        assert_eq!(duties.differ(at(1_060)), pair("D1", "D2"));
        assert!(duties.differ(at(2_100)).is_empty(), "the file says nothing of it");
        duties.put(at(1_500), &duty("D2", "S2"), 0);
        assert_eq!(duties.differ(at(1_600)), pair("S2", "S1"));
    }

    /// Otherwise a row around one coup names another dealer for it, unseen.
    #[test]
    fn a_row_too_short_for_a_change_differs() {
        let pair = vec![("D1".to_owned(), "D9".to_owned())];
        let mut alone = Duties::default();
        alone.put(at(0), &duty("D1", "S1"), 0);
        alone.put_rostered(at(1_000), at(1_050), duty("D9", ""));
        assert_eq!(alone.differ(at(1_020)), pair);
        let mut among = Duties::default();
        among.put(at(0), &duty("D1", "S1"), 0);
        among.put_rostered(at(0), at(1_000), duty("D1", ""));
        among.put_rostered(at(1_000), at(1_050), duty("D9", ""));
        among.put_rostered(at(1_050), at(9_000), duty("D1", ""));
        assert_eq!(among.differ(at(1_020)), pair);
        let mut shift = Duties::default();
        shift.put(at(0), &duty("D1", "S1"), 0);
        shift.put_rostered(at(1_000), at(9_000), duty("D2", ""));
        assert!(shift.differ(at(1_030)).is_empty(), "the log says it half a minute later");
        assert_eq!(shift.differ(at(1_100)), vec![("D1".to_owned(), "D2".to_owned())]);
    }
}
