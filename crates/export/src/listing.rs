//! The rows of what a report lists: logs, rulesets, shoes, findings, irregularities.

use std::collections::BTreeMap;

use resettle_oversight::staffing::DutyEntry;
use resettle_oversight::{Clock, number_of_date, parse_date};
use resettle_report::columns::{At, COVERAGE, Column, FINDINGS, REGISTER, ROUTINE, SHOES};
use resettle_report::document::{CoverageRow, FindingRow, HappenedRow, Input, InputTable, RegisterRow, Ruleset};
use resettle_report::tally::ShoeRow;
use resettle_sealed_log::Time;

use crate::batch::Batch;
use crate::edges::{Edges, whole};
use crate::recorder::Names;

/// The tables and clocks of logs, by file, and the columns of what is listed.
pub struct Listing {
    logs: BTreeMap<String, (InputTable, Clock)>,
    shoes: Vec<&'static Column<ShoeRow>>,
    findings: Vec<&'static Column<FindingRow>>,
    register: Vec<&'static Column<RegisterRow>>,
}

impl Listing {
    /// No logs yet; rows with who was on duty, or without.
    #[must_use]
    pub fn new(with_staff: bool) -> Self {
        Self {
            logs: BTreeMap::new(),
            shoes: SHOES.table(with_staff),
            findings: FINDINGS.table(with_staff),
            register: REGISTER.table(with_staff),
        }
    }

    /// Says of which table a log is and by which clock it is read.
    pub fn log(&mut self, file: &str, table: InputTable, clock: Clock) {
        self.logs.insert(file.to_owned(), (table, clock));
    }

    /// The day of a time as a log writes it: by the clock of its log, else as it is written.
    fn day(&mut self, file: &str, at: Option<&str>) -> Option<i64> {
        let at = at?;
        match (Time::parse(at), self.logs.get_mut(file)) {
            (Ok(time), Some((_, clock))) => clock.at(time.moment().nanos).map(|local| local.day),
            _ => number_of_date(parse_date(at.get(..10)?)?),
        }
    }

    fn table(&self, file: &str) -> Option<&InputTable> {
        self.logs.get(file).map(|(table, _)| table)
    }

    /// Adds a row to `to`; its day is that on which the shoe began.
    pub fn shoe(&mut self, to: &mut Batch, shoe: &ShoeRow) {
        let day = self.day(&shoe.file, Some(&shoe.from));
        to.list(&self.shoes, &At { day, table: self.table(&shoe.file), ..At::alone(shoe) });
    }

    /// Adds a row to `to`; its day is that of the record, none where that has no time.
    pub fn finding(&mut self, to: &mut Batch, finding: &FindingRow) {
        let day = self.day(&finding.file, finding.at.as_deref());
        to.list(&self.findings, &At { day, ..At::alone(finding) });
    }

    /// An entry of the register of irregularities.
    pub fn irregularity(&mut self, to: &mut Batch, entry: &RegisterRow) {
        let day = self.day(&entry.file, entry.at.as_deref());
        to.list(&self.register, &At { day, table: self.table(&entry.file), ..At::alone(entry) });
    }
}

/// What was asked of a table on a day, or was not and why.
pub fn list_coverage(to: &mut Batch, coverage: &CoverageRow) {
    to.list(&COVERAGE.table(false), &At::alone(coverage));
}

/// What happened at a table on a day without the cards deciding it.
pub fn list_routine(to: &mut Batch, happened: &HappenedRow) {
    to.list(&ROUTINE.table(false), &At::alone(happened));
}

/// Who was on duty at a table from some time on.
pub fn list_duty(to: &mut Batch, of: &Names, entry: &DutyEntry) {
    let mut row = to.row();
    row.text(there(&of.jurisdiction)).text(there(&of.venue)).text(there(&of.game)).text(there(&of.table));
    row.int(entry.from).int(entry.until).duty(&entry.duty);
    row.text(entry.source.as_str()).text(entry.file.as_str()).nat(entry.line);
}

/// A log.
pub fn list_input(to: &mut Batch, input: &Input) {
    let of = input.table.as_ref();
    let mut row = to.row();
    row.text(input.path.as_str()).text(input.log.as_str()).text(input.sha256.as_str());
    row.text(of.and_then(|of| there(&of.jurisdiction))).text(of.map(|of| of.venue.as_str()));
    row.text(of.map(|of| of.game.as_str())).text(of.map(|of| of.table.as_str()));
    row.text(of.and_then(|of| there(&of.currency)));
    row.nat(input.records).nat(input.coups).nat(input.authenticated_records).text(input.note.as_deref());
}

/// The bets of a ruleset with the decks that it was played with.
pub fn list_ruleset(to: &mut Batch, ruleset: &Ruleset, decks: impl IntoIterator<Item = u32>, edges: &Edges) {
    let mut any = false;
    for decks in decks {
        for (bet, edge) in edges.bets(&ruleset.id, decks).iter() {
            any = true;
            let mut row = to.row();
            row.text(ruleset.id.as_str()).text(ruleset.sha256.as_str()).nat(u64::from(decks)).text(bet.as_str());
            row.wide(whole(edge.numer())).wide(whole(edge.denom()));
        }
    }
    if !any {
        let mut row = to.row();
        row.text(ruleset.id.as_str()).text(ruleset.sha256.as_str()).nat(None).text(None).wide(None).wide(None);
    }
}

fn there(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
