//! What is planted, and how its harm is recognised: for the tests of what reaches a terminal, a spreadsheet or a file name.
//!
//! Sequences that clear the screen, hide a link, fill the clipboard (CSI, OSC 8, OSC 52), the same by single C1 characters,
//! what turns or hides text, carriage returns and NUL.
#![allow(dead_code, reason = "each test file uses its own part")]

use resettle_testkit::{Log, zeros};

use crate::common::Run;
use crate::signed::RECORDS;

/// Everything at once, as it stands in a file name or an argument, where NUL cannot.
pub const EVIL: &str = "x\u{1b}[2J\u{1b}]8;;http://e.example\u{1b}\\y\u{1b}]52;c;ZQ==\u{7}\u{9b}31m\u{9d}0;t\u{9c}\u{202e}z\u{2066}\
                    \u{200b}\u{200f}\u{feff}\u{ad}\u{2028}\u{e0041}\u{3164}\u{fe0f}\u{2800}\u{a0}\u{8}\u{7f}\r\n\tw";

/// The same for a JSON or YAML text in double quotes, with NUL besides.
pub fn escaped() -> String {
    let mut out = String::from("\\u0000");
    for letter in EVIL.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            ' '..='~' => out.push(letter),
            _ => letter.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}"))),
        }
    }
    out
}

/// What is left where control characters are refused: what only hides or turns text.
pub fn hiding() -> String {
    let evil: String = EVIL.chars().filter(|letter| !letter.is_control() && *letter != '\\').collect();
    assert!(evil.contains('\u{202e}') && evil.contains('\u{200b}'));
    evil
}

/// What a terminal obeys, or what hides text from its reader. Written down apart from the code that takes it out.
pub fn harmful(letter: char) -> bool {
    let n = letter as u32;
    (n < 0x20 && letter != '\n')
        || (0x7f..=0x9f).contains(&n)
        || matches!(n, 0xa0 | 0xad | 0x61c | 0x2000..=0x200f | 0x2028..=0x202f | 0x2060..=0x206f | 0x2800 | 0x3164 | 0xfe00..=0xfe0f)
        || matches!(n, 0xfeff | 0xe0001..=0xe007f)
}

#[track_caller]
pub fn harmless(run: &Run, what: &str) {
    for (stream, text) in [("output", &run.out), ("errors", &run.err)] {
        let found: Vec<String> =
            text.chars().filter(|letter| harmful(*letter)).map(|letter| letter.escape_unicode().to_string()).collect();
        assert!(found.is_empty(), "{what}: {found:?} in the {stream}\n{text:?}");
    }
    assert!(!run.err.contains("panicked"), "{what}: {}", run.err);
}

/// Records with `seq`, `prev` and the opening key, unsealed: what is in them is judged all the same.
pub fn chained(records: &str) -> String {
    let keyed = records.replacen('{', &format!("{{\"key\":\"{}\",", zeros()), 1);
    String::from_utf8(keyed.lines().fold(Log::empty(), Log::text).bytes()).unwrap()
}

/// [`RECORDS`] with more in its coup: an irregularity, a terminal, an account; and records of further types.
pub fn records() -> String {
    let more = RECORDS
        .replace("\"irregularities\":[]", "\"irregularities\":[{\"kind\":\"other\",\"noticed\":\"2018-05-20T09:02:10+08:00\",\"ruling\":\"stands\",\"by\":\"dealer\",\"notified\":[\"inspector\"],\"text\":\"TEXT\"},{\"kind\":\"void_it\",\"noticed\":\"2018-05-20T09:02:10+08:00\"}]")
        .replace("\"seat\":\"1\"", "\"seat\":\"1\",\"player\":\"ACCOUNT\",\"terminal\":\"TERM\"");
    format!(
        "{more}{{\"at\":\"2018-05-20T09:03:00+08:00\",\"type\":\"unheard_of\"}}\n\
         {{\"at\":\"2018-05-20T09:03:00+08:00\",\"type\":\"incident\",\"kind\":\"foreign_card\",\"noticed\":\"2018-05-20T09:02:30+08:00\",\"shoe\":\"S-0001\",\"coup\":1,\"note\":\"NOTE\"}}\n"
    )
}
