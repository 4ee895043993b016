//! Every finding there is: one line here, one page in `explain/`.

use std::fmt;

mod severity;

pub use severity::Severity;

macro_rules! catalogue {
    ($($(#[$meta:meta])* $variant:ident, $code:literal, $severity:ident;)+) => {
        /// A finding's stable code. Codes are never reused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[$meta])* $variant),+ }

        impl Code {
            /// Every code, in the order of the contract's table.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The code as reports name it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }

            /// Its usual severity; readings and the law outside the rules may lower it.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity),+ }
            }

            /// What it means, why, an example, its clause and what to do, as Markdown.
            #[must_use]
            pub fn explanation(self) -> &'static str {
                match self { $(Self::$variant => include_str!(concat!("../../explain/", $code, ".md"))),+ }
            }
        }
    };
}

catalogue! {
    /// A line is not a record of the format.
    MalformedRecord, "integrity/malformed-record", Critical;
    /// The first line is not an `open` record.
    NoOpen, "integrity/no-open", Critical;
    /// An unknown record type or irregularity kind.
    UnknownKind, "integrity/unknown-kind", Minor;
    /// `prev` is not the hash of the line before.
    ChainBroken, "integrity/chain-broken", Critical;
    /// `seq` does not follow.
    SequenceGap, "integrity/sequence-gap", Critical;
    /// `at` is earlier than before.
    TimeReversal, "integrity/time-reversal", Major;
    /// A seal by a trusted key does not verify.
    BadSignature, "integrity/bad-signature", Critical;
    /// What a seal vouches for cannot be verified.
    UntrustedKey, "integrity/untrusted-key", Critical;
    /// The log does not end in a seal.
    UnsealedTail, "integrity/unsealed-tail", Critical;
    /// Records after a final seal.
    AfterFinal, "integrity/after-final", Critical;
    /// The log ends in a seal that is not final.
    NotClosed, "integrity/not-closed", Major;
    /// Two logs with the same id diverge.
    Fork, "integrity/fork", Critical;
    /// A log lost the seal that was last verified.
    RolledBack, "integrity/rolled-back", Critical;
    /// No ruleset for the time.
    NoneInForce, "ruleset/none-in-force", Critical;
    /// A choice that the rules leave was not made.
    NotElected, "ruleset/not-elected", Critical;
    /// A choice that the rules do not offer.
    NotOffered, "ruleset/not-offered", Major;
    /// Which ruleset was in force is uncertain.
    Uncertain, "ruleset/uncertain", Minor;
    /// An unapproved ruleset was used although approval is required.
    Unapproved, "ruleset/unapproved", Major;
    /// An approved ruleset is not what was approved.
    Altered, "ruleset/altered", Critical;
    /// The shoe's decks are outside the range.
    DecksOutOfRange, "deal/decks-out-of-range", Major;
    /// More copies of a card than there can be.
    ImpossibleCard, "deal/impossible-card", Critical;
    /// A foreign card, but no clause that voids the coup for it.
    ForeignCard, "deal/foreign-card", Critical;
    /// The cards put in are not the ones that were taken out.
    ReplacedCards, "deal/replaced-cards", Critical;
    /// A card could not be read.
    UnreadableCard, "deal/unreadable-card", Major;
    /// A hand did not draw though it must.
    MissingDraw, "deal/missing-draw", Critical;
    /// A hand has a card too many.
    ExtraDraw, "deal/extra-draw", Critical;
    /// A card went where the rules do not send it.
    MisplacedCard, "deal/misplaced-card", Critical;
    /// A kept card did not open the next coup.
    CarriedCard, "deal/carried-card", Major;
    /// The announced result is not what the cards give.
    Misdeclared, "result/misdeclared", Critical;
    /// The coup had to be void and was settled.
    VoidUndeclared, "void/undeclared", Critical;
    /// The coup was voided without a ground.
    VoidGroundless, "void/groundless", Critical;
    /// The coup was voided by a manager's decision.
    VoidDiscretionary, "void/discretionary", Info;
    /// Less came back than due.
    Underpaid, "settlement/underpaid", Critical;
    /// More came back than due.
    Overpaid, "settlement/overpaid", Critical;
    /// A late wager was not simply returned.
    LateHonoured, "wager/late-honoured", Critical;
    /// A late withdrawal let a wager out of its loss or its win.
    WithdrawnHonoured, "wager/withdrawn-honoured", Critical;
    /// A wager that the rules do not permit.
    NotPermitted, "wager/not-permitted", Major;
    /// A wager was refused before the close without a ground.
    Refused, "wager/refused", Major;
    /// The log refutes what somebody said went wrong.
    ClaimRefuted, "claim/refuted", Major;
    /// Money moved on somebody's word alone.
    ClaimUnsupported, "claim/unsupported", Major;
    /// A stake above the limit was settled whole.
    OverLimit, "wager/over-limit", Minor;
    /// A stake below a minimum that binds.
    UnderLimit, "wager/under-limit", Minor;
    /// Two wagers of a coup have one id.
    DuplicateId, "wager/duplicate-id", Major;
    /// The display showed another result.
    WrdMismatch, "display/wrd-mismatch", Major;
    /// Somebody was not notified.
    NotificationMissing, "procedure/notification-missing", Major;
    /// Nobody entitled decided.
    AuthorityMissing, "procedure/authority-missing", Major;
    /// The shoe went on without its check.
    CheckMissing, "procedure/check-missing", Major;
    /// A ruling is not what was done.
    Ruling, "procedure/ruling", Major;
    /// A time is later than its own record, or earlier than can be.
    Clock, "procedure/clock", Major;
    /// No card was burned.
    BurnMissing, "procedure/burn-missing", Minor;
    /// As many cards as a coup takes were burned between two coups.
    Burn, "procedure/burn", Major;
    /// The smallest chip of a table sign is above a minimum that it states.
    Sign, "procedure/sign", Major;
    /// A shoe was dealt from after its cut card had ended it.
    CutCard, "procedure/cut-card", Major;
    /// A coup is wrongly logged as a no-bet coup, or should have been one.
    NoBetCoup, "procedure/no-bet-coup", Major;
    /// Coup numbers are not consecutive.
    CoupGap, "procedure/coup-gap", Major;
    /// A shoe's records do not fit its coups.
    ShoeRecord, "procedure/shoe-record", Major;
    /// Times are missing or out of order.
    Times, "procedure/times", Minor;
    /// A coup lacks a section.
    SectionMissing, "procedure/section-missing", Major;
    /// Two sources differ about one section.
    Disagreement, "reconcile/disagreement", Major;
    /// An expected source lacks a coup.
    MissingSource, "reconcile/missing-source", Major;
    /// A terminal paid on a coup that was never dealt.
    PaidUndealt, "reconcile/paid-undealt", Critical;
    /// Money that nothing but its own record shows to be right.
    Unjudged, "reconcile/unjudged", Major;
    /// A wager is in time only by the tolerance of a clock.
    ClockTolerance, "reconcile/clock-tolerance", Info;
    /// What nobody vouches for is not used if a seal vouches for something else.
    Unvouched, "reconcile/unvouched", Critical;
    /// A log that must exist is missing.
    MissingLog, "reconcile/missing-log", Major;
    /// A log lacks what the roster says it has to hold.
    Profile, "reconcile/profile", Major;
    /// Two logs of one source hold the same coups.
    Overlap, "reconcile/overlap", Major;
    /// A log differs from what the venue's digest signed.
    DigestMismatch, "reconcile/digest-mismatch", Critical;
    /// A log does not hold what the report before judged of it.
    LogReplaced, "reconcile/log-replaced", Critical;
    /// A disposition fits no finding.
    DispositionUnused, "disposition/unused", Minor;
    /// A disposition is out of date.
    DispositionExpired, "disposition/expired", Major;
    /// No signer vouches for the report of the period before.
    PreviousUnverified, "disposition/previous-unverified", Major;
    /// The ruleset holds no rules of tournament play.
    TournamentNoRules, "tournament/no-rules", Info;
    /// No conditions are among the logs.
    TournamentNoConditions, "tournament/no-conditions", Major;
    /// A part of the conditions is missing.
    TournamentConditionMissing, "tournament/condition-missing", Major;
    /// Conditions were written after the first start.
    TournamentConditionsLate, "tournament/conditions-late", Major;
    /// A player had no copy of the conditions.
    TournamentConditionsNotGiven, "tournament/conditions-not-given", Minor;
    /// A player sits who did not enter, or did not pay.
    TournamentNotEntered, "tournament/not-entered", Major;
    /// One entry more than the conditions allow.
    TournamentEntries, "tournament/entries", Minor;
    /// Nothing grounds a refund.
    TournamentRefund, "tournament/refund", Major;
    /// A fee of a cancelled tournament did not go back.
    TournamentRefundMissing, "tournament/refund-missing", Critical;
    /// The prizes come to less than the fees.
    TournamentPrizePool, "tournament/prize-pool", Critical;
    /// A prize went to somebody else than who won it, or twice, or to nobody.
    TournamentPrize, "tournament/prize", Critical;
    /// A player went on after the fee had gone back.
    TournamentAfterRefund, "tournament/after-refund", Major;
    /// A session that was scheduled was not played, or its log is missing.
    TournamentNotPlayed, "tournament/not-played", Major;
    /// A session starts at a table that was not designated.
    TournamentTable, "tournament/table", Major;
    /// A start was altered without notice, or came too early.
    TournamentStartAltered, "tournament/start-altered", Minor;
    /// An ordinary coup was dealt while a session runs.
    TournamentNotExclusive, "tournament/not-exclusive", Major;
    /// The session of a coup does not run.
    TournamentNoSession, "tournament/no-session", Major;
    /// A wager of somebody who is not in the session.
    TournamentNotSeated, "tournament/not-seated", Critical;
    /// A player takes part in a round without having advanced to it.
    TournamentNotAdvanced, "tournament/not-advanced", Critical;
    /// A wager was made from another seat.
    TournamentPosition, "tournament/position", Minor;
    /// The chips are not the ones allotted.
    TournamentAllotment, "tournament/allotment", Critical;
    /// A player sits who did not pay the buy-in.
    TournamentBuyIn, "tournament/buy-in", Major;
    /// The pass cards are not the ones that the conditions give.
    TournamentPassAllocation, "tournament/pass-allocation", Major;
    /// A pass card too many, or beside a wager.
    TournamentPassCard, "tournament/pass-card", Major;
    /// A player made no wager and was not disqualified.
    TournamentNoWager, "tournament/no-wager", Major;
    /// A wager below the minimum was not made up, or not returned.
    TournamentBelowMinimum, "tournament/below-minimum", Major;
    /// Incomplete increments were settled.
    TournamentIncrement, "tournament/increment", Major;
    /// Stakes above the chips.
    TournamentOverChips, "tournament/over-chips", Critical;
    /// A wager with something else than tournament chips.
    TournamentWrongChips, "tournament/wrong-chips", Major;
    /// A wager was restricted that was made in time.
    TournamentRestriction, "tournament/restriction", Minor;
    /// Bounds that the conditions do not foresee.
    TournamentLevelChange, "tournament/level-change", Major;
    /// A player who could not wager the minimum stayed.
    TournamentNotEliminated, "tournament/not-eliminated", Major;
    /// A player was eliminated without a ground.
    TournamentEliminated, "tournament/eliminated", Critical;
    /// Chips were given out that nothing grants.
    TournamentChipsAdded, "tournament/chips-added", Critical;
    /// A breach that disqualifies had no consequence.
    TournamentNotDisqualified, "tournament/not-disqualified", Major;
    /// Somebody other than the Tournament Manager decided what the Tournament Manager decides.
    TournamentAuthority, "tournament/authority", Major;
    /// A deduction is wrong.
    TournamentDeduction, "tournament/deduction", Major;
    /// A player handed in too many forms.
    TournamentUndisclosedCount, "tournament/undisclosed-count", Major;
    /// A form was not recorded in time, or not by somebody entitled.
    TournamentUndisclosedForm, "tournament/undisclosed-form", Minor;
    /// An undisclosed wager was not announced in its window.
    TournamentUndisclosedAnnouncement, "tournament/undisclosed-announcement", Major;
    /// What a form led to is not what it counts for.
    TournamentUndisclosedAmount, "tournament/undisclosed-amount", Major;
    /// The marker lay on another box.
    TournamentMarker, "tournament/marker", Minor;
    /// A wager out of turn.
    TournamentOutOfTurn, "tournament/out-of-turn", Major;
    /// A coup began while a dispute was open.
    TournamentDispute, "tournament/dispute", Major;
    /// Chips were not counted.
    TournamentCountMissing, "tournament/count-missing", Major;
    /// A count differs from what follows from the log.
    TournamentChipCount, "tournament/chip-count", Critical;
    /// Chips are missing that nobody accounted for.
    TournamentInventory, "tournament/inventory", Major;
    /// A session ended early although who advances was not determined.
    TournamentEarlyEnd, "tournament/early-end", Major;
    /// A coup beyond the length of the session.
    TournamentOverrun, "tournament/overrun", Major;
    /// More or fewer advance than the conditions say.
    TournamentAdvance, "tournament/advance", Major;
    /// Others advance or are placed than the ranking gives.
    TournamentPlacing, "tournament/placing", Critical;
    /// A tie was broken without a play-off.
    TournamentTie, "tournament/tie", Critical;
    /// A play-off was held among players other than the tied ones.
    TournamentPlayOff, "tournament/play-off", Major;
    /// A session has no result.
    TournamentNoResult, "tournament/no-result", Minor;
    /// A row of a register does not fit its file.
    MalformedRow, "promotion/malformed-row", Critical;
    /// A draw was held without the scrutineer that it needs.
    NoScrutineer, "promotion/no-scrutineer", Critical;
    /// A cash alternative is offered that is not permitted, or is not stated.
    CashAlternative, "promotion/cash-alternative", Major;
    /// A prize that is not money was not paid out as that prize.
    CashPaid, "promotion/cash-paid", Major;
    /// A cash prize was paid in a way that the rules do not know.
    Payment, "promotion/payment", Major;
    /// What was paid does not add up to the value of the prize.
    PaymentSum, "promotion/payment-sum", Major;
    /// A prize is, or contains, something that may not be a prize.
    ProhibitedPrize, "promotion/prohibited-prize", Critical;
    /// The terms were not available.
    TermsUnavailable, "promotion/terms-unavailable", Major;
    /// Marketing does not refer to the terms.
    Marketing, "promotion/marketing", Minor;
    /// The terms do not state everything that they must.
    TermMissing, "promotion/term-missing", Major;
    /// Nobody tried to notify the winner in time.
    NotificationLate, "promotion/notification-late", Major;
    /// The winner was notified by other means than those of the rules.
    NotificationMeans, "promotion/notification-means", Major;
    /// The Authority did not have the details in time.
    DetailsLate, "promotion/details-late", Major;
    /// Terms were amended without approval.
    Amended, "promotion/amended", Critical;
    /// A claimant was not informed why a claim was denied.
    NotInformed, "promotion/not-informed", Major;
    /// Details of a denied claim are not kept.
    DenialRecord, "promotion/denial-record", Major;
    /// Somebody was not informed of the right to complain.
    ComplaintRight, "promotion/complaint-right", Major;
    /// The inspectorate was not informed at once.
    Inspectorate, "promotion/inspectorate", Critical;
    /// A compromised draw was held.
    DrawnCompromised, "promotion/drawn-compromised", Critical;
    /// Times of a register that do not fit each other, or its own end.
    PromotionTimes, "promotion/times", Major;
    /// A prize was drawn more often than there are of it.
    DrawnTwice, "promotion/drawn-twice", Major;
    /// A file that the register names was not given, or has another number of rows.
    MissingFile, "promotion/missing-file", Critical;
}

