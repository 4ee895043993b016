//! A section of a ruleset, declared once: the type, how it is read, its schema, and the values by which two versions
//! are compared.

use std::collections::BTreeMap;

use resettle_document::AmountUnit;
use resettle_game::{Kind, PrizeKind, Role, Token};
use resettle_yaml::{Fields, Fixed, Form, Node, Reader, called};
use schemars::{Schema, SchemaGenerator};

use crate::clause::Cite;
use crate::context::{Context, READING};

/// How much a change weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It can change what some wager is due.
    Settlement,
    /// It changes what is demanded, permitted or reported, not what a wager is due.
    Procedure,
    /// It changes words and numbers of the document.
    Editorial,
}

impl Level {
    /// All, the heaviest first.
    pub const ALL: [Self; 3] = [Self::Settlement, Self::Procedure, Self::Editorial];

    /// `settlement`, `procedure` or `editorial`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Settlement => "settlement",
            Self::Procedure => "procedure",
            Self::Editorial => "editorial",
        }
    }
}

/// A value that decides something.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Its path, the same in every version: the keys that lead to it, parted by points.
    pub path: String,
    /// The value, in words.
    pub value: String,
    /// The clause, or that it is a reading; none where nothing grounds it by itself.
    pub clause: Option<Cite>,
    /// How much a change of it weighs.
    pub level: Level,
}

impl Leaf {
    pub(crate) fn of(level: Level, path: String, value: impl Into<String>, clause: Option<&Cite>) -> Self {
        Self { path, value: value.into(), clause: clause.cloned(), level }
    }
}

/// How far a trace goes with one key of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// It is compared, or named among what was not compared.
    Compared,
    /// Key by key.
    ByKey(&'static [(&'static str, Extent)]),
    /// It never is; people read it next to the document. In words, as the end of `Never compared are …`.
    Never(&'static str),
    /// The document does not say it: it names the file, or what the maker of the ruleset knows.
    NotOfTheDocument,
}

/// A number that the clause which grounds it prints.
#[derive(Clone, Debug)]
pub struct PrintedNumber<'r> {
    /// The keys that lead to it, parted by points.
    pub(crate) path: String,
    /// Of what it is a number.
    pub(crate) unit: AmountUnit,
    /// It; money in minor units.
    pub(crate) number: i64,
    /// The clause that has to print it.
    pub(crate) clause: &'r Cite,
}

/// Adds a number, where there is one and a clause grounds it.
pub(crate) fn add_printed<'r>(
    out: &mut Vec<PrintedNumber<'r>>,
    path: String,
    unit: AmountUnit,
    number: &impl Counted,
    clause: Option<&'r Cite>,
) {
    out.extend(number.number().zip(clause).map(|(number, clause)| PrintedNumber { path, unit, number, clause }));
}

/// What has values that decide something. `path` is that of the whole.
pub trait Leaves {
    /// Adds each of them, in the order of the format.
    fn leaves(&self, _path: &str, _out: &mut Vec<Leaf>) {}

    /// Adds each number that a clause prints, in the order of the format.
    fn printed<'r>(&'r self, _path: &str, _out: &mut Vec<PrintedNumber<'r>>) {}
}

impl<T: Leaves> Leaves for Option<T> {
    fn leaves(&self, path: &str, out: &mut Vec<Leaf>) {
        self.iter().for_each(|section| section.leaves(path, out));
    }

    fn printed<'r>(&'r self, path: &str, out: &mut Vec<PrintedNumber<'r>>) {
        self.iter().for_each(|section| section.printed(path, out));
    }
}

impl<T: Leaves> Leaves for BTreeMap<String, T> {
    fn leaves(&self, path: &str, out: &mut Vec<Leaf>) {
        self.iter().for_each(|(name, section)| section.leaves(&format!("{path}.{name}"), out));
    }

    fn printed<'r>(&'r self, path: &str, out: &mut Vec<PrintedNumber<'r>>) {
        self.iter().for_each(|(name, section)| section.printed(&format!("{path}.{name}"), out));
    }
}

impl<T: Leaves> Leaves for Vec<T> {
    fn leaves(&self, path: &str, out: &mut Vec<Leaf>) {
        (1..).zip(self).for_each(|(at, section): (usize, _)| section.leaves(&format!("{path}.{at}"), out));
    }

    fn printed<'r>(&'r self, path: &str, out: &mut Vec<PrintedNumber<'r>>) {
        (1..).zip(self).for_each(|(at, section): (usize, _)| section.printed(&format!("{path}.{at}"), out));
    }
}

