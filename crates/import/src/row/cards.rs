//! The cards of a row.

use std::collections::VecDeque;

use super::RowReader;
use crate::cards::UNREADABLE;
use crate::hands::{HandColumns, Hands};
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
                Some(cell) => self.card(lists, card.column, cell, card.to),
                None if rule.is_hole(at, &cells, is_void) => self.hole(lists, card.column, card.to),
                None => {}
            }
        }
    }

    /// The cards of a cell that holds those of both hands, in the order dealt.
    fn all_cards(&mut self, lists: &mut Lists, hands: &Hands, column: Column) {
        let Some(cell) = self.cell(column) else { return };
        for card in hands.split(cell, &self.table.mapping.row.cards.notation) {
            self.card(lists, column, card, None);
        }
    }

    /// The cards of cells that hold a hand each, in the order of the mapping's deal.
    fn hands(&mut self, lists: &mut Lists, hands: &Hands, deal: &[char], columns: &[(char, Column)], is_void: bool) {
        let rule = &self.table.mapping.row.cards;
        let mut left: Vec<(char, Column, VecDeque<&str>)> = Vec::new();
        for (to, column) in columns {
            let cell = self.cell(*column);
            let mut cards: VecDeque<&str> =
                cell.map(|cell| hands.split(cell, &rule.notation)).unwrap_or_default().into();
            let mut help = PRINTED;
            if let Some(printed) = hands.printed(*to)
                && let Some(first) = cards.pop_front()
            {
                help = "";
                if first != printed {
                    let fault = RowFault::NoPrintedCard(cell.map(short).unwrap_or_default(), printed.to_owned());
                    self.skip(Some(*column), fault);
                }
            }
            if cards.len() > deal.iter().filter(|letter| *letter == to).count() {
                self.skip(Some(*column), RowFault::LongHand(cell.map(short).unwrap_or_default(), help));
            }
            left.push((*to, *column, cards));
        }
        if left.iter().all(|(_, _, cards)| cards.is_empty()) {
            return;
        }
        for (at, letter) in deal.iter().enumerate() {
            let Some((_, column, cards)) = left.iter_mut().find(|(to, ..)| to == letter) else { continue };
            let before = deal.iter().take(at).filter(|other| *other == letter).count();
            match cards.pop_front() {
                Some(card) => self.card(lists, *column, card, Some(*letter)),
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
            let cards = match &rule.hands {
                Some(hands) => hands.split(cell, &rule.notation),
                None => rule.notation.split(cell),
            };
            let mut codes = Vec::new();
            for card in cards {
                let code = rule.notation.read(card);
                if code.is_none() && !rule.unreadable.iter().any(|spelling| spelling == card) {
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

    fn card(&mut self, lists: &mut Lists, column: Column, cell: &str, to: Option<char>) {
        let rule = &self.table.mapping.row.cards;
        let code = rule.notation.read(cell);
        let known = code.is_some() || rule.unreadable.iter().any(|spelling| spelling == cell);
        if !known {
            self.report(Some(column), RowFault::Card(short(cell)), ProblemConsequence::CardUnreadable);
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
