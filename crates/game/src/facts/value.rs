//! The types that facts have. Whoever walks all facts handles their values as the words of the format.

use crate::{Affects, Cause, DealtFault, Side, Stage};

/// The word for a fact that no log states.
pub(super) const UNSTATED: &str = "unstated";

/// How the log format writes a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `true` or `false`.
    Truth,
    /// One of these words.
    Word(&'static [&'static str]),
    /// The index of a card, from 0, or a number of cards.
    Index,
    /// The indexes of cards, from 0.
    Indexes,
    /// Names of terminals or wagers.
    Names,
    /// Free text.
    Text,
}

/// What a log states of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// `true` or `false`.
    Truth(bool),
    /// A word of the format.
    Word(&'static str),
    /// The index of a card, from 0, or a number of cards.
    Index(usize),
    /// The indexes of cards, from 0.
    Indexes(Vec<usize>),
    /// Names of terminals or wagers.
    Names(Vec<String>),
    /// Free text.
    Text(String),
}

/// What a log can state.
pub(super) trait Stated: Sized {
    const FORM: Form;

    fn said(&self) -> Said;

    /// What was said, where it is of this type.
    fn of(said: Said) -> Option<Self>;
}

macro_rules! stated {
    ($($type:ty = $form:ident),+) => {$(
        impl Stated for $type {
            const FORM: Form = Form::$form;

            fn said(&self) -> Said {
                Said::$form(self.clone())
            }

            fn of(said: Said) -> Option<Self> {
                match said {
                    Said::$form(value) => Some(value),
                    _ => None,
                }
            }
        }
    )+};
}

stated! { bool = Truth, usize = Index, Vec<usize> = Indexes, Vec<String> = Names, String = Text }

/// What a ruleset can ask for.
pub(super) trait Word: Copy + PartialEq + 'static {
    const ALL: &[(&str, Self)];
}

impl Word for bool {
    const ALL: &[(&str, Self)] = &[("false", false), ("true", true)];
}

macro_rules! word {
    ($($type:ident),+) => {$(
        impl Word for $type {
            const ALL: &[(&str, Self)] = Self::ALL;
        }

        impl Stated for $type {
            const FORM: Form = Form::Word(Self::WORDS);

            fn said(&self) -> Said {
                Said::Word(self.word())
            }

            fn of(said: Said) -> Option<Self> {
                match said {
                    Said::Word(word) => Self::parse(word),
                    _ => None,
                }
            }
        }
    )+};
}

word! { Affects, Cause, DealtFault, Side, Stage }

fn word_of<T: Word>(value: T) -> &'static str {
    T::ALL.iter().find(|(_, known)| *known == value).map_or("", |(word, _)| word)
}

fn parse<T: Word>(word: &str) -> Option<T> {
    T::ALL.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

/// What counts of a fact: a value, or one that may be missing.
pub(super) trait Held: Sized {
    fn word(self) -> &'static str;

    fn of(word: &str) -> Option<Self>;

    fn words() -> Vec<&'static str>;
}

impl<T: Word> Held for T {
    fn word(self) -> &'static str {
        word_of(self)
    }

    fn of(word: &str) -> Option<Self> {
        parse(word)
    }

    fn words() -> Vec<&'static str> {
        T::ALL.iter().map(|(word, _)| *word).collect()
    }
}

impl<T: Word> Held for Option<T> {
    fn word(self) -> &'static str {
        self.map_or(UNSTATED, word_of)
    }

    fn of(word: &str) -> Option<Self> {
        if word == UNSTATED { Some(None) } else { parse(word).map(Some) }
    }

    fn words() -> Vec<&'static str> {
        <T as Held>::words().into_iter().chain([UNSTATED]).collect()
    }
}

/// What a condition asks for.
pub(super) trait Asked: Sized {
    /// The values that fit, in the order in which they were asked for; `None` where the fact does not matter.
    fn words(&self) -> Option<Vec<&'static str>>;

    fn of(words: Option<&[&str]>) -> Self;
}

impl Asked for Option<bool> {
    fn words(&self) -> Option<Vec<&'static str>> {
        self.map(|value| vec![word_of(value)])
    }

    fn of(words: Option<&[&str]>) -> Self {
        words.and_then(<[_]>::first).and_then(|word| parse(word))
    }
}

impl<T: Word> Asked for Option<Vec<Option<T>>> {
    fn words(&self) -> Option<Vec<&'static str>> {
        Some(self.as_ref()?.iter().map(|value| value.word()).collect())
    }

    fn of(words: Option<&[&str]>) -> Self {
        words.map(|words| words.iter().filter_map(|word| Held::of(word)).collect())
    }
}
