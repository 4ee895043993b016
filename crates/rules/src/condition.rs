use crate::fact::Fact;
use crate::values::Values;

/// When a row holds: facts have one of the values named. There is no "not": sets of values say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The fact has one of these values.
    Is(Fact, Values),
    /// All hold.
    All(Vec<Self>),
    /// One of them holds at least.
    Any(Vec<Self>),
}

impl Condition {
    /// Whether it holds, where every fact is known.
    pub(crate) fn holds(&self, value: &impl Fn(Fact) -> u8) -> bool {
        match self {
            Self::Is(fact, values) => values.has(value(*fact)),
            Self::All(parts) => parts.iter().all(|part| part.holds(value)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(value)),
        }
    }

    /// Calls `see` with every fact and the values named of it, in the order written.
    pub fn each(&self, see: &mut impl FnMut(Fact, Values)) {
        match self {
            Self::Is(fact, values) => see(*fact, *values),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.each(see)),
        }
    }

    /// The same with other facts in the place of some.
    #[must_use]
    pub fn with(&self, other: &impl Fn(Fact) -> Fact) -> Self {
        let all = |parts: &[Self]| parts.iter().map(|part| part.with(other)).collect();
        match self {
            Self::Is(fact, values) => Self::Is(other(*fact), *values),
            Self::All(parts) => Self::All(all(parts)),
            Self::Any(parts) => Self::Any(all(parts)),
        }
    }
}
