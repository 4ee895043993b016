//! The cards of a shoe, counted coup by coup.

use resettle_coup_log::{CardCode, Coup};
use resettle_game::{Card, Kind, counted};
use resettle_ruleset::Ruleset;

use super::pending::Pending;
use super::shoe::{Event, Shoe};
use crate::catalogue::Code;
use crate::coup::card;
use crate::finding::{Finding, Place};
use crate::irregularity::Logged;
use crate::shoe::{Burns, Surplus};

impl Shoe {
    /// Whether it has as many decks as its rules allow, checked with its first coup.
    pub(crate) fn decks_fault(&self, ruleset: &Ruleset, place: &Place) -> Option<Finding> {
        let decks = self.composition.as_ref().filter(|_| self.started)?.decks();
        let range = &ruleset.decks;
        if range.allows(decks) {
            return None;
        }
        let (outside, wanted) = match (&range.only, range.max) {
            (None, Some(max)) if range.min == max => ("not", max.to_string()),
            (None, Some(max)) => ("outside", format!("{} to {max}", range.min)),
            _ => ("not", range.in_words()),
        };
        let message = format!("the shoe has {decks} decks, {outside} {wanted}");
        let finding = Finding::new(Code::DecksOutOfRange, place, message).clause(Some(ruleset.cite(&range.clause)));
        Some(finding.compared(wanted, decks))
    }

    /// Counts the coup's cards. `judged` says whether its deal is judged.
    pub(crate) fn count(
        &mut self,
        pending: &Pending,
        carried: Option<Card>,
        left_out: &[usize],
        judged: bool,
    ) -> Vec<Finding> {
        let returns = returns(pending, self);
        let asked = self.asked();
        let Some(composition) = &mut self.composition else { return Vec::new() };
        let cards = cards_of(&pending.round.coup, left_out);
        let found = composition.coup(&cards, carried, returns, judged && asked);
        composition.drew(drawn(&pending.round.coup, carried));
        if pending.round.coup.cards.is_none() {
            composition.not_counted();
        }
        let ruleset = pending.ruleset.as_deref();
        let (place, number) = (&pending.round.place, pending.round.coup.coup);
        let of = |surplus: Surplus| {
            let none_burned = pending.burns.as_ref().is_some_and(Burns::is_empty);
            let whence = self.whence(surplus, number, none_burned).filter(|_| !returns && carried.is_none());
            impossible(place, surplus, &Copies::Dealt(whence), ruleset)
        };
        found.into_iter().map(of).collect()
    }

    /// Where the copies of a card came from of which a coup shows one too many.
    fn whence(&self, surplus: Surplus, number: Option<u64>, none_burned: bool) -> Option<String> {
        let Surplus { card, copies, own, .. } = surplus;
        let before = copies.checked_sub(own)?;
        let burned = self.burned.iter().filter(|burned| **burned == Some(card)).count();
        let burned = u32::try_from(burned).ok().filter(|burned| *burned <= before)?;
        let first = self.first_coup.as_ref().and_then(|place| place.coup);
        // The coups between are not looked up: only of one alone is it known which it was.
        let since = match first.filter(|first| first.checked_add(1) == number) {
            Some(first) if none_burned => format!("in coup {first}"),
            Some(first) => format!("in coup {first} or burned after it"),
            None => "in the coups before or burned between them".to_owned(),
        };
        let parts = [(burned, "burned before the first coup".to_owned()), (before - burned, since)];
        let mut said: Vec<String> =
            parts.into_iter().filter(|(count, _)| *count > 0).map(|(count, how)| format!("{count} {how}")).collect();
        let this = number.map_or_else(|| "this coup".to_owned(), |number| format!("coup {number}"));
        said.push(match own {
            1 => format!("the {} in {this}", ordinal(copies)),
            _ => format!("{own} in {this}"),
        });
        Some(said.join(", "))
    }

