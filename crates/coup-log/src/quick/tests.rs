#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;

use serde_json::Value;

use super::decode::{DECLARED_NAMES, RECORD_NAMES, TIMES_NAMES, WAGER_NAMES};
use super::read_alike;
use crate::schema::described_records;

/// Every member that the quick reader takes is declared; those that it leaves to the strict one are listed here.
#[test]
fn members_are_those_of_the_declaration() {
    let coup = &described_records()["coup"];
    let beside = |object: &Value, known: &[&str]| {
        let declared: Vec<&str> = object["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        // `source_row` is a member of imports alone.
        let common = ["seq", "prev", "at", "type", "source_row"];
        assert!(known.iter().all(|name| declared.contains(name) || common.contains(name)), "{known:?}");
        declared.into_iter().filter(|name| !known.contains(name)).collect::<Vec<_>>().join(" ")
    };
    let members = &coup["properties"];
    assert_eq!(beside(coup, &RECORD_NAMES), "carried first_to no_bet reconstructed_cards to tournament");
    assert_eq!(beside(&members["times"], &TIMES_NAMES), "");
    assert_eq!(beside(&members["declared"], &DECLARED_NAMES), "");
    let left = "by made_up removed restricted";
    assert_eq!(beside(&members["wagers"]["items"], &WAGER_NAMES), left);
}

fn time() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (0..24u8, 0..60u8, 0..60u8, 0..1000u16).prop_map(|(h, m, s, ms)| format!("\"2023-06-01T{h:02}:{m:02}:{s:02}.{ms:03}+08:00\"")),
        1 => prop::sample::select(vec![
            "\"2023-06-01T12:04:31Z\"", "\"2023-06-01T12:04:31.9Z\"", "\"2023-06-01T12:04:31.123456789-11:30\"",
            "\"2023-02-29T12:04:31.000+08:00\"", "\"2023-06-01T24:00:00.000+08:00\"", "\"2023-06-01T12:04:60.000+08:00\"",
            "\"0001-01-01T00:00:00.000+00:00\"", "\"9999-12-31T23:59:59.999-23:59\"", "\"2023-06-01T12:04:31.000+24:00\"",
            "\"1969-12-31T23:59:59.999+00:00\"", "\"2023-06-01t12:04:31.000+08:00\"", "\"2023-06-01T12:04:31,000+08:00\"",
            "\"\"", "null", "1", "\"2023-06-01T12:04:31.900+08:00 \"",
        ]).prop_map(str::to_owned),
    ]
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (0..2_000_000i64).prop_map(|n| n.to_string()),
        1 => any::<i64>().prop_map(|n| n.to_string()),
        1 => prop::sample::select(vec![
            "0", "-1", "-0", "01", "1.0", "1e3", "999999999999999999", "9223372036854775807", "18446744073709551615", "null",
            "\"1\"", "1 ", "-", "+1", "0x1",
        ]).prop_map(str::to_owned),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[a-zA-Z0-9_#-]{0,14}".prop_map(|t| format!("\"{t}\"")),
        1 => (190usize..210).prop_map(|n| format!("\"{}\"", "x".repeat(n))),
        1 => prop::sample::select(vec!["\"\\u0041\"", "\"é\"", "\"a\\\"b\"", "null", "\"\u{7f}\"", "\"a\tb\""]).prop_map(str::to_owned),
    ]
}

fn word(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(words).prop_map(|word| format!("\"{word}\""))
}

