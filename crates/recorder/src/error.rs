use thiserror::Error;

/// Why something could not be recorded. Nothing is acknowledged then, and the same can be asked again.
#[derive(Debug, Error)]
pub enum RecordError<E: std::error::Error + 'static> {
    /// A file could not be read or written.
    #[error("{file}: {error}")]
    File {
        /// The file's name.
        file: String,
        /// Why.
        #[source]
        error: E,
    },
    /// The time is none of the form of a log.
    #[error("`{0}` is no time of a log")]
    Time(String),
    /// The id of a day's log would be too long.
    #[error("the id of the log is too long for a day behind it")]
    LongName,
    /// A file of the day is not what the recorder wrote.
    #[error("{file}, line {line}: {what}")]
    Altered {
        /// The file's name.
        file: String,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The mapping of the day cannot be read.
    #[error("{file} cannot be read as the mapping of its day")]
    Mapping {
        /// The file's name.
        file: String,
    },
    /// A record is none that a log takes.
    #[error("a record cannot be written: {0}")]
    Record(String),
}
