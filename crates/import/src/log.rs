//! Rows to records: each a coup, or each a wager of one.

use std::collections::HashMap;
use std::io::Write;

use crate::chain::{Chain, ChainError};
use crate::columns::FoundColumns;
use crate::error::ImportError;
use crate::group::{Apart, Group, Groups};
use crate::interleaved::Interleaved;
use crate::joined::OtherTime;
use crate::mapping::{RowKind, RowMapping};
use crate::name::{Key, Keys, RoundName};
use crate::notice::Notice;
use crate::problem::{ProblemConsequence, RowFault, RowPlace, RowProblem};
use crate::record::{self, ImportedCoup, Lists};
use crate::row::{Above, ReadRow, RowReader, Shows};
use crate::rows::Row;
use crate::sniff;
use crate::summary::{ImportSummary, NotReadOnPurpose, OtherTable};
use crate::time::LastTime;
use crate::twice::{Twice, hash_of, hash_of_cells};
use crate::unread_amounts::{AmountColumns, OnPurpose};
use crate::unread_sum::Format;
use crate::watch::Watch;

/// The log that is written, and what is said of it.
pub(crate) struct Log<'m, W> {
    table: FoundColumns<'m>,
    chain: Chain<W>,
    summary: ImportSummary,
    rows: OfRows<'m>,
    /// The cards and wagers of the current row.
    lists: Lists,
    last_time: LastTime,
    watch: Watch,
    twice: Twice,
    interleaved: Interleaved,
    notice: Notice,
    /// Columns of a CSV that are not read and that it still looks at, by their headers.
    looked_at: Vec<(usize, String)>,
    amounts: AmountColumns,
    on_purpose: OnPurpose,
    /// The line of the last header, where it has other columns than the first one.
    other_header: Option<u64>,
    /// Which round of a JSON file the rows are of, from 1.
    round: Option<u64>,
}

/// A round of JSON that is not read.
pub(crate) struct PassedOver {
    pub(crate) line: u64,
    pub(crate) last_line: u64,
    /// The source's own name of it, where one is known.
    pub(crate) name: Option<String>,
    /// How many rows it is.
    pub(crate) rows: u64,
}

/// What the rows before say about the next one.
enum OfRows<'m> {
    Coups(Coups),
    Wagers(Box<Groups<'m>>),
}

/// One row in so many may stand in a CSV twice.
const SLIPS: u64 = 10;

/// Where each coup is whose row is a coup, and the rows of one that came before.
#[derive(Default)]
struct Coups {
    keys: Keys,
    /// The line of the first row of each, and what tells its cells from others.
    seen: HashMap<Key, (u64, u64)>,
    repeated: Option<Repeated>,
    /// Of those, rows that are the same as the first one of their coup.
    again: u64,
    above: Above,
    numbered: Numbered,
}

/// Rows since the last coup that have its shoe and hold nothing but the name of another one: coups of which nothing is known where
/// further coups of the shoe follow, else places for coups that never came.
#[derive(Default)]
struct Numbered {
    rows: u64,
    shoe: Option<String>,
}

impl Numbered {
    fn note(&mut self, shoe: Option<&str>) {
        if self.rows == 0 || self.shoe.as_deref() != shoe {
            *self = Self { rows: 0, shoe: shoe.map(str::to_owned) };
        }
        self.rows = self.rows.saturating_add(1);
    }

    /// How many of them are coups of this shoe, another coup of which follows.
    fn before(&mut self, shoe: Option<&str>) -> u64 {
        let Self { rows, shoe: own } = std::mem::take(self);
        if own.as_deref() == shoe { rows } else { 0 }
    }
}

struct Repeated {
    rows: u64,
    line: u64,
    before: u64,
    name: String,
}

impl Coups {
    /// Notes the coup of a row with these cells. The line of a row above, where that is the same coup and has the same cells.
    fn note(&mut self, name: &RoundName<'_>, line: u64, cells: u64) -> Option<u64> {
        let (before, first) = *self.seen.entry(self.keys.of(name)).or_insert((line, cells));
        if before == line {
            return None;
        }
        let repeated = || Repeated { rows: 0, line, before, name: name.to_string() };
        self.repeated.get_or_insert_with(repeated).rows += 1;
        self.again += u64::from(first == cells);
        (first == cells).then_some(before)
    }

    /// The rows that repeat the coup of another, where that is no slip of an export: some of them say otherwise, or they are many.
    fn refused(self, rows: u64) -> Option<Repeated> {
        let Self { again, repeated, .. } = self;
        repeated.filter(|repeated| repeated.rows > again || again.saturating_mul(SLIPS) > rows)
    }
}

