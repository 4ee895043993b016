//! A record declared once: its type, how it is read from strict JSON, and its JSON Schema.

mod events;
mod forms;
mod keys;

use resettle_sealed_log::strict::ObjectReader;
use serde_json::Value;

pub(crate) use events::{Event, declare_events, event, events, other_event};
pub(crate) use forms::{
    AboveZero, Beside, Name, Nullable, OfImports, OpenWord, Roles, Text, UnlessImported, at_least, cards, digest, list,
    text, time, worded, words,
};
pub(crate) use keys::{Key, Keys, plain, when};

pub(crate) type Reader<'o, 'a> = ObjectReader<'o, 'a>;

/// What can be the value of a member. `S` is what the declaration of the member says of its value, behind `=`.
pub(crate) trait Member<S = ()>: Sized {
    /// Whether the member may be left out.
    const OPTIONAL: bool = false;

    /// Reads the value; `None` where there is none, or a faulty one, which is noted.
    fn read(reader: &mut Reader<'_, '_>, name: &str, of: &S) -> Option<Self>;

    /// The schema of the value; null if the schema does not know the member.
    fn schema(_: &S) -> Value {
        Value::Null
    }

    /// Adds the member to those of its record.
    fn declare(keys: &mut Keys, key: Key, of: &S) {
        let optional = key.optional || Self::OPTIONAL;
        keys.add(Key { optional, ..key }, Self::schema(of));
    }
}

/// Reads a member; `left_out` is what counts where it is left out, if the declaration says that.
pub(crate) fn read<T: Member<S>, S, const N: usize>(
    reader: &mut Reader<'_, '_>,
    name: &str,
    of: &S,
    left_out: [T; N],
) -> Option<T> {
    match left_out.into_iter().next() {
        Some(left_out) => Some(T::read(reader, name, of).unwrap_or(left_out)),
        None if T::OPTIONAL => T::read(reader, name, of),
        None => reader.required(name, |reader, name| T::read(reader, name, of)),
    }
}

/// What a record, or an object in one, contains.
pub(crate) trait Contents: Sized {
    /// What the page of keys calls it, and says of it.
    const ABOUT: (&'static str, &'static [&'static str]);

    /// Reads the members; `None` where one is faulty or missing, which is noted. Members that are not known are ignored.
    fn read_all(reader: &mut Reader<'_, '_>) -> Option<Self>;

    /// Adds the members.
    fn declare_all(keys: &mut Keys);

    /// The schema of the whole.
    fn schema_of_all() -> Value {
        let mut keys = Keys::default();
        Self::declare_all(&mut keys);
        let (title, about) = Self::ABOUT;
        keys.schema(title, about)
    }
}

impl<T: Contents> Contents for Box<T> {
    const ABOUT: (&'static str, &'static [&'static str]) = T::ABOUT;

    fn read_all(reader: &mut Reader<'_, '_>) -> Option<Self> {
        T::read_all(reader).map(Self::new)
    }

    fn declare_all(keys: &mut Keys) {
        T::declare_all(keys);
    }
}

/// Declares records, and objects in them, with their members, in the order in which they are read. Behind `as` stands the
/// member's name, where it is not the field's; behind `=` what else is said of the value: what text it is, the bounds of a
/// number; behind `=>` what counts where the member is left out.
macro_rules! record {
    ($(
        $(#[doc = $about:literal])*
        $(#[derive($($trait:ident),+)])?
        $name:ident {
            $($(#[doc = $doc:literal])* $key:ident $(as $other:literal)?: $type:ty $(= $of:expr)? $(=> $left_out:expr)?,)+
        }
    )+) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $(#[derive($($trait),+)])?
        pub struct $name {
            $($(#[doc = $doc])* pub $key: $type,)+
        }

        impl $crate::declare::Contents for $name {
            const ABOUT: (&'static str, &'static [&'static str]) = (stringify!($name), &[$($about),*]);

            fn read_all(reader: &mut $crate::declare::Reader<'_, '_>) -> Option<Self> {
                $crate::declare::members!(read reader, Self { $($key $(as $other)?: $type $(= $of)? $(=> $left_out)?,)+ })
            }

            fn declare_all(keys: &mut $crate::declare::Keys) {
                $crate::declare::members!(declare keys, $($(#[doc = $doc])* $key $(as $other)?: $type $(= $of)? $(=> $left_out)?,)+);
            }
        }
    )+};
}

/// What becomes of the members of a declaration.
macro_rules! members {
    (read $reader:ident, Self $(::$event:ident)? {
        $($key:ident $(as $other:literal)?: $type:ty $(= $of:expr)? $(=> $left_out:expr)?,)+
    }) => {{
        $(let $key = $crate::declare::read::<$type, _, _>(
            $reader,
            [$($other,)? stringify!($key)][0],
            &($($of,)? (),).0,
            [$($left_out)?],
        );)+
        Some(Self $(::$event)? { $($key: $key?),+ })
    }};
    (declare $keys:ident, $(
        $(#[doc = $doc:literal])* $key:ident $(as $other:literal)?: $type:ty $(= $of:expr)? $(=> $left_out:expr)?,
    )+) => {$(
        let key = $crate::declare::Key {
            name: [$($other,)? stringify!($key)][0],
            about: &[$($doc),*],
            optional: !<[&str]>::is_empty(&[$(stringify!($left_out))?]),
        };
        <$type as $crate::declare::Member<_>>::declare($keys, key, &($($of,)? (),).0);
    )+};
}
pub(crate) use {members, record};
