//! The referee's samples agree with what we find.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod common;

use std::process::Command;

use common::{has_tool, root, shared};

#[test]
fn the_referee_has_no_disagreement() {
    let (Some(samples), Some(hard), Some(tool)) =
        (shared("samples"), shared("samples-hard"), shared("tools/check_samples.py"))
    else {
        return;
    };
    if !has_tool("python3") {
        return;
    }
    let output = Command::new("python3")
        .arg(tool)
        .arg(env!("CARGO_BIN_EXE_resettle"))
        .args([samples, hard])
        .current_dir(root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.lines().last(), Some("100 expected findings, 0 disagreements"));
}
