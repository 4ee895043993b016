//! `cargo xtask`: what contributors have done for them.
//!
//! `cargo xtask new-finding CODE` makes the files of a new finding and prints what is left to do by hand.

mod code;
mod edit;
mod new_finding;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use code::{NewCode, Severity};

const USAGE: &str = "\
Makes the files of a new finding and prints what is left to do by hand.

Usage: cargo xtask new-finding CODE [--severity info|minor|major|critical] [--dry-run]

  CODE          family/name in lower case with hyphens, such as wager/duplicate-id
  --severity    its usual severity; major where it is left out
  --dry-run     says what would be written, and writes nothing
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words, &root()) {
        Ok(said) => {
            print!("{said}");
            ExitCode::SUCCESS
        }
        Err(what) => {
            eprintln!("error: {what}");
            ExitCode::from(2)
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Does what the words ask for in the workspace at `root`, and says what was done.
fn run(words: &[String], root: &Path) -> Result<String, String> {
    let mut words = words.iter().map(String::as_str);
    match words.next() {
        Some("new-finding") => {}
        Some("--help" | "-h" | "help") => return Ok(USAGE.to_owned()),
        Some(other) => return Err(format!("there is no task `{other}`\n\n{USAGE}")),
        None => return Err(format!("which task?\n\n{USAGE}")),
    }
    let (mut code, mut severity, mut dry_run) = (None, Severity::Major, false);
    while let Some(word) = words.next() {
        match word {
            "--dry-run" => dry_run = true,
            "--severity" => {
                let word = words.next().ok_or("`--severity` wants info, minor, major or critical")?;
                severity = Severity::parse(word).ok_or_else(|| format!("`{word}` is no severity"))?;
            }
            "--help" | "-h" => return Ok(USAGE.to_owned()),
            option if option.starts_with('-') => return Err(format!("there is no option `{option}`\n\n{USAGE}")),
            word if code.is_none() => code = Some(word),
            word => return Err(format!("one code at a time: `{word}` is one more")),
        }
    }
    let code = NewCode::parse(code.ok_or_else(|| format!("which code?\n\n{USAGE}"))?)?;
    let edits = new_finding::edits(root, &code, severity)?;
    if !dry_run {
        edit::write(root, &edits)?;
    }
    Ok(new_finding::said(&edits, &code, dry_run))
}

#[cfg(test)]
mod tests;
