use std::collections::{HashMap, HashSet};

/// A file that others refer to, by the column that names its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Promotion,
    Prize,
    Draw,
}

impl Target {
    pub(crate) fn column(self) -> &'static str {
        match self {
            Self::Promotion => "promotion",
            Self::Prize => "prize",
            Self::Draw => "draw",
        }
    }
}

/// What a reference leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leads {
    /// A row that is there and counts.
    ToRow,
    /// A row that is out, so that the one that refers is out too.
    ToOut,
    /// No row at all.
    Nowhere,
}

/// Which ids a file holds.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Every id with the line that used it first.
    used: HashMap<Vec<String>, u64>,
    rows: HashSet<Vec<String>>,
    out: HashSet<Vec<String>>,
    /// Cells of rows that are out and whose ids are not known for sure.
    mentioned: HashSet<String>,
    /// Whether rows are out about which nothing is known.
    lost: bool,
}

impl Known {
    /// Notes that a row has an id; the line that used it before, if one did.
    pub(crate) fn uses(&mut self, id: &[String], line: u64) -> Option<u64> {
        if let Some(first) = self.used.get(id) {
            return Some(*first);
        }
        self.used.insert(id.to_vec(), line);
        None
    }

    pub(crate) fn row(&mut self, id: Vec<String>) {
        self.rows.insert(id);
    }

    pub(crate) fn out(&mut self, id: Vec<String>) {
        self.out.insert(id);
    }

    /// A row of another width: any of its cells may be its id.
    pub(crate) fn mentions(&mut self, cells: impl Iterator<Item = String>) {
        self.mentioned.extend(cells);
    }

    pub(crate) fn lose(&mut self) {
        self.lost = true;
    }

    pub(crate) fn leads(&self, id: &[String]) -> Leads {
        if self.rows.contains(id) {
            return Leads::ToRow;
        }
        let out = self.lost || self.out.contains(id) || id.iter().all(|part| self.mentioned.contains(part));
        if out { Leads::ToOut } else { Leads::Nowhere }
    }
}