impl<'m, W: Write> Log<'m, W> {
    /// A log whose first record is written.
    pub(crate) fn new(table: FoundColumns<'m>, chain: Chain<W>, at: &str, lines_above: u64) -> Self {
        let rows = match table.mapping.rows {
            RowKind::Coup => OfRows::Coups(Coups::default()),
            RowKind::Wager => OfRows::Wagers(Box::default()),
        };
        let lists = Lists::of(&table.mapping.row);
        let summary = ImportSummary { lines_above, ..ImportSummary::default() };
        let watch = Watch::new(table.mapping.order, table.mapping.format(), at);
        let looked_at = table.all_unread().map(|(place, name)| (place, name.clone())).collect();
        let amounts = AmountColumns::of(table.unread_places().filter(|_| !table.mapping.is_of_json()), table.mapping);
        let on_purpose = OnPurpose::of(&table.not_read, table.mapping);
        Self {
            table,
            chain,
            summary,
            rows,
            lists,
            last_time: LastTime::default(),
            watch,
            twice: Twice::default(),
            interleaved: Interleaved::default(),
            notice: Notice::default(),
            looked_at,
            amounts,
            on_purpose,
            other_header: None,
            round: None,
        }
    }

    /// The rows that follow are of the next round of a JSON file.
    pub(crate) fn begin_round(&mut self) {
        self.round = Some(self.round.unwrap_or(0).saturating_add(1));
    }

    /// Takes one row in.
    pub(crate) fn take(&mut self, row: Row<'_>) -> Result<(), ChainError> {
        let Self {
            table,
            chain,
            summary,
            rows,
            lists,
            last_time,
            watch,
            twice,
            interleaved,
            notice,
            looked_at,
            amounts,
            on_purpose,
            other_header,
            round,
        } = self;
        summary.rows += 1;
        let (line, mapping) = (row.line, &table.mapping.row);
        let number = round.unwrap_or(summary.rows);
        let mut row = RowReader::new(table, row, number);
        if row.is_header() {
            *other_header = None;
        } else if row.is_another_header() {
            *other_header = Some(line);
        }
        if let Some(header) = other_header.filter(|_| !row.is_empty()) {
            if header == line {
                row.skip(None, RowFault::OtherHeader);
            } else {
                row.skip(None, RowFault::BelowOtherHeader(header));
                match rows {
                    OfRows::Coups(_) => chain.leave_out(row.further_lines().saturating_add(1)),
                    OfRows::Wagers(groups) => groups.lose(line),
                }
            }
            summary.take(row, false);
            return match rows {
                OfRows::Coups(_) => Ok(()),
                OfRows::Wagers(groups) => write_one_of_many(chain, summary, groups, mapping),
            };
        }
        if let Some(other) = row.other_table() {
            summary.of_another_table(1, other);
            return Ok(());
        }
        let read = row.read(last_time, lists);
        if read.as_ref().is_some_and(|read| read.shows.a_coup()) {
            row.says_nothing_for_only();
        }
        if let (OfRows::Coups(coups), Some(ReadRow { name: Some(name), shows: Shows::Coup, .. })) = (&mut *rows, &read)
            && name.is_of_one_shoe()
            && let Some(before) = coups.note(name, line, hash_of_cells(row.cells()))
            && !row.lost()
        {
            summary.repeated += 1;
            summary.say(row.place().problem(RowFault::Again(before), ProblemConsequence::CountedOnce));
            return Ok(());
        }
        if let Some(ReadRow { coup, name, shows }) = &read {
            watch.take(line, coup.settled, coup.shoe, coup.coup);
            watch.take_cards(lists);
            if *shows == Shows::Coup && !row.lost() {
                let own = name.filter(|_| table.mapping.rows_are_wagers() && !table.mapping.objects_are_rounds());
                let own = own.map_or(number, hash_of);
                lists.ids().into_iter().for_each(|id| twice.take_wager(id, own, line));
                interleaved.take(own, line, coup);
                let is_void = coup.declared.result == Some("void");
                looked_at
                    .retain(|(place, name)| row.text(*place).is_none_or(|text| notice.cell(name, text, line, is_void)));
                let format = Format::of(table.mapping);
                amounts.take(|place| row.text(place), line, format);
                on_purpose.take(|place| row.text(place), line, format);
                if table.mapping.rows_have_no_names() {
                    twice.take_row(row.cells(), line);
                }
            }
        }
        match rows {
            OfRows::Coups(coups) => {
                let shows = read.as_ref().map_or(Shows::Perhaps, |read| read.shows);
                match &read {
                    _ if shows == Shows::Nothing => row.is_no_coup(),
                    Some(ReadRow { coup, .. }) if shows == Shows::Numbered => {
                        row.is_numbered();
                        coups.numbered.note(coup.shoe);
                    }
                    Some(ReadRow { coup, .. }) if !row.lost() => {
                        row.lacks(coup, lists, &mut coups.above);
                        let numbered = coups.numbered.before(coup.shoe);
                        chain.leave_out(if summary.coups == 0 { 0 } else { numbered });
                    }
                    _ => {}
                }
                let coup = read.filter(|_| !row.lost());
                let written = match coup.map(|read| write(chain, summary, &read.coup, lists)).transpose()? {
                    Some(Some(fault)) => {
                        row.skip(None, fault);
                        false
                    }
                    Some(None) => true,
                    None => false,
                };
                // An empty row was not a coup of the source either, nor one below the table; of a row that runs over further
                // lines each may have been one.
                if !written && shows.a_coup() && !row.is_empty() {
                    chain.leave_out(row.further_lines().saturating_add(1));
                }
                summary.take(row, written);
            }
            OfRows::Wagers(groups) => {
                match read {
                    Some(ReadRow { name, shows: Shows::Nothing, .. })
                        if name.is_none() || row.is_header() || row.is_total() =>
                    {
                        row.is_no_coup();
                    }
                    Some(ReadRow { name: Some(name), coup, shows }) => {
                        let coup = (!row.lost()).then_some((&coup, &*lists));
                        let object = round.filter(|_| table.mapping.objects_are_rounds());
                        match groups.add(&name, object, row.place(), shows, coup) {
                            Ok(None) => {}
                            Ok(Some(id)) => row.has_an_id_of_another(&id),
                            Err(Apart::PerhapsOfAnotherShoe(line)) => {
                                row.skip(None, RowFault::PerhapsOfAnotherShoe { name: name.to_string(), line });
                            }
                            Err(Apart::OfAnotherTime(OtherTime { time, is_another_day }, line)) => {
                                let name = name.to_string();
                                let fault = match is_another_day {
                                    true => RowFault::OfAnotherDay { name, line, time },
                                    false => RowFault::OfAnotherTime { name, line, time },
                                };
                                row.skip(None, fault);
                            }
                            Err(Apart::Late) => row.skip(None, RowFault::Late(name.to_string())),
                            Err(Apart::Differs(what, first)) => {
                                row.skip(None, RowFault::Differs { what, name: name.to_string(), line: first });
                            }
                        }
                    }
                    Some(ReadRow { name: None, .. }) => {
                        groups.lose(line);
                        if row.fits() {
                            row.skip(None, RowFault::NoRound);
                        }
                    }
                    None if row.is_empty() => {}
                    None => groups.lose(line),
                }
                let became_part = !row.lost();
                summary.take(row, became_part);
                write_one_of_many(chain, summary, groups, mapping)?;
            }
        }
        Ok(())
    }

