use resettle_game::Card;
use resettle_ruleset::{Elected, Ruleset};
use sha2::{Digest as _, Sha256};

use crate::debug::{digits, leaves};
use crate::{data, irregularities, tables, wagers};

/// What is proven of two rulesets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The id of the one.
    pub old: String,
    /// SHA-256 over the two files of the old one.
    pub digest_old: String,
    /// The id of the other.
    pub new: String,
    /// SHA-256 over the two files of the new one.
    pub digest_new: String,
    /// Every part of a ruleset, each with how the two were compared.
    pub parts: Vec<Part>,
}

/// What follows from all parts together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every part that judges is proven the same.
    Equivalent,
    /// Every part that judges was gone through; they are the same but for the differences listed.
    Except,
    /// Some part was not gone through.
    NotProven,
}

impl Verdict {
    /// `equivalent`, `equivalent_except` or `not_proven`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Equivalent => "equivalent",
            Self::Except => "equivalent_except",
            Self::NotProven => "not_proven",
        }
    }
}

/// How a part was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// Everything that can happen was gone through; what that was, in words.
    Enumerated(String),
    /// As data, so many leaves.
    AsData(usize),
    /// Not, or not all of it; why.
    NotProven(String),
    /// It judges no coup; what it says, in words.
    NoPart(String),
}

impl How {
    /// `enumerated`, `as_data`, `not_proven` or `no_part`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Enumerated(_) => "enumerated",
            Self::AsData(_) => "as_data",
            Self::NotProven(_) => "not_proven",
            Self::NoPart(_) => "no_part",
        }
    }

    /// For people: what was gone through or compared, or why it is not proven.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::Enumerated(what) | Self::NoPart(what) => what.clone(),
            Self::AsData(1) => "one value, compared as data".to_owned(),
            Self::AsData(count) => format!("{count} values, each compared as data"),
            Self::NotProven(why) => format!("not proven: {why}"),
        }
    }
}

/// A part of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name, as the ruleset format has it.
    pub name: String,
    /// How it was compared.
    pub how: How,
    /// Where the two are not the same.
    pub differences: Vec<Difference>,
}

/// A set of coups that the two do not judge alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is about: `wagers.tie`, `draws.banker.5`, `irregularities.fraud`, `limits.maximum.then`.
    pub path: String,
    /// The set of coups, in words.
    pub set: String,
    /// What the one says.
    pub old: String,
    /// What the other says.
    pub new: String,
    /// A smallest coup of the set; none where it takes more than cards and a bet to show it.
    pub coup: Option<Coup>,
}

/// A coup and a bet on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coup {
    /// The cards off the shoe, in order.
    pub cards: Vec<Card>,
    /// How many of them it takes under the one and under the other.
    pub takes: (usize, usize),
    /// Bet, stake in minor units, what goes back under the one and the other; none where the hands alone differ.
    pub wager: Option<Paid>,
}

/// What goes back of a stake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paid {
    /// The bet's id in its ruleset.
    pub bet: String,
    /// The stake, in minor units.
    pub stake: i64,
    /// The smallest chip, in minor units, where that matters.
    pub chip: Option<i64>,
    /// What goes back under the one, stake included.
    pub old: String,
    /// What goes back under the other.
    pub new: String,
}

impl Difference {
    /// SHA-256, in lower-case hex, of the JSON array of path, set, old and new, without spaces.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let array = serde_json::Value::from(vec![&*self.path, &*self.set, &*self.old, &*self.new]);
        base16ct::lower::encode_string(&Sha256::digest(array.to_string().as_bytes()))
    }
}

impl Statement {
    /// Compares two rulesets. Where a document leaves choices to the operator, they are compared under every set of choices
    /// that both offer; a set that one alone offers is a difference.
    #[must_use]
    pub fn of(old: &Ruleset, new: &Ruleset) -> Self {
        Self {
            old: old.id.clone(),
            digest_old: old.digest.clone(),
            new: new.id.clone(),
            digest_new: new.digest.clone(),
            parts: parts(old, new),
        }
    }