/// What no values of its own are shown of: the section that holds it says what it comes to.
macro_rules! no_leaves {
    ($($type:ty),+) => {$(impl $crate::section::Leaves for $type {})+};
}

no_leaves! { Cite, String, [String; 2], Fixed, bool, u8, u32, usize, i64 }

/// A number, or what holds one.
pub(crate) trait Counted {
    fn number(&self) -> Option<i64>;
}

macro_rules! counted {
    ($($type:ty),+) => {$(
        impl Counted for $type {
            fn number(&self) -> Option<i64> {
                i64::try_from(*self).ok()
            }
        }
    )+};
}

counted! { u8, u32, usize, i64 }

impl<T: Counted> Counted for Option<T> {
    fn number(&self) -> Option<i64> {
        self.as_ref()?.number()
    }
}

/// What a clause may stand behind.
pub(crate) trait Grounded {
    fn ground(&self) -> Option<&Cite>;
}

impl Grounded for Cite {
    fn ground(&self) -> Option<&Cite> {
        Some(self)
    }
}

impl<T: Grounded> Grounded for Option<T> {
    fn ground(&self) -> Option<&Cite> {
        self.as_ref()?.ground()
    }
}

/// A rule whose number is how many at most: what `#[prints(Unit inside)]` asks of a value.
macro_rules! counted_and_grounded {
    ($type:ident) => {
        impl $crate::section::Counted for $type {
            fn number(&self) -> Option<i64> {
                self.at_most.number()
            }
        }

        impl $crate::section::Grounded for $type {
            fn ground(&self) -> Option<&$crate::clause::Cite> {
                Some(&self.clause)
            }
        }
    };
}
pub(crate) use counted_and_grounded;

