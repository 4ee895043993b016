use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use ed25519_dalek::SigningKey;
use resettle_sealed_log::strict::{Object, Value, joined, parse};
use resettle_sealed_log::{LineReader, SealingWriter};

use crate::decode;
use crate::record::Body;

/// How a log is sealed.
#[derive(Clone, Copy, Debug)]
pub struct SealOptions {
    /// A seal after every this many records; 0 for the final seal alone.
    pub every: u64,
    /// Whether the last seal closes the log.
    pub is_final: bool,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedLog {
    /// Records, seals included.
    pub records: u64,
    /// How many of these are seals.
    pub seals: u64,
    /// The words of the records that the format leaves open.
    pub words: OpenWords,
}

/// Words that the format leaves open, each with the line of its first occurrence: nothing in a log shows whether such a
/// word is known. Of each sort the first hundred are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenWords {
    /// The game's id, as logs and rulesets write it.
    pub game: String,
    /// Bets of wagers and limits.
    pub bets: BTreeMap<String, u64>,
    /// Kinds of irregularity.
    pub kinds: BTreeMap<String, u64>,
    /// Types of record that the format does not know.
    pub types: BTreeMap<String, u64>,
}

impl OpenWords {
    fn note(&mut self, line: u64, body: &Body) {
        let bet = |words: &mut Self, word: &str| note(&mut words.bets, word, line);
        match body {
            Body::Open(open) => self.game.clone_from(&open.game),
            Body::Limits(limits) => limits.min.keys().chain(limits.max.keys()).for_each(|word| bet(self, word)),
            Body::Coup(coup) => {
                coup.wagers.iter().flatten().for_each(|wager| bet(self, &wager.bet));
                coup.irregularities.iter().for_each(|one| note(&mut self.kinds, &one.kind_word, line));
            }
            Body::Incident(incident) => note(&mut self.kinds, &incident.irregularity.kind_word, line),
            Body::Unknown(word) => note(&mut self.types, word, line),
            Body::Options(_) | Body::Staff(_) | Body::Shoe(_) | Body::Session(_) | Body::Seal(_) => {}
        }
    }
}

fn note(words: &mut BTreeMap<String, u64>, word: &str, line: u64) {
    const MOST: usize = 100;
    if words.len() < MOST && !words.contains_key(word) {
        words.insert(word.to_owned(), line);
    }
}

/// Why records could not be sealed.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Lines that are not records of the format: line and fault of each.
    #[error("{} of the lines are no records", .0.len())]
    Malformed(Vec<(u64, String)>),
}

/// Turns records without `seq` and `prev` into a chained, sealed log. Existing `seq`, `prev` and `key` fields are
/// replaced, existing seals are left out.
///
/// # Errors
/// [`SealError`]; on malformed lines the output is incomplete and of no use.
pub fn seal_log<R: BufRead, W: Write>(
    input: R,
    key: &SigningKey,
    options: SealOptions,
    out: &mut W,
) -> Result<SealedLog, SealError> {
    let mut lines = LineReader::new(input);
    let mut writer = SealingWriter::new(key, out);
    let mut faults = Vec::new();
    let mut imported = false;
    let mut words = OpenWords::default();
    let mut last_at = None;
    let mut since_seal = 0u64;
    while let Some(line) = lines.next_line()? {
        let number = line.number;
        // Of a line that is too long, only the beginning is there.
        let record = if line.too_long() {
            Err("the line is too long".to_owned())
        } else {
            match parse(line.bytes) {
                Ok(object) if object.get("type") == Some(&Value::Text("seal".into())) => continue,
                Ok(object) => complete(&writer, &object, imported),
                Err(what) => Err(joined(&[what])),
            }
        };
        match record {
            Ok((line, at, body)) => {
                words.note(number, &body);
                match body {
                    Body::Open(open) if number == 1 => {
                        imported = open.imported;
                        writer.name(open.log);
                    }
                    Body::Open(_) => faults.push((number, "a second `open`".to_owned())),
                    _ if number == 1 => faults.push((number, "the first record is no `open`".to_owned())),
                    _ => {}
                }
                writer.write(&line)?;
                since_seal += 1;
                // Never if that is 0.
                if since_seal == options.every {
                    writer.seal(&at, false)?;
                    since_seal = 0;
                }
                last_at = Some(at);
            }
            Err(what) => faults.push((number, what)),
        }
    }
    match last_at {
        Some(at) if faults.is_empty() => writer.seal(&at, options.is_final)?,
        Some(_) => return Err(SealError::Malformed(faults)),
        None if faults.is_empty() => return Err(SealError::Malformed(vec![(1, "there are no records".to_owned())])),
        None => return Err(SealError::Malformed(faults)),
    }
    writer.flush()?;
    Ok(SealedLog { records: writer.records(), seals: writer.seals(), words })
}

