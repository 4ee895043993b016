//! One row, and what it says.

mod cards;
mod cell;
mod lacks;
mod only;
mod wager;

use std::borrow::Cow;

use jiff::Timestamp;

pub(crate) use self::lacks::Above;
use crate::columns::FoundColumns;
use crate::excel;
use crate::mapping::{Coded, Column, TimeRule};
use crate::name::RoundName;
use crate::problem::{ProblemConsequence, RowFault, RowPlace, RowProblem, short};
use crate::record::{Declared, ImportedCoup, Lists, VoidReason};
use crate::rows::{Quotation, Row};
use crate::time::LastTime;
use crate::vocabulary::says_totals;

/// Opening, closing and settlement of a coup lie closer together, in seconds.
const HALF_A_DAY: i64 = 12 * 3_600;

/// What a row says, as far as it can be read.
pub(crate) struct ReadRow<'r, 'm> {
    /// Its coup; none where it does not say, and none where it is longer or shorter than the header.
    pub(crate) name: Option<RoundName<'r>>,
    pub(crate) coup: ImportedCoup<'r, 'm>,
    pub(crate) shows: Shows,
}

/// Whether a row is of a coup of the source, and no sum, remark or header between the coups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    /// It is of one, by a deal or by what names it.
    Coup,
    /// It is unknown: what would show it cannot be read.
    Perhaps,
    /// It is not, though it names one: all that stands there are amounts on no bet.
    Sums,
    /// It names one, and nothing else stands there: rows are numbered in advance.
    Numbered,
    /// It is not.
    Nothing,
}

impl Shows {
    /// Whether the source has a coup there, as far as is known.
    pub(crate) fn a_coup(self) -> bool {
        matches!(self, Self::Coup | Self::Perhaps)
    }
}

/// One row, and what is wrong with it.
pub(crate) struct RowReader<'r, 'm> {
    table: &'r FoundColumns<'m>,
    row: Row<'r>,
    place: RowPlace,
    problems: Vec<(usize, RowProblem)>,
    /// Whether amounts stand there without a bet, as in a line of sums.
    sums: bool,
}

impl<'r, 'm> RowReader<'r, 'm> {
    /// Reads a row of the table.
    pub(crate) fn new(table: &'r FoundColumns<'m>, row: Row<'r>, number: u64) -> Self {
        let of_round = table.mapping.is_of_json();
        let place = RowPlace { row: number, line: row.line, last_line: row.last_line, round: None, of_round };
        Self { table, row, place, problems: Vec::new(), sums: false }
    }

    /// What the row says; none where its cells cannot be separated. All its faults are reported. Its cards and wagers go
    /// into `lists`.
    pub(crate) fn read(&mut self, last: &'r mut LastTime, lists: &mut Lists) -> Option<ReadRow<'r, 'm>> {
        if let Some(fault) = self.row.misquoted(self.table.mapping.lines_in_cells) {
            self.skip(None, fault);
            return None;
        }
        let (expected, found) = (self.table.width, self.row.cells.len());
        if expected != found {
            self.skip(None, RowFault::Width { expected, found });
        }
        if self.is_empty() {
            if expected == found {
                let fault = match self.is_labelled() {
                    true if self.is_total() => RowFault::Totals,
                    true => RowFault::NoCoup,
                    false => RowFault::EmptyRow,
                };
                self.skip(None, fault);
            }
            return None;
        }
        let mapping = self.table.mapping;
        let rule = &mapping.row;
        lists.clear();
        let shoe = self.name(rule.shoe);
        let coup = self.coup_number();
        let before = self.problems.len();
        let settled = self.settled(last);
        let time_unread = settled.is_none() && self.problems.len() > before;
        let before = self.problems.len();
        let left_out = self.wagers(lists);
        let wagers_unread = self.problems.len() > before;
        let before = self.problems.len();
        let status = self.status();
        let declared = Declared {
            result: self.result(status),
            player: self.number(rule.declared.player, 0..=9),
            banker: self.number(rule.declared.banker, 0..=9),
            sevens: self.number(rule.declared.sevens, 0..=i64::MAX),
        };
        let declared_unread = self.problems.len() > before;
        lists.opened = rule.opened.as_ref().and_then(|moment| self.moment(moment));
        lists.closed = rule.closed.as_ref().and_then(|moment| self.moment(moment));
        self.moments_that_follow(settled, lists);
        if let Some(reason) = &rule.void_reason {
            if declared.result == Some("void") {
                lists.void_reason = self.void_reason(reason);
            } else if let Some(cell) = self.cell(reason.column).filter(|_| status != Some("left_out")) {
                let fault = RowFault::ReasonWithoutVoid(short(cell));
                self.report(Some(reason.column), fault, ProblemConsequence::ValueLeftOut);
            }
        }
        self.cards(lists, declared.result == Some("void"));
        self.cards_beside(lists);
        let source_id = self.name(rule.id);
        let name = match (shoe, coup, source_id) {
            (Some(shoe), Some(number), _) => Some(RoundName::Coup(Some(shoe), number)),
            _ if rule.shoe.is_some() && rule.coup.is_some() => None,
            (_, _, Some(id)) => Some(RoundName::Id(id)),
            (_, Some(number), None) if rule.id.is_none() => Some(RoundName::Coup(None, number)),
            _ => None,
        };
        let (source_row, unread_rows) = (self.row.line, left_out);
        if self.place.of_round {
            self.place.round = source_id.map(str::to_owned).or_else(|| name.map(|name| name.to_string()));
        }
        let coup = ImportedCoup { shoe, coup, settled, status, declared, source_row, source_id, unread_rows };
        let unread = declared_unread || (wagers_unread && !rule.has_a_deal());
        let mut named = coup;
        if time_unread && (shoe.is_some() || coup.coup.is_some()) {
            // It is named by the rest.
            named.settled = Some("");
        }
        let shows = self.shows(&named, lists, unread);
        if expected == found {
            return Some(ReadRow { name, coup, shows });
        }
        // Which of its cells are in their places is unknown.
        self.problems.retain(|(_, problem)| matches!(problem.fault, RowFault::Width { .. }));
        Some(ReadRow { name: None, coup, shows })
    }

