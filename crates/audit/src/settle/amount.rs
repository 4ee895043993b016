use std::fmt;

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

/// All right amounts in words.
pub(crate) fn listed(options: &[Amount]) -> String {
    let mut words: Vec<String> = Vec::with_capacity(options.len());
    for option in options {
        let word = option.to_string();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" or ")
}