/// The record with its place in the chain, checked as a reader would check it.
fn complete<W: Write>(
    writer: &SealingWriter<'_, W>,
    object: &Object<'_>,
    imported: bool,
) -> Result<(Vec<u8>, String, Body), String> {
    let line = writer.chained(object)?;
    let checked = parse(&line).map_err(|what| joined(&[what]))?;
    let decoded = decode::decode(&checked, imported).map_err(|faults| joined(&faults))?;
    if !decoded.parts.is_empty() {
        let faults: Vec<String> = decoded.parts.into_iter().map(|part| part.what).collect();
        return Err(joined(&faults));
    }
    let at = decoded.at.as_str().to_owned();
    Ok((line, at, decoded.body))
}

#[cfg(test)]
mod tests {
    use base64ct::{Base64, Encoding as _};

    use super::*;
    use crate::reader::LogReader;
    use resettle_sealed_log::{MAX_LINE, TrustStore};

    #[test]
    fn what_is_sealed_is_accepted() {
        let records = "{\"at\":\"2023-06-01T12:00:00+08:00\",\"type\":\"open\",\"format\":\"coup-log/1\",\"log\":\"l\",\
            \"source\":{\"kind\":\"table\",\"id\":\"T\"},\"jurisdiction\":\"SG\",\"venue\":\"mbs\",\"game\":\"baccarat\",\"table\":\"T\",\"currency\":\"SGD\"}\n\
            {\"at\":\"2023-06-01T12:00:01+08:00\",\"type\":\"shoe\",\"shoe\":\"S\",\"event\":\"start\",\"decks\":8,\"x\":[{\"y\":\"\\u001b\"}]}\n";
        let key = SigningKey::from_bytes(&[7; 32]);
        let mut log = Vec::new();
        let options = SealOptions { every: 1, is_final: true };
        let sealed = seal_log(records.as_bytes(), &key, options, &mut log).unwrap();
        assert_eq!((sealed.records, sealed.seals), (5, 3));
        let public = Base64::encode_string(key.verifying_key().as_bytes());
        let trust =
            format!("keys:\n  - {{name: t, public_key: \"{public}\", venue: mbs, from: \"2023-01-01T00:00:00Z\"}}\n");
        let trust = TrustStore::from_yaml(&trust).unwrap();
        let mut reader = LogReader::new(&log[..], Some(&trust));
        while reader.next_entry().unwrap().is_some() {}
        let verdict = reader.finish();
        assert_eq!(verdict.faults, []);
        assert_eq!((verdict.records, verdict.authenticated_records), (5, 5));
    }

