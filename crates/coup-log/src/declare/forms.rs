//! The values that members have: how each is read, and its schema.

use std::collections::BTreeMap;
use std::ops::{RangeFrom, RangeFull};

use resettle_game::{DeclaredResult, Mode, NoBetReason, Role, Ruling, Shown, Token};
use resettle_sealed_log::strict::{Value as Json, short_word};
use resettle_sealed_log::{MAX_NAME, Time};
use serde_json::{Value, json};

use super::{Contents, Key, Keys, Member, Reader};
use crate::card::CardCode;

/// Text that is a name or id: of at most 200 bytes.
pub(crate) struct Name;

/// Free text; a long one is cut.
pub(crate) struct Text;

/// A word that the format leaves open; a long one is cut.
pub(crate) struct OpenWord;

/// A value that may be null: present, but empty.
pub(crate) struct Nullable<S>(pub(crate) S);

/// A value that may be left out in an import alone.
pub(crate) struct UnlessImported<S>(pub(crate) S);

/// A value that only imports have; elsewhere its member is not known.
pub(crate) struct OfImports<S>(pub(crate) S);

/// The members of another object that stand in the same one.
pub(crate) struct Beside;

/// A member that may be left out. A faulty value counts as one that is left out: the record is not used in any case.
impl<S, T: Member<S>> Member<S> for Option<T> {
    const OPTIONAL: bool = true;

    fn read(reader: &mut Reader<'_, '_>, name: &str, of: &S) -> Option<Self> {
        Some(T::read(reader, name, of))
    }

    fn schema(of: &S) -> Value {
        T::schema(of)
    }
}

impl<T: Contents> Member for T {
    fn read(reader: &mut Reader<'_, '_>, name: &str, (): &()) -> Option<Self> {
        reader.object(name, T::read_all).flatten()
    }

    fn schema((): &()) -> Value {
        T::schema_of_all()
    }
}

impl<T: Contents> Member for Vec<T> {
    fn read(reader: &mut Reader<'_, '_>, name: &str, (): &()) -> Option<Self> {
        reader.objects(name, T::read_all)
    }

    fn schema((): &()) -> Value {
        list(T::schema_of_all())
    }
}

impl<T: Contents> Member<Beside> for T {
    const OPTIONAL: bool = true;

    fn read(reader: &mut Reader<'_, '_>, _: &str, _: &Beside) -> Option<Self> {
        T::read_all(reader)
    }

    fn declare(keys: &mut Keys, _: Key, _: &Beside) {
        T::declare_all(keys);
    }
}

/// Values that a method of the reader reads.
macro_rules! values {
    ($($type:ty = $spec:ty, |$reader:ident, $name:ident, $of:ident| $read:expr, $schema:expr;)+) => {$(
        impl Member<$spec> for $type {
            fn read($reader: &mut Reader<'_, '_>, $name: &str, $of: &$spec) -> Option<Self> {
                let _ = $of;
                $read
            }

            fn schema($of: &$spec) -> Value {
                let _ = $of;
                $schema
            }
        }
    )+};
}

values! {
    bool = (), |reader, name, of| reader.truth(name), json!({"type": "boolean"});
    i64 = RangeFull, |reader, name, of| reader.int(name), at_least(i64::MIN);
    i64 = RangeFrom<i64>, |reader, name, of| reader.at_least(name, of.start), at_least(of.start);
    i64 = AboveZero, |reader, name, of| above_zero(reader, name), at_least(1);
    u64 = RangeFrom<i64>,
        |reader, name, of| reader.at_least(name, of.start).and_then(|n| u64::try_from(n).ok()), at_least(of.start);
    String = Name, |reader, name, of| reader.name(name), json!({"type": "string", "maxLength": MAX_NAME});
    String = Text, |reader, name, of| reader.free_text(name), text();
    String = OpenWord, |reader, name, of| reader.open_word(name), text();
    Time = (), |reader, name, of| reader.time(name), time();
    Vec<String> = Name, |reader, name, of| reader.names(name), list(<String as Member<_>>::schema(&Name));
    Vec<CardCode> = (), |reader, name, of| cards(reader, name),
        list(json!({"type": "string", "pattern": "^([A2-9TJQK][CDHS?]|\\?[CDHS?]|~[0-9]|XX)$"}));
    Vec<Role> = Roles, |reader, name, of| roles(reader, name, of), list(words(Role::ALL));
    BTreeMap<String, i64> = RangeFrom<i64>,
        |reader, name, of| reader.object(name, |inner| amounts(inner, of)),
        json!({"type": "object", "additionalProperties": at_least(of.start)});
}

