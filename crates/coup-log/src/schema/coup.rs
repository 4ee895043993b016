use resettle_game::{DeclaredResult, Form, Kind, Mode, NoBetReason, Role, Ruling, Shown, Token};
use serde_json::{Value, json};

use super::parts::{also, at_least, cards, int, list, name, object, text, time, truth, when, word, words};
use super::session;

pub(super) fn coup() -> Value {
    let letters = || json!({"type": "string", "pattern": "^[PBXN]*$"});
    object(
        &["shoe", "coup"],
        [
            ("shoe", name()),
            ("coup", at_least(1)),
            ("mode", words(Mode::ALL)),
            ("no_bet", object(&[], [("reason", words(NoBetReason::ALL)), ("by", words(Role::ALL))])),
            (
                "times",
                object(&[], [("opened", time()), ("closed", time()), ("first_card", time()), ("settled", time())]),
            ),
            ("cards", cards()),
            ("reconstructed_cards", cards()),
            ("to", letters()),
            ("first_to", letters()),
            ("carried", truth()),
            ("wagers", list(wager())),
            ("irregularities", list(irregularity())),
            (
                "declared",
                object(
                    &[],
                    [("result", words(DeclaredResult::ALL)), ("player", int()), ("banker", int()), ("sevens", int())],
                ),
            ),
            ("wrd", words(Shown::ALL)),
            ("tournament", session::of_a_coup()),
        ],
    )
}

fn wager() -> Value {
    object(
        &["bet", "stake", "returned"],
        [
            ("id", name()),
            ("bet", text()),
            ("stake", at_least(1)),
            ("returned", int()),
            ("seat", name()),
            ("area", name()),
            ("player", name()),
            ("terminal", name()),
            ("placed", time()),
            ("withdrawn", time()),
            ("removed", word(&["reconstruction"])),
            ("accepted", truth()),
            ("by", words(Role::ALL)),
            ("approved", truth()),
            ("commission", at_least(0)),
            ("token", words(Token::ALL)),
            ("restricted", truth()),
            ("made_up", at_least(0)),
        ],
    )
}

pub(super) fn incident() -> Value {
    let mut incident = irregularity();
    for (field, schema) in [("shoe", name()), ("coup", at_least(1))] {
        if let Some(fields) = incident.get_mut("properties").and_then(Value::as_object_mut) {
            fields.insert(field.to_owned(), schema);
        }
    }
    incident
}

fn irregularity() -> Value {
    let mut irregularity = object(
        &["kind", "noticed"],
        [
            // A kind that the format does not list is reported, and is not a fault of its line.
            ("kind", text()),
            ("noticed", time()),
            ("notified_at", time()),
            ("ruling", words(Ruling::ALL)),
            ("by", words(Role::ALL)),
            ("notified", super::roles()),
        ],
    );
    // A kind that is not listed is read as `other`.
    let alike = Kind::ALL.chunk_by(|(_, a), (_, b)| a.states() == b.states());
    let own = alike.filter_map(|kinds| {
        let (_, kind) = kinds.first().filter(|(_, kind)| !kind.states().is_empty())?;
        let fields = kind.states().iter().map(|fact| (fact.name(), form(fact.form_of(*kind))));
        Some(when("kind", &kinds.iter().map(|(word, _)| *word).collect::<Vec<_>>(), object(&[], fields)))
    });
    also(&mut irregularity, own);
    irregularity
}

fn form(form: Form) -> Value {
    match form {
        Form::Truth => truth(),
        Form::Word(words) => word(words),
        Form::Index => at_least(0),
        // Cards drawn together are two or more, if they are named.
        Form::Indexes => json!({"type": "array", "items": at_least(0), "not": {"minItems": 1, "maxItems": 1}}),
        Form::Names => list(name()),
        Form::Text => text(),
    }
}