/// Declares sections as [`resettle_yaml::section`] does, with the values by which versions are compared:
/// - `=> Level(|it| value)` behind the head: the section's own value, by its `clause`;
/// - `=> Level("value")` behind a key: what it says wherever it is there, by the clause that it holds;
/// - `=> Level(else "value")`: what holds where it is not there; where it is, it has values of its own;
/// - `=> Level(by clause |it| value)`, `=> Level(|it| value)`: its value, by the section's `clause` or by none.
///
/// A key without any of these adds the values of the section that it holds, if it holds one.
///
/// `#[prints(Unit)]` before a key says that the section's clause prints its number, which is then compared with the document;
/// with `inside` number and clause are those of the value.
///
/// `unread "…"` behind the head says of keys without such a number that no document is compared with them, in words as the end of
/// `Never compared are …`, and `#[unread("…")]` before a key says so in words of its own: together they are the section's `EXTENT`.
macro_rules! rule {
    ($(
        $(#[doc = $about:literal])*
        $name:ident $(as $what:literal)? $(named $schema:literal)? $(with $derived:ident)? $(unread $unread:literal)?
        $(checked by $check:path)? $(=> $level:ident(|$it:ident| $value:expr))? {
            $(
                $(#[doc = $doc:literal])* $(#[prints($($prints:ident)+)])? $(#[unread($key_unread:literal)])?
                $key:ident: $type:ty $(= $spec:expr)? $(=> $key_level:ident $said:tt)?
            ),+ $(,)?
        }
    )+) => {
        resettle_yaml::section! {
            $crate::context::Context; $(
            $(#[doc = $about])*
            $name $(as $what)? $(named $schema)? $(with $derived)? $(checked by $check)? {
                $($(#[doc = $doc])* $key: $type $(= $spec)?),+
            }
        )+}

        $(impl $crate::section::Leaves for $name {
            fn leaves(&self, path: &str, out: &mut Vec<$crate::section::Leaf>) {
                $(
                    let $it = self;
                    let clause = $crate::section::Grounded::ground(&self.clause);
                    out.push($crate::section::Leaf::of($crate::section::Level::$level, path.to_owned(), $value, clause));
                )?
                $($crate::section::rule!(@leaves self, path, out, $key $(, $key_level $said)?);)+
            }

            fn printed<'r>(&'r self, path: &str, out: &mut Vec<$crate::section::PrintedNumber<'r>>) {
                $($crate::section::rule!(@printed self, path, out, $key $($(, $prints)+)?);)+
            }
        })+

        $($crate::section::rule!(
            @extent $name $($unread)?; $($key [$($($prints)+)?] [$($key_unread)?])+
        );)+
    };
    (@extent $name:ident; $($keys:tt)+) => {};
    (@extent $name:ident $unread:literal; $($key:ident [$($prints:ident)*] [$($own:literal)?])+) => {
        impl $name {
            /// How far a trace goes with each of its keys.
            pub(crate) const EXTENT: &[(&str, $crate::section::Extent)] = &[$(
                (stringify!($key), $crate::section::rule!(@how_far [$($prints)*] $($own,)? $unread)),
            )+];
        }
    };
    (@how_far [] $words:literal $(, $of_all:literal)?) => {
        $crate::section::Extent::Never($words)
    };
    (@how_far [$($prints:ident)+] $of_all:literal) => {
        $crate::section::Extent::Compared
    };
    (@printed $this:ident, $path:ident, $out:ident, $key:ident) => {
        $crate::section::Leaves::printed(&$this.$key, &format!(concat!("{}.", stringify!($key)), $path), $out);
    };
    (@printed $this:ident, $path:ident, $out:ident, $key:ident, $unit:ident) => {
        let path = format!(concat!("{}.", stringify!($key)), $path);
        $crate::section::rule!(@number $out, path, $unit, $this.$key, $this.clause);
    };
    (@printed $this:ident, $path:ident, $out:ident, $key:ident, $unit:ident, inside) => {
        let path = format!(concat!("{}.", stringify!($key)), $path);
        $crate::section::rule!(@number $out, path, $unit, $this.$key, $this.$key);
    };
    (@number $out:ident, $path:expr, $unit:ident, $number:expr, $ground:expr) => {
        let clause = $crate::section::Grounded::ground(&$ground);
        $crate::section::add_printed($out, $path, resettle_document::AmountUnit::$unit, &$number, clause);
    };
    (@leaves $this:ident, $path:ident, $out:ident, $key:ident) => {
        $crate::section::Leaves::leaves(&$this.$key, &format!(concat!("{}.", stringify!($key)), $path), $out);
    };
    (@leaves $this:ident, $path:ident, $out:ident, $key:ident, $level:ident ($said:literal)) => {
        if let Some(clause) = $crate::section::Grounded::ground(&$this.$key) {
            $crate::section::rule!(@leaf $path, $out, $key, $level, $said, Some(clause));
        }
    };
    (@leaves $this:ident, $path:ident, $out:ident, $key:ident, $level:ident (else $said:literal)) => {
        $crate::section::rule!(@leaves $this, $path, $out, $key);
        if $this.$key.is_none() {
            $crate::section::rule!(@leaf $path, $out, $key, $level, $said, None);
        }
    };
    (@leaves $this:ident, $path:ident, $out:ident, $key:ident, $level:ident (by clause |$it:ident| $value:expr)) => {
        let $it = &$this.$key;
        $crate::section::rule!(@leaf $path, $out, $key, $level, $value, $crate::section::Grounded::ground(&$this.clause));
    };
    (@leaves $this:ident, $path:ident, $out:ident, $key:ident, $level:ident (|$it:ident| $value:expr)) => {
        let $it = &$this.$key;
        $crate::section::rule!(@leaf $path, $out, $key, $level, $value, None);
    };
    (@leaf $path:ident, $out:ident, $key:ident, $level:ident, $value:expr, $clause:expr) => {
        let path = format!(concat!("{}.", stringify!($key)), $path);
        $out.push($crate::section::Leaf::of($crate::section::Level::$level, path, $value, $clause));
    };
}
pub(crate) use rule;

impl Reader for Context {
    fn faults(&mut self) -> &mut resettle_yaml::Faults {
        &mut self.faults
    }

    fn items<'n>(&mut self, node: &'n Node) -> &'n [Node] {
        self.rows(node)
    }
}

/// At the key `clause`: clauses, or a reading in their place.
impl Form<Context> for Cite {
    const INSTEAD: Option<&'static str> = Some(READING);

    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        context.cite(node)
    }

    fn take(fields: &mut Fields<'_>, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        context.clause(fields)
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Clauses>()
    }
}

/// At the key `clause` of what needs a ground for some values alone.
pub(crate) struct WhereNeeded;

impl Form<Context, WhereNeeded> for Option<Cite> {
    const OPTIONAL: bool = true;
    const INSTEAD: Option<&'static str> = Some(READING);

    fn read(node: &Node, _: &'static str, _: &WhereNeeded, context: &mut Context) -> Option<Self> {
        Some(context.cite(node))
    }

    fn take(fields: &mut Fields<'_>, key: &'static str, _: &WhereNeeded, context: &mut Context) -> Option<Self> {
        let grounded = fields.has(key) || fields.has(READING);
        Some(grounded.then(|| context.clause(fields)).flatten())
    }

    fn schema(_: &WhereNeeded, generator: &mut SchemaGenerator) -> Schema {
        <Cite as Form<Context>>::schema(&(), generator)
    }
}

resettle_yaml::texts! {
    Context;
    /// Clauses as a value, at another key than `clause`: nothing stands in their place.
    pub(crate) Listed: Cite, else |generator| <Self as Form<Context>>::schema(&(), generator) => |node, _, context| context.cite(node);
}

/// A clause that is the only key of a mapping: what the schema calls that, and what messages do, where not by the key.
pub(crate) struct Alone(pub &'static str, pub &'static [&'static str]);

/// A mapping of `clause` alone, which messages call by its own key.
pub(crate) const ALONE: Alone = Alone("OnlyClause", &[]);

impl Form<Context, Alone> for Cite {
    fn read(node: &Node, key: &'static str, of: &Alone, context: &mut Context) -> Option<Self> {
        let mut fields = node.fields(called(key, of.1), &mut context.faults)?;
        let clause = context.clause(&mut fields);
        fields.finish(&mut context.faults);
        clause
    }

    fn schema(of: &Alone, generator: &mut SchemaGenerator) -> Schema {
        let mut keys = resettle_yaml::Keys::default();
        keys.add::<Context, Self, ()>("clause", &[], &(), generator);
        resettle_yaml::defined(of.0, keys.schema(&[]), generator)
    }
}

resettle_yaml::texts! {
    Context;
    /// A reason, which says something.
    pub(crate) Because: String, else |generator| <Self as Form<Context>>::schema(&(), generator) => |node, _, context| node.reason(&mut context.faults).map(str::to_owned);
}

impl Form<Context> for String {
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        node.text(&mut context.faults).map(str::to_owned)
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Text>()
    }
}

/// Texts of a certain form.
macro_rules! text_of {
    ($($name:ident, $about:literal, $pattern:literal;)+) => {$(
        #[doc = $about]
        pub(crate) struct $name;

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"description": $about, "type": "string", "pattern": $pattern})
            }
        }
    )+};
}
pub(crate) use text_of;

