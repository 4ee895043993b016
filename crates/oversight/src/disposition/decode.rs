use jiff::civil::Date;
use resettle_sealed_log::Digest;
use resettle_yaml::{Faults, Fields, Node, Value};

use super::{About, Disposition, DispositionKind, Dispositions};
use crate::day::parse_date;

impl Dispositions {
    /// Reads a file of dispositions. `is_code` says whether there is a finding of that code.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn from_yaml(text: &str, is_code: &dyn Fn(&str) -> bool) -> Result<Self, Faults> {
        let root = resettle_yaml::parse(text)?;
        let mut faults = Faults::default();
        let mut read = Self::default();
        if let Some(mut fields) = root.fields("the dispositions", &mut faults) {
            let list = fields.required("dispositions", &mut faults).and_then(|node| node.list(&mut faults));
            for node in list.unwrap_or_default() {
                if is_blank(node) {
                    read.blank += 1;
                    continue;
                }
                let Some(one) = entry(node, is_code, &mut faults) else { continue };
                match read.all.iter().find(|known| known.about == one.about) {
                    Some(known) => faults.add_with_help(
                        node.place,
                        "two dispositions are about the same finding",
                        format!("keep the one that holds; the other stands on line {}", known.line),
                    ),
                    None => read.all.push(one),
                }
            }
            fields.finish(&mut faults);
        }
        if faults.is_empty() { Ok(read) } else { Err(faults) }
    }
}

/// Whether an entry of a draft was not filled in.
fn is_blank(node: &Node) -> bool {
    let Value::Map(entries) = &node.value else { return false };
    let blank = |wanted: &str| {
        let is = |key: &Node| matches!(&key.value, Value::Text(name) if name == wanted);
        entries.iter().any(|(key, value)| is(key) && value.value == Value::Null)
    };
    ["kind", "reason", "by"].iter().all(|key| blank(key))
}

fn entry(node: &Node, is_code: &dyn Fn(&str) -> bool, faults: &mut Faults) -> Option<Disposition> {
    let mut fields = node.fields("a disposition", faults)?;
    let kinds =
        [("waiver", DispositionKind::Waiver), ("ruling", DispositionKind::Ruling), ("action", DispositionKind::Action)];
    let kind = fields.required("kind", faults).and_then(|node| node.word(&kinds, faults));
    let reason = said(&mut fields, "reason", faults);
    let by = said(&mut fields, "by", faults);
    let on = fields.optional("on").map(|node| date(node, faults));
    let is_action = kind == Some(DispositionKind::Action);
    let owner = match fields.optional("owner") {
        Some(node) => Some(node.text(faults).map(str::to_owned).filter(|text| says(node, "owner", text, faults))),
        None if is_action => {
            faults.add_with_help(node.place, "an action lacks `owner`", "say who sees to it");
            None
        }
        None => None,
    };
    // What an action is due by is what a waiver holds until: the day after which it is out of date.
    let until = fields.optional(if is_action { "due" } else { "until" }).map(|node| date(node, faults));
    if until.is_none() && is_action {
        faults.add_with_help(node.place, "an action lacks `due`", "say by which day it is to be done");
    }
    if until.is_none() && kind == Some(DispositionKind::Waiver) {
        faults.add_with_help(
            node.place,
            "a waiver lacks `until`",
            "say how long it holds: a waiver for good is a ruling",
        );
    }
    let about = match fields.optional("finding") {
        Some(node) => {
            let text = node.text(faults);
            let digest = text.and_then(Digest::from_hex);
            if text.is_some() && digest.is_none() {
                faults.add_with_help(
                    node.place,
                    "this is no fingerprint of a finding",
                    "64 hex digits in lower case, as `fingerprint` in report.json",
                );
            }
            for key in ["code", "log", "shoe", "coup", "wager", "venue", "table", "from", "to"] {
                if fields.optional(key).is_some() {
                    faults.add_with_help(
                        node.place,
                        format!("`{key}` stands beside `finding`"),
                        "name the finding by its fingerprint, or by code, log, shoe and coup",
                    );
                }
            }
            digest.map(About::Finding)
        }
        None => match fields.optional("table") {
            Some(node) => table(node, &mut fields, is_code, faults),
            None => coup(&mut fields, is_code, faults),
        },
    };
    fields.finish(faults);
    Some(Disposition {
        line: node.place.line,
        about: about?,
        kind: kind?,
        reason: reason?,
        by: by?,
        on: whole(on)?,
        until: whole(until)?,
        owner: whole(owner)?,
    })
}

