use jiff::civil::Date;
use resettle_coup_log::Digest;
use resettle_yaml::{Faults, Fields, Node};

use super::{About, Disposition, DispositionKind, Dispositions};
use crate::day::parse_date;

impl Dispositions {
    /// Reads a file of dispositions. `is_code` tells whether there is a finding of that code.
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

fn entry(node: &Node, is_code: &dyn Fn(&str) -> bool, faults: &mut Faults) -> Option<Disposition> {
    let mut fields = node.fields("a disposition", faults)?;
    let kinds = [("waiver", DispositionKind::Waiver), ("ruling", DispositionKind::Ruling)];
    let kind = fields.required("kind", faults).and_then(|node| node.word(&kinds, faults));
    let reason = said(&mut fields, "reason", faults);
    let by = said(&mut fields, "by", faults);
    let until = fields.optional("until").map(|node| date(node, faults));
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
            for key in ["code", "log", "shoe", "coup", "wager"] {
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
        None => coup(&mut fields, is_code, faults),
    };
    fields.finish(faults);
    Some(Disposition {
        line: node.place.line,
        about: about?,
        kind: kind?,
        reason: reason?,
        by: by?,
        until: match until {
            Some(None) => return None,
            Some(Some(date)) => Some(date),
            None => None,
        },
    })
}

fn coup(fields: &mut Fields<'_>, is_code: &dyn Fn(&str) -> bool, faults: &mut Faults) -> Option<About> {
    let code_node = fields.required("code", faults);
    let code = code_node.and_then(|node| Some((node, node.text(faults)?)));
    if let Some((node, code)) = code
        && !is_code(code)
    {
        let help = "`resettle explain` lists those there are";
        faults.add_with_help(node.place, format!("there is no finding `{code}`"), help);
    }
    let log = said(fields, "log", faults);
    let shoe = said(fields, "shoe", faults);
    let coup = fields.required("coup", faults).and_then(|node| node.int(1..=i64::MAX, faults));
    let wager = fields.optional("wager").map(|node| node.text(faults).map(str::to_owned));
    Some(About::Coup {
        code: code?.1.to_owned(),
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
    if text.trim().is_empty() {
        faults.add(node.place, format!("`{key}` says nothing"));
        return None;
    }
    Some(text.to_owned())
}

fn date(node: &Node, faults: &mut Faults) -> Option<Date> {
    let text = node.text(faults)?;
    let read = parse_date(text);
    if read.is_none() {
        faults.add_with_help(node.place, format!("`{text}` is no date"), "write it as 2023-12-31");
    }
    read
}
