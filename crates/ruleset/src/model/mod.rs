//! What a ruleset says, checked.

mod acceptance;
mod cards;
mod combinations;
mod deal;
mod draws;
mod limits;
mod moments;
mod no_bet;
mod offices;
mod source;
mod void;
mod wagers;

use std::collections::BTreeMap;
use std::sync::Arc;

use resettle_rules::{Book, BookError, PlayTable, Reading};

use crate::clause::{Cite, ClauseEntry};
use crate::digest::FileHashes;
use crate::effective::{Effective, Gap};
use crate::irregularity::IrregularityRow;
use crate::money::{Commission, Rounding};
use crate::options::{Elected, OptionRule};
use crate::promotions::Promotions;
use crate::shoe::CutCard;
use crate::tournament::Tournament;

pub use acceptance::{Late, NotAccepted, Placed, Removal, Withdrawn};
pub use cards::{CardValues, Decks};
pub(crate) use combinations::Bet;
pub use combinations::{Combinations, Opposed, PerArea, Requires, Tokens};
pub use deal::{Burn, BurnCount, Deal};
pub(crate) use draws::play_table;
pub use draws::{Decision, Draws};
pub use limits::{AreaMaximumRule, AtLimit, AtMaximum, BelowLimit, Limits, MaximumRule, MinimumRule, ValidRule};
pub use moments::{AlsoCommences, Moments, Noticed, RoundTime};
pub use no_bet::{NoBetCoups, Reason, Reasons};
pub use offices::{Office, Otherwise};
pub use source::{DocumentSource, SourceFile};
pub use void::{Outside, RefundRule, StandingMisdeal, Void};
pub use wagers::{Favoured, WagerRow, WagerRule};

/// One version of one game at one venue, checked.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The folder's path: `<jurisdiction>/<venue>/<game>/<effective date>`.
    pub id: String,
    /// SHA-256 over the version's two files, in lower-case hex.
    pub digest: String,
    /// The hashes of those two files.
    pub files: FileHashes,
    /// The document's title.
    pub title: String,
    /// The version that the document has.
    pub version: Option<String>,
    /// As a log's `open` names it.
    pub jurisdiction: String,
    /// As a log's `open` names it; [`SEVERAL_VENUES`] where it is the rulebook of several.
    pub venue: String,
    /// The venues that a rulebook of a jurisdiction is for; empty where it is that of one.
    pub venues: Vec<String>,
    /// As a log's `open` names it.
    pub game: String,
    /// Since when it is in force.
    pub effective: Effective,
    /// Spans in which versions that are not held may have been in force.
    pub gaps: Vec<Gap>,
    /// What the clauses were read from.
    pub source: DocumentSource,
    /// Every clause of the document, in order.
    pub clauses: Vec<ClauseEntry>,
    /// The range of decks.
    pub decks: Decks,
    /// Point values of the ranks.
    pub cards: CardValues,
    /// How a coup begins.
    pub deal: Deal,
    /// The moments that other rules speak of.
    pub moments: Moments,
    /// Who draws when.
    pub draws: Draws,
    /// The bets on offer.
    pub wagers: Vec<WagerRule>,
    /// The deal and the tables of play, laid out for the core.
    pub table: PlayTable,
    /// The bets, compiled.
    pub book: Book,
    /// What one player may combine.
    pub combinations: Combinations,
    /// How fractions are paid; none where the document is silent.
    pub rounding: Option<Rounding>,
    /// The bet that a commission is taken on.
    pub commission: Option<Commission>,
    /// What follows from the limits of the table sign.
    pub limits: Limits,
    /// Wagers placed or withdrawn too late.
    pub late: Late,
    /// The clause that lets a player remove a wager after a reconstruction.
    pub removal: Option<Removal>,
    /// Wagers that were not taken before the close; none where the document knows no refusal.
    pub not_accepted: Option<NotAccepted>,
    /// What a void means.
    pub void: Void,
    /// That a misdeal undeclared or declared too late stands as declared: by a clause, or as a reading.
    pub misdeal_that_stands: StandingMisdeal,
    /// The clause on displays.
    pub display: Option<Cite>,
    /// No-bet coups; none where the ruleset knows none.
    pub no_bet_coups: Option<NoBetCoups>,
    /// What follows when the cut card appears; none where the document is silent.
    pub cut_card: Option<CutCard>,
    /// Offices: the lowest role that counts as one.
    pub authority: BTreeMap<String, Office>,
    /// What irregularities lead to.
    pub irregularities: Vec<IrregularityRow>,
    /// What happens to those that no row covers.
    pub otherwise: Option<Otherwise>,
    /// Tournament play; none where the document knows none, or its rules are not held.
    pub tournament: Option<Tournament>,
    /// Bets that are known to favour the player, and why the document has them so.
    pub favours_player: Option<Vec<Favoured>>,
    /// What it says of promotional prizes; none where their registers are not judged by it.
    pub promotions: Option<Promotions>,
    /// What the document leaves to the operator. Where it leaves anything, the other fields are those of the first set
    /// of choices: [`Ruleset::under`] gives those of one.
    pub options: Vec<OptionRule>,
    /// The rules under each set of choices, in the order of the file; empty where nothing is left open.
    pub variants: Vec<(Elected, Arc<Ruleset>)>,
    /// What these rules hold under, where they are those of one set of choices.
    pub elected: Elected,
}

