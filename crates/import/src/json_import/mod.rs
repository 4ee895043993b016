//! JSON in, a log out: each round becomes the cells of a row, and is read as the row of a CSV is.

pub(crate) mod above;
pub(crate) mod locate;
pub(crate) mod node;
pub(crate) mod path;
mod repeats;
mod unread;

use std::collections::HashMap;
use std::io::{Read, Write};

use self::above::Above;
use self::locate::{Document, Located, Round, rounds};
use self::node::Node;
use self::path::{OF_THE_FILE, OtherShape, Path};
use self::repeats::{Fate, Print, Unnamed};
use self::unread::Unread;
use crate::cells::Cells;
use crate::chain::Chain;
use crate::columns::FoundColumns;
use crate::draft::rounds_at;
use crate::error::ImportError;
use crate::hands::HandColumns;
use crate::hint::Hint;
use crate::log::{Log, PassedOver};
use crate::mapping::{Bet, Column, Json, Mapping, Order, Which};
use crate::name::{TextHash, hash, hash_of};
use crate::notice::Notice;
use crate::problem::{RowFault, short};
use crate::record;
use crate::rows::{Quotation, Row};
use crate::sniff;
use crate::summary::{ImportSummary, OtherTable};
use crate::time::is_log_time;

/// The longest file that is taken, in bytes: it is held in memory.
pub const LONGEST_JSON: u64 = 1 << 30;

/// The mapping of an operator's round history, with `REVIEW` where the data says nothing.
const ROUND_HISTORY: &str = include_str!("round-history.yaml");

/// The text of the mapping for the round history of a live casino's interface: `gameUid`, `playerHand.cards`,
/// `playersBets[].bets[]`. `REVIEW` stands where the data says nothing.
///
/// Where the rounds are not the whole of the file `json`, the path to them is that of the file.
#[must_use]
pub fn round_history_mapping(json: &[u8]) -> String {
    const ROUNDS: &str = "  # rounds: data.games     # where the rounds are not the whole file\n";
    let json = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
    match rounds_at(json).filter(|path| !path.is_empty()) {
        Some(path) => ROUND_HISTORY.replacen(ROUNDS, &format!("  rounds: {path:?}\n"), 1),
        None => ROUND_HISTORY.to_owned(),
    }
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
    let document = Document { text, path: source.rounds.as_deref() };
    let located = rounds(document).map_err(|absent| ImportError::NoRounds {
        path: absent.path,
        members: absent.members,
        found: rounds_at(text),
    })?;
    let mut found = File { above: Above::of(text, &located, document.path), located };
    if let ([only], None) = (found.located.rounds.as_slice(), &source.rounds)
        && let Ok(node @ Node::Object(_)) = node::parse(only.text)
        && columns.has_nothing_in(&node)
    {
        return Err(ImportError::OneObject { names: node.names(), found: rounds_at(text) });
    }
    let survey = columns.survey(&mut found, Unread::new(mapping, source));
    if let Some((paths, members)) = columns.absent_of_wagers() {
        return Err(ImportError::NoWagers { paths, members });
    }
    let mut chain = Chain::new(out, at);
    chain.write("open", |out| {
        record::open(&mapping.open, out);
        record::imported(&mapping.sha256, source_name, out);
    })?;
    if mapping.order == Order::NewestFirst || mapping.leaves_out() {
        chain.wait(mapping.order == Order::NewestFirst);
    }
    let mut log = Log::new(FoundColumns::of_paths(mapping, columns.of_round()), chain, at, 0);
    for (at, round) in found.located.rounds.iter().enumerate() {
        log.begin_round();
        match node::parse(round.text) {
            Err(reason) => log.pass_over(passed_over(round, None, 1), &RowFault::Json(reason), true),
            Ok(node) if !matches!(node, Node::Object(_)) => {
                let fault = RowFault::NoRoundThere(short(&node.kind()));
                log.pass_over(passed_over(round, None, 1), &fault, true);
            }
            Ok(node) => columns.take(&node, round, survey.fates.get(&at).copied(), &found, &mut log)?,
        }
    }
    let unread = survey.unread.summary();
    let mut summary = log.finish(unread.on_purpose)?;
    let nothing_there = summary.not_read_on_purpose.iter().filter(|own| own.rows == 0).map(|own| own.column.as_str());
    let absent = columns.absent(nothing_there);
    if !absent.is_empty() {
        let below = columns.below(unread.members.iter().map(|member| member.path.as_str()));
        summary.hints.push(Hint::AbsentPaths { paths: absent, below: below.map(str::to_owned) });
    }
    summary
        .hints
        .extend(found.above.unread.iter().map(|(line, what)| Hint::UnreadAbove { line: *line, what: what.clone() }));
    summary.hints.extend(survey.unnamed.hint());
    summary.hints.extend(survey.notice.hints(mapping));
    summary.unread_members = unread.members;
    summary.unread_members_left_out = unread.more;
    summary.rounds_with_unread_stakes = unread.rounds_with_stakes;
    Ok(summary)
}

