//! `resettle explain`

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::resettle;

#[test]
fn every_code_has_a_line_and_a_page() {
    let list = resettle(&["explain"]);
    assert_eq!(list.status, 0);
    let codes: Vec<&str> = list.out.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(codes.len(), resettle_audit::Code::ALL.len());
    for code in codes {
        let page = resettle(&["explain", code]);
        assert_eq!(page.status, 0, "{code}");
        assert!(page.out.starts_with(&format!("# {code}\n")), "{code}");
    }
}

#[test]
fn a_code_that_does_not_exist_is_reported_with_its_neighbours() {
    let run = resettle(&["explain", "wager/overpaid"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    insta::assert_snapshot!(run.err, @r"
    error: there is no finding `wager/overpaid`
      help: did you mean `settlement/overpaid`? `resettle explain` lists all codes
    ");
    let run = resettle(&["explain", "settlment/underpayd"]);
    assert!(run.err.contains("did you mean `settlement/underpaid`?"), "{}", run.err);
    let run = resettle(&["explain", "roulette"]);
    assert_eq!(run.err, "error: there is no finding `roulette`\n  help: `resettle explain` lists all codes\n");
}

#[test]
fn a_code_is_known_in_any_case() {
    let page = resettle(&["explain", "settlement/underpaid"]).out;
    for code in ["Settlement/Underpaid", "SETTLEMENT/UNDERPAID", " settlement/underpaid"] {
        let run = resettle(&["explain", code]);
        assert_eq!((run.status, run.out.as_str()), (0, page.as_str()), "{code}");
    }
}