    #[test]
    fn every_line_that_is_no_record_is_reported() {
        let key = SigningKey::from_bytes(&[7; 32]);
        let options = SealOptions { every: 0, is_final: true };
        let error = seal_log(&b"{\"type\":1}\n[]\n\n"[..], &key, options, &mut Vec::new()).unwrap_err();
        let SealError::Malformed(faults) = error else { panic!() };
        assert_eq!(faults.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 3]);
    }

    const OPEN: &str = "{\"at\":\"2023-06-01T12:00:00+08:00\",\"type\":\"open\",\"format\":\"coup-log/1\",\"log\":\"l\",\
        \"source\":{\"kind\":\"table\",\"id\":\"T\"},\"jurisdiction\":\"SG\",\"venue\":\"mbs\",\"game\":\"baccarat\",\"table\":\"T\",\"currency\":\"SGD\"}";

    fn shoe(more: &str) -> String {
        format!(
            "{{\"at\":\"2023-06-01T12:00:01+08:00\",\"type\":\"shoe\",\"shoe\":\"S\",\"event\":\"start\",\"decks\":8{more}}}"
        )
    }

    fn sealed(lines: &[&str], every: u64, is_final: bool) -> Result<(SealedLog, String), SealError> {
        let key = SigningKey::from_bytes(&[7; 32]);
        let mut log = Vec::new();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let sealed = seal_log(text.as_bytes(), &key, SealOptions { every, is_final }, &mut log)?;
        Ok((sealed, String::from_utf8(log).unwrap()))
    }

    fn faults(lines: &[&str]) -> Vec<(u64, String)> {
        match sealed(lines, 0, true) {
            Err(SealError::Malformed(faults)) => faults,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_was_sealed_before_is_sealed_anew_and_says_the_same() {
        let (first, log) =
            sealed(&[OPEN, &shoe(",\"note\":{\"a\":[1,null,true,-2,\"\\u0007\"]}"), &shoe("")], 2, true).unwrap();
        assert_eq!((first.records, first.seals), (5, 2));
        let (again, same) = sealed(&log.lines().collect::<Vec<_>>(), 2, true).unwrap();
        assert_eq!((again, same.as_str()), (first, log.as_str()));
        let seals = |log: &str| log.lines().filter(|line| line.contains("\"type\":\"seal\"")).count();
        let (open, one) = sealed(&log.lines().collect::<Vec<_>>(), 0, false).unwrap();
        assert_eq!((open.seals, seals(&one)), (1, 1));
        assert!(one.ends_with("\"final\":false}\n") && log.ends_with("\"final\":true}\n"));
        assert!(log.contains("{\"a\":[1,null,true,-2,\"\\u0007\"]}"), "{log}");
    }

    #[test]
    fn a_log_begins_with_its_one_open() {
        assert_eq!(faults(&[OPEN, OPEN]), [(2, "a second `open`".to_owned())]);
        assert_eq!(faults(&[&shoe(""), OPEN]).len(), 2);
        assert_eq!(faults(&[&shoe("")]), [(1, "the first record is no `open`".to_owned())]);
        assert_eq!(faults(&[]), [(1, "there are no records".to_owned())]);
        assert_eq!(faults(&["{"]).len(), 1);
    }

    #[test]
    fn a_line_is_as_long_as_a_reader_takes_with_its_place_in_the_chain() {
        let of = |length: usize| shoe(&format!(",\"x\":\"{}\"", "x".repeat(length)));
        // `seq`, `prev` and their names take 82 bytes.
        let room = MAX_LINE - of(0).len() - 82;
        let (_, log) = sealed(&[OPEN, &of(room)], 0, true).unwrap();
        assert_eq!(log.lines().map(str::len).max(), Some(MAX_LINE));
        let reported = faults(&[OPEN, &of(room + 1)]);
        assert!(reported[0].1.contains("with its place in the chain the line has 65537 bytes"), "{reported:?}");
        assert_eq!(faults(&[OPEN, &of(MAX_LINE)]), [(2, "the line is too long".to_owned())]);
    }

    #[test]
    fn a_name_that_is_too_long_is_reported_with_its_place() {
        let long = "x".repeat(201);
        let reported = faults(&[
            &OPEN.replace("\"log\":\"l\"", &format!("\"log\":\"{long}\"")),
            &shoe("").replace("\"S\"", &format!("\"{long}\"")),
        ]);
        let said: Vec<&str> = reported.iter().map(|(_, what)| what.as_str()).collect();
        assert_eq!(
            said,
            [
                "`log`: a name of 201 bytes; at most 200 are allowed",
                "`shoe`: a name of 201 bytes; at most 200 are allowed",
                "the first record is no `open`"
            ][..2]
        );
        let coup = format!(
            "{{\"at\":\"2023-06-01T12:00:01+08:00\",\"type\":\"coup\",\"shoe\":\"S\",\"coup\":1,\"wagers\":[{{\"bet\":\"tie\",\"stake\":1,\"returned\":0,\"seat\":\"{long}\"}}]}}"
        );
        assert_eq!(
            faults(&[OPEN, &coup])[0].1,
            "`wagers[0].seat`: a name of 201 bytes; at most 200 are allowed (on tie)"
        );
    }

    #[test]
    fn a_part_that_is_malformed_is_reported() {
        let coup = "{\"at\":\"2023-06-01T12:00:01+08:00\",\"type\":\"coup\",\"shoe\":\"S\",\"coup\":1,\"wagers\":[{\"bet\":1}]}";
        assert_eq!(faults(&[OPEN, coup])[0].0, 2);
    }
}
