//! The cards of a row.

use std::collections::VecDeque;

use super::RowReader;
use crate::cards::{UNREADABLE, Unclear, Written};
use crate::hands::{CARD_END, HandColumns, Hands};
use crate::mapping::Column;
use crate::problem::{ProblemConsequence, RowFault, short};
use crate::record::Lists;

/// What is said where a hand has a card too many.
const PRINTED: &str =
    "; where its first card is printed on the layout and never dealt, write hands: {printed: {HAND: CARD}}";

impl RowReader<'_, '_> {
    /// The cards in the order dealt, and where each ended if the columns say so. A row in which all of them are empty
    /// records no cards.
    pub(super) fn cards(&mut self, lists: &mut Lists, is_void: bool) {
        let rule = &self.table.mapping.row.cards;
        if let Some(hands) = &rule.hands {
            match &hands.columns {
                HandColumns::All(column) => self.all_cards(lists, hands, *column),
                HandColumns::Each { deal, columns } => self.hands(lists, hands, deal, columns, is_void),
            }
            return;
        }
        let cells: Vec<Option<&str>> = rule.columns.iter().map(|card| self.cell(card.column)).collect();
        if cells.iter().all(Option::is_none) {
            return;
        }
        for (at, (card, cell)) in rule.columns.iter().zip(&cells).enumerate() {
            match *cell {
                Some(cell) => {
                    let rest: Vec<Option<&str>> =
                        cells.iter().enumerate().map(|(other, cell)| cell.filter(|_| other != at)).collect();
                    let may_be_none = may_be_none(cell) && !rule.is_hole(at, &rest, is_void);
                    self.card(lists, card.column, cell, card.to, may_be_none);
                }
                None if rule.is_hole(at, &cells, is_void) => self.hole(lists, card.column, card.to),
                None => {}
            }
        }
    }

    /// The cards of a cell that holds those of both hands, in the order dealt.
    fn all_cards(&mut self, lists: &mut Lists, hands: &Hands, column: Column) {
        let Some(cell) = self.cell(column) else { return };
        for card in self.cards_of(column, cell, Some(hands)) {
            self.card_among(lists, column, cell, card, None);
        }
    }

