use std::io::{self, BufRead, Write};

use base64ct::{Base64, Encoding};
use ed25519_dalek::{Signer, SigningKey};

use crate::decode;
use crate::hash::Digest;
use crate::json::{self, Object, Value};
use crate::line::{LineReader, MAX_LINE};
use crate::record::Body;
use crate::seal::seal_message;

/// How a log is sealed.
#[derive(Clone, Copy, Debug)]
pub struct SealOptions {
    /// A seal after every so many records; 0 for the final seal alone.
    pub every: u64,
    /// Whether the last seal closes the log.
    pub is_final: bool,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// Records, seals included.
    pub records: u64,
    /// Seals.
    pub seals: u64,
}

/// Why records could not be sealed.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Lines that are no records of the format: line and fault of each.
    #[error("{} of the lines are no records", .0.len())]
    Malformed(Vec<(u64, String)>),
}

/// Turns records without `seq` and `prev` into a chained, sealed log. A `seq`, `prev` or `key` that
/// stands there is replaced, seals that stand there are left out.
///
/// # Errors
/// [`SealError`]; on malformed lines the output is incomplete and of no use.
pub fn seal_log<R: BufRead, W: Write>(
    input: R,
    key: &SigningKey,
    options: SealOptions,
    out: &mut W,
) -> Result<Sealed, SealError> {
    let mut lines = LineReader::new(input);
    let mut writer = Writer {
        out,
        key,
        key_id: Digest::of(key.verifying_key().as_bytes()).to_string(),
        log: String::new(),
        seq: 0,
        prev: Digest::ZERO,
        seals: 0,
    };
    let mut faults = Vec::new();
    let mut imported = false;
    let mut last_at = None;
    let mut since_seal = 0u64;
    while let Some(line) = lines.next_line()? {
        let number = line.number;
        let record = match json::parse(line.bytes) {
            Ok(_) if line.too_long() => Err("the line is too long".to_owned()),
            Ok(object) if object.get("type") == Some(&Value::Text("seal".into())) => continue,
            Ok(object) => writer.complete(&object, imported),
            Err(what) => Err(what),
        };
        match record {
            Ok((text, at, body)) => {
                match body {
                    Body::Open(open) if number == 1 => {
                        imported = open.imported;
                        writer.log = open.log;
                    }
                    Body::Open(_) => faults.push((number, "a second `open`".to_owned())),
                    _ if number == 1 => faults.push((number, "the first record is no `open`".to_owned())),
                    _ => {}
                }
                last_at = Some(at);
                writer.write(&text)?;
                since_seal += 1;
                if options.every > 0 && since_seal == options.every {
                    if let Some(at) = &last_at {
                        writer.seal(at, false)?;
                    }
                    since_seal = 0;
                }
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
    writer.out.flush()?;
    Ok(Sealed { records: writer.seq, seals: writer.seals })
}

struct Writer<'a, W> {
    out: &'a mut W,
    key: &'a SigningKey,
    key_id: String,
    log: String,
    seq: u64,
    prev: Digest,
    seals: u64,
}

impl<W: Write> Writer<'_, W> {
    /// The record with its place in the chain, checked as a reader would check it.
    fn complete(&self, object: &Object<'_>, imported: bool) -> Result<(String, String, Body), String> {
        let mut text = format!("{{\"seq\":{},\"prev\":\"{}\"", self.seq, self.prev);
        let opens = object.get("type") == Some(&Value::Text("open".into()));
        for (name, value) in &object.0 {
            if name == "seq" || name == "prev" || (opens && name == "key") {
                continue;
            }
            text.push(',');
            quote(name, &mut text);
            text.push(':');
            write_value(value, &mut text);
        }
        if opens {
            text.push_str(&format!(",\"key\":\"{}\"", self.key_id));
        }
        text.push('}');
        if text.len() > MAX_LINE {
            return Err(format!(
                "with its place in the chain the line has {} bytes; at most {MAX_LINE} are allowed",
                text.len()
            ));
        }
        let checked = json::parse(text.as_bytes())?;
        let decoded = decode::decode(&checked, imported).map_err(|faults| faults.join("; "))?;
        if let Some(part) = decoded.parts.first() {
            return Err(part.what.clone());
        }
        let at = decoded.at.as_str().to_owned();
        Ok((text, at, decoded.body))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\n")?;
        self.prev = Digest::of(text.as_bytes());
        self.seq += 1;
        Ok(())
    }

    fn seal(&mut self, at: &str, is_final: bool) -> io::Result<()> {
        let message = seal_message(&self.log, self.seq, self.prev, at, is_final);
        let sig = Base64::encode_string(&self.key.sign(&message).to_bytes());
        let text = format!(
            "{{\"seq\":{},\"prev\":\"{}\",\"at\":\"{at}\",\"type\":\"seal\",\"key\":\"{}\",\"sig\":\"{sig}\",\"final\":{is_final}}}",
            self.seq, self.prev, self.key_id
        );
        self.seals += 1;
        self.write(&text)
    }
}

fn write_value(value: &Value<'_>, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Int(value) => out.push_str(&value.to_string()),
        Value::Text(text) => quote(text, out),
        Value::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_value(item, out);
            }
            out.push(']');
        }
        Value::Object(object) => {
            out.push('{');
            for (at, (name, value)) in object.0.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                quote(name, out);
                out.push(':');
                write_value(value, out);
            }
            out.push('}');
        }
    }
}

fn quote(text: &str, out: &mut String) {
    match serde_json::to_string(text) {
        Ok(quoted) => out.push_str(&quoted),
        // Serialising a string into memory cannot fail.
        Err(_) => out.push_str("\"\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::LogReader;
    use crate::trust::TrustStore;

    #[test]
    fn what_is_sealed_is_accepted() {
        let records = "{\"at\":\"2023-06-01T12:00:00+08:00\",\"type\":\"open\",\"format\":\"coup-log/1\",\"log\":\"l\",\
            \"source\":{\"kind\":\"table\",\"id\":\"T\"},\"jurisdiction\":\"SG\",\"venue\":\"mbs\",\"game\":\"baccarat\",\"table\":\"T\",\"currency\":\"SGD\"}\n\
            {\"at\":\"2023-06-01T12:00:01+08:00\",\"type\":\"shoe\",\"shoe\":\"S\",\"event\":\"start\",\"decks\":8,\"x\":[{\"y\":\"\\u001b\"}]}\n";
        let key = SigningKey::from_bytes(&[7; 32]);
        let mut log = Vec::new();
        let options = SealOptions { every: 1, is_final: true };
        let sealed = seal_log(records.as_bytes(), &key, options, &mut log).unwrap();
        assert_eq!(sealed, Sealed { records: 5, seals: 3 });
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
    fn every_line_that_is_no_record_is_told() {
        let key = SigningKey::from_bytes(&[7; 32]);
        let options = SealOptions { every: 0, is_final: true };
        let error = seal_log(&b"{\"type\":1}\n[]\n\n"[..], &key, options, &mut Vec::new()).unwrap_err();
        let SealError::Malformed(faults) = error else { panic!() };
        assert_eq!(faults.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 3]);
    }
}
