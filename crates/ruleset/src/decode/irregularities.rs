use std::collections::BTreeMap;

use resettle_words::{Fact, Form, IrregularityWhen, Kind, Role};
use resettle_yaml::{Fields, Node, Value};

use super::context::{CITE, Context};
use super::procedure::refund;
use crate::clause::Cite;
use crate::irregularity::{Consequence, Decider, Duty, Forfeit, IrregularityRow, MayNeed, Notify, Otherwise};

pub(super) type Offices = BTreeMap<String, (Role, Cite)>;

pub(super) fn rows(fields: &mut Fields<'_>, offices: &Offices, context: &mut Context) -> Vec<IrregularityRow> {
    let list = fields.required("irregularities", &mut context.faults).map(|node| context.rows(node));
    let mut out: Vec<(IrregularityRow, &Node)> = Vec::new();
    for node in list.unwrap_or_default() {
        let Some(row) = row(node, offices, context) else { continue };
        for (other, earlier) in &out {
            if other.kind == row.kind && other.when.overlaps(&row.when) {
                context.faults.add_with_help(
                    node.place,
                    format!("this row and the one at {} both fit some `{}`", earlier.place, row.kind.word()),
                    "rows of one kind never overlap: add to `when` what distinguishes them",
                );
            }
        }
        out.push((row, node));
    }
    out.into_iter().map(|(row, _)| row).collect()
}

fn row(node: &Node, offices: &Offices, context: &mut Context) -> Option<IrregularityRow> {
    let mut fields = node.fields("a row of `irregularities`", &mut context.faults)?;
    let kind = fields.required("kind", &mut context.faults).and_then(|node| node.word(Kind::ALL, &mut context.faults));
    let faults = context.faults.len();
    let when = fields.optional("when").map_or(Some(IrregularityWhen::default()), |node| when(node, context));
    // What a faulty `when` overlaps nobody can say.
    let when = when.filter(|_| context.faults.len() == faults);
    let then = fields
        .required("then", &mut context.faults)
        .and_then(|node| node.word(Consequence::WORDS, &mut context.faults));
    let clause = context.optional_clause(&mut fields);
    let reading = context.reading(&mut fields);
    let by = fields.optional("by").and_then(|node| decider(node, offices, context));
    let notify = fields.optional("notify").and_then(|node| notify(node, context));
    let check = context.only_clause(&mut fields, "check", "`check`").map(|clause| Duty { clause });
    let replace = context.only_clause(&mut fields, "replace", "`replace`").map(|clause| Duty { clause });
    let forfeit = context.only_clause(&mut fields, "forfeit", "`forfeit`").map(|clause| Forfeit { clause });
    let refund = fields.optional("refund").and_then(|node| refund(node, context));
    let sets_aside = fields.optional("sets_aside").and_then(|node| node.truth(&mut context.faults)).unwrap_or(false);
    let may_need_node = fields.optional("may_need");
    let may_need = may_need_node.and_then(|node| node.word(MayNeed::WORDS, &mut context.faults));
    let may_cover_node = fields.optional("may_cover");
    let may_cover = may_cover_node.map(|node| kinds(node, context)).unwrap_or_default();
    fields.finish(&mut context.faults);
    if let Some(node) = may_need_node.or(may_cover_node)
        && then.is_some_and(|then| then != Consequence::Void)
    {
        let help = "they say where another reading voids more, or less";
        context.faults.add_with_help(node.place, "`may_need` and `may_cover` belong to a row that voids", help);
    }
    if clause.is_none() && !reading {
        context.faults.add_with_help(node.place, "a row needs a clause, or is a reading", CITE);
    }
    if then == Some(Consequence::Referred) && by.is_none() {
        context.faults.add(node.place, "`referred` needs `by`: to whom it is referred");
    }
    if let (Some(kind), Some(then)) = (kind, then)
        && let Some(only) = then.only_of().filter(|only| !only.contains(&kind))
    {
        let known: Vec<&str> = only.iter().map(|kind| kind.word()).collect();
        let message =
            format!("`{}` does not follow from `{}`: no card of it can be so treated", then.word(), kind.word());
        context.faults.add_with_help(node.place, message, format!("it follows from: {}", known.join(", ")));
    }
    Some(IrregularityRow {
        kind: kind?,
        when: when?,
        then: then?,
        clause,
        reading,
        by,
        notify,
        check,
        replace,
        forfeit,
        refund,
        sets_aside,
        may_need,
        may_cover,
    })
}

