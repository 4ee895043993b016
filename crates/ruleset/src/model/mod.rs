//! What a ruleset says, checked.

mod acceptance;
mod cards;
mod combinations;
mod condition;
mod deal;
mod draws;
pub(crate) mod head;
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
use resettle_yaml::section;

use crate::clause::{Cite, Cited, ClauseEntry, NO_CLAUSE, Numbered};
use crate::context::Context;
use crate::digest::FileHashes;
use crate::effective::{Effective, Gap, Local};
use crate::irregularity::{Apart, IrregularityRow};
use crate::money::{Commission, Rounding};
use crate::options::{Elected, OneOrSeveral, OptionRule, ReadFirst};
use crate::promotions::Promotions;
use crate::section::ALONE;
use crate::shoe::CutCard;
use crate::tournament::Tournament;
use draws::{laid_out, play_table};
use head::{EachVenue, OneVenue, stated};

// All types of a section, so that a key of a new one is declared in one place.
pub use acceptance::*;
pub use cards::*;
pub use combinations::*;
pub use deal::*;
pub use draws::*;
pub use limits::*;
pub use moments::*;
pub use no_bet::*;
pub use offices::*;
pub use source::*;
pub use void::*;
pub use wagers::*;

section! {
    Context;
    /// One version of one game at one venue: the rules as data, each decision with its clause.
    Ruleset as "the ruleset" beside {
        /// The folder's path: `<jurisdiction>/<venue>/<game>/<effective date>`.
        id: String,
        /// SHA-256 over the version's two files, in lower-case hex.
        digest: String,
        /// The hashes of those two files.
        files: FileHashes,
        /// The deal and the tables of play, laid out for the core.
        table: PlayTable,
        /// The bets, compiled.
        book: Book,
        /// The rules under each set of choices, in the order of the file; empty where nothing is left open. Where it is
        /// not, the other fields are those of the first set: [`Ruleset::under`] gives those of one.
        variants: Vec<(Elected, Arc<Ruleset>)>,
        /// What these rules hold under, where they are those of one set of choices.
        elected: Elected,
    } {
        /// The schema's number: 2.
        schema: i64 = 2..=2,
        /// The document's title.
        title: String,
        /// The version that the document bears, quoted; left out where it bears none.
        version: Option<String>,
        /// As a log's `open` names it; in lower case the first part of the folder's path.
        jurisdiction: String,
        /// Several venues, where it is the rulebook of a jurisdiction; the second part of the folder's path is `venues`.
        venues: Vec<String> = EachVenue => noted(|context| context.several = venues.as_ref().is_none_or(|all| !all.is_empty())),
        /// As a log's `open` names it; the second part of the folder's path.
        venue: String = OneVenue,
        /// As a log's `open` names it; the third part of the folder's path.
        game: String,
        /// Since when it is in force; its date is the last part of the folder's path.
        effective: Effective => noted(|context| context.id = stated(&jurisdiction, &venue, &game, &effective)),
        /// Spans in which versions that are not held may have been in force.
        gaps: Vec<Gap> = Local,
        /// What the clauses were read from.
        source: DocumentSource,
        /// Every clause of the document, in its order: number, quoted, and what became of it.
        clauses: Vec<ClauseEntry> = Numbered => noted(|context| context.clauses = clauses.clone().unwrap_or_default()),
        /// The range of decks.
        decks: Decks,
        /// Point values.
        cards: CardValues,
        /// How a coup begins.
        deal: Deal,
        /// The moments that other rules speak of.
        moments: Moments,
        /// Who draws when.
        draws: Draws => noted(|context| context.table = laid_out(&cards, &deal, &draws)),
        /// The bets on offer.
        wagers: Vec<WagerRule> = Proved,
        /// What one player may combine; left out where the document is silent.
        combinations: Combinations => or(Combinations::default()),
        /// How fractions are paid; left out where the document is silent.
        rounding: Option<Rounding>,
        /// The commission on a bet.
        commission: Option<Commission> = OneOrSeveral,
        /// What follows from the table sign; left out where the document is silent.
        limits: Limits
            => or(Limits::default())
            => noted(|context| context.can_be_off = limits.as_ref().map(Limits::can_be_off).unwrap_or_default()),
        /// Wagers placed or withdrawn too late.
        late: Late,
        /// The clause that lets a player take a wager back after a reconstruction.
        removal: Option<Removal>,
        /// What a void means.
        void: Void,
        /// A misdeal undeclared or declared too late leaves the coup as declared: by a clause, or as a reading.
        misdeal_that_stands: StandingMisdeal,
        /// The clause on displays.
        display: Option<Cite> = ALONE,
        /// No-bet coups; left out where the ruleset knows none.
        no_bet_coups: Option<NoBetCoups>,
        /// What the cut card ends.
        cut_card: Option<CutCard>,
        /// Offices: the lowest role that counts as one.
        authority: BTreeMap<String, Office>
            => or(BTreeMap::new())
            => noted(|context| context.offices = authority.clone().unwrap_or_default()),
        /// Wagers that were not taken before the close; left out where the document knows no refusal.
        not_accepted: Option<NotAccepted>,
        /// What irregularities lead to; rows of one kind never overlap.
        irregularities: Vec<IrregularityRow> = Apart,
        /// What happens to an irregularity that no row covers; left out where the document is silent.
        otherwise: Option<Otherwise>,
        /// Tournament play; left out where the document knows none.
        tournament: Option<Tournament>,
        /// Bets whose house edge is below zero, and why that is known to be right.
        favours_player: Option<Vec<Favoured>>,
        /// Promotional prizes; left out where their registers are not judged by this ruleset.
        promotions: Option<Promotions>,
        /// What the document leaves to the operator; logs say what was chosen, in `options` records.
        options: Vec<OptionRule> = ReadFirst,
    }
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
    pub fn cite(&self, cite: &Cite) -> Cited {
        let clause = if cite.stated().is_some() { cite.primary() } else { NO_CLAUSE };
        Cited { clause: format!("{} {clause}", self.id), reading: cite.is_reading() }
    }
}
