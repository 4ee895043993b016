//! What all entries of one irregularity state together: who decided, and what.

use std::collections::HashMap;

use resettle_game::{Role, Ruling};

use super::effects::reaches;
use super::facts::{Claim, Logged};

/// What all entries of one irregularity state together: entries of one coup with the same kind and facts are one irregularity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Group {
    /// Whether this entry is the first of them.
    pub(crate) first: bool,
    /// Which irregularity of the coup it is, counted by their first entries.
    pub(crate) nth: usize,
    /// The highest office that any of them names.
    pub(crate) office: Option<Role>,
    /// The ruling that counts, and who made it: of several, that of the highest office, then the last.
    pub(crate) ruling: Option<(Ruling, Option<Role>)>,
    /// Everybody who was notified.
    pub(crate) notified: Vec<Role>,
}

impl Group {
    /// The ruling of somebody who holds the office `lowest` or a higher one.
    pub(crate) fn ruled(&self, lowest: Role) -> Option<Ruling> {
        self.ruling.filter(|(_, by)| reaches(*by, lowest)).map(|(ruling, _)| ruling)
    }

    /// Whether somebody who holds the office `lowest` or a higher one decided for the void, or let it stand without a ruling.
    pub(crate) fn lets_void(&self, lowest: Role) -> bool {
        match self.ruling {
            // Somebody higher who ruled nothing let stand what was done.
            Some((_, by)) if rank(by) >= rank(self.office) => self.ruled(lowest) == Some(Ruling::Void),
            _ => reaches(self.office, lowest),
        }
    }
}

/// Puts the entries of a coup together; one group for each entry, in their order.
pub(crate) fn groups(logged: &[Logged]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: HashMap<Claim<'_>, usize> = HashMap::new();
    let mut of = Vec::with_capacity(logged.len());
    for entry in logged {
        let irregularity = &entry.irregularity;
        let next = groups.len();
        let nth = *known.entry(entry.claim()).or_insert(next);
        if nth == next {
            groups.push(Group { nth, ..Group::default() });
        }
        of.push((nth, nth == next));
        let Some(group) = groups.get_mut(nth) else { continue };
        if rank(irregularity.by) > rank(group.office) || group.office.is_none() {
            group.office = irregularity.by;
        }
        if let Some(ruling) = irregularity.ruling
            && group.ruling.is_none_or(|(_, by)| rank(irregularity.by) >= rank(by))
        {
            group.ruling = Some((ruling, irregularity.by));
        }
        let new =
            irregularity.notified.iter().filter(|role| !group.notified.contains(role)).copied().collect::<Vec<_>>();
        group.notified.extend(new);
    }
    let whole = |(nth, first): (usize, bool)| {
        let group = groups.get(nth).cloned().unwrap_or_default();
        Group { first, ..group }
    };
    of.into_iter().map(whole).collect()
}

/// The rank of an office; offices outside the ladder, and nobody, rank lowest.
fn rank(role: Option<Role>) -> u8 {
    match role {
        Some(Role::GamingShiftManager) => 6,
        Some(Role::GamingManager) => 5,
        Some(Role::AssistantGamingManager) => 4,
        Some(Role::CasinoSupervisor) => 3,
        Some(Role::GamingSupervisor) => 2,
        Some(Role::Dealer) => 1,
        Some(Role::TournamentManager | Role::Surveillance | Role::Inspector) | None => 0,
    }
}
