use std::io::{self, BufRead, Write};

use resettle_audit::{Money, RulesetUse, Totals, Window};
use resettle_coup_log::LogContents;
use resettle_oversight::carried::Reach;
use resettle_oversight::{LogSeen, SealedParts, parse_date};
use resettle_report::document::Input;
use resettle_sealed_log::{Digest, Head, LogVerdict, Moment, Open, SealedPart, SourceKind};
use serde::{Deserialize, Serialize};

use crate::spill::{Finished, Store};
use crate::tables::TableLogs;

/// The result of one table, as the run continues with it and a checkpoint or the result of a unit keeps it.
pub struct TableResult {
    /// What the report states about each of its logs.
    pub inputs: Vec<Input>,
    /// Its logs as the check of completeness sees them; those without a readable `open` are left out.
    pub seen: Vec<LogSeen>,
    /// What was found.
    pub lot: Finished,
    /// The sums of its coups.
    pub totals: Totals,
    /// The rulesets that judged its coups.
    pub rulesets: Vec<RulesetUse>,
    /// Why its sources could not be joined to the end.
    pub stopped: Option<String>,
    /// The verdict on each log, by file, as far as its history needs it.
    pub verdicts: Vec<(String, LogVerdict)>,
    /// Files that could not be read to their end, and why.
    pub unread: Vec<(String, String)>,
    /// How far each of `inputs` was judged; set by [`TableResult::reach`].
    pub reaches: Vec<Reach>,
    /// Whether a record of it lies in the requested days.
    pub in_days: bool,
    /// Whether a checkpoint held it.
    pub finished_before: bool,
}

impl TableResult {
    /// The result of a table whose logs are added by [`TableResult::log`]; `stopped` is why its sources could not be joined
    /// to the end.
    pub fn new(lot: Finished, totals: Totals, rulesets: Vec<RulesetUse>, stopped: Option<String>) -> Self {
        Self {
            inputs: Vec::new(),
            seen: Vec::new(),
            lot,
            totals,
            rulesets,
            stopped,
            verdicts: Vec::new(),
            unread: Vec::new(),
            reaches: Vec::new(),
            in_days: true,
            finished_before: false,
        }
    }

    /// Adds one of its logs; `read_error` is why it could not be read to its end.
    pub fn log(&mut self, input: Input, verdict: LogVerdict, seen: Option<LogSeen>, read_error: Option<String>) {
        self.unread.extend(read_error.map(|error| (input.path.clone(), error)));
        self.verdicts.push((input.path.clone(), verdict));
        self.inputs.push(input);
        self.seen.extend(seen);
    }
}

/// The first line of what is kept.
#[derive(Serialize, Deserialize)]
struct FirstLine {
    inputs: Vec<Input>,
    /// Whole lines of each.
    lines: Vec<u64>,
    seen: Vec<SeenLine>,
    coups: u64,
    wagers: u64,
    staked: i128,
    returned: i128,
    due: i128,
    rulesets: Vec<(String, String, u64, u64)>,
    stopped: Option<String>,
    /// For each log, the line of the last seal that counts, and the seal.
    heads: Vec<Option<(u64, String)>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unread: Vec<(String, String)>,
}

#[derive(Serialize, Deserialize)]
struct SeenLine {
    file: String,
    log: String,
    venue: String,
    game: String,
    table: String,
    kind: String,
    source: String,
    first: i128,
    last: i128,
    day: Option<String>,
    touches: Option<(String, String)>,
    /// First and last moment and last seal of each stretch that trusted seals vouch for; `None` if not requested.
    sealed: Option<Vec<(i128, i128, u64)>>,
    content: String,
    contents: LogContents,
}

