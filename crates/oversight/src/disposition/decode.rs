use jiff::civil::Date;
use resettle_sealed_log::Digest;
use resettle_yaml::schemars::{Schema, SchemaGenerator};
use resettle_yaml::{Faults, Form, Node, Position, Value, section, word_schema};

use super::{About, Disposition, DispositionKind, Dispositions};
use crate::day::Day;

const DAY: Day = Day("2023-12-31");

section! {
    Faults;
    /// Waivers, rulings and actions.
    DispositionFile as "the dispositions" {
        /// An entry for each; two about the same finding are an error.
        dispositions: Entries,
    }

    /// One waiver, ruling or action. Its finding is named by `finding`, or by `code`, `log`, `shoe` and `coup`; all of a code at a
    /// table by `code`, `venue`, `table`, `from` and `to`.
    Entry as "a disposition" checked by whole {
        /// A waiver holds for a while, a ruling for good; an action answers nothing, and says who will.
        kind: DispositionKind,
        /// Why.
        reason: String = Says,
        /// The name of the person who decided it.
        by: String = Says,
        /// When it was decided; a ruling about a table answers nothing of later days.
        on: Option<Date> = DAY,
        /// Who sees to it; an action needs it.
        owner: Option<String> = Says,
        /// Of an action alone, which needs it: the day by which it is to be done.
        due: Option<Date> = DAY,
        /// The last day on which it holds; a waiver needs it, and of a ruling none means for good.
        until: Option<Date> = DAY,
        /// The finding, by its `fingerprint` in `report.json`: 64 hex digits in lower case, in quotation marks.
        finding: Option<Digest> = Fingerprint,
        /// The findings of this code, as `resettle explain` lists them.
        code: Option<String>,
        /// At a shoe of this log.
        log: Option<String> = Says,
        /// The shoe.
        shoe: Option<String> = Says,
        /// At this coup of it.
        coup: Option<u64> = 1..=i64::MAX,
        /// At this wager alone, as the finding names it; left out, at any wager of the coup.
        wager: Option<String>,
        /// In place of `log`, `shoe`, `coup` and `wager`: all findings of the code at this table.
        table: Option<String> = Says,
        /// The venue of the table.
        venue: Option<String> = Says,
        /// The first day of the records, or missing logs, that it is about at the table.
        from: Option<Date> = DAY,
        /// The last of these days.
        to: Option<Date> = DAY,
    }
}

const AT_COUP: &[&str] = &["log", "shoe", "coup", "wager"];
const AT_TABLE: &[&str] = &["venue", "table", "from", "to"];

/// The entries that were filled in, with their places, and how many were not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entries {
    filled: Vec<(Entry, Position)>,
    blank: u64,
}

impl Form<Faults> for Entries {
    fn read(node: &Node, key: &'static str, (): &(), faults: &mut Faults) -> Option<Self> {
        let mut read = Self { filled: Vec::new(), blank: 0 };
        for item in node.list(faults).unwrap_or_default() {
            if is_blank(item) {
                read.blank += 1;
            } else {
                read.filled.extend(Entry::read(item, key, &(), faults).map(|entry| (entry, item.place)));
            }
        }
        Some(read)
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        <Vec<Entry> as Form<Faults>>::schema(&(), generator)
    }
}

impl Dispositions {
    /// Reads a file of dispositions. `is_code` says whether there is a finding of that code.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn from_yaml(text: &str, is_code: &dyn Fn(&str) -> bool) -> Result<Self, Faults> {
        let root = resettle_yaml::parse(text)?;
        let mut faults = Faults::default();
        let file = DispositionFile::read(&root, "dispositions", &(), &mut faults);
        if let Some(Value::List(items)) = root.member("dispositions").map(|list| &list.value) {
            items.iter().for_each(|item| known(item, is_code, &mut faults));
        }
        let mut read = Self::default();
        if let Some(DispositionFile { dispositions: Entries { filled, blank } }) = file {
            read.blank = blank;
            for one in filled.into_iter().filter_map(|(entry, place)| entry.decided(place)) {
                match read.all.iter().find(|known| known.about == one.0.about) {
                    Some(known) => faults.add_with_help(
                        one.1,
                        "two dispositions are about the same finding",
                        format!("keep the one that holds; the other stands on line {}", known.line),
                    ),
                    None => read.all.push(one.0),
                }
            }
        }
        if faults.is_empty() { Ok(read) } else { Err(faults) }
    }
}

/// Whether an entry of a draft was not filled in.
fn is_blank(node: &Node) -> bool {
    ["kind", "reason", "by"].iter().all(|key| node.member(key).is_some_and(|node| node.value == Value::Null))
}

/// Notes a code that there is not.
fn known(node: &Node, is_code: &dyn Fn(&str) -> bool, faults: &mut Faults) {
    if is_blank(node) || node.member("finding").is_some() {
        return;
    }
    if let (Some(at), Some(code)) = (node.member("code"), node.word_at("code"))
        && !is_code(code)
    {
        let help = "`resettle explain` lists those there are";
        faults.add_with_help(at.place, format!("there is no finding `{code}`"), help);
    }
}

