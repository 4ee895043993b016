use std::cell::Cell;
use std::collections::BTreeSet;
use std::io;

use resettle_audit::Code;
use resettle_report::document::{CoupRow, FindingRow, RegisterRow, Report, RowIter, Rows};
use resettle_report::print::neutral;
use resettle_report::tally::{RegisterSum, ShoeRow, sums_of_rows};

use crate::args::{Format, ShownArgs};
use crate::error::Error;
use crate::spelling::{counted, did_you_mean};

/// How many shoes or tables a message names.
const NAMED: usize = 12;

/// The rows of a report, of which only the requested findings and entries of the register are passed on.
pub struct Shown<'r> {
    rows: &'r dyn Rows,
    args: &'r ShownArgs,
    /// Where the requested findings stand, and their codes; gathered only where severities are requested.
    severe: BTreeSet<Severe>,
    left_out: Cell<u64>,
    register_left_out: Cell<u64>,
}

/// Where a finding stands, and its code: an entry of the register names the codes that find fault with it.
type Severe = (String, String, Option<String>, Option<u64>);

impl<'r> Shown<'r> {
    /// What is requested among these.
    pub fn of(rows: &'r dyn Rows, args: &'r ShownArgs) -> io::Result<Self> {
        let mut severe = BTreeSet::new();
        if !args.severity.is_empty() {
            for finding in rows.findings() {
                let finding = finding?;
                if is_shown(&finding, args) {
                    severe.insert((finding.code.into_owned(), finding.log, finding.shoe, finding.coup));
                }
            }
        }
        Ok(Self { rows, args, severe, left_out: Cell::new(0), register_left_out: Cell::new(0) })
    }

    /// The message about what was not passed on.
    pub fn left_out(&self) -> Option<String> {
        let number = |count: &Cell<u64>, one: &str| counted(usize::try_from(count.get()).unwrap_or(usize::MAX), one);
        let (findings, entries) = (self.left_out.get(), self.register_left_out.get());
        let what = match (findings, entries) {
            (0, 0) => return None,
            (_, 0) => number(&self.left_out, "finding"),
            (0, _) => format!("{} of the register", counted(entries, "entry")),
            _ => format!("{} and {} of the register", number(&self.left_out, "finding"), counted(entries, "entry")),
        };
        let verb = if findings.saturating_add(entries) == 1 { "is" } else { "are" };
        Some(format!(
            "note: {what} {verb} not shown, by --code, --severity, --shoe, --table or --player; the summary and the exit status go by all"
        ))
    }

    fn is_entry_shown(&self, entry: &RegisterRow) -> bool {
        let args = self.args;
        let by_code = |code: &&String| args.code.is_empty() || args.code.iter().any(|wanted| is_of(code, wanted));
        let severe = |code: &&String| {
            args.severity.is_empty()
                || self.severe.contains(&((*code).clone(), entry.log.clone(), entry.shoe.clone(), entry.coup))
        };
        if !args.player.is_empty() {
            // An entry is about a coup, and names no player.
            return false;
        }
        let asked = args.code.is_empty() && args.severity.is_empty();
        (asked || entry.faults.iter().any(|code| by_code(&code) && severe(&code)))
            && is_named(&args.shoe, entry.shoe.as_deref())
            && is_named(&args.table, Some(&entry.table))
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
            let near = did_you_mean(wanted, Code::ALL.iter().map(|code| code.as_str()).chain(groups()));
            let help = near.map_or(String::new(), |near| format!("{near} ")) + "`resettle explain` lists all codes";
            return Err(Error::new(format!("there is no finding `{}`", neutral(wanted))).help(help));
        }
    }
    if args.is_given() && format == Format::Json {
        return Err(Error::new("--format json is the whole report, with all its findings")
            .help("take --format jsonl with --code, --severity, --shoe, --table or --player"));
    }
    Ok(())
}

/// The groups of codes, each once.
fn groups() -> impl Iterator<Item = &'static str> {
    let groups = Code::ALL.iter().filter_map(|code| code.as_str().split_once('/').map(|(group, _)| group));
    groups.collect::<BTreeSet<&str>>().into_iter()
}

