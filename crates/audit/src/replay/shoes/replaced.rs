//! Cards of a shoe that were taken out, and others put in.

use resettle_coup_log::CardCode;
use resettle_game::Kind;
use resettle_ruleset::Ruleset;

use super::cards::known;
use super::shoe::Shoe;
use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::irregularity::Logged;
use crate::shoe::{Accounted, unaccounted};

impl Shoe {
    /// Cards were taken out and others put in: what nothing accounts for is reported at the next coup.
    pub(super) fn replace(&mut self, out: &[CardCode], put_in: &[CardCode]) {
        self.cards_replaced();
        self.any_replaced = true;
        let (out, put_in) = unaccounted(out, put_in, &mut self.accounts);
        if out.is_empty() && put_in.is_empty() {
            return;
        }
        if let Some(composition) = &mut self.composition {
            composition.replaced(&known(&out), &known(&put_in));
        }
        self.replaced.push((out, put_in));
    }

    /// The cards that were replaced since the last coup, at the coup that comes now.
    pub(super) fn replaced_before(&mut self, place: &Place, ruleset: Option<&Ruleset>) -> Vec<Finding> {
        let replaced = std::mem::take(&mut self.replaced);
        replaced.iter().map(|(out, put_in)| replaced_cards(place, out, put_in, ruleset)).collect()
    }
}

/// The cards that irregularities account for when cards are replaced.
pub(crate) fn accounted(logged: &[Logged], cards: Option<&[CardCode]>) -> Vec<Accounted> {
    let named = |logged: &Logged| logged.irregularity.facts.card.and_then(|at| cards?.get(at).copied());
    logged
        .iter()
        .filter_map(|logged| match logged.irregularity.kind {
            Kind::ForeignCard | Kind::ExtraCard => Some(Accounted::Out(named(logged))),
            Kind::MissingCard => Some(Accounted::In(named(logged))),
            _ => None,
        })
        .collect()
}

fn replaced_cards(place: &Place, out: &[CardCode], put_in: &[CardCode], ruleset: Option<&Ruleset>) -> Finding {
    // As many as fit on a line.
    let words = |codes: &[CardCode]| {
        let mut words: Vec<String> = codes.iter().take(10).map(ToString::to_string).collect();
        if codes.len() > words.len() {
            words.push(format!("and {} more", codes.len() - words.len()));
        }
        if words.is_empty() { "nothing".to_owned() } else { words.join(" ") }
    };
    let (is_out, is_in) = (!out.is_empty(), !put_in.is_empty());
    let (out, put_in) = (words(out), words(put_in));
    let (message, expected) = match (is_out, is_in) {
        (true, false) => {
            (format!("{out} was taken out of the shoe since its last coup, and nothing was put in for it"), out)
        }
        (false, true) => (
            format!("{put_in} was put into the shoe since its last coup, and the log names no card that it replaces"),
            "nothing".to_owned(),
        ),
        _ => {
            let message = format!(
                "since the shoe's last coup other cards were put into it than were taken out, as the log records: {out} taken out, {put_in} put in"
            );
            (message, out)
        }
    };
    Finding::new(Code::ReplacedCards, place, message)
        .clause(ruleset.map(|ruleset| ruleset.cite(ruleset.decks.replaced.as_ref().unwrap_or(&ruleset.decks.clause))))
        .compared(format!("put in: {expected}"), format!("put in: {put_in}"))
}
