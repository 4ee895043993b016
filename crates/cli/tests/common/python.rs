//! The Pythons that peers, readers of other tools and integrations run on: each in a folder of `target`.

use std::path::{Path, PathBuf};
use std::process::Command;

use resettle_testkit::{root, skip, tools_required};

/// The Python of `target/peers`, with these modules.
pub fn python_with(modules: &[&str]) -> Option<PathBuf> {
    python_in("peers", "fixtures/peers/requirements.txt", modules)
}

/// A Python below `target` that has these modules. Nothing is downloaded unless tools are required.
pub fn python_in(name: &str, requirements: &str, modules: &[&str]) -> Option<PathBuf> {
    let place = root().join("target").join(name);
    let python = place.join("bin/python");
    let import = format!("import {}", modules.join(", "));
    let has_all = || Command::new(&python).args(["-c", &import]).output().is_ok_and(|output| output.status.success());
    if !has_all() {
        if !tools_required() {
            skip(&format!("{} in target/{name} ({requirements})", modules.join(", ")));
            return None;
        }
        run(Path::new("python3"), &[Path::new("-m"), Path::new("venv"), &place]);
        let requirements = root().join(requirements);
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