/// Members in any order, some left out or doubled, with blanks between.
fn object(members: Vec<(&'static str, BoxedStrategy<String>)>) -> BoxedStrategy<String> {
    let count = members.len();
    let values: Vec<_> = members.into_iter().map(|(name, value)| value.prop_map(move |value| (name, value))).collect();
    let left_out = prop_oneof![12 => Just(usize::MAX), 1 => 0..count];
    let doubled = prop_oneof![25 => Just(usize::MAX), 1 => 0..count];
    let blank = prop_oneof![6 => Just(""), 2 => Just(" "), 1 => Just("  "), 1 => Just("\t")];
    (values.prop_shuffle(), left_out, doubled, blank)
        .prop_map(|(mut members, left_out, doubled, blank)| {
            if doubled < members.len() {
                members.push(members[doubled].clone());
            }
            if left_out < members.len() {
                members.remove(left_out);
            }
            let all: Vec<String> =
                members.iter().map(|(name, value)| format!("{blank}\"{name}\"{blank}:{blank}{value}{blank}")).collect();
            format!("{{{}}}", all.join(","))
        })
        .boxed()
}

fn list(item: BoxedStrategy<String>, most: usize) -> BoxedStrategy<String> {
    prop::collection::vec(item, 0..most).prop_map(|items| format!("[{}]", items.join(","))).boxed()
}

fn wager() -> BoxedStrategy<String> {
    object(vec![
        ("id", prop_oneof![text(), word(&["w1", "w2", "w3", "w4"])].boxed()),
        ("seat", text().boxed()),
        ("area", text().boxed()),
        ("bet", word(&["player", "banker", "tie", "super_sevens"]).boxed()),
        ("stake", number().boxed()),
        ("placed", time().boxed()),
        ("returned", number().boxed()),
        ("commission", number().boxed()),
        ("approved", prop::sample::select(vec!["true", "false", "1"]).prop_map(str::to_owned).boxed()),
        ("accepted", prop::sample::select(vec!["true", "true", "false"]).prop_map(str::to_owned).boxed()),
    ])
}

fn coup() -> BoxedStrategy<String> {
    let times = ["opened", "closed", "first_card", "settled"].map(|name| (name, time().boxed()));
    let card = prop_oneof![
        30 => ("[A23456789TJQK]", "[CDHS]").prop_map(|(rank, suit)| format!("\"{rank}{suit}\"")),
        1 => prop::sample::select(vec!["\"??\"", "\"XX\"", "\"1C\"", "\"AX\"", "\"\"", "1"]).prop_map(str::to_owned),
    ];
    object(vec![
        ("seq", number().boxed()),
        ("prev", prop_oneof![15 => "[0-9a-f]{64}".prop_map(|t| format!("\"{t}\"")), 1 => "[0-9a-fA-F]{63,65}".prop_map(|t| format!("\"{t}\""))].boxed()),
        ("at", time().boxed()),
        ("type", word(&["coup", "coup", "coup", "coup", "shoe"]).boxed()),
        ("shoe", text().boxed()),
        ("coup", number().boxed()),
        ("times", object(times.into())),
        ("cards", list(card.boxed(), 10)),
        ("wagers", list(wager(), 4)),
        ("irregularities", prop::sample::select(vec!["[]", "[ ]", "[]", "{}", "[1]"]).prop_map(str::to_owned).boxed()),
        ("declared", object(vec![
            ("result", word(&["player", "banker", "tie", "void", "none"]).boxed()),
            ("player", number().boxed()),
            ("banker", number().boxed()),
            ("sevens", number().boxed()),
        ])),
        ("wrd", word(&["player", "banker", "tie", "void", "none", "x"]).boxed()),
        ("mode", word(&["live", "no_bet"]).boxed()),
    ])
}

const USUAL: &str = r#"{"seq":3,"prev":"253ab99c145b10273fb7b7742263a3b8cd26a4adb288da688535f5e76b006ea4","at":"2023-06-01T09:01:40.099+08:00","type":"coup","shoe":"S-0001","coup":1,"times":{"opened":"2023-06-01T09:00:57.283+08:00","closed":"2023-06-01T09:01:10.066+08:00","first_card":"2023-06-01T09:01:12.290+08:00","settled":"2023-06-01T09:01:39.659+08:00"},"cards":["2C","3D","7S"],"wagers":[{"id":"w1","seat":"5","area":"5","bet":"banker","stake":5000,"placed":"2023-06-01T09:01:04.513+08:00","terminal":"T5","returned":10000},{"id":"w2","seat":"3","area":"3","bet":"player","stake":2500,"placed":"2023-06-01T09:01:05.044+08:00","terminal":"T3","returned":0},{"stake":2500,"returned":0,"bet":"tie"}],"irregularities":[],"declared":{"result":"banker","player":0,"banker":9,"sevens":2},"wrd":"banker"}"#;

#[test]
fn the_usual_shape_is_taken() {
    assert_eq!(read_alike(USUAL.as_bytes(), false), Ok(true));
    assert_eq!(read_alike(USUAL.as_bytes(), true), Ok(true));
}

#[test]
fn a_line_with_any_byte_changed_or_taken_out_is_read_alike() {
    for at in 0..USUAL.len() {
        let mut without = USUAL.as_bytes().to_vec();
        without.remove(at);
        assert!(read_alike(&without, false).is_ok(), "{at}");
        for byte in b"\"\\{}[],:0123456789-+.eEtfnZz \t\r\x00\x7f\x80\xff" {
            let mut other = USUAL.as_bytes().to_vec();
            other[at] = *byte;
            assert!(read_alike(&other, false).is_ok(), "{at} {byte}");
            other[at] = USUAL.as_bytes()[at];
            other.insert(at, *byte);
            assert!(read_alike(&other, false).is_ok(), "{at} {byte} put in");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6_000))]

    #[test]
    fn what_is_taken_is_read_alike_in_any_order(line in coup(), imported in any::<bool>()) {
        prop_assert!(read_alike(line.as_bytes(), imported).map_err(TestCaseError::fail).is_ok(), "{}", line);
    }
}
