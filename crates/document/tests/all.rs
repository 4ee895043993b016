//! All integration tests but those that run on their own, in one program: it is linked once.

mod laws;
mod other_hands;
