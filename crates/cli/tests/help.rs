//! `docs/cli.md` is what `--help` prints.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::Path;

use crate::common::{Run, resettle_in, root, simulate_in};

const COMMANDS: &[&[&str]] = &[
    &[],
    &["replay"],
    &["batch"],
    &["plan"],
    &["judge"],
    &["merge"],
    &["export"],
    &["sample"],
    &["promotions"],
    &["verify"],
    &["explain"],
    &["explain-coup"],
    &["evidence"],
    &["ruleset"],
    &["ruleset", "list"],
    &["ruleset", "show"],
    &["ruleset", "clauses"],
    &["ruleset", "check"],
    &["ruleset", "approve"],
    &["ruleset", "schema"],
    &["odds"],
    &["diff"],
    &["ruleset", "trace"],
    &["key"],
    &["key", "new"],
    &["key", "show"],
    &["seal"],
    &["import"],
    &["import", "csv"],
    &["digest"],
    &["report"],
    &["report", "verify"],
    &["report", "show"],
    &["report", "render"],
    &["demo"],
    &["schema"],
    &["completions"],
    &["man"],
];

/// Of the program beside, which makes logs of play that never happened.
const SIMULATE: &[&[&str]] = &[&[], &["log"], &["month"]];

/// To renew the page: `UPDATE_DOCS=1 cargo test --workspace --test all -- help::`
#[test]
fn the_page_on_the_command_line_is_current() {
    let mut page = String::from(
        "# The command line\n\nWhat `--help` prints, command by command. Exit status: 0 no finding at or above `--fail-on`, \
         1 findings at or above it, 2 the job could not be done.\n",
    );
    let programs: [(&str, fn(&Path, &[&str]) -> Run, _); 2] =
        [("resettle", resettle_in, COMMANDS), ("resettle-simulate", simulate_in, SIMULATE)];
    let commands = programs.into_iter().flat_map(|(program, run, all)| all.iter().map(move |one| (program, run, *one)));
    for (program, run, command) in commands {
        let run = run(&root(), &[command, &["--help"]].concat());
        assert_eq!(run.status, 0, "{command:?}");
        let title = [&[program], command].concat().join(" ");
        let help: Vec<&str> = run.out.lines().map(str::trim_end).collect();
        page.push_str(&format!("\n## {title}\n\n```text\n{}\n```\n", help.join("\n").trim_end()));
    }
    let path = root().join("docs/cli.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), page, "docs/cli.md is out of date");
}
