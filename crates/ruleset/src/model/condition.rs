//! Conditions over facts: `{winner: banker, banker: {total: 7}}`.

use std::borrow::Cow;

use resettle_game::Side;
use resettle_rules::{CardsOf, Condition, Fact, Scope, SuitOf, Values, When};
use resettle_yaml::{Form, Node, Value};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::context::Context;

const RESULTS: &[(&str, u8)] = &[("player", 0), ("banker", 1), ("tie", 2)];

/// How deep `any` and `all` may lie in each other.
const DEEPEST: usize = 8;

/// `otherwise`, or a condition.
impl Form<Context> for When {
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        if let Value::Text(word) = &node.value {
            if word == "otherwise" {
                return Some(Self::Otherwise);
            }
            let help = "`otherwise`, or facts with their values: {winner: banker, banker: {total: 7}}";
            context.faults.add_with_help(node.place, format!("`{word}` is no condition"), help);
            return None;
        }
        condition(node, 0, context).map(Self::Is)
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<WhenForm>()
    }
}

fn condition(node: &Node, depth: usize, context: &mut Context) -> Option<Condition> {
    let mut fields = node.fields("a condition", &mut context.faults)?;
    let mut parts = Vec::new();
    let mut sound = true;
    for (name, key, value) in fields.rest() {
        let part = match name {
            "winner" => values(Fact::Winner, value, context).map(|values| vec![Condition::Is(Fact::Winner, values)]),
            "margin" => values(Fact::Margin, value, context).map(|values| vec![Condition::Is(Fact::Margin, values)]),
            "dealt" => values(Fact::Dealt, value, context).map(|values| vec![Condition::Is(Fact::Dealt, values)]),
            "player" => of_hand(value, "the facts of the Player's hand", Scope::Hand(Side::Player), context),
            "banker" => of_hand(value, "the facts of the Banker's hand", Scope::Hand(Side::Banker), context),
            "both" => of_hand(value, "the facts of both hands", Scope::Both, context),
            "one_hand" => of_hand(value, "the facts of one hand", Scope::OneHand, context),
            "any" => several(value, depth, context).map(|parts| vec![Condition::Any(parts)]),
            "all" => several(value, depth, context).map(|parts| vec![Condition::All(parts)]),
            _ => {
                context.faults.add_with_help(
                    key.place,
                    format!("unknown fact `{name}`"),
                    "one of: winner, margin, dealt, player, banker, both, one_hand; or any, all",
                );
                None
            }
        };
        sound &= part.is_some();
        parts.extend(part.unwrap_or_default());
    }
    if parts.is_empty() && sound {
        context.faults.add_with_help(
            node.place,
            "a condition names a fact",
            "what is left by other rows is `otherwise`",
        );
        return None;
    }
    match parts.len() {
        1 => parts.pop(),
        _ => Some(Condition::All(parts)),
    }
    .filter(|_| sound)
}

fn several(node: &Node, depth: usize, context: &mut Context) -> Option<Vec<Condition>> {
    if depth >= DEEPEST {
        context.faults.add(node.place, format!("`any` and `all` lie in each other more than {DEEPEST} deep"));
        return None;
    }
    let rows = node.list(&mut context.faults)?;
    if rows.len() < 2 {
        context.faults.add(node.place, "two conditions at least are combined");
        return None;
    }
    let rows = context.rows(node);
    let parts: Vec<Condition> = rows.iter().filter_map(|row| condition(row, depth + 1, context)).collect();
    (parts.len() == rows.len()).then_some(parts)
}

