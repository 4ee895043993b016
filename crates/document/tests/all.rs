//! All integration tests, in one program: it is linked once.

mod cut;
mod headings;
mod laws;
mod other_publishers;
