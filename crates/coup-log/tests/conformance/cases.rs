//! What a reader has to say of lines, records, chain, seals, keys and the end of a log.

use base64ct::{Base64, Encoding as _};

use super::{Case, START, Stores, begin, coup, opened, opening};
use crate::common::{Log, Next, file, id, key, own, record, seal, sha256, time, trusted};
use serde_json::Value;

/// The cases, and the stores that they need beside the usual one.
pub fn all(stores: &mut Stores) -> Vec<Case> {
    let mut cases = accepted(stores);
    cases.extend(lines());
    cases.extend(records());
    cases.extend(parts());
    cases.extend(opens());
    cases.extend(kinds());
    cases.extend(chains());
    cases.extend(seals(stores));
    cases.extend(keys(stores));
    cases.extend(ends(stores));
    cases.extend(histories());
    cases
}

/// open, start, coup 1, this line, coup 3, final seal.
fn around(name: &str, line: impl FnOnce(&Next) -> Vec<u8>) -> Vec<u8> {
    opened(name).with(&coup(1)).raw(line).with(&coup(3)).seal(true).bytes()
}

/// The same with a record of this body as the line.
fn body(name: &str, body: &str) -> Vec<u8> {
    around(name, |next| record(next, body).into_bytes())
}

/// Coup 2 as it should be, with one text in it replaced.
fn edited(from: &str, to: &str) -> String {
    let coup = coup(2);
    assert_eq!(coup.matches(from).count(), 1, "{from}");
    coup.replace(from, to)
}

