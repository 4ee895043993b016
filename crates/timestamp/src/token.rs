use std::fmt;

use cms::content_info::ContentInfo;
use cms::signed_data::SignedData;
use der::asn1::{AnyRef, ObjectIdentifier, OctetStringRef};
use der::{Decode, Encode, Reader, SliceReader, Tag, Tagged};
use jiff::civil::DateTime;

use crate::chain::{Authorities, checked, intact};
use crate::error::{ChainError, StampError};
use crate::hash::{Hash, SHA_256};

const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
pub(crate) const TST_INFO: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.1.4");

/// What a `.tsr` file holds, read but not yet checked.
#[derive(Clone, Debug)]
pub struct Stamp {
    /// The moment that it states, in seconds since 1970-01-01T00:00:00Z.
    pub time: i64,
    /// The authority's number of it, in hex.
    pub serial: String,
    /// The rules by which the authority says that it works, as an object identifier.
    pub policy: String,
    hash: Hash,
    imprint: Vec<u8>,
    #[cfg_attr(target_family = "wasm", allow(dead_code, reason = "its signature is checked elsewhere"))]
    pub(crate) content: Vec<u8>,
    #[cfg_attr(target_family = "wasm", allow(dead_code, reason = "its signature is checked elsewhere"))]
    pub(crate) signed: SignedData,
}

fn unreadable(error: impl fmt::Display) -> StampError {
    StampError::Unreadable(error.to_string())
}

/// What is sent to an authority to have these bytes stamped: a `TimeStampReq` over their SHA-256, which asks for the
/// authority's certificate. `openssl ts -query -data FILE -sha256 -cert -no_nonce` writes the same bytes.
#[must_use]
pub fn request(bytes: &[u8]) -> Vec<u8> {
    // SEQUENCE { 1, SEQUENCE { SEQUENCE { sha256, NULL }, OCTET STRING }, TRUE }
    let head = [0x30, 0x39, 0x02, 0x01, 0x01, 0x30, 0x31, 0x30, 0x0d, 0x06, 0x09];
    let sha_256 = SHA_256.as_bytes();
    let mut out = head.to_vec();
    out.extend(sha_256);
    out.extend([0x05, 0x00, 0x04, 0x20]);
    out.extend(Hash::Sha256.of(bytes));
    out.extend([0x01, 0x01, 0xff]);
    out
}

/// The timestamp in an authority's answer, or in a token by itself, in DER.
///
/// # Errors
/// [`StampError`]. Nothing is checked yet but its form.
pub fn read(bytes: &[u8]) -> Result<Stamp, StampError> {
    let outer = AnyRef::from_der(bytes).map_err(unreadable)?;
    let mut reader = SliceReader::new(outer.value()).map_err(unreadable)?;
    let first = AnyRef::decode(&mut reader).map_err(unreadable)?;
    // An answer begins with its status, a token by itself with what kind of content it is.
    let token = match first.tag() {
        Tag::Sequence => {
            let mut status = SliceReader::new(first.value()).map_err(unreadable)?;
            match u8::decode(&mut status).map_err(unreadable)? {
                0 | 1 => AnyRef::decode(&mut reader).and_then(|token| token.to_der()).map_err(unreadable)?,
                refused => return Err(StampError::Refused(refused)),
            }
        }
        _ => bytes.to_vec(),
    };
    let info = ContentInfo::from_der(&token).map_err(unreadable)?;
    if info.content_type != SIGNED_DATA {
        return Err(unreadable("what it holds is not signed"));
    }
    let signed: SignedData = info.content.decode_as().map_err(unreadable)?;
    let content = match &signed.encap_content_info.econtent {
        Some(content) if signed.encap_content_info.econtent_type == TST_INFO => {
            content.decode_as::<OctetStringRef<'_>>().map_err(unreadable)?.as_bytes().to_vec()
        }
        _ => return Err(unreadable("what is signed is no timestamp")),
    };
    let stated = stated(&content)?;
    let hash = Hash::named(stated.hash).ok_or_else(|| StampError::Hash(stated.hash.to_string()))?;
    let (imprint, serial, policy) = (stated.imprint, stated.serial, stated.policy);
    Ok(Stamp { time: stated.time, serial, policy, hash, imprint, content, signed })
}

/// What a `TSTInfo` says, as far as it is used.
struct Stated {
    policy: String,
    hash: ObjectIdentifier,
    imprint: Vec<u8>,
    serial: String,
    time: i64,
}

fn stated(content: &[u8]) -> Result<Stated, StampError> {
    let outer = AnyRef::from_der(content).map_err(unreadable)?;
    let mut reader = SliceReader::new(outer.value()).map_err(unreadable)?;
    let next = |reader: &mut SliceReader<'_>| -> Result<(Tag, Vec<u8>), StampError> {
        let any = AnyRef::decode(reader).map_err(unreadable)?;
        Ok((any.tag(), any.value().to_vec()))
    };
    if u8::decode(&mut reader).map_err(unreadable)? != 1 {
        return Err(unreadable("it is of a version that is not known"));
    }
    let policy = ObjectIdentifier::decode(&mut reader).map_err(unreadable)?.to_string();
    let (_, imprint) = next(&mut reader)?;
    let mut parts = SliceReader::new(&imprint).map_err(unreadable)?;
    let (_, kind) = next(&mut parts)?;
    let hash = SliceReader::new(&kind).and_then(|mut kind| ObjectIdentifier::decode(&mut kind)).map_err(unreadable)?;
    let imprint = OctetStringRef::decode(&mut parts).map_err(unreadable)?.as_bytes().to_vec();
    let serial: String = next(&mut reader)?.1.iter().map(|byte| format!("{byte:02x}")).collect();
    // DER's own type of times knows no fractions of a second, which authorities may write.
    let (Tag::GeneralizedTime, time) = next(&mut reader)? else { return Err(unreadable("it states no time")) };
    let text = String::from_utf8_lossy(&time).into_owned();
    let time = seconds(&text).ok_or(StampError::Time(text))?;
    while !reader.is_finished() {
        next(&mut reader)?;
    }
    Ok(Stated { policy, hash, imprint, serial, time })
}

/// `YYYYMMDDHHMMSS[.digits]Z` in seconds since 1970.
fn seconds(text: &str) -> Option<i64> {
    let (whole, fraction) = text.strip_suffix('Z').map(|text| text.split_once('.').unwrap_or((text, "0")))?;
    if fraction.is_empty() || !fraction.bytes().all(|digit| digit.is_ascii_digit()) || whole.len() != 14 {
        return None;
    }
    let at = DateTime::strptime("%Y%m%d%H%M%S", whole).ok()?;
    Some(at.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_second())
}

impl Stamp {
    /// Whether it is over exactly these bytes.
    #[must_use]
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        self.hash.of(bytes) == self.imprint
    }

    /// Whether it is what the certificate in it signed, whoever that is.
    ///
    /// # Errors
    /// [`ChainError`].
    pub fn intact(&self) -> Result<(), ChainError> {
        intact(self)
    }

    /// The name of the authority, as its certificate has it, where everything about it holds: the stamp is what it signed, with a
    /// certificate for timestamps, which leads to one of these authorities, at the time that the stamp states.
    ///
    /// # Errors
    /// [`ChainError`].
    pub fn vouched_by(&self, authorities: &Authorities) -> Result<String, ChainError> {
        checked(self, authorities)
    }
}
