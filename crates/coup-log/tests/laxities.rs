//! Every laxity that a reader of JSON or of this format could have, in a known and in an unknown
//! field: the line is malformed and nothing else is reported, or it is read without a word.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use crate::common::{
    LOG, Log, Next, Outcome, id, may_import, open_body, own, read, record, reported, seal, time, trust,
};
use resettle_coup_log::{Body, Seen, described_records};
use serde_json::{Value, json};

/// What comes of a line.
#[derive(Clone, Debug, PartialEq)]
enum Expect {
    /// `malformed-record` and only it; the coup number that could be read.
    Refused(Option<(Option<&'static str>, u64)>),
    /// Only this wager or, without a name, this irregularity is out.
    Part(Option<&'static str>),
    /// Nothing is reported.
    Accepted,
    /// An unknown kind or type; nothing is refused.
    Unknown,
}
use Expect::{Accepted, Part, Refused, Unknown};

const SEEN: Expect = Refused(Some((Some("S-1"), 2)));
const NO_SHOE: Expect = Refused(Some((None, 2)));
const UNSEEN: Expect = Refused(None);

/// Makes the line under test.
type Line = Box<dyn Fn(&Next) -> Vec<u8>>;

struct Row {
    name: String,
    line: Line,
    expect: Expect,
}

/// The line stands on line 5 of a log that is chained and sealed around it.
const AT: u64 = 5;

fn embed(line: &Line) -> Vec<u8> {
    Log::open()
        .with(r#""type":"limits","max":{"player":500000}"#)
        .with(r#""type":"shoe","shoe":"S-1","event":"start","decks":8,"burned":["4C"]"#)
        .coup(1)
        .raw(line)
        .coup(3)
        .seal(true)
        .bytes()
}

fn check(row: &Row) -> Result<(), String> {
    let outcome = read(&embed(&row.line), Some(&trust()));
    let said: Vec<&str> = outcome.verdict.faults.iter().map(|f| f.what.as_str()).collect();
    let fail = |what: &str| Err(format!("{}: {what}; told {:?} {said:?}", row.name, outcome.reported()));
    let wanted = match &row.expect {
        Accepted => vec![],
        Refused(_) => vec![format!("{AT} malformed-record")],
        Part(None) => vec![format!("{AT} malformed-record")],
        Part(Some(wager)) => vec![format!("{AT} malformed-record {wager}")],
        Unknown => vec![format!("{AT} unknown-kind")],
    };
    if outcome.reported() != wanted {
        return fail(&format!("wanted {wanted:?}"));
    }
    let seen: Vec<_> = outcome.malformed.iter().map(|(line, seen)| (*line, seen.clone())).collect();
    match &row.expect {
        Refused(wanted) => {
            let wanted = wanted.map(|(shoe, coup)| Seen { shoe: shoe.map(str::to_owned), coup });
            if seen != [(AT, wanted.clone())] {
                return fail(&format!("wanted seen {wanted:?}, got {seen:?}"));
            }
            let (shoe, coup) = wanted.map_or((None, None), |seen| (seen.shoe, Some(seen.coup)));
            let fault = &outcome.verdict.faults[0];
            if (&fault.shoe, fault.coup) != (&shoe, coup) {
                return fail("the fault does not stand at the coup that was seen");
            }
        }
        expect => {
            if !seen.is_empty() || outcome.records.len() != 7 {
                return fail("the record is out");
            }
            if let Body::Coup(coup) = &outcome.records[4].body {
                let line = embed(&row.line).split(|b| *b == b'\n').nth(4).map(<[u8]>::to_vec).unwrap_or_default();
                let logged: Value = serde_json::from_slice(&line).expect("an accepted line is JSON");
                let count = |name: &str| logged[name].as_array().map_or(0, Vec::len);
                let read = coup.wagers.as_ref().map_or(0, Vec::len) + coup.irregularities.len();
                let out = usize::from(matches!(expect, Part(_)));
                if read + out != count("wagers") + count("irregularities") {
                    return fail("not exactly the part at fault is out");
                }
            }
        }
    }
    if !outcome.verdict.vouched(6) {
        return fail("the seal does not vouch for the coup after it");
    }
    Ok(())
}

fn judge(rows: &[Row]) {
    let failed: Vec<String> = rows.iter().filter_map(|row| check(row).err()).collect();
    assert!(failed.is_empty(), "{} of {} rows:\n{}", failed.len(), rows.len(), failed.join("\n"));
}

// ---------------------------------------------------------------- the bytes of a line

/// A coup with every field that a live coup can have, and unknown fields `x` on three levels.
const COUP: &str = r#""type":"coup","shoe":"S-1","coup":2,"mode":"live","no_bet":{"reason":"agreed","by":"dealer"},"times":{"opened":"2023-06-01T12:00:01Z","closed":"2023-06-01T12:00:02Z","u":0},"cards":["KD","TS","4H","TC"],"to":"BPBB","first_to":"BPBB","carried":false,"wagers":[{"id":"w1","seat":"1","bet":"player","stake":100,"returned":200}],"irregularities":[{"kind":"fraud","noticed":"2023-06-01T12:00:03Z","by":"dealer"}],"declared":{"result":"player","player":7},"wrd":"player","x":{"y":["z",5,{"w":"v"}]},"n":6"#;

/// The coup with `from` replaced, which has to stand in it once.
fn edited(from: &'static str, to: impl Into<Vec<u8>>) -> Line {
    let to = to.into();
    Box::new(move |next| {
        let line = record(next, COUP);
        let (before, after) = line.split_once(from).unwrap_or_else(|| panic!("`{from}` is not in the coup"));
        assert!(!after.contains(from), "`{from}` stands twice in the coup");
        [before.as_bytes(), &to, after.as_bytes()].concat()
    })
}

/// The coup with something done to its whole line.
fn whole(edit: impl Fn(&Next, String) -> Vec<u8> + 'static) -> Line {
    Box::new(move |next| edit(next, record(next, COUP)))
}

/// Refused in a known field and in an unknown one alike: the places are replaced as a whole.
const KNOWN_NUMBER: &str = r#""player":7"#;
const UNKNOWN_NUMBER: &str = r#","n":6"#;
const NESTED_NUMBER: &str = ",5,{";
const KNOWN_TEXT: &str = r#""wrd":"player""#;
const NAME_TEXT: &str = r#""shoe":"S-1""#;
const UNKNOWN_TEXT: &str = r#"["z","#;
const NESTED_TEXT: &str = r#"{"w":"v"}"#;

#[test]
fn laxities_of_the_syntax_in_known_and_unknown_fields() {
    let mut rows = Vec::new();
    let mut row = |name: &str, line: Line, expect: &Expect| {
        rows.push(Row { name: name.to_owned(), line, expect: expect.clone() });
    };

    row("the coup as it is", whole(|_, line| line.into()), &Accepted);

    // Numbers.
    for bad in [
        "1.0",
        "1e3",
        "1E3",
        "1e-1",
        "-0",
        "-0.0",
        "0.5",
        "1e400",
        "18446744073709551616",
        "-9223372036854775809",
        "07",
        "-07",
        "+5",
        ".5",
        "5.",
        "0x5",
        "1_000",
        "5n",
        "NaN",
        "Infinity",
        "-Infinity",
        "-",
        "--5",
        "1e",
        "٣",
    ] {
        row(&format!("number {bad}, known"), edited(KNOWN_NUMBER, format!(r#""player":{bad}"#)), &SEEN);
        row(&format!("number {bad}, unknown"), edited(UNKNOWN_NUMBER, format!(r#","n":{bad}"#)), &SEEN);
        row(&format!("number {bad}, nested"), edited(NESTED_NUMBER, format!(",{bad},{{")), &SEEN);
    }
    for (value, known) in [("9223372036854775807", Accepted), ("-9223372036854775808", Accepted), ("0", Accepted)] {
        row(&format!("number {value}, known"), edited(KNOWN_NUMBER, format!(r#""player":{value}"#)), &known);
        row(&format!("number {value}, unknown"), edited(UNKNOWN_NUMBER, format!(r#","n":{value}"#)), &Accepted);
    }
    // 64 bits without a sign: an unknown field may hold them, no field of the format does.
    for value in ["9223372036854775808", "18446744073709551615"] {
        row(&format!("number {value}, known"), edited(KNOWN_NUMBER, format!(r#""player":{value}"#)), &SEEN);
        row(&format!("number {value}, unknown"), edited(UNKNOWN_NUMBER, format!(r#","n":{value}"#)), &Accepted);
    }
    for bad in ["1.0", "1e0", "2.0", "-0", "02"] {
        row(&format!("coup number {bad}"), edited(r#""coup":2"#, format!(r#""coup":{bad}"#)), &UNSEEN);
    }

    // Words.
    for bad in ["True", "None", "nul", "undefined", "TRUE", "truefalse", "nil"] {
        row(&format!("word {bad}, known"), edited(r#""carried":false"#, format!(r#""carried":{bad}"#)), &SEEN);
        row(&format!("word {bad}, unknown"), edited(UNKNOWN_NUMBER, format!(r#","n":{bad}"#)), &SEEN);
    }

    // Text: what stands between the quotes, as bytes.
    let texts: Vec<(&str, Vec<u8>)> = vec![
        ("invalid UTF-8 ff", b"S\xff".to_vec()),
        ("overlong UTF-8", b"S\xc0\xaf".to_vec()),
        ("UTF-8 surrogate", b"S\xed\xa0\x80".to_vec()),
        ("UTF-8 beyond U+10FFFF", b"S\xf4\x90\x80\x80".to_vec()),
        ("UTF-8 cut off", b"S\xe2\x82".to_vec()),
        ("UTF-8 continuation alone", b"S\x80".to_vec()),
        ("lone high surrogate", br"S\ud800".to_vec()),
        ("lone high surrogate, upper case", br"S\uD83D".to_vec()),
        ("lone low surrogate", br"S\udc00".to_vec()),
        ("surrogates in the wrong order", br"S\udc00\ud800".to_vec()),
        ("two high surrogates", br"S\ud800\ud800".to_vec()),
        ("high surrogate before a letter", br"S\ud800\u0041".to_vec()),
        ("high surrogate before text", br"\ud800S".to_vec()),
        ("raw NUL", b"S\x00".to_vec()),
        ("raw control character", b"S\x01".to_vec()),
        ("raw tab", b"S\t".to_vec()),
        ("raw unit separator", b"S\x1f".to_vec()),
        ("raw carriage return", b"S\r".to_vec()),
        ("escape \\x41", br"S\x41".to_vec()),
        ("escape \\'", br"S\'".to_vec()),
        ("escape \\0", br"S\0".to_vec()),
        ("escape \\u12", br"S\u12".to_vec()),
        ("escape \\u+041", br"S\u+041".to_vec()),
        ("escape \\U0041", br"S\U0041".to_vec()),
        ("escape \\u{41}", br"S\u{41}".to_vec()),
        ("a quote inside", br#"S"S"#.to_vec()),
    ];
    for (name, bytes) in &texts {
        let text = |before: &str, after: &str| [before.as_bytes(), bytes, after.as_bytes()].concat();
        // Behind a quote too many, what is text and what is not cannot be known.
        let seen = if bytes.contains(&b'"') { UNSEEN } else { NO_SHOE };
        row(&format!("{name}, known"), edited(NAME_TEXT, text(r#""shoe":""#, "\"")), &seen);
        row(&format!("{name}, known word"), edited(KNOWN_TEXT, text(r#""wrd":""#, "\"")), &SEEN);
        row(&format!("{name}, unknown"), edited(UNKNOWN_TEXT, text(r#"[""#, r#"","#)), &SEEN);
        row(&format!("{name}, nested"), edited(NESTED_TEXT, text(r#"{"w":""#, r#""}"#)), &SEEN);
        row(&format!("{name}, unknown name"), edited(UNKNOWN_NUMBER, text(r#",""#, r#"":6"#)), &SEEN);
        row(&format!("{name}, nested name"), edited(NESTED_TEXT, text(r#"{""#, r#"":1}"#)), &SEEN);
        row(&format!("{name}, name in times"), edited(r#""u":0"#, text(r#"""#, r#"":0"#)), &SEEN);
    }
    for good in [r"\ud83d\ude00", r"\u0000", r"\r\n\t\b\f\/\\\u002f", "\u{7f}", "\u{2028}\u{feff}", "\u{fffe}", "é𝄞"]
    {
        row(&format!("text {good}, unknown"), edited(UNKNOWN_TEXT, format!(r#"["{good}","#)), &Accepted);
        row(&format!("text {good}, unknown name"), edited(UNKNOWN_NUMBER, format!(r#","{good}":6"#)), &Accepted);
        row(&format!("text {good}, known"), edited(r#""seat":"1""#, format!(r#""seat":"{good}""#)), &Accepted);
    }
    row("an escaped name", edited(r#""wrd":"player""#, r#""\u0077rd":"\u0070layer""#), &Accepted);

    // Names that stand twice.
    row("twice seq", edited(NAME_TEXT, r#""shoe":"S-1","seq":4"#), &SEEN);
    row("twice seq, escaped", edited(NAME_TEXT, r#""shoe":"S-1","\u0073eq":4"#), &SEEN);
    row("twice type", edited(NAME_TEXT, r#""shoe":"S-1","type":"coup""#), &SEEN);
    row("twice type, two words", edited(NAME_TEXT, r#""shoe":"S-1","type":"shoe""#), &UNSEEN);
    row("twice coup, two numbers", edited(NAME_TEXT, r#""shoe":"S-1","coup":1"#), &UNSEEN);
    row("twice coup, escaped", edited(NAME_TEXT, r#""shoe":"S-1","c\u006fup":1"#), &UNSEEN);
    row("twice shoe", edited(NAME_TEXT, r#""shoe":"S-1","shoe":"S-2""#), &NO_SHOE);
    row("twice null", edited(UNKNOWN_NUMBER, r#","n":null,"n":null"#), &SEEN);
    row("twice, unknown", edited(UNKNOWN_NUMBER, r#","n":6,"n":6"#), &SEEN);
    row("twice, unknown, escaped", edited(UNKNOWN_NUMBER, r#","n":6,"\u006e":6"#), &SEEN);
    row("twice, unknown, escape in upper case", edited(UNKNOWN_NUMBER, r#","n":6,"\u006E":6"#), &SEEN);
    row("twice, nested", edited(NESTED_TEXT, r#"{"w":"v","w":"v"}"#), &SEEN);
    row("twice, nested, escaped", edited(NESTED_TEXT, r#"{"w":"v","\u0077":"v"}"#), &SEEN);
    row("twice in times", edited(r#""u":0"#, r#""opened":"2023-06-01T12:00:01Z""#), &SEEN);
    row("twice, unknown, in times", edited(r#""u":0"#, r#""u":0,"u":0"#), &SEEN);
    row("twice in a wager", edited(r#""stake":100"#, r#""stake":100,"stake":100"#), &SEEN);
    row("twice in an irregularity", edited(r#""kind":"fraud""#, r#""kind":"fraud","kind":"fraud""#), &SEEN);
    row("twice the empty name", edited(UNKNOWN_NUMBER, r#","":6,"":6"#), &SEEN);
    row("other case is another name", edited(UNKNOWN_NUMBER, r#","N":6,"n":6,"SEQ":1"#), &Accepted);
    row("the same name on another level", edited(NESTED_TEXT, r#"{"x":"v","seq":1,"prev":"","coup":9}"#), &Accepted);
    let many: String = (0..60).map(|n| format!(r#","m{n}":0"#)).collect();
    row("sixty names", edited(UNKNOWN_NUMBER, many.clone()), &Accepted);
    for twice in [0, 10, 11, 12, 30, 59] {
        row(&format!("sixty names, m{twice} twice"), edited(UNKNOWN_NUMBER, format!(r#"{many},"m{twice}":0"#)), &SEEN);
    }

    // Punctuation and comments.
    let layouts = [
        ("trailing comma in the object", r#""w":"v",}"#),
        ("leading comma", r#","w":"v"}"#),
        ("missing comma", r#""w":"v" "q":1}"#),
        ("missing colon", r#""w" "v"}"#),
        ("two colons", r#""w"::"v"}"#),
        ("equals sign", r#""w"="v"}"#),
        ("name without quotes", r#"w:"v"}"#),
        ("name in single quotes", r#"'w':"v"}"#),
        ("text in single quotes", r#""w":'v'}"#),
        ("number as name", r#"1:"v"}"#),
        ("null as name", r#"null:"v"}"#),
        ("block comment", r#"/*c*/"w":"v"}"#),
        ("line comment", r#""w":"v"}//c"#),
        ("hash comment", "\"w\":\"v\"}#c"),
        ("no value", r#""w":}"#),
        ("missing value of an array", r#""w":[1,,2]}"#),
        ("trailing comma in an array", r#""w":[1,]}"#),
        ("other brackets", r#""w":[1}]"#),
        ("form feed between tokens", "\"w\":\u{c}\"v\"}"),
        ("vertical tab between tokens", "\"w\":\u{b}\"v\"}"),
        ("no-break space between tokens", "\"w\":\u{a0}\"v\"}"),
        ("carriage return between tokens", "\"w\":\r\"v\"}"),
        ("BOM between tokens", "\"w\":\u{feff}\"v\"}"),
    ];
    for (name, text) in layouts {
        row(&format!("{name}, nested"), edited(NESTED_TEXT, format!("{{{text}")), &SEEN);
        // In the record itself, behind what can be read of it.
        let top = format!(r#""n":6,{text}"#);
        row(&format!("{name}, outermost"), whole(move |_, line| line.replace(r#""n":6}"#, &top).into()), &SEEN);
    }
    row("spaces and tabs between tokens", edited(NESTED_TEXT, "{ \"w\"\t:  \"v\" }"), &Accepted);
    row("spaces behind the record", whole(|_, line| format!("{line} \t ").into()), &Accepted);
    row("space inside the brace", whole(|_, line| line.replacen('{', "{ ", 1).into()), &Accepted);

    // What stands before and behind the record.
    for (name, before, expect) in [
        ("BOM", "\u{feff}", SEEN),
        ("leading space", " ", SEEN),
        ("leading tab", "\t", SEEN),
        ("leading carriage return", "\r", SEEN),
        ("leading comma", ",", UNSEEN),
        ("record separator", "\u{1e}", UNSEEN),
        ("XSSI prefix", ")]}',", UNSEEN),
        ("leading zero-width space", "\u{200b}", UNSEEN),
    ] {
        row(name, whole(move |_, line| format!("{before}{line}").into()), &expect);
    }
    for (name, behind) in [
        ("carriage return at the end", "\r"),
        ("letter behind", "x"),
        ("NUL behind", "\0"),
        ("comma behind", ","),
        ("brace behind", "}"),
        ("second object", "{}"),
        ("second object after a space", " {\"seq\":9}"),
        ("number behind", " 1"),
        ("comment behind", " // x"),
        ("no-break space behind", "\u{a0}"),
        ("BOM behind", "\u{feff}"),
        ("form feed behind", "\u{c}"),
    ] {
        row(name, whole(move |_, line| format!("{line}{behind}").into()), &SEEN);
    }
    row("two records on a line", whole(|next, line| [line.clone(), record(next, COUP)].concat().into()), &SEEN);
    row("invalid byte behind", whole(|_, line| [line.as_bytes(), b"\xff"].concat()), &SEEN);
    row("no closing brace", whole(|_, line| line.trim_end_matches('}').to_owned().into_bytes()), &SEEN);
    for text in ["", " ", "{}", "[]", "null", "5", "\"text\"", "{", "}", "\0", "\r", "\u{feff}", "-", "//", "{{}}"] {
        row(&format!("line {text:?}"), Box::new(move |_| text.into()), &UNSEEN);
    }
    row(
        "16 binary bytes",
        Box::new(|_| vec![0xff, 0xfe, 0, 1, 2, 3, 0x80, 0x7b, 0x22, 0xc3, 0x28, 9, 13, 0, 0, 0]),
        &UNSEEN,
    );

    // Arrays where objects belong.
    row(
        "array form of the record",
        whole(|next, _| format!(r#"[{},"{}","{}","coup"]"#, next.seq, next.prev, next.at).into()),
        &UNSEEN,
    );
    row("the record in an array", whole(|_, line| format!("[{line}]").into()), &UNSEEN);
    row("array form of times", whole(|next, _| swap(next, "/times", json!([time(1), time(2)]))), &SEEN);
    row("array form of declared", whole(|next, _| swap(next, "/declared", json!(["player", 7, 4, 1]))), &SEEN);
    row("array form of no_bet", whole(|next, _| swap(next, "/no_bet", json!(["agreed", "dealer"]))), &SEEN);
    row(
        "array form of a wager",
        whole(|next, _| swap(next, "/wagers/0", json!(["w1", "1", "player", 100, 200]))),
        &Part(Some("#1")),
    );
    row(
        "array form of an irregularity",
        whole(|next, _| swap(next, "/irregularities/0", json!(["fraud", time(1)]))),
        &Part(None),
    );
    row("object form of cards", whole(|next, _| swap(next, "/cards", json!({"0": "KD"}))), &SEEN);

    // Depth: the record is 1, so an unknown field holds 15 more.
    for (depth, expect) in [(15, Accepted), (16, SEEN), (127, SEEN), (200, SEEN), (20_000, SEEN)] {
        let arrays = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let objects = format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
        row(&format!("{depth} arrays deeper"), edited(UNKNOWN_NUMBER, format!(r#","n":{arrays}"#)), &expect);
        if objects.len() < 60_000 {
            row(&format!("{depth} objects deeper"), edited(UNKNOWN_NUMBER, format!(r#","n":{objects}"#)), &expect);
        }
        if depth < 1000 {
            let inner = depth - 1;
            let arrays = format!("{}5{}", "[".repeat(inner), "]".repeat(inner));
            row(&format!("{depth} arrays deeper, in times"), edited(r#""u":0"#, format!(r#""u":{arrays}"#)), &expect);
        }
    }

    // Length: 65,536 bytes without the LF.
    for (length, expect) in [(65_536, Accepted), (65_537, SEEN), (70_000, SEEN), (1_000_000, SEEN)] {
        let pad = move |_: &Next, line: String| {
            let missing = length - line.len();
            line.replace(r#""w":"v""#, &format!(r#""w":"v{}""#, "v".repeat(missing))).into_bytes()
        };
        row(&format!("{length} bytes, text"), whole(pad), &expect);
        row(
            &format!("{length} bytes, spaces behind"),
            whole(move |_, line| {
                let missing = length - line.len();
                [line, " ".repeat(missing)].concat().into()
            }),
            &expect,
        );
    }

    judge(&rows);
}

// ---------------------------------------------------------------- types and words

/// The coup with the value at `pointer` replaced.
fn swap(next: &Next, pointer: &str, value: Value) -> Vec<u8> {
    let mut record: Value = serde_json::from_str(&record(next, COUP)).expect("the coup is JSON");
    *record.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not in the coup")) = value;
    record.to_string().into_bytes()
}

/// One record of each shape but `open` and `seal`, with what it is called: those of the schema's test, and each irregularity of a coup
/// as an incident. Where a field may stand that nobody knows, one does.
fn specimens(records: &Value) -> Vec<(String, Value)> {
    let mut out = Vec::new();
    for line in include_str!("../src/schema/records.jsonl").lines() {
        let mut record: Value = serde_json::from_str(line).expect("a record");
        let kind = record["type"].as_str().expect("its type").to_owned();
        if ["open", "seal"].contains(&kind.as_str()) {
            continue;
        }
        let incidents = record["irregularities"].as_array().cloned().unwrap_or_default();
        for (name, value) in [("shoe", json!("S-1")), ("coup", json!(2))] {
            if let Some(old) = record.get_mut(name) {
                *old = value;
            }
        }
        out.push((kind, record));
        out.extend(incidents.into_iter().map(|mut incident| {
            incident["type"] = json!("incident");
            ("incident".to_owned(), incident)
        }));
    }
    for (kind, record) in &mut out {
        add_unknown(&[&records[kind.as_str()]], record);
    }
    out.into_iter().enumerate().map(|(nth, (kind, record))| (format!("{kind}, specimen {nth}"), record)).collect()
}

fn add_unknown(forms: &[&Value], value: &mut Value) {
    let forms = applied(forms, value);
    match value {
        Value::Object(map) => {
            for (name, inner) in map.iter_mut() {
                add_unknown(&below(&forms, name), inner);
            }
            if forms.iter().any(|form| form["properties"].is_object()) {
                map.insert("x".to_owned(), json!([null, {"y": 1}]));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| add_unknown(&below(&forms, "0"), inner)),
        _ => {}
    }
}

/// What is said of a value, with what is said under conditions that it fulfils.
fn applied<'f>(forms: &[&'f Value], value: &Value) -> Vec<&'f Value> {
    let mut out = Vec::new();
    for form in forms {
        out.push(*form);
        for also in form["allOf"].as_array().into_iter().flatten() {
            out.extend(applied(&[also], value));
        }
        if let Some(condition) = form.get("if") {
            let mut asked = condition["properties"].as_object().expect("of members").iter();
            let holds = asked.all(|(name, form)| {
                let words = form["enum"].as_array().map_or(std::slice::from_ref(&form["const"]), Vec::as_slice);
                words.contains(&value[name])
            });
            if holds {
                out.extend(applied(&[&form["then"]], value));
            }
        }
    }
    out
}

/// What is said of a member or of an item; nothing of one that nobody reads.
fn below<'f>(forms: &[&'f Value], name: &str) -> Vec<&'f Value> {
    let of = |form: &&'f Value| {
        let known =
            form["properties"].get(name).or_else(|| form.get("additionalProperties").filter(|form| form.is_object()));
        known.or_else(|| form.get("items"))
    };
    forms.iter().filter_map(of).collect()
}

/// What is said of the value at a pointer, and whether what holds it may lack it.
fn said_at<'f>(record: &'f Value, specimen: &Value, pointer: &str) -> (Vec<&'f Value>, bool) {
    let (mut forms, mut value, mut needed) = (vec![record], specimen, false);
    for name in pointer.split('/').skip(1) {
        forms = applied(&forms, value);
        let lists =
            |key: &str| forms.iter().filter_map(|form| form[key].as_array()).flatten().any(|known| known == name);
        let least = |key: &str| forms.iter().filter_map(|form| form[key].as_u64()).max().unwrap_or(0);
        needed = match value {
            Value::Object(map) => {
                let without = |form: &Value| {
                    form["required"].as_array().is_some_and(|names| {
                        names
                            .iter()
                            .all(|known| known != name && known.as_str().is_some_and(|known| map.contains_key(known)))
                    })
                };
                let either = forms.iter().filter_map(|form| form["anyOf"].as_array());
                lists("required")
                    || least("minProperties") >= map.len() as u64
                    || either.into_iter().any(|forms| !forms.iter().any(without))
            }
            Value::Array(items) => least("minItems") >= items.len() as u64,
            _ => false,
        };
        forms = below(&forms, name);
        let inner = value.get(name).or_else(|| value.get(name.parse::<usize>().ok()?));
        value = inner.expect("it was just found");
    }
    (forms, needed)
}

fn pointers(value: &Value, at: &str, out: &mut Vec<String>) {
    if !at.is_empty() {
        out.push(at.to_owned());
    }
    match value {
        Value::Object(map) => map.iter().for_each(|(name, inner)| pointers(inner, &format!("{at}/{name}"), out)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, inner)| pointers(inner, &format!("{at}/{n}"), out));
        }
        _ => {}
    }
}

fn with_envelope(next: &Next, body: &Value) -> Vec<u8> {
    let text = body.to_string();
    record(next, text.trim_start_matches('{').strip_suffix('}').expect("an object")).into_bytes()
}

fn remove(value: &mut Value, pointer: &str) {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
    match value.pointer_mut(parent) {
        Some(Value::Object(map)) => drop(map.remove(name)),
        Some(Value::Array(items)) => drop(items.remove(name.parse().expect("an index"))),
        _ => panic!("{pointer}"),
    }
}

fn same_type(one: &Value, other: &Value) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

/// Every field of every record given a value of every other type, or none.
#[test]
fn every_field_refuses_every_other_type() {
    let mut rows = Vec::new();
    let records = described_records();
    for (record_name, specimen) in specimens(&records) {
        let kind = specimen["type"].as_str().expect("its type").to_owned();
        let mut all = Vec::new();
        pointers(&specimen, "", &mut all);
        let kept = specimen.clone();
        rows.push(Row {
            name: record_name.to_owned(),
            line: Box::new(move |n| with_envelope(n, &kept)),
            expect: Accepted,
        });
        for pointer in all {
            let (forms, needed) = said_at(&records[kind.as_str()], &specimen, &pointer);
            let is_unknown = forms.is_empty() && pointer != "/type";
            let refused = match pointer.as_str() {
                _ if kind != "coup" => UNSEEN,
                "/type" | "/coup" => UNSEEN,
                "/shoe" => NO_SHOE,
                "/wagers" | "/irregularities" => SEEN,
                "/wagers/0" | "/wagers/0/id" => Part(Some("#1")),
                inner if inner.starts_with("/wagers/0") => Part(Some("w1")),
                inner if inner.starts_with("/irregularities/") => Part(None),
                _ => SEEN,
            };
            let old = specimen.pointer(&pointer).expect("it was just found");
            for new in [
                json!(null),
                json!(true),
                json!(1),
                json!("1"),
                json!("true"),
                json!([]),
                json!(["KD"]),
                json!({}),
                json!({"0": 1}),
            ] {
                if same_type(old, &new) || old.is_null() {
                    continue;
                }
                let may_be_null =
                    forms.iter().any(|form| form["type"].as_array().is_some_and(|all| all.contains(&json!("null"))));
                let mut changed = specimen.clone();
                *changed.pointer_mut(&pointer).expect("it was just found") = new.clone();
                rows.push(Row {
                    name: format!("{record_name} {pointer} = {new}"),
                    line: Box::new(move |n| with_envelope(n, &changed)),
                    expect: if is_unknown || (new.is_null() && may_be_null) { Accepted } else { refused.clone() },
                });
            }
            let mut changed = specimen.clone();
            remove(&mut changed, &pointer);
            let letters = ["/cards", "/reconstructed_cards/"].iter().any(|list| pointer.starts_with(list));
            let holder = pointer.rsplit_once("/cards/").and_then(|(at, _)| specimen.pointer(at));
            let expect = match () {
                // The lengths no longer agree.
                () if kind == "coup" && letters && specimen.get("to").is_some() => SEEN,
                // One card alone is drawn together with nothing.
                () if holder.is_some_and(|one| one["kind"] == "cards_drawn_together") => refused,
                () if needed || pointer == "/type" => refused,
                () => Accepted,
            };
            rows.push(Row {
                name: format!("{record_name} without {pointer}"),
                line: Box::new(move |n| with_envelope(n, &changed)),
                expect,
            });
        }
    }
    assert!(rows.len() > 6_000, "{}", rows.len());
    judge(&rows);
}

/// Values of the right type that the format does not allow, each also in a field that nobody reads.
#[test]
fn lax_values_are_refused_where_they_are_read_and_nowhere_else() {
    let mut rows = Vec::new();
    let mut row = |name: &str, body: Value, expect: Expect| {
        rows.push(Row { name: format!("{name}: {body}"), line: Box::new(move |n| with_envelope(n, &body)), expect });
    };
    let coup = |name: &str, value: &Value| {
        let mut body = json!({"type": "coup", "shoe": "S-1", "coup": 2});
        body[name] = value.clone();
        body
    };
    let wager = |name: &str, value: &Value| {
        let mut one = json!({"id": "w1", "bet": "player", "stake": 100, "returned": 0});
        one[name] = value.clone();
        json!({"type": "coup", "shoe": "S-1", "coup": 2, "irregularities": [{"kind": "other", "noticed": time(1)}],
            "wagers": [one, {"id": "w2", "bet": "tie", "stake": 100, "returned": 0}]})
    };
    let irregularity = |kind: &str, name: &str, value: &Value| {
        let mut one = json!({"kind": kind, "noticed": time(1)});
        one[name] = value.clone();
        json!({"type": "coup", "shoe": "S-1", "coup": 2, "irregularities": [one, {"kind": "other", "noticed": time(1)}],
            "wagers": [{"id": "w1", "bet": "player", "stake": 100, "returned": 0}]})
    };

    let times = [
        "2023-06-01T12:00:00",
        "2023-06-01T12:00:00+0800",
        "2023-06-01T12:00:00+08",
        "2023-06-01T12:00+08:00",
        "2023-06-01 12:00:00Z",
        "2023-06-01t12:00:00Z",
        "2023-06-01T12:00:00z",
        "2023-06-01T12:00:00,5Z",
        "2023-06-01T12:00:00.Z",
        "2023-06-01T12:00:00.1234567890Z",
        "2023-06-01T12:00:60Z",
        "2023-06-01T24:00:00Z",
        "2023-06-01T12:60:00Z",
        "2023-02-29T12:00:00Z",
        "2023-06-31T12:00:00Z",
        "2023-00-01T12:00:00Z",
        "2023-06-00T12:00:00Z",
        "2023-6-1T12:00:00Z",
        "23-06-01T12:00:00Z",
        "+2023-06-01T12:00:00Z",
        "12023-06-01T12:00:00Z",
        "20230601T120000Z",
        "2023-W22-4T12:00:00Z",
        "2023-152T12:00:00Z",
        "2023-06-01T12:00:00+24:00",
        "2023-06-01T12:00:00+08:60",
        "2023-06-01T12:00:00\u{2212}08:00",
        "2023-06-01T12:00:00Z[UTC]",
        "2023-06-01T12:00:00 +08:00",
        " 2023-06-01T12:00:00Z",
        "2023-06-01T12:00:00Z ",
        "2023-06-01T12:00:00Z\n",
        "２023-06-01T12:00:00Z",
        "2023-06-01",
        "1685592000",
        "now",
        "",
    ];
    for bad in times {
        let bad = json!(bad);
        row("a time", coup("times", &json!({"opened": bad})), SEEN);
        row("an unknown time", coup("times", &json!({"paused": bad})), Accepted);
        row("the time of a wager", wager("placed", &bad), Part(Some("w1")));
        row("the time of a withdrawal", wager("withdrawn", &bad), Part(Some("w1")));
        row("the time of an irregularity", irregularity("other", "noticed", &bad), Part(None));
        row("an unknown time of a wager", wager("seen", &bad), Accepted);
        row("the time of an incident", json!({"type": "incident", "kind": "other", "noticed": bad}), UNSEEN);
    }
    for good in [
        "2024-02-29T23:59:59.123456789-23:59",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59+00:00",
        "2023-06-01T12:00:00-00:00",
    ] {
        row("a time", coup("times", &json!({"opened": good})), Accepted);
        row("the time of a wager, later than the record", wager("placed", &json!(good)), Accepted);
    }

    // Listed words, in other spellings.
    let words = |known: &str| {
        let capital = format!("{}{}", known[..1].to_uppercase(), &known[1..]);
        let odd = if known.len() > 1 { known[..known.len() - 1].to_owned() } else { "z".to_owned() };
        [
            capital,
            format!("{known} "),
            format!(" {known}"),
            format!("{known}\0"),
            odd,
            "unheard_of".into(),
            String::new(),
        ]
    };
    for (name, word) in [("mode", "live"), ("wrd", "tie"), ("wrd", "none")] {
        for bad in words(word) {
            row("word", coup(name, &json!(bad)), SEEN);
        }
    }
    row("a display is no declaration", coup("declared", &json!({"result": "none"})), SEEN);
    for bad in words("void") {
        row("result", coup("declared", &json!({"result": bad})), SEEN);
        row("result in an unknown field", coup("announced", &json!({"result": bad})), Accepted);
    }
    for bad in words("exposed_card") {
        row("reason", coup("no_bet", &json!({"reason": bad})), SEEN);
    }
    for bad in words("gaming_manager") {
        row("decider", coup("no_bet", &json!({"reason": "agreed", "by": bad})), SEEN);
        row("decider", irregularity("fraud", "by", &json!(bad)), Part(None));
        row("notified", irregularity("fraud", "notified", &json!(["inspector", bad])), Part(None));
        row("decider nobody asks for", irregularity("fraud", "approved_by", &json!(bad)), Accepted);
    }
    for bad in words("stands") {
        row("ruling", irregularity("other", "ruling", &json!(bad)), Part(None));
    }
    for (kind, name, known) in [
        ("wrong_card_count", "hand", "player"),
        ("wrong_card_count", "dealt", "too_many"),
        ("wrong_card_count", "stage", "initial_deal"),
        ("unauthorised_draw", "hand", "banker"),
        ("face_up_card", "stage", "before_coup"),
        ("technical_interruption", "affects", "round"),
        ("disruption", "cause", "act_of_god"),
    ] {
        row("fact", irregularity(kind, name, &json!(known)), Accepted);
        for bad in words(known) {
            row("fact", irregularity(kind, name, &json!(bad)), Part(None));
            row("fact of another kind", irregularity("burn_omitted", name, &json!(bad)), Accepted);
        }
    }
    row("a stage of another kind", irregularity("wrong_card_count", "stage", &json!("during_coup")), Part(None));
    row("a stage of another kind", irregularity("face_up_card", "stage", &json!("draws")), Part(None));
    for bad in words("reconstruction") {
        row("removed", wager("removed", &json!(bad)), Part(Some("w1")));
    }
    for bad in words("promotional") {
        row("token", wager("token", &json!(bad)), Part(Some("w1")));
    }
    for bad in words("start") {
        row("event", json!({"type": "shoe", "shoe": "S-2", "event": bad, "decks": 8}), UNSEEN);
    }
    // Words that the format leaves open.
    row("bet", wager("bet", &json!("dragon")), Accepted);
    row("bet", wager("bet", &json!("")), Accepted);
    row("kind", irregularity("Fraud", "text", &json!("t")), Unknown);
    row("type", json!({"type": "Coup", "shoe": 5, "coup": []}), Unknown);
    row("type", json!({"type": "coup ", "cards": {}}), Unknown);

    // Cards and where they ended.
    let cards = [
        "kd", "KK", "1D", "10D", "K", "D", "KDS", "KD ", "", "?", "???", "?P", "~A", "~10", "xx", "X", "🂮", "Кd", "ND",
    ];
    for bad in cards {
        row("card", coup("cards", &json!(["KD", bad])), SEEN);
        row("reconstructed card", coup("reconstructed_cards", &json!([bad])), SEEN);
        row("card in an unknown field", coup("discards", &json!([bad])), Accepted);
        row(
            "burned card",
            json!({"type": "shoe", "shoe": "S-2", "event": "start", "decks": 8, "burned": [bad]}),
            UNSEEN,
        );
        row("replaced card", json!({"type": "shoe", "shoe": "S-1", "event": "replace", "in": [bad]}), UNSEEN);
    }
    row("cards nobody could read", coup("cards", &json!(["??", "XX"])), Accepted);
    let dealt = |more: Value| {
        let mut body = json!({"type": "coup", "shoe": "S-1", "coup": 2, "cards": ["KD", "TS"]});
        for (name, value) in more.as_object().expect("an object") {
            body[name] = value.clone();
        }
        body
    };
    for (more, expect) in [
        (json!({"to": "BP"}), Accepted),
        (json!({"to": "XN", "first_to": "BP"}), Accepted),
        (json!({"to": "B"}), SEEN),
        (json!({"to": "BPB"}), SEEN),
        (json!({"to": ""}), SEEN),
        (json!({"to": "bp"}), SEEN),
        (json!({"to": "B "}), SEEN),
        (json!({"to": "BЕ"}), SEEN),
        (json!({"first_to": "B"}), SEEN),
        (json!({"first_to": "BPB"}), SEEN),
        (json!({"first_to": "BT"}), SEEN),
        (json!({"destination": "B"}), Accepted),
        (json!({"reconstructed_cards": ["TS"], "to": "B", "first_to": "BP"}), Accepted),
        (json!({"reconstructed_cards": ["TS"], "to": "BP"}), SEEN),
        (json!({"reconstructed_cards": ["TS"], "first_to": "B"}), SEEN),
        (json!({"reconstructed_cards": [], "to": "BP"}), SEEN),
        (json!({"reconstructed_cards": [], "to": ""}), Accepted),
    ] {
        row("destinations", dealt(more), expect);
    }
    row("destinations without cards", coup("to", &json!("B")), SEEN);
    row("destinations of no cards", coup("to", &json!("")), Accepted);

    // Numbers out of range.
    for bad in [0i64, -1, i64::MIN] {
        row("coup number", json!({"type": "coup", "shoe": "S-1", "coup": bad}), UNSEEN);
        row("stake", wager("stake", &json!(bad)), Part(Some("w1")));
        row("decks", json!({"type": "shoe", "shoe": "S-2", "event": "start", "decks": bad}), UNSEEN);
        row("chip", json!({"type": "limits", "chip": bad}), UNSEEN);
        row("number in an unknown field", wager("odds", &json!(bad)), Accepted);
    }
    for bad in [-1i64, i64::MIN] {
        // Below zero is underpaid, which the settlement reports with its money.
        row("returned", wager("returned", &json!(bad)), Accepted);
        row("commission", wager("commission", &json!(bad)), Part(Some("w1")));
        row("limit", json!({"type": "limits", "max": {"player": bad}}), UNSEEN);
        row("differential", json!({"type": "limits", "differential": bad}), UNSEEN);
        row("area_max", json!({"type": "limits", "area_max": bad}), UNSEEN);
        row("index", irregularity("foreign_card", "card", &json!(bad)), Part(None));
        row("index", irregularity("cards_drawn_together", "cards", &json!([0, bad])), Part(None));
        row("count", irregularity("technical_interruption", "after_cards", &json!(bad)), Part(None));
    }
    for bad in [i64::MAX as u64 + 1, u64::MAX] {
        row("stake", wager("stake", &json!(bad)), Part(Some("w1")));
        row("coup number", json!({"type": "coup", "shoe": "S-1", "coup": bad}), UNSEEN);
        row("decks", json!({"type": "shoe", "shoe": "S-2", "event": "start", "decks": bad}), UNSEEN);
    }
    row("decks", json!({"type": "shoe", "shoe": "S-2", "event": "start", "decks": i64::MAX}), UNSEEN);
    row("stake", wager("stake", &json!(i64::MAX)), Accepted);

    // Ids that are used twice or missing name a wager by its place.
    let pair = |first: Value, second: Value| {
        json!({"type": "coup", "shoe": "S-1", "coup": 2, "wagers": [first, second],
        "irregularities": [{"kind": "other", "noticed": time(1)}]})
    };
    let good = json!({"id": "w", "bet": "tie", "stake": 1, "returned": 0});
    row(
        "one id twice",
        pair(good.clone(), json!({"id": "w", "bet": "tie", "stake": 0, "returned": 0})),
        Part(Some("#2")),
    );
    row("no id", pair(good.clone(), json!({"bet": "tie", "stake": 0, "returned": 0})), Part(Some("#2")));
    row("a wager that is null", pair(good, Value::Null), Part(Some("#2")));

    assert!(rows.len() > 500, "{}", rows.len());
    judge(&rows);
}

/// A name has 200 bytes at most, in whatever letters; what is longer takes out as much as another fault there would.
#[test]
fn names_of_at_most_200_bytes() {
    let mut rows = Vec::new();
    for (long, most) in [("x".repeat(201), "x".repeat(200)), ("é".repeat(101), "é".repeat(100))] {
        let mut row = |name: &str, body: &dyn Fn(&str) -> Value, expect: Expect| {
            for (text, expect) in [(&long, expect), (&most, Accepted)] {
                let (name, body) = (format!("{name} of {} bytes", text.len()), body(text));
                rows.push(Row { name, line: Box::new(move |n| with_envelope(n, &body)), expect });
            }
        };
        row("shoe of a coup", &|name| json!({"type": "coup", "shoe": name, "coup": 2}), NO_SHOE);
        row("shoe", &|name| json!({"type": "shoe", "shoe": name, "event": "end"}), UNSEEN);
        row("seat of limits", &|name| json!({"type": "limits", "seat": name}), UNSEEN);
        row("player of limits", &|name| json!({"type": "limits", "player": name}), UNSEEN);
        let incident = |name: &str| json!({"type": "incident", "kind": "other", "noticed": time(1), "shoe": name});
        row("shoe of an incident", &incident, UNSEEN);
        let coup = |wager: Value, irregularity: Value| {
            json!({"type": "coup", "shoe": "S-1", "coup": 2, "wagers": [wager, {"id": "w2", "bet": "tie", "stake": 1, "returned": 0}],
                "irregularities": [irregularity, {"kind": "other", "noticed": time(1)}]})
        };
        let other = || json!({"kind": "other", "noticed": time(1)});
        for field in ["id", "seat", "area", "player", "terminal"] {
            let body = |name: &str| {
                let mut wager = json!({"id": "w1", "bet": "tie", "stake": 1, "returned": 0});
                wager[field] = json!(name);
                coup(wager, other())
            };
            row(&format!("{field} of a wager"), &body, Part(Some(if field == "id" { "#1" } else { "w1" })));
        }
        for (kind, field) in
            [("technical_interruption", "terminals"), ("fraud", "wagers"), ("prohibited_device", "wagers")]
        {
            let body = |name: &str| {
                let mut one = json!({"kind": kind, "noticed": time(1)});
                one[field] = json!(["T1", name]);
                coup(json!({"id": "w1", "bet": "tie", "stake": 1, "returned": 0}), one)
            };
            row(&format!("{field} of an irregularity"), &body, Part(None));
        }
    }
    judge(&rows);
}

/// However much of a line one text takes, what is reported and held of it is short.
#[test]
fn what_is_quoted_of_a_line_is_short() {
    let long = "z".repeat(60_000);
    let noticed = time(1);
    for body in [
        format!(r#""type":"{long}""#),
        format!(r#""type":"coup","shoe":"{long}","coup":2"#),
        format!(r#""type":"coup","shoe":"S-1","coup":2,"mode":"{long}""#),
        format!(r#""type":"coup","shoe":"S-1","coup":2,"cards":["{long}"]"#),
        format!(r#""type":"coup","shoe":"S-1","coup":2,"{long}":1,"{long}":1"#),
        format!(r#""type":"coup","shoe":"S-1","coup":2,"times":{{"opened":"{long}"}}"#),
        format!(
            r#""type":"coup","shoe":"S-1","coup":2,"wagers":[{{"id":"{long}","bet":"tie","stake":0,"returned":0}}]"#
        ),
        format!(r#""type":"coup","shoe":"S-1","coup":2,"wagers":[{{"bet":"{long}","stake":1,"returned":0}}]"#),
        format!(r#""type":"coup","shoe":"S-1","coup":2,"irregularities":[{{"kind":"{long}","noticed":"{noticed}"}}]"#),
        format!(r#""type":"incident","kind":"other","noticed":"{noticed}","text":"{long}""#),
        format!(r#""type":"limits","max":{{"{long}":1}}"#),
        format!(r#""type":"limits","max":{{"{long}":-1}}"#),
        format!(r#""type":"shoe","shoe":"S-1","event":"{long}""#),
        format!(r#""type":"seal","{long}":1"#),
    ] {
        let outcome = read(&Log::open().with(&body).seal(true).bytes(), Some(&trust()));
        let reported = format!("{:?}", outcome.verdict.faults);
        assert!(reported.len() < 5_000, "{:.80}: {} bytes are told", body, reported.len());
        let held = format!("{:?}{:?}", outcome.records, outcome.malformed);
        assert!(held.len() < 5_000, "{:.80}: {} bytes are held", body, held.len());
    }
}

// ---------------------------------------------------------------- the common fields, seals, open

#[test]
fn the_common_fields_and_seals_are_read_as_strictly() {
    let mut rows = Vec::new();
    let mut row = |name: &str, line: Line, expect: Expect| rows.push(Row { name: name.to_owned(), line, expect });
    let common = |name: &'static str, value: &'static str| -> Line {
        Box::new(move |next| {
            let seq = if name == "seq" { value.to_owned() } else { next.seq.to_string() };
            let prev = if name == "prev" { value.replace("PREV", &next.prev) } else { format!("\"{}\"", next.prev) };
            let prev = prev.replace("UPPER", &next.prev.to_uppercase());
            let at = if name == "at" { value.to_owned() } else { format!("\"{}\"", next.at) };
            format!(r#"{{"seq":{seq},"prev":{prev},"at":{at},"type":"coup","shoe":"S-1","coup":2}}"#).into_bytes()
        })
    };
    for bad in ["\"4\"", "-4", "4.0", "4e0", "-0", "null", "[4]", "9223372036854775808", "true"] {
        row(&format!("seq {bad}"), common("seq", bad), SEEN);
    }
    for bad in
        ["\"UPPER\"", "\"PREV0\"", "\" PREV\"", "\"0xPREV\"", "\"PREV\\n\"", "\"\"", "null", "0", "[\"PREV\"]", "{}"]
    {
        row(&format!("prev {bad}"), common("prev", bad), SEEN);
    }
    for bad in ["\"2023-06-01T12:00:04\"", "\"2023-06-01T12:00:04+0800\"", "1685592004", "null", "\"\"", "[]"] {
        row(&format!("at {bad}"), common("at", bad), SEEN);
    }
    row("prev escaped", common("prev", "\"PREV\""), Accepted);
    for name in ["seq", "prev", "at", "type"] {
        let expect = if name == "type" { UNSEEN } else { SEEN };
        row(
            &format!("without {name}"),
            Box::new(move |next| {
                let mut value: Value =
                    serde_json::from_str(&record(next, r#""type":"coup","shoe":"S-1","coup":2"#)).unwrap();
                value.as_object_mut().unwrap().remove(name);
                value.to_string().into_bytes()
            }),
            expect,
        );
    }
    for bad in ["null", "5", "[\"coup\"]", "{\"coup\":{}}"] {
        row(
            &format!("type {bad}"),
            Box::new(move |next| record(next, &format!(r#""type":{bad},"coup":2"#)).into()),
            UNSEEN,
        );
    }

    // Seals. The one that ends the log stands for all lines.
    let sealed =
        |edit: fn(String) -> String| -> Line { Box::new(move |next| edit(seal(LOG, next, &own(), false)).into()) };
    let sig = |edit: fn(&str) -> String| -> Line {
        Box::new(move |next| {
            let line = seal(LOG, next, &own(), false);
            let (before, rest) = line.split_once(r#""sig":""#).unwrap();
            let (sig, after) = rest.split_once('"').unwrap();
            format!(r#"{before}"sig":"{}"{after}"#, edit(sig)).into_bytes()
        })
    };
    row("a seal", sealed(|line| line), Accepted);
    row("a seal with spaces", sealed(|line| line.replace("\":", "\" :  ").replace(",\"", " ,\"")), Accepted);
    row("a seal with a field more", sealed(|line| line.replace("}", r#","x":1}"#)), UNSEEN);
    row("a seal with a null more", sealed(|line| line.replace("}", r#","x":null}"#)), UNSEEN);
    row("a seal of a coup", sealed(|line| line.replace("}", r#","coup":2}"#)), UNSEEN);
    row("a seal with a log", sealed(|line| line.replace("}", r#","log":"t-1"}"#)), UNSEEN);
    row("a seal without final", sealed(|line| line.replace(r#","final":false"#, "")), UNSEEN);
    row("a seal that is final in words", sealed(|line| line.replace("false", "\"false\"")), UNSEEN);
    row("a seal that is final in numbers", sealed(|line| line.replace("false", "0")), UNSEEN);
    row("a seal that is final null", sealed(|line| line.replace("false", "null")), UNSEEN);
    row(
        "a seal with an upper-case key",
        sealed(|line| {
            let id = id(&own()).to_string();
            line.replace(&id, &id.to_uppercase())
        }),
        UNSEEN,
    );
    row(
        "a seal with its key in base64",
        sealed(|line| line.replace(&id(&own()).to_string(), "6o34IKzvqlJtvMXgLVGoiV73LAf5zGriagM0Nkq7++0=")),
        UNSEEN,
    );
    row("sig without padding", sig(|sig| sig.trim_end_matches('=').to_owned()), UNSEEN);
    row("sig with half its padding", sig(|sig| sig.strip_suffix('=').unwrap().to_owned()), UNSEEN);
    row("sig with more padding", sig(|sig| format!("{sig}=")), UNSEEN);
    row("sig with four more", sig(|sig| format!("{sig}====")), UNSEEN);
    row("sig with trailing bits", sig(trailing_bit), UNSEEN);
    row("sig with a space", sig(|sig| format!("{} {}", &sig[..40], &sig[40..])), UNSEEN);
    row("sig with a space before", sig(|sig| format!(" {sig}")), UNSEEN);
    row("sig with a line feed", sig(|sig| format!("{sig}\\n")), UNSEEN);
    row("sig with line breaks", sig(|sig| format!("{}\\r\\n{}", &sig[..64], &sig[64..])), UNSEEN);
    row("sig in the alphabet of URLs", sig(|sig| format!("-_{}", &sig[2..])), UNSEEN);
    row("sig of 63 bytes", sig(|_| "AAAA".repeat(21)), UNSEEN);
    row("sig of 65 bytes", sig(|_| format!("{}AAA=", "AAAA".repeat(21))), UNSEEN);
    row("sig of 66 bytes", sig(|_| "AAAA".repeat(22)), UNSEEN);
    row("sig in hex", sig(|_| "ab".repeat(64)), UNSEEN);
    row("no sig", sig(|_| String::new()), UNSEEN);
    row("a second open", Box::new(|next| record(next, &open_body(r#","imported":true"#)).into()), UNSEEN);
    judge(&rows);
}

/// The signature with one of the four bits set that no byte holds.
fn trailing_bit(sig: &str) -> String {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (last, padding) = sig.split_at(sig.len() - 2);
    let at = ALPHABET.find(&last[last.len() - 1..]).unwrap();
    assert_eq!((padding, at % 16), ("==", 0));
    format!("{}{}==", &last[..last.len() - 1], &ALPHABET[at + 1..at + 2])
}

/// A first line that is no `open` is reported once, as such, and nothing is judged.
#[test]
fn the_open_is_read_as_strictly() {
    let at = |body: &str| -> Outcome {
        let log = Log::empty().with(body).coup(1).seal(true);
        read(&log.bytes(), Some(&may_import()))
    };
    let key = format!(r#","key":"{}""#, id(&own()));
    let own_body = open_body(&key);
    let good = [
        own_body.clone(),
        own_body.replace(r#""kind":"table","#, r#""kind":"display","maker":[1],"#),
        open_body(&format!(r#"{key},"imported":false,"x":{{"y":[]}}"#)),
        open_body(r#","imported":true"#),
        open_body(&format!(r#"{key},"imported":true"#)),
    ];
    for body in good {
        let outcome = at(&body);
        assert_eq!(outcome.reported(), Vec::<String>::new(), "{body}");
        assert_eq!((outcome.records.len(), outcome.vouched(3)), (3, vec![1, 2, 3]), "{body}");
    }

    let mut bad = vec![
        own_body.replace("coup-log/1", "coup-log/2"),
        own_body.replace("coup-log/1", "coup-log/1 "),
        own_body.replace("\"coup-log/1\"", "1"),
        own_body.replace(LOG, r"t-1\n"),
        own_body.replace(LOG, r"t-1\r"),
        own_body.replace(LOG, r"\u0000"),
        own_body.replace(LOG, r"t-1\u0085"),
        own_body.replace(r#""table","id""#, r#""Table","id""#),
        own_body.replace(r#""table","id""#, r#""croupier","id""#),
        own_body.replace(r#"{"kind":"table","id":"7UP-03"}"#, r#"["table","7UP-03"]"#),
        own_body.replace(r#"{"kind":"table","id":"7UP-03"}"#, r#""table""#),
        own_body.replace(r#""id":"7UP-03""#, r#""id":7"#),
        own_body.replace(r#""id":"7UP-03""#, r#""name":"7UP-03""#),
        own_body.replace(r#""kind":"table","#, ""),
        own_body.replace(r#""kind":"table","#, r#""kind":"table","kind":"table","#),
        open_body(""),
        open_body(r#","imported":false"#),
        open_body(r#","imported":"true""#),
        open_body(r#","imported":1"#),
        open_body(r#","imported":null"#),
        open_body(r#","key":null"#),
        open_body(r#","imported":true,"key":null"#),
        open_body(&key.to_uppercase().replace("KEY", "key")),
        open_body(&format!(r#"{key},"x":1.5"#)),
        open_body(&format!(r#"{key},"x":"\ud800""#)),
        open_body(&format!(r#"{key},"key":"""#)),
        own_body.replace(r#""type":"open""#, r#""type":"Open""#),
        own_body.replace(r#""type":"open""#, r#""type":"session""#),
        own_body.replace(r#""type":"open""#, r#""type":["open"]"#),
    ];
    for name in ["format", "log", "source", "jurisdiction", "venue", "game", "table", "currency"] {
        for value in ["null", "5", "true", "[]", "{}"] {
            let mut body: Value = serde_json::from_str(&format!("{{{own_body}}}")).unwrap();
            body[name] = serde_json::from_str(value).unwrap();
            bad.push(body.to_string().trim_matches(['{', '}']).to_owned());
        }
        bad.push(own_body.replace(&format!("\"{name}\":"), &format!("\"{name}s\":")));
    }
    for name in ["log", "jurisdiction", "venue", "game", "table", "currency", "source/id"] {
        let mut body: Value = serde_json::from_str(&format!("{{{own_body}}}")).unwrap();
        let field = body.pointer_mut(&format!("/{name}")).unwrap();
        *field = json!("é".repeat(101));
        bad.push(body.to_string().trim_matches(['{', '}']).to_owned());
    }
    for body in &bad {
        let outcome = at(body);
        assert_eq!(outcome.reported(), ["1 no-open"], "{body}: {:?}", outcome.verdict.faults);
        assert_eq!((outcome.records.len(), outcome.malformed.len()), (0, 0), "{body}");
        assert!(outcome.verdict.open.is_none() && outcome.vouched(3).is_empty(), "{body}");
    }
    let good_line = record(&Log::empty().next, &own_body);
    for line in [
        "\u{feff}".to_owned() + &good_line,
        format!(" {good_line}"),
        format!("{good_line}\r"),
        format!("[{good_line}]"),
        String::new(),
    ] {
        let outcome = read(&Log::empty().raw(|_| line.clone().into()).coup(1).seal(true).bytes(), Some(&trust()));
        assert_eq!(outcome.reported(), ["1 no-open"], "{line}");
    }
}

/// What only an imported log may leave out.
#[test]
fn an_imported_log_may_leave_out_what_others_may_not() {
    let long = format!(r#""type":"coup","source_id":"{}""#, "x".repeat(201));
    for (body, refused) in [
        (r#""type":"coup""#, false),
        (r#""type":"coup","coup":3"#, false),
        (r#""type":"coup","shoe":"S-1""#, false),
        (r#""type":"coup","source_row":5,"source_id":"r5""#, false),
        (r#""type":"coup","source_row":"5""#, true),
        (r#""type":"coup","source_id":5"#, true),
        (long.as_str(), true),
        (r#""type":"coup","coup":0"#, true),
        (r#""type":"coup","coup":null"#, true),
        (r#""type":"coup","shoe":null"#, true),
    ] {
        let log = |open: Log| read(&open.with(body).seal(true).bytes(), Some(&may_import()));
        let imported = log(Log::imported());
        let wanted: &[&str] = if refused { &["2 malformed-record"] } else { &[] };
        assert_eq!(imported.reported(), wanted, "{body}");
        // Elsewhere every one of them lacks something.
        assert_eq!(log(Log::open()).reported(), ["2 malformed-record"], "{body}");
    }
    let faults = read(
        &Log::open().with(r#""type":"coup","shoe":"S-1","coup":1,"source_row":"5""#).seal(true).bytes(),
        Some(&trust()),
    );
    assert_eq!(
        faults.verdict.faults.iter().map(reported).collect::<Vec<_>>(),
        Vec::<String>::new(),
        "an unknown field elsewhere"
    );
}
