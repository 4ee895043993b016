use super::PartFault;
use crate::record::{Incident, Irregularity};
use resettle_game::{Form, IrregularityFacts, Kind, Role, Ruling, Said};
use resettle_sealed_log::strict::{ObjectReader, Value, joined};

/// Decodes the irregularities of a coup with this many cards, if that section is there; an irregularity with a fault is
/// left out and reported separately.
pub(super) fn irregularities(
    items: &[Value<'_>],
    drawn: Option<usize>,
    parts: &mut Vec<PartFault>,
) -> Vec<Irregularity> {
    let mut out = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let mut faults = Vec::new();
        let decoded = match item {
            Value::Object(object) => {
                irregularity(&mut ObjectReader::new(object, format!("irregularities[{at}]"), &mut faults))
            }
            other => {
                faults.push(format!("`irregularities[{at}]`: an object is wanted, not {}", other.kind()));
                None
            }
        };
        if let (Some(decoded), Some(drawn)) = (&decoded, drawn) {
            faults.extend(decoded.facts.no_card_of(drawn).map(|what| format!("`irregularities[{at}]`: {what}")));
        }
        match decoded {
            Some(decoded) if faults.is_empty() => out.push(decoded),
            _ => parts.push(PartFault { wager: None, what: joined(&faults) }),
        }
    }
    out
}

pub(super) fn incident(reader: &mut ObjectReader<'_, '_>) -> Option<Incident> {
    let shoe = reader.name("shoe");
    let coup = reader.at_least("coup", 1).and_then(|coup| u64::try_from(coup).ok());
    Some(Incident { shoe, coup, irregularity: irregularity(reader)? })
}

fn irregularity(reader: &mut ObjectReader<'_, '_>) -> Option<Irregularity> {
    let kind_word = reader.required("kind", ObjectReader::open_word);
    let noticed = reader.required("noticed", ObjectReader::time);
    let notified_at = reader.time("notified_at");
    let ruling = reader.word("ruling", Ruling::ALL);
    let by = reader.word("by", Role::ALL);
    let notified = reader
        .items("notified", &role_wanted(), |item| match item {
            Value::Text(text) => Role::parse(text),
            _ => None,
        })
        .unwrap_or_default();
    let kind_word = kind_word?;
    let kind = Kind::parse(&kind_word).unwrap_or(Kind::Other);
    let facts = facts(reader, kind);
    Some(Irregularity { kind, kind_word, noticed: noticed?, notified_at, ruling, by, notified, facts })
}

/// Reads the facts that belong to the kind; a field that belongs to another kind is unknown, and ignored.
fn facts(reader: &mut ObjectReader<'_, '_>, kind: Kind) -> IrregularityFacts {
    let mut facts = IrregularityFacts::default();
    for fact in kind.states() {
        let name = fact.name();
        let said = match fact.form_of(kind) {
            Form::Truth => reader.truth(name).map(Said::Truth),
            Form::Word(words) => {
                let known: Vec<(&str, &'static str)> = words.iter().map(|word| (*word, *word)).collect();
                reader.word(name, &known).map(Said::Word)
            }
            Form::Index => reader.index(name).map(Said::Index),
            Form::Indexes => {
                let cards = reader.indexes(name);
                if let Some(fault) = cards.as_deref().and_then(alone) {
                    reader.fault(name, fault);
                }
                cards.map(Said::Indexes)
            }
            Form::Names => reader.names(name).map(Said::Names),
            Form::Text => reader.free_text(name).map(Said::Text),
        };
        if let Some(said) = said {
            facts.state(*fact, said);
        }
    }
    facts
}

/// Cards drawn together are two or more, if they are named.
fn alone(cards: &[usize]) -> Option<&'static str> {
    let (first, rest) = cards.split_first()?;
    rest.iter().all(|card| card == first).then_some("two or more cards are wanted, and one alone is named")
}

fn role_wanted() -> String {
    let roles: Vec<&str> = Role::ALL.iter().map(|(word, _)| *word).collect();
    format!("a role ({})", roles.join(", "))
}