/// Checks that there are the shoes and tables of the request.
///
/// # Errors
/// A shoe or table that neither a log nor a finding nor the register names, and what reading the rows says.
pub fn require_known(report: &Report, rows: &dyn Rows, args: &ShownArgs) -> Result<(), Error> {
    if args.shoe.is_empty() && args.table.is_empty() && args.player.is_empty() {
        return Ok(());
    }
    let (mut shoes, mut tables, mut players) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut see = |shoe: Option<String>, table: Option<String>| {
        shoes.extend(shoe);
        tables.extend(table.filter(|table| !table.is_empty()));
    };
    report.inputs.iter().for_each(|input| see(None, input.table.as_ref().map(|table| table.table.clone())));
    let spill = Error::spill;
    for shoe in rows.shoes() {
        let shoe = shoe.map_err(spill)?;
        see(shoe.shoe, Some(shoe.table));
    }
    for finding in rows.findings() {
        let finding = finding.map_err(spill)?;
        players.extend(finding.whose());
        see(finding.shoe, finding.table);
    }
    for entry in rows.register() {
        let entry = entry.map_err(spill)?;
        see(entry.shoe, Some(entry.table));
    }
    require("player with a finding", &args.player, &players)?;
    require("shoe", &args.shoe, &shoes)?;
    require("table", &args.table, &tables)
}

fn require(what: &str, asked: &[String], known: &BTreeSet<String>) -> Result<(), Error> {
    let Some(strange) = asked.iter().find(|name| !known.contains(*name)) else { return Ok(()) };
    let near = did_you_mean(strange, known.iter().map(String::as_str));
    let near = near.map_or_else(String::new, |near| format!("{} ", neutral(&near)));
    let more = known.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    let names: Vec<String> = known.iter().take(NAMED).map(|name| neutral(name)).collect();
    let there = match names.as_slice() {
        [] => format!("there is no {what} at all"),
        names => format!("there is {}{more}", names.join(", ")),
    };
    Err(Error::new(format!("there is no {what} `{}` in what was judged, so nothing of it is shown", neutral(strange)))
        .help(format!("{near}{there}")))
}

/// Whether a code is the requested one, or of the requested group.
fn is_of(code: &str, wanted: &str) -> bool {
    code == wanted || code.strip_prefix(wanted.trim_end_matches('/')).is_some_and(|rest| rest.starts_with('/'))
}

fn is_named(wanted: &[String], own: Option<&str>) -> bool {
    wanted.is_empty() || own.is_some_and(|own| wanted.iter().any(|wanted| wanted == own))
}

fn is_shown(finding: &FindingRow, args: &ShownArgs) -> bool {
    (args.code.is_empty() || args.code.iter().any(|wanted| is_of(&finding.code, wanted)))
        && is_named(&args.severity, Some(&finding.severity))
        && is_named(&args.shoe, finding.shoe.as_deref())
        && is_named(&args.table, finding.table.as_deref())
        && is_named(&args.player, finding.whose().as_deref())
}

/// Passes rows on that are requested, or cannot be read, and counts the others.
fn only<'r, T: 'r>(
    rows: RowIter<'r, T>,
    left_out: &'r Cell<u64>,
    is_shown: impl Fn(&T) -> bool + 'r,
) -> RowIter<'r, T> {
    left_out.set(0);
    Box::new(rows.filter(move |row| {
        let shown = row.as_ref().map_or(true, &is_shown);
        if !shown {
            left_out.set(left_out.get().saturating_add(1));
        }
        shown
    }))
}

impl Rows for Shown<'_> {
    fn findings(&self) -> RowIter<'_, FindingRow> {
        only(self.rows.findings(), &self.left_out, |finding| is_shown(finding, self.args))
    }

    fn register_sums(&self) -> RowIter<'_, RegisterSum> {
        match sums_of_rows(self.register()) {
            Ok(sums) => Box::new(sums.into_iter().map(Ok)),
            Err(error) => Box::new(std::iter::once(Err(error))),
        }
    }

    fn register(&self) -> RowIter<'_, RegisterRow> {
        only(self.rows.register(), &self.register_left_out, |entry| self.is_entry_shown(entry))
    }

    fn shoes(&self) -> RowIter<'_, ShoeRow> {
        self.rows.shoes()
    }

    fn coups(&self) -> RowIter<'_, CoupRow> {
        self.rows.coups()
    }
}
