use resettle_game::Role;
use resettle_sealed_log::strict::{ObjectReader, Value};

use super::table::amounts;
use crate::session::{
    Bounds, BreachKind, Conditions, Deduction, DisqualificationGround, EliminationGround, End, Form, Issue, LevelRow,
    Placing, Prize, Refund, Refused, RoundRow, Schedule, Seat, SeatedBy, Session, SessionEvent, SessionKind, Start,
    TournamentCoup, TournamentEntry,
};

type Reader<'o, 'a> = ObjectReader<'o, 'a>;

/// Reads the contents of a `session` record.
pub(super) fn session(reader: &mut Reader<'_, '_>) -> Option<Session> {
    let tournament = reader.required("tournament", Reader::name);
    let word = reader.required("event", Reader::open_word);
    let event = match word?.as_str() {
        "conditions" => Some(SessionEvent::Conditions(Box::new(conditions(reader)))),
        "entry" => entry(reader).map(SessionEvent::Entry),
        "refund" => refund(reader).map(SessionEvent::Refund),
        "cancelled" => Some(SessionEvent::Cancelled(by(reader))),
        "schedule" => schedule(reader).map(SessionEvent::Schedule),
        "prize" => prize(reader).map(SessionEvent::Prize),
        "start" => start(reader).map(SessionEvent::Start),
        "level" => level(reader),
        "issue" => issue(reader).map(SessionEvent::Issue),
        "breach" => breach(reader),
        "eliminated" => eliminated(reader),
        "disqualified" => disqualified(reader),
        "dispute" => dispute(reader, false),
        "dispute_settled" => dispute(reader, true),
        "count" => count(reader),
        "end" => end(reader).map(SessionEvent::End),
        "result" => result(reader),
        other => Some(SessionEvent::Unknown(other.to_owned())),
    };
    Some(Session { tournament: tournament?, event: event? })
}

fn by(reader: &mut Reader<'_, '_>) -> Option<Role> {
    reader.word("by", Role::ALL)
}

fn key(reader: &mut Reader<'_, '_>) -> Option<String> {
    reader.required("session", Reader::name)
}

fn player(reader: &mut Reader<'_, '_>) -> Option<String> {
    reader.required("player", Reader::name)
}

fn from(reader: &mut Reader<'_, '_>, name: &str, least: i64) -> Option<i64> {
    reader.required(name, |reader, name| reader.at_least(name, least))
}

fn each<T>(reader: &mut Reader<'_, '_>, name: &str, read: impl Fn(&mut Reader<'_, '_>) -> Option<T>) -> Option<Vec<T>> {
    reader.objects(name, read)
}

fn bounds(reader: &mut Reader<'_, '_>) -> Bounds {
    Bounds {
        min: reader.object("min", amounts).unwrap_or_default(),
        max: reader.object("max", amounts).unwrap_or_default(),
    }
}

fn conditions(reader: &mut Reader<'_, '_>) -> Conditions {
    let mut out = Conditions {
        published: reader.required("published", Reader::time),
        fee: reader.at_least("fee", 0),
        compulsory: reader.truth("compulsory"),
        levels: each(reader, "levels", |inner| {
            Some(LevelRow { round: inner.at_least("round", 1), coup: from(inner, "coup", 1)?, bounds: bounds(inner) })
        }),
        rounds: each(reader, "rounds", |inner| {
            Some(RoundRow {
                round: inner.at_least("round", 1),
                tables: inner.at_least("tables", 1),
                coups: inner.at_least("coups", 1),
                minutes: inner.at_least("minutes", 1),
                advance: inner.at_least("advance", 0),
                places: inner.at_least("places", 0),
            })
        }),
        progression: reader.free_text("progression"),
        repechage: reader.truth("repechage"),
        prizes: each(reader, "prizes", |inner| Some((from(inner, "place", 1)?, from(inner, "value", 0)?))),
        payment: reader.free_text("payment"),
        statement: reader.truth("statement"),
        chip: reader.at_least("chip", 1),
        wager_time: reader.at_least("wager_time", 0),
        chips_in_cash: reader.truth("chips_in_cash"),
        ..Conditions::default()
    };
    reader.object("allotment", |inner| {
        out.chips = inner.at_least("chips", 0);
        out.price = inner.at_least("price", 0);
    });
    reader.object("play", |inner| {
        out.allocation = inner.free_text("allocation");
        out.order = inner.truth("order");
        out.pass_cards = inner.at_least("pass_cards", 0);
        out.undisclosed = inner.at_least("undisclosed", 0);
    });
    reader.object("buy_back", |inner| {
        out.buy_backs = inner.at_least("times", 0);
        out.buy_back_method = inner.free_text("method");
        out.buy_back_timing = inner.free_text("timing");
    });
    reader.object("eligibility", |inner| {
        out.entitled_only = inner.truth("entitled_only");
        out.refusal = inner.truth("refusal");
        out.criteria = inner.free_text("criteria");
    });
    reader.object("terms", |inner| {
        out.withdrawal = inner.time("withdrawal");
        out.form = inner.free_text("form");
        out.min = inner.at_least("min", 0);
        out.max = inner.at_least("max", 0);
        out.refunds = inner.names("refunds").unwrap_or_default();
    });
    out
}

