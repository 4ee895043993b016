//! The rulesets that Resettle ships, embedded.
