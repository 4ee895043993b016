use base64ct::{Base64, Encoding};

use crate::hash::Digest;
use crate::key::KeyId;
use crate::object::{Common, ObjectReader};

/// A seal as logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    /// The signing key.
    pub key: KeyId,
    /// The signature.
    pub sig: [u8; 64],
    /// Whether the log ends here.
    pub is_final: bool,
    /// SHA-256 of the seal's line as the format's page writes it: the same for every spelling with the same content.
    pub says: Digest,
}

/// The bytes that a seal's signature covers. `prev` chains back to the first line, so they stand for everything before
/// the seal.
#[must_use]
pub fn seal_message(log: &str, seq: u64, prev: Digest, at: &str, is_final: bool) -> Vec<u8> {
    let state = if is_final { "final" } else { "open" };
    format!("coup-log/1 seal\n{log}\n{seq}\n{prev}\n{at}\n{state}\n").into_bytes()
}

/// A seal's line as the format's page writes it, without its line feed: the one spelling by which a seal is remembered,
/// however its log spells it.
pub(crate) fn seal_line((seq, prev, at): (u64, Digest, &str), key: KeyId, sig: &[u8; 64], is_final: bool) -> String {
    let sig = Base64::encode_string(sig);
    format!(
        "{{\"seq\":{seq},\"prev\":\"{prev}\",\"at\":\"{at}\",\"type\":\"seal\",\"key\":\"{key}\",\"sig\":\"{sig}\",\"final\":{is_final}}}"
    )
}

impl Seal {
    /// The seal that a record of this `seq`, `prev` and `at` is.
    pub(crate) fn new(common: (u64, Digest, &str), key: KeyId, sig: [u8; 64], is_final: bool) -> Self {
        let says = Digest::of(seal_line(common, key, &sig, is_final).as_bytes());
        Self { key, sig, is_final, says }
    }

    /// Reads what a seal states besides its place in the chain.
    pub fn read(reader: &mut ObjectReader<'_, '_>, common: &Common) -> Option<Self> {
        reader.only(&["seq", "prev", "at", "type", "key", "sig", "final"]);
        let key = reader.required("key", ObjectReader::digest);
        let sig = reader.required("sig", ObjectReader::signature);
        let is_final = reader.required("final", ObjectReader::truth);
        let at = common.at.as_ref()?;
        Some(Self::new((common.seq?, common.prev?, at.as_str()), key?, sig?, is_final?))
    }
}
