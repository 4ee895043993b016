//! The rows of what a report lists: logs, rulesets, shoes, findings, irregularities.

use std::collections::BTreeMap;

use resettle_oversight::staffing::DutyEntry;
use resettle_oversight::{Clock, Date, micros, parse_date};
use resettle_report::document::{FindingRow, Input, InputTable, RegisterRow, Ruleset};
use resettle_report::tally::ShoeRow;
use resettle_sealed_log::Time;

use crate::batch::Batch;
use crate::edges::{Edges, whole};
use crate::recorder::Names;

/// The tables and clocks of logs, by file.
#[derive(Debug, Default)]
pub struct Listing {
    logs: BTreeMap<String, (InputTable, Clock)>,
}

impl Listing {
    /// Says of which table a log is and by which clock it is read.
    pub fn log(&mut self, file: &str, table: InputTable, clock: Clock) {
        self.logs.insert(file.to_owned(), (table, clock));
    }

    /// The day of a time as a log writes it: by the clock of its log, else as it is written.
    fn day(&mut self, file: &str, at: Option<&str>) -> Option<i64> {
        let at = at?;
        match (Time::parse(at), self.logs.get_mut(file)) {
            (Ok(time), Some((_, clock))) => clock.at(time.moment().nanos).map(|local| local.day),
            _ => number_of(parse_date(at.get(..10)?)?),
        }
    }

    fn table(&self, file: &str) -> Option<&InputTable> {
        self.logs.get(file).map(|(table, _)| table)
    }

    /// A shoe.
    pub fn shoe(&mut self, to: &mut Batch, shoe: &ShoeRow) {
        let day = self.day(&shoe.file, Some(&shoe.from));
        let of = self.table(&shoe.file);
        let mut row = to.row();
        row.text(of.map(|of| of.jurisdiction.as_str())).text(there(&shoe.venue)).text(of.map(|of| of.game.as_str()));
        row.text(there(&shoe.table)).text(of.map(|of| of.currency.as_str())).int(day).text(shoe.shoe.as_deref());
        row.text(shoe.log.as_str()).text(shoe.file.as_str()).nat(shoe.line);
        row.text(shoe.ruleset.as_deref()).nat(shoe.decks.map(u64::from));
        row.nat(shoe.coups.0).nat(shoe.coups.1).text(shoe.results.as_str()).nat(shoe.wagers);
        row.amount(shoe.staked).amount(shoe.returned).amount(shoe.due);
    }

    /// A finding.
    pub fn finding(&mut self, to: &mut Batch, finding: &FindingRow) {
        let day = self.day(&finding.file, finding.at.as_deref());
        let mut row = to.row();
        row.text(&*finding.code).text(&*finding.severity).text(finding.clause.as_deref());
        row.text(finding.jurisdiction.as_deref()).text(finding.venue.as_deref()).text(finding.game.as_deref());
        row.text(finding.table.as_deref()).text(finding.currency.as_deref()).int(day);
        row.text(finding.log.as_str()).text(finding.file.as_str()).nat(finding.line).nat(finding.seq);
        row.text(finding.shoe.as_deref()).nat(finding.coup).text(finding.wager.as_deref());
        row.text(finding.player.as_deref()).int(finding.money);
        row.text(finding.expected.as_deref()).text(finding.logged.as_deref()).text(finding.message.as_str());
        row.flag(finding.authenticated).flag(finding.reading).text(finding.record_sha256.as_deref());
        row.int(finding.at.as_deref().and_then(moment));
        row.text(finding.disposition.as_ref().map(|note| note.kind.as_str())).text(there(&finding.fingerprint));
        let unit = finding.unit.as_deref().unwrap_or("money");
        row.text(finding.money.map(|_| unit)).text(finding.part.as_deref());
        row.duty(&finding.duty.clone().unwrap_or_default());
    }

    /// An entry of the register of irregularities.
    pub fn irregularity(&mut self, to: &mut Batch, entry: &RegisterRow) {
        let day = self.day(&entry.file, entry.at.as_deref());
        let of = self.table(&entry.file);
        let joined = |all: &[String]| Some(all.join(",")).filter(|all| !all.is_empty());
        let (terminals, faults, facts) = (joined(&entry.terminals), joined(&entry.faults), entry.facts_text());
        let mut row = to.row();
        row.text(entry.subject.as_str()).text(entry.kind.as_str());
        row.text(of.map(|of| of.jurisdiction.as_str())).text(there(&entry.venue)).text(of.map(|of| of.game.as_str()));
        row.text(there(&entry.table)).text(there(&entry.currency)).int(day);
        row.text(entry.log.as_str()).text(entry.file.as_str()).nat(entry.line).nat(entry.seq);
        row.text(entry.shoe.as_deref()).nat(entry.coup).text(entry.wager.as_deref());
        row.text(terminals.as_deref()).text(there(&facts)).int(entry.noticed.as_deref().and_then(moment));
        row.text(entry.ruling.as_deref()).text(entry.by.as_deref());
        row.text(entry.ruleset.as_deref()).text(entry.clause.as_deref());
        row.text(entry.consequence.as_str()).text(entry.evidence.as_str()).amount(entry.moved);
        row.flag(entry.is_faulty()).text(faults.as_deref()).flag(entry.authenticated);
        row.int(entry.at.as_deref().and_then(moment));
        row.duty(&entry.duty.clone().unwrap_or_default());
    }
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

fn moment(text: &str) -> Option<i64> {
    micros(Time::parse(text).ok()?.moment().nanos)
}

/// A day by its number since 1970.
fn number_of(day: Date) -> Option<i64> {
    let noon = day.at(0, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).ok()?;
    Some(noon.timestamp().as_second().div_euclid(86_400))
}
