use jiff::civil::Date;
use resettle_sealed_log::Digest;

use crate::day::parse_date;

/// What makes a finding this one and no other, whatever file it was in and whoever ran the replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exception<'a> {
    /// The stable code.
    pub code: &'a str,
    /// The log's id; empty where no log shows it.
    pub log: &'a str,
    /// The record's `seq`.
    pub seq: Option<u64>,
    /// SHA-256 of the record's bytes, in lower-case hex.
    pub record_sha256: Option<&'a str>,
    /// The id of the shoe; `None` where it is about none.
    pub shoe: Option<&'a str>,
    /// The coup's number in its shoe; `None` where it is about no coup.
    pub coup: Option<u64>,
    /// The wager's name in its finding; `None` where it is about none.
    pub wager: Option<&'a str>,
    /// What the rules or the format expect, as the finding says it.
    pub expected: Option<&'a str>,
    /// What the log has instead, as the finding says it.
    pub logged: Option<&'a str>,
    /// `returned` − due, in minor currency units.
    pub money: Option<i64>,
    /// The venue; no part of the fingerprint, as the next two.
    pub venue: Option<&'a str>,
    /// The table, as the log's `open` names it.
    pub table: Option<&'a str>,
    /// The day that it is of: the date of its record, by the log's own clock.
    pub day: Option<Date>,
}

impl<'a> Exception<'a> {
    /// The date that a time of a log begins with.
    #[must_use]
    pub fn day_of(at: Option<&'a str>) -> Option<Date> {
        parse_date(at?.get(..10)?)
    }
}

/// The fingerprint of a finding: SHA-256 over `resettle-finding/1` and the ten fields in the order of [`Exception`],
/// each as its length in bytes, a colon, its text (numbers in decimal) and LF; an absent field is `-` and LF.
///
/// Neither the file's name nor the wording of the message has a part in it.
#[must_use]
pub fn fingerprint(of: &Exception<'_>) -> Digest {
    let number = |n: Option<u64>| n.map(|n| n.to_string());
    let mut text = String::from("resettle-finding/1\n");
    let mut add = |field: Option<&str>| match field {
        Some(field) => text.push_str(&format!("{}:{field}\n", field.len())),
        None => text.push_str("-\n"),
    };
    add(Some(of.code));
    add(Some(of.log));
    add(number(of.seq).as_deref());
    add(of.record_sha256);
    add(of.shoe);
    add(number(of.coup).as_deref());
    add(of.wager);
    add(of.expected);
    add(of.logged);
    add(of.money.map(|money| money.to_string()).as_deref());
    Digest::of(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_bytes_that_are_hashed_are_these() {
        let of =
            Exception { code: "settlement/underpaid", log: "l", seq: Some(11), coup: Some(9), ..Exception::default() };
        let text = "resettle-finding/1\n20:settlement/underpaid\n1:l\n2:11\n-\n-\n1:9\n-\n-\n-\n-\n";
        assert_eq!(fingerprint(&of), Digest::of(text.as_bytes()));
    }

    proptest! {
        /// What moves from one field to the next, or from absent to empty, is another finding.
        #[test]
        fn fields_cannot_be_shifted(a in ".{0,9}", b in ".{0,9}") {
            let one = Exception { expected: Some(&a), logged: Some(&b), ..Exception::default() };
            let joined = format!("{a}\n{}:{b}", b.len());
            let other = Exception { expected: Some(&joined), ..Exception::default() };
            let absent = Exception { expected: Some(&a), ..Exception::default() };
            prop_assert_ne!(fingerprint(&one), fingerprint(&other));
            prop_assert_ne!(fingerprint(&one), fingerprint(&absent));
            prop_assert_eq!(fingerprint(&one), fingerprint(&one.clone()));
        }
    }
}
