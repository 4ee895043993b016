use resettle_sealed_log::strict::{Object, Value};
use resettle_sealed_log::{Digest, MAX_NAME, Time};

/// What can still be read of a line that is not a record: enough to follow the chain and not to report one fault as two.
#[derive(Debug, Default, Clone)]
pub(crate) struct Envelope {
    pub(crate) seq: Option<u64>,
    /// What the line names as its predecessor; several if the name occurs more than once.
    pub(crate) prevs: Vec<Digest>,
    /// When it was written, as it states; not looked for if the JSON is broken.
    pub(crate) at: Option<Time>,
    /// Shoe and coup number of a coup record.
    pub(crate) coup: Option<(Option<String>, u64)>,
    /// Its `type`, as far as it can be read, unless it is a coup.
    pub(crate) other: Option<String>,
    /// The shoe that such a record is about.
    pub(crate) shoe: Option<String>,
    /// What it says of the shoe: `start`, `end`.
    pub(crate) event: Option<String>,
    /// The wagers that a coup names, as far as they can be read; `None` if it names none, or its JSON is broken.
    pub(crate) wagers: Option<NamedWagers>,
}

/// The wagers of a line that is not a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NamedWagers {
    pub(crate) wagers: usize,
    /// The sum of the stakes that can be read, in minor units or in chips.
    pub(crate) staked: i128,
    /// Wagers without a stake that can be read.
    pub(crate) unread: usize,
    /// Whether they are of a tournament.
    pub(crate) chips: bool,
}

impl NamedWagers {
    fn of(object: &Object<'_>) -> Option<Self> {
        let Some(Value::List(all)) = object.get("wagers") else { return None };
        let mut named = Self { chips: object.get("tournament").is_some(), ..Self::default() };
        for wager in all {
            named.wagers += 1;
            let stake = match wager {
                Value::Object(wager) => wager.get("stake"),
                _ => None,
            };
            match stake {
                Some(Value::Int(stake)) if *stake >= 0 => named.staked = named.staked.saturating_add(*stake),
                _ => named.unread += 1,
            }
        }
        Some(named)
    }
}

impl Envelope {
    /// The shoe that it would start.
    pub(crate) fn starts(&self) -> Option<String> {
        let is_start = self.other.as_deref() == Some("shoe") && self.event.as_deref() == Some("start");
        self.shoe.clone().filter(|_| is_start)
    }

    /// From a line whose JSON is sound.
    pub(crate) fn of(object: &Object<'_>) -> Self {
        let int = |name: &str| match object.get(name) {
            Some(Value::Int(n)) => i64::try_from(*n).ok(),
            _ => None,
        };
        let text = |name: &str| match object.get(name) {
            Some(Value::Text(text)) => Some(text.as_ref()),
            _ => None,
        };
        Self {
            seq: int("seq").and_then(|seq| u64::try_from(seq).ok()),
            prevs: text("prev").and_then(Digest::from_hex).into_iter().collect(),
            at: text("at").and_then(|at| Time::parse(at).ok()),
            coup: coup(text("type"), text("shoe"), int("coup")),
            other: other(text("type")),
            shoe: text("shoe").and_then(name),
            event: text("event").and_then(name),
            wagers: NamedWagers::of(object),
        }
    }
}

/// The type of a record that is no coup, where it could be one of the format's.
fn other(kind: Option<&str>) -> Option<String> {
    let could_be = |kind: &&str| kind.len() <= MAX_NAME && kind.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    kind.filter(|kind| *kind != "coup").filter(could_be).map(str::to_owned)
}

/// A name that the format could allow.
fn name(text: &str) -> Option<String> {
    (text.len() <= MAX_NAME).then(|| text.to_owned())
}

/// A coup number counts only if the format could allow it.
fn coup(kind: Option<&str>, shoe: Option<&str>, number: Option<i64>) -> Option<(Option<String>, u64)> {
    let number = number.filter(|number| *number >= 1)?;
    let shoe = shoe.filter(|shoe| shoe.len() <= MAX_NAME);
    (kind == Some("coup")).then_some((shoe.map(str::to_owned), u64::try_from(number).ok()?))
}

/// Looks at the bytes of a line that is not sound JSON, or too long: the fields of its outermost object as far as they
/// can be distinguished.
///
/// A name that occurs twice with two values is not read: another reader could see the other value.
pub(crate) fn glimpse(line: &[u8]) -> Envelope {
    let mut seen = Seen::default();
    let start = line.iter().position(|b| *b == b'{').unwrap_or(line.len());
    let (before, rest) = line.split_at_checked(start).unwrap_or((line, &[]));
    let before = before.strip_prefix(BOM).unwrap_or(before);
    if before.iter().all(u8::is_ascii_whitespace) {
        outermost(rest, |name, value| seen.note(name, value));
    }
    let once = |values: &[Option<String>]| match values {
        [Some(first), rest @ ..] if rest.iter().all(|value| value.as_ref() == Some(first)) => Some(first.clone()),
        _ => None,
    };
    let int = |values: &[Option<String>]| once(values).and_then(|text| text.parse::<i64>().ok());
    Envelope {
        seq: int(&seen.seq).and_then(|seq| u64::try_from(seq).ok()),
        prevs: seen.prev.iter().flatten().filter_map(|text| Digest::from_hex(text)).collect(),
        at: None,
        coup: coup(once(&seen.kind).as_deref(), once(&seen.shoe).as_deref(), int(&seen.coup)),
        other: other(once(&seen.kind).as_deref()),
        shoe: once(&seen.shoe).as_deref().and_then(name),
        event: once(&seen.event).as_deref().and_then(name),
        wagers: None,
    }
}

