use resettle_reference::Rules;

use crate::Expected;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Config {
    /// Under which rules.
    pub rules: Rules,
    /// How many coups.
    pub coups: u64,
    /// Everything that is drawn by lot follows from it, the signing keys too.
    pub seed: u64,
    /// What to plant.
    pub faults: Faults,
    /// How varied the wagers are.
    pub style: Style,
    /// Whether the log says who deals and who supervises.
    pub staff: bool,
}

impl Config {
    /// Untouched play.
    pub fn clean(rules: Rules, coups: u64, seed: u64) -> Config {
        Config { rules, coups, seed, faults: Faults::default(), style: Style::Varied, staff: false }
    }
}

/// Which faults to plant, and where.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// One in this many coups, picked by lot among all that fit the ruleset; 0 for none. Faults of a whole log
    /// are not picked.
    pub one_in: u32,
    /// Where not empty, the lot is drawn among these names alone.
    pub only: Vec<String>,
    /// By name, at the coup of that number, counted from 1 through the whole log. Where two fall on one coup,
    /// or on the aftermath of another, the later one moves to the next coup that is free.
    pub at: Vec<(String, u64)>,
}

/// How varied the wagers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Refused, withdrawn, late and tokens among them, odd stakes, missing announcements where they are optional.
    #[default]
    Varied,
    /// Wagers in time, of even stakes, nothing withdrawn or refused.
    Plain,
}

/// A fault as it came to be planted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planted {
    /// Its name.
    pub name: &'static str,
    /// The coup's number through the whole log, from 1.
    pub ordinal: u64,
    /// The id of the coup's shoe …
    pub shoe: String,
    /// … and the number within it.
    pub coup: u64,
}

/// What came of it, in addition to the log.
#[derive(Clone, Debug)]
pub struct SimulatedLog {
    /// The log's id.
    pub log: String,
    /// What a replay should find, in the order planted.
    pub expected: Vec<Expected>,
    /// The trust store that vouches for the log's keys.
    pub trust_yaml: String,
    /// What is known of the sources, where each writes a log.
    pub settings_yaml: Option<String>,
    /// The faults, each with the coup that it was planted on.
    pub planted: Vec<Planted>,
    /// Lines written.
    pub records: u64,
    /// All stakes written, returned ones among them, in minor units.
    pub staked: i64,
    /// All that went back, less commission, in minor units.
    pub returned: i64,
}

/// Why there is no log, or only part of one.
#[derive(Debug)]
pub enum Error {
    /// Writing failed.
    Write(std::io::Error),
    /// No fault has that name.
    UnknownFault(String),
    /// The ruleset cannot show the fault.
    NotUnder(String),
    /// The fault is one of joining, and the table writes one log.
    OneLog(String),
    /// The fault makes sense only where the table writes one log.
    SeveralLogs(String),
    /// A table has 2 to 99 terminals.
    Terminals,
    /// The breach of a tournament leaves nothing to judge for others.
    Alone(&'static str),
    /// The fault found no place where the log had it.
    NoPlace(String, u64),
    /// An amount passed 64 bits, or the settler refused a wager of its own table.
    Settlement(resettle_reference::Error),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Write(error) => write!(f, "cannot write the log: {error}"),
            Error::UnknownFault(name) => write!(f, "no fault is called {name}"),
            Error::NotUnder(name) => write!(f, "these rules cannot show {name}"),
            Error::OneLog(name) => write!(f, "{name} needs several sources, each with a log"),
            Error::SeveralLogs(name) => write!(f, "{name} needs a table that writes one log"),
            Error::Alone(name) => write!(f, "{name} stands alone: it leaves nothing to judge for others"),
            Error::Terminals => write!(f, "a table has 2 to 99 terminals"),
            Error::NoPlace(name, coup) => {
                write!(f, "no place for {name} at coup {coup} or after it")
            }
            Error::Settlement(error) => write!(f, "cannot settle: {error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Error::Write(error)
    }
}

impl From<resettle_reference::Error> for Error {
    fn from(error: resettle_reference::Error) -> Self {
        Error::Settlement(error)
    }
}
