//! The rule documents lie beside the project, in `../shared/sources`, and are no part of it.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Where the rule documents lie. Without them a test says `SKIPPED` and passes; with
/// `RESETTLE_REQUIRE_TOOLS=1` it fails.
pub fn sources() -> Option<PathBuf> {
    let folder = repository().join("../shared/sources");
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(std::env::var("RESETTLE_REQUIRE_TOOLS").as_deref() != Ok("1"), "{} is missing", folder.display());
    // Not `println!`: the test runner shows that of failing tests alone.
    let _ = writeln!(std::io::stderr(), "SKIPPED: needs ../shared");
    None
}

/// The project's root.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
