use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

use resettle_audit::{Finding, RulesetUse, Totals};
use resettle_oversight::date_of_number;
use resettle_oversight::staffing::DutyEntry;
use resettle_report::document::{
    Capped, CappedRegister, CoupRow, CurrencyTotals, DayRow, ExceptionsRow, FindingRow, Input, InputTable, Played,
    RegisterRow, Report, RowIter, Rows, StaffRow, Summary, Unread, of_gravity,
};
use resettle_report::tally::{
    Counts, DayTotals, Days, Exceptions, FoundMoney, Outcomes, Post, RegisterCounts, RegisterSum, ShoeRow, StaffCounts,
    SummedOver, TableTotals,
};

use super::findings::FindingRuns;
use super::lot::Finished;
use super::runs::{SortedRun, few, merged};
use super::store::Store;
use crate::recording::Parts;
use crate::result::TableResult;
use crate::stated::Stated;

/// A finding of the run as a whole, and the table that it is about.
pub struct AboutTable {
    /// What does not fit; it belongs to the run, not to one table's result.
    pub finding: Finding,
    /// `None` if it is about no table, or its log says which. Names that are not known are empty.
    pub table: Option<InputTable>,
    /// The day that it is about, if no record bears a time.
    pub day: Option<String>,
}

impl From<Finding> for AboutTable {
    fn from(finding: Finding) -> Self {
        Self { finding, table: None, day: None }
    }
}

/// The results of a run: its lots, in the order in which they count, whichever was ready first.
#[derive(Default)]
pub struct Gathered {
    inputs: Vec<Input>,
    unread: Vec<Unread>,
    totals: Totals,
    rulesets: BTreeMap<String, RulesetUse>,
    counts: Counts,
    register_counts: RegisterCounts,
    tables: Vec<TableTotals>,
    days: Vec<(TableTotals, Days)>,
    exceptions: BTreeMap<(String, String, String), Exceptions>,
    /// The money of findings, by currency.
    found: BTreeMap<String, FoundMoney>,
    staff: BTreeMap<StaffKey, StaffCounts>,
    duties: Vec<(TableTotals, Vec<DutyEntry>)>,
    outcomes: Outcomes,
    findings: FindingRuns,
    register: Vec<SortedRun<RegisterRow>>,
    register_sums: Vec<SortedRun<RegisterSum>>,
    coups: Vec<SortedRun<CoupRow>>,
    shoes: Vec<SortedRun<ShoeRow>>,
    recorded: Vec<Parts>,
}

impl Gathered {
    /// Takes what could not be read, in any order.
    pub fn unread(&mut self, unread: impl IntoIterator<Item = Unread>) {
        self.unread.extend(unread);
    }

    /// Takes the description of a log.
    pub fn input(&mut self, input: Input) {
        self.inputs.push(input);
    }

    /// Takes the result of a table with the descriptions of its logs.
    pub fn result(&mut self, result: TableResult) {
        self.inputs.extend(result.inputs);
        self.table(result.lot, &result.totals, result.rulesets);
    }

    /// Takes the results of a table.
    pub fn table(&mut self, lot: Finished, totals: &Totals, rulesets: Vec<RulesetUse>) {
        self.totals.add(totals);
        for used in rulesets {
            match self.rulesets.get_mut(&used.id) {
                Some(known) => {
                    known.coups += used.coups;
                    known.uncertain += used.uncertain;
                }
                None => {
                    self.rulesets.insert(used.id.clone(), used);
                }
            }
        }
        self.counts.add(&lot.counts);
        self.register_counts.add(&lot.register_counts);
        // A log without a readable opening record belongs to no table.
        let (table, staff) = (lot.tally.table, lot.tally.staff);
        for (post, id, counts) in staff.iter().filter(|_| !table.jurisdiction.is_empty()) {
            let key = (table.venue.clone(), table.currency.clone(), post, id.is_none(), id.map(str::to_owned));
            self.staff.entry(key).or_default().add(counts);
        }
        self.duties.extend(Some((table.names(), staff.entries)).filter(|(_, entries)| !entries.is_empty()));
        let key = (table.venue.clone(), table.game.clone(), table.table.clone());
        self.exceptions.entry(key).or_default().add(&lot.tally.exceptions);
        self.found.entry(table.currency.clone()).or_default().add(&lot.tally.found);
        if !table.jurisdiction.is_empty() {
            self.days.push((table.names(), lot.tally.days));
            self.tables.push(table);
        }
        self.outcomes.add(&lot.tally.outcomes);
        self.findings.extend(lot.findings);
        self.register.extend(lot.register);
        self.register_sums.push(lot.register_sums);
        self.coups.extend(lot.coups);
        self.shoes.extend(lot.shoes);
        self.recorded.extend(lot.recorded);
    }

