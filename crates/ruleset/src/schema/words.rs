use std::borrow::Cow;

use resettle_game::{Fact, Form};
use resettle_rules::SuitOf;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// The circumstances of an irregularity: facts with their values.
pub(crate) struct CircumstancesForm;

impl JsonSchema for CircumstancesForm {
    fn schema_name() -> Cow<'static, str> {
        "When".into()
    }

    fn schema_id() -> Cow<'static, str> {
        "CircumstancesForm".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut properties = serde_json::Map::new();
        for fact in Fact::ASKED {
            let mut form = match fact.form() {
                Form::Truth => json_schema!({"type": "boolean"}),
                _ => one_or_more(*fact, generator),
            };
            if let Some(described) = fact.described() {
                form.insert("description".to_owned(), described.into());
            }
            properties.insert(fact.name().to_owned(), form.to_value());
        }
        json_schema!({"type": "object", "properties": properties, "additionalProperties": false})
    }
}

/// One value of a fact or a list of them; `unstated` stands for a fact that was not given.
fn one_or_more(fact: Fact, generator: &mut SchemaGenerator) -> Schema {
    let (initial, rest) = fact.name().split_at(1);
    let name = format!("{}{rest}Words", initial.to_uppercase());
    let words = fact.choices();
    let form = json_schema!({
        "description": "One word or a list of them; `unstated`: the log does not say.",
        "anyOf": [
            {"type": "string", "enum": words},
            {"type": "array", "items": {"type": "string", "enum": words}},
        ],
    });
    generator.definitions_mut().insert(name.clone(), form.to_value());
    json_schema!({"$ref": format!("#/$defs/{name}")})
}

/// When a row holds: facts with their values, or `otherwise`.
pub(crate) struct WhenForm;

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
            ("total", values((0, 9), false)),
            ("cards", values((2, 3), false)),
            ("drawn", values((0, 9), true)),
            ("natural", truth()),
            ("pair", truth()),
            ("suited_pair", truth()),
            ("coloured_pair", truth()),
            ("suited", truth()),
            ("first_red_cards", values((0, 2), false)),
        ];
        json_schema!({
            "description": "Facts of a coup with their values; all have to hold.",
            "type": "object",
            "properties": {
                "winner": {"anyOf": [winner, {"type": "array", "items": winner, "minItems": 1}]},
                "margin": values((0, 9), false),
                "dealt": values((2, 6), false),
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
        properties.insert(name.to_owned(), values((1, most), false).to_value());
    }
    for of in SuitOf::all() {
        properties.insert(of.key().to_owned(), values((0, most), false).to_value());
    }
    let of_rank = "(aces|twos|threes|fours|fives|sixes|sevens|eights|nines|tens|jacks|queens|kings)";
    let mut patterns = serde_json::Map::new();
    let all = format!("^{of_rank}(_of_(clubs|diamonds|hearts|spades))?$");
    patterns.insert(all, values((0, most), false).to_value());
    if properties.contains_key("pair") {
        patterns.insert(format!("^first_{of_rank}$"), values((0, 2), false).to_value());
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
fn values((least, most): (u8, u8), none: bool) -> Schema {
    let digit = format!("[{least}-{most}]");
    let none = if none { "|none" } else { "" };
    let text = format!("^({digit} to {digit}|{digit} or more|other than {digit}{none})$");
    let number = json_schema!({"type": "integer", "minimum": least, "maximum": most});
    let words = json_schema!({"type": "string", "pattern": text});
    json_schema!({
        "anyOf": [number, words, {"type": "array", "items": {"anyOf": [number, words]}, "minItems": 1}],
    })
}

/// Texts of a certain form.
macro_rules! text_of {
    ($($name:ident, $about:literal, $pattern:literal;)+) => {$(
        #[doc = $about]
        pub(crate) struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"description": $about, "type": "string", "pattern": $pattern})
            }
        }
    )+};
}

text_of! {
    Text, "Text without control characters.", "^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$";
    Clauses, "Clause numbers, always quoted; several are separated by a comma and one space.",
        "^[^,\\s\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]([^,\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*[^,\\s\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f])?(, [^,\\s\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]([^,\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*[^,\\s\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f])?)*$";
    Moment, "A date, or a date and time: YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS, local to the venue.",
        "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2})?$";
    Sha256, "A SHA-256: 64 digits from 0-9 and a-f.", "^[0-9a-f]{64}$";
    StakeText, "What becomes of a stake that does not win: `push`, `loses`, or `loses 1 of 2`.",
        "^(push|loses|loses [1-9][0-9]* of [1-9][0-9]*)$";
    ShareText, "A part of the winnings: two whole numbers above 0, as `5 of 100`.", "^[1-9][0-9]* of [1-9][0-9]*$";
    OddsText, "Odds: two whole numbers above 0, as `9 to 5`.", "^[1-9][0-9]* to [1-9][0-9]*$";
}
