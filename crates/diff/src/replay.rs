use resettle_game::counted;

/// What past coups come to under both versions. Money in minor units, of each currency apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplaySums {
    /// The logs, as they were named.
    pub logs: Vec<String>,
    /// Coups judged.
    pub coups: u64,
    /// Lines of the logs that are not records: a coup that was there is not in the sums.
    pub unread: Vec<UnreadLines>,
    /// What else is to be known of the sums, a sentence each: records that nobody vouches for, what was left out.
    pub notes: Vec<String>,
    /// By currency and bet, in order of their names.
    pub bets: Vec<BetSum>,
    /// Coups that a clause of the new version voids and none of the old did, as `shoe S coup N`.
    pub newly_void: Vec<String>,
    /// Coups that a clause of the old version voided and none of the new does.
    pub no_longer_void: Vec<String>,
}

/// Lines of a log that are not records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnreadLines {
    /// The log, as it was named.
    pub log: String,
    /// How many lines.
    pub count: u64,
    /// The first of them, from 1.
    pub lines: Vec<u64>,
}

impl ReplaySums {
    /// What would have gone back more under the new version, by currency.
    #[must_use]
    pub fn differences(&self) -> Vec<(&str, i128)> {
        let mut out: Vec<(&str, i128)> = Vec::new();
        for sum in &self.bets {
            match out.iter_mut().find(|(currency, _)| *currency == sum.currency) {
                Some((_, total)) => *total += sum.difference(),
                None => out.push((&sum.currency, sum.difference())),
            }
        }
        out
    }

    /// Whether anything comes to something else under the new version.
    #[must_use]
    pub fn differs(&self) -> bool {
        let voids = !self.newly_void.is_empty() || !self.no_longer_void.is_empty();
        voids || self.bets.iter().any(|sum| sum.due_old != sum.due_new)
    }

    /// What is not in the sums and what is to be known of them, a sentence each.
    pub fn caveats(&self) -> impl Iterator<Item = String> {
        let unread = self.unread.iter().map(|unread| {
            let lines: Vec<String> = unread.lines.iter().map(u64::to_string).collect();
            let more = if unread.count > unread.lines.len() as u64 { " …" } else { "" };
            let are = if unread.count == 1 { "is no record" } else { "are no records" };
            format!(
                "Not in these sums: {} of {} that {are} ({}{more}); coups may be missing.",
                counted(unread.count, "line"),
                unread.log,
                lines.join(", ")
            )
        });
        unread.chain(self.notes.iter().cloned())
    }
}

/// What the wagers on one bet come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BetSum {
    /// ISO 4217 code, as logs name it.
    pub currency: String,
    /// The bet's id in its ruleset.
    pub bet: String,
    /// How many wagers.
    pub wagers: u64,
    /// What was staked, in minor units.
    pub staked: i128,
    /// What was due under the old version, stakes included.
    pub due_old: i128,
    /// What was due under the new version.
    pub due_new: i128,
}

impl BetSum {
    /// What the new version gives back more.
    #[must_use]
    pub fn difference(&self) -> i128 {
        self.due_new - self.due_old
    }
}
