//! A mapping declared once: its type, how it is read and its JSON Schema.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use schemars::{Schema, SchemaGenerator, json_schema};

use crate::fault::{Faults, Position};
use crate::fields::Fields;
use crate::node::Node;

/// What is gathered while a file is read.
pub trait Reader {
    /// Where faults are noted.
    fn faults(&mut self) -> &mut Faults;

    /// The items of a list.
    fn items<'n>(&mut self, node: &'n Node) -> &'n [Node] {
        node.list(self.faults()).unwrap_or_default()
    }
}

impl Reader for Faults {
    fn faults(&mut self) -> &mut Faults {
        self
    }
}

/// What can be the value of a key. `S` is what the declaration of the key says of its value, behind `=`.
pub trait Form<R: Reader, S = ()>: Sized {
    /// Whether the key may be left out.
    const OPTIONAL: bool = false;
    /// A key that may be `true` in place of this one, or beside it.
    const INSTEAD: Option<&'static str> = None;

    /// Reads the value at a key, which messages name; `None` where it is faulty, which is noted.
    fn read(node: &Node, key: &'static str, of: &S, reader: &mut R) -> Option<Self>;

    /// Takes the value of a key; `None` where it is faulty or missing, which is noted.
    fn take(fields: &mut Fields<'_>, key: &'static str, of: &S, reader: &mut R) -> Option<Self> {
        let node = fields.required(key, reader.faults())?;
        Self::read(node, key, of, reader)
    }

    /// The schema of the value.
    fn schema(of: &S, generator: &mut SchemaGenerator) -> Schema;
}

/// A faulty value counts as one that is left out: the file is not used in any case.
impl<R: Reader, S, T: Form<R, S>> Form<R, S> for Option<T> {
    const OPTIONAL: bool = true;

    fn read(node: &Node, key: &'static str, of: &S, reader: &mut R) -> Option<Self> {
        Some(T::read(node, key, of, reader))
    }

    fn take(fields: &mut Fields<'_>, key: &'static str, of: &S, reader: &mut R) -> Option<Self> {
        Some(fields.optional(key).and_then(|node| T::read(node, key, of, reader)))
    }

    fn schema(of: &S, generator: &mut SchemaGenerator) -> Schema {
        T::schema(of, generator)
    }
}

/// `false` where it is left out.
impl<R: Reader> Form<R> for bool {
    const OPTIONAL: bool = true;

    fn read(node: &Node, _: &'static str, (): &(), reader: &mut R) -> Option<Self> {
        node.truth(reader.faults())
    }

    fn take(fields: &mut Fields<'_>, key: &'static str, of: &(), reader: &mut R) -> Option<Self> {
        Some(fields.optional(key).and_then(|node| Self::read(node, key, of, reader)).unwrap_or(false))
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "boolean"})
    }
}

/// A list; faulty items are left out of it.
impl<R: Reader, S, T: Form<R, S>> Form<R, S> for Vec<T> {
    fn read(node: &Node, key: &'static str, of: &S, reader: &mut R) -> Option<Self> {
        let items = reader.items(node);
        Some(items.iter().filter_map(|item| T::read(item, key, of, reader)).collect())
    }

    fn schema(of: &S, generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "array", "items": T::schema(of, generator)})
    }
}

/// Any text.
impl Form<Faults> for String {
    fn read(node: &Node, _: &'static str, (): &(), faults: &mut Faults) -> Option<Self> {
        node.text(faults).map(str::to_owned)
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}

/// A SHA-256 in lower-case hex; what is said to help where it is none.
#[derive(Clone, Copy, Debug)]
pub struct Sha256(pub &'static str);

impl Form<Faults, Sha256> for String {
    fn read(node: &Node, _: &'static str, of: &Sha256, faults: &mut Faults) -> Option<Self> {
        let text = node.text(faults)?;
        if text.len() == 64 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
            return Some(text.to_owned());
        }
        faults.add_with_help(node.place, "this is no SHA-256", of.0);
        None
    }

    fn schema(_: &Sha256, _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "pattern": "^[0-9a-f]{64}$"})
    }
}

/// Reads a file that is one mapping.
///
/// # Errors
/// The fault of the syntax, or all faults of the file.
pub fn read<T: Form<Faults>>(text: &str) -> Result<T, Faults> {
    let root = crate::parse(text)?;
    let mut faults = Faults::default();
    match T::read(&root, "file", &(), &mut faults) {
        Some(read) if faults.is_empty() => Ok(read),
        _ => Err(faults),
    }
}

