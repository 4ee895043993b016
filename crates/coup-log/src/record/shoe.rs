use serde_json::{Value, json};

use crate::card::CardCode;
use crate::declare::{Member, Name, Reader, events, record};

record! {
    /// A record about a shoe.
    ShoeRecord {
        /// The shoe's id.
        shoe: String = Name,
        /// What happened.
        event: ShoeEvent,
    }
}

events! {
    /// What happened to a shoe.
    ShoeEvent {
        /// Play begins.
        Start = "start" {
            /// Number of decks, at least 1.
            decks: u32,
            /// Cards burned at the start; `None` if it does not state them.
            burned: Option<Vec<CardCode>>,
            /// Whether pre-shuffled cards were used.
            preshuffled: bool => false,
            /// Whether the device takes discards back.
            recirculates: bool => false,
        },
        /// Cards burned later.
        Burn = "burn" {
            /// Which.
            cards: Vec<CardCode> => Vec::new(),
        },
        /// The cut card appeared.
        CutCard = "cut_card",
        /// The remaining cards were taken out and verified.
        Check = "check",
        /// Cards were replaced.
        Replace = "replace" {
            /// Taken out.
            out: Vec<CardCode> => Vec::new(),
            /// Put in.
            r#in as "in": Vec<CardCode> => Vec::new(),
        },
        /// The shoe ended.
        End = "end",
    }
}

/// Decks.
impl Member for u32 {
    fn read(reader: &mut Reader<'_, '_>, name: &str, (): &()) -> Option<Self> {
        let decks = reader.at_least(name, 1)?;
        let read = Self::try_from(decks).ok();
        if read.is_none() {
            reader.fault(name, format!("{decks} decks in one shoe"));
        }
        read
    }

    fn schema((): &()) -> Value {
        json!({"type": "integer", "minimum": 1, "maximum": Self::MAX})
    }
}