    /// Notes a round of JSON that is not read at all; `is_missing` says that the log then lacks a coup of its table.
    pub(crate) fn pass_over(&mut self, round: PassedOver, fault: &RowFault, is_missing: bool) {
        self.summary.rows = self.summary.rows.saturating_add(round.rows);
        match &mut self.rows {
            OfRows::Coups(_) if is_missing => self.chain.leave_out(1),
            // Written in its place among the coups that wait for their rows.
            OfRows::Wagers(groups) if is_missing => groups.lose(round.line),
            _ => {}
        }
        let place = self.place_of(&round);
        for _ in 0..round.rows {
            self.summary.skip(std::slice::from_ref(&place), fault);
        }
    }

    /// Notes a round of JSON that is of another table or kind than the mapping reads.
    pub(crate) fn of_another_table(&mut self, round: &PassedOver, other: OtherTable) {
        self.summary.rows = self.summary.rows.saturating_add(round.rows);
        self.summary.of_another_table(round.rows, other);
    }

    /// Notes a round of JSON that stands in the file once more, and counts once.
    pub(crate) fn repeated(&mut self, round: PassedOver, line: u64) {
        self.summary.rows = self.summary.rows.saturating_add(round.rows);
        self.summary.repeated += 1;
        let problem = self.place_of(&round).problem(RowFault::Again(line), ProblemConsequence::CountedOnce);
        self.summary.say(problem);
    }

    fn place_of(&self, round: &PassedOver) -> RowPlace {
        let row = self.round.unwrap_or(self.summary.rows);
        let PassedOver { line, last_line, name, .. } = round;
        RowPlace { row, line: *line, last_line: *last_line, round: name.clone(), of_round: true }
    }

