use resettle_words::PrizeKind;
use resettle_yaml::{Fields, Node, Value};

use super::context::Context;
use crate::clause::Cite;
use crate::promotions::{
    Available, CashAlternative, ClauseReading, Currency, Denials, Details, NoAlternative, Notification, Payment,
    Prohibited, ProhibitedThing, Promotions, RecordedPart, Scrutineer, TermOf, TermRule,
};

/// The most hours or days of a period.
const LONGEST: i64 = 10_000;
/// The most litres that a clause may state.
const MOST_LITRES: i64 = 1_000_000;

/// The section on promotional prizes, where there is one.
pub(super) fn promotions(fields: &mut Fields<'_>, context: &mut Context) -> Option<Promotions> {
    let mut inner = fields.optional("promotions")?.fields("`promotions`", &mut context.faults)?;
    let currency = currency(&mut inner, context);
    let scrutineer = scrutineer(&mut inner, context);
    let cash_alternative = cash_alternative(&mut inner, context);
    let payment = payment(&mut inner, context);
    let prohibited = list(&mut inner, "prohibited", context, prohibited);
    let available = available(&mut inner, context);
    let marketing = ground(&mut inner, "marketing", context);
    let terms = list(&mut inner, "terms", context, term);
    let notification = notification(&mut inner, context);
    let details = details(&mut inner, context);
    let amendments = ground(&mut inner, "amendments", context);
    let denials = denials(&mut inner, context);
    let complaints = ground(&mut inner, "complaints", context);
    let draw_time = context.only_clause(&mut inner, "draw_time", "`draw_time`");
    let integrity = ground(&mut inner, "integrity", context);
    let recorded = inner.optional("recorded").map_or_else(Vec::new, |node| each(node, context, recorded));
    inner.finish(&mut context.faults);
    Some(Promotions {
        currency: currency?,
        scrutineer: scrutineer?,
        cash_alternative: cash_alternative?,
        payment: payment?,
        prohibited: prohibited?,
        available: available?,
        marketing: marketing?,
        terms: terms?,
        notification: notification?,
        details: details?,
        amendments: amendments?,
        denials: denials?,
        complaints: complaints?,
        draw_time,
        integrity: integrity?,
        recorded,
    })
}

fn currency(fields: &mut Fields<'_>, context: &mut Context) -> Option<Currency> {
    let mut inner = section(fields, "currency", context)?;
    let code = text(&mut inner, "is", context);
    let clause = context.clause(&mut inner);
    inner.finish(&mut context.faults);
    Some(Currency { code: code?, clause: clause? })
}

fn scrutineer(fields: &mut Fields<'_>, context: &mut Context) -> Option<Scrutineer> {
    let mut inner = section(fields, "scrutineer", context)?;
    let prize_over = amount(&mut inner, "prize_over", context);
    let nominated_by = text(&mut inner, "nominated_by", context);
    let clause = context.clause(&mut inner);
    inner.finish(&mut context.faults);
    Some(Scrutineer { prize_over: prize_over?, nominated_by: nominated_by?, clause: clause? })
}

fn cash_alternative(fields: &mut Fields<'_>, context: &mut Context) -> Option<CashAlternative> {
    let mut inner = section(fields, "cash_alternative", context)?;
    let term = text(&mut inner, "term", context);
    let paid_in = texts(&mut inner, "paid_in", context);
    let clause = context.clause(&mut inner);
    let not_for = list(&mut inner, "not_for", context, |node, context| {
        let mut row = node.fields("a row of `not_for`", &mut context.faults)?;
        let kinds = row.required("kinds", &mut context.faults).and_then(|node| kinds(node, context));
        let clause = context.clause(&mut row);
        let reading = context.reading(&mut row);
        row.finish(&mut context.faults);
        Some(NoAlternative { kinds: kinds?, clause: clause?, reading })
    });
    inner.finish(&mut context.faults);
    Some(CashAlternative { term: term?, paid_in: paid_in?, clause: clause?, not_for: not_for? })
}

fn payment(fields: &mut Fields<'_>, context: &mut Context) -> Option<Payment> {
    let mut inner = section(fields, "payment", context)?;
    let prize_over = amount(&mut inner, "prize_over", context);
    let methods = texts(&mut inner, "methods", context);
    let crossed = texts(&mut inner, "crossed", context);
    let to_winner = texts(&mut inner, "to_winner", context);
    let clause = context.clause(&mut inner);
    let whole = reading(&mut inner, "whole", context);
    inner.finish(&mut context.faults);
    Some(Payment {
        prize_over: prize_over?,
        methods: methods?,
        crossed: crossed?,
        to_winner: to_winner?,
        clause: clause?,
        whole: whole?,
    })
}

fn prohibited(node: &Node, context: &mut Context) -> Option<Prohibited> {
    let mut row = node.fields("a row of `prohibited`", &mut context.faults)?;
    let over = row.optional("litres_over");
    let what = match over {
        Some(node) => node
            .int(0..=MOST_LITRES, &mut context.faults)
            .and_then(|litres| u32::try_from(litres).ok())
            .map(ProhibitedThing::LitresOver),
        None => {
            row.required("kinds", &mut context.faults).and_then(|node| kinds(node, context)).map(ProhibitedThing::Kinds)
        }
    };
    let clause = context.clause(&mut row);
    row.finish(&mut context.faults);
    Some(Prohibited { what: what?, clause: clause? })
}

fn available(fields: &mut Fields<'_>, context: &mut Context) -> Option<Available> {
    let mut inner = section(fields, "available", context)?;
    let clause = context.clause(&mut inner);
    let at_commencement = reading(&mut inner, "at_commencement", context);
    inner.finish(&mut context.faults);
    Some(Available { clause: clause?, at_commencement: at_commencement? })
}

