use std::collections::BTreeMap;

use resettle_ruleset::{Cite, ClauseEntry, Ruleset};

use crate::leaves::Leaf;

/// Which clause of the old document is which of the new one.
#[derive(Debug, Default)]
pub(crate) struct Aligned {
    to_new: BTreeMap<String, String>,
    to_old: BTreeMap<String, String>,
    /// For an old clause without a partner, the new ones that ground what it grounded, the most of it first.
    heirs: BTreeMap<String, Vec<String>>,
    /// For a new clause without a partner, the old ones that grounded what it grounds.
    ancestors: BTreeMap<String, Vec<String>>,
}

/// How often an old and a new clause ground the same value.
type Shared = BTreeMap<(String, String), u32>;

impl Aligned {
    /// Matches clauses by their text, then by what they ground, then by their number.
    pub(crate) fn of(old: &Ruleset, new: &Ruleset, old_leaves: &[Leaf], new_leaves: &[Leaf]) -> Self {
        let mut aligned = Self::default();
        aligned.by_text(&old.clauses, &new.clauses);
        let shared = shared_grounds(old, new, old_leaves, new_leaves);
        aligned.by_grounds(&shared);
        for clause in &old.clauses {
            if new.clauses.iter().any(|other| other.number == clause.number) {
                aligned.pair(&clause.number, &clause.number);
            }
        }
        aligned.note_heirs(&shared);
        aligned
    }

    /// The new clause that an old one became.
    pub(crate) fn new_of(&self, old: &str) -> Option<&str> {
        self.to_new.get(old).map(String::as_str)
    }

    /// The old clause that a new one was.
    pub(crate) fn old_of(&self, new: &str) -> Option<&str> {
        self.to_old.get(new).map(String::as_str)
    }

    /// New clauses that ground what an old one without a partner grounded.
    pub(crate) fn heirs(&self, old: &str) -> &[String] {
        self.heirs.get(old).map_or(&[], Vec::as_slice)
    }

    /// Old clauses that grounded what a new one without a partner grounds.
    pub(crate) fn ancestors(&self, new: &str) -> &[String] {
        self.ancestors.get(new).map_or(&[], Vec::as_slice)
    }

    /// Whether two citations name the same clauses.
    pub(crate) fn same(&self, old: Option<&Cite>, new: Option<&Cite>) -> bool {
        match (old, new) {
            (None, None) => true,
            (Some(old), Some(new)) => {
                old.all().len() == new.all().len()
                    && old.all().iter().zip(new.all()).all(|(old, new)| self.new_of(old) == Some(new.as_str()))
            }
            _ => false,
        }
    }

    fn pair(&mut self, old: &str, new: &str) {
        if !self.to_new.contains_key(old) && !self.to_old.contains_key(new) {
            self.to_new.insert(old.to_owned(), new.to_owned());
            self.to_old.insert(new.to_owned(), old.to_owned());
        }
    }

    fn by_text(&mut self, old: &[ClauseEntry], new: &[ClauseEntry]) {
        // Where several clauses have one text, those that keep their number belong together.
        for clause in old {
            let kept = |other: &&ClauseEntry| other.number == clause.number && other.fingerprint == clause.fingerprint;
            if new.iter().any(|other| kept(&other)) {
                self.pair(&clause.number, &clause.number);
            }
        }
        for clause in old.iter().filter(|clause| !clause.fingerprint.is_empty()) {
            if self.to_new.contains_key(&clause.number) {
                continue;
            }
            let free = |other: &&ClauseEntry| {
                other.fingerprint == clause.fingerprint && !self.to_old.contains_key(&other.number)
            };
            if let Some(other) = new.iter().find(free) {
                let number = other.number.clone();
                self.pair(&clause.number, &number);
            }
        }
    }

    /// The pairs that share most go first; of equals the one that keeps its number, then the first in order.
    fn by_grounds(&mut self, shared: &Shared) {
        let mut pairs: Vec<(&(String, String), u32)> = shared.iter().map(|(pair, count)| (pair, *count)).collect();
        pairs.sort_by_key(|((old, new), count)| (u32::MAX - count, old != new));
        for ((old, new), _) in pairs {
            self.pair(old, new);
        }
    }

    fn note_heirs(&mut self, shared: &Shared) {
        let mut pairs: Vec<(&(String, String), &u32)> = shared.iter().collect();
        pairs.sort_by_key(|(_, count)| u32::MAX - **count);
        for ((old, new), _) in pairs {
            if !self.to_new.contains_key(old) {
                self.heirs.entry(old.clone()).or_default().push(new.clone());
            }
            if !self.to_old.contains_key(new) {
                self.ancestors.entry(new.clone()).or_default().push(old.clone());
            }
        }
    }
}

fn shared_grounds(old: &Ruleset, new: &Ruleset, old_leaves: &[Leaf], new_leaves: &[Leaf]) -> Shared {
    let mut shared = Shared::new();
    let new_by_path: BTreeMap<&str, &Leaf> = new_leaves.iter().map(|leaf| (leaf.path.as_str(), leaf)).collect();
    for leaf in old_leaves {
        if let Some(other) = new_by_path.get(leaf.path.as_str()) {
            share(&mut shared, leaf.clause.as_ref(), other.clause.as_ref());
        }
    }
    // Rows of one kind that can apply to one irregularity, and say the same of it.
    for row in &old.irregularities {
        for other in &new.irregularities {
            if row.kind == other.kind && row.then == other.then && row.when.overlaps(&other.when) {
                share(&mut shared, row.clause.as_ref(), other.clause.as_ref());
            }
        }
    }
    shared
}

/// The clause that grounds counts more than those cited with it.
fn share(shared: &mut Shared, old: Option<&Cite>, new: Option<&Cite>) {
    let (Some(old), Some(new)) = (old, new) else { return };
    for (at, (old, new)) in old.all().iter().zip(new.all()).enumerate() {
        *shared.entry((old.clone(), new.clone())).or_default() += if at == 0 { 4 } else { 1 };
    }
}
