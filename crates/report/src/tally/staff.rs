use std::collections::BTreeMap;

use resettle_audit::{CoupSeen, Finding, Severity};
use resettle_oversight::staffing::{Duty, DutyEntry};
use serde::{Deserialize, Serialize};

use super::Work;
use crate::flat::flat;

/// Who was on duty at one table, and what arose then.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct StaffTally {
    /// Who was on duty, as logs and a staffing file say, in the order in which it was read.
    pub entries: Vec<DutyEntry>,
    /// By post and id.
    posts: BTreeMap<Post, BTreeMap<String, StaffCounts>>,
    /// What arose while nobody is named, by post.
    #[serde(default)]
    nobody: BTreeMap<Post, StaffCounts>,
}

/// For what somebody is on duty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// Who deals.
    #[default]
    Dealer,
    /// Who supervises.
    Supervisor,
    /// Everybody of a shift.
    Shift,
}

impl Post {
    /// The word as reports write it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Dealer => "dealer",
            Self::Supervisor => "supervisor",
            Self::Shift => "shift",
        }
    }
}

flat! {
    /// What arose while somebody was on duty. Money in minor units.
    pub struct StaffCounts {
        /// How many coups.
        pub coups: u64,
        money: { staked, overpaid, underpaid },
        /// Findings of severity `critical`.
        pub critical: u64,
        /// Of severity `major`.
        pub major: u64,
        /// Of severity `minor`.
        pub minor: u64,
        /// Of severity `info`.
        pub info: u64,
        /// Irregularities of the register; refused and removed wagers are no fault of who is on duty.
        pub irregularities: u64,
        /// Coups with a finding on dealing, and findings of no coup; those of severity `info` left out.
        #[serde(default)]
        pub dealing: u64,
        /// Likewise on wagers taken and paid.
        #[serde(default)]
        pub paying: u64,
        /// Likewise on decisions, results and notices.
        #[serde(default)]
        pub deciding: u64,
        /// Likewise on records, clocks, keys and sources.
        #[serde(default)]
        pub log: u64,
    }
}

/// The most faults of each kind that chance gives somebody on duty, if all of the post make them equally often: their faults
/// fall to their coups by lot, and more falls to one of them one time in 2000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct StaffMost {
    /// Of findings on dealing.
    pub dealing: u64,
    /// On wagers taken and paid.
    pub paying: u64,
    /// On decisions, results and notices.
    pub deciding: u64,
    /// On records, clocks, keys and sources.
    pub log: u64,
}

impl StaffMost {
    /// Of each work what `most` says; `None` where it says nothing of one.
    pub fn of(most: impl Fn(Work) -> Option<u64>) -> Option<Self> {
        Some(Self {
            dealing: most(Work::Dealing)?,
            paying: most(Work::Paying)?,
            deciding: most(Work::Deciding)?,
            log: most(Work::Log)?,
        })
    }

    /// Of that work.
    #[must_use]
    pub fn faults(&self, work: Work) -> u64 {
        match work {
            Work::Dealing => self.dealing,
            Work::Paying => self.paying,
            Work::Deciding => self.deciding,
            Work::Log => self.log,
        }
    }
}

impl StaffCounts {
    /// Coups with a finding on that work, and findings of no coup.
    #[must_use]
    pub fn faults(&self, work: Work) -> u64 {
        match work {
            Work::Dealing => self.dealing,
            Work::Paying => self.paying,
            Work::Deciding => self.deciding,
            Work::Log => self.log,
        }
    }

    /// One coup; what is staked at a tournament is no money.
    #[must_use]
    pub fn of_coup(seen: &CoupSeen<'_>) -> Self {
        let mut one = Self { coups: u64::from(seen.counts), ..Self::default() };
        for wager in seen.wagers.iter().filter(|_| seen.logged.tournament().is_none()) {
            one.money += wager;
        }
        one
    }

    fn of_work(&mut self, work: Work) -> &mut u64 {
        match work {
            Work::Dealing => &mut self.dealing,
            Work::Paying => &mut self.paying,
            Work::Deciding => &mut self.deciding,
            Work::Log => &mut self.log,
        }
    }

    /// Adds others of the same.
    pub fn add(&mut self, more: &Self) {
        self.coups += more.coups;
        self.money += more.money;
        self.critical += more.critical;
        self.major += more.major;
        self.minor += more.minor;
        self.info += more.info;
        self.irregularities += more.irregularities;
        self.dealing += more.dealing;
        self.paying += more.paying;
        self.deciding += more.deciding;
        self.log += more.log;
    }
}

impl StaffTally {
    /// Counts a finding; for its work only where `is_first` says that no other of its coup counts for the same.
    pub fn finding(&mut self, duty: &Duty, finding: &Finding, is_first: bool) {
        let mut one = StaffCounts::default();
        match finding.severity {
            Severity::Critical => one.critical = 1,
            Severity::Major => one.major = 1,
            Severity::Minor => one.minor = 1,
            Severity::Info => one.info = 1,
        }
        if is_first && finding.severity > Severity::Info {
            *one.of_work(Work::of(finding.code)) = 1;
        }
        self.add(duty, &one);
    }

    /// Counts an entry of the register of irregularities.
    pub fn irregularity(&mut self, duty: &Duty) {
        self.add(duty, &StaffCounts { irregularities: 1, ..StaffCounts::default() });
    }

    /// By post and id; without an id what arose while nobody is named.
    pub fn iter(&self) -> impl Iterator<Item = (Post, Option<&str>, &StaffCounts)> {
        let nobody = self.nobody.iter().map(|(post, counts)| (*post, None, counts));
        let named =
            self.posts.iter().flat_map(|(post, ids)| ids.iter().map(|(id, counts)| (*post, Some(id.as_str()), counts)));
        named.chain(nobody)
    }

    /// Adds what arose while they were on duty.
    pub fn add(&mut self, duty: &Duty, one: &StaffCounts) {
        let of = [(Post::Dealer, &duty.dealer), (Post::Supervisor, &duty.supervisor), (Post::Shift, &duty.shift)];
        for (post, id) in of {
            let Some(id) = id else {
                self.nobody.entry(post).or_default().add(one);
                continue;
            };
            let ids = self.posts.entry(post).or_default();
            match ids.get_mut(id) {
                Some(known) => known.add(one),
                None => {
                    ids.insert(id.clone(), one.clone());
                }
            }
        }
    }
}
