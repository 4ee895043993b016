//! Bytes to authentic records: lines, hash chain, seals, keys and the trust store.