    /// What the source says of the round. One that the mapping leaves out by it is reported.
    fn status(&mut self) -> Option<&'m str> {
        let rule = self.table.mapping.row.status.as_ref()?;
        let status = self.coded(rule);
        if status == Some("left_out") {
            let cell = self.cell(rule.column).map(short).unwrap_or_default();
            self.skip(Some(rule.column), RowFault::LeftOut(cell));
        }
        status
    }

    /// The result: void where the round's status says so, else what was announced.
    fn result(&mut self, status: Option<&str>) -> Option<&'m str> {
        if status == Some("void") {
            return Some("void");
        }
        self.table.mapping.row.declared.result.as_ref().and_then(|coded| self.coded(coded))
    }

    /// Why the coup is void; what the mapping names no kind for is kept in the source's words.
    fn void_reason(&mut self, reason: &Coded) -> Option<VoidReason> {
        let cell = self.cell(reason.column)?;
        Some(match reason.values.get(cell) {
            Some(kind) if kind != "other" => VoidReason { kind: kind.clone(), text: None },
            _ => VoidReason { kind: "other".to_owned(), text: Some(cell.to_owned()) },
        })
    }

    /// A time beside that of the settlement.
    fn moment(&mut self, rule: &TimeRule) -> Option<String> {
        let cell = self.time(rule)?;
        match rule.format.convert(&cell) {
            Ok(time) => Some(time.text),
            Err(reason) => {
                self.skip(rule.columns.first().copied(), RowFault::Time { cell: short(&cell), reason });
                None
            }
        }
    }

    /// Leaves out the times of opening and closing, where they and the settlement lie in another order by half a day: one of them has
    /// the date of another day.
    fn moments_that_follow(&mut self, settled: Option<&str>, lists: &mut Lists) {
        let moment = |text: Option<&str>| text.and_then(|text| text.parse::<Timestamp>().ok());
        let times = [moment(lists.opened.as_deref()), moment(lists.closed.as_deref()), moment(settled)];
        let known: Vec<i64> = times.iter().flatten().map(|time| time.as_second()).collect();
        let is_back = |pair: &[i64]| matches!(pair, [before, behind] if before - behind > HALF_A_DAY);
        if !known.windows(2).any(is_back) {
            return;
        }
        let rule = &self.table.mapping.row;
        for (moment, time) in [(&rule.opened, lists.opened.take()), (&rule.closed, lists.closed.take())] {
            let column = moment.as_ref().and_then(|moment| moment.columns.last().copied());
            if let Some(time) = time {
                self.report(column, RowFault::AnotherDay(time), ProblemConsequence::ValueLeftOut);
            }
        }
    }

    /// Whether it is of a coup; `unread` says that what would show one stands there and cannot be read.
    fn shows(&self, coup: &ImportedCoup<'_, '_>, lists: &Lists, unread: bool) -> Shows {
        let rule = &self.table.mapping.row;
        if self.is_header() {
            Shows::Nothing
        } else if !coup.has_no_deal(lists, rule) {
            Shows::Coup
        } else if self.is_numbered_alone(coup, lists) {
            Shows::Numbered
        } else if coup.is_named(rule) {
            if self.sums && lists.count == 0 && !unread && !rule.of_rounds { Shows::Sums } else { Shows::Coup }
        } else if self.has_no_text() || (unread && !rule.names_coups()) {
            Shows::Perhaps
        } else {
            Shows::Nothing
        }
    }

    /// Whether nothing but its name stands there of a coup that would have cards or a result.
    fn is_numbered_alone(&self, coup: &ImportedCoup<'_, '_>, lists: &Lists) -> bool {
        let rule = &self.table.mapping.row;
        let of_rows = !rule.of_rounds && !self.table.mapping.rows_are_wagers() && rule.has_a_deal();
        let has_times =
            coup.settled.is_some_and(|time| !time.is_empty()) || lists.opened.is_some() || lists.closed.is_some();
        let has_more = coup.status.is_some() || has_times || lists.count > 0 || !lists.cards.is_empty();
        // A date may be written in advance, too.
        let only_dated = self.problems.iter().all(|(_, problem)| problem.fault == RowFault::HalfATime);
        of_rows && coup.is_named(rule) && !has_more && !self.sums && only_dated
    }

    /// Whether cells that are not read hold a word and something beside it, as a line of sums does; one alone is a remark.
    fn is_labelled(&self) -> bool {
        let texts = || self.row.cells.iter().map(<[u8]>::trim_ascii).filter(|cell| !cell.is_empty());
        let is_word = |cell: &[u8]| std::str::from_utf8(cell).is_ok_and(|text| text.contains(char::is_alphabetic));
        texts().count() > 1 && texts().any(is_word)
    }

    /// Reports that nothing but a name stands there.
    pub(crate) fn is_numbered(&mut self) {
        self.problems.clear();
        self.skip(None, RowFault::Numbered);
    }

    /// Whether the header stands here once more.
    pub(crate) fn is_header(&self) -> bool {
        let header = &self.table.header;
        let is_name = |place: &usize| {
            self.row.cells.get(*place).zip(header.get(*place)).is_some_and(|(cell, name)| {
                let cell = cell.trim_ascii();
                let over_lines =
                    || std::str::from_utf8(cell).is_ok_and(|cell| excel::on_one_line(cell) == name.as_str());
                cell == name.as_bytes() || (cell.contains(&b'\n') && over_lines())
            })
        };
        !header.is_empty() && self.table.places.iter().all(is_name)
    }

    /// Whether a header stands here that has all columns that are read, and has them in other places than the first one.
    pub(crate) fn is_another_header(&self) -> bool {
        let header = &self.table.header;
        let is_name = |cell: &[u8], name: &String| cell.trim_ascii() == name.as_bytes();
        let begins_so = self.row.cells.get(0).is_some_and(|first| header.iter().any(|name| is_name(first, name)));
        let mut read = self.table.places.iter().filter_map(|place| header.get(*place)).filter(|name| !name.is_empty());
        begins_so
            && self.table.places.len() > 1
            && read.all(|name| self.row.cells.iter().any(|cell| is_name(cell, name)))
            && !self.is_header()
    }

    /// Whether a cell of it is in another encoding.
    fn has_no_text(&self) -> bool {
        self.problems.iter().any(|(_, problem)| problem.fault == RowFault::NotUtf8)
    }

    /// The text of a cell, read or not.
    pub(crate) fn text(&self, place: usize) -> Option<&'r str> {
        self.row.cells.text(place)?.ok().map(|text| excel::shown(text.trim()))
    }

    /// The cells that are read.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &'r [u8]> {
        self.table.places.iter().filter_map(|place| self.row.cells.get(*place))
    }

    /// Whether it has as many cells as the header.
    pub(crate) fn fits(&self) -> bool {
        self.row.cells.len() == self.table.width
    }

    /// Whether no cell that is read holds anything; a row whose cells cannot be distinguished may hold anything.
    pub(crate) fn is_empty(&self) -> bool {
        if self.row.quotation != Quotation::Closed {
            return false;
        }
        let cells = self.row.cells;
        self.table.places.iter().all(|place| cells.get(*place).is_none_or(|cell| cell.trim_ascii().is_empty()))
    }

    /// Whether something costs the row.
    pub(crate) fn lost(&self) -> bool {
        self.problems.iter().any(|(_, problem)| problem.consequence == ProblemConsequence::Skipped)
    }

    /// Whether all that is wrong with it is that its cells are empty.
    pub(crate) fn is_blank(&self) -> bool {
        !self.problems.is_empty() && self.problems.iter().all(|(_, problem)| problem.fault == RowFault::EmptyRow)
    }

    /// How many lines it has behind its first one.
    pub(crate) fn further_lines(&self) -> u64 {
        self.row.last_line.saturating_sub(self.row.line)
    }

    /// Where it stands.
    pub(crate) fn place(&self) -> &RowPlace {
        &self.place
    }

    /// How many of its wagers are in no log.
    pub(crate) fn wagers_left_out(&self) -> u64 {
        let left_out = |problem: &RowProblem| problem.consequence == ProblemConsequence::WagerLeftOut;
        self.problems.iter().filter(|(_, problem)| left_out(problem)).count() as u64
    }

    /// What is wrong with the row, in the order of its columns.
    pub(crate) fn problems(mut self) -> impl Iterator<Item = RowProblem> {
        self.problems.sort_by_key(|(place, _)| *place);
        let round = self.place.round;
        self.problems.into_iter().map(move |(_, problem)| RowProblem { round: round.clone(), ..problem })
    }

    /// Reports that it is no coup: what its cells are then does not matter, unless there are more than the header has.
    pub(crate) fn is_no_coup(&mut self) {
        if self.row.cells.len() > self.table.width {
            return;
        }
        self.problems.clear();
        let fault = match (self.is_header(), self.is_total()) {
            (true, _) => RowFault::HeaderAgain,
            (_, true) => RowFault::Totals,
            _ => RowFault::NoCoup,
        };
        self.skip(None, fault);
    }

    /// Whether its first cell that is not empty is the label of a line of totals; where no cell that is read holds anything, whether
    /// any is.
    pub(crate) fn is_total(&self) -> bool {
        let mut filled = self.row.cells.iter().map(<[u8]>::trim_ascii).filter(|cell| !cell.is_empty());
        let says = |cell: &[u8]| std::str::from_utf8(cell).is_ok_and(says_totals);
        if self.is_empty() { filled.any(says) } else { filled.next().is_some_and(says) }
    }

    /// Whether all that is wrong with it is that it is one of totals, or the header.
    pub(crate) fn is_of_totals(&self) -> bool {
        let is = |fault: &RowFault| matches!(fault, RowFault::Totals | RowFault::HeaderAgain);
        !self.problems.is_empty() && self.problems.iter().all(|(_, problem)| is(&problem.fault))
    }

    /// Reports what costs the row.
    pub(crate) fn skip(&mut self, column: Option<Column>, fault: RowFault) {
        self.report(column, fault, ProblemConsequence::Skipped);
    }

    fn report(&mut self, column: Option<Column>, fault: RowFault, consequence: ProblemConsequence) {
        let place = column.and_then(|column| self.table.place(column)).unwrap_or(0);
        let of_round = self.place.of_round && column.is_none_or(|column| self.table.is_of_round(column));
        let column = column.and_then(|column| self.table.label(column));
        let problem = self.place.problem(fault, consequence);
        self.problems.push((place, RowProblem { column, of_round, ..problem }));
    }

    /// When the row says that its coup was settled.
    fn settled(&mut self, last: &'r mut LastTime) -> Option<&'r str> {
        let rule = self.table.mapping.row.time.as_ref()?;
        let first = rule.columns.first().copied()?;
        let cell = self.time(rule)?;
        match last.convert(&rule.format, &cell) {
            Ok(time) => {
                if time.ambiguous {
                    self.report(Some(first), RowFault::TwiceOnTheClock(short(&cell)), ProblemConsequence::EarlierTime);
                }
                Some(&time.text)
            }
            Err(reason) => {
                self.skip(Some(first), RowFault::Time { cell: short(&cell), reason: reason.clone() });
                None
            }
        }
    }

    /// A time as its cells have it; none where they are empty.
    fn time(&mut self, rule: &TimeRule) -> Option<Cow<'r, str>> {
        let cells = match rule.columns.as_slice() {
            [column] => self.cell(*column).map(Cow::Borrowed),
            columns => self.joined(columns).map(Cow::Owned),
        };
        let Some(date) = &rule.date else { return cells };
        let (_, date) = self.table.dates.iter().find(|(known, _)| known == date)?;
        cells.map(|cells| Cow::Owned(format!("{date} {cells}")))
    }

    /// The cells of several columns with a blank between; none where all are empty, or one of them is, which is reported.
    fn joined(&mut self, columns: &[Column]) -> Option<String> {
        let cells: Vec<Option<&str>> = columns.iter().map(|column| self.cell(*column)).collect();
        if cells.iter().all(Option::is_none) {
            return None;
        }
        for (column, _) in columns.iter().zip(&cells).filter(|(_, cell)| cell.is_none()) {
            self.skip(Some(*column), RowFault::HalfATime);
        }
        let cells: Option<Vec<&str>> = cells.into_iter().collect();
        Some(cells?.join(" "))
    }
}