fn entry(reader: &mut Reader<'_, '_>) -> Option<TournamentEntry> {
    let refused = reader.word("refused", &[("general", Refused::General), ("criteria", Refused::Criteria)]);
    Some(TournamentEntry {
        form: reader.truth("form").unwrap_or(false),
        fee: reader.at_least("fee", 0).unwrap_or(0),
        given: reader.time("given"),
        refused,
        player: player(reader)?,
    })
}

fn refund(reader: &mut Reader<'_, '_>) -> Option<Refund> {
    let (player, amount) = (player(reader), from(reader, "amount", 0));
    let (ground, by) = (reader.required("ground", Reader::open_word), by(reader));
    Some(Refund { player: player?, amount: amount?, ground: ground?, by })
}

fn schedule(reader: &mut Reader<'_, '_>) -> Option<Schedule> {
    let (session, round) = (key(reader), from(reader, "round", 1));
    let table = reader.required("table", Reader::name);
    let start = reader.required("start", Reader::time);
    let (by, notified) = (by(reader), reader.truth("notified").unwrap_or(false));
    Some(Schedule { session: session?, round: round?, table: table?, start: start?, by, notified })
}

fn prize(reader: &mut Reader<'_, '_>) -> Option<Prize> {
    let (player, place, value) = (player(reader), from(reader, "place", 1), from(reader, "value", 0));
    Some(Prize { player: player?, place: place?, value: value? })
}

fn start(reader: &mut Reader<'_, '_>) -> Option<Start> {
    let (session, round) = (key(reader), from(reader, "round", 1));
    let kinds = &[("session", SessionKind::Session), ("final", SessionKind::Final), ("play_off", SessionKind::PlayOff)];
    let kind = reader.required("kind", |reader, name| reader.word(name, kinds));
    let of = if kind == Some(SessionKind::PlayOff) { reader.required("of", Reader::name) } else { reader.name("of") };
    let (boxes, inventory) = (from(reader, "boxes", 1), from(reader, "inventory", 0));
    let ways = &[("advance", SeatedBy::Advance), ("repechage", SeatedBy::Repechage), ("buy_back", SeatedBy::BuyBack)];
    let seats = reader.required("seats", |reader, name| {
        each(reader, name, |inner| {
            let seat = inner.required("seat", Reader::name);
            let (player, chips) = (player(inner), from(inner, "chips", 0));
            let paid = inner.at_least("paid", 0).unwrap_or(0);
            let pass_cards = inner.at_least("pass_cards", 0).unwrap_or(0);
            let by = inner.word("by", ways).unwrap_or_default();
            Some(Seat { seat: seat?, player: player?, chips: chips?, paid, pass_cards, by })
        })
    });
    Some(Start {
        session: session?,
        round: round?,
        kind: kind?,
        of,
        boxes: boxes?,
        inventory: inventory?,
        seats: seats?,
    })
}

fn level(reader: &mut Reader<'_, '_>) -> Option<SessionEvent> {
    let session = key(reader);
    for name in ["min", "max"] {
        if !reader.has(name) {
            reader.fault(name, "missing");
        }
    }
    let bounds = bounds(reader);
    Some(SessionEvent::Level { session: session?, bounds })
}

fn issue(reader: &mut Reader<'_, '_>) -> Option<Issue> {
    let (session, player, chips) = (key(reader), player(reader), from(reader, "chips", 1));
    let reasons = &[("buy_back", true), ("other", false)];
    let buy_back = reader.required("reason", |reader, name| reader.word(name, reasons));
    Some(Issue { session: session?, player: player?, chips: chips?, buy_back: buy_back? })
}

fn breach(reader: &mut Reader<'_, '_>) -> Option<SessionEvent> {
    let (session, player) = (key(reader), player(reader));
    let kinds = &[
        ("concealing", BreachKind::Concealing),
        ("removed_chips", BreachKind::RemovedChips),
        ("exchange", BreachKind::Exchange),
        ("advice", BreachKind::Advice),
        ("other", BreachKind::Other),
    ];
    let kind = reader.required("kind", |reader, name| reader.word(name, kinds));
    Some(SessionEvent::Breach { session: session?, player: player?, kind: kind? })
}