    /// Goes through all findings, in no order.
    pub fn each_finding(&self, mut see: impl FnMut(&FindingRow)) -> io::Result<()> {
        self.findings.each().try_for_each(|row| row.map(|row| see(&row)))
    }

    /// What each table staked and paid on each day, by table and day, as far as tables were taken.
    #[must_use]
    pub fn days(&self) -> Vec<DayRow> {
        days(self.days.clone())
    }

    /// Takes findings about the run as a whole, whose place and authenticity are known, each with the table that it is
    /// about, if that is known; else that of its log. The currency is that of the table's logs, which come before.
    pub fn findings<F: Into<AboutTable>>(&mut self, found: Vec<F>, store: &Store) -> io::Result<()> {
        let mut rows: Vec<FindingRow> = Vec::with_capacity(found.len());
        for finding in found {
            let AboutTable { finding, table, day } = finding.into();
            self.counts.finding(&finding);
            let mut row = FindingRow::from(&finding);
            row.at = row.at.or(day);
            let of_log = || self.inputs.iter().find(|input| input.log == row.log).and_then(|input| input.table.clone());
            if let Some(InputTable { jurisdiction, currency, venue, game, table }) = table.or_else(of_log) {
                let named = |name: String| Some(name).filter(|name| !name.is_empty());
                (row.jurisdiction, row.currency) = (named(jurisdiction), named(currency));
                let same = |one: &&TableTotals| one.venue == venue && one.game == game && one.table == table;
                if let Some(known) = self.tables.iter().find(same) {
                    row.jurisdiction = Some(known.jurisdiction.clone());
                    row.currency = Some(known.currency.clone());
                }
                (row.venue, row.game, row.table) = (named(venue), named(game), named(table));
            }
            let name = |name: &Option<String>| name.clone().unwrap_or_default();
            let key = (name(&row.venue), name(&row.game), name(&row.table));
            self.exceptions.entry(key).or_default().finding(&finding, None);
            rows.push(row);
        }
        rows.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
        self.findings.extend(FindingRuns::write(rows.into_iter().map(Ok), store)?);
        Ok(())
    }

    /// The report's head and its rows. `played` says whether coups were judged at all.
    pub fn seal(mut self, store: &Store, stated: Stated, played: bool) -> io::Result<(Report, ReportRows)> {
        self.inputs.sort_by(|a, b| (&a.log, &a.path).cmp(&(&b.log, &b.path)));
        self.unread.sort();
        let tables = TableTotals::by_table(self.tables);
        let days = days(self.days);
        let exceptions = self.exceptions.into_iter().map(|((venue, game, table), counts)| ExceptionsRow {
            venue,
            game,
            table,
            counts,
        });
        let exceptions: Vec<ExceptionsRow> = exceptions.filter(|row| row.counts != Exceptions::default()).collect();
        let found = |sum: &CurrencyTotals| self.found.get(&sum.currency).cloned().unwrap_or_default();
        let currencies = CurrencyTotals::of(&tables).into_iter().map(|sum| (found(&sum), sum));
        let currencies = currencies.map(|(found, sum)| sum.reconciled_with(found)).collect();
        let max_per_code = stated.max_per_code;
        let summary = Summary::new(&self.totals, currencies, &self.counts, &self.register_counts, max_per_code);
        let rulesets = self.rulesets.values().map(Into::into).collect();
        let mut report = stated.report(self.inputs, rulesets, summary);
        report.unread = self.unread;
        report.played = played.then(|| Played {
            tables,
            outcomes: self.outcomes.into_rows(),
            expected: None,
            days,
            exceptions,
            staff: staff(self.staff),
        });
        let sealed = ReportRows {
            findings: self.findings.few(store)?,
            register: few(self.register, store)?,
            register_sums: SortedRun::write(SummedOver::new(merged(&few(self.register_sums, store)?)), store)?,
            coups: few(self.coups, store)?,
            shoes: few(self.shoes, store)?,
            recorded: self.recorded,
            duties: self.duties,
            max_per_code,
        };
        Ok((report, sealed))
    }
}

/// Venue, currency, post, whether nobody is named, and who is.
type StaffKey = (String, String, Post, bool, Option<String>);

