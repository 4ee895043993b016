use super::cards::{cards, destinations};
use super::irregularity::irregularities;
use super::wager::wagers;
use super::{PartFault, unread_after};
use crate::record::{Coup, Declared, NoBet, Times};
use resettle_game::{DeclaredResult, Mode, NoBetReason, Role, Shown};
use resettle_sealed_log::strict::ObjectReader;

pub(super) fn coup(reader: &mut ObjectReader<'_, '_>, imported: bool, parts: &mut Vec<PartFault>) -> Coup {
    let number = |reader: &mut ObjectReader<'_, '_>, name: &str| reader.at_least(name, 1);
    let (shoe, coup) = if imported {
        (reader.name("shoe"), number(reader, "coup"))
    } else {
        (reader.required("shoe", ObjectReader::name), reader.required("coup", number))
    };
    let (cards, reconstructed_cards) = (cards(reader, "cards"), cards(reader, "reconstructed_cards"));
    let drawn = cards.as_ref().map(Vec::len);
    let judged = reconstructed_cards.as_ref().map(Vec::len).or(drawn);
    Coup {
        shoe,
        coup: coup.and_then(|coup| u64::try_from(coup).ok()),
        mode: reader.word("mode", Mode::ALL),
        no_bet: reader.object("no_bet", |inner| NoBet {
            reason: inner.word("reason", NoBetReason::ALL),
            by: inner.word("by", Role::ALL),
        }),
        times: reader
            .object("times", |inner| Times {
                opened: inner.time("opened"),
                closed: inner.time("closed"),
                first_card: inner.time("first_card"),
                settled: inner.time("settled"),
            })
            .unwrap_or_default(),
        to: destinations(reader, "to", judged),
        first_to: destinations(reader, "first_to", drawn),
        cards,
        reconstructed_cards,
        carried: reader.truth("carried").unwrap_or(false),
        wagers: reader.list("wagers").map(|items| wagers(items, parts)),
        irregularities: reader
            .list("irregularities")
            .map(|items| irregularities(items, drawn, parts))
            .unwrap_or_default(),
        declared: reader.object("declared", |inner| Declared {
            result: inner.word("result", DeclaredResult::ALL),
            player: inner.int("player"),
            banker: inner.int("banker"),
            sevens: inner.int("sevens"),
        }),
        wrd: reader.word("wrd", Shown::ALL),
        source_row: if imported { reader.int("source_row") } else { None },
        source_id: if imported { reader.name("source_id") } else { None },
        unread_after: unread_after(reader, imported),
        unread_rows: if imported { reader.unsigned("unread_rows").unwrap_or(0) } else { 0 },
        tournament: reader.object("tournament", super::session::tournament_coup).flatten().map(Box::new),
    }
}