fn passed_over(round: &Round<'_>, name: Option<String>, rows: usize) -> PassedOver {
    PassedOver { line: round.line, last_line: round.last_line, name, rows: rows as u64 }
}

/// The rounds of a file, and what stands above them.
struct File<'d> {
    located: Located<'d>,
    above: Above<'d>,
}

/// What the rounds show together, before any is written.
struct Survey<'m> {
    /// What becomes of rounds that stand in the file more than once.
    fates: HashMap<usize, Fate>,
    unnamed: Unnamed,
    notice: Notice,
    unread: Unread<'m>,
}

/// The cells of a row, and where each ends.
struct RowCells {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl RowCells {
    fn get(&self, column: Column) -> &str {
        let cell = Cells::joined(&self.text, &self.ends).get(column.0).unwrap_or_default();
        std::str::from_utf8(cell).unwrap_or_default().trim()
    }
}

/// The rows of a round: one, or one for each wager.
#[derive(Default)]
struct RoundRows {
    rows: Vec<RowCells>,
    /// What is of another shape than the mapping's paths: none of the rows is read.
    other: Option<OtherShape>,
}

/// The mapping's columns as paths.
struct Columns<'m> {
    mapping: &'m Mapping,
    /// Of each the paths of which the first counts that leads to something, the mapping's text, and whether a round has it.
    paths: Vec<(Vec<Path>, &'m str, bool)>,
    /// Columns of several cards each.
    cards: Vec<Column>,
    /// The way to each wager, and as the mapping writes it.
    wagers: Option<(Path, &'m str)>,
    only: &'m [(Column, Vec<String>)],
    /// What stands between several values of a cell.
    between: &'m str,
    any: bool,
    /// The members of the first wager.
    wager: Option<String>,
}

impl<'m> Columns<'m> {
    fn new(mapping: &'m Mapping, source: &'m Json) -> Self {
        let paths = mapping.columns.iter().map(|column| match &column.which {
            Which::Header(name) => (Path::alternatives(name), name.as_str(), false),
            Which::Number(_) => (Vec::new(), "", false),
        });
        let hands = mapping.row.cards.hands.as_ref();
        let mut cards = match hands.map(|hands| &hands.columns) {
            None => Vec::new(),
            Some(HandColumns::All(column)) => vec![*column],
            Some(HandColumns::Each { columns, .. }) => columns.iter().map(|(_, column)| *column).collect(),
        };
        if hands.is_some() {
            cards.extend([mapping.row.cards.cancelled, mapping.row.cards.burned].into_iter().flatten());
        }
        let between = hands.map(|hands| hands.separator.as_str()).filter(|separator| !separator.is_empty());
        Self {
            mapping,
            paths: paths.collect(),
            cards,
            wagers: source.wagers.as_deref().map(|text| (Path::new(text), text)),
            only: &mapping.only,
            between: between.unwrap_or(" "),
            any: false,
            wager: None,
        }
    }

    /// Whether each column is the same in all rows of a round.
    fn of_round(&self) -> Vec<bool> {
        self.paths.iter().map(|(paths, ..)| !self.varies(paths)).collect()
    }

    /// Whether a column may have another value in each row of a round.
    fn varies(&self, paths: &[Path]) -> bool {
        let is_below = |path: &Path| self.wagers.as_ref().is_some_and(|(wagers, _)| path.is_of_items_of(wagers));
        paths.iter().any(is_below)
    }

    /// Looks at all rounds once: which stand there twice, which paths lead to something.
    fn survey(&mut self, found: &mut File<'_>, mut unread: Unread<'m>) -> Survey<'m> {
        let (mut prints, mut notice, mut unnamed) = (Vec::new(), Notice::default(), Unnamed::default());
        for round in &found.located.rounds {
            let node = node::parse(round.text).ok().filter(|node| matches!(node, Node::Object(_)));
            let rows = |node| self.rows(node, round, &found.above);
            let RoundRows { rows, other } = node.as_ref().map(rows).unwrap_or_default();
            let read = other.is_none() && self.other_kind(&rows).is_none();
            if let Some(node) = node.as_ref().filter(|_| read) {
                notice.take(node, round.line, self.is_void(&rows));
                unread.take(node, round.line);
                found.above.count(round);
            }
            let name = self.name(&rows).filter(|_| read && self.mapping.objects_are_rounds());
            if read && name.is_none() && node.is_some() && self.mapping.objects_are_rounds() {
                unnamed.take(contents(&rows), prints.len(), round.line);
            }
            prints.push(name.map(|name| Print { name: hash(&name), contents: contents(&rows) }));
        }
        unread.take_above(&found.above);
        notice.take_above(&found.above);
        Survey { fates: repeats::fates(&prints), unnamed, notice, unread }
    }

    /// Why a round is none that `only` of the mapping wants: the path, and what stands there, if anything does.
    fn other_kind<'r>(&self, rows: &'r [RowCells]) -> Option<(&'m str, &'r str)> {
        let row = rows.first()?;
        let (column, _) = self.only.iter().find(|(column, values)| {
            let paths = self.paths.get(column.0).map(|(paths, ..)| paths.as_slice()).unwrap_or_default();
            !self.varies(paths) && !values.iter().any(|value| value == row.get(*column))
        })?;
        Some((self.paths.get(column.0).map_or("", |(_, name, _)| *name), row.get(*column)))
    }

