use resettle_report::document::{
    FactsUsed, HeadsUsed, Input, JudgedWith, KIND, Report, Ruleset, Summary, TournamentRow, TrustUsed,
};

/// The tool and its version, as reports name it.
pub const TOOL: &str = concat!("resettle ", env!("CARGO_PKG_VERSION"));

/// What a report states besides what was found.
#[derive(Default)]
pub struct Stated {
    /// The time that it bears.
    pub generated_at: String,
    /// The ruleset by which every coup was judged, if one was named.
    pub judged_by: Option<String>,
    /// The trust store.
    pub trust: Option<TrustUsed>,
    /// The dates that were stated.
    pub facts: Option<FactsUsed>,
    /// The file of heads.
    pub heads: Option<HeadsUsed>,
    /// The tournaments that the logs record.
    pub tournaments: Vec<TournamentRow>,
    /// Every file and option; `None` if that is not reported.
    pub judged_with: Option<JudgedWith>,
    /// At most this many findings of each code are kept.
    pub max_per_code: Option<u64>,
}

impl Stated {
    /// The report that states it: on these files, by these rulesets.
    #[must_use]
    pub fn report(self, inputs: Vec<Input>, rulesets: Vec<Ruleset>, summary: Summary) -> Report {
        Report {
            kind: KIND,
            tool: TOOL.to_owned(),
            generated_at: self.generated_at,
            judged_by: self.judged_by,
            facts: self.facts,
            trust: self.trust,
            approvers: None,
            heads: self.heads,
            judged_with: self.judged_with,
            inputs,
            unread: Vec::new(),
            promotions: None,
            tournaments: self.tournaments,
            rulesets,
            summary,
            run: None,
            played: None,
        }
    }
}
