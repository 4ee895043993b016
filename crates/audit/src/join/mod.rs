//! Several sources of one table judged as one: the shoe knows the cards, each terminal its own
//! wagers, the display what it showed. Shoe and coup number join them.

mod coup;
mod expected;
mod segments;
mod table;

pub use expected::{Expected, SourceSettings};
pub(crate) use table::same_currency;
pub use table::{JoinError, JoinedAudit, JoinedReplay, audit_sources, audit_sources_to, explain_in_sources};
