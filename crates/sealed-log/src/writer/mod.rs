mod chain;
mod sealing;

pub use chain::ChainWriter;
pub use sealing::SealingWriter;