fn of_hand(node: &Node, what: &'static str, scope: Scope, context: &mut Context) -> Option<Vec<Condition>> {
    let mut fields = node.fields(what, &mut context.faults)?;
    let mut parts = Vec::new();
    let mut sound = true;
    for (name, key, value) in fields.rest() {
        let fact = match (name, scope) {
            ("total", Scope::Hand(side)) => Some(Fact::Total(side)),
            ("cards", Scope::Hand(side)) => Some(Fact::Cards(side)),
            ("drawn", Scope::Hand(side)) => Some(Fact::Drawn(side)),
            ("natural", Scope::Hand(side)) => Some(Fact::Natural(side)),
            ("pair", Scope::Hand(side)) => Some(Fact::Pair(side)),
            ("suited_pair", Scope::Hand(side)) => Some(Fact::SuitedPair(side)),
            ("coloured_pair", Scope::Hand(side)) => Some(Fact::ColouredPair(side)),
            ("suited", Scope::Hand(side)) => Some(Fact::Suited(side)),
            ("twin_pairs", Scope::Both) => Some(Fact::TwinPairs),
            ("first_red_cards", Scope::Hand(side)) => Some(Fact::FirstRed(side)),
            ("of_one_rank", _) => Some(Fact::OneRank(scope)),
            ("of_one_suit", _) => Some(Fact::OneSuit(scope)),
            _ => match (name.strip_prefix("first_").map(CardsOf::of_key), scope) {
                (Some(Some(CardsOf { rank, suit: None })), Scope::Hand(side)) => Some(Fact::First(rank, side)),
                _ => SuitOf::of_key(name)
                    .map(|of| Fact::OfSuit(of, scope))
                    .or_else(|| CardsOf::of_key(name).map(|of| Fact::Count(of, scope))),
            },
        };
        if fact.is_none() {
            let own = match scope {
                Scope::Hand(_) => {
                    "total, cards, drawn, natural, pair, suited_pair, coloured_pair, suited, first_kings, first_red_cards, "
                }
                Scope::Both => "twin_pairs, ",
                Scope::OneHand => "",
            };
            let help = format!(
                "one of: {own}of_one_rank, of_one_suit, red_cards; or a suit, as hearts; or a rank, with or without its suit, as \
                 sevens, kings_of_hearts"
            );
            context.faults.add_with_help(key.place, format!("unknown fact `{name}`"), help);
        }
        let part = fact.and_then(|fact| Some(Condition::Is(fact, values(fact, value, context)?)));
        sound &= part.is_some();
        parts.extend(part);
    }
    if parts.is_empty() && sound {
        context.faults.add(node.place, "no fact is named here");
        return None;
    }
    sound.then_some(parts)
}

/// The values of a fact: one, or a list.
fn values(fact: Fact, node: &Node, context: &mut Context) -> Option<Values> {
    if fact.is_truth() {
        return node.truth(&mut context.faults).map(|truth| Values::only(u8::from(truth)));
    }
    let Value::List(items) = &node.value else { return some(fact, node, context) };
    let mut out = Values::NONE;
    let mut sound = !items.is_empty();
    if items.is_empty() {
        context.faults.add(node.place, "no value is named here");
    }
    for item in items {
        let Some(more) = some(fact, item, context) else {
            sound = false;
            continue;
        };
        if !out.without(out.without(more)).is_empty() {
            context.faults.add(item.place, "this value stands twice");
            sound = false;
        }
        out = out.or(more);
    }
    sound.then_some(out)
}

/// `7`, `4 to 9`, `2 or more`, `other than 7`; of the winner and the drawn card, words.
fn some(fact: Fact, node: &Node, context: &mut Context) -> Option<Values> {
    if fact == Fact::Winner {
        return node.word(RESULTS, &mut context.faults).map(Values::only);
    }
    let domain = fact.domain();
    let (least, most) = numbers_of(fact);
    let wanted = format!(
        "a number from {least} to {most}, or `{least} to {most}`, `{most} or more`, `other than {most}`{}",
        if matches!(fact, Fact::Drawn(_)) { ", `none`" } else { "" }
    );
    match &node.value {
        Value::Int(_) => {
            let value = node.int(i64::from(least)..=i64::from(most), &mut context.faults)?;
            u8::try_from(value).ok().map(Values::only)
        }
        Value::Text(text) => {
            let found = span(text, least, most, domain);
            let found = if text == "none" && matches!(fact, Fact::Drawn(_)) {
                Some(Values::only(Fact::NO_CARD))
            } else {
                found
            };
            if found.is_none() {
                context.faults.add_with_help(node.place, format!("`{text}` is no value of this fact"), wanted);
            }
            found
        }
        other => {
            let message = format!("a value is wanted here, not {}", other.kind());
            context.faults.add_with_help(node.place, message, wanted);
            None
        }
    }
}

/// The least and the greatest number among the values of a fact.
fn numbers_of(fact: Fact) -> (u8, u8) {
    let none = if matches!(fact, Fact::Drawn(_)) { Values::only(Fact::NO_CARD) } else { Values::NONE };
    let numbers = fact.domain().without(none);
    (numbers.iter().next().unwrap_or(0), numbers.iter().last().unwrap_or(0))
}

