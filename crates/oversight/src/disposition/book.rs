use std::collections::BTreeMap;

use jiff::civil::Date;
use resettle_sealed_log::Digest;

use super::{About, Disposition, DispositionKind, Dispositions};
use crate::fingerprint::Exception;

/// Dispositions while findings are compared with them.
#[derive(Clone, Debug)]
pub struct Book {
    all: Vec<Disposition>,
    by_finding: BTreeMap<Digest, usize>,
    by_coup: BTreeMap<(String, String, String, u64), Vec<usize>>,
    by_table: BTreeMap<(String, String, String), Vec<usize>>,
    used: Vec<bool>,
    today: Date,
}

/// A disposition that fits a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<'b> {
    /// The disposition.
    pub disposition: &'b Disposition,
    /// Whether it is out of date, and so answers nothing any more.
    pub expired: bool,
}

impl Answer<'_> {
    /// Whether the finding is answered by it: an action only says who will.
    #[must_use]
    pub fn settles(&self) -> bool {
        !self.expired && self.disposition.kind != DispositionKind::Action
    }
}

/// A disposition that does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle<'b> {
    /// Out of date, whether or not it fits a finding.
    Expired(&'b Disposition),
    /// In date, and fits no finding.
    Unused(&'b Disposition),
}

impl Book {
    /// Opens the book on a day: that of the report, in the report's own zone.
    #[must_use]
    pub fn new(dispositions: Dispositions, today: Date) -> Self {
        let all = dispositions.all;
        let mut by_finding = BTreeMap::new();
        let mut by_coup: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        let mut by_table: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (at, one) in all.iter().enumerate() {
            match &one.about {
                About::Finding(digest) => {
                    by_finding.insert(*digest, at);
                }
                About::Coup { code, log, shoe, coup, .. } => {
                    by_coup.entry((code.clone(), log.clone(), shoe.clone(), *coup)).or_default().push(at);
                }
                About::Table { code, venue, table, .. } => {
                    by_table.entry((code.clone(), venue.clone(), table.clone())).or_default().push(at);
                }
            }
        }
        let used = vec![false; all.len()];
        Self { all, by_finding, by_coup, by_table, used, today }
    }

    /// The disposition that fits a finding: the narrower one where several do. Notes that it is used.
    pub fn answer(&mut self, fingerprint: Digest, of: &Exception<'_>) -> Option<Answer<'_>> {
        let at = self.find(fingerprint, of)?;
        if let Some(used) = self.used.get_mut(at) {
            *used = true;
        }
        let disposition = self.all.get(at)?;
        Some(Answer { disposition, expired: self.expired(disposition) })
    }

    /// The same without noting it.
    #[must_use]
    pub fn look(&self, fingerprint: Digest, of: &Exception<'_>) -> Option<Answer<'_>> {
        let disposition = self.all.get(self.find(fingerprint, of)?)?;
        Some(Answer { disposition, expired: self.expired(disposition) })
    }

    fn find(&self, fingerprint: Digest, of: &Exception<'_>) -> Option<usize> {
        if let Some(at) = self.by_finding.get(&fingerprint) {
            return Some(*at);
        }
        self.at_coup(of).or_else(|| self.at_table(of))
    }

    fn at_table(&self, of: &Exception<'_>) -> Option<usize> {
        let day = of.day?;
        let those = self.by_table.get(&(of.code.to_owned(), of.venue?.to_owned(), of.table?.to_owned()))?;
        let covers = |at: &&usize| match self.all.get(**at).map(|one| &one.about) {
            Some(About::Table { from, to, .. }) => *from <= day && day <= *to,
            _ => false,
        };
        those.iter().find(covers).copied()
    }

    fn at_coup(&self, of: &Exception<'_>) -> Option<usize> {
        let key = (of.code.to_owned(), of.log.to_owned(), of.shoe?.to_owned(), of.coup?);
        let those = self.by_coup.get(&key)?;
        let wager = |at: &usize| match self.all.get(*at).map(|one| &one.about) {
            Some(About::Coup { wager, .. }) => wager.as_deref(),
            _ => None,
        };
        let exact = those.iter().find(|at| of.wager.is_some() && wager(at) == of.wager);
        exact.or_else(|| those.iter().find(|at| wager(at).is_none())).copied()
    }

    fn expired(&self, disposition: &Disposition) -> bool {
        disposition.until.is_some_and(|until| until < self.today)
    }

    /// Those that are out of date or fitted nothing so far, in the order of the file. One that fitted nothing counts
    /// only where `asked` says that what it is about was judged.
    pub fn idle<'b>(&'b self, asked: impl Fn(&Disposition) -> bool + 'b) -> impl Iterator<Item = Idle<'b>> {
        self.all.iter().zip(&self.used).filter_map(move |(one, used)| {
            if !used && !asked(one) {
                None
            } else if self.expired(one) {
                Some(Idle::Expired(one))
            } else if !used {
                Some(Idle::Unused(one))
            } else {
                None
            }
        })
    }
}
