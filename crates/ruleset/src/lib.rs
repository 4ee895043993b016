//! YAML to a checked ruleset, and the registry that knows which one is in force.
