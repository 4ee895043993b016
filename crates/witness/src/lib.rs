//! Witnesses of a venue's digests: that a digest existed before a moment does not then rest on the word of whoever holds its key.
//!
//! A venue's digests, in their order, are the leaves of a Merkle tree ([`Leaves`], [`root`]). A [`Note`] states its size and root as a
//! [checkpoint](https://c2sp.org/tlog-checkpoint), signed by the venue; a witness that saw it adds a
//! [cosignature](https://c2sp.org/tlog-cosignature) with its own time. [`Policy`] says whose notes and whose cosignatures count, and how
//! many of them ([tlog-policy](https://c2sp.org/tlog-policy)).
//!
//! ```
//! use ed25519_dalek::SigningKey;
//! use resettle_sealed_log::{Digest, PublicKey};
//! use resettle_witness::{Checkpoint, Leaves, NoteKey, Note, Policy, Role, root};
//!
//! let (venue, witness) = (SigningKey::from_bytes(&[1; 32]), SigningKey::from_bytes(&[2; 32]));
//! let key = |role, name: &str, key: &SigningKey| {
//!     NoteKey::new(name, role, PublicKey::from_bytes(key.verifying_key().as_bytes()).expect("a key")).expect("a name")
//! };
//! let leaves = Leaves::parse(&format!("{}  2023-06-01.digest\n", Digest::of(b"the digest of a day"))).expect("a list");
//! let checkpoint = Checkpoint { origin: "casino.example/digests/mbs".into(), size: 1, root: root(&leaves.hashes()) };
//! let mut note = Note::sign(&checkpoint, &key(Role::Log, "casino.example/digests/mbs", &venue), &venue);
//! note.add(note.cosign(&key(Role::Witness, "witness.example", &witness), &witness, 1_685_577_600)).expect("room for it");
//!
//! let policy = format!(
//!     "log {}\nwitness w {}\nquorum w\n",
//!     key(Role::Log, "casino.example/digests/mbs", &venue),
//!     key(Role::Witness, "witness.example", &witness),
//! );
//! let seen = Policy::parse(&policy).expect("a policy").judge(&note, 1_685_577_601).expect("signed by the venue");
//! assert_eq!(seen.before, Some(1_685_577_600));
//! ```

mod checkpoint;
mod error;
mod key;
mod leaves;
mod note;
mod policy;
mod tree;

pub use checkpoint::{Checkpoint, origin_of};
pub use error::{LeavesFault, NameError, NoteError, PolicyFault, VkeyError};
pub use key::{NoteKey, Role};
pub use leaves::Leaves;
pub use note::{Note, SignatureLine};
pub use policy::{Cosigned, Policy, Seen};
pub use tree::{consistency, root};
