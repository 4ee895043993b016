//! What was asked of a judged coup and of its wagers, and what could not be asked of them and why: the one list of checks.

use resettle_coup_log::{CardCode, LoggedCoup, Span};
use resettle_game::Shown;
use resettle_ruleset::Ruleset;

use super::{CoupResult, CoupSeen, NotAtRisk, WagerSeen};
use crate::person::Person;
use crate::several::{Bound, Lacks, own_that_stayed};

resettle_game::words! {
    /// What a coup or a wager is asked.
    Check {
        /// Whether the cards were dealt as the table of play says.
        Deal = "deal",
        /// Whether the shoe can hold the cards.
        Composition = "composition",
        /// Whether the result announced is what the cards give.
        Result = "result",
        /// Whether the display showed the result.
        Display = "display",
        /// Whether what went back was due.
        Money = "money",
        /// Whether stakes kept to the limits of the table sign and of the rules.
        Limits = "limits",
        /// Whether stakes reached the minimum of their bet.
        Minimum = "minimum",
        /// Whether wagers may stand beside each other.
        Combinations = "combinations",
        /// Whether wagers were placed in time.
        Lateness = "lateness",
        /// Whether the log bears out what it says of irregularities.
        Claims = "claims",
        /// Whether somebody trusted vouches for the record.
        Custody = "custody",
    }
}

impl Check {
    /// Those that a coup is asked by itself, in the order of [`CoupSeen::not_asked`].
    pub const OF_COUP: [Self; 5] = [Self::Deal, Self::Composition, Self::Result, Self::Display, Self::Claims];

    /// Those that a wager is asked, in the order of [`CoupSeen::not_asked_of`].
    pub const OF_WAGER: [Self; 5] = [Self::Money, Self::Limits, Self::Minimum, Self::Combinations, Self::Lateness];

    /// What it asks, in words.
    #[must_use]
    pub fn asks(self) -> &'static str {
        match self {
            Self::Deal => "whether the cards were dealt as the table of play says",
            Self::Composition => "whether the shoe can hold the cards",
            Self::Result => "whether the result announced is what the cards give",
            Self::Display => "whether the display showed the result",
            Self::Money => "whether what went back was due by the cards",
            Self::Limits => "whether stakes kept to the limits",
            Self::Minimum => "whether stakes reached the minimum on the table sign",
            Self::Combinations => "whether wagers may stand beside each other",
            Self::Lateness => "whether wagers were placed in time",
            Self::Claims => "whether the log bears out what it says of irregularities",
            Self::Custody => "whether a seal by a trusted key vouches for the log",
        }
    }

    /// Whether it is asked of each wager; otherwise of the coup.
    #[must_use]
    pub fn is_of_wagers(self) -> bool {
        Self::OF_WAGER.contains(&self)
    }
}

resettle_game::words! {
    /// Why a check was not asked.
    NotAsked {
        /// No ruleset judged it.
        NoRules = "no_rules",
        /// No source records its cards.
        NoCards = "no_cards",
        /// One of its cards could not be read, or is foreign.
        UnreadCard = "unread_card",
        /// Of one of its cards only the rank, the suit or the points are known.
        PartlyKnown = "partly_known",
        /// It stands as it was declared.
        AsDeclared = "as_declared",
        /// No result was declared.
        NotDeclared = "not_declared",
        /// No source records a display.
        NoDisplay = "no_display",
        /// The display showed nothing.
        DisplayOff = "display_off",
        /// No start of its shoe says what the shoe holds.
        NoStart = "no_start",
        /// No sign names a bound of its bet.
        NoSign = "no_sign",
        /// The sign names no maximum of its bet.
        NoMaximum = "no_maximum",
        /// No sign names a minimum of its bet, as signs do of main bets alone.
        NoMinimum = "no_minimum",
        /// Neither player nor seat is logged, so that wagers of one person cannot be put together.
        NoPerson = "no_person",
        /// The area is not logged.
        NoArea = "no_area",
        /// It is not logged when it was placed.
        NotPlaced = "not_placed",
        /// It is not logged when bets were closed.
        NoClose = "no_close",
        /// The wagers of the rest of the table are not there.
        PartOfTable = "part_of_table",
        /// An import that nobody vouches for.
        Import = "import",
        /// No seal that counts vouches for its log.
        NoSeal = "no_seal",
        /// What was logged does not say it.
        Unknown = "unknown",
        /// The coup's wagers are not logged, or none of any coup of the day.
        NoWagers = "no_wagers",
        /// The coup was voided, or had to be.
        Void = "void",
        /// No shoe dealt the coup.
        NotDealt = "not_dealt",
        /// By the rules it was no wager: refused, withdrawn, late, removed.
        NoWager = "no_wager",
        /// The rules ask no such thing.
        NoRule = "no_rule",
    }
}

