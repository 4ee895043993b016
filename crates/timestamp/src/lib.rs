//! Timestamps by another party's clock ([RFC 3161](https://www.rfc-editor.org/rfc/rfc3161)): that a file existed at a moment does
//! not then rest on the word of whoever holds its key.
//!
//! [`request`] is what a timestamp authority is sent; what it answers is read by [`read`] and belongs to a file where
//! [`Stamp::is_of`] says so. [`Stamp::vouched_by`] checks the authority's signature, its certificate, and the chain to certificates
//! that the reader trusts, all at the time that the stamp states, offline.
//!
//! ```
//! use resettle_timestamp::{StampError, read, request};
//!
//! let request = request(b"a manifest");
//! assert_eq!(request.len(), 59);
//! // `openssl ts -reply -queryfile request.tsq -out answer.tsr` of an authority answers it.
//! assert!(matches!(read(b"no answer"), Err(StampError::Unreadable(_))));
//! ```

#[cfg(not(target_family = "wasm"))]
mod chain;
#[cfg(target_family = "wasm")]
#[path = "chain_left_out.rs"]
mod chain;
mod error;
mod hash;
mod token;

pub use chain::Authorities;
pub use error::{AuthoritiesError, ChainError, StampError};
pub use token::{Stamp, read, request};
