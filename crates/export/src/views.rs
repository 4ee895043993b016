use std::fmt::Write as _;

use resettle_report::columns::Kind;

use crate::form::Form;
use crate::schema::tables;

/// The questions that audits begin with, in the SQL of DuckDB.
const VIEWS: &str = include_str!("views.sql");

/// Those about who was on duty.
const STAFF_VIEWS: &str = include_str!("views_of_staff.sql");

/// The text of `views.sql` for tables of a form: each table, then the questions; with who was on duty or without.
#[must_use]
pub fn views(form: Form, with_staff: bool) -> String {
    let mut out = String::from("-- Run in the folder that holds the tables: duckdb -init views.sql\n\n");
    for table in tables(with_staff) {
        let file = form.file(table);
        // A string takes whatever is written into it.
        let _ = match form {
            Form::Parquet => {
                writeln!(out, "create or replace view {} as select * from read_parquet('{file}');", table.name)
            }
            Form::Csv => {
                let columns: Vec<String> =
                    table.columns.iter().map(|column| format!("'{}': '{}'", column.name, sql(column.kind))).collect();
                writeln!(
                    out,
                    "create or replace view {} as select * from read_csv('{file}', header = true, columns = {{{}}});",
                    table.name,
                    columns.join(", ")
                )
            }
        };
    }
    out.push('\n');
    out.push_str(VIEWS);
    if with_staff {
        out.push_str(STAFF_VIEWS);
    }
    out
}

fn sql(kind: Kind) -> &'static str {
    match kind {
        Kind::Text | Kind::Various => "VARCHAR",
        Kind::Int | Kind::Serial => "BIGINT",
        Kind::Flag => "BOOLEAN",
        Kind::Day => "DATE",
        Kind::Instant => "TIMESTAMPTZ",
        Kind::Local => "TIMESTAMP",
        Kind::Decimal => "DECIMAL(38, 12)",
        Kind::Big => "DECIMAL(38, 0)",
    }
}
