//! What the rows of one coup have in common.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use resettle_sealed_log::Digest;

/// An id of more bytes is taken to be given once.
const SHORT_ID: usize = 4;

/// The name of a coup in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum RoundName<'r> {
    /// A coup of a shoe, or of a source that names no shoes.
    Coup(Option<&'r str>, i64),
    /// The source's own id.
    Id(&'r str),
}

impl RoundName<'_> {
    /// Whether no other coup of the source can have it: the numbers of coups begin again with each shoe.
    pub(crate) fn is_of_one_shoe(&self) -> bool {
        !matches!(self, Self::Coup(None, _))
    }

    /// Whether a source may give it to another coup on another day: a short id is mostly a number of the day.
    pub(crate) fn may_come_again(&self) -> bool {
        match self {
            Self::Coup(shoe, _) => shoe.is_some(),
            Self::Id(id) => id.len() <= SHORT_ID,
        }
    }
}

impl fmt::Display for RoundName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coup(None, coup) => write!(f, "coup {coup}"),
            Self::Coup(Some(shoe), coup) => write!(f, "coup {coup} of shoe {shoe:?}"),
            Self::Id(id) => write!(f, "round {id:?}"),
        }
    }
}

/// The hash of a text, short enough that millions can be remembered.
pub(crate) type TextHash = [u8; 16];

/// A name that is short enough for millions of them to be remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    /// The shoe, and the number of the coup in it.
    Coup(Option<TextHash>, i64),
    /// The source's own id.
    Id(TextHash),
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (text, number) = match self {
            Self::Coup(shoe, coup) => (shoe.unwrap_or_default(), *coup),
            Self::Id(id) => (*id, 0),
        };
        // A hash already: half of it, turned by the number.
        let [half, _] = text.as_chunks::<8>().0 else { return };
        state.write_u64(u64::from_le_bytes(*half) ^ number.cast_unsigned());
    }
}

/// Makes keys; nearly always the shoe is the one of the row before.
#[derive(Default)]
pub(crate) struct Keys {
    last: Option<(Rc<str>, TextHash)>,
}

impl Keys {
    /// The key of a name.
    pub(crate) fn of(&mut self, name: &RoundName<'_>) -> Key {
        match name {
            RoundName::Coup(None, coup) => Key::Coup(None, *coup),
            RoundName::Coup(Some(shoe), coup) => Key::Coup(Some(self.known(shoe).1), *coup),
            RoundName::Id(id) => Key::Id(hash(id)),
        }
    }

    /// The name of a shoe, for a coup to keep.
    pub(crate) fn shoe(&mut self, shoe: &str) -> Rc<str> {
        Rc::clone(&self.known(shoe).0)
    }

    fn known(&mut self, shoe: &str) -> &(Rc<str>, TextHash) {
        if self.last.as_ref().is_some_and(|(last, _)| **last != *shoe) {
            self.last = None;
        }
        self.last.get_or_insert_with(|| (Rc::from(shoe), hash(shoe)))
    }
}

/// The hash of a text.
pub(crate) fn hash(text: &str) -> TextHash {
    hash_of(text.as_bytes())
}

/// The hash of these bytes.
pub(crate) fn hash_of(bytes: &[u8]) -> TextHash {
    let mut short = [0; 16];
    short.iter_mut().zip(Digest::of(bytes).0).for_each(|(to, from)| *to = from);
    short
}