/// A list of irregularities.
fn kinds(node: &Node, context: &mut Context) -> Vec<Kind> {
    let items = node.list(&mut context.faults).unwrap_or_default();
    items.iter().filter_map(|item| item.word(Kind::ALL, &mut context.faults)).collect()
}

pub(super) fn decider(node: &Node, offices: &Offices, context: &mut Context) -> Option<Decider> {
    let mut fields = node.fields("`by`", &mut context.faults)?;
    let role_node = fields.required("role", &mut context.faults);
    let clause = context.clause(&mut fields);
    fields.finish(&mut context.faults);
    let name = role_node?.text(&mut context.faults)?;
    let role = match offices.get(name) {
        Some((from, _)) => *from,
        None => role_node?.word(Role::ALL, &mut context.faults)?,
    };
    Some(Decider { name: name.replace('_', " "), role, clause: clause? })
}

fn notify(node: &Node, context: &mut Context) -> Option<Notify> {
    let mut fields = node.fields("`notify`", &mut context.faults)?;
    let roles = fields.required("roles", &mut context.faults).and_then(|node| node.list(&mut context.faults));
    let roles: Vec<Role> =
        roles.unwrap_or_default().iter().filter_map(|item| item.word(Role::ALL, &mut context.faults)).collect();
    let clause = context.clause(&mut fields);
    fields.finish(&mut context.faults);
    Some(Notify { roles, clause: clause? })
}

pub(super) fn otherwise(fields: &mut Fields<'_>, context: &mut Context) -> Option<Otherwise> {
    let mut inner = fields.optional("otherwise")?.fields("`otherwise`", &mut context.faults)?;
    if let Some(then) = inner.required("then", &mut context.faults) {
        then.word(&[("referred", ())], &mut context.faults);
    }
    let by = inner.required("by", &mut context.faults).and_then(|node| node.word(Role::ALL, &mut context.faults));
    let clause = context.clause(&mut inner);
    inner.finish(&mut context.faults);
    Some(Otherwise { then: Consequence::Referred, by: by?, clause: clause? })
}

fn when(node: &Node, context: &mut Context) -> Option<IrregularityWhen> {
    let mut fields = node.fields("`when`", &mut context.faults)?;
    let mut out = IrregularityWhen::default();
    for fact in Fact::ASKED {
        let Some(node) = fields.optional(fact.name()) else { continue };
        let choices = fact.choices();
        match (fact.form(), &node.value) {
            (Form::Truth, _) => {
                if let Some(truth) = node.truth(&mut context.faults) {
                    out.ask(*fact, Some(&[if truth { "true" } else { "false" }]));
                }
            }
            (_, Value::List(items)) => {
                let words: Vec<&str> = items.iter().filter_map(|item| word(item, &choices, context)).collect();
                out.ask(*fact, Some(&words));
            }
            _ => out.ask(*fact, Some(word(node, &choices, context).as_slice())),
        }
    }
    fields.finish(&mut context.faults);
    Some(out)
}

/// One of the values of a fact; `unstated` means one that is not given.
fn word<'w>(node: &Node, known: &[&'w str], context: &mut Context) -> Option<&'w str> {
    let known: Vec<(&str, &'w str)> = known.iter().map(|word| (*word, *word)).collect();
    node.word(&known, &mut context.faults)
}