    /// What follows from all parts together.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.parts.iter().any(|part| matches!(part.how, How::NotProven(_))) {
            Verdict::NotProven
        } else if self.differences().next().is_some() {
            Verdict::Except
        } else {
            Verdict::Equivalent
        }
    }

    /// The differences of each part, in the order of the parts.
    pub fn differences(&self) -> impl Iterator<Item = &Difference> {
        self.parts.iter().flat_map(|part| &part.differences)
    }

    /// The parts that are not proven, each with the reason.
    pub fn not_proven(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parts.iter().filter_map(|part| match &part.how {
            How::NotProven(why) => Some((part.name.as_str(), why.as_str())),
            _ => None,
        })
    }

    /// The verdict, in one sentence.
    #[must_use]
    pub fn in_words(&self) -> String {
        let count = self.differences().count();
        let listed = match count {
            0 => String::new(),
            1 => ", beside the difference listed".to_owned(),
            count => format!(", beside the {count} differences listed"),
        };
        match self.verdict() {
            Verdict::Equivalent => {
                "Equivalent: that the two rulesets settle, void and demand the same is proven over everything that can happen."
                    .to_owned()
            }
            Verdict::Except if count == 1 => {
                "Equivalent except for one difference: that the two rulesets have no other is proven over everything that can happen."
                    .to_owned()
            }
            Verdict::Except => format!(
                "Equivalent except for {count} differences: that the two rulesets have no other is proven over everything that can happen."
            ),
            Verdict::NotProven => {
                let parts: Vec<&str> = self.not_proven().map(|(name, _)| name).collect();
                format!("Not proven: of {} it is not known whether anything differs{listed}.", parts.join(", "))
            }
        }
    }
}

/// The rules under a set of choices; the ruleset itself where it leaves none open.
fn elects<'r>(ruleset: &'r Ruleset, elected: &Elected) -> Option<&'r Ruleset> {
    match ruleset.variants.as_slice() {
        [] => Some(ruleset),
        variants => variants.iter().find(|(known, _)| known == elected).map(|(_, rules)| rules.as_ref()),
    }
}

/// What a choice can change: no other section is marked by one.
fn elective(rules: &Ruleset) -> (Vec<(&str, impl std::fmt::Debug)>, Vec<(String, String)>) {
    let mut bets: Vec<_> = rules.wagers.iter().map(|rule| (rule.bet.as_str(), wagers::rows(rule))).collect();
    bets.sort_by_key(|(bet, _)| *bet);
    (bets, leaves(&rules.commission))
}

fn parts(old: &Ruleset, new: &Ruleset) -> Vec<Part> {
    let mut sets: Vec<&Elected> = Vec::new();
    for (elected, _) in old.variants.iter().chain(&new.variants) {
        if !sets.contains(&elected) {
            sets.push(elected);
        }
    }
    if sets.is_empty() {
        return judged(old, new);
    }
    // Whether a choice has to be stated at all, and whether what says so is a reading.
    let mut out = vec![data::part("options", &data::options(old), &data::options(new))];
    let mut compared: Vec<(&Elected, Vec<Part>)> = Vec::new();
    for elected in sets {
        match (elects(old, elected), elects(new, elected)) {
            (Some(was), Some(is)) => compared.push((elected, judged(was, is))),
            (was, is) => {
                let words = |rules: Option<&Ruleset>| {
                    rules.map_or_else(
                        || "not offered".to_owned(),
                        |rules| format!("offered, {}", digits(&elective(rules))),
                    )
                };
                let difference = Difference {
                    path: "options".to_owned(),
                    set: format!("every coup under {elected}"),
                    old: words(was),
                    new: words(is),
                    coup: None,
                };
                out.iter_mut().for_each(|part| part.differences.push(difference.clone()));
            }
        }
    }
    if compared.is_empty() {
        let why = "there is no set of choices that both offer".to_owned();
        out.push(Part { name: "everything else".to_owned(), how: How::NotProven(why), differences: Vec::new() });
    }
    let Some(((_, first), others)) = compared.split_first() else { return out };
    for (at, part) in first.iter().enumerate() {
        let alike = |parts: &[Part]| parts.get(at).is_some_and(|other| other.how == part.how);
        let everywhere = |difference: &Difference| {
            others.iter().all(|(_, parts)| parts.get(at).is_some_and(|part| part.differences.contains(difference)))
        };
        let common: Vec<Difference> =
            part.differences.iter().filter(|difference| everywhere(difference)).cloned().collect();
        if others.iter().all(|(_, parts)| alike(parts)) {
            out.push(Part { differences: common.clone(), ..part.clone() });
        }
        for (elected, parts) in &compared {
            let Some(own) = parts.get(at) else { continue };
            let apart = own
                .differences
                .iter()
                .filter(|difference| !common.contains(difference) || !others.iter().all(|(_, parts)| alike(parts)));
            let differences: Vec<Difference> = apart.cloned().collect();
            if !differences.is_empty() || !others.iter().all(|(_, parts)| alike(parts)) {
                let under = |difference: Difference| Difference {
                    set: format!("{}, under {elected}", difference.set),
                    ..difference
                };
                out.push(Part {
                    name: format!("{} under {elected}", own.name),
                    how: own.how.clone(),
                    differences: differences.into_iter().map(under).collect(),
                });
            }
        }
    }
    out
}

