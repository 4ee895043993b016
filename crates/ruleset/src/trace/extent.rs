//! What of a ruleset a trace compares with a document, and what it never does.

/// How far a trace goes with one key of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// It is compared, or named among what was not compared.
    Compared,
    /// Its own keys are listed one by one.
    ByKey,
    /// It never is; people read it next to the document. In words, as the end of `Never compared are …`.
    Never(&'static str),
    /// The document does not say it: it names the file, or what the maker of the ruleset knows.
    NotOfTheDocument,
}

use Extent::{ByKey, Compared, Never, NotOfTheDocument};

const HEAD: Extent = Never("the head (title, version, jurisdiction, venues, game)");
const COMBINED: Extent = Never("combinations of wagers (`opposed`, `requires`, `whose`) and tokens");
const SIGN: Extent = Never("limits of the table sign");
const DATES: Extent = Never("the effective date and gaps");

/// Every key of a ruleset, as `ruleset.yaml` writes it, those of some parts one by one.
pub const EXTENT: &[(&str, Extent)] = &[
    ("schema", NotOfTheDocument),
    ("source", NotOfTheDocument),
    ("favours_player", NotOfTheDocument),
    ("title", HEAD),
    ("version", HEAD),
    ("jurisdiction", HEAD),
    ("venues", HEAD),
    ("venue", HEAD),
    ("game", HEAD),
    ("effective", DATES),
    ("gaps", DATES),
    ("clauses", Compared),
    ("decks", Compared),
    ("cards", Never("the values of cards")),
    ("deal", Never("the deal and burning")),
    ("moments", Never("moments")),
    ("draws", ByKey),
    ("draws.natural", Never("the totals that are naturals")),
    ("draws.player", Compared),
    ("draws.banker", Compared),
    ("draws.banker_otherwise", Compared),
    ("wagers", ByKey),
    ("wagers.bet", Compared),
    ("wagers.elected", Never("what the operator may choose")),
    ("wagers.rows", ByKey),
    ("wagers.rows.when", Never("when wagers win")),
    ("wagers.rows.clause", Never("when wagers win")),
    ("wagers.rows.then", Never("when wagers win")),
    ("wagers.rows.elected", Never("what the operator may choose")),
    ("wagers.rows.pays", Compared),
    ("wagers.rows.pays_clause", Compared),
    ("wagers.rows.reading", NotOfTheDocument),
    ("wagers.reading", NotOfTheDocument),
    ("combinations", ByKey),
    ("combinations.free", COMBINED),
    ("combinations.opposed", COMBINED),
    ("combinations.requires", COMBINED),
    ("combinations.tokens", COMBINED),
    ("combinations.players_per_area", Compared),
    ("combinations.wagers_per_area", Compared),
    ("rounding", Never("rounding")),
    ("commission", Never("commission (its rate is compared)")),
    ("limits", ByKey),
    ("limits.minimum", SIGN),
    ("limits.maximum", SIGN),
    ("limits.area_maximum", SIGN),
    ("limits.differential", SIGN),
    ("limits.personal", SIGN),
    ("limits.stakes", Never("bounds on stakes (`limits.stakes`; amounts of money are compared)")),
    ("limits.closed", Never("which bets close early (`limits.closed`; after which coup is compared)")),
    ("limits.winnings", Compared),
    ("late", Never("late and refused wagers")),
    ("not_accepted", Never("late and refused wagers")),
    ("removal", Never("the removal of wagers")),
    ("void", Never("what a void means")),
    ("misdeal_that_stands", Never("misdeals that stand")),
    ("display", Never("displays")),
    ("no_bet_coups", Never("no-bet coups")),
    ("cut_card", Never("the cut card")),
    ("authority", Never("offices")),
    ("irregularities", Never("what irregularities lead to")),
    ("otherwise", Never("what irregularities lead to")),
    ("tournament", Never("tournament play (its amounts are compared)")),
    ("promotions", Never("promotional prizes (their amounts are compared)")),
    ("options", Never("what the operator may choose")),
];

/// What is compared with no document, in words, each once: people read it next to the document.
#[must_use]
pub fn never_compared() -> Vec<&'static str> {
    let mut out: Vec<&'static str> = Vec::new();
    for (_, extent) in EXTENT {
        if let Never(words) = extent
            && !out.contains(words)
        {
            out.push(words);
        }
    }
    out
}
