//! Two days of a table, whose shoes have the same names on both: a name used again is another shoe.

use serde_json::Value;

use crate::common::{resettle_in, root};

#[test]
fn shoes_whose_names_are_used_again_are_judged_to_their_last_coup() {
    let folder = root().join("fixtures/shoe-names-used-again");
    for days in [["day-1.jsonl", "day-2.jsonl"], ["day-2.jsonl", "day-1.jsonl"]] {
        let replay = [&["replay"][..], &days, &["--format", "json", "--fail-on", "never"]].concat();
        let run = resettle_in(&folder, &replay);
        assert_eq!(run.status, 0, "{}", run.err);
        let report: Value = serde_json::from_str(&run.out).unwrap();
        let found: Vec<_> = report["findings"].as_array().unwrap().iter().collect();
        let paid: Vec<_> = found.iter().filter(|finding| finding["code"] != "integrity/unsealed-tail").collect();
        // The last coup of the second shoe of the second day.
        assert_eq!(paid.len(), 1, "{found:?}");
        let [code, shoe, coup] = ["code", "shoe", "coup"].map(|key| &paid[0][key]);
        assert_eq!(
            (code.as_str(), shoe.as_str(), coup.as_u64()),
            (Some("settlement/overpaid"), Some("S-0002"), Some(5))
        );
        let shoes = report["shoes"].as_array().unwrap();
        assert_eq!(shoes.iter().map(|shoe| &shoe["coups"][1]).collect::<Vec<_>>(), [5, 5, 5, 5, 5]);
        assert_eq!(report["summary"]["due"], 1_982_025);
    }
}
