use super::layout::{TextTable, heading};
use super::{READING, marked, plain};
use crate::irregularity::{Consequence, IrregularityRow};
use crate::model::Ruleset;

pub(super) fn irregularities(out: &mut String, ruleset: &Ruleset) {
    heading(out, "Irregularities");
    let names = ["kind", "when", "then", "clause", "duties"];
    let mut table = TextTable::headed(&[22, 19, 20, 11, 20], &names);
    let mut kind = None;
    for row in &ruleset.irregularities {
        let name = if kind == Some(row.kind) { "" } else { row.kind.word() };
        kind = Some(row.kind);
        let clause = row.clause.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string);
        table.row(&[name, &row.when.in_words(), &marked(row.then.word(), row.reading), &clause, &duties(row)]);
    }
    match &ruleset.otherwise {
        Some(otherwise) => {
            let by = format!("by {} or higher", plain(otherwise.by.word()));
            table.row(&["otherwise", "", otherwise.then.word(), &otherwise.clause.shown(), &by]);
        }
        None => {
            table.row(&["otherwise", "", "document silent", "none", ""]);
        }
    }
    out.push_str(&table.render());
    out.push('\n');
    let mut table = TextTable::new(&[20, 76]);
    for (word, then) in Consequence::WORDS {
        let referred = *then == Consequence::Referred && ruleset.otherwise.is_some();
        if referred || ruleset.irregularities.iter().any(|row| row.then == *then) {
            table.row(&[*word, then.meaning()]);
        }
    }
    if ruleset.otherwise.is_none() {
        let silent = "no clause here grounds a void, and a misdeal stands as declared";
        table.row(&["document silent", silent]);
    }
    out.push_str(&table.render());
}

fn duties(row: &IrregularityRow) -> String {
    let mut out = Vec::new();
    if let Some(by) = &row.by {
        out.push(format!("by {} {}", by.name, by.clause));
    }
    if let Some(refund) = &row.refund {
        let clause = refund.clause.as_ref().map_or_else(|| "no clause".to_owned(), ToString::to_string);
        out.push(format!("refund {clause}{}", if refund.reading { READING } else { "" }));
    }
    if let Some(check) = &row.check {
        out.push(format!("device checked {}", check));
    }
    if let Some(replace) = &row.replace {
        out.push(format!("damaged cards replaced {}", replace));
    }
    if let Some(notify) = &row.notify {
        let roles: Vec<String> = notify.roles.iter().map(|role| plain(role.word())).collect();
        out.push(format!("notify {} {}", roles.join(" and "), notify.clause));
    }
    if let Some(forfeit) = &row.forfeit {
        out.push(format!("may be forfeited {}", forfeit));
    }
    if row.sets_aside {
        out.push("cards set aside".to_owned());
    }
    if let Some(need) = row.may_need {
        out.push(format!("by another reading needs {}{READING}", plain(need.word())));
    }
    if let Some(kinds) = row.may_cover.as_ref().filter(|kinds| !kinds.is_empty()) {
        let kinds: Vec<String> = kinds.iter().map(|kind| plain(kind.word())).collect();
        out.push(format!("by another reading of {} too{READING}", kinds.join(", ")));
    }
    out.join("; ")
}
