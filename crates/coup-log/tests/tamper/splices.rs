//! The head of one log with the tail of another, both sealed by one key.

use super::setup::{Checks, sealed};
use crate::common::{Log, file, read, trust};

/// A log of the same key and table, of another id, with seals on lines 4 and 7.
fn other(log: &str) -> Vec<Vec<u8>> {
    let open = String::from_utf8(Log::open().lines[0].clone()).unwrap().replace("\"t-1\"", &format!("\"{log}\""));
    let made = Log::empty().named(log).raw(|_| open.into_bytes());
    made.coup(7).coup(8).seal(false).coup(9).coup(10).seal(true).lines
}

#[test]
fn two_logs_of_one_key_spliced_at_every_place() {
    for (id, own) in [("t-2", false), ("t-1", true)] {
        let (one, two) = (sealed(), other(id));
        let mut checks = Checks::new();
        checks.knows(&two);
        assert!(read(&file(&two), Some(&trust())).reported().is_empty());
        for keep in 1..=one.len() {
            for from in 0..two.len() {
                let spliced = [&one[..keep], &two[from..]].concat();
                if spliced == two {
                    continue; // the first lines are the same
                }
                let what = || format!("{keep} records, then those of {id} from {}", from + 1);
                let place = keep as u64 + 1;
                let first = if from == 0 { "malformed-record" } else { "chain-broken" };
                checks.named(&file(&spliced), &[format!("{place} {first}")], what);
                // The other log's final seal: not of this log. Where both bear one id only the break shows it.
                let seal = spliced.len() as u64;
                if !own {
                    checks.named(&file(&spliced), &[format!("{seal} bad-signature")], what);
                }
                // And the other way round.
                let spliced = [&two[..from], &one[keep - 1..]].concat();
                let place = from as u64 + 1;
                let wanted = match (from, keep) {
                    (0, 1) => continue,
                    (0, _) => "1 no-open".to_owned(),
                    (_, 1) => format!("{place} malformed-record"),
                    _ => format!("{place} chain-broken"),
                };
                checks.named(&file(&spliced), &[wanted], what);
            }
        }
        checks.end("splices", 150);
    }
}
