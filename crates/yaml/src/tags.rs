//! Tags, which no file here has: they would say of a value what it is, instead of how it is written.

use granit_parser::{Event, Parser, Span};

use crate::fault::{Fault, Position};

/// What to do about one.
pub(crate) const WITHOUT: &str = "write the value without a tag; text that looks like a number is quoted";

/// The first tag of a text.
pub(crate) fn first(text: &str) -> Option<Fault> {
    // Each begins with one.
    if !text.contains('!') {
        return None;
    }
    // What is no YAML at all was reported before.
    let mut events = Parser::new_from_str(text).map_while(Result::ok);
    events.find_map(|(event, span)| match event {
        Event::Scalar(_, _, _, Some(_)) | Event::SequenceStart(_, _, Some(_)) | Event::MappingStart(_, _, Some(_)) => {
            Some(fault(text, span))
        }
        _ => None,
    })
}

fn fault(text: &str, node: Span) -> Fault {
    let span = node.tag_span().unwrap_or(node);
    let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let place = Position {
        line: narrow(span.start.line()),
        column: narrow(span.start.col().saturating_add(1)),
        len: narrow(span.len()),
    };
    let message = match span.slice(text) {
        Some(tag) => format!("the tag `{tag}` stands here"),
        None => "a tag stands here".to_owned(),
    };
    Fault { place, message, help: Some(WITHOUT.to_owned()) }
}
