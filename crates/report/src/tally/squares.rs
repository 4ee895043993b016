use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Above this, a JSON number is not exact everywhere: 2 to the power 53.
const EXACT: i128 = 1 << 53;

/// A sum of squares; none where it does not fit 128 bits, which is reported and not rounded.
///
/// In JSON a number up to 2^53, a string of digits above, null where it is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares(pub Option<i128>);

impl Default for Squares {
    fn default() -> Self {
        Self(Some(0))
    }
}

impl Squares {
    /// Adds the square of a stake.
    pub fn stake(&mut self, stake: i64) {
        let square = i128::from(stake).checked_mul(i128::from(stake));
        self.add(Self(square));
    }

    /// Adds the square of an amount of any size.
    pub fn square(&mut self, amount: i128) {
        self.add(Self(amount.checked_mul(amount)));
    }

    /// Adds another sum.
    pub fn add(&mut self, other: Self) {
        self.0 = self.0.zip(other.0).and_then(|(own, more)| own.checked_add(more));
    }
}

impl schemars::JsonSchema for Squares {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Squares".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": ["integer", "string", "null"], "pattern": "^[0-9]+$"})
    }
}

impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            None => serializer.serialize_none(),
            Some(sum) if sum <= EXACT => serializer.serialize_i128(sum),
            Some(sum) => serializer.collect_str(&sum),
        }
    }
}

impl<'de> Deserialize<'de> for Squares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum SumForm {
            Number(i64),
            Digits(String),
        }
        match Option::<SumForm>::deserialize(deserializer)? {
            None => Ok(Self(None)),
            Some(SumForm::Number(sum)) => Ok(Self(Some(i128::from(sum)))),
            Some(SumForm::Digits(digits)) => digits.parse().map(|sum| Self(Some(sum))).map_err(D::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_exact_or_not_given() {
        let mut sum = Squares::default();
        sum.stake(94_906_265);
        assert_eq!(serde_json::to_string(&sum).unwrap(), "9007199136250225");
        sum.stake(94_906_265);
        assert_eq!(serde_json::to_string(&sum).unwrap(), "\"18014398272500450\"");
        for text in ["9007199136250225", "\"18014398272500450\"", "null"] {
            let back: Squares = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&back).unwrap(), text);
        }
        for _ in 0..3 {
            sum.stake(i64::MAX);
        }
        assert_eq!(serde_json::to_string(&sum).unwrap(), "null");
    }
}