/// Notes what an entry lacks by its kind and by how it names its finding, and what stands beside that.
fn whole(read: Option<&Entry>, node: &Node, faults: &mut Faults) {
    let has = |key: &str| node.member(key).is_some();
    let kind = node.word_at("kind").and_then(|word| KINDS.iter().find(|(known, _)| *known == word));
    let lacking: &[(&str, &str)] = match kind {
        Some((_, DispositionKind::Action)) => {
            &[("owner", "say who sees to it"), ("due", "say by which day it is to be done")]
        }
        Some((_, DispositionKind::Waiver)) => &[("until", "say how long it holds: a waiver for good is a ruling")],
        _ => &[],
    };
    if let Some((kind, of)) = kind {
        let article = if *of == DispositionKind::Action { "an" } else { "a" };
        for (key, help) in lacking.iter().filter(|(key, _)| !has(key)) {
            faults.add_with_help(node.place, format!("{article} {kind} lacks `{key}`"), *help);
        }
        let (other, help) = match of {
            DispositionKind::Action => ("until", "what an action is to be done by is its `due`"),
            _ => ("due", "only an action has it; say how long this holds by `until`"),
        };
        for (_, place) in node.names().filter(|(name, _)| *name == other) {
            faults.add_with_help(place, format!("`{other}` stands in {article} {kind}"), help);
        }
    }
    let (needed, kept_out, of, help): (&[&str], Vec<&str>, _, _) = if has("finding") {
        let help = "name the finding by its fingerprint, or by code, log, shoe and coup";
        (&[], [&["code"], AT_COUP, AT_TABLE].concat(), "finding", help)
    } else {
        let help = "name one coup by code, log, shoe and coup, or all of a table by code, venue, table, from and to";
        match has("table") {
            true => (&["code", "venue", "from", "to"], AT_COUP.to_vec(), "table", help),
            false => (&["code", "log", "shoe", "coup"], AT_TABLE.to_vec(), "coup", help),
        }
    };
    for key in needed.iter().filter(|key| !has(key)) {
        faults.add(node.place, format!("a disposition lacks `{key}`"));
    }
    for key in kept_out.into_iter().filter(|key| has(key)) {
        faults.add_with_help(node.place, format!("`{key}` stands beside `{of}`"), help);
    }
    if let (Some(Entry { from: Some(from), to: Some(to), .. }), Some(at)) = (read, node.member("to"))
        && to < from
    {
        faults.add(at.place, format!("`to` ({to}) lies before `from` ({from})"));
    }
}

impl Entry {
    fn decided(self, place: Position) -> Option<(Disposition, Position)> {
        let about = match (self.finding, self.table) {
            (Some(finding), _) => About::Finding(finding),
            (None, Some(table)) => {
                About::Table { code: self.code?, venue: self.venue?, table, from: self.from?, to: self.to? }
            }
            (None, None) => {
                About::Coup { code: self.code?, log: self.log?, shoe: self.shoe?, coup: self.coup?, wager: self.wager }
            }
        };
        // What an action is due by is what a waiver holds until: the day after which it is out of date.
        let Self { kind, reason, by, on, owner, due, until, .. } = self;
        Some((Disposition { line: place.line, about, kind, reason, by, on, until: until.or(due), owner }, place))
    }
}

const KINDS: &[(&str, DispositionKind)] =
    &[("waiver", DispositionKind::Waiver), ("ruling", DispositionKind::Ruling), ("action", DispositionKind::Action)];

impl Form<Faults> for DispositionKind {
    fn read(node: &Node, _: &'static str, (): &(), faults: &mut Faults) -> Option<Self> {
        node.word(KINDS, faults)
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        word_schema(KINDS)
    }
}

resettle_yaml::texts! {
    Faults;
    /// Text that says something.
    Says: String => |node, key, faults| {
        let text = node.text(faults)?;
        if text.trim().is_empty() {
            faults.add(node.place, format!("`{key}` says nothing"));
            return None;
        }
        Some(text.to_owned())
    };
    /// The fingerprint of a finding.
    Fingerprint: Digest, "^[0-9a-f]{64}$" => |node, _, faults| {
        let digest = Self::from_hex(node.text(faults)?);
        if digest.is_none() {
            faults.add_with_help(
                node.place,
                "this is no fingerprint of a finding",
                "64 hex digits in lower case, as `fingerprint` in report.json",
            );
        }
        digest
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use resettle_testkit::keys_stand_on;

    #[test]
    fn the_page_has_the_keys() {
        keys_stand_on(
            "dispositions.md",
            &serde_json::to_value(resettle_yaml::schemars::schema_for!(DispositionFile)).unwrap(),
        );
    }
}
