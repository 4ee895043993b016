//! The bets on offer.

use resettle_game::Odds;
use resettle_rules::{
    BetRow, BetRows, Book, BookError, Condition, Fact, Flaw, FlawKind, Pays, Reading, Values, When, flaws,
};
use resettle_yaml::{Form, Keys, Node, Position, Value, defined, section};
use schemars::{Schema, SchemaGenerator, json_schema};

use super::combinations::Bet;
use crate::clause::Cite;
use crate::context::Context;
use crate::options::Mark;
use crate::section::{Because, rule, text_of};

/// A row of a bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagerRow {
    /// When it holds, and what becomes of a stake then.
    pub row: BetRow,
    /// The clause by which the wager wins, loses or stands off.
    pub clause: Cite,
    /// The clause that states the odds, where that is another one.
    pub pays_clause: Option<Cite>,
}

impl WagerRow {
    /// The clause by which a stake returns what it does: that of the odds where it wins.
    #[must_use]
    pub fn settled_by(&self) -> &Cite {
        self.pays_clause.as_ref().unwrap_or(&self.clause)
    }

    /// What becomes of a stake.
    #[must_use]
    pub fn pays(&self) -> Pays {
        self.row.pays
    }
}

rule! {
    Favoured as "a bet that favours the player" {
        bet: String = Bet,
        /// Why it favours the player.
        why: String = Because,
    }
}

section! {
    Context;
    WagerRule as "a wager" named "Wager" {
        /// Its name, as logs write it.
        bet: String = Offered,
        /// The choices under which it is offered; left out where it always is.
        elected: Mark,
        /// Exactly one of them holds for any coup.
        rows: Vec<WagerRow> = Whole,
        /// Another reading: what is counted over both hands is counted in one hand only.
        reading: Option<Reading>,
    }
}

impl WagerRule {
    /// Its rows as the core takes them.
    #[must_use]
    pub fn core(&self) -> BetRows {
        BetRows { rows: self.rows.iter().map(|row| row.row.clone()).collect(), reading: self.reading }
    }

    /// When a row holds, as people read it, without what all rows by which the bet wins have in common.
    #[must_use]
    pub fn apart(&self, row: &WagerRow) -> String {
        let parts = |row: &WagerRow| match &row.row.when {
            When::Is(Condition::All(parts)) => parts.clone(),
            When::Is(only) => vec![only.clone()],
            When::Otherwise => Vec::new(),
        };
        let wins: Vec<Vec<Condition>> = self.rows.iter().filter(|row| row.pays().wins()).map(parts).collect();
        let common = |part: &Condition| row.pays().wins() && wins.iter().all(|parts| parts.contains(part));
        let own: Vec<Condition> = parts(row).into_iter().filter(|part| !common(part)).collect();
        if own.is_empty() { row.row.in_words() } else { Condition::All(own).in_words() }
    }

    /// That for which some row other than `otherwise` holds, where one condition says it: what all of them have in common,
    /// and the values of the one fact that distinguishes them.
    #[must_use]
    pub fn named_rows(&self) -> Option<Condition> {
        let parts = |row: &WagerRow| match &row.row.when {
            When::Is(Condition::All(parts)) => Some(parts.clone()),
            When::Is(only) => Some(vec![only.clone()]),
            When::Otherwise => None,
        };
        let rows: Vec<Vec<Condition>> = self.rows.iter().filter_map(parts).collect();
        let common = |part: &Condition| rows.iter().all(|parts| parts.contains(part));
        let mut shared: Vec<Condition> = rows.first()?.iter().filter(|part| common(part)).cloned().collect();
        let mut apart: Option<(Fact, Values)> = None;
        for row in &rows {
            let own: Vec<&Condition> = row.iter().filter(|part| !common(part)).collect();
            match (own.as_slice(), apart) {
                ([], None) if rows.len() == 1 => {}
                ([Condition::Is(fact, values)], None) => apart = Some((*fact, *values)),
                ([Condition::Is(fact, values)], Some((known, all))) if *fact == known => {
                    apart = Some((known, all.or(*values)));
                }
                _ => return None,
            }
        }
        shared.extend(
            apart
                .filter(|(fact, values)| !values.has_all(fact.domain()))
                .map(|(fact, values)| Condition::Is(fact, values)),
        );
        match shared.len() {
            0 | 1 => shared.pop(),
            _ => Some(Condition::All(shared)),
        }
    }

    /// The first row by which it wins.
    #[must_use]
    pub fn first_win(&self) -> Option<&WagerRow> {
        self.rows.iter().find(|row| row.pays().wins())
    }
}

