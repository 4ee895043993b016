//! The columns of what a report lists: one declaration for each, which CSV, the tables of an export, the workbook and the
//! page walk.
//!
//! Adding a column is one entry in the file of its rows. It stands in every output that `only` does not leave
//! out, behind the columns that were there before, so that nothing moves for who reads by place.

mod coverage;
mod days;
mod duty;
mod findings;
mod kind;
mod register;
mod routine;
mod shoes;
mod staff;
mod summary;
mod tables;
mod value;
mod won;

pub use coverage::COVERAGE;
pub use days::DAYS;
pub use findings::FINDINGS;
pub use kind::Kind;
pub use register::REGISTER;
pub use routine::ROUTINE;
pub use shoes::SHOES;
pub use staff::STAFF;
pub use summary::{PeriodRow, SUMMARY};
pub use tables::TABLES;
pub use value::Value;

use crate::document::InputTable;

/// What shows columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// A file of CSV next to the report.
    Csv,
    /// A table of an export, as Parquet or CSV.
    Table,
    /// A sheet of the workbook.
    Sheet,
    /// The page, where no script draws it.
    Page,
}

/// In what a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// In nothing: a text, a number of things.
    None,
    /// In faults, of which the row may say how many chance gives at most.
    Faults,
    /// In minor units of the row's currency. A sheet has it twice, exact and as people write amounts.
    Minor,
    /// Likewise; what was paid wrongly, so that all but nought stands out.
    Wrong,
}

/// What a column is called and what it says, whatever its rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its name in CSV and tables.
    pub name: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// In what they count.
    pub unit: Unit,
    /// Whether a value may lack.
    pub optional: bool,
    /// What it says.
    pub about: &'static str,
}

/// A row, with what only its surroundings say.
#[derive(Clone, Copy, Debug)]
pub struct At<'r, R> {
    /// One row of a list of the report.
    pub row: &'r R,
    /// Its number in the report, from 1; 0 where nobody counts.
    pub number: u64,
    /// The table of its log, where that is known.
    pub table: Option<&'r InputTable>,
    /// The venue's day on which its record was written, by its number since 1970.
    pub day: Option<i64>,
    /// The currency of its amounts.
    pub currency: Option<&'r str>,
}

impl<'r, R> At<'r, R> {
    /// A row of which nothing else is known.
    #[must_use]
    pub fn alone(row: &'r R) -> Self {
        Self { row, number: 0, table: None, day: None, currency: None }
    }
}

/// How a column reads its value off a row.
type Read<R> = for<'r> fn(&At<'r, R>) -> Value<'r>;

/// One column of rows of a kind.
pub struct Column<R: 'static> {
    /// What it is called and what it says.
    pub head: Head,
    /// The value in a row.
    pub read: Read<R>,
    /// Whether the value says that something is wrong.
    loud: fn(&R) -> bool,
    outputs: &'static [Output],
    /// Its title on a sheet and on the page, where that is not its name.
    sheet: Option<&'static str>,
    page: Option<&'static str>,
    /// The member of the row in `report.json` that has its value, or of which two it is the difference; where there are
    /// none, the one of its name.
    members: &'static [&'static str],
    /// How wide it is on a sheet, in characters.
    width: u8,
    /// Whether it says who was on duty.
    of_staff: bool,
}

impl<R> Column<R> {
    /// A column that has a value in each row.
    const fn each(name: &'static str, kind: Kind, about: &'static str, read: Read<R>) -> Self {
        Self::new(Head { name, kind, unit: Unit::None, optional: false, about }, read)
    }

    /// A column of which a value may lack.
    const fn some(name: &'static str, kind: Kind, about: &'static str, read: Read<R>) -> Self {
        Self::new(Head { name, kind, unit: Unit::None, optional: true, about }, read)
    }

    const fn new(head: Head, read: Read<R>) -> Self {
        Self {
            head,
            read,
            loud: |_| false,
            outputs: &[Output::Csv, Output::Table, Output::Sheet, Output::Page],
            sheet: None,
            page: None,
            members: &[],
            width: 14,
            of_staff: false,
        }
    }

    /// The outputs that have it; all, where this is not called.
    const fn only(self, outputs: &'static [Output]) -> Self {
        Self { outputs, ..self }
    }

    /// How wide it is on a sheet, in characters.
    const fn wide(self, width: u8) -> Self {
        Self { width, ..self }
    }

    /// Its title on a sheet.
    const fn on_sheet(self, title: &'static str) -> Self {
        Self { sheet: Some(title), ..self }
    }

    /// Its title on the page.
    const fn on_page(self, title: &'static str) -> Self {
        Self { page: Some(title), ..self }
    }

