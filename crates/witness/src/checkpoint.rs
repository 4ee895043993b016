use base64ct::{Base64, Encoding};
use resettle_sealed_log::Digest;

use crate::error::NoteError;
use crate::key::is_name;

/// What a venue states of its digests at a moment: c2sp.org/tlog-checkpoint, without extension lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Whose digests these are; also the name of the key that signs.
    pub origin: String,
    /// How many digests.
    pub size: u64,
    /// The root over them.
    pub root: Digest,
}

/// The origin of a venue's digests: what begins it, a slash, and the venue's id, in which all but letters, digits, `-`, `.` and
/// `_` of ASCII stand as `%` and two hex digits.
#[must_use]
pub fn origin_of(prefix: &str, venue: &str) -> String {
    let mut out = format!("{prefix}/");
    for byte in venue.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_') {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

impl Checkpoint {
    /// Whether it is of this venue's digests, by its origin.
    #[must_use]
    pub fn is_of_venue(&self, venue: &str) -> bool {
        self.origin.rsplit_once('/').is_some_and(|(prefix, _)| origin_of(prefix, venue) == self.origin)
    }

    /// The text that is signed: three lines.
    #[must_use]
    pub fn to_text(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.size, Base64::encode_string(&self.root.0))
    }

    /// Reads the text of a note in its one spelling.
    ///
    /// # Errors
    /// [`NoteError::Checkpoint`].
    pub fn parse(text: &str) -> Result<Self, NoteError> {
        let fail = |why| Err(NoteError::Checkpoint(why));
        let mut lines = text.lines();
        let (Some(origin), Some(size), Some(root), None) = (lines.next(), lines.next(), lines.next(), lines.next())
        else {
            return fail("it has three lines: origin, size, root");
        };
        if !is_name(origin) {
            return fail("its first line is no origin: it is empty, or holds a space or a plus");
        }
        let Ok(size) = size.parse() else { return fail("its second line is no size") };
        let bytes = Base64::decode_vec(root).ok().and_then(|bytes| bytes.try_into().ok());
        let Some(bytes) = bytes else { return fail("its third line is no SHA-256 in base64") };
        let read = Self { origin: origin.to_owned(), size, root: Digest(bytes) };
        if read.to_text() == text { Ok(read) } else { fail("it is not spelled as checkpoints are") }
    }
}