    /// A round of another table or kind than the mapping reads, with what was staked in it.
    fn other_table(&self, path: &str, value: &str, rows: &[RowCells], line: u64) -> OtherTable {
        let rule = &self.mapping.row;
        let mut other = OtherTable::one(path, value, line);
        for (row, wager) in rows.iter().flat_map(|row| rule.wagers.iter().map(move |wager| (row, wager))) {
            other.stake(row.get(wager.stake), &rule.amounts, wager.decimals);
        }
        other
    }

    /// Whether the mapping reads a round as void by its result.
    fn is_void(&self, rows: &[RowCells]) -> bool {
        let result = self.mapping.row.declared.result.as_ref();
        let word = result.zip(rows.first()).and_then(|(coded, row)| coded.values.get(row.get(coded.column)));
        word.is_some_and(|word| word == "void")
    }

    /// What the source calls a round, where it names it: no other round has that name.
    fn name(&self, rows: &[RowCells]) -> Option<String> {
        let row = rows.first()?;
        let cell = |column: Option<Column>| column.map(|column| row.get(column)).filter(|cell| !cell.is_empty());
        let rule = &self.mapping.row;
        match (cell(rule.shoe), cell(rule.coup_column()), cell(rule.id)) {
            (Some(shoe), Some(coup), _) => Some(format!("coup {coup} of shoe {shoe}")),
            _ if rule.shoe.is_some() && rule.coup.is_some() => None,
            (_, _, Some(id)) => Some(id.to_owned()),
            _ => None,
        }
    }

    /// What is said of a round in a message.
    fn shown_name(&self, rows: &[RowCells]) -> Option<String> {
        let id = self.mapping.row.id.and_then(|column| rows.first().map(|row| row.get(column).to_owned()));
        id.filter(|id| !id.is_empty()).or_else(|| self.name(rows))
    }