const BOM: &[u8] = "\u{feff}".as_bytes();

/// Every value of each name; `None` for a value of another type.
#[derive(Default)]
struct Seen {
    seq: Vec<Option<String>>,
    prev: Vec<Option<String>>,
    kind: Vec<Option<String>>,
    shoe: Vec<Option<String>>,
    event: Vec<Option<String>>,
    coup: Vec<Option<String>>,
}

impl Seen {
    /// `value` is text if the field is text, digits if it is a number.
    fn note(&mut self, name: &str, value: &[u8]) {
        let (values, is_text) = match name {
            "seq" => (&mut self.seq, false),
            "coup" => (&mut self.coup, false),
            "prev" => (&mut self.prev, true),
            "type" => (&mut self.kind, true),
            "shoe" => (&mut self.shoe, true),
            "event" => (&mut self.event, true),
            _ => return,
        };
        values.push(if is_text { serde_json::from_slice(value).ok() } else { digits(value) });
    }
}

/// The digits of a whole number as JSON writes it.
fn digits(value: &[u8]) -> Option<String> {
    let plain = value.iter().all(u8::is_ascii_digit) && (value.len() == 1 || value.first() != Some(&b'0'));
    plain.then(|| value.iter().map(|digit| char::from(*digit)).collect())
}

/// Passes on the name of each field of the object that `rest` begins with, and the bytes of its value if that is text
/// or a word; stops where the object or the bytes end.
fn outermost(rest: &[u8], mut note: impl FnMut(&str, &[u8])) {
    let mut rest = rest;
    let mut depth = 0usize;
    let mut name: Option<String> = None;
    let mut wants_value = false;
    while let Some(byte) = rest.first() {
        let len = match byte {
            b'"' => text_len(rest),
            b'{' | b'[' | b'}' | b']' | b',' | b':' => 1,
            _ if byte.is_ascii_whitespace() => 1,
            _ => rest.iter().take_while(|b| !b.is_ascii_whitespace() && !b"\",:{}[]".contains(b)).count().max(1),
        };
        let Some((token, after)) = rest.split_at_checked(len) else { return };
        match byte {
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return;
                }
            }
            b',' if depth == 1 => (name, wants_value) = (None, false),
            b':' if depth == 1 => wants_value = true,
            // A word at the very end may be the beginning of a longer one.
            _ if depth == 1 && wants_value && !byte.is_ascii_whitespace() => {
                if let Some(name) = name.take().filter(|_| !after.is_empty()) {
                    note(&name, token);
                }
            }
            b'"' if depth == 1 => name = serde_json::from_slice(token).ok(),
            _ => {}
        }
        if matches!(byte, b'{' | b'[') {
            depth += 1;
        }
        rest = after;
    }
}

/// The length of the text at the beginning of `rest` with its quotes; beyond `rest` if it does not end.
fn text_len(rest: &[u8]) -> usize {
    let mut escaped = false;
    for (at, byte) in rest.iter().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    rest.len() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coup_of(line: &str) -> Option<(Option<String>, u64)> {
        glimpse(line.as_bytes()).coup
    }

    #[test]
    fn a_broken_line_still_gives_its_outermost_fields() {
        let prev = "ab".repeat(32);
        let spaced = format!(
            "{{\"seq\" : 4, \"prev\": \"{prev}\", \"type\": \"coup\", \"x\": 1.5, \"shoe\": \"S\", \"coup\": 7}}"
        );
        let seen = glimpse(spaced.as_bytes());
        assert_eq!((seen.seq, seen.prevs, seen.coup), (Some(4), vec![Digest([0xab; 32])], Some((Some("S".into()), 7))));
        let cut = glimpse(&[spaced.trim_end_matches('}').as_bytes(), br#", "wrd": "ti"#].concat());
        assert_eq!(cut.coup, Some((Some("S".into()), 7)));
    }

    #[test]
    fn nothing_is_read_from_inside_or_of_two_minds() {
        let one = Some((Some("S".to_owned()), 1));
        assert_eq!(coup_of(r#"{"x":{"coup":2},"y":[{"shoe":"T"}],"type":"coup","shoe":"S","coup":1,}"#), one);
        assert_eq!(coup_of(r#"{"x":"\"coup\":2,","type":"coup","shoe":"S","coup":1,}"#), one);
        assert_eq!(coup_of(r#"{"type":"coup","shoe":"S","coup":1,"coup":1}"#), one);
        assert_eq!(coup_of(r#"{"type":"coup","shoe":"S","coup":1,"coup":2}"#), None);
        assert_eq!(coup_of(r#"{"type":"coup","shoe":"S","coup":1,"coup":1.0}"#), None);
        assert_eq!(coup_of(r#"{"type":"shoe","x":{"type":"coup"},"shoe":"S","coup":1,}"#), None);
        assert_eq!(coup_of(r#"{"type":"coup","shoe":"S","coup":1,"coup":[1]}"#), None);
        assert_eq!(coup_of(r#"{"type":"coup","shoe":"S","coup":0,}"#), None);
        assert_eq!(coup_of(r#"{"type":"coup","shoe":"S","coup":1"#), None);
        assert_eq!(coup_of(r#"{"type":"coup","shoe":"\ud800","coup":1}"#), Some((None, 1)));
        assert_eq!(coup_of(r#"[{"type":"coup","shoe":"S","coup":1}]"#), None);
        assert_eq!(coup_of(r#"{"type":"coup","shoe":"S","coup":1}{"coup":2}"#), one);
    }
}
