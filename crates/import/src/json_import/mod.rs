//! JSON in, a log out: each round becomes the cells of a row, and is read as the row of a CSV is.

mod locate;
mod node;
mod path;

use std::io::{Read, Write};

use self::locate::{Document, Round, rounds};
use self::node::Node;
use self::path::Path;
use crate::cells::Cells;
use crate::chain::Chain;
use crate::columns::FoundColumns;
use crate::error::ImportError;
use crate::hint::Hint;
use crate::log::Log;
use crate::mapping::{JsonSource, Mapping, Order, Which};
use crate::problem::{RowFault, short};
use crate::record;
use crate::rows::{Quotation, Row};
use crate::sniff;
use crate::summary::ImportSummary;
use crate::time::is_log_time;

/// The longest file that is taken, in bytes: it is held in memory.
pub const LONGEST_JSON: u64 = 1 << 30;

/// The mapping of an operator's round history, with `REVIEW` where the data says nothing.
const ROUND_HISTORY: &str = include_str!("round-history.yaml");

/// The text of the mapping for the round history of a live casino's interface: `gameUid`, `playerHand.cards`,
/// `playersBets[].bets[]`. `REVIEW` stands where the data says nothing.
#[must_use]
pub fn round_history_mapping() -> &'static str {
    ROUND_HISTORY
}

/// Whether a file begins with a round of such a history, whatever array or object it stands in.
#[must_use]
pub fn is_round_history(head: &[u8]) -> bool {
    let has = |name: &[u8]| head.windows(name.len()).any(|part| part == name);
    has(b"\"gameUid\"") && has(b"\"playerHand\"") && has(b"\"bankerHand\"")
}

/// Writes the rounds of a JSON file as an unsealed coup log: lines of JSON, an array, or what stands at the mapping's path.
///
/// `at` is the time of the import, which every record has; `source_name` names the file in the log. A round that cannot
/// be read is reported in the summary and the rest is read on.
///
/// # Errors
/// [`ImportError`]; what was written then is not a whole log.
pub fn import_json(
    mut json: impl Read,
    mapping: &Mapping,
    at: &str,
    source_name: &str,
    out: &mut impl Write,
) -> Result<ImportSummary, ImportError> {
    if !is_log_time(at) {
        return Err(ImportError::At(at.to_owned()));
    }
    let Some(source) = &mapping.json else { return Err(ImportError::OtherMapping { file: "JSON", format: "json" }) };
    let mut text = Vec::new();
    let read = json.by_ref().take(LONGEST_JSON + 1).read_to_end(&mut text).map_err(ImportError::Read)?;
    if read as u64 > LONGEST_JSON {
        return Err(ImportError::LongJson);
    }
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    if let Some((what, help)) = sniff::other_than_json(text) {
        return Err(ImportError::NoJson { what, help });
    }
    let mut columns = Columns::new(mapping, source);
    let mut chain = Chain::new(out, at);
    chain.write("open", |out| {
        record::open(&mapping.open, out);
        record::imported(&mapping.sha256, source_name, out);
    })?;
    if mapping.order == Order::NewestFirst {
        chain.reverse();
    }
    let mut log = Log::new(FoundColumns::of_paths(mapping), chain, at, 0);
    let document = Document { text, path: source.rounds.as_deref() };
    let found =
        rounds(document).map_err(|absent| ImportError::NoRounds { path: absent.path, members: absent.members })?;
    if let ([only], None) = (found.as_slice(), &source.rounds)
        && let Ok(node @ Node::Object(_)) = node::parse(only.text)
        && columns.has_nothing_in(&node)
    {
        return Err(ImportError::OneObject(node.names()));
    }
    for round in found {
        let Round { text, line, last_line } = round;
        match node::parse(text) {
            Err(reason) => log.pass_over(line, last_line, RowFault::Json(reason)),
            Ok(node) if !matches!(node, Node::Object(_)) => {
                log.pass_over(line, last_line, RowFault::NoRoundThere(short(&node.kind())));
            }
            Ok(node) => columns.take(&node, (line, last_line), &mut log)?,
        }
    }
    let mut summary = log.finish()?;
    let absent = columns.absent();
    summary.hints.extend((!absent.is_empty()).then_some(Hint::AbsentPaths(absent)));
    Ok(summary)
}

/// The mapping's columns as paths.
struct Columns<'m> {
    paths: Vec<(Path, &'m str, bool)>,
    wagers: Option<Path>,
    only: Option<(Path, &'m [String])>,
    /// What stands between several values of a cell.
    between: &'m str,
    text: Vec<u8>,
    ends: Vec<usize>,
    any: bool,
}

impl<'m> Columns<'m> {
    fn new(mapping: &'m Mapping, source: &'m JsonSource) -> Self {
        let paths = mapping.columns.iter().map(|column| match &column.which {
            Which::Header(name) => (Path::new(name), name.as_str(), false),
            Which::Number(_) => (Path::new(""), "", false),
        });
        let hands = mapping.row.cards.hands.as_ref().map(|hands| hands.separator.as_str());
        Self {
            paths: paths.collect(),
            wagers: source.wagers.as_deref().map(Path::new),
            only: source.only.as_ref().map(|(path, values)| (Path::new(path), values.as_slice())),
            between: hands.filter(|separator| !separator.is_empty()).unwrap_or(" "),
            text: Vec::new(),
            ends: Vec::new(),
            any: false,
        }
    }

    /// Gives a round to the log, as a row or as a row for each wager.
    fn take<W: Write>(&mut self, round: &Node<'_>, lines: (u64, u64), log: &mut Log<'m, W>) -> Result<(), ImportError> {
        if let Some((path, values)) = &self.only {
            let kind = path.value(round, " ").unwrap_or_default();
            if !values.contains(&kind) {
                log.pass_over(lines.0, lines.1, RowFault::OtherKind(short(&kind)));
                return Ok(());
            }
        }
        self.any = true;
        let rows = match &self.wagers {
            None => vec![vec![round]],
            Some(path) => path.branches(round),
        };
        for nodes in rows {
            self.row(&nodes, lines, log)?;
        }
        Ok(())
    }

    /// A row whose cells are read along the nodes on the way to its wager.
    fn row<W: Write>(
        &mut self,
        nodes: &[&Node<'_>],
        (line, _): (u64, u64),
        log: &mut Log<'m, W>,
    ) -> Result<(), ImportError> {
        self.text.clear();
        self.ends.clear();
        for (path, _, seen) in &mut self.paths {
            let common = self.wagers.as_ref().map_or(0, |wagers| path.common(wagers));
            if let Some(value) = nodes.get(common).and_then(|node| path.value_behind(common, node, self.between)) {
                *seen = true;
                self.text.extend_from_slice(value.as_bytes());
            }
            self.ends.push(self.text.len());
        }
        let cells = Cells::joined(&self.text, &self.ends);
        Ok(log.take(Row { line, last_line: line, quotation: Quotation::Closed, cells })?)
    }

    /// Whether no path leads to anything.
    fn has_nothing_in(&self, round: &Node<'_>) -> bool {
        self.paths.iter().all(|(path, ..)| path.value(round, " ").is_none())
    }

    /// Paths that no round has.
    fn absent(&self) -> String {
        let absent = self.paths.iter().filter(|(_, _, seen)| self.any && !seen);
        let mut names: Vec<String> = absent.map(|(_, name, _)| format!("{name:?}")).collect();
        names.dedup();
        names.join(", ")
    }
}
