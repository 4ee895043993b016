//! The Python that peers and readers of other tools run on: `target/peers`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{root, skip};

/// A Python that has these modules. Nothing is downloaded unless tools are required.
pub fn python_with(modules: &[&str]) -> Option<PathBuf> {
    let place = root().join("target/peers");
    let python = place.join("bin/python");
    let import = format!("import {}", modules.join(", "));
    let has_all = || Command::new(&python).args(["-c", &import]).output().is_ok_and(|output| output.status.success());
    if !has_all() {
        if std::env::var_os("RESETTLE_REQUIRE_TOOLS").is_none_or(|value| value != "1") {
            skip(&format!("{} in target/peers (fixtures/peers/requirements.txt)", modules.join(", ")));
            return None;
        }
        run(Path::new("python3"), &[Path::new("-m"), Path::new("venv"), &place]);
        let requirements = root().join("fixtures/peers/requirements.txt");
        let install = ["-m", "pip", "install", "-q", "-r"].map(Path::new);
        run(&python, &[&install[..], &[&*requirements]].concat());
    }
    Some(python)
}

/// What a program prints, which has to succeed.
pub fn run(program: &Path, args: &[&Path]) -> String {
    let output = Command::new(program).args(args).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} {args:?}: {err}", program.display());
    String::from_utf8(output.stdout).unwrap()
}