fn term(node: &Node, context: &mut Context) -> Option<TermRule> {
    let mut row = node.fields("a row of `terms`", &mut context.faults)?;
    let term = text(&mut row, "term", context);
    let of = row.required("of", &mut context.faults).and_then(|node| match &node.value {
        Value::List(_) => kinds(node, context).map(TermOf::Kinds),
        _ => node.word(TermOf::WORDS, &mut context.faults),
    });
    let clause = context.clause(&mut row);
    row.finish(&mut context.faults);
    Some(TermRule { term: term?, of: of?, clause: clause? })
}

impl TermOf {
    pub(crate) const WORDS: &[(&str, Self)] =
        &[("promotion", Self::Promotion), ("minimum_wager", Self::MinimumWager), ("prize", Self::Prize)];
}

fn notification(fields: &mut Fields<'_>, context: &mut Context) -> Option<Notification> {
    let mut inner = section(fields, "notification", context)?;
    let days = period(&mut inner, "days", context);
    let clause = context.clause(&mut inner);
    let means = list(&mut inner, "means", context, |node, context| {
        let mut row = node.fields("a row of `means`", &mut context.faults)?;
        let by = text(&mut row, "by", context);
        let clause = context.clause(&mut row);
        row.finish(&mut context.faults);
        Some((by?, clause?))
    });
    inner.finish(&mut context.faults);
    Some(Notification { days: days?, clause: clause?, means: means? })
}

fn details(fields: &mut Fields<'_>, context: &mut Context) -> Option<Details> {
    let mut inner = section(fields, "details", context)?;
    let hours_before = period(&mut inner, "hours_before", context);
    let clause = context.clause(&mut inner);
    inner.finish(&mut context.faults);
    Some(Details { hours_before: hours_before?, clause: clause? })
}

fn denials(fields: &mut Fields<'_>, context: &mut Context) -> Option<Denials> {
    let mut inner = section(fields, "denials", context)?;
    let clause = context.clause(&mut inner);
    let kept = section(&mut inner, "kept", context).and_then(|mut kept| {
        let over = amount(&mut kept, "value_over", context);
        let clause = context.clause(&mut kept);
        kept.finish(&mut context.faults);
        Some((over?, clause?))
    });
    inner.finish(&mut context.faults);
    let (kept_over, kept) = kept?;
    Some(Denials { clause: clause?, kept_over, kept })
}

pub(super) fn recorded(node: &Node, context: &mut Context) -> Option<RecordedPart> {
    let mut row = node.fields("a row of `recorded`", &mut context.faults)?;
    let clause = context.clause(&mut row);
    let why = text(&mut row, "why", context);
    row.finish(&mut context.faults);
    Some(RecordedPart { clause: clause?, why: why? })
}

fn section<'n>(fields: &mut Fields<'n>, key: &'static str, context: &mut Context) -> Option<Fields<'n>> {
    fields.required(key, &mut context.faults)?.fields(key, &mut context.faults)
}

/// A mapping that holds a clause alone.
fn ground(fields: &mut Fields<'_>, key: &'static str, context: &mut Context) -> Option<Cite> {
    let mut inner = section(fields, key, context)?;
    let clause = context.clause(&mut inner);
    inner.finish(&mut context.faults);
    clause
}

/// A clause, and whether it is a reading.
fn reading(fields: &mut Fields<'_>, key: &'static str, context: &mut Context) -> Option<ClauseReading> {
    let mut inner = section(fields, key, context)?;
    let clause = context.clause(&mut inner);
    let reading = context.reading(&mut inner);
    inner.finish(&mut context.faults);
    Some(ClauseReading { clause: clause?, reading })
}

fn text(fields: &mut Fields<'_>, key: &'static str, context: &mut Context) -> Option<String> {
    fields.required(key, &mut context.faults)?.text(&mut context.faults).map(str::to_owned)
}

fn texts(fields: &mut Fields<'_>, key: &'static str, context: &mut Context) -> Option<Vec<String>> {
    list(fields, key, context, |node, context| node.text(&mut context.faults).map(str::to_owned))
}

fn kinds(node: &Node, context: &mut Context) -> Option<Vec<PrizeKind>> {
    let items = node.list(&mut context.faults)?;
    Some(items.iter().filter_map(|item| item.word(PrizeKind::ALL, &mut context.faults)).collect())
}

fn list<T>(
    fields: &mut Fields<'_>,
    key: &'static str,
    context: &mut Context,
    one: impl FnMut(&Node, &mut Context) -> Option<T>,
) -> Option<Vec<T>> {
    let node = fields.required(key, &mut context.faults)?;
    node.list(&mut context.faults)?;
    Some(each(node, context, one))
}

pub(super) fn each<T>(
    node: &Node,
    context: &mut Context,
    mut one: impl FnMut(&Node, &mut Context) -> Option<T>,
) -> Vec<T> {
    let rows = context.rows(node);
    rows.iter().filter_map(|row| one(row, context)).collect()
}

/// An amount in minor units.
fn amount(fields: &mut Fields<'_>, key: &'static str, context: &mut Context) -> Option<i64> {
    fields.required(key, &mut context.faults)?.int(0..=i64::MAX, &mut context.faults)
}

fn period(fields: &mut Fields<'_>, key: &'static str, context: &mut Context) -> Option<u32> {
    let count = fields.required(key, &mut context.faults)?.int(1..=LONGEST, &mut context.faults)?;
    u32::try_from(count).ok()
}
