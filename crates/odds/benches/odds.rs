//! How fast a full shoe is counted: `cargo bench -p resettle-odds`.
#![allow(clippy::unwrap_used, reason = "a benchmark may fail by panicking")]

use resettle_odds::{Distribution, RulesetOdds};
use resettle_ruleset::Ruleset;

fn main() {
    divan::main();
}

fn ruleset(id: &str) -> std::sync::Arc<Ruleset> {
    std::sync::Arc::clone(resettle_rulesets::registry().unwrap().get(id).unwrap())
}

const IDS: [&str; 2] = ["sg/mbs/7-up-baccarat/2017-02-17", "sg/mbs/baccarat/2017-02-17"];

/// Counting the deals alone.
#[divan::bench(args = IDS)]
fn deals(bencher: divan::Bencher<'_, '_>, id: &str) {
    let ruleset = ruleset(id);
    bencher.bench(|| Distribution::of_decks(&ruleset.book, &ruleset.table, 8));
}

/// With every wager.
#[divan::bench(args = IDS)]
fn odds(bencher: divan::Bencher<'_, '_>, id: &str) {
    let ruleset = ruleset(id);
    bencher.bench(|| RulesetOdds::of(&ruleset, 8).unwrap());
}
