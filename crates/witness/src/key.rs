use std::fmt;

use base64ct::{Base64, Encoding};
use resettle_sealed_log::{Digest, PublicKey};

use crate::error::{NameError, VkeyError};

/// What a key of notes is for: the byte by which notes spell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Signs notes: type 1 of c2sp.org/signed-note.
    Log,
    /// Cosigns them with a time: type 4, c2sp.org/tlog-cosignature.
    Witness,
}

impl Role {
    const fn byte(self) -> u8 {
        match self {
            Self::Log => 1,
            Self::Witness => 4,
        }
    }
}

/// A key by the name under which it signs notes, spelled `NAME+ID+KEY` (a *vkey*).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteKey {
    name: String,
    role: Role,
    key: PublicKey,
}

impl NoteKey {
    /// The key under this name.
    ///
    /// # Errors
    /// A name that notes do not allow.
    pub fn new(name: &str, role: Role, key: PublicKey) -> Result<Self, NameError> {
        if is_name(name) { Ok(Self { name: name.to_owned(), role, key }) } else { Err(NameError(name.to_owned())) }
    }

    /// Its name; of a log it is its origin.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it signs notes or cosigns them.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// The key itself.
    #[must_use]
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// The first four bytes of the SHA-256 of name, type and key.
    #[must_use]
    pub fn id(&self) -> [u8; 4] {
        let bytes = [self.name.as_bytes(), b"\n", &[self.role.byte()], self.key.as_bytes()].concat();
        let [a, b, c, d, ..] = Digest::of(&bytes).0;
        [a, b, c, d]
    }

    /// Reads a vkey in its one spelling.
    ///
    /// # Errors
    /// [`VkeyError`].
    pub fn parse(text: &str) -> Result<Self, VkeyError> {
        let mut parts = text.splitn(3, '+');
        let (Some(name), Some(_), Some(coded)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(VkeyError::Form);
        };
        let bytes = Base64::decode_vec(coded).map_err(|_| VkeyError::Form)?;
        let (kind, key) = bytes.split_first().ok_or(VkeyError::Form)?;
        let role = [Role::Log, Role::Witness].into_iter().find(|role| role.byte() == *kind);
        let role = role.ok_or(VkeyError::Kind(*kind))?;
        let key: &[u8; 32] = key.try_into().map_err(|_| VkeyError::Form)?;
        let key = PublicKey::from_bytes(key).map_err(|error| VkeyError::Key(error.to_string()))?;
        let read = Self::new(name, role, key)?;
        if read.to_string() == text { Ok(read) } else { Err(VkeyError::Id) }
    }
}

impl fmt::Display for NoteKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coded = Base64::encode_string(&[&[self.role.byte()], self.key.as_bytes().as_slice()].concat());
        write!(f, "{}+{:08x}+{coded}", self.name, u32::from_be_bytes(self.id()))
    }
}

/// Whether notes allow this as the name of a key.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.chars().any(|letter| letter.is_whitespace() || letter.is_control() || letter == '+')
}