fn span(text: &str, least: u8, most: u8, domain: Values) -> Option<Values> {
    let number = |text: &str| {
        let plain = text.len() == 1 && text.bytes().all(|digit| digit.is_ascii_digit());
        text.parse::<u8>().ok().filter(|number| plain && (least..=most).contains(number))
    };
    if let Some(out) = text.strip_prefix("other than ") {
        return number(out).map(|out| domain.without(Values::only(out)));
    }
    if let Some(from) = text.strip_suffix(" or more") {
        return number(from).map(|from| Values::between(from, most));
    }
    let (from, to) = text.split_once(" to ")?;
    let (from, to) = (number(from)?, number(to)?);
    (from < to).then(|| Values::between(from, to))
}

/// When a row holds: facts with their values, or `otherwise`.
struct WhenForm;

impl JsonSchema for WhenForm {
    fn schema_name() -> Cow<'static, str> {
        "When".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let condition = generator.subschema_for::<ConditionForm>();
        json_schema!({
            "description": "When a row holds; `otherwise`: for all that the other rows of the bet leave.",
            "anyOf": [{"type": "string", "const": "otherwise"}, condition],
        })
    }
}

/// Facts with their values.
struct ConditionForm;

impl JsonSchema for ConditionForm {
    fn schema_name() -> Cow<'static, str> {
        "Condition".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let condition = generator.subschema_for::<Self>();
        let several = json_schema!({"type": "array", "items": condition, "minItems": 2});
        let winner = json_schema!({"type": "string", "enum": ["player", "banker", "tie"]});
        let truth = || json_schema!({"type": "boolean"});
        let both = hand("The cards of both hands together.", &[("twin_pairs", truth())], 6);
        let one = hand("The cards of the hand that has the most of them.", &[], 3);
        let facts = [
            ("total", values_form((0, 9), false)),
            ("cards", values_form((2, 3), false)),
            ("drawn", values_form((0, 9), true)),
            ("natural", truth()),
            ("pair", truth()),
            ("suited_pair", truth()),
            ("coloured_pair", truth()),
            ("suited", truth()),
            ("first_red_cards", values_form((0, 2), false)),
        ];
        json_schema!({
            "description": "Facts of a coup with their values; all have to hold.",
            "type": "object",
            "properties": {
                "winner": {"anyOf": [winner, {"type": "array", "items": winner, "minItems": 1}]},
                "margin": values_form((0, 9), false),
                "dealt": values_form((2, 6), false),
                "player": hand("The Player's hand.", &facts, 3),
                "banker": hand("The Banker's hand.", &facts, 3),
                "both": both,
                "one_hand": one,
                "any": several,
                "all": several,
            },
            "minProperties": 1,
            "additionalProperties": false,
        })
    }
}

/// The facts of a hand, and those of its cards that every group has.
fn hand(about: &str, facts: &[(&str, Schema)], most: u8) -> Schema {
    let mut properties: serde_json::Map<String, serde_json::Value> =
        facts.iter().map(|(name, form)| ((*name).to_owned(), form.clone().to_value())).collect();
    for name in ["of_one_rank", "of_one_suit"] {
        properties.insert(name.to_owned(), values_form((1, most), false).to_value());
    }
    for of in SuitOf::all() {
        properties.insert(of.key().to_owned(), values_form((0, most), false).to_value());
    }
    let of_rank = "(aces|twos|threes|fours|fives|sixes|sevens|eights|nines|tens|jacks|queens|kings)";
    let mut patterns = serde_json::Map::new();
    let all = format!("^{of_rank}(_of_(clubs|diamonds|hearts|spades))?$");
    patterns.insert(all, values_form((0, most), false).to_value());
    if properties.contains_key("pair") {
        patterns.insert(format!("^first_{of_rank}$"), values_form((0, 2), false).to_value());
    }
    json_schema!({
        "description": about,
        "type": "object",
        "properties": properties,
        "patternProperties": patterns,
        "minProperties": 1,
        "additionalProperties": false,
    })
}

/// One value or a list of them: numbers, or spans of numbers in words.
fn values_form((least, most): (u8, u8), none: bool) -> Schema {
    let digit = format!("[{least}-{most}]");
    let none = if none { "|none" } else { "" };
    let text = format!("^({digit} to {digit}|{digit} or more|other than {digit}{none})$");
    let number = json_schema!({"type": "integer", "minimum": least, "maximum": most});
    let words = json_schema!({"type": "string", "pattern": text});
    json_schema!({
        "anyOf": [number, words, {"type": "array", "items": {"anyOf": [number, words]}, "minItems": 1}],
    })
}
