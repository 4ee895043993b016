//! How the last line is spelled: no seal covers it, so nothing hangs on it.

use super::setup::sealed;
use crate::common::{LOG, Outcome, file, read, sha256, trust};
use resettle_coup_log::LogReader;
use resettle_sealed_log::{Head, LogName, Move, Stand, compare};

/// The last line in other spellings that say the same.
fn spellings() -> Vec<String> {
    let last = String::from_utf8(sealed().pop().unwrap()).unwrap();
    let fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&last).unwrap();
    let turned: Vec<String> = fields.iter().rev().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    let out = vec![
        last.replace(',', " ,"),
        last.replace("\"seal\"", "\"\\u0073eal\""),
        last.replace("\"type\"", "\"typ\\u0065\""),
        last.replace("==\"", "\\u003d\\u003d\""),
        format!("{{{}}}", turned.join(",")),
    ];
    assert!(out.iter().all(|line| *line != last));
    out
}

fn ending_in(last: &str) -> Vec<u8> {
    let mut lines = sealed();
    *lines.last_mut().unwrap() = last.as_bytes().to_vec();
    file(&lines)
}

fn head(outcome: &Outcome) -> &Head {
    &outcome.verdict.head.as_ref().unwrap().1
}

/// A seal cannot sign its own line, only what its line says: another spelling of the very last line alters nothing
/// that anybody sealed. It is reported as a note, and the head of the log is the same.
#[test]
fn another_spelling_of_the_last_line_is_noted_and_the_head_stays() {
    let whole = read(&file(&sealed()), Some(&trust()));
    assert!(!whole.verdict.end_respelled);
    for last in spellings() {
        let outcome = read(&ending_in(&last), Some(&trust()));
        assert_eq!(outcome.reported(), ["11 unknown-kind"], "{last}");
        assert_eq!(outcome.records[11].sha256.to_string(), sha256(last.as_bytes()));
        assert!(outcome.verdict.end_respelled, "{last}");
        assert_eq!(head(&outcome), head(&whole), "{last}");
        assert_eq!(Head::read(&last).as_ref(), Ok(head(&whole)));
    }
}

/// Who respells the last line before somebody sees it makes that nobody believes the log later.
#[test]
fn a_log_whose_seal_was_remembered_respelled_is_not_called_rolled_back() {
    for last in spellings() {
        let mut heads = resettle_sealed_log::Heads::default();
        let first = read(&ending_in(&last), Some(&trust()));
        let step = Move::of(&first.verdict).unwrap();
        heads.forward(&[(step.log.clone(), step)].into()).unwrap();
        let name = LogName::from(first.verdict.open.as_ref().unwrap());
        assert_eq!((name.log.as_str(), heads.get(&name).map(Head::seq)), (LOG, Some(11)));
        let (bytes, trust) = (file(&sealed()), trust());
        let mut reader = LogReader::new(&bytes[..], Some(&trust)).against(Some(&heads));
        while reader.next_entry().unwrap().is_some() {}
        assert_eq!(reader.finish().remembered.unwrap().stand, Stand::Holds { line: 12 }, "{last}");
        // A heads file of an earlier version holds the line as its log spelled it.
        let old = heads.to_text();
        let spelled = heads.get(&name).unwrap();
        let quoted = |line: &str| serde_json::to_string(line).unwrap();
        let old = old
            .replace(&spelled.sha256().to_string(), &sha256(last.as_bytes()))
            .replace(&quoted(spelled.line()), &quoted(&last));
        assert!(old.contains(&quoted(&last)));
        assert_eq!(
            resettle_sealed_log::Heads::parse(old.as_bytes(), resettle_coup_log::record_faults).as_ref(),
            Ok(&heads)
        );
    }
}

#[test]
fn a_copy_whose_last_line_is_respelled_does_not_fork() {
    let whole = file(&sealed());
    for last in spellings() {
        let respelled = ending_in(&last);
        let fork = compare(LogReader::new(&respelled[..], None), LogReader::new(&whole[..], None)).unwrap();
        assert_eq!(fork, None, "{last}");
        // What goes on from either spelling goes on by itself.
        let on = |log: &[u8], from: &[u8]| {
            let next = format!(
                "{{\"seq\":12,\"prev\":\"{}\",\"at\":\"2023-06-01T13:00:00+08:00\",\"type\":\"session\"}}\n",
                sha256(from)
            );
            [log, next.as_bytes()].concat()
        };
        let (one, other) = (on(&respelled, last.as_bytes()), on(&whole, sealed().last().unwrap()));
        let fork = compare(LogReader::new(&one[..], None), LogReader::new(&other[..], None)).unwrap().unwrap();
        assert_eq!((fork.common_lines, fork.lines[0].line), (12, 13), "{last}");
    }
}

/// Also where a writer puts spaces into its seals, no byte of the last line can be changed unnoticed.
#[test]
fn every_byte_of_a_spaced_last_line_is_watched() {
    let mut lines = sealed();
    let last = String::from_utf8(lines.pop().unwrap()).unwrap();
    let spaced = last.replace(',', " , ").replace("\":", "\" : ").into_bytes();
    for at in 0..spaced.len() {
        let flips = (0..8).map(|bit| spaced[at] ^ (1 << bit));
        for byte in flips.chain(*b" \t\n\r\x0b\x0c\"0a{}").collect::<std::collections::BTreeSet<u8>>() {
            if byte == spaced[at] {
                continue;
            }
            let mut changed = spaced.clone();
            changed[at] = byte;
            let mut all = lines.clone();
            all.push(changed);
            let reported = read(&file(&all), Some(&trust())).reported();
            assert_ne!(reported, ["11 unknown-kind"], "byte {at} changed to {byte:#04x}");
        }
    }
}
