//! What is owed to each patron, and by each: the wagers that returned otherwise than due, put together by whose they are.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::io;

use serde::{Deserialize, Serialize};

use super::{Input, InputTable, Rows, WagerRow};

/// What the wagers of one patron returned otherwise than due. Money in minor units. Over a currency `to_patron` adds up to
/// what was underpaid, `to_house` to what was overpaid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct OwedRow {
    /// The venue, as logs name it.
    pub venue: String,
    /// ISO 4217 code.
    pub currency: String,
    /// The player, as the log names one, else the seat or terminal and its table; null where none of them is logged.
    pub who: Option<String>,
    /// How many wagers.
    pub wagers: u64,
    /// What was due and did not go back.
    pub to_patron: i128,
    /// What went back beyond what was due.
    pub to_house: i128,
}

impl OwedRow {
    /// All of them, by currency, the largest amounts either way first. Chips of
    /// tournaments are no money, and owed by no one here.
    ///
    /// # Errors
    /// A row that cannot be read.
    pub fn of(inputs: &[Input], rows: &dyn Rows) -> io::Result<Vec<Self>> {
        let tables: HashMap<&str, &InputTable> =
            inputs.iter().filter_map(|input| Some((input.path.as_str(), input.table.as_ref()?))).collect();
        let mut all: BTreeMap<(String, String, Option<String>), Self> = BTreeMap::new();
        for coup in rows.coups() {
            let coup = coup?;
            let Some(table) = tables.get(coup.file.as_str()).filter(|_| coup.unit.is_none()) else { continue };
            for wager in coup.wagers.iter().filter(|wager| wager.error != 0) {
                let (venue, currency) = (table.venue.clone(), table.currency.clone());
                let who = whose(wager, &table.table);
                let row = all.entry((venue.clone(), currency.clone(), who.clone())).or_insert_with(|| Self {
                    venue,
                    currency,
                    who,
                    ..Self::default()
                });
                row.wagers += 1;
                row.to_house += wager.error.max(0);
                row.to_patron += (-wager.error).max(0);
            }
        }
        let mut all: Vec<Self> = all.into_values().collect();
        all.sort_by_key(|row| (row.currency.clone(), Reverse(row.to_patron.max(row.to_house))));
        Ok(all)
    }
}

/// Whose a wager is.
pub(super) fn whose(wager: &WagerRow, table: &str) -> Option<String> {
    if let Some(player) = &wager.player {
        return Some(player.clone());
    }
    let seat = wager.seat.as_ref().map(|seat| format!("seat {seat} of {table}"));
    seat.or_else(|| wager.terminal.as_ref().map(|terminal| format!("terminal {terminal} of {table}")))
}
