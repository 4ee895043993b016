//! What the records of a log state, declared record by record.

mod chain;
mod coup;
mod irregularity;
mod shoe;
mod table;
mod wager;

use crate::declare::events;
use crate::session::Session;
use resettle_sealed_log::strict::{Object, Value};
use resettle_sealed_log::{Digest, MAX_NAME, Open, Seal, Time};

pub use coup::*;
pub use irregularity::*;
pub use shoe::*;
pub use table::*;
pub use wager::*;

/// A name in an object, as far as it can be read.
fn readable(item: &Object<'_>, name: &str) -> Option<String> {
    match item.get(name) {
        Some(Value::Text(text)) if text.len() <= MAX_NAME => Some(text.as_ref().to_owned()),
        _ => None,
    }
}

/// A well-formed record. That it is well-formed does not make it authentic.
#[derive(Clone, Debug)]
pub struct Record {
    /// Line in the file, from 1.
    pub line: u64,
    /// The record's own number.
    pub seq: u64,
    /// When it was written.
    pub at: Time,
    /// SHA-256 of its bytes.
    pub sha256: Digest,
    /// What it states.
    pub body: Body,
}

events! {
    /// What a record states.
    Body {
        /// The first record of a log.
        Open = "open" (Open),
        /// The table sign.
        Limits = "limits" (Limits),
        /// What the operator chose of the options that the rules leave open.
        Options = "options" (Options),
        /// Who is on duty.
        Staff = "staff" (Staff),
        /// Something that happened to a shoe.
        Shoe = "shoe" (ShoeRecord),
        /// One round of play.
        Coup = "coup" (Box<Coup>),
        /// An irregularity found outside a coup.
        Incident = "incident" (Box<Incident>),
        /// Tournament play.
        Session = "session" (Box<Session>),
        /// A seal.
        Seal = "seal" (Seal),
    } else
    /// A type that the format does not know.
    Unknown
}