fn eliminated(reader: &mut Reader<'_, '_>) -> Option<SessionEvent> {
    let (session, player) = (key(reader), player(reader));
    let grounds = &[
        ("minimum", EliminationGround::Minimum),
        ("wager", EliminationGround::Wager),
        ("buy_in", EliminationGround::BuyIn),
    ];
    let ground = reader.required("ground", |reader, name| reader.word(name, grounds));
    Some(SessionEvent::Eliminated { session: session?, player: player?, ground: ground? })
}

fn disqualified(reader: &mut Reader<'_, '_>) -> Option<SessionEvent> {
    let (session, player) = (key(reader), player(reader));
    let grounds = &[
        ("absence", DisqualificationGround::Absence),
        ("no_wager", DisqualificationGround::NoWager),
        ("chips_added", DisqualificationGround::ChipsAdded),
        ("concealing", DisqualificationGround::Concealing),
        ("contravention", DisqualificationGround::Contravention),
    ];
    let ground = reader.required("ground", |reader, name| reader.word(name, grounds));
    let by = by(reader);
    Some(SessionEvent::Disqualified { session: session?, player: player?, ground: ground?, by })
}

fn dispute(reader: &mut Reader<'_, '_>, settled: bool) -> Option<SessionEvent> {
    let (session, dispute) = (key(reader), reader.required("dispute", Reader::name));
    if settled {
        let by = by(reader);
        return Some(SessionEvent::DisputeSettled { session: session?, dispute: dispute?, by });
    }
    Some(SessionEvent::Dispute { session: session?, dispute: dispute? })
}

fn count(reader: &mut Reader<'_, '_>) -> Option<SessionEvent> {
    let session = key(reader);
    let counts = reader.required("counts", |reader, name| {
        each(reader, name, |inner| {
            let (player, chips) = (player(inner), from(inner, "chips", 0));
            Some((player?, chips?))
        })
    });
    Some(SessionEvent::Count { session: session?, counts: counts? })
}

fn end(reader: &mut Reader<'_, '_>) -> Option<End> {
    let (session, inventory) = (key(reader), from(reader, "inventory", 0));
    let missing = each(reader, "missing", |inner| {
        let (chip, quantity) = (from(inner, "chip", 1), from(inner, "quantity", 1));
        Some((chip?, quantity?))
    });
    let roles = |item: &Value<'_>| match item {
        Value::Text(text) => Role::ALL.iter().find(|(word, _)| word == text).map(|(_, role)| *role),
        _ => None,
    };
    let notified = reader.items("notified", "a role", roles).unwrap_or_default();
    let by = by(reader);
    let agreed = reader.names("agreed").unwrap_or_default();
    Some(End { session: session?, inventory: inventory?, missing: missing.unwrap_or_default(), notified, by, agreed })
}

fn result(reader: &mut Reader<'_, '_>) -> Option<SessionEvent> {
    let session = key(reader);
    let placings = reader.required("placings", |reader, name| {
        each(reader, name, |inner| {
            let (place, player) = (from(inner, "place", 1), player(inner));
            let advances = inner.truth("advances").unwrap_or(false);
            Some(Placing { place: place?, player: player?, advances })
        })
    });
    Some(SessionEvent::Result { session: session?, placings: placings? })
}

/// Reads what a coup states about its tournament.
pub(super) fn tournament_coup(reader: &mut Reader<'_, '_>) -> Option<TournamentCoup> {
    let (id, session) = (reader.required("id", Reader::name), key(reader));
    let reasons = &[("absent", true), ("form", false)];
    let coup = TournamentCoup {
        marker: reader.name("marker"),
        passes: reader.names("passes").unwrap_or_default(),
        absent: reader.names("absent").unwrap_or_default(),
        deductions: each(reader, "deductions", |inner| {
            let (player, amount) = (player(inner), from(inner, "amount", 0));
            let absent = inner.required("reason", |reader, name| reader.word(name, reasons));
            let by = by(inner);
            Some(Deduction { player: player?, amount: amount?, absent: absent?, by })
        })
        .unwrap_or_default(),
        undisclosed: each(reader, "undisclosed", form).unwrap_or_default(),
        ..TournamentCoup::default()
    };
    Some(TournamentCoup { id: id?, session: session?, ..coup })
}

fn form(reader: &mut Reader<'_, '_>) -> Option<Form> {
    let player = player(reader);
    let bet = if reader.is_null("bet") { None } else { reader.open_word("bet") };
    let amount = if reader.is_null("amount") { None } else { reader.at_least("amount", 0) };
    let form = Form {
        player: player?,
        wager: reader.name("wager"),
        bet,
        amount,
        recorded: reader.time("recorded"),
        by: by(reader),
        announced: reader.time("announced"),
    };
    Some(form)
}
