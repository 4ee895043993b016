//! Small logs of one or two coups, and what the replay finds in them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "helpers of tests fail as tests do")]

use std::sync::OnceLock;

use resettle_audit::{
    Audit, Code, CoupName, CoupSeen, Finding, Hands, Outcome, Registered, Replay, Settings, Sink, WagerSeen,
};
use resettle_coup_log::LogReader;
use resettle_testkit::{Log, Opening, merge, with};
use serde_json::{Value, json};

/// What is seen of a coup, as far as tests ask.
pub struct Seen {
    pub wagers: Vec<WagerSeen>,
    pub without_ground: Option<(Outcome, Hands)>,
}

#[derive(Default)]
struct Coups(Vec<Seen>);

impl Sink for Coups {
    fn finding(&mut self, _: Finding) {}

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        self.0.push(Seen { wagers: coup.wagers.to_vec(), without_ground: coup.without_ground.cloned() });
    }

    fn registered(&mut self, _: Registered) {}
}

/// The five rulesets, by the short names of the docs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// MBS 7 Up Baccarat, 2011.
    Mbs2011,
    /// MBS 7 Up Baccarat, version 6.
    V6,
    /// MBS Baccarat, version 7.
    V7,
    /// MBS Electronic 7 Up Baccarat.
    E,
    /// The Star.
    Star,
}

use Rules::{E, Mbs2011, Star, V6, V7};

pub const ALL: &[Rules] = &[Mbs2011, V6, V7, E, Star];
/// The documents of Marina Bay Sands.
pub const MBS: &[Rules] = &[Mbs2011, V6, V7, E];
/// Those of them for tables with a dealer's call.
pub const TABLES: &[Rules] = &[Mbs2011, V6, V7];
/// Rulesets with Super 7's.
pub const SEVEN_UP: &[Rules] = &[Mbs2011, V6, E, Star];

