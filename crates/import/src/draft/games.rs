//! Which game the rows of a CSV are of, among those of which rulesets are at hand.

use std::collections::BTreeSet;

use crate::vocabulary::words;

/// A game of which rulesets are at hand, as far as a draft needs it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownGame {
    /// Its name in logs and rulesets.
    pub game: String,
    /// The bets that it offers.
    pub bets: BTreeSet<String>,
    /// Cards that are printed on the layout: of which hand (`P`, `B`), and their face value.
    pub printed: Vec<(char, u8)>,
    /// Where the cards of a deal end in the order dealt, with those that may be drawn: `PBPBPB`.
    pub deal: String,
    /// Jurisdictions and venues for which it has rules.
    pub places: BTreeSet<(String, String)>,
}

/// What the cells of cards show of a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Dealt {
    /// Whether there are enough of them.
    pub(super) enough: bool,
    /// The rank that begins nearly all hands of the Player.
    pub(super) first: Option<char>,
    /// Whether many hands of the Player are of a card alone.
    pub(super) of_one: bool,
}

/// The game, and those that it could be.
pub(super) struct Found<'g> {
    pub(super) game: Option<&'g KnownGame>,
    /// Whether a title names it.
    pub(super) is_named: bool,
    pub(super) possible: Vec<&'g KnownGame>,
}

/// Whether cards and bets speak against a game.
fn fits(game: &KnownGame, bets: &BTreeSet<&str>, dealt: Dealt) -> bool {
    let offers = bets.iter().all(|bet| game.bets.contains(*bet));
    let printed =
        game.printed.iter().find(|(hand, _)| *hand == 'P').and_then(|(_, value)| char::from_digit((*value).into(), 10));
    let deals = match printed {
        _ if !dealt.enough => true,
        Some(printed) => dealt.first == Some(printed) || dealt.of_one,
        None => dealt.first.is_none() && !dealt.of_one,
    };
    offers && deals
}

/// Finds it by titles above the table, by bets, and by hands.
pub(super) fn find<'g>(games: &'g [KnownGame], titles: &str, bets: &BTreeSet<&str>, dealt: Dealt) -> Found<'g> {
    let titles = format!(" {} ", words(titles));
    let possible: Vec<&KnownGame> = games.iter().filter(|game| fits(game, bets, dealt)).collect();
    let named = |game: &&&KnownGame| titles.contains(&format!(" {} ", words(&game.game)));
    let by_title = possible.iter().filter(named).max_by_key(|game| game.game.len()).copied();
    let has_evidence = dealt.enough || !bets.is_empty();
    let alone = match possible.as_slice() {
        [game] if has_evidence => Some(*game),
        _ => None,
    };
    Found { game: by_title.or(alone), is_named: by_title.is_some(), possible }
}
