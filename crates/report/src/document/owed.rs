//! What is owed to each patron, and by each: the wagers that returned otherwise than due, put together by whose they are; how
//! much of it hangs on a condition; what was staked on records that could not be read.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, HashMap};
use std::io;

use resettle_audit::Code;
use serde::{Deserialize, Serialize};

use super::condition::Conditions;
use super::{ConditionRow, FindingRow, Input, InputTable, RowIter, Rows, StatementLine, WagerRow};

/// What the wagers of one patron returned otherwise than due. Money in minor units. Over a currency `to_patron` adds up to
/// what was underpaid, `to_house` to what was overpaid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct OwedRow {
    /// The venue, as logs name it.
    pub venue: String,
    /// ISO 4217 code.
    pub currency: String,
    /// The player, as the log names one, else the seat or terminal and its table; null where none of them is logged.
    pub who: Option<String>,
    /// How many wagers.
    pub wagers: u64,
    /// What was due and did not go back.
    pub to_patron: i128,
    /// What went back beyond what was due.
    pub to_house: i128,
    /// What of `to_patron` is owed only on a condition; left out where nothing is.
    #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
    pub to_patron_on_condition: i128,
    /// What of `to_house` is; likewise.
    #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
    pub to_house_on_condition: i128,
}

/// What was staked on records and wagers that could not be read: it stands in no sum of wagers. Money in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct UnreadMoney {
    /// ISO 4217 code; null where the log does not say it.
    pub currency: Option<String>,
    /// How many records and wagers.
    pub records: u64,
    /// The sum of the stakes that can be read.
    pub staked: i128,
    /// Of how many of them stakes cannot be read.
    pub unknown: u64,
}

impl UnreadMoney {
    /// It as a line of the statement of money.
    #[must_use]
    pub fn line(&self) -> StatementLine {
        StatementLine { line: "unread".to_owned(), money: self.staked, about: self.words() }
    }

    /// What it is, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let records = counted_of(self.records, "record or wager", "records and wagers");
        let unknown = match self.unknown {
            0 => String::new(),
            unknown if unknown == self.records && self.staked == 0 => {
                return format!("money unknown: {records} that could not be read");
            }
            unknown => format!("; of {unknown} of them the money is unknown, or more than that"),
        };
        format!("staked, as far as it can be read, on {records} not judged, in no sum above{unknown}")
    }
}

fn counted_of(count: u64, one: &str, more: &str) -> String {
    format!("{} {}", resettle_game::in_thousands(count), if count == 1 { one } else { more })
}

/// What is owed, how much of it on a condition, and what no sum holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owing {
    /// By currency, the largest amounts either way first. Chips of tournaments are no money, and owed by no one here.
    pub patrons: Vec<OwedRow>,
    /// What of it hangs on what.
    pub conditions: Vec<ConditionRow>,
    /// By currency.
    pub unread: Vec<UnreadMoney>,
}

/// Findings in their order, gone through beside the coups that they stand at; what could not be read is counted on the way.
struct Beside<'r> {
    rows: RowIter<'r, FindingRow>,
    next: Option<FindingRow>,
    /// Those of the last coup, and of which log and line it is.
    own: Vec<FindingRow>,
    at: Option<(String, u64)>,
    unread: BTreeMap<Option<String>, UnreadMoney>,
}

impl<'r> Beside<'r> {
    fn of(rows: &'r dyn Rows) -> io::Result<Self> {
        let mut new = Self { rows: rows.findings(), next: None, own: Vec::new(), at: None, unread: BTreeMap::new() };
        new.step()?;
        Ok(new)
    }