    /// Counts what happened to the shoe's cards after the coup.
    pub(crate) fn count_since(&mut self, pending: &Pending) -> Vec<Finding> {
        let returns = returns(pending, self);
        let asked = self.asked();
        let mut impossible_cards = Vec::new();
        for event in std::mem::take(&mut self.since) {
            if let Event::Replace { out, put_in } = &event {
                self.replace(out, put_in);
                continue;
            }
            let Some(composition) = &mut self.composition else { continue };
            match event {
                Event::Burn(cards, unread, place) => {
                    composition.burned_unread(unread);
                    let found = composition.burn(&cards, returns);
                    if asked {
                        let ruleset = pending.ruleset.as_deref();
                        let found =
                            found.into_iter().map(|surplus| impossible(&place, surplus, &Copies::Burned, ruleset));
                        impossible_cards.extend(found);
                    }
                }
                Event::Check => composition.check(),
                Event::Replace { .. } => {}
            }
        }
        impossible_cards
    }
}

/// Whether cards return to the shoe in play.
pub(crate) fn returns(pending: &Pending, shoe: &Shoe) -> bool {
    pending.ruleset.as_ref().map_or(shoe.recirculates, |ruleset| shoe.cards_return(ruleset))
}

/// How many cards a coup drew from the device, not counting a kept one again.
pub(crate) fn drawn(coup: &Coup, carried: Option<Card>) -> usize {
    let codes = coup.cards.as_deref().unwrap_or_default();
    let kept = carried.is_some() && codes.first().and_then(|code| card(*code)) == carried;
    codes.len() - usize::from(kept)
}

/// The known cards of a coup, except for those at the indexes left out.
pub(crate) fn cards_of(coup: &Coup, left_out: &[usize]) -> Vec<Card> {
    let numbered = coup.cards.iter().flatten().enumerate();
    numbered.filter(|(at, _)| !left_out.contains(at)).filter_map(|(_, code)| card(*code)).collect()
}

/// Indexes of cards that do not belong to the shoe according to an irregularity.
pub(crate) fn not_of_the_shoe(logged: &[Logged]) -> Vec<usize> {
    let foreign =
        logged.iter().filter(|logged| matches!(logged.irregularity.kind, Kind::ForeignCard | Kind::ExtraCard));
    foreign.filter_map(|logged| logged.irregularity.facts.card).collect()
}

pub(super) fn known(codes: &[CardCode]) -> Vec<Card> {
    codes.iter().filter_map(|code| card(*code)).collect()
}

/// What shows a card too often.
pub(super) enum Copies {
    /// A burn.
    Burned,
    /// A coup; and where the others came, as far as that is known.
    Dealt(Option<String>),
}

/// `7th`, `22nd`
fn ordinal(number: u32) -> String {
    let end = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

/// A card that the shoe cannot have held.
pub(super) fn impossible(place: &Place, surplus: Surplus, how: &Copies, ruleset: Option<&Ruleset>) -> Finding {
    let Surplus { card, copies, own, held, decks } = surplus;
    let why = match held == decks {
        true => String::new(),
        false => ", with what was put in and taken out".to_owned(),
    };
    let decks = counted(u64::from(decks), "deck");
    let (how, whence) = match how {
        Copies::Burned => ("burned", None),
        Copies::Dealt(whence) => ("dealt", whence.as_ref()),
    };
    let here = if own > 1 && matches!(how, "dealt") { format!("{own} of them in this coup, ") } else { String::new() };
    let whence = whence.map_or_else(|| format!("{here}burned ones counted"), |whence| format!("copies: {whence}"));
    let message = format!(
        "{card} was {how} for the {} time ({whence}), and the shoe can hold {held}: its record states {decks}{why}",
        ordinal(copies)
    );
    Finding::new(Code::ImpossibleCard, place, message)
        .clause(ruleset.map(|ruleset| ruleset.cite(&ruleset.decks.clause)))
        .compared(format!("at most {held} of {card}"), copies)
}