    /// Gives a round to the log, as a row or as a row for each wager.
    fn take<W: Write>(
        &mut self,
        node: &Node<'_>,
        round: &Round<'_>,
        fate: Option<Fate>,
        found: &File<'_>,
        log: &mut Log<'m, W>,
    ) -> Result<(), ImportError> {
        let RoundRows { rows, other } = self.rows(node, round, &found.above);
        let passed_over = |rows: &[RowCells], name| passed_over(round, name, rows.len());
        match self.other_kind(&rows) {
            // It may be one of this table.
            Some((path, "")) => {
                let fault = RowFault::NothingForOnly(path.to_owned());
                log.pass_over(passed_over(&rows, self.shown_name(&rows)), &fault, true);
                return Ok(());
            }
            // Of another game or table, it is missing nowhere.
            Some((path, value)) => {
                let other = self.other_table(path, value, &rows, round.line);
                log.of_another_table(&passed_over(&rows, None), other);
                return Ok(());
            }
            None => {}
        }
        if let Some(OtherShape { path, what }) = other {
            let fault = RowFault::OtherShape { path, what };
            log.pass_over(passed_over(&rows, self.shown_name(&rows)), &fault, true);
            return Ok(());
        }
        match fate {
            Some(Fate::Again(first)) => {
                let line = found.located.rounds.get(first).map_or(0, |first| first.line);
                log.repeated(passed_over(&rows, self.shown_name(&rows)), line);
                return Ok(());
            }
            Some(Fate::Differs(other, is_first)) => {
                let other = found.located.rounds.get(other);
                let node = other.and_then(|other| Some((other, node::parse(other.text).ok()?)));
                let others = node.map(|(other, node)| self.rows(&node, other, &found.above).rows);
                let what = self.what_differs(&rows, &others.unwrap_or_default());
                let line = other.map_or(0, |other| other.line);
                let around = other.map(|other| found.above.tells_apart(round, other)).unwrap_or_default();
                let fault = match around.is_empty() || self.mapping.row.shoe.is_some() {
                    true => RowFault::OtherVersion { line, what },
                    false => RowFault::NumberedAnew { line, what, around: quoted_list(&around) },
                };
                log.pass_over(passed_over(&rows, self.shown_name(&rows)), &fault, is_first);
                return Ok(());
            }
            None => {}
        }
        for RowCells { text, ends } in rows {
            let cells = Cells::joined(&text, &ends);
            log.take(Row { line: round.line, last_line: round.line, quotation: Quotation::Closed, cells })?;
        }
        Ok(())
    }

    /// The rows of a round: one, or one for each wager.
    fn rows(&mut self, node: &Node<'_>, round: &Round<'_>, above: &Above<'_>) -> RoundRows {
        self.any = true;
        let (ways, mut other) = match &self.wagers {
            None => (vec![vec![node]], None),
            Some((path, _)) => {
                let (ways, other) = path.branches(node);
                if let (Some(way), None) = (ways.iter().find(|way| way.len() == path.len() + 1), &self.wager) {
                    self.wager = way.last().map(|wager| match wager {
                        Node::Object(_) => format!("has {}", wager.names()),
                        wager => format!("is {}", short(&wager.kind())),
                    });
                }
                (ways, other)
            }
        };
        let mut rows = Vec::new();
        for nodes in &ways {
            let (row, of_row) = self.row(nodes, round, above);
            rows.push(row);
            other = other.or(of_row);
        }
        RoundRows { rows, other }
    }

