use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use resettle_audit::Code;
use resettle_game::{Amount, counted};
use resettle_oversight::Date;
use resettle_oversight::disposition::{COLUMNS, Dispositions};
use resettle_report::document::{CarriedRow, FindingRow};
use resettle_report::print::{each_listed, neutral, neutral_cell};

use super::report::read_report;
use crate::args::{DispositionsArgs, DispositionsCommand, DraftArgs, DraftBy, DraftFormat, ReadArgs};
use crate::error::{Error, of_rows, shown};
use crate::files;
use resettle_console::output::plain;

/// `resettle dispositions`
pub fn run(args: &DispositionsArgs) -> Result<ExitCode, Error> {
    match &args.command {
        DispositionsCommand::Draft(args) => draft(args),
        DispositionsCommand::Read(args) => read_sheet(args),
    }
}

/// `resettle dispositions draft`
fn draft(args: &DraftArgs) -> Result<ExitCode, Error> {
    let is_sheet = |path: &Path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    if let Some(path) = args.out.as_deref().filter(|path| args.format == DraftFormat::Yaml && is_sheet(path)) {
        return Err(
            Error::new(format!("{} would hold YAML", shown(path))).help("add --format csv, or choose another name")
        );
    }
    let (_, _, written) = read_report(&args.report)?;
    let (report, rows) = written.into_rows();
    let mut entries = Vec::new();
    let mut tables: Vec<AtTable> = Vec::new();
    each_listed(&rows, &mut |listed| {
        let finding = listed.finding;
        if !finding.is_open() {
            return Ok(());
        }
        match AtTable::of(finding).filter(|_| args.by == DraftBy::Table) {
            Some(one) => match tables.iter_mut().find(|known| known.is_with(&one)) {
                Some(known) => known.add(&one),
                None => tables.push(one),
            },
            None => entries.push(Entry::of_finding(finding)),
        }
        Ok(())
    })
    .map_err(|error| of_rows(error, Error::Output))?;
    entries.splice(0..0, tables.iter().map(AtTable::entry));
    let carried = report.run.as_ref().and_then(|run| run.carried.as_deref()).unwrap_or_default();
    // An answer that is out of date answers nothing.
    let unanswered = |row: &&CarriedRow| row.answer.as_ref().is_none_or(|answer| answer.expired);
    let open = carried.iter().filter(unanswered).filter(|row| row.is_left_open());
    entries.extend(open.map(Entry::of_carried));
    let text = match args.format {
        DraftFormat::Yaml => yaml(&neutral(&report.generated_at), &entries),
        DraftFormat::Csv => sheet(&entries)?,
    };
    give(&text, args.out.as_deref(), || format!("{} to fill in", counted(entries.len(), "entry")))
}