    /// Writes what waits, and sums up; `on_purpose` is what a mapping of JSON does not read on purpose.
    pub(crate) fn finish(self, on_purpose: Vec<NotReadOnPurpose>) -> Result<ImportSummary, ImportError> {
        let Self { table, mut chain, mut summary, rows, last_time, watch, twice, interleaved, notice, .. } = self;
        summary.end_round();
        let mut apart = None;
        if summary.coups == 0 && summary.is_no_utf_8() {
            return Err(sniff::no_utf_8());
        }
        match rows {
            OfRows::Coups(coups) => {
                if let Some(Repeated { rows: repeated, line, before, name }) = coups.refused(summary.rows) {
                    return Err(ImportError::RepeatedCoups { repeated, rows: summary.rows, line, before, name });
                }
            }
            OfRows::Wagers(mut groups) => {
                while let Some(group) = groups.oldest() {
                    write_group(&mut chain, &mut summary, &mut groups, &table.mapping.row, group)?;
                }
                apart = groups.hints();
            }
        }
        summary.end_round();
        summary.unread_columns = table.unread().map(|(_, name)| name.clone()).collect();
        summary.unread_amounts = self.amounts.found();
        summary.not_read_on_purpose = self.on_purpose.found();
        summary.hints = watch.hints(&last_time.swapped);
        summary.hints.extend(apart);
        summary.hints.extend(twice.hints());
        summary.hints.extend(interleaved.hints());
        summary.hints.extend(notice.hints(table.mapping));
        summary.problems.sort_by_key(|problem| problem.line);
        summary.leave_out_of_no_coups();
        if table.mapping.is_of_json() {
            summary.not_read_on_purpose = on_purpose;
        }
        chain.add_to_first(|out| record::left_out(&summary, out));
        summary.head = chain.finish()?.to_string();
        Ok(summary)
    }
}

impl ImportSummary {
    /// Counts a row, and keeps what is wrong with it.
    fn take(&mut self, row: RowReader<'_, '_>, became_part: bool) {
        if !became_part {
            self.skipped += 1;
            self.empty_rows += u64::from(row.is_blank() && !row.place().of_round);
            self.totals += u64::from(row.is_of_totals());
            self.unread_lines = self.unread_lines.saturating_add(row.further_lines());
        }
        for problem in row.problems() {
            self.say(RowProblem { counted: became_part, ..problem });
        }
    }
}

/// Writes a coup, or says why the log does not take it.
fn write(
    chain: &mut Chain<impl Write>,
    summary: &mut ImportSummary,
    coup: &ImportedCoup<'_, '_>,
    lists: &Lists,
) -> Result<Option<RowFault>, ChainError> {
    // Where the source does not say when, it was noticed by the time of the import.
    let noticed = lists.void_reason.as_ref().map(|_| coup.settled.unwrap_or(chain.time()).to_owned());
    match chain.write("coup", |out| coup.write(lists, noticed.as_deref(), out)) {
        Ok(()) => {
            summary.coups += 1;
            summary.wagers += lists.count;
            Ok(None)
        }
        Err(ChainError::TooLong(bytes)) => Ok(Some(RowFault::TooLong(bytes))),
        Err(error) => Err(error),
    }
}

/// Writes the oldest coup of several rows, where too many wait.
fn write_one_of_many<'m>(
    chain: &mut Chain<impl Write>,
    summary: &mut ImportSummary,
    groups: &mut Groups<'m>,
    mapping: &RowMapping,
) -> Result<(), ChainError> {
    groups.too_many().map_or(Ok(()), |group| write_group(chain, summary, groups, mapping, group))
}

/// Writes a coup of several rows.
fn write_group<'m>(
    chain: &mut Chain<impl Write>,
    summary: &mut ImportSummary,
    groups: &mut Groups<'m>,
    mapping: &RowMapping,
    group: Group<'m>,
) -> Result<(), ChainError> {
    let is_none = |coup: &ImportedCoup<'_, '_>, lists: &Lists| !group.is_coup && coup.is_none(lists, mapping);
    let Some(joined) = group.coup else {
        match group.is_coup {
            true => chain.leave_out(1),
            false => summary.no_coup(&group.lost_rows),
        }
        return Ok(());
    };
    let coup = joined.coup(group.lost);
    if let (Some(_), None, Some(place), false) =
        (&mapping.declared.result, coup.declared.result, group.rows.first(), joined.lists.cards.is_empty())
    {
        let problem = place.problem(RowFault::NoResult, ProblemConsequence::WithoutIt);
        summary.say(RowProblem { counted: true, ..problem });
    }
    let fault = match is_none(&coup, &joined.lists) {
        true => {
            summary.no_coup(&group.lost_rows);
            Some(RowFault::NoCoup)
        }
        false => {
            let fault = write(chain, summary, &coup, &joined.lists)?;
            fault.is_some().then(|| chain.leave_out(1));
            fault
        }
    };
    if let Some(fault) = fault {
        summary.skip(&group.rows, &fault);
    }
    groups.give_back(joined);
    Ok(())
}
