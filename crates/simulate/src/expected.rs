use serde_json::{Map, Value};

/// A day on which the roster expects a log, and the table played nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absence {
    /// The venue, as the roster and logs name it.
    pub venue: &'static str,
    /// The table's id, as its logs write it.
    pub table: String,
    /// The day, as `2023-06-02`.
    pub day: String,
}

/// One finding that a replay should give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Its code.
    pub code: &'static str,
    /// The shoe; absent for findings of a whole log.
    pub shoe: Option<String>,
    /// The coup within the shoe.
    pub coup: Option<u64>,
    /// The wager's id, where the finding is at one.
    pub wager: Option<String>,
    /// Returned less due in minor units, where the contract determines it.
    pub money: Option<i64>,
}

impl Expected {
    fn value(&self, log: Option<&str>) -> Value {
        let mut object = Map::new();
        if let Some(log) = log {
            object.insert("log".into(), log.into());
        }
        object.insert("code".into(), self.code.into());
        if let Some(shoe) = &self.shoe {
            object.insert("shoe".into(), shoe.as_str().into());
        }
        if let Some(coup) = self.coup {
            object.insert("coup".into(), coup.into());
        }
        if let Some(wager) = &self.wager {
            object.insert("wager".into(), wager.as_str().into());
        }
        if let Some(money) = self.money {
            object.insert("money".into(), money.into());
        }
        Value::Object(object)
    }
}

/// The list as a JSON array, one finding a line.
pub fn expected_json(expected: &[Expected]) -> String {
    array(expected.iter().map(|finding| finding.value(None)))
}

/// The same with the log of each finding, and behind them the logs that a roster misses; says how many there are.
pub fn expected_in_logs(expected: &[(String, Expected)], absent: &[Absence]) -> (String, usize) {
    let found = expected.iter().map(|(log, finding)| finding.value(Some(log)));
    let missing = absent.iter().map(|absence| {
        let mut object = Map::new();
        object.insert("code".into(), "reconcile/missing-log".into());
        object.insert("venue".into(), absence.venue.into());
        object.insert("table".into(), absence.table.as_str().into());
        object.insert("day".into(), absence.day.as_str().into());
        Value::Object(object)
    });
    (array(found.chain(missing)), expected.len() + absent.len())
}

pub(crate) fn array(values: impl Iterator<Item = Value>) -> String {
    let mut text = String::from("[");
    for (place, value) in values.enumerate() {
        text.push_str(if place == 0 { "\n " } else { ",\n " });
        text.push_str(&value.to_string());
    }
    text.push_str("\n]\n");
    text
}
