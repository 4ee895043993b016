//! The rows of one coup put together, where each row is a wager.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

use crate::record::{Coup, Times};

/// This many coups wait for further rows of theirs; beyond, the oldest is written.
const MOST_OPEN: usize = 4_096;

/// What the rows of one coup have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum RoundName {
    /// A coup of a shoe, or of a source that names no shoes.
    Coup(Option<String>, i64),
    /// The source's own id.
    Id(String),
}

impl RoundName {
    /// Whether no other coup of the source can have it: the numbers of coups begin again with each shoe.
    pub(crate) fn is_of_one_shoe(&self) -> bool {
        !matches!(self, Self::Coup(None, _))
    }

    /// So that millions of them can be remembered.
    pub(crate) fn hash(&self) -> [u8; 16] {
        let text = match self {
            Self::Coup(None, coup) => format!("c{coup}"),
            Self::Coup(Some(shoe), coup) => format!("s{coup} {shoe}"),
            Self::Id(id) => format!("i{id}"),
        };
        let mut short = [0; 16];
        short.iter_mut().zip(Sha256::digest(text)).for_each(|(to, from)| *to = from);
        short
    }
}

impl fmt::Display for RoundName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coup(None, coup) => write!(f, "coup {coup}"),
            Self::Coup(Some(shoe), coup) => write!(f, "coup {coup} of shoe {shoe:?}"),
            Self::Id(id) => write!(f, "round {id:?}"),
        }
    }
}

/// A coup of which rows were read.
#[derive(Debug)]
pub(crate) struct Group {
    /// Where its first row is.
    pub(crate) line: u64,
    /// Rows that became part of it.
    pub(crate) rows: u64,
    /// Rows of it that could not be read.
    pub(crate) lost: u64,
    /// What its rows say; none where no row of it could be read.
    pub(crate) coup: Option<Coup>,
}

/// Why a row is not part of its coup.
pub(crate) enum Apart {
    /// The coup was written before.
    Late,
    /// It says something else than the row of this line.
    Differs(&'static str, u64),
}

/// The coups whose rows may not all have been read.
#[derive(Default)]
pub(crate) struct Groups {
    open: BTreeMap<u64, (Option<RoundName>, Group)>,
    by_name: HashMap<RoundName, u64>,
    next: u64,
    written: HashSet<[u8; 16]>,
}

impl Groups {
    /// Adds a row to its coup; a row that cannot be read still shows that there was one.
    pub(crate) fn add(&mut self, name: &RoundName, line: u64, row: Option<Coup>) -> Result<(), Apart> {
        if self.written.contains(&name.hash()) {
            return Err(Apart::Late);
        }
        let at = *self.by_name.entry(name.clone()).or_insert_with(|| {
            self.next += 1;
            self.next
        });
        let (_, group) =
            self.open.entry(at).or_insert_with(|| (Some(name.clone()), Group { line, rows: 0, lost: 0, coup: None }));
        let Some(row) = row else {
            group.lost += 1;
            return Ok(());
        };
        match &mut group.coup {
            None => group.coup = Some(row),
            Some(coup) => join(coup, row).map_err(|what| {
                group.lost += 1;
                Apart::Differs(what, group.line)
            })?,
        }
        group.rows += 1;
        Ok(())
    }

    /// Notes a row that does not say of which coup it is, as a coup of its own that nobody can read.
    pub(crate) fn lose(&mut self, line: u64) {
        self.next += 1;
        self.open.insert(self.next, (None, Group { line, rows: 0, lost: 0, coup: None }));
    }

    /// The oldest coup, where too many wait.
    pub(crate) fn too_many(&mut self) -> Option<Group> {
        (self.open.len() > MOST_OPEN).then(|| self.oldest()).flatten()
    }

    /// The oldest coup.
    pub(crate) fn oldest(&mut self) -> Option<Group> {
        let (_, (name, group)) = self.open.pop_first()?;
        if let Some(name) = name {
            self.by_name.remove(&name);
            self.written.insert(name.hash());
        }
        Some(group)
    }
}

/// Adds what a further row of a coup says; what two rows say differently is named, and nothing is added.
fn join(coup: &mut Coup, row: Coup) -> Result<(), &'static str> {
    let cards_differ =
        !row.cards.is_empty() && !coup.cards.is_empty() && (&row.cards, &row.to) != (&coup.cards, &coup.to);
    let (own, other) = (&coup.declared, &row.declared);
    for (differs, what) in [
        (differ(&coup.shoe, &row.shoe), "shoe"),
        (differ(&coup.coup, &row.coup), "coup"),
        (differ(&coup.source_id, &row.source_id), "id"),
        (cards_differ, "cards"),
        (differ(&own.result, &other.result), "declared result"),
        (differ(&own.player, &other.player), "declared total of the Player"),
        (differ(&own.banker, &other.banker), "declared total of the Banker"),
        (differ(&own.sevens, &other.sevens), "declared sevens"),
    ] {
        if differs {
            return Err(what);
        }
    }
    if coup.cards.is_empty() {
        (coup.cards, coup.to) = (row.cards, row.to);
    }
    coup.shoe = coup.shoe.take().or(row.shoe);
    coup.coup = coup.coup.or(row.coup);
    coup.source_id = coup.source_id.take().or(row.source_id);
    coup.times = later(coup.times.take(), row.times);
    coup.declared.result = coup.declared.result.take().or(row.declared.result);
    coup.declared.player = coup.declared.player.or(row.declared.player);
    coup.declared.banker = coup.declared.banker.or(row.declared.banker);
    coup.declared.sevens = coup.declared.sevens.or(row.declared.sevens);
    coup.wagers.get_or_insert_default().extend(row.wagers.into_iter().flatten());
    Ok(())
}

/// Whether two rows say something, and not the same.
fn differ<T: PartialEq>(one: &Option<T>, other: &Option<T>) -> bool {
    one.is_some() && other.is_some() && one != other
}

/// Wagers of a coup are settled one after the other: the coup is when the last one is.
fn later(one: Option<Times>, other: Option<Times>) -> Option<Times> {
    let moment = |times: &Times| times.settled.parse::<Timestamp>().ok();
    match (one, other) {
        (Some(one), Some(other)) => Some(if moment(&other) > moment(&one) { other } else { one }),
        (one, other) => one.or(other),
    }
}
