use std::fmt::Write as _;

use resettle_ruleset::ruleset_digest;

/// What `--version` prints: the version, the commit it was built from, and the digest of each built-in ruleset.
pub fn long() -> String {
    let mut text = format!("{}\ncommit {}", env!("CARGO_PKG_VERSION"), env!("RESETTLE_COMMIT"));
    text.push_str("\nrulesets built in, each with its digest:");
    for embedded in resettle_rulesets::embedded() {
        let digest = ruleset_digest(embedded.yaml.as_bytes(), embedded.notes.as_bytes());
        let _ = write!(text, "\n  {}\n    {digest}", embedded.id);
    }
    text
}
