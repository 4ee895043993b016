//! The replay engine: coups in, findings out.