    /// The cards of a cell of several; none where it is not certain which they are, which costs the row.
    fn cards_of<'c>(&mut self, column: Column, cell: &'c str, hands: Option<&Hands>) -> Vec<&'c str> {
        let mapping = self.table.mapping;
        let rule = &mapping.row.cards;
        let written = Written { notation: &rule.notation, unreadable: &rule.unreadable, empty: &mapping.empty };
        let cards = hands.map_or_else(|| written.split(cell), |hands| hands.split(cell, &written));
        cards.unwrap_or_else(|unclear| {
            let fault = match unclear {
                Unclear::Ambiguous(one, other) => RowFault::AmbiguousCards { cell: shown(cell), one, other },
                Unclear::Unknown(text) => RowFault::NoCards { cell: shown(cell), text: short(&text) },
            };
            self.skip(Some(column), fault);
            Vec::new()
        })
    }

    /// The cards of cells that hold a hand each, in the order of the mapping's deal.
    fn hands(&mut self, lists: &mut Lists, hands: &Hands, deal: &[char], columns: &[(char, Column)], is_void: bool) {
        let rule = &self.table.mapping.row.cards;
        let mut left: Vec<(char, Column, &str, VecDeque<&str>)> = Vec::new();
        for (to, column) in columns {
            let cell = self.cell(*column);
            let cards = cell.map(|cell| self.cards_of(*column, cell, Some(hands)));
            let mut cards: VecDeque<&str> = cards.unwrap_or_default().into();
            let mut help = PRINTED;
            if let Some(printed) = hands.printed(*to)
                && let Some(first) = cards.pop_front()
            {
                help = "";
                if first != printed {
                    let fault = RowFault::NoPrintedCard(cell.map(shown).unwrap_or_default(), printed.to_owned());
                    self.skip(Some(*column), fault);
                }
            }
            if cards.len() > deal.iter().filter(|letter| *letter == to).count() {
                self.skip(Some(*column), RowFault::LongHand(cell.map(shown).unwrap_or_default(), help));
            }
            left.push((*to, *column, cell.unwrap_or_default(), cards));
        }
        if left.iter().all(|(.., cards)| cards.is_empty()) {
            return;
        }
        for (at, letter) in deal.iter().enumerate() {
            let Some((_, column, cell, cards)) = left.iter_mut().find(|(to, ..)| to == letter) else { continue };
            let before = deal.iter().take(at).filter(|other| *other == letter).count();
            match cards.pop_front() {
                Some(card) => self.card_among(lists, *column, cell, card, Some(*letter)),
                // A hand of fewer cards than are dealt before any draw lacks one.
                None if matches!(letter, 'P' | 'B') && before < rule.first && !is_void => {
                    self.hole(lists, *column, Some(*letter));
                }
                None => {}
            }
        }
    }

    /// Cards that belong to the round and to none of its hands.
    pub(super) fn cards_beside(&mut self, lists: &mut Lists) {
        let rule = &self.table.mapping.row.cards;
        for (column, cancelled) in [(rule.cancelled, true), (rule.burned, false)] {
            let Some(column) = column else { continue };
            let Some(cell) = self.cell(column) else { continue };
            let mut codes = Vec::new();
            for card in self.cards_of(column, cell, rule.hands.as_ref()) {
                let code = rule.notation.read(card);
                if card.is_empty() {
                    self.report(Some(column), RowFault::EmptyCard(shown(cell)), ProblemConsequence::CardUnreadable);
                } else if code.is_none() && !rule.unreadable.iter().any(|spelling| spelling == card) {
                    self.report(Some(column), RowFault::Card(short(card)), ProblemConsequence::CardUnreadable);
                }
                codes.push(code.unwrap_or(UNREADABLE));
            }
            if cancelled && !codes.is_empty() {
                self.report(Some(column), RowFault::Cancelled(codes.join(" ")), ProblemConsequence::Beside);
            }
            let list = if cancelled { &mut lists.cancelled } else { &mut lists.burned };
            list.extend(codes.into_iter().map(str::to_owned));
        }
    }

    /// A card of a cell of several.
    fn card_among(&mut self, lists: &mut Lists, column: Column, cell: &str, card: &str, to: Option<char>) {
        if card.is_empty() {
            self.report(Some(column), RowFault::EmptyCard(shown(cell)), ProblemConsequence::CardUnreadable);
            return lists.add_card(UNREADABLE, to);
        }
        self.card(lists, column, card, to, may_be_none(card));
    }

    /// A card; `may_be_none` says that another cell than that of a card may say that none was drawn.
    fn card(&mut self, lists: &mut Lists, column: Column, cell: &str, to: Option<char>, may_be_none: bool) {
        let rule = &self.table.mapping.row.cards;
        let code = rule.notation.read(cell);
        let known = code.is_some() || rule.unreadable.iter().any(|spelling| spelling == cell);
        if !known {
            let fault = match may_be_none {
                _ if cell.contains('?') => RowFault::CardOrUnread(short(cell)),
                true => RowFault::CardOrNone { cell: short(cell), format: self.table.mapping.format() },
                false => RowFault::Card(short(cell)),
            };
            self.report(Some(column), fault, ProblemConsequence::CardUnreadable);
        }
        lists.known_cards |= known;
        lists.add_card(code.unwrap_or(UNREADABLE), to);
    }

    /// A card that was dealt and is not recorded.
    fn hole(&mut self, lists: &mut Lists, column: Column, to: Option<char>) {
        self.report(Some(column), RowFault::Hole, ProblemConsequence::CardUnreadable);
        lists.add_card(UNREADABLE, to);
    }
}

/// Whether a text that is no card may say that there is none: `-`, `none`, `0`, `-1`.
fn may_be_none(cell: &str) -> bool {
    cell == "-1" || !cell.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
}

/// A cell of cards as a message shows it.
fn shown(cell: &str) -> String {
    short(cell.replace(CARD_END, " ").trim())
}
