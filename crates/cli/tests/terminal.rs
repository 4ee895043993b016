//! What people find at hand: colour, what is shown, completions, manual pages, a configuration.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

use crate::common::{Run, resettle, root, scratch};

const LOG: &str = "audit-logs/electronic-7-up-2023/log.jsonl";
const TRUST: &str = "audit-logs/electronic-7-up-2023/trust.yaml";

fn with(args: &[&str], environment: &[(&str, &Path)]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_resettle"));
    command.args(args).current_dir(root()).env_remove("RESETTLE_CONFIG").env_remove("RESETTLE_TRUST");
    let output = command.envs(environment.iter().copied()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    Run { status: output.status.code().unwrap(), out: text(&output.stdout), err: text(&output.stderr) }
}

#[test]
fn colour_is_as_asked_for() {
    let page = |args: &[&str]| with(args, &[("NO_COLOR", Path::new(""))]).out;
    let plain = page(&["explain", "settlement/overpaid"]);
    assert!(!plain.contains('\u{1b}') && plain.starts_with("# settlement/overpaid\n"));
    assert_eq!(page(&["explain", "settlement/overpaid", "--color", "never"]), plain);
    let coloured = page(&["--color", "always", "explain", "settlement/overpaid"]);
    assert!(coloured.starts_with("\u{1b}[1msettlement/overpaid\u{1b}[0m\n"), "{coloured}");
    assert!(!coloured.contains("```") && coloured.contains("\u{1b}[36mreturned\u{1b}[0m"), "{coloured}");
    // Every word of the page is there.
    let words = |text: &str| {
        let mut text = text.replace("\u{1b}[0m", "").replace("\u{1b}[1m", "").replace("\u{1b}[36m", "");
        text.retain(|letter| !letter.is_whitespace() && !"#`".contains(letter));
        text
    };
    assert_eq!(words(&coloured), words(&plain));
}

#[test]
fn the_version_names_every_ruleset_with_its_digest() {
    let run = resettle(&["--version"]);
    for ruleset in resettle_rulesets::registry().unwrap().iter() {
        assert!(run.out.contains(&format!("  {}\n    {}\n", ruleset.id, ruleset.digest)), "{}", run.out);
    }
    assert!(run.out.contains("\ncommit "), "{}", run.out);
    assert_eq!(resettle(&["-V"]).out.lines().count(), 1);
}

#[test]
fn each_command_has_its_manual_page_and_completion() {
    let folder = scratch();
    let out = folder.path().join("man");
    assert_eq!(resettle(&["man", "--out", out.to_str().unwrap()]).status, 0);
    let bash = resettle(&["completions", "bash"]).out;
    for command in ["replay", "batch", "explain-coup", "ruleset-trace", "report-verify"] {
        let page = std::fs::read_to_string(out.join(format!("resettle-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS") && page.contains(".SH OPTIONS"), "{page}");
        assert!(bash.contains(&command.replacen('-', "__subcmd__", 1)) || bash.contains(command), "{command}");
    }
    // What Resettle calls itself is no command of people's.
    assert!(!out.join("resettle-pdf-text.1").exists());
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        assert!(resettle(&["completions", shell]).out.contains("replay"), "{shell}");
    }
}

fn codes(args: &[&str]) -> Vec<String> {
    let run = resettle(&[&["replay", LOG, "--trust", TRUST, "--format", "csv"], args].concat());
    assert!(run.status < 2, "{}", run.err);
    run.out.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect()
}

#[test]
fn findings_are_shown_by_code_severity_shoe_and_table() {
    let all = codes(&[]);
    assert!(all.len() > 3);
    for code in &all {
        let only = codes(&["--code", code]);
        assert!(!only.is_empty() && only.iter().all(|other| other == code), "{code}: {only:?}");
        let group = code.split('/').next().unwrap();
        let of_group = all.iter().filter(|other| other.starts_with(&format!("{group}/"))).count();
        assert_eq!(codes(&["--code", group]).len(), of_group, "{group}");
    }
    let by_severity = ["info", "minor", "major", "critical"].map(|severity| codes(&["--severity", severity]).len());
    assert_eq!(by_severity.iter().sum::<usize>(), all.len());
    assert_eq!(codes(&["--table", "E7U-53"]).len(), all.len());
    let by_shoe = ["S-0001", "S-0002"].map(|shoe| codes(&["--shoe", shoe]).len());
    assert!(by_shoe.iter().all(|own| *own > 0) && by_shoe.iter().sum::<usize>() == all.len(), "{by_shoe:?}");
    // What there is and was found wrong in nothing shows nothing; what there is not is an error.
    assert_eq!(codes(&["--code", "wager/over-limit"]), Vec::<String>::new());
    for (option, said) in [("--table", "there is no table `none`"), ("--shoe", "there is no shoe `none`")] {
        let run = resettle(&["replay", LOG, "--trust", TRUST, "--format", "csv", option, "none"]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
        assert!(run.err.contains(said), "{}", run.err);
    }
}

#[test]
fn what_is_not_shown_counts_all_the_same() {
    let args = ["replay", LOG, "--trust", TRUST];
    let whole = resettle(&args);
    let none = resettle(&[&args[..], &["--code", "wager/over-limit"]].concat());
    assert_eq!(none.status, whole.status);
    let summary = |run: &Run| {
        let behind = run.out.rsplit_once("Summary\n").unwrap().1;
        // The register stands behind a blank line.
        behind.split("\n\n").next().unwrap().to_owned()
    };
    assert_eq!(summary(&none), summary(&whole));
    assert!(none.err.contains("not shown, by --code, --severity, --shoe, --table or --player"), "{}", none.err);
    let misspelt = resettle(&[&args[..], &["--code", "settlement/overpayd"]].concat());
    assert_eq!(misspelt.status, 2);
    assert!(misspelt.err.contains("did you mean `settlement/overpaid`?"), "{}", misspelt.err);
    let whole_report = resettle(&[&args[..], &["--severity", "major", "--format", "json"]].concat());
    assert_eq!((whole_report.status, whole_report.out.as_str()), (2, ""));
    assert!(whole_report.err.contains("--format jsonl"), "{}", whole_report.err);
}

#[test]
fn a_trust_store_comes_from_the_environment_or_the_configuration() {
    let folder = scratch();
    let trusted = resettle(&["verify", LOG, "--trust", TRUST]);
    assert_eq!(trusted.status, 0);
    assert_eq!(resettle(&["verify", LOG]).status, 1);
    let store = root().join(TRUST);
    assert_eq!(with(&["verify", LOG], &[("RESETTLE_TRUST", &store)]).status, 0);

    let config = folder.path().join("config.yaml");
    std::fs::copy(&store, folder.path().join("trust.yaml")).unwrap();
    std::fs::write(&config, "trust:\n  - trust.yaml\n").unwrap();
    let by_config = with(&["verify", LOG], &[("RESETTLE_CONFIG", &config)]);
    assert_eq!(by_config.status, 0, "{}", by_config.err);
    assert!(by_config.err.starts_with("note: by ") && by_config.err.contains("--trust "), "{}", by_config.err);
    // What is typed is what holds; a command that takes none of it does not ask for it.
    let typed = with(&["verify", LOG, "--trust", TRUST], &[("RESETTLE_CONFIG", &config)]);
    assert_eq!((typed.status, typed.err.as_str()), (0, ""));
    assert_eq!(with(&["explain"], &[("RESETTLE_CONFIG", &config)]).err, "");

    std::fs::write(&config, "fail-on: never\n").unwrap();
    let never = with(&["replay", LOG], &[("RESETTLE_CONFIG", &config)]);
    assert_eq!(never.status, 0, "{}", never.err);
    assert!(never.err.contains("--fail-on never"), "{}", never.err);
    assert_eq!(with(&["replay", LOG, "--fail-on", "minor"], &[("RESETTLE_CONFIG", &config)]).status, 1);
    std::fs::write(&config, "fail-on: sometimes\n").unwrap();
    let unknown = with(&["replay", LOG], &[("RESETTLE_CONFIG", &config)]);
    assert!(unknown.err.contains("one of: minor, major, critical, never"), "{}", unknown.err);

    std::fs::write(&config, "trusts: [a]\nfacts: [b]\n").unwrap();
    let faulty = with(&["verify", LOG], &[("RESETTLE_CONFIG", &config)]);
    assert_eq!(faulty.status, 2);
    assert!(faulty.err.contains("trusts") && faulty.err.contains("config.yaml:2"), "{}", faulty.err);
}
