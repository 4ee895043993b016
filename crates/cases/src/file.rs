use resettle_yaml::Position;
use serde_json::Value;

/// The cases of one ruleset.
#[derive(Clone, Debug)]
pub struct CaseFile {
    /// The ruleset's id, as the file states it.
    pub ruleset: String,
    /// The day and the hour of its usual coup, as `2019-11-02T10`: the moments of its cases are in it.
    pub hour: String,
    /// Groups of cases, in the order of the file.
    pub groups: Vec<Group>,
    /// Clauses that no case rests on, and why.
    pub excused: Vec<(String, String, Position)>,
}

impl CaseFile {
    /// Every case with the name of its group.
    pub fn cases(&self) -> impl Iterator<Item = (&Group, &Case)> {
        self.groups.iter().flat_map(|group| group.triggers.iter().chain(&group.misses).map(move |case| (group, case)))
    }

    /// Whether a case is played under a choice.
    pub(crate) fn elects(&self, option: &str, choice: &str) -> bool {
        let elected = |record: &Value| {
            record.get("type").is_some_and(|kind| kind == "options")
                && record.get("elected").and_then(|elected| elected.get(option)).is_some_and(|own| own == choice)
        };
        self.cases().any(|(_, case)| case.records.iter().any(elected))
    }
}

/// Cases of one thing: those that trigger it, and the nearest ones that do not.
#[derive(Clone, Debug)]
pub struct Group {
    /// In words.
    pub name: String,
    /// Line and column in the file of cases.
    pub place: Position,
    /// The code that every trigger finds and no miss does, where the group is about one.
    pub code: Option<String>,
    /// Cases in which the thing happens.
    pub triggers: Vec<Case>,
    /// The nearest ones that do not.
    pub misses: Vec<Case>,
}

/// A log of one coup and what surrounds it, and what has to come of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// In words.
    pub what: String,
    /// Line and column in the file of cases.
    pub place: Position,
    /// What has to be found, as code and clause.
    pub finds: Vec<String>,
    /// What is due of each wager, where the case says so.
    pub due: Option<Vec<i128>>,
    /// The clauses that the judgement of its first coup rests on, each citation whole, `†` behind a reading; none where
    /// the case does not say.
    pub by: Option<Vec<String>>,
    /// The log.
    pub(crate) records: Vec<Value>,
}
