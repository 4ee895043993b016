//! More shoes than can wait for an incident that still names their last coup.

use resettle_audit::{CoupSeen, Finding, Registered, Replay, Settings, Sink, Stored};
use resettle_coup_log::{LogReader, LoggedCoup};
use resettle_testkit::{Log, Opening};

use crate::clean::{time, won_by_player};

/// Counts coups, keeps findings, and stores shoes that are over.
#[derive(Default)]
struct Seen {
    is_quick: bool,
    quick: u64,
    others: u64,
    staked: i128,
    findings: Vec<String>,
    away: Vec<Vec<u8>>,
}

impl Sink for Seen {
    fn finding(&mut self, finding: Finding) {
        self.findings.push(format!("{} {:?}", finding.code, finding.place.line));
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        match coup.logged {
            LoggedCoup::Quick(_) => self.quick += 1,
            LoggedCoup::Whole(_) => self.others += 1,
        }
        self.staked += coup.wagers.iter().map(|wager| i128::from(wager.stake)).sum::<i128>();
    }

    fn registered(&mut self, _: Registered) {}

    fn is_quick(&self) -> bool {
        self.is_quick
    }

    fn put_away(&mut self, shoe: &[u8]) -> Option<Stored> {
        self.away.push(shoe.to_owned());
        Some(Stored { section: self.away.len() as u32 - 1, ..Stored::default() })
    }

    fn take_back(&mut self, at: Stored) -> Option<Vec<u8>> {
        self.away.get(usize::try_from(at.section).ok()?).cloned()
    }
}

/// So many shoes with two coups each. The last coup of every thousandth paid too little.
fn log_of(shoes: u32) -> Vec<u8> {
    let opening = Opening::of("table", "T").log("L");
    let mut log = Log::opened_at(&opening, &time(0));
    for shoe in 1..=shoes {
        let start = format!(r#""type":"shoe","shoe":"S-{shoe}","event":"start","decks":8,"burned":[]"#);
        log = log.written(&time(shoe * 180)).with(&start);
        for coup in 1..=2 {
            let began = shoe * 180 + coup * 60;
            let returned = if coup == 2 && shoe % 1000 == 0 { 10_000 } else { 20_000 };
            let record = won_by_player(&format!("S-{shoe}"), coup, began, ['C', 'K', 'Q'], returned);
            log = log.written(&time(began + 21)).with(&record);
        }
    }
    log.bytes()
}

#[test]
fn coups_take_the_quick_way_though_the_last_ones_of_earlier_shoes_wait_in_all_room_there_is() {
    let registry = resettle_rulesets::registry().unwrap();
    let settings = Settings { registry, named: None, slack: Default::default(), tournaments: None, late: None };
    let shoes = 8_000;
    let log = log_of(shoes);
    let judged = |is_quick: bool| {
        let mut seen = Seen { is_quick, ..Seen::default() };
        let judged = Replay::by(&settings).log(LogReader::new(log.as_slice(), None), "log", &mut seen);
        seen.findings.sort();
        (judged.totals, seen)
    };
    let ((quick_totals, quick), (long_totals, long)) = (judged(true), judged(false));
    assert_eq!(quick_totals, long_totals);
    assert_eq!(quick.findings, long.findings);
    assert_eq!(quick.findings.iter().filter(|found| found.starts_with("settlement/underpaid")).count(), 8);
    assert_eq!(quick.staked, long.staked);
    assert_eq!(quick.quick + quick.others, u64::from(shoes) * 2);
    assert!(quick.others < 40, "{} coups went the long way", quick.others);
}
