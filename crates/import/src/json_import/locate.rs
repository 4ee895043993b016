//! Where the rounds of a JSON file stand. Only brackets and quotation marks are looked at here, so that a round that is
//! damaged costs itself and no other.

use resettle_game::counted;

use super::node::{Node, parse};

/// A file, and where its rounds are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Document<'d> {
    pub(crate) text: &'d [u8],
    /// The way from the outermost object to the array or object of rounds, names with points between; none where the
    /// file is an array, or its lines or values are rounds.
    pub(crate) path: Option<&'d str>,
}

/// The text of one round, and the lines of the file on which it begins and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Round<'d> {
    pub(crate) text: &'d [u8],
    pub(crate) line: u64,
    pub(crate) last_line: u64,
    /// In which of [`Located::ways`] it stands; none where no path leads to it.
    pub(crate) way: Option<usize>,
}

/// The rounds of a file, and the ways to the arrays and objects of them.
#[derive(Debug, Default)]
pub(crate) struct Located<'d> {
    pub(crate) rounds: Vec<Round<'d>>,
    /// Of each array or object of rounds where the document begins, where the value behind the first step of the path, and so
    /// on to the array itself.
    pub(crate) ways: Vec<Vec<usize>>,
}

/// Where a round begins and ends, and in which array or object it stands.
type Span = (usize, usize, Option<usize>);

/// A value on the way to rounds.
#[derive(Clone)]
struct Place {
    at: usize,
    /// Where the values before it begin, the document first.
    before: Vec<usize>,
}

impl Place {
    fn to(&self, at: usize) -> Self {
        Self { at, before: self.way() }
    }

    fn way(&self) -> Vec<usize> {
        self.before.iter().copied().chain([self.at]).collect()
    }
}

/// The path leads nowhere.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Absent {
    /// As far as it was followed, with what is missing.
    pub(crate) path: String,
    /// What stands there instead, behind "there": the names of members, an array, or another kind of value.
    pub(crate) members: String,
}