/// A bet and where it and its rows are.
struct Placed {
    rule: WagerRule,
    place: Position,
    rows: Vec<Position>,
}

/// Bets of which, for every coup, one row holds. The book made of them is empty where one of them is not sound.
pub(crate) struct Proved;

impl Form<Context, Proved> for Vec<WagerRule> {
    fn read(node: &Node, key: &'static str, _: &Proved, context: &mut Context) -> Option<Self> {
        let list = context.rows(node);
        let mut placed: Vec<Placed> = Vec::new();
        for node in list {
            let Some(rule) = WagerRule::read(node, key, &(), context) else { continue };
            let name = &rule.bet;
            if !rule.rows.iter().any(|row| row.pays().wins()) {
                let fault = format!("no row of `{name}` pays anything");
                context.faults.add_with_help(node.place, fault, "write `pays: 1 to 1`");
                continue;
            }
            if placed.iter().any(|known| known.rule.bet == *name) {
                context.faults.add(node.place, format!("the bet `{name}` stands twice"));
            }
            let rows = node.member("rows").map(|rows| context.rows(rows)).unwrap_or_default();
            placed.push(Placed { rule, place: node.place, rows: rows.iter().map(|row| row.place).collect() });
        }
        let cores: Vec<BetRows> = placed.iter().map(|bet| bet.rule.core()).collect();
        match Book::of(&cores) {
            Ok(book) => {
                let table = context.table.as_ref().filter(|_| !context.is_proved);
                let found = table.map(|table| flaws(&cores, table));
                for flaw in found.unwrap_or_default() {
                    report_flaw(&flaw, &placed, context);
                }
                context.book = book;
            }
            Err(error) => too_much(error, &placed, list, context),
        }
        Some(placed.into_iter().map(|bet| bet.rule).collect())
    }

    fn schema(_: &Proved, generator: &mut SchemaGenerator) -> Schema {
        <Self as Form<Context>>::schema(&(), generator)
    }
}

resettle_yaml::texts! {
    Context;
    /// The name of a bet, which other sections may name from here on.
    pub(crate) Offered: String, else |generator| <Self as Form<Context>>::schema(&(), generator) => |node, _, context| {
        let name = node.text(&mut context.faults)?.to_owned();
        if !context.bets.contains(&name) {
            context.bets.push(name.clone());
        }
        Some(name)
    };
}

impl Form<Context> for Reading {
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        node.word(&[("one_hand", Self::OneHand)], &mut context.faults)
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "enum": ["one_hand"]})
    }
}

/// All rows of a bet: where one is faulty, nothing can be proved of it.
pub(crate) struct Whole;

impl Form<Context, Whole> for Vec<WagerRow> {
    fn read(node: &Node, _: &'static str, _: &Whole, context: &mut Context) -> Option<Self> {
        let items = context.rows(node);
        let rows: Self = items.iter().filter_map(|item| row(item, context)).collect();
        (rows.len() == items.len()).then_some(rows)
    }

    fn schema(_: &Whole, generator: &mut SchemaGenerator) -> Schema {
        let elected = "The choices under which the row stands; left out where it always does.";
        let pays_clause = "The clause that states the odds, where that is another one.";
        let mut wins = Keys::default();
        wins.add::<Context, Mark, ()>("elected", &[elected], &(), generator);
        wins.add::<Context, When, ()>("when", &[], &(), generator);
        wins.add::<Context, Odds, ()>("pays", &[], &(), generator);
        wins.add::<Context, Cite, ()>("clause", &[], &(), generator);
        wins.add::<Context, Option<Cite>, ()>("pays_clause", &[pays_clause], &(), generator);
        let mut others = Keys::default();
        others.add::<Context, Mark, ()>("elected", &[], &(), generator);
        others.add::<Context, When, ()>("when", &[], &(), generator);
        others.add::<Context, Pays, ()>("then", &[], &(), generator);
        others.add::<Context, Cite, ()>("clause", &[], &(), generator);
        let forms = [wins.schema(&["The wager wins."]), others.schema(&["It does not."])];
        json_schema!({"type": "array", "items": defined("WagerRow", json_schema!({"anyOf": forms}), generator)})
    }
}

