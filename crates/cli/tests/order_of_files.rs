//! `resettle replay` of several logs.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{resettle_in, scratch};
use crate::differential::Played;
use resettle_reference::Rules;
use resettle_simulate::Config;

/// The report on several logs is the same in whatever order they were named.
#[test]
fn the_order_of_files_does_not_matter() {
    let folder = scratch();
    for (seed, rules) in (1..).zip([Rules::MbsSevenUp2017, Rules::StarSevenUp2016, Rules::MbsSevenUp2017]) {
        let mut config = Config::clean(rules, 60, seed);
        config.faults.one_in = 4;
        std::fs::write(folder.path().join(format!("{seed}.jsonl")), Played::of(&config).log).unwrap();
    }
    let orders = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
    let reports = orders.map(|order| {
        let names = order.map(|seed| format!("{seed}.jsonl"));
        let options = ["--format", "json", "--at", "2026-11-21T09:00:00Z"];
        let run =
            resettle_in(folder.path(), &[&["replay"], &names.each_ref().map(String::as_str)[..], &options].concat());
        assert_eq!(run.status, 1, "{}", run.err);
        run.out
    });
    assert!(reports[0].matches("\"code\"").count() > 20);
    assert!(reports.iter().all(|report| *report == reports[0]));
}