/// The schema of a value that is one of the words of a table.
#[must_use]
pub fn word_schema<T>(words: &[(&'static str, T)]) -> Schema {
    let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    json_schema!({"type": "string", "enum": words})
}

/// A mapping whose keys are names; faulty values are left out of it.
impl<R: Reader, S, T: Form<R, S>> Form<R, S> for BTreeMap<String, T> {
    fn read(node: &Node, key: &'static str, of: &S, reader: &mut R) -> Option<Self> {
        let mut fields = node.fields(format!("`{key}`"), reader.faults())?;
        let entries = fields.rest().into_iter();
        Some(entries.filter_map(|(name, _, node)| Some((name.to_owned(), T::read(node, key, of, reader)?))).collect())
    }

    fn schema(of: &S, generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object", "additionalProperties": T::schema(of, generator)})
    }
}

/// A value and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T>(pub T, pub Position);

impl<R: Reader, S, T: Form<R, S>> Form<R, S> for Located<T> {
    fn read(node: &Node, key: &'static str, of: &S, reader: &mut R) -> Option<Self> {
        Some(Self(T::read(node, key, of, reader)?, node.place))
    }

    fn schema(of: &S, generator: &mut SchemaGenerator) -> Schema {
        T::schema(of, generator)
    }
}

/// A word of a table. The declaration of a key lists those that it takes: `= ["whole", "capped"]`.
pub trait Word: Sized {
    /// The word's meaning.
    fn of(word: &str) -> Option<Self>;
}

/// The only word that may stand at a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed;

impl Word for Fixed {
    fn of(_: &str) -> Option<Self> {
        Some(Self)
    }
}

impl Word for String {
    fn of(word: &str) -> Option<Self> {
        Some(word.to_owned())
    }
}

impl<R: Reader, T: Word, const N: usize> Form<R, [&'static str; N]> for T {
    fn read(node: &Node, _: &'static str, of: &[&'static str; N], reader: &mut R) -> Option<Self> {
        T::of(node.word(&of.map(|word| (word, word)), reader.faults())?)
    }

    fn schema(of: &[&'static str; N], _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "enum": of.as_slice()})
    }
}

/// A whole number between the bounds that the declaration of a key gives: `= 1..=52`.
pub trait Number: TryFrom<i64> {}

impl Number for u8 {}
impl Number for u32 {}
impl Number for u64 {}
impl Number for usize {}
impl Number for i64 {}

impl<R: Reader, T: Number> Form<R, RangeInclusive<i64>> for T {
    fn read(node: &Node, _: &'static str, of: &RangeInclusive<i64>, reader: &mut R) -> Option<Self> {
        node.int(of.clone(), reader.faults()).and_then(|number| T::try_from(number).ok())
    }

    fn schema(of: &RangeInclusive<i64>, _: &mut SchemaGenerator) -> Schema {
        let mut schema = json_schema!({"type": "integer", "format": "int64", "minimum": of.start()});
        if *of.end() < i64::MAX {
            schema.insert("maximum".to_owned(), (*of.end()).into());
        }
        schema
    }
}

/// Bounds that have a name in the schema.
#[derive(Clone, Debug)]
pub struct Bounds(pub &'static str, pub RangeInclusive<i64>);

impl<R: Reader, T: Number> Form<R, Bounds> for T {
    fn read(node: &Node, key: &'static str, of: &Bounds, reader: &mut R) -> Option<Self> {
        T::read(node, key, &of.1, reader)
    }

    fn schema(of: &Bounds, generator: &mut SchemaGenerator) -> Schema {
        let form = <T as Form<R, _>>::schema(&of.1, generator);
        defined(of.0, form, generator)
    }
}

/// A form that has a name of its own in the schema.
pub fn defined(name: &str, form: Schema, generator: &mut SchemaGenerator) -> Schema {
    generator.definitions_mut().insert(name.to_owned(), form.to_value());
    Schema::new_ref(format!("#/$defs/{name}"))
}

/// The schema of a mapping, key by key.
#[derive(Debug, Default)]
pub struct Keys {
    properties: serde_json::Map<String, serde_json::Value>,
    required: Vec<&'static str>,
    either: Vec<[&'static str; 2]>,
}

impl Keys {
    /// Adds a key with what is said about it.
    pub fn add<R: Reader, T: Form<R, S>, S>(
        &mut self,
        key: &'static str,
        about: &[&str],
        of: &S,
        generator: &mut SchemaGenerator,
    ) {
        let form = described(T::schema(of, generator), about);
        self.properties.insert(key.to_owned(), form.to_value());
        match T::INSTEAD {
            Some(instead) => {
                self.properties.insert(instead.to_owned(), json_schema!({"type": "boolean"}).to_value());
                if !T::OPTIONAL {
                    self.either.push([key, instead]);
                }
            }
            None if T::OPTIONAL => {}
            None => self.required.push(key),
        }
    }

    /// Says one thing more of the value of a key.
    pub fn change(&mut self, key: &str, what: &str, to: impl Into<serde_json::Value>) {
        if let Some(serde_json::Value::Object(form)) = self.properties.get_mut(key) {
            form.insert(what.to_owned(), to.into());
        }
    }

    /// The schema of the whole mapping: no other key is known.
    #[must_use]
    pub fn schema(self, about: &[&str]) -> Schema {
        let mut schema = json_schema!({"type": "object", "properties": self.properties, "additionalProperties": false});
        if !self.required.is_empty() {
            schema.insert("required".to_owned(), self.required.into());
        }
        for keys in self.either {
            schema.insert("anyOf".to_owned(), keys.map(one_of_two).to_vec().into());
        }
        described(schema, about)
    }
}

fn one_of_two(key: &str) -> serde_json::Value {
    json_schema!({"required": [key]}).to_value()
}

/// A schema with the lines of a doc comment.
fn described(mut schema: Schema, about: &[&str]) -> Schema {
    if !about.is_empty() {
        let lines: Vec<&str> = about.iter().map(|line| line.trim()).collect();
        schema.insert("description".to_owned(), lines.join(" ").into());
    }
    schema
}

/// What messages call a mapping: as its declaration says, or by the key at which it is.
#[must_use]
pub fn called(key: &str, declared: &[&'static str]) -> Cow<'static, str> {
    declared.first().map_or_else(|| format!("`{key}`").into(), |what| (*what).into())
}

/// Declares what one text may be at a key: a name for the declaration of the key (`= Name`), the type that it is read as,
/// and how. Behind the type stand the pattern that the schema says, or `else`, the whole schema.
///
/// ```
/// use resettle_yaml::{Faults, Form as _, parse, texts};
///
/// texts! {
///     Faults;
///     /// A day of the month.
///     Day: u8, "^[0-9]{1,2}$" => |node, _, faults| {
///         let text = node.text(faults)?;
///         text.parse().map_err(|_| faults.add(node.place, "this is no day")).ok()
///     };
/// }
///
/// let mut faults = Faults::default();
/// let node = parse("\"31\"").expect("YAML");
/// assert_eq!(u8::read(&node, "day", &Day, &mut faults), Some(31));
/// ```
#[macro_export]
macro_rules! texts {
    ($reader:ty; $(
        $(#[doc = $doc:literal])*
        $vis:vis $name:ident: $type:ty $(, $pattern:literal)? $(, else |$generator:pat_param| $schema:expr)?
            => |$node:ident, $key:pat, $noted:ident| $read:expr;
    )+) => {$(
        $(#[doc = $doc])*
        $vis struct $name;

        impl $crate::Form<$reader, $name> for $type {
            fn read($node: &$crate::Node, $key: &'static str, _: &$name, $noted: &mut $reader) -> Option<Self> {
                $read
            }

            $crate::texts!(@schema $name $($pattern)? $(else $generator, $schema)?);
        }
    )+};
    (@schema $name:ident else $generator:pat_param, $schema:expr) => {
        fn schema(_: &$name, $generator: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
            $schema
        }
    };
    (@schema $name:ident $($pattern:literal)?) => {
        fn schema(_: &$name, _: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
            $crate::schemars::json_schema!({"type": "string" $(, "pattern": $pattern)?})
        }
    };
}

/// Declares mappings with their keys, in the order in which they are read and listed. A doc comment is what the schema
/// says. Behind `=` stands what else is said of a value: the words that the key takes, the bounds of a number. `as` says
/// what messages call the mapping, where not by its key; `named` what the schema calls it, where not by its type;
/// `with Default` derives what it is where none of its keys is there, `checked by` what looks at several keys, also where some of
/// them are faulty.
///
/// Behind `=>` stand `or(value)`, what counts where the key is left out, and `noted(|reader| …)`, what is done once it is
/// read: it sees the values of the keys so far, each by its name, none where it is faulty. Before the keys, `beside { … }` are
/// fields of the type that are none: they are the default of their types until somebody fills them.
///
/// ```
/// use resettle_yaml::{Faults, Form as _, parse, section};
///
/// section! {
///     Faults;
///     Shoe as "a shoe" {
///         /// How many are in it.
///         decks: u32 = 1..=8,
///         cut: Option<String> = ["front", "back"],
///     }
/// }
///
/// let mut faults = Faults::default();
/// let node = parse("decks: 9\ncut: middle\nlid: closed\n").expect("YAML");
/// assert!(Shoe::read(&node, "shoe", &(), &mut faults).is_none());
/// assert_eq!(faults.len(), 3, "a number beyond its bounds, an unknown word, an unknown key");
/// ```
#[macro_export]
macro_rules! section {
    ($reader:ty; $(
        $(#[doc = $about:literal])*
        $name:ident $(as $what:literal)? $(named $schema:literal)? $(with $derived:ident)?
        $(beside { $($(#[doc = $beside_doc:literal])* $beside:ident: $beside_type:ty),+ $(,)? })?
        $(checked by $check:path)? {
            $(
                $(#[doc = $doc:literal])*
                $key:ident: $type:ty $(= $spec:expr)? $(=> or($absent:expr))? $(=> noted($noted:expr))?
            ),+ $(,)?
        }
    )+) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, Eq $(, $derived)?)]
        #[allow(missing_docs, reason = "a key that its name explains has no other description")]
        pub struct $name {
            $($(#[doc = $doc])* pub $key: $type,)+
            $($($(#[doc = $beside_doc])* pub $beside: $beside_type,)+)?
        }

        impl $crate::Form<$reader> for $name {
            fn read(node: &$crate::Node, key: &'static str, (): &(), reader: &mut $reader) -> Option<Self> {
                let what = $crate::called(key, &[$($what)?]);
                let mut fields = node.fields(what, $crate::Reader::faults(reader))?;
                $(
                    let of = ($($spec,)? (),).0;
                    let $key = $crate::section!(@take $type, fields, $key, of, reader $(, $absent)?);
                    $(
                        let noted: &dyn Fn(&mut $reader) = &$noted;
                        noted(reader);
                    )?
                )+
                fields.finish($crate::Reader::faults(reader));
                let read = (|| Some(Self { $($key: $key?,)+ $($($beside: Default::default(),)+)? }))();
                $($check(read.as_ref(), node, reader);)?
                read
            }

            fn schema((): &(), generator: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                generator.subschema_for::<Self>()
            }
        }

        impl $crate::schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                [$($schema,)? stringify!($name)][0].into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                [$($schema,)? concat!(module_path!(), "::", stringify!($name))][0].into()
            }

            fn json_schema(generator: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                let mut keys = $crate::Keys::default();
                $($crate::section!(
                    @keys keys, $reader, $type, stringify!($key), &[$($doc),*], &($($spec,)? (),).0, generator
                    $(, $absent)?
                );)+
                keys.schema(&[$($about),*])
            }
        }
    )+};
    (@take $type:ty, $fields:ident, $key:ident, $of:ident, $reader:ident) => {
        <$type as $crate::Form<_, _>>::take(&mut $fields, stringify!($key), &$of, $reader)
    };
    (@take $type:ty, $fields:ident, $key:ident, $of:ident, $reader:ident, $absent:expr) => {
        <Option<$type> as $crate::Form<_, _>>::take(&mut $fields, stringify!($key), &$of, $reader)
            .map(|read| read.unwrap_or($absent))
    };
    (@keys $keys:ident, $reader:ty, $type:ty, $key:expr, $about:expr, $of:expr, $generator:ident) => {
        $keys.add::<$reader, $type, _>($key, $about, $of, $generator)
    };
    (@keys $keys:ident, $reader:ty, $type:ty, $key:expr, $about:expr, $of:expr, $generator:ident, $absent:expr) => {
        $keys.add::<$reader, Option<$type>, _>($key, $about, $of, $generator)
    };
}
