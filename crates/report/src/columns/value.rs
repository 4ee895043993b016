use std::borrow::Cow;

use resettle_game::Amount;

use crate::document::DispositionNote;
use crate::print::{disposition_text, neutral, neutral_cell};

/// The value of a column in one row, before an output writes it in its own way. Text may be a log's: not yet harmless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'r> {
    /// There is none.
    None,
    /// One text: a word of ours, or what a log says.
    Text(Cow<'r, str>),
    /// Several texts.
    List(&'r [String]),
    /// A whole number; a day of the calendar by its number since 1970.
    Whole(i128),
    /// True or false.
    Flag(bool),
    /// A moment, as a log writes it.
    Moment(&'r str),
    /// A date, `YYYY-MM-DD`.
    Date(&'r str),
    /// What was decided about a finding.
    Note(&'r DispositionNote),
}

impl<'r> Value<'r> {
    /// Text that is there.
    pub(super) fn text(text: &'r str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }

    /// Text that is made of several things; none where it is empty.
    pub(super) fn made(text: String) -> Self {
        if text.is_empty() { Self::None } else { Self::Text(Cow::Owned(text)) }
    }

    /// Text, or none.
    pub(super) fn maybe(text: Option<&'r str>) -> Self {
        text.map_or(Self::None, Self::text)
    }

    /// Text that is none where it is empty.
    pub(super) fn known(text: &'r str) -> Self {
        Self::maybe(Some(text).filter(|text| !text.is_empty()))
    }

    /// Several texts; none where there are none.
    pub(super) fn list(texts: &'r [String]) -> Self {
        if texts.is_empty() { Self::None } else { Self::List(texts) }
    }

    /// A number, or none.
    pub(super) fn whole(number: Option<impl Into<i128>>) -> Self {
        number.map_or(Self::None, |number| Self::Whole(number.into()))
    }

    /// Minor units of a currency in its units, as programs read them; none where its minor units are not known.
    pub(super) fn in_currency(minor: Option<impl Into<i128>>, currency: Option<&str>) -> Self {
        let decimal = minor.and_then(|minor| Amount::new(minor, currency).decimal());
        decimal.map_or(Self::None, Self::made)
    }

    /// A moment, or none.
    pub(super) fn moment(at: Option<&'r str>) -> Self {
        at.map_or(Self::None, Self::Moment)
    }

    /// The date of a moment, as it is written.
    pub(super) fn date(at: Option<&'r str>) -> Self {
        at.and_then(|at| at.get(..10)).map_or(Self::None, Self::Date)
    }

    /// It in words, text of a log as it is; empty where there is none.
    #[must_use]
    pub fn words(&self) -> Cow<'_, str> {
        match self {
            Self::None => Cow::Borrowed(""),
            Self::Text(text) => Cow::Borrowed(text),
            Self::List(texts) => Cow::Owned(texts.join(", ")),
            Self::Whole(number) => Cow::Owned(number.to_string()),
            Self::Flag(flag) => Cow::Owned(flag.to_string()),
            Self::Moment(text) | Self::Date(text) => Cow::Borrowed(text),
            Self::Note(note) => Cow::Owned(disposition_text(note)),
        }
    }

    /// It as a cell of CSV: text that no spreadsheet takes for a formula, and no terminal for a command.
    #[must_use]
    pub fn csv(&self) -> String {
        match self {
            Self::Whole(_) | Self::Flag(_) => self.words().into_owned(),
            _ => neutral_cell(&self.words()),
        }
    }

    /// It as text of a page, harmless.
    #[must_use]
    pub fn page(&self) -> String {
        neutral(&self.words())
    }
}