impl NotAsked {
    /// In words.
    #[must_use]
    pub fn says(self) -> &'static str {
        match self {
            Self::NoRules => "no ruleset judged it",
            Self::NoCards => "no cards",
            Self::UnreadCard => "a card that was not read, or is foreign",
            Self::PartlyKnown => "a card known by rank, suit or points alone",
            Self::AsDeclared => "it stands as declared",
            Self::NotDeclared => "no result declared",
            Self::NoDisplay => "no display",
            Self::DisplayOff => "the display showed nothing",
            Self::NoStart => "what the shoe holds is not known",
            Self::NoSign => "no sign",
            Self::NoMaximum => "no maximum on the sign",
            Self::NoMinimum => "no sign names a minimum of its bet",
            Self::NoPerson => "neither player nor seat",
            Self::NoArea => "no area",
            Self::NotPlaced => "no time of placing",
            Self::NoClose => "no time of the close",
            Self::PartOfTable => "one terminal alone",
            Self::Import => "an import that no seal vouches for",
            Self::NoSeal => "no seal that counts",
            Self::Unknown => "what was logged does not say it",
            Self::NoWagers => "no wager is logged",
            Self::Void => "the coup was void",
            Self::NotDealt => "no shoe dealt the coup",
            Self::NoWager => "by the rules it was no wager",
            Self::NoRule => "the rules ask no such thing",
        }
    }

    /// Whether a check that is asked of wagers was not asked of whole coups, for which it is counted then.
    #[must_use]
    pub fn is_of_coups(self) -> bool {
        self == Self::NoWagers
    }

    /// Whether the log, or what was given with it, lacks what the check needs; otherwise there is nothing to ask.
    #[must_use]
    pub fn is_gap(self) -> bool {
        !matches!(self, Self::NoMinimum | Self::Void | Self::NotDealt | Self::NoWager | Self::NoRule)
    }
}

impl From<Lacks> for NotAsked {
    fn from(lacks: Lacks) -> Self {
        match lacks {
            Lacks::Sign => Self::NoSign,
            Lacks::Number => Self::Unknown,
            Lacks::Close => Self::NoClose,
            Lacks::Person => Self::NoPerson,
        }
    }
}

/// What only whoever judged a coup knows of what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Whether claims were held against the log.
    pub(crate) claims: bool,
    /// Whether the records of its shoe say what it holds.
    pub(crate) composition: bool,
    /// Whether the wagers of the whole table are there.
    pub(crate) all_wagers: bool,
    /// Whether it stands as declared by a claim, so that its deal was not asked.
    pub(crate) by_claim: bool,
}

/// What is logged of a wager that checks need.
#[derive(Clone, Copy)]
struct Stated<'a> {
    person: Person<'a>,
    area: bool,
    placed: bool,
}

