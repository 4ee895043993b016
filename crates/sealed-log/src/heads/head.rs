use crate::hash::Digest;
use crate::json::{self, Object};
use crate::key::{KeyId, PublicKey};
use crate::line::MAX_LINE;
use crate::object::{Common, Noted, ObjectReader, joined};
use crate::seal::{Seal, seal_line, seal_message};

/// A seal: its content, and by its `prev` everything before it. How its line is spelled is not part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    line: String,
    seq: u64,
    prev: Digest,
    at: String,
    seal: Seal,
}

impl Head {
    /// Reads a seal's line in any spelling, given without its line feed, as strictly as a log is read.
    ///
    /// # Errors
    /// Why the line is not a seal.
    pub fn read(line: &str) -> Result<Self, String> {
        Self::read_beside(line, |_| Vec::new())
    }

    /// The same; `others` returns what is wrong with a record that is not a seal.
    pub(super) fn read_beside(line: &str, others: impl Fn(&Object<'_>) -> Vec<String>) -> Result<Self, String> {
        if line.len() > MAX_LINE || line.contains(['\n', '\t']) {
            return Err("it is no line of a log".to_owned());
        }
        let object = json::parse(line.as_bytes())?;
        let mut noted = Noted::default();
        let mut reader = ObjectReader::new(&object, &mut noted);
        let common = Common::read(&mut reader);
        let seal = match common.kind.as_deref() {
            Some("seal") => Seal::read(&mut reader, &common),
            Some(_) => {
                let said = others(&object);
                if !said.is_empty() {
                    noted.faults = said;
                }
                None
            }
            None => None,
        };
        if !noted.faults.is_empty() {
            return Err(joined(&noted.faults));
        }
        match (common.seq, common.prev, &common.at, seal) {
            (Some(seq), Some(prev), Some(at), Some(seal)) => Ok(Self::of((seq, prev, at.as_str()), &seal)),
            _ => Err("it is no seal".to_owned()),
        }
    }

    /// A seal that a reader has just read.
    pub(crate) fn of(common: (u64, Digest, &str), seal: &Seal) -> Self {
        let (seq, prev, at) = common;
        let line = seal_line(common, seal.key, &seal.sig, seal.is_final);
        Self { line, seq, prev, at: at.to_owned(), seal: seal.clone() }
    }

    /// The whole line as the format's page writes it, without its line feed.
    #[must_use]
    pub fn line(&self) -> &str {
        &self.line
    }

    /// SHA-256 of that line.
    #[must_use]
    pub fn sha256(&self) -> Digest {
        self.seal.says
    }

    /// The seal's `seq`.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The key that the seal names.
    #[must_use]
    pub fn key(&self) -> KeyId {
        self.seal.key
    }

    /// Whether the log was closed by it.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.seal.is_final
    }

    /// The bytes that its signature covers in the log of this id.
    #[must_use]
    pub fn message(&self, log: &str) -> Vec<u8> {
        seal_message(log, self.seq, self.prev, &self.at, self.seal.is_final)
    }

    /// Whether the signature fits, as a seal of the log of this id, under this key. Does not check windows or scope.
    #[must_use]
    pub fn verify(&self, log: &str, key: &PublicKey) -> bool {
        key.id() == self.seal.key && key.verify(&self.message(log), &self.seal.sig)
    }
}
