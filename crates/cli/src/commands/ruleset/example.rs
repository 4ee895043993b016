//! What the guide to a new ruleset uses, out of the program: whoever writes the rules of a venue may have nothing else.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::error::{Error, not_in_a_page};
use crate::files;
use resettle_console::say;

/// A file of the repository, by the path that it is written to.
macro_rules! file {
    ($to:literal, $from:literal) => {
        ($to, include_bytes!(concat!("../../../../../", $from)).as_slice())
    };
}

/// Every file: documents, rulesets with notes and cases, records of a table, and the pages on the formats.
const FILES: &[(&str, &[u8])] = &[
    file!("rules.pdf", "fixtures/invented/rules.pdf"),
    file!("rules.txt", "fixtures/invented/rules.txt"),
    file!("records.jsonl", "fixtures/invented/records.jsonl"),
    file!(
        "rulesets/zz/lantern-quay/seven-lantern-baccarat/2025-03-01/ruleset.yaml",
        "fixtures/invented/rulesets/zz/lantern-quay/seven-lantern-baccarat/2025-03-01/ruleset.yaml"
    ),
    file!(
        "rulesets/zz/lantern-quay/seven-lantern-baccarat/2025-03-01/notes.md",
        "fixtures/invented/rulesets/zz/lantern-quay/seven-lantern-baccarat/2025-03-01/notes.md"
    ),
    file!(
        "rulesets/zz/lantern-quay/seven-lantern-baccarat/2025-03-01/cases.yaml",
        "fixtures/invented/rulesets/zz/lantern-quay/seven-lantern-baccarat/2025-03-01/cases.yaml"
    ),
    file!("games/copper-gate.pdf", "fixtures/games/documents/copper-gate/rules.pdf"),
    file!(
        "games/rulesets/zz/copper-gate/half-on-six-baccarat/2025-06-01/ruleset.yaml",
        "fixtures/games/rulesets/zz/copper-gate/half-on-six-baccarat/2025-06-01/ruleset.yaml"
    ),
    file!(
        "games/rulesets/zz/copper-gate/half-on-six-baccarat/2025-06-01/notes.md",
        "fixtures/games/rulesets/zz/copper-gate/half-on-six-baccarat/2025-06-01/notes.md"
    ),
    file!(
        "games/rulesets/zz/copper-gate/half-on-six-baccarat/2025-06-01/cases.yaml",
        "fixtures/games/rulesets/zz/copper-gate/half-on-six-baccarat/2025-06-01/cases.yaml"
    ),
    file!("new-ruleset.md", "docs/new-ruleset.md"),
    file!("ruleset-format.md", "docs/ruleset-format.md"),
    file!("ruleset-keys.md", "docs/ruleset-keys.md"),
    file!("ruleset-cases.md", "docs/ruleset-cases.md"),
    file!("approvals.md", "docs/approvals.md"),
];

/// `resettle ruleset example`
pub fn run(dir: &Path) -> Result<ExitCode, Error> {
    if cfg!(target_family = "wasm") {
        return Err(not_in_a_page("ruleset example"));
    }
    fs::create_dir(dir).map_err(|error| Error::write(dir, error))?;
    for (name, bytes) in FILES {
        let path = dir.join(name);
        let folder = files::folder_of(&path);
        fs::create_dir_all(folder).map_err(|error| Error::write(folder, error))?;
        files::write_new(&path, bytes)?;
        say!("{name}")?;
    }
    Ok(ExitCode::SUCCESS)
}
