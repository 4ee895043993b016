use std::collections::{BTreeMap, BTreeSet};

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
    /// What a ruling would answer and that arose after it was made, by its place.
    beyond: BTreeMap<usize, Beyond>,
    today: Date,
}

/// What arose after a ruling about a table was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// Which findings, by their fingerprints.
    pub findings: BTreeSet<Digest>,
    /// The first of their days.
    pub first: Date,
    /// The last of their days.
    pub last: Date,
}

/// A disposition that fits a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<'b> {
    /// What was decided; the narrower one where several fit.
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
    /// A ruling about a table that was made before what it would answer arose.
    Early(&'b Disposition, &'b Beyond),
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
        Self { all, by_finding, by_coup, by_table, used, beyond: BTreeMap::new(), today }
    }

    /// The disposition that fits a finding: the narrower one where several do. Notes that it is used; where none fits, that a
    /// ruling would that was made before the finding arose.
    pub fn answer(&mut self, fingerprint: Digest, of: &Exception<'_>) -> Option<Answer<'_>> {
        let found = self.find(fingerprint, of);
        if let (None, Some((at, day))) = (found, self.covering(of, |known| !known)) {
            let none = || Beyond { findings: BTreeSet::new(), first: day, last: day };
            let beyond = self.beyond.entry(at).or_insert_with(none);
            beyond.findings.insert(fingerprint);
            (beyond.first, beyond.last) = (beyond.first.min(day), beyond.last.max(day));
        }
        let at = found?;
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
        self.at_coup(of).or_else(|| Some(self.covering(of, |known| known)?.0))
    }

    /// The disposition about the table and the day of a finding, and that day. `is_asked` says whether one counts whose maker could
    /// know of the day.
    fn covering(&self, of: &Exception<'_>, is_asked: impl Fn(bool) -> bool) -> Option<(usize, Date)> {
        let day = of.day?;
        let those = self.by_table.get(&(of.code.to_owned(), of.venue?.to_owned(), of.table?.to_owned()))?;
        let covers = |at: &&usize| match self.all.get(**at) {
            Some(one @ Disposition { about: About::Table { from, to, .. }, .. }) => {
                *from <= day && day <= *to && is_asked(self.could_know(one, *to, day))
            }
            _ => false,
        };
        those.iter().find(covers).map(|at| (*at, day))
    }

    /// Whether a ruling about days up to `to` was made when what is of `day` could be known. A waiver may be given ahead, since it
    /// says until when it holds; an action answers nothing.
    fn could_know(&self, one: &Disposition, to: Date, day: Date) -> bool {
        match (one.kind, one.on) {
            (DispositionKind::Waiver | DispositionKind::Action, _) => true,
            (DispositionKind::Ruling, Some(on)) => day <= on && on <= self.today,
            // Nothing says when it was made: one about days still to come was not made of what happened on them.
            (DispositionKind::Ruling, None) => to <= self.today,
        }
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

    /// Those that are out of date, were made before what they would answer, or fitted nothing so far, in the order of the file. One
    /// that fitted nothing counts only where `asked` says that what it is about was judged.
    pub fn idle<'b>(&'b self, asked: impl Fn(&Disposition) -> bool + 'b) -> impl Iterator<Item = Idle<'b>> {
        self.all.iter().zip(&self.used).enumerate().filter_map(move |(at, (one, used))| {
            let beyond = self.beyond.get(&at);
            if !used && beyond.is_none() && !asked(one) {
                None
            } else if self.expired(one) {
                Some(Idle::Expired(one))
            } else if let Some(beyond) = beyond {
                Some(Idle::Early(one, beyond))
            } else if !used {
                Some(Idle::Unused(one))
            } else {
                None
            }
        })
    }
}
