//! `cases.yaml` to cases; every fault is noted.

use resettle_yaml::{Faults, Fields, Node};

use crate::build::{Given, records};
use crate::file::{Case, CaseFile, Group};
use crate::usual::Usual;
use crate::value::json;

/// The form that is read.
const FORM: &str = "resettle-cases/1";

impl CaseFile {
    /// Reads a file of cases.
    ///
    /// # Errors
    /// The fault of the syntax, or all faults of the file.
    pub fn from_yaml(text: &str) -> Result<Self, Faults> {
        let root = resettle_yaml::parse(text)?;
        let mut faults = Faults::default();
        match file(&root, &mut faults) {
            Some(file) if faults.is_empty() => Ok(file),
            _ => Err(faults),
        }
    }
}

fn file(root: &Node, faults: &mut Faults) -> Option<CaseFile> {
    let mut fields = root.fields("the file of cases", faults)?;
    if let Some(form) = fields.required("cases", faults) {
        form.word(&[(FORM, ())], faults);
    }
    let ruleset = fields.required("ruleset", faults).and_then(|node| node.text(faults)).map(str::to_owned)?;
    let usual = fields.required("usual", faults).and_then(|node| Usual::read(node, &ruleset, faults));
    let mut excused = Vec::new();
    for key in ["grounds no finding", "no case"] {
        let map = fields.optional(key).and_then(|node| node.fields("the clauses excused", faults));
        for (clause, at, why) in map.map(|mut map| map.rest()).unwrap_or_default() {
            if let (Some(why), "no case") = (why.reason(faults), key) {
                excused.push((clause.to_owned(), why.to_owned(), at.place));
            }
        }
    }
    let mut groups = Vec::new();
    for (key, name) in [("coups", "coups"), ("pairs", "pair"), ("findings", "pair")] {
        let list = fields.optional(key).and_then(|node| node.list(faults)).unwrap_or_default();
        for node in list {
            groups.extend(usual.as_ref().and_then(|usual| group(usual, node, name, faults)));
        }
    }
    fields.finish(faults);
    let hour = usual.map(|usual| usual.hour).unwrap_or_default();
    Some(CaseFile { ruleset, hour, groups, excused })
}

fn group(usual: &Usual, node: &Node, name: &'static str, faults: &mut Faults) -> Option<Group> {
    let mut fields = node.fields("a group of cases", faults)?;
    let name = fields.required(name, faults).and_then(|node| node.text(faults)).map(str::to_owned);
    let code = fields.optional("code").and_then(|node| node.text(faults)).map(str::to_owned);
    let kind = fields.optional("kind").and_then(|node| node.text(faults));
    // Which part of a row a pair is about is for the reader.
    fields.optional("part");
    let mut cases = |key: &'static str, fields: &mut Fields<'_>| -> Vec<Case> {
        let list = fields.required(key, faults).and_then(|node| node.list(faults)).unwrap_or_default();
        list.iter().filter_map(|node| case(usual, kind, node, faults)).collect()
    };
    let triggers = cases("triggers", &mut fields);
    let misses = cases("misses", &mut fields);
    fields.finish(faults);
    if triggers.is_empty() || misses.is_empty() {
        faults.add(node.place, "a group has cases that trigger it and nearest misses");
    }
    Some(Group { name: name?, place: node.place, code, triggers, misses })
}

fn case(usual: &Usual, kind: Option<&str>, node: &Node, faults: &mut Faults) -> Option<Case> {
    let mut fields = node.fields("a case", faults)?;
    let what = fields.required("what", faults).and_then(|node| node.text(faults)).map(str::to_owned);
    let text = |key, fields: &mut Fields<'_>, faults: &mut Faults| {
        fields.optional(key).and_then(|node| node.text(faults)).map(str::to_owned)
    };
    let kind = text("kind", &mut fields, faults).or_else(|| kind.map(str::to_owned)).filter(|kind| kind != "none");
    let coup = text("coup", &mut fields, faults);
    let finds = list(&mut fields, "finds", faults).unwrap_or_default();
    let by = list(&mut fields, "by", faults).map(|beside| usual.by(beside));
    let stake = fields.optional("stake").and_then(|node| node.int(1..=i64::MAX, faults));
    let due = fields.optional("due").and_then(|node| due(node, faults));
    let mut value = |key| fields.optional(key).map(|node| json(node, faults));
    let given = Given {
        kind,
        with: value("with"),
        coup,
        cards: value("cards"),
        declared: value("declared"),
        wagers: value("wagers"),
        due: due.clone(),
        stake,
        change: value("change"),
        shoe: value("shoe"),
        sign: value("sign"),
        elected: value("elected"),
        after: value("after"),
    };
    fields.finish(faults);
    let due = due.map(|list| list.into_iter().map(|(_, due)| i128::from(due)).collect());
    match records(usual, given) {
        Ok(records) => Some(Case { what: what?, place: node.place, finds, due, by, records }),
        Err(message) => {
            faults.add(node.place, message);
            None
        }
    }
}

/// Texts; one may be given alone.
fn list(fields: &mut Fields<'_>, key: &'static str, faults: &mut Faults) -> Option<Vec<String>> {
    let node = fields.optional(key)?;
    let items = match &node.value {
        resettle_yaml::Value::List(items) => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    Some(items.iter().filter_map(|item| item.text(faults)).map(str::to_owned).collect())
}

/// Bets and amounts, in the order written.
fn due(node: &Node, faults: &mut Faults) -> Option<Vec<(String, i64)>> {
    let mut fields = node.fields("`due`", faults)?;
    let bets = fields.rest();
    Some(
        bets.into_iter().filter_map(|(bet, _, node)| Some((bet.to_owned(), node.int(0..=i64::MAX, faults)?))).collect(),
    )
}
