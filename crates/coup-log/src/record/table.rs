use std::collections::BTreeMap;

use resettle_sealed_log::strict::short_word;
use serde_json::{Value, json};

use crate::declare::{Key, Keys, Member, Name, Reader, record};

record! {
    /// A table sign, in force from its record's `at`. Money in minor units.
    #[derive(Default)]
    Limits {
        /// Minimum stake by bet.
        min: BTreeMap<String, i64> = 0.. => BTreeMap::new(),
        /// Maximum stake of one player by bet.
        max: BTreeMap<String, i64> = 0.. => BTreeMap::new(),
        /// Bound on |Player stakes − Banker stakes| in a coup.
        differential: Option<i64> = 0..,
        /// Bound on the stakes of one area on one bet.
        area_max: Option<i64> = 0..,
        /// The smallest chip, above zero.
        chip: Option<i64> = 1..,
        /// Holds for this seat alone.
        seat: Option<String> = Name,
        /// Holds for this player alone.
        player: Option<String> = Name,
    }

    /// What the operator chose of the options that the rules leave open, in force from its record's `at`. Options that it
    /// does not name stay as they were.
    #[derive(Default)]
    Options {
        /// The choice by option, at least one.
        elected: BTreeMap<String, String>,
    }

    /// Who is on duty at the table from its record's `at` on, by badge id. Whoever is not named stays as before.
    #[derive(Default)]
    Staff {
        /// Who deals.
        dealer: Option<String> = Name,
        /// Who supervises.
        supervisor: Option<String> = OrDealer,
    }
}

/// The most options that a record may name.
const MOST_OPTIONS: usize = 64;

impl Member for BTreeMap<String, String> {
    fn read(reader: &mut Reader<'_, '_>, name: &str, (): &()) -> Option<Self> {
        let elected: Self = reader.object(name, |inner| {
            let options = inner.entries().into_iter();
            options.filter_map(|option| Some((short_word(&option), inner.name(&option)?))).collect()
        })?;
        if elected.is_empty() || elected.len() > MOST_OPTIONS {
            reader.fault(name, format_args!("names 1 to {MOST_OPTIONS} options"));
            return None;
        }
        Some(elected)
    }

    fn schema((): &()) -> Value {
        let name = <String as Member<_>>::schema(&Name);
        json!({"type": "object", "minProperties": 1, "maxProperties": MOST_OPTIONS, "additionalProperties": name})
    }
}

/// The name of a supervisor, who has to be named where no dealer is.
struct OrDealer;

impl Member<OrDealer> for Option<String> {
    const OPTIONAL: bool = true;

    fn read(reader: &mut Reader<'_, '_>, name: &str, _: &OrDealer) -> Option<Self> {
        let supervisor = reader.name(name);
        if supervisor.is_none() && reader.peek(|reader| reader.name("dealer")).is_none() {
            reader.fault("dealer", "neither a dealer nor a supervisor is named");
        }
        Some(supervisor)
    }

    fn schema(_: &OrDealer) -> Value {
        <String as Member<_>>::schema(&Name)
    }

    fn declare(keys: &mut Keys, key: Key, of: &OrDealer) {
        keys.add(Key { optional: true, ..key }, Self::schema(of));
        keys.also(json!({"anyOf": [{"required": ["dealer"]}, {"required": ["supervisor"]}]}));
    }
}
