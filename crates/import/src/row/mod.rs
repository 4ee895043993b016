//! One row, and what it says.

mod cards;
mod cell;
mod wager;

use crate::columns::FoundColumns;
use crate::mapping::Column;
use crate::name::RoundName;
use crate::problem::{ProblemConsequence, RowFault, RowProblem, short};
use crate::record::{Declared, ImportedCoup, Lists};
use crate::rows::{Quotation, Row};
use crate::time::LastTime;

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
    /// It is.
    Coup,
    /// It cannot be told: what would show it cannot be read.
    Perhaps,
    /// It is not, though it names one: all that stands there are amounts on no bet.
    Sums,
    /// It is not.
    Nothing,
}

impl Shows {
    /// Whether the source has a coup there, for all that can be told.
    pub(crate) fn a_coup(self) -> bool {
        matches!(self, Self::Coup | Self::Perhaps)
    }
}

/// One row, and what is wrong with it.
pub(crate) struct RowReader<'r, 'm> {
    table: &'r FoundColumns<'m>,
    row: Row<'r>,
    problems: Vec<(usize, RowProblem)>,
    /// Whether amounts stand there without a bet, as in a line of sums.
    sums: bool,
}

impl<'r, 'm> RowReader<'r, 'm> {
    /// Reads a row of the table.
    pub(crate) fn new(table: &'r FoundColumns<'m>, row: Row<'r>) -> Self {
        Self { table, row, problems: Vec::new(), sums: false }
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
                self.skip(None, RowFault::EmptyRow);
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
        let declared = Declared {
            result: rule.declared.result.as_ref().and_then(|coded| self.coded(coded)),
            player: self.number(rule.declared.player, 0..=9),
            banker: self.number(rule.declared.banker, 0..=9),
            sevens: self.number(rule.declared.sevens, 0..=i64::MAX),
        };
        let declared_unread = self.problems.len() > before;
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
        let coup = ImportedCoup { shoe, coup, settled, declared, source_row, source_id, unread_rows };
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
        // Which of its cells are in their places cannot be told.
        self.problems.retain(|(_, problem)| matches!(problem.fault, RowFault::Width { .. }));
        Some(ReadRow { name: None, coup, shows })
    }

    /// Whether it is of a coup; `unread` says that what would show one stands there and cannot be read.
    fn shows(&self, coup: &ImportedCoup<'_, '_>, lists: &Lists, unread: bool) -> Shows {
        let rule = &self.table.mapping.row;
        if self.is_header() {
            Shows::Nothing
        } else if !coup.has_no_deal(lists, rule) {
            Shows::Coup
        } else if coup.is_named(rule) {
            if self.sums && lists.count == 0 && !unread { Shows::Sums } else { Shows::Coup }
        } else if self.has_no_text() || (unread && !rule.names_coups()) {
            Shows::Perhaps
        } else {
            Shows::Nothing
        }
    }

    /// Whether the header stands here once more.
    pub(crate) fn is_header(&self) -> bool {
        let cell = |place: &usize| self.row.cells.get(*place).map(<[u8]>::trim_ascii);
        let header = &self.table.header;
        !header.is_empty()
            && self.table.places.iter().all(|place| cell(place) == header.get(*place).map(String::as_bytes))
    }

    /// Whether a cell of it is in another encoding.
    fn has_no_text(&self) -> bool {
        self.problems.iter().any(|(_, problem)| problem.fault == RowFault::NotUtf8)
    }

    /// Whether it has as many cells as the header.
    pub(crate) fn fits(&self) -> bool {
        self.row.cells.len() == self.table.width
    }

    /// Whether no cell that is read holds anything; a row whose cells cannot be told apart may hold anything.
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

    /// How many lines it has behind its first one.
    pub(crate) fn further_lines(&self) -> u64 {
        self.row.last_line.saturating_sub(self.row.line)
    }

    /// Its first line and its last.
    pub(crate) fn lines(&self) -> (u64, u64) {
        (self.row.line, self.row.last_line)
    }

    /// How many of its cards could not be read.
    pub(crate) fn unreadable_cards(&self) -> u64 {
        self.with(ProblemConsequence::CardUnreadable)
    }

    /// How many of its wagers are in no log.
    pub(crate) fn wagers_left_out(&self) -> u64 {
        self.with(ProblemConsequence::WagerLeftOut)
    }

    /// How many wagers the source did not take.
    pub(crate) fn no_wagers(&self) -> u64 {
        self.with(ProblemConsequence::NoWager)
    }

    /// How many of its amounts were rounded.
    pub(crate) fn rounded(&self) -> u64 {
        self.with(ProblemConsequence::Rounded)
    }

    fn with(&self, consequence: ProblemConsequence) -> u64 {
        self.problems.iter().filter(|(_, problem)| problem.consequence == consequence).count() as u64
    }

    /// What is wrong with the row, in the order of its columns.
    pub(crate) fn problems(mut self) -> impl Iterator<Item = RowProblem> {
        self.problems.sort_by_key(|(place, _)| *place);
        self.problems.into_iter().map(|(_, problem)| problem)
    }

    /// Reports that it is no coup: what its cells are then does not matter, unless there are more than the header has.
    pub(crate) fn is_no_coup(&mut self) {
        if self.row.cells.len() > self.table.width {
            return;
        }
        self.problems.clear();
        self.skip(None, RowFault::NoCoup);
    }

    /// Reports what costs the row.
    pub(crate) fn skip(&mut self, column: Option<Column>, fault: RowFault) {
        self.report(column, fault, ProblemConsequence::Skipped);
    }

    fn report(&mut self, column: Option<Column>, fault: RowFault, consequence: ProblemConsequence) {
        let place = column.and_then(|column| self.table.place(column)).unwrap_or(0);
        let column = column.and_then(|column| self.table.label(column));
        let (line, last_line) = self.lines();
        self.problems.push((place, RowProblem { line, last_line, column, fault, consequence }));
    }

    /// When the row says that its coup was settled.
    fn settled(&mut self, last: &'r mut LastTime) -> Option<&'r str> {
        let (column, format) = self.table.mapping.row.time.as_ref()?;
        let cell = self.cell(*column)?;
        match last.convert(format, cell) {
            Ok(time) => {
                if time.ambiguous {
                    self.report(Some(*column), RowFault::TwiceOnTheClock(short(cell)), ProblemConsequence::EarlierTime);
                }
                Some(&time.text)
            }
            Err(reason) => {
                self.skip(Some(*column), RowFault::Time { cell: short(cell), reason: reason.clone() });
                None
            }
        }
    }
}
