use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::{Command, ValueEnum as _};
use resettle_yaml::Faults;

use crate::args::FailOn;
use crate::error::{Error, shown};
use crate::files;
use resettle_console::output::colour;

/// What an option is set to.
enum Kind {
    File,
    Files,
    Name,
    FailOn,
}

/// What a configuration may set.
const OPTIONS: [(&str, Kind); 9] = [
    ("trust", Kind::Files),
    ("rulesets", Kind::File),
    ("add-rulesets", Kind::Files),
    ("facts", Kind::File),
    ("approvers", Kind::File),
    ("approvals", Kind::File),
    ("fail-on", Kind::FailOn),
    ("licensee", Kind::Name),
    ("auditor", Kind::Name),
];

/// The typed arguments, with the options that the configuration sets inserted after the command's name, if the command
/// takes them and they were not typed. The configuration belongs to the user of the machine: a folder of logs cannot
/// bring one along.
///
/// # Errors
/// A configuration that cannot be read, and all its faults.
pub fn with_defaults(command: &Command, typed: Vec<OsString>) -> Result<Vec<OsString>, Error> {
    let Some(path) = path() else { return Ok(typed) };
    let Some((at, command)) = named(command, &typed) else { return Ok(typed) };
    let mut added: Vec<(&str, PathBuf)> = Vec::new();
    for (option, value) in read(&path)? {
        let by_environment = option == "trust" && std::env::var_os("RESETTLE_TRUST").is_some();
        let is_typed = by_environment || typed.iter().any(|arg| is_option(arg, option));
        if !is_typed && takes(command, option) {
            added.push((option, value));
        }
    }
    if added.is_empty() {
        return Ok(typed);
    }
    let words: Vec<String> = added.iter().map(|(option, value)| format!("--{option} {}", shown(value))).collect();
    anstream::eprintln!("note: by {}: {}", shown(&path), words.join(" "));
    let mut all = typed;
    let rest = all.split_off(at);
    for (option, value) in added {
        all.extend([OsString::from(format!("--{option}")), value.into_os_string()]);
    }
    all.extend(rest);
    Ok(all)
}

/// `$RESETTLE_CONFIG`, or `resettle/config.yaml` where the user's configurations are kept, if it exists.
fn path() -> Option<PathBuf> {
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(named) = var("RESETTLE_CONFIG") {
        return Some(PathBuf::from(named));
    }
    let folder =
        var("XDG_CONFIG_HOME").map(PathBuf::from).or_else(|| Some(PathBuf::from(var("HOME")?).join(".config")))?;
    Some(folder.join("resettle").join("config.yaml")).filter(|path| path.is_file())
}

/// The command that is named, and where its arguments begin.
fn named<'c>(root: &'c Command, typed: &[OsString]) -> Option<(usize, &'c Command)> {
    let mut found: Option<(usize, &Command)> = None;
    for (at, arg) in typed.iter().enumerate().skip(1) {
        let within = found.map_or(root, |(_, command)| command);
        match within.find_subcommand(arg) {
            Some(command) => found = Some((at + 1, command)),
            None if found.is_some() => break,
            None => {}
        }
    }
    found
}

fn takes(command: &Command, option: &str) -> bool {
    // There, keys are only needed with logs.
    let apart = option == "trust" && command.get_name() == "diff";
    !apart && command.get_arguments().any(|arg| arg.get_long() == Some(option))
}

fn is_option(arg: &OsStr, option: &str) -> bool {
    let Some(name) = arg.to_str().and_then(|arg| arg.strip_prefix("--")) else { return false };
    name.split('=').next() == Some(option)
}

/// The content of the configuration; file names are relative to its folder.
fn read(path: &Path) -> Result<Vec<(&'static str, PathBuf)>, Error> {
    let text = files::text_of(path, "a configuration")?;
    let folder = files::folder_of(path);
    decode(&text, folder).map_err(|faults| Error::Faults {
        path: path.to_owned(),
        count: faults.len(),
        rendered: faults.render(&shown(path), &text, colour()),
    })
}

fn decode(text: &str, folder: &Path) -> Result<Vec<(&'static str, PathBuf)>, Faults> {
    let root = resettle_yaml::parse(text)?;
    let mut faults = Faults::default();
    let mut found = Vec::new();
    if let Some(mut fields) = root.fields("the configuration", &mut faults) {
        for (option, kind) in OPTIONS {
            let Some(node) = fields.optional(option) else { continue };
            let nodes = match kind {
                Kind::Files => node.list(&mut faults).unwrap_or_default(),
                Kind::File => std::slice::from_ref(node),
                Kind::Name => {
                    found.extend(node.text(&mut faults).map(|text| (option, PathBuf::from(text))));
                    &[]
                }
                Kind::FailOn => {
                    let values = FailOn::value_variants().iter().filter_map(clap::ValueEnum::to_possible_value);
                    let names: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
                    let words: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), name.as_str())).collect();
                    found.extend(node.word(&words, &mut faults).map(|word| (option, PathBuf::from(word))));
                    &[]
                }
            };
            for node in nodes {
                found.extend(node.text(&mut faults).map(|text| (option, folder.join(text))));
            }
        }
        fields.finish(&mut faults);
    }
    if faults.is_empty() { Ok(found) } else { Err(faults) }
}
