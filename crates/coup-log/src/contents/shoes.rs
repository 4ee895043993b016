//! The shoes of a log, as far as their cut card, their end and how they were shuffled are asked for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Extent;
use crate::record::{ShoeEvent, ShoeRecord};

/// The shoes of a log that lack something, or that it did not begin. At most [`ShoesHeld::MOST`] are kept;
/// of what is beyond, what lacked is kept as a sum.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ShoesHeld {
    held: BTreeMap<String, Held>,
    /// The shoe of the last record of a shoe or coup.
    last: Option<String>,
    /// What was lacking of shoes that are no longer kept: the cut card, the end, that cards were shuffled before.
    beyond: [Extent; 3],
    /// How often each was there.
    there: [u64; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Held {
    all: Extent,
    begun: bool,
    /// Whether its cut card and its end came, and its start said that cards were shuffled before.
    came: [bool; 3],
}

impl Default for Held {
    /// The start of a shoe that began elsewhere says nothing here.
    fn default() -> Self {
        Self { all: Extent::default(), begun: false, came: [false, false, true] }
    }
}

impl ShoesHeld {
    const MOST: usize = 64;

    /// Notes what happened to a shoe.
    pub(super) fn event(&mut self, record: &ShoeRecord) {
        let came = match record.event {
            ShoeEvent::Start { preshuffled, .. } => {
                self.leave(&record.shoe);
                if let Some(held) = self.of(&record.shoe) {
                    held.begun = true;
                    let [.., shuffled] = &mut held.came;
                    *shuffled = preshuffled;
                }
                let [.., there] = &mut self.there;
                *there += u64::from(preshuffled);
                return;
            }
            ShoeEvent::CutCard => 0,
            ShoeEvent::End => 1,
            ShoeEvent::Burn { .. } | ShoeEvent::Check | ShoeEvent::Replace { .. } => return,
        };
        if let Some(there) = self.there.get_mut(came) {
            *there += 1;
        }
        let Some(held) = self.of(&record.shoe) else { return };
        if let Some(came) = held.came.get_mut(came) {
            *came = true;
        }
        if held.begun && held.came == [true; 3] {
            self.held.remove(&record.shoe);
        }
    }

    /// Notes a coup of a shoe.
    pub(super) fn coup(&mut self, shoe: &str, (wagers, staked): (usize, i128)) {
        if let Some(held) = self.of(shoe) {
            held.all.add(1, wagers, staked);
        }
    }

    /// A shoe, which is kept from now on. Each coup asks for its own: of one that is kept no name is copied.
    fn of(&mut self, shoe: &str) -> Option<&mut Held> {
        if self.last.as_deref() != Some(shoe) {
            self.last = Some(shoe.to_owned());
        }
        if !self.held.contains_key(shoe) {
            if self.held.len() >= Self::MOST
                && let Some(first) = self.held.keys().next().cloned()
            {
                self.leave(&first);
            }
            self.held.insert(shoe.to_owned(), Held::default());
        }
        self.held.get_mut(shoe)
    }

    /// No longer keeps a shoe.
    fn leave(&mut self, shoe: &str) {
        let Some(Held { all, came, .. }) = self.held.remove(shoe) else { return };
        for (sum, _) in self.beyond.iter_mut().zip(came).filter(|(_, came)| !came) {
            sum.join(all);
        }
    }

    /// Whether it holds anything of a shoe that it did not begin.
    pub(super) fn goes_on_with(&self, shoe: &str) -> bool {
        self.held.get(shoe).is_some_and(|held| !held.begun)
    }

    /// How many there were.
    pub(super) fn there(&self, what: usize) -> u64 {
        self.there.get(what).copied().unwrap_or_default()
    }

    /// How much was played from shoes without it. `asked` says of each whether it is asked; it is given its name, and whether the
    /// log ends in its midst.
    pub(super) fn lacks(&self, what: usize, asked: impl Fn(&str, bool) -> bool) -> Extent {
        let mut sum = self.beyond.get(what).copied().unwrap_or_default();
        for (shoe, held) in &self.held {
            let came = held.came.get(what).copied().unwrap_or_default();
            if !came && asked(shoe, self.last.as_ref() == Some(shoe)) {
                sum.join(held.all);
            }
        }
        sum
    }
}
