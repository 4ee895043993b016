use resettle_game::{Form, IrregularityFacts, Kind, Role, Ruling, Said};
use resettle_sealed_log::Time;
use serde_json::{Value, json};

use super::readable;
use crate::declare::{
    Beside, Contents, Key, Keys, Member, Name, OpenWord, Reader, Roles, Text, at_least, cards, list, record, when,
};

record! {
    /// An irregularity as logged.
    Irregularity {
        /// The word that stands in the log.
        kind_word as "kind": String = OpenWord,
        /// Its kind; a kind that the format does not know is read as [`Kind::Other`].
        kind: Kind,
        /// When it was noticed.
        noticed: Time,
        /// When gaming staff were notified.
        notified_at: Option<Time>,
        /// What was decided.
        ruling: Option<Ruling>,
        /// The role of who decided or acted; `None` where the log names none.
        by: Option<Role>,
        /// Who was notified.
        notified: Vec<Role> = Roles::Listed => Vec::new(),
        /// The facts of its kind.
        facts: IrregularityFacts,
    }

    /// An irregularity found outside a coup.
    Incident {
        /// The shoe, where known.
        shoe: Option<String> = Name,
        /// The coup, where known.
        coup: Option<u64> = 1..,
        /// What was found.
        irregularity: Irregularity = Beside,
    }
}

/// What the word of the kind means; that it is a word is checked where the word is read.
impl Member for Kind {
    const OPTIONAL: bool = true;

    fn read(reader: &mut Reader<'_, '_>, name: &str, (): &()) -> Option<Self> {
        let word = reader.peek(|reader| reader.open_word(name))?;
        Some(Self::parse(&word).unwrap_or(Self::Other))
    }
}

/// The facts that belong to the kind, each a member; one that belongs to another kind is not known, and ignored.
impl Member for IrregularityFacts {
    const OPTIONAL: bool = true;

    fn read(reader: &mut Reader<'_, '_>, _: &str, (): &()) -> Option<Self> {
        let kind = Kind::read(reader, "kind", &())?;
        let mut facts = Self::default();
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
        Some(facts)
    }

    fn declare(keys: &mut Keys, _: Key, (): &()) {
        // A kind that is not listed is read as `other`.
        for kinds in Kind::ALL.chunk_by(|(_, a), (_, b)| a.states() == b.states()) {
            let Some((_, kind)) = kinds.first().filter(|(_, kind)| !kind.states().is_empty()) else { continue };
            let mut own = Keys::default();
            for fact in kind.states() {
                own.add(Key { name: fact.name(), about: fact.about(), optional: true }, form(fact.form_of(*kind)));
            }
            let words: Vec<&str> = kinds.iter().map(|(word, _)| *word).collect();
            keys.also(when("kind", &words, own.schema(&words.join(", "), &[])));
        }
    }
}

/// Cards drawn together are two or more, if they are named.
fn alone(cards: &[usize]) -> Option<&'static str> {
    let (first, rest) = cards.split_first()?;
    rest.iter().all(|card| card == first).then_some("two or more cards are wanted, and one alone is named")
}

fn form(form: Form) -> Value {
    match form {
        Form::Truth => <bool as Member>::schema(&()),
        Form::Word(words) => json!({"enum": words}),
        Form::Index => at_least(0),
        // Cards drawn together are two or more, if they are named.
        Form::Indexes => json!({"type": "array", "items": at_least(0), "not": {"minItems": 1, "maxItems": 1}}),
        Form::Names => <Vec<String> as Member<_>>::schema(&Name),
        Form::Text => <String as Member<_>>::schema(&Text),
    }
}

/// The irregularities of a coup; one with a fault is left out, and noted as a part.
pub(super) struct Irregularities;

impl Member<Irregularities> for Vec<Irregularity> {
    fn read(reader: &mut Reader<'_, '_>, name: &str, _: &Irregularities) -> Option<Self> {
        let drawn = reader.peek(|reader| cards(reader, "cards")).map(|cards| cards.len());
        reader.parts(
            name,
            |_| None,
            // Its kind says what is left out.
            |item| Some(format!("in an irregularity of kind {}", readable(item, "kind")?)),
            |reader, _| {
                let read = Irregularity::read_all(reader);
                if let (Some(irregularity), Some(drawn)) = (&read, drawn)
                    && let Some(what) = irregularity.facts.no_card_of(drawn)
                {
                    reader.fault_here(what);
                }
                read
            },
        )
    }

    fn schema(_: &Irregularities) -> Value {
        list(Irregularity::schema_of_all())
    }
}