    /// Goes on to the next finding; returns the one that was next.
    fn step(&mut self) -> io::Result<Option<FindingRow>> {
        let next = self.rows.next().transpose()?;
        let unread = next
            .as_ref()
            .filter(|row| row.code == Code::MalformedRecord.as_str() && (row.staked.is_some() || row.stakes_unread));
        if let Some(row) = unread {
            let currency = row.currency.clone();
            let sum = self
                .unread
                .entry(currency.clone())
                .or_insert_with(|| UnreadMoney { currency, ..UnreadMoney::default() });
            sum.records += 1;
            sum.staked += row.staked.unwrap_or(0);
            sum.unknown += u64::from(row.stakes_unread);
        }
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// The findings that put a sum to what wagers of a coup returned otherwise than due.
    fn at(&mut self, log: &str, line: u64) -> io::Result<&[FindingRow]> {
        if self.at.as_ref().is_some_and(|(of, at)| of == log && *at == line) {
            return Ok(&self.own);
        }
        self.own.clear();
        self.at = Some((log.to_owned(), line));
        while let Some(next) = &self.next {
            match (next.log.as_str(), next.line.unwrap_or(0)).cmp(&(log, line)) {
                Ordering::Greater => break,
                Ordering::Less => drop(self.step()?),
                Ordering::Equal => {
                    let row = self.step()?;
                    // Of very many findings of one record the others stand alone.
                    self.own.extend(row.filter(|row| is_of_net_error(row) || self.own.len() < MOST));
                }
            }
        }
        let all = self.own.clone();
        self.own.retain(is_of_net_error);
        for row in &mut self.own {
            let of = row.clone();
            row.stands_beside(all.iter().filter(|other| of.is_beside(other) && **other != of));
        }
        Ok(&self.own)
    }

    fn unread(mut self) -> io::Result<Vec<UnreadMoney>> {
        while self.step()?.is_some() {}
        Ok(self.unread.into_values().collect())
    }
}

/// So many findings of one record are put beside each other.
const MOST: usize = 256;

fn is_of_net_error(finding: &FindingRow) -> bool {
    finding.money.is_some() && Code::parse(&finding.code).is_some_and(Code::is_of_net_error)
}

/// The finding by which a wager is owed something on a condition: of those about it, else about its coup, the first; none
/// where one of them is certain.
fn condition<'f>(findings: &[&'f FindingRow], wager: &str) -> Option<&'f FindingRow> {
    let of = |name: Option<&str>| -> Vec<&'f FindingRow> {
        findings.iter().copied().filter(|one| one.wager.as_deref() == name).collect()
    };
    let own = of(Some(wager));
    let own = if own.is_empty() { of(None) } else { own };
    own.iter().all(|one| !one.conditions().is_empty()).then(|| own.first().copied()).flatten()
}

/// A coup of a table, whichever of its sources a record is of: venue, game, table, shoe and number.
type CoupOfTable = (String, String, String, Option<String>, u64);

fn coup_of(finding: &FindingRow) -> Option<CoupOfTable> {
    let (venue, game, table) = (finding.venue.clone()?, finding.game.clone()?, finding.table.clone()?);
    Some((venue, game, table, finding.shoe.clone(), finding.coup?))
}

/// The findings of money at coups of which one hangs on something: where several sources record a table, the finding about a
/// wager stands at its own source's record, and not at the coup's.
fn of_coups(rows: &dyn Rows) -> io::Result<HashMap<CoupOfTable, Vec<FindingRow>>> {
    let mut coups: HashMap<CoupOfTable, Vec<FindingRow>> = HashMap::new();
    for row in rows.findings() {
        let row = row?;
        if is_of_net_error(&row) && !row.conditions().is_empty() {
            coups.extend(coup_of(&row).map(|coup| (coup, Vec::new())));
        }
    }
    if coups.is_empty() {
        return Ok(coups);
    }
    for row in rows.findings() {
        let row = row?;
        if is_of_net_error(&row)
            && let Some(own) = coup_of(&row).and_then(|coup| coups.get_mut(&coup))
        {
            own.push(row);
        }
    }
    Ok(coups)
}

