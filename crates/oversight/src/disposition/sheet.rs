//! Dispositions that were filled in on a spreadsheet: one row for each, with the columns that a draft has.

use resettle_yaml::Faults;

use super::Dispositions;
use crate::csv_file::{self, CsvFault, CsvRow};

/// The columns of a draft, in their order. What stands in `severity`, `findings`, `difference` and `message` is for people
/// alone, and so is what names the place beside a fingerprint.
pub const COLUMNS: &[&str] = &[
    "finding",
    "severity",
    "code",
    "venue",
    "table",
    "from",
    "to",
    "log",
    "shoe",
    "coup",
    "wager",
    "findings",
    "difference",
    "message",
    "kind",
    "reason",
    "by",
    "on",
    "until",
    "owner",
    "due",
];

/// What names findings where no fingerprint does.
const PLACE: &[&str] = &["code", "venue", "table", "from", "to", "log", "shoe", "coup", "wager"];
/// What is filled in.
const ANSWER: &[&str] = &["kind", "reason", "by", "on", "until", "owner", "due"];

/// A file of dispositions made of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfSheet {
    /// The file, as YAML.
    pub yaml: String,
    /// How many rows answer something.
    pub answered: u64,
    /// How many were left blank.
    pub blank: u64,
}

/// One row: its line, and the lines of YAML with the column that each of them is of.
struct Entry {
    line: u64,
    keys: Vec<(&'static str, String)>,
}

impl Dispositions {
    /// Makes a file of dispositions of a sheet that was filled in. `is_code` says whether there is a finding of that code.
    ///
    /// # Errors
    /// All faults of the sheet, those of the answers too.
    pub fn yaml_of_sheet(bytes: &[u8], is_code: &dyn Fn(&str) -> bool) -> Result<OfSheet, Vec<CsvFault>> {
        let rows = csv_file::read(bytes, COLUMNS, &["kind", "reason", "by"], |_| None, |row| Some(entry(row)))?;
        let all = rows.len();
        let entries: Vec<Entry> = rows.into_iter().flatten().collect();
        let mut yaml = "dispositions:".to_owned();
        if entries.is_empty() {
            yaml.push_str(" []");
        }
        yaml.push('\n');
        // Of each line of the YAML the line and column of the sheet.
        let mut places = vec![(1, None)];
        for Entry { line, keys } in &entries {
            for (at, (name, text)) in keys.iter().enumerate() {
                let mark = if at == 0 { "  - " } else { "    " };
                // JSON's text is YAML's.
                let value = match *name {
                    "coup" => text.clone(),
                    _ => serde_json::Value::from(text.as_str()).to_string(),
                };
                yaml.push_str(&format!("{mark}{name}: {value}\n"));
                places.push((*line, Some(*name)));
            }
        }
        let answered = entries.len() as u64;
        match Self::from_yaml(&yaml, is_code) {
            Ok(_) => Ok(OfSheet { yaml, answered, blank: all as u64 - answered }),
            Err(faults) => Err(in_sheet(faults, &places)),
        }
    }
}

/// None where nothing was filled in.
fn entry(row: &mut CsvRow<'_>) -> Option<Entry> {
    let answer: Vec<(&'static str, String)> = texts(row, ANSWER);
    if answer.is_empty() {
        return None;
    }
    let mut keys = texts(row, &["finding"]);
    if keys.is_empty() {
        keys = texts(row, PLACE);
    }
    keys.extend(answer);
    Some(Entry { line: row.line, keys })
}

fn texts(row: &CsvRow<'_>, names: &[&'static str]) -> Vec<(&'static str, String)> {
    names.iter().filter_map(|name| Some((*name, unquoted(row.text(name)?)))).collect()
}

/// A draft puts `'` before what a spreadsheet would take for a formula.
fn unquoted(text: String) -> String {
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@']) => rest.to_owned(),
        _ => text,
    }
}

fn in_sheet(faults: Faults, places: &[(u64, Option<&'static str>)]) -> Vec<CsvFault> {
    let fault = |fault: resettle_yaml::Fault| {
        let at = usize::try_from(fault.place.line).ok().and_then(|line| places.get(line.checked_sub(1)?));
        let (line, column) = at.copied().unwrap_or((0, None));
        let help = fault.help.map_or_else(String::new, |help| format!(": {help}"));
        CsvFault::new(line, column, format!("{}{help}", fault.message))
    };
    faults.sorted().into_iter().map(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "finding;severity;code;venue;table;from;to;message;kind;reason;by;on;until;owner;due\n";

    fn read(rows: &str) -> Result<OfSheet, Vec<CsvFault>> {
        Dispositions::yaml_of_sheet(format!("\u{feff}{HEAD}{rows}").as_bytes(), &|code| code == "display/wrd-mismatch")
    }

    #[test]
    fn what_was_filled_in_becomes_a_file_and_blank_rows_are_counted() {
        let print = "4f0c2b6d3c1a2b8f00d1a4b7c2e9f86d5f0b7a4c91e2d3b6a8c7f1e0d9b2a345";
        let rows = format!(
            "{print};major;display/wrd-mismatch;mbs;T1;;;the display;ruling;\"paid; voucher 12\";ann;2023-06-20;;;\n\
             ;minor;display/wrd-mismatch;mbs;'=T2;2023-06-01;2023-06-03;;waiver;repair;ben;;2023-12-31;;\n\
             ;minor;display/wrd-mismatch;mbs;T3;2023-06-01;2023-06-03;;;;;;;;\n"
        );
        let made = read(&rows).unwrap();
        assert_eq!((made.answered, made.blank), (2, 1));
        let read = Dispositions::from_yaml(&made.yaml, &|_| true).unwrap();
        assert_eq!(read.all.len(), 2);
        assert_eq!(read.all[0].reason, "paid; voucher 12");
        assert!(made.yaml.contains("    table: \"=T2\"\n"), "{}", made.yaml);
        assert!(!made.yaml.contains("the display"), "{}", made.yaml);
    }

    #[test]
    fn faults_name_the_row_and_the_column() {
        let rows = ";;display/wrd-mismatch;mbs;T1;01/06/2023;2023-06-03;;waver;repair;;;;;\n\
                    ;;no/code;mbs;T1;2023-06-01;2023-06-03;;ruling;repair;ann;;;;\n";
        let faults: Vec<String> = read(rows).unwrap_err().iter().map(ToString::to_string).collect();
        let of = |line: u64, column: &str| {
            faults.iter().any(|text| text.starts_with(&format!("line {line}, column {column}: ")))
        };
        assert!(of(2, "from") && of(2, "kind") && of(3, "code"), "{faults:#?}");
        assert!(faults.iter().any(|text| text.starts_with("line 2") && text.contains("`by`")), "{faults:#?}");
    }
}
