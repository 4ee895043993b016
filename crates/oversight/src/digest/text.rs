use jiff::civil::Date;
use resettle_sealed_log::{Digest, SourceKind, Time};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{DayDigest, DigestHead, DigestLog, Idle, Previous};
use crate::day::parse_date;

const HEAD: &str = "# resettle-digest/1 ";
const LOG: &str = "# log ";
const IDLE: &str = "# idle ";

/// One thing wrong with the text of a digest.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct DigestFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Why a path cannot be in a digest.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PathError {
    /// `sha256sum` would write or read it in another way.
    #[error(
        "the file name {0:?} holds a backslash or a control character, which sha256sum spells in its own way; rename the file"
    )]
    Character(String),
    /// It leads out of the folder.
    #[error("the path {0:?} leads out of the folder")]
    Outside(String),
}

/// Refuses paths that are not below the folder, or that `sha256sum` would spell in another way.
///
/// # Errors
/// Which of the two.
pub fn check_path(path: &str) -> Result<(), PathError> {
    if path.chars().any(|letter| letter.is_control() || letter == '\\') {
        return Err(PathError::Character(path.to_owned()));
    }
    if path.split('/').any(|part| part.is_empty() || part == "." || part == "..") {
        return Err(PathError::Outside(path.to_owned()));
    }
    Ok(())
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadLine {
    venue: String,
    day: String,
    made: String,
    previous: Option<PreviousLine>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PreviousLine {
    day: String,
    sha256: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LogLine {
    log: String,
    game: String,
    table: String,
    source: Option<SourceLine>,
    size: u64,
    records: u64,
    content: String,
    head: Option<SealLine>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceLine {
    kind: String,
    id: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SealLine {
    seq: u64,
    sha256: String,
    #[serde(rename = "final")]
    is_final: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct IdleLine {
    game: String,
    table: String,
    source: String,
}

impl DayDigest {
    /// The text, in the one spelling that is read.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let previous = self
            .previous
            .map(|previous| PreviousLine { day: previous.day.to_string(), sha256: previous.sha256.to_string() });
        let head = HeadLine { venue: self.venue.clone(), day: self.day.to_string(), made: self.made.clone(), previous };
        line(&mut text, HEAD, &head);
        for log in &self.logs {
            let said = LogLine {
                log: log.log.clone(),
                game: log.game.clone(),
                table: log.table.clone(),
                source: log
                    .source
                    .as_ref()
                    .map(|(kind, id)| SourceLine { kind: kind.word().to_owned(), id: id.clone() }),
                size: log.size,
                records: log.records,
                content: log.content.to_string(),
                head: log.head.map(|head| SealLine {
                    seq: head.seq,
                    sha256: head.sha256.to_string(),
                    is_final: head.is_final,
                }),
            };
            line(&mut text, LOG, &said);
            text.push_str(&format!("{}  {}\n", log.sha256, log.path));
        }
        for idle in &self.idle {
            let said = IdleLine { game: idle.game.clone(), table: idle.table.clone(), source: idle.source.clone() };
            line(&mut text, IDLE, &said);
        }
        text
    }

    /// Reads a digest strictly.
    ///
    /// # Errors
    /// Every line at fault; where each line is in order by itself, but another spelling than [`Self::to_text`] gives,
    /// the first line that differs.
    pub fn parse(bytes: &[u8]) -> Result<Self, Vec<DigestFault>> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            vec![fault(before.iter().filter(|byte| **byte == b'\n').count(), "it is not UTF-8")]
        })?;
        let mut faults = Vec::new();
        let mut lines = text.lines().enumerate();
        let mut digest = match lines.next().map(|(at, line)| first(at, line)) {
            Some(Ok(digest)) => Some(digest),
            Some(Err(error)) => {
                faults.push(error);
                None
            }
            None => return Err(vec![fault(0, "the file is empty")]),
        };
        let (mut logs, mut idle): (Vec<DigestLog>, Vec<Idle>) = (Vec::new(), Vec::new());
        while let Some((at, line)) = lines.next() {
            if let Some(said) = line.strip_prefix(LOG) {
                match log_of(at, said, lines.next()) {
                    Ok(log) if !idle.is_empty() => {
                        faults.push(fault(at, format!("the log {:?} stands after an idle table", log.path)));
                    }
                    Ok(log) if logs.last().is_some_and(|last| last.path >= log.path) => {
                        faults.push(fault(at + 1, format!("the path {:?} is out of order, or stands twice", log.path)));
                    }
                    Ok(log) => logs.push(log),
                    Err(error) => faults.push(error),
                }
            } else if let Some(said) = line.strip_prefix(IDLE) {
                match json::<IdleLine>(at, said) {
                    Ok(said) => idle.push(Idle { game: said.game, table: said.table, source: said.source }),
                    Err(error) => faults.push(error),
                }
            } else {
                faults.push(fault(at, "it begins neither with `# log ` nor with `# idle `"));
            }
        }
        if let Some(digest) = &mut digest {
            digest.logs = logs;
            digest.idle = idle;
            if faults.is_empty() {
                let spelled = digest.to_text();
                if spelled != text {
                    let same = spelled.lines().zip(text.lines()).take_while(|(one, other)| one == other).count();
                    faults.push(fault(same, "it is not spelled as `resettle digest` writes it"));
                }
            }
        }
        match digest {
            Some(digest) if faults.is_empty() => Ok(digest),
            _ => Err(faults),
        }
    }
}

fn line(text: &mut String, prefix: &str, said: &impl Serialize) {
    text.push_str(prefix);
    // Strings, numbers and options of them always serialise.
    text.push_str(&serde_json::to_string(said).unwrap_or_default());
    text.push('\n');
}

fn fault(at: usize, reason: impl Into<String>) -> DigestFault {
    DigestFault { line: at + 1, reason: reason.into() }
}

fn json<'t, T: Deserialize<'t>>(at: usize, text: &'t str) -> Result<T, DigestFault> {
    serde_json::from_str(text).map_err(|error| fault(at, format!("column {}: {error}", error.column())))
}

fn first(at: usize, line: &str) -> Result<DayDigest, DigestFault> {
    let said = line.strip_prefix(HEAD).ok_or_else(|| fault(at, "it does not begin with `# resettle-digest/1 `"))?;
    let said: HeadLine = json(at, said)?;
    if Time::parse(&said.made).is_err() {
        return Err(fault(at, format!("`made` {:?} is no time", said.made)));
    }
    let previous = match said.previous {
        None => None,
        Some(previous) => {
            Some(Previous { day: date(at, &previous.day)?, sha256: hash(at, "previous", &previous.sha256)? })
        }
    };
    let day = date(at, &said.day)?;
    Ok(DayDigest { venue: said.venue, day, made: said.made, previous, logs: Vec::new(), idle: Vec::new() })
}

fn log_of(at: usize, said: &str, next: Option<(usize, &str)>) -> Result<DigestLog, DigestFault> {
    let said: LogLine = json(at, said)?;
    let (sum_at, sum) = next.ok_or_else(|| fault(at, "the line with its hash and path is missing"))?;
    let (digits, path) =
        sum.split_once("  ").ok_or_else(|| fault(sum_at, "it is not a hash, two blanks and a path"))?;
    check_path(path).map_err(|error| fault(sum_at, error.to_string()))?;
    let source = match said.source {
        None => None,
        Some(source) => {
            let known = SourceKind::ALL.iter().find(|(word, _)| *word == source.kind);
            let (_, kind) = known.ok_or_else(|| fault(at, format!("{:?} is no kind of source", source.kind)))?;
            Some((*kind, source.id))
        }
    };
    let head = match said.head {
        None => None,
        Some(head) => {
            Some(DigestHead { seq: head.seq, sha256: hash(at, "head", &head.sha256)?, is_final: head.is_final })
        }
    };
    Ok(DigestLog {
        path: path.to_owned(),
        sha256: hash(sum_at, "the file", digits)?,
        content: hash(at, "content", &said.content)?,
        size: said.size,
        log: said.log,
        game: said.game,
        table: said.table,
        source,
        records: said.records,
        head,
    })
}

fn hash(at: usize, of: &str, text: &str) -> Result<Digest, DigestFault> {
    Digest::from_hex(text).ok_or_else(|| fault(at, format!("the hash of {of} is not 64 hex digits in lower case")))
}

fn date(at: usize, text: &str) -> Result<Date, DigestFault> {
    parse_date(text).ok_or_else(|| fault(at, format!("{text:?} is no date of the form 2023-06-01")))
}
