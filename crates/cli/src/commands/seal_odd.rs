//! What is odd about records, said before a seal makes it stay.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use resettle_coup_log::coup_log_schema;
use resettle_report::print::neutral;
use resettle_ruleset::Registry;
use resettle_sealed_log::{MAX_LINE, Time};
use serde_json::Value;

use crate::error::{Error, shown};
use crate::spelling::{counted, did_you_mean};
use crate::words;

/// Members that imports write and readers know, beside those of the schema.
const OF_IMPORTS: [&str; 10] = [
    "capture_sha256",
    "left_out",
    "mapping_sha256",
    "source_burned",
    "source_cancelled",
    "source_file",
    "source_id",
    "source_row",
    "unread_after",
    "unread_rows",
];

/// So many unknown members are named.
const MOST: usize = 20;

/// What a file of records shows before it is sealed.
#[derive(Default)]
pub struct Odd {
    /// A line of a seal, where the file is a log that is sealed.
    pub sealed: Option<u64>,
    /// Where something is odd, and what.
    pub warnings: Vec<String>,
}

/// Looks through the file `at`, which people know as `path`.
///
/// # Errors
/// A file whose lines cannot be records, for one reason that holds for all of it.
pub fn of(at: &Path, path: &Path, registry: &Registry) -> Result<Odd, Error> {
    let fail = |error| Error::read(path, error);
    let mut file = File::open(at).map_err(fail)?;
    let mut head = Vec::new();
    file.by_ref().take(MAX_LINE as u64).read_to_end(&mut head).map_err(fail)?;
    whole_file(path, &head)?;
    let mut seen = Seen { known: Schema::new(), ..Seen::default() };
    let lines = BufReader::new(File::open(at).map_err(fail)?);
    seen.look_through(lines, registry).map_err(fail)?;
    Ok(seen.odd())
}

/// What makes every line no record is said once.
fn whole_file(path: &Path, head: &[u8]) -> Result<(), Error> {
    let refused = |what: &str, help: String| Err(Error::new(format!("{what}; nothing was sealed")).at(path).help(help));
    let file = shown(path);
    if head.starts_with(b"\xef\xbb\xbf") {
        let help = format!("write it without: tail -c +4 {file} > NEW");
        return refused("the file begins with a byte order mark, which no log has", help);
    }
    let first = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if first.ends_with(b"\r") {
        let help = format!("lines of a log end with LF alone: tr -d '\\r' < {file} > NEW");
        return refused("the lines end with CR LF", help);
    }
    let text = head.trim_ascii_start();
    let is_part = |line: &[u8]| serde_json::from_slice::<Value>(line).is_err_and(|error| error.is_eof());
    if text.starts_with(b"[") {
        return refused("the file is one array", format!("a record is a line: jq -c '.[]' {file} > NEW"));
    }
    if text.starts_with(b"{") && head.len() > first.len() && is_part(first) {
        return refused("a record goes over several lines", format!("a record is a line: jq -c . {file} > NEW"));
    }
    Ok(())
}

/// The member that is a float on a line that is no record for that, and what to write.
pub fn float(path: &Path, number: u64) -> Option<String> {
    let mut lines = BufReader::new(File::open(path).ok()?).lines();
    let line = lines.nth(usize::try_from(number.checked_sub(1)?).ok()?)?.ok()?;
    let (name, value) = first_float(&serde_json::from_str(&line).ok()?, "")?;
    let (whole, cents) = value.split_once('.')?;
    let minor = match cents.len() {
        _ if !cents.bytes().all(|byte| byte.is_ascii_digit()) => None,
        1 => Some(format!("{whole}{cents}0")),
        2 => Some(format!("{whole}{cents}")),
        _ => None,
    };
    let minor = minor.map(|minor| minor.trim_start_matches('0').to_owned()).filter(|minor| !minor.is_empty());
    let instead = minor.map_or_else(String::new, |minor| format!(", {minor} where the currency has two decimals"));
    Some(format!("`{}` is {value}: write whole minor units{instead}", neutral(&name)))
}

fn first_float(value: &Value, name: &str) -> Option<(String, String)> {
    match value {
        Value::Number(number) if !number.is_i64() && !number.is_u64() => Some((name.to_owned(), number.to_string())),
        Value::Array(items) => items.iter().find_map(|item| first_float(item, name)),
        Value::Object(members) => members.iter().find_map(|(name, value)| first_float(value, name)),
        _ => None,
    }
}

/// The names of members by the schema of the format.
#[derive(Default)]
struct Schema(Value);

impl Schema {
    fn new() -> Self {
        Self(serde_json::from_str(&coup_log_schema()).unwrap_or_default())
    }

    fn of_record(&self, kind: &str) -> Option<Vec<&Value>> {
        let own = self.0.get("$defs")?.get(kind)?;
        Some(vec![own, &self.0])
    }
}