impl Owing {
    /// Adds up what the coups of a report returned otherwise than due.
    ///
    /// # Errors
    /// A row that cannot be read.
    pub fn of(inputs: &[Input], rows: &dyn Rows) -> io::Result<Self> {
        let tables: HashMap<&str, &InputTable> =
            inputs.iter().filter_map(|input| Some((input.path.as_str(), input.table.as_ref()?))).collect();
        let mut all: BTreeMap<(String, String, Option<String>), OwedRow> = BTreeMap::new();
        let mut conditions = Conditions::default();
        let mut findings = Beside::of(rows)?;
        // Of one log no other source records anything.
        let is_of_several = inputs.windows(2).any(|two| matches!(two, [one, other] if one.log != other.log));
        let coups = if is_of_several { of_coups(rows)? } else { HashMap::new() };
        for coup in rows.coups() {
            let coup = coup?;
            let own = findings.at(&coup.log, coup.line.unwrap_or(0))?;
            let Some(table) = tables.get(coup.file.as_str()).filter(|_| coup.unit.is_none()) else { continue };
            let (venue, game, name) = (table.venue.clone(), table.game.clone(), table.table.clone());
            let of_table = coup.coup.and_then(|number| coups.get(&(venue, game, name, coup.shoe.clone(), number)));
            let of_other_sources = of_table.into_iter().flatten().filter(|one| one.log != coup.log);
            let own: Vec<&FindingRow> =
                own.iter().filter(|one| one.file == coup.file).chain(of_other_sources).collect();
            for wager in coup.wagers.iter().filter(|wager| wager.error != 0) {
                let (venue, currency) = (table.venue.clone(), table.currency.clone());
                let who = whose(wager, &table.table);
                let row = all.entry((venue.clone(), currency.clone(), who.clone())).or_insert_with(|| OwedRow {
                    venue,
                    currency,
                    who,
                    ..OwedRow::default()
                });
                row.wagers += 1;
                row.to_house += wager.error.max(0);
                row.to_patron += (-wager.error).max(0);
                if let Some(finding) = condition(&own, &wager.name) {
                    row.to_house_on_condition += wager.error.max(0);
                    row.to_patron_on_condition += (-wager.error).max(0);
                    conditions.add(&table.currency, finding, wager);
                }
            }
        }
        let mut patrons: Vec<OwedRow> = all.into_values().collect();
        patrons.sort_by_key(|row| (row.currency.clone(), Reverse(row.to_patron.max(row.to_house))));
        Ok(Self { patrons, conditions: conditions.into_rows(), unread: findings.unread()? })
    }
}

