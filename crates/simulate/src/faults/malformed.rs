//! Lines that are not records, and words that nobody knows.

use resettle_reference::{Bet, Kind};

use super::void::{duties, star_supervisor};
use crate::fault::{ANY, Fault, fault, near};
use crate::fields::Fields;
use crate::scene::{Extra, Scene};

pub(super) const FAULTS: &[Fault] = &[
    fault("line_broken_off", "integrity/malformed-record", ANY, "A line breaks off in the middle.", |scene| {
        line(scene, |head, shoe| format!("{{{head},\"type\":\"shoe\",\"shoe\":\"{shoe}\",\"ev"))
    }),
    fault("line_blank", "integrity/malformed-record", ANY, "A line is blank.", |scene| {
        line(scene, |_, _| String::new())
    }),
    fault(
        "line_with_carriage_return",
        "integrity/malformed-record",
        ANY,
        "A line ends in a carriage return and a line feed.",
        |scene| line(scene, |head, shoe| event(head, shoe, "") + "\r"),
    ),
    fault(
        "line_indented",
        "integrity/malformed-record",
        ANY,
        "A line begins with a blank instead of a brace.",
        |scene| line(scene, |head, shoe| format!(" {}", event(head, shoe, ""))),
    ),
    fault("line_an_array", "integrity/malformed-record", ANY, "A line is an array.", |scene| {
        line(scene, |head, shoe| format!("[{}]", event(head, shoe, "")))
    }),
    fault(
        "name_twice",
        "integrity/malformed-record",
        ANY,
        "A name stands twice in one object, in a field that nobody reads.",
        |scene| line(scene, |head, shoe| event(head, shoe, ",\"note\":{\"a\":1,\"a\":1}")),
    ),
    fault(
        "number_with_a_fraction",
        "integrity/malformed-record",
        ANY,
        "A number has a fraction, in a field that nobody reads.",
        |scene| line(scene, |head, shoe| event(head, shoe, ",\"note\":1.5")),
    ),
    fault(
        "surrogate_alone",
        "integrity/malformed-record",
        ANY,
        "A text has half of a surrogate pair, in a field that nobody reads.",
        |scene| line(scene, |head, shoe| event(head, shoe, ",\"note\":\"\\ud800\"")),
    ),
    near("surrogates_in_a_pair", ANY, "A text has a whole surrogate pair, in a field that nobody reads.", |scene| {
        unharmed(scene, |head, shoe| event(head, shoe, ",\"note\":\"\\ud83c\\udca1\""))
    }),
    fault("nested_17_deep", "integrity/malformed-record", ANY, "A line nests 17 deep.", |scene| {
        line(scene, |head, shoe| nested(head, shoe, 16))
    }),
    near("nested_16_deep", ANY, "A line nests 16 deep, as deep as may be.", |scene| {
        unharmed(scene, |head, shoe| nested(head, shoe, 15))
    }),
    fault("line_a_byte_too_long", "integrity/malformed-record", ANY, "A line has 65,537 bytes.", |scene| {
        line(scene, |head, shoe| long(head, shoe, 65_537))
    }),
    near("line_as_long_as_may_be", ANY, "A line has 65,536 bytes.", |scene| {
        unharmed(scene, |head, shoe| long(head, shoe, 65_536))
    }),
    near("field_unknown", ANY, "A record has a field that nobody knows.", |scene| {
        unharmed(scene, |head, shoe| event(head, shoe, ",\"operator\":\"Ada\""))
    }),
    fault(
        "word_unknown",
        "integrity/malformed-record",
        ANY,
        "A shoe record names an event that the format does not list.",
        |scene| {
            line(scene, |head, shoe| format!("{{{head},\"type\":\"shoe\",\"shoe\":\"{shoe}\",\"event\":\"rinse\"}}"))
        },
    ),
    fault("field_missing", "integrity/malformed-record", ANY, "A shoe record does not name its shoe.", |scene| {
        line(scene, |head, _| format!("{{{head},\"type\":\"shoe\",\"event\":\"cut_card\"}}"))
    }),
    fault(
        "opened_again",
        "integrity/malformed-record",
        ANY,
        "A second `open` stands in the middle of the log.",
        |scene| {
            line(scene, |head, _| {
                format!(
                    "{{{head},\"type\":\"open\",\"format\":\"coup-log/1\",\"log\":\"another\",\"source\":{{\"kind\":\"table\",\"id\":\"T\"}},\"jurisdiction\":\"SG\",\"venue\":\"mbs\",\"game\":\"baccarat\",\"table\":\"T\",\"currency\":\"SGD\",\"key\":\"{}\"}}",
                    "0".repeat(64)
                )
            })
        },
    ),
    fault(
        "coup_with_unknown_display",
        "integrity/malformed-record",
        ANY,
        "A coup's display shows a word that the format does not list: the record is out, its number is seen.",
        |scene| {
            scene.draft.wrd = Some("pushed");
            found(scene)
        },
    ),
    fault(
        "places_of_other_length",
        "integrity/malformed-record",
        ANY,
        "A coup's `to` is shorter than its cards: the record is out, its number is seen.",
        |scene| {
            let mut to = scene.rightly_to();
            to.pop();
            scene.draft.to = Some(to);
            scene.orders.told_by_none = true;
            found(scene)
        },
    ),
    fault(
        "stake_of_nothing",
        "integrity/malformed-record",
        ANY,
        "A wager's stake is zero: that wager alone is out.",
        |scene| {
            let at = scene.add("x1", "8", Bet::Player, 1_000)?;
            let wager = scene.wager(at)?;
            wager.stake = 0;
            wager.returned = 0;
            found(scene)
        },
    ),
    fault(
        "stake_below_nothing",
        "integrity/malformed-record",
        ANY,
        "A wager's stake is negative: that wager alone is out.",
        |scene| {
            let at = scene.add("x1", "8", Bet::Player, 1_000)?;
            let wager = scene.wager(at)?;
            wager.stake = -1_000;
            wager.returned = 0;
            found(scene)
        },
    ),
    fault(
        "irregularity_never_noticed",
        "integrity/malformed-record",
        ANY,
        "An irregularity does not say when it was noticed: that one alone is out.",
        |scene| {
            scene.irregularity(Kind::DisplayError, |i| i.noticed = None);
            found(scene)
        },
    ),
    fault(
        "irregularity_of_no_card",
        "integrity/malformed-record",
        ANY,
        "An irregularity names a card that the coup does not have: that one alone is out, and with it the void's ground.",
        |scene| {
            let beyond = scene.physical.len();
            void_with(scene, Kind::ForeignCard, "card", &beyond.to_string())
        },
    )
    .also(&["void/groundless"]),
    fault(
        "together_with_no_card",
        "integrity/malformed-record",
        ANY,
        "Cards drawn together, one of which the coup does not have: that irregularity alone is out.",
        |scene| {
            let beyond = scene.physical.len();
            void_with(scene, Kind::CardsDrawnTogether, "cards", &format!("[{},{beyond}]", beyond - 1))
        },
    )
    .also(&["void/groundless"]),
    fault(
        "together_alone",
        "integrity/malformed-record",
        ANY,
        "Cards drawn together name one card alone: that irregularity alone is out.",
        |scene| void_with(scene, Kind::CardsDrawnTogether, "cards", "[1]"),
    )
    .also(&["void/groundless"]),
    near(
        "irregularity_of_the_last_card",
        ANY,
        "A foreign card was the last one of the coup, and the coup was voided.",
        |scene| {
            let last = scene.physical.len().checked_sub(1)?;
            duties(scene, Kind::ForeignCard, |i| {
                i.facts.raw("card", &last.to_string());
            });
            scene.declare_void();
            Some(())
        },
    ),
    fault(
        "id_a_byte_too_long",
        "integrity/malformed-record",
        ANY,
        "A wager's id has 201 bytes: the record is out, its number is seen.",
        |scene| {
            scene.add(&"w".repeat(201), "8", Bet::Player, 1_000)?;
            found(scene)
        },
    ),
    near("id_as_long_as_may_be", ANY, "A wager's id has 200 bytes.", |scene| {
        scene.add(&"w".repeat(200), "8", Bet::Player, 1_000)?;
        Some(())
    }),
    fault(
        "type_unknown",
        "integrity/unknown-kind",
        ANY,
        "A record is of a type that nobody knows; reported once a log.",
        |scene| {
            let mut fields = Fields::new();
            fields.int("beat", 1);
            scene.record_after(900, "heartbeat", fields);
            scene.find_in_log("integrity/unknown-kind");
            Some(())
        },
    ),
    fault(
        "irregularity_unknown",
        "integrity/unknown-kind",
        ANY,
        "An irregularity is of a kind that this version does not know, and play went on; reported once a log.",
        |scene| {
            scene.irregularity_of("solar_flare", |_| {});
            scene.find_in_log("integrity/unknown-kind");
            Some(())
        },
    ),
];