/// What an id has in place of the venues of a rulebook of several.
pub const SEVERAL_VENUES: &str = "venues";

impl Ruleset {
    /// Each venue that it is for, as logs name it.
    pub fn each_venue(&self) -> impl Iterator<Item = &str> {
        let one = self.venues.is_empty().then_some(&self.venue);
        self.venues.iter().chain(one).map(String::as_str)
    }

    /// Whether it is for a venue.
    #[must_use]
    pub fn is_for(&self, venue: &str) -> bool {
        self.each_venue().any(|own| own == venue)
    }

    /// Its id without the date: that of all its versions.
    #[must_use]
    pub fn versions(&self) -> &str {
        self.id.rsplit_once('/').map_or("", |(versions, _)| versions)
    }

    /// The rule of a bet, if the ruleset offers it.
    #[must_use]
    pub fn wager(&self, bet: &str) -> Option<&WagerRule> {
        self.wagers.iter().find(|rule| rule.bet == bet)
    }

    /// The number of a bet in the book, and its rule.
    #[must_use]
    pub fn numbered(&self, bet: &str) -> Option<(usize, &WagerRule)> {
        self.wagers.iter().enumerate().find(|(_, rule)| rule.bet == bet)
    }

    /// The row of a bet that holds, by a reading; none where the facts it needs are not known.
    #[must_use]
    pub fn row(&self, bet: usize, reading: Option<Reading>, facts: &resettle_rules::Facts) -> Option<&WagerRow> {
        self.wagers.get(bet)?.rows.get(self.book.row_read(bet, reading, facts)?)
    }

    /// Lays out the table of play and the bets again, after they were changed.
    ///
    /// # Errors
    /// [`BookError`] where the bets cannot be compiled; those of one ruleset always can.
    pub fn compile(&mut self) -> Result<(), BookError> {
        self.table = play_table(&self.cards, &self.deal, &self.draws);
        self.book = Book::of(&self.wagers.iter().map(WagerRule::core).collect::<Vec<_>>())?;
        Ok(())
    }

    /// Whether the duties of a row rest on a reading. What is found once a coup is completed has the duties of what is
    /// found before: that row says whether they are a reading.
    #[must_use]
    pub fn duties_rest_on_a_reading(&self, row: &IrregularityRow) -> bool {
        if row.when.completed != Some(true) {
            return row.reading;
        }
        self.irregularities
            .iter()
            .any(|other| other.kind == row.kind && !other.when.completed.unwrap_or(true) && other.reading)
    }

    /// A clause as findings cite it: the ruleset's id and the clause.
    #[must_use]
    pub fn cite(&self, cite: &Cite) -> String {
        format!("{} {}", self.id, cite.primary())
    }
}