text_of! {
    Sha256, "A SHA-256: 64 digits from 0-9 and a-f.", "^[0-9a-f]{64}$";
    Text, "Text without control characters.", "^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$";
    Clauses, "Clause numbers, always quoted; several are separated by a comma and one space.",
        "^[^,\\s\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]([^,\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*[^,\\s\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f])?(, [^,\\s\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]([^,\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*[^,\\s\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f])?)*$";
}

/// Words of a table, with the name that they have in the schema and what it says of them.
macro_rules! worded {
    ($($type:ty = $table:expr, $schema:literal, $about:literal;)+) => {$(
        impl resettle_yaml::Form<$crate::context::Context> for $type {
            fn read(
                node: &resettle_yaml::Node,
                _: &'static str,
                (): &(),
                context: &mut $crate::context::Context,
            ) -> Option<Self> {
                node.word($table, &mut context.faults)
            }

            fn schema((): &(), generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let words: Vec<&str> = $table.iter().map(|(word, _)| *word).collect();
                let form = schemars::json_schema!({"description": $about, "type": "string", "enum": words});
                resettle_yaml::defined($schema, form, generator)
            }
        }

        impl $crate::section::Leaves for $type {}
    )+};
}
pub(crate) use worded;

worded! {
    Kind = Kind::ALL, "KindWord", "A kind of irregularity, as logs name it.";
    Role = Role::ALL, "RoleWord", "A role, as logs name it.";
    Token = Token::ALL, "TokenWord", "What a wager was placed with in place of chips, as logs name it.";
    PrizeKind = PrizeKind::ALL, "PrizeWord", "What a promotional prize is, or contains.";
}

/// Declares the words of a key. `named` says what the schema calls them, and what it says of them; words without a name
/// are listed by each key that takes some of them.
macro_rules! words {
    (
        $(#[doc = $doc:literal])*
        $name:ident $(named $schema:literal, $about:literal)? {
            $($(#[doc = $said:literal])* $case:ident = $word:literal,)+
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[doc = $said])* $case,)+
        }

        impl $name {
            pub(crate) const WORDS: &[(&str, Self)] = &[$(($word, Self::$case)),+];

            /// The word of the format.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$case => $word,)+
                }
            }
        }

        impl resettle_yaml::Word for $name {
            fn of(word: &str) -> Option<Self> {
                Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
            }
        }

        $crate::section::words!(@form $name $($schema, $about)?);
    };
    (@form $name:ident) => {
        $crate::section::no_leaves!($name);
    };
    (@form $name:ident $schema:literal, $about:literal) => {
        $crate::section::worded! { $name = $name::WORDS, $schema, $about; }
    };
}
pub(crate) use {no_leaves, words};
