use crate::hash::Digest;
use crate::json::{Object, Value};

/// What can still be read of a line that is no record: enough to follow the chain and not to take
/// one fault for two.
#[derive(Debug, Default, Clone)]
pub(crate) struct Envelope {
    pub(crate) seq: Option<u64>,
    pub(crate) prev: Option<Digest>,
    /// Shoe and coup number of a coup record.
    pub(crate) coup: Option<(Option<String>, u64)>,
}

impl Envelope {
    /// From a line whose JSON is sound.
    pub(crate) fn of(object: &Object<'_>) -> Self {
        let int = |name: &str| match object.get(name) {
            Some(Value::Int(n)) => u64::try_from(*n).ok(),
            _ => None,
        };
        let text = |name: &str| match object.get(name) {
            Some(Value::Text(text)) => Some(text.as_ref()),
            _ => None,
        };
        let coup = (text("type") == Some("coup"))
            .then(|| int("coup").map(|coup| (text("shoe").map(str::to_owned), coup)))
            .flatten();
        Self { seq: int("seq"), prev: text("prev").and_then(Digest::from_hex), coup }
    }
}

/// What a look at the bare bytes of a broken line shows.
#[derive(Debug, Default)]
pub(crate) struct Glimpse {
    /// Whether it names `wanted` as its predecessor.
    pub(crate) names_predecessor: bool,
    /// Shoe and coup number of a coup record.
    pub(crate) coup: Option<(Option<String>, u64)>,
}

/// Looks at the bytes of a line that is no sound JSON.
///
/// A writer's own fault elsewhere in the line does not undo that the line, by its bytes, commits to
/// its predecessor; without that link it is a break of the chain.
pub(crate) fn glimpse(line: &[u8], wanted: Digest) -> Glimpse {
    let text = String::from_utf8_lossy(line);
    let names_predecessor = text.contains(&format!("\"prev\":\"{wanted}\""));
    let coup = text.contains("\"type\":\"coup\"").then(|| {
        let number = after(&text, "\"coup\":")?;
        let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
        let shoe = after(&text, "\"shoe\":\"").and_then(|rest| rest.split('"').next()).map(str::to_owned);
        Some((shoe, digits.parse().ok()?))
    });
    Glimpse { names_predecessor, coup: coup.flatten() }
}

fn after<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    text.split_once(mark).map(|(_, rest)| rest)
}