impl Code {
    /// Whether it says that less or more went back than was due.
    #[must_use]
    pub fn is_payment(self) -> bool {
        matches!(self, Self::Underpaid | Self::Overpaid)
    }

    /// Whether its money is what a wager returned less what was due for it, and so part of the net error; each wager has one
    /// such finding at most.
    #[must_use]
    pub fn is_of_net_error(self) -> bool {
        matches!(
            self,
            Self::Underpaid
                | Self::Overpaid
                | Self::LateHonoured
                | Self::WithdrawnHonoured
                | Self::NotPermitted
                | Self::VoidUndeclared
                | Self::VoidGroundless
                | Self::PaidUndealt
        )
    }

    /// Whether numbers that it expected and that were logged are amounts, in minor units, though it puts no sum to them.
    #[must_use]
    pub fn compares_money(self) -> bool {
        self == Self::Sign || ["settlement/", "wager/"].iter().any(|family| self.as_str().starts_with(family))
    }

    /// Whether it says only that nobody knows which rules applied: nobody's fault at the table. So it counts for no coup, no
    /// hour and nobody who was on duty.
    #[must_use]
    pub fn is_doubt(self) -> bool {
        self == Self::Uncertain
    }

    /// Whether it says by itself that the money of its coup, or a part of it, is not judged.
    pub(crate) fn leaves_money_unjudged(self) -> bool {
        matches!(
            self,
            Self::SectionMissing
                | Self::UnreadableCard
                | Self::ForeignCard
                | Self::MissingDraw
                | Self::ExtraDraw
                | Self::MisplacedCard
                | Self::Misdeclared
                | Self::VoidGroundless
                | Self::VoidUndeclared
        )
    }

    /// Reads a code.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Code {
    /// What it means, in one line: the first line under the heading of its page.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.explanation().lines().skip(1).map(str::trim).find(|line| !line.is_empty()).unwrap_or("")
    }

    /// What to do, in one line: the first line of that section of its page.
    #[must_use]
    pub fn help(self) -> Option<&'static str> {
        let (_, section) = self.explanation().split_once("\n## What to do\n")?;
        section.lines().map(str::trim).find(|line| !line.is_empty())
    }
}
