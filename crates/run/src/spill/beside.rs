//! Findings about one record name each other.

use std::io;
use std::iter::Peekable;
use std::vec;

use resettle_report::document::FindingRow;

/// So many findings of one record are put beside each other; of more, each of them stands alone.
const MOST: usize = 256;

/// Rows in their order; those of one record come one behind the other.
pub(super) struct BesideEachOther<I: Iterator> {
    rows: Peekable<I>,
    of_one: vec::IntoIter<FindingRow>,
}

impl<I: Iterator<Item = io::Result<FindingRow>>> BesideEachOther<I> {
    pub(super) fn new(rows: I) -> Self {
        Self { rows: rows.peekable(), of_one: Vec::new().into_iter() }
    }
}

impl<I: Iterator<Item = io::Result<FindingRow>>> Iterator for BesideEachOther<I> {
    type Item = io::Result<FindingRow>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(row) = self.of_one.next() {
            return Some(Ok(row));
        }
        let first = match self.rows.next()? {
            Ok(first) => first,
            Err(error) => return Some(Err(error)),
        };
        let mut all = vec![first];
        while all.len() < MOST
            && let Some(first) = all.first()
            && let Some(Ok(row)) = self.rows.next_if(|row| row.as_ref().is_ok_and(|row| first.is_beside(row)))
        {
            all.push(row);
        }
        let plain = if all.len() > 1 { all.clone() } else { Vec::new() };
        for (at, row) in all.iter_mut().enumerate() {
            let others = plain.iter().enumerate().filter(|(other, _)| *other != at);
            row.stands_beside(others.map(|(_, other)| other));
        }
        self.of_one = all.into_iter();
        self.of_one.next().map(Ok)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use resettle_audit::{Code, Finding, Place};

    use super::*;

    fn row(code: Code, line: u64, coup: Option<u64>) -> FindingRow {
        let place = Place { line: Some(line), coup, ..Place::default() };
        FindingRow::from(&Finding::new(code, &place, ""))
    }

    #[test]
    fn findings_of_one_coup_name_each_other_and_no_others() {
        let rows = [
            row(Code::VoidGroundless, 4, Some(1)),
            row(Code::ClaimRefuted, 4, Some(1)),
            row(Code::Clock, 5, Some(2)),
            row(Code::ChainBroken, 6, None),
            row(Code::BadSignature, 6, None),
        ];
        let named = BesideEachOther::new(rows.into_iter().map(Ok)).map(|row| {
            let row = row.unwrap();
            row.beside.iter().map(|beside| beside.code.to_string()).collect::<Vec<_>>()
        });
        let named: Vec<Vec<String>> = named.collect();
        assert_eq!(named, [vec!["claim/refuted"], vec!["void/groundless"], vec![], vec![], vec![]]);
    }
}
