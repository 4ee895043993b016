use serde_json::{Map, Value};

/// One finding that a replay of a tournament should give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentFinding {
    /// Its code.
    pub code: &'static str,
    /// The log's id; absent for what is reported once for several logs.
    pub log: Option<String>,
    /// The line of the log, from 1.
    pub line: Option<u64>,
    /// The shoe, of a coup.
    pub shoe: Option<String>,
    /// The coup within the shoe.
    pub coup: Option<u64>,
    /// The wager's id; `None` where it is about no wager.
    pub wager: Option<String>,
    /// The player's name; `None` where it is about nobody.
    pub player: Option<String>,
    /// The part of the conditions.
    pub part: Option<&'static str>,
    /// By how much, in chips or in minor units of money.
    pub money: Option<i64>,
}

impl TournamentFinding {
    pub(super) fn player(mut self, player: &str) -> TournamentFinding {
        self.player = Some(player.to_owned());
        self
    }

    pub(super) fn wager(mut self, wager: &str) -> TournamentFinding {
        self.wager = Some(wager.to_owned());
        self
    }

    pub(super) fn money(mut self, money: i64) -> TournamentFinding {
        self.money = Some(money);
        self
    }

    fn value(&self) -> Value {
        let mut object = Map::new();
        object.insert("code".into(), self.code.into());
        let texts = [("log", &self.log), ("shoe", &self.shoe), ("wager", &self.wager), ("player", &self.player)];
        for (name, text) in texts {
            if let Some(text) = text {
                object.insert(name.into(), text.as_str().into());
            }
        }
        for (name, number) in [("line", self.line), ("coup", self.coup)] {
            if let Some(number) = number {
                object.insert(name.into(), number.into());
            }
        }
        if let Some(part) = self.part {
            object.insert("part".into(), part.into());
        }
        if let Some(money) = self.money {
            object.insert("money".into(), money.into());
        }
        Value::Object(object)
    }
}

/// The list as a JSON array, one finding a line.
#[must_use]
pub fn found_json(found: &[TournamentFinding]) -> String {
    crate::expected::array(found.iter().map(TournamentFinding::value))
}
