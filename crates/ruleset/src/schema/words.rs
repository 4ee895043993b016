use std::borrow::Cow;

use resettle_game::Rank;
use resettle_words::{Affects, Cause, DealtFault, HandName, Kind, NoBetReason, Role, Stage};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::irregularity::Consequence;
use crate::model::{AlsoCommences, RoundTime};

/// Words of one of the tables that the decoder reads by.
macro_rules! word_of {
    ($($name:ident, $about:literal, $table:expr;)+) => {$(
        #[doc = $about]
        pub(super) struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let words: Vec<&str> = $table.iter().map(|(word, _)| *word).collect();
                json_schema!({"description": $about, "type": "string", "enum": words})
            }
        }
    )+};
}

word_of! {
    KindWord, "A kind of irregularity, as logs name it.", Kind::ALL;
    RoleWord, "A role, as logs name it.", Role::ALL;
    ConsequenceWord, "What follows.", Consequence::WORDS;
    TimeWord, "One of the times of a round.", RoundTime::WORDS;
    AlsoWord, "What counts as the next commencement beside the next coup.", AlsoCommences::WORDS;
}

/// One word of a table or a list of them; `unstated` stands for a fact that was not given.
macro_rules! one_or_more {
    ($($name:ident, $table:expr;)+) => {$(
        #[doc = "One word or a list of them."]
        pub(super) struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let words: Vec<&str> = $table.iter().map(|(word, _)| *word).chain(["unstated"]).collect();
                json_schema!({
                    "description": "One word or a list of them; `unstated`: the log does not say.",
                    "anyOf": [
                        {"type": "string", "enum": words},
                        {"type": "array", "items": {"type": "string", "enum": words}},
                    ],
                })
            }
        }
    )+};
}

one_or_more! {
    HandWords, HandName::ALL;
    DealtWords, DealtFault::ALL;
    StageWords, Stage::ALL;
    AffectsWords, Affects::ALL;
    CauseWords, Cause::ALL;
}

/// The point value of every rank.
pub(super) struct RankValues;

impl JsonSchema for RankValues {
    fn schema_name() -> Cow<'static, str> {
        "RankValues".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let ranks: Vec<String> = Rank::ALL.into_iter().map(|rank| rank.letter().to_string()).collect();
        let value = json_schema!({"type": "integer", "minimum": 0, "maximum": 9});
        let values: serde_json::Map<String, serde_json::Value> =
            ranks.iter().map(|rank| (rank.clone(), value.clone().to_value())).collect();
        json_schema!({
            "description": "The point value of every rank.",
            "type": "object",
            "properties": values,
            "required": ranks,
            "additionalProperties": false,
        })
    }
}

/// The reasons for a no-bet coup, each by its name.
pub(super) struct Reasons;

impl JsonSchema for Reasons {
    fn schema_name() -> Cow<'static, str> {
        "Reasons".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let rule = generator.subschema_for::<super::form::Reason>();
        let reasons: serde_json::Map<String, serde_json::Value> =
            NoBetReason::ALL.iter().map(|(word, _)| ((*word).to_owned(), rule.clone().to_value())).collect();
        json_schema!({
            "description": "The reasons for a no-bet coup, each by its name.",
            "type": "object",
            "properties": reasons,
            "additionalProperties": false,
        })
    }
}

/// Texts of a certain form.
macro_rules! text_of {
    ($($name:ident, $about:literal, $pattern:literal;)+) => {$(
        #[doc = $about]
        pub(super) struct $name;

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
    OddsText, "Odds: two whole numbers above 0, as `9 to 5`.", "^[1-9][0-9]* to [1-9][0-9]*$";
}
