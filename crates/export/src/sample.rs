//! A sample of coups, drawn so that anybody draws the same again.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use crate::read::CoupRead;

/// Of what a coup is drawn for: its table and its day of play.
type Stratum = (Vec<String>, Option<i64>);

/// Draws coups, the same number from each table and day as far as that goes.
///
/// Every coup has a place in the order of SHA-256 of the seed, its table, the id of its log and its record: the paths of
/// files have no part in it, which whoever hands logs over may choose. Of each table and day the first coups are taken, one after the other, by turns; the turns go in the order of SHA-256 of the seed and the table and day.
/// Half of the sample are coups with findings, where there are enough; the rest are clean ones.
pub struct Sampler {
    seed: u64,
    n: usize,
    flagged: BTreeMap<Stratum, Vec<Placed>>,
    clean: BTreeMap<Stratum, Vec<Placed>>,
    seen: [u64; 2],
}

/// A coup with its place in the order.
type Placed = ([u8; 32], CoupRead);

/// What was drawn, and from how much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The coups, by table, day, time, log and line.
    pub coups: Vec<CoupRead>,
    /// Coups with findings among all.
    pub flagged: u64,
    /// Coups without.
    pub clean: u64,
}

impl Sampler {
    /// Draws `n` coups by this seed.
    #[must_use]
    pub fn new(seed: u64, n: usize) -> Self {
        Self { seed, n, flagged: BTreeMap::new(), clean: BTreeMap::new(), seen: [0; 2] }
    }

    /// Looks at a coup.
    pub fn see(&mut self, coup: CoupRead) {
        let place = self.place(&coup);
        let stratum = (coup.table_names().map(str::to_owned).to_vec(), coup.gaming_day);
        let is_flagged = coup.severity.is_some();
        let [flagged, clean] = &mut self.seen;
        *(if is_flagged { flagged } else { clean }) += 1;
        let strata = if is_flagged { &mut self.flagged } else { &mut self.clean };
        let placed = strata.entry(stratum).or_default();
        let at = placed.partition_point(|(other, _)| *other < place);
        if at < self.n {
            placed.insert(at, (place, coup));
            placed.truncate(self.n);
        }
    }

    fn place(&self, coup: &CoupRead) -> [u8; 32] {
        let (line, number) = [coup.line, coup.coup].map(|number| number.unwrap_or(-1).to_be_bytes()).into();
        let mut parts: Vec<&[u8]> = vec![b"coup"];
        parts.extend(coup.table_names().map(str::as_bytes));
        parts.extend([coup.log.as_bytes(), &line, coup.shoe.as_deref().unwrap_or_default().as_bytes(), &number]);
        self.hash(&parts)
    }

    /// Draws it; all coups that were seen, where they are not more than were asked for.
    #[must_use]
    pub fn draw(self) -> Sample {
        let [flagged, clean] = self.seen;
        let among = |all: u64| usize::try_from(all).unwrap_or(usize::MAX);
        let half = (self.n / 2).min(among(flagged));
        let of_clean = (self.n - half).min(among(clean));
        let of_flagged = (self.n - of_clean).min(among(flagged));
        let mut coups = self.by_turns(&self.flagged, "flagged", of_flagged);
        coups.extend(self.by_turns(&self.clean, "clean", of_clean));
        coups.sort_by(|a, b| a.order().cmp(&b.order()));
        Sample { coups, flagged, clean }
    }

    fn by_turns(&self, strata: &BTreeMap<Stratum, Vec<Placed>>, kind: &str, n: usize) -> Vec<CoupRead> {
        let mut turns: Vec<([u8; 32], &Vec<Placed>)> = strata
            .iter()
            .map(|((names, day), placed)| {
                let mut parts: Vec<&[u8]> = vec![kind.as_bytes()];
                parts.extend(names.iter().map(String::as_bytes));
                let day = day.unwrap_or(i64::MIN).to_be_bytes();
                parts.push(&day);
                (self.hash(&parts), placed)
            })
            .collect();
        turns.sort_by_key(|(turn, _)| *turn);
        let rounds = (0..n).flat_map(|round| turns.iter().filter_map(move |(_, placed)| placed.get(round)));
        rounds.take(n).map(|(_, coup)| coup.clone()).collect()
    }

    /// Each part with its length, so that no two lists of parts are alike.
    fn hash(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(b"resettle-sample/2");
        hash.update(self.seed.to_be_bytes());
        for part in parts {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        hash.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coup(table: &str, day: i64, line: i64, severity: Option<&str>) -> CoupRead {
        CoupRead {
            table: table.to_owned(),
            gaming_day: Some(day),
            log: format!("{table}-{day}"),
            file: format!("{table}-{day}.jsonl"),
            line: Some(line),
            severity: severity.map(str::to_owned),
            ..CoupRead::default()
        }
    }

    fn drawn(coups: impl Iterator<Item = CoupRead>, seed: u64, n: usize) -> Sample {
        let mut sampler = Sampler::new(seed, n);
        coups.for_each(|coup| sampler.see(coup));
        sampler.draw()
    }

    fn all() -> Vec<CoupRead> {
        let mut all = Vec::new();
        for (table, days, coups) in [("A", 3, 200), ("B", 1, 10)] {
            for day in 0..days {
                all.extend((0..coups).map(|line| coup(table, day, line, (line % 50 == 0).then_some("major"))));
            }
        }
        all
    }

    #[test]
    fn each_table_and_day_has_its_share_in_any_order_of_coups() {
        let sample = drawn(all().into_iter(), 7, 16);
        assert_eq!((sample.flagged, sample.clean), (13, 597));
        let count = |is: &dyn Fn(&CoupRead) -> bool| sample.coups.iter().filter(|coup| is(coup)).count();
        assert_eq!(count(&|coup| coup.severity.is_some()), 8);
        for (table, day) in [("A", 0), ("A", 1), ("A", 2), ("B", 0)] {
            let own = |coup: &CoupRead| coup.table == table && coup.gaming_day == Some(day);
            assert_eq!(count(&|coup| own(coup) && coup.severity.is_none()), 2, "{table} {day}");
        }
        assert_eq!(drawn(all().into_iter().rev(), 7, 16), sample);
        assert_ne!(drawn(all().into_iter(), 8, 16), sample);
    }

    #[test]
    fn paths_have_no_part_in_it() {
        let elsewhere = || {
            all().into_iter().map(|coup| CoupRead { file: format!("x/{}/{:?}", coup.file.len(), coup.line), ..coup })
        };
        let lines = |sample: Sample| sample.coups.into_iter().map(|coup| (coup.log, coup.line)).collect::<Vec<_>>();
        for seed in 0..20 {
            assert_eq!(lines(drawn(elsewhere(), seed, 16)), lines(drawn(all().into_iter(), seed, 16)), "seed {seed}");
        }
        // Two logs that give themselves one id at two tables are drawn from apart.
        let [a, b] = ["A", "B"].map(|table| {
            let coups = (0..50).map(|line| CoupRead { log: "log".into(), ..coup(table, 0, line, None) });
            drawn(coups, 3, 5).coups.into_iter().map(|coup| coup.line).collect::<Vec<_>>()
        });
        assert_ne!(a, b);
    }

    #[test]
    fn what_one_kind_lacks_the_other_fills() {
        let clean = |n| drawn((0..9).map(|line| coup("A", 0, line, None)), 1, n).coups.len();
        assert_eq!((clean(4), clean(25), clean(0)), (4, 9, 0));
        let most = drawn(all().into_iter().filter(|coup| coup.severity.is_some()), 1, 25);
        assert_eq!(most.coups.len(), 13);
    }
}
