use std::collections::BTreeMap;
use std::sync::Arc;

use resettle_game::{PerSide, Rank, Side};
use resettle_rules::{BetRows, Book, BookError, Condition, Fact, Pays, PlayTable, Reading, Row, Values, When};
use resettle_words::{Kind, NoBetReason, Role};

use crate::clause::{Cite, ClauseEntry};
use crate::digest::FileHashes;
use crate::effective::{Effective, Gap};
use crate::irregularity::{Decider, Otherwise, Row as IrregularityRow};
use crate::money::{Commission, Rounding};
use crate::options::{Elected, OptionRule};
use crate::promotions::Promotions;
use crate::shoe::{BurnBeforeCoup, CutCard};
use crate::tournament::Tournament;

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
    pub source: Source,
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
    /// Wagers placed too late.
    pub late_placed: Late,
    /// Wagers withdrawn too late.
    pub late_withdrawn: Late,
    /// The clause that lets a player remove a wager after a reconstruction.
    pub removal: Option<Cite>,
    /// Wagers that were not taken before the close; none where the document knows no refusal.
    pub not_accepted: Option<NotAccepted>,
    /// What a void means.
    pub void: VoidRules,
    /// The clause by which a misdeal stands as declared; none where that is a reading.
    pub misdeal_that_stands: Option<Cite>,
    /// The clause on displays.
    pub display: Option<Cite>,
    /// No-bet coups; none where the ruleset knows none.
    pub no_bet_coups: Option<NoBetCoups>,
    /// What follows when the cut card appears; none where the document is silent.
    pub cut_card: Option<CutCard>,
    /// Offices: the lowest role that counts as one, and the clause.
    pub authority: BTreeMap<String, (Role, Cite)>,
    /// What irregularities lead to.
    pub irregularities: Vec<IrregularityRow>,
    /// What happens to those that no row covers.
    pub otherwise: Option<Otherwise>,
    /// Tournament play; none where the document knows none, or its rules are not held.
    pub tournament: Option<Tournament>,
    /// Bets that are known to favour the player, and why the document has them so.
    pub favours_player: Vec<Favoured>,
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

/// What the clauses were read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The document.
    pub document: String,
    /// The files read.
    pub files: Vec<SourceFile>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name.
    pub name: String,
    /// SHA-256 in lower-case hex.
    pub sha256: String,
}

/// The range of decks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decks {
    /// At least.
    pub min: u32,
    /// At most.
    pub max: u32,
    /// The numbers allowed, where not every one between the two is.
    pub only: Option<Vec<u32>>,
    /// The clause.
    pub clause: Cite,
    /// The clause by which cards are replaced by the same cards, where the document has one.
    pub replaced: Option<Cite>,
}

impl Decks {
    /// Whether the game may be played with this many.
    #[must_use]
    pub fn allows(&self, decks: u32) -> bool {
        match &self.only {
            Some(only) => only.contains(&decks),
            None => (self.min..=self.max).contains(&decks),
        }
    }

    /// Every number allowed, the least first.
    #[must_use]
    pub fn all(&self) -> Vec<u32> {
        (self.min..=self.max).filter(|decks| self.allows(*decks)).collect()
    }

    /// `6`, `4 to 10`, `6 or 8`.
    #[must_use]
    pub fn in_words(&self) -> String {
        match &self.only {
            Some(only) => {
                let words: Vec<String> = only.iter().map(u32::to_string).collect();
                match words.split_last() {
                    Some((last, [])) => last.clone(),
                    Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
                    None => String::new(),
                }
            }
            None if self.min == self.max => self.min.to_string(),
            None => format!("{} to {}", self.min, self.max),
        }
    }
}

/// Point values.
#[derive(Clone, Debug)]
pub struct CardValues {
    /// By rank, ace first; 0 to 9.
    pub values: [u8; 13],
    /// The clause.
    pub clause: Cite,
    /// The clause by which only the right digit of a total counts.
    pub point_total: Cite,
}

impl CardValues {
    /// The point value of a rank.
    #[must_use]
    pub fn of(&self, rank: Rank) -> u8 {
        self.values.get(rank.index()).copied().unwrap_or(0)
    }
}

/// How a coup begins.
#[derive(Clone, Debug)]
pub struct Deal {
    /// The face value of a printed or permanent card, which is the first of its hand.
    pub permanent: PerSide<Option<u8>>,
    /// The clause on it.
    pub permanent_clause: Option<Cite>,
    /// To which hand the physical cards of the initial deal go, in order.
    pub order: Vec<Side>,
    /// The clause.
    pub clause: Cite,
    /// The clause by which discards return to the device.
    pub cards_return: Option<Cite>,
    /// The burn before play; none where the document demands none.
    pub burn_at_start: Option<Burn>,
    /// The burn before each coup; none where the document demands none.
    pub burn_before_coup: Option<BurnBeforeCoup>,
}

