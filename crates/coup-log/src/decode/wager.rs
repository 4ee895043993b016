use resettle_sealed_log::MAX_NAME;
use resettle_sealed_log::strict::{ObjectReader, Value, joined};
use std::collections::HashMap;

use super::PartFault;
use crate::record::{Accepted, Wager, is_none};
use resettle_game::{Role, Token};

/// Decodes the wagers of a coup; a wager with a fault is left out and reported separately.
pub(super) fn wagers(items: &[Value<'_>], parts: &mut Vec<PartFault>) -> Vec<Wager> {
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for id in items.iter().filter_map(id) {
        *uses.entry(id).or_default() += 1;
    }
    let mut wagers = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let place = at + 1;
        let name = match id(item) {
            Some(id) if uses.get(id) == Some(&1) => id.to_owned(),
            _ => format!("#{place}"),
        };
        let mut faults = Vec::new();
        let wager = match item {
            Value::Object(object) => {
                wager(&mut ObjectReader::new(object, format!("wagers[{at}]"), &mut faults), name.clone(), place)
            }
            other => {
                faults.push(format!("`wagers[{at}]`: an object is wanted, not {}", other.kind()));
                None
            }
        };
        match wager {
            Some(wager) if faults.is_empty() => wagers.push(wager),
            _ => parts.push(PartFault { wager: Some(name), what: joined(&faults) }),
        }
    }
    wagers
}

fn id<'v>(item: &'v Value<'_>) -> Option<&'v str> {
    match item {
        Value::Object(object) => match object.get("id") {
            Some(Value::Text(text)) if text.len() <= MAX_NAME && !is_none(text) => Some(text.as_ref()),
            _ => None,
        },
        _ => None,
    }
}

fn wager(reader: &mut ObjectReader<'_, '_>, name: String, place: usize) -> Option<Wager> {
    reader.name("id");
    let bet = reader.required("bet", ObjectReader::open_word);
    let stake = reader.required("stake", |reader, name| reader.at_least(name, 1));
    let returned = reader.required("returned", ObjectReader::int);
    let seat = reader.name("seat");
    let area = reader.name("area");
    let player = reader.name("player");
    let terminal = reader.name("terminal");
    let placed = reader.time("placed");
    let withdrawn = reader.time("withdrawn");
    let removed = reader.word("removed", &[("reconstruction", true)]).unwrap_or(false);
    let accepted = if reader.truth("accepted").unwrap_or(true) { Accepted::Yes } else { Accepted::No };
    let by = reader.word("by", Role::ALL);
    let approved = reader.truth("approved").unwrap_or(false);
    let commission = reader.at_least("commission", 0).unwrap_or(0);
    let token = reader.word("token", Token::ALL);
    let restricted = reader.truth("restricted").unwrap_or(false);
    reader.at_least("made_up", 0);
    Some(Wager {
        name,
        place,
        bet: bet?,
        stake: stake?,
        returned: returned?,
        seat,
        area,
        player,
        terminal,
        placed,
        withdrawn,
        removed,
        accepted,
        by,
        approved,
        commission,
        token,
        restricted,
    })
}
