use std::collections::BTreeMap;

use resettle_coup_log::Coup;

/// In how many coups two logs of one source differ, and in what.
#[derive(Debug, Default)]
pub(super) struct Differences {
    coups: u64,
    /// How many coups by the part that differs.
    parts: BTreeMap<&'static str, u64>,
    /// What went back here less what went back in the log that counts, over all of them, in minor units.
    returned: i128,
    /// The first coup that differs, and what went back in both, in words.
    first: Option<String>,
}

impl Differences {
    /// Compares a coup with the coup that counts.
    pub(super) fn add(&mut self, shoe: &str, number: u64, here: &Coup, counted: &Coup) {
        if here == counted {
            return;
        }
        self.coups += 1;
        let parts = [
            ("cards", here.cards != counted.cards),
            ("wagers", here.wagers != counted.wagers),
            ("declaration", here.declared != counted.declared),
            ("display", here.wrd != counted.wrd),
            ("irregularities", here.irregularities != counted.irregularities),
            ("times", here.times != counted.times),
        ];
        let mut named = false;
        for (part, _) in parts.into_iter().filter(|(_, differs)| *differs) {
            *self.parts.entry(part).or_default() += 1;
            named = true;
        }
        if !named {
            *self.parts.entry("other fields").or_default() += 1;
        }
        let (here, there) = (returned(here), returned(counted));
        self.returned += here - there;
        if self.first.is_none() {
            let what = if here == there {
                "the same is returned".to_owned()
            } else {
                format!("{here} returned here and {there} there, in minor units")
            };
            self.first = Some(format!("shoe {shoe} coup {number}, {what}"));
        }
    }

    /// How many coups differ.
    pub(super) fn coups(&self) -> u64 {
        self.coups
    }

    /// How many differ, the first of them, and what differs; `None` if all are the same.
    pub(super) fn in_words(&self) -> Option<String> {
        let first = self.first.as_ref()?;
        let others =
            if self.coups == 1 { "one of them says".to_owned() } else { format!("{} of them say", self.coups) };
        let parts: Vec<String> = self.parts.iter().map(|(part, coups)| format!("{part} in {coups}")).collect();
        let money = match self.returned {
            0 => String::new(),
            more if more > 0 => format!("; in all {more} more is returned here"),
            less => format!("; in all {} less is returned here", -less),
        };
        Some(format!("{others} something else, first {first} ({}{money})", parts.join(", ")))
    }
}

/// All that went back, in minor units.
fn returned(coup: &Coup) -> i128 {
    coup.wagers.iter().flatten().map(|wager| i128::from(wager.returned)).sum()
}