    const fn counts(self, unit: Unit) -> Self {
        let head = Head { unit, ..self.head };
        Self { head, ..self }
    }

    /// Its numbers count faults, which the page compares with what chance gives.
    const fn faults(self) -> Self {
        self.counts(Unit::Faults)
    }

    /// Its numbers count minor units.
    const fn minor(self) -> Self {
        self.counts(Unit::Minor)
    }

    /// Its numbers count minor units that were paid wrongly.
    const fn wrong(self) -> Self {
        self.counts(Unit::Wrong)
    }

    /// No member of `report.json` has its name: the page draws that at this path, or the first of two less the second.
    const fn drawn_from(self, members: &'static [&'static str]) -> Self {
        Self { members, ..self }
    }

    /// Of which rows it stands out.
    const fn loud(self, loud: fn(&R) -> bool) -> Self {
        Self { loud, ..self }
    }

    /// It says who was on duty: left out where nobody is to be named, else behind all others.
    const fn of_staff(self) -> Self {
        Self { of_staff: true, ..self }
    }

    /// Whether it stands out in this row.
    #[must_use]
    pub fn is_loud(&self, row: &R) -> bool {
        (self.loud)(row)
    }

    /// Its title on the page.
    #[must_use]
    pub fn page_title(&self) -> &'static str {
        self.page.unwrap_or(self.head.name)
    }

    /// The path of the member of its row in `report.json` that has its value, or of the two of which it is the difference.
    #[must_use]
    pub fn members(&self) -> &[&'static str] {
        if self.members.is_empty() { std::slice::from_ref(&self.head.name) } else { self.members }
    }
}

/// A column of a sheet.
pub struct SheetColumn<R: 'static> {
    /// What it shows.
    pub column: &'static Column<R>,
    /// Its heading on the sheet; `(minor units)` is added where another column has the same amount as people write it.
    pub title: String,
    /// Its width in characters.
    pub width: u8,
    /// Whether it shows minor units as people write amounts.
    pub as_amount: bool,
}

/// The columns of rows of a kind.
pub struct Columns<R: 'static> {
    /// All, in the order of CSV.
    all: &'static [&'static [Column<R>]],
    /// Which come first in a table of an export, by name, with `, ` between them.
    table: &'static str,
    /// Which come first on a sheet, by title, likewise.
    sheet: &'static [&'static str],
    /// Which come first on the page, by title, likewise.
    page: &'static str,
}

impl<R> Columns<R> {
    fn of(&self, output: Output, with_staff: bool) -> Vec<&'static Column<R>> {
        let has = |column: &&Column<R>| column.outputs.contains(&output) && (with_staff || !column.of_staff);
        let mut columns: Vec<_> = self.all.iter().copied().flatten().filter(has).collect();
        columns.sort_by_key(|column| column.of_staff);
        columns
    }

    /// The columns of CSV, in order.
    #[must_use]
    pub fn csv(&self, with_staff: bool) -> Vec<&'static Column<R>> {
        self.of(Output::Csv, with_staff)
    }

    /// The columns of a table of an export, in order.
    #[must_use]
    pub fn table(&self, with_staff: bool) -> Vec<&'static Column<R>> {
        let mut columns = self.of(Output::Table, with_staff);
        columns.sort_by_key(|column| (column.of_staff, place(&[self.table], column.head.name)));
        columns
    }

    /// The columns of the page, in order.
    #[must_use]
    pub fn page(&self) -> Vec<&'static Column<R>> {
        let mut columns = self.of(Output::Page, false);
        columns.sort_by_key(|column| place(&[self.page], column.page_title()));
        columns
    }

    /// Those of them that no place on the page is made for: its script draws them as they are declared.
    #[must_use]
    pub fn drawn_as_declared(&self) -> Vec<&'static Column<R>> {
        let mut columns = self.page();
        columns.retain(|column| place(&[self.page], column.page_title()) == usize::MAX);
        columns
    }

    /// The columns of a sheet, in order.
    #[must_use]
    pub fn sheet(&self) -> Vec<SheetColumn<R>> {
        let both = self.of(Output::Sheet, false).into_iter().flat_map(|column| {
            let plain = column.sheet.unwrap_or(column.head.name);
            let one = |title, as_amount| SheetColumn { column, title, width: column.width, as_amount };
            match column.head.unit {
                Unit::None | Unit::Faults => vec![one(plain.to_owned(), false)],
                Unit::Minor | Unit::Wrong => {
                    vec![one(format!("{plain} (minor units)"), false), one(plain.to_owned(), true)]
                }
            }
        });
        let mut columns: Vec<_> = both.collect();
        columns.sort_by_key(|column| place(self.sheet, &column.title));
        columns
    }
}

