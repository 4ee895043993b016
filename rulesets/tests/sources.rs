//! The documents that the rulesets were read from are the ones at hand.

use std::fmt::Write as _;
use std::fs;

use sha2::{Digest as _, Sha256};

use resettle_testkit::shared;

#[test]
fn every_source_file_is_the_one_that_was_read() {
    let Some(folder) = shared("sources") else { return };
    for ruleset in resettle_rulesets::registry().unwrap().iter() {
        assert!(!ruleset.source.files.is_empty(), "{} names no source file", ruleset.id);
        for file in &ruleset.source.files {
            let bytes = fs::read(folder.join(&file.name)).unwrap_or_else(|error| panic!("{}: {error}", file.name));
            let mut hex = String::new();
            for byte in Sha256::digest(&bytes) {
                let _ = write!(hex, "{byte:02x}");
            }
            assert_eq!(hex, file.sha256, "{} of {}", file.name, ruleset.id);
        }
    }
}