/// How many cards are burned before play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BurnCount {
    /// One at least.
    Some,
    /// This many.
    Number(usize),
    /// The first card is turned up, and as many more are burned as it shows: an ace one, tens and court cards ten.
    ByFirstCard,
}

impl BurnCount {
    /// How many are due, where the first card burned is this one; none where nobody can say.
    #[must_use]
    pub fn due(self, first: Option<Rank>) -> Option<usize> {
        match self {
            Self::Some => None,
            Self::Number(number) => Some(number),
            Self::ByFirstCard => {
                let first = first?;
                Some(1 + first.face_value().map_or(if first.index() == 0 { 1 } else { 10 }, usize::from))
            }
        }
    }

    /// As people read it.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Self::Some | Self::Number(1) => "before play starts the first card is burned".to_owned(),
            Self::Number(number) => format!("before play starts {number} cards are burned"),
            Self::ByFirstCard => {
                "before play starts the first card is turned up and burned, and as many more as it shows".to_owned()
            }
        }
    }
}

/// The burn before play.
#[derive(Clone, Debug)]
pub struct Burn {
    /// How many cards.
    pub count: BurnCount,
    /// The clause.
    pub clause: Cite,
}

/// One of the times of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundTime {
    /// `times.opened`.
    Opened,
    /// `times.closed`.
    Closed,
    /// `times.first_card`.
    FirstCard,
}

impl RoundTime {
    pub(crate) const WORDS: &[(&str, Self)] =
        &[("opened", Self::Opened), ("closed", Self::Closed), ("first_card", Self::FirstCard)];

    /// The field's name.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, time)| *time == self).map_or("", |(word, _)| word)
    }
}

/// What counts as the next commencement in addition to the next coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlsoCommences {
    /// The end of the shoe.
    ShoeEnd,
    /// The removal of all cards for a check.
    ShoeCheck,
    /// The closure of the table.
    FinalSeal,
}

impl AlsoCommences {
    pub(crate) const WORDS: &[(&str, Self)] =
        &[("shoe_end", Self::ShoeEnd), ("shoe_check", Self::ShoeCheck), ("final_seal", Self::FinalSeal)];
}

/// The moments that other rules speak of.
#[derive(Clone, Debug)]
pub struct Moments {
    /// After it wagers are late.
    pub close: RoundTime,
    /// The clause.
    pub close_clause: Cite,
    /// The next coup's time that ends the time for noticing an error.
    pub next_commencement: RoundTime,
    /// What else ends it.
    pub also: Vec<AlsoCommences>,
    /// The clause.
    pub next_clause: Cite,
    /// Whether an error counts as noticed only when gaming staff were notified.
    pub noticed_when_notified: bool,
    /// The clause that says so.
    pub noticed_clause: Option<Cite>,
}

/// Whether a hand draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whether it draws a card.
    pub draws: bool,
    /// The clause.
    pub clause: Cite,
}

/// Who draws when.
#[derive(Clone, Debug)]
pub struct Draws {
    /// Totals of the initial deal that end the drawing.
    pub natural: Vec<u8>,
    /// The clause on naturals.
    pub natural_clause: Cite,
    /// The Player's decision by total; none for totals that are naturals.
    pub player: Vec<Option<Decision>>,
    /// The Banker's by total, then by the Player's drawn card: index 0 where the Player stood,
    /// 1 + its point value otherwise.
    pub banker: Vec<Vec<Option<Decision>>>,
}

impl Draws {
    /// Whether a total of the initial deal is a natural.
    #[must_use]
    pub fn is_natural(&self, total: u8) -> bool {
        self.natural.contains(&total)
    }

    /// The Player's decision.
    #[must_use]
    pub fn player(&self, total: u8) -> Option<&Decision> {
        self.player.get(usize::from(total))?.as_ref()
    }

    /// The Banker's decision; `third` is the point value of the Player's drawn card, if one was drawn.
    #[must_use]
    pub fn banker(&self, total: u8, third: Option<u8>) -> Option<&Decision> {
        let column = third.map_or(0, |value| usize::from(value) + 1);
        self.banker.get(usize::from(total))?.get(column)?.as_ref()
    }
}

/// A row of a bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagerRow {
    /// When it holds, and what becomes of a stake then.
    pub row: Row,
    /// The clause by which the wager wins, loses or stands off.
    pub clause: Cite,
    /// The clause that states the odds, where that is another one.
    pub pays_clause: Option<Cite>,
}