fn found(scene: &mut Scene<'_>) -> Option<()> {
    scene.find_in_log("integrity/malformed-record");
    Some(())
}

/// A void that rests on an irregularity with this fault inside it.
fn void_with(scene: &mut Scene<'_>, kind: Kind, name: &str, value: &str) -> Option<()> {
    let by = star_supervisor(scene);
    scene.irregularity(kind, |i| {
        i.by = by;
        i.facts.raw(name, value);
    });
    scene.declare_void();
    found(scene)?;
    scene.find("void/groundless");
    Some(())
}

fn line(scene: &mut Scene<'_>, shape: fn(&str, &str) -> String) -> Option<()> {
    unharmed(scene, shape)?;
    found(scene)
}

/// Adds a line after the coup, made of the common fields and the shoe's name.
fn unharmed(scene: &mut Scene<'_>, shape: fn(&str, &str) -> String) -> Option<()> {
    let shoe = scene.draft.shoe.clone();
    let at = scene.draft.at + 400;
    let shape = Box::new(move |head: &str| shape(head, &shoe).into_bytes());
    scene.orders.after.push(Extra::Spoilt { at, shape });
    Some(())
}

fn event(head: &str, shoe: &str, more: &str) -> String {
    format!("{{{head},\"type\":\"shoe\",\"shoe\":\"{shoe}\",\"event\":\"cut_card\"{more}}}")
}

fn nested(head: &str, shoe: &str, arrays: usize) -> String {
    let deep = format!(",\"note\":{}{}", "[".repeat(arrays), "]".repeat(arrays));
    event(head, shoe, &deep)
}

fn long(head: &str, shoe: &str, bytes: usize) -> String {
    let bare = event(head, shoe, ",\"note\":\"\"").len();
    let note = format!(",\"note\":\"{}\"", "x".repeat(bytes.saturating_sub(bare)));
    event(head, shoe, &note)
}
