//! `docs/cli.md` is what `--help` prints.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::Path;

use crate::common::{Run, resettle_in, root, simulate_in};

type Program = fn(&Path, &[&str]) -> Run;

/// What `--help` prints of a command, and of each below it.
fn pages(program: &str, run: Program, command: &[&str], page: &mut String) {
    let printed = run(&root(), &[command, &["--help"]].concat());
    assert_eq!(printed.status, 0, "{command:?}");
    let title = [&[program], command].concat().join(" ");
    let help: Vec<&str> = printed.out.lines().map(str::trim_end).collect();
    page.push_str(&format!("\n## {title}\n\n```text\n{}\n```\n", help.join("\n").trim_end()));
    let below = help.iter().skip_while(|line| **line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = below.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    for name in names.filter_map(|line| line.split(' ').next()).filter(|name| *name != "help") {
        pages(program, run, &[command, &[name]].concat(), page);
    }
}

/// To renew the page: `UPDATE_DOCS=1 cargo test --workspace --test all -- help::`
#[test]
fn the_page_on_the_command_line_is_current() {
    let mut page = String::from(
        "# The command line\n\nWhat `--help` prints, command by command. Exit status: 0 no finding at or above `--fail-on`, \
         1 findings at or above it, 2 the job could not be done.\n",
    );
    pages("resettle", resettle_in, &[], &mut page);
    pages("resettle-simulate", simulate_in, &[], &mut page);
    let path = root().join("docs/cli.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), page, "docs/cli.md is out of date");
}