/// What schemas say of a member's value; empty where none knows it. `names` gets all members that they know.
fn below<'s>(schemas: &[&'s Value], name: &str, names: &mut BTreeSet<&'s str>) -> Vec<&'s Value> {
    let mut found = Vec::new();
    for schema in schemas {
        for (own, value) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            names.insert(own);
            if own == name {
                found.push(value);
            }
        }
        for word in ["allOf", "anyOf", "oneOf"] {
            let parts: Vec<&Value> = schema.get(word).and_then(Value::as_array).into_iter().flatten().collect();
            found.extend(below(&parts, name, names));
        }
        for word in ["then", "else", "items"] {
            let part: Vec<&Value> = schema.get(word).into_iter().collect();
            found.extend(below(&part, name, names));
        }
    }
    found
}

/// What was seen of the lines so far.
#[derive(Default)]
struct Seen {
    known: Schema,
    sealed: Option<u64>,
    place: Vec<String>,
    /// Unknown members by the member that they stand in: the first line, how many, and what they may mean.
    members: BTreeMap<String, (u64, u64, String)>,
    last: Option<(Time, u64)>,
    /// The first record that is earlier than the one before, and how many are.
    back: Option<(u64, u64, u64)>,
}

impl Seen {
    fn look_through(&mut self, mut lines: impl BufRead, registry: &Registry) -> io::Result<()> {
        let (mut line, mut number) = (Vec::new(), 0);
        while lines.by_ref().take(MAX_LINE as u64 + 2).read_until(b'\n', &mut line)? > 0 {
            number += 1;
            if let Ok(Value::Object(record)) = serde_json::from_slice::<Value>(&line) {
                let record = Value::Object(record);
                let kind = record.get("type").and_then(Value::as_str).unwrap_or_default();
                if kind == "seal" {
                    self.sealed.get_or_insert(number);
                } else {
                    self.time(&record, number);
                    self.open(&record, kind, number, registry);
                    let known = std::mem::take(&mut self.known);
                    if let Some(schemas) = known.of_record(kind) {
                        self.members_of(&record, &schemas, kind, number);
                    }
                    self.known = known;
                }
            }
            line.clear();
        }
        Ok(())
    }

    fn time(&mut self, record: &Value, number: u64) {
        let Some(Ok(at)) = record.get("at").and_then(Value::as_str).map(Time::parse) else { return };
        if let Some((before, line)) = &self.last
            && at.moment() < before.moment()
        {
            let (first, _, count) = self.back.unwrap_or((number, *line, 0));
            let before = self.back.map_or(*line, |(_, before, _)| before);
            self.back = Some((first, before, count + 1));
        }
        self.last = Some((at, number));
    }

    fn open(&mut self, record: &Value, kind: &str, number: u64, registry: &Registry) {
        if kind != "open" {
            return;
        }
        let jurisdictions = registry.iter().map(|ruleset| ruleset.jurisdiction.as_str()).collect::<BTreeSet<_>>();
        let venues = registry.iter().flat_map(|ruleset| ruleset.each_venue()).collect::<BTreeSet<_>>();
        for (name, known) in [("jurisdiction", jurisdictions), ("venue", venues)] {
            let word = record.get(name).and_then(Value::as_str).unwrap_or_default();
            let so = "no ruleset here is of it, and its coups are not judged; add one with --add-rulesets";
            self.place.extend(words::unknown(name, word, so, &known).map(|said| format!("{number}: {said}")));
        }
    }

    fn members_of(&mut self, value: &Value, schemas: &[&Value], within: &str, number: u64) {
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    let mut names = BTreeSet::new();
                    let below = below(schemas, name, &mut names);
                    if !below.is_empty() {
                        self.members_of(value, &below, name, number);
                    } else if !names.is_empty()
                        && !names.contains(name.as_str())
                        && !OF_IMPORTS.contains(&name.as_str())
                    {
                        let near = did_you_mean(name, names).map(|near| format!("; {near}")).unwrap_or_default();
                        let key = format!("`{}` in `{}`", neutral(name), neutral(within));
                        self.members.entry(key).or_insert((number, 0, near)).1 += 1;
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.members_of(item, schemas, within, number)),
            _ => {}
        }
    }

    fn odd(self) -> Odd {
        let mut warnings = self.place;
        if let Some((line, before, count)) = self.back {
            let more = if count > 1 { format!(", as do {} more", count - 1) } else { String::new() };
            warnings.push(format!(
                "{line}: `at` goes back behind that of line {before}{more}: every reader of the log will report it"
            ));
        }
        let more = self.members.len().saturating_sub(MOST);
        let mut members: Vec<_> = self.members.into_iter().collect();
        members.sort_by_key(|(_, (line, ..))| *line);
        for (name, (line, count, near)) in members.into_iter().take(MOST) {
            let times = if count > 1 { format!(" ({count} times)") } else { String::new() };
            warnings.push(format!(
                "{line}: unknown member {name}{times}: it is sealed, and no program here reads it{near}"
            ));
        }
        if more > 0 {
            warnings.push(format!("and {} more", counted(more, "unknown member")));
        }
        Odd { sealed: self.sealed, warnings }
    }
}