impl WagerRow {
    /// The clause by which a stake returns what it does: that of the odds where it wins.
    #[must_use]
    pub fn settled_by(&self) -> &Cite {
        self.pays_clause.as_ref().unwrap_or(&self.clause)
    }

    /// What becomes of a stake.
    #[must_use]
    pub fn pays(&self) -> Pays {
        self.row.pays
    }
}

/// A bet on offer.
#[derive(Clone, Debug)]
pub struct WagerRule {
    /// Its name, as logs write it.
    pub bet: String,
    /// Exactly one of them holds for any coup.
    pub rows: Vec<WagerRow>,
    /// Another reading of the rows, where there is one.
    pub reading: Option<Reading>,
}

impl WagerRule {
    /// Its rows as the core takes them.
    #[must_use]
    pub fn core(&self) -> BetRows {
        BetRows { rows: self.rows.iter().map(|row| row.row.clone()).collect(), reading: self.reading }
    }

    /// When a row holds, as people read it, without what all rows by which the bet wins have in common.
    #[must_use]
    pub fn apart(&self, row: &WagerRow) -> String {
        let parts = |row: &WagerRow| match &row.row.when {
            When::Is(Condition::All(parts)) => parts.clone(),
            When::Is(only) => vec![only.clone()],
            When::Otherwise => Vec::new(),
        };
        let wins: Vec<Vec<Condition>> = self.rows.iter().filter(|row| row.pays().wins()).map(parts).collect();
        let common = |part: &Condition| row.pays().wins() && wins.iter().all(|parts| parts.contains(part));
        let own: Vec<Condition> = parts(row).into_iter().filter(|part| !common(part)).collect();
        if own.is_empty() { row.row.in_words() } else { Condition::All(own).in_words() }
    }

    /// That for which some row other than `otherwise` holds, where one condition says it: what all of them have in common,
    /// and the values of the one fact that distinguishes them.
    #[must_use]
    pub fn named_rows(&self) -> Option<Condition> {
        let parts = |row: &WagerRow| match &row.row.when {
            When::Is(Condition::All(parts)) => Some(parts.clone()),
            When::Is(only) => Some(vec![only.clone()]),
            When::Otherwise => None,
        };
        let rows: Vec<Vec<Condition>> = self.rows.iter().filter_map(parts).collect();
        let common = |part: &Condition| rows.iter().all(|parts| parts.contains(part));
        let mut shared: Vec<Condition> = rows.first()?.iter().filter(|part| common(part)).cloned().collect();
        let mut apart: Option<(Fact, Values)> = None;
        for row in &rows {
            let own: Vec<&Condition> = row.iter().filter(|part| !common(part)).collect();
            match (own.as_slice(), apart) {
                ([], None) if rows.len() == 1 => {}
                ([Condition::Is(fact, values)], None) => apart = Some((*fact, *values)),
                ([Condition::Is(fact, values)], Some((known, all))) if *fact == known => {
                    apart = Some((known, all.or(*values)));
                }
                _ => return None,
            }
        }
        shared.extend(
            apart
                .filter(|(fact, values)| !values.has_all(fact.domain()))
                .map(|(fact, values)| Condition::Is(fact, values)),
        );
        match shared.len() {
            0 | 1 => shared.pop(),
            _ => Some(Condition::All(shared)),
        }
    }

    /// The first row by which it wins.
    #[must_use]
    pub fn first_win(&self) -> Option<&WagerRow> {
        self.rows.iter().find(|row| row.pays().wins())
    }
}

/// A pair of bets that one player may not have together.
#[derive(Clone, Debug)]
pub struct Opposed {
    /// The two bets.
    pub bets: [String; 2],
    /// The clause.
    pub clause: Cite,
}

/// A bet that needs another one on the table.
#[derive(Clone, Debug)]
pub struct Requires {
    /// The bet.
    pub bet: String,
    /// One of these has to be live at the table.
    pub any_of: Vec<String>,
    /// The clause.
    pub clause: Cite,
}

/// A bound on what one area holds.
#[derive(Clone, Debug)]
pub struct PerArea {
    /// The bet; none = every bet.
    pub bet: Option<String>,
    /// At most this many.
    pub at_most: usize,
    /// The clause.
    pub clause: Cite,
}

/// What may be combined.
#[derive(Clone, Debug, Default)]
pub struct Combinations {
    /// The clause by which wagers are independent.
    pub free: Option<Cite>,
    /// Bets that oppose each other, unless approved.
    pub opposed: Option<Opposed>,
    /// A bet that needs another.
    pub requires: Option<Requires>,
    /// Wagers on one bet in one area.
    pub wagers_per_area: Option<PerArea>,
    /// Players on one bet of one area.
    pub players_per_area: Option<PerArea>,
}

/// A bet whose house edge is below zero, and that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Favoured {
    /// The bet.
    pub bet: String,
    /// Why it is so.
    pub why: String,
}

