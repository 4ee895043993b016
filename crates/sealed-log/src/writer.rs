use std::io::{self, Write};

use ed25519_dalek::{Signer, SigningKey};

use crate::hash::Digest;
use crate::json::{Object, Value};
use crate::key::KeyId;
use crate::line::MAX_LINE;
use crate::seal::{seal_line, seal_message};

/// Writes records as a chain, and seals it.
pub struct ChainWriter<'k, W> {
    out: W,
    key: &'k SigningKey,
    key_id: KeyId,
    log: String,
    seq: u64,
    prev: Digest,
    seals: u64,
}

impl<'k, W: Write> ChainWriter<'k, W> {
    /// Writes to `out`, and seals by `key`.
    pub fn new(key: &'k SigningKey, out: W) -> Self {
        let key_id = Digest::of(key.verifying_key().as_bytes());
        Self { out, key, key_id, log: String::new(), seq: 0, prev: Digest::ZERO, seals: 0 }
    }

    /// Names the log, before its first seal: every seal is of a log of this id.
    pub fn name(&mut self, log: String) {
        self.log = log;
    }

    /// Records written so far, seals included.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.seq
    }

    /// Seals written so far.
    #[must_use]
    pub fn seals(&self) -> u64 {
        self.seals
    }

    /// The line of a record with its place in the chain, and with the key where it opens the log: what stands there of
    /// these is replaced.
    ///
    /// # Errors
    /// Where the line is then too long.
    pub fn chained(&self, object: &Object<'_>) -> Result<String, String> {
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
        Ok(text)
    }

    /// Writes a line that [`ChainWriter::chained`] made.
    ///
    /// # Errors
    /// What the output says.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\n")?;
        self.prev = Digest::of(text.as_bytes());
        self.seq += 1;
        Ok(())
    }

    /// Seals what was written so far; a final seal closes the log.
    ///
    /// # Errors
    /// What the output says.
    pub fn seal(&mut self, at: &str, is_final: bool) -> io::Result<()> {
        let message = seal_message(&self.log, self.seq, self.prev, at, is_final);
        let sig = self.key.sign(&message).to_bytes();
        let text = seal_line((self.seq, self.prev, at), self.key_id, &sig, is_final);
        self.seals += 1;
        self.write(&text)
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// What the output says.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
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