/// What is there, or that nothing is; none where what is there is a fault.
fn whole<T>(read: Option<Option<T>>) -> Option<Option<T>> {
    match read {
        Some(None) => None,
        Some(Some(value)) => Some(Some(value)),
        None => Some(None),
    }
}

fn code(fields: &mut Fields<'_>, is_code: &dyn Fn(&str) -> bool, faults: &mut Faults) -> Option<String> {
    let node = fields.required("code", faults)?;
    let code = node.text(faults)?;
    if !is_code(code) {
        let help = "`resettle explain` lists those there are";
        faults.add_with_help(node.place, format!("there is no finding `{code}`"), help);
    }
    Some(code.to_owned())
}

/// All findings of a code at a table in some days: for what one cause breaks again and again.
fn table(node: &Node, fields: &mut Fields<'_>, is_code: &dyn Fn(&str) -> bool, faults: &mut Faults) -> Option<About> {
    let table = node.text(faults).map(str::to_owned).filter(|text| says(node, "table", text, faults));
    let code = code(fields, is_code, faults);
    let venue = said(fields, "venue", faults);
    let from = fields.required("from", faults).and_then(|node| date(node, faults));
    let to = fields.required("to", faults);
    let last = to.and_then(|node| date(node, faults));
    if let (Some(node), Some(from), Some(to)) = (to, from, last)
        && to < from
    {
        faults.add(node.place, format!("`to` ({to}) lies before `from` ({from})"));
    }
    for key in ["log", "shoe", "coup", "wager"] {
        if let Some(node) = fields.optional(key) {
            let help =
                "name one coup by code, log, shoe and coup, or all of a table by code, venue, table, from and to";
            faults.add_with_help(node.place, format!("`{key}` stands beside `table`"), help);
        }
    }
    Some(About::Table { code: code?, venue: venue?, table: table?, from: from?, to: last? })
}

fn coup(fields: &mut Fields<'_>, is_code: &dyn Fn(&str) -> bool, faults: &mut Faults) -> Option<About> {
    let code = code(fields, is_code, faults);
    let log = said(fields, "log", faults);
    let shoe = said(fields, "shoe", faults);
    let coup = fields.required("coup", faults).and_then(|node| node.int(1..=i64::MAX, faults));
    let wager = fields.optional("wager").map(|node| node.text(faults).map(str::to_owned));
    Some(About::Coup {
        code: code?,
        log: log?,
        shoe: shoe?,
        coup: u64::try_from(coup?).ok()?,
        wager: match wager {
            Some(wager) => Some(wager?),
            None => None,
        },
    })
}

/// Text that says something.
fn said(fields: &mut Fields<'_>, key: &'static str, faults: &mut Faults) -> Option<String> {
    let node = fields.required(key, faults)?;
    let text = node.text(faults)?;
    says(node, key, text, faults).then(|| text.to_owned())
}

fn says(node: &Node, key: &str, text: &str, faults: &mut Faults) -> bool {
    let says = !text.trim().is_empty();
    if !says {
        faults.add(node.place, format!("`{key}` says nothing"));
    }
    says
}

fn date(node: &Node, faults: &mut Faults) -> Option<Date> {
    let text = node.text(faults)?;
    let read = parse_date(text);
    if read.is_none() {
        faults.add_with_help(node.place, format!("`{text}` is no date"), "write it as 2023-12-31");
    }
    read
}
