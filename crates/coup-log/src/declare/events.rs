use resettle_sealed_log::strict::short_word;
use serde_json::{Value, json};

use super::{Key, Keys, Reader, text, when};

/// An event that is not listed: a fault, or what stands for it.
pub(crate) fn other_event<T, const N: usize>(
    reader: &mut Reader<'_, '_>,
    (name, word): (&str, &str),
    known: &[&str],
    other: [fn(String) -> T; N],
) -> Option<T> {
    match other.first() {
        Some(other) => Some(other(short_word(word))),
        None => {
            reader.unknown(name, word, known.iter().copied());
            None
        }
    }
}

/// An event: its word, what is said of it, and the members that come with it.
pub(crate) type Event = (&'static str, &'static [&'static str], Keys);

/// Adds the word of an event, and the members that come with it; `open` if others are allowed.
pub(crate) fn declare_events(keys: &mut Keys, key: Key, events: Vec<Event>, open: bool) {
    let words: Vec<&str> = events.iter().map(|(word, ..)| *word).collect();
    keys.add(key, if open { text() } else { json!({"enum": words}) });
    let with_members = events.into_iter().filter(|(.., keys)| !keys.is_empty());
    let rows: Vec<Value> =
        with_members.map(|(word, about, keys)| when(key.name, &[word], keys.schema(word, about))).collect();
    if open {
        keys.also(json!({"allOf": rows}));
    } else {
        rows.into_iter().for_each(|row| keys.also(row));
    }
}

/// Declares events, each with its word, and with the members that come with it: its own, as `record!` declares them, or
/// those of a record. Behind `else` stands what an event is that is not listed; otherwise it is a fault.
macro_rules! events {
    (
        $(#[doc = $about:literal])*
        $name:ident {$(
            $(#[doc = $doc:literal])*
            $event:ident = $word:literal
            $(($held:ty))?
            $({$(
                $(#[doc = $said:literal])*
                $key:ident $(as $other:literal)?: $type:ty $(= $of:expr)? $(=> $left_out:expr)?,
            )+})?,
        )+}
        $(else $(#[doc = $about_unknown:literal])* $unknown:ident)?
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[doc = $doc])* $event $(($held))? $({$($(#[doc = $said])* $key: $type,)+})?,)+
            $($(#[doc = $about_unknown])* $unknown(String),)?
        }

        impl $name {
            /// Every word.
            pub(crate) const WORDS: &[&str] = &[$($word),+];

            pub(crate) fn each() -> Vec<$crate::declare::Event> {
                vec![$({
                    let (about, keys): (&[&str], _) = $crate::declare::event!(
                        declare [$($doc),*]
                        $(($held))?
                        $({$($(#[doc = $said])* $key $(as $other)?: $type $(= $of)? $(=> $left_out)?,)+})?
                    );
                    ($word, about, keys)
                }),+]
            }

            /// The word as the log writes it.
            #[must_use]
            pub fn word(&self) -> &str {
                match self {
                    $(Self::$event { .. } => $word,)+
                    $(Self::$unknown(word) => word,)?
                }
            }
        }

        impl $crate::declare::Member for $name {
            fn read(reader: &mut $crate::declare::Reader<'_, '_>, name: &str, (): &()) -> Option<Self> {
                match reader.text(name)?.as_str() {
                    $($word => $crate::declare::event!(
                        read reader, $event $(($held))? $({$($key $(as $other)?: $type $(= $of)? $(=> $left_out)?,)+})?
                    ),)+
                    other => $crate::declare::other_event(reader, (name, other), Self::WORDS, [$(Self::$unknown)?]),
                }
            }

            fn declare(keys: &mut $crate::declare::Keys, key: $crate::declare::Key, (): &()) {
                let open = !<[&str]>::is_empty(&[$(stringify!($unknown))?]);
                $crate::declare::declare_events(keys, key, Self::each(), open);
            }
        }
    };
}

/// What becomes of the members of an event.
macro_rules! event {
    (read $reader:ident, $event:ident) => {
        Some(Self::$event)
    };
    (read $reader:ident, $event:ident ($held:ty)) => {
        <$held as $crate::declare::Contents>::read_all($reader).map(Self::$event)
    };
    (read $reader:ident, $event:ident {$($members:tt)+}) => {
        $crate::declare::members!(read $reader, Self::$event {$($members)+})
    };
    (declare [$($doc:literal),*]) => {
        (&[$($doc),*], $crate::declare::Keys::default())
    };
    (declare [$($doc:literal),*] ($held:ty)) => {{
        let mut keys = $crate::declare::Keys::default();
        <$held as $crate::declare::Contents>::declare_all(&mut keys);
        (<$held as $crate::declare::Contents>::ABOUT.1, keys)
    }};
    (declare [$($doc:literal),*] {$($members:tt)+}) => {{
        let mut keys = $crate::declare::Keys::default();
        let all = &mut keys;
        $crate::declare::members!(declare all, $($members)+);
        (&[$($doc),*], keys)
    }};
}
pub(crate) use {event, events};