    /// The cells of a row, read along the nodes on the way to its wager and above its round, and what of it is of another shape.
    fn row(&mut self, nodes: &[&Node<'_>], round: &Round<'_>, above: &Above<'_>) -> (RowCells, Option<OtherShape>) {
        let mut cells = RowCells { text: Vec::new(), ends: Vec::new() };
        let mut other = None;
        let mut of_wager = None;
        for (at, (paths, _, seen)) in self.paths.iter_mut().enumerate() {
            let begin = cells.text.len();
            let mut other_here = None;
            for path in paths {
                let common = self.wagers.as_ref().map_or(0, |(wagers, _)| path.common(wagers));
                let place = match path.is_of_file() {
                    true => above.on_way(round, path),
                    false => nodes.get(common).map(|node| (common, *node)),
                };
                let Some((common, node)) = place else { continue };
                let values = path.values_behind(common, node);
                *seen |= values.found;
                let value = if self.cards.contains(&Column(at)) {
                    values.cards(self.between)
                } else {
                    values.joined(self.between)
                };
                if !path.is_of_file() && self.wagers.as_ref().is_some_and(|(wagers, _)| common == wagers.len()) {
                    of_wager = Some(of_wager.unwrap_or_default() || !value.is_empty());
                }
                if !value.is_empty() {
                    cells.text.extend_from_slice(value.as_bytes());
                    break;
                }
                other_here = other_here.or(values.other);
            }
            if cells.text.len() == begin {
                other = other.or(other_here);
            }
            cells.ends.push(cells.text.len());
        }
        // Nothing that is read stands in a wager.
        if let (Some(false), None, Some((_, path)), Some(wager)) = (of_wager, &other, &self.wagers, nodes.last()) {
            other = Some(OtherShape { path: (*path).to_owned(), what: short(&wager.kind()) });
        }
        (cells, other)
    }

    /// The columns in which two versions of a round differ.
    fn what_differs(&self, own: &[RowCells], other: &[RowCells]) -> String {
        let cells = |rows: &[RowCells], at: usize| {
            let mut cells: Vec<String> = rows.iter().map(|row| row.get(Column(at)).to_owned()).collect();
            cells.sort_unstable();
            cells
        };
        let differ = self.paths.iter().enumerate().filter(|(at, _)| cells(own, *at) != cells(other, *at));
        let mut names: Vec<String> = differ.map(|(_, (_, name, _))| format!("{name:?}")).collect();
        names.dedup();
        if names.is_empty() { "which of its values stand together".to_owned() } else { names.join(", ") }
    }

    /// Whether no path leads to anything.
    fn has_nothing_in(&self, round: &Node<'_>) -> bool {
        let mut paths = self.paths.iter().flat_map(|(paths, ..)| paths).filter(|path| !path.is_of_file());
        paths.all(|path| !path.values_behind(0, round).found)
    }

    /// Paths that no round has, with these others.
    fn absent<'p>(&'p self, others: impl Iterator<Item = &'p str>) -> String {
        let absent = self.paths.iter().filter(|(_, _, seen)| !seen).map(|(_, name, _)| -> &'p str { name });
        let mut names: Vec<String> =
            absent.chain(others).filter(|_| self.any).map(|name| format!("{name:?}")).collect();
        names.dedup();
        names.join(", ")
    }

    /// What stands in front of all paths that no round has, where members that nothing reads have them behind one and the same.
    fn below<'p>(&self, unread: impl Iterator<Item = &'p str> + Clone) -> Option<&'p str> {
        let mut absent = self.paths.iter().filter(|(_, _, seen)| !seen).map(|(_, name, _)| *name);
        let ways = |name: &'m str| {
            let before = unread.clone().filter_map(move |path| path.strip_suffix(name));
            before.filter(|way| way.ends_with(['.', OF_THE_FILE])).collect::<Vec<_>>()
        };
        let first = ways(absent.next()?);
        let [way] = first.as_slice() else { return None };
        absent.all(|name| ways(name).contains(way)).then_some(*way)
    }

    /// What the mapping needs of every wager and no wager has, and the members of a wager.
    fn absent_of_wagers(&self) -> Option<(String, String)> {
        let members = self.wager.clone()?;
        let needed = self.mapping.row.wagers.iter().flat_map(|rule| {
            let bet = match &rule.bet {
                Bet::Coded(coded) => Some(coded.column),
                Bet::Always(_) => None,
            };
            [bet, Some(rule.stake), rule.back.column()]
        });
        let absent = needed.flatten().filter_map(|column| self.paths.get(column.0)).filter(|(_, _, seen)| !seen);
        let names: Vec<String> = absent.map(|(_, name, _)| format!("{name:?}")).collect();
        (!names.is_empty()).then(|| (names.join(", "), members))
    }
}

fn quoted_list(texts: &[String]) -> String {
    texts.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>().join(", ")
}

/// The hash of what the mapping reads of a round, in whatever order its wagers stand.
fn contents(rows: &[RowCells]) -> TextHash {
    let mut all: Vec<(&[u8], &[usize])> = rows.iter().map(|row| (row.text.as_slice(), row.ends.as_slice())).collect();
    all.sort_unstable();
    let mut bytes = Vec::new();
    for (text, ends) in all {
        bytes.extend(ends.iter().flat_map(|end| end.to_le_bytes()));
        bytes.extend_from_slice(text);
    }
    hash_of(&bytes)
}
