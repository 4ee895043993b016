//! What the count room counted, put beside what was won.

use std::collections::BTreeMap;

use resettle_game::Amount;
use resettle_oversight::drop::CountedDrop;
use resettle_oversight::roster::Scope;
use resettle_report::document::{DropSum, DropUsed, Report};

/// What a drop file holds.
#[derive(Clone, Debug)]
pub struct Drops {
    /// Its path, as it was given.
    pub path: String,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// Every row of the file, also those that the run was not asked for.
    pub rows: Vec<CountedDrop>,
}

impl Drops {
    /// Adds them to the days, tables and currencies of a report; rows that were not asked for are left out. What fits no day
    /// with a coup, and each day without a row, is named.
    pub(crate) fn join(&self, report: &mut Report, scope: &Scope) -> DropUsed {
        let mut used = DropUsed { path: self.path.clone(), sha256: self.sha256.clone(), ..DropUsed::default() };
        let asked: Vec<&CountedDrop> =
            self.rows.iter().filter(|row| scope.covers(&row.venue, Some(&row.table), row.day)).collect();
        used.rows = asked.len() as u64;
        let mut rows: BTreeMap<String, Vec<(&CountedDrop, bool)>> = BTreeMap::new();
        for row in asked {
            rows.entry(row.day.to_string()).or_default().push((row, false));
        }
        let Some(played) = &mut report.played else { return used };
        let mut by_table = BTreeMap::new();
        let mut by_currency: BTreeMap<String, DropSum> = BTreeMap::new();
        for day in &mut played.days {
            let of_day = rows.get_mut(&day.day).map_or(&mut [][..], Vec::as_mut_slice);
            let mut counted = None;
            for (row, is_used) in of_day {
                if row.is_of(&day.venue, &day.game, &day.table, &day.currency) {
                    *is_used = true;
                    counted = Some(counted.unwrap_or(0) + i128::from(row.minor));
                }
            }
            day.drop = counted;
            if counted.is_none() {
                used.not_counted.push(format!("{} {} {}", day.venue, day.table, day.day));
            }
            let won = day.won().won;
            let key = [&day.jurisdiction, &day.venue, &day.game, &day.table, &day.currency].map(String::clone);
            by_table.entry(key).or_insert_with(DropSum::default).day(won, counted);
            by_currency.entry(day.currency.clone()).or_default().day(won, counted);
        }
        for table in &mut played.tables {
            let (jurisdiction, venue, game, name, currency) = table.key();
            table.drop = by_table.get(&[jurisdiction, venue, game, name, currency].map(str::to_owned)).copied();
        }
        for sums in &mut report.summary.currencies {
            sums.drop = by_currency.get(&sums.currency).copied();
            sums.statement.extend(sums.drop.and_then(|drop| drop.line(&sums.currency)));
        }
        let left = rows.into_values().flatten().filter(|(_, is_used)| !is_used);
        used.without_coups = left
            .map(|(row, _)| {
                let amount = Amount::new(row.minor, Some(&row.currency)).to_string();
                format!("{} {} {}, {amount}", row.venue, row.table, row.day)
            })
            .collect();
        used
    }
}
