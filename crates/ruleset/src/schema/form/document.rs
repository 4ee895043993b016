//! Where the rules were read from, and since when they hold.

use schemars::JsonSchema;

use crate::schema::words::{Moment, Sha256, Text};

only! {
    Publication { Publication }
    Recorded { Recorded }
    Unrecorded { Enforced, Definition, Heading }
}

#[derive(JsonSchema)]
#[schemars(untagged, deny_unknown_fields)]
pub(super) enum Effective {
    /// From a date that the document states.
    From { from: Moment, zone: Text },
    /// On a publication whose date it does not state.
    On { on: Publication, signed: Moment, zone: Text },
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Gap {
    from: Moment,
    until: Moment,
    /// What is known.
    why: Text,
}

#[derive(JsonSchema)]
#[schemars(untagged, deny_unknown_fields)]
pub(super) enum Clause {
    /// It needs facts that no log holds.
    Recorded {
        /// The fingerprint of its text.
        text: Sha256,
        kind: Recorded,
        /// Which fact it needs.
        why: Text,
    },
    /// The engine checks it, or it defines a word, or it is a heading.
    Unrecorded {
        /// The fingerprint of its text.
        text: Sha256,
        kind: Unrecorded,
    },
}
