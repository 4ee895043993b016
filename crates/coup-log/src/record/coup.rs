use resettle_game::{DeclaredResult, Mode, NoBetReason, Role, Shown, To};
use resettle_sealed_log::Time;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::irregularity::{Irregularities, Irregularity};
use super::wager::{Wager, Wagers};
use crate::card::CardCode;
use crate::declare::{Member, Name, OfImports, Reader, UnlessImported, cards, record};
use crate::session::TournamentCoup;

record! {
    /// One round of play as logged.
    #[derive(Default)]
    Coup {
        /// The shoe; an imported log may leave it out.
        shoe: Option<String> = UnlessImported(Name),
        /// The coup's number within the shoe, from 1; an imported log may leave it out.
        coup: Option<u64> = UnlessImported(1..),
        /// Physical cards in the order drawn; `None` if the section is absent.
        cards: Option<Vec<CardCode>>,
        /// The cards in their order after a reconstruction.
        reconstructed_cards: Option<Vec<CardCode>>,
        /// Live or no-bet.
        mode: Option<Mode>,
        /// For a no-bet coup: why.
        no_bet: Option<NoBet>,
        /// The times of the round.
        times: Times => Times::default(),
        /// Where each card ended, along `reconstructed_cards` if given, else `cards`.
        to: Option<Vec<To>> = Along(&["reconstructed_cards", "cards"]),
        /// Where each card was put at first, along `cards`.
        first_to: Option<Vec<To>> = Along(&["cards"]),
        /// Whether the first card is a card that the previous coup kept.
        carried: bool => false,
        /// The wagers that are well-formed; `None` if the section is absent.
        wagers: Option<Vec<Wager>> = Wagers,
        /// The irregularities that are well-formed.
        irregularities: Vec<Irregularity> = Irregularities => Vec::new(),
        /// What was announced; `None` if the section is absent.
        declared: Option<Declared>,
        /// What the display showed.
        wrd: Option<Shown>,
        /// The row of the source that an imported coup came from.
        source_row: Option<i64> = OfImports(..),
        /// The id that the source gave the round.
        source_id: Option<String> = OfImports(Name),
        /// How many rounds of the source stood between this one and the next record, and could not be read.
        unread_after: u64 = OfImports(0..) => 0,
        /// How many rows of this coup an import could not read: as many wagers may lack.
        unread_rows: u64 = OfImports(0..) => 0,
        /// The tournament that it belongs to.
        tournament: Option<Box<TournamentCoup>>,
    }

    /// Why and by whom a coup was dealt without wagers.
    #[derive(Copy, Default)]
    NoBet {
        /// Why.
        reason: Option<NoBetReason>,
        /// The role of who decided or acted; `None` where the log names none.
        by: Option<Role>,
    }

    /// The times of a round.
    #[derive(Default, Serialize, Deserialize)]
    Times {
        /// Commencement of play.
        opened: Option<Time>,
        /// No more bets.
        closed: Option<Time>,
        /// First card out of the device.
        first_card: Option<Time>,
        /// Settlement done.
        settled: Option<Time>,
    }

    /// What was announced of a coup.
    #[derive(Copy, Default)]
    Declared {
        /// The result.
        result: Option<DeclaredResult>,
        /// The Player's point total.
        player: Option<i64> = ..,
        /// The Banker's point total.
        banker: Option<i64> = ..,
        /// Cards with face value 7 in both hands, the permanent one included.
        sevens: Option<i64> = ..,
    }
}

/// `P`, `B`, `X`, `N`, one letter for each card of the first of these sections that is there.
struct Along(&'static [&'static str]);

impl Member<Along> for Vec<To> {
    fn read(reader: &mut Reader<'_, '_>, name: &str, of: &Along) -> Option<Self> {
        let letters = reader.text(name)?;
        let mut out = Self::with_capacity(letters.len());
        for letter in letters.chars() {
            match To::parse(letter.encode_utf8(&mut [0; 4])) {
                Some(to) => out.push(to),
                None => {
                    reader.fault(name, format!("unknown letter `{letter}`; one of: P, B, X, N"));
                    return None;
                }
            }
        }
        let along = of.0.iter().find_map(|section| reader.peek(|reader| cards(reader, section)));
        let wanted = along.map_or(0, |cards| cards.len());
        if out.len() != wanted {
            reader.fault(name, format!("{} letters, one for the hand of each card, for {wanted} cards", out.len()));
            return None;
        }
        Some(out)
    }

    fn schema(_: &Along) -> Value {
        json!({"type": "string", "pattern": "^[PBXN]*$"})
    }
}
