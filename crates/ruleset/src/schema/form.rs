//! The form of `ruleset.yaml`, as types that a JSON Schema is generated from. The decoder reads the same form
//! from located nodes; a test holds the two together, key by key and type by type.
#![allow(dead_code, reason = "the types are never filled, only described")]

use std::collections::BTreeMap;

use schemars::JsonSchema;

use super::words::{
    AffectsWords, AlsoWord, CauseWords, Clauses, ConsequenceWord, CutCardWord, DealtWords, DueWord, HandWords,
    KindWord, Moment, OddsText, RankValues, Reasons, RoleWord, RoundingWord, Sha256, ShareText, StageWords, StakeText,
    Text, TimeWord, WhenForm,
};

/// Constant words.
macro_rules! only {
    ($($name:ident { $($word:ident),+ })+) => {$(
        #[derive(JsonSchema)]
        #[schemars(rename_all = "snake_case", inline)]
        pub(super) enum $name { $($word),+ }
    )+};
}

only! {
    Publication { Publication }
    ByFirstCard { ByFirstCard }
    RightDigit { RightDigit }
    Side { Player, Banker }
    Noticed { Noticed, NotifiedAt }
    DrawOrStand { Draw, Stand }
    None_ { None }
    OneHand { OneHand }
    Approved { Approved }
    Chip { Chip }
    Maximum { Whole, Capped }
    AreaMaximum { Whole, ProRata }
    Valid { Valid }
    StakeReturned { StakeReturned }
    Settled { Settled }
    Reconstruction { Reconstruction }
    Referred { Referred }
    Recorded { Recorded }
    Unrecorded { Enforced, Definition, Heading }
    Closed { Closed }
    FirstCard { FirstCard }
    Breach { Concealing, RemovedChips, Exchange, Advice }
    RefundWord { Withdrawal, Cancelled, Absence }
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
    source: Source,
    /// Every clause of the document, in its order: number, quoted, and what became of it.
    clauses: BTreeMap<String, Clause>,
    /// The range of decks.
    decks: Decks,
    /// Point values.
    cards: Cards,
    /// How a coup begins.
    deal: Deal,
    /// The moments that other rules speak of.
    moments: Moments,
    /// Who draws when.
    draws: Draws,
    /// The bets on offer.
    wagers: Vec<Wager>,
    /// What one player may combine; left out where the document is silent.
    combinations: Option<Combinations>,
    /// How fractions are paid; left out where the document is silent.
    rounding: Option<Rounding>,
    /// The commission on a bet.
    commission: Option<OneOrSeveral<Commission>>,
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
    misdeal_that_stands: Ground,
    /// The clause on displays.
    display: Option<OnlyClause>,
    /// No-bet coups; left out where the ruleset knows none.
    no_bet_coups: Option<NoBetCoups>,
    /// What the cut card ends.
    cut_card: Option<CutCard>,
    /// Offices: the lowest role that counts as one.
    authority: Option<BTreeMap<String, Office>>,
    /// What irregularities lead to; rows of one kind never overlap.
    irregularities: Vec<Row>,
    /// What happens to an irregularity that no row covers; left out where the document is silent.
    otherwise: Option<Otherwise>,
    /// Tournament play; left out where the document knows none.
    tournament: Option<Tournament>,
    /// Bets whose house edge is below zero, and why that is known to be right.
    favours_player: Option<Vec<Favoured>>,
    /// Promotional prizes; left out where their registers are not judged by this ruleset.
    promotions: Option<super::prizes::Promotions>,
    /// What the document leaves to the operator; logs say what was chosen, in `options` records.
    #[schemars(length(min = 1))]
    options: Option<Vec<OptionForm>>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct OptionForm {
    /// Its name, as logs and `elected` write it.
    name: Text,
    /// The clause that leaves the choice.
    clause: Clauses,
    /// What may be chosen.
    #[schemars(length(min = 2))]
    choices: Vec<ChoiceForm>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ChoiceForm {
    /// Its name, as logs and `elected` write it.
    choice: Text,
    clause: Clauses,
}

/// The options named, each with the choices under which this stands.
#[derive(JsonSchema)]
struct ElectedForm(BTreeMap<String, OneOrSeveral<Text>>);

/// One, or several for different choices.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum OneOrSeveral<T> {
    One(T),
    Several(#[schemars(length(min = 1))] Vec<T>),
}

#[derive(JsonSchema)]
#[schemars(untagged, deny_unknown_fields)]
enum Effective {
    /// From a date that the document states.
    From { from: Moment, zone: Text },
    /// On a publication whose date it does not state.
    On { on: Publication, signed: Moment, zone: Text },
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Gap {
    from: Moment,
    until: Moment,
    /// What is known.
    why: Text,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Source {
    document: Text,
    files: Vec<SourceFile>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct SourceFile {
    name: Text,
    sha256: Sha256,
}

#[derive(JsonSchema)]
#[schemars(untagged, deny_unknown_fields)]
enum Clause {
    /// It needs facts that no log holds.
    Recorded {
        /// The fingerprint of its text.
        text: Sha256,
        kind: Recorded,
        /// Which fact it needs.
        why: Text,
    },
    /// The engine checks it, or it defines a word, or it is a heading.
    Unrecorded {
        /// The fingerprint of its text.
        text: Sha256,
        kind: Unrecorded,
    },
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct OnlyClause {
    clause: Clauses,
}

/// A clause, or that this is a reading.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Ground {
    clause: Option<Clauses>,
    reading: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct AnyOf {
    /// Every number of decks, the least first.
    #[schemars(length(min = 1), inner(range(min = 1, max = 100)))]
    any_of: Vec<i64>,
    clause: Clauses,
    /// By which cards are replaced by the same cards.
    replaced: Option<OnlyClause>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct MinMax {
    #[schemars(range(min = 1, max = 100))]
    min: i64,
    #[schemars(range(min = 1, max = 100))]
    max: i64,
    clause: Clauses,
    /// By which cards are replaced by the same cards.
    replaced: Option<OnlyClause>,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum Decks {
    /// Every number from one to another.
    Range(MinMax),
    /// Certain numbers.
    Set(AnyOf),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Cards {
    values: RankValues,
    clause: Clauses,
    point_total: PointTotal,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct PointTotal {
    keeps: RightDigit,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Deal {
    /// The face value of a printed card, which is the first of its hand.
    permanent: Option<Permanent>,
    /// To which hand each card drawn goes.
    order: Vec<Side>,
    clause: Clauses,
    /// The clause by which discards return to the device.
    cards_return: Option<OnlyClause>,
    /// The clause that demands a burn before play.
    burn_at_start: Option<Burn>,
    /// The clause that demands a burn before each coup.
    burn_before_coup: Option<BurnBefore>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct BurnBefore {
    /// How many cards.
    #[schemars(range(min = 1, max = 52))]
    number: i64,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Burn {
    /// How many cards; left out: one at least.
    number: Option<BurnNumber>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum BurnNumber {
    /// So many.
    Number(#[schemars(range(min = 1, max = 52))] i64),
    /// The first one and as many more as it shows.
    Word(ByFirstCard),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Permanent {
    #[schemars(range(min = 2, max = 9))]
    player: Option<i64>,
    #[schemars(range(min = 2, max = 9))]
    banker: Option<i64>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Moments {
    /// After it wagers are late.
    close: Close,
    /// It ends the time for noticing an error.
    next_commencement: NextCommencement,
    /// When an error counts as noticed.
    noticed: NoticedAt,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Close {
    time: TimeWord,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct NextCommencement {
    time: TimeWord,
    also: Option<Vec<AlsoWord>>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct NoticedAt {
    time: Noticed,
    clause: Option<Clauses>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Draws {
    natural: Natural,
    /// The Player's rows: every total that is no natural has one.
    player: Vec<PlayerRow>,
    /// The Banker's rows: every total that is no natural has one for whatever the Player drew.
    banker: Vec<BankerRow>,
    /// Every cell of the Banker's table that no row names.
    banker_otherwise: Option<BankerOtherwise>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Natural {
    totals: Vec<Digit>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(transparent)]
struct Digit(#[schemars(range(min = 0, max = 9))] i64);

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct PlayerRow {
    totals: Vec<Digit>,
    then: DrawOrStand,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct BankerRow {
    totals: Vec<Digit>,
    third: Third,
    then: DrawOrStand,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum Third {
    /// The Player stood.
    Stood(None_),
    /// The point values of the card that the Player drew.
    Drew(Vec<Digit>),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct BankerOtherwise {
    then: DrawOrStand,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Wager {
    /// Its name, as logs write it.
    bet: Text,
    /// The choices under which it is offered; left out where it always is.
    elected: Option<ElectedForm>,
    /// Exactly one of them holds for any coup.
    rows: Vec<WagerRow>,
    /// Another reading: what is counted over both hands is counted in one hand only.
    reading: Option<OneHand>,
}

#[derive(JsonSchema)]
#[schemars(untagged, deny_unknown_fields)]
enum WagerRow {
    /// The wager wins.
    Pays {
        /// The choices under which the row stands; left out where it always does.
        elected: Option<ElectedForm>,
        when: WhenForm,
        pays: OddsText,
        clause: Clauses,
        /// The clause that states the odds, where that is another one.
        pays_clause: Option<Clauses>,
    },
    /// It does not.
    Then { elected: Option<ElectedForm>, when: WhenForm, then: StakeText, clause: Clauses },
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Combinations {
    /// The clause by which everything may be combined.
    free: Option<OnlyClause>,
    /// Two bets that one player may not have together.
    opposed: Option<Opposed>,
    /// A bet that needs another one on the table.
    requires: Option<Requires>,
    /// Wagers on one bet in one area.
    wagers_per_area: Option<PerArea>,
    /// Players on one bet of one area.
    players_per_area: Option<PerArea>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Opposed {
    #[schemars(length(min = 2, max = 2))]
    bets: Vec<Text>,
    unless: Approved,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Requires {
    bet: Text,
    any_of: Vec<Text>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct PerArea {
    bet: Option<Text>,
    #[schemars(range(min = 1, max = 1000))]
    at_most: i64,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Rounding {
    winnings: RoundingWord,
    to: RoundingUnit,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum RoundingUnit {
    /// The smallest chip of the table.
    Chip(Chip),
    /// So many minor units.
    Minor(#[schemars(range(min = 1, max = 1_000_000_000))] i64),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct CommissionRounding {
    commission: RoundingWord,
    to: RoundingUnit,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Favoured {
    bet: Text,
    /// Why it favours the player.
    why: Text,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Commission {
    /// The choices under which it is taken; left out where it always is.
    elected: Option<ElectedForm>,
    bet: Text,
    /// The part of the winnings, as `5 of 100`; left out where the odds of the bet have it in them.
    rate: Option<ShareText>,
    /// When it is paid; beside `rate`.
    due: Option<DueWord>,
    /// How it is rounded; beside `rate`, left out where the document is silent.
    rounding: Option<CommissionRounding>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Limits {
    /// The maximum of one player on one bet.
    maximum: Option<MaximumRule>,
    /// The maximum of one area on one bet.
    area_maximum: Option<AreaMaximumRule>,
    minimum: Option<ValidRule>,
    differential: Option<ValidRule>,
    /// The clause on limits for one player alone.
    personal: Option<OnlyClause>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct MaximumRule {
    then: Maximum,
    clause: Clauses,
    /// The clause by which results of earlier coups stand.
    earlier_coups: Option<Clauses>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct AreaMaximumRule {
    then: AreaMaximum,
    clause: Clauses,
    /// The clause by which results of earlier coups stand.
    earlier_coups: Option<Clauses>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ValidRule {
    then: Valid,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Late {
    placed: Placed,
    withdrawn: Withdrawn,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Placed {
    then: StakeReturned,
    clause: Clauses,
    reading: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Withdrawn {
    then: Settled,
    clause: Clauses,
    reading: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Removal {
    after: Reconstruction,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Void {
    refund: Ground,
    /// For which kinds law outside the document may ground a void, and which law.
    outside_the_rules: Option<Outside>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Outside {
    kinds: Vec<KindWord>,
    why: Text,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct NoBetCoups {
    clause: Clauses,
    reasons: Reasons,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Reason {
    /// Who has to permit it.
    by: Option<RoleWord>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct CutCard {
    then: CutCardWord,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Office {
    from: RoleWord,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Row {
    kind: KindWord,
    /// In which circumstances; what is left out does not matter.
    when: Option<When>,
    then: ConsequenceWord,
    clause: Option<Clauses>,
    reading: Option<bool>,
    /// Who has to decide.
    by: Option<By>,
    /// Who has to be notified.
    notify: Option<Notify>,
    /// The device is emptied and checked before the next coup.
    check: Option<OnlyClause>,
    /// Of the wagers it names, 0 is right as well as the stake.
    forfeit: Option<OnlyClause>,
    /// Instead of `void.refund`.
    refund: Option<Ground>,
    /// Cards may leave play.
    sets_aside: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct By {
    /// An office of `authority`, or a role.
    role: Text,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct NotAccepted {
    /// Who may refuse a wager; left out where a terminal refuses it in an interruption.
    by: Option<By>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Notify {
    roles: Vec<RoleWord>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct When {
    reconstructed: Option<bool>,
    order_known: Option<bool>,
    in_time: Option<bool>,
    outcome_established: Option<bool>,
    cards_damaged: Option<bool>,
    disadvantage: Option<bool>,
    replacement_available: Option<bool>,
    practicable: Option<bool>,
    outcome_affected: Option<bool>,
    initial_deal: Option<bool>,
    /// Noticed after the coup was settled.
    completed: Option<bool>,
    hand: Option<HandWords>,
    dealt: Option<DealtWords>,
    stage: Option<StageWords>,
    affects: Option<AffectsWords>,
    cause: Option<CauseWords>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Otherwise {
    then: Referred,
    by: RoleWord,
    clause: Clauses,
}

/// Tournament play: every period and list, and the clause of each check.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Tournament {
    /// That the ordinary rules hold but for some.
    ordinary: TournamentOrdinary,
    conditions: TournamentConditions,
    absence: TournamentAbsence,
    /// Breaches for which a player has to be disqualified.
    disqualified: Vec<TournamentBreach>,
    refunds: TournamentRefunds,
    /// When undisclosed wagers are announced.
    announcement: TournamentWindow,
    /// By whom and by when the form of an undisclosed wager is recorded.
    forms: TournamentForms,
    /// The checks that are made, each with its clause.
    checks: BTreeMap<String, OnlyClause>,
    /// What of these clauses no log can show, and why.
    recorded: Option<Vec<super::prizes::Part>>,
}

/// How far the ordinary rules hold.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentOrdinary {
    /// The clauses that do not hold, of those that `limits` cites for `minimum` and `differential`.
    without: Clauses,
    clause: Clauses,
}

/// What published conditions have to tell.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentConditions {
    parts: Vec<TournamentPart>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentPart {
    part: ConditionPart,
    clause: Clauses,
}

/// For how many coups of absence in a session chips may be deducted.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentAbsence {
    #[schemars(range(min = 0, max = 1000))]
    coups: i64,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentBreach {
    breach: Breach,
    clause: Clauses,
}

/// What grounds a refund.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentRefunds {
    grounds: Vec<TournamentGround>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentGround {
    ground: RefundWord,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentWindow {
    from: Closed,
    until: FirstCard,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentForms {
    by: RoleWord,
    until: FirstCard,
    clause: Clauses,
}

/// A part of the conditions.
#[derive(JsonSchema)]
#[schemars(inline)]
enum ConditionPart {
    #[schemars(rename = "a")]
    A,
    #[schemars(rename = "b")]
    B,
    #[schemars(rename = "c")]
    C,
    #[schemars(rename = "d")]
    D,
    #[schemars(rename = "e")]
    E,
    #[schemars(rename = "f")]
    F,
    #[schemars(rename = "g")]
    G,
    #[schemars(rename = "h(i)")]
    Hi,
    #[schemars(rename = "h(ii)")]
    Hii,
    #[schemars(rename = "h(iii)")]
    Hiii,
    #[schemars(rename = "i")]
    I,
    #[schemars(rename = "j")]
    J,
    #[schemars(rename = "k")]
    K,
}