/// Whose a wager is.
pub(super) fn whose(wager: &WagerRow, table: &str) -> Option<String> {
    if let Some(player) = &wager.player {
        return Some(player.clone());
    }
    let seat = wager.seat.as_ref().map(|seat| format!("seat {seat} of {table}"));
    seat.or_else(|| wager.terminal.as_ref().map(|terminal| format!("terminal {terminal} of {table}")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use serde_json::{Value, from_value, json};

    use super::*;
    use crate::document::{CoupRow, Held};

    fn finding(more: &Value) -> FindingRow {
        let mut row = json!({
            "code": "settlement/underpaid", "severity": "major", "clause": "x/y 5.4", "currency": "SGD", "log": "l", "file": "f", "line": 7,
            "seq": 6, "shoe": "S", "coup": 3, "wager": "w1", "expected": "1", "logged": "0", "money": -100, "message": "m",
            "authenticated": true, "record_sha256": null, "reading": false
        });
        for (name, value) in more.as_object().unwrap() {
            row.as_object_mut().unwrap().insert(name.clone(), value.clone());
        }
        from_value(row).unwrap()
    }

    fn coup() -> CoupRow {
        let wager = |name: &str, seat: &str, error: i64| json!({ "name": name, "bet": "tie", "stake": 100, "returned": 0, "due": -error, "error": error, "seat": seat });
        from_value(json!({
            "log": "l", "file": "f", "line": 7, "shoe": "S", "coup": 3, "at": "", "severity": "major", "ruleset": null, "cards": [],
            "player": [], "banker": [], "permanent": null, "player_total": null, "banker_total": null, "result": "void",
            "from_cards": false, "declared": null, "wrd": null, "steps": [],
            "wagers": [wager("w1", "1", -100), wager("w2", "2", 40), wager("w3", "2", 0)]
        }))
        .unwrap()
    }

    fn owing(findings: Vec<FindingRow>) -> Owing {
        // The table's log, and that of another of its sources.
        let input = |path: &str, log: &str| {
            from_value(json!({
                "path": path, "log": log, "sha256": "", "records": 1, "coups": 1, "authenticated_records": 1, "keys": [],
                "table": { "venue": "v", "game": "g", "table": "T", "currency": "SGD" }
            }))
            .unwrap()
        };
        let rows = Held { findings, coups: vec![coup()], ..Held::default() };
        Owing::of(&[input("f", "l"), input("t1", "t1")], &rows).unwrap()
    }

    /// What hangs on what, and how much of it goes to whom.
    fn conditions(owing: &Owing) -> Vec<(&str, u64, i128, i128)> {
        owing.conditions.iter().map(|row| (row.on.as_str(), row.wagers, row.to_patron, row.to_house)).collect()
    }

    #[test]
    fn what_hangs_on_a_reading_stands_apart_from_what_is_certain() {
        let reading = json!({ "reading": true, "message": "m; by another reading it is late; more" });
        let found = owing(vec![
            finding(&reading),
            finding(&json!({ "code": "settlement/overpaid", "wager": "w2", "money": 40 })),
        ]);
        assert_eq!(conditions(&found), [("reading", 1, 100, 0)]);
        assert_eq!(found.conditions.first().unwrap().otherwise.as_deref(), Some("it is late"));
        let owed: Vec<_> = found
            .patrons
            .iter()
            .map(|row| (row.to_patron, row.to_patron_on_condition, row.to_house_on_condition))
            .collect();
        assert_eq!(owed, [(100, 100, 0), (0, 0, 0)]);
        assert_eq!(conditions(&owing(vec![finding(&json!({}))])), []);
    }

    #[test]
    fn what_hangs_on_two_conditions_stands_once_and_names_both() {
        let void = json!({ "code": "void/undeclared", "wager": null, "reading": true, "message": format!("m; {}", resettle_audit::ON_WORD) });
        let found = owing(vec![finding(&void)]);
        assert_eq!(conditions(&found), [("reading", 2, 100, 40)]);
        let row = found.conditions.first().unwrap();
        assert_eq!(row.also, ["word"]);
        assert!(row.words().ends_with(", and only if what is logged to have gone wrong is so"), "{}", row.words());
    }

    #[test]
    fn a_finding_at_the_record_of_another_source_is_of_the_coup_too() {
        let named =
            json!({ "log": "t1", "file": "t1", "line": 99, "venue": "v", "game": "g", "table": "T", "reading": true });
        assert_eq!(conditions(&owing(vec![finding(&named)])), [("reading", 1, 100, 0)]);
        let mut certain = finding(&named);
        (certain.reading, certain.line) = (false, Some(98));
        assert_eq!(conditions(&owing(vec![certain.clone(), finding(&named)])), []);
        let other = FindingRow { table: Some("U".into()), ..finding(&named) };
        assert_eq!(conditions(&owing(vec![other])), []);
    }

    #[test]
    fn a_finding_about_the_coup_is_of_the_wagers_that_have_none_of_their_own() {
        let void = json!({ "code": "void/groundless", "wager": null, "money": -60, "reading": true, "clause": null });
        assert_eq!(conditions(&owing(vec![finding(&void)])), [("reading", 2, 100, 40)]);
        let certain = finding(&json!({}));
        assert_eq!(conditions(&owing(vec![finding(&void), certain])), [("reading", 1, 0, 40)]);
    }

    #[test]
    fn what_was_not_read_of_a_void_leaves_open_what_is_owed() {
        let void = finding(&json!({ "code": "void/groundless", "wager": null, "money": -60 }));
        let lost = json!({ "code": "integrity/malformed-record", "wager": null, "money": null });
        let unknown = json!({ "code": "integrity/unknown-kind", "wager": null, "money": null });
        for beside in [&lost, &unknown] {
            let found = owing(vec![finding(beside), void.clone()]);
            assert_eq!((conditions(&found), &found.unread), (vec![("unread", 2, 100, 40)], &Vec::new()));
        }
        let elsewhere = FindingRow { line: Some(6), ..finding(&lost) };
        assert_eq!(conditions(&owing(vec![elsewhere, void])), []);
    }

    #[test]
    fn stakes_that_no_sum_holds_are_added_up_or_counted_as_unknown() {
        let lost = |staked: Option<i64>, unread: bool| {
            let about = json!({ "code": "integrity/malformed-record", "money": null, "line": 9, "staked": staked, "stakes_unread": unread });
            finding(&about)
        };
        let found = owing(vec![lost(Some(500), false), lost(None, true), lost(None, false)]);
        let sum = UnreadMoney { currency: Some("SGD".into()), records: 2, staked: 500, unknown: 1 };
        assert_eq!(found.unread, std::slice::from_ref(&sum));
        assert!(sum.words().ends_with("; of 1 of them the money is unknown, or more than that"), "{}", sum.words());
        let none = UnreadMoney { records: 1, staked: 0, ..sum };
        assert_eq!(none.words(), "money unknown: 1 record or wager that could not be read");
        assert_eq!(none.line().amount("SGD"), "unknown");
    }
}
