use std::fmt;

use resettle_game::Unit;

/// An amount that is right, in minor units; a span where a document leaves a fraction open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Amount {
    pub(crate) fn exactly(amount: i128) -> Self {
        Self { low: amount, high: amount }
    }

    pub(crate) fn between(a: i128, b: i128) -> Self {
        Self { low: a.min(b), high: a.max(b) }
    }

    pub(crate) fn plus(self, more: i128) -> Self {
        Self { low: self.low + more, high: self.high + more }
    }

    /// How far `returned` is off, measured from the nearer bound; positive in the player's favour.
    pub(crate) fn off(self, returned: i128) -> i128 {
        if returned < self.low {
            returned - self.low
        } else if returned > self.high {
            returned - self.high
        } else {
            0
        }
    }
}

impl Amount {
    /// As people read it.
    pub(super) fn in_words(self, unit: Unit<'_>) -> String {
        let of = |amount: i128| unit.of(amount);
        match self.high - self.low {
            0 => of(self.low),
            1 => format!("{} or {}", of(self.low), of(self.high)),
            _ => format!("{} to {}", of(self.low), of(self.high)),
        }
    }
}

/// As findings compare it, in minor units.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.high - self.low {
            0 => write!(f, "{}", self.low),
            1 => write!(f, "{} or {}", self.low, self.high),
            _ => write!(f, "{} to {}", self.low, self.high),
        }
    }
}

/// The right amount nearest to `returned`, and how far `returned` is off from it; the first of several equally near ones.
pub(super) fn nearest(options: &[Amount], returned: i128) -> Option<(usize, i128)> {
    options
        .iter()
        .enumerate()
        .map(|(at, amount)| (at, amount.off(returned)))
        .min_by_key(|(at, off)| (off.unsigned_abs(), *at))
}

/// All right amounts, as findings compare them.
pub(crate) fn listed(options: &[Amount]) -> String {
    each_once(options.iter().map(ToString::to_string))
}

/// All right amounts, as people read them.
pub(super) fn listed_in_words(options: &[Amount], unit: Unit<'_>) -> String {
    each_once(options.iter().map(|option| option.in_words(unit)))
}

fn each_once(options: impl Iterator<Item = String>) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in options {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" or ")
}
