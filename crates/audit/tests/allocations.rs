//! What a clean coup costs in allocations: nothing.

use resettle_audit::{CoupSeen, Registered, Replay, Settings, Sink};
use resettle_coup_log::{LogReader, LoggedCoup};
use resettle_testkit::{Log, Opening};

use crate::clean::{time, won_by_player};

/// Counts, and holds nothing.
#[derive(Default)]
struct Counting {
    quick: u64,
    others: u64,
    findings: Vec<String>,
}

impl Sink for Counting {
    fn finding(&mut self, finding: resettle_audit::Finding) {
        self.findings.push(format!("{}: {}", finding.code, finding.place.line.unwrap_or_default()));
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        match coup.logged {
            LoggedCoup::Quick(_) => self.quick += 1,
            LoggedCoup::Whole(_) => self.others += 1,
        }
    }

    fn registered(&mut self, _: Registered) {}
}

/// A log of one shoe of eight decks with so many coups, all of them 9 against 7, chained and without a seal.
fn log_of(coups: u32) -> Vec<u8> {
    let opening = Opening::of("table", "T").log("L");
    let limits =
        r#""type":"limits","min":{"player":1000,"banker":1000},"max":{"player":500000,"banker":500000,"tie":60000}"#;
    let start = r#""type":"shoe","shoe":"S-1","event":"start","decks":8,"burned":[]"#;
    let log = Log::opened_at(&opening, &time(0)).written(&time(1)).with(limits);
    let mut log = log.written(&time(2)).with(start);
    let dealt = ['C', 'D', 'H', 'S'].into_iter().flat_map(|suit| [(suit, 'K', 'Q'), (suit, 'J', 'T')]).cycle();
    for (coup, (suit, ten, other)) in (1..=coups).zip(dealt) {
        let began = coup * 60;
        let record = won_by_player("S-1", coup, began, [suit, ten, other], 20_000);
        log = log.written(&time(began + 21)).with(&record);
    }
    log.bytes()
}

#[test]
fn a_clean_coup_is_judged_without_an_allocation() {
    let registry = resettle_rulesets::registry().unwrap();
    let settings = Settings { registry, named: None, slack: Default::default(), tournaments: None, late: None };
    let allocations = |coups: u32| {
        let log = log_of(coups);
        let mut seen = Counting::default();
        let counted = allocation_counter::measure(|| {
            Replay::by(&settings).log(LogReader::new(log.as_slice(), None), "log", &mut seen);
        });
        assert_eq!(seen.findings, ["integrity/unsealed-tail: 1"]);
        // The first and the last of a shoe are judged the long way.
        assert_eq!((seen.quick, seen.others), (u64::from(coups) - 2, 2));
        counted.count_total
    };
    assert_eq!(allocations(28), allocations(12));
}
