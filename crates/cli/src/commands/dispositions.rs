use std::fmt::Write as _;
use std::process::ExitCode;

use resettle_game::{Amount, counted};
use resettle_oversight::Date;
use resettle_report::document::{CarriedRow, FindingRow};
use resettle_report::print::{each_listed, neutral};

use super::report::read_report;
use crate::args::{DispositionsArgs, DispositionsCommand, DraftArgs, DraftBy};
use crate::error::{Error, of_rows};
use crate::files;
use resettle_console::output::plain;

/// `resettle dispositions`
pub fn run(args: &DispositionsArgs) -> Result<ExitCode, Error> {
    match &args.command {
        DispositionsCommand::Draft(args) => draft(args),
    }
}

/// `resettle dispositions draft`
fn draft(args: &DraftArgs) -> Result<ExitCode, Error> {
    let (_, _, written) = read_report(&args.report)?;
    let (report, rows) = written.into_rows();
    let mut entries = Vec::new();
    let mut tables: Vec<AtTable> = Vec::new();
    each_listed(&rows, &mut |finding, _| {
        if !finding.is_open() {
            return Ok(());
        }
        match AtTable::of(finding).filter(|_| args.by == DraftBy::Table) {
            Some(one) => match tables.iter_mut().find(|known| known.is_with(&one)) {
                Some(known) => known.add(&one),
                None => tables.push(one),
            },
            None => entries.push(entry(&finding_in_words(finding), &finding.fingerprint)),
        }
        Ok(())
    })
    .map_err(|error| of_rows(error, Error::Output))?;
    entries.splice(0..0, tables.iter().map(AtTable::entry));
    let carried = report.run.as_ref().and_then(|run| run.carried.as_deref()).unwrap_or_default();
    let open = carried.iter().filter(|row| row.answer.is_none() && row.is_left_open());
    entries.extend(open.map(|row| entry(&carried_in_words(row), &row.fingerprint)));
    let text = yaml(&neutral(&report.generated_at), &entries);
    match &args.out {
        Some(path) => {
            files::write_new(path, text.as_bytes())?;
            anstream::eprintln!(
                "{} to fill in written to {}",
                counted(entries.len(), "entry"),
                crate::error::shown(path)
            );
        }
        None => plain(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The findings of one code at one table, which one entry answers.
struct AtTable {
    code: String,
    venue: String,
    table: String,
    currency: Option<String>,
    from: Date,
    to: Date,
    findings: u64,
    money: i128,
}

impl AtTable {
    /// One finding; none where its table or day is not known, so that its fingerprint alone names it.
    fn of(finding: &FindingRow) -> Option<Self> {
        let day = finding.exception().day?;
        Some(Self {
            code: finding.code.to_string(),
            venue: finding.venue.clone()?,
            table: finding.table.clone()?,
            currency: finding.currency.clone(),
            from: day,
            to: day,
            findings: 1,
            money: finding.money.unwrap_or(0).into(),
        })
    }

    fn is_with(&self, one: &Self) -> bool {
        let key = |of: &Self| (of.code.clone(), of.venue.clone(), of.table.clone(), of.currency.clone());
        key(self) == key(one)
    }

    fn add(&mut self, one: &Self) {
        self.from = self.from.min(one.from);
        self.to = self.to.max(one.to);
        self.findings += one.findings;
        self.money += one.money;
    }

    fn entry(&self) -> String {
        let money = match self.money {
            0 => String::new(),
            sum => format!(", {}", Amount::new(sum, self.currency.as_deref()).signed()),
        };
        let comment = neutral(&format!(
            "{} of {} at {} {}{money}",
            counted(self.findings, "finding"),
            self.code,
            self.venue,
            self.table
        ));
        // JSON's text is YAML's.
        let text = |text: &str| serde_json::Value::from(text).to_string();
        format!(
            "  # {comment}\n  - code: {}\n    venue: {}\n    table: {}\n    from: {}\n    to: {}\n{BLANK}",
            self.code,
            text(&self.venue),
            text(&self.table),
            self.from,
            self.to
        )
    }
}

/// What is filled in.
const BLANK: &str = "    kind: \n    reason: \n    by: \n";

fn finding_in_words(finding: &FindingRow) -> String {
    let mut text = format!("{} {}", finding.severity, finding.code);
    for part in [&finding.venue, &finding.table].into_iter().flatten() {
        let _ = write!(text, " {part}");
    }
    place(&mut text, finding.shoe.as_deref(), finding.coup, finding.wager.as_deref());
    if let Some(difference) = finding.difference() {
        let _ = write!(text, ": {difference}");
    }
    let _ = write!(text, "; {}", finding.message);
    neutral(&text)
}

fn carried_in_words(row: &CarriedRow) -> String {
    let mut text = format!("of an earlier report: {} {}", row.severity, row.code);
    for part in [&row.venue, &row.table].into_iter().flatten() {
        let _ = write!(text, " {part}");
    }
    place(&mut text, row.shoe.as_deref(), row.coup, row.wager.as_deref());
    let _ = write!(text, "; {}", row.message);
    neutral(&text)
}

fn place(text: &mut String, shoe: Option<&str>, coup: Option<u64>, wager: Option<&str>) {
    if let Some(shoe) = shoe {
        let _ = write!(text, " shoe {shoe}");
    }
    if let Some(coup) = coup {
        let _ = write!(text, " coup {coup}");
    }
    if let Some(wager) = wager {
        let _ = write!(text, " wager {wager}");
    }
}

/// The comment is one line: neutralised text contains no line end.
fn entry(comment: &str, fingerprint: &str) -> String {
    let fingerprint = neutral(fingerprint);
    format!("  # {comment}\n  - finding: \"{fingerprint}\"\n{BLANK}")
}

fn yaml(made: &str, entries: &[String]) -> String {
    let head = format!(
        "# Findings of the report made {made} that nobody has answered.\n\
         # Fill in the entries that you answer; those that you leave blank stay open:\n\
         #   kind    waiver (add `until`), ruling, or action (add `owner` and `due`)\n\
         #   reason  why, in words\n\
         #   by      who decided; `on` may say when\n"
    );
    if entries.is_empty() {
        return head + "dispositions: []\n";
    }
    head + "dispositions:\n" + &entries.concat()
}
