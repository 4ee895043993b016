//! The usual coup, from which every case says only how it differs.

use resettle_yaml::{Faults, Node};
use serde_json::{Value, json};

use crate::value::{json, merge};

/// What the cases of a file have in common.
#[derive(Clone, Debug)]
pub struct Usual {
    /// The day and the hour, as `2019-11-02T10`.
    pub(crate) hour: String,
    /// The offset of the venue's clock, as `+08:00`.
    offset: String,
    /// The first fields of a log's `open`: jurisdiction, venue, game.
    open: Value,
    /// How many decks are in the shoe.
    decks: i64,
    /// The member `cards` of that coup, as a log writes it.
    cards: Value,
    /// What is announced of them.
    declared: Value,
    /// What 1000 on Player return then.
    returned: i64,
    /// The clauses that its judgement rests on.
    by: Vec<String>,
    /// What is chosen of the options that the ruleset leaves.
    pub(crate) elected: Option<Value>,
}

impl Usual {
    /// Reads the key `usual`. The ruleset's id gives the rest.
    pub(crate) fn read(node: &Node, ruleset: &str, faults: &mut Faults) -> Option<Self> {
        let mut fields = node.fields("`usual`", faults)?;
        let hour = fields.required("hour", faults).and_then(|node| node.text(faults)).map(str::to_owned);
        let offset = fields.required("offset", faults).and_then(|node| node.text(faults)).map(str::to_owned);
        let decks = fields.required("decks", faults).and_then(|node| node.int(1..=100, faults));
        let cards = fields.required("cards", faults).map(|node| json(node, faults));
        let declared = fields.required("declared", faults).map(|node| json(node, faults));
        let returned = fields.required("returned", faults).and_then(|node| node.int(0..=1_000_000, faults));
        let by = fields.required("by", faults).and_then(|node| node.list(faults)).unwrap_or_default();
        let by = by.iter().filter_map(|item| item.text(faults)).map(str::to_owned).collect();
        let elected = fields.optional("elected").map(|node| json(node, faults));
        fields.finish(faults);
        let mut parts = ruleset.split('/');
        let (jurisdiction, venue, game) = (parts.next()?.to_uppercase(), parts.next()?, parts.next()?);
        let open = json!({"jurisdiction": jurisdiction, "venue": venue, "game": game});
        let (cards, declared) = (cards?, declared?);
        Some(Self {
            hour: hour?,
            offset: offset?,
            open,
            decks: decks?,
            cards,
            declared,
            returned: returned?,
            by,
            elected,
        })
    }

    /// A moment of that hour, given as `MM:SS` or `MM:SS.mmm`.
    pub(crate) fn at(&self, minute: &str) -> String {
        format!("{}:{minute}{}", self.hour, self.offset)
    }

    /// The clauses of the usual coup, those that a case has in addition, without those that it says are `not` there.
    pub(crate) fn by(&self, beside: Vec<String>) -> Vec<String> {
        let (without, with): (Vec<String>, Vec<String>) = beside.into_iter().partition(|cite| cite.starts_with("not "));
        let gone = |cite: &String| without.iter().any(|not| not.strip_prefix("not ") == Some(cite));
        self.by.iter().filter(|cite| !gone(cite)).cloned().chain(with).collect()
    }

    /// What a log begins with.
    pub(crate) fn open(&self) -> Value {
        let mut open = json!({
            "at": self.at("00:00"), "type": "open", "format": "coup-log/1", "log": "L",
            "source": {"kind": "table", "id": "T"}, "table": "T", "currency": "SGD", "key": "0".repeat(64),
        });
        merge(&mut open, self.open.clone());
        open
    }

    /// The start of the shoe.
    pub(crate) fn shoe(&self, change: Value) -> Value {
        let mut start = json!({
            "at": self.at("00:01"), "type": "shoe", "shoe": "S", "event": "start", "decks": self.decks, "burned": ["4C"],
        });
        merge(&mut start, change);
        start
    }

    /// A coup of any number: one wager on Player, dealt, called and paid as it should be, but for `change`. Each coup
    /// opens two minutes after the one before.
    pub(crate) fn coup(&self, number: u64, change: Value) -> Value {
        let at = |second: &str| self.at(&format!("{:02}:{second}", 2 * number));
        let mut coup = json!({
            "at": at("55"), "type": "coup", "shoe": "S", "coup": number,
            "times": {"opened": at("00"), "closed": at("20"), "first_card": at("22"), "settled": at("50")},
            "cards": self.cards, "wagers": [self.wager("player", 1000, self.returned)], "irregularities": [],
            "declared": self.declared, "wrd": self.declared.get("result"),
        });
        merge(&mut coup, change);
        coup
    }

    /// A wager of the usual seat.
    pub(crate) fn wager(&self, bet: &str, stake: i64, returned: i64) -> Value {
        json!({
            "id": "w1", "seat": "1", "bet": bet, "stake": stake, "returned": returned, "placed": self.at("02:10"),
        })
    }

    /// An irregularity that was noticed during the first coup, with everybody notified and entitled.
    pub(crate) fn irregularity(&self, kind: &str, facts: Value) -> Value {
        let mut irregularity = json!({
            "kind": kind, "noticed": self.at("02:30"), "by": "casino_supervisor",
            "notified": ["surveillance", "inspector"],
        });
        merge(&mut irregularity, facts);
        irregularity
    }
}
