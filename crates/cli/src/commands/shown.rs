use std::cell::Cell;

use resettle_audit::Code;
use resettle_report::document::{CoupRow, FindingRow, RegisterRow, RowIter, Rows};
use resettle_report::print::neutral;
use resettle_report::tally::{RegisterSum, ShoeRow};

use crate::args::{Format, ShownArgs};
use crate::error::Error;
use crate::spelling::{counted, did_you_mean};

/// The rows of a report, of which only the requested findings are passed on.
pub struct Shown<'r> {
    rows: &'r dyn Rows,
    args: &'r ShownArgs,
    left_out: Cell<u64>,
}

impl<'r> Shown<'r> {
    /// The requested findings among these.
    pub const fn of(rows: &'r dyn Rows, args: &'r ShownArgs) -> Self {
        Self { rows, args, left_out: Cell::new(0) }
    }

    /// The message about the findings that were not passed on.
    pub fn left_out(&self) -> Option<String> {
        let count = self.left_out.get();
        let verb = if count == 1 { "is" } else { "are" };
        (count > 0).then(|| {
            format!("note: {} {verb} not shown, by --code, --severity, --shoe or --table; the summary and the exit status go by all", counted(usize::try_from(count).unwrap_or(usize::MAX), "finding"))
        })
    }
}

/// Checks the request, before anything is judged.
///
/// # Errors
/// An unknown code, and a whole report in which findings would be missing.
pub fn check(args: &ShownArgs, format: Format) -> Result<(), Error> {
    for wanted in &args.code {
        let known = Code::ALL.iter().any(|code| is_of(code.as_str(), wanted));
        if !known {
            let near = did_you_mean(wanted, Code::ALL.iter().map(|code| code.as_str()));
            let help = near.map_or(String::new(), |near| format!("{near} ")) + "`resettle explain` lists all codes";
            return Err(Error::Plain(format!("there is no finding `{}`\n  help: {help}", neutral(wanted))));
        }
    }
    if args.is_given() && format == Format::Json {
        return Err(Error::Plain(
            "--format json is the whole report, with all its findings\n  help: take --format jsonl with --code, --severity, --shoe or --table".to_owned(),
        ));
    }
    Ok(())
}

/// Whether a code is the requested one, or of the requested group.
fn is_of(code: &str, wanted: &str) -> bool {
    code == wanted || code.strip_prefix(wanted.trim_end_matches('/')).is_some_and(|rest| rest.starts_with('/'))
}

fn is_shown(finding: &FindingRow, args: &ShownArgs) -> bool {
    let named = |wanted: &[String], own: Option<&str>| {
        wanted.is_empty() || own.is_some_and(|own| wanted.iter().any(|wanted| wanted == own))
    };
    (args.code.is_empty() || args.code.iter().any(|wanted| is_of(&finding.code, wanted)))
        && named(&args.severity, Some(&finding.severity))
        && named(&args.shoe, finding.shoe.as_deref())
        && named(&args.table, finding.table.as_deref())
}

impl Rows for Shown<'_> {
    fn findings(&self) -> RowIter<'_, FindingRow> {
        self.left_out.set(0);
        Box::new(self.rows.findings().filter(|row| {
            let shown = row.as_ref().map_or(true, |finding| is_shown(finding, self.args));
            if !shown {
                self.left_out.set(self.left_out.get().saturating_add(1));
            }
            shown
        }))
    }

    fn register_sums(&self) -> RowIter<'_, RegisterSum> {
        self.rows.register_sums()
    }

    fn register(&self) -> RowIter<'_, RegisterRow> {
        self.rows.register()
    }

    fn shoes(&self) -> RowIter<'_, ShoeRow> {
        self.rows.shoes()
    }

    fn coups(&self) -> RowIter<'_, CoupRow> {
        self.rows.coups()
    }
}