impl TableResult {
    /// Writes it all, so that [`TableResult::load`] can read it in another run.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let rulesets =
            self.rulesets.iter().map(|used| (used.id.clone(), used.digest.clone(), used.coups, used.uncertain));
        let head = FirstLine {
            inputs: self.inputs.clone(),
            lines: self.verdicts.iter().map(|(_, verdict)| verdict.lines).collect(),
            seen: self.seen.iter().map(line_of).collect(),
            coups: self.totals.coups,
            wagers: self.totals.money.wagers,
            staked: self.totals.money.staked,
            returned: self.totals.money.returned,
            due: self.totals.money.due,
            rulesets: rulesets.collect(),
            stopped: self.stopped.clone(),
            heads: self.verdicts.iter().map(|(_, verdict)| sealed_last(verdict)).collect(),
            unread: self.unread.clone(),
        };
        serde_json::to_writer(&mut *out, &head)?;
        out.write_all(b"\n")?;
        self.lot.save(out)
    }

    /// Reads what [`TableResult::save`] wrote. Incomplete input is an error. `opens` are the opening records of its logs.
    pub fn load(input: &mut dyn BufRead, opens: Vec<Option<Open>>, store: &Store) -> io::Result<Self> {
        let mut line = String::new();
        input.read_line(&mut line)?;
        let head: FirstLine = serde_json::from_str(&line)?;
        let seen: Option<Vec<LogSeen>> = head.seen.into_iter().map(seen_of).collect();
        let rulesets = head.rulesets.into_iter();
        let rulesets = rulesets.map(|(id, digest, coups, uncertain)| RulesetUse { id, digest, coups, uncertain });
        let mut verdicts = Vec::new();
        for (((input, open), lines), sealed) in head.inputs.iter().zip(opens).zip(head.lines).zip(head.heads) {
            let mut verdict = LogVerdict::unread(open);
            verdict.lines = lines;
            let last =
                sealed.map(|(line, seal)| Ok::<_, io::Error>((line, Head::read(&seal).map_err(io::Error::other)?)));
            verdict.head = last.transpose()?;
            verdicts.push((input.path.clone(), verdict));
        }
        Ok(Self {
            verdicts,
            inputs: head.inputs,
            seen: seen.ok_or(io::ErrorKind::InvalidData)?,
            lot: Finished::load(input, store)?,
            totals: Totals {
                coups: head.coups,
                money: Money {
                    wagers: head.wagers,
                    staked: head.staked,
                    returned: head.returned,
                    due: head.due,
                    ..Money::default()
                },
                ..Totals::default()
            },
            rulesets: rulesets.collect(),
            stopped: head.stopped,
            unread: head.unread,
            reaches: Vec::new(),
            in_days: true,
            finished_before: true,
        })
    }

    /// Records how far its logs were judged; `table` holds their opening records in the same order.
    pub fn reach(&mut self, table: &TableLogs, window: Option<Window>) {
        let (from, until) = window.map_or((None, None), |window| (window.from, window.until));
        let after = |first: Moment| until.is_some_and(|until| first >= until);
        let before = |last: Moment| from.is_some_and(|from| last < from);
        let mut in_days = window.is_none();
        for ((log, input), (_, verdict)) in table.logs.iter().zip(&self.inputs).zip(&self.verdicts) {
            let seen = self.seen.iter().find(|seen| seen.file == input.path);
            let imported = log.open.as_ref().is_some_and(|(open, _)| open.imported);
            in_days |= imported || !log.context && seen.is_none_or(|seen| !after(seen.first) && !before(seen.last));
            let read = !self.unread.iter().any(|(path, _)| *path == input.path);
            self.reaches.push(Reach {
                head: input.into(),
                read,
                whole: read && !log.context && self.stopped.is_none(),
                lines: verdict.lines,
                from,
                until,
                joined: !table.is_one_source(),
                within: window.is_none() || seen.is_some_and(|seen| !before(seen.first) && !after(seen.last)),
                ..Reach::default()
            });
        }
        self.in_days = in_days;
    }
}

fn sealed_last(verdict: &LogVerdict) -> Option<(u64, String)> {
    verdict.head.as_ref().map(|(line, head)| (*line, head.line().to_owned()))
}

fn line_of(seen: &LogSeen) -> SeenLine {
    SeenLine {
        file: seen.file.clone(),
        log: seen.log.clone(),
        venue: seen.venue.clone(),
        game: seen.game.clone(),
        table: seen.table.clone(),
        kind: seen.kind.word().to_owned(),
        source: seen.source.clone(),
        first: seen.first.nanos,
        last: seen.last.nanos,
        day: seen.day.map(|day| day.to_string()),
        touches: seen.touches.map(|(first, last)| (first.to_string(), last.to_string())),
        sealed: match &seen.sealed {
            SealedParts::Unasked => None,
            SealedParts::Parts(parts) => {
                Some(parts.iter().map(|part| (part.first.nanos, part.last.nanos, part.seq)).collect())
            }
        },
        content: seen.content.to_string(),
        contents: seen.contents.clone(),
    }
}

fn seen_of(line: SeenLine) -> Option<LogSeen> {
    let (_, kind) = SourceKind::ALL.iter().find(|(word, _)| *word == line.kind)?;
    let day = match line.day {
        None => None,
        Some(day) => Some(parse_date(&day)?),
    };
    Some(LogSeen {
        file: line.file,
        log: line.log,
        venue: line.venue,
        game: line.game,
        table: line.table,
        kind: *kind,
        source: line.source,
        first: Moment { nanos: line.first },
        last: Moment { nanos: line.last },
        day,
        touches: match line.touches {
            None => None,
            Some((first, last)) => Some((parse_date(&first)?, parse_date(&last)?)),
        },
        sealed: line.sealed.map_or(SealedParts::Unasked, |parts| {
            let part =
                |(first, last, seq)| SealedPart { first: Moment { nanos: first }, last: Moment { nanos: last }, seq };
            SealedParts::Parts(parts.into_iter().map(part).collect())
        }),
        content: Digest::from_hex(&line.content)?,
        contents: line.contents,
    })
}
