use std::fmt::Write as _;

/// What `--version` prints: the version, the commit it was built from, and the digest of each built-in ruleset.
pub fn long() -> String {
    let mut text = format!("{}\ncommit {}", env!("CARGO_PKG_VERSION"), env!("RESETTLE_COMMIT"));
    let Ok(registry) = resettle_rulesets::registry() else { return text };
    text.push_str("\nrulesets built in, each with its digest:");
    for ruleset in registry.iter() {
        let _ = write!(text, "\n  {}\n    {}", ruleset.id, ruleset.digest);
    }
    text
}