/// Finds them, of each document where several stand one after the other. Where the way ends short of rounds, what stands
/// there is listed among them, as a round that cannot be read.
pub(crate) fn rounds(document: Document<'_>) -> Result<Located<'_>, Absent> {
    let text = document.text;
    let is_array = text.get(start(text)) == Some(&b'[');
    if document.path.is_none() && !is_array {
        return Ok(Located { rounds: with_lines(text, of_no_way(of_lines(text))), ways: Vec::new() });
    }
    let (mut found, mut lost, mut absent, mut ways) = (Vec::new(), Vec::new(), None, Vec::new());
    let mut at = start(text);
    while at < text.len() {
        let own = match document.path {
            Some(path) => along(text, at, path, &mut lost, &mut ways).unwrap_or_else(|nowhere| {
                lost.push(at);
                absent.get_or_insert(nowhere);
                Vec::new()
            }),
            None if text.get(at) == Some(&b'[') => of_no_way(items(text, at)),
            None => of_no_way(vec![span(text, at)]),
        };
        // A damaged round may close brackets that are not its own.
        let read = own.last().map_or(at, |(_, end, _)| *end);
        at = skip_blank(text, span(text, at).1.max(read));
        while matches!(text.get(at), Some(b']' | b'}' | b',')) {
            at = skip_blank(text, at + 1);
        }
        found.extend(own);
    }
    match absent {
        Some(absent) if found.is_empty() => Err(absent),
        _ => {
            found.extend(of_no_way(lost.into_iter().map(|from| span(text, from)).collect()));
            found.sort_unstable();
            Ok(Located { rounds: with_lines(text, found), ways })
        }
    }
}

/// Rounds to which no path leads.
fn of_no_way(spans: Vec<(usize, usize)>) -> Vec<Span> {
    spans.into_iter().map(|(from, to)| (from, to, None)).collect()
}

/// The rounds to which a path leads in the document that begins here.
fn along(
    text: &[u8],
    document: usize,
    path: &str,
    lost: &mut Vec<usize>,
    ways: &mut Vec<Vec<usize>>,
) -> Result<Vec<Span>, Absent> {
    let mut values = vec![Place { at: document, before: Vec::new() }];
    let (mut followed, mut away) = (String::new(), Vec::new());
    for step in path.strip_suffix("[]").unwrap_or(path).split('.') {
        let before = followed.clone();
        followed = if followed.is_empty() { step.to_owned() } else { format!("{followed}.{step}") };
        values = behind(text, &values, step, &mut away).ok_or_else(|| {
            let members = values.first().map(|value| what_stands(text, value.at, &before)).unwrap_or_default();
            Absent { path: followed.clone(), members }
        })?;
    }
    let (mut found, mut leads) = (Vec::new(), false);
    for value in values {
        let own = match text.get(value.at) {
            Some(b'[') => items(text, value.at),
            Some(b'{') => members(text, value.at).into_iter().map(|(_, at)| (at, value_end(text, at))).collect(),
            _ => {
                away.push(value.at);
                continue;
            }
        };
        found.extend(own.into_iter().map(|(from, to)| (from, to, Some(ways.len()))));
        ways.push(value.way());
        leads = true;
    }
    if !leads {
        return Err(Absent { path: followed, members: "is neither an array nor an object".to_owned() });
    }
    lost.extend(away);
    Ok(found)
}

/// The values behind one step of a path: a member, an item by its number, `[]` for each item. A last `[]` may be
/// written or not. None where nothing stands there at all; values where nothing does are `lost` beside others.
fn behind(text: &[u8], values: &[Place], step: &str, lost: &mut Vec<usize>) -> Option<Vec<Place>> {
    let name = step.trim_end_matches("[]");
    let mut found = Vec::new();
    for value in values {
        let at = match text.get(value.at) {
            _ if name.is_empty() => {
                found.push(value.clone());
                continue;
            }
            Some(b'[') => name.parse().ok().and_then(|at: usize| items(text, value.at).get(at).map(|(from, _)| *from)),
            _ => members(text, value.at).into_iter().find(|(known, _)| known == name).map(|(_, at)| at),
        };
        match at {
            Some(at) => found.push(value.to(at)),
            None => lost.push(value.at),
        }
    }
    for _ in 0..step.matches("[]").count() {
        let away = found.iter().filter(|value| !matches!(text.get(value.at), Some(b'[' | b'{')));
        lost.extend(away.map(|value| value.at));
        let each =
            |value: &Place| items_or_values(text, value.at).into_iter().map(|at| value.to(at)).collect::<Vec<_>>();
        found = found.iter().flat_map(each).collect();
    }
    (!found.is_empty()).then_some(found)
}

/// Where each item of an array, or each value of an object, begins.
fn items_or_values(text: &[u8], value: usize) -> Vec<usize> {
    match text.get(value) {
        Some(b'[') => items(text, value).into_iter().map(|(from, _)| from).collect(),
        Some(b'{') => members(text, value).into_iter().map(|(_, at)| at).collect(),
        _ => Vec::new(),
    }
}

/// What stands where a path goes no further.
fn what_stands(text: &[u8], value: usize, path: &str) -> String {
    match text.get(value) {
        Some(b'[') => {
            let items = items(text, value);
            let of = items.first().map(|(from, _)| names(text, *from)).filter(|names| !names.is_empty());
            let of = of.map(|names| format!(" of {names}")).unwrap_or_default();
            let count = counted(items.len(), "item");
            let name = path.rsplit('.').next().unwrap_or_default();
            format!("is an array of {count}{of}: write {name}[] to go through them")
        }
        Some(b'{') => format!("are {}", names(text, value)),
        _ => "is neither an array nor an object".to_owned(),
    }
}

/// The first names of an object's members.
fn names(text: &[u8], value: usize) -> String {
    let names: Vec<String> = members(text, value).iter().take(30).map(|(name, _)| format!("{name:?}")).collect();
    names.join(", ")
}

/// Each line, where the first line is a whole value; else each value, over as many lines as it takes.
fn of_lines(text: &[u8]) -> Vec<(usize, usize)> {
    let first = start(text);
    let line_end = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        memchr::memchr(b'\n', rest).map_or(text.len(), |length| from + length)
    };
    let are_lines = value_end(text, first) <= line_end(first);
    let (mut values, mut at) = (Vec::new(), first);
    while at < text.len() {
        let end = if are_lines { line_end(at) } else { value_end(text, at).max(at + 1) };
        values.push((at, end));
        at = skip_blank(text, end);
    }
    values
}

