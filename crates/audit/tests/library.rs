//! The program that `docs/library.md` shows.

#[path = "../examples/judge_a_log.rs"]
#[allow(dead_code, clippy::print_stdout, reason = "its `main` is for the command line")]
mod judge_a_log;

use resettle_testkit::root;

#[test]
fn a_log_is_judged_by_a_program_of_some_thirty_lines() {
    let logs = root().join("audit-logs/electronic-7-up-2023");
    let [log, trust] = ["log.jsonl", "trust.yaml"].map(|name| logs.join(name).to_str().unwrap().to_owned());
    insta::assert_snapshot!(judge_a_log::judge(&log, &trust).unwrap().join("\n"));
    let missing = judge_a_log::judge(&log, "no-such-file").unwrap_err();
    assert!(missing.to_string().contains("No such file"), "{missing}");
}

#[test]
fn the_page_shows_that_program() {
    let page = std::fs::read_to_string(root().join("docs/library.md")).unwrap();
    let program = include_str!("../examples/judge_a_log.rs").split_once("\n\n").unwrap().1;
    assert!(page.contains(&format!("```rust\n{program}```\n")), "docs/library.md shows another program");
}
