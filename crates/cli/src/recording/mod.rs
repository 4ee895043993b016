//! What `resettle record` needs of the machine: its files, its clock and the line to the shoe.

mod clock;
mod folder;
mod line;

pub use clock::VenueClock;
pub use folder::RecordFolder;
pub use line::{Line, Received, answer, receive};
