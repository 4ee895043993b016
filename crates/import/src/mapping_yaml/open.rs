//! `open`: the constants of the log's first record.

use resettle_sealed_log::SourceKind;
use resettle_yaml::{Faults, Node};

use super::{log_name, one_of};
use crate::mapping::Open;

/// Reads the key; what does not fit goes to `faults`, with its place.
pub(crate) fn read(node: &Node, faults: &mut Faults) -> Option<Open> {
    let mut fields = node.fields("`open`", faults)?;
    let log = fields.required("log", faults).and_then(|node| one_line(node, faults));
    let mut text = |name| fields.required(name, faults).and_then(|node| log_name(node, faults));
    let jurisdiction = text("jurisdiction");
    let venue = text("venue");
    let game = text("game");
    let table = text("table");
    let currency = text("currency");
    let source = fields.required("source", faults).and_then(|node| source(node, faults));
    fields.finish(faults);
    let (source_kind, source_id) = source?;
    Some(Open {
        log: log?,
        source_kind,
        source_id,
        jurisdiction: jurisdiction?,
        venue: venue?,
        game: game?,
        table: table?,
        currency: currency?,
    })
}

/// Text as the id of a log may be: seals sign it as a line.
fn one_line(node: &Node, faults: &mut Faults) -> Option<String> {
    let text = log_name(node, faults)?;
    if text.contains(char::is_control) {
        faults.add_with_help(
            node.place,
            "a line end or a tab stands in the id of the log",
            "write it on one line, with spaces",
        );
        return None;
    }
    Some(text)
}

fn source(node: &Node, faults: &mut Faults) -> Option<(String, String)> {
    let mut fields = node.fields("`source`", faults)?;
    // An import has coups, and the office of a tournament logs none.
    let of_coups = SourceKind::ALL.iter().filter(|(_, kind)| *kind != SourceKind::Desk);
    let kinds: Vec<&str> = of_coups.map(|(word, _)| *word).collect();
    let kind = fields.required("kind", faults).and_then(|node| one_of(node, &kinds, faults));
    let id = fields.required("id", faults).and_then(|node| log_name(node, faults));
    fields.finish(faults);
    Some((kind?, id?))
}
