//! Names the commit that a release was built from, for `--version`.

use std::process::Command;

fn git(args: &[&str]) -> Option<String> {
    let run = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(run.stdout).ok()?;
    run.status.success().then(|| text.trim().to_owned())
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A build for development would be made again at every commit.
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        println!("cargo:rustc-env=RESETTLE_COMMIT=not a release build");
        return;
    }
    for file in ["HEAD", "logs/HEAD", "index"] {
        if let Some(path) = git(&["rev-parse", "--path-format=absolute", "--git-path", file]) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    let commit = git(&["rev-parse", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    let changed = git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|changed| !changed.is_empty());
    println!("cargo:rustc-env=RESETTLE_COMMIT={commit}{}", if changed { ", with changes" } else { "" });
}