/// What becomes of a stake is either of two keys.
fn row(node: &Node, context: &mut Context) -> Option<WagerRow> {
    let mut fields = node.fields("a row of a bet", &mut context.faults)?;
    let when: Option<When> = Form::take(&mut fields, "when", &(), context);
    let pays = fields.optional("pays").map(|node| Odds::read(node, "pays", &(), context).map(Pays::Odds));
    let then = fields.optional("then").map(|node| Pays::read(node, "then", &(), context));
    let clause = context.clause(&mut fields);
    let pays_clause_node = fields.optional("pays_clause");
    // When the odds are paid is a reading where what wins is one.
    let by_a_reading = clause.as_ref().is_some_and(Cite::is_reading);
    let pays_clause = pays_clause_node.and_then(|node| context.cite(node)).map(|cite| cite.as_reading(by_a_reading));
    fields.finish(&mut context.faults);
    if then.is_some()
        && let Some(node) = pays_clause_node
    {
        context.faults.add(node.place, "`pays_clause` is the clause of odds, and this row has none");
    }
    let pays = match (pays, then) {
        (Some(pays), None) => pays,
        (None, Some(then)) => then,
        _ => {
            context.faults.add_with_help(
                node.place,
                "a row has either `pays` or `then`",
                "`pays: 9 to 5` where the wager wins; else `then: push`, `then: loses` or `then: loses 1 of 2`",
            );
            None
        }
    };
    Some(WagerRow { row: BetRow { when: when?, pays: pays? }, clause: clause?, pays_clause })
}

impl Form<Context> for Odds {
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let text = match &node.value {
            Value::Float(_) | Value::Int(_) => None,
            _ => Some(node.text(&mut context.faults)?),
        };
        let odds = text.and_then(|text| Self::parse(text).ok());
        if odds.is_none() {
            context.faults.add_with_help(
                node.place,
                "odds are two whole numbers above 0 with `to` between them, as `9 to 5`",
                "multiply both sides until they are whole: 0.95 to 1 is 19 to 20",
            );
        }
        odds
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<OddsText>()
    }
}

/// What becomes of a stake that does not win.
impl Form<Context> for Pays {
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let text = node.text(&mut context.faults)?;
        let part = || {
            let (lost, of) = text.strip_prefix("loses ")?.split_once(" of ")?;
            let odds = Odds::parse(&format!("{lost} to {of}")).ok()?;
            (odds.win() < odds.stake()).then_some(Self::LosesPart { lost: odds.win(), of: odds.stake() })
        };
        let found = match text {
            "push" => Some(Self::Push),
            "loses" => Some(Self::Loses),
            _ => part(),
        };
        if found.is_none() {
            let help = "one of: push, loses; or a part of the stake, as `loses 1 of 2`";
            context.faults.add_with_help(node.place, format!("unknown word `{text}`"), help);
        }
        found
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<StakeText>()
    }
}

/// A flaw at the line of its row.
fn report_flaw(flaw: &Flaw, placed: &[Placed], context: &mut Context) {
    let Some(bet) = placed.get(flaw.bet) else { return };
    let at = |row: usize| bet.rows.get(row).copied().unwrap_or(bet.place);
    let name = &bet.rule.bet;
    match &flaw.kind {
        FlawKind::Both { first, second, example } => context.faults.add_with_help(
            at(*second),
            format!("`{name}`: this row and the one at {} both hold where {example}", at(*first)),
            "exactly one row holds for any coup",
        ),
        FlawKind::Gap { example } => context.faults.add_with_help(
            bet.place,
            format!("`{name}`: no row holds where {example}"),
            "add a row, or one with `when: otherwise` for all that the others leave",
        ),
        FlawKind::Never { row } => context.faults.add_with_help(
            at(*row),
            format!("`{name}`: no deal gives what this row asks for"),
            "by the ruleset's own deal and tables of play",
        ),
        FlawKind::TooMany => {
            let fault = format!("`{name}`: the rows distinguish more ways to deal a coup than can be proved");
            context.faults.add_with_help(bet.place, fault, "count fewer kinds of cards in one bet");
        }
        FlawKind::Others { row } => {
            context.faults.add(at(*row), format!("`{name}`: `otherwise` stands once at most"));
        }
    }
}

fn too_much(error: BookError, placed: &[Placed], list: &[Node], context: &mut Context) {
    let bet = match error {
        BookError::Cells { bet } | BookError::Rows { bet } => placed.get(bet).map(|bet| bet.place),
        BookError::Facts | BookError::Counted | BookError::Firsts | BookError::Bets => None,
    };
    let place = bet.or_else(|| list.first().map(|node| node.place)).unwrap_or_default();
    context.faults.add(place, error.to_string());
}

text_of! {
    StakeText, "What becomes of a stake that does not win: `push`, `loses`, or `loses 1 of 2`.",
        "^(push|loses|loses [1-9][0-9]* of [1-9][0-9]*)$";
    OddsText, "Odds: two whole numbers above 0, as `9 to 5`.", "^[1-9][0-9]* to [1-9][0-9]*$";
}
