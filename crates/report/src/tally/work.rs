use resettle_audit::Code;

/// Which work at a table a finding is about, so that faults of one kind are not counted for people who do another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Cards: drawn, turned, burned, counted, the shoe and its cut card.
    Dealing,
    /// Wagers taken and money paid.
    Paying,
    /// Results announced and shown, coups voided, claims, rulings, notices, tournaments, promotions.
    Deciding,
    /// Records, clocks, keys, sources and settings.
    Log,
}

impl Work {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 4] = [Self::Dealing, Self::Paying, Self::Deciding, Self::Log];

    /// The word as reports write it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Dealing => "dealing",
            Self::Paying => "paying",
            Self::Deciding => "deciding",
            Self::Log => "log",
        }
    }

    /// Of a finding.
    #[must_use]
    pub fn of(code: Code) -> Self {
        match code {
            Code::BurnMissing | Code::Burn | Code::CutCard | Code::NoBetCoup => Self::Dealing,
            Code::UnreadableCard
            | Code::DuplicateId
            | Code::Clock
            | Code::CoupGap
            | Code::ShoeRecord
            | Code::Times
            | Code::SectionMissing => Self::Log,
            _ => Self::of_family(code.as_str().split('/').next().unwrap_or_default()).unwrap_or(Self::Log),
        }
    }

    /// Of the part of a code before its stroke.
    fn of_family(family: &str) -> Option<Self> {
        Some(match family {
            "deal" => Self::Dealing,
            "settlement" | "wager" => Self::Paying,
            "result" | "void" | "claim" | "display" | "procedure" | "tournament" | "promotion" => Self::Deciding,
            "integrity" | "ruleset" | "reconcile" | "disposition" => Self::Log,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_of_codes_is_some_work() {
        let family = |code: &Code| code.as_str().split('/').next().unwrap();
        let unknown: Vec<&str> =
            Code::ALL.iter().map(family).filter(|family| Work::of_family(family).is_none()).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
