use serde_saphyr::Error;
use serde_saphyr::budget::BudgetBreach;

use crate::fault::{Fault, Position};
use crate::tags;

const WRITE_OUT: &str = "anchors, aliases and merge keys are refused: write the value out where it is used";

/// A fault of the syntax, in our words where we know more than the parser.
pub(crate) fn fault(error: &Error, place: Position) -> Fault {
    let (message, help) = match error.without_snippet() {
        Error::UnknownAnchor { .. } => ("an alias stands here".to_owned(), WRITE_OUT),
        Error::MergeKeyNotAllowed { .. } => ("a merge key stands here".to_owned(), WRITE_OUT),
        Error::MultipleDocuments { .. } => second_document(),
        Error::UnsupportedTag { tag, .. } => (format!("the tag `{tag}` stands here"), tags::WITHOUT),
        Error::Budget { breach, .. } => match breach {
            BudgetBreach::Anchors { .. } => ("an anchor stands here".to_owned(), WRITE_OUT),
            BudgetBreach::Aliases { .. } => ("an alias stands here".to_owned(), WRITE_OUT),
            BudgetBreach::MergeKeys { .. } => ("a merge key stands here".to_owned(), WRITE_OUT),
            BudgetBreach::Documents { .. } => second_document(),
            BudgetBreach::Depth { .. } => too_deep(),
            _ => (
                "the file holds more than is read".to_owned(),
                "no file of this kind is so large: is it the right one?",
            ),
        },
        other => {
            let said = other.to_string();
            let first = said.lines().next().unwrap_or("this is no YAML");
            let first = first.rsplit_once(" at line ").map_or(first, |(what, _)| what);
            if first.contains("BOM") {
                return byte_order_mark(place);
            }
            if first.contains("recursion limit") { too_deep() } else { (format!("no YAML: {first}"), hint(first)) }
        }
    };
    Fault { place, message, help: Some(help.to_owned()) }
}

/// A byte order mark, which no file here has.
pub(crate) fn byte_order_mark(place: Position) -> Fault {
    let what = if place.line == 1 { "the file begins with a byte order mark" } else { "a byte order mark stands here" };
    let help = "save it as UTF-8 without a byte order mark (BOM)";
    Fault { place, message: what.to_owned(), help: Some(help.to_owned()) }
}

fn second_document() -> (String, &'static str) {
    ("a second document begins here".to_owned(), "one file holds one document: take out the line `---`")
}

fn too_deep() -> (String, &'static str) {
    ("lists and mappings are nested too deeply here".to_owned(), "look for brackets that are never closed")
}

fn hint(said: &str) -> &'static str {
    if said.contains("tab") {
        "indent with spaces"
    } else if said.contains("unexpected character") {
        "take the character out, or write it as an escape within double quotes"
    } else {
        "the cause may stand in a line before: an open bracket or quote, a colon without a space, a wrong indentation"
    }
}
