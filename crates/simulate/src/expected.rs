use serde_json::{Map, Value};

/// One finding that a replay should give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Its code.
    pub code: &'static str,
    /// The shoe; absent for findings of a whole log.
    pub shoe: Option<String>,
    /// The coup within the shoe.
    pub coup: Option<u64>,
    /// The wager's id, where the finding stands at one.
    pub wager: Option<String>,
    /// Returned less due in minor units, where the contract determines it.
    pub money: Option<i64>,
}

impl Expected {
    fn value(&self) -> Value {
        let mut object = Map::new();
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
    let mut text = String::from("[");
    for (place, finding) in expected.iter().enumerate() {
        text.push_str(if place == 0 { "\n " } else { ",\n " });
        text.push_str(&finding.value().to_string());
    }
    text.push_str("\n]\n");
    text
}