/// The rows by venue, currency, post and id. What happened while nobody is named is listed for a post only if somebody
/// is named for it elsewhere, so that the rows of a post add up to the whole.
fn staff(all: BTreeMap<StaffKey, StaffCounts>) -> Vec<StaffRow> {
    let known: BTreeSet<Post> = all.keys().filter(|(.., id)| id.is_some()).map(|(_, _, post, ..)| *post).collect();
    let rows = all.into_iter().filter(|((_, _, post, nobody, _), _)| !nobody || known.contains(post));
    rows.map(|((venue, currency, post, _, id), counts)| StaffRow {
        venue,
        currency,
        post,
        id,
        counts,
        most_by_chance: None,
    })
    .collect()
}

/// The sums of each table and day, by table and day.
fn days(all: Vec<(TableTotals, Days)>) -> Vec<DayRow> {
    let mut by_table: BTreeMap<[String; 5], (TableTotals, Days)> = BTreeMap::new();
    for (table, days) in all {
        let (jurisdiction, venue, game, name, currency) = table.key();
        let key = [jurisdiction, venue, game, name, currency].map(str::to_owned);
        match by_table.entry(key) {
            Entry::Vacant(place) => drop(place.insert((table, days))),
            Entry::Occupied(mut known) => known.get_mut().1.add(&days),
        }
    }
    // A day on which nothing but a record of staff or a prize is counted has no row.
    let is_played = |totals: &DayTotals| totals.coups > 0 || totals.money.wagers > 0;
    let rows = by_table.into_values().flat_map(|(table, days)| {
        days.into_iter()
            .filter(move |(_, totals)| is_played(totals))
            .filter_map(move |(day, totals)| Some(DayRow::of(&table, date_of_number(day)?, totals)))
    });
    rows.collect()
}

/// The rows of a report, which can be read any number of times.
pub struct ReportRows {
    findings: FindingRuns,
    register: Vec<SortedRun<RegisterRow>>,
    register_sums: SortedRun<RegisterSum>,
    coups: Vec<SortedRun<CoupRow>>,
    shoes: Vec<SortedRun<ShoeRow>>,
    recorded: Vec<Parts>,
    duties: Vec<(TableTotals, Vec<DutyEntry>)>,
    max_per_code: Option<u64>,
}

impl ReportRows {
    /// The rows of coups, table by table, if they were requested.
    pub fn recorded(&self) -> &[Parts] {
        &self.recorded
    }

    /// Who was on duty at each table.
    pub fn duties(&self) -> &[(TableTotals, Vec<DutyEntry>)] {
        &self.duties
    }

    /// All rows, however many findings of each code the report keeps.
    pub fn whole(&self) -> Whole<'_> {
        Whole(self)
    }
}

/// The rows of a report without a bound on findings of one code.
pub struct Whole<'s>(&'s ReportRows);

impl Rows for Whole<'_> {
    fn findings(&self) -> RowIter<'_, FindingRow> {
        Box::new(self.0.findings.rows())
    }

    fn findings_of(&self, gravity: usize) -> RowIter<'_, FindingRow> {
        Box::new(self.0.findings.of(gravity))
    }

    fn register_sums(&self) -> RowIter<'_, RegisterSum> {
        self.0.register_sums()
    }

    fn register(&self) -> RowIter<'_, RegisterRow> {
        Box::new(merged(&self.0.register))
    }

    fn shoes(&self) -> RowIter<'_, ShoeRow> {
        self.0.shoes()
    }

    fn coups(&self) -> RowIter<'_, CoupRow> {
        self.0.coups()
    }
}

impl Rows for ReportRows {
    fn findings(&self) -> RowIter<'_, FindingRow> {
        Box::new(Capped::new(self.findings.rows(), self.max_per_code))
    }

    fn findings_of(&self, gravity: usize) -> RowIter<'_, FindingRow> {
        match self.max_per_code {
            None => Box::new(self.findings.of(gravity)),
            Some(_) => Box::new(of_gravity(self.findings(), gravity)),
        }
    }

    fn register_sums(&self) -> RowIter<'_, RegisterSum> {
        Box::new(self.register_sums.rows())
    }

    fn register(&self) -> RowIter<'_, RegisterRow> {
        Box::new(CappedRegister::new(merged(&self.register), self.max_per_code))
    }

    fn shoes(&self) -> RowIter<'_, ShoeRow> {
        Box::new(merged(&self.shoes))
    }

    fn coups(&self) -> RowIter<'_, CoupRow> {
        Box::new(merged(&self.coups))
    }
}