impl CoupSeen<'_> {
    /// Which checks of [`Check::OF_COUP`] it was not asked, and why; `None` where it was asked.
    #[must_use]
    pub fn not_asked(&self) -> [Option<NotAsked>; 5] {
        if !self.dealt {
            return [Some(NotAsked::NotDealt); 5];
        }
        let claims = (!self.asked.claims).then_some(NotAsked::Import);
        let Some(ruleset) = self.ruleset else {
            let none = Some(NotAsked::NoRules);
            return [none, none, none, none, claims.or(none)];
        };
        if self.result == CoupResult::Void {
            let void = Some(NotAsked::Void);
            return [void, void, void, void, claims];
        }
        let unread = self.unread();
        let deal = unread.or(self.asked.by_claim.then_some(NotAsked::AsDeclared));
        let composition = unread.or(self.partly_known()).or((!self.asked.composition).then_some(NotAsked::NoStart));
        let declared = self.logged.declared().is_some_and(|declared| declared.result.is_some());
        let result = match (unread, self.from_cards) {
            (Some(why), _) => Some(why),
            (None, false) => Some(NotAsked::AsDeclared),
            (None, true) => (!declared).then_some(NotAsked::NotDeclared),
        };
        [deal, composition, result, self.display(ruleset), claims]
    }

    /// Why the cards do not show everything; `None` if they are all there.
    fn unread(&self) -> Option<NotAsked> {
        let put = self.logged.strict().and_then(|coup| coup.reconstructed_cards.as_ref());
        if put.is_none() && self.logged.cards().is_none() {
            return Some(NotAsked::NoCards);
        }
        let unread = |card: &CardCode| *card == CardCode::UNREADABLE || *card == CardCode::FOREIGN;
        if self.judged_on().iter().any(unread) {
            return Some(NotAsked::UnreadCard);
        }
        let only_suit = |card: &CardCode| card.rank().is_none() && card.suit().is_some();
        self.judged_on().iter().any(only_suit).then_some(NotAsked::PartlyKnown)
    }

    /// Whether the cards give the result, but not everything else: of some only the rank or the points are known.
    fn partly_known(&self) -> Option<NotAsked> {
        self.judged_on().iter().any(|card| card.is_partly_known()).then_some(NotAsked::PartlyKnown)
    }

    /// The cards that a coup is judged on, if not all may be known: what is read quickly has cards of a deck alone.
    fn judged_on(&self) -> &[CardCode] {
        let Some(coup) = self.logged.strict() else { return &[] };
        coup.reconstructed_cards.as_deref().or(coup.cards.as_deref()).unwrap_or_default()
    }

    fn display(&self, ruleset: &Ruleset) -> Option<NotAsked> {
        match self.logged.wrd() {
            None if ruleset.display.is_none() => Some(NotAsked::NoRule),
            None => Some(NotAsked::NoDisplay),
            Some(Shown::None) => Some(NotAsked::DisplayOff),
            Some(_) => (self.result == CoupResult::Unknown).then_some(NotAsked::Unknown),
        }
    }

    /// Which checks of [`Check::OF_WAGER`] the wager at this place, counted from 0, was not asked, and why; `None` where it
    /// was asked. `wager` is what it came to.
    #[must_use]
    pub fn not_asked_of(&self, at: usize, wager: &WagerSeen) -> [Option<NotAsked>; 5] {
        if !self.dealt {
            let none = Some(NotAsked::NotDealt);
            return [None, none, none, none, none];
        }
        let Some(ruleset) = self.ruleset else { return [Some(NotAsked::NoRules); 5] };
        let money = self.money(wager);
        let none = match wager.not_at_risk {
            Some(NotAtRisk::VoidCoup) => Some(NotAsked::Void),
            Some(_) => Some(NotAsked::NoWager),
            None => None,
        };
        let late = wager.not_at_risk == Some(NotAtRisk::Late);
        if none.is_some() && !late {
            return [money, none, none, none, none];
        }
        let Stated { person, area, placed } = self.stated(at);
        let person = !matches!(person, Person::Alone(_));
        let lateness =
            if !placed { Some(NotAsked::NotPlaced) } else { (!self.knows_close()).then_some(NotAsked::NoClose) };
        if late {
            return [money, none, none, none, lateness];
        }
        let several = self.wagers.len() > 1;
        let limits = if wager.limits.is_none() {
            Some(NotAsked::NoSign)
        } else {
            (several && !person && wager.limits.max.is_some()).then_some(NotAsked::NoPerson)
        };
        // A minimum that the sign does not name is none; a maximum that it does not name was left out, or there is none.
        let no_maximum = wager.limits.max.is_none().then_some(NotAsked::NoMaximum);
        let limits = limits.or_else(|| self.bounds(ruleset, at, wager)).or(no_maximum);
        let combinations = self.combinations(ruleset, at, wager, several && !person, several && !area);
        let minimum = wager.limits.min.is_none().then_some(NotAsked::NoMinimum);
        [money, limits, minimum, combinations, lateness]
    }

    /// Why the cards do not show what was due of a wager.
    fn money(&self, wager: &WagerSeen) -> Option<NotAsked> {
        if !wager.judged {
            let withdrawn = wager.not_at_risk == Some(NotAtRisk::Withdrawn) && self.close().is_none();
            let otherwise = if withdrawn { NotAsked::NoClose } else { NotAsked::Unknown };
            return Some(self.unread().or(self.partly_known()).unwrap_or(otherwise));
        }
        if wager.not_at_risk.is_some() || self.from_cards {
            return None;
        }
        Some(self.unread().unwrap_or(NotAsked::AsDeclared))
    }

    fn combinations(
        &self,
        ruleset: &Ruleset,
        at: usize,
        wager: &WagerSeen,
        no_person: bool,
        no_area: bool,
    ) -> Option<NotAsked> {
        let rules = &ruleset.combinations;
        let areas = [&rules.wagers_per_area, &rules.players_per_area];
        let any = rules.opposed.is_some()
            || !rules.requires.0.is_empty()
            || rules.tokens.is_some()
            || areas.iter().any(|rule| rule.is_some());
        if !any {
            return Some(NotAsked::NoRule);
        }
        if no_person && (rules.opposed.is_some() || rules.players_per_area.is_some()) {
            return Some(NotAsked::NoPerson);
        }
        if no_area {
            let bet = wager.bet.and_then(|bet| ruleset.wagers.get(bet)).map(|rule| rule.bet.as_str());
            let bounds = areas.into_iter().flatten();
            if bounds.into_iter().any(|rule| rule.bet.is_none() || rule.bet.as_deref() == bet) {
                return Some(NotAsked::NoArea);
            }
        }
        if !rules.requires.0.is_empty() && !self.asked.all_wagers {
            return Some(NotAsked::PartOfTable);
        }
        self.lacks_own(ruleset, at, wager)
    }

    /// Why it is not known whether a wager that needs another one of the same player has it: the log does not say whose one is
    /// that stayed, or whether theirs did.
    fn lacks_own(&self, ruleset: &Ruleset, at: usize, wager: &WagerSeen) -> Option<NotAsked> {
        let bet = |wager: &WagerSeen| Some(ruleset.wagers.get(wager.bet?)?.bet.as_str());
        let own = self.stated(at).person;
        let rules = ruleset.combinations.requires.0.iter().filter(|rule| rule.is_own());
        let mut rules = rules.filter(|rule| bet(wager) == Some(rule.bet.as_str()));
        rules.find_map(|rule| {
            let of_it = |other: &WagerSeen| bet(other).is_some_and(|name| rule.any_of.iter().any(|one| one == name));
            let mut lacks: Option<Lacks> = None;
            for (other, seen) in self.wagers.iter().enumerate().filter(|(_, other)| of_it(other)) {
                let stayed = NotAtRisk::stayed(seen.not_at_risk, self.knows_close());
                match own_that_stayed(own.is(self.stated(other).person), stayed) {
                    Ok(true) => return None,
                    Ok(false) => {}
                    Err(why) => lacks = lacks.into_iter().chain([why]).min(),
                }
            }
            lacks.map(NotAsked::from)
        })
    }

    /// Why a bound of the ruleset was not asked of a wager.
    fn bounds(&self, ruleset: &Ruleset, at: usize, wager: &WagerSeen) -> Option<NotAsked> {
        let bet = |name: &str| ruleset.numbered(name).map(|(nth, _)| Some(nth));
        let minimum = |_: &str| (!wager.limits.lacks_minimum).then_some(0);
        let own = self.stated(at).person;
        let others = || self.wagers.iter().enumerate().filter(|(other, _)| *other != at);
        let others = || others().map(|(other, seen)| (seen.bet, own.is(self.stated(other).person)));
        let bounds = Bound::all(&ruleset.limits, bet, minimum)?;
        let lacks = bounds.iter().filter_map(|(bound, _)| bound.lacks(wager.bet, others(), self.logged.number()));
        lacks.min().map(NotAsked::from)
    }

    /// What is read quickly has all times.
    fn knows_close(&self) -> bool {
        matches!(self.logged, LoggedCoup::Quick(_)) || self.close().is_some()
    }

    fn stated(&self, at: usize) -> Stated<'_> {
        let (player, seat, area, placed) = match self.logged {
            LoggedCoup::Quick(coup) => coup.wagers.get(at).map(|wager| {
                let bytes = |name: Option<Span>| name.map(|name| coup.bytes(name));
                (bytes(wager.player), bytes(wager.seat), wager.area.is_some(), wager.placed.is_some())
            }),
            LoggedCoup::Whole(coup) => coup.wagers.as_ref().and_then(|wagers| wagers.get(at)).map(|wager| {
                let [player, seat] = [&wager.player, &wager.seat].map(|name| name.as_deref().map(str::as_bytes));
                (player, seat, wager.area.is_some(), wager.placed.is_some())
            }),
        }
        .unwrap_or_default();
        Stated { person: Person::of(player, seat, at), area, placed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_of_one_thing() {
        for (_, check) in Check::ALL.iter().copied() {
            assert_eq!(Check::parse(check.word()), Some(check));
            let of = [Check::OF_COUP.contains(&check), Check::OF_WAGER.contains(&check), check == Check::Custody];
            assert_eq!(of.into_iter().filter(|one| *one).count(), 1, "{check:?}");
        }
        for (_, why) in NotAsked::ALL.iter().copied() {
            assert_eq!(NotAsked::parse(why.word()), Some(why));
        }
    }
}
