use std::io::{self, Write};

use ed25519_dalek::{Signer, SigningKey};

use crate::hash::Digest;
use crate::json::{Object, Value};
use crate::key::KeyId;
use crate::line::MAX_LINE;
use crate::seal::{seal_line, seal_message};
use crate::writer::ChainWriter;

/// Writes records as a chain, and seals it.
pub struct SealingWriter<'k, W> {
    chain: ChainWriter<W>,
    key: &'k SigningKey,
    key_id: KeyId,
    log: String,
    seals: u64,
}

impl<'k, W: Write> SealingWriter<'k, W> {
    /// Writes to `out`, and seals with `key`.
    pub fn new(key: &'k SigningKey, out: W) -> Self {
        let key_id = Digest::of(key.verifying_key().as_bytes());
        Self { chain: ChainWriter::new(out), key, key_id, log: String::new(), seals: 0 }
    }

    /// Names the log, before its first seal: every seal belongs to a log of this id.
    pub fn name(&mut self, log: String) {
        self.log = log;
    }

    /// Records written so far, seals included.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.chain.seq()
    }

    /// Seals written so far.
    #[must_use]
    pub fn seals(&self) -> u64 {
        self.seals
    }

    /// The line of a record with its place in the chain, and with the key if it opens the log: existing fields of these
    /// names are replaced.
    ///
    /// # Errors
    /// If the line is then too long.
    pub fn chained(&self, object: &Object<'_>) -> Result<Vec<u8>, String> {
        let mut line = Vec::new();
        self.chain.begin(&mut line);
        let opens = object.get("type") == Some(&Value::Text("open".into()));
        for (name, value) in &object.0 {
            if name == "seq" || name == "prev" || (opens && name == "key") {
                continue;
            }
            line.push(b',');
            quote(name, &mut line);
            line.push(b':');
            write_value(value, &mut line);
        }
        if opens {
            line.extend_from_slice(format!(",\"key\":\"{}\"", self.key_id).as_bytes());
        }
        line.push(b'}');
        if line.len() > MAX_LINE {
            return Err(format!(
                "with its place in the chain the line has {} bytes; at most {MAX_LINE} are allowed",
                line.len()
            ));
        }
        Ok(line)
    }

    /// Writes a line that [`SealingWriter::chained`] made.
    ///
    /// # Errors
    /// The error of the output.
    pub fn write(&mut self, line: &[u8]) -> io::Result<()> {
        self.chain.write(line)
    }

    /// Seals what was written so far; a final seal closes the log.
    ///
    /// # Errors
    /// The error of the output.
    pub fn seal(&mut self, at: &str, is_final: bool) -> io::Result<()> {
        let (seq, prev) = (self.chain.seq(), self.chain.prev());
        let message = seal_message(&self.log, seq, prev, at, is_final);
        let sig = self.key.sign(&message).to_bytes();
        let text = seal_line((seq, prev, at), self.key_id, &sig, is_final);
        self.seals += 1;
        self.chain.write(text.as_bytes())
    }

    /// The output.
    pub fn out(&mut self) -> &mut W {
        self.chain.out()
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// The error of the output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.chain.flush()
    }
}

fn write_value(value: &Value<'_>, out: &mut Vec<u8>) {
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Bool(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
        Value::Int(value) => out.extend_from_slice(value.to_string().as_bytes()),
        Value::Text(text) => quote(text, out),
        Value::List(items) => {
            out.push(b'[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                write_value(item, out);
            }
            out.push(b']');
        }
        Value::Object(object) => {
            out.push(b'{');
            for (at, (name, value)) in object.0.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                quote(name, out);
                out.push(b':');
                write_value(value, out);
            }
            out.push(b'}');
        }
    }
}

fn quote(text: &str, out: &mut Vec<u8>) {
    // Writing text into memory cannot fail.
    let _ = serde_json::to_writer(out, text);
}