/// Every part, with the choices made. Each field of a ruleset is named, so that none is left out.
fn judged(old: &Ruleset, new: &Ruleset) -> Vec<Part> {
    let Ruleset {
        schema: _,
        id: _,
        digest: _,
        files: _,
        title: _,
        version: _,
        jurisdiction: _,
        venue: _,
        venues: _,
        game: _,
        effective: _,
        gaps: _,
        source: _,
        clauses: _,
        favours_player: _,
        // The same under every set of choices, or compared as such.
        options: _,
        variants: _,
        elected: _,
        // Tables of play.
        cards: _,
        draws: _,
        table: _,
        // Bets.
        wagers: _,
        book: _,
        // Irregularities.
        irregularities: _,
        otherwise: _,
        // As data.
        decks,
        deal,
        moments,
        combinations,
        rounding,
        commission,
        limits,
        late,
        removal,
        not_accepted,
        void,
        misdeal_that_stands,
        display,
        no_bet_coups,
        cut_card,
        authority,
        tournament,
        promotions,
    } = old;
    let data = |name: &str, was: &dyn std::fmt::Debug, is: &dyn std::fmt::Debug| data::part(name, was, is);
    let mut out = tables::parts(old, new);
    out.push(wagers::part(old, new));
    out.push(irregularities::part(old, new));
    out.push(data("decks", decks, &new.decks));
    out.push(data("deal", &data::around_the_deal(deal), &data::around_the_deal(&new.deal)));
    out.push(data("moments", moments, &new.moments));
    out.push(data("combinations", combinations, &new.combinations));
    out.push(wagers::money(data("rounding", rounding, &new.rounding), old, new));
    out.push(wagers::money(data("commission", commission, &new.commission), old, new));
    out.push(data("limits", limits, &new.limits));
    out.push(data("late.placed", &late.placed, &new.late.placed));
    out.push(data("late.withdrawn", &data::withdrawn(&late.withdrawn), &data::withdrawn(&new.late.withdrawn)));
    out.push(data("removal", removal, &new.removal));
    out.push(data("not_accepted", not_accepted, &new.not_accepted));
    out.push(data("void", void, &new.void));
    out.push(data("misdeal_that_stands", misdeal_that_stands, &new.misdeal_that_stands));
    out.push(data("display", display, &new.display));
    out.push(data("no_bet_coups", no_bet_coups, &new.no_bet_coups));
    out.push(data("cut_card", cut_card, &new.cut_card));
    out.push(data("authority", authority, &new.authority));
    out.push(data("readings", &data::readings(old), &data::readings(new)));
    let holds = |ruleset: &Ruleset| data::held_at_tournaments(ruleset);
    out.push(data("tournament", &(tournament, holds(old)), &(&new.tournament, holds(new))));
    out.push(data("promotions", promotions, &new.promotions));
    let none = |name: &str, what: &str| Part {
        name: name.to_owned(),
        how: How::NoPart(what.to_owned()),
        differences: Vec::new(),
    };
    out.push(none(
        "jurisdiction, venue, game, effective, gaps",
        "say which coups a ruleset judges, not how: not part of the statement",
    ));
    out.push(none("title, version, source, clauses, favours_player", "words and citations: not part of the statement"));
    out
}