/// `resettle dispositions read`
fn read_sheet(args: &ReadArgs) -> Result<ExitCode, Error> {
    let bytes = files::bytes(&args.sheet)?;
    let made = Dispositions::yaml_of_sheet(&bytes, &|code| Code::parse(code).is_some()).map_err(|faults| {
        let lines = faults.iter().map(|fault| neutral(&format!("  {}, {fault}", shown(&args.sheet))));
        Error::new(format!("{} cannot be used as a sheet of dispositions", shown(&args.sheet))).listing(lines).help(
            "days are written as 2026-06-30; `resettle dispositions draft REPORT --format csv` writes the columns",
        )
    })?;
    let said = format!("{} ({} left blank, which stay open)", counted(made.answered, "disposition"), made.blank);
    give(&made.yaml, args.out.as_deref(), || said.clone())?;
    if args.out.is_none() {
        anstream::eprintln!("{said}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a file, and says what it holds; or writes to standard output.
fn give(text: &str, out: Option<&Path>, what: impl Fn() -> String) -> Result<ExitCode, Error> {
    match out {
        Some(path) => {
            files::write_new(path, text.as_bytes())?;
            anstream::eprintln!("{} written to {}", what(), shown(path));
        }
        None => plain(text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// One entry of a draft: what it is about, and the same for people.
struct Entry {
    /// By the names of the columns of a sheet.
    about: Vec<(&'static str, String)>,
    /// Likewise, for people alone.
    words: Vec<(&'static str, String)>,
    comment: String,
}

impl Entry {
    fn of_finding(finding: &FindingRow) -> Self {
        Self::of(Listed {
            fingerprint: &finding.fingerprint,
            severity: &finding.severity,
            code: &finding.code,
            venue: finding.venue.as_deref(),
            table: finding.table.as_deref(),
            log: &finding.log,
            shoe: finding.shoe.as_deref(),
            coup: finding.coup,
            wager: finding.wager.as_deref(),
            difference: finding.difference(),
            message: &finding.message,
            before: "",
        })
    }

    fn of_carried(row: &CarriedRow) -> Self {
        Self::of(Listed {
            fingerprint: &row.fingerprint,
            severity: &row.severity,
            code: &row.code,
            venue: row.venue.as_deref(),
            table: row.table.as_deref(),
            log: &row.log,
            shoe: row.shoe.as_deref(),
            coup: row.coup,
            wager: row.wager.as_deref(),
            difference: None,
            message: &row.message,
            before: "of an earlier report: ",
        })
    }

    fn of(listed: Listed<'_>) -> Self {
        let Listed { before, severity, code, venue, table, shoe, coup, wager, difference, message, .. } = &listed;
        let mut comment = format!("{before}{severity} {code}");
        for part in [venue, table].into_iter().flatten() {
            let _ = write!(comment, " {part}");
        }
        let coup = coup.map(|coup| coup.to_string());
        for (what, part) in [("shoe", *shoe), ("coup", coup.as_deref()), ("wager", *wager)] {
            if let Some(part) = part {
                let _ = write!(comment, " {what} {part}");
            }
        }
        if let Some(difference) = difference {
            let _ = write!(comment, ": {difference}");
        }
        let _ = write!(comment, "; {message}");
        let cells = [
            ("severity", Some(*severity)),
            ("code", Some(*code)),
            ("venue", *venue),
            ("table", *table),
            ("log", Some(listed.log)),
            ("shoe", *shoe),
            ("coup", coup.as_deref()),
            ("wager", *wager),
            ("difference", difference.as_deref()),
        ];
        let cells = cells.into_iter().filter_map(|(name, text)| Some((name, text?.to_owned())));
        Self {
            about: vec![("finding", listed.fingerprint.to_owned())],
            words: cells.chain([("message", format!("{before}{message}"))]).collect(),
            comment: neutral(&comment),
        }
    }

    /// It with what is filled in, as YAML. The comment is one line: neutralised text contains no line end.
    fn yaml(&self) -> String {
        let mut out = format!("  # {}\n", self.comment);
        for (at, (name, value)) in self.about.iter().enumerate() {
            let mark = if at == 0 { "  - " } else { "    " };
            // JSON's text is YAML's.
            let value = match *name {
                "code" | "from" | "to" => value.clone(),
                _ => serde_json::Value::from(neutral(value)).to_string(),
            };
            let _ = writeln!(out, "{mark}{name}: {value}");
        }
        out + BLANK
    }
}

/// A finding of a report, or one of an earlier report that is open.
struct Listed<'r> {
    fingerprint: &'r str,
    severity: &'r str,
    code: &'r str,
    venue: Option<&'r str>,
    table: Option<&'r str>,
    log: &'r str,
    shoe: Option<&'r str>,
    coup: Option<u64>,
    wager: Option<&'r str>,
    difference: Option<String>,
    message: &'r str,
    /// Which report it is of, where that is not this one.
    before: &'static str,
}

/// The draft as a sheet: what stands in `kind` and behind it is filled in.
fn sheet(entries: &[Entry]) -> Result<String, Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| Error::Output(std::io::Error::other(error));
    writer.write_record(COLUMNS).map_err(failed)?;
    for entry in entries {
        let of = |name: &&str| {
            let known = entry.about.iter().chain(&entry.words).find(|(known, _)| known == name);
            known.map_or_else(String::new, |(_, text)| neutral_cell(text))
        };
        writer.write_record(COLUMNS.iter().map(of)).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| Error::Output(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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

    fn entry(&self) -> Entry {
        let sum = (self.money != 0).then(|| Amount::new(self.money, self.currency.as_deref()).signed().to_string());
        let money = sum.as_ref().map_or_else(String::new, |sum| format!(", {sum}"));
        let comment = neutral(&format!(
            "{} of {} at {} {}{money}",
            counted(self.findings, "finding"),
            self.code,
            self.venue,
            self.table
        ));
        let about = vec![
            ("code", self.code.clone()),
            ("venue", self.venue.clone()),
            ("table", self.table.clone()),
            ("from", self.from.to_string()),
            ("to", self.to.to_string()),
        ];
        let mut words = vec![("findings", self.findings.to_string())];
        words.extend(sum.map(|sum| ("difference", sum)));
        Entry { about, words, comment }
    }
}

/// What is filled in.
const BLANK: &str = "    kind: \n    reason: \n    by: \n";

fn yaml(made: &str, entries: &[Entry]) -> String {
    let head = format!(
        "# Findings of the report made {made} that are not answered.\n\
         # Fill in the entries that you answer; those that you leave blank stay open:\n\
         #   kind    waiver (add `until`), ruling, or action (add `owner` and `due`)\n\
         #   reason  why, in words\n\
         #   by      who decided; `on` may say when\n"
    );
    if entries.is_empty() {
        return head + "dispositions: []\n";
    }
    head + "dispositions:\n" + &entries.iter().map(Entry::yaml).collect::<String>()
}
