use std::collections::BTreeMap;

use resettle_game::{Odds, PerSide, Rank, Side};
use resettle_words::{Kind, NoBetReason, Role};

use crate::clause::{Cite, ClauseEntry};
use crate::digest::FileHashes;
use crate::effective::{Effective, Gap};
use crate::irregularity::{Decider, Otherwise, Row};

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
    /// The version that the document bears.
    pub version: Option<String>,
    /// As a log's `open` names it.
    pub jurisdiction: String,
    /// As a log's `open` names it.
    pub venue: String,
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
    /// What one player may combine.
    pub combinations: Combinations,
    /// What winning wagers are paid.
    pub paytable: Vec<PayRow>,
    /// How fractions are paid; none where the document is silent.
    pub rounding: Option<Rounding>,
    /// The bet whose commission may be collected apart, and the clause.
    pub commission: Option<(String, Cite)>,
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
    /// The clause by which a round is finished when the cut card appears.
    pub cut_card: Option<Cite>,
    /// Offices: the lowest role that counts as one, and the clause.
    pub authority: BTreeMap<String, (Role, Cite)>,
    /// What irregularities lead to.
    pub irregularities: Vec<Row>,
    /// What happens to those that no row covers.
    pub otherwise: Option<Otherwise>,
    /// Bets that are known to favour the player, and why the document has them so.
    pub favours_player: Vec<Favoured>,
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
#[derive(Clone, Debug)]
pub struct Decks {
    /// At least.
    pub min: u32,
    /// At most.
    pub max: u32,
    /// The clause.
    pub clause: Cite,
    /// The clause by which cards are replaced by the same cards, where the document has one.
    pub replaced: Option<Cite>,
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
    /// The clause that demands a burn before play.
    pub burn_at_start: Option<Cite>,
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

/// What counts as the next commencement beside the next coup.
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

/// When a wager wins, loses or stands off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The Player's hand has the higher total.
    PlayerHigher,
    /// The Banker's hand has.
    BankerHigher,
    /// The totals are equal.
    Tie,
    /// At least so many cards of face value 7 in both hands.
    Sevens(u8),
    /// The Player's first two cards are of one rank.
    PlayerPair,
    /// The Banker's first two cards are.
    BankerPair,
    /// None of the wager's other conditions holds.
    Otherwise,
}

impl Condition {
    /// The condition, as people read it.
    #[must_use]
    pub fn in_words(self) -> String {
        crate::show::wagers::condition(self)
    }
}

/// Another reading of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherReading {
    /// The sevens of one hand only are counted.
    OneHand,
}

/// A condition with its clause.
#[derive(Clone, Debug)]
pub struct Bet {
    /// The condition.
    pub when: Condition,
    /// The clause.
    pub clause: Cite,
    /// Another reading, where there is one.
    pub reading: Option<OtherReading>,
}

/// A bet on offer.
#[derive(Clone, Debug)]
pub struct WagerRule {
    /// Its name, as logs write it.
    pub bet: String,
    /// When it wins.
    pub wins: Bet,
    /// When it loses.
    pub loses: Bet,
    /// When it does neither.
    pub stands_off: Option<Bet>,
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
    /// At most so many.
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

/// Which winning wagers a row of the paytable is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayWhen {
    /// With this winning point total.
    Total(u8),
    /// With any winning total that no other row of the bet names.
    OtherTotal,
    /// With so many sevens.
    Sevens(u8),
    /// Always.
    Always,
}

impl PayWhen {
    /// Which winning wagers, as people read it.
    #[must_use]
    pub fn in_words(self) -> String {
        crate::show::money::pay_when(self)
    }
}

/// A row of the paytable.
#[derive(Clone, Debug)]
pub struct PayRow {
    /// The bet.
    pub bet: String,
    /// Which winning wagers.
    pub when: PayWhen,
    /// The odds.
    pub pays: Odds,
    /// The clause.
    pub clause: Cite,
}

/// Winnings go up to the next multiple of the smallest chip.
#[derive(Clone, Debug)]
pub struct Rounding {
    /// The clause.
    pub clause: Cite,
}

/// What follows from a breach of a maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLimit {
    /// The stake is settled whole; nothing in the document says otherwise.
    Whole,
    /// The wager is paid or collected to the maximum, the excess goes back.
    Capped,
    /// Likewise, reduced pro rata.
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

impl Ruleset {
    /// The rule of a bet, if the ruleset offers it.
    #[must_use]
    pub fn wager(&self, bet: &str) -> Option<&WagerRule> {
        self.wagers.iter().find(|rule| rule.bet == bet)
    }

    /// Whether the duties of a row rest on a reading. What is found once a coup is completed has the duties of what is
    /// found before: that row says whether they are a reading.
    #[must_use]
    pub fn duties_rest_on_a_reading(&self, row: &Row) -> bool {
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