impl Rules {
    pub fn id(self) -> &'static str {
        match self {
            Mbs2011 => "sg/mbs/7-up-baccarat/2011-08-26",
            V6 => "sg/mbs/7-up-baccarat/2017-02-17",
            V7 => "sg/mbs/baccarat/2017-02-17",
            E => "sg/mbs/electronic-7-up-baccarat/2023-05-08",
            Star => "au-nsw/star/7-up-baccarat/2016-08-17",
        }
    }

    /// A moment of the day in question, given as `MM:SS`.
    pub fn at(self, minute: &str) -> String {
        let (day, offset) = match self {
            Mbs2011 => ("2012-03-05", "+08:00"),
            V6 | V7 => ("2019-11-02", "+08:00"),
            E => ("2023-06-01", "+08:00"),
            Star => ("2017-07-14", "+10:00"),
        };
        format!("{day}T10:{minute}{offset}")
    }

    /// The close of the first coup.
    pub fn close(self) -> String {
        self.at(if self == Star { "02:22" } else { "02:20" })
    }

    /// What 1000 on Player return when the Player wins as in [`Rules::cards`].
    pub fn win(self) -> i64 {
        if self == V7 { 2000 } else { 1500 }
    }

    /// Three or four cards by which the Player wins: 7 to 6, or 9 to 6 at Baccarat.
    pub fn cards(self) -> Vec<&'static str> {
        if self == V7 { vec!["9D", "2D", "KD", "4S"] } else { vec!["2D", "KD", "4S"] }
    }

    /// What is announced of them.
    pub fn declared(self, result: &str) -> Value {
        if self == V7 {
            json!({"result": result, "player": 9, "banker": 6, "sevens": 0})
        } else {
            json!({"result": result, "player": 7, "banker": 6, "sevens": 1})
        }
    }

    /// Those cards and one that the Banker should not have got.
    pub fn surplus(self) -> (Vec<&'static str>, &'static str, Value) {
        let mut cards = self.cards();
        cards.push("5C");
        let (to, player, sevens) = if self == V7 { ("PBPBB", 9, 0) } else { ("BPBB", 7, 1) };
        (cards, to, json!({"result": "player", "player": player, "banker": 1, "sevens": sevens}))
    }

    /// The first coup of the log: one wager on Player, dealt, called and paid as it should be, but for `change`.
    pub fn coup(self, change: Value) -> Value {
        self.numbered(1, change)
    }

    /// A coup of any number; each opens two minutes after the one before.
    pub fn numbered(self, number: u64, change: Value) -> Value {
        let at = |second: &str| self.at(&format!("{:02}:{second}", 2 * number));
        let mut coup = json!({
            "at": at("55"), "type": "coup", "shoe": "S", "coup": number,
            "times": {"opened": at("00"), "closed": at("20"), "first_card": at("22"), "settled": at("50")},
            "cards": self.cards(), "wagers": [self.wager(self.win())], "irregularities": [],
            "declared": self.declared("player"), "wrd": "player",
        });
        merge(&mut coup, change);
        coup
    }

    /// The first coup without one of its times.
    pub fn coup_without(self, time: &str, change: Value) -> Value {
        let mut coup = self.coup(change);
        coup["times"].as_object_mut().unwrap().remove(time);
        coup
    }

    /// 1000 on Player.
    pub fn wager(self, returned: i64) -> Value {
        json!({"id": "w1", "seat": "1", "bet": "player", "stake": 1000, "returned": returned, "placed": self.at("02:10")})
    }

    /// The same with other fields.
    pub fn wager_but(self, returned: i64, change: Value) -> Value {
        let mut wager = self.wager(returned);
        merge(&mut wager, change);
        wager
    }

    /// An irregularity that was noticed during the first coup, with everybody notified and entitled.
    pub fn irregularity(self, kind: &str, facts: Value) -> Value {
        let mut irregularity = json!({
            "kind": kind, "noticed": self.at("02:30"), "by": "casino_supervisor",
            "notified": ["surveillance", "inspector"],
        });
        merge(&mut irregularity, facts);
        irregularity
    }

    /// What is found in a log of these records, log and document apart.
    pub fn findings(self, records: &[Value]) -> Vec<Finding> {
        self.findings_by(approved(), json!({}), records)
    }

    /// All that comes of a log of these records; its first coup is explained.
    pub fn audit(self, records: &[Value]) -> Audit {
        self.audit_by(approved(), json!({}), records)
    }

    /// The same by other rules, or with another start of the shoe.
    pub fn findings_by(self, settings: &Settings, shoe: Value, records: &[Value]) -> Vec<Finding> {
        self.audit_by(settings, shoe, records).findings
    }

    /// What is seen of the coups.
    pub fn seen(self, records: &[Value]) -> Vec<Seen> {
        let log = self.log(json!({}), records);
        let mut sink = Coups::default();
        Replay::by(approved()).log(LogReader::new(&log[..], None), "log.jsonl", &mut sink);
        sink.0
    }

    /// A log of these records.
    pub fn log(self, shoe: Value, records: &[Value]) -> Vec<u8> {
        let parts: Vec<&str> = self.id().split('/').collect();
        let opening = Opening::of("table", "T").log("L").venue(&parts[0].to_uppercase(), parts[1]).game(parts[2]);
        let start = json!({"at": self.at("00:01"), "type": "shoe", "shoe": "S", "event": "start", "decks": 6, "burned": ["4C"]});
        Log::opened_at(&opening, &self.at("00:00")).record(&with(start, shoe)).records(records).bytes()
    }

    fn audit_by(self, settings: &Settings, shoe: Value, records: &[Value]) -> Audit {
        let log = self.log(shoe, records);
        let first = CoupName::InShoe { shoe: "S".to_owned(), coup: 1 };
        let by = |settings: &Settings| {
            let reader = LogReader::new(&log[..], None);
            Replay::by(settings).explaining(&first).audit_log(reader, "log.jsonl").audit
        };
        let mut audit = by(settings);
        if !audit.late.is_empty() {
            audit = by(&settings.knowing(&audit.late));
        }
        assert_eq!(audit.rulesets.len(), 1, "{self:?}: {}", String::from_utf8_lossy(&log));
        assert_eq!(audit.rulesets[0].id, self.id());
        let findings = &mut audit.findings;
        assert!(findings.iter().all(|found| found.code != Code::MalformedRecord), "{self:?}: {findings:#?}");
        findings.retain(|found| found.code != Code::Uncertain && !found.code.as_str().starts_with("integrity/"));
        audit
    }
}

pub fn approved() -> &'static Settings {
    static SETTINGS: OnceLock<Settings> = OnceLock::new();
    SETTINGS.get_or_init(|| Settings {
        registry: resettle_rulesets::registry().unwrap(),
        named: None,
        ..Settings::default()
    })
}

/// So many cards that of six decks one is left.
pub fn five_decks() -> Value {
    let one = "CDHS".chars().flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}")));
    one.flat_map(|card| std::iter::repeat_n(card, 5)).collect()
}
