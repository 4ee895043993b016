//! The form of `ruleset.yaml`, as types that a JSON Schema is generated from. The decoder reads the same form
//! from located nodes; a test holds the two together, key by key and type by type.
#![allow(dead_code, reason = "the types are never filled, only described")]

/// Constant words.
macro_rules! only {
    ($($name:ident { $($word:ident),+ })+) => {$(
        #[derive(JsonSchema)]
        #[schemars(rename_all = "snake_case", inline)]
        pub(super) enum $name { $($word),+ }
    )+};
}

mod document;
mod options;
mod wagers;

use std::collections::BTreeMap;

use resettle_yaml::Form;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::words::Text;
use crate::clause::Cite;
use crate::decode::Context;
use crate::model::Moments;
use crate::model::{
    Combinations, Deal, Decks, DocumentSource, Draws, Favoured, Late, Limits, NoBetCoups, NotAccepted, Office,
    Otherwise, Removal, StandingMisdeal, Void,
};
use crate::money::{Commission, Rounding};
use crate::shoe::CutCard;
use document::{Clause, Effective, Gap};
pub(crate) use options::ElectedForm;
use options::OptionForm;
use wagers::Wager;

/// A clause alone.
struct OnlyClause;

impl JsonSchema for OnlyClause {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "OnlyClause".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Cite::schema(&crate::section::ALONE, generator)
    }
}

/// The form of a value that is declared beside its type.
struct Of<T>(std::marker::PhantomData<T>);

impl<T: Form<Context>> JsonSchema for Of<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Of".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(&(), generator)
    }
}

/// One, or several for different choices.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum OneOrSeveral<T> {
    One(T),
    Several(#[schemars(length(min = 1))] Vec<T>),
}

/// One version of one game at one venue: the rules as data, each decision with its clause.
#[derive(JsonSchema)]
#[schemars(
    deny_unknown_fields,
    title = "Resettle ruleset, schema 2",
    extend("oneOf" = [{"required": ["venue"]}, {"required": ["venues"]}])
)]
pub(super) struct Ruleset {
    /// The schema's number: 2.
    #[schemars(range(min = 2, max = 2))]
    schema: i64,
    /// The document's title.
    title: Text,
    /// The version that the document bears, quoted; left out where it bears none.
    version: Option<Text>,
    /// As a log's `open` names it; in lower case the first part of the folder's path.
    jurisdiction: Text,
    /// As a log's `open` names it; the second part of the folder's path.
    venue: Option<Text>,
    /// Several venues, where it is the rulebook of a jurisdiction; the second part of the folder's path is `venues`.
    #[schemars(length(min = 1))]
    venues: Option<Vec<Text>>,
    /// As a log's `open` names it; the third part of the folder's path.
    game: Text,
    /// Since when it is in force; its date is the last part of the folder's path.
    effective: Effective,
    /// Spans in which versions that are not held may have been in force.
    gaps: Option<Vec<Gap>>,
    /// What the clauses were read from.
    source: DocumentSource,
    /// Every clause of the document, in its order: number, quoted, and what became of it.
    clauses: BTreeMap<String, Clause>,
    /// The range of decks.
    decks: Of<Decks>,
    /// Point values.
    cards: crate::model::CardValues,
    /// How a coup begins.
    deal: Of<Deal>,
    /// The moments that other rules speak of.
    moments: Moments,
    /// Who draws when.
    draws: Of<Draws>,
    /// The bets on offer.
    wagers: Vec<Wager>,
    /// What one player may combine; left out where the document is silent.
    combinations: Option<Combinations>,
    /// How fractions are paid; left out where the document is silent.
    rounding: Option<Of<Rounding>>,
    /// The commission on a bet.
    commission: Option<OneOrSeveral<Of<Commission>>>,
    /// What follows from the table sign; left out where the document is silent.
    limits: Option<Limits>,
    /// Wagers placed or withdrawn too late.
    late: Late,
    /// The clause that lets a player take a wager back after a reconstruction.
    removal: Option<Removal>,
    /// Wagers that were not taken before the close; left out where the document knows no refusal.
    not_accepted: Option<NotAccepted>,
    /// What a void means.
    void: Void,
    /// A misdeal undeclared or declared too late leaves the coup as declared: by a clause, or as a reading.
    misdeal_that_stands: StandingMisdeal,
    /// The clause on displays.
    display: Option<OnlyClause>,
    /// No-bet coups; left out where the ruleset knows none.
    no_bet_coups: Option<NoBetCoups>,
    /// What the cut card ends.
    cut_card: Option<CutCard>,
    /// Offices: the lowest role that counts as one.
    authority: Option<BTreeMap<String, Office>>,
    /// What irregularities lead to; rows of one kind never overlap.
    irregularities: Vec<crate::irregularity::IrregularityRow>,
    /// What happens to an irregularity that no row covers; left out where the document is silent.
    otherwise: Option<Otherwise>,
    /// Tournament play; left out where the document knows none.
    tournament: Option<crate::tournament::Tournament>,
    /// Bets whose house edge is below zero, and why that is known to be right.
    favours_player: Option<Vec<Favoured>>,
    /// Promotional prizes; left out where their registers are not judged by this ruleset.
    promotions: Option<crate::promotions::Promotions>,
    /// What the document leaves to the operator; logs say what was chosen, in `options` records.
    #[schemars(length(min = 1))]
    options: Option<Vec<OptionForm>>,
}
