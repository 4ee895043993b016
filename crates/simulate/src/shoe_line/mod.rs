//! What an electronic shoe would have sent while a log was played, and what a bad line makes of it.
//!
//! Written from the published facts about the frames alone; whoever reads frames shares nothing with it.

mod events;
mod noise;

pub use events::{ShoeEvents, frame};
pub use noise::{Attempt, LineFault, NoisyLine};