/// Where the value that begins here begins and ends; it takes one byte at least.
fn span(text: &[u8], at: usize) -> (usize, usize) {
    (at, value_end(text, at).max(at + 1))
}

fn start(text: &[u8]) -> usize {
    skip_blank(text, 0)
}

fn skip_blank(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// Behind the value that begins here; the end of the text where it does not end.
pub(super) fn value_end(text: &[u8], at: usize) -> usize {
    let (mut depth, mut at) = (0_u32, at);
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => {
                at = string_end(text, at);
                if depth == 0 {
                    return at;
                }
                continue;
            }
            b'{' | b'[' => depth = depth.saturating_add(1),
            b'}' | b']' if depth <= 1 => return if depth == 0 { at } else { at + 1 },
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => return at,
            byte if depth == 0 && byte.is_ascii_whitespace() => return at,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// Behind the string that begins here.
fn string_end(text: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// Where each item of the array that begins here begins and ends.
fn items(text: &[u8], array: usize) -> Vec<(usize, usize)> {
    let (mut all, mut at) = (Vec::new(), skip_blank(text, array + 1));
    while text.get(at).is_some_and(|byte| *byte != b']') {
        let end = value_end(text, at);
        all.push((at, end));
        let behind = skip_blank(text, end);
        // What is no comma is part of a damaged item, and read as one.
        at = if text.get(behind) == Some(&b',') { skip_blank(text, behind + 1) } else { behind.max(at + 1) };
    }
    all
}

/// The names of the object that begins here, and where the value of each begins.
pub(super) fn members(text: &[u8], object: usize) -> Vec<(String, usize)> {
    let mut all = Vec::new();
    if text.get(object) != Some(&b'{') {
        return all;
    }
    let mut at = skip_blank(text, object + 1);
    while text.get(at) == Some(&b'"') {
        let end = string_end(text, at);
        let name = match text.get(at..end).map(parse) {
            Some(Ok(Node::Text(name))) => name.into_owned(),
            _ => String::new(),
        };
        let colon = skip_blank(text, end);
        let value = skip_blank(text, colon + 1);
        all.push((name, value));
        let behind = skip_blank(text, value_end(text, value));
        at = if text.get(behind) == Some(&b',') { skip_blank(text, behind + 1) } else { text.len() };
    }
    all
}

/// The lines, counted as an editor does.
fn with_lines(text: &[u8], found: Vec<Span>) -> Vec<Round<'_>> {
    let (mut line, mut counted) = (1, 0);
    let mut lines_to = |at: usize| {
        let passed = text.get(counted..at).unwrap_or_default();
        line += memchr::memchr_iter(b'\n', passed).count() as u64;
        counted = counted.max(at);
        line
    };
    let rounds = found.into_iter().map(|(from, to, way)| {
        let line = lines_to(from);
        let own = text.get(from..to).unwrap_or_default().trim_ascii_end();
        Round { text: own, line, last_line: lines_to(from + own.len()), way }
    });
    rounds.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, path: Option<&str>) -> Vec<(String, u64, u64)> {
        let Located { rounds, .. } = rounds(Document { text: text.as_bytes(), path }).unwrap();
        rounds
            .iter()
            .map(|round| (String::from_utf8_lossy(round.text).into_owned(), round.line, round.last_line))
            .collect()
    }

    #[test]
    fn rounds_are_found_in_lines_arrays_and_along_a_path() {
        let two = vec![("{\"a\":\"]}\"}".to_owned(), 1, 1), ("{\"b\":[1]}".to_owned(), 2, 2)];
        assert_eq!(found("{\"a\":\"]}\"}\n{\"b\":[1]}\n", None), two);
        assert_eq!(found("[{\"a\":\"]}\"},\n{\"b\":[1]}]", None), two);
        assert_eq!(found("{\"x\":{\"y\":[{\"a\":\"]}\"},\n{\"b\":[1]}]}}", Some("x.y")), two);
        assert_eq!(found("{\"x\":{\"i\":{\"a\":\"]}\"},\n\"j\":{\"b\":[1]}}}", Some("x")), two);
        assert_eq!(found("{\n\"a\":1}\n{\n\"a\":2}", None).len(), 2);
        assert_eq!(found("", None), []);
        assert_eq!(found("[]", None), []);
    }

    #[test]
    fn every_document_of_a_file_is_read_and_a_page_without_rounds_is_listed() {
        let texts = |text: &str, path| found(text, path).into_iter().map(|(text, ..)| text).collect::<Vec<_>>();
        assert_eq!(texts("{\"g\":[1]}\n{\"g\":[2]}\n{\"g\":[3]}", Some("g")), ["1", "2", "3"]);
        assert_eq!(texts("[1,2]\n[3]", None), ["1", "2", "3"]);
        assert_eq!(texts("[1] xyz [2]", None), ["1", "xyz", "2"]);
        let pages = "{\"d\":[{\"g\":[1]},{\"e\":0},{\"g\":null},{\"g\":[2]}]}";
        assert_eq!(texts(pages, Some("d[].g")), ["1", "{\"e\":0}", "null", "2"]);
        // What a damaged round closes too early is read once.
        assert_eq!(texts("{\"g\":[{\"a\":1}},{\"a\":2}]}", Some("g")).last().unwrap(), "{\"a\":2}");
        assert_eq!(texts("[{\"a\":1}},{\"a\":2}]", None).iter().filter(|text| *text == "{\"a\":2}").count(), 1);
        assert!(rounds(Document { text: b"{\"g\":null}", path: Some("g") }).is_err());
    }

    #[test]
    fn a_damaged_round_costs_itself() {
        assert_eq!(found("{\"a\":1}\n{\"a\":\n{\"a\":3}\n", None).len(), 3);
        assert_eq!(found("[{\"a\":1},{\"a\":2", None), [("{\"a\":1}".to_owned(), 1, 1), ("{\"a\":2".to_owned(), 1, 1)]);
    }

    #[test]
    fn a_path_that_leads_nowhere_says_what_is_there() {
        let absent = rounds(Document { text: b"{\"data\":{\"games\":[]}}", path: Some("data.rounds") }).unwrap_err();
        assert_eq!(absent, Absent { path: "data.rounds".into(), members: "are \"games\"".into() });
        let days = b"{\"data\":[{\"games\":[1,2]},{\"games\":[3]}]}";
        let absent = rounds(Document { text: days, path: Some("data.games") }).unwrap_err();
        let members = "is an array of 2 items of \"games\": write data[] to go through them".into();
        assert_eq!(absent, Absent { path: "data.games".into(), members });
    }

    #[test]
    fn a_path_leads_through_arrays() {
        let days = "{\"data\":[{\"games\":[1,2]},{\"games\":[3]}]}";
        let three = |path| found(days, Some(path)).into_iter().map(|(text, ..)| text).collect::<Vec<_>>();
        assert_eq!(three("data[].games"), ["1", "2", "3"]);
        assert_eq!(three("data[].games[]"), ["1", "2", "3"]);
        assert_eq!(three("data.1.games"), ["3"]);
    }
}
