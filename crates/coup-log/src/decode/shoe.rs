use super::cards::cards;
use crate::record::{ShoeEvent, ShoeRecord};
use resettle_sealed_log::strict::ObjectReader;

pub(super) fn shoe(reader: &mut ObjectReader<'_, '_>) -> Option<ShoeRecord> {
    let shoe = reader.required("shoe", ObjectReader::name);
    let event = reader.required("event", ObjectReader::text);
    let event = match event?.as_str() {
        "start" => {
            let decks = reader.required("decks", |reader, name| reader.at_least(name, 1));
            let burned = cards(reader, "burned");
            let preshuffled = reader.truth("preshuffled").unwrap_or(false);
            let recirculates = reader.truth("recirculates").unwrap_or(false);
            let decks = decks?;
            match u32::try_from(decks) {
                Ok(decks) => ShoeEvent::Start { decks, burned, preshuffled, recirculates },
                Err(_) => {
                    reader.fault("decks", format!("{decks} decks in one shoe"));
                    return None;
                }
            }
        }
        "burn" => ShoeEvent::Burn(cards(reader, "cards").unwrap_or_default()),
        "cut_card" => ShoeEvent::CutCard,
        "check" => ShoeEvent::Check,
        "replace" => ShoeEvent::Replace {
            out: cards(reader, "out").unwrap_or_default(),
            r#in: cards(reader, "in").unwrap_or_default(),
        },
        "end" => ShoeEvent::End,
        other => {
            let known = ["start", "burn", "cut_card", "check", "replace", "end"];
            reader.unknown("event", other, known.into_iter());
            return None;
        }
    };
    Some(ShoeRecord { shoe: shoe?, event })
}
