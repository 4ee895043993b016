use resettle_game::{Role, words};
use serde_json::Value;

use crate::declare::{Member, Name, Reader, Roles, record, worded};

record! {
    /// A session begins.
    Start {
        /// The session's id within its tournament.
        session: String = Name,
        /// The round that it is of, from 1.
        round: i64 = 1..,
        /// Whether it is one of a round, a final or a play-off.
        kind: SessionKind,
        /// For a play-off: the session it decides.
        of: Option<String> = OfPlayOff,
        /// How many boxes the table has.
        boxes: i64 = 1..,
        /// Value of the chips at the table before any were given out.
        inventory: i64 = 0..,
        /// Who sits where.
        seats: Vec<Seat>,
    }

    /// A seat of a session.
    Seat {
        /// The seat, as the log writes it.
        seat: String = Name,
        /// Who sits there.
        player: String = Name,
        /// The chips allotted.
        chips: i64 = 0..,
        /// What was paid for them, money.
        paid: i64 = 0.. => 0,
        /// How many pass cards the player gets.
        pass_cards: i64 = 0.. => 0,
        /// How the player came to the session.
        by: SeatedBy => SeatedBy::Advance,
    }

    /// Chips are given out while a session runs.
    Issue {
        /// The session's id within its tournament.
        session: String = Name,
        /// The player to whom it is given, as the log writes the name.
        player: String = Name,
        /// How many chips.
        chips: i64 = 1..,
        /// Whether for a buy-back.
        buy_back as "reason": bool = [("buy_back", true), ("other", false)],
    }

    /// The chips in front of a player.
    ChipCount {
        /// The player's name or number, as the log writes it.
        player: String = Name,
        /// How many chips lie there.
        chips: i64 = 0..,
    }

    /// A session ends.
    End {
        /// The session's id within its tournament.
        session: String = Name,
        /// Value of the chips after all came back.
        inventory: i64 = 0..,
        /// The chips that did not come back.
        missing: Vec<MissingChips> => Vec::new(),
        /// Who was notified.
        notified: Vec<Role> = Roles::Unlisted => Vec::new(),
        /// The role of who decided or acted; `None` where the log names none.
        by: Option<Role>,
        /// The players who agreed.
        agreed: Vec<String> = Name => Vec::new(),
    }

    /// Chips of one value that are missing.
    #[derive(Copy)]
    MissingChips {
        /// What each of them is worth.
        chip: i64 = 1..,
        /// How many of them are missing.
        quantity: i64 = 1..,
    }

    /// Who is placed where.
    Placing {
        /// The place, from 1.
        place: i64 = 1..,
        /// The player's name or number, as the log writes it.
        player: String = Name,
        /// Whether the player advances.
        advances: bool => false,
    }
}

words! {
    /// What kind of session it is.
    SessionKind {
        /// One of a round.
        Session = "session",
        /// A final.
        Final = "final",
        /// It decides a tie.
        PlayOff = "play_off",
    }
}

words! {
    /// How a player has come to a session.
    SeatedBy {
        /// By advancing (the default).
        Advance = "advance",
        /// By a repechage.
        Repechage = "repechage",
        /// By buying back.
        BuyBack = "buy_back",
    }
}

words! {
    /// What kind of breach was found.
    BreachKind {
        /// Chips were concealed.
        Concealing = "concealing",
        /// Chips were removed.
        RemovedChips = "removed_chips",
        /// Chips were exchanged.
        Exchange = "exchange",
        /// Advice was given or sought.
        Advice = "advice",
        /// Something else.
        Other = "other",
    }
}

words! {
    /// Why a player was eliminated.
    EliminationGround {
        /// Below the minimum.
        Minimum = "minimum",
        /// A wager could not be made up.
        Wager = "wager",
        /// The buy-in was not provided.
        BuyIn = "buy_in",
    }
}

words! {
    /// Why a player was disqualified.
    DisqualificationGround {
        /// Absence.
        Absence = "absence",
        /// No wager.
        NoWager = "no_wager",
        /// Chips were added.
        ChipsAdded = "chips_added",
        /// Chips were concealed.
        Concealing = "concealing",
        /// Another contravention.
        Contravention = "contravention",
    }
}

worded! { SessionKind, SeatedBy, BreachKind, EliminationGround, DisqualificationGround }

/// The name of a session, which a play-off has to state.
struct OfPlayOff;

impl Member<OfPlayOff> for Option<String> {
    const OPTIONAL: bool = true;

    fn read(reader: &mut Reader<'_, '_>, name: &str, _: &OfPlayOff) -> Option<Self> {
        let kind = reader.peek(|reader| SessionKind::read(reader, "kind", &()));
        if kind == Some(SessionKind::PlayOff) {
            return reader.required(name, Reader::name).map(Some);
        }
        Some(reader.name(name))
    }

    fn schema(_: &OfPlayOff) -> Value {
        <String as Member<_>>::schema(&Name)
    }
}