/// What follows from a breach of a maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLimit {
    /// The stake is settled whole; nothing in the document says otherwise.
    Whole,
    /// The wager is paid or collected to the maximum, the excess goes back.
    Capped,
    /// The same, reduced pro rata.
    ProRata,
}

/// A rule about a limit.
#[derive(Clone, Debug)]
pub struct LimitRule {
    /// What follows.
    pub then: AtLimit,
    /// The clause; none where the document is silent.
    pub clause: Option<Cite>,
    /// The clause by which results of earlier coups stand.
    pub earlier_coups: Option<Cite>,
}

/// What follows from the table sign.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The maximum of one player on one bet.
    pub maximum: LimitRule,
    /// The maximum of one area on one bet.
    pub area_maximum: LimitRule,
    /// Clauses that need no check: wagers below the minimum and beyond the differential are valid,
    /// personal limits hold for one player.
    pub recorded: Vec<(&'static str, Cite)>,
}

impl Limits {
    /// The rule that a wager below the minimum, or beyond the differential, is valid; none where the document has none.
    #[must_use]
    pub fn valid(&self, what: &str) -> Option<&Cite> {
        self.recorded.iter().find(|(known, _)| *known == what).map(|(_, clause)| clause)
    }
}

/// A rule about lateness.
#[derive(Clone, Debug)]
pub struct Late {
    /// The clause.
    pub clause: Cite,
    /// Whether the consequence is a reading.
    pub reading: bool,
}

/// Wagers that were not taken before the close.
#[derive(Clone, Debug)]
pub struct NotAccepted {
    /// The clause.
    pub clause: Cite,
    /// Who may refuse a wager; none where a terminal refuses it in an interruption that names it.
    pub by: Option<Decider>,
}

/// What grounds a refund.
#[derive(Clone, Debug)]
pub struct Refund {
    /// The clause; none where the document is silent.
    pub clause: Option<Cite>,
    /// Whether it is a reading.
    pub reading: bool,
}

/// What a void means.
#[derive(Clone, Debug)]
pub struct VoidRules {
    /// What grounds the refund of all stakes.
    pub refund: Refund,
    /// Irregularities for which law outside the document may ground a void, and which law.
    pub outside: Vec<Kind>,
    /// Which law.
    pub outside_why: Option<String>,
}

/// A reason for a no-bet coup.
#[derive(Clone, Debug)]
pub struct NoBetRule {
    /// The reason.
    pub reason: NoBetReason,
    /// Who has to permit it.
    pub by: Option<Role>,
    /// The clause.
    pub clause: Cite,
}

/// No-bet coups.
#[derive(Clone, Debug)]
pub struct NoBetCoups {
    /// The clause that permits no wagers then.
    pub clause: Cite,
    /// The reasons.
    pub reasons: Vec<NoBetRule>,
}

/// What an id has in place of the venues of a rulebook of several.
pub const SEVERAL_VENUES: &str = "venues";

impl Ruleset {
    /// Whether it is for a venue.
    #[must_use]
    pub fn is_for(&self, venue: &str) -> bool {
        if self.venues.is_empty() { self.venue == venue } else { self.venues.iter().any(|own| own == venue) }
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

/// The tables as the core takes them. A cell without a decision counts as a stand; a checked ruleset has none.
pub(crate) fn play_table(cards: &CardValues, deal: &Deal, draws: &Draws) -> PlayTable {
    let mut table = PlayTable {
        values: cards.values,
        permanent: deal.permanent,
        order: deal.order.clone(),
        natural: [false; 10],
        player_draws: [false; 10],
        banker_draws: [[false; 11]; 10],
    };
    for (total, natural) in (0u8..).zip(&mut table.natural) {
        *natural = draws.is_natural(total);
    }
    for (total, cell) in (0u8..).zip(&mut table.player_draws) {
        *cell = draws.player(total).is_some_and(|decision| decision.draws);
    }
    for (total, line) in (0u8..).zip(&mut table.banker_draws) {
        for (third, cell) in std::iter::once(None).chain((0u8..=9).map(Some)).zip(line) {
            *cell = draws.banker(total, third).is_some_and(|decision| decision.draws);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_card_says_how_many_are_burned() {
        let due = |letter| BurnCount::ByFirstCard.due(Rank::from_letter(letter));
        assert_eq!(
            [due('A'), due('2'), due('9'), due('T'), due('K')],
            [Some(2), Some(3), Some(10), Some(11), Some(11)]
        );
        assert_eq!((BurnCount::ByFirstCard.due(None), BurnCount::Some.due(None)), (None, None));
        assert_eq!(BurnCount::Number(3).due(None), Some(3));
    }
}