/// `true` where the word stands that means it.
impl<const N: usize> Member<[(&'static str, Self); N]> for bool {
    fn read(reader: &mut Reader<'_, '_>, name: &str, of: &[(&'static str, Self); N]) -> Option<Self> {
        reader.word(name, of)
    }

    fn schema(of: &[(&'static str, Self); N]) -> Value {
        words(of)
    }
}

/// Words of a table.
macro_rules! worded {
    ($($type:ty),+) => {$(
        impl $crate::declare::Member for $type {
            fn read(reader: &mut $crate::declare::Reader<'_, '_>, name: &str, (): &()) -> Option<Self> {
                reader.word(name, Self::ALL)
            }

            fn schema((): &()) -> serde_json::Value {
                $crate::declare::words(Self::ALL)
            }
        }
    )+};
}
pub(crate) use worded;

worded! { Mode, NoBetReason, Role, Ruling, Shown, Token, DeclaredResult }

/// An amount above zero, in minor units.
pub(crate) struct AboveZero;

fn above_zero(reader: &mut Reader<'_, '_>, name: &str) -> Option<i64> {
    let amount = reader.int(name)?;
    if amount < 1 {
        reader.fault(name, format!("an amount of {amount} minor units, where one above zero belongs"));
        return None;
    }
    Some(amount)
}

/// Roles; a fault lists all of them, or does not.
pub(crate) enum Roles {
    Listed,
    Unlisted,
}

fn roles(reader: &mut Reader<'_, '_>, name: &str, of: &Roles) -> Option<Vec<Role>> {
    let wanted = match of {
        Roles::Listed => format!("a role ({})", Role::WORDS.join(", ")),
        Roles::Unlisted => "a role".to_owned(),
    };
    reader.items(name, &wanted, |item| match item {
        Json::Text(text) => Role::parse(text),
        _ => None,
    })
}

macro_rules! nullable {
    ($($type:ty),+) => {$(
        impl<S> Member<Nullable<S>> for $type
        where
            Self: Member<S>,
        {
            fn read(reader: &mut Reader<'_, '_>, name: &str, of: &Nullable<S>) -> Option<Self> {
                if reader.is_null(name) { None } else { Self::read(reader, name, &of.0) }
            }

            fn schema(of: &Nullable<S>) -> Value {
                let mut schema = <Self as Member<S>>::schema(&of.0);
                if let Some(is) = schema.get_mut("type") {
                    *is = json!([is, "null"]);
                }
                schema
            }
        }
    )+};
}
nullable! { String, i64 }

macro_rules! imports {
    ($($type:ty),+) => {$(
        impl<S> Member<UnlessImported<S>> for Option<$type>
        where
            $type: Member<S>,
        {
            const OPTIONAL: bool = true;

            fn read(reader: &mut Reader<'_, '_>, name: &str, of: &UnlessImported<S>) -> Option<Self> {
                if reader.imported() {
                    return Some(<$type>::read(reader, name, &of.0));
                }
                reader.required(name, |reader, name| <$type>::read(reader, name, &of.0)).map(Some)
            }

            fn schema(of: &UnlessImported<S>) -> Value {
                <$type as Member<S>>::schema(&of.0)
            }

            fn declare(keys: &mut Keys, key: Key, of: &UnlessImported<S>) {
                keys.add(key, Self::schema(of));
            }
        }

        impl<S> Member<OfImports<S>> for $type
        where
            Self: Member<S>,
        {
            fn read(reader: &mut Reader<'_, '_>, name: &str, of: &OfImports<S>) -> Option<Self> {
                if reader.imported() { Self::read(reader, name, &of.0) } else { None }
            }
        }
    )+};
}
imports! { String, i64, u64 }

/// Cards as a log writes them.
pub(crate) fn cards(reader: &mut Reader<'_, '_>, name: &str) -> Option<Vec<CardCode>> {
    reader.items(
        name,
        "a card (rank A23456789TJQK and suit CDHS; 7?, ?H or ~8 where only that is known; ?? or XX)",
        |item| match item {
            Json::Text(text) => CardCode::parse(text),
            _ => None,
        },
    )
}

fn amounts(reader: &mut Reader<'_, '_>, of: &RangeFrom<i64>) -> BTreeMap<String, i64> {
    let names = reader.entries().into_iter();
    names.filter_map(|name| Some((short_word(&name), i64::read(reader, &name, of)?))).collect()
}

pub(crate) fn text() -> Value {
    json!({"type": "string"})
}

pub(crate) fn time() -> Value {
    let pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$";
    json!({"type": "string", "pattern": pattern})
}

pub(crate) fn digest() -> Value {
    json!({"type": "string", "pattern": "^[0-9a-f]{64}$"})
}

pub(crate) fn at_least(least: i64) -> Value {
    json!({"type": "integer", "minimum": least, "maximum": i64::MAX})
}

/// The words of a table.
pub(crate) fn words<T>(table: &[(&str, T)]) -> Value {
    json!({"enum": table.iter().map(|(word, _)| *word).collect::<Vec<_>>()})
}

pub(crate) fn list(item: Value) -> Value {
    json!({"type": "array", "items": item})
}
