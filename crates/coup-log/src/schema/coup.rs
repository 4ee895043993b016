use resettle_words::{
    Affects, Cause, DealtFault, DeclaredResult, HandName, Kind, Mode, NoBetReason, Role, Ruling, Shown, Token,
};
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
    let index = || at_least(0);
    let together = json!({"type": "array", "items": index(), "not": {"minItems": 1, "maxItems": 1}});
    let reconstructed = || ("reconstructed", truth());
    let of = |kinds: &[Kind], fields: Vec<(&str, Value)>| {
        when("kind", &kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>(), object(&[], fields))
    };
    also(
        &mut irregularity,
        [
            of(
                &[Kind::ForeignCard, Kind::ExtraCard, Kind::MissingCard, Kind::UnshuffledCards],
                vec![("card", index())],
            ),
            of(
                &[Kind::WrongCardCount],
                vec![
                    ("hand", words(HandName::ALL)),
                    ("dealt", words(DealtFault::ALL)),
                    ("stage", word(&["initial_deal", "draws"])),
                    reconstructed(),
                ],
            ),
            of(&[Kind::UnauthorisedDraw], vec![("hand", words(HandName::ALL)), ("card", index()), reconstructed()]),
            of(&[Kind::DealtOutOfOrder, Kind::OrderAltered], vec![reconstructed()]),
            of(&[Kind::CardsDrawnTogether], vec![("cards", together), ("order_known", truth()), reconstructed()]),
            of(&[Kind::FaceUpCard], vec![("stage", word(&["before_coup", "during_coup"]))]),
            of(
                &[Kind::TechnicalInterruption],
                vec![("affects", words(Affects::ALL)), ("terminals", list(name())), ("after_cards", index())],
            ),
            of(
                &[Kind::DeviceMalfunction],
                vec![
                    ("cards_damaged", truth()),
                    ("disadvantage", truth()),
                    ("replacement_available", truth()),
                    ("practicable", truth()),
                ],
            ),
            of(&[Kind::Disruption], vec![("cause", words(Cause::ALL))]),
            of(&[Kind::Fraud, Kind::ProhibitedDevice], vec![("wagers", list(name())), ("outcome_affected", truth())]),
            // A kind that is not listed is read as this one.
            of(&[Kind::Other], vec![("text", text())]),
        ],
    );
    irregularity
}
