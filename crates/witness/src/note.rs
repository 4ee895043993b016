use std::fmt;

use base64ct::{Base64, Encoding};
use ed25519_dalek::{Signer, SigningKey};

use crate::checkpoint::Checkpoint;
use crate::error::NoteError;
use crate::key::{NoteKey, Role, is_name};
use crate::leaves::Leaves;
use crate::tree::consistency;

/// The most signatures that are looked at; c2sp.org/signed-note asks for 16.
const MOST: usize = 64;

/// One signature below a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureLine {
    /// The name of the key.
    pub name: String,
    /// Its id, which says with the name which key it is.
    pub id: [u8; 4],
    /// What follows: 64 bytes by a log; by a witness eight of its time before them.
    pub signature: Vec<u8>,
}

impl SignatureLine {
    /// Reads one line, without its end.
    ///
    /// # Errors
    /// [`NoteError::Form`].
    pub fn parse(line: &str) -> Result<Self, NoteError> {
        let fail = || NoteError::Form("a signature is a line `— NAME BASE64`");
        let (name, coded) = line.strip_prefix("— ").and_then(|rest| rest.split_once(' ')).ok_or_else(fail)?;
        let bytes = Base64::decode_vec(coded).map_err(|_| fail())?;
        let (id, signature) = bytes.split_first_chunk::<4>().ok_or_else(fail)?;
        let read = Self { name: name.to_owned(), id: *id, signature: signature.to_vec() };
        if is_name(name) && read.to_string() == line { Ok(read) } else { Err(fail()) }
    }

    /// Whether it says that it is by this key.
    #[must_use]
    pub fn names(&self, key: &NoteKey) -> bool {
        self.name == key.name() && self.id == key.id()
    }
}

impl fmt::Display for SignatureLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coded = Base64::encode_string(&[self.id.as_slice(), &self.signature].concat());
        write!(f, "— {} {coded}", self.name)
    }
}

/// A checkpoint with the signatures below it: c2sp.org/signed-note. What it says counts only where [`Policy::judge`](crate::Policy::judge)
/// says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What is signed.
    pub checkpoint: Checkpoint,
    signatures: Vec<SignatureLine>,
}

impl Note {
    /// Signs a checkpoint. The key's name has to be its origin.
    #[must_use]
    pub fn sign(checkpoint: &Checkpoint, key: &NoteKey, secret: &SigningKey) -> Self {
        let signature = secret.sign(checkpoint.to_text().as_bytes()).to_bytes().to_vec();
        let line = SignatureLine { name: key.name().to_owned(), id: key.id(), signature };
        Self { checkpoint: checkpoint.clone(), signatures: vec![line] }
    }

    /// What a witness adds who saw it at this moment, in seconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn cosign(&self, key: &NoteKey, secret: &SigningKey, time: u64) -> SignatureLine {
        let raw = secret.sign(self.cosigned(time).as_bytes()).to_bytes();
        let signature = [time.to_be_bytes().as_slice(), &raw].concat();
        SignatureLine { name: key.name().to_owned(), id: key.id(), signature }
    }

    /// Puts a signature below those that are there, once.
    ///
    /// # Errors
    /// [`NoteError::TooMany`].
    pub fn add(&mut self, line: SignatureLine) -> Result<(), NoteError> {
        if self.signatures.contains(&line) {
            return Ok(());
        }
        if self.signatures.len() >= MOST {
            return Err(NoteError::TooMany(MOST));
        }
        self.signatures.push(line);
        Ok(())
    }

    /// The signatures, in their order.
    #[must_use]
    pub fn signatures(&self) -> &[SignatureLine] {
        &self.signatures
    }

    /// Reads a note in its one spelling. Nothing is checked yet but its form.
    ///
    /// # Errors
    /// [`NoteError::Form`], [`NoteError::Checkpoint`], [`NoteError::TooMany`].
    pub fn parse(bytes: &[u8]) -> Result<Self, NoteError> {
        let text = std::str::from_utf8(bytes).map_err(|_| NoteError::Form("it is not UTF-8"))?;
        if text.bytes().any(|byte| byte < 0x20 && byte != b'\n') {
            return Err(NoteError::Form("it holds a control character"));
        }
        let (body, below) =
            text.rsplit_once("\n\n").ok_or(NoteError::Form("no empty line stands before its signatures"))?;
        let checkpoint = Checkpoint::parse(&format!("{body}\n"))?;
        let below = below.strip_suffix('\n').ok_or(NoteError::Form("its last line does not end"))?;
        let mut note = Self { checkpoint, signatures: Vec::new() };
        for line in below.split('\n') {
            note.add(SignatureLine::parse(line)?)?;
        }
        if note.to_string() == text { Ok(note) } else { Err(NoteError::Form("a signature stands there twice")) }
    }

    /// What a witness on the network is sent that saw the first `old` of these leaves last: c2sp.org/tlog-witness, add-checkpoint. None
    /// where there are not so many.
    #[must_use]
    pub fn request(&self, old: usize, leaves: &Leaves) -> Option<String> {
        let proof = consistency(old, &leaves.hashes())?;
        let proof: String = proof.iter().map(|node| format!("{}\n", Base64::encode_string(&node.0))).collect();
        Some(format!("old {old}\n{proof}\n{self}"))
    }

    /// Whether one of these keys, those of logs, is of its origin and signed it.
    ///
    /// # Errors
    /// None is of its origin, none signed it, or a signature of one does not fit.
    pub fn signed_by<'k>(&self, logs: impl IntoIterator<Item = &'k NoteKey>) -> Result<(), NoteError> {
        let origin = &self.checkpoint.origin;
        let of_origin = |log: &&NoteKey| log.name() == origin && log.role() == Role::Log;
        let own: Vec<&NoteKey> = logs.into_iter().filter(of_origin).collect();
        if own.is_empty() {
            return Err(NoteError::UnknownOrigin(origin.clone()));
        }
        let text = self.checkpoint.to_text();
        let mut signed = false;
        for (line, log) in self.signatures.iter().flat_map(|line| own.iter().map(move |log| (line, log))) {
            if line.names(log) {
                let raw = <&[u8; 64]>::try_from(line.signature.as_slice());
                if !raw.is_ok_and(|raw| log.key().verify(text.as_bytes(), raw)) {
                    return Err(NoteError::Mismatch(origin.clone()));
                }
                signed = true;
            }
        }
        if signed { Ok(()) } else { Err(NoteError::NotSigned(origin.clone())) }
    }

    /// The first moment at which the witness's key cosigned it, in seconds; none where no signature says that it did.
    ///
    /// # Errors
    /// A signature that says so and does not fit, or has a time that is none.
    pub(crate) fn cosigned_by(&self, key: &NoteKey) -> Result<Option<u64>, NoteError> {
        let mut first: Option<u64> = None;
        for line in self.signatures.iter().filter(|line| line.names(key)) {
            let mismatch = || NoteError::Mismatch(line.name.clone());
            let (time, raw) = line.signature.split_first_chunk::<8>().ok_or_else(mismatch)?;
            let raw: &[u8; 64] = raw.try_into().map_err(|_| mismatch())?;
            let time = u64::from_be_bytes(*time);
            if i64::try_from(time).is_err() || !key.key().verify(self.cosigned(time).as_bytes(), raw) {
                return Err(mismatch());
            }
            first = Some(first.map_or(time, |other| other.min(time)));
        }
        Ok(first)
    }

    fn cosigned(&self, time: u64) -> String {
        format!("cosignature/v1\ntime {time}\n{}", self.checkpoint.to_text())
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.checkpoint.to_text())?;
        self.signatures.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}