/// Shoe, coup and wager, as far as they are known.
fn place_in_words(shoe: Option<&str>, coup: Option<u64>, wager: Option<&str>) -> String {
    let shoe = shoe.map(|shoe| format!("shoe {shoe}"));
    let coup = coup.map(|coup| format!("coup {coup}"));
    let wager = wager.map(|wager| format!("wager {wager}"));
    shoe.into_iter().chain(coup).chain(wager).collect::<Vec<_>>().join(" ")
}

/// The file and the line of a record.
fn record_in_words(file: &str, line: Option<u64>) -> String {
    line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"))
}

/// The order of sums on a sheet: exact, then as people write amounts.
const MONEY_ON_SHEET: &str = "staked (minor units), returned (minor units), due (minor units), net error (minor units), \
    staked, returned, due, net error";

/// Where a name stands among those that come first; the others stay behind them as they are declared.
fn place(first: &[&str], name: &str) -> usize {
    first.iter().flat_map(|names| names.split(", ")).position(|known| known == name).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name that is misspelt among those that come first would move its column to the end.
    fn names_fit<R>(columns: &Columns<R>) {
        let named = |names: &str, known: Vec<String>| {
            for name in names.split(", ").filter(|name| !name.is_empty()) {
                assert_eq!(known.iter().filter(|one| *one == name).count(), 1, "{name}");
            }
        };
        let heads = |all: Vec<&Column<R>>| all.iter().map(|one| one.head.name.to_owned()).collect::<Vec<_>>();
        named(columns.table, heads(columns.table(true)));
        named(&columns.sheet.join(", "), columns.sheet().into_iter().map(|one| one.title).collect());
        named(columns.page, columns.page().iter().map(|one| one.page_title().to_owned()).collect());
        let csv = heads(columns.csv(true));
        named(&csv.join(", "), csv);
    }

    /// What nothing walks for an output would not show there, and nothing would say so.
    fn none_of<R>(columns: &Columns<R>, outputs: &[Output]) {
        for output in outputs {
            let columns = columns.of(*output, true);
            assert!(columns.is_empty(), "no {output:?} has `{}`: `.only(&[…])`", columns[0].head.name);
        }
    }

    #[test]
    fn no_column_is_for_an_output_that_its_rows_do_not_have() {
        use Output::{Csv, Page, Table};
        none_of(&SHOES, &[Csv]);
        none_of(&TABLES, &[Csv, Table]);
        none_of(&STAFF, &[Csv, Table]);
        none_of(&COVERAGE, &[Csv, Page]);
        none_of(&ROUTINE, &[Csv, Page]);
        none_of(&SUMMARY, &[Csv, Table, Page]);
        none_of(&DAYS, &[Csv, Table]);
    }

    /// The part of `docs/report-format.md` that is made here, from its first line on.
    const MADE: &str = "<!-- columns: made by the test `columns` of `crates/report` -->\n";

    fn drawn<R>(out: &mut String, title: &str, columns: &[&Column<R>]) {
        out.push_str(&format!("\n### {title}\n\n| column | what it says |\n| --- | --- |\n"));
        for Head { name, optional, about, .. } in columns.iter().map(|column| column.head) {
            let empty = if optional { "; may be empty" } else { "" };
            out.push_str(&format!("| `{name}` | {about}{empty} |\n"));
        }
    }

    /// To renew it: `UPDATE_DOCS=1 cargo test --workspace --lib -- columns::`
    #[test]
    fn the_page_of_reports_shows_the_columns_of_csv() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/report-format.md");
        let page = std::fs::read_to_string(path).unwrap();
        let (before, shown) = page.split_once(MADE).unwrap();
        let (shown, behind) = shown.split_once("\n## ").unwrap();
        let mut made = String::new();
        drawn(&mut made, "`findings.csv`", &FINDINGS.csv(true));
        drawn(&mut made, "`register.csv`", &REGISTER.csv(true));
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(path, format!("{before}{MADE}{made}\n## {behind}")).unwrap();
        } else {
            assert_eq!(shown, made, "renew it with UPDATE_DOCS=1");
        }
    }

    #[test]
    fn every_name_that_comes_first_is_a_column() {
        names_fit(&FINDINGS);
        names_fit(&REGISTER);
        names_fit(&SHOES);
        names_fit(&SUMMARY);
        names_fit(&COVERAGE);
        names_fit(&ROUTINE);
        names_fit(&DAYS);
        names_fit(&STAFF);
        names_fit(&TABLES);
    }
}