fn accepted(stores: &mut Stores) -> Vec<Case> {
    let new = |name: &str, about: &str, log: Vec<u8>, authenticated| Case::new(name, about, log, authenticated, &[]);
    let sound = |name: &str| opened(name).with(&coup(1)).with(&coup(2)).seal(true).bytes();
    let name = "accepted-smallest";
    let mut cases =
        vec![new(name, "An open and a final seal are a log.", begin(name).with(&opening(name)).seal(true).bytes(), 2)];
    let name = "accepted-usual";
    cases.push(new(name, "An open, a shoe, two coups and a final seal.", sound(name), 5));
    let name = "accepted-seals-between";
    let log = opened(name).with(&coup(1)).seal(false).with(&coup(2)).seal(false).with(&coup(3)).seal(true);
    cases.push(new(name, "Seals that are not final may stand between records.", log.bytes(), 8));
    let name = "accepted-every-record";
    cases.push(new(name, "Every type of record, with most of their fields.", every_record(name), 15));
    let name = "accepted-unknown-fields";
    let line = edited(r#","wrd""#, r#","firmware":"2.1","sensor":{"t":[21,{"deep":null}]},"wrd""#);
    cases.push(new(name, "Fields that the format does not know are ignored, and hashed.", body(name, &line), 6));
    let name = "accepted-unknown-bet";
    let line = edited(r#""bet":"player""#, r#""bet":"dragon""#);
    cases.push(new(name, "Which bets there are is the ruleset's to say, not the format's.", body(name, &line), 6));
    let name = "accepted-left-out";
    let line = r#""type":"coup","shoe":"S-1","coup":2"#;
    cases.push(new(name, "A coup without cards, wagers, declaration and display is a record.", body(name, line), 6));
    let name = "accepted-cards-known-in-part";
    let line = edited(r#"["KS","TS","8D","3C"]"#, r#"["K?","~0","8D","?C"]"#);
    cases.push(new(name, "Of a card the rank, the suit or the points alone may be known.", body(name, &line), 6));
    let name = "accepted-spaces";
    let log = around(name, |next| record(next, &coup(2)).replace(",\"", " , \"").replace("\":", "\" :\t").into_bytes());
    cases.push(new(name, "Spaces and tabs may stand between the tokens of a record that is no seal.", log, 6));
    let name = "accepted-order-of-fields";
    let log = around(name, |next| {
        let Next { seq, prev, at } = next;
        format!(r#"{{{},"at":"{at}","prev":"{prev}","seq":{seq}}}"#, coup(2)).into_bytes()
    });
    cases.push(new(name, "The fields of a record may stand in any order.", log, 6));
    let name = "accepted-escapes";
    let log = around(name, |next| {
        record(next, &coup(2)).replace("\"wrd\":\"player\"", "\"\\u0077rd\":\"\\u0070layer\"").into_bytes()
    });
    cases.push(new(name, "A name or text may be written with escapes; the bytes are hashed as they stand.", log, 6));
    let name = "accepted-other-scripts";
    let line = edited(r#""seat":"3""#, r#""seat":"三号 \ud83c\udccf é""#);
    cases.push(new(name, "Text of any script, also as a pair of surrogates.", body(name, &line), 6));
    let name = "accepted-name-of-200-bytes";
    let line = edited(r#""seat":"3""#, &format!(r#""seat":"{}""#, "é".repeat(100)));
    cases.push(new(name, "A name has at most 200 bytes: 100 letters of two bytes each.", body(name, &line), 6));
    let name = "accepted-longest-line";
    let log = around(name, |next| padded(next, 65_536));
    cases.push(new(name, "A line of 65,536 bytes without its LF.", log, 6));
    let name = "accepted-16-deep";
    let line = edited(r#","wrd""#, &format!(r#","x":{}{},"wrd""#, "[".repeat(15), "]".repeat(15)));
    cases.push(new(name, "A record nests at most 16 deep, itself counted.", body(name, &line), 6));
    let name = "accepted-largest-integer";
    let line = edited(r#""player":8"#, r#""player":9223372036854775807"#);
    cases.push(new(name, "Integers of 64 bits; whether they can be is not asked here.", body(name, &line), 6));
    let name = "accepted-nine-decimals";
    let log = opened(name).written("2023-06-01T12:00:02.123456789+08:00").with(&coup(1)).seal(true);
    cases.push(new(name, "A time with nine decimals.", log.bytes(), 4));
    let name = "accepted-same-time";
    let log = opened(name).written("2023-06-01T12:00:02+08:00").with(&coup(1)).written("2023-06-01T04:00:02Z");
    let log = log.with(&coup(2)).at(3).seal(true);
    cases.push(new(name, "Two records of one moment, written with two offsets.", log.bytes(), 5));
    let name = "accepted-two-wagers-of-one-id";
    let line = edited(r#""returned":20000}"#, r#""returned":20000},{"id":"w1","bet":"tie","stake":100,"returned":0}"#);
    cases.push(new(name, "Two wagers of one id: each is then named by its place.", body(name, &line), 6));
    let name = "accepted-import-without-seal";
    let log = begin(name).with(&imported(name)).with(r#""type":"coup""#).bytes();
    cases.push(new(name, "An import without a seal is no finding; nothing of it is authenticated.", log, 0));
    let name = "accepted-import-sealed";
    let log = begin(name).with(&imported(name)).with(r#""type":"coup""#).seal(true).bytes();
    let case = new(name, "An import may be sealed by a key that may, and need not name a key in its open.", log, 3);
    cases.push(case.under(stores, &[trusted(&own(), "imports: true")]));
    let name = "accepted-final-seal-spelled-otherwise";
    let log = opened(name).raw(|next| seal(name, next, &own(), true).replace(',', ", ").into_bytes()).bytes();
    cases.push(new(name, "A seal with spaces in it: what is signed is what it says.", log, 3));
    let name = "accepted-other-sealing-key";
    let log = opened(name).with(&coup(1)).seal_by(&key(9), true).bytes();
    let both = [trusted(&own(), ""), trusted(&key(9), "")];
    cases.push(new(name, "Another key may seal where the store lets both.", log, 4).under(stores, &both));
    for (name, about, more) in [
        (
            "accepted-key-in-scope",
            "Venue, table and kind are those of the key.",
            "tables: [\"BAC-07\"]\nkinds: [table]",
        ),
        (
            "accepted-key-from-that-moment",
            "A key counts from `from` on, that moment included.",
            "from: 2023-06-01T12:00:04+08:00",
        ),
        (
            "accepted-key-until-later",
            "The last nanosecond before `until`.",
            "until: 2023-06-01T12:00:04.000000001+08:00",
        ),
        ("accepted-key-revoked-later", "A seal of before the revocation counts.", "revoked: 2023-06-01T12:00:05+08:00"),
    ] {
        cases.push(new(name, about, sound(name), 5).under(stores, &[trusted(&own(), more)]));
    }
    let name = "accepted-compromised-good-position";
    let log = opened(name).with(&coup(1)).with(&coup(2)).seal(true);
    let good = format!("compromised: [{}]", position(&log, 5));
    let case = new(name, "A leaked key whose last good position is the final seal.", log.bytes(), 5);
    cases.push(case.under(stores, &[trusted(&own(), &good)]));
    cases
}

/// Coup 2 in a line of this length.
fn padded(next: &Next, length: usize) -> Vec<u8> {
    let line = |pad: usize| record(next, &edited(r#","wrd""#, &format!(r#","pad":"{}","wrd""#, "x".repeat(pad))));
    line(length - line(0).len()).into_bytes()
}

fn imported(name: &str) -> String {
    let open = opening(name);
    let (before, _) = open.split_once(r#","key""#).unwrap();
    format!(r#"{before},"imported":true"#)
}

fn every_record(name: &str) -> Vec<u8> {
    let at = |seconds: u64| format!("2023-06-01T11:59:{seconds:02}+08:00");
    let times = format!(
        r#""times":{{"opened":"{}","closed":"{}","first_card":"{}","settled":"{}"}}"#,
        at(1),
        at(10),
        at(11),
        at(30)
    );
    let wagers = format!(
        r#""wagers":[{{"id":"w1","seat":"3","area":"3","player":"P-17","bet":"player","stake":10000,"placed":"{0}","returned":20000,"commission":0,"approved":true,"token":"promotional"}},{{"id":"w2","terminal":"T1","bet":"tie","stake":500,"placed":"{0}","returned":0,"accepted":false,"by":"gaming_supervisor"}},{{"bet":"banker","stake":500,"placed":"{0}","withdrawn":"{0}","removed":"reconstruction","returned":500}}]"#,
        at(5)
    );
    let irregularity = format!(
        r#"{{"kind":"foreign_card","noticed":"{}","notified_at":"{}","ruling":"stands","by":"casino_supervisor","notified":["surveillance","inspector"],"card":1}}"#,
        at(12),
        at(20)
    );
    begin(name)
        .with(&opening(name))
        .with(r#""type":"limits","min":{"player":2500},"max":{"player":500000,"tie":50000},"differential":1000000,"area_max":800000,"chip":500"#)
        .with(r#""type":"limits","max":{"player":1000000},"seat":"3","player":"P-17""#)
        .with(r#""type":"options","elected":{"paytable":"a"}"#)
        .with(r#""type":"staff","dealer":"B-1042","supervisor":"B-2001""#)
        .with(r#""type":"shoe","shoe":"S-1","event":"start","decks":8,"burned":["4C"],"preshuffled":true,"recirculates":false"#)
        .with(r#""type":"shoe","shoe":"S-1","event":"burn","cards":["4D","??"]"#)
        .with(&format!(
            r#""type":"coup","shoe":"S-1","coup":1,"mode":"live",{times},"cards":["KS","TS","8D","3C"],"to":"PBPB","first_to":"PBPB","carried":false,{wagers},"irregularities":[{irregularity}],"declared":{{"result":"player","player":8,"banker":3,"sevens":0}},"wrd":"player""#
        ))
        .with(r#""type":"coup","shoe":"S-1","coup":2,"mode":"no_bet","no_bet":{"reason":"agreed","by":"assistant_gaming_manager"},"cards":["KD","TD","8H","3S"]"#)
        .with(r#""type":"shoe","shoe":"S-1","event":"cut_card""#)
        .with(r#""type":"shoe","shoe":"S-1","event":"check""#)
        .with(r#""type":"shoe","shoe":"S-1","event":"replace","out":["4C"],"in":["4C"]"#)
        .with(&format!(r#""type":"incident","kind":"disruption","noticed":"{}","cause":"fire","shoe":"S-1","coup":2"#, at(40)))
        .with(r#""type":"shoe","shoe":"S-1","event":"end""#)
        .seal(true)
        .bytes()
}

/// Lines that are no records by their bytes.
fn lines() -> Vec<Case> {
    let new = |name: &str, about: &str, edit: &dyn Fn(&str) -> Vec<u8>| {
        let log = around(name, |next| edit(&record(next, &coup(2))));
        Case::new(name, about, log, 5, &["4 malformed-record"])
    };
    let put = |name: &str, about: &str, from: &str, to: &str| {
        let log = body(name, &edited(from, to));
        Case::new(name, about, log, 5, &["4 malformed-record"])
    };
    // What names no predecessor breaks the chain, so that the seal vouches for what stands behind it alone.
    let bare = |name: &str, about: &str, line: &[u8]| {
        Case::new(name, about, around(name, |_| line.to_vec()), 2, &["4 malformed-record"])
    };
    let wrd = r#","wrd""#;
    let with = |text: &str| format!("{text}{wrd}");
    let mut cases = vec![
        new("line-not-utf-8", "A byte that is no UTF-8 inside a text.", &|line| {
            let (before, after) = line.split_once("\"seat\":\"3").unwrap();
            [before.as_bytes(), b"\"seat\":\"3\xff", after.as_bytes()].concat()
        }),
        new("line-overlong-utf-8", "A letter in two bytes that needs one.", &|line| {
            let (before, after) = line.split_once("\"seat\":\"3").unwrap();
            [before.as_bytes(), b"\"seat\":\"\xc0\xb3", after.as_bytes()].concat()
        }),
        new("line-carriage-return", "CR LF at the end of a line.", &|line| format!("{line}\r").into()),
        new("line-byte-order-mark", "A byte order mark before the record.", &|line| format!("\u{feff}{line}").into()),
        new("line-space-before", "A space before the record.", &|line| format!(" {line}").into()),
        new("line-two-objects", "Two objects on one line.", &|line| format!("{line}{{}}").into()),
        new("line-null-byte", "A NUL behind the record.", &|line| format!("{line}\0").into()),
        new("line-cut", "The end of the record is missing.", &|line| line[..line.len() - 12].into()),
        new("line-comma-at-end", "A comma behind the last field.", &|line| {
            format!("{},}}", line.strip_suffix('}').unwrap()).into()
        }),
        new("line-single-quotes", "Single quotes around a text.", &|line| line.replace("\"3\"", "'3'").into()),
        bare("line-blank", "A line without anything on it.", b""),
        bare("line-of-spaces", "A line of spaces.", b"    "),
        bare("line-no-json", "A line that is no JSON.", b"table restarted"),
        bare("line-array", "An array where the record belongs.", b"[]"),
        bare("line-empty-object", "An object without any field.", b"{}"),
    ];
    let name = "line-in-array";
    let line = |next: &Next| format!("[{}]", record(next, &coup(2))).into_bytes();
    let about = "The record inside an array: what it names there is not read.";
    cases.push(Case::new(name, about, around(name, line), 2, &["4 malformed-record"]));
    let name = "line-too-long";
    let log = around(name, |next| padded(next, 65_537));
    cases.push(Case::new(name, "A line of 65,537 bytes without its LF.", log, 5, &["4 malformed-record"]));
    cases.extend([
        put(
            "line-17-deep",
            "A record that nests 17 deep, in a field that nobody knows.",
            wrd,
            &with(&format!(r#","x":{}{}"#, "[".repeat(16), "]".repeat(16))),
        ),
        put("line-name-twice", "A name that stands twice, with two values.", wrd, &with(r#","wrd":"banker""#)),
        put(
            "line-name-twice-alike",
            "A name that stands twice, with one value.",
            wrd,
            &with(r#","carried":false,"carried":false"#),
        ),
        put(
            "line-name-twice-escaped",
            "A name that stands twice, once with an escape.",
            wrd,
            &with(r#","\u0077rd":"player""#),
        ),
        put(
            "line-name-twice-in-unknown-field",
            "A name that stands twice inside a field that nobody knows.",
            wrd,
            &with(r#","x":{"y":1,"y":1}"#),
        ),
        put(
            "line-name-twice-in-a-wager",
            "A name that stands twice in a wager takes out the whole record.",
            r#""stake":10000"#,
            r#""stake":10000,"stake":10000"#,
        ),
        put("line-float", "A number with a decimal point.", "10000", "10000.0"),
        put("line-exponent", "A number with an exponent.", "10000", "1e4"),
        put(
            "line-float-in-unknown-field",
            "A float in a field that nobody knows.",
            wrd,
            &with(r#","temperature":21.5"#),
        ),
        put(
            "line-integer-of-65-bits",
            "An integer beyond 64 bits in a field that nobody knows.",
            wrd,
            &with(r#","x":18446744073709551616"#),
        ),
        put("line-leading-zero", "A number with a zero before it.", "10000", "010000"),
        put("line-plus-sign", "A number with a plus sign.", "10000", "+10000"),
        put("line-not-a-number", "NaN is no JSON.", "10000", "NaN"),
        put("line-lone-surrogate", "Half of a surrogate pair.", r#""seat":"3""#, r#""seat":"\ud83c""#),
        put(
            "line-lone-surrogate-in-unknown-field",
            "Half of a surrogate pair in a field that nobody knows.",
            wrd,
            &with(r#","x":"\udccf""#),
        ),
        put("line-control-character", "A tab inside a text that is not escaped.", r#""seat":"3""#, "\"seat\":\"\t3\""),
        put("line-comment", "A comment.", wrd, &with("/* shown */")),
    ]);
    let whole = opened("line-without-line-feed").with(&coup(1)).seal(true).bytes();
    cases.push(Case::new(
        "line-without-line-feed",
        "The last line is not ended: it is not read, and nothing is said of the end of the log.",
        whole.strip_suffix(b"\n").unwrap().to_vec(),
        0,
        &["4 malformed-record"],
    ));
    let name = "line-blank-at-end";
    let log = [opened(name).seal(true).bytes(), b"\n".to_vec()].concat();
    cases.push(Case::new(name, "A second LF at the end of the file is a blank line.", log, 3, &["4 malformed-record"]));
    cases
}

/// Records whose fields are not those of the format.
fn records() -> Vec<Case> {
    let new =
        |name: &str, about: &str, text: &str| Case::new(name, about, body(name, text), 5, &["4 malformed-record"]);
    let put = |name: &str, about: &str, from: &str, to: &str| new(name, about, &edited(from, to));
    let whole = |name: &str, about: &str, authenticated: u64, edit: &dyn Fn(&Next) -> String| {
        let log = around(name, |next| edit(next).into_bytes());
        Case::new(name, about, log, authenticated, &["4 malformed-record"])
    };
    let at = |name: &str, about: &str, at: &str| {
        whole(name, about, 5, &|next| record(&Next { at: at.to_owned(), ..next.clone() }, &coup(2)))
    };
    let without = |name: &str, about: &str, from: &str, authenticated: u64| {
        whole(name, about, authenticated, &|next| {
            let line = record(next, &coup(2));
            let (before, rest) = line.split_once(from).unwrap();
            let (_, after) = rest.split_once(',').unwrap();
            format!("{before}{after}")
        })
    };
    vec![
        without("record-without-seq", "`seq` is missing.", r#""seq""#, 5),
        without("record-without-prev", "`prev` is missing: no seal vouches across the line.", r#""prev""#, 2),
        without("record-without-at", "`at` is missing.", r#""at""#, 5),
        without("record-without-type", "`type` is missing.", r#""type""#, 5),
        whole("record-seq-as-text", "`seq` is a text.", 5, &|next| {
            record(next, &coup(2)).replacen(r#""seq":3"#, r#""seq":"3""#, 1)
        }),
        whole("record-seq-negative", "`seq` is below zero.", 5, &|next| {
            record(next, &coup(2)).replacen(r#""seq":3"#, r#""seq":-3"#, 1)
        }),
        whole(
            "record-prev-upper-case",
            "`prev` in upper case is no hash: no seal vouches across the line.",
            2,
            &|next| record(next, &coup(2)).replace(&next.prev, &next.prev.to_uppercase()),
        ),
        whole("record-prev-short", "`prev` of 63 digits.", 2, &|next| {
            record(next, &coup(2)).replace(&next.prev, &next.prev[1..])
        }),
        at("record-time-lower-case", "A time with `t` and `z`.", "2023-06-01t04:00:03z"),
        at("record-time-with-space", "A time with a space for its `T`.", "2023-06-01 12:00:03+08:00"),
        at("record-time-without-offset", "A time without an offset.", "2023-06-01T12:00:03"),
        at("record-time-offset-without-colon", "An offset without its colon.", "2023-06-01T12:00:03+0800"),
        at("record-time-second-60", "A leap second.", "2023-06-01T12:00:60+08:00"),
        at("record-time-hour-24", "An hour that does not exist.", "2023-06-01T24:00:00+08:00"),
        at("record-time-no-such-day", "A day that does not exist.", "2023-06-31T12:00:03+08:00"),
        at("record-time-ten-decimals", "A time with ten decimals.", "2023-06-01T12:00:03.0000000000+08:00"),
        at("record-time-point-alone", "A decimal point without decimals.", "2023-06-01T12:00:03.+08:00"),
        put("record-coup-missing", "A coup without its number.", r#","coup":2"#, ""),
        put("record-coup-zero", "Coups are counted from 1.", r#""coup":2"#, r#""coup":0"#),
        put("record-coup-as-text", "A coup number as text.", r#""coup":2"#, r#""coup":"2""#),
        put("record-shoe-as-number", "A shoe's name as a number.", r#""shoe":"S-1""#, r#""shoe":1"#),
        put("record-null", "`null` where a text belongs.", r#""wrd":"player""#, r#""wrd":null"#),
        put("record-unknown-word", "A word that the format does not list.", r#""wrd":"player""#, r#""wrd":"Player""#),
        put("record-unknown-card", "A card as people write it: 10S.", r#""TS""#, r#""10S""#),
        put("record-card-of-two-figures", "Points of a card that are no single figure.", r#""TS""#, r#""~10""#),
        put("record-card-of-a-rank-in-points", "A rank in place of the points of a card.", r#""TS""#, r#""~T""#),
        put(
            "record-card-without-a-suit",
            "A rank alone, without the mark that the suit is not known.",
            r#""TS""#,
            r#""T""#,
        ),
        put("record-card-lower-case", "A card in lower case.", r#""TS""#, r#""ts""#),
        put("record-cards-as-text", "Cards in one text.", r#"["KS","TS","8D","3C"]"#, r#""KSTS8D3C""#),
        put(
            "record-to-of-another-length",
            "`to` with five letters for four cards.",
            r#","wrd""#,
            r#","to":"PBPBP","wrd""#,
        ),
        put("record-to-unknown-letter", "`to` with a letter that is none.", r#","wrd""#, r#","to":"PBPD","wrd""#),
        put(
            "record-array-for-object",
            "An array where an object belongs.",
            r#"{"result":"player","player":8,"banker":3}"#,
            r#"["player",8,3]"#,
        ),
        put(
            "record-name-of-201-bytes",
            "A name of 201 bytes.",
            r#""shoe":"S-1""#,
            &format!(r#""shoe":"{}""#, "x".repeat(201)),
        ),
        put(
            "record-integer-beyond-signed-64-bits",
            "2^63 in a field that is read.",
            r#""player":8"#,
            r#""player":9223372036854775808"#,
        ),
        put(
            "record-time-inside",
            "A time inside `times` that is none.",
            r#","wrd""#,
            r#","times":{"opened":"noon"},"wrd""#,
        ),
        new(
            "record-shoe-event-unknown",
            "An event of a shoe that the format does not list.",
            r#""type":"shoe","shoe":"S-1","event":"pause""#,
        ),
        new("record-shoe-event-missing", "A record of a shoe without its event.", r#""type":"shoe","shoe":"S-1""#),
        new(
            "record-start-without-decks",
            "A start without its decks.",
            r#""type":"shoe","shoe":"S-2","event":"start""#,
        ),
        new("record-no-decks", "A shoe of no decks.", r#""type":"shoe","shoe":"S-2","event":"start","decks":0"#),
        new("record-limit-negative", "A limit below zero.", r#""type":"limits","max":{"player":-1}"#),
        new("record-chip-zero", "A smallest chip of nothing.", r#""type":"limits","chip":0"#),
        new("record-staff-of-nobody", "A record of staff that names nobody.", r#""type":"staff""#),
        new("record-options-none", "A record of options that names none.", r#""type":"options","elected":{}"#),
        new(
            "record-incident-without-kind",
            "An incident without its kind.",
            r#""type":"incident","noticed":"2023-06-01T12:00:03+08:00""#,
        ),
        new(
            "record-incident-without-noticed",
            "An incident of which nobody says when it was noticed.",
            r#""type":"incident","kind":"fraud""#,
        ),
        new("record-second-open", "A second `open`.", &opening("record-second-open")),
    ]
}

/// Faults that take a wager or an irregularity out of its record, and nothing else.
fn parts() -> Vec<Case> {
    let put = |name: &str, about: &str, from: &str, to: &str, reported: &[&str]| {
        Case::new(name, about, body(name, &edited(from, to)), 6, reported)
    };
    let irregular = |name: &str, about: &str, one: &str| {
        let with = format!(r#","irregularities":[{one}],"wrd""#);
        put(name, about, r#","wrd""#, &with, &["4 malformed-record"])
    };
    let w1: &[&str] = &["4 malformed-record w1"];
    vec![
        put("wager-stake-zero", "A stake of nothing takes out its wager.", r#""stake":10000"#, r#""stake":0"#, w1),
        put("wager-stake-negative", "A stake below zero.", r#""stake":10000"#, r#""stake":-5"#, w1),
        put(
            "wager-commission-negative",
            "A commission below zero takes out its wager.",
            r#""stake":10000"#,
            r#""stake":10000,"commission":-1"#,
            w1,
        ),
        put("wager-stake-as-text", "A stake as text.", r#""stake":10000"#, r#""stake":"10000""#, w1),
        put("wager-without-returned", "A wager that does not say what went back.", r#","returned":20000"#, "", w1),
        put("wager-without-bet", "A wager without its bet.", r#","bet":"player""#, "", w1),
        put(
            "wager-time",
            "A time of a wager that is none.",
            r#""stake":10000"#,
            r#""stake":10000,"placed":"12:00""#,
            w1,
        ),
        put(
            "wager-unknown-word",
            "A role that the format does not list.",
            r#""stake":10000"#,
            r#""stake":10000,"by":"boss""#,
            w1,
        ),
        put(
            "wager-without-id",
            "A wager without an id is named by its place.",
            r#""id":"w1","seat":"3","bet":"player","stake":10000"#,
            r#""bet":"player","stake":0"#,
            &["4 malformed-record #1"],
        ),
        put(
            "wager-ids-alike",
            "Wagers of one id are named by their places.",
            r#""returned":20000}"#,
            r#""returned":20000},{"id":"w1","bet":"tie","stake":0,"returned":0}"#,
            &["4 malformed-record #2"],
        ),
        put(
            "wager-no-object",
            "A wager that is no object.",
            r#""returned":20000}"#,
            r#""returned":20000},7"#,
            &["4 malformed-record #2"],
        ),
        put(
            "wager-two-of-three",
            "Each wager with a fault is one finding.",
            r#""returned":20000}"#,
            r#""returned":20000},{"id":"w2","bet":"tie","stake":0,"returned":0},{"id":"w3","stake":5,"returned":0}"#,
            &["4 malformed-record w2", "4 malformed-record w3"],
        ),
        irregular(
            "irregularity-without-kind",
            "An irregularity without its kind takes out that one.",
            r#"{"noticed":"2023-06-01T12:00:03+08:00"}"#,
        ),
        irregular(
            "irregularity-without-noticed",
            "An irregularity of which nobody says when it was noticed.",
            r#"{"kind":"fraud"}"#,
        ),
        irregular(
            "irregularity-card-beyond",
            "An index that names no card of the coup.",
            r#"{"kind":"foreign_card","noticed":"2023-06-01T12:00:03+08:00","card":4}"#,
        ),
        irregular(
            "irregularity-card-negative",
            "An index below zero.",
            r#"{"kind":"foreign_card","noticed":"2023-06-01T12:00:03+08:00","card":-1}"#,
        ),
        irregular(
            "irregularity-one-card-together",
            "Cards drawn together are two or more.",
            r#"{"kind":"cards_drawn_together","noticed":"2023-06-01T12:00:03+08:00","cards":[1]}"#,
        ),
        irregular(
            "irregularity-unknown-role",
            "A role that the format does not list.",
            r#"{"kind":"fraud","noticed":"2023-06-01T12:00:03+08:00","notified":["police"]}"#,
        ),
    ]
}

/// First lines that open nothing.
fn opens() -> Vec<Case> {
    let new = |name: &str, about: &str, log: Vec<u8>| Case::new(name, about, log, 0, &["1 no-open"]);
    let put = |name: &str, about: &str, from: &str, to: &str| {
        let open = opening(name);
        assert_eq!(open.matches(from).count(), 1, "{name}");
        new(name, about, begin(name).with(&open.replace(from, to)).with(START).seal(true).bytes())
    };
    let named = |name: &str| format!(r#""log":"{name}""#);
    let mut cases = vec![
        Case::new("open-empty-file", "A file without a line.", Vec::new(), 0, &["- no-open"]),
        new("open-blank-line", "A file of one blank line.", b"\n".to_vec()),
        new("open-not-first", "The open stands second.", {
            let name = "open-not-first";
            begin(name).with(START).with(&opening(name)).seal(true).bytes()
        }),
        new("open-cut-in-its-line", "The file ends within its first line.", {
            begin("open-cut-in-its-line").with(&opening("open-cut-in-its-line")).bytes()[..120].to_vec()
        }),
        put("open-other-format", "A format that is not `coup-log/1`.", "coup-log/1", "coup-log/2"),
        put("open-without-currency", "An open without its currency.", r#","currency":"SGD""#, ""),
        put(
            "open-source-kind-unknown",
            "A kind of source that the format does not list.",
            r#""kind":"table""#,
            r#""kind":"camera""#,
        ),
        put("open-source-as-text", "The source as text.", r#"{"kind":"table","id":"BAC-07"}"#, r#""BAC-07""#),
        put(
            "open-key-upper-case",
            "A key id in upper case.",
            &id(&own()).to_string(),
            &id(&own()).to_string().to_uppercase(),
        ),
    ];
    let name = "open-without-key";
    let key = format!(r#","key":"{}""#, id(&own()));
    cases.push(put(name, "An open without a key that is no import.", &key, ""));
    let name = "open-id-with-line-feed";
    let about = "A line feed in the log's id: the text that is signed could be read in two ways.";
    cases.push(put(name, about, &named(name), r#""log":"open\nid""#));
    let name = "open-id-of-201-bytes";
    cases.push(put(name, "A log's id of 201 bytes.", &named(name), &format!(r#""log":"{}""#, "x".repeat(201))));
    let name = "open-byte-order-mark";
    let log = begin(name).raw(|next| format!("\u{feff}{}", record(next, &opening(name))).into_bytes());
    cases.push(new(name, "A byte order mark at the beginning of the file.", log.seal(true).bytes()));
    cases
}

/// Words that a later version may know: reported once each, and nothing is refused.
fn kinds() -> Vec<Case> {
    let new = |name: &str, about: &str, log: Log, records: u64, reported: &[&str]| {
        Case::new(name, about, log.seal(true).bytes(), records, reported)
    };
    let noticed = r#""noticed":"2023-06-01T12:00:02+08:00""#;
    let with = |kinds: &[&str]| {
        let all: Vec<String> = kinds.iter().map(|kind| format!(r#"{{"kind":"{kind}",{noticed}}}"#)).collect();
        edited(r#","wrd""#, &format!(r#","irregularities":[{}],"wrd""#, all.join(",")))
    };
    let (first, second, third) = ("kind-record-type", "kind-irregularity", "kind-incident");
    vec![
        new(
            first,
            "A type of record that the format does not know; it is left out.",
            opened(first).with(r#""type":"camera","id":5"#).with(r#""type":"camera""#),
            5,
            &["3 unknown-kind"],
        ),
        new(
            second,
            "Kinds of irregularity that the format does not know, each told once and read as `other`.",
            opened(second)
                .with(&with(&["earthquake", "flood", "earthquake"]))
                .with(&with(&["flood"]).replace(r#""coup":2"#, r#""coup":3"#)),
            5,
            &["3 unknown-kind", "3 unknown-kind"],
        ),
        new(
            third,
            "The same in an incident; upper case is another word.",
            opened(third).with(&format!(r#""type":"incident","kind":"Fraud",{noticed}"#)),
            4,
            &["3 unknown-kind"],
        ),
    ]
}

/// Chain, numbers and times.
fn chains() -> Vec<Case> {
    let new = |name: &str, about: &str, log: Vec<u8>, authenticated: u64, reported: &[&str]| {
        Case::new(name, about, log, authenticated, reported)
    };
    let usual = |name: &str| opened(name).with(&coup(1)).with(&coup(2)).with(&coup(3)).seal(true);
    let elsewhere = sha256(b"elsewhere");
    let mut cases = Vec::new();
    let name = "chain-record-altered";
    let log = usual(name).edit(4, "20000", "30000").bytes();
    cases.push(new(name, "A record altered after the next one was written.", log, 2, &["5 chain-broken"]));
    let name = "chain-record-removed";
    let mut lines = usual(name).lines;
    lines.remove(3);
    cases.push(new(
        name,
        "A record taken out; its missing number is told with the chain.",
        file(&lines),
        2,
        &["4 chain-broken"],
    ));
    let name = "chain-record-twice";
    let mut lines = usual(name).lines;
    lines.insert(3, lines[3].clone());
    cases.push(new(name, "A record that stands twice.", file(&lines), 3, &["5 chain-broken"]));
    let name = "chain-records-swapped";
    let mut lines = usual(name).lines;
    lines.swap(3, 4);
    let reported = ["4 chain-broken", "5 chain-broken", "5 time-reversal", "6 chain-broken"];
    cases.push(new(name, "Two records in each other's place.", file(&lines), 1, &reported));
    let name = "chain-record-put-in";
    let mut lines = usual(name).lines;
    let next = Next { seq: 4, prev: sha256(&lines[3]), at: time(3) };
    lines.insert(4, record(&next, &coup(9)).into());
    cases.push(new(
        name,
        "A record put in that names the one before; the next one does not name it.",
        file(&lines),
        2,
        &["6 chain-broken"],
    ));
    let name = "chain-prev-elsewhere";
    let log = opened(name).prev(&elsewhere).with(&coup(1)).with(&coup(2)).seal(true).bytes();
    cases.push(new(name, "A writer that names something else.", log, 3, &["3 chain-broken"]));
    let name = "chain-prev-with-line-feed";
    let start = opened(name);
    let hash = sha256(&[start.lines[1].clone(), b"\n".to_vec()].concat());
    let log = start.prev(hash).with(&coup(1)).seal(true).bytes();
    cases.push(new(name, "The hash of the line before with its LF.", log, 2, &["3 chain-broken"]));
    let name = "chain-first-prev-not-zero";
    let log = begin(name).prev(&elsewhere).with(&opening(name)).with(&coup(1)).seal(true).bytes();
    cases.push(new(name, "The first line names a predecessor.", log, 3, &["1 chain-broken"]));
    let name = "chain-number-told-with-it";
    let log = opened(name).prev(&elsewhere).seq(9).with(&coup(1)).seal(true).bytes();
    cases.push(new(
        name,
        "A wrong `seq` on a line that breaks the chain is no finding of its own.",
        log,
        2,
        &["3 chain-broken"],
    ));
    let name = "chain-seal-vouches-to-the-break";
    let log = opened(name).with(&coup(1)).seal(false).with(&coup(2)).prev(&elsewhere).with(&coup(3)).seal(true).bytes();
    cases.push(new(
        name,
        "Each seal vouches back to the last break: coup 2 is vouched for by none.",
        log,
        6,
        &["6 chain-broken"],
    ));
    let name = "chain-malformed-names-another";
    let mut lines = opened(name)
        .with(&coup(1))
        .with(&coup(2))
        .with(&edited("10000", "1e4").replace(r#""coup":2"#, r#""coup":3"#))
        .with(&coup(4))
        .seal(true)
        .lines;
    lines.remove(3);
    cases.push(new(
        name,
        "A line that is no record and names another predecessor is both.",
        file(&lines),
        2,
        &["4 malformed-record", "4 chain-broken"],
    ));
    let name = "sequence-gap";
    let log = opened(name).with(&coup(1)).seq(7).with(&coup(2)).seal(true).bytes();
    cases.push(new(
        name,
        "A number left out while `prev` is right; numbers go on from there.",
        log,
        5,
        &["4 sequence-gap"],
    ));
    let name = "sequence-repeated";
    let log = opened(name).with(&coup(1)).seq(2).with(&coup(2)).seal(true).bytes();
    cases.push(new(name, "A number that stands twice.", log, 5, &["4 sequence-gap"]));
    let name = "sequence-from-one";
    let log = begin(name).seq(1).with(&opening(name)).with(&coup(1)).seal(true).bytes();
    cases.push(new(name, "Numbers that begin with 1.", log, 3, &["1 sequence-gap"]));
    let name = "time-back";
    let log = opened(name).at(60).with(&coup(1)).at(59).with(&coup(2)).at(59).seal(true).bytes();
    cases.push(new(name, "A record that was written before the one before it.", log, 5, &["4 time-reversal"]));
    let name = "time-back-by-a-nanosecond";
    let log = opened(name).at(60).with(&coup(1)).written("2023-06-01T04:00:59.999999999Z");
    let log = log.with(&coup(2)).at(61).seal(true).bytes();
    cases.push(new(name, "A nanosecond back, written with another offset.", log, 5, &["4 time-reversal"]));
    let name = "time-back-once";
    let log = opened(name).at(60).with(&coup(1)).at(10).with(&coup(2)).at(11).with(&coup(3)).at(12).seal(true).bytes();
    cases.push(new(
        name,
        "Each record is compared with the one before it, not with the latest.",
        log,
        6,
        &["4 time-reversal"],
    ));
    cases
}

/// The good position that the seal on this line is.
fn position(log: &Log, line: usize) -> String {
    let prev = sha256(&log.lines[line - 2]);
    format!("{{log: {}, seq: {}, prev: \"{prev}\"}}", log.id, line - 1)
}

/// The final seal of a log of three lines before it, edited.
fn sealed(name: &str, edit: impl FnOnce(String) -> String) -> Vec<u8> {
    opened(name).with(&coup(1)).raw(|next| edit(seal(name, next, &own(), true)).into_bytes()).bytes()
}

fn seals(stores: &mut Stores) -> Vec<Case> {
    let bad = |name: &str, about: &str, log: Vec<u8>| Case::new(name, about, log, 0, &["4 bad-signature"]);
    let mut cases = Vec::new();
    let name = "seal-of-another-log";
    let log = opened(name).with(&coup(1)).raw(|next| seal("another-log", next, &own(), true).into_bytes()).bytes();
    cases.push(bad(name, "A seal of another log of the same key.", log));
    let name = "seal-time-altered";
    let log = sealed(name, |line| line.replace("12:00:03", "12:00:04"));
    cases.push(bad(name, "The time of the seal was altered.", log));
    let name = "seal-time-spelled-otherwise";
    let log = sealed(name, |line| line.replace("T12:00:03+08:00", "T04:00:03Z"));
    cases.push(bad(name, "The same moment in another spelling: what is signed is the text.", log));
    let name = "seal-made-final";
    let log = opened(name).with(&coup(1)).raw(|next| seal(name, next, &own(), false).replace("false", "true").into());
    cases.push(bad(name, "An open seal that was made final.", log.bytes()));
    let name = "seal-made-open";
    let log = sealed(name, |line| line.replace(r#""final":true"#, r#""final":false"#));
    let reported = ["4 bad-signature", "4 not-closed"];
    cases.push(Case::new(name, "A final seal that was made open.", log, 0, &reported));
    let name = "seal-number-altered";
    let log = sealed(name, |line| line.replace(r#""seq":3"#, r#""seq":4"#));
    let reported = ["4 sequence-gap", "4 bad-signature"];
    cases.push(Case::new(name, "The number of the seal was altered.", log, 0, &reported));
    let signature = |name: &'static str, edit: &dyn Fn(&mut [u8; 64])| {
        sealed(name, |line| {
            let (before, rest) = line.split_once(r#""sig":""#).unwrap();
            let (sig, after) = rest.split_once('"').unwrap();
            let mut bytes = [0; 64];
            Base64::decode(sig, &mut bytes).unwrap();
            edit(&mut bytes);
            format!(r#"{before}"sig":"{}"{after}"#, Base64::encode_string(&bytes))
        })
    };
    let name = "seal-signature-altered";
    cases.push(bad(name, "One bit of the signature was altered.", signature(name, &|sig| sig[10] ^= 1)));
    let name = "seal-signature-of-zeros";
    cases.push(bad(name, "A signature of zeros.", signature(name, &|sig| *sig = [0; 64])));
    let name = "seal-signature-not-canonical";
    let about = "The second half of the signature plus the order of the group: RFC 8032 refuses it.";
    cases.push(bad(name, about, signature(name, &add_order)));
    let name = "seal-names-another-key";
    let log = sealed(name, |line| line.replace(&id(&own()).to_string(), &id(&key(9)).to_string()));
    let both = [trusted(&own(), ""), trusted(&key(9), "")];
    cases.push(bad(name, "The seal names another trusted key than the one that signed.", log).under(stores, &both));
    let name = "seal-bad-then-good";
    let wrong = |next: &Next| seal("another-log", next, &own(), false).into_bytes();
    let log = opened(name).with(&coup(1)).raw(wrong).with(&coup(2)).seal(true).bytes();
    let about = "A later seal vouches for what the bad one could not.";
    cases.push(Case::new(name, about, log, 6, &["4 bad-signature"]));

    // A seal that is no record is none: the log ends in records that nothing vouches for.
    let none = |name: &'static str, about: &str, edit: &dyn Fn(String) -> String| {
        let log = sealed(name, edit);
        Case::new(name, about, log, 0, &["4 malformed-record", "1 unsealed-tail"])
    };
    let sig = |edit: &'static dyn Fn(&str) -> String| {
        move |line: String| {
            let (before, rest) = line.split_once(r#""sig":""#).unwrap();
            let (sig, after) = rest.split_once('"').unwrap();
            format!(r#"{before}"sig":"{}"{after}"#, edit(sig))
        }
    };
    cases.extend([
        none(
            "seal-base64-without-padding",
            "Base64 without its `==`.",
            &sig(&|sig| sig.trim_end_matches('=').to_owned()),
        ),
        none(
            "seal-base64-bits-left",
            "Base64 whose last letter has bits that belong to no byte.",
            &sig(&|sig| {
                let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
                let last = sig.as_bytes()[85];
                let at = letters.bytes().position(|letter| letter == last).unwrap();
                format!("{}{}==", &sig[..85], &letters[at + 1..at + 2])
            }),
        ),
        none("seal-base64-of-urls", "Base64 of URLs, with `-` and `_`.", &sig(&|sig| format!("-_{}", &sig[2..]))),
        none("seal-base64-with-space", "A space in the base64.", &sig(&|sig| format!("{} {}", &sig[..40], &sig[40..]))),
        none("seal-base64-with-line-feed", "An escaped line feed behind the base64.", &sig(&|sig| format!("{sig}\\n"))),
        none("seal-signature-of-63-bytes", "A signature of 63 bytes.", &sig(&|_| Base64::encode_string(&[1; 63]))),
        none("seal-signature-in-hex", "A signature in hex.", &sig(&|_| "ab".repeat(64))),
        none("seal-unknown-field", "A seal holds nothing beyond its own fields.", &|line| {
            line.replace(r#","final""#, r#","note":"","final""#)
        }),
        none("seal-without-final", "A seal without `final`.", &|line| line.replace(r#","final":true"#, "")),
        none("seal-final-as-text", "`final` as text.", &|line| line.replace(r#""final":true"#, r#""final":"true""#)),
        none("seal-key-upper-case", "A key id in upper case.", &|line| {
            line.replace(&id(&own()).to_string(), &id(&own()).to_string().to_uppercase())
        }),
        none("seal-name-twice", "`final` stands twice.", &|line| {
            line.replace(r#""final":true"#, r#""final":true,"final":true"#)
        }),
    ]);
    cases
}

/// `s` and the order of the group: the same point, in a second spelling.
fn add_order(sig: &mut [u8; 64]) {
    const ORDER: [u8; 16] =
        [0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14];
    let mut order = [0u8; 32];
    order[..16].copy_from_slice(&ORDER);
    order[31] = 0x10;
    let mut carry = 0u16;
    for (byte, more) in sig[32..].iter_mut().zip(order) {
        let sum = u16::from(*byte) + u16::from(more) + carry;
        *byte = (sum & 0xff) as u8;
        carry = sum >> 8;
    }
}

fn keys(stores: &mut Stores) -> Vec<Case> {
    let sound = |name: &str| opened(name).with(&coup(1)).seal(true).bytes();
    let reported: &[&str] = &["4 untrusted-key"];
    let mut cases = Vec::new();
    let name = "key-no-store";
    let log = opened(name).seal(false).with(&coup(1)).seal_by(&key(9), true).bytes();
    let mut case = Case::new(name, "No trust store: told once, whatever keys there are.", log, 0, &["3 untrusted-key"]);
    case.trust = None;
    cases.push(case);
    let name = "key-unknown";
    let log = opened(name).with(&coup(1)).seal_by(&key(9), true).bytes();
    cases.push(Case::new(name, "A seal by a key that the store does not hold.", log, 0, reported));
    let name = "key-of-open-unknown";
    let log = opened(name).with(&coup(1)).seal_by(&key(9), true).bytes();
    let case = Case::new(name, "The store holds the key that seals, and not the one that opened.", log, 0, reported);
    cases.push(case.under(stores, &[trusted(&key(9), "")]));
    let name = "key-told-once";
    let log = opened(name).seal_by(&key(9), false).seal_by(&key(9), false).seal_by(&key(8), false);
    let log = log.seal_by(&key(9), false).seal(true).bytes();
    let twice = ["3 untrusted-key", "5 untrusted-key"];
    cases.push(Case::new(name, "Each key is told once; the last seal vouches for all.", log, 7, &twice));
    for (name, about, more) in [
        ("key-of-another-venue", "A key of another venue.", "venue: star"),
        ("key-of-another-table", "A key of other tables.", "tables: [\"BAC-08\"]"),
        ("key-of-no-table", "An empty list of tables is none.", "tables: []"),
        ("key-of-another-kind", "A key of other kinds of source.", "kinds: [shoe, terminal]"),
        ("key-too-early", "A seal a nanosecond before `from`.", "from: 2023-06-01T12:00:03.000000001+08:00"),
        ("key-at-until", "A seal at `until`, which is excluded.", "until: 2023-06-01T12:00:03+08:00"),
        ("key-revoked", "A seal at the moment of the revocation.", "revoked: 2023-06-01T12:00:03+08:00"),
        ("key-compromised", "A leaked key without a good position.", "compromised: []"),
    ] {
        cases.push(Case::new(name, about, sound(name), 0, reported).under(stores, &[trusted(&own(), more)]));
    }
    let name = "key-for-no-imports";
    let log = begin(name).with(&imported(name)).with(r#""type":"coup""#).seal(true).bytes();
    cases.push(Case::new(name, "An import under a key that may seal none.", log, 0, &["3 untrusted-key"]));
    let name = "key-compromised-beyond-good-position";
    let log = opened(name).with(&coup(1)).seal(false).with(&coup(2)).seal(true);
    let good = format!("compromised: [{}]", position(&log, 4));
    let case = Case::new(
        name,
        "A leaked key: what stands behind its good position does not count.",
        log.bytes(),
        4,
        &["6 untrusted-key"],
    );
    cases.push(case.under(stores, &[trusted(&own(), &good)]));
    let name = "key-compromised-other-position";
    let log = opened(name).with(&coup(1)).seal(true);
    let good = format!("compromised: [{}]", position(&log, 4).replace("seq: 3", "seq: 2"));
    let case = Case::new(name, "A good position is exactly one seal: log, number and hash.", log.bytes(), 0, reported);
    cases.push(case.under(stores, &[trusted(&own(), &good)]));
    let name = "key-in-time-at-first";
    let log = opened(name).with(&coup(1)).seal(false).with(&coup(2)).seal(true);
    let case = Case::new(
        name,
        "A key that runs out within the log: what it sealed before counts.",
        log.bytes(),
        4,
        &["6 untrusted-key"],
    );
    cases.push(case.under(stores, &[trusted(&own(), "until: 2023-06-01T12:00:05+08:00")]));
    cases
}

fn ends(stores: &mut Stores) -> Vec<Case> {
    let new = |name: &str, about: &str, log: Log, authenticated: u64, reported: &[&str]| {
        Case::new(name, about, log.bytes(), authenticated, reported)
    };
    let sound = |name: &str| opened(name).with(&coup(1)).seal(true);
    let mut cases = Vec::new();
    let name = "end-without-seal";
    cases.push(new(name, "A log without a seal.", opened(name).with(&coup(1)), 0, &["1 unsealed-tail"]));
    let name = "end-open-alone";
    let log = begin(name).with(&opening(name));
    cases.push(new(name, "An open and nothing else.", log, 0, &["1 unsealed-tail"]));
    let name = "end-records-after-seal";
    let log = opened(name).with(&coup(1)).seal(false).with(&coup(2)).with(&coup(3));
    cases.push(new(name, "Records behind the last seal, told at the first of them.", log, 4, &["5 unsealed-tail"]));
    let name = "end-not-closed";
    let log = opened(name).with(&coup(1)).seal(false);
    cases.push(new(name, "The last seal is not final.", log, 4, &["4 not-closed"]));
    let name = "end-not-closed-by-a-stranger";
    let log = opened(name).with(&coup(1)).seal_by(&key(9), false);
    let reported = ["4 untrusted-key", "4 not-closed"];
    cases.push(new(name, "Who sealed is one question, whether the log is complete another.", log, 0, &reported));
    let name = "end-after-final";
    let log = sound(name).with(&coup(2)).with(&coup(3));
    cases.push(new(
        name,
        "Records behind a final seal are told once, and nothing else about the end.",
        log,
        4,
        &["5 after-final"],
    ));
    let name = "end-after-final-sealed";
    let log = sound(name).with(&coup(2)).seal(false);
    cases.push(new(name, "The same with a seal behind them.", log, 6, &["5 after-final"]));
    let name = "end-two-final-seals";
    cases.push(new(name, "A seal is a record too.", sound(name).seal(true), 5, &["5 after-final"]));
    let name = "end-import-unsealed-tail";
    let log = begin(name).with(&imported(name)).with(r#""type":"coup""#).seal(false).with(r#""type":"coup""#);
    let case = new(name, "An import that has a seal is judged as any log.", log, 3, &["4 unsealed-tail"]);
    cases.push(case.under(stores, &[trusted(&own(), "imports: true")]));
    let name = "end-two-logs-in-one-file";
    let both = [sound(name).bytes(), sound(name).bytes()].concat();
    let reported = ["5 malformed-record", "5 chain-broken", "6 time-reversal", "6 after-final"];
    cases.push(Case::new(name, "Two logs one behind the other.", both, 7, &reported));
    cases
}

/// What shows only beside another copy, or beside what was verified before.
fn histories() -> Vec<Case> {
    let before = |name: &str| opened(name).with(&coup(1)).seal(false);
    let two = |name: &str, about: &str, one: (Log, u64), other: (Log, u64), reported: &[&str]| {
        let mut case = Case::new(name, about, one.0.bytes(), one.1, reported);
        case.logs.push((other.0.bytes(), other.1));
        case
    };
    let mut cases = Vec::new();
    let name = "fork-two-sealed-histories";
    let other = before(name).with(&edited("20000", "30000")).seal(true);
    let about = "Two logs of one id that part ways, told at the second one's first line of its own.";
    cases.push(two(name, about, (before(name).with(&coup(2)).seal(true), 6), (other, 6), &["2:5 fork"]));
    let name = "fork-none-one-goes-on";
    let about = "A log and an earlier copy of it: no fork, and the copy is not closed.";
    let whole = before(name).with(&coup(2)).seal(true);
    cases.push(two(name, about, (whole, 6), (before(name), 4), &["2:4 not-closed"]));

    // What a run remembers of a log that ends in this line.
    let heads = |log: &Log| {
        let line = String::from_utf8(log.lines.last().unwrap().clone()).unwrap();
        let seal: Value = serde_json::from_str(&line).unwrap();
        let (seq, last, sha256) = (&seal["seq"], &seal["final"], sha256(line.as_bytes()));
        let quoted = serde_json::to_string(&line).unwrap();
        format!(
            "{{\"type\":\"resettle-heads/1\",\"heads\":1}}\n{{\"log\":\"{}\",\"jurisdiction\":\"SG\",\"venue\":\"mbs\",\"table\":\"BAC-07\",\"source\":{{\"kind\":\"table\",\"id\":\"BAC-07\"}},\"seq\":{seq},\"final\":{last},\"sha256\":\"{sha256}\",\"line\":{quoted}}}\n",
            log.id
        )
    };
    let mut remembered = |name: &str, about: &str, earlier: &Log, now: (Log, u64), reported: &[&str]| {
        let mut case = Case::new(name, about, now.0.bytes(), now.1, reported);
        case.heads = Some(heads(earlier));
        cases.push(case);
    };
    let name = "heads-log-went-on";
    let now = before(name).with(&coup(2)).seal(true);
    remembered(name, "A log that holds the seal that was verified before, and goes on.", &before(name), (now, 6), &[]);
    let name = "heads-rolled-back-cut";
    let earlier = before(name).with(&coup(2)).seal(false);
    let reported = ["4 rolled-back", "4 not-closed"];
    remembered(
        name,
        "A log that ends before the seal that was verified before.",
        &earlier,
        (before(name), 4),
        &reported,
    );
    let name = "heads-rolled-back-rewritten";
    let earlier = before(name).with(&coup(2)).seal(true);
    let now = before(name).with(&edited("20000", "30000")).seal(true);
    remembered(
        name,
        "A log that was written again behind the seal before the last.",
        &earlier,
        (now, 6),
        &["6 rolled-back"],
    );
    cases
}
